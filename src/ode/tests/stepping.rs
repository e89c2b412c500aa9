//! Step control and the manners of the stepper.

use super::*;

/// Integrates the orbit of eccentricity 0.6 once around and returns the stepper.
fn around(method: Method, tolerance: f64) -> Stepper {
    let mut rhs = System(kepler::slope);
    let control = Control::adaptive(tolerance, tolerance);
    let mut stepper = Stepper::new(method, 4, control).unwrap();
    stepper.start(&mut rhs, 0.0, &kepler::at(0.6, 0.0)).unwrap();
    while stepper.t() < std::f64::consts::TAU {
        stepper.step(&mut rhs, std::f64::consts::TAU).unwrap();
    }
    stepper
}

#[test]
fn analytic_orbit_closes() {
    for method in Method::ALL.into_iter().filter(|method| method.is_adaptive()) {
        let stepper = around(method, 1e-8);
        let error = distance(stepper.y(), &kepler::at(0.6, 0.0));
        println!("{method}: {error:e} {:?}", stepper.counters());
        assert_eq!(stepper.t(), std::f64::consts::TAU);
    }
}

#[test]
fn regress_missing_fixed_step_and_missing_start() {
    assert!(Stepper::new(Method::Rk4, 1, Control::default()).is_err());
    let mut stepper = Stepper::new(Method::Rk4, 1, Control::fixed(0.1)).unwrap();
    let outcome = stepper.step(&mut System(|_, _: &[f64], dy: &mut [f64]| dy[0] = 1.0), 1.0);
    assert_eq!(outcome, Err(StepError::NotStarted));
}
