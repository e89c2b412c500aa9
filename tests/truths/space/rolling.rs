//! Motions that roll in space: laws of mechanics, one motion by many formulations, poles, borders.

use super::patches::Noise;
use chetaev::contact::curve::Domain;
use chetaev::contact::spatial::{EdgeOn, OnPlane, RimOnPlane, SpatialPair, Spheres, Surfaces};
use chetaev::contact::surface::*;
use chetaev::nalgebra::{UnitQuaternion, Vector2, Vector3};
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// A pebble without symmetry, by directions.
#[derive(Copy, Clone, Debug)]
struct Pebble;

impl ClosedFunction for Pebble {
    fn at<T: RealField + Copy>(&self, d: Vector3<T>) -> Vector3<T> {
        let swell = d.x * convert(0.1) + d.y * d.z * convert(0.2) + convert(1.0);
        Vector3::new(d.x * convert(0.5), d.y * convert(0.4), d.z * convert(0.35)) * swell
    }
}

fn solid(mass: f64, moments: [f64; 3]) -> Solid {
    Solid::principal(mass, moments).unwrap()
}

/// Momentum and angular momentum about the world's origin.
fn momenta(at: &Snapshot<'_>, bodies: &[(BodyId<Spatial>, Solid)]) -> [Vector3<f64>; 2] {
    bodies.iter().fold([Vector3::zeros(); 2], |[p, l], (body, solid)| {
        let f = at.body(*body);
        let momentum = f.velocity * solid.mass();
        let own = f.turn(solid.inertia() * f.turn_back(f.spin));
        [p + momentum, l + f.origin.cross(&momentum) + own]
    })
}

#[test]
fn invariant_free_bodies_that_roll_on_each_other_keep_all_momenta() {
    let stone = Ellipsoid::new(0.6, 0.5, 0.4);
    type Stones = Surfaces<Ellipsoid, Closed<Pebble>>;
    type Form = fn(BodyId<Spatial>, BodyId<Spatial>, Stones) -> Contact<Stones, Spatial>;
    let forms: [Form; 3] = [Contact::sliding, Contact::rolling, Contact::without_pivoting];
    for (freedoms, form) in [(11, forms[0]), (9, forms[1]), (8, forms[2])] {
        let mut builder = ModelBuilder::new();
        let one = solid(2.0, [0.3, 0.35, 0.4]).spinning(0.3, 2.0, -0.7);
        let two = solid(1.0, [0.1, 0.12, 0.15]).at(0.1, 0.05, 0.75).spinning(-1.0, 1.5, 2.0);
        let bodies = [(builder.body("one", one.clone()), one), (builder.body("two", two.clone()), two)];
        let pair = Surfaces::new(stone, Closed(Pebble)).near([0.0, 0.0, 0.4], [0.0, 0.0, -0.35]);
        let id = builder.constraint("contact", form(bodies[0].0, bodies[1].0, pair));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        assert_eq!(model.freedoms(&start.state).unwrap().freedoms, freedoms);
        let run = Simulation::new(&model).tolerance(1e-12).every(0.002).run(start, 4.0).unwrap();
        let [p0, l0] = momenta(&run.first().unwrap(), &bodies);
        let change = |at: Snapshot<'_>| {
            let [p, l] = momenta(&at, &bodies);
            (p - p0).norm().max((l - l0).norm())
        };
        let worst = run.samples().map(change).fold(0.0, f64::max);
        let trace = run.trace(id).unwrap();
        println!(
            "{freedoms} freedoms: momenta {worst:.1e}, energy {:.1e}, arcs {:.1e} of {:.2}, {:?}",
            run.energy_error(),
            trace.arcs_apart(),
            trace.length(),
            run.counters()
        );
        assert!(worst < 1e-10 && run.energy_error() < 1e-10);
        assert!(trace.length() > 1.0, "moot");
        if freedoms == 11 {
            assert!(trace.arcs_apart() > 0.1, "it slid");
        } else {
            assert!(trace.arcs_apart() < 1e-9);
            let pivot = trace.points.iter().fold(0.0, |m: f64, p| m.max(p.roll.pivot.abs()));
            assert_eq!(pivot < 1e-12, freedoms == 8, "{pivot}");
        }
        // The reaction is one force at the contact, with a moment about the normal if pivoting is held.
        for (at, point) in run.samples().zip(&trace.points).step_by(100) {
            let [a, b] = bodies.each_ref().map(|(body, _)| at.reaction_on(id, *body));
            assert!((a.force + b.force).norm() < 1e-12);
            let across = b.moment - point.normal * point.normal.dot(&b.moment);
            assert!(across.norm() < 1e-11);
            assert_eq!(b.moment.norm() > 1e-6, freedoms == 8);
        }
    }
}

