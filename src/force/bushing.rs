//! The bushing: an elastic, damped connection of two marks, which holds nothing exactly.
//!
//! With d = P_b − P_a in a's axes, and the attitude of b's axes from a's as the unit quaternion (η, ε), ε in b's axes:
//!
//! ```text
//! V = ½ Σ k_i d_i² + 2 Σ κ_i ε_i²
//! F on b = −K d − C d'  (a's axes, at P_b; on a the opposite, at the same place)
//! M on b = −2 (η K_r ε + (K_r ε)×ε) − C_r (ω_b − ω_a)  (b's axes; on a the opposite)
//! ```
//!
//! M follows from ε' = ½ (η ω + ε×ω), ω = ω_b − ω_a in b's axes: V' = 4 ε·K_r ε' = −M·ω. It has products of η and ε alone, which the matrix A of the attitude tells whatever the turn is, without a root:
//!
//! ```text
//! (1)  η ε_i = ¼ (A_kj − A_jk),   ε_j ε_k = ¼ (A_jk + A_kj)         for i, j, k in turn
//!      2 (η K_r ε + (K_r ε)×ε)_i = 2 (κ_i η ε_i + (κ_j − κ_k) ε_j ε_k) = ½ (κ_i (A_kj − A_jk) + (κ_j − κ_k)(A_jk + A_kj))
//! ```
//!
//! For small turns 2ε is the rotation vector
//! and κ_i is a stiffness in N m/rad; for a turn by θ about one axis M = −κ sin θ. V is one function of the position, whatever
//! the turns: no sign of the quaternion matters. A rotation vector would have none beyond half a turn.

use crate::element::{BodyRef, Ctx, Loads, Mark, Moving, Pushes, Spatial, SpatialFrame};
use crate::error::ElementError;
use crate::force::{EnergyKind, Force};
use crate::math::Real;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use num_dual::Dual64;

/// Springs and dampers between two marks, in all directions and about all axes.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, 0.0, -9.81]);
/// let engine = builder.body("engine", Solid::principal(100.0, [5.0, 8.0, 8.0])?);
/// let mount = Bushing::new(WORLD.mark(0.0, 0.0, 0.0), engine.mark(0.0, 0.0, 0.0), [4e4, 4e4, 1e5], [500.0; 3]);
/// builder.force("mount", mount.damping([3e3; 3], [40.0; 3]));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 5.0)?;
/// // It comes to rest where the mount carries its weight.
/// assert!((run.last().ok_or("no sample")?.body(engine).origin.z + 981.0 / 1e5).abs() < 1e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Bushing {
    a: Mark,
    b: Mark,
    stiffness: [Vector3<f64>; 2],
    damping: [Vector3<f64>; 2],
}

/// How two marks lie to each other.
struct Offset<T> {
    /// d in a's axes.
    apart: Vector3<T>,
    /// A: b's axes in a's.
    turn: Matrix3<T>,
    axes: [Matrix3<T>; 2],
    place: Vector3<T>,
}

impl Bushing {
    /// Stiffnesses (N/m) along a's axes, and (N m/rad) about b's axes; relaxed where the marks coincide.
    pub fn new(a: Mark, b: Mark, along: [f64; 3], about: [f64; 3]) -> Self {
        Self { a, b, stiffness: [along.into(), about.into()], damping: [Vector3::zeros(); 2] }
    }

    /// Damping constants, N s/m along a's axes and N m s/rad about b's.
    pub fn damping(self, along: [f64; 3], about: [f64; 3]) -> Self {
        Self { damping: [along.into(), about.into()], ..self }
    }

    fn offset<T: Real>(&self, [a, b]: [&SpatialFrame<T>; 2]) -> Offset<T> {
        let axes = [self.a.axes_in(a), self.b.axes_in(b)];
        let place = b.point(self.b.local);
        Offset { apart: axes[0].tr_mul(&(place - a.point(self.a.local))), turn: axes[0].tr_mul(&axes[1]), axes, place }
    }

