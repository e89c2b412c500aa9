//! Friction in a sleeve that turns and slides on its shaft: one slip of two components.
//!
//! On the shaft's circumference, of radius r, the sleeve slips with r θ' around it and with u' along it; its friction is against both together, as that of a contact in space is:
//!
//! ```text
//! (E5')  s = (r θ', u'),   D = (r g_θ, g_u),   γ = −(r bias_θ, bias_u)        N = √(λ₁² + λ₂²),   F = −μ N s/‖s‖;   it sticks while ‖F‖ ≤ μ' N
//! ```
//!
//! with the angle θ of (M3), the travel u of (M2), and the force λ₁, λ₂ of a cylindrical joint across the shaft. So a shaft that turns fast slides along as if it were smooth: the part of
//! the friction along it is μ N u'/‖s‖, viscous for small u'. What tilts the sleeve, a moment across the shaft, is no part of N.

use super::point::lever;
use super::{Friction, FrictionPlan, FrictionPoint, Load};
use crate::constraint::{Constraint, ConstraintShape, Joint, Level, Slide, Turn};
use crate::element::{Changes, ConstraintId, ConstraintRef, Ctx, Mark, Moving, Rows, Spatial};
use crate::error::ElementError;
use crate::measure::{AxialAngle, AxialTravel, Measure, Varied};
use nalgebra::Vector3;
use std::any::Any;

const NO_SLEEVE: &str = "its joint is no sleeve on a shaft: make it by `Joint::cylindrical`";

/// The friction of a sleeve on its shaft, made by [`FrictionPoint::in_cylinder`].
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(remote = "Self"))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Sleeve {
    marks: [Mark; 2],
    radius: f64,
    joint: ConstraintRef,
}

#[cfg(feature = "serde")]
crate::store::checked::checked!(Sleeve, it => {
    require(it.radius > 0.0 && it.radius.is_finite(), || format!("its radius is {}: it must be positive", it.radius))
});

/// A plan of [`Sleeve`].
#[derive(Copy, Clone, Debug)]
pub struct InCylinder {
    joint: ConstraintId<Joint>,
    radius: f64,
}

impl FrictionPoint<AxialTravel> {
    /// The sleeve of a cylindrical joint on a shaft of the given radius, loaded by what it carries across the shaft.
    ///
    /// Its slip has two components, around the shaft and along it, and its friction is against both together. What is told of it are sizes, in m/s and N on the circumference.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, 0.0, -10.0]);
    /// // A shaft along x; the sleeve turns and slides on it: 3 m/s around, 4 m/s along, of which friction takes 0.1 · 10 m/s².
    /// let (radius, moment) = (0.5, 2.0 * 0.5 * 0.5);
    /// let sleeve = Solid::principal(2.0, [moment; 3])?.moving(4.0, 0.0, 0.0).spinning(6.0, 0.0, 0.0);
    /// let sleeve = builder.body("sleeve", sleeve);
    /// let along = [1.0, 0.0, 0.0];
    /// let joint = Joint::cylindrical(WORLD.axis([0.0; 3], along), sleeve.axis([0.0; 3], along));
    /// let joint = builder.constraint("shaft", joint);
    /// builder.friction("rub", FrictionPoint::in_cylinder(joint, radius), Coulomb::new(0.1));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).run(model.placed(), 6.0)?;
    /// // m r² is the moment about the shaft, so that the slip of 5 m/s keeps its direction, and ends after 5 s.
    /// assert!((run.transitions()[0].t - 5.0).abs() < 1e-9);
    /// assert!((run.last().ok_or("no sample")?.body(sleeve).origin.x - 0.8 * 12.5).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_cylinder(sleeve: ConstraintId<Joint>, radius: f64) -> InCylinder {
        InCylinder { joint: sleeve, radius }
    }
}

impl FrictionPlan for InCylinder {
    type Point = Sleeve;

    fn joint(&self) -> Option<ConstraintRef> {
        Some(self.joint.into())
    }

    fn point(self, joint: Option<&dyn Any>) -> Result<Sleeve, Option<&'static str>> {
        let joint: &Joint = joint.and_then(|joint| joint.downcast_ref()).ok_or(None)?;
        let radius = lever(self.radius).map_err(Some)?;
        match joint.freedom() {
            (Slide::Line, Turn::Axis) => Ok(Sleeve { marks: joint.marks(), radius, joint: self.joint.into() }),
            _ => Err(Some(NO_SLEEVE)),
        }
    }
}

impl Sleeve {
    /// θ and u.
    fn slips(&self) -> (AxialAngle, AxialTravel) {
        let [a, b] = self.marks;
        (AxialAngle::about(a, b), AxialTravel::along(a, b.point()))
    }
}

impl Constraint for Sleeve {
    type Space = Spatial;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 2, self.marks.map(|mark| mark.body))
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        let (around, along) = self.slips();
        let (around, along) = (around.read(at)?, along.read(at)?);
        for (row, (slip, lever)) in [(around, self.radius), (along, 1.0)].into_iter().enumerate() {
            out.velocity(row, lever * slip.rate, -lever * slip.bias);
            out.jacobian(row, 0, slip.scaled(0, lever));
            out.jacobian(row, 1, slip.scaled(1, lever));
        }
        Ok(())
    }

    fn vary(&self, at: Moving<'_, Spatial>, out: &mut Changes<'_, Spatial>) -> bool {
        let (around, along) = self.slips();
        let both = around.vary(at).zip(along.vary(at));
        let write = |(around, along): (Varied<Spatial>, Varied<Spatial>)| {
            around.write_rate(0, self.radius, out);
            along.write_rate(1, 1.0, out);
        };
        both.map(write).is_some()
    }

    fn point(&self, at: Ctx<'_, Spatial>, _k: usize) -> Vector3<f64> {
        at.body(1).point(self.marks[1].local)
    }
}

impl Friction for Sleeve {
    fn load(&self) -> Load {
        Load::pair(self.joint, [0, 1])
    }

    fn given(&self, _at: Ctx<'_, Spatial>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}
