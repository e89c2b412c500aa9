//! Every joint in space against the same joint as a generic function, differentiated automatically: φ, φ', γ and J at random states and
//! quaternions of any norm, between moving bodies, with the ground on either side, and with particles.

use super::joints::{P, Placed, Q, compare, mark_a, mark_b};
use chetaev::constraint::{Auto, Coupler, Distance, Driver, Holonomic, PointOnSpaceCurve, Pose, Slide, Turn};
use chetaev::contact::curve::{Domain, Smooth, SpaceCurve};
use chetaev::contact::foot;
use chetaev::measure::Separation;
use chetaev::nalgebra::{RealField, Vector3, convert};
use chetaev::prelude::{AxialAngle, AxialTravel, Joint, Spatial};

/// The rows of a joint.
#[derive(Debug)]
struct Rows(Slide, Turn);

impl Rows {
    fn all<T: RealField + Copy>(&self, [a, b]: [Pose<T, Spatial>; 2]) -> Vec<T> {
        let (a, b) = (Placed::a(&a), Placed::b(&b));
        let apart: Vector3<T> = b.point - a.point;
        let [x, y, z] = a.axes;
        let mut rows = match self.0 {
            Slide::Fixed => vec![apart.x, apart.y, apart.z],
            Slide::Seat => vec![x.dot(&apart), y.dot(&apart), z.dot(&apart)],
            Slide::Line => vec![x.dot(&apart), y.dot(&apart)],
            Slide::Plane => vec![z.dot(&apart)],
            Slide::Free => vec![],
        };
        rows.extend(match self.1 {
            Turn::Free => vec![],
            Turn::Cross => vec![z.dot(&b.axes[2])],
            Turn::Axis => vec![x.dot(&b.axes[2]), y.dot(&b.axes[2])],
            Turn::Fixed => vec![x.dot(&b.axes[2]), y.dot(&b.axes[2]), y.dot(&b.axes[0])],
        });
        rows
    }
}

impl<const M: usize> Holonomic<2, M, Spatial> for Rows {
    fn phi<T: RealField + Copy>(&self, _t: T, at: [Pose<T, Spatial>; 2]) -> [T; M] {
        self.all(at).try_into().unwrap()
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

macro_rules! joints {
    ($($test:ident: $m:literal rows, $slide:ident, $turn:ident, $joint:expr;)*) => {$(
        #[test]
        fn $test() {
            let seen = compare(
                |[a, b]| $joint(mark_a(a), mark_b(b)),
                |bodies| Auto::<_, _, _, 2, $m>::holonomic(bodies, Rows(Slide::$slide, Turn::$turn)),
            );
            seen.assert_agrees_and_curves(stringify!($test));
        }
    )*};
}

joints! {
    oracle_spherical: 3 rows, Fixed, Free, |a: chetaev::element::Mark, b: chetaev::element::Mark| Joint::spherical(a.point(), b.point());
    oracle_revolute: 5 rows, Fixed, Axis, Joint::revolute;
    oracle_revolute_in_axes_of_a: 5 rows, Seat, Axis, |a, b| Joint::revolute(a, b).in_axes_of_a();
    oracle_prismatic: 5 rows, Line, Fixed, Joint::prismatic;
    oracle_cylindrical: 4 rows, Line, Axis, Joint::cylindrical;
    oracle_universal: 4 rows, Fixed, Cross, Joint::universal;
    oracle_planar: 3 rows, Plane, Axis, Joint::planar;
    oracle_weld: 6 rows, Fixed, Fixed, Joint::weld;
    oracle_parallel: 2 rows, Free, Axis, Joint::parallel;
    oracle_point_on_line: 2 rows, Line, Free, |a, b: chetaev::element::Mark| Joint::point_on_line(a, b.point());
    oracle_point_on_plane: 1 rows, Plane, Free, |a, b: chetaev::element::Mark| Joint::point_on_plane(a, b.point());
}

/// What a measure is, in any number type.
#[derive(Copy, Clone, Debug)]
enum Kind {
    Distance,
    Travel,
    Angle,
}

impl Kind {
    fn value<T: RealField + Copy>(self, a: &Pose<T, Spatial>, b: &Pose<T, Spatial>) -> T {
        let apart = b.point(Q[0], Q[1], Q[2]) - a.point(P[0], P[1], P[2]);
        let (a, b) = (Placed::a(a), Placed::b(b));
        match self {
            Kind::Distance => apart.norm(),
            Kind::Travel => a.axes[2].dot(&apart),
            Kind::Angle => a.axes[1].dot(&b.axes[0]).atan2(a.axes[0].dot(&b.axes[0])),
        }
    }
}

/// A measure that follows 0.3 t².
#[derive(Debug)]
struct Led(Kind);

impl Holonomic<2, 1, Spatial> for Led {
    fn phi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T, Spatial>; 2]) -> [T; 1] {
        let off = self.0.value(&a, &b) - t * t * convert(0.3);
        [if let Kind::Angle = self.0 { off.sin().atan2(off.cos()) } else { off }]
    }
    fn depends_on_time(&self) -> bool {
        true
    }
}

