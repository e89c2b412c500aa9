//! What is struck: balls, rods, chains, carts, with what a blow does worked out from its response.

use super::super::common::Random;
use super::{G, feet, floor, near, rough, run, slope, wall};
use chetaev::contact::{Circles, CornerOnLine, EllipseOnLine};
use chetaev::hybrid::Stop;
use chetaev::impact::Restitution;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, Impacts};

/// A particle hits a free rod at the distance d from its center: P = (1 + e) v/(1/m + 1/M + d²/I).
#[test]
fn analytic_a_particle_hits_a_rod() {
    let (m, heavy, length, v) = (0.3, 1.1, 1.6_f64, 5.0);
    for (d, e) in [(0.0, 1.0), (0.4, 0.5), (-0.7, 0.9), (0.8, 0.0)] {
        let mut builder = ModelBuilder::new();
        let rod = builder.body("rod", RigidBody::rod(heavy, length));
        let bullet = builder.body("bullet", Particle::new(m).at(d, 1.0).moving(0.0, -v));
        let pair = CornerOnLine::new(rod.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
        builder.contact("hit", Contact::between(rod, bullet, pair), Rigid::smooth().bouncing(e));
        let run = run(builder, 0.2 + 1e-6);
        let push = (1.0 + e) * v / (1.0 / m + 1.0 / heavy + 12.0 * d * d / (heavy * length * length));
        near("t", run.impacts()[0].t, 0.2, 1e-14);
        near("P", run.impacts()[0].blows[0].normal, push, 1e-13);
        let at = run.last().unwrap();
        near("rod", at.body(rod).velocity.y, -push / heavy, 1e-9);
        near("turns", at.body(rod).spin, -push * d * 12.0 / (heavy * length * length), 1e-9);
        near("bullet", at.body(bullet).velocity.y, -v + push / m, 1e-9);
        near("lost", run.impacts()[0].lost, 0.5 * (1.0 - e) * push * v, 1e-13);
    }
}

/// A rod on a pin is hit at the distance d: P = (1 + e) v/(1/m + d²/I₀), whatever the pin feels.
#[test]
fn analytic_a_rod_on_a_pin_is_hit() {
    let (m, heavy, length, v) = (0.3, 1.1, 1.2_f64, 5.0);
    let about = heavy * length * length / 3.0;
    for (d, e) in [(0.2, 0.3), (0.8, 0.6), (1.2, 1.0)] {
        let mut builder = ModelBuilder::new();
        let rod = builder.body("rod", RigidBody::rod(heavy, length).at(0.5 * length, 0.0, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5 * length, 0.0)));
        let bullet = builder.body("bullet", Particle::new(m).at(d, 1.0).moving(0.0, -v));
        let pair = CornerOnLine::new(rod.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
        builder.contact("hit", Contact::between(rod, bullet, pair), Rigid::smooth().bouncing(e));
        let run = run(builder, 0.2 + 1e-6);
        let push = (1.0 + e) * v / (1.0 / m + d * d / about);
        near("P", run.impacts()[0].blows[0].normal, push, 1e-13);
        near("turns", run.last().unwrap().body(rod).spin, -push * d / about, 1e-9);
    }
}

/// Two masses on a massless rod: upright both are stopped by the blow of the lower one, flat each by its own.
#[test]
fn analytic_two_masses_on_a_rod_fall() {
    let ([lower, upper], length, fall, e) = ([0.5, 2.0], 0.4, 0.3, 0.5);
    for upright in [true, false] {
        let mut builder = slope(0.0);
        let a = builder.body("a", Particle::new(lower).at(0.0, fall));
        let place = if upright { [0.0, fall + length] } else { [length, fall] };
        let b = builder.body("b", Particle::new(upper).at(place[0], place[1]));
        builder.constraint("rod", Distance::new(a.origin(), b.origin(), length));
        for (name, body) in [("a", a), ("b", b)] {
            let pair = CornerOnLine::new(floor(), [0.0, 0.0]);
            builder.contact(name, Contact::between(GROUND, body, pair), Rigid::smooth().bouncing(e));
        }
        let v = (2.0 * G * fall).sqrt();
        let run = run(builder, v / G + 1e-6);
        // Flat they are two impacts, for neither reaches the other.
        let blows = || run.impacts().iter().flat_map(|impact| &impact.blows);
        let find = |name: &str| blows().find(|blow| blow.name == name).map_or(0.0, |blow| blow.normal);
        let (pa, pb) = if upright { (lower + upper, 0.0) } else { (lower, upper) };
        near("a", find("a"), (1.0 + e) * pa * v, 1e-12);
        near("b", find("b"), (1.0 + e) * pb * v, 1e-12);
        let end = run.last().unwrap();
        near("up", end.body(b).velocity.y, e * v, 1e-4);
        near("up", end.body(a).velocity.y, e * v, 1e-4);
    }
}

/// A cube slides against a low curb and does not bounce: it turns about its edge with 3 v/(4 a).
#[test]
fn analytic_a_cube_at_a_curb() {
    let (a, m, v) = (0.3, 2.0, 1.5);
    let mut builder = slope(0.0);
    let cube = RigidBody::new(m, m * a * a / 6.0).at(-1.0, 0.5 * a, 0.0).moving(v, 0.0, 0.0);
    let cube = builder.body("cube", cube);
    feet(&mut builder, (GROUND, floor()), (cube, 0.5 * a, 0.5 * a), Rigid::smooth);
    let pair = CornerOnLine::new(wall(0.5 * a), [0.5 * a, -0.5 * a]);
    let curb = builder.contact("curb", Contact::between(GROUND, cube, pair), Rigid::smooth());
    let run = run(builder, 1.0 / v + 1e-6);
    near("hits", run.impacts()[0].t, 1.0 / v, 1e-14);
    near("turns", run.last().unwrap().body(cube).spin, -0.75 * v / a, 1e-4);
    let blow = run.impacts()[0].blows.iter().find(|blow| blow.name == "curb").unwrap();
    // About the edge m v a/2 = ⅔ m a² ω; its center goes on with ω a/2 to the right.
    near("P", blow.normal, m * v * (1.0 - 0.375), 1e-12);
    assert!(run.last().unwrap().contact(curb).mode != Mode::Open);
}

/// Balls with gaps are struck one after the other: equal ones hand the speed on, in steps of ((1 + e)/2).
#[test]
fn analytic_a_cradle_with_gaps() {
    let (r, gap, e) = (0.1, 0.01, 0.8_f64);
    let mut builder = ModelBuilder::new();
    let balls: Vec<BodyId> = (0..6)
        .map(|k| {
            let body = RigidBody::disk(1.0, r).at((2.0 * r + gap) * f64::from(k), 0.0, 0.0);
            builder.body(format!("{k}"), body.moving(if k == 0 { 1.0 } else { 0.0 }, 0.0, 0.0))
        })
        .collect();
    for (k, two) in balls.windows(2).enumerate() {
        let pair = Circles::outside(([0.0, 0.0], r), ([0.0, 0.0], r));
        builder.contact(format!("gap{k}"), Contact::between(two[0], two[1], pair), Rigid::smooth().bouncing(e));
    }
    let run = run(builder, 0.5);
    let (mut t, mut v) = (0.0, 1.0);
    for blow in run.impacts().iter().take(5) {
        t += gap / v;
        near("hits", blow.t, t, 1e-13);
        v *= 0.5 * (1.0 + e);
    }
    near("the last", run.last().unwrap().body(balls[5]).velocity.x, v, 1e-12);
}

/// Between floor and ceiling: without loss the same way again and again, with loss on the floor alone in the end.
#[test]
fn analytic_between_floor_and_ceiling() {
    let (height, v) = (0.5, 6.0);
    let mut builder = slope(0.0);
    let ball = builder.body("ball", Particle::new(1.0).at(0.0, 0.0).moving(0.0, v));
    for (name, line) in [("floor", floor()), ("ceiling", GROUND.axis([0.0, height], std::f64::consts::PI))] {
        let pair = CornerOnLine::new(line, [0.0, 0.0]);
        builder.contact(name, Contact::between(GROUND, ball, pair), Rigid::smooth().bouncing(1.0));
    }
    let run = run(builder, 6.0);
    let up = (v - (v * v - 2.0 * G * height).sqrt()) / G;
    assert!(run.impacts().len() > 60, "{}", run.impacts().len());
    for (k, blow) in run.impacts().iter().enumerate() {
        near("hits", blow.t, (k + 1) as f64 * up, 1e-12);
        assert_eq!(blow.blows[0].name, if k % 2 == 0 { "ceiling" } else { "floor" });
    }
}

/// Three balls on one another, almost touching, dropped: each blow as of two, from below.
#[test]
fn analytic_a_stack_of_balls_is_dropped() {
    let (masses, r, gap, h) = ([8.0, 2.0, 0.5], 0.05, 1e-7, 1.0);
    let mut builder = slope(0.0);
    let balls: Vec<BodyId> = (masses.iter().enumerate())
        .map(|(k, &m)| {
            let y = r + h + (2.0 * r + gap) * k as f64;
            builder.body(format!("{k}"), RigidBody::disk(m, r).at(0.0, y, 0.0))
        })
        .collect();
    let law = || Rigid::smooth().bouncing(1.0);
    let pair = EllipseOnLine::new(floor(), r, r);
    builder.contact("floor", Contact::between(GROUND, balls[0], pair), law());
    for (k, two) in balls.windows(2).enumerate() {
        let pair = Circles::outside(([0.0, 0.0], r), ([0.0, 0.0], r));
        builder.contact(format!("gap{k}"), Contact::between(two[0], two[1], pair), law());
    }
    let v = (2.0 * G * h).sqrt();
    let run = run(builder, v / G + 1e-6);
    let meet = |m: f64, u: f64, n: f64, w: f64| [u + 2.0 * n / (m + n) * (w - u), w + 2.0 * m / (m + n) * (u - w)];
    let [first, second] = meet(masses[0], v, masses[1], -v);
    let [second, third] = meet(masses[1], second, masses[2], -v);
    assert_eq!(run.impacts().len(), 3);
    for (ball, v) in balls.iter().zip([first, second, third]) {
        // Their gaps cost 1e-8 s, and so 1e-7 m/s.
        near("goes", run.last().unwrap().body(*ball).velocity.y, v, 2e-5);
    }
}

/// A disk on a thread that it unwinds, guided so that it falls straight. Its slip on a rough floor is −c times the rate of the gap, so that friction helps the floor in compression and works
/// against it in expansion. It rises with e √((1 − μc)/(1 + μc)) by the energetic law, e (1 − μc)/(1 + μc) by Poisson's, e by Newton's; for μc > 1 not at all.
#[test]
fn analytic_a_yo_yo_touches_the_floor() {
    let (m, r, thread, fall, e) = (0.4, 0.1, 0.05, 0.3, 0.7);
    let c = r / thread;
    for mu in [0.1, 0.3, 0.6] {
        for law in [Restitution::Energetic, Restitution::Poisson, Restitution::Newton] {
            let mut builder = slope(0.0);
            let disk = builder.body("yo-yo", RigidBody::disk(m, r).at(0.0, r + fall, 0.0));
            let up = GROUND.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2);
            builder.constraint("guide", Slot::new(up, disk.origin()));
            let thread_of = Coupler::new(Travel::along(up, disk.origin()), -thread, Angle::between(GROUND, disk));
            builder.constraint("thread", thread_of.offset(r + fall));
            let pair = EllipseOnLine::new(floor(), r, r);
            builder.contact("floor", Contact::between(GROUND, disk, pair), rough(mu).bouncing(e));
            let model = builder.build().unwrap();
            let a = G / (1.0 + 0.5 * c * c);
            let t = (2.0 * fall / a).sqrt();
            let simulation = Simulation::new(&model).tolerance(1e-12).impacts(Impacts::at_once().law(law));
            let run = simulation.run(model.placed(), t + 1e-3).unwrap();
            let blow = &run.impacts()[0].blows[0];
            near("slip", blow.slip[0], c * a * t, 1e-12);
            let part = match law {
                _ if mu * c >= 1.0 => 0.0,
                Restitution::Energetic => ((1.0 - mu * c) / (1.0 + mu * c)).sqrt(),
                Restitution::Poisson => (1.0 - mu * c) / (1.0 + mu * c),
                _ => 1.0,
            };
            near(&format!("{mu} {law:?}"), blow.closing[1], e * part * a * t, 1e-12);
        }
    }
}

