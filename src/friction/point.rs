//! The built-in friction points: a measure along which two bodies slip.
//!
//! With a measure u (E10), a lever r (1, or the radius of a pin) and the speed w(t) of a belt that runs along the tangent:
//!
//! ```text
//! s = r u' − w        s' = r u'' − w'        D = r [g_a | g_b]        γ = w' − r bias(u'')
//! ```
//!
//! A guide of finite length touches at two points of body b with abscissas x₁, x₂ along its line. From force λ₁ and moment λ₂ of
//! the prismatic joint, both at the point from which abscissas are counted:
//!
//! ```text
//! N₁ + N₂ = λ₁,   x₁ N₁ + x₂ N₂ = λ₂        N₁ = (x₂ λ₁ − λ₂)/(x₂ − x₁),   N₂ = (λ₂ − x₁ λ₁)/(x₂ − x₁)
//! ```
//!
//! each of either sign. A pin of radius r carries √(λ₁² + λ₂²), the friction on its circumference the moment r F.

use super::{Friction, Load};
use crate::constraint::{Constraint, ConstraintShape, Level, Prismatic, Revolute, Slot};
use crate::element::{BodyRef, Changes, ConstraintRef, Ctx, Inside, Moving, Point, Rows, Space};
use crate::error::ElementError;
use crate::math::{AnyLaw, Jet, Signal, TimeLaw};
use crate::measure::{Angle, Measure, Travel};
use std::fmt::{self, Debug};
use std::sync::Arc;

/// A load that is given.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Normal {
    Constant(f64),
    Signal(Signal),
    #[cfg_attr(feature = "serde", serde(skip))]
    Law(Arc<dyn Fn(f64) -> f64 + Send + Sync>),
}

/// Whether two functions of the user's own are the same is not known.
impl PartialEq for Normal {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Constant(a), Self::Constant(b)) => a == b,
            (Self::Signal(a), Self::Signal(b)) => a == b,
            _ => false,
        }
    }
}

/// A friction point along a measure.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let line = GROUND.axis([0.0, 0.0], 0.0);
/// let block = builder.body("block", Particle::new(2.0).moving(1.0, 0.0));
/// builder.constraint("line", Slot::new(line, block.origin()));
/// // A brake that presses with 30 N.
/// let brake = builder.friction("brake", FrictionPoint::along(Travel::along(line, block.origin()), 30.0), Coulomb::new(0.2));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// // m v/(μ N) = 1/3 s, and it stays where it is.
/// assert!((run.transitions()[0].t - 1.0 / 3.0).abs() < 1e-12);
/// assert_eq!(run.last().ok_or("no sample")?.body(block).velocity.x, 0.0);
/// assert!((run.friction_summary(brake).stuck - 2.0 / 3.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(feature = "serde", serde(remote = "Self"))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "M: serde::Serialize, <M::Space as Space>::Vector: serde::Serialize",
        deserialize = "M: serde::Deserialize<'de>, <M::Space as Space>::Vector: serde::Deserialize<'de>"
    ))
)]
pub struct FrictionPoint<M: Measure> {
    measure: M,
    lever: f64,
    load: Load,
    given: Option<Normal>,
    /// The speed of a belt.
    belt: Option<AnyLaw>,
    point: Option<Point<M::Space>>,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(
    [M: Measure]
    [M: serde::Serialize, <M::Space as Space>::Vector: serde::Serialize]
    [M: serde::Deserialize<'de>, <M::Space as Space>::Vector: serde::Deserialize<'de>]
    FrictionPoint<M>,
    it => {
        let given = it.given.is_some() == (it.load == Load::Given);
        let held = it.point.is_none_or(|point| point.body == it.measure.bodies()[1]);
        require(given, || "its load is given if it is `Given`, and not else".to_owned())
            .and(require(held, || "its point is of another body than those that rub".to_owned()))
            .and(lever(it.lever).map(drop).map_err(str::to_owned))
    }
);

/// What the radius of a pin, a hinge or a shoulder must be: with less than nothing it would slip the other way round.
const NO_RADIUS: &str = "the radius at which it rubs must be positive and finite";

/// A radius at which something rubs.
pub(super) fn lever(radius: f64) -> Result<f64, &'static str> {
    if radius > 0.0 && radius.is_finite() { Ok(radius) } else { Err(NO_RADIUS) }
}

impl FrictionPoint<Travel> {
    /// The pin of a slot, loaded by the slot's reaction.
    pub(super) fn of_slot(id: ConstraintRef, slot: &Slot) -> Self {
        let travel = Travel::along(slot.line(), slot.pin());
        Self::at(slot.pin(), travel, 1.0, Load::row(id, 0))
    }

    /// One of the two ends of a guide.
    pub(super) fn of_guide(id: ConstraintRef, guide: &Prismatic, [x1, x2]: [f64; 2], end: usize) -> Self {
        let [force, moment] = [[x2, -1.0], [-x1, 1.0]][end].map(|f| f / (x2 - x1));
        let pin = guide.slider().at([x1, x2][end]);
        let load = Load::Rows { constraint: id, factors: vec![(0, force), (1, moment)] };
        Self::at(pin, Travel::along(guide.line(), pin), 1.0, load)
    }
}

impl FrictionPoint<Angle> {
    /// The circumference of a pin, loaded by its reaction.
    pub(super) fn of_pin(id: ConstraintRef, pin: &Revolute, radius: f64) -> Result<Self, &'static str> {
        let [a, b] = pin.points();
        Ok(Self::at(b, Angle::of(a.body, b.body), lever(radius)?, Load::pair(id, [0, 1])))
    }
}

