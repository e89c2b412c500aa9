//! Constraints of the user's own, differentiated automatically.
//!
//! The user writes φ(t, poses) or ψ(t, poses, twists) once, generic over the number type. Forward
//! differentiation gives everything else exactly, to round-off (E2):
//!
//! ```text
//! φ(t, x):     seed x = (x, x', 0), t = (t, 1, 0) to second order:  value φ, first order φ', second order −γ
//!              seed each coordinate to first order:                 the columns of J
//! ψ(t, x, V):  seed x = (x, x'), V = (V, 0), t = (t, 1):            value ψ, first order −γ
//!              seed each V to first order:                          the columns of J = ∂ψ/∂V
//! ```
//!
//! ψ may be nonlinear in the velocities; J = ∂ψ/∂V is then the rule of Appell and Chetaev. One evaluation costs
//! 3B + 1 calls of the function for B bodies.

use crate::constraint::{Constraint, Level, Shape};
use crate::element::{BodyId, BodyRef, Ctx, Planar, PlanarFrame, Rows};
use crate::error::ElementError;
use nalgebra::{RealField, Vector2, convert};
use num_dual::{Dual2_64, Dual64};
use std::fmt::Debug;
use std::marker::PhantomData;

/// Position and angle of a body's frame, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Pose<T> {
    /// World x of the frame's origin.
    pub x: T,
    /// World y of the frame's origin.
    pub y: T,
    /// Angle of the frame.
    pub angle: T,
}

impl<T: RealField + Copy> Pose<T> {
    /// World position of the body-fixed point (x, y).
    pub fn point(&self, x: f64, y: f64) -> Vector2<T> {
        Vector2::new(self.x, self.y) + self.turn(Vector2::new(convert(x), convert(y)))
    }

    /// A vector from body axes to world axes.
    pub fn turn(&self, local: Vector2<T>) -> Vector2<T> {
        let (sin, cos) = self.angle.sin_cos();
        Vector2::new(cos * local.x - sin * local.y, sin * local.x + cos * local.y)
    }
}

/// Velocity of a body's frame, in any number type.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Twist<T> {
    /// World x component of the velocity of the frame's origin.
    pub vx: T,
    /// World y component.
    pub vy: T,
    /// Angular velocity.
    pub spin: T,
}

/// A holonomic constraint of the user's own: M rows on B bodies.
pub trait Holonomic<const B: usize, const M: usize>: Send + Sync + Debug {
    /// φ(t, poses), zero where the constraint holds.
    fn phi<T: RealField + Copy>(&self, t: T, at: [Pose<T>; B]) -> [T; M];

    /// Does φ depend on time explicitly? Then its force does work.
    fn depends_on_time(&self) -> bool;
}

/// A velocity constraint of the user's own, linear in the velocities or not: M rows on B bodies.
pub trait Nonholonomic<const B: usize, const M: usize>: Send + Sync + Debug {
    /// ψ(t, poses, twists), zero where the constraint holds.
    fn psi<T: RealField + Copy>(&self, t: T, at: [Pose<T>; B], moving: [Twist<T>; B]) -> [T; M];
}

/// Makes a [`Constraint`] of a user's [`Holonomic`] or [`Nonholonomic`] function.
#[derive(Clone, Debug)]
pub struct Auto<F, L, const B: usize, const M: usize> {
    bodies: [BodyRef; B],
    function: F,
    level: PhantomData<fn() -> L>,
}

/// Marks an [`Auto`] over positions.
#[derive(Copy, Clone, Debug)]
pub struct OnPositions;

/// Marks an [`Auto`] over velocities.
#[derive(Copy, Clone, Debug)]
pub struct OnVelocities;

impl<F, L, const B: usize, const M: usize> Auto<F, L, B, M> {
    pub(crate) fn on(bodies: [BodyRef; B], function: F) -> Self {
        Self { bodies, function, level: PhantomData }
    }

    pub(crate) fn bodies(&self) -> &[BodyRef; B] {
        &self.bodies
    }

    pub(crate) fn function(&self) -> &F {
        &self.function
    }
}

