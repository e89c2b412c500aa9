//! Models with bodies in space: a published top, chains, planar and spatial bodies together, what is refused.

use super::joints::solid;
use crate::mechanisms::apart;
use crate::reference::Table;
use chetaev::body::InertiaError;
use chetaev::constraint::Screw;
use chetaev::error::{BuildError, StartError};
use chetaev::nalgebra::{Matrix3, UnitQuaternion, Vector3};
use chetaev::prelude::*;

/// The heavy top of the papers on Lie-group integrators, against its reference.
#[test]
fn external_heavy_top() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let top = Solid::principal(15.0, [0.234375, 0.46875, 0.234375]).unwrap();
    let spin = Vector3::new(0.0, 150.0, -4.61538);
    let velocity = spin.cross(&Vector3::y());
    let top = top.at(0.0, 1.0, 0.0).spinning(spin.x, spin.y, spin.z).moving(velocity.x, velocity.y, velocity.z);
    let top = builder.body("top", top);
    builder.constraint("tip", Joint::spherical(WORLD.origin(), top.point(0.0, -1.0, 0.0)));
    let model = builder.build().unwrap();
    let reference = Table::named("heavy_top").unwrap();
    let times = reference.column("t").unwrap();
    let run = Simulation::new(&model)
        .tolerance(1e-13)
        .output(Output::Times(times))
        .run(model.start().project().unwrap(), 2.0)
        .unwrap();
    let mut worst = 0.0_f64;
    for (k, name) in ["x", "y", "z"].into_iter().enumerate() {
        worst = worst.max(apart(&run.column(|at| at.body(top).origin[k]), &reference.column(name).unwrap()));
    }
    let spin = |k: usize| run.column(|at| at.body(top).turn_back(at.body(top).spin)[k]);
    for (k, name) in ["wx", "wy", "wz"].into_iter().enumerate() {
        worst = worst.max(apart(&spin(k), &reference.column(name).unwrap()) / 150.0);
    }
    println!("heavy top: {worst:.1e}, {} steps", run.counters().steps);
    assert!(worst < 1e-8, "{worst:e}");
}

/// A pendulum of the plane and one in space side by side: each does what it does alone, wherever its numbers stand.
#[test]
fn identity_planar_and_spatial_bodies_in_one_model() {
    let planar = |builder: &mut ModelBuilder| {
        let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
        builder.constraint("hinge", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
        rod
    };
    let spatial = |builder: &mut ModelBuilder| {
        let bar = Solid::principal(1.0, [0.05, 1.0 / 12.0, 1.0 / 12.0]).unwrap().at(0.5, 0.0, 0.0);
        let bar = builder.body("bar", bar);
        let axis = [0.0, 0.0, 1.0];
        let [a, b] = [WORLD.axis([0.0; 3], axis), bar.axis([-0.5, 0.0, 0.0], axis)];
        builder.constraint("axle", Joint::revolute(a, b));
        bar
    };
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let one = planar(&mut builder);
    let bar = spatial(&mut builder);
    let two = builder.body("stone", Particle::new(1.0).moving(1.0, 2.0));
    let model = builder.build().unwrap();
    assert_eq!((model.coordinates(), model.velocities()), (3 + 7 + 2, 3 + 6 + 2));
    assert_eq!((model.coordinate_range(two), model.velocity_range(two)), (10..12, 9..11));
    assert_eq!(model.coordinate_names()[3..10].join(" "), "bar.x bar.y bar.z bar.qw bar.qx bar.qy bar.qz");
    assert_eq!(model.velocity_names()[3..9].join(" "), "bar.vx bar.vy bar.vz bar.wx bar.wy bar.wz");
    let run = Simulation::new(&model).tolerance(1e-12).every(0.1).run(model.start().project().unwrap(), 3.0).unwrap();
    // The bar is the rod in space.
    for at in run.samples() {
        let (flat, deep) = (at.body(one), at.body(bar));
        assert!((deep.origin - Vector3::new(flat.origin.x, flat.origin.y, 0.0)).amax() < 1e-9);
        assert!((deep.spin - Vector3::new(0.0, 0.0, flat.spin)).amax() < 1e-8);
        let (planar, spatial) = (model.constraint("hinge").unwrap(), model.constraint("axle").unwrap());
        let (planar, spatial) = (at.reaction_in::<Planar>(planar).force, at.reaction_in::<Spatial>(spatial).force);
        assert!((spatial - Vector3::new(planar.x, planar.y, 0.0)).amax() < 1e-7);
        let t = at.t();
        assert!((at.body(two).origin.y - (2.0 * t - 0.5 * 9.81 * t * t)).abs() < 1e-11);
    }
    assert!(run.energy_error() < 1e-10);
}

/// A start that is assembled: three bars hang from each other, placed anyhow; one attitude is held.
#[test]
fn property_start_in_space() {
    let mut builder = ModelBuilder::new();
    let mut end = WORLD.origin();
    let mut bars = Vec::new();
    for i in 0..3 {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3 * f64::from(i), -0.4, 0.9));
        let bar = builder.body(format!("{i}"), solid(1.0).at(0.4 * f64::from(i), 0.1, -0.5).turned(turn));
        builder.constraint(format!("ball {i}"), Joint::spherical(end, bar.point(0.0, 0.0, 0.5)));
        end = bar.point(0.0, 0.0, -0.5);
        bars.push(bar);
    }
    builder.constraint("end", Joint::spherical(end, WORLD.point(0.9, 0.2, -0.4)));
    let model = builder.build().unwrap();
    let started = model.start().hold("1.qw").project().unwrap();
    assert!(started.phi < 1e-12 && started.moved > 0.05, "moot");
    let place = |state: &State, i: usize| state.q[model.coordinate_range(bars[i])][3..].to_vec();
    assert!(apart(&place(&started.state, 1), &place(&model.placed(), 1)) < 1e-15, "the attitude that is held");
    assert!(apart(&place(&started.state, 2), &place(&model.placed(), 2)) > 1e-3);
    for i in 0..3 {
        assert!((place(&started.state, i).iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-15);
    }
    let unknown = model.start().hold("1.theta").project();
    assert!(matches!(unknown, Err(StartError::UnknownCoordinate { .. })));
}