fn law(t: chetaev::prelude::Jet) -> chetaev::prelude::Jet {
    t * t * 0.3
}

#[test]
fn oracle_driven_travel() {
    let seen = compare(
        |[a, b]| Driver::new(AxialTravel::along(mark_a(a), mark_b(b).point()), law),
        |bodies| Auto::holonomic(bodies, Led(Kind::Travel)),
    );
    seen.assert_agrees_and_curves("a travel that is driven");
}

#[test]
fn oracle_driven_angle() {
    let seen = compare(
        |[a, b]| Driver::new(AxialAngle::about(mark_a(a), mark_b(b)), law),
        |bodies| Auto::holonomic(bodies, Led(Kind::Angle)),
    );
    seen.assert_agrees_and_curves("an angle that is driven");
}

#[test]
fn oracle_driven_distance() {
    let seen = compare(
        |[a, b]| Driver::new(Separation::between(mark_a(a).point(), mark_b(b).point()), law),
        |bodies| Auto::holonomic(bodies, Led(Kind::Distance)),
    );
    seen.assert_agrees_and_curves("a distance that is driven");
}

#[derive(Debug)]
struct Rod;

impl Holonomic<2, 1, Spatial> for Rod {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T, Spatial>; 2]) -> [T; 1] {
        [Kind::Distance.value(&a, &b) - convert(1.5)]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_distance() {
    let seen = compare(
        |[a, b]| Distance::new(mark_a(a).point(), mark_b(b).point(), 1.5),
        |bodies| Auto::holonomic(bodies, Rod),
    );
    seen.assert_agrees_and_curves("distance");
}

/// A helix around z, in any number type: c, c' and c''.
fn helix<T: RealField + Copy>(s: T) -> [Vector3<T>; 3] {
    let (sin, cos) = s.sin_cos();
    let (x, y, rise) = (convert::<f64, T>(0.8), convert::<f64, T>(1.1), convert::<f64, T>(0.6));
    [
        Vector3::new(x * cos, y * sin, rise * s),
        Vector3::new(-x * sin, y * cos, rise),
        Vector3::new(-x * cos, -y * sin, T::zero()),
    ]
}

#[derive(Debug)]
struct Helix;

impl SpaceCurve for Helix {
    fn at<T: RealField + Copy>(&self, s: T) -> Vector3<T> {
        helix(s)[0]
    }
    fn domain(&self) -> Domain {
        Domain::Unbounded
    }
}

/// The foot by Newton's method, which carries the derivatives along, from that of plain numbers.
#[derive(Debug)]
struct OnHelix;

impl Holonomic<2, 2, Spatial> for OnHelix {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T, Spatial>; 2]) -> [T; 2] {
        let place = a.attitude.inverse() * (b.point(Q[0], Q[1], Q[2]) - a.position);
        let plain = place.map(|x| x.to_subset().unwrap_or(f64::NAN));
        let guess = foot(&Smooth(Helix), plain, f64::NAN).map_or(f64::NAN, |foot| foot.s);
        let mut s: T = convert(guess);
        for _ in 0..4 {
            let [c, first, second] = helix(s);
            s += (place - c).dot(&first) / (first.norm_squared() - (place - c).dot(&second));
        }
        let [c, first, _] = helix(s);
        let tangent = first / first.norm();
        let axis = helix(guess)[1].normalize().iamin();
        let mut d = Vector3::zeros();
        d[axis] = T::one();
        let one = d.cross(&tangent).normalize();
        [(place - c).dot(&one), (place - c).dot(&tangent.cross(&one))]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_point_on_space_curve() {
    let seen = compare(
        |[a, b]| PointOnSpaceCurve::new(a, Smooth(Helix), b.point(Q[0], Q[1], Q[2])),
        |bodies| Auto::holonomic(bodies, OnHelix),
    );
    seen.assert_agrees_and_curves("point on space curve");
}

/// A rack: travel and angle between three bodies.
#[derive(Debug)]
struct Rack;

impl Holonomic<3, 1, Spatial> for Rack {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b, c]: [Pose<T, Spatial>; 3]) -> [T; 1] {
        [Kind::Travel.value(&a, &b) - Kind::Angle.value(&a, &c) * convert(-0.7) - convert(0.2)]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_coupler() {
    let seen = compare(
        |[a, b, c]| {
            let travel = AxialTravel::along(mark_a(a), mark_b(b).point());
            Coupler::new(travel, -0.7, AxialAngle::about(mark_a(a), mark_b(c))).offset(0.2)
        },
        |bodies| Auto::holonomic(bodies, Rack),
    );
    seen.assert_agrees_and_curves("coupler");
}
