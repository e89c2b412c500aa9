//! The knife edge (skate, wheel seen from above): a point of body b does not move across a direction fixed in b.
//!
//! Let n be the edge's normal, which turns with the body (n' = −ω e, e the edge's direction), ρ the arm of P in b and
//! s = P − O_a its arm in body a, on which the edge cuts. The material point of a under P moves with
//! v_Q = v_a + ω_a k×s, whose rate at rest of all v' is ω_a k×(v_P − v_a), because s follows P. So
//!
//! ```text
//! ψ   = n·(v_P − v_Q)
//! J_b = [n, n·(k×ρ)]      J_a = −[n, n·(k×s)]
//! γ   = n·(ω² ρ + ω_a k×(v_P − v_a)) + ω e·(v_P − v_Q)
//! ```
//!
//! The row is not integrable: it restricts no position. λ is the force on body b along n. There is no singular case.

use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{Axis, BodyId, BodyRef, Changes, Ctx, Moving, Planar, PlanarFrame, Rows, RowsOf, aside};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::Vector2;

/// Lets a point of a body move only along a direction fixed in that body.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let sledge = builder.body("sledge", RigidBody::new(1.0, 0.1).moving(2.0, 0.0, 1.0));
/// builder.constraint("runner", KnifeEdge::new(GROUND, sledge.axis([0.0, 0.0], 0.0)));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), std::f64::consts::TAU)?;
/// // It goes only where it points: a circle of radius v/ω, closed after one turn.
/// let way = run.largest(|at| at.body(sledge).origin.x.hypot(at.body(sledge).origin.y - 2.0));
/// assert!((way - 2.0).abs() < 1e-7 && run.last().ok_or("no sample")?.body(sledge).origin.norm() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct KnifeEdge {
    on: BodyRef,
    edge: Axis,
}

impl KnifeEdge {
    /// The edge lies along `edge`, at the point through which it was drawn, and cuts into the body `on`.
    pub fn new(on: BodyId<Planar>, edge: Axis) -> Self {
        Self { on: on.into(), edge }
    }
}

impl KnifeEdge {
    #[inline]
    fn write<T: Real>(&self, [a, b]: [&PlanarFrame<T>; 2], out: &mut impl RowsOf<T>) {
        let arm = b.turn(self.edge.through);
        let e = b.turn(self.edge.direction());
        let n = aside(e);
        let under = b.origin + arm - a.origin;
        let point_velocity = b.velocity_at(arm);
        let slide = point_velocity - a.velocity_at(under);
        let carried = aside(point_velocity - a.velocity) * a.spin;
        let gamma = n.dot(&(arm * (b.spin * b.spin) + carried)) + b.spin * e.dot(&slide);
        // Of a velocity no φ is kept.
        out.positions(0, [T::zero()], [n.dot(&slide)], [gamma]);
        out.columns(0, 0, [[-n.x, -n.y, -under.perp(&n)]]);
        out.columns(0, 1, [[n.x, n.y, arm.perp(&n)]]);
    }
}

impl Constraint for KnifeEdge {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 1, [self.on, self.edge.body])
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        self.write([at.body(0), at.body(1)], out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_>, out: &mut Changes<'_>) -> bool {
        self.write([at.body(0), at.body(1)], out);
        true
    }

    fn point(&self, at: Ctx<'_>, _k: usize) -> Vector2<f64> {
        at.body(1).point(self.edge.through)
    }
}
