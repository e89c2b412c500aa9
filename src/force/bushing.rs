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
//! M follows from ε' = ½ (η ω + ε×ω), ω = ω_b − ω_a in b's axes: V' = 4 ε·K_r ε' = −M·ω. For small turns 2ε is the rotation vector
//! and κ_i is a stiffness in N m/rad; for a turn by θ about one axis M = −κ sin θ. V is one function of the position, whatever
//! the turns: no sign of the quaternion matters. A rotation vector would have none beyond half a turn.

use crate::element::{BodyRef, Ctx, Loads, Mark, Spatial};
use crate::error::ElementError;
use crate::force::{EnergyKind, Force};
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

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
struct Offset {
    /// d in a's axes.
    apart: Vector3<f64>,
    turn: UnitQuaternion<f64>,
    axes: [Matrix3<f64>; 2],
    place: Vector3<f64>,
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

    fn offset(&self, at: Ctx<'_, Spatial>) -> Offset {
        let (a, b) = (at.body(0), at.body(1));
        let axes = [self.a.axes_in(a), self.b.axes_in(b)];
        let place = b.point(self.b.local);
        Offset {
            apart: axes[0].tr_mul(&(place - a.point(self.a.local))),
            turn: UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes[0].tr_mul(&axes[1]))),
            axes,
            place,
        }
    }
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
        let (a, b) = (at.body(0), at.body(1));
        let Offset { apart, turn, axes, place } = self.offset(at);
        let seen = b.velocity_at(place - b.origin) - a.velocity_at(place - a.origin);
        let pull = self.stiffness[0].component_mul(&apart) + self.damping[0].component_mul(&axes[0].tr_mul(&seen));
        let force = -(axes[0] * pull);
        let (eta, epsilon) = (turn.w, turn.imag());
        let stretched = self.stiffness[1].component_mul(&epsilon);
        let spin = axes[1].tr_mul(&(b.spin - a.spin));
        let twist = 2.0 * (eta * stretched + stretched.cross(&epsilon)) + self.damping[1].component_mul(&spin);
        let moment = -(axes[1] * twist);
        for (k, frame, sign) in [(0, a, -1.0), (1, b, 1.0)] {
            let arm = place - frame.origin;
            out.wrench(k, sign * force, sign * (moment + arm.cross(&force)));
        }
        Ok(())
    }

    fn potential(&self, at: Ctx<'_, Spatial>) -> Result<f64, ElementError> {
        let Offset { apart, turn, .. } = self.offset(at);
        let square = |k: &Vector3<f64>, x: &Vector3<f64>| k.component_mul(x).dot(x);
        Ok(0.5 * square(&self.stiffness[0], &apart) + 2.0 * square(&self.stiffness[1], &turn.imag()))
    }
}
