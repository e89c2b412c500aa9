//! Flights in the plane.

use super::{Flies, Flight, Random, campaign};
use crate::constraint::Contact;
use crate::contact::curve::{Ellipse, Line, Placed, Support};
use crate::contact::{Circles, CornerOnCurve, CornerOnLine, CurvePair, EllipseOnLine, Pair};
use crate::element::{GROUND, Planar, PlanarFrame};
use crate::hybrid::{Gap, Stop};
use crate::measure::{Angle, Separation, Travel};
use nalgebra::Vector2;

impl Flies for Planar {
    const SIZES: [usize; 2] = [3, 6];

    /// Gravity, drag, and a moment like that of a pendulum: nothing that a polynomial of low degree would be.
    fn slope(t: f64, y: &[f64], drag: f64, dy: &mut [f64]) {
        let [x, y, w] = [3, 4, 5].map(|i| y[i]);
        let moment = 5.0 * (2.0 * t).sin();
        dy.copy_from_slice(&[x, y, w, (3.0 * t).sin() - drag * x, -9.81 - drag * y, moment - drag * w]);
    }

    fn flying(q: &[f64], rates: &[f64]) -> PlanarFrame {
        PlanarFrame::new(Vector2::new(q[0], q[1]), q[2], Vector2::new(rates[0], rates[1]), rates[2])
    }

    fn reverse(y: &mut [f64], rates: &[f64]) {
        (0..3).for_each(|i| y[3 + i] = -rates[i]);
    }
}

const KINDS: [&str; 14] = [
    "ellipse over floor",
    "corner over floor",
    "ellipse over a line that flies",
    "corner over a line that flies",
    "disks",
    "disk in a ring",
    "ellipses",
    "corner over an ellipse",
    "oval over a line that flies",
    "ovals",
    "stop of a travel",
    "stop of an angle",
    "rope",
    "bumper",
];

fn pair(pair: impl Pair + 'static) -> Box<dyn Gap<Space = Planar>> {
    Box::new(Contact::between(GROUND, GROUND, pair))
}

fn make(kind: usize, r: &mut Random) -> Flight<Planar> {
    let a = r.between(0.5, 2.0);
    let b = a * r.between(0.02, 0.9);
    let (fixed, far) = (kind < 2, matches!(kind, 2 | 3 | 8));
    let mut upper =
        vec![0.0, a * r.between(1.05, 2.0), r.between(0.0, 6.0), 0.0, r.between(-1.0, 4.0), r.between(-60.0, 60.0)];
    // What lies below is turned, so that 1.02 times the reach is above it; it flies up; it turns slowly where it is a line, for that reaches far.
    let turn = if far { 1.0 } else { 20.0 };
    let lower =
        vec![0.0, 0.0, r.between(-0.2, 0.2), r.between(-1.0, 1.0), r.between(0.0, 8.0), turn * r.between(-1.0, 1.0)];
    let (c, d) = (r.between(0.3, 1.0), r.between(0.2, 0.9));
    let floor = GROUND.axis([0.0, 0.0], 0.0);
    let base = Ellipse::new(c, c * d);
    let corner = [0.6 * a, -0.8 * a];
    let oval = |size: f64| {
        Support::fourier(size, [[0.05 * size, 0.0], [0.0, 0.1 * size], [0.05 * size, 0.03 * size]]).unwrap()
    };
    if matches!(kind, 6 | 7 | 9) {
        upper[1] = 1.2 * c + 1.3 * a + r.between(0.3, 1.5);
    }
    let point = GROUND.point(0.3, -0.2);
    let contact = match kind {
        0 | 2 => pair(EllipseOnLine::new(floor, a, b)),
        1 | 3 => pair(CornerOnLine::new(floor, corner)),
        4 => {
            let radius = r.between(0.1, 1.0);
            upper[1] = a + radius + r.between(0.5, 1.5);
            pair(Circles::outside(([0.2, 0.1], a), ([-0.1, 0.1], radius)))
        }
        5 => {
            upper[1] = 0.05 * a;
            pair(Circles::inside(([0.1, 0.0], a), ([0.0, 0.05], 0.5 * a)))
        }
        6 => pair(CurvePair::outside(base, Placed::new(Ellipse::new(a, b.max(0.1 * a)), [0.0, 0.05], 0.3))),
        7 => pair(CornerOnCurve::outside(base, corner)),
        8 => {
            upper[1] += a;
            pair(CurvePair::inside(Line::new([0.1, 0.2], 0.1), oval(a)))
        }
        9 => pair(CurvePair::outside(oval(c), oval(a))),
        10 => Box::new(Stop::above(Travel::along(floor, point), -2.5)),
        11 => Box::new(Stop::below(Angle::between(GROUND, GROUND), 8.0)),
        12 => Box::new(Stop::below(Separation::between(GROUND.point(0.1, 0.2), point), upper[1] + r.between(0.8, 1.5))),
        _ => {
            upper[1] += 0.3;
            Box::new(Stop::above(Separation::between(GROUND.point(0.1, 0.2), point), 0.2))
        }
    };
    Flight::new(contact, [lower, upper], fixed, r.between(0.0, 0.5))
}

#[test]
fn property_no_closing_is_missed_in_the_plane() {
    campaign(&KINDS, 60, 250, make);
}

/// The same with more flights and more samples: once, by hand.
#[test]
#[ignore = "minutes"]
fn property_no_closing_is_missed_among_many_in_the_plane() {
    campaign(&KINDS, 1600, 200, make);
}