/// The spheroid (0.2, 0.2, 0.35), by its profile and by directions; poles on its axis.
#[derive(Debug)]
struct Spheroid;

impl Profile for Spheroid {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
        Vector2::new(s.cos() * convert(0.2), s.sin() * convert(0.35))
    }
    fn domain(&self) -> Domain {
        Domain::Unbounded
    }
}

impl ClosedFunction for Spheroid {
    fn at<T: RealField + Copy>(&self, d: Vector3<T>) -> Vector3<T> {
        Vector3::new(d.x * convert(0.2), d.y * convert(0.2), d.z * convert(0.35))
    }
}

#[derive(Debug)]
struct Flat;

impl Height for Flat {
    fn at<T: RealField + Copy>(&self, _x: T, _y: T) -> T {
        convert(0.0)
    }
}

/// A spheroid that tumbles end over end, over both poles or past them at a distance, by every formulation.
#[test]
fn identity_one_motion_by_every_formulation_over_the_poles() {
    let roll_as = |swapped: bool, pair: Arc<dyn SpatialPair>, aside: f64| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -9.8]);
        let attitude = UnitQuaternion::from_scaled_axis(Vector3::x() * FRAC_PI_2);
        let body = Solid::from_inertia(Inertia::ellipsoid(1.5, [0.2, 0.2, 0.35]).unwrap()).unwrap();
        let v = (attitude * Vector3::new(10.0, aside, aside)).cross(&(Vector3::z() * 0.2));
        let body = body.at(0.0, 0.0, 0.2).turned(attitude).moving(v.x, v.y, v.z).spinning(10.0, aside, aside);
        let body = builder.body("spheroid", body);
        let [a, b] = if swapped { [body, WORLD] } else { [WORLD, body] };
        builder.constraint("contact", Contact::rolling(a, b, pair));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        assert!(start.moved.max(start.sped) < 1e-12);
        let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(start, 3.0).unwrap();
        assert!(run.energy_error() < 1e-10, "{:e}", run.energy_error());
        (run, body)
    };
    let roll = |pair, aside| roll_as(false, pair, aside);
    let near = |s: Surfaces<Plane, Closed<Spheroid>>| s.near([0.0; 3], [0.0, -0.2, 0.0]);
    for aside in [0.0, 1e-9, 1e-5, 0.3] {
        let (exact, body) = roll(Arc::new(OnPlane::new(Plane::horizontal(), Ellipsoid::new(0.2, 0.2, 0.35))), aside);
        let other = [
            roll(Arc::new(Surfaces::new(Plane::horizontal(), Ellipsoid::new(0.2, 0.2, 0.35))), aside),
            roll(Arc::new(near(Surfaces::new(Plane::horizontal(), Closed(Spheroid)))), aside),
            roll(
                Arc::new(Surfaces::new(Plane::horizontal(), Revolution(Spheroid)).near([0.0; 3], [0.0, -0.2, 0.0])),
                aside,
            ),
            roll(Arc::new(Surfaces::new(HeightField(Flat), Ellipsoid::new(0.2, 0.2, 0.35))), aside),
            roll_as(true, Arc::new(Surfaces::new(Ellipsoid::new(0.2, 0.2, 0.35), Plane::horizontal())), aside),
        ];
        // How near to a pole the contact came, as the angle of its normal, and how often.
        let tilt: Vec<f64> = exact.samples().map(|at| at.body(body).turn(Vector3::z()).z.abs().acos()).collect();
        let nearest = tilt.iter().fold(1.0, |m: f64, t| m.min(*t));
        assert!(nearest < 0.1 + aside, "moot: {nearest}");
        for (k, (run, same)) in other.iter().enumerate() {
            let apart = |(x, y): (Snapshot<'_>, Snapshot<'_>)| (x.body(body).origin - y.body(*same).origin).norm();
            let worst = exact.samples().zip(run.samples()).map(apart).fold(0.0, f64::max);
            println!("aside {aside:e}, formulation {k}: {worst:.1e}, nearest {nearest:.1e}");
            assert!(worst < 1e-9);
        }
    }
}

