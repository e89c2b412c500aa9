//! Step control and the manners of the stepper.

use super::*;
use crate::ode::{ControlError, Norm, StepCounters};
use std::f64::consts::TAU;

const ECCENTRICITY: f64 = 0.6;

fn adaptive() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| method.is_adaptive())
}

fn control(method: Method) -> Control {
    if method.is_adaptive() { Control::adaptive(1e-8, 1e-8) } else { Control::fixed(0.01) }
}

fn at_pericenter(method: Method, control: Control) -> Stepper {
    let mut stepper = Stepper::new(method, 4, control).unwrap();
    stepper.start(&mut System(kepler::slope), 0.0, &kepler::at(ECCENTRICITY, 0.0)).unwrap();
    stepper
}

/// The stepper after the orbit has gone once around.
fn around(method: Method, tolerance: f64) -> Stepper {
    let mut stepper = at_pericenter(method, Control::adaptive(tolerance, tolerance));
    while stepper.t() < TAU {
        stepper.step(&mut System(kepler::slope), TAU).unwrap();
    }
    stepper
}

#[test]
fn analytic_error_follows_the_tolerance() {
    for method in adaptive() {
        let error = |tolerance| {
            let stepper = around(method, tolerance);
            assert_eq!(stepper.t(), TAU);
            distance(stepper.y(), &kepler::at(ECCENTRICITY, 0.0))
        };
        let (loose, tight) = (error(1e-5), error(1e-9));
        println!("{method}: {loose:.2e} {tight:.2e}");
        assert!(loose > 1e-6, "{method}: moot");
        assert!(tight < 1e-6 && tight < 1e-2 * loose, "{method}: {tight:e} after {loose:e}");
    }
}

/// A change here is a change of the step control: find out whether it was meant.
#[test]
fn golden_counters() {
    let counters = |method| {
        let counters = around(method, 1e-8).counters();
        (counters.accepted, counters.rejected, counters.evaluations)
    };
    let pinned = [(1023, 1, 3074), (79, 1, 482), (83, 2, 512), (294, 1, 2782), (28, 6, 404)];
    assert_eq!(adaptive().map(counters).collect::<Vec<_>>(), pinned);
}

/// Arenstorf's closed orbit of the restricted three-body problem (Hairer, Nørsett, Wanner, Solving ODEs I, section
/// II.0).
#[test]
fn external_arenstorf_orbit_closes() {
    const MU: f64 = 0.012277471;
    const PERIOD: f64 = 17.06521656015796;
    let start = [0.994, 0.0, 0.0, -2.0015851063790824];
    let mut rhs = System(|_, y: &[f64], dy: &mut [f64]| {
        let (earth, moon) = (y[0] + MU, y[0] - (1.0 - MU));
        let a = (1.0 - MU) / earth.hypot(y[1]).powi(3);
        let b = MU / moon.hypot(y[1]).powi(3);
        dy.copy_from_slice(&[y[2], y[3], y[0] + 2.0 * y[3] - a * earth - b * moon, y[1] - 2.0 * y[2] - (a + b) * y[1]]);
    });
    for method in [Method::Dopri5, Method::Tsit5, Method::Dop853] {
        let mut gap = |tolerance| {
            let control = Control::adaptive(tolerance, tolerance);
            let mut stepper = Stepper::new(method, 4, control).unwrap();
            stepper.start(&mut rhs, 0.0, &start).unwrap();
            let mut farthest = 0.0_f64;
            while stepper.t() < PERIOD {
                stepper.step(&mut rhs, PERIOD).unwrap();
                farthest = farthest.max(distance(stepper.y(), &start));
            }
            assert!(farthest > 1.0, "moot");
            (stepper.y()[0] - start[0]).hypot(stepper.y()[1])
        };
        let (loose, tight) = (gap(1e-7), gap(1e-12));
        println!("{method}: the orbit misses by {loose:.1e}, {tight:.1e}");
        assert!(tight < 1e-6 && tight < 1e-2 * loose, "{method}: {tight:e} after {loose:e}");
    }
}

