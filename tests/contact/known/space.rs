//! The same in space, without friction: spheres, bowls, ropes, doors, boxes, off their centers.

use super::{G, near, when};
use chetaev::contact::spatial::{OnPlane, PointOn, RimOnPlane, Spheres};
use chetaev::contact::surface::{Ellipsoid, Plane, Rim, Sphere};
use chetaev::hybrid::Stop;
use chetaev::nalgebra::{Matrix3, UnitQuaternion, Vector3};
use chetaev::prelude::*;

pub(super) fn falling() -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    builder
}

pub(super) fn ball(m: f64, r: f64) -> Solid {
    Solid::principal(m, [0.4 * m * r * r; 3]).unwrap()
}

fn smooth(e: f64) -> Rigid {
    Rigid::smooth().bouncing(e)
}

pub(super) fn run(builder: ModelBuilder, to: f64) -> Trajectory {
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    Simulation::new(&model).tolerance(1e-12).run(start, to).unwrap()
}

/// Thrown onto a sloping plane: along it the motion knows nothing of the blows, across it they are those of a bouncing ball.
#[test]
fn analytic_a_ball_bounces_down_a_plane_in_space() {
    let (r, e, height) = (0.1, 0.9_f64, 0.5);
    let normal = Vector3::new(0.3, -0.2, 1.0).normalize();
    let mut builder = falling();
    let at = (r + height) * normal;
    let body = builder.body("ball", ball(0.5, r).at(at.x, at.y, at.z).moving(1.0, 0.5, 0.3).spinning(3.0, -2.0, 1.0));
    let pair = OnPlane::new(Plane::new([0.0; 3], normal.into()), Sphere::new([0.0; 3], r));
    builder.contact("slope", Contact::between(WORLD, body, pair), smooth(e));
    let run = run(builder, 4.0);
    let (v0, g) = (Vector3::new(1.0, 0.5, 0.3), Vector3::new(0.0, 0.0, -G));
    let (down, up) = (G * normal.z, v0.dot(&normal));
    let mut speed = (up * up + 2.0 * down * height).sqrt();
    let mut t = (up + speed) / down;
    for blow in run.impacts() {
        near("hits", blow.t, t, 1e-13);
        near("with", -blow.blows[0].closing[0], speed, 1e-12);
        speed *= e;
        t += 2.0 * speed / down;
    }
    assert!(run.impacts().len() > 4, "{}", run.impacts().len());
    let along = |v: Vector3<f64>| v - v.dot(&normal) * normal;
    let body = run.last().unwrap().body(body);
    let exact = along(v0 + 4.0 * g);
    near("along", (along(body.velocity) - exact).norm(), 0.0, 1e-12);
    near("spins", (body.spin - Vector3::new(3.0, -2.0, 1.0)).norm(), 0.0, 1e-13);
}

/// Two smooth spheres at an angle: P = (1 + e) v·n/(1/m + 1/M) along the line of centers.
#[test]
fn analytic_two_spheres_in_space() {
    for (y, z, e) in [(0.0, 0.0, 1.0), (0.1, 0.05, 0.8), (-0.15, 0.2, 0.0)] {
        let ([m, heavy], r, v): (_, f64, f64) = ([0.5, 2.0], 0.15, 3.0);
        let mut builder = ModelBuilder::new();
        let a = builder.body("a", ball(m, r).at(-1.0, y, z).moving(v, 0.0, 0.0));
        let b = builder.body("b", ball(heavy, r));
        let pair = Spheres::outside(Sphere::new([0.0; 3], r), Sphere::new([0.0; 3], r));
        builder.contact("hit", Contact::between(a, b, pair), smooth(e));
        let run = run(builder, 1.0);
        let x = -(4.0 * r * r - y * y - z * z).sqrt();
        let n = -Vector3::new(x, y, z) / (2.0 * r);
        let push = (1.0 + e) * v * n.x / (1.0 / m + 1.0 / heavy);
        near("hits", run.impacts()[0].t, (x + 1.0) / v, 1e-13);
        near("P", run.impacts()[0].blows[0].normal, push, 1e-12);
        let at = run.last().unwrap();
        near("a", (at.body(a).velocity - Vector3::new(v, 0.0, 0.0) + push / m * n).norm(), 0.0, 1e-12);
        near("b", (at.body(b).velocity - push / heavy * n).norm(), 0.0, 1e-12);
    }
}

