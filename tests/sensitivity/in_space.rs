//! Slips of several components: contacts in space, sleeves, balls in their sockets.

use super::common::{Member, apart, difference, ends, followed, slopes};
use chetaev::contact::spatial::OnPlane;
use chetaev::contact::surface::{Plane, Sphere};
use chetaev::prelude::*;
use chetaev::simulate::Cause;

const RADIUS: f64 = 0.1;

/// A ball above the ground at this height of its centre, moving and spinning so, and what it does where it touches.
fn ball_on_ground([g, r, height]: [f64; 3], [v, w]: [[f64; 3]; 2], law: Rigid) -> Member {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -g]);
    let ball = Solid::from_inertia(Inertia::sphere(1.0, r)?)?.at(0.0, 0.0, height);
    let ball = builder.body("ball", ball.moving(v[0], v[1], v[2]).spinning(w[0], w[1], w[2]));
    let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], r));
    builder.contact("ground", Contact::between(WORLD, ball, pair), law);
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// A ball that slides on a plane until it rolls.
pub fn ball() -> Family {
    let values = [("mu", 0.3), ("radius", RADIUS), ("vx", 3.0), ("vy", -0.4), ("wx", 20.0), ("wy", -12.0), ("g", 9.81)];
    Family::new(values, |p| {
        let motion = [[p["vx"], p["vy"], 0.0], [p["wx"], p["wy"], 3.0]];
        ball_on_ground([p["g"], p["radius"], p["radius"]], motion, Rigid::rough(Coulomb::new(p["mu"])))
    })
    .unwrap()
}

/// Where it is and how fast after `t`, and when it rolls.
fn rolled([mu, r, vx, vy, wx, wy, g]: [f64; 7], t: f64) -> [f64; 7] {
    // v + ω × (−r e_z)
    let slip = [vx - r * wy, vy + r * wx];
    let speed = slip[0].hypot(slip[1]);
    let stops = 2.0 * speed / (7.0 * mu * g);
    let end = stops.min(t);
    let x = |v: f64, s: f64| v * t - mu * g * s / speed * end * (t - 0.5 * end);
    let v = |v: f64, s: f64| v - mu * g * s / speed * end;
    // ω' = 5/(2 r) of the force's acceleration, turned.
    let w = |w: f64, s: f64| w + 2.5 / r * mu * g * s / speed * end;
    [x(vx, slip[0]), x(vy, slip[1]), v(vx, slip[0]), v(vy, slip[1]), w(wx, -slip[1]), w(wy, slip[0]), stops]
}

/// The derivative of a smooth closed form, by a central difference of order 6.
fn slope_of<const N: usize>(f: impl Fn(&[f64]) -> [f64; N], values: &[f64], k: usize) -> Vec<f64> {
    let h = 1e-3 * values[k].abs();
    let at = |by: f64| {
        let mut values = values.to_vec();
        values[k] += by * h;
        f(&values)
    };
    let [a, b, c] = [1.0, 2.0, 3.0].map(|by| (at(by), at(-by)));
    let sum = |i: usize| 45.0 * (a.0[i] - a.1[i]) - 9.0 * (b.0[i] - b.1[i]) + (c.0[i] - c.1[i]);
    (0..N).map(|i| sum(i) / (60.0 * h)).collect()
}

