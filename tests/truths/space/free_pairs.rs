//! Two bodies in empty space with one joint between them, one mechanism for each joint: energy, momentum and angular momentum stay.
//!
//! A joint that did work, or whose reactions on the two bodies were not opposite, would change one of them.

use super::joints::{mark_a, solid};
use chetaev::constraint::Constraint;
use chetaev::constraint::{PointOnSpaceCurve, Screw};
use chetaev::contact::curve::{Domain, Smooth, SpaceCurve};
use chetaev::force::Bushing;
use chetaev::measure::Separation;
use chetaev::nalgebra::{Rotation3, UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_2;

/// The second body's mark: `tilt` about its x axis from where it would coincide with the first's.
fn mark(body: BodyId<Spatial>, tilt: f64) -> Mark {
    let turn = |x: f64, y: f64, z: f64| UnitQuaternion::from_scaled_axis(Vector3::new(x, y, z));
    body.mark(-0.4, 0.9, 0.5).turned(turn(-0.7, 0.2, 0.5)).turned(turn(tilt, 0.0, 0.0))
}

struct Pair {
    builder: ModelBuilder,
    bodies: Vec<BodyId<Spatial>>,
    solids: Vec<Solid>,
}

/// Two bodies whose marks coincide, untilted.
fn pair() -> Pair {
    let first = solid(2.0).at(0.5, -0.3, 0.2).moving(0.3, 0.1, -0.2).spinning(0.5, -0.8, 0.4);
    let (a, b) = (mark_a(WORLD), mark(WORLD, 0.0));
    let frame = first.frame();
    let turn = frame.rotation * a.axes * b.axes.transpose();
    let place = frame.point(a.local) - turn * b.local;
    let attitude = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(turn));
    let second =
        solid(1.3).at(place.x, place.y, place.z).turned(attitude).spinning(-0.6, 1.1, 0.9).moving(0.2, 0.5, 0.7);
    let mut builder = ModelBuilder::new();
    let bodies = vec![builder.body("one", first.clone()), builder.body("two", second.clone())];
    Pair { builder, bodies, solids: vec![first, second] }
}

impl Pair {
    fn with(mut self, joint: impl Constraint + 'static) -> Self {
        self.builder.constraint("joint", joint);
        self
    }

    /// Runs it, and looks at what must stay.
    fn check(self, what: &str) {
        let model = self.builder.build().unwrap();
        let run =
            Simulation::new(&model).tolerance(1e-11).every(0.25).run(model.start().project().unwrap(), 5.0).unwrap();
        let momenta = |at: &Snapshot<'_>| {
            let mut sums = [Vector3::zeros(); 2];
            for (body, solid) in self.bodies.iter().zip(&self.solids) {
                let frame = at.body(*body);
                let momentum = solid.mass() * frame.velocity;
                sums[0] += momentum;
                sums[1] += frame.origin.cross(&momentum) + frame.turn(solid.inertia() * frame.turn_back(frame.spin));
            }
            sums
        };
        let first = momenta(&run.first().unwrap());
        let changes = run.samples().map(|at| {
            let now = momenta(&at);
            (now[0] - first[0]).amax().max((now[1] - first[1]).amax())
        });
        let change = changes.fold(0.0, f64::max);
        let ends = [run.first().unwrap(), run.last().unwrap()];
        let moved = (ends[0].body(self.bodies[1]).rotation - ends[1].body(self.bodies[1]).rotation).amax();
        let pushed = run.column(|at| at.multipliers(model.constraint("joint").unwrap()).iter().map(|x| x.abs()).sum());
        let pushed = pushed.into_iter().fold(0.0, f64::max);
        println!(
            "{what}: energy {:.1e}, momenta {change:.1e}, residual {:.1e}, reactions up to {pushed:.1}",
            run.energy_error(),
            run.drift().largest_phi()
        );
        assert!(moved > 0.1 && pushed > 0.01, "moot: {what} does not move, or is not needed");
        assert!(run.energy_error() < 1e-9, "{what}: energy");
        assert!(change < 1e-9, "{what}: momenta");
        assert!(run.drift().largest_phi() < 1e-9, "{what}: residual");
    }
}

