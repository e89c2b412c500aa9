//! Elements of either space, as the model keeps them: which space it is is known at run time only.

use crate::constraint::{Constraint, ConstraintShape, Level};
#[cfg(feature = "player")]
use crate::element::Sketch;
use crate::element::{
    BodyRef, Changes, ConstraintRef, Ctx, Inside, Loads, Moving, Planar, Pushes, Rows, Space, Spatial,
};
use crate::error::ElementError;
use crate::force::Force;
use crate::friction::{Friction, Load};
use crate::hybrid::{Bound, Gap, Sweep};
use crate::math::TimeLaw;
use crate::measure::Action;
use nalgebra::Vector3;
use std::any::Any;
use std::sync::Arc;

/// An element of the plane or one of space.
#[derive(Clone, Debug)]
pub(crate) enum Either<P, S> {
    Planar(P),
    Spatial(S),
}

pub(crate) type AnyConstraint = Either<Arc<dyn Constraint<Space = Planar>>, Arc<dyn Constraint<Space = Spatial>>>;
pub(crate) type AnyForce = Either<Arc<dyn Force<Space = Planar>>, Arc<dyn Force<Space = Spatial>>>;
pub(crate) type AnyGap = Either<Arc<dyn Gap<Space = Planar>>, Arc<dyn Gap<Space = Spatial>>>;
pub(crate) type AnyFriction = Either<Arc<dyn Friction<Space = Planar>>, Arc<dyn Friction<Space = Spatial>>>;

impl<P: Clone + 'static, S: Clone + 'static> Either<P, S> {
    /// What is either a `P` or an `S`, by its type.
    fn of<T: 'static>(element: T) -> Self {
        let element: &dyn Any = &element;
        let planar = element.downcast_ref().cloned().map(Self::Planar);
        match planar.or_else(|| element.downcast_ref().cloned().map(Self::Spatial)) {
            Some(either) => either,
            None => unreachable!("there are two spaces"),
        }
    }
}

/// Calls the element, whichever space it is in.
macro_rules! both {
    ($self:ident, $element:ident => $call:expr) => {
        match $self {
            Either::Planar($element) => $call,
            Either::Spatial($element) => $call,
        }
    };
}

impl AnyConstraint {
    pub(crate) fn constraint<C: Constraint + 'static>(element: Arc<C>) -> Self {
        Self::of::<Arc<dyn Constraint<Space = C::Space>>>(element)
    }

    pub(crate) fn shape(&self) -> ConstraintShape {
        both!(self, it => it.shape())
    }

    pub(crate) fn flaw(&self) -> Option<&'static str> {
        both!(self, it => it.flaw())
    }

    pub(crate) fn hides_time(&self, at: Ctx<'_>) -> bool {
        both!(self, it => it.hides_time(at.of()))
    }

    pub(crate) fn is_spatial(&self, k: usize) -> bool {
        both!(self, it => it.is_spatial(k))
    }

    #[inline]
    pub(crate) fn eval(&self, at: Ctx<'_>, mut out: Rows<'_>) -> Result<(), ElementError> {
        match self {
            Self::Planar(it) => it.eval(at, &mut out),
            Self::Spatial(it) => it.eval(at.of(), &mut out.of()),
        }
    }

    pub(crate) fn vary(&self, at: Moving<'_>, mut out: Changes<'_>) -> bool {
        both!(self, it => it.vary(at.of(), &mut out.of()))
    }

    pub(crate) fn along(&self, at: Ctx<'_>) -> Result<Option<Action>, ElementError> {
        both!(self, it => it.along(at.of()))
    }

    /// The angle or the travel that a joint leaves free: no force of its own acts along it.
    pub(crate) fn freedom(&self, at: Ctx<'_>) -> Result<Option<Action>, ElementError> {
        fn of<S: Space>(it: &dyn Constraint<Space = S>, at: Ctx<'_, S>) -> Result<Option<Action>, ElementError> {
            match (it.angle(), it.travel()) {
                (Some(one), None) | (None, Some(one)) => Ok(Some(Action::of(&one.read(at)?, 0.0))),
                _ => Ok(None),
            }
        }
        both!(self, it => of(&**it, at.of()))
    }

    pub(crate) fn turns_only(&self) -> bool {
        both!(self, it => it.turns_only())
    }

    pub(crate) fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        both!(self, it => it.time_laws())
    }

    pub(crate) fn reads_time(&self) -> bool {
        both!(self, it => it.reads_time())
    }

    /// Where the reaction on the `k`-th body is reported; the origin of its frame if it lies in the other space.
    pub(crate) fn point(&self, at: Ctx<'_>, k: usize) -> Vector3<f64> {
        fn of<S: Space>(it: &dyn Constraint<Space = S>, at: Ctx<'_>, k: usize) -> Vector3<f64> {
            match it.is_spatial(k) {
                spatial if spatial == S::SPATIAL => S::in_space(it.point(at.of(), k)),
                true => at.of::<Spatial>().body(k).origin,
                false => Planar::in_space(at.body(k).origin),
            }
        }
        both!(self, it => of(&**it, at, k))
    }

    #[cfg(feature = "player")]
    pub(crate) fn sketch(&self, reach: f64) -> Vec<Sketch> {
        both!(self, it => it.sketch(reach))
    }

    #[cfg(feature = "serde")]
    pub(crate) fn saved(&self) -> Option<Box<dyn Any>> {
        both!(self, it => it.saved())
    }
}

