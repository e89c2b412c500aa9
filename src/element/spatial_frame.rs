//! The spatial frame: where a body is, how it is turned, how it moves; and the kinematics of its attitude.
//!
//! | symbol | quantity | in code |
//! |---|---|---|
//! | O | origin of the body's frame, in world axes | `frame.origin` |
//! | R | rotation from body axes to world axes | `frame.rotation` |
//! | Q | the same as a quaternion w + x i + y j + z k | `frame.attitude` |
//! | v | velocity of O, in world axes | `frame.velocity` |
//! | ω, Ω | angular velocity, in world axes and in body axes: ω = R Ω | `frame.spin`, Ω among the velocities |
//! | ρ = R r | the arm of the body-fixed point r, in world axes | `frame.turn(r)` |
//!
//! For a point P fixed in the body (S1), and for the attitude (S2), with ⊗ the product of quaternions:
//!
//! ```text
//! (S1)  P = O + ρ        v_P = v + ω×ρ        a_P = a + ω'×ρ + ω×(ω×ρ)
//! (S2)  Q' = ½ Q ⊗ Ω
//! ```
//!
//! (S2) follows from R' = R [Ω]×: for a small time Q grows by the rotation Ω dt about body axes, which stands on the right.
//! Along it (|Q|²)' = Q·(Q ⊗ Ω) = 0; only the errors of a method change the norm. So R is taken as the rotation of Q/|Q|: it does
//! not depend on the norm, nor do the energies, and setting |Q| = 1 after a step changes the motion not at all.
//!
//! The velocities of a rigid body are (v, Ω), v in world axes and Ω in body axes: then its mass matrix is constant. Since
//! ω×ω = 0, ω' = R Ω': the part of ω' that no acceleration enters is zero. A row of a Jacobian has six numbers, which
//! multiply (v, Ω). An element thinks in world axes and lets the frame write them:
//!
//! ```text
//! (S3)  n·v_P = n·v + (ρ×n)·ω = n·v + Rᵀ(ρ×n)·Ω        row (n, Rᵀ(ρ×n))        n·ω: row (0, Rᵀ n)
//! ```

use crate::math::Real;
use nalgebra::{Matrix3, Quaternion, UnitQuaternion, Vector3};
use num_dual::Dual64;

/// Position, attitude and velocity of a body's frame in space: in plain numbers, or where built-in elements are differentiated in such as carry a derivative.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SpatialFrame<T = f64> {
    /// Position of the frame's origin (of the center of mass, for a rigid body), in world axes.
    pub origin: Vector3<T>,
    /// Rotation from body axes to world axes: always in plain numbers.
    pub attitude: UnitQuaternion<f64>,
    /// The attitude as a matrix, body to world.
    pub rotation: Matrix3<T>,
    /// Velocity of the origin, in world axes.
    pub velocity: Vector3<T>,
    /// Angular velocity, in world axes.
    pub spin: Vector3<T>,
}

impl SpatialFrame {
    /// The frame of the ground: at the world's origin, at rest.
    pub const GROUND: Self = Self {
        origin: Vector3::new(0.0, 0.0, 0.0),
        attitude: UnitQuaternion::new_unchecked(Quaternion::from_vector(nalgebra::Vector4::new(0.0, 0.0, 0.0, 1.0))),
        rotation: Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0),
        velocity: Vector3::new(0.0, 0.0, 0.0),
        spin: Vector3::new(0.0, 0.0, 0.0),
    };

    /// A frame from its pose and its velocities, all in world axes.
    pub fn new(
        origin: Vector3<f64>,
        attitude: UnitQuaternion<f64>,
        velocity: Vector3<f64>,
        spin: Vector3<f64>,
    ) -> Self {
        Self { origin, attitude, rotation: attitude.to_rotation_matrix().into_inner(), velocity, spin }
    }

    /// A frame from coordinates (x, y, z, qw, qx, qy, qz) and velocities (v, Ω), v in world axes and Ω in body axes.
    ///
    /// The quaternion need not have norm 1.
    #[inline]
    pub fn from_coordinates(q: &[f64; 7], v: &[f64; 6]) -> Self {
        let [w, x, y, z] = [q[3], q[4], q[5], q[6]];
        let square = w * w + x * x + y * y + z * z;
        let s = 2.0 / square;
        let (xx, yy, zz) = (s * x * x, s * y * y, s * z * z);
        let (xy, xz, yz) = (s * x * y, s * x * z, s * y * z);
        let (wx, wy, wz) = (s * w * x, s * w * y, s * w * z);
        #[rustfmt::skip]
        let rotation = Matrix3::new(
            1.0 - yy - zz, xy - wz, xz + wy,
            xy + wz, 1.0 - xx - zz, yz - wx,
            xz - wy, yz + wx, 1.0 - xx - yy,
        );
        Self {
            origin: Vector3::new(q[0], q[1], q[2]),
            attitude: UnitQuaternion::new_unchecked(Quaternion::new(w, x, y, z) / square.sqrt()),
            rotation,
            velocity: Vector3::new(v[0], v[1], v[2]),
            spin: rotation * Vector3::new(v[3], v[4], v[5]),
        }
    }

    /// Are all numbers finite?
    pub(crate) fn is_finite(&self) -> bool {
        let vectors = [&self.origin, &self.velocity, &self.spin];
        vectors.into_iter().flatten().chain(self.rotation.iter()).all(|x| x.is_finite())
    }

    /// A world position in body coordinates.
    #[inline]
    pub fn place(&self, world: Vector3<f64>) -> Vector3<f64> {
        self.turn_back(world - self.origin)
    }
}

