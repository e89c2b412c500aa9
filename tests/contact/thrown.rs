//! Bodies thrown at walls and floors, against closed forms.

use super::common::G;
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::Plane;
use chetaev::contact::{Circles, CornerOnLine, EllipseOnLine};
use chetaev::friction::SlipCurve;
use chetaev::hybrid::Stop;
use chetaev::math::LookupTable;
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::f64::consts::PI;

/// A box from 0 to (w, h), walls on all sides of a particle.
fn billiard(w: f64, h: f64, at: [f64; 2], v: [f64; 2], e: f64) -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    let particle = builder.body("particle", Particle::new(0.7).at(at[0], at[1]).moving(v[0], v[1]));
    let walls = [
        ("floor", [0.0, 0.0], 0.0),
        ("right", [w, 0.0], 0.5 * PI),
        ("ceiling", [0.0, h], PI),
        ("left", [0.0, 0.0], -0.5 * PI),
    ];
    for (name, through, angle) in walls {
        let pair = CornerOnLine::new(GROUND.axis(through, angle), [0.0, 0.0]);
        builder.contact(name, Contact::between(GROUND, particle, pair), Rigid::smooth().bouncing(e));
    }
    (builder.build().unwrap(), particle)
}

/// The zigzag that a straight line becomes between 0 and `l`.
fn folded(x: f64, l: f64) -> f64 {
    let x = x.rem_euclid(2.0 * l);
    if x > l { 2.0 * l - x } else { x }
}

/// Unfolded, the path in a billiard is straight.
#[test]
fn analytic_a_billiard_unfolds() {
    let (w, h, at, v) = (1.3, 0.7, [0.4, 0.2], [2.1, -1.7]);
    let (model, particle) = billiard(w, h, at, v, 1.0);
    let run = Simulation::new(&model).every(0.37).run(model.placed(), 30.0).unwrap();
    let mut worst = 0.0_f64;
    for at_t in run.samples() {
        let place = at_t.body(particle).origin;
        worst = worst.max((place.x - folded(at[0] + v[0] * at_t.t(), w)).abs());
        worst = worst.max((place.y - folded(at[1] + v[1] * at_t.t(), h)).abs());
    }
    println!("{} impacts, {worst:.1e} m", run.impacts().len());
    assert!(run.impacts().len() > 100 && worst < 1e-12, "{worst:e}");
}

/// Into the corner: two walls at one instant, which do not reach each other.
#[test]
fn analytic_a_particle_hits_a_corner() {
    for e in [0.0, 0.6, 1.0] {
        let (model, particle) = billiard(1.0, 1.0, [0.25, 0.5], [-0.5, -1.0], e);
        let run = Simulation::new(&model).run(model.placed(), 0.7).unwrap();
        let v = run.last().unwrap().body(particle).velocity;
        assert!((v.x - 0.5 * e).abs() < 1e-14 && (v.y - e).abs() < 1e-14, "{e}: {v}");
        assert!((1..=2).contains(&run.impacts().len()), "{}", run.impacts().len());
    }
}

/// Along a smooth slope a bouncing ball has the acceleration g sin α, whatever it does across.
#[test]
fn analytic_a_ball_bounces_down_a_slope() {
    let (alpha, r) = (0.4_f64, 0.05);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let (along, up) = ([alpha.cos(), -alpha.sin()], [alpha.sin(), alpha.cos()]);
    let ball = builder.body("ball", RigidBody::disk(2.0, r).at(1.05 * up[0], 1.05 * up[1], 0.0));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], -alpha), r, r);
    let slope = builder.contact("slope", Contact::between(GROUND, ball, pair), Rigid::smooth().bouncing(0.7));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).every(0.1).run(model.placed(), 5.0).unwrap();
    let mut worst = 0.0_f64;
    for at in run.samples() {
        let place = at.body(ball).origin;
        let s = place.x * along[0] + place.y * along[1];
        worst = worst.max((s - 0.5 * G * alpha.sin() * at.t() * at.t()).abs());
    }
    // t₁ (1 + e)/(1 − e), with the gravity across the slope.
    let rests = (2.0 / (G * alpha.cos())).sqrt() * 1.7 / 0.3;
    let rest = run.transitions().iter().rev().find(|change| change.contact == Some(slope)).unwrap();
    println!("{worst:.1e} m, rests {:.1e} s early", rests - rest.t);
    assert!(worst < 1e-11 && (0.0..1e-2).contains(&(rests - rest.t)));
    assert!((run.last().unwrap().contact(slope).normal - 2.0 * G * alpha.cos()).abs() < 1e-12);
}

