//! Friction as a demanding user would try to break it: stacks, clutches, wedges, zero loads, wrong modes, redundant guides. Every answer
//! is known beforehand.

use chetaev::prelude::*;
use nalgebra::{Matrix4, Vector4};

const G: f64 = 9.81;

/// A block that slides along a level line of `on`, and its floor: the height of the block does not matter.
fn stacked(builder: &mut ModelBuilder, on: Option<BodyId>, name: &str, mass: f64, mu: f64) -> (BodyId, FrictionId) {
    let block = builder.body(name, RigidBody::new(mass, 1.0));
    let line = on.map_or(GROUND.axis([0.0, 0.0], 0.0), |on| on.axis([0.0, 0.0], 0.0));
    let floor = builder.constraint(format!("floor of {name}"), Prismatic::new(line, block.axis([0.0, 0.0], 0.0)));
    let travel = Travel::along(line, block.origin());
    let rub =
        builder.friction(format!("under {name}"), FrictionPoint::loaded(travel, Load::row(floor, 0)), Coulomb::new(mu));
    (block, rub)
}

#[test]
fn analytic_stack_of_three_under_a_growing_pull() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let (a, _) = stacked(&mut builder, None, "A", 3.0, 0.1);
    let (b, _) = stacked(&mut builder, Some(a), "B", 2.0, 0.3);
    let (c, _) = stacked(&mut builder, Some(b), "C", 1.0, 0.2);
    builder.force("pull", Applied::new(a.origin(), |t, _| ([G * t, 0.0], 0.0)));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 4.0).unwrap();
    let times: Vec<f64> = run.transitions().iter().map(|at| at.t).collect();
    // All go with A until C needs 0.2 g, A and B until B needs 0.35 g.
    assert_eq!(times.len(), 3, "{:?}", run.transitions());
    for (t, known) in times.iter().zip([0.6, 1.8, 2.55]) {
        assert!((t - known).abs() < 1e-10, "{t} {known}");
    }
    let common = G / 12.0 * 1.2 * 1.2;
    let v = |body: BodyId| run.last().unwrap().body(body).velocity.x;
    assert!((v(c) - common - 0.2 * G * 2.2).abs() < 1e-10);
    let both = common + G / 5.0 * (0.5 * (2.55_f64.powi(2) - 1.8_f64.powi(2)) - 0.8 * 0.75);
    assert!((v(b) - both - 0.35 * G * 1.45).abs() < 1e-10);
    assert!((v(a) - both - G / 3.0 * (0.5 * (16.0 - 2.55_f64.powi(2)) - 1.5 * 1.45)).abs() < 1e-10);
    assert!(run.energy_error() < 1e-10, "{}", run.energy_error());
}

#[test]
fn analytic_wedge_that_slips_under_its_block() {
    let (big, small, alpha, mu, under) = (1.5, 2.0, 0.7_f64, 0.15, 0.05);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let (wedge, _) = stacked(&mut builder, None, "wedge", big, under);
    let block = builder.body("block", Particle::new(small));
    let slope = builder.constraint("slope", Slot::new(wedge.axis([0.0, 0.0], -alpha), block.origin()));
    builder.friction("on slope", FrictionPoint::in_slot(slope), Coulomb::new(mu));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 1.0).unwrap();
    // Block: along and across the slope. Wedge: level (it goes backward) and upright. Unknowns A, s'', n, N.
    let (sin, cos) = alpha.sin_cos();
    let left = Matrix4::new(
        small * cos,
        small,
        mu,
        0.0, // along: m (A cos + s'') = m g sin − μ n
        small * sin,
        0.0,
        -1.0,
        0.0, // across: m A sin = n − m g cos
        big,
        0.0,
        sin - mu * cos,
        -under, // M A = −n sin + μ n cos + μ' N
        0.0,
        0.0,
        -cos - mu * sin,
        1.0, // N = M g + n cos + μ n sin
    );
    let right = Vector4::new(small * G * sin, -small * G * cos, 0.0, big * G);
    let known = left.lu().solve(&right).unwrap();
    assert!(known[0] < 0.0, "moot: the wedge does not go back");
    let at = run.last().unwrap();
    assert!((at.body(wedge).velocity.x - known[0]).abs() < 1e-10, "{} {known}", at.body(wedge).velocity.x);
    assert!((at.body(block).velocity.x - known[0] - known[1] * cos).abs() < 1e-10);
    assert!(run.energy_error() < 1e-10);
}

