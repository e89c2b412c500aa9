//! The rows of contacts that open against their definitions as generic functions: corners, points on surfaces, belts, stops.

use crate::common::{Between, Random, compare, difference, evaluate};
use chetaev::constraint::{Auto, Contact, Holonomic, Nonholonomic, Pose, Twist};
use chetaev::contact::curve::{Circle, Ellipse};
use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::{Plane, Sphere, Surface};
use chetaev::contact::{Circles, CornerOnCurve, CornerOnLine, CurvePair, Pair};
use chetaev::element::PlanarFrame;
use chetaev::hybrid::Stop;
use chetaev::math::Signal;
use chetaev::nalgebra::{RealField, Vector2, Vector3, convert};
use chetaev::prelude::*;

const P: [f64; 2] = [0.6, -0.2];
const Q: [f64; 2] = [-0.5, 0.8];
const DELTA: f64 = 0.9;
const RADIUS: f64 = 0.4;

/// A corner of b on a line of a, on a circle of a, or in it.
#[derive(Copy, Clone, Debug)]
enum On {
    Line,
    Circle,
    Hollow,
}

impl On {
    /// The corner, the normal from a to b, the gap, and the speed of slip.
    fn look<T: RealField + Copy>(self, a: &Pose<T>, b: &Pose<T>) -> (Vector2<T>, Vector2<T>, T) {
        let corner = b.point(Q[0], Q[1]);
        let from = corner - a.point(P[0], P[1]);
        match self {
            On::Line => {
                let n = a.turn(-DELTA.sin(), DELTA.cos());
                (corner, n, n.dot(&from))
            }
            On::Circle => (corner, from / from.norm(), from.norm() - convert::<f64, T>(RADIUS)),
            On::Hollow => (corner, -from / from.norm(), convert::<f64, T>(RADIUS) - from.norm()),
        }
    }
}

impl Holonomic<2, 1> for On {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        [self.look(&a, &b).2]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

/// The speed of b's corner over a's material below it, along the surface, less that of a belt.
#[derive(Debug)]
struct Slip(On, bool);

fn belt<T: RealField + Copy>(t: T) -> T {
    convert::<f64, T>(0.3) + (t * convert(1.7)).sin() * convert(0.8)
}

impl Nonholonomic<2, 1> for Slip {
    fn psi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T>; 2], [va, vb]: [Twist<T>; 2]) -> [T; 1] {
        let (corner, n, gap) = self.0.look(&a, &b);
        let below = corner - n * gap;
        let velocity = |point: Vector2<T>, pose: &Pose<T>, twist: &Twist<T>| {
            let arm = point - pose.position;
            twist.velocity + Vector2::new(-arm.y, arm.x) * twist.spin
        };
        let w = velocity(corner, &b, &vb) - velocity(below, &a, &va);
        let slip = n.y * w.x - n.x * w.y;
        [if self.1 { slip - belt(t) } else { slip }]
    }
}

/// φ, φ', γ and J of two bodies at random states, with these constraints between them, and the number of rows.
fn rows<S: Between>(hold: impl Fn(&mut ModelBuilder, [BodyId<S>; 2])) -> (Vec<Vec<f64>>, usize) {
    let mut builder = ModelBuilder::new();
    let bodies = [1.0, 2.0].map(|mass| S::rigid(&mut builder, format!("body {mass}"), mass));
    hold(&mut builder, bodies);
    let model = builder.build().unwrap();
    let (mut ws, mut random) = (model.workspace(), Random::new(7));
    let one = |_| {
        let state = random.state(&model);
        evaluate(&model, &mut ws, &state);
        [ws.phi(), ws.rate(), ws.gamma(), ws.jacobian(&model).as_slice()].concat()
    };
    ((0..200).map(one).collect(), model.rows())
}

