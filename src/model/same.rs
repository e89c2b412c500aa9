//! Are elements of two models the same, whatever they may be asked? Built-in ones without shapes and closures are compared number by number; of all others it is not known, and the answer is no.

use super::any_body::AnyBody;
use crate::body::{Particle, RigidBody, Solid};
use crate::constraint::{
    Coupler, Distance, Driver, Joint, KnifeEdge, PointDriver, Prismatic, Revolute, Screw, Slot, Weld,
};
use crate::element::{Planar, Spatial};
use crate::force::{
    Applied, AppliedAlong, Bushing, Elastic, Moment, NonlinearSpring, SmoothedFriction, SpringDamper, SpringToPath,
};
use crate::friction::{Coulomb, FrictionPoint, Sleeve, SlipCurve, Socket, Stribeck};
use crate::hybrid::Stop;
use crate::math::Signal;
use crate::measure::{Angle, AxialAngle, AxialTravel, Separation, Travel};
use std::any::Any;

/// Compares two elements by the types that they may have; `along` stands before those that differ in their measure alone.
macro_rules! compare {
    ($a:ident, $b:ident: $($type:ty),* $(; along $($kind:ident [$($after:ty)?]),*)?) => {
        $(if let Some(a) = $a.downcast_ref::<$type>() {
            return $b.downcast_ref() == Some(a);
        })*
        $($(compare!($a, $b: $kind<Angle $(, $after)?>, $kind<Travel $(, $after)?>, $kind<Separation $(, $after)?>);
        compare!($a, $b: $kind<AxialAngle $(, $after)?>, $kind<AxialTravel $(, $after)?>, $kind<Separation<Spatial> $(, $after)?>);)*)?
    };
}

/// Constraints, and the slips of friction points.
pub(crate) fn constraints(a: &dyn Any, b: &dyn Any) -> bool {
    compare!(a, b: Revolute, Slot, Prismatic, Weld, Distance, Distance<Spatial>, Joint, Screw, KnifeEdge,
        PointDriver<[Signal; 2]>, Sleeve, Socket, Coupler<Angle, Angle>, Coupler<Travel, Travel>;
        along FrictionPoint [], Driver [Signal], Stop []);
    false
}

pub(crate) fn forces(a: &dyn Any, b: &dyn Any) -> bool {
    compare!(a, b: Applied<[f64; 2]>, Applied<[f64; 3], Spatial>, Applied<Moment<f64>>, Applied<Moment<[f64; 3]>, Spatial>,
        Applied<([Signal; 2], Signal)>, Applied<([Signal; 3], [Signal; 3]), Spatial>, Bushing, Elastic, Elastic<Spatial>,
        SpringToPath, SpringToPath<Spatial>;
        along SpringDamper [], NonlinearSpring [], AppliedAlong [Signal], SmoothedFriction []);
    false
}

pub(crate) fn laws(a: &dyn Any, b: &dyn Any) -> bool {
    compare!(a, b: Coulomb, Stribeck, SlipCurve);
    false
}

/// Is the frame of a body its coordinates and nothing else? Masses, weights and inertia forces may be others.
pub(crate) fn places_alone(body: &dyn AnyBody) -> bool {
    let body: &dyn Any = body;
    body.is::<RigidBody>() || body.is::<Solid>() || body.is::<Particle<Planar>>() || body.is::<Particle<Spatial>>()
}
