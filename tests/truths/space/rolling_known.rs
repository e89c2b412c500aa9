//! Rolling in space against closed forms, against equations of its own, and on every surface.

use super::patches::{AsFunction, Egg, Hills};
use chetaev::contact::curve::Domain;
use chetaev::contact::spatial::{EdgeOn, OnPlane, SpatialPair, Surfaces};
use chetaev::contact::surface::*;
use chetaev::nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector2, Vector3};
use chetaev::ode::{Control, Rhs, Stepper};
use chetaev::prelude::*;
use std::convert::Infallible;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

/// A ball that runs around in an upright cylinder does not fall: it bobs up and down, √(2/7) times as often as it goes around
/// (z'' = −(2/7) φ'² z + const, with φ' constant).
#[test]
fn analytic_ball_in_an_upright_cylinder_bobs() {
    let (big, small, speed) = (1.0, 0.2, 3.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.8]);
    let ball = Solid::from_inertia(Inertia::sphere(0.7, small).unwrap()).unwrap();
    let ball = ball.at(big - small, 0.0, 0.0).moving(0.0, speed, 0.0).spinning(4.0, 0.0, -speed / small);
    let ball = builder.body("ball", ball);
    let pair = Surfaces::new(Hollow(Cylinder::new(big)), Sphere::new([0.0; 3], small));
    let contact =
        builder.constraint("wall", Contact::rolling(WORLD, ball, pair.near([big, 0.0, 0.0], [small, 0.0, 0.0])));
    let model = builder.build().unwrap();
    let rate = speed / (big - small) * (2.0_f64 / 7.0).sqrt();
    let period = TAU / rate;
    let start = model.start().project().unwrap();
    assert!(start.moved.max(start.sped) < 1e-12);
    const SAMPLES: usize = 2000;
    let step = period / SAMPLES as f64;
    let run = Simulation::new(&model).tolerance(1e-13).every(step).run(start, 3.0 * period).unwrap();
    let frame = |i: usize| run.sample(i).unwrap().body(ball);
    assert!(frame(SAMPLES / 2).origin.z.abs() > 0.1, "moot: it fell and came back");
    for i in 0..=SAMPLES {
        let (now, later) = (frame(i), frame(i + 2 * SAMPLES));
        assert!((now.origin.z - later.origin.z).abs() < 1e-10 && (now.velocity.z - later.velocity.z).abs() < 1e-10);
        // A cosine about its middle.
        let expected = 0.5 * frame(SAMPLES / 2).origin.z * (1.0 - (rate * i as f64 * step).cos());
        assert!((now.origin.z - expected).abs() < 1e-10);
    }
    assert!(run.trace(contact).unwrap().arcs_apart() < 1e-9);
}

/// A stone whose surface is an ellipsoid with center c, on a horizontal plane, in body axes: Ω, and γ, the upward vertical. With r the contact
/// from the center of mass, v = r×Ω:
///
/// ```text
/// r = c − A² γ/|A γ|      γ' = γ×Ω      F = m (v' + Ω×v + g γ)      I Ω' + Ω×I Ω = r×F      v' = r'×Ω + r×Ω'
/// ```
struct Stone {
    mass: f64,
    g: f64,
    inertia: Matrix3<f64>,
    axes: Vector3<f64>,
    center: Vector3<f64>,
}

impl Stone {
    fn contact(&self, up: Vector3<f64>) -> Vector3<f64> {
        let stretched = self.axes.component_mul(&up);
        self.center - self.axes.component_mul(&stretched) / stretched.norm()
    }
}

impl Rhs for Stone {
    type Error = Infallible;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        let (spin, up) = (Vector3::new(y[0], y[1], y[2]), Vector3::new(y[3], y[4], y[5]));
        let turning = up.cross(&spin);
        let r = self.contact(up);
        let square = |v: Vector3<f64>| self.axes.component_mul(&self.axes.component_mul(&v));
        let h = self.axes.component_mul(&up).norm();
        let r_rate = -square(turning) / h + square(up) * (square(up).dot(&turning) / h.powi(3));
        let rest = r_rate.cross(&spin) + spin.cross(&r.cross(&spin)) + up * self.g;
        let moment = r.cross(&rest) * self.mass - spin.cross(&(self.inertia * spin));
        let cross = r.cross_matrix();
        let matrix = self.inertia - cross * cross * self.mass;
        let spin_rate = matrix.try_inverse().unwrap() * moment;
        dy[..3].copy_from_slice(spin_rate.as_slice());
        dy[3..].copy_from_slice(turning.as_slice());
        Ok(())
    }
}