/// A throw whose top is at the ceiling, below it, and above it by so little.
#[test]
fn analytic_a_throw_grazes_the_ceiling() {
    for above in [-1e-6, 0.0, 1e-9, 1e-6, 1e-3] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let height = 1.0;
        let particle = builder.body("particle", Particle::new(1.0).moving(1.0, (2.0 * G * (height + above)).sqrt()));
        let pair = CornerOnLine::new(GROUND.axis([0.0, height], PI), [0.0, 0.0]);
        let ceiling =
            builder.contact("ceiling", Contact::between(GROUND, particle, pair), Rigid::smooth().bouncing(0.5));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).output(Output::Steps).run(model.placed(), 0.8).unwrap();
        let hits = run.impacts().len();
        assert!(run.samples().all(|at| at.contact(ceiling).gap > -1e-11));
        assert_eq!(run.last().unwrap().contact(ceiling).mode, Mode::Open);
        if above == 0.0 {
            assert!(hits <= 1);
        } else {
            assert_eq!(hits, usize::from(above > 0.0), "{above}");
        }
        if above > 0.0 {
            let speed = (2.0 * G * above).sqrt();
            assert!((run.impacts()[0].blows[0].closing[0] + speed).abs() < 1e-13 / speed, "{above}");
        }
    }
}

/// e by the speed: the one of the speed with which it closes.
#[test]
fn analytic_restitution_by_speed() {
    let e = |speed: f64| 1.0 / (1.0 + speed);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 1.1, 0.0));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    builder.contact("floor", Contact::between(GROUND, ball, pair), Rigid::rough(Coulomb::new(0.3)).bouncing_by(e));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 6.0).unwrap();
    let (mut t, mut v) = ((2.0 / G).sqrt(), (2.0 * G).sqrt());
    // It does not accumulate geometrically: v → v/(1 + v) falls like 1/n.
    for impact in run.impacts().iter().take(40) {
        assert!((impact.t - t).abs() < 1e-12 / v && (impact.blows[0].closing[0] + v).abs() < 1e-11, "{}", impact.t - t);
        v *= e(v);
        t += 2.0 * v / G;
    }
    assert!(run.impacts().len() >= 20, "{}", run.impacts().len());
}

