//! What is carried: belts, tablecloths, lifts, moving walls.

use super::{G, changes, floor, near, rough, run, slope, when};
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::Plane;
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;

/// A body that moves along an axis through its origin as the law says.
fn driven(
    builder: &mut ModelBuilder,
    name: &str,
    angle: f64,
    law: impl Fn(Jet) -> Jet + Send + Sync + 'static,
) -> BodyId {
    let body = builder.body(name, RigidBody::new(1.0, 1.0));
    let line = GROUND.axis([0.0, 0.0], angle);
    builder.constraint(format!("guide of {name}"), Prismatic::new(line, body.axis([0.0, 0.0], angle)));
    builder.constraint(format!("drive of {name}"), Driver::new(Travel::along(line, body.origin()), law));
    body
}

/// A stick-slip oscillator: it sticks until k x = μ' m g, then swings about μ m g/k until it has the belt's speed again.
#[test]
fn analytic_stick_slip_on_a_belt() {
    let (m, k, speed, mu, hold) = (1.0, 100.0_f64, 0.2, 0.2, 0.35);
    let mut builder = slope(0.0);
    let mass = builder.body("mass", Particle::new(m));
    let pair = CornerOnLine::new(floor(), [0.0, 0.0]);
    let law = Rigid::rough(Coulomb::new(mu).holding(hold));
    let contact = Contact::between(GROUND, mass, pair).on_belt(move |_| speed.into());
    let belt = builder.contact("belt", contact, law);
    builder.force("spring", SpringDamper::along(Travel::along(floor(), mass.origin()), k));
    let model = builder.build().unwrap();
    let mut start = model.placed();
    start.set_velocity(&model, mass, [speed, 0.0]);
    let run = Simulation::new(&model).tolerance(1e-12).run(start, 5.0).unwrap();
    // From x₀ = (μ' − μ) m g/k beyond the middle, with the speed of the belt, until it has that speed again: the slip takes 2 π − 2 atan(x₀ ω/V).
    let (omega, far) = ((k / m).sqrt(), (hold - mu) * m * G / k);
    let slide = (2.0 * std::f64::consts::PI - 2.0 * f64::atan(far * omega / speed)) / omega;
    let stuck = 2.0 * far / speed;
    let starts = hold * m * G / (k * speed);
    let changes = changes(&run, belt);
    assert!(changes.len() > 8, "{changes:?}");
    for (n, pair) in changes.chunks_exact(2).enumerate() {
        let t = starts + n as f64 * (slide + stuck);
        near("slips", pair[0].t, t, 1e-11);
        near("sticks", pair[1].t, t + slide, 1e-11);
        assert!(pair[0].to == Mode::Backward && pair[1].to == Mode::Stick);
    }
}

/// A tablecloth is pulled from under a cup with a > μ g for T: the cup gains μ g T.
#[test]
fn analytic_a_tablecloth() {
    let (mu, pull, to) = (0.3, 20.0, 0.2);
    let mut builder = slope(0.0);
    let cup = builder.body("cup", RigidBody::new(0.4, 0.01).at(0.0, 0.05, 0.0));
    for x in [-0.5, 0.5] {
        let pair = CornerOnLine::new(floor(), [x, -0.05]);
        let contact = Contact::between(GROUND, cup, pair).on_belt(move |t: Jet| t * pull);
        builder.contact(format!("foot{x}"), contact, rough(mu));
    }
    let run = run(builder, to);
    let end = run.last().unwrap();
    near("gains", end.body(cup).velocity.x, mu * G * to, 1e-13);
    near("goes", end.body(cup).origin.x, 0.5 * mu * G * to * to, 1e-13);
}

/// On a belt that swings with V sin ωt a box rides while V ω ≤ μ g, to the last bit of its speed.
#[test]
fn analytic_a_swinging_belt() {
    let (speed, mu) = (0.5, 0.3);
    for part in [0.5, 0.999, 1.001] {
        let omega = part * mu * G / speed;
        let mut builder = slope(0.0);
        let mass = builder.body("box", Particle::new(2.0));
        let pair = CornerOnLine::new(floor(), [0.0, 0.0]);
        let contact = Contact::between(GROUND, mass, pair).on_belt(move |t: Jet| (t * omega).sin() * speed);
        let belt = builder.contact("belt", contact, rough(mu));
        let run = run(builder, 5.0);
        if part < 1.0 {
            assert!(changes(&run, belt).is_empty(), "{:?}", run.transitions());
            near("rides", run.last().unwrap().body(mass).velocity.x, speed * (5.0 * omega).sin(), 1e-13);
        } else {
            // At once: cos ωt = 1 at the start; it falls behind until the belt has slowed down to μ g t.
            let first = changes(&run, belt)[0];
            assert_eq!(first.to, Mode::Stick, "{:?}", run.transitions());
            let behind = speed * (omega * first.t).sin() - mu * G * first.t;
            near("rides again", behind, 0.0, 1e-12);
        }
    }
}

