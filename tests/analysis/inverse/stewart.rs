//! The platform of examples/support/stewart.rs: the forces of its legs against those by hand, against a run with friction, and given to a run.

#[path = "../../../examples/support/stewart.rs"]
mod platform;

use chetaev::prelude::*;
use platform::{Legs, SEAL, by_hand, length, most, platform, question};
use std::array::from_fn;
use std::sync::{Arc, Mutex};

#[test]
fn external_stewart_platform_against_newton_and_euler_by_hand() {
    let (model, travels) = platform(false, &Legs::Free).unwrap();
    assert_eq!(model.freedoms(&model.placed()).unwrap().freedoms, 6);
    let times: Vec<f64> = (0..=100).map(|i| 0.02 * f64::from(i)).collect();
    let found = question(&model, &travels).over(&model.placed(), times).unwrap();
    let (mut off, mut largest): (f64, f64) = (0.0, 0.0);
    for inverted in &found {
        let hand = by_hand(inverted.state().t);
        largest = largest.max(most(hand));
        off = off.max(most((0..6).map(|k| inverted.force(&format!("leg {k}")).unwrap() - hand[k])));
    }
    println!("Stewart platform, {} instants: forces up to {largest:.1} N, off by {off:.1e} N", found.len());
    assert!(largest > 100.0, "moot");
    assert!(off < 1e-10 * largest, "{off:e}");
}

#[test]
fn oracle_stewart_platform_with_friction_against_the_run() {
    let (driven, _) = platform(true, &Legs::Driven).unwrap();
    let run =
        Simulation::new(&driven).every(0.02).tolerance(1e-11).run(driven.start().project().unwrap(), 2.0).unwrap();
    assert!(run.transitions().len() > 10, "moot: {}", run.transitions().len());
    let (model, travels) = platform(true, &Legs::Free).unwrap();
    let times: Vec<f64> = run.samples().map(|at| at.t()).collect();
    let found = question(&model, &travels).over(&model.placed(), times).unwrap();
    let legs: [ConstraintRef; 6] = from_fn(|k| driven.constraint(&format!("leg {k}")).unwrap());
    let near = |t: f64| run.transitions().iter().any(|it| (it.t - t).abs() < 1e-9);
    let (mut off, mut largest, mut seals): (f64, f64, f64) = (0.0, 0.0, 0.0);
    for (at, inverted) in run.samples().zip(&found).filter(|(at, _)| !near(at.t())) {
        let force = |k: usize| inverted.force(&format!("leg {k}")).unwrap();
        largest = largest.max(most(legs.map(|leg| at.multipliers(leg)[0])));
        off = off.max(most((0..6).map(|k| at.multipliers(legs[k])[0] - force(k))));
        // Of the seals the hand knows the friction too, where guides do not rub: the difference to the legs' own force.
        let here = inverted.read().unwrap();
        seals = seals.max(most([0, 2, 4].map(|k| {
            let seal = here.friction(model.friction(&format!("seal {k}")).unwrap()).unwrap();
            seal.force + SEAL[0] * SEAL[1] * seal.slip.signum()
        })));
    }
    println!(
        "Stewart platform with friction, {} instants, {} transitions: forces up to {largest:.1} N, off by {off:.1e} N",
        found.len(),
        run.transitions().len()
    );
    assert!(off < 1e-9 * largest && seals == 0.0, "{off:e}, {seals:e}");
}

#[test]
fn oracle_stewart_platform_pushed_by_the_forces_found() {
    // The forces of the inverse question, given to a model without drivers: it goes where they were asked for.
    let (asked, travels) = platform(true, &Legs::Free).unwrap();
    let last = Arc::new(Mutex::new((f64::NAN, [0.0; 6], asked.placed())));
    let forces = move |t: f64| {
        let mut last = last.lock().unwrap();
        if last.0 != t {
            let found = question(&asked, &travels).over(&last.2, [t]).unwrap().remove(0);
            *last = (t, from_fn(|k| found.force(&format!("leg {k}")).unwrap()), found.state().clone());
        }
        last.1
    };
    let (free, travels) = platform(true, &Legs::Free).unwrap();
    let start = question(&free, &travels).over(&free.placed(), [0.0]).unwrap().remove(0);
    let (pushed, travels) = platform(true, &Legs::Pushed(Arc::new(forces))).unwrap();
    let mut state = pushed.placed();
    (state.q, state.v) = (start.state().q.clone(), start.state().v.clone());
    let run = Simulation::new(&pushed).every(0.02).tolerance(1e-11).run(state, 0.2).unwrap();
    assert!(run.transitions().is_empty(), "a leg turns back, and its force jumps");
    let off = most(run.samples().flat_map(|at| {
        let errors: Vec<f64> =
            (0..6).map(|k| at.measure(&travels[k]).unwrap().value - length(k, Jet::time(at.t())).value).collect();
        errors
    }));
    let way = most((0..6).map(|k| length(k, Jet::time(0.2)).value - length(k, Jet::time(0.0)).value));
    println!("pushed for 0.2 s, legs moving by up to {way:.3} m: lengths off by {off:.1e} m");
    assert!(way > 0.02 && off < 1e-9, "{off:e}");
}
