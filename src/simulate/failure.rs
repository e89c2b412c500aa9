//! Why a run failed, and what it had computed until then.

use super::result::{Mended, Trajectory};
use super::sensitivity::SensitivityError;
use crate::dynamics::{Branch, Mode};
use crate::error::{EvalError, quoted};
use crate::math::Brief;
use crate::model::Model;
use crate::ode::{ControlError, StepError};
use std::fmt;
use thiserror::Error;

/// A run that failed, and what it had computed until then.
#[derive(Error)]
#[error("{failure}")]
#[non_exhaustive]
pub struct RunError {
    /// Why.
    #[source]
    pub failure: RunFailure,
    /// The trajectory so far, its last state where the run stood.
    pub partial: Box<Trajectory>,
}

/// Without the numbers of the trajectory.
impl fmt::Debug for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunError").field("failure", &self.failure).finish_non_exhaustive()
    }
}

impl RunFailure {
    /// The same with the name of what is not finite, in place of its number.
    pub(super) fn named(self, model: &Model) -> Self {
        let Self::Step(StepError::NotFinite { t, component }) = self else { return self };
        let works = model.coordinates() + model.velocities();
        let variables = works + model.inner.layout.works;
        let (kind, name) = match component {
            q if q < model.coordinates() => ("coordinate", Some(model.coordinate_name(q))),
            v if v < works => ("velocity", Some(model.velocity_name(v - model.coordinates()))),
            x if x < variables => return self,
            x => ("variable", model.variable_names().nth(x - variables).map(String::from)),
        };
        let what = "its value or its rate".into();
        name.map_or(self, |name| EvalError::NotFinite { kind, name, what, t }.into())
    }
}

