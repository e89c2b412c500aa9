//! A unit moves as the library does; what is kept goes on with the same bits.

use super::importer::{Library, Unit};
use super::models::{STEP, TOLERANCE, crank, crank_unit, drawer, drawer_unit};
use chetaev::prelude::*;

/// Over so many steps, the outputs of a unit and the columns of one run of the library.
fn apart(unit: &Unit<'_>, run: &Trajectory, steps: usize, names: &[&str]) -> Vec<f64> {
    let table = run.columns(names).unwrap();
    let mut apart = vec![0.0_f64; names.len()];
    for k in 0..=steps {
        for (name, most) in names.iter().zip(&mut apart) {
            *most = most.max((unit.get(name).unwrap() - table.column(name).unwrap()[k]).abs());
        }
        if k < steps {
            assert_eq!(unit.step(k as f64 * STEP, STEP).unwrap(), (k as f64 * STEP + STEP, false));
        }
    }
    apart
}

#[test]
fn agreement_a_unit_moves_as_a_run_of_the_library() {
    let (model, start) = crank(0.1, 0.0).unwrap();
    let library = Library::of(&crank_unit(&model, start), "crank");
    let unit = library.instantiate(&library.token(), false).unwrap();
    // The parameter before the start, the input after it.
    unit.set("mu", 0.15).unwrap();
    unit.start(0.0).unwrap();
    unit.set("torque", 0.8).unwrap();
    let (model, start) = crank(0.15, 0.8).unwrap();
    let run = Simulation::new(&model).tolerance(TOLERANCE).every(STEP).run(start, 2.0).unwrap();
    assert!(run.transitions().len() >= 3, "moot: {} changes", run.transitions().len());
    let apart = apart(&unit, &run, 200, &["crank.theta", "crank.omega", "slider.x", "reaction.O.fx", "kinetic"]);
    println!("slider-crank, 2 s in 200 steps, off the run in one piece: {apart:?}");
    assert!(apart[0] < 1e-10 && apart[2] < 1e-10, "{apart:?}");
    assert!(apart.iter().all(|x| *x < 1e-8), "{apart:?}");
}

#[test]
fn agreement_a_drawer_sticks_and_slips() {
    let (model, start) = drawer(0.1, 0.0).unwrap();
    let library = Library::of(&drawer_unit(&model, start), "drawer");
    let unit = library.instantiate(&library.token(), false).unwrap();
    unit.set("speed", 0.08).unwrap();
    unit.enter(0.0).unwrap();
    unit.set("ahead", 0.01).unwrap();
    unit.call("fmi3ExitInitializationMode").unwrap();
    let (model, start) = drawer(0.08, 0.01).unwrap();
    let run = Simulation::new(&model).tolerance(TOLERANCE).every(STEP).run(start, 3.0).unwrap();
    let stuck = run.column(|at| f64::from(at.v()[0] == 0.0)).iter().sum::<f64>();
    assert!((20.0..280.0).contains(&stuck), "moot: it sticks at {stuck} of 301 instants");
    let apart = apart(&unit, &run, 300, &["drawer.x", "drawer.vx", "friction.front.load", "friction.front.force"]);
    println!("drawer, 3 s in 300 steps, off the run in one piece: {apart:?}");
    assert!(apart[0] < 1e-10 && apart[1] < 1e-9 && apart.iter().all(|x| *x < 1e-7), "{apart:?}");
    // The events were told.
    let said = unit.said();
    assert!(said.iter().any(|it| it.starts_with("logEvents: `front` changes from Stick to Forward")), "{said:?}");
}

/// Two steps with changed inputs.
fn on(unit: &Unit<'_>, t: f64) -> Vec<u64> {
    let mut bits = Vec::new();
    for (k, ahead) in [0.003, -0.002].into_iter().enumerate() {
        unit.set("ahead", ahead).unwrap();
        unit.step(t + k as f64 * STEP, STEP).unwrap();
        bits.extend(["drawer.x", "drawer.vx", "friction.rear.force"].map(|name| unit.get(name).unwrap().to_bits()));
    }
    bits
}

