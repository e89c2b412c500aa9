//! Constraints as formulas of the poses and twists of bodies: plain data, so that a model with them can be saved.
//!
//! With x the numbers of a pose, V a twist, and x', x'' the rates of x while V stays as it is, one pass over the formula for each body gives (E2):
//!
//! ```text
//! φ(t, x):     x carries (x', x'') along the motion and, of this body, its derivatives along each unit twist:   φ, φ', −γ, and the columns of J
//! ψ(t, x, V):  x carries x' along the motion, V, of this body, its derivatives by itself:                       ψ, −γ, and J = ∂ψ/∂V
//! ```

mod wide;

use super::{Constraint, ConstraintShape, Level, Poses};
use crate::element::{BodyId, BodyRef, Ctx, Numbers, Planar, Rows};
use crate::error::ElementError;
use crate::math::{Bound, Formula, FormulaError, Jet};
use std::convert::Infallible;
use std::marker::PhantomData;
use wide::Wide;

/// A constraint as formulas, one for each of its rows: zero where it holds.
///
/// A formula has arguments of these names: the time `t`, and of the body `x`, `y`, `angle`, and where the constraint is one of velocities also `vx`, `vy`, `spin`. In
/// space they are `x`, `y`, `z`, the attitude's quaternion `qw`, `qx`, `qy`, `qz`, the velocity `vx`, `vy`, `vz` and the spin `wx`, `wy`, `wz` in body axes. Of several bodies the
/// first one's end with 1, the second one's with 2: `x1`, `spin2`. A formula with kinks is refused: where a constraint has one, velocities or forces would jump.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -10.0]);
/// let bead = builder.body("bead", Particle::new(1.0).at(0.0, 0.0).moving(3.0, 0.0));
/// let wire = Formula::parse("y - x^2", ["x", "y"])?;
/// let wire = builder.constraint("wire", Equation::holonomic([bead], [wire])?);
/// let model = builder.build()?;
/// // In the lowest place the wire carries the weight and turns the velocity: m (g + v²/R), with R = ½ m.
/// assert!((model.read(&model.placed()).multipliers(wire)[0] - (10.0 + 9.0 / 0.5)).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Written", into = "Written"))]
#[cfg_attr(feature = "serde", serde(bound(serialize = "S: Poses + Numbers", deserialize = "S: Poses + Numbers")))]
pub struct Equation<S = Planar> {
    bodies: Vec<BodyRef>,
    rows: Vec<Bound<Infallible>>,
    holonomic: bool,
    space: PhantomData<fn() -> S>,
}

impl<S: Poses + Numbers> Equation<S> {
    /// φ(t, poses) = 0 on these bodies, a formula for each row.
    pub fn holonomic<const B: usize>(
        bodies: [BodyId<S>; B],
        rows: impl IntoIterator<Item = Formula>,
    ) -> Result<Self, FormulaError> {
        Self::new(bodies.map(Into::into).to_vec(), rows, true)
    }

    /// ψ(t, poses, twists) = 0 on these bodies, linear in the velocities or not, a formula for each row.
    pub fn nonholonomic<const B: usize>(
        bodies: [BodyId<S>; B],
        rows: impl IntoIterator<Item = Formula>,
    ) -> Result<Self, FormulaError> {
        Self::new(bodies.map(Into::into).to_vec(), rows, false)
    }

    fn new(
        bodies: Vec<BodyRef>,
        rows: impl IntoIterator<Item = Formula>,
        holonomic: bool,
    ) -> Result<Self, FormulaError> {
        let (names, user) = match holonomic {
            true => (&S::NAMES[..S::POSE], "a constraint of positions"),
            false => (S::NAMES, "a constraint of velocities"),
        };
        let of_body = |k: usize| names.iter().map(move |name| (k, *name));
        let named =
            |(k, name): (usize, &str)| if bodies.len() == 1 { name.to_owned() } else { format!("{name}{}", k + 1) };
        let known: Vec<String> =
            std::iter::once("t".to_owned()).chain((0..bodies.len()).flat_map(of_body).map(named)).collect();
        let rows = rows.into_iter().map(|row| Bound::smooth(row, user, &known)).collect::<Result<_, _>>()?;
        Ok(Self { bodies, rows, holonomic, space: PhantomData })
    }

