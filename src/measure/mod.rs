//! Measures: scalar coordinates of a mechanism, between two bodies.
//!
//! A measure u(q) is an angle, a travel along a line or a distance. Springs and dampers act along it,
//! drivers prescribe it, couplers tie two of them together, and a slot or a rod is one that is held at a
//! constant. Each is derived once, here. With the twists V_a, V_b of its two bodies (E10):
//!
//! ```text
//! u' = g_a·V_a + g_b·V_b        u'' = g_a·V_a' + g_b·V_b' + bias
//! ```

mod angle;
mod any;
mod axial_angle;
mod axial_travel;
mod separation;
mod travel;
pub(crate) mod turns;

pub use angle::Angle;
pub(crate) use any::{AnyMeasure, Told};
pub use axial_angle::AxialAngle;
pub use axial_travel::AxialTravel;
pub use separation::Separation;
pub use travel::Travel;

use crate::element::{BodyRef, Bound, Ctx, Moving, Planar, RowsOf, Sketch, Space, Spatial, Spot, Sweep};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::Vector3;
use num_dual::Dual64;
use std::fmt::Debug;

/// The value of a measure and its derivatives (E10).
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Reading<S: Space = Planar> {
    /// u.
    pub value: f64,
    /// u'.
    pub rate: f64,
    /// The part of u'' that no acceleration enters.
    pub bias: f64,
    /// g_a and g_b: what multiplies the twists of the two bodies, (v_x, v_y, ω), or (v, Ω) in space.
    pub gradient: [S::Twist; 2],
}

/// The same in numbers that may carry their derivative, rows W wide.
#[doc(hidden)]
#[derive(Copy, Clone, Debug)]
pub struct ReadingOf<T, W = [T; 3]> {
    pub(crate) value: T,
    pub(crate) rate: T,
    pub(crate) bias: T,
    pub(crate) gradient: [W; 2],
}

/// What a measure reads, and how it changes.
#[doc(hidden)]
pub type Varied<S> = ReadingOf<Dual64, <S as Space>::Row>;

impl From<ReadingOf<f64>> for Reading<Planar> {
    #[inline(always)]
    fn from(ReadingOf { value, rate, bias, gradient }: ReadingOf<f64>) -> Self {
        Self { value, rate, bias, gradient }
    }
}

impl From<ReadingOf<f64, [f64; 6]>> for Reading<Spatial> {
    #[inline(always)]
    fn from(ReadingOf { value, rate, bias, gradient }: ReadingOf<f64, [f64; 6]>) -> Self {
        Self { value, rate, bias, gradient }
    }
}

impl<T: Real, W> ReadingOf<T, W> {
    /// The row that keeps it at a constant.
    #[inline]
    pub(crate) fn write(self, i: usize, out: &mut impl RowsOf<T, W>) {
        out.positions(i, [self.value], [self.rate], [-self.bias]);
        self.gradient.into_iter().enumerate().for_each(|(k, gradient)| out.columns(i, k, [gradient]));
    }
}

impl<T: Real, W: AsMut<[T]>> ReadingOf<T, W> {
    /// The row that keeps its rate, so many times as large, at a constant. Of a velocity no φ is kept.
    pub(crate) fn write_rate(self, i: usize, by: f64, out: &mut impl RowsOf<T, W>) {
        Self { value: T::zero(), ..self.scaled(by) }.write(i, out);
    }

    /// This measure, so many times as large.
    pub(crate) fn scaled(self, by: f64) -> Self {
        let Self { value, rate, bias, mut gradient } = self;
        gradient.iter_mut().flat_map(|row| row.as_mut()).for_each(|g| *g *= by);
        Self { value: value * by, rate: rate * by, bias: bias * by, gradient }
    }
}

/// What acts along a measure, at an instant: a spring, an actuator, a driver, a rod.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Action {
    /// u: the length, or the angle.
    pub value: f64,
    /// u'.
    pub rate: f64,
    /// The force, or the moment, on b, along u: of a distance positive where it pushes the points apart.
    pub force: f64,
    /// Its part that has a potential.
    pub elastic: f64,
    /// Its part that takes energy, −c u'.
    pub dissipated: f64,
}

impl Action {
    /// A force that is neither elastic nor dissipated.
    pub fn of<S: Space>(reading: &Reading<S>, force: f64) -> Self {
        Self { value: reading.value, rate: reading.rate, force, ..Self::default() }
    }

    /// The sum of an elastic and a dissipated part.
    pub fn in_parts<S: Space>(reading: &Reading<S>, elastic: f64, dissipated: f64) -> Self {
        Self { elastic, dissipated, ..Self::of(reading, elastic + dissipated) }
    }
}