#[test]
fn invariant_evaluations_are_stages() {
    for method in adaptive() {
        let StepCounters { accepted, rejected, evaluations, .. } = around(method, 1e-8).counters();
        let Some(tableau) = method.tableau() else { continue };
        let stages = tableau.stages() as u64;
        assert!(rejected > 0, "{method}: moot");
        // Two at the start. The first stage is there already; the end slope is evaluated for the estimate, or after
        // acceptance.
        let end = if tableau.fsal() { accepted + rejected } else { accepted };
        assert_eq!(evaluations, 2 + (stages - 1) * (accepted + rejected) + end);
    }
}

#[test]
fn identity_accepted_state_comes_with_its_slope() {
    for method in Method::ALL {
        let mut stepper = at_pericenter(method, control(method));
        for _ in 0..5 {
            stepper.step(&mut System(kepler::slope), 1.0).unwrap();
            let mut slope = [0.0; 4];
            kepler::slope(stepper.t(), stepper.y(), &mut slope);
            assert_eq!(stepper.slope(), slope);
        }
    }
}

#[test]
fn identity_dense_output_joins() {
    for method in Method::ALL {
        let mut rhs = System(kepler::slope);
        let mut stepper = at_pericenter(method, control(method));
        for _ in 0..5 {
            stepper.step(&mut rhs, 10.0).unwrap();
            stepper.prepare_dense(&mut rhs).unwrap();
            // As a projection would, after the dense output was used.
            let moved: Vec<f64> = stepper.y().iter().map(|y| y + 1e-3).collect();
            stepper.replace_state(&mut rhs, &moved).unwrap();
            stepper.prepare_dense(&mut rhs).unwrap();
            let (mut y, mut dy) = ([0.0; 4], [0.0; 4]);
            stepper.interpolate(stepper.t_prev(), &mut y);
            assert_eq!(y, stepper.y_prev(), "{method}");
            stepper.interpolate(stepper.t(), &mut y);
            assert!(distance(&y, &moved) < 5e-16, "{method}");
            // Euler's is linear, and the collocation polynomial of a stiff step would not profit from slopes.
            if method != Method::Euler && !method.is_implicit() {
                stepper.interpolate_slope(stepper.t_prev(), &mut dy);
                assert!(distance(&dy, stepper.slope_prev()) < 1e-12, "{method}");
                stepper.interpolate_slope(stepper.t(), &mut dy);
                assert!(distance(&dy, stepper.slope()) < 1e-12, "{method}");
            }
        }
    }
}

#[test]
fn identity_kept_dense_output() {
    let mut rhs = System(kepler::slope);
    let mut stepper = at_pericenter(Method::Dop853, Control::default());
    stepper.step(&mut rhs, 1.0).unwrap();
    let before = stepper.counters().evaluations;
    stepper.prepare_dense(&mut rhs).unwrap();
    stepper.prepare_dense(&mut rhs).unwrap();
    assert_eq!(stepper.counters().evaluations, before + 3);
    let dense = stepper.dense();
    let (t0, h, kept) = (dense.t0(), dense.h(), dense.coefficients().to_vec());
    let t = t0 + 0.3 * h;
    let again = crate::ode::DenseStep::new(t0, h, 4, &kept);
    for i in 0..4 {
        assert_eq!(again.component(i, t), stepper.interpolate_component(i, t));
    }
    assert!(again.component(4, t).is_nan());
}

#[test]
fn property_targets_are_met_without_slivers() {
    let mut rhs = System(|_, y: &[f64], dy: &mut [f64]| dy[0] = -y[0]);
    for k in 1..200 {
        let target = 0.037 * f64::from(k);
        let mut control = Control::adaptive(1e-4, 1e-4);
        control.max_step = 0.25;
        let mut stepper = Stepper::new(Method::Dopri5, 1, control).unwrap();
        stepper.start(&mut rhs, 0.0, &[1.0]).unwrap();
        let mut before = f64::INFINITY;
        while stepper.t() < target {
            let wanted = stepper.next_step();
            stepper.step(&mut rhs, target).unwrap();
            let h = stepper.t() - stepper.t_prev();
            assert!(h <= 0.25 * (1.0 + 1e-12));
            if before.is_finite() {
                assert!(h > 0.49 * before.min(wanted), "{h} after {before} to {target}");
                assert!(stepper.next_step() >= wanted, "a short step shrank the next");
            }
            before = h;
        }
        assert_eq!(stepper.t(), target);
    }
}

