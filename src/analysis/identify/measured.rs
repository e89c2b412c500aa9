//! What is measured, and how it is read from a run.

use crate::model::Model;
use crate::simulate::{Simulation, Snapshot, Trajectory};

pub(super) type Reading<'a> = Box<dyn Fn(&Snapshot<'_>) -> f64 + 'a>;
pub(super) type Instants<'a> = Box<dyn Fn(&Trajectory) -> Vec<f64> + 'a>;
pub(super) type Plan<'a> = Box<dyn for<'m> Fn(&'m Model) -> Simulation<'m> + 'a>;

/// What is measured.
pub(super) enum What<'a> {
    /// A number at every sample.
    Samples(Reading<'a>),
    /// When something happens.
    Instants(Instants<'a>),
}

pub(super) struct Measured<'a> {
    pub(super) what: What<'a>,
    pub(super) data: Vec<f64>,
    pub(super) sigma: f64,
}
