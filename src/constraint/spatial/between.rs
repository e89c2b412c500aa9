//! The rows of a joint at the frames of its bodies: (J1) to (J3) of `joint.rs`, in plain numbers and in such as carry how they change.

use crate::element::{RowsOf, SpatialFrame};
use crate::math::Real;
use nalgebra::Vector3;

/// A joint at the frames of its bodies.
pub(super) struct Between<'a, T> {
    pub(super) a: &'a SpatialFrame<T>,
    pub(super) b: &'a SpatialFrame<T>,
    /// The two points, in their bodies' axes.
    pub(super) points: [Vector3<f64>; 2],
}

/// A direction e of a, in the axes of both bodies and of the world.
#[derive(Copy, Clone)]
pub(super) struct Direction<T> {
    in_a: Vector3<T>,
    in_world: Vector3<T>,
    in_b: Vector3<T>,
}

/// What the rows (J1) have in common, whatever their direction.
pub(super) struct Path<T> {
    /// D in a's axes.
    arm: Vector3<T>,
    /// w, and γ before it is taken along e.
    seen: Vector3<T>,
    gamma: Vector3<T>,
}

/// What the rows (J3) against one direction f of b have in common.
pub(super) struct Against<T> {
    in_b: Vector3<T>,
    pub(super) in_a: Vector3<T>,
    /// ω×f, and γ before it is taken along e.
    turning: Vector3<T>,
    gamma: Vector3<T>,
}

/// Numbers of the joint, which nothing changes.
#[inline(always)]
pub(super) fn lift<T: Real>(local: Vector3<f64>) -> Vector3<T> {
    local.map(T::from)
}

/// v × r, and r × v, of an arm that nothing changes: with half the products of numbers that all carry a derivative.
#[inline(always)]
fn before<T: Real>(v: Vector3<T>, r: Vector3<f64>) -> Vector3<T> {
    Vector3::new(v.y * r.z - v.z * r.y, v.z * r.x - v.x * r.z, v.x * r.y - v.y * r.x)
}

#[inline(always)]
fn after<T: Real>(r: Vector3<f64>, v: Vector3<T>) -> Vector3<T> {
    Vector3::new(v.z * r.y - v.y * r.z, v.x * r.z - v.z * r.x, v.y * r.x - v.x * r.y)
}

impl<T: Real> Between<'_, T> {
    #[inline(always)]
    pub(super) fn direction(&self, in_a: Vector3<f64>) -> Direction<T> {
        let in_world = self.a.turn(in_a);
        Direction { in_a: lift(in_a), in_world, in_b: self.b.turn_back(in_world) }
    }

    /// (J2). A row in body axes is Rᵀ(ρ×e) = r × Rᵀe, and Rᵀe a row of R.
    #[inline(always)]
    pub(super) fn pin(&self, first: usize, out: &mut impl RowsOf<T, [T; 6]>) -> usize {
        let Self { a, b, points: [of_a, of_b] } = *self;
        let (arm_a, arm_b) = (a.turn(of_a), b.turn(of_b));
        let phi = b.origin + arm_b - a.origin - arm_a;
        let rate = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        let gamma = a.centripetal(arm_a) - b.centripetal(arm_b);
        out.positions(first, phi.into(), rate.into(), gamma.into());
        let (o, i) = (T::zero(), T::one());
        let [x, y, z] = a.rows().map(|row| before(row, of_a));
        out.columns(first, 0, [[-i, o, o, x.x, x.y, x.z], [o, -i, o, y.x, y.y, y.z], [o, o, -i, z.x, z.y, z.z]]);
        let [x, y, z] = b.rows().map(|row| after(of_b, row));
        out.columns(first, 1, [[i, o, o, x.x, x.y, x.z], [o, i, o, y.x, y.y, y.z], [o, o, i, z.x, z.y, z.z]]);
        first + 3
    }

    #[inline(always)]
    pub(super) fn path(&self) -> Path<T> {
        let Self { a, b, points: [_, of_b] } = *self;
        let arm_b = b.turn(of_b);
        let arm = b.origin + arm_b - a.origin;
        let seen = b.velocity_at(arm_b) - a.velocity_at(arm);
        let gamma = a.centripetal(arm) - b.centripetal(arm_b) + a.spin.cross(&seen) * T::from(2.0);
        Path { arm: a.turn_back(arm), seen, gamma }
    }

    /// (J1).
    #[inline(always)]
    pub(super) fn guide(&self, i: usize, e: Direction<T>, path: &Path<T>, out: &mut impl RowsOf<T, [T; 6]>) {
        let Direction { in_a, in_world: e, in_b } = e;
        let phi = in_a.dot(&(path.arm - lift(self.points[0])));
        out.positions(i, [phi], [e.dot(&path.seen)], [e.dot(&path.gamma)]);
        let (on_a, on_b) = (in_a.cross(&path.arm), after(self.points[1], in_b));
        out.columns(i, 0, [[-e.x, -e.y, -e.z, on_a.x, on_a.y, on_a.z]]);
        out.columns(i, 1, [[e.x, e.y, e.z, on_b.x, on_b.y, on_b.z]]);
    }

    #[inline(always)]
    pub(super) fn against(&self, in_b: Vector3<f64>) -> Against<T> {
        let Self { a, b, .. } = self;
        let f = b.turn(in_b);
        let spin = b.spin - a.spin;
        let turning = spin.cross(&f);
        let gamma = a.spin.cross(&b.spin).cross(&f) - spin.cross(&turning);
        Against { in_b: lift(in_b), in_a: a.turn_back(f), turning, gamma }
    }

    /// (J3).
    #[inline(always)]
    pub(super) fn across(&self, i: usize, e: Direction<T>, f: &Against<T>, out: &mut impl RowsOf<T, [T; 6]>) {
        let (o, on_a, on_b) = (T::zero(), e.in_a.cross(&f.in_a), f.in_b.cross(&e.in_b));
        out.positions(i, [e.in_a.dot(&f.in_a)], [e.in_world.dot(&f.turning)], [e.in_world.dot(&f.gamma)]);
        out.columns(i, 0, [[o, o, o, on_a.x, on_a.y, on_a.z]]);
        out.columns(i, 1, [[o, o, o, on_b.x, on_b.y, on_b.z]]);
    }
}