impl<M: Measure> FrictionPoint<M> {
    fn new(measure: M, lever: f64, load: Load) -> Self {
        Self { measure, lever, load, given: None, belt: None, point: None }
    }

    /// One whose force acts at a point of the measure's second body.
    pub(super) fn at(point: Point<M::Space>, measure: M, lever: f64, load: Load) -> Self {
        Self { point: Some(point), ..Self::new(measure, lever, load) }
    }

    /// Friction along any measure, under a constant load `normal`: a brake, a belt. A load of −10 N brakes like one of 10 N.
    pub fn along(measure: M, normal: f64) -> Self {
        Self { given: Some(Normal::Constant(normal)), ..Self::new(measure, 1.0, Load::Given) }
    }

    /// Friction along any measure, under a load that is a function of time. Its size counts: where the function changes its sign the friction has a kink,
    /// which is not located, so that a step across it costs accuracy; let the function itself stay on one side, or stop the run there with an event.
    pub fn along_under(measure: M, normal: impl Fn(f64) -> f64 + Send + Sync + 'static) -> Self {
        Self { given: Some(Normal::Law(Arc::new(normal))), ..Self::new(measure, 1.0, Load::Given) }
    }

    /// Friction along any measure, under a load as a function of time that is plain data: a model with it can be saved.
    pub fn along_under_signal(measure: M, normal: Signal) -> Self {
        Self { given: Some(Normal::Signal(normal)), ..Self::new(measure, 1.0, Load::Given) }
    }

    /// Friction along any measure, loaded by a reaction.
    pub fn loaded(measure: M, load: Load) -> Self {
        Self::new(measure, 1.0, load)
    }

    /// Lets the surface run along the tangent with a speed of its own, a function of time (see [`Driver`](crate::constraint::Driver) for how to write it).
    pub fn on_belt(self, speed: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Self {
        Self { belt: Some(AnyLaw::Law(Arc::new(speed))), ..self }
    }

    /// Lets the surface run along the tangent with a speed of its own that is plain data: a model with it can be saved.
    pub fn on_belt_signal(self, speed: Signal) -> Self {
        Self { belt: Some(AnyLaw::Signal(speed)), ..self }
    }

    /// Along what it slips, and where its force acts if it is in a joint.
    #[cfg(feature = "serde")]
    pub(super) fn slip(&self) -> (&M, Option<Point<M::Space>>) {
        (&self.measure, self.point)
    }

    /// Is it plain data, without a function of the user's?
    #[cfg(feature = "serde")]
    pub(crate) fn is_plain(&self) -> bool {
        self.belt.as_ref().is_none_or(AnyLaw::is_plain) && !matches!(self.given, Some(Normal::Law(_)))
    }
}

impl<M: Measure> Debug for FrictionPoint<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrictionPoint")
            .field("measure", &self.measure)
            .field("load", &self.load)
            .finish_non_exhaustive()
    }
}

impl<M: Measure> Constraint for FrictionPoint<M> {
    type Space = M::Space;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 1, self.measure.bodies()).working(self.belt.is_some())
    }

    #[inline]
    fn sizes(&self) -> Option<[usize; 2]> {
        Some([1, 2])
    }

    #[inline]
    fn eval(&self, at: Ctx<'_, M::Space>, out: &mut Rows<'_, M::Space>) -> Result<(), ElementError> {
        let u = self.measure.read(at)?;
        let (speed, rate) = match &self.belt {
            Some(belt) => {
                let w = belt.law().at(at.now());
                (w.value, w.first)
            }
            None => (0.0, 0.0),
        };
        let r = self.lever;
        out.velocity(0, r * u.rate - speed, rate - r * u.bias);
        out.jacobian(0, 0, u.scaled(0, r));
        out.jacobian(0, 1, u.scaled(1, r));
        Ok(())
    }

    fn vary(&self, at: Moving<'_, M::Space>, out: &mut Changes<'_, M::Space>) -> bool {
        self.measure.vary(at).map(|u| u.write_rate(0, self.lever, out)).is_some()
    }

    fn reads_time(&self) -> bool {
        matches!(self.given, Some(Normal::Law(_)))
    }

    fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        let given = match &self.given {
            Some(Normal::Signal(normal)) => Some(normal as &dyn TimeLaw),
            _ => None,
        };
        self.belt.iter().map(AnyLaw::law).chain(given).map(|law| (Level::Velocity, law)).collect()
    }

    fn point(&self, at: Ctx<'_, M::Space>, k: usize) -> <M::Space as Space>::Vector {
        // One point in space: where the force acts on body b, the opposite one acts on body a.
        let given = self.point.map(|point| point.local);
        match given.or_else(|| self.measure.ends().map(|[_, b]| M::Space::part(b))) {
            Some(point) => M::Space::position(at.body(1), point),
            None => M::Space::origin(at.body(k)),
        }
    }
}

impl<M: Measure> Friction for FrictionPoint<M> {
    fn load(&self) -> Load {
        self.load.clone()
    }

    fn is_moment(&self) -> bool {
        self.point.is_none() && self.measure.is_angle()
    }

    fn given(&self, at: Ctx<'_, M::Space>) -> Result<f64, ElementError> {
        Ok(match &self.given {
            Some(Normal::Constant(normal)) => *normal,
            Some(Normal::Signal(normal)) => normal.now(at.now()),
            Some(Normal::Law(normal)) => normal(at.t),
            None => 0.0,
        })
    }
}

impl<M: Measure> FrictionPoint<M> {
    /// The two bodies that rub.
    pub fn bodies(&self) -> [BodyRef; 2] {
        self.measure.bodies()
    }
}