/// In a lift with the law z(t) a mass is pressed by m (g + z''), and leaves where that is zero.
#[test]
fn analytic_a_lift() {
    // z = −c t⁴: z'' = −12 c t² = −g at t = √(g/12 c).
    let (c, m) = (1.7, 2.5);
    let mut builder = slope(0.0);
    let lift = driven(&mut builder, "lift", std::f64::consts::FRAC_PI_2, move |t: Jet| t * t * t * t * -c);
    let mass = builder.body("mass", Particle::new(m));
    let pair = CornerOnLine::new(lift.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
    let under = builder.contact("under", Contact::between(lift, mass, pair), Rigid::smooth());
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.05).run(start, 1.0).unwrap();
    let leaves = (G / (12.0 * c)).sqrt();
    near("leaves", when(&run, under, Mode::Open), leaves, 1e-12);
    for at in run.samples().filter(|at| at.t() < leaves) {
        near("pressed", at.contact(under).normal, m * (G - 12.0 * c * at.t() * at.t()), 1e-10);
    }
    let falls = -4.0 * c * leaves.powi(3) - G * (1.0 - leaves);
    near("falls", run.last().unwrap().body(mass).velocity.y, falls, 1e-12);
}

/// A ball between a fixed wall and one that comes nearer with V: each blow of that one gives it 2 V.
#[test]
fn analytic_a_wall_comes_nearer() {
    let (speed, wall_speed, length) = (1.0, 0.05, 2.0);
    let mut builder = ModelBuilder::new();
    let piston = driven(&mut builder, "piston", 0.0, move |t: Jet| t * -wall_speed);
    let ball = builder.body("ball", Particle::new(0.3).at(length * 0.5, 0.0).moving(speed, 0.0));
    let law = || Rigid::smooth().bouncing(1.0);
    let face = piston.axis([length, 0.0], std::f64::consts::FRAC_PI_2);
    builder.contact("piston", Contact::between(piston, ball, CornerOnLine::new(face, [0.0, 0.0])), law());
    let left = GROUND.axis([0.0, 0.0], -std::f64::consts::FRAC_PI_2);
    builder.contact("wall", Contact::between(GROUND, ball, CornerOnLine::new(left, [0.0, 0.0])), law());
    let run = run(builder, 30.0);
    let (mut x, mut v, mut t) = (0.5 * length, speed, 0.0);
    for blow in run.impacts() {
        if v > 0.0 {
            let dt = (length - wall_speed * t - x) / (v + wall_speed);
            (t, x, v) = (t + dt, x + v * dt, -v - 2.0 * wall_speed);
        } else {
            let dt = x / -v;
            (t, x, v) = (t + dt, 0.0, -v);
        }
        near("hits", blow.t, t, 1e-12);
    }
    assert!(run.impacts().len() > 20, "{}", run.impacts().len());
    near("goes", run.last().unwrap().body(ball).velocity.x, v, 1e-12);
}

/// A ball without spin falls onto a belt: P = (1 + e) m v, and μ P of the belt's speed while it lasts, κ/(1 + κ) of it at most.
#[test]
fn analytic_a_ball_falls_onto_a_belt() {
    let (r, m, kappa, height) = (0.1, 0.7, 0.5, 0.3);
    for (mu, e, speed) in [(0.1, 0.5, 3.0), (0.9, 0.5, 3.0), (0.3, 0.0, -1.0)] {
        let mut builder = slope(0.0);
        let ball = builder.body("ball", RigidBody::new(m, kappa * m * r * r).at(0.0, r + height, 0.0));
        let pair = EllipseOnLine::new(floor(), r, r);
        let contact = Contact::between(GROUND, ball, pair).on_belt(move |_| f64::into(speed));
        builder.contact("belt", contact, rough(mu).bouncing(e));
        let fall = (2.0 * height / G).sqrt();
        let run = run(builder, fall + 1e-3);
        let blow = &run.impacts()[0].blows[0];
        let push = (1.0 + e) * m * G * fall;
        let rubs = f64::signum(speed) * (mu * push).min(m * speed.abs() * kappa / (1.0 + kappa));
        near("P", blow.normal, push, 1e-12);
        near("T", blow.tangential, rubs, 1e-12);
        near("slip before", blow.slip[0], -speed, 1e-13);
        near("slip after", blow.slip[1], -speed + rubs / m * (1.0 + 1.0 / kappa), 1e-12);
    }
}