#[test]
fn oracle_stones_against_the_equations_in_the_vertical() {
    let rattleback = Stone {
        mass: 1.0,
        g: 9.81,
        inertia: Matrix3::new(2e-4, -2e-5, 0.0, -2e-5, 1.6e-3, 0.0, 0.0, 0.0, 1.7e-3),
        axes: Vector3::new(0.2, 0.03, 0.02),
        center: Vector3::new(0.0, 0.0, 0.01),
    };
    let pebble = Stone {
        mass: 2.0,
        g: 9.8,
        inertia: Matrix3::new(0.1, 0.01, -0.02, 0.01, 0.12, 0.015, -0.02, 0.015, 0.15),
        axes: Vector3::new(0.5, 0.4, 0.3),
        center: Vector3::new(0.05, -0.03, 0.02),
    };
    for (mut stone, tilt, spin, span) in [
        (rattleback, Vector3::new(0.01, 0.01, 0.0), Vector3::new(0.0, 0.0, -5.0), 6.0),
        (pebble, Vector3::new(0.4, -0.2, 0.0), Vector3::new(2.0, -3.0, 4.0), 6.0),
    ] {
        let attitude = UnitQuaternion::from_scaled_axis(tilt);
        let up = attitude.inverse() * Vector3::z();
        let r = stone.contact(up);
        let (height, velocity) = (-(attitude * r).z, attitude * r.cross(&spin));
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -stone.g]);
        let body = Solid::new(stone.mass, stone.inertia).unwrap().at(0.0, 0.0, height).turned(attitude);
        let body = body.moving(velocity.x, velocity.y, velocity.z).spinning(spin.x, spin.y, spin.z);
        let body = builder.body("stone", body);
        let surface = Placed::new(Ellipsoid::new(stone.axes.x, stone.axes.y, stone.axes.z), stone.center.into());
        let contact = Contact::rolling(WORLD, body, OnPlane::new(Plane::horizontal(), surface));
        builder.constraint("floor", contact);
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        assert!(start.moved.max(start.sped) < 1e-12);
        let run = Simulation::new(&model).tolerance(1e-13).run(start, span).unwrap();
        let mut own = Stepper::new(Method::Dop853, 6, Control::adaptive(1e-13, 1e-15)).unwrap();
        own.start(&mut stone, 0.0, &[spin.x, spin.y, spin.z, up.x, up.y, up.z]).unwrap();
        while own.t() < span {
            own.step(&mut stone, span).unwrap();
        }
        let end = run.last().unwrap().body(body);
        let found = [end.turn_back(end.spin), end.turn_back(Vector3::z())];
        let expected = [Vector3::from_column_slice(&own.y()[..3]), Vector3::from_column_slice(&own.y()[3..])];
        let off = (found[0] - expected[0]).norm().max((found[1] - expected[1]).norm());
        println!("stone after {span} s: {off:.1e}, energy {:.1e}", run.energy_error());
        assert!((found[0] - spin).norm() > 1.0, "moot");
        assert!(off < 1e-8, "{off:e}");
        assert!(run.energy_error() < 1e-10);
    }
}

/// A vase: it narrows toward its neck.
#[derive(Debug)]
struct Vase;

impl Profile for Vase {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
        Vector2::new((s * convert(2.0)).sin() * convert(0.3) + convert(1.0), s)
    }
    fn domain(&self) -> Domain {
        Domain::Open { from: -5.0, to: 5.0 }
    }
}

#[derive(Debug)]
struct Pebble;

impl ClosedFunction for Pebble {
    fn at<T: RealField + Copy>(&self, d: Vector3<T>) -> Vector3<T> {
        d * (d.x * d.z * convert(0.2) + d.y * convert(0.1) + convert(1.0))
    }
}

