//! How a step moves a body at most, from its stages alone: enough to pass by what is far.
//!
//! Most contacts are open and far from closing. For these the polynomial of the coordinates ([`sweep`](super::sweep)) is wasted, and so are the evaluations that a
//! method may need for it. The stages have evaluated accelerations a_i and ω'_i at their places, and that is what the error estimate knows of the step. If
//! within a step of length h
//!
//! ```text
//! (1)  |a| ≤ F max |a_i|           |ω'| ≤ F max |ω'_i|            F = 10
//! (2)  |v − v_0| ≤ h F max |a_i|   |ω − ω_0| ≤ h F max |ω'_i|     (in space |ω| ≤ |ω_0| + …: ω' has one size in body and world axes)
//! (3)  |O − O_0| ≤ h max |v|
//! ```
//!
//! and from these balls each contact has its V and A (H15). What they do not clear is searched along the polynomial, with its exact bounds. (1) is an assumption, the only one that is
//! made of a closing which is not found. Where it fails, an acceleration more than ten times as large as at every stage acts between two of them, and is over before
//! the next: the error estimate, which is made of the same stages, does not see it either, and the end of that step is wrong too. The
//! polynomial differs from the motion by the error of the method, which F covers.
//!
//! Of the flights of `tests.rs` none is passed by wrongly with F = 10, nor with F = 1; with 0.3 one in the plane is.

use crate::body::FrameMap;
use crate::element::{Ball, Sweep};
use nalgebra::Vector3;

/// F of (1).
const BEYOND: f64 = 10.0;

/// What a step of length `h` that begins at these coordinates and velocities, with these accelerations at its stages, does to the frame of their body at most.
pub(crate) fn glance<'k>(
    h: f64,
    [place, speeds]: [&[f64]; 2],
    accelerations: impl Iterator<Item = &'k [f64]>,
    (map, spatial): (FrameMap, bool),
) -> Sweep {
    if map == FrameMap::General {
        return Sweep::UNKNOWN;
    }
    let long = if spatial { 3 } else { 2 };
    let mut most = [0.0_f64; 2];
    for rates in accelerations {
        let (along, turning) = rates.split_at(long);
        most = [most[0].max(square(along)), most[1].max(square(turning))];
    }
    let [along, turning] = most.map(|square| BEYOND * square.sqrt());
    let at_start = |from: &[f64]| Vector3::from_fn(|i, _| if i < long { from[i] } else { 0.0 });
    let velocity = Ball { center: at_start(speeds), radius: h * along };
    let spin = match (map, spatial) {
        (FrameMap::Translation, _) => Ball::ZERO,
        (_, false) => Ball { center: Vector3::new(0.0, 0.0, speeds[2]), radius: h * turning },
        (_, true) => about_zero(square(&speeds[3..]).sqrt() + h * turning),
    };
    let origin = Ball { center: at_start(place), radius: h * velocity.most() };
    Sweep { origin, velocity, acceleration: about_zero(along), spin, turning: about_zero(turning) }
}

fn square(of: &[f64]) -> f64 {
    of.iter().map(|x| x * x).sum()
}

fn about_zero(radius: f64) -> Ball {
    Ball { center: Vector3::zeros(), radius }
}