/// A planar blow worked out piece by piece: rates and impulses from the response [nn, nt, tt] by the energetic law.
fn pieces([nn, nt, tt]: [f64; 3], [mut gamma, mut slip]: [f64; 2], mu: f64, e: f64) -> [f64; 4] {
    let (mut normal, mut tangential, mut work, mut expands) = (0.0, 0.0, 0.0, false);
    loop {
        let tau = match slip {
            0.0 if nt.abs() <= mu * tt => -nt / tt,
            0.0 => -mu * nt.signum(),
            _ => -mu * slip.signum(),
        };
        let (up, along) = (nn + nt * tau, nt + tt * tau);
        let stop = if slip * along < 0.0 { -slip / along } else { f64::INFINITY };
        // Expansion ends where it has given back e² of the work.
        let end = match (expands, up > 0.0) {
            (false, true) => -gamma / up,
            (true, true) => 2.0 * work / (gamma + (gamma * gamma + 2.0 * up * work).sqrt()),
            _ => f64::INFINITY,
        };
        let p = f64::min(stop, end);
        work -= p * (gamma + 0.5 * up * p);
        (normal, tangential) = (normal + p, tangential + p * tau);
        gamma += up * p;
        slip = if stop <= end || slip == 0.0 && along.abs() < 1e-14 * tt { 0.0 } else { slip + along * p };
        if p == end && expands {
            return [normal, tangential, gamma, slip];
        }
        if p == end {
            (expands, gamma, work) = (true, 0.0, e * e * work);
        }
    }
}

