//! Two bodies that touch: sliding without friction, or rolling without slip.
//!
//! In the plane (rows derived in [`Touch`](crate::contact::Touch)):
//!
//! | form | rows | meaning of λ |
//! |---|---|---|
//! | [`sliding`](Contact::sliding) | φ: the gap | N, the force on b along n, to the left of A |
//! | [`rolling`](Contact::rolling) | φ, then ψ = t·w | N, and T, the force on b along t, A's direction |
//! | [`rolling_by_arcs`](Contact::rolling_by_arcs) | φ, then φ₂: equal arc lengths | the same |
//!
//! A contact that opens, [`between`](Contact::between), has the rows of rolling.
//!
//! The third form is the second one integrated: it holds the arc lengths of the traces equal as positions, so that no slip can
//! accumulate. Both give the same motion.
//!
//! In space (rows derived in [`SpatialTouch`](crate::contact::spatial::SpatialTouch)), with n the outer normal of a's surface:
//!
//! | form | rows | meaning of λ |
//! |---|---|---|
//! | [`sliding`](Contact::sliding) | φ: the gap | N, the force on b along n |
//! | [`rolling`](Contact::rolling) | φ, then ψ₁, ψ₂ = t₁·w, t₂·w | N, and the parts T₁, T₂ of the force on b |
//! | [`without_pivoting`](Contact::without_pivoting) | those, then ψ₃ = n·Δω | and the moment on b about n |
//! | [`between`](Contact::between), [`pivoting`](Contact::pivoting) | those of rolling, then ψ₃ = ρ n·Δω | and the moment on b about n, divided by ρ |
//!
//! The tangents t₁, t₂ are a choice ([`tangents`](crate::contact::spatial::SpatialTouch::tangents)) of which the motion and the force do not
//! depend; the force as a vector in world axes is [`Snapshot::reaction`](crate::simulate::Snapshot::reaction). The rows of rolling are separate from
//! the normal row, and [`SpatialTouch`](crate::contact::spatial::SpatialTouch) writes them for elements of your own.

mod planar;
mod spatial;

use crate::element::{BodyId, BodyRef, Planar, Space, Spatial};
use crate::error::ElementError;
use crate::math::{AnyLaw, Jet, Signal};
use nalgebra::Vector3;
use std::fmt::{self, Debug};
use std::marker::PhantomData;
use std::sync::Arc;

/// Below this part of the size of the shapes a gap that opens is suspect: it may have been found from the far side of a body.
const DEEP: f64 = -1e-3;
/// Up to this part of their size shapes touch: other points of theirs are not looked for.
const TOUCHES: f64 = 1e-7;

/// What is wrong where nothing has a distance.
const SHAPELESS: &str = "its shapes have no distance: a size of them is NaN, negative or zero, a point is NaN, or a direction has no length";

/// Two points of two shapes.
struct Facing {
    /// Are all other points next to them farther apart? Of two convex shapes that are apart no other pair with a positive gap does that.
    faces: bool,
    gap: f64,
    /// How far both are from the origins of their frames, squared.
    sizes: [f64; 2],
}

impl Facing {
    /// Do they touch, so that no others can be nearer?
    fn touches(&self) -> bool {
        self.gap * self.gap <= TOUCHES * TOUCHES * (self.sizes[0] + self.sizes[1])
    }

    /// Are they the points of two near sides: does neither shape reach deep into the other?
    fn is_sure(&self) -> bool {
        let [a, b] = self.sizes;
        // Almost always the sign or the squares tell.
        let is_shallow =
            self.gap > 0.0 || self.gap * self.gap < DEEP * DEEP * (a + b) || self.gap > DEEP * (a.sqrt() + b.sqrt());
        self.faces && is_shallow
    }
}

/// What is wrong about a belt under what is not carried by it.
const NO_BELT: &str = "a belt carries what rolls on it or rubs: say `Contact::rolling` or `Contact::between`";

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Form {
    Sliding,
    Rolling,
    ByArcs,
    WithoutPivoting,
    /// The rows of rolling, of a contact that opens: where the search for its place goes astray it is sought anew.
    Opening,
}