/// Whole turns are counted: a nut on a screw goes on after half a turn, and so does a gear of any ratio.
#[test]
fn analytic_screw_and_gear_over_many_turns() {
    let axis = [0.0, 0.0, 1.0];
    let wheel = |moment: f64| Solid::principal(1.0, [0.3, 0.3, moment]).unwrap();
    let mut builder = ModelBuilder::new();
    let nut =
        builder.body("nut", wheel(0.2).spinning(0.0, 0.0, 9.0).moving(0.0, 0.0, 9.0 * 0.5 / std::f64::consts::TAU));
    let mark = |body: BodyId<Spatial>| body.axis([0.0; 3], axis);
    builder.constraint("thread", Screw::new(mark(WORLD), mark(nut), 0.5));
    let place = [1.0, 0.0, 0.0];
    let [one, two] = [("one", 0.0), ("two", 1.0)].map(|(name, x)| builder.body(name, wheel(0.1).at(x, 5.0, 0.0)));
    builder.constraint("axle one", Joint::revolute(WORLD.axis([0.0, 5.0, 0.0], axis), mark(one)));
    builder.constraint("axle two", Joint::revolute(WORLD.axis([place[0], 5.0, 0.0], axis), mark(two)));
    let angle = |body: BodyId<Spatial>| AxialAngle::about(mark(WORLD), mark(body));
    builder.constraint("gear", Coupler::new(angle(one), -0.37, angle(two)));
    builder.constraint("motor", Driver::new(angle(two), |t| t * t * 3.0));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-10).every(0.5).run(model.start().project().unwrap(), 6.0).unwrap();
    let last = run.last().unwrap();
    let travel = 9.0 * 6.0 * 0.5 / std::f64::consts::TAU;
    assert!((last.body(nut).origin.z - travel).abs() < 1e-8, "{} {travel}", last.body(nut).origin.z);
    let expected = -0.37 * 3.0 * 36.0;
    let turned = UnitQuaternion::from_scaled_axis(Vector3::new(0.0, 0.0, expected));
    assert!(expected.abs() > 30.0, "moot");
    assert!(last.body(one).attitude.angle_to(&turned) < 1e-7);
    assert!(run.drift().largest_phi() < 1e-10);
}

#[test]
fn property_bodies_that_cannot_be_are_refused_with_numbers() {
    let told = |result: Result<Solid, InertiaError>| result.unwrap_err().to_string();
    assert!(told(Solid::principal(1.0, [1.0, 2.0, 3.5])).contains("1, 2, 3.5"));
    assert!(told(Solid::principal(-1.0, [1.0; 3])).contains("mass is -1"));
    assert!(told(Solid::principal(1.0, [0.0, 1.0, 1.0])).contains("one line"));
    let skew = Matrix3::new(2.0, 0.1, 0.0, 0.2, 2.0, 0.0, 0.0, 0.0, 2.0);
    assert!(told(Solid::new(1.0, skew)).contains("(0, 1) is 0.1, its mirror image 0.2"));
    assert!(told(Solid::new(1.0, Matrix3::from_element(f64::NAN))).contains("NaN"));
    assert!(matches!(Inertia::of_points(&[]), Err(InertiaError::NoParts)));
    // A disk just fits.
    let disk = Solid::from_inertia(Inertia::disk(2.0, 0.3).unwrap()).unwrap();
    assert!((disk.inertia()[(2, 2)] - 0.09).abs() < 1e-15);
    let mut builder = ModelBuilder::new();
    builder.body("particle", Particle::in_space(-1.0));
    assert!(matches!(builder.build(), Err(BuildError::BadMass { .. })));
}