/// Agreement to round-off, of rows that were really at work.
fn agree<S: Between>(
    what: &str,
    built: impl Fn(&mut ModelBuilder, [BodyId<S>; 2]),
    own: impl Fn(&mut ModelBuilder, [BodyId<S>; 2]),
) {
    let ((built, n), (own, _)) = (rows(built), rows(own));
    let size = |i: usize| built.iter().fold(0.0, |most: f64, row| most.max(row[i].abs()));
    assert!((n..3 * n).all(|i| size(i) > 1.0), "moot: the rows of {what} hardly move");
    let worst = built.iter().zip(&own).map(|(x, y)| difference(x, y)).fold(0.0, f64::max);
    println!("{what}: {worst:.1e}");
    assert!(worst <= 1e-12, "{what}: {worst:e}");
}

fn corner_is<P: Pair + 'static>(on: On, pair: impl Fn(BodyId) -> P) {
    for moving in [false, true] {
        agree(
            &format!("corner on {on:?}, belt {moving}"),
            |builder, [a, b]| {
                let contact: Contact<_> = Contact::between(a, b, pair(a));
                let law = Signal::constant(0.3).sine(0.8, 1.7, 0.0);
                builder.constraint("contact", if moving { contact.on_belt_signal(law) } else { contact });
            },
            |builder, [a, b]| {
                builder.constraint("gap", Auto::holonomic([a, b], on));
                builder.constraint("slip", Auto::nonholonomic([a, b], Slip(on, moving)));
            },
        );
    }
}

#[test]
fn oracle_corners_and_belts() {
    corner_is(On::Line, |a| CornerOnLine::new(a.axis(P, DELTA), Q));
    corner_is(On::Circle, |_| CornerOnCurve::outside(Circle::new(P, RADIUS), Q));
    corner_is(On::Circle, |_| Circles::outside((P, RADIUS), (Q, 0.0)));
    corner_is(On::Hollow, |_| Circles::inside((P, RADIUS), (Q, 0.0)));
}

/// From whichever sides of the two bodies the search starts, it ends at those that face each other.
/// Held since acd3211.
#[test]
fn regress_a_contact_that_opens_is_found_from_the_far_side() {
    let pair = CurvePair::outside(Ellipse::new(0.8, 0.3), Ellipse::new(1.2, 0.4));
    let contact = Contact::between(GROUND, GROUND, pair.clone());
    let (ideal, mut astray) = (Contact::sliding(GROUND, GROUND, pair), 0);
    for k in 0..200 {
        let angle = 0.37 * f64::from(k);
        let still = |x, y, angle| PlanarFrame::new(Vector2::new(x, y), angle, Vector2::zeros(), 0.0);
        let (a, b) = (still(0.0, 0.0, 0.2), still(0.4 * angle.sin(), 2.2, angle));
        let near = contact.locate(&a, &b, [f64::NAN; 2]).unwrap().0.gap;
        assert!(near > 0.0);
        for last in [[0.0, 0.0], [1.6, 1.6], [1.6, 4.7], [4.7, 1.6], [4.7, 4.7]] {
            let found = contact.locate(&a, &b, last).unwrap().0.gap;
            assert!((found - near).abs() < 1e-12, "from {last:?} at {angle}: {found} instead of {near}");
            let other = ideal.locate(&a, &b, last).map(|found| found.0.gap);
            astray += usize::from(!other.is_ok_and(|gap| (gap - near).abs() < 1e-12));
        }
    }
    assert!(astray > 100, "moot: {astray}");
}

const C: [f64; 3] = [0.3, -0.2, 0.4];
const D: [f64; 3] = [-0.6, 0.5, 0.2];

/// A point of b on a plane of a, or on a ball.
#[derive(Copy, Clone, Debug)]
enum Over {
    Plane,
    Ball,
}

impl Over {
    /// The point, the normal and the gap.
    fn look<T: RealField + Copy>(self, a: &Pose<T, Spatial>, b: &Pose<T, Spatial>) -> (Vector3<T>, Vector3<T>, T) {
        let point = b.point(D[0], D[1], D[2]);
        let from = point - a.point(C[0], C[1], C[2]);
        match self {
            Over::Plane => {
                let n = a.turn(0.0, 0.6, 0.8);
                (point, n, n.dot(&from))
            }
            Over::Ball => (point, from / from.norm(), from.norm() - convert::<f64, T>(RADIUS)),
        }
    }
}

