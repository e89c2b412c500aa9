//! Closing a bracket around a sign change of one function. Which function, and whether its zero is the event that counts, is decided in
//! `simulate/watch/locate.rs`.
//!
//! The method is T. R. Chandrupatla's (Adv. Eng. Softw. 28 (1997) 145-149): inverse quadratic interpolation where it
//! can be trusted, bisection where not. x_1 is the newest point, x_2 the end of the bracket on the other side of the
//! sign change, x_3 the point dropped last:
//!
//! ```text
//! (1)  ξ = (x_1 − x_2)/(x_3 − x_2),   φ = (f_1 − f_2)/(f_3 − f_2)
//! (2)  trusted iff  φ² < ξ  and  (1 − φ)² < 1 − ξ        the parabola through the points, x over f, is then monotonic
//! (3)  x = x_1 + s (x_2 − x_1),    bisection: s = 1/2,    interpolation:
//!      s = f_1/(f_2 − f_1) · f_3/(f_2 − f_3) + (x_3 − x_1)/(x_2 − x_1) · f_1/(f_3 − f_1) · f_2/(f_3 − f_2)
//! ```
//!
//! Three additions. The first point, when there is no x_3 yet, is the secant's. Each point keeps half the tolerance
//! away from both ends: as soon as x_1 is that close to the root the next point lies beyond it, so that the *bracket*
//! closes and not only its better end. Two points together that do not halve the bracket are followed by a bisection,
//! which bounds the number of evaluations.

use std::cmp::Ordering;

/// Evaluations at most: three times the bisections between the largest and the smallest number. A function with a root comes nowhere near.
const MOST_EVALUATIONS: u32 = 3 * 2200;

/// A closed bracket.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Root {
    /// The function still has its sign at the beginning here.
    pub lo: f64,
    /// The function has changed its sign here, or is zero.
    pub hi: f64,
    /// Value at `lo`.
    pub f_lo: f64,
    /// Value at `hi`.
    pub f_hi: f64,
    /// Number of evaluations.
    pub evaluations: u32,
}

impl Root {
    /// The end with the smaller value.
    pub fn nearest(&self) -> f64 {
        if self.f_lo.abs() < self.f_hi.abs() { self.lo } else { self.hi }
    }
}

/// Where f changes sign in [a, b], a < b, given fa = f(a) and fb = f(b) of opposite signs.
///
/// The bracket that comes back is not wider than `x_tol`, or than four units in the last place of the larger end if
/// that is more, so `x_tol = 0` asks for full precision. Zero counts as *changed*: `fb` may be zero, and `hi` is the
/// side just after the crossing, `lo` the side just before it. With values of the same sign the bracket closes
/// somewhere and means nothing; so it does, or stays open, where its width overflows.
///
/// An error of f is passed on at once. The number of evaluations is three times that of bisection, at most; usually
/// it is below ten.
pub fn find_root<E>(
    mut f: impl FnMut(f64) -> Result<f64, E>,
    a: f64,
    fa: f64,
    b: f64,
    fb: f64,
    x_tol: f64,
) -> Result<Root, E> {
    let resolution = 4.0 * f64::EPSILON * a.abs().max(b.abs());
    let tolerance = x_tol.max(resolution).max(4.0 * f64::MIN_POSITIVE);
    let (mut lo, mut hi) = ((a, fa), (b, fb));
    let mut newest_is_hi = true;
    let mut dropped = None;
    let mut widths = [f64::INFINITY; 2];
    let mut evaluations = 0;
    while evaluations < MOST_EVALUATIONS {
        let width = hi.0 - lo.0;
        // Also ends where an end is not a number.
        if width.partial_cmp(&tolerance) != Some(Ordering::Greater) {
            break;
        }
        let (newest, other) = if newest_is_hi { (hi, lo) } else { (lo, hi) };
        let s = if 2.0 * width > widths[0] { 0.5 } else { interpolate(newest, other, dropped) };
        widths = [widths[1], width];
        let inset = (0.5 * tolerance / width).min(0.5);
        let x = newest.0 + s.clamp(inset, 1.0 - inset) * (other.0 - newest.0);
        let fx = f(x)?;
        evaluations += 1;
        // A NaN counts as not changed.
        newest_is_hi = fx == 0.0 || fx * fa.signum() < 0.0;
        let end = if newest_is_hi { &mut hi } else { &mut lo };
        dropped = Some(std::mem::replace(end, (x, fx)));
    }
    Ok(Root { lo: lo.0, hi: hi.0, f_lo: lo.1, f_hi: hi.1, evaluations })
}

type Point = (f64, f64);

/// s of equation (3), from the newest point to the other end.
fn interpolate((x1, f1): Point, (x2, f2): Point, dropped: Option<Point>) -> f64 {
    let s = match dropped {
        None => f1 / (f1 - f2),
        Some((x3, f3)) => {
            let xi = (x1 - x2) / (x3 - x2);
            let phi = (f1 - f2) / (f3 - f2);
            if phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi {
                let quadratic = (x3 - x1) / (x2 - x1) * (f1 / (f3 - f1)) * (f2 / (f3 - f2));
                f1 / (f2 - f1) * (f3 / (f2 - f3)) + quadratic
            } else {
                0.5
            }
        }
    };
    if s.is_finite() { s } else { 0.5 }
}
