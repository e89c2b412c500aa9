//! Small mathematics that several rooms share.

mod bound;
mod brief;
mod formula;
mod given;
mod jet;
mod real;
mod signal;
#[cfg(any(feature = "player", feature = "plot"))]
pub(crate) mod simplify;
mod sincos;
pub(crate) mod small;
#[cfg(any(feature = "player", feature = "plot"))]
pub(crate) mod spike;

pub(crate) use bound::{Bound, Single};
pub(crate) use brief::Brief;
pub use formula::{Formula, FormulaError, Number, Traced};
pub use given::Given;
pub use jet::Jet;
#[doc(hidden)]
pub use real::Real;
pub(crate) use signal::{AnyLaw, Jump, hides_its_rate, jump};
pub use signal::{LookupError, LookupTable, Now, Signal, TimeLaw};
pub use sincos::sin_cos;

/// Largest absolute value; NaN if any value is NaN, so that a failed computation never counts as small.
pub(crate) fn max_abs(values: &[f64]) -> f64 {
    // The sum of sizes is NaN only if one of them is.
    let sizes = values.iter().map(|x| x.abs());
    let (most, sum) = sizes.fold((0.0, 0.0), |(most, sum), x| (if x > most { x } else { most }, sum + x));
    if sum.is_nan() { sum } else { most }
}

/// Largest absolute value, ignoring NaN.
pub(crate) fn max_abs_skip_nan(values: &[f64]) -> f64 {
    // A comparison, which what is not a number fails: one instruction each.
    values.iter().map(|x| x.abs()).fold(0.0, |most, x| if x > most { x } else { most })
}

/// Length of a vector of a few components, without overflow.
pub(crate) fn length(vector: &[f64]) -> f64 {
    vector.iter().fold(0.0, |length: f64, x| length.hypot(*x))
}

/// An angle less the nearest whole number of turns: from −π to π.
pub(crate) fn wrap<T: Real>(angle: T) -> T {
    let turn = std::f64::consts::TAU;
    angle - turn * (angle.re() / turn).round()
}

#[cfg(test)]
mod tests {
    use super::max_abs;

    /// Held since 2f0a52f: of a number that was none and others behind it, the largest of the others was told.
    #[test]
    fn regress_what_is_no_number_is_told_wherever_it_stands() {
        for values in [[f64::NAN, 1.0], [1.0, f64::NAN], [f64::NAN, f64::INFINITY]] {
            assert!(max_abs(&values).is_nan(), "{values:?}");
        }
        assert_eq!([max_abs(&[-3.0, 2.0]), max_abs(&[1.0, -2.0, f64::NEG_INFINITY])], [3.0, f64::INFINITY]);
    }
}
