//! A formula some of whose arguments are functions of time, or variables of a model.

use super::Formula;

/// A [`Formula`], and for some of its arguments the functions that give them: signals, and so the inputs and variables of a model. What uses the formula knows the others.
///
/// ```
/// use chetaev::math::{Formula, Signal};
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let rotor = builder.body("rotor", RigidBody::disk(2.0, 0.1).moving(0.0, 0.0, 20.0));
/// builder.constraint("axle", Revolute::new(GROUND.origin(), rotor.origin()));
/// let current = builder.input("current", 3.0);
/// // Less and less torque as the iron saturates, and drag of the air.
/// let torque = Formula::parse("0.4*tanh(i/5) - 1e-5*v*abs(v)", ["v", "i"])?.given("i", Signal::input(current));
/// builder.force("motor", AppliedAlong::formula(Angle::between(GROUND, rotor), torque)?);
/// let model = builder.build()?;
/// let expected = (0.4 * 0.6_f64.tanh() - 1e-5 * 400.0) / 0.01;
/// assert!((model.read(&model.placed()).acceleration()[2] - expected).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Given<L> {
    #[cfg_attr(feature = "serde", serde(flatten))]
    formula: Formula,
    #[cfg_attr(feature = "serde", serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty"))]
    given: Vec<(String, L)>,
}

impl Formula {
    /// This formula with its argument of this name given by a [`Signal`](super::Signal).
    pub fn given<L>(self, name: impl Into<String>, law: L) -> Given<L> {
        Given::from(self).given(name, law)
    }
}

impl<L> Given<L> {
    /// The same with one more argument given.
    pub fn given(mut self, name: impl Into<String>, law: L) -> Self {
        self.given.push((name.into(), law));
        self
    }

    /// The formula, whose arguments are those that are given and those that are not.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// What is given, by the names of the arguments.
    pub fn laws(&self) -> impl ExactSizeIterator<Item = (&str, &L)> {
        self.given.iter().map(|(name, law)| (name.as_str(), law))
    }

    /// The function that is given at this place of the list.
    #[inline]
    pub(crate) fn law(&self, place: usize) -> &L {
        &self.given[place].1
    }
}

impl<L> From<Formula> for Given<L> {
    fn from(formula: Formula) -> Self {
        Self { formula, given: Vec::new() }
    }
}
