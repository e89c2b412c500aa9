//! Typed handles: what a user holds of a body, a constraint, a force or an event, and points and lines fixed in bodies.
//!
//! A handle carries the tag of the model that made it, so that a handle of another model is refused by name
//! instead of addressing some other body. The space is part of a body handle's type: a planar joint on a
//! spatial body does not compile.

use super::{Planar, Space, Spatial};
use crate::math::Signal;
use nalgebra::{Vector2, Vector3};
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU32, Ordering};

/// Which model a handle belongs to; 0 belongs to every model (the ground).
///
/// That is looked at where a handle is used. Two handles are equal where they stand for the same place, so that elements that were built alike are.
#[derive(Copy, Clone, Debug)]
pub struct ModelTag(u32);

impl PartialEq for ModelTag {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for ModelTag {}

impl Hash for ModelTag {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl ModelTag {
    const ANY: Self = Self(0);

    pub(crate) fn fresh() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(1);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    pub(crate) fn admits(self, other: Self) -> bool {
        other.0 == self.0 || other.0 == Self::ANY.0
    }

    /// Does it belong to the model of which this number was kept?
    pub(crate) fn admits_number(self, number: u32) -> bool {
        self.admits(Self(number))
    }
}

/// A body of a model, as its handle without the type of its space.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BodyRef {
    pub(crate) index: u32,
    pub(crate) tag: ModelTag,
}

impl BodyRef {
    const GROUND: Self = Self { index: 0, tag: ModelTag::ANY };

    /// Is this the ground?
    pub fn is_ground(self) -> bool {
        self.index == 0
    }
}

/// What is wrong with two ends on one body: no motion takes them apart. (Of the ground this is told of every element alike.)
pub(crate) fn itself([a, b]: [BodyRef; 2]) -> Option<&'static str> {
    (a == b && !a.is_ground()).then_some("it connects a body with itself: give it two bodies, or the ground and one")
}

/// Handle of a body in the space `S`.
///
/// Handles, of whatever kind, are equal where they stand for the same place: those of members of a family are, and those of two models may be. Whose a handle is counts where it is used.
///
/// Planar joints take planar handles, spatial ones spatial handles, and nothing else compiles:
///
/// ```compile_fail,E0308
/// use chetaev::prelude::*;
///
/// fn pin(satellite: BodyId<Spatial>) -> Revolute {
///     Revolute::new(GROUND.origin(), satellite.origin())
/// }
/// ```
///
/// ```
/// use chetaev::prelude::*;
///
/// fn pin(satellite: BodyId<Spatial>) -> Joint {
///     Joint::spherical(WORLD.origin(), satellite.origin())
/// }
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct BodyId<S: Space = Planar> {
    pub(crate) body: BodyRef,
    space: PhantomData<S>,
}

/// The ground of every planar model.
pub const GROUND: BodyId<Planar> = BodyId { body: BodyRef::GROUND, space: PhantomData };

/// The ground of every spatial model.
pub const WORLD: BodyId<Spatial> = BodyId { body: BodyRef::GROUND, space: PhantomData };

/// In a file a handle is its index (0 is the ground, 1 the first body); read back, it is taken for one of the model it is read with.
#[cfg(feature = "serde")]
mod file {
    use super::{BodyRef, ConstraintRef, ContactId, EventId, FrictionId, ModelTag};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    macro_rules! as_index {
        ($handle:ident) => {
            impl Serialize for $handle {
                fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    self.index.serialize(to)
                }
            }

            impl<'de> Deserialize<'de> for $handle {
                fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    Ok(Self { index: u32::deserialize(from)?, tag: ModelTag::ANY })
                }
            }
        };
    }

    as_index!(BodyRef);
    as_index!(ConstraintRef);
    as_index!(EventId);
    as_index!(FrictionId);

    impl Serialize for ContactId {
        fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            (self.index, self.normal.index).serialize(to)
        }
    }

    impl<'de> Deserialize<'de> for ContactId {
        fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
            let (index, normal) = Deserialize::deserialize(from)?;
            Ok(Self { index, normal: ConstraintRef { index: normal, tag: ModelTag::ANY } })
        }
    }
}

impl<S: Space> BodyId<S> {
    pub(crate) fn new(index: u32, tag: ModelTag) -> Self {
        Self { body: BodyRef { index, tag }, space: PhantomData }
    }
}

impl BodyId<Planar> {
    /// The point of this body with the given coordinates in its own axes.
    ///
    /// For a rigid body they are counted from the center of mass; for the ground from the world's origin.
    pub fn point(self, x: f64, y: f64) -> Point {
        Point { body: self.body, local: Vector2::new(x, y) }
    }

    /// The origin of this body's frame (the center of mass of a rigid body).
    pub fn origin(self) -> Point {
        self.point(0.0, 0.0)
    }

    /// The directed line through a point of this body, at `angle` from the body's own x axis.
    pub fn axis(self, through: impl Into<Vector2<f64>>, angle: f64) -> Axis {
        Axis { body: self.body, through: through.into(), angle }
    }
}

impl BodyId<Spatial> {
    /// The point of this body with the given coordinates in its own axes.
    ///
    /// For a rigid body they are counted from the center of mass; for the ground from the world's origin.
    pub fn point(self, x: f64, y: f64, z: f64) -> Point<Spatial> {
        Point { body: self.body, local: Vector3::new(x, y, z) }
    }

    /// The origin of this body's frame (the center of mass of a rigid body).
    pub fn origin(self) -> Point<Spatial> {
        self.point(0.0, 0.0, 0.0)
    }
}

