//! The foot of a point on a curve: the point c(s) of the curve that is nearest to p.
//!
//! At the foot the distance ½ |p − c|² has no slope. With primes for derivatives by s, κ and n as in [`curve`](super::curve)
//! and φ = (p − c)·n, Newton's method on the slope takes the step
//!
//! ```text
//! s ← s + (p − c)·c'/(|c'|² g)      g = 1 − (p − c)·c''/|c'|²      at the foot: g = 1 − κ φ
//! ```
//!
//! |c'|² g is the second derivative of the distance. Where it is not positive Newton's method would run to the farthest point;
//! g = 1 stands in there (Gauss-Newton). A step that increases the distance is halved, so that the search only goes down, to
//! the foot next to its guess. Without a guess it begins at the nearest of some samples, and where that may not be the nearest of all, samples are taken anew: let R be the distance
//! of the nearest one, at s. What is nearer is at most 2 R away from it, and so, where the curve is not passed more slowly than with w,
//!
//! ```text
//! (1)  |s' − s| ≤ 2 R/w
//! ```
//!
//! Where p moves by δp the foot moves so that r·c' stays zero, r = p − c:
//!
//! ```text
//! (2)  δs = δp·c'/(|c'|² g)
//! ```
//!
//! Singular: 1 − κ φ = 0, p is the center of curvature, and all points nearby are equally near; |c'| = 0, a cusp. Both are
//! refused, as is an open curve whose end is nearer than any foot.

use super::curve::{Curve, CurveJet, Domain};
use crate::error::ElementError;
use nalgebra::SVector;
use num_dual::Dual64;

/// The foot of a point on a curve.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Foot<const D: usize = 2> {
    /// Its parameter.
    pub s: f64,
    /// The curve there.
    pub jet: CurveJet<D>,
    /// 1 − κ φ: one when the point is on the curve, zero at the center of curvature.
    pub spread: f64,
}

/// Up to this 1 − κ φ the foot is not determined.
const UNDETERMINED: f64 = 1e-8;
/// Up to this speed, beside |c''|, there is no tangent.
const CUSP: f64 = 1e-9;
/// A Newton step below this part of the distances involved leaves an error of its square: round-off.
const CONVERGED: f64 = 1e-9;
const MOST_ITERATIONS: usize = 100;
/// Halvings of a step at most: 2⁻¹⁰⁰ of it changes nothing any more. Next to s = 0 no bound in parts of s does that, for there the numbers end.
const HALVINGS: usize = 100;
const SAMPLES: usize = 64;
/// How often the samples are taken anew.
const ROUNDS: usize = 3;

/// The foot of `p` (body axes) next to the parameter `guess`; if that is not a number, next to the nearest of some samples.
///
/// The samples are spread evenly over the domain; on an unbounded curve around s = 0, ever wider apart, up to a million; and then over what may be nearer than the nearest of them.
#[doc(alias = "closest point")]
pub fn foot<const D: usize>(
    curve: &(impl Curve<D> + ?Sized),
    p: SVector<f64, D>,
    guess: f64,
) -> Result<Foot<D>, ElementError> {
    let domain = curve.domain();
    let clamp = |s: f64| match domain {
        Domain::Open { from, to } => s.max(from).min(to),
        Domain::Closed { .. } | Domain::Unbounded => s,
    };
    let mut s = clamp(if guess.is_nan() { nearest_sample(curve, p) } else { guess });
    for _ in 0..MOST_ITERATIONS {
        let here = Foot::at(curve, p, s);
        if !here.is_finite(p) {
            // The caller reports which input was not finite.
            return Ok(Foot { s: f64::NAN, ..here });
        }
        if here.has_no_tangent() {
            return Err(ElementError::Singular {
                what: "the curve has a cusp there, or a parameter that stands still: use a smooth curve, or another parameter",
            });
        }
        let step = here.step(p);
        if step.abs() <= here.resolution(p) {
            return finish(Foot::at(curve, p, s + step), domain);
        }
        let next = clamp(s + step);
        if next == s {
            return finish(Foot { s: s + step, ..here }, domain);
        }
        s = descend(curve, p, s, next);
    }
    Err(ElementError::Singular { what: "no foot of the point on its curve was found: place it closer to the curve" })
}

impl<const D: usize> Foot<D> {
    /// c, c' and c'' with how they change where its point moves like `p` (2).
    pub(crate) fn moving(&self, p: SVector<Dual64, D>) -> [SVector<Dual64, D>; 3] {
        let CurveJet { position, first, second, third } = self.jet;
        let by = p.map(|x| x.eps).dot(&first) / (first.norm_squared() * self.spread);
        let moving = |x: SVector<f64, D>, rate: SVector<f64, D>| x.zip_map(&rate, |x, rate| Dual64::new(x, rate * by));
        [moving(position, first), moving(first, second), moving(second, third)]
    }

    fn at(curve: &(impl Curve<D> + ?Sized), p: SVector<f64, D>, s: f64) -> Self {
        let jet = curve.jet(s);
        let spread = 1.0 - (p - jet.position).dot(&jet.second) / jet.first.norm_squared();
        Self { s, jet, spread }
    }

    fn is_finite(&self, p: SVector<f64, D>) -> bool {
        let CurveJet { position, first, second, .. } = self.jet;
        (p + position + first + second).iter().all(|x| x.is_finite())
    }

    fn has_no_tangent(&self) -> bool {
        self.jet.speed() <= CUSP * self.jet.second.norm()
    }

