//! Events where they are easily lost or misplaced: beside each other, after each other, under a change of what holds.

use crate::mechanisms::{apart, bouncing};
use chetaev::prelude::*;
use chetaev::simulate::Direction;
use chetaev::simulate::{RunError, RunFailure};

/// A rod on a pin that falls from level; the pin.
fn pendulum() -> (Model, BodyId, ConstraintId<Revolute>) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    (builder.build().unwrap(), rod, pin)
}

/// Mended by b9516f3.
#[test]
fn regress_the_dense_solution_before_a_change_knows_nothing_of_it() {
    let (model, rod, pin) = pendulum();
    let lowest = move |at: &Snapshot<'_>| at.body(rod).angle + std::f64::consts::FRAC_PI_2;
    let start: State = model.start().project().unwrap().into();
    for method in [Method::Dop853, Method::Dopri5] {
        let plan = || Simulation::new(&model).method(method).tolerance(1e-10).keep_dense().output(Output::Ends);
        let whole = plan().run(start.clone(), 1.0).unwrap();
        let cut = plan().event(Event::new("lowest", lowest).change(|state| state.release(pin)));
        let cut = cut.run(start.clone(), 1.0).unwrap();
        let t = cut.events()[0].t;
        assert!(apart(&cut.end().q, &whole.end().q) > 0.1, "moot: the rod flies");
        let worst = (0..400).map(|i| t * f64::from(i) / 400.0).fold(0.0_f64, |worst, t| {
            let [a, b] = [&cut, &whole].map(|run| run.state_at(t).unwrap());
            assert_eq!(a.modes, b.modes, "until the event the pin holds");
            worst.max(apart(&a.q, &b.q))
        });
        println!("{method}: dense solutions before the event differ by {worst:.1e}");
        assert!(worst < 1e-7, "{method}: {worst:e}");
    }
}

/// A ball that falls one meter onto a floor at `floor`, with this restitution: how high over it the run ends.
fn bounce(floor: f64, restitution: f64, plan: impl Fn(Simulation<'_>) -> Simulation<'_>) -> (f64, Option<RunError>) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let ball = builder.body("ball", Particle::new(1.0).at(0.0, floor + 1.0));
    let model = builder.build().unwrap();
    let height = move |at: &Snapshot<'_>| at.body(ball).origin.y - floor;
    let event = bouncing(Event::new("floor", height).falling(), ball, restitution);
    let run = plan(Simulation::new(&model).event(event)).run(model.placed(), 20.0);
    let over = |state: &State| model.read(state).body(ball).origin.y - floor;
    match run {
        Ok(run) => (over(run.end()), None),
        Err(failed) => (over(failed.partial.end()), Some(failed)),
    }
}

/// At this event the body's velocity along x becomes that function of it.
fn turning<'a>(event: Event<'a>, body: BodyId, to: fn(f64) -> f64) -> Event<'a> {
    event.change_with(move |at, state| {
        let from = at.body(body).velocity;
        state.set_velocity(at.model(), body, [to(from.x), from.y]);
        Ok(())
    })
}

