//! Equilibria of what touches: contacts carry and do not pull, and nothing rests inside of another.

use chetaev::analysis::{EquilibriumError, Rest, equilibrium};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::element::Axis;
use chetaev::hybrid::Stop;
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_2;

fn up() -> Axis {
    GROUND.axis([0.0, 0.0], FRAC_PI_2)
}

fn level() -> Axis {
    GROUND.axis([0.0, 0.0], 0.0)
}

const ALL: [Rest; 2] = [Rest::Nearest, Rest::Center];

/// The contact that pulls, and its force.
fn pulls(model: &Model, state: &State, rest: &Rest) -> (String, f64) {
    match equilibrium(model, state, rest) {
        Err(EquilibriumError::Pulls { contact, force }) => (contact, force),
        other => panic!("{other:?}"),
    }
}

/// A mass of 2 kg above a stop, under gravity g; the stop is closed.
fn on_stop(g: f64) -> (Model, State, ContactId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, g]);
    let mass = builder.body("mass", Particle::new(2.0));
    builder.constraint("slot", Slot::new(up(), mass.origin()));
    let stop = builder.contact("stop", Stop::above(Travel::along(up(), mass.origin()), 0.0), Rigid::smooth());
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.close(stop);
    (model, state, stop)
}

/// Held since 4865fba: q = 0 was an equilibrium, from which a run flies off.
#[test]
fn regress_a_stop_does_not_pull() {
    for rest in ALL {
        let (model, state, _) = on_stop(9.81);
        let (contact, force) = pulls(&model, &state, &rest);
        assert!(contact == "stop" && (force - 2.0 * 9.81).abs() < 1e-9, "{contact} {force}");
        let run = Simulation::new(&model).run(state, 1.0).unwrap();
        assert!((run.end().q[1] - 0.5 * 9.81).abs() < 1e-6);
        let (model, state, stop) = on_stop(-9.81);
        let found = equilibrium(&model, &state, &rest).unwrap();
        let normal = model.read(&found.state).contact(stop).normal;
        assert!((normal - 2.0 * 9.81).abs() < 1e-9 && found.residual < 1e-12, "{normal}");
        // Nothing at all pushes or pulls.
        let (model, state, _) = on_stop(0.0);
        assert!(equilibrium(&model, &state, &rest).unwrap().residual == 0.0);
    }
}

/// A disk of 1 kg on a rough floor, lifted with this force.
fn lifted(force: f64) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0));
    let floor = Contact::between(GROUND, disk, EllipseOnLine::new(level(), 0.1, 0.1));
    let floor = builder.contact("floor", floor, Rigid::rough(Coulomb::new(0.2)));
    builder.force("lift", Applied::force(disk.origin(), [0.0, force]));
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.close(floor);
    (model, state)
}

/// Held since 4865fba: a floor held down what is lifted with twice its weight.
#[test]
fn regress_a_floor_does_not_pull() {
    for rest in ALL {
        let (model, state) = lifted(20.0);
        let (contact, force) = pulls(&model, &state, &rest);
        assert!(contact == "floor" && (force - 10.19).abs() < 1e-9, "{contact} {force}");
        let (model, state) = lifted(9.0);
        assert!(equilibrium(&model, &state, &rest).unwrap().residual < 1e-12);
    }
}

/// A block on three corners in a line, one more than rigid bodies know the forces of, with a force at x on it.
fn block(x: f64, force: f64) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]).allow_redundant();
    let block = builder.body("block", RigidBody::new(1.0, 0.05).at(0.0, 0.1, 0.0));
    let feet = [-0.3, 0.0, 0.3].map(|x| {
        let foot = Contact::between(GROUND, block, CornerOnLine::new(level(), [x, -0.1]));
        builder.contact(format!("foot {x}"), foot, Rigid::smooth())
    });
    builder.force("load", Applied::force(block.point(x, 0.0), [0.0, force]));
    let model = builder.build().unwrap();
    let mut state = model.placed();
    feet.into_iter().for_each(|foot| state.close(foot));
    (model, state)
}

/// It stands while the weights meet the floor between its outer feet.
#[test]
fn analytic_a_block_stands_on_its_feet_or_tips() {
    for rest in ALL {
        for (x, load) in [(0.0, -5.0), (0.4, -20.0), (0.0, 9.0)] {
            let (model, state) = block(x, load);
            let found = equilibrium(&model, &state, &rest).unwrap();
            assert!(found.residual < 1e-10, "{x} {load} {}", found.residual);
        }
        // 0.4 m · 40 N > 0.3 m · (40 + 9.81) N: it tips about the foot at the right.
        for (x, load) in [(0.4, -40.0), (0.0, 11.0)] {
            let (model, state) = block(x, load);
            let (contact, force) = pulls(&model, &state, &rest);
            assert!(contact.starts_with("foot") && force > 0.0, "{contact} {force}");
        }
    }
}

/// On the edge of slipping as well: beside a block that is about to slide a mass hangs on a stop above it. Held since 4865fba.
#[test]
fn regress_a_stop_does_not_pull_on_the_edge_of_slipping() {
    for (g, holds) in [(-9.81, false), (9.81, true)] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, g]);
        let block = builder.body("block", Particle::new(2.0));
        let slope = GROUND.axis([0.0, 0.0], 0.5);
        let slot = builder.constraint("slope", Slot::new(slope, block.origin()));
        builder.force("spring", SpringDamper::guided(slope, block.origin(), 100.0));
        let rub = builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.3));
        let mass = builder.body("mass", Particle::new(1.0).at(2.0, 0.0));
        let line = GROUND.axis([2.0, 0.0], FRAC_PI_2);
        builder.constraint("line", Slot::new(line, mass.origin()));
        let stop = builder.contact("stop", Stop::below(Travel::along(line, mass.origin()), 0.0), Rigid::smooth());
        let model = builder.build().unwrap();
        let mut state = model.placed();
        state.close(stop);
        let edge = Rest::Edge(vec![(rub, 1.0)]);
        if holds {
            assert!(equilibrium(&model, &state, &edge).unwrap().residual < 1e-10);
        } else {
            let (contact, force) = pulls(&model, &state, &edge);
            assert!(contact == "stop" && (force - 9.81).abs() < 1e-9, "{contact} {force}");
        }
    }
}

/// Held since 4865fba: a mass on a soft spring came to rest below the floor on which it lies.
#[test]
fn regress_nothing_rests_on_the_other_side_of_a_floor() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let mass = builder.body("mass", Particle::new(1.0).at(0.0, 0.5));
    builder.constraint("slot", Slot::new(up(), mass.origin()));
    let height = Travel::along(up(), mass.origin());
    builder.force("spring", SpringDamper::along(height, 40.0).rest(0.1));
    let floor = builder.contact("floor", Stop::above(height, 0.0), Rigid::smooth());
    let model = builder.build().unwrap();
    match equilibrium(&model, &model.placed(), &Rest::Nearest) {
        Err(EquilibriumError::Penetrates { contact, depth, unit }) => {
            assert!(contact == "floor" && (depth - 0.15).abs() < 1e-12 && unit == "m", "{depth} {unit}");
        }
        other => panic!("{other:?}"),
    }
    let mut closed = model.placed();
    closed.close(floor);
    let found = equilibrium(&model, &closed, &Rest::Nearest).unwrap();
    let normal = model.read(&found.state).contact(floor).normal;
    assert!(found.state.q[1].abs() < 1e-12 && (normal - 6.0).abs() < 1e-9, "{normal}");
}
