//! Right-hand sides that fail, diverge or never fit: every run ends, with a reason.

use super::*;

/// y' = 1, refused for y > 1 (a wall).
struct Wall;

impl Rhs for Wall {
    type Error = &'static str;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
        dy[0] = 1.0;
        if y[0] > 1.0 { Err("wall") } else { Ok(()) }
    }
}

/// Steps until it fails.
fn run<R: Rhs>(stepper: &mut Stepper, rhs: &mut R, y: f64) -> StepError<R::Error> {
    if let Err(error) = stepper.start(rhs, 0.0, &[y]) {
        return error;
    }
    for _ in 0..100_000 {
        if let Err(error) = stepper.step(rhs, 10.0) {
            return error;
        }
    }
    panic!("no end at t = {}", stepper.t())
}

fn stepper(method: Method) -> Stepper {
    let control = match method.is_adaptive() {
        true => Control::default(),
        false => Control::fixed(0.15),
    };
    Stepper::new(method, 1, control).unwrap()
}

#[test]
fn refusal_failure_shrinks_the_step_and_is_reported() {
    for method in Method::ALL {
        let mut stepper = stepper(method);
        let error = run(&mut stepper, &mut Wall, 0.0);
        assert!(stepper.counters().failed_evaluations > 0);
        assert_eq!(stepper.y_prev(), stepper.y());
        // It stands where the last accepted step ended, and its dense output is there.
        assert!((stepper.y()[0] - stepper.t()).abs() < 1e-14);
        assert_eq!(stepper.interpolate_component(0, stepper.t()), stepper.y()[0]);
        if method.is_adaptive() {
            let StepError::StepTooSmall { t, cause: Some("wall"), .. } = error else { panic!("{method}: {error}") };
            assert!((t - 1.0).abs() < 1e-13, "{method}: stopped at {t}");
        } else {
            assert!(matches!(error, StepError::Rhs { cause: "wall", .. }), "{error}");
            assert!(stepper.t() > 0.8);
        }
    }
}

#[test]
fn refusal_failure_that_a_smaller_step_avoids() {
    // y' = −y from 1, refused below 0: only a step that is too long goes there.
    struct Decay;
    impl Rhs for Decay {
        type Error = String;
        fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), String> {
            dy[0] = -50.0 * y[0];
            if y[0] < 0.0 { Err(String::new()) } else { Ok(()) }
        }
    }
    let control = Control { initial_step: Some(1.0), ..Control::default() };
    let mut stepper = Stepper::new(Method::Tsit5, 1, control).unwrap();
    stepper.start(&mut Decay, 0.0, &[1.0]).unwrap();
    stepper.step(&mut Decay, 2.0).unwrap();
    assert!(stepper.counters().failed_evaluations > 0, "moot");
    assert!((stepper.y()[0] - (-50.0 * stepper.t()).exp()).abs() < 1e-5);
}

#[test]
fn refusal_pole_ends() {
    for method in Method::ALL {
        // y = 1/(1 − t)
        let mut rhs = System(|_, y: &[f64], dy: &mut [f64]| dy[0] = y[0] * y[0]);
        let control = match method.is_adaptive() {
            true => Control::adaptive(1e-10, 1e-10),
            false => Control::fixed(0.15),
        };
        let mut stepper = Stepper::new(method, 1, control).unwrap();
        let error = run(&mut stepper, &mut rhs, 1.0);
        let ends = matches!(error, StepError::StepTooSmall { .. } | StepError::NotFinite { .. });
        assert!(ends, "{method}: {error}");
        assert!(stepper.y()[0].is_finite() && stepper.slope()[0].is_finite());
        // The relative error that has collected displaces the pole by as much.
        let displaced = (stepper.t() - 1.0).abs();
        assert!(!method.is_adaptive() || displaced < 1e-8, "{method}: {displaced:e}");
    }
}

#[test]
fn refusal_not_finite_slope() {
    for method in Method::ALL {
        let after = |limit: f64| {
            System(move |t: f64, _: &[f64], dy: &mut [f64]| {
                dy[0] = if t > limit { f64::NAN } else { 1.0 };
            })
        };
        let start = run(&mut stepper(method), &mut after(-1.0), 0.0);
        assert_eq!(start, StepError::NotFinite { t: 0.0, component: 0 });
        let later = run(&mut stepper(method), &mut after(0.5), 0.0);
        assert!(matches!(later, StepError::NotFinite { component: 0, .. }), "{later}");
    }
}