/// What is set for a run.
type Setting = fn(Simulation<'_>) -> Simulation<'_>;

/// Mended by b9516f3.
#[test]
fn regress_no_ball_falls_through_a_floor_at_any_height_with_any_steps() {
    let fall = 0.2_f64.sqrt();
    for floor in [0.0, 1.0, -1.0, 0.1, 30.0] {
        for restitution in [0.9, 0.7, 0.5, 0.3, 0.1, 0.01, 1e-4] {
            let plans: [(&str, Setting); 5] = [
                ("default", |s| s),
                ("loose", |s| s.tolerance(1e-3)),
                ("dopri5", |s| s.method(Method::Dopri5).tolerance(1e-6)),
                ("rk4", |s| s.method(Method::Rk4).fixed_step(0.1)),
                ("fixed", |s| s.fixed_step(0.037).output(Output::Every(0.01))),
            ];
            for (name, plan) in plans {
                let (over, failed) = bounce(floor, restitution, plan);
                let Some(failed) = failed else { panic!("floor {floor}, e = {restitution}, {name}: ends at {over:e}") };
                assert!(matches!(failed.failure, RunFailure::Zeno { .. }), "{floor} {restitution} {name}: {failed}");
                let crowd = fall * (1.0 + restitution) / (1.0 - restitution);
                let off = (failed.partial.end().t - crowd).abs();
                assert!(off < 1e-4 && over.abs() < 1e-6, "{floor} {restitution} {name}: {off:e} {over:e}");
            }
        }
    }
}

/// Mended by b9516f3.
#[test]
fn regress_walls_that_are_hit_almost_together_all_hold() {
    for method in [Method::Dop853, Method::Dopri5, Method::Bs23] {
        for tolerance in [1e-4, 1e-6, 1e-9] {
            for k in (0..16).step_by(3) {
                let delta = if k == 0 { 0.0 } else { 10.0_f64.powi(-k) };
                let mut builder = ModelBuilder::new();
                let bodies: Vec<BodyId> = [0.0, delta]
                    .into_iter()
                    .enumerate()
                    .map(|(i, d)| {
                        let at = Particle::new(1.0).at(1.0 + d, i as f64);
                        let body = builder.body(format!("mass {i}"), at);
                        builder.force(
                            format!("spring {i}"),
                            SpringDamper::guided(GROUND.axis([0.0, i as f64], 0.0), body.origin(), 4.0),
                        );
                        body
                    })
                    .collect();
                let model = builder.build().unwrap();
                // Two walls at x = 0.3: the masses turn back there, so that neither comes to the other side.
                let mut plan = Simulation::new(&model).method(method).tolerance(tolerance).output(Output::Steps);
                for (i, body) in bodies.iter().copied().enumerate() {
                    let wall = move |at: &Snapshot<'_>| at.body(body).origin.x - 0.3;
                    plan = plan.event(turning(Event::new(format!("wall {i}"), wall).falling(), body, |v| -v));
                }
                let run = plan.run(model.placed(), 4.0).unwrap();
                let deepest = bodies.iter().map(|&b| run.smallest(|at| at.body(b).origin.x)).fold(1.0, f64::min);
                assert!(deepest > 0.29, "{method} {tolerance} δ = {delta:e}: a mass is at {deepest}");
                let count = |i: usize| run.events().iter().filter(|e| e.name == format!("wall {i}")).count();
                if k > 1 {
                    assert_eq!(count(0), count(1), "{method} {tolerance} δ = {delta:e}");
                }
            }
        }
    }
}

/// A mass that the dense output carries exactly, and one that it does not, come to their walls at almost the same time: at the instant of the
/// one the other may be past its own, by what the dense output had wrong.
#[test]
fn invariant_a_wall_that_was_passed_when_another_was_hit_holds() {
    let mut builder = ModelBuilder::new();
    let free = builder.body("free", Particle::new(1.0).at(1.0, 0.0).moving(-1.0, 0.0));
    let held = builder.body("held", Particle::new(1.0).at(1.0, 1.0));
    builder.force("spring", SpringDamper::guided(GROUND.axis([0.0, 1.0], 0.0), held.origin(), 4.0));
    let model = builder.build().unwrap();
    let plan = || Simulation::new(&model).method(Method::Bs23).tolerance(1e-5).output(Output::Steps);
    // Where the one is when the other comes to x = 0.3.
    let wall = Event::new("wall", move |at: &Snapshot<'_>| at.body(free).origin.x - 0.3).stop();
    let met = plan().event(wall).run(model.placed(), 1.0).unwrap().last().unwrap().body(held).origin.x;
    for way in [Direction::Falling, Direction::Rising, Direction::Both] {
        let sign = if way == Direction::Rising { -1.0 } else { 1.0 };
        for k in 0..120 {
            let off = (0.5 - f64::from(k % 2)) * 10_f64.powf(-4.0 - 0.1 * f64::from(k));
            let walls = [(free, 0.3), (held, met + off)];
            let mut plan = plan();
            for (i, (body, wall)) in walls.into_iter().enumerate() {
                let gap = move |at: &Snapshot<'_>| sign * (at.body(body).origin.x - wall);
                let wall = turning(Event::new(format!("wall {i}"), gap), body, f64::abs);
                plan = plan.event(match way {
                    Direction::Falling => wall.falling(),
                    Direction::Rising => wall.rising(),
                    Direction::Both => wall,
                });
            }
            let run = plan.run(model.placed(), 1.0).unwrap();
            for (body, wall) in walls {
                let deepest = run.smallest(|at| at.body(body).origin.x) - wall;
                assert!(deepest > -1e-2, "{way:?} {off:e}: {deepest} past a wall, {:?}", run.events());
            }
        }
    }
}

/// Mended by b9516f3.
#[test]
fn regress_a_change_to_where_the_constraints_cannot_be_met_is_an_error() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let a = builder.body("a", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), a.point(-0.5, 0.0)));
    let far = builder.constraint("far", Slot::new(GROUND.axis([0.0, -5.0], 0.0), a.point(0.5, 0.0)));
    let model = builder.build().unwrap();
    let mut start = model.placed();
    start.release(far);
    let late = Event::new("late", |at: &Snapshot<'_>| at.t() - 0.2).change(move |state| state.hold(far));
    let failed = Simulation::new(&model).event(late).run(start, 1.0);
    match failed {
        Err(failed) => println!("{failed}"),
        Ok(run) => panic!(
            "a rod of 1 m reaches a line 5 m away: φ = {:?} {:?}",
            run.last().unwrap().phi(far),
            run.last().unwrap().phi(pin)
        ),
    }
}