/// From the top of a sphere, in any direction, it leaves at cos ϑ = 2/3 + v²/(3 g R).
#[test]
fn analytic_a_sphere_is_left_in_space() {
    for azimuth in [0.0_f64, 1.0, 2.5] {
        let (hill, r, v) = (1.0, 0.2, 0.5);
        let mut builder = falling();
        let body = ball(1.0, r).at(0.0, 0.0, hill + r).moving(v * azimuth.cos(), v * azimuth.sin(), 0.0);
        let body = builder.body("ball", body);
        let pair = Spheres::outside(Sphere::new([0.0; 3], hill), Sphere::new([0.0; 3], r));
        let under = builder.contact("hill", Contact::between(WORLD, body, pair), smooth(0.0));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).keep_dense().run(model.placed(), 1.5).unwrap();
        let state = run.state_at(when(&run, under, Mode::Open)).unwrap();
        let height = run.read(&state).body(body).origin.z;
        near("leaves", height / (hill + r), 2.0 / 3.0 + v * v / (3.0 * G * (hill + r)), 1e-11);
    }
}

/// Round and round in a bowl at the angle ϑ with ω² = g/(L cos ϑ), pressed by m g/cos ϑ; the same on a rope.
#[test]
fn analytic_round_a_bowl() {
    let (m, length, angle) = (0.7, 1.3, 0.8_f64);
    let omega = (G / (length * angle.cos())).sqrt();
    for hangs in [false, true] {
        let mut builder = falling();
        let (sin, cos) = angle.sin_cos();
        let body = ball(m, 0.2).at(length * sin, 0.0, -length * cos).moving(0.0, omega * length * sin, 0.0);
        let body = builder.body("ball", body);
        let held = if hangs {
            let rope = Stop::below(Separation::between(WORLD.origin(), body.origin()), length);
            builder.contact("rope", rope, smooth(0.0))
        } else {
            let pair = Spheres::inside(Sphere::new([0.0; 3], length + 0.2), Sphere::new([0.0; 3], 0.2));
            builder.contact("bowl", Contact::between(WORLD, body, pair), smooth(0.0))
        };
        let run = run(builder, 5.0);
        let at = run.last().unwrap();
        let place = at.body(body).origin;
        near("x", place.x, length * sin * (5.0 * omega).cos(), 1e-10);
        near("y", place.y, length * sin * (5.0 * omega).sin(), 1e-10);
        near("z", place.z, -length * cos, 1e-11);
        near("N", at.contact(held).normal, m * G / cos, 1e-10);
    }
}

/// An ellipsoid that is tilted hits a plane beside its center: P = (1 + e) v/(1/m + (r×n)·J⁻¹(r×n)).
#[test]
fn analytic_an_ellipsoid_hits_a_plane() {
    let (m, half, v) = (0.8, [0.5, 0.3, 0.2], 2.0);
    for (turn, e) in [([0.5, 0.0, 0.0], 0.7), ([0.3, -0.9, 0.4], 0.0), ([1.0, 2.0, -0.5], 1.0)] {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::from(turn));
        let moments = [1, 2, 0].map(|i| m / 5.0 * (half[i] * half[i] + half[(i + 1) % 3] * half[(i + 1) % 3]));
        let solid = Solid::principal(m, moments).unwrap();
        // The lowest point: −D² n/|D n| in its own axes.
        let up = turn.inverse() * Vector3::z();
        let size = Vector3::new(half[0] * up.x, half[1] * up.y, half[2] * up.z).norm();
        let arm = -Vector3::new(half[0].powi(2) * up.x, half[1].powi(2) * up.y, half[2].powi(2) * up.z) / size;
        let mut builder = ModelBuilder::new();
        let body = builder.body("egg", solid.at(0.0, 0.0, size + 1.0).turned(turn).moving(0.4, 0.0, -v));
        let pair = OnPlane::new(Plane::horizontal(), Ellipsoid::new(half[0], half[1], half[2]));
        builder.contact("floor", Contact::between(WORLD, body, pair), smooth(e));
        let run = run(builder, 1.0 / v + 1e-9);
        let lever = arm.cross(&up);
        let inverse = Matrix3::from_diagonal(&Vector3::from(moments.map(|j| 1.0 / j)));
        let push = (1.0 + e) * v / (1.0 / m + lever.dot(&(inverse * lever)));
        near("P", run.impacts()[0].blows[0].normal, push, 1e-12);
        let spin = turn.inverse() * run.last().unwrap().body(body).spin;
        near("turns", (spin - push * (inverse * lever)).norm(), 0.0, 1e-6);
    }
}

