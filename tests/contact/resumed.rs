//! A run that was stopped in whatever mode, written, read and gone on with is, to the bit, the run that just goes on.

use super::common::G;
use super::saved::{again, bits, text, yard};
use chetaev::contact::curve::{Circle, Ellipse};
use chetaev::contact::{CornerOnCurve, CornerOnLine, CurvePair};
use chetaev::dynamics::Stabilization;
use chetaev::prelude::*;
use chetaev::simulate::{Output, RunFailure};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// A run of equal steps, stopped after so many of them.
fn stopped(model: &Model, start: State, [step, end]: [f64; 2], after: u64) -> Trajectory {
    let plan = Simulation::new(model).fixed_step(step).stabilization(Stabilization::Projection);
    let told = move |now: &chetaev::simulate::Progress| {
        if now.steps >= after { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match plan.output(Output::Steps).progress(told).run(start, end) {
        Ok(run) => run,
        Err(error) => {
            assert!(matches!(error.failure, RunFailure::Cancelled { .. }), "{error}");
            *error.partial
        }
    }
}

/// What was seen at the places where a run was stopped.
#[derive(Default)]
struct Seen {
    modes: BTreeSet<String>,
    /// Most impacts that a state counted, and most contacts that were closed.
    counted: usize,
    closed: usize,
}

/// Stopped after every step, at its impacts and changes as well, written, read and gone on with for the next: nothing but the state goes from step to step. The pieces are what
/// the run is that just goes on.
fn goes_on(name: &str, model: &Model, steps: [f64; 2]) -> Seen {
    let back = again(&model.saved().unwrap()).build().unwrap();
    let whole = stopped(model, model.placed(), steps, u64::MAX);
    let (all, one) = (bits(&whole), 1 + model.coordinates() + model.velocities());
    let (mut seen, mut state, mut done) = (Seen::default(), model.placed(), one);
    let [mut impacts, mut changes] = [0; 2];
    while state.t < whole.end().t {
        let piece = stopped(&back, state.clone(), steps, 1);
        // At an impact a sample is of the state before it.
        let here = &bits(&piece)[one..];
        let place = format!("{name}: from {} on, {:?}", state.t, state.modes);
        assert_eq!(here, &all[done..done + here.len()], "{place}");
        done += here.len();
        let [struck, changed] = [piece.impacts().len(), piece.transitions().len()];
        assert_eq!(piece.impacts(), &whole.impacts()[impacts..impacts + struck], "{place}");
        // The slip of a contact that was open is not a number.
        let told = |it: &Transition| format!("{} {} {:?} {:?} {} {}", it.t, it.name, it.from, it.to, it.slip, it.load);
        let [theirs, ours] = [piece.transitions(), &whole.transitions()[changes..changes + changed]];
        assert!(theirs.iter().map(told).eq(ours.iter().map(told)), "{place}: {theirs:?} {ours:?}");
        (impacts, changes) = (impacts + struck, changes + changed);
        state = again(piece.end());
        assert_eq!(text(&state), text(piece.end()));
        seen.counted = seen.counted.max(state.impacts.count());
        let at = model.read(&state);
        let readings: Vec<_> = model.contact_names().map(|name| at.contact(model.contact(name).unwrap())).collect();
        seen.closed = seen.closed.max(readings.iter().filter(|reading| reading.mode != Mode::Open).count());
        seen.modes.extend(readings.iter().map(|reading| {
            let leaves = reading.mode == Mode::Open && reading.gap.abs() < 1e-9;
            if leaves { "Leaving".into() } else { format!("{:?}", reading.mode) }
        }));
    }
    assert_eq!(text(&state), text(whole.end()), "{name}");
    assert_eq!((done, impacts, changes), (all.len(), whole.impacts().len(), whole.transitions().len()), "{name}");
    let Seen { modes, counted, closed } = &seen;
    let steps = whole.counters().steps;
    println!(
        "{name}: {steps} steps, {impacts} impacts, {changes} changes; {modes:?}, up to {closed} closed, {counted} impacts counted"
    );
    seen
}

/// A block with rough feet, thrown against a spring: it slides both ways and stops.
fn sledge() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let block = builder.body("block", RigidBody::new(2.0, 0.3).at(0.0, 0.1, 0.0).moving(1.5, 0.0, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    for (name, x) in [("left", -0.3), ("right", 0.3)] {
        let foot = Contact::between(GROUND, block, CornerOnLine::new(line, [x, -0.1]));
        builder.contact(name, foot, Rigid::rough(Coulomb::new(0.2).holding(0.3)));
    }
    builder.force("spring", SpringDamper::guided(line, block.origin(), 40.0));
    builder.build().unwrap()
}

/// A slender block that rocks from foot to foot, and rests.
fn rocking() -> Model {
    let (b, h, angle, mut builder) = (0.1, 0.2, -0.2_f64, ModelBuilder::new());
    builder.gravity([0.0, -G]);
    let (sin, cos) = angle.sin_cos();
    let block = RigidBody::new(1.0, (b * b + h * h) / 3.0).at(b - cos * b - sin * h, cos * h - sin * b, angle);
    let block = builder.body("block", block);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    for (name, x) in [("left", -b), ("right", b)] {
        let foot = Contact::between(GROUND, block, CornerOnLine::new(line, [x, -h]));
        builder.contact(name, foot, Rigid::rough(Coulomb::new(2.0)));
    }
    builder.build().unwrap()
}

/// Painlevé's rod, which jams.
fn rod() -> Model {
    let (l, theta, omega, mut builder) = (0.5, 1.0995574287564276_f64, 3.0, ModelBuilder::new());
    builder.gravity([0.0, -G]);
    let (sin, cos) = theta.sin_cos();
    let body = RigidBody::rod(1.0, 2.0 * l).at(0.0, l * sin, -theta);
    let rod = builder.body("rod", body.moving(1.0 + l * sin * omega, l * cos * omega, -omega));
    let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [l, 0.0]);
    builder.contact("tip", Contact::between(GROUND, rod, pair), Rigid::rough(Coulomb::new(1.5)).bouncing(0.2));
    builder.build().unwrap()
}

/// Contacts that search for their places: a particle in a smooth bowl, and an egg that falls onto another one.
fn curves() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let particle = builder.body("particle", Particle::new(0.4).at(1.2 * 1.2_f64.sin(), -1.2_f64.cos()));
    let bowl = CornerOnCurve::inside(Ellipse::new(1.2, 1.0), [0.0, 0.0]);
    builder.contact("bowl", Contact::between(GROUND, particle, bowl), Rigid::rough(Coulomb::new(0.1)).bouncing(0.3));
    let egg = builder.body("egg", RigidBody::new(1.0, 0.02).at(5.0, 1.9, 0.3).moving(0.1, 0.0, 1.0));
    let pair = CurvePair::outside(Circle::new([5.0, 0.0], 1.5), Ellipse::new(0.3, 0.2));
    builder.contact("egg", Contact::between(GROUND, egg, pair), Rigid::rough(Coulomb::new(0.4)).bouncing(0.3));
    builder.build().unwrap()
}

#[test]
fn identity_a_run_goes_on_from_every_mode() {
    let scenes = [
        ("yard", yard(), [1.0 / 256.0, 1.0]),
        ("sledge", sledge(), [1.0 / 64.0, 2.0]),
        ("rocking", rocking(), [1.0 / 64.0, 1.6]),
        ("rod", rod(), [1.0 / 512.0, 0.15]),
        ("curves", curves(), [1.0 / 128.0, 0.6]),
    ];
    let mut all = Seen::default();
    for (name, model, steps) in scenes {
        let seen = goes_on(name, &model, steps);
        all.modes.extend(seen.modes);
        all.counted = all.counted.max(seen.counted);
        all.closed = all.closed.max(seen.closed);
    }
    for mode in ["Leaving", "Open", "Holding", "Stick", "Forward", "Backward"] {
        assert!(all.modes.contains(mode), "moot: never {mode}");
    }
    assert!(all.counted > 10 && all.closed > 2, "moot: {} counted, {} closed", all.counted, all.closed);
}

/// A block on a spring in a rough slot, which stops where the spring pulls with more than it rubs with in motion.
fn on_a_spring() -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder
        .body("block", Particle::new(2.9465234011794283).at(0.07543414856871722, 0.0).moving(1.525300547870371, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let slot = builder.constraint("slot", Slot::new(line, block.origin()));
    builder.force("spring", SpringDamper::guided(line, block.origin(), 63.45863652622852).damping(0.1));
    builder.force("push", Applied::force(block.origin(), [0.28108015750974324, 0.0]));
    let mu = 0.4111554273005653;
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu).holding(1.4 * mu));
    builder.build().unwrap()
}