/// Why a run failed.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RunFailure {
    /// The method or its control was refused.
    #[error(transparent)]
    Control(#[from] ControlError),
    /// No step was possible.
    #[error(transparent)]
    Step(#[from] StepError<EvalError>),
    /// Something could not be evaluated.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The run cannot carry the derivatives that were asked for.
    #[error(transparent)]
    Sensitivity(#[from] SensitivityError),
    /// The start does not satisfy the constraints.
    #[error("{} constraint `{row}` by {} ({unit}): make it consistent with `model.start().project()`", of_start(unit), Brief(*residual))]
    Inconsistent {
        /// The worst row.
        row: String,
        /// φ there or, where all positions fit, its rate.
        residual: f64,
        /// Its unit: m or rad, or that per second.
        unit: &'static str,
    },
    /// A change at an event has asked for what the constraints cannot meet.
    #[error(
        "after event `{event}` at t = {}, constraint `{row}` is violated by {} ({unit}), and no projection of the changed state satisfies it: \
         change the state to one near which the active constraints can be satisfied",
        Brief(*t), Brief(*residual)
    )]
    Unmet {
        /// The event.
        event: String,
        /// The worst row.
        row: String,
        /// φ or its rate there.
        residual: f64,
        /// Its unit.
        unit: &'static str,
        /// When.
        t: f64,
    },
    /// A change has left what is held so far from where it holds that bodies would have to be moved to it.
    #[error(
        "after event `{event}` at t = {}, constraint `{row}` is violated by {} ({unit}), and satisfying it would move `{}` by {}, more than the {} by which a change is mended: \
         change the state to one that satisfies the constraints, or allow more with `Simulation::mend_at_most`",
        Brief(*t), Brief(*residual), mended.moved_most, Brief(mended.moved), Brief(*most)
    )]
    Mended {
        /// The event.
        event: String,
        /// The row that the changed state violates most.
        row: String,
        /// φ there.
        residual: f64,
        /// Its unit.
        unit: &'static str,
        /// What would be moved, and by how much.
        mended: Box<Mended>,
        /// What is allowed.
        most: f64,
        /// When.
        t: f64,
    },
    /// A changed state from which nothing can go on, and which violates what is held in it.
    #[error(
        "after event `{event}` at t = {}, which left constraint `{row}` violated by {} ({unit}): {source}; change the state to one near which the active constraints can be satisfied",
        Brief(*t), Brief(*residual)
    )]
    After {
        /// The event.
        event: String,
        /// The worst row.
        row: String,
        /// φ there.
        residual: f64,
        /// Its unit.
        unit: &'static str,
        /// When.
        t: f64,
        /// What could not be evaluated.
        source: Box<EvalError>,
    },
    /// A clock that cannot be followed.
    #[error("event `{event}`: {what}")]
    Clock {
        /// The event.
        event: String,
        /// What is wrong with its times.
        what: String,
    },
    /// A change at an event has said that it cannot be made.
    #[error("at t = {}, event `{event}` could not change the state: {why}", Brief(*t))]
    Change {
        /// The event.
        event: String,
        /// What it said.
        why: String,
        /// When.
        t: f64,
    },
    /// A contact starts inside.
    #[error("contact `{contact}` starts with its bodies {} {unit} {}: move them apart by as much, or close the contact (`State::close`) and project the start", Brief(*depth), if *unit == "m" { "inside each other" } else { "past its limit" })]
    Penetrates {
        /// The contact.
        contact: String,
        /// How deep.
        depth: f64,
        /// m, or rad where it is the limit of an angle.
        unit: &'static str,
    },
    /// An impact without a result.
    #[error("at t = {}, the impact at {} has no result: {why}", Brief(*t), quoted(contacts))]
    Blow {
        /// The contacts that were struck together.
        contacts: Vec<String>,
        /// Why.
        why: String,
        /// When.
        t: f64,
    },
    /// Impacts in turn whose result depends on which comes first.
    #[error(
        "at t = {}, contacts {} are struck together, and the result depends on which comes first: rates differ by {} of the largest; rigid bodies do not determine it: \
         strike them at once with `Impacts::at_once`",
        Brief(*t), quoted(contacts), Brief(*differs)
    )]
    OrderMatters {
        /// The contacts.
        contacts: Vec<String>,
        /// Largest difference of a rate, as a part of the largest rate.
        differs: f64,
        /// When.
        t: f64,
    },
    /// The constraints can no longer be met.
    #[error(
        "at t = {}, constraint `{row}` is violated by {} ({unit}), and projection cannot correct it: constraints contradict each other there, or the \
         mechanism has passed the end of its range; end the run earlier with an event, or see `freedoms` at its last state",
        Brief(*t), Brief(*residual)
    )]
    Broken {
        /// The worst row.
        row: String,
        /// φ or its rate there.
        residual: f64,
        /// Its unit.
        unit: &'static str,
        /// When.
        t: f64,
    },
    /// A singular position, where constraints depend on each other for an instant, that is not passed.
    #[error(
        "at t = {} the mechanism is in a singular position: constraints {} depend on each other for an instant, as in a flat linkage (pivot {} of {}); {obstacle}",
        Brief(*t), quoted(constraints), Brief(*pivot), Brief(*scale)
    )]
    Singular {
        /// When, as far as it is known.
        t: f64,
        /// The constraints that depend on each other there.
        constraints: Vec<String>,
        /// Squared distance from one row to the span of the others, near there.
        pivot: f64,
        /// Its squared length.
        scale: f64,
        /// Why the run does not go on.
        obstacle: Obstacle,
    },
    /// A tolerance that no step can meet.
    #[error(
        "the tolerances cannot be met: relative {}, least absolute {}; give none below zero, and at least one of 1e-15 or more",
        Brief(*relative), Brief(*absolute)
    )]
    Tolerance {
        /// The relative tolerance.
        relative: f64,
        /// The least of the absolute ones.
        absolute: f64,
    },
    /// A setting of the run that makes no sense.
    #[error("`{setting}` of a run cannot be {}: {needs}", Brief(*value))]
    Setting {
        /// Its name, that of the method of [`Simulation`](super::Simulation), or the time at which [`run`](super::Simulation::run) is to end.
        setting: &'static str,
        /// What was given.
        value: f64,
        /// What it must be.
        needs: &'static str,
    },
    /// An output setting makes no sense.
    #[error("the output cannot be made: {what}")]
    Output {
        /// What is wrong.
        what: String,
    },
    /// Too many events in too short a time.
    #[error(
        "events fired {count} times within {} s before t = {}, the last of them `{event}`: they accumulate at one instant; end the run there with `stop`, or allow more with `zeno`",
        Brief(*window), Brief(*t)
    )]
    Zeno {
        /// The last one.
        event: String,
        /// How many.
        count: usize,
        /// In how many seconds.
        window: f64,
        /// When.
        t: f64,
    },
    /// Friction leaves more than one motion.
    #[error(
        "at t = {t}, {} motions are possible: {} (coupling {bound:.3}; below 1 there is only one): friction this strong does not \
         determine the motion; use smaller coefficients, or keep the present branch with `several(Several::Keep)`",
        motions.len(), listed(points, motions), t = Brief(*t)
    )]
    Several {
        /// When.
        t: f64,
        /// The friction points, those of contacts among them.
        points: Vec<String>,
        /// Each motion, with modes and loads of the points, and accelerations.
        motions: Vec<Branch>,
        /// Bound of the coupling of loads.
        bound: f64,
    },
    /// The loads of joints grow without bound while they slide.
    #[error(
        "at t = {}, the loads of {} grow without bound while they slide: friction this strong jams what is driven there; use smaller coefficients, try another arrangement, or end the run earlier with an event",
        Brief(*t), quoted(points)
    )]
    Jams {
        /// The friction points whose loads do.
        points: Vec<String>,
        /// When.
        t: f64,
    },
    /// A force, or a law of friction, that drives its own number back over its kink from both sides.
    #[error(
        "at t = {}, `{force}` drives its own number back over its kink from both sides: the motion would slide on the kink, and has no solution of that kind; take a friction law of the crate, such as `Coulomb`, \
         in place of sign(v), a contact or a stop in place of what holds a position, or a law that is smooth, such as x/(abs(x) + w)",
        Brief(*t)
    )]
    OnKink {
        /// Its name.
        force: String,
        /// When.
        t: f64,
    },
    /// The progress callback asked to stop.
    #[error("cancelled at t = {t} by the progress callback; what was computed until then is in `partial`", t = Brief(*t))]
    Cancelled {
        /// When.
        t: f64,
    },
}