/// The disk on a plane, by its edge in closed form and by Newton's method.
#[test]
fn identity_a_disk_by_both_formulations() {
    let mut noise = Noise(7);
    for _ in 0..3 {
        let lean = 0.5 + 0.3 * noise.next();
        let spin = noise.vector() * 4.0;
        let roll = |pair: Arc<dyn SpatialPair>| {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, 0.0, -9.8]);
            let attitude = UnitQuaternion::from_scaled_axis(Vector3::x() * (FRAC_PI_2 + lean));
            let body = Solid::from_inertia(Inertia::disk(2.0, 0.5).unwrap()).unwrap().turned(attitude);
            let body = builder.body("disk", body.at(0.0, 0.0, 0.5 * lean.cos()).spinning(spin.x, spin.y, 6.0));
            builder.constraint("contact", Contact::rolling(WORLD, body, pair));
            let model = builder.build().unwrap();
            let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 1.0).unwrap();
            assert!(run.energy_error() < 1e-10);
            run.end().q.clone()
        };
        let closed = roll(Arc::new(RimOnPlane::new(Plane::horizontal(), Rim::new(0.5))));
        let newton = roll(Arc::new(EdgeOn::new(Plane::horizontal(), Rim::new(0.5))));
        let apart = closed.iter().zip(&newton).fold(0.0, |m: f64, (x, y)| m.max((x - y).abs()));
        assert!(apart < 1e-9, "{apart:e}");
    }
}

/// Without friction a ball in a bowl is a spherical pendulum, and keeps its own spin.
#[test]
fn invariant_sliding_ball_is_a_spherical_pendulum() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.8]);
    let solid = Solid::from_inertia(Inertia::sphere(1.0, 0.2).unwrap()).unwrap();
    let ball = solid.at(0.6, 0.0, -0.52915).moving(0.0, 1.5, 0.0).spinning(1.0, 2.0, 3.0);
    let ball = builder.body("ball", ball);
    let spheres = Spheres::inside(Sphere::new([0.0; 3], 1.0), Sphere::new([0.0; 3], 0.2));
    builder.constraint("bowl", Contact::sliding(WORLD, ball, spheres));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.05).run(model.start().project().unwrap(), 5.0).unwrap();
    let about = |at: &Snapshot<'_>| {
        let f = at.body(ball);
        f.origin.x * f.velocity.y - f.origin.y * f.velocity.x
    };
    let (momentum, spin) =
        (run.column(about), run.column(|at| (at.body(ball).spin - Vector3::new(1.0, 2.0, 3.0)).norm()));
    let heights = run.column(|at| at.body(ball).origin.z);
    let range = heights.iter().fold((0.0_f64, -1.0_f64), |(low, high), z| (low.min(*z), high.max(*z)));
    assert!(range.1 - range.0 > 0.05, "moot");
    assert!(momentum.iter().all(|l| (l - momentum[0]).abs() < 1e-11));
    assert!(spin.iter().all(|s| *s < 1e-12));
    assert!(run.energy_error() < 1e-11);
}

/// A plate that ends.
#[derive(Debug)]
struct Plate;