#[test]
fn analytic_clutch_engages_holds_and_slips() {
    let (j1, j2, mu, normal) = (0.3, 0.5, 0.4, 10.0);
    let mut builder = ModelBuilder::new();
    let disk = |j: f64, spin: f64| RigidBody::new(1.0, j).moving(0.0, 0.0, spin);
    let a = builder.body("a", disk(j1, 8.0));
    let b = builder.body("b", disk(j2, -2.0));
    builder.constraint("axle a", Revolute::new(GROUND.origin(), a.origin()));
    builder.constraint("axle b", Revolute::new(GROUND.origin(), b.origin()));
    let clutch = builder.friction("clutch", FrictionPoint::along(Angle::between(a, b), normal), Coulomb::new(mu));
    builder.force("motor", Applied::torque(a, |t| 4.0 * (t - 2.0).max(0.0)));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.start().project().unwrap(), 4.0).unwrap();
    let [stop, slip] = run.transitions() else { panic!("{:?}", run.transitions()) };
    assert!((stop.t - 10.0 / (mu * normal * (1.0 / j1 + 1.0 / j2))).abs() < 1e-10);
    // Held while J₂/(J₁ + J₂) 4 (t − 2) < μ N.
    assert!((slip.t - 2.0 - mu * normal * (j1 + j2) / (4.0 * j2)).abs() < 1e-9, "{}", slip.t);
    let common = (j1 * 8.0 - j2 * 2.0) / (j1 + j2);
    for at in run.samples().filter(|at| at.t() > 1.0 && at.t() < 2.0) {
        assert_eq!(at.body(a).spin, at.body(b).spin);
        assert!((at.body(a).spin - common).abs() < 1e-12);
    }
    assert!(run.last().unwrap().work_of_friction(clutch) < 0.0 && run.energy_error() < 1e-9);
}

/// A particle on a slope that goes up at `speed`.
fn climber(builder: &mut ModelBuilder, name: &str, alpha: f64, speed: f64, mu: f64) -> (BodyId, FrictionId) {
    let body = builder.body(name, Particle::new(1.0).moving(speed * alpha.cos(), speed * alpha.sin()));
    let id = builder.constraint(format!("slope of {name}"), Slot::new(GROUND.axis([0.0, 0.0], alpha), body.origin()));
    (body, builder.friction(format!("under {name}"), FrictionPoint::in_slot(id), Coulomb::new(mu)))
}

#[test]
fn analytic_two_stop_together_and_one_stays() {
    let (alpha, mu, stop) = (0.5_f64, [0.2, 0.9], 0.8);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let rate = |mu: f64| G * (alpha.sin() + mu * alpha.cos());
    let bodies = mu.map(|mu| climber(&mut builder, &format!("mu {mu}"), alpha, stop * rate(mu), mu));
    let model = builder.build().unwrap();
    let rest = Event::new("rest", |at| at.body(bodies[1].0).velocity.x).falling();
    let run = Simulation::new(&model).tolerance(1e-12).event(rest);
    let run = run.run(model.start().project().unwrap(), 2.0).unwrap();
    println!("{:?} {:?}", run.transitions(), run.events());
    assert_eq!(run.transitions().len(), 2);
    assert!(run.transitions().iter().all(|at| (at.t - stop).abs() < 1e-10));
    assert_eq!(run.transitions().iter().map(|at| at.to).collect::<Vec<_>>(), [Mode::Backward, Mode::Stick]);
    let at = run.last().unwrap();
    let down = -G * (alpha.sin() - mu[0] * alpha.cos()) * (2.0 - stop) * alpha.cos();
    assert!((at.body(bodies[0].0).velocity.x - down).abs() < 1e-10);
    assert_eq!(at.body(bodies[1].0).velocity.norm(), 0.0);
}

