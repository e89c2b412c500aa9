//! Many friction points: the signs go into the big matrix, and nothing else changes.

use crate::mechanisms::apart;
use chetaev::dynamics::Baumgarte;
use chetaev::error::EvalError;
use chetaev::prelude::*;

/// A crank, a rod and a slider in a slot, with friction in the slot and in the pin between crank and rod.
fn slider_crank(builder: &mut ModelBuilder, name: &str, angle: f64) {
    let (r, l) = (0.1, 0.3);
    let place = [3.0 * angle, 0.0];
    let (sin, cos) = angle.sin_cos();
    let end = r * cos + (l * l - r * r * sin * sin).sqrt();
    let tilt = (-r * sin).atan2(end - r * cos);
    let [x, y] = place;
    let crank = RigidBody::rod(1.0, r).at(x + 0.5 * r * cos, y + 0.5 * r * sin, angle);
    let crank = builder.body(format!("crank {name}"), crank);
    let rod = RigidBody::rod(2.0, l).at(x + 0.5 * (r * cos + end), y + 0.5 * r * sin, tilt);
    let rod = builder.body(format!("rod {name}"), rod);
    let slider = builder.body(format!("slider {name}"), Particle::new(3.0).at(x + end, y));
    let foot = GROUND.axis(place, 0.0);
    builder.constraint(format!("foot {name}"), Revolute::new(GROUND.point(x, y), crank.point(-0.5 * r, 0.0)));
    let pin = Revolute::new(crank.point(0.5 * r, 0.0), rod.point(-0.5 * l, 0.0));
    let id = builder.constraint(format!("pin {name}"), pin);
    builder.friction(format!("pin rub {name}"), FrictionPoint::in_pin(id, 0.02), Coulomb::new(0.3));
    builder.constraint(format!("wrist {name}"), Revolute::new(rod.point(0.5 * l, 0.0), slider.origin()));
    let slot = Slot::new(foot, slider.origin());
    let id = builder.constraint(format!("slot {name}"), slot);
    builder.friction(format!("slot rub {name}"), FrictionPoint::in_slot(id), Coulomb::new(0.4));
}

fn cranks(angles: &[f64]) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    angles.iter().enumerate().for_each(|(k, &angle)| slider_crank(&mut builder, &k.to_string(), angle));
    let model = builder.build().unwrap();
    let mut guess = model.placed();
    // Each crank is given a speed of its own; the projection leaves a small part of it, since the rest is to follow.
    let per = guess.v.len() / angles.len();
    guess
        .v
        .iter_mut()
        .enumerate()
        .filter(|(i, _)| i % per == 2)
        .for_each(|(i, v)| *v = 900.0 + 30.0 * (i / per) as f64);
    let mut state: State = model.start_from(guess).project().unwrap().into();
    model.decide_friction(&mut state).unwrap();
    (model, state)
}

/// Accelerations, multipliers and loads of one evaluation, and ‖C‖.
fn evaluated(model: &Model, state: &State, search: Search) -> (Vec<f64>, Vec<f64>, Vec<f64>, f64) {
    let mut ws = model.workspace().searching(search);
    // No sign is known beforehand.
    let mut state = state.clone();
    state.signs.fill(1.0);
    model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
    (ws.acceleration().to_vec(), ws.multipliers().to_vec(), ws.normal_loads().to_vec(), ws.coupling().norm)
}

/// Pins and slots: signs and directions in the matrix give what the equation in the loads gives.
#[test]
fn identity_signs_in_the_matrix_are_signs_in_the_loads() {
    let mut reversed = 0;
    for k in 0..20 {
        let (model, state) = cranks(&[0.3 + 0.3 * f64::from(k)]);
        let reduced = evaluated(&model, &state, Search::Reduced);
        assert!(reduced.3.is_finite() && reduced.3 > 0.01);
        for search in [Search::WarmStarted, Search::Exhaustive] {
            let matrix = evaluated(&model, &state, search);
            assert!(matrix.3.is_infinite(), "not in the matrix");
            let size = reduced.0.iter().chain(&reduced.1).fold(1.0, |most: f64, x| most.max(x.abs()));
            assert!(apart(&reduced.0, &matrix.0) < 1e-12 * size);
            assert!(apart(&reduced.1, &matrix.1) < 1e-12 * size);
            assert!(apart(&reduced.2, &matrix.2) < 1e-12 * size);
        }
        let slot = model.constraint("slot 0").unwrap();
        reversed += usize::from(reduced.1[model.row_range(slot).start] < 0.0);
    }
    assert!((1..20).contains(&reversed), "loads of both signs: {reversed}");
}