/// A contact of a shape of body b with a shape of body a: a [`Pair`](crate::contact::Pair) in the plane, a
/// [`SpatialPair`](crate::contact::spatial::SpatialPair) in space.
///
/// In the plane the multipliers of rolling are N, the force on b along the normal to the left of a's curve, and T, that along the curve. In space they
/// are N along the outer normal of a's surface, and two parts of the force across it; the moment about the normal follows where pivoting is held. N is ideal
/// and may be negative: a real contact would open there. To see it, watch N with an [`Event`](crate::simulate::Event); to let go,
/// [`State::release`](crate::model::State::release) the contact in it. A coin that rolls in a circle:
///
/// ```
/// use chetaev::contact::spatial::RimOnPlane;
/// use chetaev::contact::surface::{Plane, Rim};
/// use chetaev::nalgebra::{UnitQuaternion, Vector3};
/// use chetaev::prelude::*;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, 0.0, -9.81]);
/// // The axis of the coin is its z axis; it stands on its rim and leans.
/// let coin = Solid::from_inertia(Inertia::disk(0.01, 0.012)?)?.turned(UnitQuaternion::from_scaled_axis(Vector3::x() * 1.3));
/// let coin = builder.body("coin", coin.at(0.0, 0.0, 0.012 * 1.3_f64.sin()).spinning(0.0, 0.0, 40.0));
/// let rim = RimOnPlane::new(Plane::horizontal(), Rim::new(0.012));
/// let table = builder.constraint("table", Contact::rolling(WORLD, coin, rim));
/// let model = builder.build()?;
/// // Held are its attitude and its spin; what velocity its center has to have follows from rolling.
/// let start = model.start().hold("coin.qw").project()?;
/// let run = Simulation::new(&model).every(0.002).run(start, 1.0)?;
/// let trace = run.trace(table)?;
/// assert!(trace.length() > 0.3 && trace.arcs_apart() < 1e-9);
/// // The normal force never pulls: a real coin would stay on the table. What friction it would need is the other two parts.
/// assert!(run.column(|at| at.multipliers(table)[0]).iter().all(|normal| *normal > 0.0));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Contact<P, S: Space = Planar> {
    bodies: [BodyRef; 2],
    pair: P,
    form: Form,
    belt: Option<AnyLaw>,
    /// In space: where to the belt runs, in the axes of a.
    #[cfg_attr(feature = "serde", serde(default))]
    runs: [f64; 3],
    /// In space: ρ, of a contact whose friction resists pivoting.
    #[cfg_attr(feature = "serde", serde(default))]
    radius: Option<f64>,
    #[cfg_attr(feature = "serde", serde(skip))]
    space: PhantomData<S>,
}

impl<P: Debug, S: Space> Debug for Contact<P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Contact").field("pair", &self.pair).field("form", &self.form).finish_non_exhaustive()
    }
}

impl<P, S: Space> Contact<P, S> {
    /// Frictionless contact.
    pub fn sliding(a: BodyId<S>, b: BodyId<S>, pair: P) -> Self {
        Self::new(a, b, pair, Form::Sliding)
    }

    /// Contact that rolls without slip; in space the bodies may pivot about the normal.
    pub fn rolling(a: BodyId<S>, b: BodyId<S>, pair: P) -> Self {
        Self::new(a, b, pair, Form::Rolling)
    }

    /// Contact that opens and closes: its rows are the gap and the speeds of slip, one in the plane, two in space.
    ///
    /// It is a [`Gap`](crate::hybrid::Gap). Held as a constraint it is [`rolling`](Self::rolling) that seeks its place anew where that is lost.
    pub fn between(a: BodyId<S>, b: BodyId<S>, pair: P) -> Self {
        Self::new(a, b, pair, Form::Opening)
    }

    fn new(a: BodyId<S>, b: BodyId<S>, pair: P, form: Form) -> Self {
        Self { bodies: [a.into(), b.into()], pair, form, belt: None, runs: [0.0; 3], radius: None, space: PhantomData }
    }

    /// Where the shapes touch; of a contact that opens, sought anew (`true`) where what is found from the last place may not be the nearest points.
    ///
    /// The far side of a body is farther away than its near side: a larger gap counts only among points that face each other. Of shapes that may be near each other at several places,
    /// which is `single` if they are not, the nearest counts while they do not touch; what is followed from the last place may have become the second.
    fn nearest<T>(
        &self,
        single: bool,
        look: impl Fn(&T) -> Facing,
        touch: impl Fn(bool) -> Result<T, ElementError>,
    ) -> Result<T, ElementError> {
        let first = touch(false);
        let sure = |it: &T| {
            let facing = look(it);
            facing.is_sure() && (single || facing.touches())
        };
        if self.form != Form::Opening || first.as_ref().is_ok_and(sure) {
            return first;
        }
        let found = match (first, touch(true)) {
            (Ok(first), Ok(anew)) => {
                let (a, b) = (look(&first), look(&anew));
                let takes_anew = match single {
                    _ if a.gap.is_nan() => true,
                    true => b.faces && (!a.faces || b.gap > a.gap),
                    // Beyond the other shape no points face each other, and what is nearest tells by its sign that it is.
                    false => b.gap.abs() < a.gap.abs(),
                };
                if takes_anew { anew } else { first }
            }
            (first, anew) => first.or(anew)?,
        };
        // Such a gap would never close.
        if look(&found).gap.is_nan() { Err(ElementError::Singular { what: SHAPELESS }) } else { Ok(found) }
    }

