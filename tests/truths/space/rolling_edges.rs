//! Rolling in space against what a second person knew of it: a ball that leaves a ball, a groove, a plate on a ball, a disk that falls flat,
//! traces of few samples, sizes that no shape has, coordinates that a step jumps out of.

use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::contact::curve::Domain;
use chetaev::contact::spatial::{EdgeOn, OnPlane, RimOnPlane, SpatialPair, Spheres, Surfaces};
use chetaev::contact::surface::*;
use chetaev::element::SpatialFrame;
use chetaev::error::ElementError;
use chetaev::force::Applied;
use chetaev::nalgebra::{Rotation3, UnitQuaternion, Vector2, Vector3};
use chetaev::prelude::*;
use std::sync::Arc;

const G: f64 = 9.81;

fn ball(radius: f64) -> Solid {
    Solid::from_inertia(Inertia::sphere(1.0, radius).unwrap()).unwrap()
}

fn sphere(radius: f64) -> Sphere {
    Sphere::new([0.0; 3], radius)
}

/// From rest at the angle θ₀ a ball rolls off a fixed ball and leaves it where cos θ = 10/17 cos θ₀ (N = 0), in closed form and by the search. Then it
/// flies, as one that nothing holds.
#[test]
fn analytic_a_ball_leaves_a_ball() {
    let (big, small, tilt) = (1.0, 0.1, 0.1_f64);
    let searched = Surfaces::new(Ellipsoid::new(big, big, big), sphere(small));
    let pairs: [Arc<dyn SpatialPair>; 2] = [Arc::new(Spheres::outside(sphere(big), sphere(small))), Arc::new(searched)];
    for pair in pairs {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let reach = big + small;
        let rider = builder.body("ball", ball(small).at(reach * tilt.sin(), 0.0, reach * tilt.cos()));
        let contact = builder.constraint("contact", Contact::rolling(WORLD, rider, pair));
        let model = builder.build().unwrap();
        let off = Event::new("off", move |at| at.multipliers(contact)[0]).falling().change(move |s| s.release(contact));
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).every(0.1).event(off).run(start, 4.0).unwrap();
        let event = &run.events()[0];
        let [left, end] = [&event.state, run.end()].map(|state| model.read(state).body(rider));
        assert!((left.origin.z / reach - 10.0 / 17.0 * tilt.cos()).abs() < 1e-11);
        let free = run.end().t - event.t;
        let height = left.origin.z + left.velocity.z * free - 0.5 * G * free * free;
        assert!(free > 1.0 && (end.origin.z - height).abs() < 1e-9);
    }
}

/// A plateau with an edge, of which there is no more than so much.
#[derive(Debug)]
struct Plateau;

impl Height for Plateau {
    fn at<T: RealField + Copy>(&self, x: T, y: T) -> T {
        let square = x * x + y * y;
        -square * square
    }
    fn domain(&self) -> [Domain; 2] {
        [Domain::Open { from: -1.0, to: 1.0 }; 2]
    }
}

/// What was let go may fly past the border of the surface on which it rolled: its gap is then no number, and nothing else happens.
#[test]
fn analytic_a_ball_flies_past_the_border() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let rider = builder.body("ball", ball(0.1).at(0.0, 0.0, 0.1).moving(1.0, 0.1, 0.0).spinning(-1.0, 10.0, 0.0));
    let pair = Surfaces::new(HeightField(Plateau), sphere(0.1)).near([0.0; 3], [0.0, 0.0, -0.1]);
    let contact = builder.constraint("contact", Contact::rolling(WORLD, rider, pair));
    let model = builder.build().unwrap();
    let off = Event::new("off", move |at| at.multipliers(contact)[0]).falling().change(move |s| s.release(contact));
    let start = model.start().project().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).every(0.1).event(off).run(start, 3.0).unwrap();
    let event = &run.events()[0];
    let free = run.end().t - event.t;
    let [left, end] = [&event.state, run.end()].map(|state| model.read(state).body(rider));
    let flown = left.origin + left.velocity * free - Vector3::z() * (0.5 * G * free * free);
    assert!((end.origin - flown).amax() < 1e-9);
    assert!(run.last().unwrap().phi(contact)[0].is_nan() && left.origin.x < 1.0, "moot: it still sees the surface");
    assert!(run.energy_error() < 1e-9 && run.drift().largest_phi() < 1e-12);
}

