//! A point of a body that is led along a given path in time.
//!
//! ```text
//! φ = P_b − c(t)      φ' = v_P − c'      J = [1, k×ρ]      γ = c'' + ω² ρ
//! ```
//!
//! λ is the force on the body at the point, in world axes; its power is λ·c'.

use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{Changes, Ctx, Moving, Planar, PlanarFrame, Point, Rows, RowsOf};
use crate::error::ElementError;
use crate::math::{Jet, Now, Real, Signal, TimeLaw};
use nalgebra::Vector2;
use std::fmt::{self, Debug};

/// Leads a point of a body along a path given as a function of time.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let load = builder.body("load", Particle::new(3.0));
/// let hand = builder.constraint("hand", PointDriver::new(load.origin(), |t| [t * 0.0, t * t]));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let end = run.last().ok_or("no sample")?;
/// assert!((end.body(load).origin.y - 1.0).abs() < 1e-12);
/// assert!((end.multipliers(hand)[1] - 3.0 * (9.81 + 2.0)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct PointDriver<F> {
    point: Point,
    path: F,
}

impl<F: Fn(Jet) -> [Jet; 2] + Send + Sync> PointDriver<F> {
    /// P(t) = `path`(t), in world axes; see [`Driver::new`](crate::constraint::Driver::new) for the arithmetic.
    pub fn new(point: Point, path: F) -> Self {
        Self { point, path }
    }
}

impl PointDriver<[Signal; 2]> {
    /// P(t) = `path`(t), as plain data: a model with it can be saved.
    pub fn signal(point: Point, path: [Signal; 2]) -> Self {
        Self { point, path }
    }
}

/// A path in the plane as a function of time.
///
/// Every closure `Fn(Jet) -> [Jet; 2]` is one, and so are two [`Signal`]s.
pub trait PathLaw: Send + Sync {
    /// The point now, with its derivatives.
    fn at(&self, now: Now<'_>) -> [Jet; 2];

    /// The signals of which it is made.
    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        Vec::new()
    }
}

impl<F: Fn(Jet) -> [Jet; 2] + Send + Sync> PathLaw for F {
    fn at(&self, now: Now<'_>) -> [Jet; 2] {
        self(now.time())
    }
}

impl PathLaw for [Signal; 2] {
    fn at(&self, now: Now<'_>) -> [Jet; 2] {
        [self[0].at(now), self[1].at(now)]
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        vec![&self[0], &self[1]]
    }
}

impl<F> Debug for PointDriver<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PointDriver").field("point", &self.point).finish_non_exhaustive()
    }
}

impl<F: PathLaw> PointDriver<F> {
    fn write<T: Real>(&self, body: &PlanarFrame<T>, now: Now<'_>, out: &mut impl RowsOf<T>) {
        let arm = body.turn(self.point.local);
        let path = self.path.at(now);
        let part = |part: fn(Jet) -> f64| Vector2::from(path.map(|x| T::from(part(x))));
        let phi = body.origin + arm - part(|x| x.value);
        let rate = body.velocity_at(arm) - part(|x| x.first);
        let gamma = part(|x| x.second) + arm * (body.spin * body.spin);
        out.positions(0, phi.into(), rate.into(), gamma.into());
        out.columns(0, 0, [[T::one(), T::zero(), -arm.y], [T::zero(), T::one(), arm.x]]);
    }
}

impl<F: PathLaw> Constraint for PointDriver<F> {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 2, [self.point.body]).working(true)
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        self.write(at.body(0), at.now(), out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_>, out: &mut Changes<'_>) -> bool {
        self.write(at.body(0), at.now, out);
        true
    }

    fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        self.path.time_laws().into_iter().map(|law| (Level::Position, law)).collect()
    }

    fn point(&self, at: Ctx<'_>, _k: usize) -> Vector2<f64> {
        at.body(0).point(self.point.local)
    }
}
