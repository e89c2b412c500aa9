//! Finding where two bodies touch.
//!
//! [`CurvePair`] solves (C1) and (C2) of [`Touch`] for the two parameters by Newton's method. With everything in the world's
//! axes, at fixed frames (σ the speeds, c = t_a·t_b, f₁ = t_a·d, f₂ = t_a × t_b):
//!
//! ```text
//! ∂f₁/∂α = σ_a (κ_a n_a·d − 1)      ∂f₁/∂β = σ_b c
//! ∂f₂/∂α = −κ_a σ_a c               ∂f₂/∂β = κ_b σ_b c
//! ```
//!
//! It starts from where the contact was at the last accepted step, or near the user's parameters, or from a scan for the
//! closest points. A solution on another branch (tangents that point the other way, a parameter that jumped) is refused.

#[cfg(feature = "serde")]
use crate::contact::curve::SavedCurve;
use crate::contact::curve::{Curve, CurveJet, Domain, outline};
use crate::contact::foot::{around, foot, grid, nearest_sample};
use crate::contact::{Extent, Touch, extent};
use crate::element::{BodyRef, Bound, PlanarFrame, Sweep, perp};
use crate::error::ElementError;
use nalgebra::Vector2;
use std::fmt::Debug;
use std::sync::Arc;

/// Two shapes that can touch, one in each body.
pub trait Pair: Send + Sync + Debug {
    /// Finds the contact near the parameters `last`; NaN says that nothing is known yet.
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError>;

    /// Parameters to start from; NaN to let it search.
    fn start(&self) -> [f64; 2] {
        [f64::NAN; 2]
    }

    /// Arc length on shape 0 (A) or 1 (B) from one parameter to another, along growing parameter.
    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64;

    /// Points of shape 0 (A) or 1 (B) for a drawing, material on the left, and whether they close; as far as `reach` from the
    /// body's origin. Nothing of a shape that does not say.
    fn outline(&self, _shape: usize, _reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        None
    }

    /// Are the shapes near each other at one place only, so that following it finds the nearest points? If not, a contact that opens seeks them at every look.
    fn single(&self) -> bool {
        true
    }

    /// The body of shape 0 (A), of a pair that was made from a line or a curve of a body; none where it fits any body.
    fn holder(&self) -> Option<BodyRef> {
        None
    }

    /// Bounds of how the gap changes over a step that moves the two bodies like this: none unless it says so.
    fn bound(&self, _bodies: [&Sweep; 2]) -> Bound {
        Bound::NONE
    }

    /// This pair as plain data, if it is built in.
    #[cfg(feature = "serde")]
    #[doc(hidden)]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        None
    }
}

impl<P: Pair + ?Sized> Pair for Arc<P> {
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError> {
        (**self).touch(a, b, last)
    }

    fn start(&self) -> [f64; 2] {
        (**self).start()
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        (**self).arc_length(shape, from, to)
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        (**self).outline(shape, reach)
    }

    fn holder(&self) -> Option<BodyRef> {
        (**self).holder()
    }

    fn single(&self) -> bool {
        (**self).single()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        (**self).bound(bodies)
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        (**self).saved()
    }
}

/// Two curves, found by Newton's method.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct CurvePair<A, B> {
    a: A,
    b: B,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::pair"))]
    start: [f64; 2],
    outside: bool,
}

impl<A: Curve, B: Curve> CurvePair<A, B> {
    /// B on the left of A: inside an anticlockwise closed curve, above a line that runs to the right.
    pub fn inside(a: A, b: B) -> Self {
        Self { a, b, start: [f64::NAN; 2], outside: false }
    }

    /// B on the right of A: outside of an anticlockwise closed curve, a cam and its roller.
    pub fn outside(a: A, b: B) -> Self {
        Self { a, b, start: [f64::NAN; 2], outside: true }
    }

    /// Parameters near which the contact is at first.
    pub fn near(self, alpha: f64, beta: f64) -> Self {
        Self { start: [alpha, beta], ..self }
    }
}

const MOST_ITERATIONS: usize = 30;
/// A Newton step below this leaves an error of its square.
const CONVERGED: f64 = 1e-9;
/// How often the nearest of some points are brought nearer, by turns.
const FEET: usize = 5;
/// The tangent may turn by this much between two steps (rad); more is another branch.
const JUMP: f64 = 1.5;

