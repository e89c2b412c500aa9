//! The same in space, with friction: slopes, corners, edges, plates on balls, brakes, tops, ropes.

use super::space::{ball, falling, run};
use super::{G, changes, near, rough, when};
use chetaev::constraint::{Slide, Turn};
use chetaev::contact::spatial::{EdgeOn, OnPlane, PointOn, RimOnPlane, Spheres};
use chetaev::contact::surface::{Plane, Rim, Sphere};
use chetaev::element::SpatialFrame;
use chetaev::hybrid::Stop;
use chetaev::nalgebra::{Rotation3, UnitQuaternion, Vector3};
use chetaev::prelude::*;

/// On a slope with tan α = μ a particle thrown across keeps v + v·down: in the end it goes straight down with half of its speed. With ϑ from down, v (1 + cos ϑ) = v₀ and ϑ' = −g sin α sin ϑ/v
/// give  t = v₀/(2 g sin α) [(1 − u²)/2 − ln u],  u = tan(ϑ/2).
#[test]
fn analytic_a_particle_thrown_across_a_slope() {
    let (alpha, v) = (0.4_f64, 3.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([G * alpha.sin(), 0.0, -G * alpha.cos()]);
    let grain = builder.body("grain", Particle::in_space(0.5).moving(0.0, v, 0.0));
    let foot = Contact::between(WORLD, grain, PointOn::new(Plane::horizontal(), [0.0; 3]));
    let foot = builder.contact("slope", foot, rough(alpha.tan()));
    let model = builder.build().unwrap();
    for u in [0.9_f64, 0.3, 1e-2] {
        let t = v / (2.0 * G * alpha.sin()) * (0.5 * (1.0 - u * u) - u.ln());
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), t).unwrap();
        let at = run.last().unwrap();
        let [x, y] = [at.body(grain).velocity.x, at.body(grain).velocity.y];
        near("v + v·down", x.hypot(y) + x, v, 1e-11);
        near("direction", (0.5 * y.atan2(x)).tan(), u, 1e-11);
        assert!(at.contact(foot).mode == Mode::Forward && changes(&run, foot).is_empty());
    }
}

/// A ball flies into the corner of three walls, along their diagonal and not. Smooth walls return e of each part; along the diagonal nothing turns it, whatever rubs, and without restitution it stays.
/// With both, what friction takes of the compression is not determined: between none and e of the speed comes back.
#[test]
fn analytic_a_ball_in_the_corner_of_three_walls() {
    let (r, t) = (0.1, 0.25);
    for (v, mu, e) in [
        ([1.0, 1.0, 1.0], 0.0, 0.7),
        ([1.0, 2.0, 0.5], 0.0, 0.7),
        ([1.0, 1.0, 1.0], 0.3, 0.0),
        ([1.0, 1.0, 1.0], 0.3, 0.7),
        ([1.0, 1.0, 1.0], 0.9, 0.7),
    ] {
        let mut builder = ModelBuilder::new();
        let at = v.map(|v| r + t * v);
        let body = builder.body("ball", ball(0.5, r).at(at[0], at[1], at[2]).moving(-v[0], -v[1], -v[2]));
        for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
            let normal: [f64; 3] = std::array::from_fn(|i| f64::from(u8::from(i == k)));
            let pair = OnPlane::new(Plane::new([0.0; 3], normal), Sphere::new([0.0; 3], r));
            builder.contact(name, Contact::between(WORLD, body, pair), rough(mu).bouncing(e));
        }
        let run = run(builder, 2.0 * t);
        let end = run.last().unwrap().body(body);
        println!("{v:?} {mu} {e}: {:?} {:?} {}", end.velocity, end.spin, run.impacts().len());
        near("hits", run.impacts()[0].t, t, 1e-14);
        near("spin", end.spin.norm(), 0.0, 1e-13);
        for (k, v) in v.into_iter().enumerate() {
            if mu == 0.0 || e == 0.0 {
                near("returns", end.velocity[k], e * v, 1e-13);
            } else {
                near("alike", end.velocity[k], end.velocity[0], 1e-13);
                assert!((0.0..=e * v).contains(&end.velocity[k]));
            }
        }
    }
}