/// At the end, at samples on the way, one of them in a step in which it loses most of its slip, and of the instant.
#[test]
fn analytic_a_ball_that_slides_until_it_rolls() {
    let (family, t_end) = (ball(), 1.0);
    let plan =
        Simulation::new(family.model()).tolerance(1e-11).output(Output::Times(vec![0.0, 0.2, 0.4, 0.43, 0.6, 1.0]));
    let run = plan.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), t_end).unwrap();
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let ball = family.model().body::<Spatial>("ball").unwrap();
    let rolls = run.transitions()[1].t;
    for (k, name) in family.names().iter().enumerate() {
        let slope = run.sensitivity(name).unwrap();
        let column = |f: fn(&chetaev::element::SpatialFrame) -> f64| slope.column(|at| f(&at.body(ball)));
        let columns = [
            column(|frame| frame.origin[0]),
            column(|frame| frame.origin[1]),
            column(|frame| frame.velocity[0]),
            column(|frame| frame.velocity[1]),
            column(|frame| frame.spin[0]),
            column(|frame| frame.spin[1]),
        ];
        let mut worst = 0.0_f64;
        for (i, &t) in run.times().iter().enumerate().skip(1) {
            let mut found: Vec<f64> = columns.iter().map(|column| column[i]).collect();
            found.push(slope.instant(rolls).unwrap());
            worst = worst.max(apart(&found, &slope_of(|p| rolled(p.try_into().unwrap(), t), family.values(), k)));
        }
        println!("ball by {name}: off by {worst:.1e}");
        assert!(worst < 3e-9, "{name}: {worst}");
    }
}

/// A sleeve on a shaft of this radius, pushed and turned by forces that grow, with as much inertia about the shaft as along it if `even`.
pub fn sleeve(even: bool) -> Family {
    let values = [("mass", 1.5), ("mu", 0.2), ("mu at rest", 0.3), ("push", 2.0), ("turn", 0.3), ("g", 9.81)];
    Family::new(values, move |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -p["g"]]);
        let about = if even { p["mass"] * RADIUS * RADIUS } else { 0.004 };
        let sleeve = builder.body("sleeve", Solid::principal(p["mass"], [about, 0.03, 0.03])?);
        let along = [1.0, 0.0, 0.0];
        let shaft = Joint::cylindrical(WORLD.axis([0.0; 3], along), sleeve.axis([0.0; 3], along));
        let shaft = builder.constraint("shaft", shaft);
        let law = Coulomb::new(p["mu"]).holding(p["mu at rest"]);
        builder.friction("rub", FrictionPoint::in_cylinder(shaft, RADIUS), law);
        let (push, turn, bends) = (p["push"], p["turn"], if even { 0.0 } else { 0.1 });
        let load = move |t: f64, _: &_| ([push * t, 0.0, 0.0], [turn * t * (1.0 + bends * t), 0.0, 0.0]);
        builder.force("load", Applied::new(sleeve.origin(), load));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap()
}

/// Where an even one is at `t`, how fast, and when it starts.
fn started(values: &[f64], t: f64) -> [f64; 5] {
    let &[mass, mu, at_rest, push, turn, g] = values else { unreachable!() };
    let force = push.hypot(turn / RADIUS);
    let begin = at_rest * mass * g / force;
    let since = t - begin;
    // s' = (force t − μ m g)/m along the force.
    let rate = force * begin - mu * mass * g;
    let speed = (rate * since + force * since * since / 2.0) / mass;
    let way = (rate * since * since / 2.0 + force * since.powi(3) / 6.0) / mass;
    let [x, a] = [push / force, turn / RADIUS / force / RADIUS];
    [way * x, way * a, speed * x, speed * a, begin]
}

#[test]
fn analytic_a_sleeve_that_starts() {
    let (family, t_end) = (sleeve(true), 2.0);
    let run = followed(&family, 1e-11, t_end);
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let sleeve = family.model().body::<Spatial>("sleeve").unwrap();
    let starts = run.transitions().last().unwrap().t;
    for (k, name) in family.names().iter().enumerate() {
        let slope = run.sensitivity(name).unwrap();
        let read =
            |f: fn(&chetaev::element::SpatialFrame) -> f64| *slope.column(|at| f(&at.body(sleeve))).last().unwrap();
        let found = [
            read(|frame| frame.origin[0]),
            read(|frame| frame.attitude.scaled_axis()[0]),
            read(|frame| frame.velocity[0]),
            read(|frame| frame.spin[0]),
            slope.instant(starts).unwrap(),
        ];
        let expected = slope_of(|values| started(values, t_end), family.values(), k);
        let off = apart(&found, &expected);
        println!("sleeve by {name}: {off:.1e}");
        assert!(off < 5e-10, "{name}: {off:e}");
    }
}

