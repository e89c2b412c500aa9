//! What a user can say about accuracy and output.

use super::failure::RunFailure;
use crate::body::Quantity;
use crate::impact::Restitution;
use crate::math::Brief;
use crate::model::Model;
use crate::ode::Besides;

/// Error tolerances, one absolute value per kind of quantity.
///
/// The error of a component x of a step is held below `relative` · |x| plus its absolute value.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
/// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
/// let model = builder.build()?;
/// let mut coarse = Tolerance::relative(1e-4);
/// coarse.angle = 1e-3; // rad
/// let steps = |tolerance| Ok::<_, chetaev::simulate::RunError>(Simulation::new(&model).tolerance(tolerance).run(model.placed(), 5.0)?.counters().steps);
/// assert!(2 * steps(coarse)? < steps(Tolerance::relative(1e-11))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tolerance {
    /// Relative tolerance.
    pub relative: f64,
    /// For positions, m.
    pub length: f64,
    /// For angles, rad.
    pub angle: f64,
    /// For velocities, m/s.
    pub velocity: f64,
    /// For angular velocities, rad/s.
    pub spin: f64,
    /// For variables of one's own that have a rate, in their own units.
    pub variable: f64,
    /// For integrated works, J; without it they do not control the step.
    pub work: Option<f64>,
}

impl Tolerance {
    /// A relative tolerance, with a hundredth of its number as the absolute one of every quantity (SI units).
    pub fn relative(relative: f64) -> Self {
        Self::new(relative, 0.01 * relative)
    }

    /// One relative and one absolute tolerance for everything.
    pub fn new(relative: f64, absolute: f64) -> Self {
        Self {
            relative,
            length: absolute,
            angle: absolute,
            velocity: absolute,
            spin: absolute,
            variable: absolute,
            work: None,
        }
    }

    /// Is either of both large enough for numbers of the order of one? (A comparison with NaN is false.)
    pub(super) fn check(&self) -> Result<(), RunFailure> {
        let Self { relative, length, angle, velocity, spin, variable, work } = *self;
        let absolute = length.min(angle).min(velocity).min(spin).min(variable);
        let least = 4.0 * f64::EPSILON;
        let sane = relative >= 0.0
            && absolute >= 0.0
            && relative.max(absolute) >= least
            && work.is_none_or(|work| work >= 0.0);
        let absolute = absolute.min(work.unwrap_or(absolute));
        if sane { Ok(()) } else { Err(RunFailure::Tolerance { relative, absolute }) }
    }

    /// Absolute tolerance and weight of every component of (q, v, works, variables, impulses).
    pub(super) fn components(&self, model: &Model) -> (Vec<f64>, Vec<f64>) {
        let bodies = model.inner.bodies.iter();
        let quantities: Vec<Quantity> = bodies.flat_map(|b| b.shape.coordinates.iter().map(|c| c.quantity)).collect();
        let choose = |length: f64, angle: f64, attitude: (f64, usize)| {
            quantities.iter().flat_map(move |q| match q {
                Quantity::Length => std::iter::repeat_n(length, 1),
                Quantity::Angle => std::iter::repeat_n(angle, 1),
                Quantity::Attitude => std::iter::repeat_n(attitude.0, attitude.1),
            })
        };
        let works = model.inner.layout.works;
        // A quaternion changes half as much as the angle by which it turns.
        let positions = choose(self.length, self.angle, (0.5 * self.angle, 4));
        let mut absolute: Vec<f64> = positions.chain(choose(self.velocity, self.spin, (self.spin, 3))).collect();
        let mut weights = vec![1.0; absolute.len()];
        absolute.extend(std::iter::repeat_n(self.work.unwrap_or(1.0), works));
        weights.extend(std::iter::repeat_n(if self.work.is_some() { 1.0 } else { 0.0 }, works));
        for variable in &model.inner.variables {
            absolute.push(self.variable);
            // What is held between events has no error.
            weights.push(f64::from(u8::from(variable.rate.is_some())));
        }
        // Impulses of static friction: what would change a velocity by its tolerance if it acted on everything.
        let frictions = model.inner.frictions.len();
        absolute.extend(std::iter::repeat_n(self.velocity * total_mass(model), frictions));
        weights.extend(std::iter::repeat_n(1.0, frictions));
        (absolute, weights)
    }

    /// Works, where they do not control the step: they are measured by the energy of the mass at the velocity at which the relative tolerance of a velocity takes over from the absolute one.
    pub(super) fn besides(&self, model: &Model, since: f64) -> Option<Besides> {
        let layout = &model.inner.layout;
        let first = layout.coordinates + layout.velocities;
        if self.work.is_some() || layout.works == 0 || self.relative == 0.0 {
            return None;
        }
        let speed = self.velocity / self.relative;
        Some(Besides { places: first..first + layout.works, since, size: 0.5 * total_mass(model) * speed * speed })
    }
}