/// A rod on a pin with friction, which comes to rest off its equilibrium.
fn stiff_pendulum() -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let id = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
    builder.friction("rub", FrictionPoint::in_pin(id, 0.1), Coulomb::new(0.5).holding(0.6));
    (builder.build().unwrap(), rod)
}

#[test]
fn invariant_every_way_of_holding_stays_at_rest() {
    let (model, rod) = stiff_pendulum();
    let start = model.start().project().unwrap().state;
    let ways = [Stabilization::None, Baumgarte::critical(0.02).into(), Stabilization::Auto, Stabilization::Projection];
    let mut found = Vec::new();
    for way in ways {
        let run = Simulation::new(&model).stabilization(way).tolerance(1e-11);
        let run = run.run(start.clone(), 30.0).unwrap_or_else(|e| panic!("{way:?} {e:?}"));
        let stop = run.transitions().last().unwrap().t;
        let angles: Vec<f64> = run.samples().filter(|at| at.t() > stop).map(|at| at.body(rod).angle).collect();
        println!("{way:?}: {stop} {:?} {:e}", angles.last(), run.energy_error());
        assert!(run.last().unwrap().sticks());
        assert!(angles.iter().all(|angle| *angle == angles[0]), "{way:?} {angles:?}");
        let far = Simulation::new(&model).stabilization(way).run(run.end().clone(), 1e6).unwrap();
        assert_eq!(far.last().unwrap().body(rod).angle, angles[0]);
        assert!(run.energy_error() < 1e-7);
        found.push(angles[0]);
    }
    assert!(found.iter().all(|angle| (angle - found[3]).abs() < 1e-7), "{found:?}");
}

#[test]
fn invariant_fixed_steps_stop_and_stay() {
    let (model, rod) = stiff_pendulum();
    let start = model.start().project().unwrap().state;
    let known = Simulation::new(&model).tolerance(1e-12).run(start.clone(), 30.0).unwrap();
    let known = known.last().unwrap().body(rod).angle;
    for (method, step, near) in [(Method::Euler, 1e-4, 1e-2), (Method::Rk4, 1e-2, 1e-6), (Method::Dop853, 2e-2, 1e-8)] {
        let run = Simulation::new(&model).method(method).fixed_step(step).output(Output::Ends);
        let run = run.run(start.clone(), 20.0).unwrap_or_else(|e| panic!("{method:?} {e:?}"));
        let end = run.last().unwrap();
        println!("{method:?} {:e}", end.body(rod).angle - known);
        assert!(end.sticks() && end.body(rod).spin == 0.0);
        assert!((end.body(rod).angle - known).abs() < near, "{method:?}");
    }
}

/// A mass on a level slot under the given gravity and a level force.
fn slider(
    gravity: f64,
    mu: f64,
    speed: f64,
    push: impl Fn(f64) -> f64 + Send + Sync + 'static,
) -> (Model, BodyId, FrictionId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -gravity]);
    let body = builder.body("body", Particle::new(2.0).moving(speed, 0.0));
    let id = builder.constraint("floor", Slot::new(GROUND.axis([0.0, 0.0], 0.0), body.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(id), Coulomb::new(mu));
    builder.force("push", Applied::new(body.origin(), move |t, _| ([push(t), 0.0], 0.0)));
    (builder.build().unwrap(), body, rub)
}

#[test]
fn analytic_nothing_rubs_without_load_or_coefficient() {
    for (gravity, mu) in [(0.0, 0.5), (G, 0.0)] {
        for (speed, push) in [(1.0, 0.0), (0.0, 1e-9), (0.0, 2.0), (1.0, -2.0), (0.0, 0.0)] {
            let (model, body, _) = slider(gravity, mu, speed, move |_| push);
            let run = Simulation::new(&model).run(model.start().project().unwrap(), 3.0);
            let run = run.unwrap_or_else(|e| panic!("{gravity} {mu} {speed} {push}: {e:?}"));
            let v = run.last().unwrap().body(body).velocity.x;
            assert!((v - speed - 1.5 * push).abs() < 1e-12, "{gravity} {mu} {speed} {push}: {v}");
            assert!(run.transitions().len() <= 1, "{:?}", run.transitions());
        }
        // A push that turns: it goes to and fro without chatter.
        let (model, body, _) = slider(gravity, mu, 0.0, |t| t.cos());
        let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 20.0).unwrap();
        assert!((run.last().unwrap().body(body).velocity.x - 0.5 * 20.0_f64.sin()).abs() < 1e-9);
        assert!(run.transitions().len() <= 7, "{:?}", run.transitions());
    }
}

