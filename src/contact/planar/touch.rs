//! Where two curves touch, how the contact moves along them, and its rows.
//!
//! Curve A is fixed in body a, curve B in body b. At the parameters α, β let p and q be their points in the world, ρ_a, ρ_b
//! the arms from the frames' origins, t the unit tangent of A, n = k×t, and κ_a, κ_b the curvatures, both counted with respect
//! to the direction t (a curve that bends towards n has κ > 0). d = q − p. The points are found from
//!
//! ```text
//! (C1)  t·d = 0: the gap vector is normal         (C2)  the tangents are parallel
//! ```
//!
//! which make sense for a gap φ = n·d of either sign: the curves touch where φ = 0. With the velocities v_p, v_q of the
//! material points, w = v_q − v_p, and the speeds S_a = σ_a α', S_b = σ_b β' of the contact along the curves (counted
//! along t), the rates of (C1), (C2) and of the common tangent's angle, Ω, are
//!
//! ```text
//! (1)  κ_a S_a − κ_b S_b = ω_b − ω_a
//! (2)  S_a − S_b         = t·w + Ω φ             Ω = ω_a + κ_a S_a
//! ⇒    S_a [κ_a − κ_b (1 − κ_a φ)] = ω_b − ω_a − κ_b (t·w + ω_a φ)
//! ```
//!
//! The bracket is the relative curvature. Where it vanishes the curves osculate and the contact has no definite place: an error. A corner is a curve with κ_b = ∞:
//! there S_b = 0, and (2) alone says S_a (1 − κ_a φ) = t·w + ω_a φ. A corner of a has S_a = 0, and Ω = ω_b + κ_b S_b: −S_b (1 + κ_b φ) = t·w + ω_b φ.
//! Because d ∥ n, the moving contact points drop out of φ', and the rows are those of the material points:
//!
//! ```text
//! (3)  φ' = n·w        J_b = [n, ρ_b × n]   J_a = −[n, ρ_a × n]        (normal row)
//! (4)  ψ  = t·w        J_b = [t, ρ_b × t]   J_a = −[t, ρ_a × t]        (tangential row; rolling: ψ = 0)
//! ```
//!
//! Their rates follow with n' = −Ω t, t' = Ω n and the arms' rates ρ_a' = ω_a k×ρ_a + S_a t, ρ_b' = ω_b k×ρ_b + S_b t:
//!
//! ```text
//! (5)  e = ω_a² ρ_a − ω_b² ρ_b + (ω_b S_b − ω_a S_a) n           the part of w' that no acceleration enters
//! (6)  γ_n = −n·e + Ω t·w         γ_t = −t·e − Ω n·w
//! ```
//!
//! While ψ = 0 and φ = 0, (2) says S_a = S_b: the traces on both curves have equal arc lengths.

use crate::element::{PlanarFrame, Rows, perp};
use crate::error::ElementError;
use nalgebra::Vector2;

/// Two curves at the place where they touch, or come closest.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Touch {
    /// ρ_a and ρ_b: arms from the frames' origins to the two points, in world axes.
    pub arms: [Vector2<f64>; 2],
    /// t, in world axes.
    pub tangent: Vector2<f64>,
    /// φ = n·d, positive where B is to the left of A.
    pub gap: f64,
    /// κ_a and κ_b, both with respect to t; infinite for a corner.
    pub curvatures: [f64; 2],
    /// α and β.
    pub parameters: [f64; 2],
    /// Arc length per parameter along t: ±σ_a, ±σ_b.
    pub speeds: [f64; 2],
}

/// How the contact moves.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Roll {
    /// w = v_q − v_p: velocity of B's material point over A's.
    pub slide: Vector2<f64>,
    /// S_a and S_b: speeds of the contact along the curves, counted along t.
    pub arc_speeds: [f64; 2],
    /// Ω: angular velocity of the common tangent.
    pub turn: f64,
}

/// A relative curvature below this part of the curvatures themselves is none.
const FLAT: f64 = 1e-12;

impl Touch {
    /// n = k×t.
    pub fn normal(&self) -> Vector2<f64> {
        perp(self.tangent)
    }