/// Balls that have nothing to do with each other bounce in step, and each comes to rest at t₁ (1 + e)/(1 − e).
/// Regression: their impacts were one succession, so that seven and more balls were no cycle, and twelve ended the run.
#[test]
fn analytic_many_balls_bounce_in_step() {
    for (count, e) in [(2, 0.8), (7, 0.5), (12, 0.8)] {
        let mut builder = slope(0.0);
        let balls: Vec<ContactId> = (0..count)
            .map(|k| {
                let body = RigidBody::disk(1.0 + 0.1 * f64::from(k), 0.1).at(f64::from(k), 0.6, 0.0);
                let body = builder.body(format!("{k}"), body);
                super::wheel(&mut builder, &format!("floor {k}"), (body, 0.1), floor(), Rigid::smooth().bouncing(e))
            })
            .collect();
        let end = (1.0 / G).sqrt() * (1.0 + e) / (1.0 - e);
        let run = run(builder, end + 0.5);
        let at = run.last().unwrap();
        for ball in balls {
            let Cause::Rested { at: rests, error, .. } = super::changes(&run, ball).last().unwrap().cause else {
                panic!()
            };
            println!("{count}: rests {:.1e} s off, its error {error:.1e}", rests - end);
            assert!((rests - end).abs() < 1e-9 + error.min(1e-4), "{rests} {end}");
            assert_eq!((at.contact(ball).mode, at.contact(ball).gap.abs() < 1e-15), (Mode::Holding, true));
        }
    }
}

