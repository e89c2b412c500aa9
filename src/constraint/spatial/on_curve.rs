//! A point of body b stays on a space curve that is fixed in body a, and slides along it freely.
//!
//! c(s) is the curve in a's axes ([`curve`](crate::contact::curve)), p the point in a's axes, s its [`foot`](crate::contact::foot()), w = p' its
//! velocity as seen from a, r = p − c. Two directions e_k(s) across the tangent t are made from an axis d of the body,
//! e₁ along d×t and e₂ = t×e₁. With primes by s at c and e, and D = |c'|² − r·c'':
//!
//! ```text
//! (1)  φ_k = r·e_k      with s from      r·c' = 0      so that      s˙ = w·c'/D
//! (2)  φ_k˙ = n_k·w     n_k = e_k + (r·e_k'/D) c'                                     (c'·e_k = 0)
//! (3)  φ_k¨ = n_k·p¨ + s˙ (w·e_k' + ρ˙ + ρ (w·c'' − D˙)/D)      ρ = r·e_k'
//!      ρ˙ = r˙·e_k' + s˙ r·e_k''      r˙ = w − s˙ c'      D˙ = 2 s˙ c'·c'' − r˙·c'' − s˙ r·c'''
//! ```
//!
//! On the curve r = 0, and (3) has s˙² c'·e_k' = −s˙² c''·e_k beside the acceleration: the bend of the curve. p¨ as seen from a is J1's
//! of a joint. The rows hold off the curve too, where a start is assembled from. λ are the forces on b along e₁ and e₂.
//!
//! Singular: D = 0, p at a center of curvature of the curve; a cusp; the end of an open curve. All are refused. The memory keeps the
//! parameter of the foot, from which the next search begins, and which of the body's axes is d: the one farthest from t,
//! until t comes near to it. Then the directions change at once, and the two multipliers with them, but not the reaction.

use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::contact::curve::{Curve, CurveJet};
use crate::contact::foot;
use crate::element::{BodyId, BodyRef, Ctx, Point, Rows, Spatial, itself};
use crate::error::ElementError;
use nalgebra::{RealField, Vector3};
use num_dual::Dual2_64;

/// A point that slides along a space curve of another body.
#[derive(Clone, Debug, PartialEq)]
pub struct PointOnSpaceCurve<C> {
    body: BodyRef,
    curve: C,
    point: Point<Spatial>,
    near: f64,
}

/// The tangent may come this near to the axis d (as a cosine).
const NEAR: f64 = 0.95;

impl<C: Curve<3>> PointOnSpaceCurve<C> {
    /// Keeps `point` on `curve`, which is fixed in `body`.
    ///
    /// The part of the curve next to the point is taken; where this is not meant, say [`near`](Self::near).
    pub fn new(body: BodyId<Spatial>, curve: C, point: Point<Spatial>) -> Self {
        Self { body: body.into(), curve, point, near: f64::NAN }
    }

    /// Begins the first search for the foot at the parameter `s`.
    pub fn near(self, s: f64) -> Self {
        Self { near: s, ..self }
    }
}

/// e₁ and e₂ for a tangent of any length.
fn across<T: RealField + Copy>(tangent: Vector3<T>, axis: usize) -> [Vector3<T>; 2] {
    let t = tangent / tangent.norm();
    let mut d = Vector3::zeros();
    d[axis] = T::one();
    let e = d.cross(&t);
    let e = e / e.norm();
    [e, t.cross(&e)]
}

/// e, e' and e'' of both directions.
fn directions(jet: &CurveJet<3>, axis: usize) -> [[Vector3<f64>; 3]; 2] {
    let tangent = Vector3::from_fn(|i, _| Dual2_64::new(jet.first[i], jet.second[i], jet.third[i]));
    across(tangent, axis).map(|e| [e.map(|x| x.re), e.map(|x| x.v1), e.map(|x| x.v2)])
}

impl<C: Curve<3>> Constraint for PointOnSpaceCurve<C> {
    type Space = Spatial;

    fn shape(&self) -> ConstraintShape {
        let memory = vec![self.near, f64::NAN];
        ConstraintShape { memory, ..ConstraintShape::new(Level::Position, 2, [self.body, self.point.body]) }
    }

    fn flaw(&self) -> Option<&'static str> {
        itself([self.body, self.point.body])
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        let (a, b) = (at.body(0), at.body(1));
        let arm_b = b.turn(self.point.local);
        let arm = b.origin + arm_b - a.origin;
        let place = a.turn_back(arm);
        let foot = foot(&self.curve, place, at.memory()[0])?;
        let CurveJet { position, first, second, third } = foot.jet;
        let tangent = foot.jet.tangent();
        let kept = at.memory()[1];
        let axis = if kept.is_finite() { kept as usize } else { tangent.iamin() };
        let axis = if tangent[axis].abs() > NEAR { tangent.iamin() } else { axis };

        let seen = b.velocity_at(arm_b) - a.velocity_at(arm);
        let bias = a.turn_back(b.centripetal(arm_b) - a.centripetal(arm) - 2.0 * a.spin.cross(&seen));
        let (w, r) = (a.turn_back(seen), place - position);
        let spread = first.norm_squared() * foot.spread;
        let along = w.dot(&first) / spread;
        let apart = w - along * first;
        let spreading = 2.0 * along * first.dot(&second) - apart.dot(&second) - along * r.dot(&third);
        for (k, [e, bend, twist]) in directions(&foot.jet, axis).into_iter().enumerate() {
            let rho = r.dot(&bend);
            let n = e + (rho / spread) * first;
            let rho_rate = apart.dot(&bend) + along * r.dot(&twist);
            let curved = along * (w.dot(&bend) + rho_rate + rho * (w.dot(&second) - spreading) / spread);
            out.position(k, r.dot(&e), n.dot(&w), -n.dot(&bias) - curved);
            let world = a.turn(n);
            out.jacobian(k, 0, a.along(arm, -world));
            out.jacobian(k, 1, b.along(arm_b, world));
        }
        out.memory().copy_from_slice(&[foot.s, axis as f64]);
        Ok(())
    }

    fn point(&self, at: Ctx<'_, Spatial>, _k: usize) -> Vector3<f64> {
        at.body(1).point(self.point.local)
    }
}
