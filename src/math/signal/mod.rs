//! Functions of time: what drives, pushes, or runs a belt.
//!
//! A closure is the shortest way to write one. A [`Signal`] is plain data, so that a model with it can be saved and read back:
//!
//! ```text
//! f(t) = Σ c_k t^k + Σ a_i sin(ω_i t + p_i) + Σ shapes(t)
//! ```
//!
//! where a shape is a ramp or a smooth step, a table, an input (a number that is held between events), a formula of t, or a product of two signals.

mod any;
mod jumps;
mod law;
mod of_time;
mod rise;
mod table;

pub(crate) use any::AnyLaw;
pub(crate) use jumps::{Jump, jump};
use law::SMOOTH;
pub(crate) use law::hides_its_rate;
pub use law::{Now, TimeLaw};
pub use table::{LookupError, LookupTable};

use super::{FormulaError, Given, Jet};
use of_time::OfTime;
use rise::Rise;
use std::borrow::Borrow;
use std::ops::{Add, Mul, Neg, Sub};

/// A function of time as plain data: polynomials, sines, ramps, smooth steps, tables, inputs, their sums and products. A model that holds nothing
/// else can be saved.
///
/// What takes a closure of time takes a signal in a method of its own, named `signal` or ending in `_signal`: one method for both could not
/// tell the type of a closure's argument, and every `|t| …` would have to.
///
/// ```
/// use chetaev::math::{Signal, LookupTable};
///
/// let torque = Signal::constant(0.5).sine(1.0, 6.0, 0.0); // 0.5 + sin 6t
/// assert_eq!(torque.value(0.0), 0.5);
/// let faded = torque * Signal::smooth_step([1.0, 2.0], [1.0, 0.0]); // until t = 1, then less and less until t = 2
/// assert_eq!(faded.value(0.0), 0.5);
/// assert_eq!(faded.value(3.0), 0.0);
/// let measured = Signal::table(LookupTable::linear(&[[0.0, 1.0], [2.0, 5.0]])?);
/// assert_eq!(measured.value(1.0), 3.0);
/// # Ok::<(), chetaev::math::LookupError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Signal {
    /// c₀, c₁, …
    polynomial: Vec<f64>,
    /// Amplitude, angular frequency, phase.
    sines: Vec<[f64; 3]>,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    shapes: Vec<Shape>,
}

/// What is added to a signal besides polynomials and sines.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
enum Shape {
    Rise(Rise),
    Table(LookupTable),
    Formula(OfTime<Signal>),
    /// `factor` times a variable of a model; of which, is not written.
    Variable {
        index: u32,
        #[cfg_attr(feature = "serde", serde(skip))]
        model: u32,
        factor: f64,
    },
    Product(Box<[Signal; 2]>),
}

impl Signal {
    /// Always the same.
    pub fn constant(value: f64) -> Self {
        Self::polynomial([value])
    }

    /// c₀ + c₁ t + c₂ t² + …, of numbers or of references to them.
    pub fn polynomial(coefficients: impl IntoIterator<Item = impl Borrow<f64>>) -> Self {
        Self { polynomial: coefficients.into_iter().map(|c| *c.borrow()).collect(), ..Self::default() }
    }

    /// Adds `amplitude` · sin(`omega` t + `phase`).
    pub fn sine(mut self, amplitude: f64, omega: f64, phase: f64) -> Self {
        self.sines.push([amplitude, omega, phase]);
        self
    }

    /// From one value to another at a constant rate, between two times; constant before and after.
    ///
    /// Of two equal times it is a step; times that fall are refused when a model with it is built. Its rate jumps at both times. What drives a position needs a rate that does not: [`smooth_step`](Self::smooth_step).
    pub fn ramp(times: [f64; 2], values: [f64; 2]) -> Self {
        Self::shape(Shape::Rise(Rise { times, values, smooth: false }))
    }

    /// From one value to another between two times, with rates and second derivatives that are zero at both: the polynomial of degree five; constant before and after.
    pub fn smooth_step(times: [f64; 2], values: [f64; 2]) -> Self {
        Self::shape(Shape::Rise(Rise { times, values, smooth: true }))
    }