    /// The step to the foot: Newton's, or where that goes up, Gauss and Newton's.
    fn step(&self, p: SVector<f64, D>) -> f64 {
        let slope = (p - self.jet.position).dot(&self.jet.first) / self.jet.first.norm_squared();
        if self.spread > UNDETERMINED { slope / self.spread } else { slope }
    }

    /// The step that may be taken as the last one: a small part of the parameter over which the curve bends, and of the way to p.
    fn resolution(&self, p: SVector<f64, D>) -> f64 {
        let speed = self.jet.speed();
        let bend = 1.0_f64.min(speed / self.jet.second.norm());
        CONVERGED * (bend + (p - self.jet.position).norm() / speed)
    }
}

/// Goes from `s` to `next`, or only part of the way as long as the distance grows.
fn descend<const D: usize>(curve: &(impl Curve<D> + ?Sized), p: SVector<f64, D>, s: f64, mut next: f64) -> f64 {
    let distance = |s: f64| (p - curve.jet(s).position).norm_squared();
    // Near the foot the distance is flat, and round-off decides which of the two is smaller.
    let bound = distance(s) * (1.0 + 1e-12);
    for _ in 0..HALVINGS {
        if (next - s).abs() <= f64::EPSILON * s.abs() || distance(next) <= bound {
            break;
        }
        next = 0.5 * (s + next);
    }
    next
}

/// Is it a foot, and on the curve?
fn finish<const D: usize>(foot: Foot<D>, domain: Domain) -> Result<Foot<D>, ElementError> {
    match domain {
        Domain::Open { from, to } if foot.s < from || foot.s > to => Err(ElementError::EndOfCurve { from, to }),
        _ if foot.spread <= UNDETERMINED => Err(ElementError::Singular {
            what: "the point is at a center of curvature of its curve, or beyond, so that its foot is not determined: place it closer to the curve",
        }),
        _ => Ok(foot),
    }
}

/// The nearest of the samples of a curve.
pub(crate) fn nearest_sample<const D: usize>(curve: &(impl Curve<D> + ?Sized), p: SVector<f64, D>) -> f64 {
    let domain = curve.domain();
    let wide = |side: f64| side.signum() * (side.abs() * 1e6_f64.ln()).exp_m1();
    let mut best = match domain {
        Domain::Closed { period } => nearest_of(grid([0.0, period]), curve, p),
        Domain::Open { from, to } => nearest_of(grid([from, to]), curve, p),
        Domain::Unbounded => nearest_of(grid([-1.0, 1.0]).map(wide), curve, p),
    };
    for _ in 0..ROUNDS {
        best = nearest_of(grid(around(curve, p, best, 0.0)).chain([best]), curve, p);
    }
    best
}

/// Parameters spread evenly.
pub(crate) fn grid([from, to]: [f64; 2]) -> impl Iterator<Item = f64> {
    (0..SAMPLES).map(move |i| from + (to - from) * (i as f64 + 0.5) / SAMPLES as f64)
}

fn nearest_of<const D: usize>(
    samples: impl Iterator<Item = f64>,
    curve: &(impl Curve<D> + ?Sized),
    p: SVector<f64, D>,
) -> f64 {
    let distances = samples.map(|s| (s, (p - curve.jet(s).position).norm_squared()));
    distances.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |(s, _)| s)
}

/// Between which parameters a curve may come nearer to `p` than its point at `s` is, by (1), or not farther away than that by more than `beyond`.
pub(crate) fn around<const D: usize>(
    curve: &(impl Curve<D> + ?Sized),
    p: SVector<f64, D>,
    s: f64,
    beyond: f64,
) -> [f64; 2] {
    let reach = 2.0 * (p - curve.jet(s).position).norm() + beyond;
    let within = |width: f64| match curve.domain() {
        Domain::Closed { period } if width.is_nan() || width > 0.5 * period => [s - 0.5 * period, s + 0.5 * period],
        Domain::Open { from, to } if width.is_nan() => [from, to],
        Domain::Open { from, to } => [from.max(s - width), to.min(s + width)],
        _ if width.is_finite() => [s - width, s + width],
        _ => [s, s],
    };
    // How slowly the curve is passed is known from samples of what its own speed here would span.
    let speeds = grid(within(reach / curve.jet(s).speed())).map(|s| curve.jet(s).speed());
    within(reach / speeds.filter(|speed| *speed > 0.0).fold(f64::INFINITY, f64::min))
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Vector2;

    /// A curve that leaves the origin within the smallest numbers there are.
    #[derive(Debug)]
    struct Steep;

    impl Curve for Steep {
        fn jet(&self, s: f64) -> CurveJet {
            let height = 1.0 + s * 1e300 * 1e23;
            let (first, zero) = (Vector2::new(1.0, 1.0), Vector2::zeros());
            CurveJet { position: Vector2::new(s, height), first, second: zero, third: zero }
        }

        fn domain(&self) -> Domain {
            Domain::Unbounded
        }
    }

    /// Mended by 3910ded.
    #[test]
    fn regress_a_descent_ends_where_numbers_end() {
        let p = Vector2::zeros();
        for (s, next) in [(5e-324, 1e-323), (5e-324, 5e-320), (0.0, 5e-324), (0.0, 1.0), (-5e-324, 1e300)] {
            let end = descend(&Steep, p, s, next);
            assert!((s..=next).contains(&end), "from {s:e} toward {next:e}: {end:e}");
        }
    }
}