/// A ball rolls over the round edge of a table, in any direction, until T = μ N, with N = m g (cos ϑ − v₀²/(g r) − 2 (1 − cos ϑ)/(1 + κ)) and T = m g sin ϑ κ/(1 + κ).
#[test]
fn analytic_a_ball_rolls_off_an_edge() {
    let (m, r, table, v, kappa) = (0.3, 0.1, 0.8, 0.3, 0.4);
    for (azimuth, mu) in [(0.3_f64, 0.2), (2.0, 0.6), (4.4, 3.0)] {
        let mut builder = falling();
        let (sin, cos) = azimuth.sin_cos();
        let body = ball(m, r).at(table * cos, table * sin, r).moving(v * cos, v * sin, 0.0);
        let body = builder.body("ball", body.spinning(-v / r * sin, v / r * cos, 0.0));
        let pair = EdgeOn::new(Sphere::new([0.0; 3], r), Rim::new(table)).near([0.0, 0.0, -r], azimuth);
        let edge = builder.contact("edge", Contact::between(body, WORLD, pair), rough(mu));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(start, 0.5).unwrap();
        let state = run.state_at(when(&run, edge, Mode::Forward)).unwrap();
        let place = run.read(&state).body(body).origin;
        // The energy: (1 + κ) v²/2 + g r cos ϑ stays.
        let pressed = |angle: f64| angle.cos() - (v * v / (G * r) + 2.0 * (1.0 - angle.cos()) / (1.0 + kappa));
        let holds = |angle: f64| mu * pressed(angle) - angle.sin() * kappa / (1.0 + kappa);
        let (mut low, mut high) = (0.0, 1.5);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if holds(middle) > 0.0 { low = middle } else { high = middle }
        }
        near("slips", f64::atan2(place.x.hypot(place.y) - table, place.z), low, 1e-10);
        near("straight", place.y * cos - place.x * sin, 0.0, 1e-11);
        assert!(when(&run, edge, Mode::Open) > state.t);
    }
}

/// A plate that does not turn slides onto a ball with V: u' = −μ g (1 + 4 M/(m (1 + κ))) for the slip above, none below; then the ball goes with half of the plate's speed, for ever.
#[test]
fn analytic_a_plate_on_a_ball() {
    let ([m, plate_m], r, mu, kappa) = ([0.5, 2.0], 0.1, 0.3, 0.4);
    for v in [[1.0, 0.0], [0.6, -0.8]] {
        let mut builder = falling();
        let body = builder.body("ball", ball(m, r).at(0.0, 0.0, r));
        let plate = Solid::principal(plate_m, [0.3; 3]).unwrap().at(0.0, 0.0, 2.0 * r).moving(v[0], v[1], 0.0);
        let plate = builder.body("plate", plate);
        let up = [0.0, 0.0, 1.0];
        let held = Joint::new(WORLD.axis([0.0; 3], up), plate.axis([0.0; 3], up), Slide::Free, Turn::Fixed);
        builder.constraint("level", held);
        let under = OnPlane::new(Plane::new([0.0; 3], [0.0, 0.0, -1.0]), Sphere::new([0.0; 3], r));
        let above = builder.contact("plate", Contact::between(plate, body, under), rough(mu));
        let floor = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], r));
        let floor = builder.contact("floor", Contact::between(WORLD, body, floor), rough(mu));
        let run = run(builder, 1.0);
        let gains = 2.0 * mu * plate_m * G / ((1.0 + kappa) * m);
        let sticks = v[0].hypot(v[1]) / (mu * G + 2.0 * gains);
        near("sticks", when(&run, above, Mode::Stick), sticks, 1e-12);
        assert!(changes(&run, floor).is_empty());
        let at = run.last().unwrap();
        for k in 0..2 {
            let along = v[k] / v[0].hypot(v[1]);
            near("ball", at.body(body).velocity[k], gains * sticks * along, 1e-12);
            near("plate", at.body(plate).velocity[k], 2.0 * gains * sticks * along, 1e-12);
            near("far", at.body(body).origin[k], gains * sticks * (1.0 - 0.5 * sticks) * along, 1e-11);
        }
        near("N", at.contact(above).normal, plate_m * G, 1e-11);
        near("carries nothing across", at.contact(above).tangential.max(at.contact(floor).tangential), 0.0, 1e-11);
    }
}

