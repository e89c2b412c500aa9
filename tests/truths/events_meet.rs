//! Events and what they do to each other and to what holds: order, release and hold, works, and the ends of a run.

use crate::mechanisms::{apart, ball, bouncing, double_pendulum};
use chetaev::nalgebra::Vector2;
use chetaev::prelude::*;

fn clock<'a>(name: &str, t: f64) -> Event<'a> {
    Event::new(name, move |at: &Snapshot<'_>| at.t() - t)
}

#[test]
fn property_events_at_one_instant_act_in_their_order_and_stop_last() {
    let (model, ball) = ball();
    let velocity = |state: &State| model.read(state).body(ball).velocity;
    let double = |state: &mut State| state.set_velocity(&model, ball, 2.0 * velocity(state));
    let add = |state: &mut State| state.set_velocity(&model, ball, velocity(state) + Vector2::y());
    let run = Simulation::new(&model)
        .every(0.1)
        .event(clock("record", 0.3))
        .event(clock("double", 0.3).change(double))
        .event(clock("stop", 0.3).stop())
        .event(clock("add", 0.3).change(add))
        .run(model.placed(), 1.0)
        .unwrap();
    let names: Vec<&str> = run.events().iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["record", "double", "stop", "add"]);
    assert!((run.end().t - 0.3).abs() < 1e-15 && (velocity(run.end()).y - (2.0 * -3.0 + 1.0)).abs() < 1e-12);
    assert_eq!(run.len(), 4, "one sample at the end");
    assert!((run.last().unwrap().body(ball).velocity.y + 3.0).abs() < 1e-12, "the sample is from before the change");
    for event in run.events() {
        assert!((velocity(&event.state).y + 3.0).abs() < 1e-12, "so is what the events tell");
    }
}

#[test]
fn property_events_at_the_start_and_at_the_end() {
    let (model, ball) = ball();
    let run = |events: Vec<Event<'_>>, t_end: f64| {
        let plan = events.into_iter().fold(Simulation::new(&model).every(0.25), Simulation::event);
        plan.run(model.placed(), t_end).unwrap()
    };
    // At the start: no crossing, for nothing came from the other side.
    assert!(run(vec![clock("start", 0.0)], 1.0).events().is_empty());
    // At the end, and at an output time.
    let stopped = run(vec![clock("end", 1.0).stop(), clock("quarter", 0.25), clock("after", 1.0 + 1e-9)], 1.0);
    let names: Vec<&str> = stopped.events().iter().map(|e| e.name.as_str()).collect();
    assert_eq!((names, stopped.end().t, stopped.len()), (vec!["quarter", "end"], 1.0, 5));
    let changed = run(vec![clock("end", 1.0).change(|state| state.set_velocity(&model, ball, [0.0, 7.0]))], 1.0);
    let end = changed.end();
    assert_eq!((model.read(end).body(ball).velocity.y, end.t, changed.len()), (7.0, 1.0, 5));
}

#[test]
fn analytic_a_cord_that_is_cut_and_caught_again() {
    // A bead on a rod of 1 m is let go at the side and flies up; the rod catches it when it comes back to its circle.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let bead = builder.body("bead", Particle::new(2.0).at(1.0, 0.0).moving(0.0, 3.0));
    let cord = builder.constraint("cord", Distance::new(GROUND.origin(), bead.origin(), 1.0));
    let model = builder.build().unwrap();
    for hold in [Stabilization::Projection, Stabilization::Auto, Stabilization::None] {
        for method in [Method::Dop853, Method::Dopri5] {
            let gap = move |at: &Snapshot<'_>| {
                if at.mode(cord) == Mode::Released { at.body(bead).origin.norm() - 1.0 } else { -1.0 }
            };
            let run = Simulation::new(&model)
                .method(method)
                .stabilization(hold)
                .tolerance(1e-11)
                .keep_dense()
                .every(0.01)
                .event(clock("cut", 0.1).change(move |state| state.release(cord)))
                .event(Event::new("caught", gap).rising().change(move |state| state.hold(cord)))
                .run(model.placed(), 1.5)
                .unwrap();
            let names: Vec<&str> = run.events().iter().map(|e| e.name.as_str()).collect();
            println!("{method} {hold:?}: {names:?}, at {:?}", run.events().iter().map(|e| e.t).collect::<Vec<_>>());
            // Free flight from the cut on, in closed form, of samples and of the dense solution.
            let cut = &run.events()[0];
            let flies = |t: f64| {
                let (s, from) = (t - cut.t, model.read(&cut.state).body(bead));
                <[f64; 2]>::from(from.origin + from.velocity * s - Vector2::y() * (5.0 * s * s))
            };
            let until = run.events().get(1).map_or(1.5, |e| e.t);
            for at in run.samples().filter(|at| at.t() > cut.t && at.t() < until) {
                assert!(apart(at.q(), &flies(at.t())) < 1e-9);
                assert_eq!(at.multipliers(cord), [0.0]);
                assert!(apart(&run.state_at(at.t()).unwrap().q, &flies(at.t())) < 1e-9);
            }
            for at in run.samples().filter(|at| at.t() > until || at.t() <= cut.t) {
                assert!((at.body(bead).origin.norm() - 1.0).abs() < 1e-8 && at.mode(cord) == Mode::Holding);
            }
            // Until the cut, and from the catch on, the energy stays.
            let energy = |from: f64, to: f64| {
                let inside = run.samples().filter(|at| at.t() > from && at.t() <= to).map(|at| at.energy());
                let all: Vec<f64> = inside.collect();
                all.iter().fold(0.0_f64, |worst, e| worst.max((e - all[0]).abs()))
            };
            assert!(
                energy(-1.0, cut.t) < 1e-7
                    && energy(cut.t, until) < 1e-7
                    && (until >= 1.5 || energy(until, 1.5) < 1e-7)
            );
        }
    }
}