#[test]
fn analytic_absurd_coefficient_stops_at_once_and_never_lets_go() {
    let (model, body, _) = slider(G, 1e6, 1.0, |t| 1e6 * t.sin());
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 50.0).unwrap();
    let [stop] = run.transitions() else { panic!("{:?}", run.transitions()) };
    assert!((stop.t * 1e6 * G - 1.0).abs() < 1e-6, "{}", stop.t);
    assert_eq!(run.last().unwrap().body(body).velocity.x, 0.0);
}

#[test]
fn invariant_modes_set_wrongly_do_not_matter() {
    for speed in [1.0, -1.0, 0.0] {
        let (model, body, rub) = slider(G, 0.2, speed, |t| 20.0 * (3.0 * t).sin());
        let start = model.start().project().unwrap().state;
        let known = Simulation::new(&model).run(start.clone(), 3.0).unwrap().last().unwrap().body(body);
        for mode in [Mode::Undecided, Mode::Forward, Mode::Backward, Mode::Stick, Mode::Released] {
            let mut state = start.clone();
            state.set_friction(rub, mode);
            let run = Simulation::new(&model).run(state, 3.0).unwrap();
            let at = run.last().unwrap().body(body);
            assert!((at.origin.x - known.origin.x).abs() < 1e-10, "{speed} {mode:?}");
            assert!(run.energy_error() < 1e-7);
        }
    }
}

#[test]
fn analytic_redundant_guides_share_the_load() {
    // Three shoes on one rail: their loads are not determined, their sum is.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]).allow_redundant();
    let body = builder.body("body", RigidBody::new(2.0, 0.1).moving(1.5, 0.0, 0.0));
    for (k, x) in [-0.5, 0.0, 0.5].into_iter().enumerate() {
        let id = builder.constraint(format!("shoe {k}"), Slot::new(GROUND.axis([0.0, 0.0], 0.0), body.point(x, 0.0)));
        builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(0.3));
    }
    let model = builder.build().unwrap();
    for search in [Search::Reduced, Search::WarmStarted, Search::Exhaustive] {
        let run = Simulation::new(&model).search(search).run(model.start().project().unwrap(), 2.0);
        let run = run.unwrap_or_else(|e| panic!("{search:?} {e:?}"));
        println!("{search:?} {:?}", run.transitions());
        let stop = run.transitions().last().unwrap();
        assert!((stop.t - 1.5 / (0.3 * G)).abs() < 1e-9, "{search:?} {}", stop.t);
        assert!(run.last().unwrap().sticks());
        assert_eq!(run.last().unwrap().body(body).velocity.x, 0.0);
    }
}

#[test]
fn analytic_stiff_spring_loses_the_same_at_every_swing() {
    let (stiffness, mass, mu) = (1e8, 2.0, 0.3);
    let lost = 2.0 * mu * mass * G / stiffness;
    let amplitude = 20.3 * lost;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let body = builder.body("body", Particle::new(mass).at(amplitude, 0.0));
    let id = builder.constraint("floor", Slot::new(GROUND.axis([0.0, 0.0], 0.0), body.origin()));
    builder.friction("rub", FrictionPoint::in_slot(id), Coulomb::new(mu));
    builder.force("spring", SpringDamper::along(Travel::along(GROUND.axis([0.0, 0.0], 0.0), body.origin()), stiffness));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(Tolerance::new(1e-11, 1e-17)).output(Output::Ends);
    let run = run.run(model.start().project().unwrap(), 1.0).unwrap();
    println!("{:?}", run.transitions().len());
    let x = run.last().unwrap().body(body).origin.x;
    assert!((x / lost - 0.3).abs() < 1e-6, "{}", x / lost);
    assert!(run.last().unwrap().sticks());
}

