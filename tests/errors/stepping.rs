//! Controls that are refused, and steps that cannot be taken: the stepper used without a model.

use crate::Case;
use chetaev::ode::{Control, ControlError, Method, Rhs, StepError, Stepper, Tableau, TableauError};

/// One function as a right-hand side.
struct System<F>(F);

impl<F: FnMut(f64, f64) -> Result<f64, &'static str>> Rhs for System<F> {
    type Error = &'static str;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), &'static str> {
        dy[0] = (self.0)(t, y[0])?;
        Ok(())
    }
}

type Outcome = Result<(), StepError<&'static str>>;

/// Goes from y(0) = 1 to t = 2.
fn go(control: Control, f: impl FnMut(f64, f64) -> Result<f64, &'static str>) -> Outcome {
    go_by(Method::Dopri5, control, f)
}

fn go_by(method: Method, control: Control, f: impl FnMut(f64, f64) -> Result<f64, &'static str>) -> Outcome {
    let mut stepper = Stepper::new(method, 1, control).unwrap();
    let mut system = System(f);
    stepper.start(&mut system, 0.0, &[1.0])?;
    while stepper.t() < 2.0 {
        stepper.step(&mut system, 2.0)?;
    }
    Ok(())
}

/// With an implicit method.
fn go_large(dim: usize) -> Outcome {
    struct Still;
    impl Rhs for Still {
        type Error = &'static str;
        fn rhs(&mut self, _t: f64, _y: &[f64], dy: &mut [f64]) -> Result<(), &'static str> {
            dy.fill(0.0);
            Ok(())
        }
    }
    let mut stepper = Stepper::new(Method::Radau5, dim, Control::default()).unwrap();
    stepper.start(&mut Still, 0.0, &vec![1.0; dim])?;
    stepper.step(&mut Still, 1.0)
}

fn changed(change: impl Fn(&mut Control)) -> Control {
    let mut control = Control::default();
    change(&mut control);
    control
}

fn controls() -> Vec<Case> {
    let make = |method, dim, change: fn(&mut Control)| Stepper::new(method, dim, changed(change));
    vec![
        case!(ControlError::EmptyState, make(Method::Dopri5, 0, |_| {}), &["no components"]),
        case!(ControlError::NeedsFixedStep, make(Method::Rk4, 1, |_| {}), &["`rk4`", "set `fixed_step`"]),
        case!(ControlError::BadValue, make(Method::Dopri5, 1, |c| c.rtol = -1.0), &["`rtol` cannot be -1", "must be"]),
        case!(
            ControlError::BadLength,
            make(Method::Dopri5, 2, |c| c.weights = vec![1.0; 3]),
            &["`weights`", "one entry for each component", "3 for 2"],
        ),
        case!(
            ControlError::NothingWeighs,
            make(Method::Dopri5, 2, |c| c.weights = vec![0.0; 2]),
            &["every weight is zero", "use `fixed_step`"]
        ),
    ]
}

fn tableaux() -> Vec<Case> {
    const MIDPOINT: Tableau = Tableau::new("mine", 2, &[&[], &[0.5]], &[0.0, 1.0], &[0.0, 0.5]);
    static SHORT: Tableau = Tableau::new("mine", 2, &[&[], &[]], &[0.0, 1.0], &[0.0, 0.5]);
    static LATE: Tableau = Tableau::new("mine", 2, &[&[], &[0.5]], &[0.0, 1.0], &[0.0, 0.6]);
    static THIRD: Tableau = Tableau::new("mine", 3, &[&[], &[0.5]], &[0.0, 1.0], &[0.0, 0.5]);
    static WRONG: Tableau = MIDPOINT.embedded(1, &[0.5, -0.25]);
    static ZERO: Tableau = MIDPOINT.embedded(1, &[0.0, 0.0]);
    static HIGH: Tableau = Tableau::new("mine", 20, &[&[]], &[1.0], &[0.0]);
    vec![
        case!(TableauError::BadLength, Method::own(&SHORT), &["`mine`", "row 1 of a has length 0", "needs 1"]),
        case!(TableauError::BadTime, Method::own(&LATE), &["`mine`", "stage 1 is at c = 0.6", "adds up to 0.5"]),
        case!(
            TableauError::NotOfOrder,
            Method::own(&THIRD),
            &["`mine`", "solution is not of order 3", "missed by 0.166667"]
        ),
        case!(
            TableauError::NotOfOrder,
            Method::own(&WRONG),
            &["`mine`", "embedded solution is not of order 1", "order 1"]
        ),
        case!(TableauError::NothingEstimated, Method::own(&ZERO), &["`mine`", "weights", "fixed steps"]),
        case!(TableauError::OrderOutOfRange, Method::own(&HIGH), &["`mine`", "order 20", "from 1 to 10"]),
    ]
}

fn steps() -> Vec<Case> {
    let mut fresh = Stepper::new(Method::Dopri5, 1, Control::default()).unwrap();
    let mut still = System(|_, _| Ok(0.0));
    let not_started = fresh.step(&mut still, 1.0);
    let wrong = fresh.start(&mut still, 0.0, &[0.0, 0.0]);
    fresh.start(&mut still, 1.0, &[0.0]).unwrap();
    let back = fresh.step(&mut still, 0.5);
    vec![
        case!(
            StepError::Rhs,
            go(Control::default(), |_, _| Err("the table ends at t = -1")),
            &["t = 0", "the table ends"]
        ),
        case!(
            StepError::StepTooSmall,
            go(Control::default(), |t, _| if t < 1.0 { Ok(1.0) } else { Err("a wall") }),
            &["shrank", "a wall"]
        ),
        case!(
            StepError::StepTooSmall,
            go(changed(|c| c.min_step = 1e-6), |_, y| Ok(y * y)),
            &["shrank", "look for a jump or a pole"],
        ),
        case!(
            StepError::TooManySteps,
            go(changed(|c| (c.max_steps, c.max_step) = (7, 0.01)), |_, _| Ok(1.0)),
            &["7 steps", "raise `max_steps`"],
        ),
        case!(
            StepError::NotFinite,
            go(Control::default(), |_, _| Ok(f64::NAN)),
            &["component 0", "t = 0", "look for a division by zero"]
        ),
        case!(
            StepError::NoConvergence,
            go_by(Method::Radau5, Control::fixed(1.0), |_, y| Ok(y * y)),
            &["step of 1 s at t = 0", "shorten `fixed_step`"],
        ),
        case!(StepError::TooLarge, go_large(2001), &["2001 components", "at most 2000", "`dop853`"]),
        case!(StepError::BadTime, back, &["t = 1 to t = 0.5", "time runs forward"]),
        case!(StepError::BadLength, wrong, &["2 components", "made for 1", "make another"]),
        case!(StepError::NotStarted, not_started, &["call `start`"]),
    ]
}

pub fn cases() -> Vec<Case> {
    let mut all = controls();
    all.extend(tableaux());
    all.extend(steps());
    all
}
