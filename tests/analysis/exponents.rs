//! What is made of exponents and sections once they are there.

use chetaev::analysis::{Equations, Exponents, Lyapunov, period};
use chetaev::ode::{Control, Method, Rhs};
use std::convert::Infallible;

#[test]
fn analytic_kaplan_yorke_dimension() {
    let of = |values: &[f64]| {
        let (values, errors) = (values.to_vec(), vec![0.0; values.len()]);
        let dimension = values.len();
        Exponents { values, errors, growths: Vec::new(), stretch: 1.0, dimension }.kaplan_yorke()
    };
    // Of Lorenz's attractor: 2 + 0.9056/14.5723.
    let lorenz = of(&[0.9056, 0.0, -14.5723]).unwrap();
    assert!((lorenz - (2.0 + 0.9056 / 14.5723)).abs() < 1e-12, "{lorenz}");
    assert_eq!(of(&[-1.0, -2.0]), Some(0.0));
    assert_eq!(of(&[1.0, -0.5]), None);
    assert_eq!(of(&[0.0, f64::NEG_INFINITY]), Some(1.0));
}

/// y' = (0.3 + sin t) y.
struct Breathing;

impl Rhs for Breathing {
    type Error = Infallible;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        dy[0] = (0.3 + t.sin()) * y[0];
        Ok(())
    }
}

#[test]
fn analytic_errors_from_two_blocks() {
    let mut flow = Equations::new(Breathing, 1, Method::Dop853, Control::adaptive(1e-12, 1e-12)).unwrap();
    let found = Lyapunov::new(0.5, 8).transient(0).blocks(2).run(&mut flow, &(0.0, vec![1.0])).unwrap();
    // The mean rate until t is 0.3 + (1 - cos t)/t; two blocks differ from their mean by half their difference, which is the error.
    let rise = |from: f64, to: f64| 0.3 + (from.cos() - to.cos()) / (to - from);
    let (first, second) = (rise(0.0, 2.0), rise(2.0, 4.0));
    assert!((found.values[0] - rise(0.0, 4.0)).abs() < 1e-5, "{found:?}");
    assert!((found.errors[0] - 0.5 * (first - second).abs()).abs() < 1e-5, "{found:?}");
}

#[test]
fn property_a_reading_of_zero_repeats_to_the_rounding() {
    let readings: Vec<Vec<f64>> = [1e-12, -1e-12, 2e-12, 0.0].map(|x| vec![x, 3.0]).to_vec();
    assert_eq!(period(&readings, 1e-9), Some(1));
    assert_eq!(period(&readings, 1e-13), None);
}
