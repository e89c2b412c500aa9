//! Masses, curves and bodies that there are not.

use crate::Case;
use chetaev::body::{Inertia, InertiaError, Solid};
use chetaev::body::{MassError, MassProperties};
use chetaev::contact::curve::{CurveError, Spline, Support};
use chetaev::nalgebra::{Matrix3, Point2, Vector3};

fn polygon(corners: &[[f64; 2]]) -> Result<MassProperties, MassError> {
    let corners: Vec<Point2<f64>> = corners.iter().map(|c| Point2::new(c[0], c[1])).collect();
    MassProperties::polygon(&corners, 1.0)
}

fn planar() -> Vec<Case> {
    let center = Point2::new(1.0, 0.0);
    vec![
        case!(MassError::NotPositive, MassProperties::rod(1.0, -2.0), &["length", "-2", "give a positive"]),
        case!(
            MassError::NotFinite,
            MassProperties::new(1.0, Point2::new(f64::NAN, 0.0), 1.0),
            &["center of mass", "NaN", "finite coordinates"],
        ),
        case!(MassError::BadInertia, MassProperties::new(1.0, center, -0.1), &["-0.1", "must be"]),
        case!(
            MassError::InertiaTooSmall,
            MassProperties::about_point(2.0, center, Point2::origin(), 1.0),
            &["1 kg m²", "2 kg m²", "check the point"],
        ),
        case!(MassError::TooFewVertices, polygon(&[[0.0, 0.0], [1.0, 0.0]]), &["2 vertices", "at least 3"]),
        case!(MassError::NoArea, polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]), &["3 vertices", "use a rod"]),
        case!(
            MassError::RepeatedVertex,
            polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]),
            &["vertex 1", "once"]
        ),
        case!(
            MassError::OutlineMeetsItself,
            polygon(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 1.0]]),
            &["edges 0 and 2", "in order"]
        ),
        case!(MassError::NoParts, MassProperties::combine(&[]), &["0 parts", "at least one"]),
    ]
}

fn spatial() -> Vec<Case> {
    let of = |tensor: Matrix3<f64>| Inertia::new(1.0, Vector3::zeros(), tensor);
    let mut skew = Matrix3::identity();
    skew[(0, 1)] = 0.1;
    let stick = Inertia::new(1.0, Vector3::zeros(), Matrix3::from_diagonal(&Vector3::new(0.0, 1.0, 1.0)));
    vec![
        case!(InertiaError::NotPositive, Inertia::sphere(1.0, 0.0), &["radius", "is 0", "give a positive"]),
        case!(InertiaError::NotFinite, of(Matrix3::from_element(f64::NAN)), &["entry 0", "NaN", "division by zero"]),
        case!(InertiaError::NotSymmetric, of(skew), &["0.1", "both sides"]),
        case!(InertiaError::NoBody, of(Matrix3::from_diagonal(&Vector3::new(1.0, 1.0, 3.0))), &["3 kg", "signs"]),
        case!(
            InertiaError::OnOneLine,
            stick.and_then(Solid::from_inertia),
            &["one line", "give it a thickness", "`Particle`"]
        ),
        case!(InertiaError::NoParts, Inertia::compose(&[]), &["0 parts", "at least one"]),
    ]
}

fn curves() -> Vec<Case> {
    let spline = |points: &[[f64; 2]]| Spline::closed(points).map(drop);
    vec![
        case!(CurveError::TooFewPoints, spline(&[[0.0, 0.0], [1.0, 0.0]]), &["3 points", "has 2", "add some"]),
        case!(
            CurveError::NotFinite,
            spline(&[[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]]),
            &["point 1", "look for a NaN"]
        ),
        case!(CurveError::NoLength, Spline::open(&[[0.0, 0.0]]).map(drop), &["at least 2 points", "has 1", "add some"]),
        case!(
            CurveError::NoDirection,
            Spline::between(&[[0.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 0.0]]).map(drop),
            &["the curve ends", "not zero"]
        ),
        case!(CurveError::SamePoint, spline(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]]), &["point 1", "leave one out"]),
        case!(
            CurveError::NotConvex,
            Support::fourier(1.0, [[0.0, 0.0], [0.5, 0.0]]).map(drop),
            &["not convex", "smaller"]
        ),
        case!(
            CurveError::NotResolved,
            Support::of(|s| 1.0 + 0.1 * s.cos().abs(), 20).map(drop),
            &["20 harmonics", "use more"]
        ),
    ]
}

pub fn cases() -> Vec<Case> {
    let mut all = planar();
    all.extend(spatial());
    all.extend(curves());
    all
}
