//! Creep: what a wheel that rolls under a load resists, because its patch of contact deforms.
//!
//! At the contact of a surface of b (the wheel) with one of a (the rail), let n be the outer normal of a, e₁ the direction of rolling in the tangent plane, e₂ = n × e₁, w the velocity of b's
//! material point as seen from a's, Δω the spin of b relative to a, and V the speed with which b rolls on: that of its frame's origin along e₁, as seen from a. Then
//!
//! ```text
//! (1)  ξ₁ = w·e₁/V,   ξ₂ = w·e₂/V,   φ = n·Δω/V        the creepages: two numbers, and 1/m
//! (2)  T = F₁ e₁ + F₂ e₂ at the contact, M n           on b; the opposite on a
//! (3)  F₁ = −f₁₁ ξ₁,   F₂ = −f₂₂ ξ₂ − f₂₃ φ,   M = f₂₃ ξ₂ − f₃₃ φ        Kalker's linear theory
//! (4)  f₁₁, f₂₂ ~ N^(2/3),   f₂₃ ~ N,   f₃₃ ~ N^(4/3)                      because the patch of Hertz has semi-axes ~ N^(1/3)
//! (5)  F' = μ N (u − u²/3 + u³/27),  u = F/(μ N) below 3, and μ N beyond    the limit of Shen, Hedrick and Elkins for F = √(F₁² + F₂²)
//! ```
//!
//! N is the multiplier of the contact at the same instant, which depends on these forces: both are solved together (`dynamics/reacting.rs`).

use super::{EnergyKind, Force};
use crate::contact::spatial::SpatialPair;
use crate::contact::surface::remembered;
use crate::element::{BodyId, BodyRef, ConstraintRef, Ctx, Loads, Spatial};
use crate::error::ElementError;
use nalgebra::Vector3;
use std::fmt::{self, Debug};

/// What a law of creep is asked with.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Creeping {
    /// N, the load of the contact.
    pub load: f64,
    /// V, the speed of rolling.
    pub speed: f64,
    /// w·e₁ and w·e₂: the slip along the direction of rolling, and across it.
    pub slip: [f64; 2],
    /// n·Δω: the spin about the normal.
    pub spin: f64,
    /// The principal curvatures of the two surfaces relative to each other, the smaller one first.
    pub curvatures: [f64; 2],
}

impl Creeping {
    /// ξ₁, ξ₂ and φ of (1).
    pub fn creepages(&self) -> [f64; 3] {
        [self.slip[0], self.slip[1], self.spin].map(|slip| slip / self.speed.abs())
    }
}

/// How a wheel that creeps is pushed. Every closure `Fn(&Creeping) -> [f64; 3]` says it, and so does [`Kalker`].
pub trait CreepLaw: Send + Sync {
    /// F₁, F₂ and M of (2): the force on b along the direction of rolling and across it, and the moment about the normal.
    fn force(&self, at: &Creeping) -> [f64; 3];

    /// What is wrong with it as it is given: a model with it is not built.
    fn flaw(&self) -> Option<&'static str> {
        None
    }

    /// This law, if it is one that can be written.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn plain(&self) -> Option<Kalker> {
        None
    }
}

impl<F: Fn(&Creeping) -> [f64; 3] + Send + Sync> CreepLaw for F {
    fn force(&self, at: &Creeping) -> [f64; 3] {
        self(at)
    }
}

const NO_WAY: &str = "its direction of rolling has no length, or is no number";
const PUSHES: &str = "of its coefficients of creep f11, f22 and f33 and its limit of friction none may be negative, the load at which they hold must be positive, and all be finite";

/// Kalker's linear theory, (3), with coefficients in N, N m and N m².
///
/// ```
/// use chetaev::force::Kalker;
/// // The same at every load; as Hertz's patch grows from a load of 10 kN on; with the limit of friction.
/// let law = Kalker::new(5e6, 4e6, 2e3, 20.0);
/// let grows = law.at_load(1e4);
/// let limited = grows.limited(0.3);
/// # let _ = limited;
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Kalker {
    along: f64,
    across: f64,
    mixed: f64,
    spin: f64,
    load: Option<f64>,
    limit: Option<f64>,
}