/// A shoe on a lever is pressed by P against the face of a wheel, at R from its axis. The lever's pin is h above the face and L from the shoe: N (L ± μ h) = P l, + where the face pushes the shoe away from
/// the pin's side. The wheel stops after J ω/(μ N R). Towards the pin, with μ h > L, there is no such N: it stops at once.
#[test]
fn analytic_a_shoe_on_a_wheel() {
    let (about, far, length, arm, push, mu, omega) = (0.4, 0.3, 0.5, 0.4, 20.0, 0.5, 6.0);
    for (height, turns) in [(0.2, 1.0), (0.2, -1.0), (0.8, -1.0), (1.2, 1.0), (1.2, -1.0)] {
        let mut builder = ModelBuilder::new();
        let wheel = Solid::principal(1.0, [0.3, 0.3, about]).unwrap().spinning(0.0, 0.0, turns * omega);
        let wheel = builder.body("wheel", wheel);
        let up = [0.0, 0.0, 1.0];
        builder.constraint("axle", Joint::revolute(WORLD.axis([0.0; 3], up), wheel.axis([0.0; 3], up)));
        // Its origin is the pin.
        let lever = builder.body("lever", Solid::principal(0.2, [0.05; 3]).unwrap().at(far, -length, height));
        let across = [1.0, 0.0, 0.0];
        let pin = Joint::revolute(WORLD.axis([far, -length, height], across), lever.axis([0.0; 3], across));
        builder.constraint("pin", pin);
        let press =
            Applied::new(lever.point(0.0, arm, 0.0), move |_: f64, _: &SpatialFrame| ([0.0, 0.0, -push], [0.0; 3]));
        builder.force("press", press);
        let shoe = PointOn::new(Plane::horizontal(), [0.0, length, -height]);
        let shoe = builder.contact("shoe", Contact::between(wheel, lever, shoe), rough(mu));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(start, 1.0).unwrap();
        let lies = length + turns * mu * height;
        let at = run.last().unwrap();
        println!("{height} {turns}: {:?} {:?}", at.contact(shoe), run.impacts());
        if lies > 0.0 {
            let normal = push * arm / lies;
            let stops = about * omega / (mu * normal * far);
            near("N", run.first().unwrap().contact(shoe).normal, normal, 1e-12);
            if stops < 1.0 {
                near("stops", when(&run, shoe, Mode::Stick), stops, 1e-12);
            } else {
                near("turns", at.body(wheel).spin.z, turns * omega * (1.0 - 1.0 / stops), 1e-12);
            }
        } else {
            assert_eq!(run.impacts().len(), 1);
            near("jams", run.impacts()[0].t, 0.0, 1e-15);
        }
        if at.contact(shoe).mode == Mode::Stick {
            assert!(at.body(wheel).spin.norm() == 0.0 && at.body(lever).spin.norm() == 0.0);
        }
    }
}