/// A wall that is driven into a guided block with e: the block leaves with V (1 + e), whatever its mass.
#[test]
fn analytic_a_driven_wall_strikes() {
    for e in [0.0, 0.4, 1.0] {
        let mut builder = ModelBuilder::new();
        let ram = driven(&mut builder, "ram", 0.0, |t: Jet| t * 2.0);
        let block = builder.body("block", RigidBody::new(7.0, 1.0).at(1.0, 0.0, 0.0));
        builder.constraint("rail", Prismatic::new(floor(), block.axis([0.0, 0.0], 0.0)));
        let face = ram.axis([0.0, 0.0], -std::f64::consts::FRAC_PI_2);
        let pair = CornerOnLine::new(face, [0.0, 0.0]);
        let hit = builder.contact("hit", Contact::between(ram, block, pair), Rigid::smooth().bouncing(e));
        let run = run(builder, 1.0);
        near("hits", run.impacts()[0].t, 0.5, 1e-14);
        near("leaves", run.last().unwrap().body(block).velocity.x, 2.0 * (1.0 + e), 1e-13);
        let blow = &run.impacts()[0].blows[0];
        near("P", blow.normal, 14.0 * (1.0 + e), 1e-12);
        assert_eq!(run.last().unwrap().contact(hit).mode == Mode::Open, e > 0.0);
    }
}

/// What is driven cannot be struck: a piston that is driven through a stop is refused, and the stop named.
#[test]
fn property_a_driven_body_against_a_stop_is_named() {
    let mut builder = ModelBuilder::new();
    let ram = driven(&mut builder, "ram", 0.0, |t: Jet| t * 2.0);
    let along = Travel::along(floor(), ram.origin());
    builder.contact("anvil", Stop::below(along, 1.0), Rigid::smooth());
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    let failed = Simulation::new(&model).run(start, 1.0).map(|run| run.end().q.clone());
    let told = failed.expect_err("it is driven through").to_string();
    println!("{told}");
    assert!(told.contains("anvil"), "{told}");
}

/// A belt slows down by 2 m/s², which is below μ g: what stands on it rides along. By 4 m/s² it slides on with μ g.
#[test]
fn analytic_a_belt_slows_down() {
    let (v, mu) = (4.0, 0.25);
    for slows in [2.0, 4.0] {
        let mut builder = slope(0.0);
        let body = builder.body("box", RigidBody::new(3.0, 1.0).at(0.0, 0.1, 0.0).moving(v, 0.0, 0.0));
        for foot in [-0.5, 0.5] {
            let law = move |t: Jet| (t * -slows) + v;
            let pair = CornerOnLine::new(floor(), [foot, -0.1]);
            builder.contact(format!("foot{foot}"), Contact::between(GROUND, body, pair).on_belt(law), rough(mu));
        }
        let run = run(builder, 1.0);
        let a = f64::min(slows, mu * G);
        near("goes", run.last().unwrap().body(body).velocity.x, v - a, 1e-13);
        near("at", run.last().unwrap().body(body).origin.x, v - 0.5 * a, 1e-13);
    }
}

/// A box is set down on a belt in space, and another is thrown across it: over the belt both slide straight, for |u|/(μ g), and are carried from then on. The belt does the work.
#[test]
fn analytic_boxes_on_a_belt_in_space() {
    let (mu, speed, m) = (0.4, 1.5, 2.0);
    let to = [0.6, 0.8];
    for v in [[0.0, 0.0], [-0.8, 0.6], [2.0, 0.0]] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        builder.allow_redundant();
        let solid = Solid::from_inertia(Inertia::cuboid(m, [0.2, 0.3, 0.1]).unwrap()).unwrap();
        let body = builder.body("box", solid.at(0.0, 0.0, 0.05).moving(v[0], v[1], 0.0));
        let corners = [[0.1, 0.15, -0.05], [-0.1, 0.15, -0.05], [-0.1, -0.15, -0.05], [0.1, -0.15, -0.05]];
        let feet: Vec<ContactId> = (PointOn::each(&Plane::horizontal(), corners).into_iter().enumerate())
            .map(|(k, pair)| {
                let foot = Contact::between(WORLD, body, pair);
                let foot = foot.on_belt_along([to[0], to[1], 0.0], move |_| speed.into());
                builder.contact(format!("foot{k}"), foot, rough(mu))
            })
            .collect();
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 2.0).unwrap();
        let u = [0, 1].map(|k| v[k] - speed * to[k]);
        let size = u[0].hypot(u[1]);
        let rests = size / (mu * G);
        let at = run.last().unwrap();
        let (place, velocity) = (at.body(body).origin, at.body(body).velocity);
        for k in 0..2 {
            near("place", place[k], speed * to[k] * 2.0 + 0.5 * u[k] * rests, 1e-11);
            near("carried", velocity[k], speed * to[k], 1e-12);
        }
        for foot in feet {
            let last = changes(&run, foot).last().map(|change| (change.t, change.to)).unwrap();
            near("sticks", last.0, rests, 1e-11);
            assert_eq!(last.1, Mode::Stick);
        }
        near("balance", run.energy_error(), 0.0, 1e-10);
    }
}
