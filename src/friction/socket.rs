//! Friction of a ball in its socket: one slip of three components.
//!
//! A ball of radius r that turns in its socket with ω = ω_b − ω_a slips with the velocity r ω×n where the normal of its surface is n. How its load is spread over the surface is not known;
//! as in a pin, whose surface slips with r θ' everywhere, all of it is taken to be across ω:
//!
//! ```text
//! (E5')  s = r (ω_b − ω_a),   D = r (e_b, −e_a) for the axes e of the world,   γ = 0        N = ‖λ‖,   F = −μ N s/‖s‖;   it sticks while ‖F‖ ≤ μ' N
//! ```
//!
//! with the force λ of a ball joint. Of F the joint feels the moment r F alone, of the size μ r N against the spin, whichever axis that has. The axes of the world do not turn, so that
//! s' = r (ω_b' − ω_a') has no part without accelerations.

use super::point::lever;
use super::{Friction, FrictionPlan, FrictionPoint, Load};
use crate::constraint::{Constraint, ConstraintShape, Joint, Level, Slide, Turn};
use crate::element::{Changes, ConstraintId, ConstraintRef, Ctx, Mark, Moving, Rows, RowsOf, Spatial, SpatialFrame};
use crate::error::ElementError;
use crate::math::Real;
use crate::measure::AxialAngle;
use nalgebra::Vector3;
use std::any::Any;

const NO_SOCKET: &str = "its joint is no ball in a socket: make it by `Joint::spherical`";

/// The friction of a ball in its socket, made by [`FrictionPoint::in_ball`].
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(remote = "Self"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Socket {
    marks: [Mark; 2],
    radius: f64,
    joint: ConstraintRef,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Socket, it => {
    require(it.radius > 0.0 && it.radius.is_finite(), || format!("its radius is {}: it must be positive", it.radius))
});

/// A plan of [`Socket`].
#[derive(Copy, Clone, Debug)]
pub struct InBall {
    joint: ConstraintId<Joint>,
    radius: f64,
}

impl FrictionPoint<AxialAngle> {
    /// The ball of a spherical joint, of the given radius, loaded by the force that the joint carries.
    ///
    /// It turns in its socket about any axis, and its friction is a moment against that, of the size μ r N. Its slip has three components; what is told of it are sizes, in m/s and N on the
    /// circumference.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, 0.0, -10.0]);
    /// // It hangs in the middle of its ball, and turns about an inclined axis with 5 rad/s.
    /// let globe = builder.body("globe", Solid::principal(2.0, [0.4; 3])?.spinning(3.0, 0.0, 4.0));
    /// let joint = builder.constraint("socket", Joint::spherical(WORLD.origin(), globe.origin()));
    /// builder.friction("rub", FrictionPoint::in_ball(joint, 0.05), Coulomb::new(0.2));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).run(model.placed(), 12.0)?;
    /// // J ω/(μ r m g)
    /// assert!((run.transitions()[0].t - 0.4 * 5.0 / (0.2 * 0.05 * 20.0)).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_ball(socket: ConstraintId<Joint>, radius: f64) -> InBall {
        InBall { joint: socket, radius }
    }
}

impl FrictionPlan for InBall {
    type Point = Socket;

    fn joint(&self) -> Option<ConstraintRef> {
        Some(self.joint.into())
    }

    fn point(self, joint: Option<&dyn Any>) -> Result<Socket, Option<&'static str>> {
        let joint: &Joint = joint.and_then(|joint| joint.downcast_ref()).ok_or(None)?;
        let radius = lever(self.radius).map_err(Some)?;
        match joint.freedom() {
            (Slide::Fixed | Slide::Seat, Turn::Free) => {
                Ok(Socket { marks: joint.marks(), radius, joint: self.joint.into() })
            }
            _ => Err(Some(NO_SOCKET)),
        }
    }
}

impl Socket {
    fn write<T: Real>(&self, [a, b]: [&SpatialFrame<T>; 2], out: &mut impl RowsOf<T, [T; 6]>) {
        let radius = T::from(self.radius);
        let slip = (b.spin - a.spin) * radius;
        for row in 0..3 {
            let axis = Vector3::ith(row, radius);
            // Of a velocity no φ is kept.
            out.positions(row, [T::zero()], [slip[row]], [T::zero()]);
            out.columns(row, 0, [a.about(-axis)]);
            out.columns(row, 1, [b.about(axis)]);
        }
    }
}

impl Constraint for Socket {
    type Space = Spatial;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 3, self.marks.map(|mark| mark.body))
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        self.write([at.body(0), at.body(1)], out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_, Spatial>, out: &mut Changes<'_, Spatial>) -> bool {
        self.write([at.body(0), at.body(1)], out);
        true
    }

    fn point(&self, at: Ctx<'_, Spatial>, _k: usize) -> Vector3<f64> {
        at.body(1).point(self.marks[1].local)
    }
}

impl Friction for Socket {
    fn load(&self) -> Load {
        Load::triple(self.joint, [0, 1, 2])
    }

    fn given(&self, _at: Ctx<'_, Spatial>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}
