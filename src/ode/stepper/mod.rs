//! One method at work: its state, its buffers, its counters.
//!
//! Between calls the stepper stands at the end of an accepted step from `t_prev` to `t`. Rejected attempts leave no
//! trace but in the counters. If a call fails, it stands at the beginning of the step that failed, and that step has
//! no length.

mod advance;
mod besides;
mod creep;
mod output;
mod start;

use super::combine::Row;
use super::control::Control;
use super::error::{ControlError, StepError};
use super::evaluate::StepCounters;
use super::method::Method;
use super::norm::Scale;
use super::radau::Radau;
use super::radau::numbers::TIMES;
use super::stiffness::{Border, Stiffness};
use super::tableau::ErrorEstimate;
use super::tableau::Tableau;
use creep::Creep;

/// How the stages of a step are found.
#[derive(Clone, Debug)]
enum Core {
    Explicit(Rows),
    Radau(Box<Radau>),
}

/// The rows of a tableau, ready for use.
#[derive(Clone, Debug)]
struct Rows {
    tableau: &'static Tableau,
    stages: Vec<Row>,
    solution: Row,
    error: ErrorRows,
    extra: Vec<Row>,
    dense: Vec<Row>,
}

impl Rows {
    fn of(tableau: &'static Tableau) -> Self {
        Self {
            tableau,
            stages: Row::all(tableau.a),
            solution: Row::new(tableau.b),
            error: match tableau.error {
                ErrorEstimate::None => ErrorRows::None,
                ErrorEstimate::Embedded { weights, .. } => ErrorRows::One(Row::new(weights)),
                ErrorEstimate::FifthAndThird { fifth, third } => {
                    ErrorRows::FifthAndThird(Row::new(fifth), Row::new(third))
                }
            },
            extra: Row::all(tableau.extra_a),
            dense: Row::all(tableau.dense),
        }
    }
}

#[derive(Clone, Debug)]
enum ErrorRows {
    None,
    One(Row),
    FifthAndThird(Row, Row),
}

/// Integrates y' = f(t, y) step by step, forward in time. Nothing allocates after [`new`](Self::new).
///
/// ```
/// use chetaev::ode::{Control, Method, Rhs, Stepper};
///
/// /// x'' = −x.
/// struct Oscillator;
///
/// impl Rhs for Oscillator {
///     type Error = std::convert::Infallible;
///
///     fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
///         (dy[0], dy[1]) = (y[1], -y[0]);
///         Ok(())
///     }
/// }
///
/// let mut stepper = Stepper::new(Method::Dop853, 2, Control::adaptive(1e-10, 1e-12))?;
/// stepper.start(&mut Oscillator, 0.0, &[1.0, 0.0])?;
/// while stepper.t() < 10.0 {
///     stepper.step(&mut Oscillator, 10.0)?;
/// }
/// assert!(stepper.t() == 10.0 && (stepper.y()[0] - 10.0_f64.cos()).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
// Its many fields are the two ends of a step, its buffers, and the memory of the controller: a step needs all of them.
#[derive(Clone, Debug)]
pub struct Stepper {
    method: Method,
    core: Core,
    /// Slopes that make up a step, the one at its end not counted.
    stages: usize,
    /// Does the error estimate need the slope at the end?
    fsal: bool,
    control: Control,
    scale: Scale,
    dim: usize,

    t_prev: f64,
    /// Where the last attempt ended, before its end was moved.
    aimed: f64,
    t: f64,
    /// End of the step as it was accepted; `t` comes before it once the step was retaken.
    reach: f64,
    y_prev: Vec<f64>,
    y: Vec<f64>,
    /// Slope at (t, y).
    slope: Vec<f64>,
    /// k_1 .. k_s, then the slope at the end, then the extra stages.
    k: Vec<f64>,
    work: Vec<f64>,
    dense: Vec<f64>,
    dense_ready: bool,

    /// Is the slope at the end left to the caller, which replaces the state there?
    open_end: bool,
    /// When the right-hand side may jump next.
    jump: Option<f64>,
    proposal: f64,
    /// No longer steps for a while than this: an implicit method lost its stages in one.
    most: f64,
    ln_old_error: f64,
    attempts: u64,
    started: bool,
    /// The scaled error of the step as it stands.
    error: f64,
    counters: StepCounters,
    border: Option<Border>,
    creep: Creep,
}

