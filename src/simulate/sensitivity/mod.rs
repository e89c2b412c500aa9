//! Derivatives of a run with respect to its start and to parameters: what is asked for. `follow.rs` has how they are found.

mod aside;
mod bend;
mod book;
mod change;
mod coarse;
mod core;
mod derivative;
mod family;
mod flag;
mod follow;
mod hats;
mod instant;
mod jump;
mod kink;
mod ladder;
mod members;
mod near;
mod own;
mod parameter;
mod parts;
mod probes;
mod refusal;
mod stage;
mod start;
mod tables;

pub(super) use book::{kinds, orthonormal};
pub(super) use derivative::derivative_or_corner;
pub(crate) use derivative::{Along, derivative};
pub use family::{Family, FamilyError};
pub use flag::Flag;
pub(super) use follow::Follower;
pub(super) use members::Way;
pub(super) use near::Near;
pub use parameter::{Parameter, Parameters};
pub use refusal::SensitivityError;

/// Which derivatives a run is to carry: see [`Simulation::sensitivities`](super::Simulation::sensitivities).
#[derive(Clone, Debug, Default)]
#[must_use = "it does nothing until it is given to `Simulation::sensitivities`"]
pub struct Sensitivities {
    pub(super) family: Option<Family>,
    pub(super) starts: Vec<String>,
    /// Directions of the start as they are, with names.
    pub(super) along: Vec<(String, Vec<f64>)>,
    pub(super) works: bool,
    pub(super) strict: bool,
}

impl Sensitivities {
    /// With respect to every parameter of a family.
    pub fn to(family: &Family) -> Self {
        Self { family: Some(family.clone()), ..Self::default() }
    }

    /// With respect to a coordinate or a velocity of the start, by name. All others follow as where a start is [projected](crate::dynamics::Start::project) with this one held: of one freedom they are determined.
    pub fn to_start(name: impl Into<String>) -> Self {
        Self::default().and_start(name)
    }

    /// And with respect to this one.
    pub fn and_start(mut self, name: impl Into<String>) -> Self {
        self.starts.push(name.into());
        self
    }

    /// And along a direction of the start: of q, v and variables, one after the other.
    pub(crate) fn and_along(mut self, name: &str, direction: &[f64]) -> Self {
        self.along.push((name.to_owned(), direction.to_vec()));
        self
    }

    /// And of works, of forces, friction and drivers, with what reads them. Without it they have no derivative: it takes five more evaluations for each direction at every stage.
    pub fn and_works(self) -> Self {
        Self { works: true, ..self }
    }

    /// Ends the run with an error where a derivative is one-sided or uncertain, instead of raising a [`Flag`].
    pub fn strict(self) -> Self {
        Self { strict: true, ..self }
    }
}