    /// The numbers of each body that the formulas know.
    fn width(&self) -> usize {
        if self.holonomic { S::POSE } else { S::NAMES.len() }
    }
}

/// A body as its numbers are seeded: their values, their rates and bends along the motion.
struct Seed<S: Poses + Numbers> {
    value: S::Numbers<f64>,
    rate: S::Numbers<f64>,
    bend: S::Numbers<f64>,
    twist: S::Twist,
}

impl<S: Poses + Numbers> Seed<S> {
    fn new(frame: &S::Frame) -> Self {
        let motion = S::numbers(frame);
        let [rate, bend] = motion.rates();
        Self { value: motion.x, rate, bend, twist: motion.twist }
    }
}

impl<S: Poses + Numbers> Equation<S>
where
    S::Twist: Default,
{
    /// The number `place` of the formulas, with its derivatives for the columns of body `k`.
    fn number(&self, at: Ctx<'_, S>, place: usize, k: usize) -> Wide<S::Twist> {
        let mut gradient = S::Twist::default();
        let Some(place) = place.checked_sub(1) else { return Wide { along: Jet::time(at.t), gradient } };
        let (body, index) = (place / self.width(), place % self.width());
        let seed = Seed::<S>::new(at.body(body));
        if let Some(index) = index.checked_sub(S::POSE) {
            // A velocity stays as it is along the motion: what it changes by is the multiplier's part.
            gradient.as_mut()[index] = f64::from(u8::from(body == k));
            return Wide { along: Jet::constant(seed.twist.as_ref()[index]), gradient };
        }
        if self.holonomic && body == k {
            for c in 0..gradient.as_ref().len() {
                let mut unit = S::REST;
                unit.as_mut()[c] = 1.0;
                gradient.as_mut()[c] = S::rates(&seed.value, unit.as_ref())[index];
            }
        }
        Wide { along: Jet::new(seed.value[index], seed.rate[index], seed.bend[index]), gradient }
    }
}

impl<S: Poses + Numbers> Constraint for Equation<S>
where
    S::Twist: Default,
{
    type Space = S;

    fn shape(&self) -> ConstraintShape {
        // A ψ that is not homogeneous in v can do work, and nothing tells whether this one is.
        let works = !self.holonomic || self.rows.iter().any(|row| row.reads(0));
        let level = if self.holonomic { Level::Position } else { Level::Velocity };
        ConstraintShape::new(level, self.rows.len(), self.bodies.iter().copied()).working(works)
    }

    fn reads_time(&self) -> bool {
        self.rows.iter().any(|row| row.reads(0))
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Rows<'_, S>) -> Result<(), ElementError> {
        for (i, row) in self.rows.iter().enumerate() {
            for k in 0..self.bodies.len() {
                let Wide { along, gradient } = row.at(|place| self.number(at, place, k));
                match self.holonomic {
                    true => out.position(i, along.value, along.first, -along.second),
                    false => out.velocity(i, along.value, -along.first),
                }
                out.jacobian(i, k, gradient);
            }
        }
        Ok(())
    }
}

/// The formulas of a constraint in a file.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    bodies: Vec<BodyRef>,
    holonomic: bool,
    rows: Vec<Formula>,
}

#[cfg(feature = "serde")]
impl<S> From<Equation<S>> for Written {
    fn from(Equation { bodies, rows, holonomic, .. }: Equation<S>) -> Self {
        Self { bodies, holonomic, rows: rows.iter().map(|row| row.formula().clone()).collect() }
    }
}

#[cfg(feature = "serde")]
impl<S: Poses + Numbers> TryFrom<Written> for Equation<S> {
    type Error = FormulaError;

    fn try_from(Written { bodies, holonomic, rows }: Written) -> Result<Self, FormulaError> {
        Self::new(bodies, rows, holonomic)
    }
}