/// A top whose ball-shaped peg slides: whatever the floor does at its lowest point, L·a stays, a being the arm of the contact (Jellett). And the balance closes.
#[test]
fn invariant_a_top_that_slides_keeps_jelletts_number() {
    let (m, r, c) = (0.2, 0.02, 0.05);
    let solid = Solid::principal(m, [3e-4, 3e-4, 1e-4]).unwrap();
    for (tilt, spin, mu, offset) in [(0.3_f64, 150.0, 0.2, c), (0.1, 80.0, 0.4, c), (0.2, 120.0, 0.3, -0.004)] {
        let mut builder = falling();
        let turn = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), tilt);
        let solid = solid.clone().at(0.0, 0.0, r + offset * tilt.cos()).turned(turn);
        let top = builder.body("top", solid.spinning(0.0, 0.0, spin));
        // The middle of the ball is below the center of mass by `offset`.
        let peg = OnPlane::new(Plane::horizontal(), Sphere::new([0.0, 0.0, -offset], r));
        let peg = builder.contact("peg", Contact::between(WORLD, top, peg), rough(mu));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-11).output(Output::Steps).run(model.placed(), 1.0).unwrap();
        let number = |at: &Snapshot<'_>| {
            let body = at.body(top);
            let turned = body.attitude * Vector3::new(0.0, 0.0, -offset);
            let own = body.attitude.inverse() * body.spin;
            let momentum = body.attitude * Vector3::new(3e-4 * own.x, 3e-4 * own.y, 1e-4 * own.z);
            momentum.dot(&(turned - r * Vector3::z()))
        };
        let first = number(&run.first().unwrap());
        let worst = run.largest(|at| (number(at) / first - 1.0).abs());
        let slides = run.samples().filter(|at| at.contact(peg).mode == Mode::Forward).count();
        println!("{worst:.1e}, energy {:.1e}, slides in {slides} of {}", run.energy_error(), run.len());
        assert!(slides > 30 && worst < 1e-9 && run.energy_error() < 1e-9);
    }
}

/// A body that turns flies until the rope at a point of it is taut: P = (1 + e) v/(1/m + (r × n)²/J), along the rope.
#[test]
fn analytic_a_rope_at_a_turning_body() {
    let (m, about, length) = (0.7, 0.02, 1.2);
    let (v, spin, arm) = (Vector3::new(1.0, 0.4, -0.3), Vector3::new(3.0, -2.0, 5.0), Vector3::new(0.1, 0.05, -0.2));
    let place = Vector3::new(0.3, -0.2, 0.1);
    let hung = |t: f64| Rotation3::from_scaled_axis(t * spin) * arm;
    let (mut low, mut high) = (0.0, 3.0);
    for _ in 0..80 {
        let t = 0.5 * (low + high);
        if (place + t * v + hung(t)).norm() < length { low = t } else { high = t }
    }
    for e in [0.0, 0.6] {
        let mut builder = ModelBuilder::new();
        let body = Solid::principal(m, [about; 3]).unwrap().at(place.x, place.y, place.z);
        let body = builder.body("body", body.moving(v.x, v.y, v.z).spinning(spin.x, spin.y, spin.z));
        let rope = Separation::between(WORLD.origin(), body.point(arm.x, arm.y, arm.z));
        builder.contact("rope", Stop::below(rope, length), Rigid::smooth().bouncing(e));
        let run = run(builder, low + 1e-9);
        let (r, n) = (hung(low), -(place + low * v + hung(low)) / length);
        let stretches = -(v + spin.cross(&r)).dot(&n);
        let push = (1.0 + e) * stretches / (1.0 / m + r.cross(&n).norm_squared() / about);
        near("taut", run.impacts()[0].t, low, 1e-12);
        near("P", run.impacts()[0].blows[0].normal, push, 1e-11);
        let after = run.last().unwrap().body(body);
        near("velocity", (after.velocity - v - push / m * n).norm(), 0.0, 1e-7);
        near("spin", (after.spin - spin - push / about * r.cross(&n)).norm(), 0.0, 1e-7);
    }
}

