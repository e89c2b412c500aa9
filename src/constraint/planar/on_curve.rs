//! A point of body b stays on a curve that is fixed in body a, and slides along it freely.
//!
//! c(s) is the curve in a's axes, with tangent t, left normal n and curvature κ ([`curve`](crate::contact::curve)); s is the
//! [`foot`](crate::contact::foot) of the point P on it. In world axes, with d = P − O_a, ρ the arm of P in b, and the velocity of
//! P as seen from a, w = v_P − v_a − ω_a k×d:
//!
//! ```text
//! φ  = (P − c)·n      with s from      (P − c)·c' = 0                                                    (1)
//! φ' = w·n + s' ∂φ/∂s                  ∂φ/∂s = −c'·n + (P − c)·n' = 0      (n' = −κ c')                  (2)
//! J_b = [n, n·(k×ρ)]                   J_a = −[n, n·(k×d)]                                               (3)
//! ```
//!
//! The foot's rate has no part in φ' (2): φ is a distance, and at the nearest point the distance does not change with s. It
//! enters γ, because n turns with it. Differentiating (1), with P − c = φ n and n·c'' = κ |c'|²:
//!
//! ```text
//! s' = w·t/(|c'| (1 − κ φ))                                                                              (4)
//! γ  = ω_b² n·ρ − ω_a² n·d + 2 ω_a w·t + κ (w·t)²/(1 − κ φ)                                              (5)
//! ```
//!
//! (5) has, in this order, what is centripetal in b and in a, Coriolis' term, and the bend of the curve. λ is the force on body
//! b along n. On the curve φ = 0, and λ is what the wire presses with.
//!
//! Singular: 1 − κ φ = 0, P at the center of curvature (a distance of one radius from the curve, so never on it); a cusp; the
//! end of an open curve. All are refused. The parameter of the foot is the constraint's memory, from which the next search
//! begins; a NaN there asks for a search over the whole curve.

use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::contact::curve::{Curve, CurveJet, outline};
use crate::contact::foot;
use crate::element::{
    BodyId, BodyRef, Changes, Ctx, Moving, Planar, PlanarFrame, Point, Rows, RowsOf, Sketch, Spot, aside, itself,
};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::Vector2;
use num_dual::Dual64;

/// A point that slides along a curve of another body.
///
/// ```
/// use chetaev::contact::curve::Circle;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let bead = builder.body("bead", Particle::new(1.0).at(0.5, 0.0));
/// let hoop = builder.constraint("hoop", PointOnCurve::new(GROUND, Circle::new([0.0, 0.0], 0.5), bead.origin()));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// assert!(run.samples().all(|at| (at.body(bead).origin.norm() - 0.5).abs() < 1e-12));
/// assert!(run.largest(|at| at.multipliers(hoop)[0].abs()) > 2.9 * 9.81); // three weights at the bottom
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct PointOnCurve<C> {
    body: BodyRef,
    curve: C,
    point: Point,
    #[cfg_attr(feature = "serde", serde(with = "crate::store::number"))]
    near: f64,
}

impl<C: Curve> PointOnCurve<C> {
    /// Keeps `point` on `curve`, which is fixed in `body`. The multiplier is the force on the point's body along the normal to
    /// the left of the curve.
    ///
    /// The part of the curve next to the point is taken; where this is not meant, say [`near`](Self::near).
    pub fn new(body: BodyId<Planar>, curve: C, point: Point) -> Self {
        Self { body: body.into(), curve, point, near: f64::NAN }
    }

    /// Begins the first search for the foot at the parameter `s`.
    pub fn near(self, s: f64) -> Self {
        Self { near: s, ..self }
    }

    /// The curve.
    pub fn curve(&self) -> &C {
        &self.curve
    }
}

/// A point of b as seen from a: its arms in both, and its place in a's axes.
struct Seen<'f, T> {
    a: &'f PlanarFrame<T>,
    b: &'f PlanarFrame<T>,
    d: Vector2<T>,
    arm: Vector2<T>,
    place: Vector2<T>,
}

impl<'f, T: Real> Seen<'f, T> {
    fn new([a, b]: [&'f PlanarFrame<T>; 2], local: Vector2<f64>) -> Self {
        let arm = b.turn(local);
        let d = b.origin + arm - a.origin;
        Self { a, b, d, arm, place: a.turn_back(d) }
    }

    /// (1) to (5) at its foot, where the curve has c, c' and c'', and 1 − κ φ.
    fn write(&self, [position, first, second]: [Vector2<T>; 3], spread: T, out: &mut impl RowsOf<T>) {
        let Self { a, b, d, arm, place } = *self;
        let speed = first.dot(&first).sqrt();
        let tangent = first / speed;
        let kappa = first.perp(&second) / speed.powi(3);
        let (t, n) = (a.turn_moving(tangent), a.turn_moving(aside(tangent)));
        let seen = b.velocity_at(arm) - a.velocity_at(d);
        let along = seen.dot(&t);
        let centripetal = arm * (b.spin * b.spin) - d * (a.spin * a.spin);
        let gamma = centripetal.dot(&n) + along * (a.spin * 2.0 + kappa * along / spread);
        out.positions(0, [(place - position).dot(&aside(tangent))], [seen.dot(&n)], [gamma]);
        out.columns(0, 0, [[-n.x, -n.y, -d.perp(&n)]]);
        out.columns(0, 1, [[n.x, n.y, arm.perp(&n)]]);
    }
}

impl<C: Curve> Constraint for PointOnCurve<C> {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape {
            memory: vec![self.near],
            ..ConstraintShape::new(Level::Position, 1, [self.body, self.point.body])
        }
    }

    fn flaw(&self) -> Option<&'static str> {
        itself([self.body, self.point.body])
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let seen = Seen::new([at.body(0), at.body(1)], self.point.local);
        let foot = foot(&self.curve, seen.place, at.memory()[0])?;
        let CurveJet { position, first, second, .. } = foot.jet;
        seen.write([position, first, second], foot.spread, out);
        out.memory()[0] = foot.s;
        Ok(())
    }

    /// Where the point has no foot there was no evaluation.
    fn vary(&self, at: Moving<'_>, out: &mut Changes<'_>) -> bool {
        let seen = Seen::new([at.body(0), at.body(1)], self.point.local);
        if let Ok(foot) = foot(&self.curve, seen.place.map(|x| x.re), at.memory[0]) {
            let jet = foot.moving(seen.place);
            let [position, first, second] = jet;
            let spread = Dual64::from(1.0) - (seen.place - position).dot(&second) / first.dot(&first);
            seen.write(jet, spread, out);
        }
        true
    }

    fn point(&self, at: Ctx<'_>, _k: usize) -> Vector2<f64> {
        at.body(1).point(self.point.local)
    }

    fn sketch(&self, reach: f64) -> Vec<Sketch> {
        let (points, closed) = outline(&self.curve, reach);
        vec![Sketch::Wire { slot: 0, points, closed, rider: Spot::new(1, self.point.local) }]
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { body, curve, point, near } = self;
        Some(Box::new(PointOnCurve {
            body: *body,
            curve: crate::contact::curve::SavedCurve::of(curve.saved()?)?,
            point: *point,
            near: *near,
        }))
    }
}
