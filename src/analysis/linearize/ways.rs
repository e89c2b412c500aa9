//! Both ways of `columns.rs` against each other, and what each takes.

use super::{Linearization, Way};
use crate::dynamics::known;
use crate::prelude::*;
use std::time::Instant;

/// By how much the matrices differ, and what both are known to together, as parts of the largest number.
fn compare(what: &str, model: &Model, state: &State) -> [f64; 2] {
    let timed = |way: Way| {
        let start = Instant::now();
        let found = Linearization::by(way, model, state).unwrap();
        (found, start.elapsed().as_secs_f64())
    };
    let ((elements, fast), (whole, slow)) = (timed(Way::of(model)), timed(Way::Whole));
    let errors = [&elements, &whole].map(|found| found.error() / whole.matrix().amax());
    let scaled = [&elements, &whole].map(|found| found.scaled());
    let size = scaled[1].matrix.amax();
    let apart = (&scaled[0].matrix - &scaled[1].matrix).amax() / size;
    let known = scaled.map(|found| found.known / size);
    println!(
        "{what}: {apart:.1e} apart, known to {:.1e} and {:.1e}, errors {:.1e} and {:.1e}; {fast:.4} and {slow:.4} s",
        known[0], known[1], errors[0], errors[1]
    );
    assert!(matches!(Way::of(model), Way::Elements(_)), "{what}");
    [apart, known[0] + known[1]]
}

fn agree(what: &str, model: &Model, state: &State) {
    let [apart, known] = compare(what, model, state);
    assert!(apart <= known && known < 1e-9, "{what}: {apart:e} {known:e}");
}

fn beam(rods: usize) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let length = 1.0 / rods as f64;
    let mut behind: Option<BodyId<Planar>> = None;
    for k in 0..rods {
        let rod =
            builder.body(format!("rod {k}"), RigidBody::rod(length, length).at((k as f64 + 0.5) * length, 0.0, 0.0));
        let end = behind.map_or(GROUND.origin(), |behind| behind.point(0.5 * length, 0.0));
        builder.constraint(format!("pin {k}"), Revolute::new(end, rod.point(-0.5 * length, 0.0)));
        let frame = behind.map_or(GROUND, |behind| behind);
        builder.force(format!("spring {k}"), SpringDamper::torsional(frame, rod, 1e4).damping(1.0));
        behind = Some(rod);
    }
    builder.build().unwrap()
}

#[test]
fn identity_elements_and_whole_evaluations_agree() {
    for rods in [1, 10, 40] {
        let model = beam(rods);
        agree(&format!("beam of {rods} rods"), &model, &model.placed());
    }
    let model = known::bushed_solids(1e7);
    agree("bushing in space, turning", &model, &model.start().project().unwrap().state);
}

/// Friction that slides and sticks, velocity constraints, a contact in space: along runs.
#[test]
fn identity_they_agree_along_runs() {
    let (rubbing, rolling) = (known::rough_cart(), known::ball_that_slides());
    for (what, model, end) in [("friction", &rubbing, 6.0), ("ball", &rolling, 1.2)] {
        let start = model.start().project().unwrap();
        let run = Simulation::new(model).tolerance(1e-9).keep_dense().run(start, end).unwrap();
        for k in 0..5 {
            let mut state = run.state_at(end * (f64::from(k) + 0.37) / 5.0).unwrap();
            // Onto the constraints: dense output lies beside them.
            let mut ws = model.workspace();
            crate::analysis::manifold::project(model, &mut ws, &mut state).unwrap();
            agree(what, model, &state);
        }
    }
}