    /// Solves (1) and (2).
    pub fn roll(&self, a: &PlanarFrame, b: &PlanarFrame) -> Result<Roll, ElementError> {
        let slide = b.velocity_at(self.arms[1]) - a.velocity_at(self.arms[0]);
        let [ka, kb] = self.curvatures;
        let along = self.tangent.dot(&slide);
        let [driven, relative, scale] = match [ka, kb].map(f64::is_infinite) {
            [false, false] => {
                let driven = b.spin - a.spin - kb * (along + a.spin * self.gap);
                [driven, ka - kb * (1.0 - ka * self.gap), ka.abs() + kb.abs()]
            }
            [false, true] => [along + a.spin * self.gap, 1.0 - ka * self.gap, 1.0],
            [true, false] => [along + b.spin * self.gap, 1.0 + kb * self.gap, 1.0],
            [true, true] => [0.0, 0.0, 1.0],
        };
        if relative.abs() <= FLAT * scale {
            // A curve in the center of the other's curvature, as a pin in the middle of its hole: it touches nothing, and the place that is nearest has no speed.
            if ka.is_finite() && kb.is_finite() && (ka - kb).abs() > FLAT * scale {
                return Ok(Roll { slide, arc_speeds: [0.0; 2], turn: a.spin });
            }
            return Err(ElementError::AmbiguousContact { curvatures: self.curvatures });
        }
        let speed = driven / relative;
        if ka.is_infinite() {
            return Ok(Roll { slide, arc_speeds: [0.0, -speed], turn: b.spin - kb * speed });
        }
        let turn = a.spin + ka * speed;
        Ok(Roll { slide, arc_speeds: [speed, speed - along - turn * self.gap], turn })
    }

    /// Writes the normal row (3) as row `i`.
    pub fn write_normal(&self, a: &PlanarFrame, b: &PlanarFrame, roll: &Roll, i: usize, out: &mut Rows<'_>) {
        let n = self.normal();
        let gamma = -n.dot(&self.bias(a, b, roll)) + roll.turn * self.tangent.dot(&roll.slide);
        out.position(i, self.gap, n.dot(&roll.slide), gamma);
        self.write_columns(n, i, out);
    }

    /// Writes the tangential row (4) as row `i`.
    pub fn write_tangential(&self, a: &PlanarFrame, b: &PlanarFrame, roll: &Roll, i: usize, out: &mut Rows<'_>) {
        out.velocity(i, self.tangent.dot(&roll.slide), self.tangential_gamma(a, b, roll));
        self.write_columns(self.tangent, i, out);
    }

    /// Writes the integrated form of the tangential row: φ₂ = `arcs`, the difference of the arc lengths on A and B.
    ///
    /// φ₂' = S_a − S_b = t·w + Ω φ by (2). What φ adds to its Jacobian and to γ vanishes on the constraint and is left out.
    pub fn write_arcs(&self, a: &PlanarFrame, b: &PlanarFrame, roll: &Roll, arcs: f64, i: usize, out: &mut Rows<'_>) {
        let rate = roll.arc_speeds[0] - roll.arc_speeds[1];
        let gamma = self.tangential_gamma(a, b, roll) - roll.turn * self.normal().dot(&roll.slide);
        out.position(i, arcs, rate, gamma);
        self.write_columns(self.tangent, i, out);
    }

    fn tangential_gamma(&self, a: &PlanarFrame, b: &PlanarFrame, roll: &Roll) -> f64 {
        -self.tangent.dot(&self.bias(a, b, roll)) - roll.turn * self.normal().dot(&roll.slide)
    }

    /// e of (5).
    fn bias(&self, a: &PlanarFrame, b: &PlanarFrame, roll: &Roll) -> Vector2<f64> {
        let [sa, sb] = roll.arc_speeds;
        a.spin * a.spin * self.arms[0] - b.spin * b.spin * self.arms[1] + (b.spin * sb - a.spin * sa) * self.normal()
    }

    /// Columns of a row that takes the relative velocity along `e`.
    fn write_columns(&self, e: Vector2<f64>, i: usize, out: &mut Rows<'_>) {
        out.jacobian(i, 0, [-e.x, -e.y, -self.arms[0].perp(&e)]);
        out.jacobian(i, 1, [e.x, e.y, self.arms[1].perp(&e)]);
    }
}