/// What a run leaves at its end may have come past its zero by more than rounding, for within its tolerance it has just stopped.
/// Held since 98b7e847.
#[test]
fn regress_a_pause_at_a_stop_changes_nothing() {
    let model = on_a_spring();
    let start: State = model.start().project().unwrap().into();
    let run = |from: &State, to: f64| Simulation::new(&model).run(from.clone(), to).unwrap();
    let whole = run(&start, 2.0);
    let stop = whole.transitions()[0].t;
    for by in [-1e-12, -1e-13, -2e-14, 0.0, 2e-14, 1e-13, 1e-12] {
        for part in [0.1, 0.3, 0.5, 0.7, 0.9] {
            let first = run(run(&start, part * stop).end(), stop + by);
            let rest = run(first.end(), 2.0);
            let off = (rest.end().q[0] - whole.end().q[0]).abs();
            assert!(off < 1e-8, "paused {by:e} s from the stop after {part}: v {:e}, off by {off:e}", first.end().v[0]);
        }
    }
}

/// Held since 98b7e847.
#[test]
fn regress_what_has_come_past_its_zero_stands() {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(1.0).moving(-1e-12, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("slot", Slot::new(line, block.origin()));
    builder.force("push", Applied::force(block.origin(), [-3.5, 0.0])); // More than it rubs with in motion, less than at rest.
    let rub = builder.friction(
        "rub",
        FrictionPoint::along(Travel::along(line, block.origin()), 10.0),
        Coulomb::new(0.3).holding(0.4),
    );
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.set_friction(rub, Mode::Forward);
    let run = Simulation::new(&model).run(state, 1.0).unwrap();
    assert!(run.end().q[0].abs() < 1e-11 && run.transitions()[0].to == Mode::Stick, "{:?}", run.end().q);
}
