//! Constrained multibody dynamics for mechanisms whose forces matter.
#![forbid(unsafe_code)]

pub mod body;
pub mod constraint;
pub mod contact;
pub mod dynamics;
pub mod element;
pub mod error;
pub mod force;
pub mod linear;
pub mod math;
pub mod measure;
pub mod model;
pub mod ode;
pub mod simulate;

pub use nalgebra;

/// What most programs need, in one `use chetaev::prelude::*`.
pub mod prelude {
    pub use crate::body::{MassProperties, Particle, RigidBody};
    pub use crate::constraint::{
        Auto, Coupler, Distance, Driver, Holonomic, KnifeEdge, LinearVelocity, Nonholonomic, PointDriver, PointOnCurve,
        Pose, Prismatic, Revolute, Slot, Twist, Weld,
    };
    pub use crate::dynamics::{Baumgarte, Stabilization, State};
    pub use crate::element::{BodyId, ConstraintId, ForceId, GROUND, Planar};
    pub use crate::force::{Applied, AppliedAlong, SpringDamper};
    pub use crate::math::Jet;
    pub use crate::measure::{Angle, Measure, Separation, Travel};
    pub use crate::model::{Model, ModelBuilder};
    pub use crate::ode::Method;
    pub use crate::simulate::{Event, Output, Simulation, Snapshot, Tolerance, Trajectory};
    /// The functions of numbers that carry derivatives: `sin`, `exp`, `convert` of a plain number.
    pub use nalgebra::{ComplexField, RealField, convert};
}
