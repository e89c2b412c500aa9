//! The one right-hand side, and everything that solves the augmented system: accelerations, projections, the start, the rank.
//!
//! ```text
//! E1   M(q) v' = h(t, q, v) + Jᵀ λ
//! E2   φ(t, q) = 0, ψ(t, q, v) = 0; differentiated: J v' = γ
//! E3   γ_B = γ − α φ' − β φ        (velocity rows: γ − g ψ)
//! E4   [M Jᵀ; J 0] (v', −λ) = (h, γ_B)
//! ```

mod aim;
mod answer;
mod assemble;
mod bare;
mod certificate;
mod check;
mod contact;
mod coordinate;
mod diagnose;
mod evaluate;
mod fits;
mod freedom;
mod friction;
mod gather;
mod live;
mod project;
mod query;
mod reacting;
mod reading;
mod reads;
mod remember;
mod room;
mod singular;
mod stabilization;
mod start;
mod started;
mod tangent;
mod unmoved;
mod want;
mod workspace;
mod writing;
mod written;

pub(crate) use answer::Answer;
pub use certificate::Theorem;
pub use certificate::verdict::{Certificate, Component};
pub(crate) use certificate::verdict::{Judgment, LISTED_OFTEN, LISTED_ONCE, Verdict};
pub(crate) use contact::{Impulse, Near, Responses, untimed};
pub use coordinate::{Coordinate, Named};
use diagnose::UNWRITTEN;
pub use freedom::{DependentRows, Freedoms};
pub use friction::branches::Branch;
pub use friction::buffers::Trials;
pub(crate) use friction::cluster::{Cluster, Clusters};
pub(crate) use friction::split::Split;
pub(crate) use friction::together::Pattern;
pub(crate) use friction::{FORCE_ROUNDING, Slipping};
pub(crate) use live::Held;
pub use project::Projected;
pub(crate) use query::{Around, Beginning, Bonds, Limits, Probe, Query, Rest, Signs, StateRef, Touching, Way, Ways};
pub(crate) use singular::Lean;
pub use stabilization::{Baumgarte, Stabilization};
pub use start::Start;
pub(crate) use start::most_changed;
pub use started::{Changed, Started};
#[cfg(test)]
pub(crate) use tangent::known;
pub(crate) use tangent::{Apart, Direction, Residual, Stencil, Tangent, Variation};
pub use workspace::Workspace;

pub(crate) use crate::model::{Mode, State};