impl<A: Curve, B: Curve> Pair for CurvePair<A, B> {
    fn touch(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<Touch, ElementError> {
        let warm = !last[0].is_nan();
        let first = if warm { last } else { self.scan(a, b) };
        let mut s = first;
        let mut sense = f64::NAN;
        for _ in 0..MOST_ITERATIONS {
            let (ja, jb) = (self.a.jet(s[0]), self.b.jet(s[1]));
            let at = Near::new(a, b, &ja, &jb);
            if sense.is_nan() {
                sense = at.cosine.signum();
            }
            let (f1, f2) = (at.ta.dot(&at.d), at.ta.perp(&at.tb));
            let (a11, a12) = (at.sa * (at.ka * perp(at.ta).dot(&at.d) - 1.0), at.sb * at.cosine);
            let (a21, a22) = (-at.ka * at.sa * at.cosine, at.kb * at.sb * at.cosine);
            let det = a11 * a22 - a12 * a21;
            let step = [(f1 * a22 - f2 * a12) / det, (a11 * f2 - a21 * f1) / det];
            if !step.iter().all(|x| x.is_finite()) {
                return Err(ElementError::AmbiguousContact { curvatures: [at.ka, at.kb] });
            }
            let turn = (at.ka * at.sa * step[0]).abs().max((at.kb * at.sb * step[1]).abs());
            let damping = (0.5 / turn).min(1.0);
            s = [s[0] - damping * step[0], s[1] - damping * step[1]];
            if turn <= CONVERGED && (step[0] * at.sa).abs() <= CONVERGED * (1.0 + at.d.norm() + at.reach) {
                return self.finish(a, b, s, first, sense, warm);
            }
        }
        Err(ElementError::LostContact {
            why: "the two parameters did not converge: the curves may have no common normal near the last contact",
        })
    }

    fn start(&self) -> [f64; 2] {
        self.start
    }

    fn arc_length(&self, shape: usize, from: f64, to: f64) -> f64 {
        if shape == 0 { self.a.arc_length(from, to) } else { self.b.arc_length(from, to) }
    }

    fn outline(&self, shape: usize, reach: f64) -> Option<(Vec<Vector2<f64>>, bool)> {
        let (mut points, closed) = if shape == 0 { outline(&self.a, reach) } else { outline(&self.b, reach) };
        // B is on the left of A, so that A's own material is on its right; unless B is on the outside.
        if shape == 0 && !self.outside {
            points.reverse();
        }
        Some((points, closed))
    }

    fn single(&self) -> bool {
        self.extents().is_some()
    }

    fn bound(&self, bodies: [&Sweep; 2]) -> Bound {
        if let Some(extents) = self.extents() {
            return extent::in_plane(extents, bodies);
        }
        let [a, b] = bodies;
        match [reach(&self.a), reach(&self.b)] {
            [_, Some(of_b)] => extent::near_any(of_b, [a, b]),
            [Some(of_a), None] => extent::near_any(of_a, [b, a]),
            _ => Bound::NONE,
        }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let (a, b) = (SavedCurve::of(self.a.saved()?)?, SavedCurve::of(self.b.saved()?)?);
        Some(Box::new(CurvePair { a, b, start: self.start, outside: self.outside }))
    }
}

impl<A: Curve, B: Curve> CurvePair<A, B> {
    /// Those of two convex shapes outside of each other: a closed curve on whose inside the other one is, is a hollow.
    fn extents(&self) -> Option<[Extent; 2]> {
        let [a, b] = [self.a.extent()?, self.b.extent()?];
        (self.outside || a.reach.is_infinite()).then_some([a, b])
    }

    fn finish(
        &self,
        a: &PlanarFrame,
        b: &PlanarFrame,
        s: [f64; 2],
        first: [f64; 2],
        sense: f64,
        warm: bool,
    ) -> Result<Touch, ElementError> {
        for (parameter, domain) in s.into_iter().zip([self.a.domain(), self.b.domain()]) {
            if matches!(domain, Domain::Open { from, to } if !(from..=to).contains(&parameter)) {
                return Err(ElementError::LostContact { why: "the contact ran over the end of an open curve" });
            }
        }
        let (ja, jb) = (self.a.jet(s[0]), self.b.jet(s[1]));
        let at = Near::new(a, b, &ja, &jb);
        let jump = (s[0] - first[0]).abs() * at.sa * at.ka.abs() > JUMP;
        if at.cosine.signum() != sense || (warm && jump) {
            return Err(ElementError::LostContact { why: "the contact jumped to another branch of the curves" });
        }
        let side = if self.outside { -1.0 } else { 1.0 };
        Ok(Touch {
            arms: at.arms,
            tangent: side * at.ta,
            gap: side * perp(at.ta).dot(&at.d),
            curvatures: [side * at.ka, side * sense * at.kb],
            parameters: s,
            speeds: [side * at.sa, side * sense * at.sb],
        })
    }

