//! Periodic orbits by shooting on the manifold of states, and their Floquet multipliers.
//!
//! F_T carries a state over T seconds: a whole run, with every stick and slip located on the way. In the chart z of `manifold.rs` around the present
//! guess x₀,
//!
//! ```text
//! (O1)  r = z(F_T(x₀)) − z(x₀) = 0         (O2)  D = ∂ z(F_T(c(ζ)))/∂ζ,   C = ∂ z(c(ζ))/∂ζ        at ζ = 0
//! (O3)  (D − C) ζ = −r                     (O4)  multipliers: eigenvalues of C⁻¹ D
//! ```
//!
//! If nothing depends on time the period is unknown as well. It gets the column z' at the end of the run, and of all states on the orbit the one that
//! the step reaches at right angles to the motion is taken:
//!
//! ```text
//! (O5)  (D − C) ζ + z'(T) δT = −r,    z'(0)ᵀ ζ = 0
//! ```
//!
//! One multiplier is then 1, along the orbit. Steps are the shortest ones (pseudo-inverse), so that a family of orbits, as conservative mechanisms
//! have them, is met at the member nearest to the guess.
//!
//! Where nothing depends on some coordinates, an orbit may close but for these (`advancing`): a wheel that rolls on comes back to its
//! motion, elsewhere. They are moved back to where they began, however far they went. Their multipliers are 1.
//!
//! The phase space is the one without sticking (p + f numbers). Where the orbit sticks on its way, states that differ along the slip arrive
//! together: D loses rank, and a multiplier is zero. If x₀ itself sticks, velocities along the slip die out at once, with the same outcome.
//!
//! D are sensitivities of the run itself (`slopes.rs`): exact through its changes, and what sticking swallows is zero to the last bits. What they do not know is found from differences of runs, and the orbit
//! says so. Where a displaced run takes other turns (it touches what the orbit just misses), (O2) does not exist: the flags of the run are those of the orbit.

mod branch;
mod drive;
mod found;
mod search;
mod shooting;
mod slopes;

pub use branch::{Branch, BranchEnd, BranchPoint, Continuation, ContinuationError, Turn, TurnKind};
pub use found::{Orbit, OrbitError};
pub use shooting::Shooting;
