//! Contacts that only push: they open, close, slide and stick.
//!
//! ```text
//! H1   φ_i ≥ 0, N_i ≥ 0, φ_i N_i = 0; a closed contact also has γ_i = φ_i' = 0
//! H2   M v' = h + Jᵀ λ + Σ (n_iᵀ N_i + t_iᵀ T_i)
//! H3   sticks: s_i = 0, |T_i| ≤ μ'_i N_i.   Slides: T_i = −μ_i N_i sgn s_i
//! ```
//!
//! A closed contact is a row of the augmented system, its friction a friction point (`friction/`) whose load is that row. What is new: the row
//! only pushes, and is there only while the contact is closed.

pub(crate) mod closing;
mod contact;
mod law;
pub(crate) mod sweep;

pub(crate) use law::Bounce;
pub use crate::element::{Ball, Bound, Seen, Sweep};
pub use law::Rigid;

use crate::constraint::Constraint;

/// A constraint that only pushes: its first row is a gap φ ≥ 0, of position level, those after it are slip speeds.
pub trait Gap: Constraint {
    /// Bounds.
    fn bound(&self, bodies: &[Sweep]) -> Bound {
        let _ = bodies;
        Bound::NONE
    }
}
