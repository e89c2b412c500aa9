//! Forces and moments on a body, given as functions of time and motion.

use super::{EnergyKind, Force};
use crate::element::{BodyId, BodyRef, Ctx, Inside, Loads, Moving, Planar, Point, Pushes, Space, Spatial};
use crate::error::ElementError;
use crate::math::{Now, Signal, TimeLaw};
use nalgebra::Vector3;
use num_dual::Dual64;
use std::fmt::{self, Debug};

/// A force at a point of a body and a moment on it, as a function of time and of the body's motion.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let ship = builder.body("ship", RigidBody::new(2.0, 0.5).moving(1.0, 0.0, 0.0));
/// // A propeller at the stern, which pushes where the ship points.
/// let thrust = |t: f64, ship: &chetaev::element::PlanarFrame| (ship.turn([3.0 * t, 0.0].into()), 0.0);
/// builder.force("propeller", Applied::new(ship.point(-1.0, 0.0), thrust));
/// builder.force("anchor", Applied::force(ship.point(1.0, 0.0), [0.0, -0.5]));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// assert!(run.last().ok_or("no sample")?.body(ship).spin < -0.5 && run.energy_error() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "F: serde::Serialize, S::Vector: serde::Serialize",
        deserialize = "F: serde::Deserialize<'de>, S::Vector: serde::Deserialize<'de>"
    ))
)]
pub struct Applied<F, S: Space = Planar> {
    point: Point<S>,
    law: F,
}

impl<S: Space> Applied<(), S> {
    /// `law`(t, frame) gives the force at `point` and the moment about that point, both in world axes.
    ///
    /// A force that must follow the body is turned with [`PlanarFrame::turn`](crate::element::PlanarFrame::turn) or
    /// [`SpatialFrame::turn`](crate::element::SpatialFrame::turn).
    pub fn new<V: Into<S::Vector>, M: Into<S::Moment>>(
        point: Point<S>,
        law: impl Fn(f64, &S::Frame) -> (V, M) + Send + Sync,
    ) -> Applied<impl WrenchLaw<S>, S> {
        let law = move |t: f64, frame: &S::Frame| {
            let (force, moment) = law(t, frame);
            (force.into(), moment.into())
        };
        Applied { point, law }
    }

    /// A constant force (world axes) at a point.
    pub fn force<const N: usize>(point: Point<S>, force: [f64; N]) -> Applied<[f64; N], S>
    where
        [f64; N]: WrenchLaw<S>,
    {
        Applied { point, law: force }
    }

    /// A constant moment (world axes) on a body: a number in the plane, three in space.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let wheel = builder.body("wheel", Solid::principal(1.0, [1.0, 1.0, 2.0])?);
    /// let fan = builder.body("fan", RigidBody::new(1.0, 0.5));
    /// builder.force("twist", Applied::moment(wheel, [0.0, 0.0, 6.0]));
    /// builder.force("motor", Applied::moment(fan, 2.0));
    /// let model = builder.build()?;
    /// let at = model.placed();
    /// assert_eq!(model.read(&at).acceleration()[5..], [3.0, 0.0, 0.0, 4.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moment<M>(body: BodyId<S>, moment: M) -> Applied<Moment<M>, S>
    where
        Moment<M>: WrenchLaw<S>,
    {
        Applied { point: Point { body: body.into(), local: S::part(Vector3::zeros()) }, law: Moment(moment) }
    }

    /// A force at a point and a moment about it (world axes) as functions of time, as plain data: a model with it can be saved.
    ///
    /// In the plane these are two signals and one, in space three and three.
    pub fn signal<F, M>(point: Point<S>, force: F, moment: M) -> Applied<(F, M), S>
    where
        (F, M): WrenchLaw<S>,
    {
        Applied { point, law: (force, moment) }
    }

    /// A torque on a body as a function of time; in space, in the body's axes.
    pub fn torque<M: Into<S::Moment>>(
        body: BodyId<S>,
        torque: impl Fn(f64) -> M + Send + Sync,
    ) -> Applied<impl WrenchLaw<S>, S> {
        let point = Point { body: body.into(), local: S::part(Vector3::zeros()) };
        let law = move |t: f64, frame: &S::Frame| (S::part(Vector3::zeros()), S::turn_moment(frame, torque(t).into()));
        Applied { point, law }
    }
}

/// A constant moment: see [`Applied::moment`].
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Moment<M>(M);

/// How large a force and a moment on a body are.
///
/// Every closure `Fn(f64, &Frame) -> (force, moment)` says it; so do a constant force, as an array, and a pair of a force and a moment in
/// [`Signal`]s.
pub trait WrenchLaw<S: Space = Planar>: Send + Sync {
    /// Force and moment in world axes now.
    fn at(&self, now: Now<'_>, frame: &S::Frame) -> (S::Vector, S::Moment);

    /// The same with how they change, as vectors in space; of a law that knows it, wherever the body is.
    #[doc(hidden)]
    fn vary(&self, _now: Now<'_>, _frame: &S::Moved) -> Option<[Vector3<Dual64>; 2]> {
        None
    }

    /// The signals of which it is made.
    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        Vec::new()
    }