impl<S: Space> From<BodyId<S>> for BodyRef {
    fn from(id: BodyId<S>) -> Self {
        id.body
    }
}

/// A point fixed in a body, or in the ground.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S::Vector: serde::Serialize", deserialize = "S::Vector: serde::Deserialize<'de>"))
)]
pub struct Point<S: Space = Planar> {
    /// The body in which the point is fixed.
    pub body: BodyRef,
    /// Its coordinates in the body's axes.
    pub local: S::Vector,
}

/// A directed line fixed in a planar body, or in the ground.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Axis {
    /// The body in which the line is fixed.
    pub body: BodyRef,
    /// A point of the line, in the body's axes: abscissas are counted from it.
    pub through: Vector2<f64>,
    /// Direction, as the angle from the body's x axis.
    pub angle: f64,
}

impl Axis {
    /// The body in which it is fixed.
    pub(crate) fn holder(&self) -> BodyId<Planar> {
        BodyId { body: self.body, space: PhantomData }
    }

    /// The line's unit vector, in body axes.
    pub fn direction(&self) -> Vector2<f64> {
        let (sin, cos) = crate::math::sin_cos(self.angle);
        Vector2::new(cos, sin)
    }

    /// The line's point with the given abscissa.
    pub fn at(&self, abscissa: f64) -> Point {
        Point { body: self.body, local: self.through + abscissa * self.direction() }
    }

    /// The line through the same point, turned by +90°.
    pub fn normal(&self) -> Axis {
        Axis { angle: self.angle + std::f64::consts::FRAC_PI_2, ..*self }
    }
}

/// A handle as numbers: its model's, which the ground has none of, and its place there. Handles are the same of the same model alone where these are.
#[doc(hidden)]
pub trait Placed {
    /// Model and place.
    fn place(&self) -> [u32; 2];
}

macro_rules! placed {
    ($($handle:ident: $it:ident => $index:expr, $tag:expr;)*) => {$(
        impl Placed for $handle {
            fn place(&self) -> [u32; 2] {
                let $it = self;
                [$tag.0, $index]
            }
        }
    )*};
}

placed! {
    BodyRef: it => it.index, it.tag;
    ConstraintRef: it => it.index, it.tag;
    ForceId: it => it.index, it.tag;
    FrictionId: it => it.index, it.tag;
    VariableId: it => it.index, it.tag;
    ContactId: it => it.index, it.normal.tag;
}

macro_rules! element_handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            pub(crate) index: u32,
            pub(crate) tag: ModelTag,
        }
    };
}

element_handle! {
    /// A constraint of a model, as its handle without the type of its element: for lists of several kinds.
    ConstraintRef
}
element_handle! {
    /// Handle of a force of a model.
    ForceId
}
element_handle! {
    /// Handle of a friction point of a model.
    FrictionId
}
element_handle! {
    /// Handle of an event of a [`Simulation`](crate::simulate::Simulation): its place in the order in which the events were added, so that it fits
    /// every simulation of the model to which the same events are added in the same order.
    EventId
}
element_handle! {
    /// Handle of a variable of a model: an input, or one that has a rate.
    VariableId
}

impl Signal {
    /// What the variable is at every time: an input is held between events, so that a run with it has no jumps within a step.
    ///
    /// See [`ModelBuilder::input`](crate::model::ModelBuilder::input).
    pub fn input(variable: VariableId) -> Self {
        Self::variable(variable.index, variable.tag.0)
    }
}

/// Handle of a contact that opens and closes.
///
/// It is a [`ConstraintRef`] as well: that of its normal row, whose multiplier is the normal force.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct ContactId {
    pub(crate) index: u32,
    pub(crate) normal: ConstraintRef,
}

impl From<ContactId> for ConstraintRef {
    fn from(id: ContactId) -> Self {
        id.normal
    }
}

/// Handle of a constraint whose element is a `C`: it knows the space in which its reaction is a wrench, and what else can be read of it.
///
/// Where handles of several kinds are kept together, [`ConstraintRef`] is the same without the type.
///
/// ```
/// use chetaev::prelude::*;
///
/// fn in_the_pin(pin: ConstraintId<Revolute>, at: &Snapshot<'_>) -> f64 {
///     at.reaction(pin).moment // a number: the pin is in the plane
/// }
/// ```
///
/// What does not fit does not compile, such as the friction of a slot in a pin:
///
/// ```compile_fail,E0308
/// use chetaev::prelude::*;
///
/// fn rub(builder: &mut ModelBuilder, pin: ConstraintId<Revolute>) -> FrictionId {
///     builder.friction("rub", FrictionPoint::in_slot(pin), Coulomb::new(0.2))
/// }
/// ```
pub struct ConstraintId<C> {
    pub(crate) constraint: ConstraintRef,
    element: PhantomData<fn() -> C>,
}

impl<C> ConstraintId<C> {
    pub(crate) fn new(constraint: ConstraintRef) -> Self {
        Self { constraint, element: PhantomData }
    }
}

impl<C> From<ConstraintId<C>> for ConstraintRef {
    fn from(id: ConstraintId<C>) -> Self {
        id.constraint
    }
}

// By hand, because a handle is all this whatever its element is.
impl<C> Copy for ConstraintId<C> {}

impl<C> Clone for ConstraintId<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> PartialEq for ConstraintId<C> {
    fn eq(&self, other: &Self) -> bool {
        self.constraint == other.constraint
    }
}

impl<C> Eq for ConstraintId<C> {}

impl<C> Hash for ConstraintId<C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.constraint.hash(state);
    }
}

impl<C> Debug for ConstraintId<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.constraint.fmt(f)
    }
}
