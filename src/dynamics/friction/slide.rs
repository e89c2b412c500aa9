//! What is known of the slip of a contact in space, and where it goes when it starts; `turning.rs` has the equations.
//!
//! With d₀ the direction at the start, at t₀, and c = ‖s‖/(t − t₀), what (H14) asks of the acceleration is a(d) = α d + c (d − d₀): it turns d by what it has turned so far. With (1) there,
//!
//! ```text
//! (1)  (β + A) x = F + c d₀,   x = μ N d,   β = (α + c)/(μ N)        ‖x‖/μ + b·x = N₀
//! ```
//!
//! one equation in β, in any number of tangents: without b one with exactly one solution above −λ, λ the least eigenvalue of A, as in an impact (`impact/routh.rs`). With b the largest one is
//! taken, which has the largest α.

use crate::math::small::{dot, eigen, norm, plus, times, unit};
use crate::ode::find_root;
use std::array::from_fn;
use std::convert::Infallible;

/// Where a contact in space slides to, at the last evaluation.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Slide {
    /// d, in the tangents of the contact.
    pub(crate) d: [f64; 3],
    /// The tangents in world axes.
    pub(super) axes: [[f64; 3]; 2],
    /// s·n, or ‖s‖ outside of a step.
    pub(crate) ahead: f64,
    /// ‖s‖; infinite where that is what rounding leaves of a slip.
    pub(super) speed: f64,
    /// Was d found from the forces?
    pub(crate) starts: bool,
}

impl Slide {
    /// What a state keeps of d: its angle in the tangent plane.
    pub(super) fn angle(&self) -> f64 {
        self.d[1].atan2(self.d[0])
    }

    /// d in world axes, and about the normal.
    pub(crate) fn direction(&self) -> [f64; 4] {
        let [x, y, z] = self.d;
        from_fn(|i| if i < 3 { x * self.axes[0][i] + y * self.axes[1][i] } else { z })
    }

    /// The direction with this angle, as far out of the tangent plane as one that is near.
    pub(super) fn turn_to(&mut self, angle: f64, near: Option<[f64; 3]>) {
        let out = near.map_or(0.0, |near| near[2] / norm(&near).max(f64::MIN_POSITIVE));
        let flat = (1.0 - out * out).max(0.0).sqrt();
        self.d = [flat * angle.cos(), flat * angle.sin(), out];
    }

    /// The unit vector along a slip of this size, or against it, on the side of the direction at the beginning of the step.
    pub(super) fn toward(&self, slip: [f64; 3], speed: f64) -> [f64; 3] {
        let size = if self.ahead < 0.0 { -speed } else { speed };
        slip.map(|s| s / size)
    }

    pub(super) fn in_axes(&self, [x, y, z, about]: [f64; 4]) -> [f64; 3] {
        let [first, second] = self.axes.map(|axis| dot(&axis, &[x, y, z]));
        [first, second, about]
    }
}

/// A slip in space: what goes along the direction with which it was evaluated, what goes across, its size, the rate at which it turns into that direction, and in what time it ends as things
/// are, infinite if it does not.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Slipping {
    pub(crate) along: f64,
    pub(crate) across: f64,
    pub(crate) speed: f64,
    pub(crate) rate: f64,
    pub(crate) left: f64,
    /// Does it pivot, alone on its body? Then it may be slow for long.
    pub(crate) lasts: bool,
}

/// A contact that slides slowly, by what its friction does.
pub(super) struct Sliding {
    /// a under the friction force T.
    pub(super) slope: [f64; 3],
    pub(super) force: [f64; 3],
    /// A. Of a tangent that is not there it may be any positive number.
    pub(super) answer: [[f64; 3]; 3],
    /// N under T, and b.
    pub(super) load: f64,
    pub(super) load_answer: [f64; 3],
    pub(super) begun: Begun,
}

/// c and d₀ of one that has started; nothing of one that starts.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Begun {
    pub(super) pace: f64,
    pub(super) d: [f64; 3],
}

/// Rounding of accelerations, relative to those at work.
pub(super) const ROUNDING: f64 = 1e-13;
/// The part by which β + λ shrinks from one place to the next, and most places.
const LESS: f64 = 0.85;
const PLACES: usize = 300;

impl Begun {
    /// a less what the turning of d needs of it: along d if that is right.
    pub(super) fn left(&self, a: &[f64; 3], d: &[f64; 3]) -> [f64; 3] {
        plus(a, -self.pace, &plus(d, -1.0, &self.d))
    }
}

impl Sliding {
    /// Does the direction with which it was evaluated last, to rounding? Of one that hardly moves there is no more to be known: a foot beside one that sticks moves along one line, whatever its
    /// friction, and where it is only about to move any direction does.
    pub(super) fn lasts(&self, d: &[f64; 3]) -> bool {
        let none = ROUNDING * (norm(&self.slope) + norm(&times(&self.answer, &self.force)));
        let left = self.begun.left(&self.slope, d);
        norm(&plus(&left, -dot(&left, d), d)) <= none && dot(&self.slope, d) >= -none
    }

    /// The direction that lasts: of the solutions of (1) that with the largest β.
    pub(super) fn direction(&self) -> Option<[f64; 3]> {
        let force = norm(&self.force);
        let without = plus(&self.slope, -1.0, &times(&self.answer, &self.force));
        let pull = plus(&without, self.begun.pace, &self.begun.d);
        if force == 0.0 {
            return (pull != [0.0; 3]).then(|| unit(&pull));
        }
        let mu = force / self.load;
        let unloaded = self.load - dot(&self.load_answer, &self.force);
        let (values, vectors) = eigen(self.answer);
        let [pull, load]: [[f64; 3]; 2] = [pull, self.load_answer].map(|x| from_fn(|i| dot(&vectors[i], &x)));
        let x = |beta: f64| from_fn(|i| pull[i] / (beta + values[i]));
        let off = |beta: f64| norm(&x(beta)) / mu + dot(&load, &x(beta)) - unloaded;
        // None is beyond `most`, and −λ is where x has no bound.
        let most = norm(&pull) * (1.0 / mu.abs() + norm(&load)) / unloaded.abs();
        let least = -values.iter().copied().fold(f64::INFINITY, f64::min);
        let mut high = most;
        for _ in 0..PLACES {
            let low = least + LESS * (high - least);
            let ends = [off(low), off(high)];
            if ends[0] * unloaded >= 0.0 && ends[1] * unloaded <= 0.0 {
                let Ok(root) = find_root(|beta| Ok::<_, Infallible>(off(beta)), low, ends[0], high, ends[1], 0.0);
                let x = x(root.nearest());
                let d = (0..3).fold([0.0; 3], |sum, i| plus(&sum, x[i], &vectors[i]));
                return Some(unit(&d));
            }
            high = low;
        }
        None
    }
}