/// In a right-angled groove a ball rolls on two points, r/√2 from its axis: a = g sin α/(1 + 4/5). One row of the six is superfluous, and named.
#[test]
fn analytic_a_ball_in_a_groove() {
    let (radius, slope) = (0.1, 0.3_f64);
    let groove = |redundant: bool| {
        let mut builder = ModelBuilder::new();
        builder.gravity([G * slope.sin(), 0.0, -G * slope.cos()]);
        let rider = builder.body("ball", ball(radius).at(0.0, 0.0, radius * 2.0_f64.sqrt()));
        for (name, side) in [("left", 1.0), ("right", -1.0)] {
            let pair = OnPlane::new(Plane::new([0.0; 3], [0.0, side, 1.0]), sphere(radius));
            builder.constraint(name, Contact::rolling(WORLD, rider, pair));
        }
        if redundant {
            builder.allow_redundant();
        }
        builder.build().unwrap()
    };
    let told = groove(false).start().project().unwrap_err().to_string();
    assert!(told.contains("left") && told.contains("right"), "{told}");
    let model = groove(true);
    let run = Simulation::new(&model).tolerance(1e-11).every(0.1).run(model.start().project().unwrap(), 2.0).unwrap();
    let along = G * slope.sin() / 1.8;
    let (last, rider) = (run.last().unwrap(), model.body::<Spatial>("ball").unwrap());
    assert!((last.body(rider).origin.x - 0.5 * along * 4.0).abs() < 1e-10 && run.energy_error() < 1e-12);
    // The walls share the weight, by their normal forces or by friction across the groove: that is not determined, their sum is.
    let walls = ["left", "right"].map(|name| model.constraint(name).unwrap());
    assert!(walls.iter().all(|wall| !last.is_determined(*wall).unwrap()));
    let held = walls.iter().fold(Vector3::zeros(), |sum, wall| sum + last.reaction_on(*wall, rider).force);
    assert!((held - Vector3::new(along - G * slope.sin(), 0.0, G * slope.cos())).amax() < 1e-10, "{held}");
}

/// A level plate on a ball on a floor: the ball goes half as fast, so that the push F meets M + (1 + 2/5) m/4; both contacts hold the ball's weight and
/// the plate's.
#[test]
fn analytic_a_plate_rolls_on_a_ball() {
    let (radius, push) = (0.1, 3.0);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let plate = Solid::from_inertia(Inertia::cuboid(2.0, [1.0, 1.0, 0.1]).unwrap()).unwrap();
    let plate = builder.body("plate", plate.at(0.0, 0.0, 2.0 * radius + 0.05));
    let rider = builder.body("ball", ball(radius).at(0.0, 0.0, radius));
    builder.constraint("level", Joint::parallel(WORLD.mark(0.0, 0.0, 0.0), plate.mark(0.0, 0.0, 0.0)));
    let on = |plane| OnPlane::new(plane, sphere(radius));
    let low = builder.constraint("low", Contact::rolling(WORLD, rider, on(Plane::horizontal())));
    let underside = Plane::new([0.0, 0.0, -0.05], [0.0, 0.0, -1.0]);
    let high = builder.constraint("high", Contact::rolling(plate, rider, on(underside)));
    builder.force("push", Applied::force(plate.origin(), [push, 0.0, 0.0]));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).every(0.1).run(model.start().project().unwrap(), 1.0).unwrap();
    let along = push / (2.0 + 0.25 * 1.4);
    for at in run.samples() {
        let way = 0.5 * along * at.t() * at.t();
        assert!((at.body(plate).origin.x - way).abs() < 1e-11 && (at.body(rider).origin.x - 0.5 * way).abs() < 1e-11);
        assert!((at.multipliers(low)[0] - 3.0 * G).abs() < 1e-10 && (at.multipliers(high)[0] - 2.0 * G).abs() < 1e-10);
        // On the ball: m a/2 = T_low + T_high, (2/5) m r² (a/2r) = r (T_high − T_low), along x.
        let [below, above] = [low, high].map(|c| at.reaction_on(c, rider));
        assert!((above.force.x - 0.35 * along).abs() < 1e-10 && (below.force.x - 0.15 * along).abs() < 1e-10);
        // Each acts where the ball is touched, and has no moment there.
        let center = at.body(rider).origin;
        assert!((below.point - center + Vector3::z() * radius).amax() < 1e-12 && below.moment.amax() < 1e-12);
        assert!((above.point - center - Vector3::z() * radius).amax() < 1e-12 && above.moment.amax() < 1e-12);
    }
}