impl Stepper {
    /// Makes every buffer for a state of `dim` components.
    pub fn new(method: Method, dim: usize, control: Control) -> Result<Self, ControlError> {
        control.validate(method, dim)?;
        let (core, stages, extra, degree, fsal) = match method.tableau() {
            Some(tableau) => {
                let (stages, extra) = (tableau.stages(), tableau.extra_c.len());
                (Core::Explicit(Rows::of(tableau)), stages, extra, tableau.dense_degree, tableau.fsal())
            }
            None => (Core::Radau(Box::new(Radau::new(dim, control.fixed_step.is_some()))), TIMES.len(), 0, 3, false),
        };
        let zeros = |count: usize| vec![0.0; count * dim];
        Ok(Self {
            method,
            core,
            stages,
            fsal,
            scale: Scale::new(&control, dim),
            control,
            dim,
            t_prev: f64::NAN,
            aimed: f64::NAN,
            t: f64::NAN,
            reach: f64::NAN,
            y_prev: zeros(1),
            y: zeros(1),
            slope: zeros(1),
            k: zeros(stages + 1 + extra),
            work: zeros(1),
            dense: zeros(degree + 1),
            dense_ready: false,
            open_end: false,
            jump: None,
            proposal: f64::NAN,
            most: f64::INFINITY,
            ln_old_error: 0.0,
            attempts: 0,
            started: false,
            error: 0.0,
            counters: StepCounters::default(),
            border: Border::of(method, dim),
            creep: Creep::default(),
        })
    }

    /// Steps that stability limited; `None` if there were none, or if the method is neither [`Method::Dop853`] nor [`Method::Dopri5`]. It takes many of them in a row before one counts.
    pub fn stiffness(&self) -> Option<Stiffness> {
        self.border.as_ref().and_then(Border::told)
    }

    /// The method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The step control.
    pub fn control(&self) -> &Control {
        &self.control
    }

    /// Number of components of the state.
    pub fn dim(&self) -> usize {
        self.dim
    }

    /// Time reached.
    pub fn t(&self) -> f64 {
        self.t
    }

    /// State at `t`.
    pub fn y(&self) -> &[f64] {
        &self.y
    }

    /// dy/dt at `t`.
    pub fn slope(&self) -> &[f64] {
        &self.slope
    }

    /// Beginning of the last step.
    pub fn t_prev(&self) -> f64 {
        self.t_prev
    }

    /// State at `t_prev`.
    pub fn y_prev(&self) -> &[f64] {
        &self.y_prev
    }

    /// dy/dt at `t_prev`.
    pub fn slope_prev(&self) -> &[f64] {
        &self.k[..self.dim]
    }

    /// Size that the next step will try.
    pub fn next_step(&self) -> f64 {
        self.proposal
    }

    /// Overrides the size that the next step will try, within `max_step`; without effect on fixed steps or if it is
    /// not positive.
    pub fn set_next_step(&mut self, h: f64) {
        if h > 0.0 && self.control.fixed_step.is_none() {
            self.proposal = h.min(self.control.max_step);
        }
    }

    /// What was done so far.
    pub fn counters(&self) -> StepCounters {
        self.counters
    }

    /// Stands at the beginning of the step again, as a step without length.
    fn collapse(&mut self) {
        self.t = self.t_prev;
        self.aimed = self.t_prev;
        self.reach = self.t_prev;
        self.error = 0.0;
        self.y.copy_from_slice(&self.y_prev);
        self.slope.copy_from_slice(&self.k[..self.dim]);
        self.dense.fill(0.0);
        self.dense[..self.dim].copy_from_slice(&self.y);
        self.dense_ready = true;
    }

    fn check_started<E>(&self) -> Result<(), StepError<E>> {
        if self.started { Ok(()) } else { Err(StepError::NotStarted) }
    }

    fn check_length<E>(&self, y: &[f64]) -> Result<(), StepError<E>> {
        if y.len() == self.dim {
            Ok(())
        } else {
            let found = y.len();
            Err(StepError::BadLength { found, dim: self.dim })
        }
    }
}
