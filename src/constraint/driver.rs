//! Measures that are prescribed: drivers, and the rod as the driver that never moves.
//!
//! ```text
//! φ = u − f(t)      φ' = u' − f'      J = [g_a | g_b]      γ = f'' − bias(u'')
//! ```
//!
//! u and its derivatives come from the measure (E10), f' and f'' by automatic differentiation of f. λ is the force
//! (or moment) along the measure that drives body b; its power is −λ ∂φ/∂t = λ f'.

use super::{Constraint, ConstraintShape, Level};
use crate::element::{Changes, Ctx, Moving, Planar, Point, Rows, Sketch, Space, Spot, itself};
use crate::error::ElementError;
use crate::math::{Jet, Signal, TimeLaw};
use crate::measure::{Action, Measure, Separation, sketch_driven};
use std::fmt::{self, Debug};

/// Keeps a measure at a given function of time.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let wheel = builder.body("wheel", RigidBody::disk(2.0, 0.1));
/// builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
/// let motor = builder.constraint("motor", Driver::new(Angle::between(GROUND, wheel), |t| t * t * 3.0));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let end = run.last().ok_or("no sample")?;
/// // θ = 3 t²: the moment is J θ'' = ½ m r² · 6, its work the kinetic energy.
/// assert!((end.multipliers(motor)[0] - 0.01 * 6.0).abs() < 1e-12);
/// assert!((end.work_of_constraint(motor).ok_or("no work")? - end.kinetic()).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("motor", "actuator"))]
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Driver<M, F> {
    measure: M,
    law: F,
}

impl<M: Measure, F: Fn(Jet) -> Jet + Send + Sync> Driver<M, F> {
    /// u(t) = `law`(t).
    ///
    /// The law is written with the arithmetic of [`Jet`], a number that carries its first two derivatives:
    /// `|t| 0.3 * (2.0 * t).sin()`. Neither it nor its rate may jump, which a run looks for before it begins.
    pub fn new(measure: M, law: F) -> Self {
        Self { measure, law }
    }
}

impl<M: Measure> Driver<M, Signal> {
    /// u(t) = `signal`(t), as plain data: a model with it can be saved.
    pub fn signal(measure: M, signal: Signal) -> Self {
        Self { measure, law: signal }
    }
}

impl<M: Debug, F> Debug for Driver<M, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Driver").field("measure", &self.measure).finish_non_exhaustive()
    }
}

impl<M: Measure, F: TimeLaw> Constraint for Driver<M, F> {
    type Space = M::Space;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 1, self.measure.bodies()).working(true)
    }

    fn flaw(&self) -> Option<&'static str> {
        itself(self.measure.bodies())
    }

    fn eval(&self, at: Ctx<'_, M::Space>, out: &mut Rows<'_, M::Space>) -> Result<(), ElementError> {
        let law = self.law.at(at.now());
        prescribe(&self.measure, [law.value, law.first, law.second], at, out)
    }

    fn vary(&self, at: Moving<'_, M::Space>, out: &mut Changes<'_, M::Space>) -> bool {
        self.measure.vary(at).map(|u| u.write(0, out)).is_some()
    }

    fn turns_only(&self) -> bool {
        self.measure.turns_only()
    }

    fn along(&self, at: Ctx<'_, M::Space>) -> Result<Option<Action>, ElementError> {
        let mut u = self.measure.read(at)?;
        // Whole turns are those of the law.
        let law = self.law.at(at.now()).value;
        u.value = law + off(u.value, law, self.measure.period());
        Ok(Some(Action::of(&u, 0.0)))
    }

    fn reads_time(&self) -> bool {
        false
    }

    fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        vec![(Level::Position, &self.law)]
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        sketch_driven(&self.measure)
    }
}

/// By how much a value is off its law, whole turns not counted.
fn off(value: f64, law: f64, period: Option<f64>) -> f64 {
    let off = value - law;
    period.map_or(off, |period| off - period * (off / period).round())
}

/// One row that keeps `measure` at `law` = [f, f', f''].
fn prescribe<M: Measure>(
    measure: &M,
    law: [f64; 3],
    at: Ctx<'_, M::Space>,
    out: &mut Rows<'_, M::Space>,
) -> Result<(), ElementError> {
    let u = measure.read(at)?;
    out.position(0, off(u.value, law[0], measure.period()), u.rate - law[1], law[2] - u.bias);
    out.jacobian(0, 0, u.gradient[0]);
    out.jacobian(0, 1, u.gradient[1]);
    Ok(())
}

const NO_LENGTH: &str = "its length must be positive; two points at one place are held by a pin, or a ball joint";

/// Keeps two points at a distance: a massless rod with a pin at each end.
///
/// The multiplier is the force in the rod, positive when it pushes the points apart.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let ball = builder.body("ball", Particle::new(0.5).at(2.0, 0.0).moving(0.0, 3.0));
/// let cord = builder.constraint("cord", Distance::new(GROUND.origin(), ball.origin(), 2.0));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// // It pulls with m v²/l.
/// assert!(run.samples().all(|at| (at.multipliers(cord)[0] + 0.5 * 9.0 / 2.0).abs() < 1e-8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Distance<S: Space = Planar> {
    points: [Point<S>; 2],
    between: Separation<S>,
    length: f64,
}

#[cfg(feature = "serde")]
crate::store::checked::made!(
    [S: Space] [S::Vector: serde::Serialize] [S::Vector: serde::Deserialize<'de>] Distance [<S>]
    { points, length } => {
        let [a, b]: [Point<S>; 2] = points;
        Ok(Self::new(a, b, length))
    };
    // What is not finite, less itself, is no number.
    between, |read, made: &Separation<S>| read == made && made.points.iter().zip(read.points).all(|(&p, q)| p - q == S::Vector::default())
);

impl<S: Space> Distance<S> {
    /// Keeps `a` and `b` at `length` from each other. The length must not be zero: that is a pin.
    pub fn new(a: Point<S>, b: Point<S>, length: f64) -> Self {
        Self { points: [a, b], between: Separation::between(a, b), length }
    }
}

impl<S: Space> Constraint for Distance<S>
where
    Separation<S>: Measure<Space = S>,
{
    type Space = S;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Position, 1, self.between.bodies())
    }

    fn flaw(&self) -> Option<&'static str> {
        (self.length <= 0.0).then_some(NO_LENGTH).or_else(|| itself(self.between.bodies()))
    }

    #[inline]
    fn sizes(&self) -> Option<[usize; 2]> {
        Some([1, 2])
    }

    #[inline]
    fn eval(&self, at: Ctx<'_, S>, out: &mut Rows<'_, S>) -> Result<(), ElementError> {
        prescribe(&self.between, [self.length, 0.0, 0.0], at, out)
    }

    fn vary(&self, at: Moving<'_, S>, out: &mut Changes<'_, S>) -> bool {
        self.between.vary(at).map(|u| u.write(0, out)).is_some()
    }

    fn along(&self, at: Ctx<'_, S>) -> Result<Option<Action>, ElementError> {
        Ok(Some(Action::of(&self.between.read(at)?, 0.0)))
    }

    fn point(&self, at: Ctx<'_, S>, k: usize) -> S::Vector {
        S::position(at.body(k), self.points[k].local)
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        let [a, b] = self.points;
        vec![Sketch::Rod([Spot::in_space(0, S::in_space(a.local)), Spot::in_space(1, S::in_space(b.local))])]
    }
}