macro_rules! joints {
    ($($test:ident: $tilt:expr, $joint:expr;)*) => {$(
        #[test]
        fn $test() {
            let pair = pair();
            let [a, b] = [mark_a(pair.bodies[0]), mark(pair.bodies[1], $tilt)];
            let joint: fn(Mark, Mark) -> _ = $joint;
            pair.with(joint(a, b)).check(stringify!($test));
        }
    )*};
}

joints! {
    invariant_spherical: 0.0, |a, b| Joint::spherical(a.point(), b.point());
    invariant_revolute: 0.0, Joint::revolute;
    invariant_prismatic: 0.0, Joint::prismatic;
    invariant_cylindrical: 0.0, Joint::cylindrical;
    invariant_universal: FRAC_PI_2, Joint::universal;
    invariant_planar: 0.0, Joint::planar;
    invariant_weld: 0.0, Joint::weld;
    invariant_parallel: 0.0, Joint::parallel;
    invariant_point_on_line: 0.0, |a, b| Joint::point_on_line(a, b.point());
    invariant_point_on_plane: 0.0, |a, b| Joint::point_on_plane(a, b.point());
    invariant_screw: 0.0, |a, b| Screw::new(a, b, 0.4);
    invariant_distance: 0.0, |a, b| Distance::new(a.point(), b.moved(0.0, 0.0, 1.5).point(), 1.5);
}

/// A helix around the z axis of the first body's mark, through its point.
#[derive(Debug)]
struct Helix(Mark);

impl SpaceCurve for Helix {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector3<T> {
        let (sin, cos) = s.sin_cos();
        let local = Vector3::new(cos - T::one(), sin, s * convert(0.3));
        self.0.local.map(convert::<f64, T>) + self.0.axes.map(convert::<f64, T>) * local
    }
    fn domain(&self) -> Domain {
        Domain::Unbounded
    }
}

#[test]
fn invariant_point_on_space_curve() {
    let pair = pair();
    let [a, b] = [mark_a(pair.bodies[0]), mark(pair.bodies[1], 0.0)];
    let curve = PointOnSpaceCurve::new(pair.bodies[0], Smooth(Helix(a)), b.point());
    pair.with(curve).check("point on space curve");
}

/// Two wheels on one carrier, geared to each other: what one gives the other takes, and the carrier the rest.
#[test]
fn invariant_gear() {
    let mut pair = pair();
    let [a, b] = [mark_a(pair.bodies[0]), mark(pair.bodies[1], 0.0)];
    let far = a.moved(2.0, 0.0, 0.0);
    let third = pair.solids[1].clone().spinning(1.5, 0.3, -0.4);
    let frame = pair.solids[1].frame();
    let place = frame.origin + pair.solids[0].frame().turn(a.axes.column(0).into_owned()) * 2.0;
    let third = third.at(place.x, place.y, place.z);
    let body = pair.builder.body("three", third.clone());
    let c = mark(body, 0.0);
    pair.builder.constraint("axle two", Joint::revolute(a, b));
    pair.builder.constraint("axle three", Joint::revolute(far, c));
    pair.bodies.push(body);
    pair.solids.push(third);
    pair.with(Coupler::new(AxialAngle::about(a, b), -1.7, AxialAngle::about(far, c))).check("gear");
}

/// A bushing, and a spring between two points, in place of a joint that holds exactly (the rod is there to be read).
#[test]
fn invariant_bushing() {
    let mut pair = pair();
    let [a, b] = [mark_a(pair.bodies[0]), mark(pair.bodies[1], 0.0)];
    pair.builder.force("bushing", Bushing::new(a, b, [30.0, 50.0, 20.0], [4.0, 7.0, 9.0]));
    pair.builder.force("spring", SpringDamper::along(Separation::between(a.point(), WORLD.origin()), 0.0).rest(1.0));
    pair.with(Joint::point_on_plane(a, b.point())).check("bushing");
}