/// Mechanisms that do not touch each other move as if alone, also when they are so many that another method is taken.
#[test]
fn identity_many_mechanisms_in_one_model_move_as_alone() {
    let angles: Vec<f64> = (0..12).map(|k| 0.3 + 0.5 * f64::from(k)).collect();
    let (model, state) = cranks(&angles);
    let together = evaluated(&model, &state, Search::default());
    assert!(together.3.is_infinite(), "not in the matrix");
    for (k, chunk) in together.0.chunks_exact(8).enumerate() {
        let (model, mut alone) = cranks(&angles[k..=k]);
        alone.v.copy_from_slice(&state.v[8 * k..8 * k + 8]);
        let alone = evaluated(&model, &alone, Search::default());
        let size = alone.0.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        assert!(apart(&alone.0, chunk) < 1e-12 * size, "{k}");
        assert!(apart(&alone.2, &together.2[2 * k..2 * k + 2]) < 1e-12 * size * 3.0, "{k}");
    }
}

/// A rod that hangs on a slider in a rough slot (row 2 of `tests/data/painleve_rod.csv` if it moves to the left, row 1 if to the right), beside beads in rough slots of their own.
fn rod_beside_beads(speed: f64, beads: usize) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let (half, tilt) = (0.3, 2.6_f64);
    let (sin, cos) = tilt.sin_cos();
    let slider = builder.body("slider", Particle::new(0.05).moving(speed, 0.0));
    let rod = RigidBody::rod(0.5, 2.0 * half).at(half * sin, -half * cos, tilt - std::f64::consts::FRAC_PI_2);
    let rod = builder.body("rod", rod.moving(speed, 0.0, 0.0));
    builder.constraint("hinge", Revolute::new(slider.origin(), rod.point(-half, 0.0)));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(2.0));
    for k in 0..beads {
        let bead = Particle::new(1.0 + 0.1 * k as f64).at(0.0, 1.0 + k as f64).moving(1.0, 0.0);
        let bead = builder.body(format!("bead {k}"), bead);
        let line = GROUND.axis([0.0, 1.0 + k as f64], 0.0);
        let slot = builder.constraint(format!("wire {k}"), Slot::new(line, bead.origin()));
        builder.friction(format!("rub {k}"), FrictionPoint::in_slot(slot), Coulomb::new(0.3));
    }
    let model = builder.build().unwrap();
    let state = model.start().project().unwrap().into();
    (model, state)
}

/// What depends on nothing else is no reason to try more patterns: the rod alone has two. Held since 51eacf25; before, ten beads took 2¹¹ trials of the mechanism that has no motion, and from 16 on not all were tried.
#[test]
fn regress_beads_do_not_multiply_the_patterns_of_a_rod() {
    for beads in [0, 10, 15, 30] {
        for search in [Search::Reduced, Search::Direct, Search::WarmStarted] {
            let (model, mut state) = rod_beside_beads(-1.0, beads);
            assert!(model.decide_friction(&mut state).is_err());
            let mut ws = model.workspace().searching(search);
            let outcome = model.evaluate(&mut ws, &state, Baumgarte::OFF);
            assert!(matches!(outcome, Err(EvalError::NoSigns { .. })), "{outcome:?}");
            let trials = ws.trials().trials;
            println!("{beads} beads, {search:?}: {trials} patterns");
            assert!(trials < 20 * (beads as u64 + 3), "{beads} beads, {search:?}: {trials}");
            let (model, mut state) = rod_beside_beads(1.0, beads);
            model.decide_friction(&mut state).unwrap();
            let mut ws = model.workspace().searching(search);
            model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
            if beads < 16 {
                assert_eq!(model.branches(&state).unwrap().len(), 2, "{beads}");
            }
        }
    }
}