impl AnyForce {
    #[cfg(feature = "serde")]
    pub(crate) fn saved(&self) -> Option<Box<dyn Any>> {
        both!(self, it => it.saved())
    }

    pub(crate) fn coordinates(&self) -> Vec<(BodyRef, usize)> {
        both!(self, it => it.coordinates())
    }

    pub(crate) fn reactions(&self) -> Vec<(ConstraintRef, usize)> {
        both!(self, it => it.reactions())
    }

    pub(crate) fn force<F: Force + 'static>(element: Arc<F>) -> Self {
        Self::of::<Arc<dyn Force<Space = F::Space>>>(element)
    }

    pub(crate) fn turns_only(&self) -> bool {
        both!(self, it => it.turns_only())
    }

    pub(crate) fn bodies(&self) -> Vec<BodyRef> {
        both!(self, it => it.bodies())
    }

    pub(crate) fn is_spatial(&self, k: usize) -> bool {
        both!(self, it => it.is_spatial(k))
    }

    pub(crate) fn memory(&self) -> Vec<f64> {
        both!(self, it => it.memory())
    }

    #[inline]
    pub(crate) fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        match self {
            Self::Planar(it) => it.eval(at, out),
            Self::Spatial(it) => out.of(|out| it.eval(at.of(), out)),
        }
    }

    pub(crate) fn vary(&self, at: Moving<'_>, mut out: Pushes<'_>) -> bool {
        both!(self, it => it.vary(at.of(), &mut out.of()))
    }

    pub(crate) fn along(&self, at: Ctx<'_>) -> Result<Option<Action>, ElementError> {
        both!(self, it => it.along(at.of()))
    }

    pub(crate) fn flaw(&self) -> Option<&'static str> {
        both!(self, it => it.flaw())
    }

    pub(crate) fn potential(&self, at: Ctx<'_>) -> Result<f64, ElementError> {
        both!(self, it => it.potential(at.of()))
    }

    pub(crate) fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        both!(self, it => it.time_laws())
    }

    pub(crate) fn reads_time(&self) -> bool {
        both!(self, it => it.reads_time())
    }

    pub(crate) fn kinks(&self) -> usize {
        both!(self, it => it.kinks())
    }

    pub(crate) fn kink(&self, index: usize, at: Ctx<'_>) -> Result<f64, ElementError> {
        both!(self, it => it.kink(index, at.of()))
    }

    #[cfg(feature = "player")]
    pub(crate) fn sketch(&self) -> Vec<Sketch> {
        both!(self, it => it.sketch())
    }
}

impl AnyGap {
    pub(crate) fn gap<G: Gap + 'static>(element: Arc<G>) -> Self {
        Self::of::<Arc<dyn Gap<Space = G::Space>>>(element)
    }

    pub(crate) fn bound(&self, bodies: &[Sweep]) -> Bound {
        both!(self, it => it.bound(bodies))
    }

    pub(crate) fn is_angle(&self) -> bool {
        both!(self, it => it.is_angle())
    }
}

impl AnyFriction {
    pub(crate) fn friction<F: Friction + 'static>(element: Arc<F>) -> Self {
        Self::of::<Arc<dyn Friction<Space = F::Space>>>(element)
    }

    pub(crate) fn load(&self) -> Load {
        both!(self, it => it.load())
    }

    pub(crate) fn given(&self, at: Ctx<'_>) -> Result<f64, ElementError> {
        both!(self, it => it.given(at.of()))
    }

    pub(crate) fn is_moment(&self) -> bool {
        both!(self, it => it.is_moment())
    }

    pub(crate) fn reads_time(&self) -> bool {
        both!(self, it => it.reads_time())
    }
}