/// A ball that bounces has nothing to do with one that rests beside it: its impacts name it alone, and the other feels none.
/// Regression: every contact that was closed somewhere took part in every impact, with an impulse of zero.
#[test]
fn invariant_an_impact_names_what_it_reaches() {
    let mut builder = slope(0.0);
    let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 0.6, 0.0));
    let rests = builder.body("rests", RigidBody::disk(1.0, 0.1).at(1.0, 0.1, 0.0).moving(0.3, 0.0, -3.0));
    for (name, body) in [("bounces", ball), ("rests", rests)] {
        super::wheel(&mut builder, name, (body, 0.1), floor(), rough(0.3).bouncing(0.5));
    }
    let run = run(builder, 1.0);
    assert!(run.impacts().len() > 2);
    for impact in run.impacts().iter() {
        assert!(impact.names().eq(["bounces"]), "{impact:?}");
    }
    near("rolls on", run.last().unwrap().body(rests).velocity.x, 0.3, 1e-14);
}

/// Rods at random on a rough floor: sliding through, stopping, turning round, jammed for a while.
#[test]
fn oracle_a_rod_hits_a_rough_floor() {
    let mut random = Random::new(77);
    let mut kinds = [0; 4];
    for case in 0..400 {
        let (m, inertia) = (random.between(0.2, 3.0), random.between(0.01, 0.5));
        let (mu, e) = (random.between(0.0, 2.0), random.between(0.0, 1.0));
        let (x, y) = (random.unit(), -random.between(0.01, 1.0));
        let (angle, v) = (3.0 * random.unit(), [3.0 * random.unit(), 3.0 * random.unit(), 5.0 * random.unit()]);
        let rates = [v[1] + v[2] * x, v[0] - v[2] * y];
        if rates[0] > -0.05 {
            continue;
        }
        // The corner in the axes of the body, turned by its angle.
        let (sin, cos) = angle.sin_cos();
        let corner = [cos * x + sin * y, -sin * x + cos * y];
        let mut builder = ModelBuilder::new();
        let rod = builder.body("rod", RigidBody::new(m, inertia).at(0.0, -y, angle).moving(v[0], v[1], v[2]));
        let pair = CornerOnLine::new(floor(), corner);
        builder.contact("tip", Contact::between(GROUND, rod, pair), rough(mu).bouncing(e));
        let run = run(builder, 1e-9);
        let blow = &run.impacts()[0].blows[0];
        let response = [1.0 / m + x * x / inertia, -x * y / inertia, 1.0 / m + y * y / inertia];
        let [normal, tangential, gamma, slip] = pieces(response, rates, mu, e);
        let off = [blow.normal - normal, blow.tangential - tangential, blow.closing[1] - gamma, blow.slip[1] - slip];
        let worst = off.iter().fold(0.0, |most: f64, off| most.max(off.abs()));
        // Where it nearly jams impulses are large, and known to rounding of themselves.
        assert!(worst < 1e-11 * (1.0 + normal), "case {case}: {off:?}, {blow:?}");
        kinds[if slip == 0.0 {
            0
        } else if slip * rates[1] > 0.0 {
            1
        } else {
            2
        }] += 1;
        kinds[3] += usize::from(response[0] - mu * rates[1].signum() * response[1] < 0.0);
    }
    println!("{kinds:?} stuck, slid on, turned round; jammed at first");
    assert!(kinds.iter().all(|n| *n > 3), "{kinds:?}");
}

