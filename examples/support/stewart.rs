//! A Stewart platform: six legs of two bodies each, whose lengths are functions of time.
//!
//! By hand: the pose p(t), R(t) is chosen, the lengths are |p + R s − b|. Each leg turns about its foot b with the frame (v, n × v, n), v = u × n/|u × n|, u being the foot's fixed axis. Unknown are the force F on each
//! leg's end, the moment c that a foot carries, and the force f along each leg:
//!
//! ```text
//! (1)  Σ r × m (a − g) + I α + ω × I ω = (l n) × F + c u × v        of both bodies about the foot
//! (2)  m₂ (a₂ − g)·n = F·n + f                                      of the rod along its tube
//! (3)  M (p'' − g) = −Σ F,  I α + ω × I ω = −Σ (R s) × F            of the platform
//! ```
//!
//! 30 equations in 30 unknowns.

// The example pushes no legs, its test does.
#![allow(dead_code)]

use chetaev::analysis::Inverse;
use chetaev::nalgebra::{DMatrix, DVector, Matrix3, Rotation3, UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::array::from_fn;
use std::sync::Arc;

const G: f64 = 9.81;
/// Mass, and moments of inertia across and along: tube, rod, platform.
const TUBE: [f64; 3] = [4.0, 0.15, 0.004];
const ROD: [f64; 3] = [2.5, 0.1, 0.002];
const PLATE: [f64; 3] = [40.0, 1.2, 2.1];
/// From the foot to the center of the tube, and from the center of the rod to its end.
const CENTERS: [f64; 2] = [0.35, 0.3];
/// Load and coefficient of the seals, coefficient of the guides.
pub const SEAL: [f64; 2] = [30.0, 0.4];
const GUIDE: f64 = 0.2;

type V = [Jet; 3];

fn number(x: f64) -> Jet {
    Jet::from(x)
}

fn numbers(x: [f64; 3]) -> V {
    x.map(number)
}

fn plus(a: V, b: V) -> V {
    from_fn(|i| a[i] + b[i])
}

fn minus(a: V, b: V) -> V {
    from_fn(|i| a[i] - b[i])
}

fn times(a: V, x: Jet) -> V {
    a.map(|a| a * x)
}

fn dot(a: V, b: V) -> Jet {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

fn unit(a: V) -> V {
    let length = dot(a, a).sqrt();
    a.map(|a| a / length)
}

/// Value and derivatives of a vector.
fn parts(a: V) -> [Vector3<f64>; 3] {
    [Vector3::from_fn(|i, _| a[i].value), Vector3::from_fn(|i, _| a[i].first), Vector3::from_fn(|i, _| a[i].second)]
}

/// Spin and its rate of a frame of three unit vectors.
fn spins(frame: [V; 3]) -> [Vector3<f64>; 2] {
    let sum = |k: usize| frame.iter().map(|&e| 0.5 * parts(e)[0].cross(&parts(e)[k])).sum();
    [sum(1), sum(2)]
}

/// Feet on a circle, and the ends on the platform.
fn foot(k: usize) -> [f64; 3] {
    let angle = std::f64::consts::FRAC_PI_3 * (k - k % 2) as f64 + if k.is_multiple_of(2) { -0.2 } else { 0.2 };
    [1.1 * angle.cos(), 1.1 * angle.sin(), 0.0]
}

fn end(k: usize) -> [f64; 3] {
    let angle = std::f64::consts::FRAC_PI_3 * (k - k % 2) as f64 + if k.is_multiple_of(2) { -0.85 } else { 0.85 };
    [0.6 * angle.cos(), 0.6 * angle.sin(), -0.05]
}

/// The platform's place, and its three axes.
fn pose(t: Jet) -> (V, [V; 3]) {
    let place = [(t * 3.0).sin() * 0.12, (t * 2.0 + 0.5).cos() * 0.1, (t * 2.5 + 0.3).sin() * 0.1 + 1.05];
    let [(a, b), (c, d), (e, f)] =
        [(t * 2.2).sin() * 0.25, (t * 1.7 + 1.0).sin() * 0.2, (t * 2.9 + 0.4).cos() * 0.3].map(Jet::sin_cos);
    // About x, then y, then z.
    let x = [f * d, e * d, number(0.0) - c];
    let y = [f * c * a - e * b, e * c * a + f * b, d * a];
    let z = [f * c * b + e * a, e * c * b - f * a, d * b];
    (place, [x, y, z])
}

fn turned(axes: [V; 3], local: [f64; 3]) -> V {
    (0..3).fold(numbers([0.0; 3]), |sum, i| plus(sum, times(axes[i], number(local[i]))))
}

/// From the foot to the end.
fn leg(k: usize, t: Jet) -> V {
    let (place, axes) = pose(t);
    minus(plus(place, turned(axes, end(k))), numbers(foot(k)))
}

pub fn length(k: usize, t: Jet) -> Jet {
    dot(leg(k, t), leg(k, t)).sqrt()
}

/// The foot's axis that does not move, across the leg where it starts.
fn fixed(k: usize) -> [f64; 3] {
    let [x, y, _] = foot(k);
    let size = x.hypot(y);
    [-y / size, x / size, 0.0]
}

/// The leg's axes v, n × v, n.
fn frame(k: usize, t: Jet) -> [V; 3] {
    let n = unit(leg(k, t));
    let v = unit(cross(numbers(fixed(k)), n));
    [v, cross(n, v), n]
}

/// The force along each leg, by (1) to (3).
pub fn by_hand(time: f64) -> [f64; 6] {
    let t = Jet::time(time);
    let gravity = Vector3::new(0.0, 0.0, -G);
    let tensor = |axes: [V; 3], [_, across, along]: [f64; 3]| {
        let n = parts(axes[2])[0];
        Matrix3::identity() * across + n * n.transpose() * (along - across)
    };
    let euler = |axes: [V; 3], inertia: [f64; 3]| {
        let ([spin, rate], tensor) = (spins(axes), tensor(axes, inertia));
        tensor * rate + spin.cross(&(tensor * spin))
    };
    let skew = |r: Vector3<f64>| r.cross_matrix();
    let mut matrix = DMatrix::zeros(30, 30);
    let mut right = DVector::zeros(30);
    let (place, axes) = pose(t);
    for k in 0..6 {
        let (leg, frame) = (leg(k, t), frame(k, t));
        let [v, _, n] = frame.map(|e| parts(e)[0]);
        let centers = [times(frame[2], number(CENTERS[0])), minus(leg, times(frame[2], number(CENTERS[1])))];
        let mut moment = Vector3::zeros();
        for (center, inertia) in centers.into_iter().zip([TUBE, ROD]) {
            let [r, _, a] = parts(center);
            moment += r.cross(&(inertia[0] * (a - gravity))) + euler(frame, inertia);
        }
        let at = 5 * k;
        matrix.view_mut((4 * k, at), (3, 3)).copy_from(&skew(parts(leg)[0]));
        matrix.view_mut((4 * k, at + 3), (3, 1)).copy_from(&Vector3::from(fixed(k)).cross(&v));
        right.rows_mut(4 * k, 3).copy_from(&moment);
        matrix.view_mut((4 * k + 3, at), (1, 3)).copy_from(&n.transpose());
        matrix[(4 * k + 3, at + 4)] = 1.0;
        right[4 * k + 3] = ROD[0] * (parts(centers[1])[2] - gravity).dot(&n);
        matrix.view_mut((24, at), (3, 3)).copy_from(&(-Matrix3::identity()));
        matrix.view_mut((27, at), (3, 3)).copy_from(&-skew(parts(turned(axes, end(k)))[0]));
    }
    right.rows_mut(24, 3).copy_from(&(PLATE[0] * (parts(place)[2] - gravity)));
    right.rows_mut(27, 3).copy_from(&euler(axes, PLATE));
    let found = matrix.lu().solve(&right);
    from_fn(|k| found.as_ref().map_or(f64::NAN, |found| found[5 * k + 4]))
}

/// What moves or pushes the legs of a model.
pub enum Legs {
    Free,
    Driven,
    Pushed(Arc<dyn Fn(f64) -> [f64; 6] + Send + Sync>),
}

/// The platform at t = 0, with the measures of its legs.
pub fn platform(rough: bool, legs: &Legs) -> Result<(Model, [AxialTravel; 6]), Report> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let t = Jet::time(0.0);
    let attitude = |axes: [V; 3]| {
        let matrix = Matrix3::from_columns(&axes.map(|e| parts(e)[0]));
        UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(matrix))
    };
    let body = |[mass, across, along]: [f64; 3], center: V, axes: [V; 3]| -> Result<Solid, Report> {
        let at = parts(center)[0];
        Ok(Solid::principal(mass, [across, across, along])?.at(at.x, at.y, at.z).turned(attitude(axes)))
    };
    let (place, axes) = pose(t);
    let plate = builder.body("plate", body(PLATE, place, axes)?);
    let z = [0.0, 0.0, 1.0];
    let mut travels = Vec::new();
    for k in 0..6 {
        let (leg, frame) = (leg(k, t), frame(k, t));
        let foot_at = numbers(foot(k));
        let low = plus(foot_at, times(frame[2], number(CENTERS[0])));
        let high = minus(plus(foot_at, leg), times(frame[2], number(CENTERS[1])));
        let tube = builder.body(format!("tube {k}"), body(TUBE, low, frame)?);
        let rod = builder.body(format!("rod {k}"), body(ROD, high, frame)?);
        let (feet, ends) = (WORLD.axis(foot(k), fixed(k)), tube.axis([0.0, 0.0, -CENTERS[0]], [1.0, 0.0, 0.0]));
        builder.constraint(format!("foot {k}"), Joint::universal(feet, ends));
        let guide = Joint::prismatic(tube.axis([0.0; 3], z), rod.axis([0.0; 3], z));
        let guide = builder.constraint(format!("guide {k}"), guide);
        let [x, y, dz] = end(k);
        let ball = Joint::spherical(rod.point(0.0, 0.0, CENTERS[1]), plate.point(x, y, dz));
        builder.constraint(format!("ball {k}"), ball);
        let travel = AxialTravel::along(tube.axis([0.0, 0.0, -CENTERS[0]], z), rod.point(0.0, 0.0, CENTERS[1]));
        if rough && k % 2 == 0 {
            builder.friction(format!("seal {k}"), FrictionPoint::along(travel, SEAL[0]), Coulomb::new(SEAL[1]));
        } else if rough {
            let load = Load::pair(guide, [0, 1]);
            builder.friction(format!("guide rubs {k}"), FrictionPoint::loaded(travel, load), Coulomb::new(GUIDE));
        }
        match legs {
            Legs::Free => {}
            Legs::Driven => _ = builder.constraint(format!("leg {k}"), Driver::new(travel, move |t| length(k, t))),
            Legs::Pushed(forces) => {
                let forces = forces.clone();
                let push = AppliedAlong::new(travel, move |t, _: &chetaev::measure::Reading<Spatial>| forces(t)[k]);
                builder.force(format!("leg {k}"), push);
            }
        }
        travels.push(travel);
    }
    Ok((builder.build()?, from_fn(|k| travels[k])))
}

pub fn question<'m>(model: &'m Model, travels: &[AxialTravel; 6]) -> Inverse<'m> {
    travels.iter().enumerate().fold(Inverse::of(model), |question, (k, &travel)| {
        question.actuator(&format!("leg {k}"), travel).motion(travel, move |t| length(k, t))
    })
}

pub fn most(values: impl IntoIterator<Item = f64>) -> f64 {
    values.into_iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}