/// A disk that falls straight onto its side ends the run with words; with the least spin it rises again from its lowest lean.
#[test]
fn property_a_disk_that_falls_flat_is_told() {
    for (spin, tolerance) in [(0.0, 1e-4), (0.0, 1e-10), (0.3, 1e-10)] {
        let (radius, lean) = (0.1, 0.5_f64);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let coin = Solid::from_inertia(Inertia::disk(0.01, radius).unwrap()).unwrap();
        let coin = coin.turned(UnitQuaternion::from_scaled_axis(Vector3::x() * lean)).spinning(0.0, 0.0, spin);
        let coin = builder.body("coin", coin.at(0.0, 0.0, radius * lean.sin()));
        let rim = RimOnPlane::new(Plane::horizontal(), Rim::new(radius));
        builder.constraint("table", Contact::rolling(WORLD, coin, rim));
        let model = builder.build().unwrap();
        let plan = Simulation::new(&model).tolerance(tolerance).every(0.01);
        match plan.run(model.start().project().unwrap(), 1.0) {
            Ok(run) => {
                assert!(spin > 0.0 && run.energy_error() < 1e-9);
                let heights = run.column(|at| at.body(coin).origin.z);
                let lowest = heights.iter().fold(f64::INFINITY, |low, z| low.min(*z));
                assert!(lowest > 0.0 && lowest < 0.1 * radius && heights[heights.len() - 1] > 2.0 * lowest);
            }
            Err(error) => {
                let told = error.to_string();
                assert!(spin == 0.0 && told.contains("table") && told.contains("lies flat"), "{told}");
            }
        }
    }
}

/// A trace asks the run where the contact was: samples a whole turn of the ball apart find it all the same.
#[test]
fn identity_traces_of_few_samples_and_of_many() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let rider = ball(0.1).at(0.9, 0.0, 0.0).moving(0.0, 3.0, 0.0).spinning(0.0, 0.0, -30.0);
    let rider = builder.body("ball", rider);
    let pair = Surfaces::new(Hollow(Cylinder::new(1.0)), sphere(0.1)).near([1.0, 0.0, 0.0], [0.1, 0.0, 0.0]);
    let contact = builder.constraint("wall", Contact::rolling(WORLD, rider, pair));
    let model = builder.build().unwrap();
    let trace = |every: f64| {
        let plan = Simulation::new(&model).tolerance(1e-11).every(every);
        plan.run(model.start().project().unwrap(), 2.0).unwrap().trace(contact).unwrap()
    };
    let (fine, coarse) = (trace(0.001), trace(0.25));
    assert!(fine.arcs_apart() < 1e-10 && fine.length() > 6.0);
    for (k, point) in coarse.points.iter().enumerate() {
        let same = &fine.points[250 * k];
        let off = (point.point - same.point).norm().max((point.on[1] - same.on[1]).norm());
        assert!(off < 1e-8, "{off:e} at {}", point.t);
    }
}