/// The largest difference of derivatives from those of tight runs, over parts of the parameters.
fn off(what: &str, family: &Family, (rtol, t_end): (f64, f64), part: f64) -> f64 {
    let run = followed(family, rtol, t_end);
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let mut worst = 0.0_f64;
    for (k, name) in family.names().iter().enumerate() {
        let expected = difference(family, k, part * family.values()[k], |family| {
            ends(&Simulation::new(family.model()).tolerance(1e-13).run(family.start().clone(), t_end).unwrap())
        });
        let off = apart(&slopes(&run, name), &expected);
        println!(
            "{what} by {name}: {off:.1e} ({} transitions, {} impacts)",
            run.transitions().len(),
            run.impacts().len()
        );
        worst = worst.max(off);
    }
    worst
}

#[test]
fn oracle_a_sleeve_that_starts_and_turns() {
    assert!(off("turning sleeve", &sleeve(false), (1e-11, 2.0), 1e-4) < 1e-10);
}

/// A ball in its socket on a sleeve that a spring pulls back: loads of two components and of three, both slip and stick.
pub fn socket() -> Family {
    let values = [("mu", 0.2), ("spring", 30.0), ("radius", 0.05), ("mass", 0.8)];
    Family::new(values, |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -9.81]);
        let sleeve = Solid::principal(1.5, [0.02, 0.03, 0.03])?.moving(0.5, 0.0, 0.0);
        let sleeve = builder.body("sleeve", sleeve);
        let along = [1.0, 0.0, 0.0];
        let shaft = Joint::cylindrical(WORLD.axis([0.0; 3], along), sleeve.axis([0.0; 3], along));
        let shaft = builder.constraint("shaft", shaft);
        let arm = Solid::principal(p["mass"], [0.02, 0.03, 0.01])?.at(0.1, 0.2, -0.3).spinning(4.0, 1.0, -3.0);
        let arm = builder.body("arm", arm);
        let ball = builder.constraint("ball", Joint::spherical(sleeve.origin(), arm.point(-0.1, -0.2, 0.3)));
        let from = WORLD.point(0.2, 0.0, 0.5);
        builder.force("back", SpringDamper::between(from, sleeve.origin(), p["spring"]));
        let law = || Stribeck::new(p["mu"], 2.0 * p["mu"], 0.2).viscous(0.3);
        builder.friction("on the shaft", FrictionPoint::in_cylinder(shaft, 0.1), law());
        builder.friction("in the socket", FrictionPoint::in_ball(ball, p["radius"]), law());
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap()
}

#[test]
fn oracle_a_ball_in_its_socket_on_a_sleeve() {
    assert!(off("socket", &socket(), (1e-11, 3.0), 1e-5) < 2e-8);
}

/// A spinning ball that falls onto a rough floor, bounces and goes on.
pub fn bouncer() -> Family {
    let values = [("mu", 0.05), ("e", 0.6), ("height", 0.5), ("vx", 1.0), ("spin", 30.0)];
    Family::new(values, |p| {
        let motion = [[p["vx"], 0.3, 0.0], [p["spin"], 5.0, 2.0]];
        let law = Rigid::rough(Coulomb::new(p["mu"])).bouncing(p["e"]);
        ball_on_ground([9.81, RADIUS, RADIUS + p["height"]], motion, law)
    })
    .unwrap()
}

#[test]
fn oracle_a_ball_that_bounces_in_space() {
    assert!(off("bouncing ball", &bouncer(), (1e-11, 1.2), 1e-4) < 1e-8);
}