impl Height for Plate {
    fn at<T: RealField + Copy>(&self, x: T, _y: T) -> T {
        x * x * convert(-0.05)
    }
    fn domain(&self) -> [Domain; 2] {
        [Domain::Open { from: -1.0, to: 1.0 }, Domain::Unbounded]
    }
}

#[test]
fn property_a_border_ends_the_run_with_names_and_numbers() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.8]);
    let ball = Solid::from_inertia(Inertia::sphere(1.0, 0.2).unwrap()).unwrap();
    let ball = builder.body("ball", ball.at(0.0, 0.0, 0.2).moving(1.0, 0.0, 0.0).spinning(0.0, 5.0, 0.0));
    let pair = Surfaces::new(HeightField(Plate), Sphere::new([0.0; 3], 0.2));
    builder.constraint("plate", Contact::rolling(WORLD, ball, pair));
    let model = builder.build().unwrap();
    let error = Simulation::new(&model).run(model.start().project().unwrap(), 5.0).unwrap_err();
    let message = error.to_string();
    println!("{message}");
    assert!(message.contains("plate") && message.contains("border") && message.contains("gap"), "{message}");
    let at = error.partial.last().unwrap().body(ball).origin.x;
    assert!((0.9..1.1).contains(&at), "it got to the border: {at}");
}

/// A ball that rolls around another: the tangents' axis changes on the way, and nothing else does.
#[test]
fn property_no_motion_depends_on_the_choice_of_tangents() {
    let roll = |turn: Vector3<f64>, hold: Stabilization| {
        let mut builder = ModelBuilder::new();
        // The same fixed sphere in a body that is turned differently: other axes, other tangents.
        let frame = UnitQuaternion::from_scaled_axis(turn);
        let core = builder.body("core", solid(1.0, [1.0; 3]).turned(frame));
        builder.constraint("weld", Joint::weld(WORLD.mark(0.0, 0.0, 0.0).turned(frame), core.mark(0.0, 0.0, 0.0)));
        builder.gravity([0.0, -2.0, -1.0]);
        let ball = Solid::from_inertia(Inertia::sphere(1.0, 0.3).unwrap()).unwrap();
        let ball = builder.body("ball", ball.at(0.0, 0.0, 1.3).moving(4.2, -0.3, 0.0).spinning(1.0, 14.0, 2.0));
        let spheres = Spheres::outside(Sphere::new([0.0; 3], 1.0), Sphere::new([0.0; 3], 0.3));
        let contact = builder.constraint("contact", Contact::rolling(core, ball, spheres));
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        let plan = Simulation::new(&model).stabilization(hold).tolerance(1e-12);
        let run = plan.every(0.01).run(start, 4.0).unwrap();
        assert!(run.drift().largest_phi() < 1e-9 && run.drift().largest_psi() < 1e-9);
        let read = |at: Snapshot<'_>| (at.body(ball).origin, at.reaction(contact).force, at.multipliers(contact));
        run.samples().map(read).collect::<Vec<_>>()
    };
    let gains = Baumgarte::critical(0.1);
    let one = roll(Vector3::zeros(), Stabilization::default());
    let two = roll(Vector3::new(0.3, 1.2, -0.4), Stabilization::default());
    let three = roll(Vector3::new(0.3, 1.2, -0.4), gains.into());
    let steep = one.iter().filter(|(x, ..)| x.x.abs() / x.norm() > 0.8).count();
    assert!(steep > 5 && steep + 5 < one.len(), "moot: {steep}");
    for ((x, force, lambda), (y, other, mu)) in one.iter().zip(&two) {
        assert!((x - y).norm() < 1e-9 && (force - other).norm() < 1e-8);
        assert!((lambda[0] - mu[0]).abs() < 1e-8);
    }
    for ((x, force, _), (y, other, _)) in one.iter().zip(&three) {
        assert!((x - y).norm() < 1e-8 && (force - other).norm() < 1e-7);
    }
    let differ = one.iter().zip(&two).any(|(a, b)| (a.2[1] - b.2[1]).abs() > 1e-3);
    assert!(differ, "moot: the tangents are the same");
}