impl<T: Real> SpatialFrame<T> {
    /// A vector from body axes to world axes.
    #[inline]
    pub fn turn(&self, local: Vector3<f64>) -> Vector3<T> {
        let (r, [x, y, z]) = (&self.rotation, [local.x, local.y, local.z]);
        Vector3::new(
            r.m11 * x + r.m12 * y + r.m13 * z,
            r.m21 * x + r.m22 * y + r.m23 * z,
            r.m31 * x + r.m32 * y + r.m33 * z,
        )
    }

    /// A vector from world axes to body axes.
    #[inline]
    pub fn turn_back(&self, world: Vector3<T>) -> Vector3<T> {
        let (r, [x, y, z]) = (&self.rotation, [world.x, world.y, world.z]);
        Vector3::new(
            r.m11 * x + r.m21 * y + r.m31 * z,
            r.m12 * x + r.m22 * y + r.m32 * z,
            r.m13 * x + r.m23 * y + r.m33 * z,
        )
    }

    /// The world's axes in body axes: the rows of R.
    #[inline]
    pub(crate) fn rows(&self) -> [Vector3<T>; 3] {
        let r = &self.rotation;
        [Vector3::new(r.m11, r.m12, r.m13), Vector3::new(r.m21, r.m22, r.m23), Vector3::new(r.m31, r.m32, r.m33)]
    }

    /// (v, Ω): the velocities that a row of a Jacobian multiplies.
    #[inline]
    pub fn twist(&self) -> [T; 6] {
        self.row(self.velocity, self.spin)
    }

    /// World position of a body-fixed point.
    #[inline]
    pub fn point(&self, local: Vector3<f64>) -> Vector3<T> {
        self.origin + self.turn(local)
    }

    /// Velocity of the body-fixed point whose arm from the origin is `arm`, in world axes (S1).
    #[inline]
    pub fn velocity_at(&self, arm: Vector3<T>) -> Vector3<T> {
        self.velocity + self.spin.cross(&arm)
    }

    /// ω×(ω×ρ): what of the acceleration of the point with this arm no v' enters (S1).
    #[inline]
    pub fn centripetal(&self, arm: Vector3<T>) -> Vector3<T> {
        self.spin * self.spin.dot(&arm) - arm * self.spin.dot(&self.spin)
    }

    /// The row that takes `n`·v_P of the point with this arm, `n` in world axes (S3).
    #[inline]
    pub fn along(&self, arm: Vector3<T>, n: Vector3<T>) -> [T; 6] {
        self.row(n, arm.cross(&n))
    }

    /// The row that takes `n`·ω, `n` in world axes (S3).
    #[inline]
    pub fn about(&self, n: Vector3<T>) -> [T; 6] {
        self.row(Vector3::repeat(T::zero()), n)
    }

    /// The row that takes `linear`·v + `angular`·ω, both in world axes (S3).
    #[inline]
    pub fn row(&self, linear: Vector3<T>, angular: Vector3<T>) -> [T; 6] {
        let a = self.turn_back(angular);
        [linear.x, linear.y, linear.z, a.x, a.y, a.z]
    }
}