/// A table on four feet, on a floor that is driven by p t²/2: it goes along for p < μ g and p < g b/h, slides with μ g, or tips with m (p h − g b)/I about its rear feet.
#[test]
fn analytic_a_table_on_a_floor_that_starts() {
    let (m, h) = (2.0, 0.4);
    for (mu, b, p) in [(0.5, 0.3, 4.89), (0.5, 0.3, 4.92), (0.9, 0.2, 4.89), (0.9, 0.2, 4.92), (0.5, 0.3, 9.0)] {
        for angle in [0.0_f64, 1.0] {
            let mut builder = falling();
            builder.allow_redundant();
            let along = [angle.cos(), angle.sin(), 0.0];
            let floor = builder.body("floor", Solid::principal(1.0, [1.0; 3]).unwrap());
            let guide = WORLD.axis([0.0; 3], along);
            builder.constraint("guide", Joint::prismatic(guide, floor.axis([0.0; 3], along)));
            let law = move |t: Jet| t * t * (0.5 * p);
            builder.constraint("drive", Driver::new(AxialTravel::along(guide, floor.origin()), law));
            let solid = Solid::from_inertia(Inertia::cuboid(m, [2.0 * b, 2.0 * b, 2.0 * h]).unwrap()).unwrap();
            let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
            let table = builder.body("table", solid.at(0.0, 0.0, h).turned(turn));
            let feet = [[b, b, -h], [-b, b, -h], [-b, -b, -h], [b, -b, -h]];
            let feet: Vec<ContactId> = (PointOn::each(&Plane::horizontal(), feet).into_iter().enumerate())
                .map(|(k, pair)| builder.contact(format!("foot{k}"), Contact::between(floor, table, pair), rough(mu)))
                .collect();
            let to = 1e-2;
            let run = run(builder, to);
            let at = run.last().unwrap();
            let modes: Vec<Mode> = feet.iter().map(|&foot| at.contact(foot).mode).collect();
            let body = at.body(table);
            let speed = body.velocity.x * along[0] + body.velocity.y * along[1];
            if mu * G < p && mu < b / h {
                assert_eq!(modes, [Mode::Forward; 4]);
                near("slides", speed, mu * G * to, 1e-13);
            } else if p < G * b / h {
                assert_eq!(modes, [Mode::Stick; 4]);
                near("goes along", speed, p * to, 1e-13);
                near("where", body.origin.x.hypot(body.origin.y), 0.5 * p * to * to, 1e-14);
            } else {
                assert_eq!(modes, [Mode::Open, Mode::Stick, Mode::Stick, Mode::Open]);
                let tips = (p * h - G * b) / (4.0 / 3.0 * (b * b + h * h));
                near("tips", body.spin.norm() / to, tips, 1e-4);
            }
        }
    }
}

/// A table slides down a slope with g (sin α − μ cos α) however its four feet share the load: certified at every step. If one of them is rougher they do not leave one motion, nor if it turns.
#[test]
fn analytic_a_table_that_slides_on_four_feet() {
    let (alpha, mu, to) = (0.4_f64, 0.2, 0.1);
    for (rougher, rate, certain) in [(0.0, 0.0, true), (0.1, 0.0, false), (0.0, 0.3, false)] {
        for angle in [0.0_f64, 0.7] {
            let mut builder = ModelBuilder::new();
            builder.gravity([G * alpha.sin(), 0.0, -G * alpha.cos()]);
            builder.allow_redundant();
            let turn = UnitQuaternion::from_axis_angle(&Vector3::z_axis(), angle);
            let solid = Solid::principal(2.0, [0.2, 0.3, 0.4]).unwrap().at(0.0, 0.0, 0.2).turned(turn);
            let table = builder.body("table", solid.moving(1.0, 0.0, 0.0).spinning(0.0, 0.0, rate));
            let feet = [[0.3, 0.2, -0.2], [-0.3, 0.2, -0.2], [-0.3, -0.2, -0.2], [0.3, -0.2, -0.2]];
            for (k, pair) in PointOn::each(&Plane::horizontal(), feet).into_iter().enumerate() {
                let law = rough(mu + if k == 0 { rougher } else { 0.0 });
                builder.contact(format!("foot{k}"), Contact::between(WORLD, table, pair), law);
            }
            let run = run(builder, to);
            assert_eq!(run.counters().uncertain == 0, certain, "{rougher} {rate}: {}", run.counters().uncertain);
            let speed = run.last().unwrap().body(table).velocity;
            if certain {
                near("speed", speed.x, 1.0 + G * (alpha.sin() - mu * alpha.cos()) * to, 1e-12);
                near("across", speed.y, 0.0, 1e-12);
            }
        }
    }
}

