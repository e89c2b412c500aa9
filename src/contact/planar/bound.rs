//! How strongly the gap of two curves can bend toward its closing.
//!
//! Body b seen from body a has, at the point q of b that is nearest, the velocity u and the acceleration α of the material ([`Seen`]), and the angular
//! velocity δ. With the notation of [`Touch`](crate::contact::Touch), κ_a counted for the curve through q that is parallel to A, the rates of the contact's place follow from
//! its (1) and (2), S_b (κ_a − κ_b) = δ − κ_a u_t, and
//!
//! ```text
//! (1)  φ'' = n·α − (δ − κ_a u_t)²/(κ_b − κ_a) − κ_a u_t²
//!          = n·α − (δ² r_a r_b + 2 δ u_t r_b − u_t²)/(r_a + r_b)        r_a = −1/κ_a,  r_b = 1/κ_b
//! ```
//!
//! for two convex curves, the radius of the parallel curve being r_a = ϱ_a + φ. The last term opens. So with the largest radius ϱ_b of B and the smallest ϱ_a of A
//!
//! ```text
//! (2)  A = |α| + δ² ϱ_b + 2 |δ| |u| ϱ_b/(ϱ_a + ϱ_b)
//! ```
//!
//! and the same with the roles exchanged; the smaller one counts. A line has no largest radius, a curve on it no second term but the first.
//! Over a line the whole shape is known by its support function h, the distance of the tangent from the origin of b by the direction of its normal in b, which turns
//! at the rate −δ: φ = e·x − h + const., and
//!
//! ```text
//! (3)  φ' = e·x' + h' δ        φ'' = e·x'' + h' δ' − h'' δ²        V = |x'| + |h'| |δ|,   A = |x''| + |h'| |δ'| + max h'' δ²
//! ```
//!
//! For a corner at the distance R from the origin of b both |h'| and |h''| are at most R.

use crate::contact::curve::Extent;
use crate::element::{Bound, Seen, Sweep};

/// A shape of b over a line of a, by the largest |h'| and h'' of its support function: (3).
pub(super) fn over_line(seen: &Seen, lever: f64, bend: f64) -> Bound {
    let Seen { speed, acceleration, spin, turning, .. } = *seen;
    Bound::new(speed + lever * spin, acceleration + lever * turning + bend * spin * spin)
}

/// Two convex curves: (2).
pub(super) fn convex([a, b]: [Extent; 2], [of_a, of_b]: [&Sweep; 2]) -> Bound {
    let one = |base: Extent, rider: Extent, seen: Seen| {
        let ([speed, acceleration], spin) = (seen.point(rider.reach), seen.spin);
        let (least, most) = (base.radii[0], rider.radii[1]);
        let share = if least.is_infinite() { 0.0 } else { most / (least + most) };
        Bound::new(speed, acceleration + spin * (spin * most + 2.0 * speed * share))
    };
    let (first, second) = (one(a, b, Seen::in_plane([of_a, of_b])), one(b, a, Seen::in_plane([of_b, of_a])));
    // The smaller one, or the one that is a number.
    Bound::new(first.rate.min(second.rate), first.bend.min(second.bend))
}