impl Holonomic<2, 1, Spatial> for Over {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T, Spatial>; 2]) -> [T; 1] {
        [self.look(&a, &b).2]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

/// How fast the point slips along x and y of body a, across the normal.
#[derive(Copy, Clone, Debug)]
struct Along(Over);

impl Nonholonomic<2, 2, Spatial> for Along {
    fn psi<T: RealField + Copy>(
        &self,
        _t: T,
        [a, b]: [Pose<T, Spatial>; 2],
        [va, vb]: [Twist<T, Spatial>; 2],
    ) -> [T; 2] {
        let (point, n, gap) = self.0.look(&a, &b);
        let below = point - n * gap;
        let velocity = |point: Vector3<T>, pose: &Pose<T, Spatial>, twist: &Twist<T, Spatial>| {
            twist.velocity + (pose.attitude * twist.spin).cross(&(point - pose.position))
        };
        let w = velocity(point, &b, &vb) - velocity(below, &a, &va);
        // The tangents of the library: x of a across n, or y where n is nearly along x.
        let [x, y] = [a.turn(1.0, 0.0, 0.0), a.turn(0.0, 1.0, 0.0)];
        let axis = if n.dot(&x).abs() <= convert(0.8) { x } else { y };
        let first = (axis - n * n.dot(&axis)).normalize();
        [first.dot(&w), n.cross(&first).dot(&w)]
    }
}

fn point_is<A: Surface + Clone + 'static>(over: Over, surface: A) {
    agree(
        &format!("point over {over:?}"),
        |builder, [a, b]| {
            builder.constraint("contact", Contact::between(a, b, PointOn::new(surface.clone(), D)));
        },
        |builder, [a, b]| {
            builder.constraint("gap", Auto::holonomic([a, b], over));
            builder.constraint("slip", Auto::nonholonomic([a, b], Along(over)));
        },
    );
}

#[test]
fn oracle_a_point_on_a_surface() {
    point_is(Over::Plane, Plane::new(C, [0.0, 0.6, 0.8]));
    point_is(Over::Ball, Sphere::new(C, RADIUS));
}

/// A measure of every kind at a limit, as a generic function.
#[derive(Copy, Clone, Debug)]
enum Limit {
    Turn,
    Along,
    Apart,
}

#[derive(Copy, Clone, Debug)]
struct Beyond(Limit, bool);

const AT: f64 = 0.7;

impl Holonomic<2, 1> for Beyond {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let d = b.point(Q[0], Q[1]) - a.point(P[0], P[1]);
        let u = match self.0 {
            Limit::Turn => b.attitude - a.attitude,
            Limit::Along => a.turn(DELTA.cos(), DELTA.sin()).dot(&d),
            Limit::Apart => d.norm(),
        };
        let gap = u - convert::<f64, T>(AT);
        [if self.1 { -gap } else { gap }]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_stops() {
    for upper in [false, true] {
        fn stop<M: Measure>(measure: M, upper: bool) -> Stop<M> {
            if upper { Stop::below(measure, AT) } else { Stop::above(measure, AT) }
        }
        let point = |b: BodyId| b.point(Q[0], Q[1]);
        let own = |limit| move |bodies| Auto::holonomic(bodies, Beyond(limit, upper));
        compare(|[a, b]| stop(Angle::between(a, b), upper), own(Limit::Turn)).assert_agrees("stop of an angle");
        compare(|[a, b]| stop(Travel::along(a.axis(P, DELTA), point(b)), upper), own(Limit::Along))
            .assert_agrees_and_curves("stop of a travel");
        compare(|[a, b]| stop(Separation::between(a.point(P[0], P[1]), point(b)), upper), own(Limit::Apart))
            .assert_agrees_and_curves("stop of a distance");
    }
}
