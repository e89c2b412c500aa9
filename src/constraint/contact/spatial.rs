//! Two bodies in space that touch: sliding without friction, or rolling without slip.
//!
//! The geometry and the rows are derived in [`SpatialTouch`](crate::contact::spatial::SpatialTouch). Rows:
//!
//! | form | rows | meaning of λ |
//! |---|---|---|
//! | [`sliding`](SpatialContact::sliding) | φ: the gap | N, the force on b along n |
//! | [`rolling`](SpatialContact::rolling) | φ, then ψ₁, ψ₂ = t₁·w, t₂·w | N, and the parts T₁, T₂ of the force on b |
//! | [`without_pivoting`](SpatialContact::without_pivoting) | those, then ψ₃ = n·Δω | and the moment on b about n |
//!
//! n is the outer normal of a's surface. The tangents t₁, t₂ are a choice ([`tangents`](crate::contact::spatial::SpatialTouch::tangents)) of
//! which the motion and the force do not depend; the force as a vector in world axes is
//! [`Snapshot::spatial_reaction`](crate::simulate::Snapshot::spatial_reaction). N is ideal and may be negative: a real contact would open there.
//!
//! A coin that rolls in a circle:
//!
//! ```
//! use chetaev::contact::spatial::RimOnPlane;
//! use chetaev::contact::surface::{Plane, Rim};
//! use chetaev::nalgebra::{UnitQuaternion, Vector3};
//! use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut builder = ModelBuilder::new();
//! builder.spatial_gravity(0.0, 0.0, -9.81);
//! // The axis of the coin is its z axis; it stands on its rim and leans.
//! let coin = Solid::from_inertia(Inertia::disk(0.01, 0.012)?)?.turned(UnitQuaternion::from_scaled_axis(Vector3::x() * 1.3));
//! let coin = builder.body("coin", coin.at(0.0, 0.0, 0.012 * 1.3_f64.sin()).spinning(0.0, 0.0, 40.0));
//! let contact = SpatialContact::rolling(WORLD, coin, RimOnPlane::new(Plane::horizontal(), Rim::new(0.012)));
//! let table = builder.constraint("table", contact.clone());
//! let model = builder.build()?;
//! // Held are its attitude and its spin; what velocity its center has to have follows from rolling.
//! let start = model.start().hold("coin.qw").project()?;
//! let run = Simulation::new(&model).every(0.002).run(start, 1.0)?;
//! let trace = run.spatial_trace(&contact)?;
//! assert!(trace.length() > 0.3 && trace.arcs_apart() < 1e-9);
//! // The normal force never pulls: a real coin would stay on the table. What friction it would need is the other two parts.
//! assert!(run.column(|at| at.multipliers(table)[0]).iter().all(|normal| *normal > 0.0));
//! # Ok(())
//! # }
//! ```
//!
//! The rows of rolling are separate from the normal row, and written by [`SpatialTouch`](crate::contact::spatial::SpatialTouch) for whoever needs them:
//! friction that holds up to μ N takes the same ones.

use crate::constraint::{Constraint, Level, Shape};
use crate::contact::spatial::{SpatialPair, SpatialRoll, SpatialRow, SpatialTouch};
use crate::contact::surface::{NOWHERE, Place};
use crate::element::{BodyId, BodyRef, Ctx, Rows, Sketch, Spatial, SpatialFrame};
use crate::error::ElementError;
use nalgebra::Vector3;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Form {
    Sliding,
    Rolling,
    WithoutPivoting,
}

/// A contact of a shape of body b with a shape of body a, in space.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpatialContact<P> {
    bodies: [BodyRef; 2],
    pair: P,
    form: Form,
}

impl<P: SpatialPair> SpatialContact<P> {
    /// Frictionless contact.
    pub fn sliding(a: BodyId<Spatial>, b: BodyId<Spatial>, pair: P) -> Self {
        Self { bodies: [a.into(), b.into()], pair, form: Form::Sliding }
    }

