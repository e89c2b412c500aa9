//! The one right-hand side, and everything that solves the augmented system: accelerations, projections, the start, the rank.
//!
//! ```text
//! E1   M(q) v' = h(t, q, v) + Jᵀ λ
//! E2   φ(t, q) = 0, ψ(t, q, v) = 0; differentiated: J v' = γ
//! E3   γ_B = γ − α φ' − β φ        (velocity rows: γ − g ψ)
//! E4   [M Jᵀ; J 0] (v', −λ) = (h, γ_B)
//! ```

mod ask;
mod blame;
mod branches;
mod certificate;
mod check;
mod cluster;
mod decide;
mod entries;
mod evaluate;
mod freedom;
mod friction;
mod frozen;
mod matrix;
mod mobility;
mod near;
mod parts;
mod project;
mod reading;
mod reduced;
mod rubs;
mod split;
mod stabilization;
mod start;
mod verdict;
mod workspace;
mod written;

pub(crate) use ask::{Ask, Bonds, Limits, Place, Probe, Rest, Signs};
use blame::UNWRITTEN;
pub use branches::Branch;
pub use certificate::Theorem;
pub(crate) use cluster::Cluster;
pub use freedom::{DependentRows, Freedoms};
pub(crate) use near::Lean;
pub use project::Projected;
pub(crate) use project::largest;
pub use rubs::Trials;
pub(crate) use split::Split;
pub use stabilization::{Baumgarte, Stabilization};
pub use start::{Start, Started};
pub use verdict::{Certificate, Component};
pub(crate) use verdict::{Judgment, LISTED_OFTEN, LISTED_ONCE, Verdict};
pub use workspace::Workspace;

pub(crate) use crate::model::{Mode, State};
