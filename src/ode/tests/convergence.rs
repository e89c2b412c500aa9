//! Orders as measured on a Kepler orbit of eccentricity 0.3, whose solution is known.

use super::*;

const ECCENTRICITY: f64 = 0.3;

fn exact(t: f64) -> [f64; 4] {
    kepler::at(ECCENTRICITY, t)
}

fn stepper(method: Method, h: f64, t: f64) -> Stepper {
    let mut stepper = Stepper::new(method, 4, Control::fixed(h)).unwrap();
    stepper.start(&mut System(kepler::slope), t, &exact(t)).unwrap();
    stepper
}

/// Error after n equal steps from t = 0 to 2.
fn global_error(method: Method, n: u32) -> f64 {
    let mut stepper = stepper(method, 2.0 / f64::from(n), 0.0);
    while stepper.t() < 2.0 {
        stepper.step(&mut System(kepler::slope), 2.0).unwrap();
    }
    assert_eq!(stepper.counters().accepted, u64::from(n));
    distance(stepper.y(), &exact(2.0))
}

/// Largest error inside a single step of size h from an exact state: of the dense output, and of its slope.
fn dense_errors(method: Method, h: f64) -> (f64, f64) {
    let mut rhs = System(kepler::slope);
    let mut stepper = stepper(method, h, 2.0);
    stepper.step(&mut rhs, f64::INFINITY).unwrap();
    stepper.prepare_dense(&mut rhs).unwrap();
    let (mut value, mut slope) = (0.0_f64, 0.0_f64);
    for theta in [0.15, 0.3, 0.45, 0.6, 0.75, 0.9] {
        let t = stepper.t_prev() + theta * h;
        let (mut y, mut dy, mut exact_dy) = ([0.0; 4], [0.0; 4], [0.0; 4]);
        stepper.interpolate(t, &mut y);
        stepper.interpolate_slope(t, &mut dy);
        kepler::slope(t, &exact(t), &mut exact_dy);
        value = value.max(distance(&y, &exact(t)));
        slope = slope.max(distance(&dy, &exact_dy));
    }
    (value, slope)
}

fn check(what: &str, method: Method, coarse: f64, fine: f64, nominal: u32) {
    let order = (coarse / fine).log2();
    println!("{method} {what}: {coarse:.2e} {fine:.2e}, order {order:.3} of {nominal}");
    assert!(fine > 2e-14, "{method} {what}: rounding hides the order");
    assert!((order - f64::from(nominal)).abs() < 0.2, "{method} {what}: {order}");
}

#[test]
fn order_of_the_solution() {
    for method in Method::ALL {
        let n = match method {
            Method::Euler => 8000,
            Method::Bs23 | Method::Rk4 => 200,
            Method::Dop853 => 16,
            _ => 160,
        };
        let (coarse, fine) = (global_error(method, n), global_error(method, 2 * n));
        check("global", method, coarse, fine, method.order());
    }
}

/// Inside one step the error is one order higher than the order of the dense output, that of its slope is equal.
#[test]
fn order_of_the_dense_output() {
    for method in Method::ALL {
        let h = match method {
            Method::Euler => 1e-3,
            Method::Bs23 | Method::Rk4 => 0.02,
            Method::Dop853 => 0.2,
            _ => 0.04,
        };
        let (coarse, fine) = (dense_errors(method, h), dense_errors(method, h / 2.0));
        let nominal = method.dense_order();
        check("dense", method, coarse.0, fine.0, nominal + 1);
        check("slope", method, coarse.1, fine.1, nominal);
    }
}

/// The estimate of the error is proportional to h to its order and one.
#[test]
fn order_of_the_error_estimate() {
    for method in Method::ALL.into_iter().filter(|method| method.is_adaptive()) {
        let order = method.error_order().unwrap();
        // A step that is accepted and asks for the next one shows its estimate: h_next = h s ε^(−1/(q+1)) for β = 0.
        let estimate = |h: f64| {
            let mut rhs = System(kepler::slope);
            let mut control = Control::adaptive(0.0, 1e-3);
            (control.initial_step, control.beta, control.max_factor) = (Some(h), 0.0, 1e9);
            let mut stepper = Stepper::new(method, 4, control).unwrap();
            stepper.start(&mut rhs, 0.7, &exact(0.7)).unwrap();
            stepper.step(&mut rhs, f64::INFINITY).unwrap();
            assert_eq!(stepper.counters().rejected, 0);
            (stepper.next_step() / h / 0.9).powi(-(order as i32 + 1))
        };
        let h = if method == Method::Dop853 { 0.2 } else { 0.02 };
        check("estimate", method, estimate(h), estimate(h / 2.0), order + 1);
    }
}
