//! Flights in space.

use super::{Flies, Flight, Random, campaign};
use crate::constraint::Contact;
use crate::contact::spatial::{OnPlane, PointOn, RimOnPlane, SpatialPair, Spheres, Surfaces};
use crate::contact::surface::{Ellipsoid, Plane, Rim, Sphere};
use crate::element::{Spatial, SpatialFrame, WORLD, quaternion_rate};
use crate::hybrid::{Gap, Stop};
use crate::measure::{AxialTravel, Separation};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Ω of Q' = ½ Q ⊗ Ω, for a Q of any norm.
fn spin(q: &[f64], rates: &[f64]) -> Vector3<f64> {
    let [q, rate] = [q, rates].map(|x| Quaternion::new(x[3], x[4], x[5], x[6]));
    (q.conjugate() * rate).imag() * (2.0 / q.norm_squared())
}

impl Flies for Spatial {
    const SIZES: [usize; 2] = [7, 13];

    /// Gravity, drag, and a body without symmetry.
    fn slope(t: f64, y: &[f64], drag: f64, dy: &mut [f64]) {
        let turn = [y[10], y[11], y[12]];
        dy[..3].copy_from_slice(&y[7..10]);
        dy[3..7].copy_from_slice(&quaternion_rate([y[3], y[4], y[5], y[6]], turn));
        dy[7..10].copy_from_slice(&[(3.0 * t).sin() - drag * y[7], -drag * y[8], -9.81 - drag * y[9]]);
        let [a, b, c] = turn;
        dy[10..].copy_from_slice(&[-0.4 * b * c, 0.7 * c * a - drag * b, -0.3 * a * b]);
    }

    fn flying(q: &[f64], rates: &[f64]) -> SpatialFrame {
        let (v, spin) = (&rates[..3], spin(q, rates));
        let q = std::array::from_fn(|i| q[i]);
        SpatialFrame::from_coordinates(&q, &[v[0], v[1], v[2], spin.x, spin.y, spin.z])
    }

    fn reverse(y: &mut [f64], rates: &[f64]) {
        let spin = spin(y, rates);
        (0..3).for_each(|i| y[7 + i] = -rates[i]);
        (0..3).for_each(|i| y[10 + i] = -spin[i]);
        // As a run does after a step.
        let norm = y[3..7].iter().map(|x| x * x).sum::<f64>().sqrt();
        y[3..7].iter_mut().for_each(|x| *x /= norm);
    }
}

const KINDS: [&str; 12] = [
    "ellipsoid over floor",
    "corner over floor",
    "rim over floor",
    "ball over a plane that flies",
    "ellipsoid over a plane that flies",
    "corner over a plane that flies",
    "balls",
    "ball in a bowl",
    "ellipsoids",
    "corner over an ellipsoid",
    "stop of a travel",
    "rope",
];

fn pair(pair: impl SpatialPair + 'static) -> Box<dyn Gap<Space = Spatial>> {
    Box::new(Contact::between(WORLD, WORLD, pair))
}

fn body(r: &mut Random, height: f64, rise: f64, turn: f64) -> Vec<f64> {
    let attitude = UnitQuaternion::from_scaled_axis(Vector3::from(r.numbers::<3>(2.0)));
    let mut y = vec![0.0, 0.0, height, attitude.w, attitude.i, attitude.j, attitude.k];
    y.extend([r.between(-0.5, 0.5), r.between(-0.5, 0.5), rise]);
    y.extend(r.numbers::<3>(turn));
    y
}

fn make(kind: usize, r: &mut Random) -> Flight<Spatial> {
    let a = r.between(0.5, 2.0);
    let (b, c) = (a * r.between(0.2, 0.9), a * r.between(0.1, 0.9));
    let fixed = kind < 3;
    let rise = r.between(-1.0, 4.0);
    let (height, turn) = (a * r.between(1.01, 2.0), if kind == 2 { 10.0 } else { 35.0 });
    let mut upper = body(r, height, rise, turn);
    let mut lower = body(r, 0.0, 4.0, if matches!(kind, 3..=5) { 0.5 } else { 8.0 });
    if fixed || matches!(kind, 3..=5) {
        // A floor that lies nearly flat.
        lower[3..7].copy_from_slice(&[1.0, 0.0, 0.0, 0.0]);
    }
    let corner = [0.6 * a, 0.0, -0.8 * a];
    let plane = Plane::horizontal();
    let other = Ellipsoid::new(0.6, 0.9, 0.4);
    if matches!(kind, 8 | 9) {
        upper[2] = 0.9 + a + r.between(0.3, 1.0);
    }
    let contact = match kind {
        0 | 4 => pair(OnPlane::new(plane, Ellipsoid::new(a, b, c))),
        1 | 5 => pair(PointOn::new(plane, corner)),
        2 => pair(RimOnPlane::new(plane, Rim::around([0.1, 0.0, 0.05], [0.1, 0.2, 1.0], 0.8 * a))),
        3 => pair(OnPlane::new(plane, Sphere::new([0.1, 0.0, 0.2], 0.5 * a))),
        6 => {
            upper[2] = a + 0.5 + r.between(0.5, 1.5);
            pair(Spheres::outside(Sphere::new([0.1, 0.1, 0.0], a), Sphere::new([0.0, 0.2, 0.1], 0.5)))
        }
        7 => {
            upper[2] = 0.05 * a;
            pair(Spheres::inside(Sphere::new([0.1, 0.0, 0.0], a), Sphere::new([0.0, 0.05, 0.0], 0.5 * a)))
        }
        8 => pair(Surfaces::new(other, Ellipsoid::new(a, b, c.max(0.3 * a)))),
        9 => pair(PointOn::new(other, corner)),
        10 => Box::new(Stop::above(
            AxialTravel::along(WORLD.axis([0.0; 3], [0.0, 0.2, 1.0]), WORLD.point(0.3, 0.1, 0.2)),
            -2.5,
        )),
        _ => {
            let limit = upper[2] + r.between(1.0, 1.5);
            Box::new(Stop::below(Separation::between(WORLD.point(0.1, 0.2, 0.0), WORLD.point(0.3, 0.1, 0.2)), limit))
        }
    };
    Flight::new(contact, [lower, upper], fixed, r.between(0.0, 0.5))
}

#[test]
fn property_no_closing_is_missed_in_space() {
    campaign(&KINDS, 40, 150, make);
}

/// The same with more flights and more samples: once, by hand.
#[test]
#[ignore = "minutes"]
fn property_no_closing_is_missed_among_many_in_space() {
    campaign(&KINDS, 1000, 150, make);
}