#[test]
fn analytic_belt_whose_speed_passes_through_zero() {
    // A mass held by a spring on a belt that turns: at rest to the ground it only feels the force turn.
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", Particle::new(1.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("line", Slot::new(line, body.origin()));
    let belt = FrictionPoint::along(Travel::along(line, body.origin()), 2.0).on_belt(|t: Jet| t.cos());
    let rub = builder.friction("belt", belt, Coulomb::new(0.25));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).every(0.01).run(model.start().project().unwrap(), 60.0).unwrap();
    println!("{} {:e}", run.transitions().len(), run.energy_error());
    assert!(run.energy_error() < 1e-8);
    // v' = 0.5 sgn(w − v), or v = w while |w'| < 0.5: it is periodic in the end, with v(t + π) = −v(t), and two changes in half a turn.
    let v = run.column(|at| at.body(body).velocity.x);
    let at = |t: f64| {
        let there = Simulation::new(&model).tolerance(1e-11).run(model.start().project().unwrap(), t).unwrap();
        model.read(there.end()).body(body).velocity.x
    };
    assert!((at(50.0) + at(50.0 + std::f64::consts::PI)).abs() < 1e-8);
    assert!(v.iter().all(|v| v.abs() <= 1.0 + 1e-9));
    let _ = rub;
}

#[test]
fn analytic_given_load_through_zero() {
    // N = 10 cos t, its size is what rubs; at 2 N of push it slips while 0.3 N < 2.
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", Particle::new(1.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("line", Slot::new(line, body.origin()));
    let travel = Travel::along(line, body.origin());
    builder.friction("rub", FrictionPoint::along_under(travel, |t| 10.0 * t.cos().abs()), Coulomb::new(0.3));
    builder.force("push", Applied::force(body.origin(), [2.0, 0.0]));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 3.0).unwrap();
    println!("{:?}", run.transitions());
    let release = (2.0_f64 / 3.0).acos();
    assert!((run.transitions()[0].t - release).abs() < 1e-10);
    let half = std::f64::consts::FRAC_PI_2;
    let v = |t: f64| 2.0 * (t - release) - 3.0 * ((1.0 - release.sin()) + (1.0 - t.sin()));
    assert!(v(1.8) > 0.0 && 1.8 > half);
    let early = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 1.8).unwrap();
    assert!(
        (early.last().unwrap().body(body).velocity.x - v(1.8)).abs() < 1e-8,
        "{}",
        early.last().unwrap().body(body).velocity.x - v(1.8)
    );
}

#[test]
fn identity_a_mirrored_model_moves_mirrored() {
    let run = |sign: f64| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(sign * 0.5, 0.0, 0.0).moving(0.0, 0.0, sign * 3.0));
        let id = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-sign * 0.5, 0.0)));
        builder.friction("rub", FrictionPoint::in_pin(id, 0.05), Coulomb::new(0.5));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 20.0);
        let run = match run {
            Ok(run) => run,
            Err(_) => Simulation::new(&model).run(model.start().project().unwrap(), 20.0).unwrap(),
        };
        (run.last().unwrap().body(rod).angle, run.transitions().iter().map(|at| at.t).collect::<Vec<_>>())
    };
    let (right, left) = (run(1.0), run(-1.0));
    assert_eq!(right.0, -left.0);
    assert_eq!(right.1, left.1);
}

#[test]
fn invariant_balance_of_a_driven_slider_crank_in_a_rough_guide() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let crank = builder.body("crank", RigidBody::rod(1.0, 0.2).at(0.1, 0.0, 0.0));
    let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.4, 0.1, 0.0));
    let slider = builder.body("slider", RigidBody::new(1.0, 0.01).at(0.6, 0.1, 0.0));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.1, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.1, 0.0), rod.point(-0.25, 0.0)));
    builder.constraint("B", Revolute::new(rod.point(0.25, 0.0), slider.point(0.0, 0.03)));
    let id = builder.constraint("guide", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), slider.axis([0.0, 0.0], 0.0)));
    for (k, rub) in FrictionPoint::in_guide(id, [-0.1, 0.1]).into_iter().enumerate() {
        builder.friction(format!("end {k}"), rub, Coulomb::new(0.2));
    }
    let motor = Driver::new(Angle::between(GROUND, crank), |t| t * 10.0 + 0.5);
    let motor = builder.constraint("motor", motor);
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    let turn = std::f64::consts::TAU / 10.0;
    let run = |turns: f64| Simulation::new(&model).tolerance(1e-10).run(start.state.clone(), turns * turn).unwrap();
    let (one, ten) = (run(1.0), run(10.0));
    println!("{} {:e}", ten.transitions().len(), ten.energy_error());
    assert!(ten.energy_error() < 1e-7);
    let work = |run: &Trajectory| run.last().unwrap().work_of_constraint(motor).unwrap();
    assert!(work(&one) > 0.01 && (work(&ten) / work(&one) - 10.0).abs() < 1e-7);
}