    /// Zero; then rising to `height` between the first two times, falling to zero between the last two. Times that fall are refused when a model with it is built.
    ///
    /// ```
    /// use chetaev::math::Signal;
    /// let speed = Signal::trapezoid([1.0, 2.0, 4.0, 6.0], 3.0);
    /// assert_eq!([0.0, 1.5, 3.0, 5.0, 7.0].map(|t| speed.value(t)), [0.0, 1.5, 3.0, 1.5, 0.0]);
    /// ```
    pub fn trapezoid([a, b, c, d]: [f64; 4], height: f64) -> Self {
        // What falls before it has risen does not do either.
        let d = if rise::falls(b, c) { f64::NAN } else { d };
        Self::ramp([a, b], [0.0, height]) + Self::ramp([c, d], [0.0, -height])
    }

    /// Values in a table over time.
    pub fn table(table: LookupTable) -> Self {
        Self::shape(Shape::Table(table))
    }

    /// A formula of `t`, and of other signals, inputs and variables that are [given](super::Formula::given) with it. It must have no kinks: steps could not end at them.
    ///
    /// ```
    /// use chetaev::math::{Formula, Signal};
    /// let fading = Signal::formula(Formula::parse("exp(-t)*sin(6*t)", ["t"])?)?;
    /// assert_eq!(fading.value(0.5), (-0.5_f64).exp() * 3.0_f64.sin());
    /// # Ok::<(), chetaev::math::FormulaError>(())
    /// ```
    pub fn formula(formula: impl Into<Given<Self>>) -> Result<Self, FormulaError> {
        Ok(Self::shape(Shape::Formula(OfTime::new(formula)?)))
    }

    /// The variable with this index of this model, 0 for any.
    pub(crate) fn variable(index: u32, model: u32) -> Self {
        Self::shape(Shape::Variable { index, model, factor: 1.0 })
    }

    fn shape(shape: Shape) -> Self {
        Self { shapes: vec![shape], ..Self::default() }
    }

    /// f(t), all inputs being zero.
    pub fn value(&self, t: f64) -> f64 {
        self.now(Now::at(t))
    }

    /// f at this time, with these values of the inputs.
    pub fn now(&self, now: Now<'_>) -> f64 {
        // The arithmetic of `at`, without its derivatives.
        let t = now.t;
        let polynomial = self.polynomial.iter().rev().fold(0.0, |sum, c| sum * t + *c);
        let sum = self.sines.iter().fold(polynomial, |sum, [a, omega, phase]| sum + (t * *omega + *phase).sin() * *a);
        self.shapes.iter().fold(sum, |sum, shape| {
            sum + match shape {
                Shape::Rise(rise) => rise.at(Jet::time(t)).value,
                Shape::Table(table) => table.value(t),
                Shape::Formula(formula) => formula.value(now, |law| law.now(now)),
                Shape::Variable { index, factor, .. } => factor * now.number(*index),
                Shape::Product(factors) => factors[0].now(now) * factors[1].now(now),
            }
        })
    }

    /// How many of f, f', f'', f''' have no jumps, from f on; 4 of one that has none at all.
    pub(crate) fn continuity(&self) -> u8 {
        let one = |shape: &Shape| match shape {
            Shape::Rise(rise) => rise.continuity(),
            Shape::Table(table) => table.continuity(),
            Shape::Formula(formula) => formula.continuity(),
            Shape::Variable { .. } => 0,
            Shape::Product(factors) => factors.iter().map(Self::continuity).min().unwrap_or(SMOOTH),
        };
        self.shapes.iter().map(one).min().unwrap_or(SMOOTH)
    }
}

