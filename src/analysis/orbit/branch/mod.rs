//! Orbits followed over a parameter, round its folds.
//!
//! The orbits of a family are the curve r(ζ, T, p) = 0 of (O1), with one unknown more than equations: in the arc s along it nothing special happens at a fold, where p turns back. With the
//! derivatives of the run in the directions of the chart and of the parameter,
//!
//! ```text
//! (O8)   A = ( D − C   z'(T)   ∂r/∂p )        z'(T) and the row of the phase, z'(0)ᵀ ζ = 0, only where the period is unknown;
//!                                             a row δx_k = 0 for each coordinate that may end anywhere, of which D − C knows nothing
//! (O9)   A t = 0,  ‖t‖ = 1,   t · t_before > 0         the direction of the curve
//! (O10)  x ← x + h t                          a guess further on
//! (O11)  A δ = −r,  t · δ = 0                 Newton's method back to the curve, across t
//! (O12)  ‖t‖² = ‖S(0) ζ‖² + (δT/T)² + (δp/σ)²           σ: the size of the parameter
//! ```
//!
//! The chart is another one at each place; t is kept as a displacement of (q, v), which the next chart reads by the columns of its S(0). Between two places something happens where one of
//!
//! ```text
//! (O13)  t_p          a fold: the branch turns back, and a multiplier passes 1
//!      Π (m + 1)    a doubling: orbits of twice the period begin, along the eigenvector of −1
//!      Π (m_i m_j − 1) over pairs      a pair of complex ones passes the unit circle: motions on a torus begin
//!      Π (m − 1), without a fold       another branch crosses
//! ```
//!
//! changes its sign (without the multipliers that are always 1, along a motion that nothing drives and along what may end anywhere), or where the orbit gains or loses a change of its own, as sticks and slips are: the place is located on the arc by halving and chords, each trial with (O11). (Where an orbit begins to
//! stick its multipliers may jump, past 1 or −1 as well. Such a place is told as what it is, a change of the orbit.)
//!
//! The orbit is known by its state at one instant. Where it strikes something at that very instant, its neighbors strike before or after, and r has no derivative: the branch goes on with the state at another instant
//! of the same orbit.
//!
//! **Where it is singular.** (O9) and (O11) have one solution as long as A has full rank: at folds, doublings and tori too. Where another branch crosses it has not; steps go over it.

mod continuation;
mod error;
mod follow;
mod found;
mod turns;
mod walk;

pub use continuation::Continuation;
pub use error::ContinuationError;
pub use found::{Branch, BranchEnd, BranchPoint, Turn, TurnKind};
