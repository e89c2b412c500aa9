//! How a step moves a body, roughly: from the slopes at its stages, without its dense polynomial.
//!
//! Most contacts are open and far away. Of these it is enough to know that their bodies do not come so far in one step, φ > V h of (H15); for that the exact
//! bounds of [`sweep`](super::sweep) are wasted, and so are the evaluations that a dense polynomial may cost. With the rates k_i of coordinates at the stages
//!
//! ```text
//! |q' − k_0| ≤ 8 max |k_i − k_0|
//! ```
//!
//! The interpolant through values of one size at the nodes of the built-in methods (of DOP853: at six of its twelve) grows between them by Lebesgue's
//! constant at most, 2.2 to 5.7, of Tsitouras' 23, whose last two nodes all but coincide: with those taken as one it is 3. What went farther between
//! the stages than eight times their own differences the error estimate would not know either. This is a screen, and no proof; what it does not clear is searched
//! with the exact bounds.
//!
//! Nothing is said of accelerations.

use crate::body::FrameMap;
use crate::element::{Ball, Sweep};
use nalgebra::Vector3;

/// How much farther than the stages tell a rate may go between them.
const BEYOND: f64 = 8.0;

/// What the coordinates from `first` on do to the frame of their body within a step of length `h` that begins at `start`.
pub(crate) fn rough_sweep<'k>(
    slopes: impl Iterator<Item = &'k [f64]> + Clone,
    start: &[f64],
    h: f64,
    first: usize,
    map: FrameMap,
    spatial: bool,
) -> Sweep {
    if map == FrameMap::General {
        return Sweep::UNKNOWN;
    }
    let long = if spatial { 3 } else { 2 };
    let vector = |from: &[f64]| Vector3::from_fn(|i, _| if i < long { from[first + i] } else { 0.0 });
    let nowhere = Ball { center: Vector3::zeros(), radius: f64::NAN };
    let velocity = ball(slopes.clone().map(vector));
    let spin = match (map, spatial) {
        (FrameMap::Translation, _) => Ball::ZERO,
        (_, false) => ball(slopes.map(|k| Vector3::new(0.0, 0.0, k[first + 2]))),
        // |ω| = 2 |Q'|/|Q|; at the stages |Q| is one but for (hω)², for which the last factor is.
        (_, true) => {
            let rates = [0, 1].map(|k| {
                ball(slopes.clone().map(|q| {
                    Vector3::from_fn(|i, _| {
                        if k == 0 {
                            q[first + 3 + i]
                        } else if i == 0 {
                            q[first + 6]
                        } else {
                            0.0
                        }
                    })
                }))
            });
            let rate = rates.iter().map(|rate| rate.most()).fold(0.0, |sum: f64, rate| sum.hypot(rate));
            let turned = h * rate;
            let radius = if turned < 0.5 { 2.0 * rate / (1.0 - turned) } else { f64::NAN };
            Ball { center: Vector3::zeros(), radius }
        }
    };
    let origin = Ball { center: vector(start), radius: h * velocity.most() };
    Sweep { origin, velocity, acceleration: nowhere, spin, turning: nowhere }
}

/// The ball around the first of these vectors.
fn ball(mut of: impl Iterator<Item = Vector3<f64>>) -> Ball {
    let Some(center) = of.next() else { return Ball::ZERO };
    // Not f64::max, which would lose a NaN.
    let larger = |most: f64, x: Vector3<f64>| if (x - center).norm() <= most { most } else { (x - center).norm() };
    Ball { center, radius: BEYOND * of.fold(0.0, larger) }
}