/// A particle falls onto a smooth wedge that is free to go along the floor: P = (1 + e) v cos α/(1/m + sin²α/M), and the floor takes P cos α.
#[test]
fn analytic_a_wedge_is_struck() {
    let ([heavy, m], alpha, v) = ([3.0, 1.2], 0.6_f64, 2.0);
    for e in [0.0, 0.5, 1.0] {
        let mut builder = ModelBuilder::new();
        let wedge = builder.body("wedge", RigidBody::new(heavy, 1.0));
        let grain = builder.body("grain", Particle::new(m).at(0.0, 0.2).moving(0.0, -v));
        feet(&mut builder, (GROUND, floor()), (wedge, 1.0, 0.0), Rigid::smooth);
        let pair = CornerOnLine::new(wedge.axis([0.0, 0.0], -alpha), [0.0, 0.0]);
        builder.contact("face", Contact::between(wedge, grain, pair), Rigid::smooth().bouncing(e));
        let run = run(builder, 0.1 + 1e-6);
        let (sin, cos) = alpha.sin_cos();
        let push = (1.0 + e) * v * cos / (1.0 / m + sin * sin / heavy);
        let impact = &run.impacts()[0];
        let find =
            |name: &str| impact.blows.iter().filter(|it| it.name.contains(name)).map(|it| it.normal).sum::<f64>();
        near("P", find("face"), push, 1e-13);
        near("floor", find("foot"), push * cos, 1e-13);
        let at = run.last().unwrap();
        near("wedge", at.body(wedge).velocity.x, -push * sin / heavy, 1e-12);
        near("wedge", at.body(wedge).velocity.y, 0.0, 1e-15);
        near("grain", at.body(grain).velocity.x, push * sin / m, 1e-12);
        near("grain", at.body(grain).velocity.y, -v + push * cos / m, 1e-12);
    }
}

