//! Orders as measured on a Kepler orbit of eccentricity 0.3 over one radian of time, whose solution is known.

use super::*;

const E: f64 = 0.3;

/// Errors with n equal steps: at the end, and the largest inside one step that starts from the exact state.
fn errors(method: Method, n: u32) -> (f64, f64) {
    let end = 1.0;
    let h = end / f64::from(n);
    let mut rhs = System(kepler::slope);
    let mut stepper = Stepper::new(method, 4, Control::fixed(h)).unwrap();
    stepper.start(&mut rhs, 0.0, &kepler::at(E, 0.0)).unwrap();
    let mut inside = 0.0_f64;
    while stepper.t() < end {
        stepper.step(&mut rhs, end).unwrap();
        stepper.prepare_dense(&mut rhs).unwrap();
        for theta in [0.2, 0.45, 0.7] {
            let t = stepper.t_prev() + theta * h;
            let mut y = [0.0; 4];
            stepper.interpolate(t, &mut y);
            inside = inside.max(distance(&y, &kepler::at(E, t)));
        }
    }
    assert_eq!(stepper.counters().accepted, u64::from(n));
    assert_eq!(stepper.t(), end);
    (distance(stepper.y(), &kepler::at(E, end)), inside)
}

#[test]
fn order_measured() {
    for method in Method::ALL {
        let n = match method {
            Method::Euler => 4000,
            Method::Bs23 | Method::Rk4 => 100,
            Method::Dop853 => 6,
            _ => 40,
        };
        let (coarse, fine) = (errors(method, n), errors(method, 2 * n));
        let global = (coarse.0 / fine.0).log2();
        let dense = (coarse.1 / fine.1).log2();
        println!(
            "{method}: {:e} {:e}, order {global:.3}; dense {:e} {:e}, order {dense:.3}",
            coarse.0, fine.0, coarse.1, fine.1
        );
    }
}