/// A search that leads far from where the contact was is refused when only one of the two shapes turned away: the other one alone does not tell.
#[test]
fn property_a_jump_of_either_shape_is_refused() {
    let frame = |z: f64, tilt: f64| {
        let turn = UnitQuaternion::from_scaled_axis(Vector3::x() * tilt);
        SpatialFrame::new(Vector3::new(0.0, 0.0, z), turn, Vector3::zeros(), Vector3::zeros())
    };
    let (ground, above) = (frame(0.0, 0.0), frame(1.6, 0.0));
    let balls = Surfaces::new(sphere(1.0), sphere(0.6));
    let off = |angle: f64| Vector3::new(angle.sin(), 0.0, angle.cos());
    let jumped = |pair: &dyn SpatialPair, b: &SpatialFrame, last: [Place; 2]| match pair.touch(&ground, b, last) {
        Ok(_) => false,
        Err(error) => error.to_string().contains("another branch") || panic!("{error}"),
    };
    for (on_a, on_b, expected) in [(0.9, 0.6, false), (1.75, 1.0, true), (1.0, 1.75, true)] {
        assert_eq!(jumped(&balls, &above, [off(on_a), -off(on_b)]), expected, "{on_a} {on_b}");
    }
    // The lowest point of a leaning rim is at the angle −π/2, and the plane has one normal.
    let rim = EdgeOn::new(Plane::horizontal(), Rim::new(0.1));
    for (from, expected) in [(0.5, false), (1.52, true)] {
        let last = [Vector3::zeros(), Vector3::new(from - std::f64::consts::FRAC_PI_2, 0.0, 0.0)];
        assert_eq!(jumped(&rim, &frame(0.1 * 1.2_f64.sin(), 1.2), last), expected, "{from}");
    }
}

/// A dish, by a profile that meets its axis at right angles.
#[derive(Debug)]
struct Dish;

impl Profile for Dish {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector2<T> {
        Vector2::new(s.sin(), -s.cos()) * convert::<f64, T>(0.5)
    }
    fn domain(&self) -> Domain {
        Domain::Open { from: 0.0, to: 3.0 }
    }
}

/// What a surface says faces a direction has its normal there, inside out and elsewhere too; the pole of a profile has a curvature; and the place on
/// a sphere is the direction from its center, from the inside as well.
#[test]
fn identity_what_faces_a_direction_has_its_normal() {
    let stone = Ellipsoid::new(0.6, 0.5, 0.4);
    let moved = Placed::new(stone, [0.3, 0.1, -0.2]).turned(Rotation3::from_scaled_axis(Vector3::new(0.3, 1.0, -0.4)));
    let surfaces: [&dyn Surface; 4] = [&stone, &Hollow(stone), &moved, &Hollow(moved.clone())];
    for direction in [Vector3::new(0.3, -0.5, 0.8).normalize(), -Vector3::z()] {
        for surface in surfaces {
            let point = surface.facing(direction).unwrap();
            assert!((point.normal - direction).amax() < 1e-15, "{surface:?}");
            assert!((surface.at(point.place).unwrap().position - point.position).amax() < 1e-15);
        }
    }
    let pole = Revolution(Dish).at(Vector3::zeros()).unwrap();
    assert!((pole.normal + Vector3::z()).amax() < 1e-15 && pole.curvatures().iter().all(|c| (c - 2.0).abs() < 1e-14));
    let bowl = Spheres::inside(Sphere::new([0.1, 0.0, 0.0], 1.0), sphere(0.2));
    let small =
        SpatialFrame::new(Vector3::new(0.1, 0.0, -0.8), UnitQuaternion::identity(), Vector3::zeros(), Vector3::zeros());
    let touch = bowl.touch(&SpatialFrame::GROUND, &small, [NOWHERE; 2]).unwrap();
    assert!((touch.places[0] + Vector3::z()).amax() < 1e-15 && (touch.normal - Vector3::z()).amax() < 1e-15);
}

