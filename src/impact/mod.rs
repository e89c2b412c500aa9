//! Impacts: what happens to velocities in an instant in which contacts close with speed.
//!
//! This room knows no mechanics. A contact has a rate γ of its gap, negative while it closes, and slip speeds s; an impulse N along its normal
//! and T along its tangents changes them by the *response* G̃:
//!
//! | symbol | meaning |
//! |---|---|
//! | (γ, s) | rates of the gap and of the slip, s relative to a belt if it has one |
//! | N ≥ 0, T | impulses |
//! | G̃ | symmetric, not negative: (γ⁺, s⁺) = (γ⁻, s⁻) + G̃ (N, T). In mechanics G̃ = J M̂⁻¹ Jᵀ with what the joints leave of the mass |
//! | μ(u), μ' | coefficients of friction at the slip speed u = ‖s‖ and at rest |
//! | e | coefficient of restitution, from 0 to 1 |
//!
//! One contact goes through Routh's process (`routh.rs`): exact in the plane, integrated where the direction of the slip turns or μ depends on the
//! speed (`spatial.rs`). Several contacts are struck at once (`at_once.rs`) or one after the other (`in_turn.rs`).
//!
//! Whatever the process, contacts take from the motion
//!
//! ```text
//! (1)  lost = −½ (N (γ⁻ + γ⁺) + T·(s⁻ + s⁺))          summed over the contacts
//! ```
//!
//! because the kinetic energy changes by the impulses times the mean of the velocities before and after; what a belt supplies is counted in.

mod at_once;
mod in_turn;
mod law;
mod path;
mod pattern;
mod process;
mod progress;
mod routh;
mod several;
mod spatial;
mod sweeps;
#[cfg(test)]
mod tests;
mod turns;

pub use law::Restitution;
pub(crate) use {
    at_once::{at_once, at_once_by_patterns, jam_at_once},
    in_turn::in_turn,
    law::{Friction, ImpactError, Rebound},
    process::{Rates, Response},
    routh::strike,
    several::{Member, Several},
};