    /// May it change with the time otherwise than its [signals](Self::time_laws) do? A run looks at that beforehand, and its steps end where something begins.
    #[doc(hidden)]
    fn reads_time(&self) -> bool {
        true
    }

    /// How many numbers vanish where it has kinks: a run ends its steps there.
    fn kinks(&self) -> usize {
        0
    }

    /// One of these numbers.
    fn kink(&self, index: usize, now: Now<'_>, frame: &S::Frame) -> f64 {
        let _ = (index, now, frame);
        1.0
    }
}

impl<S: Space, F: Fn(f64, &S::Frame) -> (S::Vector, S::Moment) + Send + Sync> WrenchLaw<S> for F {
    fn at(&self, now: Now<'_>, frame: &S::Frame) -> (S::Vector, S::Moment) {
        self(now.t, frame)
    }
}

type WrenchIn<S> = (<S as Space>::Vector, <S as Space>::Moment);

/// Laws of time alone, as plain data: a constant force, a constant moment, and a force and a moment in signals.
macro_rules! of_time {
    ($space:ident, $law:ty, $wrench:expr, $signals:expr) => {
        impl WrenchLaw<$space> for $law {
            fn at(&self, now: Now<'_>, _frame: &<$space as Space>::Frame) -> WrenchIn<$space> {
                let wrench: fn(&Self, Now<'_>) -> WrenchIn<$space> = $wrench;
                wrench(self, now)
            }

            fn vary(&self, now: Now<'_>, _frame: &<$space as Space>::Moved) -> Option<[Vector3<Dual64>; 2]> {
                let wrench: fn(&Self, Now<'_>) -> WrenchIn<$space> = $wrench;
                let (force, moment) = wrench(self, now);
                Some([$space::in_space(force), $space::moment_in_space(moment)].map(|x| x.map(Dual64::from)))
            }

            fn time_laws(&self) -> Vec<&dyn TimeLaw> {
                let signals: fn(&Self) -> Vec<&dyn TimeLaw> = $signals;
                signals(self)
            }

            fn reads_time(&self) -> bool {
                false
            }
        }
    };
}

/// The signals of which a force and a moment are made.
fn laws<'a>(signals: impl IntoIterator<Item = &'a Signal>) -> Vec<&'a dyn TimeLaw> {
    signals.into_iter().map(|signal| signal as &dyn TimeLaw).collect()
}

/// What all of them are now.
fn all<const N: usize>(signals: &[Signal; N], now: Now<'_>) -> [f64; N] {
    signals.each_ref().map(|signal| signal.now(now))
}

of_time!(Planar, [f64; 2], |force, _| ((*force).into(), 0.0), |_| Vec::new());
of_time!(Planar, Moment<f64>, |moment, _| ([0.0; 2].into(), moment.0), |_| Vec::new());
of_time!(Planar, ([Signal; 2], Signal), |it, now| (all(&it.0, now).into(), it.1.now(now)), |it| laws(
    it.0.iter().chain([&it.1])
));
of_time!(Spatial, [f64; 3], |force, _| ((*force).into(), Vector3::zeros()), |_| Vec::new());
of_time!(Spatial, Moment<[f64; 3]>, |moment, _| (Vector3::zeros(), moment.0.into()), |_| Vec::new());
of_time!(Spatial, ([Signal; 3], [Signal; 3]), |it, now| (all(&it.0, now).into(), all(&it.1, now).into()), |it| laws(
    it.0.iter().chain(&it.1)
));

impl<F, S: Space> Applied<F, S> {
    pub(super) fn with(point: Point<S>, law: F) -> Self {
        Self { point, law }
    }
}

impl<F, S: Space> Debug for Applied<F, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Applied").field("point", &self.point).finish_non_exhaustive()
    }
}

impl<S: Space, F: WrenchLaw<S>> Force for Applied<F, S> {
    type Space = S;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.point.body]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Loads<'_, S>) -> Result<(), ElementError> {
        let frame = at.body(0);
        let (force, moment) = self.law.at(at.now(), frame);
        out.wrench(0, force, moment + S::moment(S::turn(frame, self.point.local), force));
        Ok(())
    }

    /// Its arm turns.
    fn vary(&self, at: Moving<'_, S>, out: &mut Pushes<'_, S>) -> bool {
        let wrench = self.law.vary(at.now, at.body(0));
        let push = |wrench| out.push(0, S::moved_wrench(at.body(0), self.point.local, wrench), 1.0.into());
        wrench.map(push).is_some()
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        self.law.time_laws()
    }

    fn reads_time(&self) -> bool {
        self.law.reads_time()
    }

    fn kinks(&self) -> usize {
        self.law.kinks()
    }

    fn kink(&self, index: usize, at: Ctx<'_, S>) -> Result<f64, ElementError> {
        Ok(self.law.kink(index, at.now(), at.body(0)))
    }

    fn potential(&self, _at: Ctx<'_, S>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}
