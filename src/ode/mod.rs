//! Runge-Kutta integration of y' = f(t, y).
//!
//! One step of size h from (t0, y0) of an explicit method with s stages (the implicit one, for stiff equations, is [`Method::Radau5`]):
//!
//! ```text
//! (1)  k_i = f(t0 + c_i h,  y0 + h Σ_{j<i} a_ij k_j)          i = 1 .. s
//! (2)  y1  = y0 + h Σ b_i k_i
//! (3)  k_e = f(t0 + h, y1)                                    the slope at the end
//! ```
//!
//! The end slope (3) is the first stage of the next step, so it costs nothing while steps are accepted. Two uses make
//! it worth having for *every* method: an accepted state always comes with its slope, and every dense output is a
//! Hermite interpolant plus a correction ([`DenseStep`]). Where the error estimate uses it too, the method is known
//! as FSAL ("first same as last").
//!
//! - [`Method`] names the methods; each method's file states its equations; [`Tableau`] holds its numbers, or those of a method of your own.
//! - [`Control`] says how accurate a run is to be.
//! - [`Stepper`] takes one accepted step at a time and owns every buffer: after [`Stepper::new`] nothing allocates.
//! - [`DenseStep`] evaluates the solution inside a step, from plain numbers that can be kept.
//! - [`find_root`] closes a bracket around a sign change.
//!
//! Time runs forward only: a backward problem is written in −t.

mod check;
mod combine;
mod conditions;
mod control;
mod dense;
mod error;
mod evaluate;
mod method;
mod methods;
mod norm;
mod radau;
mod root;
mod stepper;
mod stiffness;
mod tableau;
#[cfg(test)]
mod tests;

pub use check::TableauError;
pub(crate) use control::Besides;
pub use control::{Control, Norm};
pub use dense::DenseStep;
pub use error::{ControlError, StepError};
pub use evaluate::StepCounters;
pub use method::{Method, OwnMethod, UnknownMethod};
pub use root::{Root, find_root};
pub use stepper::Stepper;
pub use stiffness::Stiffness;
pub use tableau::{ErrorEstimate, Tableau};

/// The right-hand side of y' = f(t, y).
pub trait Rhs {
    /// Why the right-hand side could not be evaluated.
    type Error;

    /// Writes f(t, y) into `dy`. All of `dy` must be written: it holds an old slope on entry.
    ///
    /// An error inside a step makes the step shrink, as if it had been inaccurate; it is reported only if shrinking
    /// does not help.
    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error>;

    /// Does it depend on component `i` of the state? Where it does not, as in an integral that is only carried along, an implicit method needs no equation.
    fn reads(&self, i: usize) -> bool {
        let _ = i;
        true
    }

    /// F = ∂f/∂y at a state, column after column, for an implicit method: `true` if it was written. By default differences are made, one evaluation for each component that is
    /// [read](Self::reads).
    fn jacobian(&mut self, t: f64, y: &[f64], columns: &mut [f64]) -> Result<bool, Self::Error> {
        let _ = (t, y, columns);
        Ok(false)
    }

    /// Itself, if it solves its own linearized equations: then F is neither made nor factored, and its size has no limit.
    fn linearized(&mut self) -> Option<&mut dyn Linearized<Error = Self::Error>> {
        None
    }

    /// Told before the stages of an attempt are evaluated anew by an iteration, which counts only if it is the last.
    fn iterate(&mut self) {}

    /// Told before the stages of each attempt: the step from `t` with size `h`. Most right-hand sides do not care.
    fn attempt(&mut self, t: f64, h: f64) {
        let _ = (t, h);
    }

    /// The size that the next attempt from `t` shall have instead of `wanted`, exactly, as long as it does not pass `t_max`. Asked before each
    /// attempt of an adaptive step; `None`: the stepper's own choice.
    fn wish(&mut self, t: f64, wanted: f64, t_max: f64) -> Option<f64> {
        let _ = (t, wanted, t_max);
        None
    }

    /// Puts the end of an attempt where it belongs, such as onto constraints; `true` if what that changes counts as an error of the
    /// step.
    fn settle(&mut self, t: f64, y: &mut [f64]) -> Result<bool, Self::Error> {
        let _ = (t, y);
        Ok(false)
    }

    /// Is the end settled before the error is estimated, and the estimate handed to [`restrict`](Self::restrict)? What settling moved then counts
    /// by its square, times this factor.
    fn restricts(&self) -> Option<f64> {
        None
    }

    /// Takes out of the estimated error of the state `y` at the end what settling the end has mended.
    fn restrict(&mut self, t: f64, y: &[f64], error: &mut [f64]) {
        let _ = (t, y, error);
    }

    /// What to make of an attempt of an adaptive step; it is asked after each.
    fn judge(&mut self, attempt: &Attempt<'_>) -> Verdict {
        let _ = attempt;
        Verdict::Usual
    }
}

/// A right-hand side that solves (s − F) x = r by itself, F = ∂f/∂y, where F has a structure to be used.
pub trait Linearized {
    /// Why it could not be evaluated.
    type Error;

    /// Takes F at a state, whose slope is `slope`.
    fn linearize(&mut self, t: f64, y: &[f64], slope: &[f64]) -> Result<(), Self::Error>;

    /// Prepares two solutions: with s = `real`, and with the complex s of the parts in `pair`. `false` if one of the systems is singular; then a shorter step is tried.
    fn shift(&mut self, real: f64, pair: [f64; 2]) -> bool;

    /// The solution for the first s, in the place of r.
    fn solve(&mut self, r: &mut [f64]);

    /// The solution for the second s, of the real and the imaginary part.
    fn solve_pair(&mut self, re: &mut [f64], im: &mut [f64]);

    /// How large a correction of Newton's iteration is beside the stage y0 + z that it corrects, in a step of size `h`. `None`: in the norm of the errors.
    fn measure(&self, correction: &[f64], y0: &[f64], z: &[f64], h: f64) -> Option<f64> {
        let _ = (correction, y0, z, h);
        None
    }
}

/// An attempt to take a step, for [`Rhs::judge`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Attempt<'a> {
    /// Beginning.
    pub t: f64,
    /// Length.
    pub h: f64,
    /// How far the step may go.
    pub t_max: f64,
    /// State at the beginning.
    pub start: &'a [f64],
    /// Slope there.
    pub slope: &'a [f64],
    /// State at the end; of no meaning if `error` is `None`.
    pub end: &'a [f64],
    /// The scaled error; `None` if the right-hand side could not be evaluated.
    pub error: Option<f64>,
}

/// What becomes of an attempt.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Verdict {
    /// It is taken if its error is at most 1.
    Usual,
    /// It is refused; the next one is of this size, unless [`Rhs::wish`] has another.
    Again(f64),
    /// No attempt will do: the step has failed.
    Stop,
}