/// A thin disk that is tilted by β hits a plane with its rim: the lever is r cos β about a diameter.
#[test]
fn analytic_a_disk_hits_a_plane_with_its_rim() {
    let (m, r, v, e) = (0.5, 0.3, 1.0, 0.6);
    for beta in [0.2_f64, 0.9, 1.5] {
        let solid = Solid::principal(m, [0.25 * m * r * r, 0.25 * m * r * r, 0.5 * m * r * r]).unwrap();
        let turn = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), beta);
        let mut builder = ModelBuilder::new();
        let body = builder.body("disk", solid.at(0.0, 0.0, r * beta.sin() + 0.5).turned(turn).moving(0.0, 0.0, -v));
        let pair = RimOnPlane::new(Plane::horizontal(), Rim::new(r));
        builder.contact("floor", Contact::between(WORLD, body, pair), smooth(e));
        let run = run(builder, 0.5 + 1e-6);
        let lever = r * beta.cos();
        let push = (1.0 + e) * v / (1.0 / m + lever * lever / (0.25 * m * r * r));
        near("hits", run.impacts()[0].t, 0.5, 1e-13);
        near("P", run.impacts()[0].blows[0].normal, push, 1e-12);
    }
}

/// A door between two stops of its angle: J ω (1 + e) each time, the lever being one.
#[test]
fn analytic_a_door_between_stops() {
    let (e, spin) = (0.8_f64, 2.0);
    let inertia = Matrix3::from_diagonal(&Vector3::new(0.4, 0.1, 0.5));
    let mut builder = falling();
    let door = builder.body(
        "door",
        Solid::new(3.0, inertia).unwrap().at(0.5, 0.0, 0.0).spinning(0.0, 0.0, spin).moving(0.0, 0.5 * spin, 0.0),
    );
    let hinge = [WORLD.axis([0.0; 3], [0.0, 0.0, 1.0]), door.axis([-0.5, 0.0, 0.0], [0.0, 0.0, 1.0])];
    builder.constraint("hinge", Joint::revolute(hinge[0], hinge[1]));
    let angle = AxialAngle::about(hinge[0], hinge[1]);
    for (stop, name) in Stop::between(angle, -1.0, 1.5).into_iter().zip(["shut", "open"]) {
        builder.contact(name, stop, smooth(e));
    }
    let run = run(builder, 20.0);
    let (mut t, mut omega) = (1.5 / spin, spin);
    for blow in run.impacts() {
        near("hits", blow.t, t, 1e-11);
        near("P", blow.blows[0].normal, (1.0 + e) * omega * (0.5 + 3.0 * 0.25), 1e-11);
        omega *= e;
        t += 2.5 / omega;
    }
    assert!(run.impacts().len() >= 6, "{}", run.impacts().len());
}

