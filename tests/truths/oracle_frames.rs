//! Bodies whose coordinates are not their frame's (E9): the same mechanism, described in other coordinates, has the same
//! accelerations and the same multipliers as with plain rigid bodies.

use crate::bodies::Kind;
use crate::common::{Random, difference};
use chetaev::constraint::{Auto, Coupler, Distance, Holonomic, KnifeEdge, Pose, Slot};
use chetaev::dynamics::Baumgarte;
use chetaev::element::{Axis, BodyId, GROUND, Point};
use chetaev::force::{Applied, SpringDamper};
use chetaev::measure::{Separation, Travel};
use chetaev::model::{Model, ModelBuilder};
use chetaev::nalgebra::RealField;

/// A holonomic row of the user's own, on the frames' origins shifted to the centers of mass.
#[derive(Debug)]
struct Area {
    centers: [[f64; 2]; 2],
}

impl Holonomic<2, 1> for Area {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let [p, q] = [(a, self.centers[0]), (b, self.centers[1])].map(|(pose, c)| pose.point(c[0], c[1]));
        [p.perp(&q) + a.attitude * b.attitude]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

/// Two bodies, four rows of six velocities, one of them on a body twice and one on velocities; all kinds of forces.
fn mechanism(kinds: [Kind; 2]) -> (Model, [BodyId; 2]) {
    let mut builder = ModelBuilder::new();
    builder.gravity([1.3, -9.8]);
    let bodies = [kinds[0].add(&mut builder, "first"), kinds[1].add(&mut builder, "second")];
    // Points are counted from the center of mass, whatever the frame's origin is.
    let place = |k: usize, x: f64, y: f64| [x + kinds[k].center()[0], y + kinds[k].center()[1]];
    let point = |k: usize, x: f64, y: f64| -> Point {
        let [x, y] = place(k, x, y);
        bodies[k].point(x, y)
    };
    let axis = |k: usize, x: f64, y: f64, angle: f64| -> Axis { bodies[k].axis(place(k, x, y), angle) };
    builder.constraint("rod", Distance::new(GROUND.point(0.2, -3.0), point(0, 0.3, 0.1), 2.0));
    builder.constraint("slot", Slot::new(axis(0, 0.1, -0.2, 0.7), point(1, -0.4, 0.2)));
    builder.constraint("edge", KnifeEdge::new(bodies[0], axis(1, 0.5, 0.1, -0.6)));
    let rack = Travel::along(axis(0, 0.0, 0.3, 1.1), point(1, 0.2, 0.2));
    let rope = Separation::between(GROUND.point(-4.0, 1.0), point(0, -0.2, 0.5));
    builder.constraint("coupler", Coupler::new(rack, 0.7, rope));
    builder.constraint("own", Auto::holonomic(bodies, Area { centers: kinds.map(Kind::center) }));
    builder.force("spring", SpringDamper::between(point(0, 0.2, 0.0), point(1, 0.0, -0.3), 7.0).damping(0.9));
    builder.force("torsion", SpringDamper::torsional(bodies[0], bodies[1], 3.0).damping(0.4));
    builder.force("push", Applied::new(point(1, 0.3, -0.2), |t, frame| ([t, frame.spin], 2.0)));
    (builder.build().unwrap(), bodies)
}

const GAINS: Baumgarte = Baumgarte { alpha: 3.0, beta: 5.0, gamma: 2.0 };

/// Worst difference, over random states, of the accelerations of the centers of mass and of the multipliers.
fn compare(kinds: [Kind; 2]) -> f64 {
    let (plain, _) = mechanism([Kind::Rigid; 2]);
    let (other, bodies) = mechanism(kinds);
    let (mut expected, mut got) = (plain.workspace(), other.workspace());
    let mut random = Random::new(77);
    let mut worst: f64 = 0.0;
    for _ in 0..50 {
        let mut state = plain.placed();
        state.t = random.unit();
        // Apart from each other and from the world's origin, where polar coordinates end.
        for (k, q) in state.q.chunks_exact_mut(3).enumerate() {
            q.copy_from_slice(&[1.5 + 0.5 * random.unit(), 2.0 * k as f64 - 1.0 + 0.4 * random.unit(), random.unit()]);
        }
        state.v.iter_mut().for_each(|v| *v = 2.0 * random.unit());
        plain.evaluate(&mut expected, &state, GAINS).unwrap();

        let mut same = other.placed();
        same.t = state.t;
        for (k, kind) in kinds.into_iter().enumerate() {
            let (q, v) = kind.coordinates(&state.q[3 * k..][..3], &state.v[3 * k..][..3]);
            same.q[other.velocity_range(bodies[k])].copy_from_slice(&q);
            same.v[other.velocity_range(bodies[k])].copy_from_slice(&v);
        }
        other.evaluate(&mut got, &same, GAINS).unwrap();
        let mut accelerations = Vec::new();
        for (k, kind) in kinds.into_iter().enumerate() {
            let range = other.velocity_range(bodies[k]);
            accelerations.extend(kind.acceleration(
                &same.q[range.clone()],
                &same.v[range.clone()],
                &got.acceleration()[range],
            ));
        }
        for (a, b) in [
            (expected.phi(), got.phi()),
            (expected.rate(), got.rate()),
            (expected.acceleration(), accelerations.as_slice()),
            (expected.multipliers(), got.multipliers()),
        ] {
            let d = difference(a, b);
            worst = if d.is_nan() { f64::INFINITY } else { worst.max(d) };
        }
    }
    worst
}

#[test]
fn oracle_same_accelerations_in_other_coordinates() {
    for first in Kind::ALL {
        for second in Kind::ALL {
            let worst = compare([first, second]);
            println!("{first:?}, {second:?}: difference {worst:.1e}");
            assert!(worst <= 1e-12, "{first:?}, {second:?}: {worst:e}");
        }
    }
}

/// Not moot: γ in the other coordinates is not the one in the frame's.
#[test]
fn oracle_other_coordinates_have_other_gamma() {
    let (plain, _) = mechanism([Kind::Rigid; 2]);
    let (polar, bodies) = mechanism([Kind::Polar, Kind::Rigid]);
    let state = Random::new(1).state(&plain);
    let mut same = polar.placed();
    same.q.copy_from_slice(&state.q);
    same.v.copy_from_slice(&state.v);
    let (q, v) = Kind::Polar.coordinates(&state.q[..3], &state.v[..3]);
    same.q[polar.velocity_range(bodies[0])].copy_from_slice(&q);
    same.v[polar.velocity_range(bodies[0])].copy_from_slice(&v);
    same.t = state.t;
    let (mut a, mut b) = (plain.workspace(), polar.workspace());
    plain.evaluate(&mut a, &state, GAINS).unwrap();
    polar.evaluate(&mut b, &same, GAINS).unwrap();
    assert!(difference(a.gamma(), b.gamma()) > 0.01);
    assert!(difference(a.jacobian(&plain).as_slice(), b.jacobian(&polar).as_slice()) > 0.01);
}

/// A free rotor inside keeps its absolute spin: its relative acceleration is minus the body's.
#[test]
fn analytic_free_rotor_keeps_its_spin() {
    let (model, bodies) = mechanism([Kind::Rotor, Kind::Rigid]);
    let mut ws = model.workspace();
    let mut random = Random::new(2);
    for _ in 0..50 {
        let state = random.state(&model);
        model.evaluate(&mut ws, &state, GAINS).unwrap();
        let a = &ws.acceleration()[model.velocity_range(bodies[0])];
        assert!(a[2].abs() > 1e-3, "moot: the body does not turn");
        assert!(difference(&[a[2]], &[-a[3]]) < 1e-13);
    }
}