/// Against a stop at its equilibrium a mass on a spring hits every half period, whatever e is.
#[test]
fn analytic_a_spring_throws_at_a_stop() {
    for (e, hits) in [(1.0_f64, 9), (0.8, 9), (0.0, 1)] {
        let (m, k, v) = (0.5, 32.0, 1.2);
        let mut builder = ModelBuilder::new();
        let mass = builder.body("mass", Particle::new(m).moving(v, 0.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("slot", Slot::new(line, mass.origin()));
        builder.force("spring", SpringDamper::guided(line, mass.origin(), k));
        let stop =
            builder.contact("stop", Stop::above(Travel::along(line, mass.origin()), 0.0), Rigid::smooth().bouncing(e));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 9.5 * PI / 8.0).unwrap();
        let speeds: Vec<f64> = run.impacts().iter().map(|impact| -impact.blows[0].closing[0]).collect();
        assert_eq!(speeds.len(), hits, "e = {e}: {speeds:?}");
        for (n, (impact, speed)) in run.impacts().iter().zip(&speeds).enumerate() {
            assert!((impact.t - (n + 1) as f64 * PI / 8.0).abs() < 1e-11, "{e} {n}: {}", impact.t);
            assert!((speed - v * e.powi(n as i32)).abs() < 1e-10);
        }
        // With e = 0 it stands at the end, where nothing pushes: N is exactly zero.
        if e == 0.0 {
            let at = run.last().unwrap();
            assert_eq!((at.velocity(mass.origin()).x, at.contact(stop).normal), (0.0, 0.0));
        }
    }
}

/// A rotor between two stops of its angle, one of them after three turns.
#[test]
fn analytic_a_rotor_between_stops() {
    let (spin, e, most) = (5.0, 0.8, 6.5 * PI);
    let mut builder = ModelBuilder::new();
    let rotor = builder.body("rotor", RigidBody::disk(1.0, 0.3).moving(0.0, 0.0, spin));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rotor.origin()));
    for (stop, name) in Stop::between(Angle::between(GROUND, rotor), -1.0, most).into_iter().zip(["near", "far"]) {
        builder.contact(name, stop, Rigid::smooth().bouncing(e));
    }
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 40.0).unwrap();
    let (mut t, mut speed) = (most / spin, spin);
    for (impact, name) in run.impacts().iter().zip(["far", "near"].into_iter().cycle()) {
        assert_eq!(impact.names().next(), Some(name));
        assert!((impact.t - t).abs() < 1e-11, "{}", impact.t - t);
        speed *= e;
        t += (most + 1.0) / speed;
    }
    assert!(run.impacts().len() >= 3);
}

/// A slender rod that falls flat-footed: P = (1 + e) v/(1/m + c²/I), c the lever.
#[test]
fn analytic_a_rod_hits_a_smooth_floor() {
    for angle in [0.0, 0.3, 0.9, 1.4, 0.5 * PI] {
        for e in [0.0, 0.5, 1.0] {
            let (m, half, v) = (1.7, 0.6, 2.0);
            let inertia = m * half * half / 3.0;
            let mut builder = ModelBuilder::new();
            let y = half * f64::sin(angle) + 0.1;
            let rod = builder.body("rod", RigidBody::new(m, inertia).at(0.0, y, angle).moving(0.0, -v, 0.0));
            let line = GROUND.axis([0.0, 0.0], 0.0);
            let pair = CornerOnLine::new(line, [-half, 0.0]);
            builder.contact("tip", Contact::between(GROUND, rod, pair), Rigid::smooth().bouncing(e));
            let model = builder.build().unwrap();
            let run = Simulation::new(&model).run(model.placed(), 0.06).unwrap();
            let lever = -half * f64::cos(angle);
            let impulse = (1.0 + e) * v / (1.0 / m + lever * lever / inertia);
            let blow = &run.impacts()[0];
            assert!((blow.blows[0].normal - impulse).abs() < 1e-13 * 10.0);
            let at = run.last().unwrap().body(rod);
            // Without restitution it goes on to slide and to turn on its tip.
            let turns = e == 0.0 || (at.spin - lever * impulse / inertia).abs() < 1e-12;
            assert!(turns && (blow.t - 0.05).abs() < 1e-15, "{angle} {e}: {} {}", at.spin, blow.t);
            let lost = 0.5 * (1.0 - e * e) * v * v / (1.0 / m + lever * lever / inertia);
            assert!((blow.lost - lost).abs() < 1e-13 * 10.0, "{} {lost}", blow.lost);
        }
    }
}

/// A bullet does not pass a foil.
#[test]
fn analytic_a_bullet_does_not_pass_a_foil() {
    for (thick, v) in [(1e-6, 1e4), (1e-9, 1e3), (1e-3, 1e6)] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let bullet = builder.body("bullet", Particle::new(1.0).at(-1.0, 0.0).moving(v, 0.0));
        let foil = builder.body("foil", RigidBody::new(3.0, 1.0).at(0.5 * thick, 0.0, 0.0));
        builder.constraint(
            "rail",
            Driver::new(Travel::across(GROUND.axis([0.0, 0.0], 0.0), foil.origin()), |t| t * t * (-0.5 * G)),
        );
        let pair = CornerOnLine::new(foil.axis([-0.5 * thick, 0.0], 0.5 * PI), [0.0, 0.0]);
        builder.contact("front", Contact::between(foil, bullet, pair), Rigid::smooth().bouncing(1.0));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 3.0 / v).unwrap();
        assert_eq!(run.impacts().len(), 1, "{thick} {v}");
        let at = run.last().unwrap();
        assert!((at.body(bullet).velocity.x / v + 0.5).abs() < 1e-13);
        assert!((at.body(foil).velocity.x / v - 0.5).abs() < 1e-13);
    }
}