    /// A belt has to be one that something sticks to, by a row of velocity.
    fn flaw_of_belt(&self) -> Option<&'static str> {
        match self.form {
            Form::Sliding | Form::ByArcs if self.belt.is_some() => Some(NO_BELT),
            _ => None,
        }
    }

    /// The shapes.
    pub fn pair(&self) -> &P {
        &self.pair
    }

    /// The two bodies, a then b.
    pub fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }
}

impl<P> Contact<P> {
    /// The surface of A runs along itself like a belt, at the speed `law`(t) in the direction of its tangent: what does not slip moves with it.
    ///
    /// On a floor whose line runs to the right a positive speed carries to the right. The belt does work. Its speed must be smooth: no finite force can make what sticks to a
    /// belt follow a jump of its speed. For a jump, end the run there and go on with a model of the other speed.
    pub fn on_belt(self, law: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Self {
        Self { belt: Some(AnyLaw::Law(Arc::new(law))), ..self }
    }

    /// A belt, as of [`on_belt`](Self::on_belt), whose speed is plain data: a model with it can be saved.
    pub fn on_belt_signal(self, law: Signal) -> Self {
        Self { belt: Some(AnyLaw::Signal(law)), ..self }
    }

    /// Contact that rolls without slip, held by equal arc lengths on both curves, counted from the start.
    pub fn rolling_by_arcs(a: BodyId, b: BodyId, pair: P) -> Self {
        Self::new(a, b, pair, Form::ByArcs)
    }
}

impl<P> Contact<P, Spatial> {
    /// The surface of A runs along itself like a belt, at the speed `law`(t) along `direction`, in the axes of a; of the direction counts what lies in the surface where it is touched.
    /// The belt does work.
    pub fn on_belt_along(self, direction: [f64; 3], law: impl Fn(Jet) -> Jet + Send + Sync + 'static) -> Self {
        self.on_any_belt(direction, AnyLaw::Law(Arc::new(law)))
    }

    /// A belt, as of [`on_belt_along`](Self::on_belt_along), whose speed is plain data: a model with it can be saved.
    pub fn on_belt_signal_along(self, direction: [f64; 3], law: Signal) -> Self {
        self.on_any_belt(direction, AnyLaw::Signal(law))
    }

    fn on_any_belt(self, direction: [f64; 3], law: AnyLaw) -> Self {
        let size = Vector3::from(direction).norm();
        // A direction of no length is none: its numbers are NaN, and the model is refused.
        Self { belt: Some(law), runs: direction.map(|x| x / size), ..self }
    }

    /// Its friction resists pivoting, the spin n·Δω about the normal, as well: the bodies touch in a small patch. `radius` ρ (m) says how strongly: the moment of friction
    /// about the normal is μ N ρ at most. A ring has its own radius, a disk under even pressure two thirds of its radius if it only pivots, a patch of Hertz's 3π/16 of its.
    ///
    /// Slip and pivoting share one limit: with the slip (s₁, s₂, ρ n·Δω) and the friction (T₁, T₂, M/ρ), Coulomb's law holds for these as vectors of three components. So
    /// what pivots fast slides as if it were smooth. (A law of friction that depends on the speed is asked with the size of the three.)
    ///
    /// It is said of a contact that opens, whose law is rough. Held as a constraint, the contact does not pivot.
    pub fn pivoting(self, radius: f64) -> Self {
        Self { radius: Some(radius), ..self }
    }

    /// Contact that rolls without slip and does not pivot, as rough soft bodies do.
    pub fn without_pivoting(a: BodyId<Spatial>, b: BodyId<Spatial>, pair: P) -> Self {
        Self::new(a, b, pair, Form::WithoutPivoting)
    }
}