/// A ball that rolls steadily: all that its rows leave is rounding of terms that cancel.
#[test]
fn analytic_a_ball_that_rolls() {
    let family = Family::new([("speed", 2.0), ("radius", RADIUS)], |p| {
        let motion = [[p["speed"], 0.0, 0.0], [0.0, p["speed"] / p["radius"], 5.0]];
        ball_on_ground([9.81, p["radius"], p["radius"]], motion, Rigid::rough(Coulomb::new(0.3)))
    })
    .unwrap();
    let run = followed(&family, 1e-10, 3.0);
    assert!(run.flags().is_empty() && run.transitions().len() == 1, "{:?}", run.flags());
    let ball = family.model().body::<Spatial>("ball").unwrap();
    for (name, expected) in [("speed", [3.0, 0.0, 10.0]), ("radius", [0.0, 1.0, -200.0])] {
        let slope = run.sensitivity(name).unwrap();
        let read = |f: fn(&chetaev::element::SpatialFrame) -> f64| slope.at_end(|at| f(&at.body(ball)));
        let found = [read(|frame| frame.origin[0]), read(|frame| frame.origin[2]), read(|frame| frame.spin[1])];
        let off = apart(&found, &expected);
        println!("rolling ball by {name}: off by {off:.1e}");
        assert!(off < 1e-10, "{name}: {found:?}");
    }
}

/// One that bounces until it rests: a sum of endless bounces in one step, with its friction.
#[test]
fn oracle_a_ball_that_bounces_to_rest_in_space() {
    let family = bouncer().at(&[0.06, 0.3, 0.4, 0.8, 20.0]).unwrap();
    let run = followed(&family, 1e-11, 1.5);
    assert!(run.transitions().iter().any(|change| matches!(change.cause, Cause::Rested { .. })), "moot");
    assert!(off("resting ball", &family, (1e-11, 1.5), 1e-5) < 3e-8);
}

/// A slip that the run ends in dozens of steps, each of which takes an eighth of it.
/// Held since 4752324a.
#[test]
fn regress_a_slip_that_ends_in_many_steps() {
    let values = [0.217856424767524, 31.417034729383886, 0.05694111206103117, 1.051125741750002];
    let family = socket().at(&values).unwrap();
    assert!(off("many steps", &family, (1e-12, 1.6), 1e-5) < 3e-7);
}

/// A solid that is balanced in the run and not beside it: its masses are a diagonal here, and none there.
#[test]
fn oracle_a_product_of_inertia_that_is_zero() {
    let family = Family::new([("product", 0.0), ("mass", 1.5)], |p| {
        let product = p["product"];
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -9.81]);
        let tensor = nalgebra::Matrix3::new(0.1, product, 0.0, product, 0.2, 0.0, 0.0, 0.0, 0.25);
        let rotor = Solid::new(2.0, tensor)?.at(0.0, 0.0, 0.0).spinning(1.0, 2.0, 3.0);
        let rotor = builder.body("rotor", rotor);
        let other = builder.body("other", Solid::principal(p["mass"], [0.1, 0.1, 0.1])?.at(0.4, 0.0, 0.0));
        builder.constraint("ball", Joint::spherical(rotor.point(0.2, 0.0, 0.0), other.point(-0.2, 0.0, 0.0)));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let run = |family: &Family, asked: Option<Sensitivities>| {
        let plan = Simulation::new(family.model()).tolerance(1e-12).every(0.25);
        let plan = if let Some(asked) = asked { plan.sensitivities(asked) } else { plan };
        plan.run(family.start().clone(), 1.0).unwrap()
    };
    let whole = run(&family, Some(Sensitivities::to(&family)));
    for (k, (name, h)) in [("product", 1e-3), ("mass", 1e-2)].into_iter().enumerate() {
        let own = whole.sensitivity(name).unwrap();
        for coordinate in 0..14 {
            let told = own.column(|at| at.q()[coordinate]);
            let at = |times: f64| {
                let mut values = [0.0, 1.5];
                values[k] += times * h;
                run(&family.at(&values).unwrap(), None).column(|at| at.q()[coordinate])
            };
            let sides = [1.0, -1.0, 2.0, -2.0, 3.0, -3.0].map(at);
            let weights = [0.75, -0.75, -0.15, 0.15, 1.0 / 60.0, -1.0 / 60.0];
            for (i, told) in told.iter().enumerate() {
                let difference = sides.iter().zip(weights).map(|(side, weight)| weight / h * side[i]).sum::<f64>();
                assert!((told - difference).abs() < 1e-7, "{name}, {coordinate}, {i}: {told} {difference}");
            }
        }
    }
}