/// Shapes against sums over many points.
#[test]
fn analytic_shapes_against_points() {
    let mut points = Vec::new();
    let n = 60;
    let coordinate = |i: usize| (i as f64 + 0.5) / n as f64 * 2.0 - 1.0;
    for (i, j, k) in (0..n * n * n).map(|m| (m / n / n, m / n % n, m % n)) {
        points.push(Vector3::new(coordinate(i), coordinate(j), coordinate(k)));
    }
    let filled = |scale: [f64; 3], inside: &dyn Fn(&Vector3<f64>) -> bool| {
        let chosen: Vec<Vector3<f64>> = points.iter().filter(|p| inside(p)).copied().collect();
        let mass = 2.0 / chosen.len() as f64;
        let weighted = chosen.iter().map(|p| (mass, p.component_mul(&Vector3::from(scale)))).collect::<Vec<_>>();
        Inertia::of_points(&weighted).unwrap()
    };
    let close = |exact: Inertia, sum: Inertia, what: &str| {
        let error = (exact.tensor() - sum.tensor()).amax() / exact.tensor().amax();
        println!("{what}: {error:.1e}");
        assert!(error < 3e-3, "{what}: {error:e}");
    };
    let round = |p: &Vector3<f64>| p.x.hypot(p.y);
    close(Inertia::cuboid(2.0, [0.6, 1.0, 1.4]).unwrap(), filled([0.3, 0.5, 0.7], &|_| true), "box");
    close(Inertia::ellipsoid(2.0, [0.3, 0.5, 0.7]).unwrap(), filled([0.3, 0.5, 0.7], &|p| p.norm() < 1.0), "ellipsoid");
    close(Inertia::cylinder(2.0, 0.4, 1.2).unwrap(), filled([0.4, 0.4, 0.6], &|p| round(p) < 1.0), "cylinder");
    let cone = filled([0.4, 0.4, 0.5], &|p| round(p) < 0.5 * (1.0 - p.z));
    close(Inertia::cone(2.0, 0.4, 1.0).unwrap(), cone, "cone");
    let ring = filled([0.5, 0.5, 0.2], &|p| (0.5 * round(p) - 0.3).hypot(0.2 * p.z) < 0.2);
    close(Inertia::ring(2.0, 0.3, 0.2).unwrap(), ring, "ring");
    // Turned, moved and put together: two halves make the whole.
    let half = |z: f64| Inertia::cylinder(1.0, 0.4, 0.6).unwrap().moved(0.0, 0.0, z);
    let whole = Inertia::compose(&[half(0.3), half(-0.3)]).unwrap();
    assert!((whole.tensor() - Inertia::cylinder(2.0, 0.4, 1.2).unwrap().tensor()).amax() < 1e-15);
    let turn = UnitQuaternion::from_scaled_axis(Vector3::new(0.3, -0.8, 0.5));
    let (moments, axes) = whole.turned(turn).principal();
    assert!((whole.turned(turn).tensor() * axes - axes * Matrix3::from_diagonal(&moments.into())).amax() < 1e-15);
    assert!((axes.determinant() - 1.0).abs() < 1e-14);
    // About a corner, from the integral itself: ∫ y² + z² = m (b² + c²)/3, ∫ x y = m a b/4.
    let [a, b, c] = [0.6, 1.0, 1.4];
    let corner = Matrix3::new(
        (b * b + c * c) / 3.0,
        -a * b / 4.0,
        -a * c / 4.0,
        -a * b / 4.0,
        (a * a + c * c) / 3.0,
        -b * c / 4.0,
        -a * c / 4.0,
        -b * c / 4.0,
        (a * a + b * b) / 3.0,
    ) * 2.0;
    let about = Inertia::about_origin(2.0, Vector3::new(a, b, c) / 2.0, corner).unwrap();
    assert!((about.tensor() - Inertia::cuboid(2.0, [a, b, c]).unwrap().tensor()).amax() < 1e-15);
}