/// q and v after 3 s of a rod that is kicked whenever it passes its lowest point.
fn kicked(method: Method, hold: Stabilization, n: usize) -> (Vec<f64>, f64) {
    let (model, rod, _) = pendulum();
    let lowest = move |at: &Snapshot<'_>| at.body(rod).angle + std::f64::consts::FRAC_PI_2;
    let kick = |state: &mut State| state.v.iter_mut().for_each(|v| *v *= 1.1);
    let plan =
        Simulation::new(&model).method(method).fixed_step(1.1 / n as f64).stabilization(hold).output(Output::Ends);
    let start: State = model.start().project().unwrap().into();
    let run = plan.event(Event::new("lowest", lowest).falling().change(kick)).run(start, 1.1).unwrap();
    let times: Vec<f64> = run.events().iter().map(|e| e.t).collect();
    assert_eq!(run.events().len(), 1, "{method} {hold:?} {n} {times:?}");
    ([&run.end().q[..], &run.end().v].concat(), run.events()[0].t)
}

#[test]
fn order_of_every_method_across_an_event() {
    let (exact, when) = kicked(Method::Dop853, Stabilization::Projection, 2000);
    for method in Method::ALL {
        for hold in [Stabilization::None, Stabilization::Projection, Stabilization::Auto] {
            let [n, m] = match method {
                Method::Euler => [4000, 16000],
                Method::Bs23 => [200, 800],
                Method::Dop853 => [8, 24],
                // With 320 steps it is off by what rounding leaves.
                Method::Radau5 => [40, 160],
                _ => [80, 320],
            };
            let errors = [n, m].map(|n| {
                let (y, t) = kicked(method, hold, n);
                [apart(&y, &exact), (t - when).abs()]
            });
            let order = |k: usize| (errors[0][k] / errors[1][k]).ln() / (m as f64 / n as f64).ln();
            let nominal = f64::from(method.order());
            println!(
                "{method} {hold:?}: end {:.2}, event {:.2}, nominal {nominal}; {:.1e} {:.1e}",
                order(0),
                order(1),
                errors[1][0],
                errors[1][1]
            );
            // The gains that follow the step cost DOP853 an order, as they do without an event.
            let costs = if method == Method::Dop853 && hold == Stabilization::Auto { 1.5 } else { 0.0 };
            assert!(order(0) + costs > nominal - 0.3 && order(1) > nominal - 1.0, "{method} {hold:?}");
        }
    }
}

/// Mended by b9516f3.
#[test]
fn regress_a_change_that_puts_its_body_back_fires_once_each_time() {
    // Falls 1 m, is put back to where it began, at rest or already falling: a fall takes √(v² + 2 g h) − v over g.
    for (v, direction) in [(0.0, "falling"), (1.0, "falling"), (1.0, "both")] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -10.0]);
        let ball = builder.body("ball", Particle::new(1.0).at(0.0, 1.0).moving(0.0, -v));
        let model = builder.build().unwrap();
        let event = Event::new("floor", move |at: &Snapshot<'_>| at.body(ball).origin.y);
        let event = if direction == "both" { event } else { event.falling() };
        let event = event.change(|state| {
            state.set_position(&model, ball, [0.0, 1.0]);
            state.set_velocity(&model, ball, [0.0, -v]);
        });
        let run = Simulation::new(&model).event(event).run(model.placed(), 3.0).unwrap();
        let fall = ((v * v + 20.0).sqrt() - v) / 10.0;
        assert_eq!(run.events().len(), (3.0 / fall) as usize, "{v} {direction}");
        for (k, event) in run.events().iter().enumerate() {
            assert!((event.t - fall * (k + 1) as f64).abs() < 1e-12);
        }
    }
}

#[test]
fn property_walls_are_hit_together_by_slow_masses() {
    // Masses on soft springs that come to their walls almost at rest, at times that differ by less and less.
    for k in 0..60 {
        let delta = 0.5 * 10.0_f64.powf(-0.25 * f64::from(k));
        let mut builder = ModelBuilder::new();
        let mut walls = Vec::new();
        for (i, d) in [0.0, delta].into_iter().enumerate() {
            let body = builder.body(format!("mass {i}"), Particle::new(1.0).at(1.0 + 1e-3 * d, i as f64));
            let line = GROUND.axis([0.0, i as f64], 0.0);
            builder.force(format!("spring {i}"), SpringDamper::guided(line, body.origin(), 1.0));
            walls.push(body);
        }
        let model = builder.build().unwrap();
        let mut plan = Simulation::new(&model).tolerance(1e-8);
        for (i, body) in walls.iter().copied().enumerate() {
            let wall = move |at: &Snapshot<'_>| at.body(body).origin.x - 0.9999;
            plan = plan.event(turning(Event::new(format!("wall {i}"), wall).falling(), body, |v| -v));
        }
        let run = plan.run(model.placed(), 1.0).unwrap();
        let deepest = walls.iter().map(|&b| run.smallest(|at| at.body(b).origin.x)).fold(1.0, f64::min);
        assert!(run.events().len() > 20 && deepest > 0.9999 - 1e-9, "δ = {delta:e}: a mass is at {deepest}");
    }
}