#[test]
fn property_discontinuous_guards_fire_where_they_jump() {
    let (model, ball) = ball();
    for (method, far) in [(Method::Dop853, 1.0), (Method::Bs23, 1.0), (Method::Dop853, f64::INFINITY)] {
        let side = move |at: &Snapshot<'_>| if at.body(ball).origin.y > 0.0 { 1.0 } else { -far };
        let bounce = bouncing(Event::new("jump", side).falling(), ball, 0.5);
        let run =
            Simulation::new(&model).method(method).tolerance(1e-6).event(bounce).run(model.placed(), 1.2).unwrap();
        let fall = 0.2_f64.sqrt();
        let times: Vec<f64> = run.events().iter().map(|e| e.t).collect();
        println!("{method}: {times:?}");
        assert!(apart(&times, &[fall, 2.0 * fall, 2.5 * fall]) < 1e-9);
    }
}

#[test]
fn property_works_go_on_across_a_change() {
    // A damped pendulum: the work of the damper is that lost, whether the motion is interrupted or not.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    let damper = builder.force("damper", SpringDamper::torsional(GROUND, rod, 0.0).damping(0.2));
    let model = builder.build().unwrap();
    let start: State = model.start().project().unwrap().into();
    for hold in [Stabilization::Projection, Stabilization::Auto] {
        let plan = || Simulation::new(&model).tolerance(1e-11).stabilization(hold).every(0.1);
        let whole = plan().run(start.clone(), 2.0).unwrap();
        let often =
            (1..20).fold(plan(), |plan, k| plan.event(clock(&format!("{k}"), 0.0937 * f64::from(k)).change(|_| {})));
        let often = often.run(start.clone(), 2.0).unwrap();
        assert_eq!(often.events().len(), 19);
        let [a, b] = [&whole, &often].map(|run| run.last().unwrap().work(damper).unwrap());
        assert!(a < -0.5 && (a - b).abs() < 1e-8, "{a} {b}");
        assert!(often.energy_error() < 1e-8 && whole.energy_error() < 1e-8);
    }
}

#[test]
fn property_a_run_that_fails_can_go_on_from_what_it_had() {
    let pendulum = double_pendulum();
    let start: State = pendulum.model.start().project().unwrap().into();
    let plan = || Simulation::new(&pendulum.model).tolerance(1e-10);
    let whole = plan().run(start.clone(), 1.0).unwrap();
    let short = plan().control(|c| c.max_steps = 20).run(start.clone(), 1.0).unwrap_err();
    let partial = &short.partial;
    assert!(partial.len() > 5 && partial.end().t < 1.0);
    let last = partial.last().unwrap();
    assert_eq!((last.t(), last.q(), last.v()), (partial.end().t, &partial.end().q[..], &partial.end().v[..]));
    let rest = plan().run(partial.end().clone(), 1.0).unwrap();
    assert!(apart(&rest.end().q, &whole.end().q) < 1e-8);
    // What was done until then is what the whole run did.
    for (a, b) in partial.samples().zip(whole.samples()) {
        assert_eq!((a.t(), a.q()), (b.t(), b.q()));
    }
}

#[test]
fn property_a_jumping_guard_bounces_with_long_steps_too() {
    // Flights of 0.45 s and less with steps of 0.4 s: each return lies before the first look or soon after.
    let (model, ball) = ball();
    let side = move |at: &Snapshot<'_>| if at.body(ball).origin.y > 0.0 { 1.0 } else { -1.0 };
    let bounce = bouncing(Event::new("jump", side).falling(), ball, 0.3);
    let plan = Simulation::new(&model).fixed_step(0.4).event(bounce);
    let run = plan.run(model.placed(), 0.81).unwrap();
    let fall = 0.2_f64.sqrt();
    let times: Vec<f64> = run.events().iter().map(|e| e.t).collect();
    assert!(apart(&times, &[fall, 1.6 * fall, 1.78 * fall]) < 1e-9, "{times:?}");
}

/// A pin that is held while it is off: what projection moves is told; held where it fits, nothing is.
#[test]
fn analytic_what_a_hold_moves_is_told() {
    let run = |off: f64| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(2.0).at(0.0, off).moving(1.0, 0.0));
        let rail = builder.constraint("rail", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        let model = builder.build().unwrap();
        let mut start = model.placed();
        start.release(rail);
        let holds = clock("holds", 0.5).change(move |state| state.hold(rail));
        Simulation::new(&model).event(holds).mend_at_most(0.02).run(start, 1.0).unwrap()
    };
    assert_eq!(run(0.0).events()[0].mended, None);
    let moved = run(0.01).events()[0].mended.clone().unwrap();
    assert!((moved.moved - 0.01).abs() < 1e-15 && moved.moved_most == "block.y", "{moved:?}");
    assert!(moved.sped < 1e-15, "{moved:?}");
}
