//! The tables of elements that can be written.
//!
//! An element with a shape is found through its hidden method `saved`, which puts any built-in shape behind one type: there are too many pairs
//! of shapes for a table. All others are told by their type.

use super::with_law::WithLaw;
use crate::body::{Particle, RigidBody, Solid};
use crate::constraint::{
    Contact, Coupler, Distance, Driver, Equation, Joint, KnifeEdge, LinearVelocity, PointDriver, PointOnCurve,
    Prismatic, Revolute, Screw, Slot, Weld,
};
use crate::contact::SavedPair;
use crate::contact::curve::SavedCurve;
use crate::contact::spatial::SavedSpatialPair;
use crate::element::Spatial;
use crate::force::{
    AlongFormula, Applied, AppliedAlong, Bushing, Creep, Elastic, Kalker, Moment, NonlinearSpring, SmoothedFriction,
    SpringDamper, SpringToPath, WrenchFormula,
};
use crate::hybrid::Stop;
use crate::math::Signal;
use crate::measure::{Angle, AxialAngle, AxialTravel, Separation, Travel};
use crate::model::ModelBuilder;
use serde::{Deserialize, Serialize};
use std::any::Any;

/// A table of elements that can be written: an enum of them, how one is recognized, and how it is added to a builder again.
/// Some must be asked whether they are plain data. After a bar stand the tables within.
macro_rules! saved {
    ($name:ident, $to:ident :: $add:ident: $($variant:ident = $type:ty $(, if $saved:ident)?;)* $(| $($table:ident)*)?) => {
        #[derive(Clone, Debug, Serialize, Deserialize)]
        pub(crate) enum $name {
            $($variant(Box<$type>),)*
            $($($table($table),)*)?
        }

        impl $name {
            /// The element, if it is in the table.
            pub(crate) fn of(element: &dyn Any) -> Option<Self> {
                $(if let Some(known) = element.downcast_ref::<$type>()$(.filter(|it| it.$saved()))? {
                    return Some(Self::$variant(Box::new(known.clone())));
                })*
                $($(if let Some(known) = $table::of(element) {
                    return Some(Self::$table(known));
                })*)?
                None
            }

            pub(super) fn add(self, name: String, to: &mut $to) {
                match self {
                    $(Self::$variant(element) => { $to::$add(to, name, *element); })*
                    $($(Self::$table(table) => table.add(name, to),)*)?
                }
            }
        }
    };
}

/// A table of the elements that differ in their measure alone; in brackets stand the types before and after it.
macro_rules! along {
    ($name:ident, $to:ident :: $add:ident: $kind:ident [$($before:ty)?] [$($after:ty)?]) => {
        saved! { $name, $to::$add:
            Angle = $kind<$($before,)? Angle $(, $after)?>;
            Travel = $kind<$($before,)? Travel $(, $after)?>;
            Separation = $kind<$($before,)? Separation $(, $after)?>;
            AxialAngle = $kind<$($before,)? AxialAngle $(, $after)?>;
            AxialTravel = $kind<$($before,)? AxialTravel $(, $after)?>;
            SpatialSeparation = $kind<$($before,)? Separation<Spatial> $(, $after)?>;
        }
    };
}

saved! { SavedBody, ModelBuilder::body:
    RigidBody = RigidBody;
    Particle = Particle;
    Solid = Solid;
    SpatialParticle = Particle<Spatial>;
}

saved! { SavedConstraint, ModelBuilder::constraint:
    Revolute = Revolute;
    Prismatic = Prismatic;
    Weld = Weld;
    Slot = Slot;
    Distance = Distance;
    SpatialDistance = Distance<Spatial>;
    Joint = Joint;
    Screw = Screw;
    KnifeEdge = KnifeEdge;
    LinearVelocity = LinearVelocity, if is_plain;
    Equation = Equation;
    SpatialEquation = Equation<Spatial>;
    PointDriver = PointDriver<[Signal; 2]>;
    OnCurve = PointOnCurve<SavedCurve>;
    Contact = Contact<SavedPair>;
    SpatialContact = Contact<SavedSpatialPair, Spatial>;
    |
    Drivers Stops AngleCouplers TravelCouplers SeparationCouplers AxialAngleCouplers AxialTravelCouplers SpatialSeparationCouplers
}

along! { Drivers, ModelBuilder::constraint: Driver [] [Signal] }
along! { Stops, ModelBuilder::constraint: Stop [] [] }
along! { Limits, WithLaw::contact: Stop [] [] }
along! { AngleCouplers, ModelBuilder::constraint: Coupler [Angle] [] }
along! { TravelCouplers, ModelBuilder::constraint: Coupler [Travel] [] }
along! { SeparationCouplers, ModelBuilder::constraint: Coupler [Separation] [] }
along! { AxialAngleCouplers, ModelBuilder::constraint: Coupler [AxialAngle] [] }
along! { AxialTravelCouplers, ModelBuilder::constraint: Coupler [AxialTravel] [] }
along! { SpatialSeparationCouplers, ModelBuilder::constraint: Coupler [Separation<Spatial>] [] }

saved! { SavedGap, WithLaw::contact:
    Contact = Contact<SavedPair>;
    SpatialContact = Contact<SavedSpatialPair, Spatial>;
    |
    Limits
}

saved! { SavedForce, ModelBuilder::force:
    Constant = Applied<[f64; 2]>;
    SpatialConstant = Applied<[f64; 3], Spatial>;
    Moment = Applied<Moment<f64>>;
    SpatialMoment = Applied<Moment<[f64; 3]>, Spatial>;
    Applied = Applied<([Signal; 2], Signal)>;
    SpatialApplied = Applied<([Signal; 3], [Signal; 3]), Spatial>;
    AppliedFormula = Applied<WrenchFormula<2, 1>>;
    SpatialAppliedFormula = Applied<WrenchFormula<3, 3>, Spatial>;
    SpringToPath = SpringToPath;
    SpatialSpringToPath = SpringToPath<Spatial>;
    Bushing = Bushing;
    Creep = Creep<SavedSpatialPair, Kalker>;
    Elastic = Elastic;
    SpatialElastic = Elastic<Spatial>;
    |
    Springs NonlinearSprings Motors Formulas SmoothedFrictions
}

along! { Springs, ModelBuilder::force: SpringDamper [] [] }
along! { NonlinearSprings, ModelBuilder::force: NonlinearSpring [] [] }
along! { Motors, ModelBuilder::force: AppliedAlong [] [Signal] }
along! { Formulas, ModelBuilder::force: AppliedAlong [] [AlongFormula] }
along! { SmoothedFrictions, ModelBuilder::force: SmoothedFriction [] [] }