#[test]
fn property_short_target_does_not_shrink_the_next_step() {
    for method in adaptive() {
        let mut stepper = at_pericenter(method, control(method));
        let wanted = stepper.next_step();
        let target = 1e-3 * wanted;
        stepper.step(&mut System(kepler::slope), target).unwrap();
        assert_eq!(stepper.t(), target);
        assert!(stepper.next_step() >= wanted, "{method}");
    }
}

#[test]
fn identity_retake() {
    for method in Method::ALL {
        // Newton's iteration starts from what is known, and ends within the tolerance.
        let apart = if method.is_implicit() { 1e-7 } else { 0.0 };
        let mut rhs = System(kepler::slope);
        let mut stepper = at_pericenter(method, control(method));
        for _ in 0..3 {
            stepper.step(&mut rhs, 10.0).unwrap();
        }
        let (start, end, next) = (stepper.t_prev(), stepper.t(), stepper.next_step());
        let (y_start, y_end) = (stepper.y_prev().to_vec(), stepper.y().to_vec());
        let middle = 0.5 * (start + end);
        stepper.retake(&mut rhs, middle).unwrap();
        assert_eq!((stepper.t_prev(), stepper.t(), stepper.next_step()), (start, middle, next));
        assert!(distance(stepper.y(), &y_end) > 1e-4, "{method}: moot");
        // The same as a step of its own.
        let mut own = Stepper::new(method, 4, Control::fixed(middle - start)).unwrap();
        own.start(&mut rhs, start, &y_start).unwrap();
        own.step(&mut rhs, middle).unwrap();
        assert!(distance(own.y(), stepper.y()) <= apart);
        assert!(distance(own.slope(), stepper.slope()) <= apart);
        // And back again.
        stepper.retake(&mut rhs, end).unwrap();
        assert!(distance(stepper.y(), &y_end) <= apart);
        for outside in [start, end + 1e-9, f64::NAN] {
            let refused = stepper.retake(&mut rhs, outside);
            assert!(matches!(refused, Err(StepError::BadTime { .. })));
        }
    }
}

#[test]
fn invariant_rejected_attempts_leave_no_trace() {
    for method in adaptive() {
        let mut rhs = System(kepler::slope);
        let first = |initial_step| {
            let mut control = Control::adaptive(1e-6, 1e-6);
            control.initial_step = initial_step;
            at_pericenter(method, control)
        };
        let mut bold = first(Some(3.0));
        bold.step(&mut rhs, 100.0).unwrap();
        assert!(bold.counters().rejected > 0, "{method}: moot");
        let mut wise = first(Some(bold.t()));
        wise.step(&mut rhs, 100.0).unwrap();
        assert_eq!(wise.counters().rejected, 0);
        let apart = if method.is_implicit() { 1e-7 } else { 0.0 };
        assert!(wise.t() == bold.t() && distance(wise.y(), bold.y()) <= apart);
    }
}

#[test]
fn analytic_components_without_weight_do_not_count() {
    for norm in [Norm::Rms, Norm::Max] {
        let steps = |weights: Vec<f64>| {
            // The second component oscillates fast, the first decays slowly.
            let mut rhs = System(|t: f64, y: &[f64], dy: &mut [f64]| {
                dy.copy_from_slice(&[-y[0], (200.0 * t).cos()]);
            });
            let control = Control { weights, norm, ..Control::default() };
            let mut stepper = Stepper::new(Method::Dopri5, 2, control).unwrap();
            stepper.start(&mut rhs, 0.0, &[1.0, 0.0]).unwrap();
            while stepper.t() < 1.0 {
                stepper.step(&mut rhs, 1.0).unwrap();
            }
            assert!((stepper.y()[0] - (-1.0_f64).exp()).abs() < 1e-5);
            stepper.counters().accepted
        };
        let (both, slow) = (steps(vec![1.0, 1.0]), steps(vec![1.0, 0.0]));
        assert!(both > 5 * slow, "{both} steps with, {slow} without");
    }
}