    /// Force and moment on b in world axes, and where they act.
    fn wrench<T: Real>(&self, [a, b]: [&SpatialFrame<T>; 2]) -> [Vector3<T>; 3] {
        let Offset { apart, turn, axes, place } = self.offset([a, b]);
        let seen = b.velocity_at(place - b.origin) - a.velocity_at(place - a.origin);
        let pull = scaled(&self.stiffness[0], apart) + scaled(&self.damping[0], axes[0].tr_mul(&seen));
        let spin = axes[1].tr_mul(&(b.spin - a.spin));
        let twist = twisted(&self.stiffness[1], &turn) + scaled(&self.damping[1], spin);
        [-(axes[0] * pull), -(axes[1] * twist), place]
    }

    /// The same about the origin of one of them, with the sign that it has there.
    fn on<T: Real>([force, moment, place]: [Vector3<T>; 3], frame: &SpatialFrame<T>, sign: f64) -> [Vector3<T>; 2] {
        let arm = place - frame.origin;
        [force, moment + arm.cross(&force)].map(|part| part * T::from(sign))
    }
}

/// Each component by its constant.
fn scaled<T: Real>(by: &Vector3<f64>, x: Vector3<T>) -> Vector3<T> {
    x.zip_map(by, |x, by| x * by)
}

/// (1).
fn twisted<T: Real>(stiffness: &Vector3<f64>, turn: &Matrix3<T>) -> Vector3<T> {
    Vector3::from_fn(|i, _| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let [low, high] = [turn[(k, j)], turn[(j, k)]];
        ((low - high) * stiffness[i] + (high + low) * (stiffness[j] - stiffness[k])) * 0.5
    })
}

impl Force for Bushing {
    type Space = Spatial;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.a.body, self.b.body]
    }

    fn energy_kind(&self) -> EnergyKind {
        let damped = self.damping.iter().any(|d| *d != Vector3::zeros());
        if damped { EnergyKind::Working } else { EnergyKind::Conservative }
    }

    fn reads_time(&self) -> bool {
        false
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Loads<'_, Spatial>) -> Result<(), ElementError> {
        let bodies = [at.body(0), at.body(1)];
        let wrench = self.wrench(bodies);
        for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let [force, moment] = Self::on(wrench, bodies[k], sign);
            out.wrench(k, force, moment);
        }
        Ok(())
    }

    fn vary(&self, at: Moving<'_, Spatial>, out: &mut Pushes<'_, Spatial>) -> bool {
        let bodies = [at.body(0), at.body(1)];
        let wrench = self.wrench(bodies);
        for (k, sign) in [-1.0, 1.0].into_iter().enumerate() {
            let [force, moment] = Self::on(wrench, bodies[k], sign);
            out.push(k, bodies[k].row(force, moment), Dual64::from(1.0));
        }
        true
    }

    fn potential(&self, at: Ctx<'_, Spatial>) -> Result<f64, ElementError> {
        let Offset { apart, turn, .. } = self.offset([at.body(0), at.body(1)]);
        let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn));
        let square = |k: &Vector3<f64>, x: &Vector3<f64>| k.component_mul(x).dot(x);
        Ok(0.5 * square(&self.stiffness[0], &apart) + 2.0 * square(&self.stiffness[1], &turn.imag()))
    }
}

#[cfg(test)]
mod tests {
    use super::twisted;
    use nalgebra::{UnitQuaternion, Vector3};

    #[test]
    fn agreement_of_the_moment_with_that_of_the_quaternion() {
        let stiffness = Vector3::new(3.0, 5.0, 11.0);
        let mut worst = 0.0_f64;
        for k in 0..200 {
            let some = |i: i32| (1.7 * f64::from(i) + 2.9 * f64::from(k)).sin();
            // Up to a whole turn, and very small ones.
            let size = if k % 2 == 0 { 6.0 } else { 1e-9 };
            let turn = UnitQuaternion::from_scaled_axis(size * Vector3::new(some(1), some(2), some(3)));
            let (eta, epsilon) = (turn.w, turn.imag());
            let stretched = stiffness.component_mul(&epsilon);
            let moment = 2.0 * (eta * stretched + stretched.cross(&epsilon));
            let off = twisted(&stiffness, turn.to_rotation_matrix().matrix()) - moment;
            worst = worst.max(off.norm() / moment.norm());
        }
        assert!(worst < 1e-14, "{worst:e}");
    }
}