/// Every surface with a point on it, or near it.
fn surfaces() -> Vec<(&'static str, Arc<dyn Surface>, [f64; 3])> {
    let lying = Rotation3::from_axis_angle(&Vector3::y_axis(), FRAC_PI_2);
    let upside_down = Rotation3::from_axis_angle(&Vector3::x_axis(), 2.0 * FRAC_PI_2 + 0.2);
    vec![
        ("slope", Arc::new(Plane::new([0.0; 3], [0.1, 0.2, 1.0])), [0.0; 3]),
        ("ball", Arc::new(Sphere::new([0.0; 3], 1.0)), [0.2, 0.1, 1.0]),
        ("bowl", Arc::new(Hollow(Sphere::new([0.0; 3], 1.0))), [0.5, 0.1, -0.8]),
        ("ellipsoid", Arc::new(Ellipsoid::new(1.5, 1.0, 0.8)), [0.3, 0.2, 0.8]),
        ("ellipsoidal bowl", Arc::new(Hollow(Ellipsoid::new(1.5, 1.0, 0.8))), [0.8, 0.3, -0.6]),
        ("log", Arc::new(Placed::new(Cylinder::new(0.5), [0.0; 3]).turned(lying)), [0.0, 0.1, 0.5]),
        ("pipe", Arc::new(Hollow(Cylinder::new(0.5))), [0.5, 0.0, 0.0]),
        ("funnel", Arc::new(Hollow(Cone::new(0.7))), [1.0, 0.0, 1.2]),
        ("hat", Arc::new(Placed::new(Cone::new(1.0), [0.0; 3]).turned(upside_down)), [0.9, 0.0, -0.5]),
        ("ring", Arc::new(Torus::new(1.0, 0.4)), [1.1, 0.0, 0.4]),
        ("tube", Arc::new(Hollow(Torus::new(1.0, 0.4))), [1.1, 0.2, -0.4]),
        ("vase", Arc::new(Hollow(Revolution(Vase))), [1.0, 0.1, -0.2]),
        ("hills", Arc::new(HeightField(Hills)), [0.4, 0.2, 0.1]),
        ("own surface", Arc::new(Hollow(Parametric(AsFunction(Egg([1.5, 1.2, 1.0]))))), [1.0, 0.2, -0.7]),
        ("own closed surface", Arc::new(Hollow(Closed(Pebble))), [0.3, 0.1, -0.9]),
    ]
}

/// What rolls on a surface, from a start without slip: energy, equal arcs.
fn rolls(name: &str, solid: Solid, contact: Vector3<f64>, pair: Arc<dyn SpatialPair>, spin: Vector3<f64>) {
    let frame = solid.frame();
    let velocity = (contact - frame.origin).cross(&spin);
    let own = frame.turn_back(spin);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.8]);
    let body = solid.moving(velocity.x, velocity.y, velocity.z).spinning(own.x, own.y, own.z);
    let body = builder.body("body", body);
    let contact = builder.constraint("contact", Contact::rolling(WORLD, body, pair));
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    assert!(start.moved.max(start.sped) < 1e-9, "{name}: the start moved by {:e}", start.moved.max(start.sped));
    let run = Simulation::new(&model).tolerance(1e-12).every(0.001).run(start, 0.8).unwrap();
    let trace = run.trace(contact).unwrap();
    let (energy, arcs, length) = (run.energy_error(), trace.arcs_apart(), trace.length());
    println!("{name}: energy {energy:.1e}, arcs {arcs:.1e} of {length:.2}, {} steps", run.counters().steps);
    assert!(length > 0.3, "{name}: moot");
    assert!(energy < 1e-10 && arcs < 1e-9, "{name}");
}

#[test]
fn invariant_a_ball_rolls_on_every_surface() {
    let radius = 0.1;
    for (name, surface, near) in surfaces() {
        let mut point = surface.at(surface.near(near.into())).unwrap();
        for _ in 0..20 {
            let off = Vector3::from(near) - point.position;
            point = surface.at(point.place + point.chart * (off - point.normal * point.normal.dot(&off))).unwrap();
        }
        let center = point.position + point.normal * radius;
        let ball = Solid::from_inertia(Inertia::sphere(1.0, radius).unwrap()).unwrap();
        let lowest = -point.normal * radius;
        let pair = Surfaces::new(surface, Sphere::new([0.0; 3], radius)).near(point.position.into(), lowest.into());
        rolls(name, ball.at(center.x, center.y, center.z), point.position, Arc::new(pair), Vector3::new(6.0, 9.0, 5.0));
    }
}

#[test]
fn invariant_a_disk_rolls_on_curved_ground() {
    for (name, surface, near) in surfaces() {
        if !matches!(name, "slope" | "ball" | "log" | "hills" | "ring" | "bowl") {
            continue;
        }
        let point = surface.at(surface.near(near.into())).unwrap();
        // The disk leans by half a radian from the normal; its axis is across x as far as it goes.
        let n = point.normal;
        let along = (Vector3::x() - n * n.x).normalize();
        let side = n.cross(&along);
        let up = n * 0.5_f64.cos() + side * 0.5_f64.sin();
        let rotation = Matrix3::from_columns(&[along, up, along.cross(&up)]);
        let attitude = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(rotation));
        let radius = 0.15;
        let center = point.position + up * radius;
        let disk = Solid::from_inertia(Inertia::disk(1.0, radius).unwrap()).unwrap();
        let disk = disk.at(center.x, center.y, center.z).turned(attitude);
        let pair = EdgeOn::new(surface, Rim::new(radius)).near(point.position.into(), -FRAC_PI_2);
        rolls(name, disk, point.position, Arc::new(pair), along.cross(&up) * -12.0 + n * 2.0);
    }
}