/// A box lands flat on its four corners: all four are struck at once, and it rises with e v without spin; at rest they carry its weight.
#[test]
fn analytic_a_box_lands_flat() {
    for (e, corners) in [(0.5, 4), (0.0, 4), (0.5, 3)] {
        let (m, h) = (2.0, 0.3);
        let mut builder = falling();
        // Four corners of one plane are one too many.
        builder.allow_redundant();
        let solid = Solid::from_inertia(Inertia::cuboid(m, [0.4, 0.6, 0.2]).unwrap()).unwrap();
        let body = builder.body("box", solid.at(0.0, 0.0, 0.1 + h).moving(0.5, 0.2, 0.0));
        let all = [[0.2, 0.3, -0.1], [-0.2, 0.3, -0.1], [-0.2, -0.3, -0.1], [0.2, -0.3, -0.1]];
        let all: Vec<_> =
            if corners == 4 { all.to_vec() } else { vec![[0.2, -0.3, -0.1], [0.2, 0.3, -0.1], [-0.2, 0.0, -0.1]] };
        let feet: Vec<ContactId> = (PointOn::each(&Plane::horizontal(), all).into_iter().enumerate())
            .map(|(k, pair)| builder.contact(format!("corner{k}"), Contact::between(WORLD, body, pair), smooth(e)))
            .collect();
        let v = (2.0 * G * h).sqrt();
        let run = run(builder, 2.0);
        let impact = &run.impacts()[0];
        assert_eq!(impact.blows.len(), corners);
        near("P", impact.blows.iter().map(|blow| blow.normal).sum(), (1.0 + e) * m * v, 1e-12);
        impact.blows.iter().for_each(|blow| near("rises", blow.closing[1], e * v, 1e-12));
        let at = run.last().unwrap();
        near("weight", feet.iter().map(|&foot| at.contact(foot).normal).sum(), m * G, 1e-11);
        near("flat", at.body(body).spin.norm(), 0.0, 1e-11);
        near("slides", at.body(body).origin.x, 1.0, 1e-11);
        near("rests", at.body(body).velocity.z, 0.0, 1e-25);
    }
}

/// In a box of six walls the path unfolds.
#[test]
fn analytic_a_billiard_in_a_box() {
    let (size, at, v) = ([1.0, 0.7, 0.5], [0.2, 0.3, 0.1], [1.1, -0.83, 0.57]);
    let mut builder = ModelBuilder::new();
    let body = builder.body("ball", ball(1.0, 0.05).at(at[0], at[1], at[2]).moving(v[0], v[1], v[2]));
    for axis in 0..3 {
        for far in [false, true] {
            let (mut through, mut normal) = ([0.0; 3], [0.0; 3]);
            through[axis] = if far { size[axis] } else { 0.0 };
            normal[axis] = if far { -1.0 } else { 1.0 };
            let pair = OnPlane::new(Plane::new(through, normal), Sphere::new([0.0; 3], 0.05));
            builder.contact(format!("wall{axis}{far}"), Contact::between(WORLD, body, pair), smooth(1.0));
        }
    }
    let run = run(builder, 20.0);
    assert!(run.impacts().len() > 50, "{}", run.impacts().len());
    let end = run.last().unwrap().body(body).origin;
    for axis in 0..3 {
        let free = size[axis] - 0.1;
        let far = (at[axis] - 0.05 + 20.0 * v[axis]).rem_euclid(2.0 * free);
        near("unfolded", end[axis], 0.05 + if far > free { 2.0 * free - far } else { far }, 1e-11);
    }
}

/// A rigid pendulum that is hit by a ball in space, off its plane: P = (1 + e) v/(1/m + (r×n)·J₀⁻¹(r×n)).
#[test]
fn analytic_a_ball_hits_a_hanging_sphere() {
    let ([m, heavy], r, length, v, e) = ([0.3, 1.5], 0.1, 0.8, 2.0, 0.5);
    let mut builder = falling();
    let bob = builder.body("bob", ball(heavy, r).at(0.0, 0.0, -length));
    let held = [WORLD.origin(), bob.point(0.0, 0.0, length)];
    builder.constraint("hook", Joint::spherical(held[0], held[1]));
    // It comes level, aside by half a radius, and is at the bob's height when it is there.
    let x = -f64::sqrt(4.0 * r * r - 0.25 * r * r);
    let (t, from) = (0.2, x - 0.2 * v);
    let up = 0.5 * G * t;
    let hitter = ball(m, r).at(from, 0.5 * r, -length).moving(v, 0.0, up);
    let hitter = builder.body("ball", hitter);
    let pair = Spheres::outside(Sphere::new([0.0; 3], r), Sphere::new([0.0; 3], r));
    builder.contact("hit", Contact::between(hitter, bob, pair), smooth(e));
    let run = run(builder, t + 1e-6);
    let n = -Vector3::new(x, 0.5 * r, 0.0) / (2.0 * r);
    let about = heavy * length * length + 0.4 * heavy * r * r;
    let push = (1.0 + e) * v * n.x / (1.0 / m + length * length / about);
    near("hits", run.impacts()[0].t, t, 1e-12);
    near("P", run.impacts()[0].blows[0].normal, push, 1e-11);
}