    /// The closest pair of points on a coarse grid; a curve without ends is searched where it may be near the middle of the other one, both without ends between −8 and 8.
    fn scan(&self, a: &PlanarFrame, b: &PlanarFrame) -> [f64; 2] {
        let [of_a, of_b] = match [ends(&self.a), ends(&self.b)] {
            [Some(of_a), Some(of_b)] => [of_a, of_b],
            [None, Some(of_b)] => [opposite((&self.a, a), (&self.b, b), of_b), of_b],
            [Some(of_a), None] => [of_a, opposite((&self.b, b), (&self.a, a), of_a)],
            [None, None] => [[-8.0, 8.0]; 2],
        };
        let mut best = ([f64::NAN; 2], f64::INFINITY);
        for beta in grid(of_b) {
            let q = b.point(self.b.jet(beta).position);
            for alpha in grid(of_a) {
                let distance = (a.point(self.a.jet(alpha).position) - q).norm_squared();
                if distance < best.1 {
                    best = ([alpha, beta], distance);
                }
            }
        }
        // From foot to foot the distance only falls: Newton's method alone may go to where it is largest.
        let [mut alpha, mut beta] = best.0;
        for _ in 0..FEET {
            let on_a = a.turn_back(b.point(self.b.jet(beta).position) - a.origin);
            alpha = foot(&self.a, on_a, alpha).map_or(alpha, |foot| foot.s);
            let on_b = b.turn_back(a.point(self.a.jet(alpha).position) - b.origin);
            beta = foot(&self.b, on_b, beta).map_or(beta, |foot| foot.s);
        }
        [alpha, beta]
    }
}

/// The ends of a curve that has some, or goes around.
fn ends(curve: &impl Curve) -> Option<[f64; 2]> {
    match curve.domain() {
        Domain::Closed { period } => Some([0.0, period]),
        Domain::Open { from, to } => Some([from, to]),
        Domain::Unbounded => None,
    }
}

/// How far such a curve reaches from the origin of its body: as far as some points of it, and what lies between them.
fn reach(curve: &impl Curve) -> Option<f64> {
    let [from, to] = ends(curve)?;
    let jets = || grid([from, to]).map(|s| curve.jet(s));
    let between = (to - from) / grid([from, to]).count() as f64 * jets().map(|jet| jet.speed()).fold(0.0, f64::max);
    Some(jets().map(|jet| jet.position.norm()).fold(0.0, f64::max) + between)
}

/// Between which parameters a curve without ends may be near one that has them.
fn opposite(
    (curve, frame): (&impl Curve, &PlanarFrame),
    (other, of): (&impl Curve, &PlanarFrame),
    ends: [f64; 2],
) -> [f64; 2] {
    let place = |s: f64| frame.turn_back(of.point(other.jet(s).position) - frame.origin);
    let middle = grid(ends).map(place).sum::<Vector2<f64>>() / grid(ends).count() as f64;
    let size = grid(ends).map(|s| (place(s) - middle).norm()).fold(0.0, f64::max);
    around(curve, middle, nearest_sample(curve, middle), 2.0 * size)
}

/// Both curves at their parameters, in the world.
struct Near {
    arms: [Vector2<f64>; 2],
    d: Vector2<f64>,
    ta: Vector2<f64>,
    tb: Vector2<f64>,
    cosine: f64,
    sa: f64,
    sb: f64,
    ka: f64,
    kb: f64,
    reach: f64,
}

impl Near {
    fn new(a: &PlanarFrame, b: &PlanarFrame, ja: &CurveJet, jb: &CurveJet) -> Self {
        let arms = [a.turn(ja.position), b.turn(jb.position)];
        let (sa, sb) = (ja.speed(), jb.speed());
        let (ta, tb) = (a.turn(ja.first) / sa, b.turn(jb.first) / sb);
        let d = b.origin + arms[1] - a.origin - arms[0];
        let curvature = |jet: &CurveJet, speed: f64| jet.first.perp(&jet.second) / (speed * speed * speed);
        let reach = arms[0].norm() + arms[1].norm();
        Self { arms, d, ta, tb, cosine: ta.dot(&tb), sa, sb, ka: curvature(ja, sa), kb: curvature(jb, sb), reach }
    }
}