/// A rod falls on its pin from level to plumb and hits a wall with its tip, or a stop with its angle: ω² = 3 g/L, and e of it goes back.
#[test]
fn analytic_a_pendulum_hits_a_wall() {
    let (m, length, e) = (0.8, 0.9, 0.6);
    for stop in [false, true] {
        let mut builder = slope(0.0);
        let rod = builder.body("rod", RigidBody::rod(m, length).at(-0.5 * length, 0.0, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(0.5 * length, 0.0)));
        let law = Rigid::smooth().bouncing(e);
        if stop {
            let limit = Stop::below(Angle::between(GROUND, rod), std::f64::consts::FRAC_PI_2);
            builder.contact("limit", limit, law);
        } else {
            let tip = CornerOnLine::new(wall(0.0), [-0.5 * length, 0.0]);
            builder.contact("limit", Contact::between(GROUND, rod, tip), law);
        }
        let run = run(builder, 5.0);
        let omega = (3.0 * G / length).sqrt();
        let (lever, about) = (if stop { 1.0 } else { length }, m * length * length / 3.0);
        for (n, blow) in run.impacts().iter().enumerate().take(4) {
            let omega = omega * e.powi(n as i32);
            let blow = &blow.blows[0];
            near("comes", -blow.closing[0], omega * lever, 1e-11);
            near("goes", blow.closing[1], e * omega * lever, 1e-11);
            near("P", blow.normal, (1.0 + e) * omega * about / lever, 1e-11);
        }
        assert!(run.impacts().len() >= 3);
    }
}

/// Two carts on rails, one behind the other, coupled by nothing: each blow exchanges (1 + e) of the reduced mass times their speed.
#[test]
fn analytic_carts_on_a_rail() {
    let ([front, back], [v, w], e) = ([2.0, 0.7], [0.5, 2.5], 0.35);
    let mut builder = slope(0.0);
    let carts = [(back, -1.0, w), (front, 0.0, v)].map(|(m, x, v)| {
        let body = builder.body(format!("cart{x}"), RigidBody::new(m, 1.0).at(x, 0.0, 0.0).moving(v, 0.0, 0.0));
        builder.constraint(format!("rail{x}"), Prismatic::new(floor(), body.axis([0.0, 0.0], 0.0)));
        body
    });
    let buffer = Stop::above(Travel::along(carts[0].axis([0.0, 0.0], 0.0), carts[1].origin()), 0.25);
    builder.contact("buffer", buffer, Rigid::smooth().bouncing(e));
    let run = run(builder, 1.0);
    near("hits", run.impacts()[0].t, 0.75 / (w - v), 1e-14);
    let push = (1.0 + e) * (w - v) / (1.0 / front + 1.0 / back);
    near("back", run.last().unwrap().body(carts[0]).velocity.x, w - push / back, 1e-13);
    near("front", run.last().unwrap().body(carts[1]).velocity.x, v + push / front, 1e-13);
    near("lost", run.impacts()[0].lost, 0.5 * (1.0 - e * e) * (w - v).powi(2) / (1.0 / front + 1.0 / back), 1e-13);
}