#[test]
fn analytic_rough_hinge_in_space() {
    // A flywheel on a level axle: the load is its weight, the moment μ r m g.
    let (mass, lever, spin) = (3.0, 0.3 * 0.02, 5.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let wheel = builder.body(
        "wheel",
        Solid::from_inertia(Inertia::cylinder(mass, 0.2, 0.05).unwrap()).unwrap().spinning(0.0, 0.0, spin),
    );
    let marks = [WORLD.axis([0.0; 3], [0.0, 0.0, 1.0]), wheel.axis([0.0; 3], [0.0, 0.0, 1.0])];
    let hinge = builder.constraint("hinge", Joint::revolute(marks[0], marks[1]));
    // Along a vertical axle the third of the first three rows carries the weight.
    let load = Load::row(hinge, 2);
    let rub = builder.friction(
        "rub",
        FrictionPoint::loaded(AxialAngle::about(marks[0], marks[1]), load),
        Coulomb::new(lever),
    );
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 60.0).unwrap();
    println!("{:?} {:?}", run.transitions(), run.first().unwrap().friction(rub));
    let [stop] = run.transitions() else { panic!("{:?}", run.transitions()) };
    let inertia = 0.5 * mass * 0.2 * 0.2;
    assert!((stop.t - inertia * spin / (lever * mass * G)).abs() < 1e-9, "{}", stop.t);
    assert!(run.energy_error() < 1e-10 && run.last().unwrap().sticks());
}

/// Mended by 2004dae.
#[test]
fn regress_events_at_the_instant_of_a_reversal_fire() {
    let (alpha, speed) = (0.5_f64, 5.0);
    for mu in [0.2, 0.9] {
        let known = speed / (G * (alpha.sin() + mu * alpha.cos()));
        for (falling, stop) in [(true, false), (false, false), (true, true)] {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -G]);
            let (body, _) = climber(&mut builder, "body", alpha, speed, mu);
            let model = builder.build().unwrap();
            let rest = Event::new("rest", |at| at.body(body).velocity.x);
            let rest = if falling { rest.falling() } else { rest };
            let rest = if stop { rest.stop() } else { rest };
            let run = Simulation::new(&model).event(rest).run(model.start().project().unwrap(), 2.0).unwrap();
            let [event] = run.events() else { panic!("{mu} {falling} {stop}: {:?}", run.events()) };
            assert!((event.t - known).abs() < 1e-10, "{mu}: {}", event.t);
        }
    }
}

#[test]
fn identity_a_run_cut_anywhere_goes_on_alike() {
    let (model, body, _) = slider(G, 0.2, 1.0, |t| 20.0 * (3.0 * t).sin());
    let run = |start: State, end: f64| Simulation::new(&model).tolerance(1e-12).run(start, end).unwrap();
    let start = model.start().project().unwrap().state;
    let whole = run(start.clone(), 6.0);
    let known = whole.last().unwrap().body(body).origin.x;
    let near = whole.transitions().iter().flat_map(|at| [-1e-9, -1e-12, 0.0, 1e-12, 1e-9].map(|dt| at.t + dt));
    for cut in (1..20).map(|k| 0.3 * f64::from(k)).chain(near) {
        let first = run(start.clone(), cut);
        let second = run(first.end().clone(), 6.0);
        assert!((second.last().unwrap().body(body).origin.x - known).abs() < 1e-11, "{cut}");
        assert_eq!(first.transitions().len() + second.transitions().len(), whole.transitions().len(), "{cut}");
    }
}
