//! What a step does to frames, as bounds, and what follows for two bodies as seen from each other.
//!
//! A vector that moves during a step stays within a [`Ball`]. A [`Sweep`] has one for the origin O of a frame, its velocity v and acceleration a, and for the
//! angular velocity ω and its rate ω', all in world axes. Of two bodies with d = O_b − O_a, one sees the other in its own turning axes, x = R_aᵀ d. There
//!
//! ```text
//! (1)  x'  = v_b − v_a − ω_a×d                                   |x'|  ≤ |v_b − v_a| + |ω_a| |d|
//! (2)  x'' = a_b − a_a − ω_a'×d − ω_a×(ω_a×d) − 2 ω_a×x'         |x''| ≤ |a_b − a_a| + (|ω_a'| + |ω_a|²) |d| + 2 |ω_a| |x'|
//! (3)  δ   = ω_b − ω_a          δ' = ω_b' − ω_a' − ω_a×ω_b       (the product vanishes in the plane)
//! ```
//!
//! and a point of b no farther than R from O_b has the velocity u and the acceleration α with
//!
//! ```text
//! (4)  |u| ≤ |x'| + |δ| R        |α| ≤ |x''| + (|δ'| + |δ|²) R
//! ```
//!
//! Differences of balls are taken before their sizes: two bodies that fall together hardly move as seen from each other.

use nalgebra::Vector3;
use std::ops::Sub;

/// Where a vector stays during a step: no farther from a center than a radius.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Ball {
    /// The center.
    pub center: Vector3<f64>,
    /// The radius; NaN where nothing is known.
    pub radius: f64,
}

impl Ball {
    /// The vector is zero.
    pub const ZERO: Self = Self { center: Vector3::new(0.0, 0.0, 0.0), radius: 0.0 };

    /// The largest length of the vector.
    pub fn most(&self) -> f64 {
        self.center.norm() + self.radius
    }
}

impl Sub for Ball {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { center: self.center - other.center, radius: self.radius + other.radius }
    }
}

/// Bounds of a frame's motion over a step, in world axes; the plane is the plane z = 0.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sweep {
    /// O.
    pub origin: Ball,
    /// v.
    pub velocity: Ball,
    /// a.
    pub acceleration: Ball,
    /// ω.
    pub spin: Ball,
    /// ω'.
    pub turning: Ball,
}

impl Sweep {
    /// The sweep of the ground, and of a body at rest at the world's origin.
    pub const REST: Self = Self {
        origin: Ball::ZERO,
        velocity: Ball::ZERO,
        acceleration: Ball::ZERO,
        spin: Ball::ZERO,
        turning: Ball::ZERO,
    };

    /// Nothing is known of the motion.
    pub const UNKNOWN: Self = {
        let nowhere = Ball { center: Vector3::new(0.0, 0.0, 0.0), radius: f64::NAN };
        Self { origin: nowhere, velocity: nowhere, acceleration: nowhere, spin: nowhere, turning: nowhere }
    };
}

/// Bounds of the motion of body b as seen from body a.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Seen {
    /// |x'| of (1).
    pub speed: f64,
    /// |x''| of (2).
    pub acceleration: f64,
    /// |δ| of (3).
    pub spin: f64,
    /// |δ'| of (3).
    pub turning: f64,
}

impl Seen {
    /// Body `b` as seen from body `a`, both in the plane.
    pub fn in_plane([a, b]: [&Sweep; 2]) -> Self {
        let (distance, turn) = ((b.origin - a.origin).most(), a.spin.most());
        let speed = (b.velocity - a.velocity).most() + turn * distance;
        let acceleration = (b.acceleration - a.acceleration).most() + (a.turning.most() + turn * turn) * distance;
        Self {
            speed,
            acceleration: acceleration + 2.0 * turn * speed,
            spin: (b.spin - a.spin).most(),
            turning: (b.turning - a.turning).most(),
        }
    }

    /// Body `b` as seen from body `a`, in space.
    pub fn in_space([a, b]: [&Sweep; 2]) -> Self {
        let seen = Self::in_plane([a, b]);
        Self { turning: seen.turning + a.spin.most() * b.spin.most(), ..seen }
    }

    /// Speed and acceleration of a point of b no farther than `reach` from its origin: (4).
    pub fn point(&self, reach: f64) -> [f64; 2] {
        // What has no bound, such as the reach of a line, does not matter to a body that never turns.
        let times = |rate: f64| if rate == 0.0 { 0.0 } else { rate * reach };
        [self.speed + times(self.spin), self.acceleration + times(self.turning + self.spin * self.spin)]
    }
}

/// Speed and acceleration of a point of b over a point of a, as the world sees them; `reaches` are their distances from the origins of their frames.
pub(crate) fn between_points([a, b]: [&Sweep; 2], reaches: [f64; 2]) -> [f64; 2] {
    let carried = |s: &Sweep, reach: f64| {
        let spin = s.spin.most();
        [spin * reach, (s.turning.most() + spin * spin) * reach]
    };
    let ([va, aa], [vb, ab]) = (carried(a, reaches[0]), carried(b, reaches[1]));
    [(b.velocity - a.velocity).most() + va + vb, (b.acceleration - a.acceleration).most() + aa + ab]
}

/// How fast a gap φ can change during a step.
///
/// A number that is not finite says that there is no such bound. With neither a run looks at a gap at places of the step and says that it is not proved;
/// with `rate` alone a closing is found all the same, at the cost of more places.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Bound {
    /// V ≥ |φ'|.
    pub rate: f64,
    /// A ≥ −φ'' wherever φ ≥ 0: how strongly the gap can bend toward its closing. How it bends the other way does not matter.
    pub bend: f64,
    /// κ ≥ 0: where it is not zero A ≥ −ψ'' of ψ = φ − ½κφ² instead, which vanishes with φ. A body in a hollow, where φ has an edge at the center, is
    /// smooth in ψ.
    pub hollow: f64,
}

impl Bound {
    /// There is none.
    pub const NONE: Self = Self { rate: f64::NAN, bend: f64::NAN, hollow: 0.0 };

    /// V and A.
    pub fn new(rate: f64, bend: f64) -> Self {
        Self { rate, bend, hollow: 0.0 }
    }

    /// Of a gap φ = |z| − r outside a ball, for a z with these bounds of |z'| and |z''|.
    ///
    /// φ'' = e·z'' + |P z'|²/|z| with the unit vector e along z; the last part opens.
    pub(crate) fn outside([speed, acceleration]: [f64; 2]) -> Self {
        Self::new(speed, acceleration)
    }

    /// Of a gap φ = r − |z| inside a ball: 2 r ψ = r² − |z|², 2 r ψ'' = −2 (z·z'' + |z'|²), |z| ≤ r, with κ = 1/r.
    pub(crate) fn inside(radius: f64, [speed, acceleration]: [f64; 2]) -> Self {
        if radius > 0.0 {
            Self { rate: speed, bend: acceleration + speed * speed / radius, hollow: 1.0 / radius }
        } else {
            Self::new(speed, f64::NAN)
        }
    }
}