impl<F: Holonomic<B, M>, const B: usize, const M: usize> Auto<F, OnPositions, B, M> {
    /// The holonomic constraint φ = 0 on these bodies.
    pub fn holonomic(bodies: [BodyId<Planar>; B], phi: F) -> Self {
        Self::on(bodies.map(Into::into), phi)
    }
}

impl<F: Nonholonomic<B, M>, const B: usize, const M: usize> Auto<F, OnVelocities, B, M> {
    /// The velocity constraint ψ = 0 on these bodies.
    pub fn nonholonomic(bodies: [BodyId<Planar>; B], psi: F) -> Self {
        Self::on(bodies.map(Into::into), psi)
    }
}

impl<F: Holonomic<B, M>, const B: usize, const M: usize> Constraint for Auto<F, OnPositions, B, M> {
    fn shape(&self) -> Shape {
        Shape::new(Level::Position, M, self.bodies).working(self.function.depends_on_time())
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let frames: [&PlanarFrame; B] = std::array::from_fn(|k| at.body(k));
        let moving = frames.map(|f| Pose {
            x: Dual2_64::new(f.origin.x, f.velocity.x, 0.0),
            y: Dual2_64::new(f.origin.y, f.velocity.y, 0.0),
            angle: Dual2_64::new(f.angle, f.spin, 0.0),
        });
        for (i, row) in self.function.phi(Dual2_64::new(at.t, 1.0, 0.0), moving).into_iter().enumerate() {
            out.position(i, row.re, row.v1, -row.v2);
        }
        let still = frames.map(constant_pose);
        columns(&still, pose_part, |seeded| self.function.phi(Dual64::from_re(at.t), seeded), out);
        Ok(())
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        at.body(k).origin
    }
}

impl<F: Nonholonomic<B, M>, const B: usize, const M: usize> Constraint for Auto<F, OnVelocities, B, M> {
    fn shape(&self) -> Shape {
        // A ψ that is not homogeneous in v can do work, and nothing tells whether this one is.
        Shape::new(Level::Velocity, M, self.bodies).working(true)
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let frames: [&PlanarFrame; B] = std::array::from_fn(|k| at.body(k));
        let twists = frames.map(|f| Twist {
            vx: Dual64::from_re(f.velocity.x),
            vy: Dual64::from_re(f.velocity.y),
            spin: Dual64::from_re(f.spin),
        });
        let moving = frames.map(|f| Pose {
            x: Dual64::new(f.origin.x, f.velocity.x),
            y: Dual64::new(f.origin.y, f.velocity.y),
            angle: Dual64::new(f.angle, f.spin),
        });
        for (i, row) in self.function.psi(Dual64::new(at.t, 1.0), moving, twists).into_iter().enumerate() {
            out.velocity(i, row.re, -row.eps);
        }
        let still = frames.map(constant_pose);
        columns(&twists, twist_part, |seeded| self.function.psi(Dual64::from_re(at.t), still, seeded), out);
        Ok(())
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        at.body(k).origin
    }
}

fn constant_pose(f: &PlanarFrame) -> Pose<Dual64> {
    Pose { x: Dual64::from_re(f.origin.x), y: Dual64::from_re(f.origin.y), angle: Dual64::from_re(f.angle) }
}

fn pose_part(pose: &mut Pose<Dual64>) -> [&mut Dual64; 3] {
    [&mut pose.x, &mut pose.y, &mut pose.angle]
}

fn twist_part(twist: &mut Twist<Dual64>) -> [&mut Dual64; 3] {
    [&mut twist.vx, &mut twist.vy, &mut twist.spin]
}

/// Columns of J: seeds one part of one body at a time.
fn columns<P: Copy, const B: usize, const M: usize>(
    still: &[P; B],
    parts: impl Fn(&mut P) -> [&mut Dual64; 3],
    function: impl Fn([P; B]) -> [Dual64; M],
    out: &mut Rows<'_>,
) {
    for k in 0..B {
        let mut rows = [[0.0; 3]; M];
        for c in 0..3 {
            let mut seeded = *still;
            parts(&mut seeded[k])[c].eps = 1.0;
            for (row, value) in rows.iter_mut().zip(function(seeded)) {
                row[c] = value.eps;
            }
        }
        for (i, row) in rows.into_iter().enumerate() {
            out.jacobian(i, k, row);
        }
    }
}
