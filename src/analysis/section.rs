//! Poincaré sections: a motion looked at once a period, or each time it passes a surface one way.
//!
//! A strobed section runs from one instant t₀ + kT to the next, so that each point is the end of a step. A crossing is located on the dense
//! output, the step is redone to it, and the state that is kept is the method's own, projected: both are as accurate as the run.
//!
//! A section is periodic with period k if each point repeats the one k before it:
//!
//! ```text
//! (1)  |x_i − x_{i−k}| ≤ ε (1 + |x_i|)      in every number read, for the last k points at least
//! ```

use crate::dynamics::State;
use crate::simulate::{Event, Output, RunError, RunFailure, Simulation, Snapshot};
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use thiserror::Error;

/// When a motion is looked at.
enum When<'a> {
    Strobed(f64),
    Rising(Box<dyn Fn(&Snapshot<'_>) -> f64 + 'a>),
}

/// A section to be made: when the motion is looked at, and how often.
///
/// ```
/// use chetaev::analysis::{Section, period};
/// use chetaev::prelude::*;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = ModelBuilder::new();
/// let mass = builder.body("mass", Particle::new(1.0).at(0.3, 0.0));
/// builder.constraint("rail", Slot::new(GROUND.axis([0.0, 0.0], 0.0), mass.origin()));
/// builder.force("spring", SpringDamper::guided(GROUND.axis([0.0, 0.0], 0.0), mass.origin(), 4.0).damping(0.5));
/// builder.force("drive", Applied::new(mass.origin(), |t: f64, _| ([3.0 * t.sin(), 0.0], 0.0)));
/// let model = builder.build()?;
/// let plan = || Simulation::new(&model);
/// let points = Section::strobed(std::f64::consts::TAU).skip(20).take(5).run(&plan, model.start().project()?)?;
/// let frames = points.iter().map(|state| model.read(state).body(mass));
/// let readings: Vec<Vec<f64>> = frames.map(|frame| vec![frame.origin.x, frame.velocity.x]).collect();
/// assert_eq!(period(&readings, 1e-8), Some(1));
/// # Ok(())
/// # }
/// ```
#[must_use = "a section does nothing until it is run"]
pub struct Section<'a> {
    when: When<'a>,
    skip: usize,
    take: usize,
    within: f64,
}

/// Why a section has no end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SectionError {
    /// A run failed.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The motion does not pass the surface often enough.
    #[error(
        "the motion passed the surface {found} times in {within} s, but {wanted} were asked for: allow more time with `within`"
    )]
    TooFew {
        /// How often it did.
        found: usize,
        /// How often it should.
        wanted: usize,
        /// In how many seconds.
        within: f64,
    },
    /// A period that is none.
    #[error("the period of a section cannot be {period} s: give a period above zero")]
    Period {
        /// The period.
        period: f64,
    },
}

impl<'a> Section<'a> {
    fn new(when: When<'a>) -> Self {
        Self { when, skip: 0, take: 100, within: 1e4 }
    }

    /// Once every `period` seconds after the start.
    pub fn strobed(period: f64) -> Self {
        Self::new(When::Strobed(period))
    }

    /// Each time `surface` passes zero from below.
    pub fn rising(surface: impl Fn(&Snapshot<'_>) -> f64 + 'a) -> Self {
        Self::new(When::Rising(Box::new(surface)))
    }

    /// Each time `surface` passes zero from above.
    pub fn falling(surface: impl Fn(&Snapshot<'_>) -> f64 + 'a) -> Self {
        Self::rising(move |at| -surface(at))
    }

    /// Lets so many points pass before the first that is kept (none unless said otherwise).
    pub fn skip(self, skip: usize) -> Self {
        Self { skip, ..self }
    }

    /// Keeps so many points (100 unless said otherwise).
    pub fn take(self, take: usize) -> Self {
        Self { take, ..self }
    }

    /// Looks for crossings for so many seconds at most (10⁴ unless said otherwise).
    pub fn within(self, seconds: f64) -> Self {
        Self { within: seconds, ..self }
    }

    /// The points, along the motion that `plan` describes. Its output and its progress callback are the section's own.
    pub fn run<'m>(
        &self,
        plan: &dyn Fn() -> Simulation<'m>,
        start: impl Into<State>,
    ) -> Result<Vec<State>, SectionError> {
        let start = start.into();
        match &self.when {
            When::Strobed(period) => self.strobe(plan, start, *period),
            When::Rising(surface) => self.cross(&plan, start, surface),
        }
    }

    fn strobe<'m>(
        &self,
        plan: &dyn Fn() -> Simulation<'m>,
        start: State,
        period: f64,
    ) -> Result<Vec<State>, SectionError> {
        if !(period > 0.0 && period.is_finite()) {
            return Err(SectionError::Period { period });
        }
        let t0 = start.t;
        let mut state = start;
        let mut points = Vec::new();
        for k in 1..=self.take {
            let t = t0 + period * (self.skip + k) as f64;
            state = plan().output(Output::Ends).in_pieces().run(state, t)?.end().clone();
            points.push(state.clone());
        }
        Ok(points)
    }

    fn cross<'m>(
        &self,
        plan: &dyn Fn() -> Simulation<'m>,
        start: State,
        surface: &dyn Fn(&Snapshot<'_>) -> f64,
    ) -> Result<Vec<State>, SectionError> {
        let wanted = self.skip.saturating_add(self.take);
        let (points, seen) = (RefCell::new(Vec::new()), Cell::new(0));
        let event = Event::new("section", surface).rising().change(|state| {
            seen.set(seen.get() + 1);
            if seen.get() > self.skip && seen.get() <= wanted {
                points.borrow_mut().push(state.clone());
            }
        });
        let enough = |_: &crate::simulate::Progress| match seen.get() >= wanted {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        let t_end = start.t + self.within;
        let outcome = shorten(plan()).output(Output::Ends).event(event).progress(enough).run(start, t_end);
        match outcome {
            Err(RunError { failure: RunFailure::Cancelled { .. }, .. }) if seen.get() >= wanted => {}
            Err(error) => return Err(error.into()),
            Ok(_) if seen.get() < wanted => {
                return Err(SectionError::TooFew { found: seen.get(), wanted, within: self.within });
            }
            Ok(_) => {}
        }
        Ok(points.into_inner())
    }
}

/// A simulation of the model may be used for as long as something that lives shorter.
fn shorten<'a, 'm: 'a>(plan: Simulation<'m>) -> Simulation<'a> {
    plan
}

/// The smallest period of a section's readings by (1), with the relative tolerance `tolerance`; `None` if there is none up to half their number.
pub fn period(points: &[Vec<f64>], tolerance: f64) -> Option<usize> {
    let same = |a: &[f64], b: &[f64]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() <= tolerance * (1.0 + a.abs()))
    };
    (1..=points.len() / 2).find(|&k| points[k..].iter().zip(points).all(|(later, earlier)| same(later, earlier)))
}