impl TimeLaw for Signal {
    fn at(&self, now: Now<'_>) -> Jet {
        let t = now.time();
        let polynomial = self.polynomial.iter().rev().fold(Jet::from(0.0), |sum, c| sum * t + *c);
        let sum = self.sines.iter().fold(polynomial, |sum, [a, omega, phase]| sum + (t * *omega + *phase).sin() * *a);
        self.shapes.iter().fold(sum, |sum, shape| {
            sum + match shape {
                Shape::Rise(rise) => rise.at(t),
                Shape::Table(table) => table.at(t),
                Shape::Formula(formula) => formula.at(now),
                Shape::Variable { index, factor, .. } => Jet::from(factor * now.number(*index)),
                Shape::Product(factors) => factors[0].at(now) * factors[1].at(now),
            }
        })
    }

    fn fastest(&self) -> f64 {
        let sines = self.sines.iter().map(|[_, omega, _]| omega.abs());
        let products = self.shapes.iter().map(|shape| match shape {
            // sin a sin b turns with a + b.
            Shape::Product(factors) => factors[0].fastest() + factors[1].fastest(),
            Shape::Formula(formula) => formula.fastest(),
            _ => 0.0,
        });
        sines.chain(products).fold(0.0, f64::max)
    }

    fn next_kink(&self, t: f64) -> Option<f64> {
        let one = |shape: &Shape| match shape {
            Shape::Rise(rise) => rise.next_kink(t),
            Shape::Table(table) => table.next_kink(t),
            Shape::Formula(formula) => formula.next_kink(t),
            Shape::Variable { .. } => None,
            Shape::Product(factors) => factors.iter().filter_map(|factor| factor.next_kink(t)).reduce(f64::min),
        };
        self.shapes.iter().filter_map(one).reduce(f64::min)
    }

    fn continuity(&self) -> u8 {
        self.continuity()
    }

    fn tells_its_changes(&self) -> bool {
        self.shapes.iter().all(|shape| match shape {
            Shape::Rise(_) | Shape::Table(_) | Shape::Variable { .. } => true,
            Shape::Formula(_) => false,
            Shape::Product(factors) => factors.iter().all(Self::tells_its_changes),
        })
    }

    fn flaw(&self) -> Option<&'static str> {
        self.shapes.iter().find_map(|shape| match shape {
            Shape::Rise(rise) => rise.flaw(),
            Shape::Formula(formula) => formula.flaw(),
            Shape::Product(factors) => factors.iter().find_map(TimeLaw::flaw),
            Shape::Table(_) | Shape::Variable { .. } => None,
        })
    }

    fn variables(&self) -> Vec<[u32; 2]> {
        let one = |shape: &Shape| match shape {
            Shape::Variable { index, model, .. } => vec![[*index, *model]],
            Shape::Formula(formula) => formula.variables(),
            Shape::Product(factors) => factors.iter().flat_map(Self::variables).collect(),
            _ => Vec::new(),
        };
        self.shapes.iter().flat_map(one).collect()
    }
}

impl Add for Signal {
    type Output = Self;

    fn add(mut self, mut other: Self) -> Self {
        let terms = self.polynomial.len().max(other.polynomial.len());
        self.polynomial.resize(terms, 0.0);
        self.polynomial.iter_mut().zip(&other.polynomial).for_each(|(a, b)| *a += b);
        self.sines.append(&mut other.sines);
        self.shapes.append(&mut other.shapes);
        self
    }
}

impl Mul<f64> for Signal {
    type Output = Self;

    fn mul(mut self, factor: f64) -> Self {
        self.polynomial.iter_mut().for_each(|c| *c *= factor);
        self.sines.iter_mut().for_each(|[amplitude, ..]| *amplitude *= factor);
        for shape in &mut self.shapes {
            match shape {
                Shape::Rise(rise) => rise.values.iter_mut().for_each(|value| *value *= factor),
                Shape::Table(table) => table.scale(factor),
                Shape::Formula(formula) => formula.scale(factor),
                Shape::Variable { factor: own, .. } => *own *= factor,
                Shape::Product(factors) => factors[0] = std::mem::take(&mut factors[0]) * factor,
            }
        }
        self
    }
}

impl Mul for Signal {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        Self::shape(Shape::Product(Box::new([self, other])))
    }
}

impl Neg for Signal {
    type Output = Self;

    fn neg(self) -> Self {
        self * -1.0
    }
}

impl Sub for Signal {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

#[cfg(test)]
mod tests;