#[test]
fn refusal_too_many_steps() {
    let control = Control { max_steps: 7, max_step: 0.01, ..Control::default() };
    let mut stepper = Stepper::new(Method::Bs23, 1, control).unwrap();
    let mut rhs = System(|_, _: &[f64], dy: &mut [f64]| dy[0] = 1.0);
    let error = run(&mut stepper, &mut rhs, 0.0);
    assert!(matches!(error, StepError::TooManySteps { max_steps: 7, .. }));
    assert_eq!(stepper.counters().accepted, 7);
    // A start begins the count anew.
    stepper.start(&mut rhs, 0.0, &[0.0]).unwrap();
    stepper.step(&mut rhs, 1.0).unwrap();
}

#[test]
fn refusal_user_mistakes() {
    let mut rhs = System(|_, _: &[f64], dy: &mut [f64]| dy[0] = 1.0);
    let mut stepper = stepper(Method::Rk4);
    assert_eq!(stepper.step(&mut rhs, 1.0), Err(StepError::NotStarted));
    let wrong = stepper.start(&mut rhs, 0.0, &[0.0, 0.0]);
    assert_eq!(wrong, Err(StepError::BadLength { found: 2, dim: 1 }));
    stepper.start(&mut rhs, 1.0, &[0.0]).unwrap();
    for target in [1.0, 0.5, f64::NAN] {
        assert!(matches!(stepper.step(&mut rhs, target), Err(StepError::BadTime { .. })));
    }
    assert_eq!((stepper.t(), stepper.y()), (1.0, &[0.0][..]));
}

#[test]
fn refusal_large_time_and_tiny_fixed_step() {
    let mut rhs = System(|_, _: &[f64], dy: &mut [f64]| dy[0] = 1.0);
    let mut fixed = Stepper::new(Method::Rk4, 1, Control::fixed(1e-9)).unwrap();
    fixed.start(&mut rhs, 1e12, &[0.0]).unwrap();
    let outcome = fixed.step(&mut rhs, 2e12);
    assert!(matches!(outcome, Err(StepError::StepTooSmall { .. })));
    let control = Control { initial_step: Some(1e-9), ..Control::default() };
    let mut free = Stepper::new(Method::Dopri5, 1, control).unwrap();
    free.start(&mut rhs, 1e12, &[0.0]).unwrap();
    free.step(&mut rhs, 2e12).unwrap();
    assert!(free.t() > 1e12);
}

/// y' = 1, in steps of a size that somebody else wishes.
struct Wishful(f64);

impl Rhs for Wishful {
    type Error = &'static str;

    fn rhs(&mut self, _t: f64, _y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
        dy[0] = 1.0;
        Ok(())
    }

    fn wish(&mut self, _t: f64, _wanted: f64, _t_max: f64) -> Option<f64> {
        Some(self.0)
    }
}

#[test]
fn refusal_steps_that_are_met_and_lead_nowhere() {
    let steps = |control: Control, from: f64, h: f64| {
        let mut stepper = Stepper::new(Method::Dopri5, 1, control).unwrap();
        stepper.start(&mut Wishful(h), from, &[0.0]).unwrap();
        (0..3000).find_map(|k| stepper.step(&mut Wishful(h), from + 10.0).err().map(|error| (k, error)))
    };
    let Some((999, StepError::StepTooSmall { h, cause: None, .. })) = steps(Control::default(), 1.0, 4e-15) else {
        panic!("{:?}", steps(Control::default(), 1.0, 4e-15))
    };
    assert!((h - 4e-15).abs() < 1e-15);
    // Longer ones; no longer ones allowed; at a time that resolves none.
    assert_eq!(steps(Control::default(), 1.0, 1e-13), None);
    assert_eq!(steps(Control { max_step: 4e-15, ..Control::default() }, 1.0, 4e-15), None);
    assert_eq!(steps(Control::default(), 1.7e9, 1e-6), None);
}
