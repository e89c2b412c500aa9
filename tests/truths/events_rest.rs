//! Events where a run, or a motion, ends: at the junctions of runs in pieces, at stops of friction, at impacts.

use chetaev::analysis::Section;
use chetaev::hybrid::{Rigid, Stop};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, TAU};

fn adaptive() -> impl Iterator<Item = Method> {
    Method::ALL.into_iter().filter(|method| method.is_adaptive())
}

/// A zero at the junction of two runs is one event, in whichever it is. Held since 32bf0f56; before, a count of passages that was looked at once a period stayed at zero.
#[test]
fn regress_runs_in_pieces_have_the_events_of_the_whole() {
    for rate in [1.0, 1.675, 2.077, TAU, 8.509] {
        let mut builder = ModelBuilder::new();
        let point = builder.body("point", Particle::new(1.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("slot", Slot::new(line, point.origin()));
        let place = Travel::along(line, point.origin());
        builder.constraint("drive", Driver::new(place, move |t: Jet| (t * rate).sin() * 0.3));
        let count = builder.input("count", 0.0);
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap().state;
        let plan = || {
            let up = Event::new("up", move |at: &Snapshot<'_>| at.body(point).origin.x).rising();
            Simulation::new(&model).event(up.change_with(move |at, state| {
                state.set_variable(count, at.variable(count) + 1.0);
                Ok(())
            }))
        };
        let period = TAU / rate;
        let strobed = Section::strobed(period).take(10).run(&plan, start.clone()).unwrap();
        let counts: Vec<f64> = strobed.iter().map(|state| state.variable(count)).collect();
        assert_eq!(counts, (1..=10).map(f64::from).collect::<Vec<_>>(), "once a period, {rate} rad/s");
        let mut state = start;
        for piece in 1..=101 {
            state = plan().run(state, f64::from(piece) * period / 10.0).unwrap().end().clone();
        }
        assert_eq!(state.variable(count), 10.0, "in tenths of periods, {rate} rad/s");
    }
}

/// So does a guard that counts either way, whose zero may be found just before the end: it is told once.
#[test]
fn property_a_zero_at_the_end_of_a_run_is_told_once() {
    let mut builder = ModelBuilder::new();
    let stone = builder.body("stone", Particle::new(1.0).moving(1.0, 0.0));
    let model = builder.build().unwrap();
    for k in 0..200 {
        let end = 0.1 + 0.037 * f64::from(k);
        for method in adaptive() {
            let runs = |start: State, t_end: f64| {
                let gate = Event::new("gate", move |at: &Snapshot<'_>| at.body(stone).origin.x - end);
                let clock = Event::every("tick", 0.25).quiet().change(|_| {});
                let run = Simulation::new(&model).method(method).event(gate).event(clock).run(start, t_end).unwrap();
                (run.events().len(), run.end().clone())
            };
            let (first, state) = runs(model.placed(), end);
            let (second, _) = runs(state, end + 1.0);
            assert_eq!([first, second], [1, 0], "{method:?}, {end}");
        }
    }
}

/// What is left of a speed that friction stops is rounding, on either side of zero. Held since 32bf0f56; before, of a hundred blocks that slide to the right and stop 51 had a speed that passed zero from below, and of a hundred that are
/// pulled to and fro 15 runs with an event that changes nothing ended as events that accumulate.
#[test]
fn regress_a_stop_is_no_passage_by_rounding() {
    for k in 0..100 {
        let (mu, v) = (0.2 + 0.005 * f64::from(k), 1.0 + 0.01 * f64::from(k));
        let block = |pulled: bool| {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -9.81]);
            let line = GROUND.axis([0.0, 0.0], 0.0);
            let block = builder.body("block", Particle::new(1.0).moving(v, 0.0));
            let slot = builder.constraint("slot", Slot::new(line, block.origin()));
            builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu));
            if pulled {
                let pull = Signal::default().sine(mu * 9.81 * 1.5, 3.0, 0.3);
                builder.force("pull", AppliedAlong::signal(Travel::along(line, block.origin()), pull));
            }
            (builder.build().unwrap(), block)
        };
        let speed = |block: BodyId| move |at: &Snapshot<'_>| at.body(block).velocity.x;
        let (model, body) = block(false);
        let stops = |event: Event<'static>| Simulation::new(&model).event(event).run(model.placed(), 3.0).unwrap();
        assert!(stops(Event::new("rising", speed(body)).rising()).events().is_empty(), "{mu}");
        let falls = stops(Event::new("falling", speed(body)).falling());
        assert_eq!(falls.events().len(), 1, "{mu}");
        assert!((falls.events()[0].t - v / (mu * 9.81)).abs() < 1e-12);
        let (model, body) = block(true);
        let plain = Simulation::new(&model).run(model.placed(), 3.0).unwrap();
        let turn = Event::new("turn", speed(body)).change(|_| {});
        let run = Simulation::new(&model).event(turn).run(model.placed(), 3.0).unwrap();
        assert!((run.end().q[0] - plain.end().q[0]).abs() < 1e-8, "{mu}");
    }
}

/// The surface of a section may be that of a contact: its points are those before the impacts, and nothing comes up from below it. Held since 32bf0f56; before, the side was one or the other.
#[test]
fn regress_sections_at_impacts_are_before_them() {
    let (height, restitution) = (1.0, 0.8_f64);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let ball = builder.body("ball", Particle::new(1.0).at(0.0, height));
    let up = Travel::along(GROUND.axis([0.0, 0.0], FRAC_PI_2), ball.origin());
    builder.contact("floor", Stop::above(up, 0.0), Rigid::smooth().bouncing(restitution));
    let model = builder.build().unwrap();
    let place = move |at: &Snapshot<'_>| at.body(ball).origin.y;
    for method in adaptive() {
        let plan = || Simulation::new(&model).method(method);
        let points = Section::falling(place).take(6).within(9.0).run(&plan, model.placed()).unwrap();
        assert_eq!(points.len(), 6);
        for (bounces, point) in (0..).zip(&points) {
            let exact = -(2.0 * 9.81 * height).sqrt() * restitution.powi(bounces);
            assert!((point.v[1] - exact).abs() < 1e-7, "{method:?}, {bounces}: {} {exact}", point.v[1]);
        }
        let below = Event::new("from below", place).rising();
        let run = plan().event(below).run(model.placed(), 2.0).unwrap();
        assert!(run.events().is_empty(), "{method:?}: {:?}", run.events());
    }
}
