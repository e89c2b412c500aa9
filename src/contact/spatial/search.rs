//! Newton's method for the places of a contact, whichever two shapes touch there.
//!
//! A step that turns a normal, or a tangent, by more than half a radian is shortened. A solution at which one of them has turned far
//! from where the last accepted step had it is another branch, and refused.

use crate::contact::surface::Place;
use crate::error::ElementError;
use nalgebra::Vector3;

const MOST_ITERATIONS: usize = 40;
/// A Newton step below this leaves an error of its square.
const CONVERGED: f64 = 1e-8;
/// The largest turn of a normal in one step of the search (rad).
const LONGEST: f64 = 0.5;
/// The normal may turn by this much between two time steps (as a cosine); more is another branch.
const SAME_BRANCH: f64 = 0.1;

/// Two shapes at their places.
pub(super) trait Approach: Sized {
    /// Unit vectors that tell branches apart: a normal, or a tangent, of each shape in the axes of its own body.
    fn directions(&self) -> [Vector3<f64>; 2];

    /// Newton's step from here.
    fn step(&self) -> Result<Step, ElementError>;

    /// A length to compare steps with.
    fn reach(&self) -> f64;

    /// There is no contact here.
    fn lost(&self, why: &'static str) -> ElementError;
}

/// A step of the search.
pub(super) struct Step {
    /// The places, settled, from which it leads.
    pub(super) from: [Place; 2],
    /// How they change.
    pub(super) change: [Vector3<f64>; 2],
    /// The largest turn of a normal or tangent (rad).
    pub(super) turn: f64,
    /// The longest way along a shape.
    pub(super) length: f64,
}

/// Why a search fails: it does not converge, or it leads to another branch.
pub(super) struct Failures {
    pub(super) astray: &'static str,
    pub(super) jumped: &'static str,
}

/// The shapes where they touch, from the places nearby; `warm` if these are of the last accepted step.
#[inline]
pub(super) fn search<N: Approach>(
    mut places: [Place; 2],
    warm: bool,
    look: impl Fn([Place; 2]) -> Result<N, ElementError>,
    why: Failures,
) -> Result<N, ElementError> {
    let mut first = None;
    for _ in 0..MOST_ITERATIONS {
        let near = look(places)?;
        first = first.or(warm.then(|| near.directions()));
        let Step { from, change, turn, length } = near.step()?;
        let damping = (LONGEST / turn).min(1.0);
        places = [from[0] + change[0] * damping, from[1] + change[1] * damping];
        if turn <= CONVERGED && length <= CONVERGED * near.reach() {
            let end = look(places)?;
            let [a, b] = end.directions();
            let jumped = |[first_a, first_b]: [Vector3<f64>; 2]| first_a.dot(&a).min(first_b.dot(&b)) < SAME_BRANCH;
            return if first.is_some_and(jumped) { Err(end.lost(why.jumped)) } else { Ok(end) };
        }
    }
    Err(look(places)?.lost(why.astray))
}
