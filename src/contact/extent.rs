//! How far a convex shape reaches and how it bends, and from that how strongly the gap of two of them can bend toward its closing.
//!
//! By its support function h a convex shape of body b is known as far as contact goes: h is the distance, from the origin of b, of its tangent whose outer normal has a
//! given direction. Its point there is ρ = h e + ∇h, along the normal e and across it, and the radii of curvature are those of h + ∇∇h.
//!
//! Let b be seen from a ([`Seen`]): its origin has the velocity x' and the acceleration x'', its angular velocity is δ, and at its point q that is nearest to A the
//! material has the velocity u and the acceleration α = x'' + δ'×ρ + δ×(δ×ρ). In the plane, with κ_a and κ_b as in [`Touch`](crate::contact::Touch), κ_a that of the
//! curve through q that is parallel to A, its (1) and (2) become (κ_a − κ_b) S_b = δ − κ_a u_t, and
//!
//! ```text
//! (1)  φ'' = n·α − (δ − κ_a u_t)²/(κ_b − κ_a) − κ_a u_t²
//!          = n·α − (δ² r_a r_b + 2 δ u_t r_b − u_t²)/(r_a + r_b)        r_a = −1/κ_a,  r_b = 1/κ_b
//! ```
//!
//! The last term opens the gap, and A bounds −φ'' alone. With n = −e, n·α = n·x'' + δ' h' + δ² h, and therefore
//!
//! ```text
//! (2)  V = |x'| + |δ| max|h'|,    A = |x''| + |δ'| max|h'| + δ² max(ϱ_b − h) + 2 |δ| |u| ϱ_b/(ϱ_a + ϱ_b)
//! ```
//!
//! with the largest radius ϱ_b and the smallest ϱ_a. On a line the last term vanishes; a corner at the distance R has max|h'| = max(−h) = R and ϱ_b = 0.
//!
//! In space δ² h becomes h δ_t² + δ_n δ_t·∇h with the parts of δ across n and along it, the last of which is at most ½ δ² max|∇h|; and with the maps M of the surface through q
//! parallel to A and W_b of B, S = (W_b + M)⁻¹, ν = δ×n, the rest of (1) becomes
//!
//! ```text
//! (3)  −(ν + M u)·S (ν + M u) + u·M u ≥ −ν·S ν − 2 ν·S M u        |S| ≤ ϱ_b,  |S M| ≤ ϱ_b/ϱ_a
//! ```
//!
//! because M − M S M has no negative direction. The roles may be exchanged; the smaller bound counts.

use crate::element::{Bound, Seen, Sweep};

/// Bounds of a convex curve or surface, in the axes of its body.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Extent {
    /// The largest distance of its points from the origin; infinite for a line or a plane.
    pub reach: f64,
    /// The largest |h'|: how far the origin is off the normals.
    pub lever: f64,
    /// The smallest h; negative where the origin is outside.
    pub least: f64,
    /// The smallest and the largest radius of curvature; both infinite for a line or a plane.
    pub radii: [f64; 2],
}

impl Extent {
    /// A straight line, or a plane.
    pub const FLAT: Self =
        Self { reach: f64::INFINITY, lever: f64::INFINITY, least: f64::NEG_INFINITY, radii: [f64::INFINITY; 2] };

    /// A circle or a ball around a point at the distance `off` from the origin; of radius zero it is a corner.
    pub fn round(off: f64, radius: f64) -> Self {
        Self { reach: off + radius, lever: off, least: radius - off, radii: [radius; 2] }
    }

    /// An ellipse or an ellipsoid around the origin, by its longest and shortest semi-axes.
    pub(crate) fn oval(long: f64, short: f64) -> Self {
        Self { reach: long, lever: long - short, least: short, radii: [short * short / long, long * long / short] }
    }

    /// This shape with its origin moved by this distance.
    pub(crate) fn shifted(self, by: f64) -> Self {
        Self { reach: self.reach + by, lever: self.lever + by, least: self.least - by, ..self }
    }

    fn is_flat(&self) -> bool {
        self.radii[0].is_infinite()
    }
}

/// Two convex shapes outside of each other, or one on a flat one, in the plane: (2).
pub(crate) fn in_plane([a, b]: [Extent; 2], [of_a, of_b]: [&Sweep; 2]) -> Bound {
    let one = |base: Extent, rider: Extent, seen: Seen| {
        let share = if base.is_flat() { 0.0 } else { rider.radii[1] / (base.radii[0] + rider.radii[1]) };
        over(&rider, &seen, share, 0.0)
    };
    smaller(one(a, b, Seen::in_plane([of_a, of_b])), one(b, a, Seen::in_plane([of_b, of_a])))
}

/// The same in space: (3).
pub(crate) fn in_space([a, b]: [Extent; 2], [of_a, of_b]: [&Sweep; 2]) -> Bound {
    let one = |base: Extent, rider: Extent, seen: Seen| {
        let share = if base.is_flat() || rider.radii[1] == 0.0 { 0.0 } else { rider.radii[1] / base.radii[0] };
        over(&rider, &seen, share, 0.5 * rider.lever)
    };
    smaller(one(a, b, Seen::in_space([of_a, of_b])), one(b, a, Seen::in_space([of_b, of_a])))
}

/// A shape that reaches so far from the origin of its body, the second one, near any shape of the other: the gap is the least distance, which changes no faster than a point moves.
pub(crate) fn near_any(reach: f64, bodies: [&Sweep; 2]) -> Bound {
    let [moves, _] = Seen::in_plane(bodies).point(reach);
    Bound { rate: moves, ..Bound::NONE }
}

/// (2), with the share by which sliding counts, and what spin about the normal adds.
fn over(rider: &Extent, seen: &Seen, share: f64, about: f64) -> Bound {
    if rider.is_flat() {
        return Bound::NONE;
    }
    let Seen { speed, acceleration, spin, turning, .. } = *seen;
    let bend = (rider.radii[1] - rider.least).max(0.0) + about;
    let [slide, _] = seen.point(rider.reach);
    Bound::new(
        speed + rider.lever * spin,
        acceleration + rider.lever * turning + spin * (bend * spin + 2.0 * slide * share),
    )
}

/// The smaller bounds, or those that are numbers.
fn smaller(one: Bound, other: Bound) -> Bound {
    Bound::new(one.rate.min(other.rate), one.bend.min(other.bend))
}
