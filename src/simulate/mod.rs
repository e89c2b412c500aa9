//! Running a model: steps, events, output, and reading the result.
//!
//! ```text
//! Simulation::run
//!  └ drive         takes a step: stages of the method, each one evaluation of the right-hand side (dynamics); projection, if chosen
//!  └ first_change  the first change of friction within it, and fire: the user's events. Both locate zeros of guards with watch/locate.rs
//!                  (ode/root.rs only finds a zero of one function), and the step is taken again up to the zero
//!  └ apply_change  friction is decided anew at the zero; fire: events change the state
//!  └ sample        at the times asked for, each with accelerations, multipliers and residuals
//! ```
mod clock;
mod clocks;
mod closing;
mod contacts;
mod corners;

mod apply_change;
mod at_rest;
mod crowd;
mod drive;
mod event;
mod failure;
mod fire;
mod first_change;
mod jam;
mod kept;
mod kick;
mod look;
mod motion;
mod onsets;
mod pace;
mod pole;
mod rest;
mod result;
mod run;
mod running;
mod sample;
mod sensitivity;
mod settings;
mod simulation;
mod singular;
mod slides;
mod strike;
mod tick;
mod variables;
mod watch;

pub use crate::element::Wrench;
pub use event::{Direction, Event};
pub use failure::{Obstacle, RunError, RunFailure};
#[cfg(feature = "serde")]
pub use result::Record;
pub use result::{
    Acting, AlongError, Blow, Cause, Column, ContactReading, Counters, Drift, EventRecord, FrictionReading,
    FrictionSummary, Impact, Mended, NoState, Sensitivity, Snapshot, SpatialTrace, SpatialTracePoint, StateSlope,
    Table, TracePoint, Traced, Trajectory, Transition, UnknownColumn,
};
pub(crate) use result::{Solution, kinks_by_name};
pub(crate) use sensitivity::{Along, derivative};
pub use sensitivity::{Family, FamilyError, Flag, Parameter, Parameters, Sensitivities, SensitivityError};
pub use settings::{Impacts, Output, Progress, Tolerance};
pub use simulation::Simulation;
pub(crate) use variables::rates_of_variables;