#[test]
fn refusal_refused_controls() {
    let refused = |change: fn(&mut Control)| {
        let mut control = Control::default();
        change(&mut control);
        Stepper::new(Method::Dopri5, 2, control).err()
    };
    assert_eq!(refused(|_| ()), None);
    let bad = |change| matches!(refused(change), Some(ControlError::BadValue { .. }));
    assert!(bad(|c| c.rtol = f64::NAN));
    assert!(bad(|c| (c.rtol, c.atol) = (0.0, vec![0.0])));
    assert!(bad(|c| c.max_step = 0.0));
    assert!(bad(|c| c.initial_step = Some(-1.0)));
    assert!(bad(|c| c.safety = 1.5));
    let length = refused(|c| c.atol = vec![1e-6; 3]);
    assert!(matches!(length, Some(ControlError::BadLength { found: 3, dim: 2, .. })));
    assert_eq!(refused(|c| c.weights = vec![0.0; 2]), Some(ControlError::NothingWeighs));
    let rk4 = Stepper::new(Method::Rk4, 2, Control::default());
    assert!(matches!(rk4, Err(ControlError::NeedsFixedStep { method: Method::Rk4 })));
}

#[test]
fn identity_names() {
    for method in Method::ALL {
        assert_eq!(method.to_string().parse(), Ok(method));
    }
    assert!("rk45".parse::<Method>().is_err());
}

/// y' = cos t, and 5 more from a time on: a step ends there, none of its stages is beyond, the next one begins beyond, and both are as long as if there were nothing. Without being told it is found, in many steps.
#[test]
fn property_a_jump_that_is_told_costs_no_steps() {
    let exact = |t: f64| t.sin() + 5.0 * (t - 1.0).max(0.0);
    for method in adaptive() {
        let run = |told: bool, jump: f64| {
            let mut stepper = Stepper::new(method, 1, Control::adaptive(1e-8, 1e-8)).unwrap();
            let mut rhs = System(|t: f64, _: &[f64], dy: &mut [f64]| {
                dy[0] = (t + 1.0 - jump).cos() + if t >= jump { 5.0 } else { 0.0 };
            });
            stepper.start(&mut rhs, jump - 1.0, &[0.0]).unwrap();
            stepper.jumps_at(told.then_some(jump));
            let mut worst = 0.0_f64;
            while stepper.t() < jump + 1.0 {
                let until = if stepper.t() < jump { jump } else { jump + 1.0 };
                stepper.step(&mut rhs, until).unwrap();
                if stepper.t() == jump {
                    let y = stepper.y().to_vec();
                    stepper.replace_state(&mut rhs, &y).unwrap();
                }
                stepper.prepare_dense(&mut rhs).unwrap();
                for part in [0.3, 0.7, 0.99, 1.0] {
                    let t = stepper.t_prev() + part * (stepper.t() - stepper.t_prev());
                    worst = worst.max((stepper.interpolate_component(0, t) - exact(t + 1.0 - jump)).abs());
                }
            }
            (stepper.counters().accepted, worst)
        };
        // The time of a jump is a sum as a rule, and may be rounded; and zero has neighbors that are very near.
        for jump in [1.0, 0.0, 0.1 + 0.2] {
            let ((told, worst), (untold, _)) = (run(true, jump), run(false, jump));
            println!("{method}, jump at {jump}: {told} steps instead of {untold}, off by {worst:.1e}");
            assert!(worst < 3e-7 && told < untold, "{method}: {told}, {untold}, {worst:e}");
        }
    }
}