/// Why a run does not go on beyond a singular position.
#[derive(Copy, Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// No step across it meets the tolerance.
    #[error("no step across it meets the tolerance, and the best misses it by a factor of {}: loosen it by as much", Brief(*reached))]
    Accuracy {
        /// The least error of a step across it, in tolerances.
        reached: f64,
    },
    /// Two branches of the motion come near to each other there without meeting.
    #[error(
        "two branches of the motion come within {} m of each other there without meeting, too close to be distinguished at this tolerance, or a driver asks there for that much \
         more than the mechanism reaches: make the lengths equal or more different, ask for less, or change the tolerance",
        Brief(*gap)
    )]
    Gap {
        /// By how much a constraint would have to give.
        gap: f64,
    },
    /// Steps shrink without getting past.
    #[error(
        "steps of {} s do not get past it: either the mechanism comes to rest there, where its motion is not determined, or two motions come so near to \
         each other that rounding decides, or a driver asks for what the mechanism does not reach (with friction in the model no such position is passed); end the run earlier with an event, or start it farther away",
        Brief(*step)
    )]
    Crawling {
        /// The size of the last step.
        step: f64,
    },
    /// The run starts there without a velocity that decides.
    #[error(
        "the run starts there at rest, so that the direction of motion is not determined: start slightly off this position, or in motion"
    )]
    Undetermined,
    /// The run is to end there.
    #[error("the run ends exactly there: end it slightly earlier or later")]
    End,
    /// Friction beside it.
    #[error(
        "a run does not pass it with friction in the model, whose loads may grow without bound there: end the run earlier with an event, or remove the friction"
    )]
    Friction,
    /// The constraints are not held by projection.
    #[error("only a run with `Stabilization::Projection` passes it")]
    Stabilization,
}

/// What it is of the start that violates something.
fn of_start(unit: &str) -> &'static str {
    if unit.ends_with("/s") { "the velocities of the start violate" } else { "the start violates" }
}

/// What each motion has its points do, and under which loads.
fn listed(points: &[String], motions: &[Branch]) -> String {
    let point = |name: &String, (mode, load): (Mode, f64)| match mode {
        Mode::Stick => format!("`{name}` sticks under {} N", Brief(load)),
        Mode::Forward => format!("`{name}` slides forward under {} N", Brief(load)),
        Mode::Backward => format!("`{name}` slides backward under {} N", Brief(load)),
        _ => format!("`{name}` is released"),
    };
    let one = |motion: &Branch| {
        points.iter().zip(motion.points()).map(|(name, at)| point(name, at)).collect::<Vec<_>>().join(", ")
    };
    motions.iter().map(one).collect::<Vec<_>>().join("; or ")
}