fn total_mass(model: &Model) -> f64 {
    model.inner.bodies.iter().map(|body| body.shape.mass).sum()
}

impl From<f64> for Tolerance {
    fn from(relative: f64) -> Self {
        Self::relative(relative)
    }
}

/// When samples are taken.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.body("stone", Particle::new(1.0).moving(1.0, 0.0));
/// let model = builder.build()?;
/// let times = |output| Ok::<_, chetaev::simulate::RunError>(Simulation::new(&model).output(output).run(model.placed(), 1.0)?.times());
/// assert_eq!(times(Output::Ends)?, [0.0, 1.0]);
/// assert_eq!(times(Output::Times(vec![0.25, 0.5]))?, [0.25, 0.5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Output {
    /// Every so many seconds, from the start on; the end is always a sample.
    Every(f64),
    /// At the given times, which must rise and lie within the run: those of a measurement, say.
    Times(Vec<f64>),
    /// At every accepted step.
    Steps,
    /// At the start and at the end only.
    Ends,
}

/// The argument of a progress callback, after each accepted step.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// Time reached.
    pub t: f64,
    /// Time to reach.
    pub t_end: f64,
    /// Accepted steps so far.
    pub steps: u64,
    /// Size of the last step.
    pub step: f64,
}

/// More samples than this are a slip of the pen.
const MOST_SAMPLES: f64 = 1e11;

pub(super) fn check_output(output: &Output, t0: f64, t_end: f64) -> Result<(), RunFailure> {
    let refuse = |what| Err(RunFailure::Output { what });
    match output {
        Output::Every(interval) if !(*interval > 0.0 && interval.is_finite()) => {
            refuse(format!("its interval is {interval} s, and must be positive and finite"))
        }
        // Otherwise two samples would have one time, and the second and all after it would be left out.
        Output::Every(interval) if [t0, t_end].iter().any(|t| t.is_finite() && t.abs() + interval <= t.abs()) => {
            refuse(format!(
                "the interval {} s is below the resolution of time between {t0} s and {t_end} s: take a longer one",
                Brief(*interval)
            ))
        }
        Output::Every(interval) if t_end.is_finite() && (t_end - t0) / interval > MOST_SAMPLES => refuse(format!(
            "the interval {} s makes more than {MOST_SAMPLES:e} samples until {t_end} s, which no memory holds: take a longer one, for a run can be read between its samples",
            Brief(*interval)
        )),
        Output::Times(times) if times.iter().any(|t| t.is_nan()) => refuse("one of the times is not a number".into()),
        Output::Times(times) if times.first().is_some_and(|&first| first < t0) => {
            refuse(format!("the first time, {} s, is before the start at {t0} s: leave it out", times[0]))
        }
        Output::Times(times) if times.last().is_some_and(|&last| last > t_end) => refuse(format!(
            "the last time, {} s, is after the end at {t_end} s: run until then",
            times[times.len() - 1]
        )),
        Output::Times(times) if !times.windows(2).all(|w| w[0] < w[1]) => {
            refuse("the times do not rise: sort them, and name each once".into())
        }
        _ => Ok(()),
    }
}

/// How contacts that close together are struck, and by which law of restitution.
///
/// Rigid bodies do not determine what several impacts at one instant do. *At once* is symmetric, does not depend on any order, and ends; *in turn* is right for balls in a row,
/// and where its result depends on which contact comes first the run ends with an error.
///
/// ```
/// use chetaev::impact::Restitution;
/// use chetaev::simulate::Impacts;
/// assert_eq!(Impacts::default(), Impacts::at_once().law(Restitution::Energetic));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Impacts {
    pub(super) law: Restitution,
    pub(super) in_turn: bool,
    pub(super) whole: bool,
}

impl Impacts {
    /// All at once: (H11).
    pub fn at_once() -> Self {
        Self::default()
    }

    /// One after the other, in both orders.
    pub fn in_turn() -> Self {
        Self { in_turn: true, ..Self::default() }
    }

    /// One contact too as one problem for its whole impulses (H11), instead of by Routh's process (H9), in which slip may stop or turn on the way.
    ///
    /// With [`Restitution::Newton`] that is Moreau's law, which published problems use. It does nothing to impacts in turn, each of which is one contact's.
    pub fn whole(self) -> Self {
        Self { whole: true, ..self }
    }

    /// The law of restitution.
    pub fn law(self, law: Restitution) -> Self {
        Self { law, ..self }
    }
}