impl Kalker {
    /// f₁₁ along the direction of rolling, f₂₂ across it, f₂₃ between spin and what is across, f₃₃ of spin; the same at every load.
    pub fn new(f11: f64, f22: f64, f23: f64, f33: f64) -> Self {
        Self { along: f11, across: f22, mixed: f23, spin: f33, load: None, limit: None }
    }

    /// The coefficients are those at this load, and follow (4) at others; where the contact pulls there is no force.
    pub fn at_load(self, load: f64) -> Self {
        Self { load: Some(load), ..self }
    }

    /// Friction limits the force, (5); the moment about the normal is left as it is.
    pub fn limited(self, mu: f64) -> Self {
        Self { limit: Some(mu), ..self }
    }
}

impl CreepLaw for Kalker {
    fn force(&self, at: &Creeping) -> [f64; 3] {
        let part = self.load.map_or(1.0, |load| (at.load / load).max(0.0));
        let [along, across, spin] = at.creepages();
        let (hertz, mixed) = (part.cbrt() * part.cbrt(), self.mixed * part);
        let force = [-self.along * hertz * along, -self.across * hertz * across - mixed * spin];
        let moment = mixed * across - self.spin * hertz * hertz * spin;
        let size = force[0].hypot(force[1]);
        let least = match self.limit.map(|mu| mu * at.load.max(0.0)) {
            Some(limit) if limit > 0.0 => {
                let u = size / limit;
                if u < 3.0 { 1.0 - u / 3.0 + u * u / 27.0 } else { 1.0 / u }
            }
            Some(_) => 0.0,
            None => 1.0,
        };
        [least * force[0], least * force[1], moment]
    }

    fn flaw(&self) -> Option<&'static str> {
        let sizes = [self.along, self.across, self.spin, self.limit.unwrap_or(0.0)];
        let good = sizes.iter().all(|x| *x >= 0.0 && x.is_finite())
            && self.mixed.is_finite()
            && self.load.is_none_or(|load| load > 0.0 && load.is_finite());
        (!good).then_some(PUSHES)
    }

    #[cfg(feature = "serde")]
    fn plain(&self) -> Option<Kalker> {
        Some(*self)
    }
}

/// The force of creep in a contact that holds its normal alone: a [`Contact::sliding`](crate::constraint::Contact::sliding), or a smooth one that opens.
///
/// A ball that is driven by a moment rolls on a plane, and creeps:
///
/// ```
/// use chetaev::contact::spatial::OnPlane;
/// use chetaev::contact::surface::{Plane, Sphere};
/// use chetaev::force::{Creep, Creeping};
/// use chetaev::nalgebra::Vector3;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, 0.0, -10.0]);
/// let ball = Solid::principal(2.0, [0.2; 3])?.at(0.0, 0.0, 0.5).moving(3.0, 0.0, 0.0).spinning(0.0, 6.0, 0.0);
/// let ball = builder.body("ball", ball);
/// let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], 0.5));
/// let floor = builder.constraint("floor", Contact::sliding(WORLD, ball, pair.clone()));
/// // 50 times the load and the creepage along.
/// let law = |at: &Creeping| [-50.0 * at.load * at.creepages()[0], 0.0, 0.0];
/// builder.force("creep", Creep::new(WORLD, ball, pair, floor, law));
/// builder.force("motor", Applied::torque(ball, |_| Vector3::new(0.0, 1.0, 0.0)));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.start().project()?, 2.0)?;
/// let end = run.last().ok_or("no sample")?;
/// let slip = end.body(ball).velocity.x - 0.5 * end.body(ball).spin.y;
/// let force = -50.0 * 20.0 * slip / end.body(ball).velocity.x;
/// assert!((2.0 * end.body_acceleration(ball)[0] - force).abs() < 1e-9 && slip < -1e-4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Creep<P, L> {
    bodies: [BodyRef; 2],
    pair: P,
    load: ConstraintRef,
    forward: Vector3<f64>,
    law: L,
}

