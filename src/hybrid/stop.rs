//! A limit of a measure, from one side: the stop of an arm, the end of a slot, a rope, a chock.
//!
//! ```text
//! φ = s (u − limit)      φ' = s u'      J = s [g_a | g_b]      γ = −s bias(u'')      s = 1 at a lower limit, −1 at an upper one
//! ```
//!
//! u and its derivatives come from the measure (E10), and so do the bounds of its motion. The multiplier N ≥ 0 is the force, or the moment, that keeps u from passing: along u on
//! body b at a lower limit, against it at an upper one. There is nothing along which it could slip. A rope is an upper limit of a distance; play across a slot is
//! both limits of a travel.

use super::{Bound, Gap, Sweep};
use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::element::{Changes, Ctx, Moving, Rows};
use crate::error::ElementError;
use crate::measure::{Measure, turns};

/// What limits have to be.
const LIMITS: &str = "the limits of a stop must be numbers, the lower one below the upper one";

/// A limit that a measure does not pass.
///
/// ```
/// use chetaev::hybrid::Stop;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let bob = builder.body("bob", Particle::new(1.0));
/// let rope = Stop::below(Separation::between(GROUND.point(0.0, 0.5), bob.origin()), 1.0);
/// let rope = builder.contact("rope", rope, Rigid::smooth());
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// // It falls 0.5 m until the rope is taut, and hangs.
/// assert!((run.impacts()[0].t - (1.0 / 9.81_f64).sqrt()).abs() < 1e-12);
/// assert!((run.last().ok_or("no sample")?.contact(rope).normal - 9.81).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stop<M> {
    measure: M,
    limit: f64,
    upper: bool,
}

impl<M: Measure> Stop<M> {
    /// `measure` ≥ `least`.
    pub fn above(measure: M, least: f64) -> Self {
        Self { measure, limit: least, upper: false }
    }

    /// `measure` ≤ `most`. A rope, the most of a [`Separation`](crate::measure::Separation), cannot start with both ends at one place: there its length has no direction.
    pub fn below(measure: M, most: f64) -> Self {
        Self { measure, limit: most, upper: true }
    }

    /// `least` ≤ `measure` ≤ `most`: two stops, the lower one first. Limits in the wrong order are refused when the model is built: they become NaN.
    pub fn between(measure: M, least: f64, most: f64) -> [Self; 2]
    where
        M: Clone,
    {
        let [least, most] = if least < most { [least, most] } else { [f64::NAN; 2] };
        [Self::above(measure.clone(), least), Self::below(measure, most)]
    }

    /// The measure.
    pub fn measure(&self) -> &M {
        &self.measure
    }

    /// s.
    fn side(&self) -> f64 {
        if self.upper { -1.0 } else { 1.0 }
    }

    /// The limit.
    pub fn limit(&self) -> f64 {
        self.limit
    }
}

impl<M: Measure> Constraint for Stop<M> {
    type Space = M::Space;

    fn shape(&self) -> ConstraintShape {
        let memory = turns::blank(&self.measure);
        ConstraintShape { memory, ..ConstraintShape::new(Level::Position, 1, self.measure.bodies()) }
    }

    fn eval(&self, at: Ctx<'_, M::Space>, out: &mut Rows<'_, M::Space>) -> Result<(), ElementError> {
        let u = turns::read(&self.measure, at)?;
        let side = self.side();
        out.position(0, side * (u.value - self.limit), side * u.rate, -side * u.bias);
        out.jacobian(0, 0, u.scaled(0, side));
        out.jacobian(0, 1, u.scaled(1, side));
        turns::keep(&u, at.t, out.memory());
        Ok(())
    }

    fn vary(&self, at: Moving<'_, M::Space>, out: &mut Changes<'_, M::Space>) -> bool {
        // The limit does not change.
        self.measure.vary(at).map(|u| u.scaled(self.side()).write(0, out)).is_some()
    }

    fn flaw(&self) -> Option<&'static str> {
        self.limit.is_nan().then_some(LIMITS)
    }

    fn turns_only(&self) -> bool {
        self.measure.turns_only()
    }
}

impl<M: Measure> Gap for Stop<M> {
    fn bound(&self, bodies: &[Sweep]) -> Bound {
        match bodies {
            [a, b] => self.measure.bound([a, b], self.limit, self.upper),
            _ => Bound::NONE,
        }
    }

    fn counts(&self) -> bool {
        self.measure.period().is_some()
    }

    fn is_angle(&self) -> bool {
        self.measure.is_angle()
    }
}
