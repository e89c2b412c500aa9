//! Functions of time: what drives, pushes, or runs a belt.
//!
//! A closure is the shortest way to write one. A [`Signal`] is plain data, so that a model with it can be saved and read back:
//!
//! ```text
//! f(t) = Σ c_k t^k + Σ a_i sin(ω_i t + p_i)
//! ```

use super::Jet;
use std::sync::Arc;

/// A function of time that knows its derivatives.
///
/// Every closure `Fn(Jet) -> Jet` is one, and so is [`Signal`].
pub trait TimeLaw: Send + Sync {
    /// The value at t, with its derivatives.
    fn at(&self, t: Jet) -> Jet;

    /// The largest angular frequency of its sines, rad/s; zero if it has none or does not know.
    fn fastest(&self) -> f64 {
        0.0
    }
}

impl<F: Fn(Jet) -> Jet + Send + Sync> TimeLaw for F {
    fn at(&self, t: Jet) -> Jet {
        self(t)
    }
}

/// A polynomial and sines, as plain data: a model that holds nothing else can be saved.
///
/// What takes a closure of time takes a signal in a method of its own, named `signal` or ending in `_signal`: one method for both could not
/// tell the type of a closure's argument, and every `|t| …` would have to.
///
/// ```
/// use chetaev::math::Signal;
///
/// let torque = Signal::constant(0.5).sine(1.0, 6.0, 0.0); // 0.5 + sin 6t
/// assert_eq!(torque.value(0.0), 0.5);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Signal {
    /// c₀, c₁, …
    polynomial: Vec<f64>,
    /// Amplitude, angular frequency, phase.
    sines: Vec<[f64; 3]>,
}

impl Signal {
    /// Always the same.
    pub fn constant(value: f64) -> Self {
        Self::polynomial([value])
    }

    /// c₀ + c₁ t + c₂ t² + …
    pub fn polynomial(coefficients: impl IntoIterator<Item = f64>) -> Self {
        Self { polynomial: coefficients.into_iter().collect(), sines: Vec::new() }
    }

    /// Adds `amplitude` · sin(`omega` t + `phase`).
    pub fn sine(mut self, amplitude: f64, omega: f64, phase: f64) -> Self {
        self.sines.push([amplitude, omega, phase]);
        self
    }

    /// The largest angular frequency of its sines, rad/s.
    pub fn fastest(&self) -> f64 {
        self.sines.iter().fold(0.0, |most, [_, omega, _]| omega.abs().max(most))
    }

    /// f(t).
    pub fn value(&self, t: f64) -> f64 {
        // The arithmetic of `at`, without its derivatives.
        let polynomial = self.polynomial.iter().rev().fold(0.0, |sum, c| sum * t + *c);
        self.sines.iter().fold(polynomial, |sum, [a, omega, phase]| sum + (t * *omega + *phase).sin() * *a)
    }
}

impl TimeLaw for Signal {
    fn at(&self, t: Jet) -> Jet {
        let polynomial = self.polynomial.iter().rev().fold(Jet::from(0.0), |sum, c| sum * t + *c);
        self.sines.iter().fold(polynomial, |sum, [a, omega, phase]| sum + (t * *omega + *phase).sin() * *a)
    }

    fn fastest(&self) -> f64 {
        self.fastest()
    }
}

/// A function of time behind one type: plain data, or a function of the user's own, which is not written.
#[derive(Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum AnyLaw {
    Signal(Signal),
    #[cfg_attr(feature = "serde", serde(skip))]
    Law(Arc<dyn TimeLaw>),
}

impl AnyLaw {
    /// Is it plain data?
    #[cfg(feature = "serde")]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Self::Signal(_))
    }
}

impl TimeLaw for AnyLaw {
    fn at(&self, t: Jet) -> Jet {
        match self {
            Self::Signal(signal) => signal.at(t),
            Self::Law(law) => law.at(t),
        }
    }

    fn fastest(&self) -> f64 {
        match self {
            Self::Signal(signal) => signal.fastest(),
            Self::Law(law) => law.fastest(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analytic_values_and_derivatives() {
        let signal = Signal::polynomial([1.0, -2.0, 0.5]).sine(3.0, 2.0, 0.25);
        let t = 0.7_f64;
        let (sin, cos) = (2.0 * t + 0.25).sin_cos();
        let jet = signal.at(Jet::time(t));
        let expected = [1.0 - 2.0 * t + 0.5 * t * t + 3.0 * sin, -2.0 + t + 6.0 * cos, 1.0 - 12.0 * sin];
        for (found, expected) in [jet.value, jet.first, jet.second].into_iter().zip(expected) {
            assert!((found - expected).abs() < 1e-14, "{found} {expected}");
        }
        assert_eq!(signal.value(t), jet.value);
        assert_eq!(Signal::constant(0.3).value(1e9), 0.3);
    }
}