impl<P: SpatialPair, L: CreepLaw> Creep<P, L> {
    /// The creep of b on a where this pair touches, under the first multiplier of `load`, the contact with this pair. It rolls along a's x axis unless it is said otherwise.
    pub fn new(a: BodyId<Spatial>, b: BodyId<Spatial>, pair: P, load: impl Into<ConstraintRef>, law: L) -> Self {
        Self { bodies: [a.into(), b.into()], pair, load: load.into(), forward: Vector3::x(), law }
    }

    /// The direction of rolling, in the axes of a; of it counts what lies in the surface.
    pub fn along(self, forward: [f64; 3]) -> Self {
        Self { forward: forward.into(), ..self }
    }
}

impl<P: Debug, L> Debug for Creep<P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Creep").field("pair", &self.pair).field("load", &self.load).finish_non_exhaustive()
    }
}

impl<P: SpatialPair, L: CreepLaw> Force for Creep<P, L> {
    type Space = Spatial;

    fn bodies(&self) -> Vec<BodyRef> {
        self.bodies.to_vec()
    }

    fn flaw(&self) -> Option<&'static str> {
        let size = self.forward.norm();
        if size > 0.0 && size.is_finite() { self.law.flaw() } else { Some(NO_WAY) }
    }

    fn reactions(&self) -> Vec<(ConstraintRef, usize)> {
        vec![(self.load, 0)]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    /// The places of the contact.
    fn memory(&self) -> Vec<f64> {
        vec![f64::NAN; 6]
    }

    fn reads_time(&self) -> bool {
        false
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Loads<'_, Spatial>) -> Result<(), ElementError> {
        let load = at.reaction(0);
        if load == 0.0 {
            return Ok(());
        }
        let (a, b) = (at.body(0), at.body(1));
        let last = match remembered(at.memory()) {
            [on_a, _] if on_a.x.is_nan() => self.pair.start(),
            last => last,
        };
        let touch = self.pair.touch(a, b, last)?;
        let n = touch.normal;
        let ahead = a.turn(self.forward);
        let along = ahead - n * n.dot(&ahead);
        if along.norm() <= 1e-9 * ahead.norm() {
            return Err(ElementError::Singular {
                what: "the direction of rolling is along the normal of the contact: say another one with `Creep::along`",
            });
        }
        let along = along.normalize();
        let across = n.cross(&along);
        let [place, other] = [b.origin + touch.arms[1], a.origin + touch.arms[0]];
        let slip = b.velocity_at(touch.arms[1]) - a.velocity_at(touch.arms[0]);
        let speed = along.dot(&(b.velocity - a.velocity_at(b.origin - a.origin)));
        let [first, second, moment] = self.law.force(&Creeping {
            load,
            speed,
            slip: [along.dot(&slip), across.dot(&slip)],
            spin: n.dot(&(b.spin - a.spin)),
            curvatures: touch.relative_curvatures(),
        });
        let (force, moment) = (along * first + across * second, n * moment);
        out.force_at(1, force, place);
        out.force_at(0, -force, other);
        out.wrench(1, Vector3::zeros(), moment);
        out.wrench(0, Vector3::zeros(), -moment);
        let [on_a, on_b] = touch.places;
        out.memory().iter_mut().zip(on_a.iter().chain(on_b.iter())).for_each(|(to, place)| *to = *place);
        Ok(())
    }

    fn potential(&self, _at: Ctx<'_, Spatial>) -> Result<f64, ElementError> {
        Ok(0.0)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { bodies, pair, load, forward, law } = self;
        let pair = crate::contact::spatial::SavedSpatialPair::of(&*pair.saved()?)?;
        Some(Box::new(Creep { bodies: *bodies, pair, load: *load, forward: *forward, law: law.plain()? }))
    }
}