/// A cylinder that spins about the vertical lands flat on its side, on a rim at each end: P = m v, of which friction takes μ P l/J of its spin; then it stops after J ω/(μ m g l).
#[test]
fn analytic_a_spinning_cylinder_lands_flat() {
    let (m, r, l, mu, height) = (1.5, 0.1, 0.3, 0.2, 0.2);
    let along = m / 12.0 * (3.0 * r * r + 4.0 * l * l);
    for spin in [20.0, 5.0] {
        let mut builder = falling();
        let solid = Solid::principal(m, [along, along, 0.5 * m * r * r]).unwrap().at(0.0, 0.0, r + height);
        let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), std::f64::consts::FRAC_PI_2);
        // Its x axis points down.
        let body = builder.body("cylinder", solid.turned(turn).spinning(-spin, 0.0, 0.0));
        let rims = [("left", -l), ("right", l)].map(|(name, z)| {
            let rim = RimOnPlane::new(Plane::horizontal(), Rim::around([0.0, 0.0, z], [0.0, 0.0, 1.0], r));
            builder.contact(name, Contact::between(WORLD, body, rim), rough(mu))
        });
        let hits = (2.0 * height / G).sqrt();
        let left = f64::max(0.0, spin - mu * m * G * hits * l / along);
        let rests = hits + left * along / (mu * m * G * l);
        let run = run(builder, rests + 0.2);
        near("hits", run.impacts()[0].t, hits, 1e-13);
        assert_eq!(run.impacts()[0].blows.len(), 2);
        for rim in rims {
            if left > 0.0 {
                let last = changes(&run, rim).last().map(|change| (change.t, change.to)).unwrap();
                near("rests", last.0, rests, 1e-11);
            }
            assert_eq!(run.last().unwrap().contact(rim).mode, Mode::Stick);
        }
        let end = run.last().unwrap().body(body);
        near("still", end.velocity.norm() + end.spin.norm(), 0.0, 1e-13);
    }
}

/// Two rough balls hit each other beside their centers, spinning: the slip u of their skins falls by μ P (2/m)(1 + 1/κ), to none if that is more.
#[test]
fn analytic_two_rough_balls_in_space() {
    let (m, r, e) = (0.5, 0.15, 0.8);
    for mu in [0.05, 0.15, 0.9] {
        let mut builder = ModelBuilder::new();
        let (v, spins) = (3.0, [Vector3::new(5.0, -9.0, 4.0), Vector3::new(-3.0, 2.0, 8.0)]);
        let place = Vector3::new(-1.0, 0.1, 0.05);
        let one =
            ball(m, r).at(place.x, place.y, place.z).moving(v, 0.0, 0.0).spinning(spins[0].x, spins[0].y, spins[0].z);
        let one = builder.body("one", one);
        let two = builder.body("two", ball(m, r).spinning(spins[1].x, spins[1].y, spins[1].z));
        let pair = Spheres::outside(Sphere::new([0.0; 3], r), Sphere::new([0.0; 3], r));
        builder.contact("hit", Contact::between(one, two, pair), rough(mu).bouncing(e));
        let run = run(builder, 0.4);
        let x = -(4.0 * r * r - place.y * place.y - place.z * place.z).sqrt();
        // From the first to the second.
        let n = -Vector3::new(x, place.y, place.z) / (2.0 * r);
        let push = 0.5 * (1.0 + e) * m * v * n.x;
        let skin = -Vector3::new(v, 0.0, 0.0) - r * (spins[0] + spins[1]).cross(&n);
        let slip = skin - skin.dot(&n) * n;
        let rubs = f64::min(mu * push, slip.norm() / (2.0 / m * (1.0 + 2.5)));
        let on_two = push * n - rubs * slip.normalize();
        near("P", run.impacts()[0].blows[0].normal, push, 1e-12);
        near("T", run.impacts()[0].blows[0].tangential, rubs, 1e-12);
        let at = run.last().unwrap();
        near("two", (at.body(two).velocity - on_two / m).norm(), 0.0, 1e-12);
        let turns = (-r * n).cross(&on_two) / (0.4 * m * r * r);
        near("two spins", (at.body(two).spin - spins[1] - turns).norm(), 0.0, 1e-11);
        near("one spins", (at.body(one).spin - spins[0] - turns).norm(), 0.0, 1e-11);
    }
}