impl<S: Space> Reading<S> {
    /// The gradient on the `k`-th body, times a factor.
    #[inline]
    pub fn scaled(&self, k: usize, factor: f64) -> S::Twist {
        let mut row = self.gradient[k];
        row.as_mut().iter_mut().for_each(|g| *g *= factor);
        row
    }
}

/// A scalar coordinate between two bodies (slots 0 and 1 of its [`Ctx`]).
///
/// How much higher b is than a, whatever they do otherwise; a spring along it pulls straight up and down.
///
/// ```
/// use chetaev::element::{BodyRef, Ctx};
/// use chetaev::error::ElementError;
/// use chetaev::measure::{Measure, Reading};
/// use chetaev::prelude::*;
///
/// #[derive(Debug)]
/// struct Height(BodyId, BodyId);
///
/// impl Measure for Height {
///     type Space = Planar;
///     fn bodies(&self) -> [BodyRef; 2] {
///         [self.0.into(), self.1.into()]
///     }
///     fn read(&self, at: Ctx<'_>) -> Result<Reading, ElementError> {
///         let (a, b) = (at.body(0), at.body(1));
///         let gradient = [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
///         Ok(Reading { value: b.origin.y - a.origin.y, rate: b.velocity.y - a.velocity.y, bias: 0.0, gradient })
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let low = builder.body("low", Particle::new(2.0));
/// let high = builder.body("high", Particle::new(2.0).at(5.0, 1.2));
/// builder.force("spring", SpringDamper::along(Height(low, high), 100.0).rest(1.0));
/// let model = builder.build()?;
/// // Two equal masses on one spring: ω² = 2 k/m, and half a period later it is as short as it was long.
/// let half = std::f64::consts::PI / 100.0_f64.sqrt();
/// let run = Simulation::new(&model).tolerance(1e-10).run(model.start().project()?, half)?;
/// let at = run.last().unwrap();
/// assert!((at.body(high).origin.y - at.body(low).origin.y - 0.8).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Measure: Send + Sync + Debug {
    /// The space of its bodies.
    type Space: Space;

    /// The two bodies, a then b.
    fn bodies(&self) -> [BodyRef; 2];

    /// The value is known up to whole multiples of this: a full turn, for an angle that is not counted on.
    fn period(&self) -> Option<f64> {
        None
    }

    /// Is it an angle, along which a force is a moment (N m) and a rate a spin (rad/s)?
    fn is_angle(&self) -> bool {
        false
    }

    /// Does it depend on how its bodies are turned and how fast they turn, and not on where they are or how fast they go? A wrong `true` gives wrong matrices where the motion is linearized.
    fn turns_only(&self) -> bool {
        false
    }

    /// The line about which an angle turns, in the axes of a.
    fn axis(&self) -> Vector3<f64> {
        Vector3::z()
    }

    /// Value, rate, bias and gradient.
    fn read(&self, at: Ctx<'_, Self::Space>) -> Result<Reading<Self::Space>, ElementError>;

    /// How value, rate, bias and gradient change where its bodies are moved a little; of one that knows it, which does not depend on where it is asked.
    #[doc(hidden)]
    fn vary(&self, _at: Moving<'_, Self::Space>) -> Option<Varied<Self::Space>> {
        None
    }

    /// Bounds, over a step that moves the two bodies like this, of the gap u − `limit`, or of `limit` − u where that is `above` it: none unless it says so.
    fn bound(&self, _bodies: [&Sweep; 2], _limit: f64, _above: bool) -> Bound {
        Bound::NONE
    }

    /// The points of a and b between which a spring along it is drawn, if there are such; the plane is the plane z = 0.
    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        None
    }

    /// The direction, in the axes of a, of a force along it through the second of its [ends](Self::ends): none if that is the line through both.
    fn direction(&self) -> Option<Vector3<f64>> {
        None
    }
}

/// What acts along a measure, drawn between the measure's ends if there are such.
pub(crate) fn sketch_along(measure: &impl Measure, drives: bool) -> Vec<Sketch> {
    let Some([a, b]) = measure.ends() else { return Vec::new() };
    let spots = [Spot::in_space(0, a), Spot::in_space(1, b)];
    vec![match measure.direction() {
        Some(direction) => Sketch::Strut { spots, direction, drives },
        None if drives => Sketch::Actuator(spots),
        None => Sketch::Spring(spots),
    }]
}

/// What drives a measure.
pub(crate) fn sketch_driven(measure: &impl Measure) -> Vec<Sketch> {
    if measure.is_angle() {
        return vec![Sketch::Turn { axis: measure.axis() }];
    }
    sketch_along(measure, true)
}