impl SpatialFrame<Dual64> {
    /// A frame that nothing changes yet.
    pub(crate) fn still(frame: &SpatialFrame) -> Self {
        let SpatialFrame { origin, attitude, rotation, velocity, spin } = frame;
        let [origin, velocity, spin] = [origin, velocity, spin].map(|x| x.map(Dual64::from));
        Self { origin, attitude: *attitude, rotation: rotation.map(Dual64::from), velocity, spin }
    }

    /// (w, x, y, z) of the attitude, with how they change: δQ = ½ δφ ⊗ Q, and Σ r × δr = 2 δφ over the columns r of R.
    pub(crate) fn quaternion(&self) -> [Dual64; 4] {
        let mut twice = Vector3::zeros();
        for axis in self.rotation.column_iter() {
            twice += axis.map(|x| x.re).cross(&axis.map(|x| x.eps));
        }
        let turn = Quaternion::from_imag(0.25 * twice) * self.attitude.into_inner();
        let [w, x, y, z] = [self.attitude.w, self.attitude.i, self.attitude.j, self.attitude.k];
        [Dual64::new(w, turn.w), Dual64::new(x, turn.i), Dual64::new(y, turn.j), Dual64::new(z, turn.k)]
    }

    /// The same of a frame that takes the place of this one.
    pub(crate) fn hold(&mut self, frame: &SpatialFrame) {
        let each = |to: &mut [Dual64], x: &[f64]| to.iter_mut().zip(x).for_each(|(to, x)| to.re = *x);
        each(self.origin.as_mut_slice(), frame.origin.as_slice());
        each(self.rotation.as_mut_slice(), frame.rotation.as_slice());
        each(self.velocity.as_mut_slice(), frame.velocity.as_slice());
        each(self.spin.as_mut_slice(), frame.spin.as_slice());
        self.attitude = frame.attitude;
    }

    /// How it changes where coordinates and velocities change by (δx, δQ) and (δv, δΩ); of a body that does not turn there are no δQ and δΩ. With δφ the turning about the world's axes
    ///
    /// ```text
    /// (S4)  δφ = 2 (δQ ⊗ Q*)/|Q|², its vector        δR = [δφ]× R        δω = δφ×ω + R δΩ
    /// ```
    ///
    /// What stretches Q is the scalar of δQ ⊗ Q*, and turns nothing.
    pub(crate) fn change(&mut self, q: &[f64], [dq, dv]: [&[f64]; 2]) {
        let each = |to: &mut [Dual64], x: &[f64]| to.iter_mut().zip(x).for_each(|(to, x)| to.eps = *x);
        each(self.origin.as_mut_slice(), dq);
        each(self.velocity.as_mut_slice(), dv);
        let (&[_, _, _, w, x, y, z], &[_, _, _, dw, dx, dy, dz], &[_, _, _, a, b, c]) = (q, dq, dv) else { return };
        let (attitude, by) = (Vector3::new(x, y, z), Vector3::new(dx, dy, dz));
        let square = w * w + attitude.dot(&attitude);
        let turn = (by * w - attitude * dw - by.cross(&attitude)) * (2.0 / square);
        let (rotation, spin) = (self.rotation.map(|x| x.re), self.spin.map(|x| x.re));
        let spins = turn.cross(&spin) + rotation * Vector3::new(a, b, c);
        each(self.spin.as_mut_slice(), spins.as_slice());
        for (axis, to) in rotation.column_iter().zip(self.rotation.as_mut_slice().chunks_exact_mut(3)) {
            each(to, turn.cross(&axis).as_slice());
        }
    }
}

/// Q' of (S2): the rates of (qw, qx, qy, qz) at the angular velocity Ω in body axes.
#[inline]
pub(crate) fn quaternion_rate<T: Real>(q: [T; 4], spin: [T; 3]) -> [T; 4] {
    let ([w, x, y, z], [a, b, c]) = (q, spin.map(|s| s * 0.5));
    [-x * a - y * b - z * c, w * a + y * c - z * b, w * b + z * a - x * c, w * c + x * b - y * a]
}

