//! The numbers of one method.

/// How a method estimates the error of a step.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorEstimate {
    /// None: the method runs with fixed steps only.
    None,
    /// e = h Σ e_i k_i with e_i = b_i − b̂_i, b̂ of order `order`. One weight more than stages means that the end
    /// slope takes part.
    Embedded {
        /// Order of the embedded solution b̂.
        order: u32,
        /// e_i.
        weights: &'static [f64],
    },
    /// Two estimates, of orders 5 and 3, combined into one of order 7 (see the method's file).
    FifthAndThird {
        /// Weights of the fifth-order estimate.
        fifth: &'static [f64],
        /// Weights of the third-order estimate.
        third: &'static [f64],
    },
}

/// Butcher tableau of an explicit method, with error estimate and dense output.
///
/// A method of your own is a tableau and a check of it, [`Method::own`](super::Method::own):
///
/// ```
/// use chetaev::ode::{Method, Tableau};
///
/// const HEUN: Tableau = Tableau::new("Heun 3", 3, &[&[], &[1.0 / 3.0], &[0.0, 2.0 / 3.0]], &[0.25, 0.0, 0.75], &[0.0, 1.0 / 3.0, 2.0 / 3.0]);
/// // b − b̂ with b̂ of order 2: the midpoint of the first two stages.
/// static PAIR: Tableau = HEUN.embedded(2, &[0.75, -1.5, 0.75]);
///
/// # fn main() -> Result<(), chetaev::ode::TableauError> {
/// assert!(!Method::own(&HEUN)?.is_adaptive());
/// assert!(Method::own(&PAIR)?.is_adaptive());
/// # Ok(())
/// # }
/// ```
///
/// The stages are those that make up the new state. The slope at the new state, k_e, is not among them: it
/// comes after the last one, as entry number `stages()` of `error` and of the `dense` rows.
/// After it come the extra stages that serve the dense output alone.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Tableau {
    /// Name in full.
    pub name: &'static str,
    /// Order of the solution that is carried on.
    pub order: u32,
    /// Order of the dense output.
    pub dense_order: u32,
    /// Stage i is at y0 + h Σ a_ij k_j; row i has i entries.
    pub a: &'static [&'static [f64]],
    /// Weights of the new state.
    pub b: &'static [f64],
    /// Stage i is at t0 + c_i h.
    pub c: &'static [f64],
    /// The error estimate.
    pub error: ErrorEstimate,
    /// Rows of the extra stages of the dense output.
    pub extra_a: &'static [&'static [f64]],
    /// Times of the extra stages.
    pub extra_c: &'static [f64],
    /// Degree of the dense output in θ.
    pub dense_degree: usize,
    /// Weights of its coefficients r_4, r_5, ...; r_0 to r_3 are the same for every method.
    pub dense: &'static [&'static [f64]],
    /// Where the coefficients were published.
    pub source: &'static str,
}

impl Tableau {
    /// The tableau of a method with fixed steps, in the usual letters; its dense output is the cubic of Hermite.
    pub const fn new(
        name: &'static str,
        order: u32,
        a: &'static [&'static [f64]],
        b: &'static [f64],
        c: &'static [f64],
    ) -> Self {
        Self {
            name,
            order,
            dense_order: if order < 3 { order } else { 3 },
            a,
            b,
            c,
            error: ErrorEstimate::None,
            extra_a: &[],
            extra_c: &[],
            dense_degree: 3,
            dense: &[],
            source: "",
        }
    }

    /// This method with an estimate of its error: b − b̂ for an embedded solution b̂ of the given order. One weight more than stages
    /// means that the slope at the end takes part.
    pub const fn embedded(mut self, order: u32, weights: &'static [f64]) -> Self {
        self.error = ErrorEstimate::Embedded { order, weights };
        self
    }

    /// Number of stages, the slope at the end not counted.
    pub fn stages(&self) -> usize {
        self.b.len()
    }

    /// Whether the error estimate uses the slope at the end, which is the first stage of the next step.
    pub fn fsal(&self) -> bool {
        matches!(self.error, ErrorEstimate::Embedded { weights, .. } if weights.len() > self.stages())
    }

    /// Order of the error estimate; the estimate of a step is proportional to h to one power more.
    pub fn error_order(&self) -> Option<u32> {
        match self.error {
            ErrorEstimate::None => None,
            ErrorEstimate::Embedded { order, .. } => Some(order),
            ErrorEstimate::FifthAndThird { .. } => Some(7),
        }
    }
}
