//! The Python module `chetaev._chetaev`: classes by tables, one expression for each element.

mod analysis;
mod attitudes;
mod bodies;
mod called;
mod class;
mod columns;
mod constraints;
mod dual;
mod equilibria;
mod errors;
mod events;
mod families;
mod find;
mod forces;
mod frictions;
mod handles;
mod identify;
mod inverse;
mod linear;
mod math;
mod measures;
mod model;
mod orbits;
mod records;
mod shapes;
mod simulation;
mod sizes;
mod snapshot;
mod state;
mod tables;
mod trajectory;
mod units;
mod words;

use pyo3::prelude::*;

/// Declared, so that the type stubs can be read off the built module.
#[pymodule]
mod _chetaev {
    use super::*;

    #[pymodule_export]
    use crate::analysis::{Section, lyapunov};
    #[pymodule_export]
    use crate::bodies::{Inertia, MassProperties, Particle, RigidBody, Solid};
    #[pymodule_export]
    use crate::constraints::{
        Constraint, Coupler, Distance, Driver, Equation, Joint, KnifeEdge, LinearVelocity, PointDriver, PointOnCurve,
        Prismatic, Revolute, Screw, Slot, Stop, Weld,
    };
    #[pymodule_export]
    use crate::dual::Dual;
    #[pymodule_export]
    use crate::equilibria::{EquilibriumSlopes, equilibrium};
    #[pymodule_export]
    use crate::events::Event;
    #[pymodule_export]
    use crate::families::{Family, Knots, Sensitivities, Sensitivity};
    #[pymodule_export]
    use crate::forces::{
        Applied, AppliedAlong, Bushing, Creep, Elastic, Force, NonlinearSpring, SmoothedFriction, SpringDamper,
        SpringToPath,
    };
    #[pymodule_export]
    use crate::frictions::{Coulomb, FrictionLaw, FrictionPoint, Rigid, SlipCurve, Stribeck};
    #[pymodule_export]
    use crate::handles::{
        Axis, BodyId, ConstraintId, ContactId, ForceId, FrictionId, Mark, Point, SpatialBodyId, SpatialPoint,
        VariableId,
    };
    #[pymodule_export]
    use crate::identify::{Fit, Identification};
    #[pymodule_export]
    use crate::inverse::{Inverse, Inverted, Position, Sweep};
    #[pymodule_export]
    use crate::linear::{LinearSystem, Linearization};
    #[pymodule_export]
    use crate::math::{Formula, LookupTable, Signal};
    #[pymodule_export]
    use crate::measures::{Angle, AxialAngle, AxialTravel, Measure, Separation, Travel};
    #[pymodule_export]
    use crate::model::{Model, ModelBuilder};
    #[pymodule_export]
    use crate::orbits::{Continuation, Shooting, Turn};
    #[pymodule_export]
    use crate::shapes::{
        Circle, Circles, Cone, Contact, CornerOnCurve, CornerOnLine, Curve, CurvePair, Cycloid, Cylinder, EdgeOn,
        Ellipse, EllipseOnLine, Ellipsoid, Hollow, Line, OnPlane, Pair, PlacedCurve, PlacedSurface, Plane, Play,
        PointOn, Polynomial, Rim, RimOnPlane, Runner, SpatialPair, Sphere, Spheres, Spline, Support, Surface, Surfaces,
        Torus,
    };
    #[pymodule_export]
    use crate::simulation::{Simulation, simulate};
    #[pymodule_export]
    use crate::snapshot::Snapshot;
    #[pymodule_export]
    use crate::state::{Started, State};
    #[pymodule_export]
    use crate::trajectory::Trajectory;
    #[pymodule_export]
    use crate::units::Fmu;

    #[pymodule_init]
    fn init(m: &Bound<'_, PyModule>) -> PyResult<()> {
        m.add("__version__", env!("CARGO_PKG_VERSION"))?;
        crate::errors::hush();
        crate::errors::add(m)?;
        crate::handles::add(m)
    }
}