/// Turns (qw, qx, qy, qz) by the finite rotation `by` (a rotation vector in body axes), and makes its norm 1.
pub(crate) fn turn_quaternion(q: [f64; 4], by: [f64; 3]) -> [f64; 4] {
    let attitude = UnitQuaternion::new_normalize(Quaternion::new(q[0], q[1], q[2], q[3]));
    let turned = attitude * UnitQuaternion::from_scaled_axis(Vector3::from(by));
    // Products of unit quaternions leave the unit sphere by rounding alone.
    let turned = UnitQuaternion::new_normalize(turned.into_inner());
    [turned.w, turned.i, turned.j, turned.k]
}

/// The rotation vector (body axes) by which `turn_quaternion` leads from one attitude to another, the short way round.
pub(crate) fn turn_between(from: [f64; 4], to: [f64; 4]) -> [f64; 3] {
    let [from, to] = [from, to].map(|[w, x, y, z]| UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z)));
    (from.inverse() * to).scaled_axis().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::assert_relative_eq;

    const Q: [f64; 4] = [0.3, -0.8, 0.5, 1.1];
    const SPIN: [f64; 3] = [0.7, -1.3, 2.1];

    fn frame(q: [f64; 4]) -> SpatialFrame {
        let v = [0.1, 0.2, -0.3, SPIN[0], SPIN[1], SPIN[2]];
        SpatialFrame::from_coordinates(&[1.0, -2.0, 0.5, q[0], q[1], q[2], q[3]], &v)
    }

    #[test]
    fn identity_rotation_is_that_of_the_normalized_quaternion() {
        let here = frame(Q);
        assert!((Quaternion::new(Q[0], Q[1], Q[2], Q[3]).norm() - 1.0).abs() > 0.3); // moot with a unit quaternion
        let same = SpatialFrame::new(here.origin, here.attitude, here.velocity, here.spin);
        assert_relative_eq!(here.rotation, same.rotation, epsilon = 1e-15);
        assert_relative_eq!(here.rotation * here.rotation.transpose(), Matrix3::identity(), epsilon = 1e-15);
        let r = Vector3::new(0.4, -0.2, 0.9);
        assert_relative_eq!(here.place(here.point(r)), r, epsilon = 1e-15);
    }

    /// R' = [ω]× R, with R' from (S2) by a central difference.
    #[test]
    fn identity_quaternion_rate_turns_the_frame_with_its_spin() {
        let rate = quaternion_rate(Q, SPIN);
        let h = 1e-5;
        let moved = |sign: f64| frame(std::array::from_fn(|i| Q[i] + sign * h * rate[i])).rotation;
        let difference = (moved(1.0) - moved(-1.0)) / (2.0 * h);
        let here = frame(Q);
        assert_relative_eq!(difference, here.spin.cross_matrix() * here.rotation, epsilon = 1e-9);
        // The norm does not change along it.
        assert!(rate.iter().zip(Q).map(|(r, q)| r * q).sum::<f64>().abs() < 1e-15);
    }

    #[test]
    fn identity_a_turn_is_undone_by_its_opposite_and_follows_the_rate() {
        let unit = turn_quaternion(Q, [0.0; 3]);
        let there = turn_quaternion(unit, SPIN);
        let back = turn_quaternion(there, SPIN.map(|s| -s));
        let far = (0..4).map(|i| (there[i] - unit[i]).abs()).fold(0.0, f64::max);
        assert!(far > 0.1);
        let h = 1e-6;
        let small = turn_quaternion(unit, SPIN.map(|s| h * s));
        let rate = quaternion_rate(unit, SPIN);
        for i in 0..4 {
            assert!((back[i] - unit[i]).abs() < 1e-15);
            assert!(((small[i] - unit[i]) / h - rate[i]).abs() < 1e-5);
        }
    }

    #[test]
    fn identity_rows_take_velocities_of_points() {
        let here = frame(Q);
        let (arm, n) = (Vector3::new(0.4, -0.2, 0.9), Vector3::new(-0.3, 0.5, 0.7));
        let times = |row: [f64; 6]| {
            let v = [0.1, 0.2, -0.3, SPIN[0], SPIN[1], SPIN[2]];
            row.iter().zip(v).map(|(r, v)| r * v).sum::<f64>()
        };
        assert_relative_eq!(times(here.along(arm, n)), n.dot(&here.velocity_at(arm)), epsilon = 1e-14);
        assert_relative_eq!(times(here.about(n)), n.dot(&here.spin), epsilon = 1e-14);
        let twice = here.spin.cross(&here.spin.cross(&arm));
        assert_relative_eq!(here.centripetal(arm), twice, epsilon = 1e-14);
    }
}