#[test]
fn identity_what_was_kept_goes_on_with_the_same_bits() {
    let (model, start) = drawer(0.1, 0.0).unwrap();
    let library = Library::of(&drawer_unit(&model, start), "kept");
    let unit = library.instantiate(&library.token(), false).unwrap();
    unit.set("speed", 0.08).unwrap();
    // Before the start there is a state too.
    let first = unit.keep().unwrap();
    unit.start(0.0).unwrap();
    let t = (0..40).fold(0.0, |t, _| unit.step(t, STEP).unwrap().0);
    let kept = unit.keep().unwrap();
    let read = unit.get("drawer.x").unwrap();
    let ours = on(&unit, t);
    unit.give_back(kept).unwrap();
    assert_eq!((unit.get("drawer.x").unwrap().to_bits(), unit.get("time").unwrap()), (read.to_bits(), t));
    assert_eq!(on(&unit, t), ours);
    // Another instance, whose parameter was never set, gets it as bytes.
    let other = library.instantiate(&library.token(), false).unwrap();
    let bytes = unit.bytes(kept, None).unwrap();
    let read = other.of_bytes(&bytes).unwrap();
    other.give_back(read).unwrap();
    assert_eq!(on(&other, t), ours);
    assert_eq!(other.get("speed").unwrap(), 0.08);
    other.free(read).unwrap();
    // Back to before the start, and from there the same again.
    unit.give_back(first).unwrap();
    unit.start(0.0).unwrap();
    let again = (0..40).fold(0.0, |t, _| unit.step(t, STEP).unwrap().0);
    assert_eq!((again, on(&unit, t)), (t, ours));
    // After a reset the parameter is that of the file.
    unit.call("fmi3Reset").unwrap();
    assert_eq!(unit.get("speed").unwrap(), 0.1);
    [first, kept].into_iter().for_each(|kept| unit.free(kept).unwrap());
}

#[test]
fn truth_a_step_ends_early_where_the_drawer_begins_to_slip() {
    let (model, start) = drawer(0.1, 0.0).unwrap();
    let library = Library::of(&drawer_unit(&model, start.clone()), "early");
    let unit = library.instantiate(&library.token(), true).unwrap();
    unit.start(0.0).unwrap();
    let (mut t, mut ends) = (0.0, Vec::new());
    while t < 2.0 {
        let (reached, early) = unit.step(t, (2.0 - t).min(0.5)).unwrap();
        assert!(reached > t);
        t = reached;
        if early {
            ends.push(t);
        }
    }
    // It breaks loose where the hand pulls with the static friction of both runners: their loads sum up to the weight, as long as both press downward, 300 N/m · v t = 0.4 m g.
    let loose = 0.4 * 2.0 * 9.81 / (300.0 * 0.1);
    println!("early ends at {ends:?} s; breaks loose at {loose:.6} s");
    assert!((ends[0] - loose).abs() < 1e-9, "{ends:?} {loose}");
    let run = Simulation::new(&model).tolerance(TOLERANCE).run(start, 2.0).unwrap();
    let mut changes: Vec<f64> = run.transitions().iter().map(|it| it.t).filter(|t| *t > 1e-6).collect();
    changes.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    assert!(ends.len() >= 4 && ends.len() == changes.len(), "{ends:?} {changes:?}");
    for (end, change) in ends.iter().zip(&changes) {
        assert!((end - change).abs() < 1e-9, "{ends:?} {changes:?}");
    }
    assert!((unit.get("drawer.x").unwrap() - run.end().q[0]).abs() < 1e-10);
}

#[test]
fn truth_initial_values_and_start_times() {
    let (model, start) = crank(0.1, 0.0).unwrap();
    let library = Library::of(&crank_unit(&model, start), "initial");
    let unit = library.instantiate(&library.token(), false).unwrap();
    unit.set("angle", 0.9).unwrap();
    unit.start(5.0).unwrap();
    assert_eq!(unit.get("time").unwrap(), 5.0);
    assert!((unit.get("crank.theta").unwrap() - 0.9).abs() < 1e-12);
    // What else must move does: x = r cos θ + √(l² − r² sin² θ).
    let expected = 0.2 * 0.9_f64.cos() + (0.25 - (0.2 * 0.9_f64.sin()).powi(2)).sqrt();
    assert!((unit.get("slider.x").unwrap() - expected).abs() < 1e-11);
    unit.set("torque", 1.0).unwrap();
    let t = (0..10).fold(5.0, |t, _| unit.step(t, STEP).unwrap().0);
    assert_eq!(unit.get("time").unwrap(), t);
    // The direct part of an output, against what it reads with other inputs, while nothing changes its mode.
    let slope = unit.slope("reaction.O.fx", "torque", 2.0).unwrap();
    let read = |torque: f64| {
        unit.set("torque", torque).unwrap();
        unit.get("reaction.O.fx").unwrap()
    };
    let difference = (read(1.01) - read(0.99)) / 0.01;
    assert!((slope - difference).abs() < 1e-8 * difference.abs() && difference.abs() > 0.1, "{slope} {difference}");
    assert_eq!(unit.slope("slider.x", "torque", 1.0).unwrap(), 0.0);
}