/// Play across a slot: a pin zigzags between its sides, each e slower; along it nothing happens.
#[test]
fn analytic_a_pin_zigzags_in_its_slot() {
    let (play, e, v) = (0.02, 0.9_f64, 0.5);
    let mut builder = ModelBuilder::new();
    let pin = builder.body("pin", Particle::new(0.3).moving(0.8 * 0.6, 0.8 * 0.8));
    // The slot is inclined by the 3-4-5 angle.
    let line = GROUND.axis([0.0, 0.0], f64::atan2(0.8, 0.6));
    for (stop, name) in
        Stop::between(Travel::across(line, pin.origin()), -play, play).into_iter().zip(["right", "left"])
    {
        builder.contact(name, stop, Rigid::smooth().bouncing(e));
    }
    let model = builder.build().unwrap();
    let mut start = model.placed();
    let along = 0.8;
    start.set_velocity(&model, pin, [along * 0.6 - v * 0.8, along * 0.8 + v * 0.6]);
    let run = Simulation::new(&model).run(start, 1.0).unwrap();
    let (mut t, mut speed) = (play / v, v);
    for impact in run.impacts() {
        assert!((impact.t - t).abs() < 1e-13);
        speed *= e;
        t += 2.0 * play / speed;
    }
    let at = run.last().unwrap().body(pin);
    assert!(run.impacts().len() > 6 && (at.velocity.x * 0.6 + at.velocity.y * 0.8 - along).abs() < 1e-14 * 10.0);
}

/// Scaled: micrometres to megametres; the same numbers in units of the problem.
#[test]
fn property_units_do_not_matter() {
    let shape = |length: f64, mass: f64, time: f64| {
        let mut builder = ModelBuilder::new();
        let (speed, force) = (length / time, mass * length / (time * time));
        builder.gravity([0.0, -length / (time * time)]);
        let body = RigidBody::new(mass, 0.3 * mass * length * length).at(0.0, 2.0 * length, 0.3);
        let body = builder.body("body", body.moving(0.4 * speed, 0.0, 1.0 / time));
        builder.force("wind", Applied::force(body.point(0.1 * length, 0.0), [0.05 * force, 0.0]));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let pair = EllipseOnLine::new(line, 0.9 * length, 0.5 * length);
        builder.contact("floor", Contact::between(GROUND, body, pair), Rigid::rough(Coulomb::new(0.3)).bouncing(0.5));
        let hollow = Circles::inside(([0.0, 0.0], 3.0 * length), ([0.2 * length, 0.0], 0.1 * length));
        builder.contact("bowl", Contact::between(GROUND, body, hollow), Rigid::smooth().bouncing(0.5));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 6.0 * time).unwrap();
        let at = run.last().unwrap().body(body);
        (run.impacts().len(), [at.origin.x / length, at.origin.y / length, at.velocity.x / speed, at.spin * time])
    };
    let (count, here) = shape(1.0, 1.0, 1.0);
    assert!(count > 3);
    for units in [
        [1e3, 1.0, 1.0],
        [1e-3, 1.0, 1.0],
        [1.0, 1e3, 1.0],
        [1.0, 1e-3, 1.0],
        [1.0, 1.0, 1e3],
        [1.0, 1.0, 1e-3],
        [1e3, 1e-3, 1e3],
        [1e6, 1e9, 1e3],
        [1e-6, 1e-12, 1e-3],
    ] {
        let (hits, there) = shape(units[0], units[1], units[2]);
        let worst = here.iter().zip(&there).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("{units:?}: {hits} impacts ({count}), {worst:.1e}");
        assert!(hits.abs_diff(count) < 12 && worst < 1e-6, "{units:?} {here:?} {there:?}");
    }
}