    /// Contact that rolls without slip; the bodies may pivot about the normal.
    pub fn rolling(a: BodyId<Spatial>, b: BodyId<Spatial>, pair: P) -> Self {
        Self { form: Form::Rolling, ..Self::sliding(a, b, pair) }
    }

    /// Contact that rolls without slip and does not pivot, as rough soft bodies do.
    pub fn without_pivoting(a: BodyId<Spatial>, b: BodyId<Spatial>, pair: P) -> Self {
        Self { form: Form::WithoutPivoting, ..Self::sliding(a, b, pair) }
    }

    /// The shapes.
    pub fn pair(&self) -> &P {
        &self.pair
    }

    /// The two bodies, a then b.
    pub fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }

    /// Where the shapes touch and how the contact moves, near the places `last`.
    pub fn locate(
        &self,
        a: &SpatialFrame,
        b: &SpatialFrame,
        last: [Place; 2],
    ) -> Result<(SpatialTouch, SpatialRoll), ElementError> {
        let touch = self.pair.touch(a, b, if last[0].x.is_nan() { self.pair.start() } else { last })?;
        let roll = touch.roll(a, b)?;
        Ok((touch, roll))
    }
}

/// What a contact remembers: its places on both surfaces.
pub(crate) fn remembered(memory: &[f64]) -> [Place; 2] {
    match memory {
        [a, b, c, d, e, f] => [Vector3::new(*a, *b, *c), Vector3::new(*d, *e, *f)],
        _ => [NOWHERE; 2],
    }
}

fn write(i: usize, row: &SpatialRow, out: &mut Rows<'_>) {
    out.jacobian(i, 0, row.jacobian[0]);
    out.jacobian(i, 1, row.jacobian[1]);
}

impl<P: SpatialPair> Constraint for SpatialContact<P> {
    fn shape(&self) -> Shape {
        let rolling = match self.form {
            Form::Sliding => 0,
            Form::Rolling => 2,
            Form::WithoutPivoting => 3,
        };
        let levels = std::iter::once(Level::Position).chain(std::iter::repeat_n(Level::Velocity, rolling));
        Shape { memory: vec![f64::NAN; 6], ..Shape::mixed(levels, self.bodies) }
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let (a, b) = (at.spatial(0), at.spatial(1));
        let (touch, roll) = self.locate(a, b, remembered(at.memory()))?;
        let row = touch.normal_row(a, b, &roll);
        out.position(0, row.phi, row.rate, row.gamma);
        write(0, &row, out);
        if self.form != Form::Sliding {
            let [first, second] = touch.tangent_rows(a, b, &roll);
            for (i, row) in [(1, first), (2, second)] {
                out.velocity(i, row.rate, row.gamma);
                write(i, &row, out);
            }
        }
        if self.form == Form::WithoutPivoting {
            let row = touch.pivot_row(a, b, &roll);
            out.velocity(3, row.rate, row.gamma);
            write(3, &row, out);
        }
        let [on_a, on_b] = touch.places;
        for (slot, value) in out.memory().iter_mut().zip(on_a.iter().chain(on_b.iter())) {
            *slot = *value;
        }
        Ok(())
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        vec![Sketch::Touch]
    }

    fn spatial_point(&self, at: Ctx<'_>, k: usize) -> Vector3<f64> {
        match self.locate(at.spatial(0), at.spatial(1), remembered(at.memory())) {
            Ok((touch, _)) => at.spatial(k).origin + touch.arms[k],
            Err(_) => NOWHERE,
        }
    }

    #[cfg(feature = "serde")]
    fn plain(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { bodies, form, pair } = self;
        Some(Box::new(SpatialContact {
            bodies: *bodies,
            form: *form,
            pair: crate::contact::spatial::PlainSpatialPair::of(&*pair.plain()?)?,
        }))
    }
}
