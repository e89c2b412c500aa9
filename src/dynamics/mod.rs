//! The one right-hand side, and everything that solves the augmented system: accelerations, projections, the start, the rank.
//!
//! ```text
//! E1   M(q) v' = h(t, q, v) + Jᵀ λ
//! E2   φ(t, q) = 0, ψ(t, q, v) = 0; differentiated: J v' = γ
//! E3   γ_B = γ − α φ' − β φ        (velocity rows: γ − g ψ)
//! E4   [M Jᵀ; J 0] (v', −λ) = (h, γ_B)
//! ```

mod evaluate;
mod freedom;
mod project;
mod stabilization;
mod start;
mod workspace;

pub use freedom::{DependentRows, Freedoms};
pub use project::Projected;
pub use stabilization::{Baumgarte, Stabilization};
pub use start::{Start, Started};
pub use workspace::Workspace;

/// Everything that a run needs to go on: time, positions, velocities, works done so far, warm starts.
///
/// Plain data: save it, change it, start again from it.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Time.
    pub t: f64,
    /// Coordinates of all bodies, in the order of declaration.
    pub q: Vec<f64>,
    /// Velocities of all bodies, in the same order.
    pub v: Vec<f64>,
    /// Work done so far by each force and each constraint whose work is integrated.
    pub works: Vec<f64>,
    /// Warm starts of constraints that search for a point (a curve's parameter): never part of the result.
    pub memory: Vec<f64>,
}