/// A racket that is driven hits a ball: the blow loses ½ m (1 − e²) γ², the driver gives the rest.
#[test]
fn analytic_a_racket_gives_what_a_blow_does_not_lose() {
    for (speed, e) in [(3.0, 0.5), (-0.4, 0.8), (2.0, 1.0), (1.0, 0.0)] {
        let (m, v) = (0.7, -2.0);
        let mut builder = ModelBuilder::new();
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let racket = builder.body("racket", RigidBody::new(1.3, 0.2));
        builder.constraint("rail", Prismatic::new(line, racket.axis([0.0, 0.0], 0.0)));
        let drive = move |t: Jet| t * speed;
        builder.constraint("drive", Driver::new(Travel::along(line, racket.origin()), drive));
        let ball = builder.body("ball", Particle::new(m).at(0.5, 0.0).moving(v, 0.0));
        let face = CornerOnLine::new(racket.axis([0.0, 0.0], -0.5 * PI), [0.0, 0.0]);
        builder.contact("face", Contact::between(racket, ball, face), Rigid::smooth().bouncing(e));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.6).unwrap();
        let [blow] = run.impacts() else { panic!("{} impacts", run.impacts().len()) };
        let closing = v - speed;
        assert!((blow.lost - 0.5 * m * (1.0 - e * e) * closing * closing).abs() < 1e-13, "{}", blow.lost);
        let at = run.last().unwrap();
        assert!((at.body(ball).velocity.x - (speed - e * closing)).abs() < 1e-13);
        assert!((at.balance() - run.first().unwrap().balance()).abs() < 1e-13);
        // Λ d = (1 + e) m |γ| times the speed of the racket.
        let work = |name: &str| run.end().works[model.work_names().iter().position(|it| it == name).unwrap()];
        assert!((work("drive") - (1.0 + e) * m * closing.abs() * speed).abs() < 1e-13, "{}", work("drive"));
        assert!((work("face (impacts)") + blow.lost).abs() < 1e-13);
    }
}

/// Along a floor whose coefficient is read from a table, 0.4 − 0.1 s up to 1 m/s and 0.3 beyond: from the kink on s' = −g (0.4 − 0.1 s), which ends after ln(4/3)/(0.1 g).
/// An open contact with such a law ended the run at once. Held since 3e0033e.
#[test]
fn regress_a_law_from_a_table_while_open() {
    let table = LookupTable::linear(&[[0.0, 0.4], [1.0, 0.3], [9.0, 0.3]]).unwrap();
    let (height, speed) = (0.2_f64, 3.0);
    let (lands, strikes) = ((2.0 * height / G).sqrt(), (2.0 * G * height).sqrt());
    let stops = lands + (speed - 0.3 * strikes - 1.0) / (0.3 * G) + (4.0_f64 / 3.0).ln() / (0.1 * G);
    let stopped = |model: Model| {
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), stops + 0.5).unwrap();
        run.transitions().iter().find(|change| change.cause == Cause::Stopped).unwrap().t
    };
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let body = builder.body("body", Particle::new(0.7).at(0.0, height).moving(speed, 0.0));
    let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
    let law = Rigid::rough(SlipCurve::table(table.clone(), 0.4));
    builder.contact("floor", Contact::between(GROUND, body, pair), law);
    let in_plane = stopped(builder.build().unwrap());
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let body = builder.body("body", Particle::in_space(0.7).at(0.0, 0.0, height).moving(speed, 0.0, 0.0));
    let pair = PointOn::new(Plane::horizontal(), [0.0; 3]);
    builder.contact("floor", Contact::between(WORLD, body, pair), Rigid::rough(SlipCurve::table(table, 0.4)));
    let in_space = stopped(builder.build().unwrap());
    println!("stops at {stops}, off by {:.1e} and in space {:.1e} s", in_plane - stops, in_space - stops);
    assert!((in_plane - stops).abs() < 1e-10 && (in_space - stops).abs() < 1e-10);
}