/// Negative sizes are refused by name, in closed form as by a search.
#[test]
fn property_negative_sizes_are_refused() {
    let floor = Plane::horizontal();
    let small = || sphere(0.1);
    let shapes: Vec<(&str, Arc<dyn SpatialPair>)> = vec![
        ("ball", Arc::new(OnPlane::new(floor, sphere(-0.1)))),
        ("ellipsoid", Arc::new(OnPlane::new(floor, Ellipsoid::new(0.1, -0.1, 0.1)))),
        ("torus", Arc::new(OnPlane::new(floor, Torus::new(0.3, -0.1)))),
        ("balls", Arc::new(Spheres::outside(sphere(-0.1), sphere(0.3)))),
        ("rim", Arc::new(RimOnPlane::new(floor, Rim::new(-0.1)))),
        ("edge", Arc::new(EdgeOn::new(floor, Rim::around([0.0; 3], [1.0, 0.0, 0.0], -0.1)))),
        ("cylinder", Arc::new(Surfaces::new(Cylinder::new(-0.5), small()))),
        ("cone", Arc::new(Surfaces::new(Cone::new(-0.5), small()))),
        ("plane without a normal", Arc::new(OnPlane::new(Plane::new([0.0; 3], [0.0; 3]), small()))),
    ];
    for (name, pair) in shapes {
        let mut builder = ModelBuilder::new();
        let leaning = UnitQuaternion::from_scaled_axis(Vector3::new(0.7, 0.2, 0.0));
        let body = builder.body("body", ball(0.1).at(0.3, 0.2, 0.9).turned(leaning));
        builder.constraint("contact", Contact::rolling(WORLD, body, pair));
        let told = match builder.build() {
            Err(error) => error.to_string(),
            Ok(model) => model.start().project().unwrap_err().to_string(),
        };
        assert!(told.contains("`contact`") && told.contains("not finite"), "{name}: {told}");
    }
}

/// A bead in polar coordinates, which are singular at r = 0.
#[derive(Debug)]
struct Polar;

impl Body for Polar {
    type Space = Spatial;

    fn shape(&self) -> BodyShape<Spatial> {
        BodyShape::new(
            [Coordinate::new("r", "vr", Quantity::Length), Coordinate::new("a", "va", Quantity::Angle)],
            FrameMap::General,
            1.0,
        )
        .diagonal()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        q.copy_from_slice(&[1.0, 0.0]);
        v.copy_from_slice(&[-1.1, 0.0]);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_, Spatial>) -> Result<(), ElementError> {
        if q[0].abs() < 1e-6 {
            return Err(ElementError::Singular { what: "r = 0 has no direction" });
        }
        let (sin, cos) = q[1].sin_cos();
        let (away, around) = (Vector3::new(cos, sin, 0.0), Vector3::new(-sin, cos, 0.0));
        let velocity = away * v[0] + around * (q[0] * v[1]);
        out.frame(SpatialFrame::new(away * q[0], UnitQuaternion::identity(), velocity, Vector3::zeros()));
        let twist = |x: Vector3<f64>| [x.x, x.y, x.z, 0.0, 0.0, 0.0];
        out.column(0, twist(away));
        out.column(1, twist(around * q[0]));
        out.bias(twist(around * (2.0 * v[0] * v[1]) - away * (q[0] * v[1] * v[1])));
        Ok(())
    }

    fn side(&self, q: &[f64]) -> f64 {
        q[0]
    }

    fn mass(&self, q: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[1.0, q[0] * q[0]]);
    }

    fn bias(&self, q: &[f64], v: &[f64], out: &mut [f64]) {
        out.copy_from_slice(&[q[0] * v[1] * v[1], -2.0 * q[0] * v[0] * v[1]]);
    }
}

/// It passes r = 0 in a long step, none of whose stages is near it.
#[test]
fn property_no_step_jumps_over_a_singular_place() {
    let mut builder = ModelBuilder::new();
    builder.body("bead", Polar);
    let model = builder.build().unwrap();
    let error = Simulation::new(&model).every(0.1).run(model.start().project().unwrap(), 2.0).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("`bead`") && told.contains("jumped over"), "{told}");
    let last = error.partial.end();
    assert!(last.q[0] > 0.0 && (last.q[0] - (1.0 - 1.1 * last.t)).abs() < 1e-12, "{last:?}");
}
