//! Every built-in curve against the same curve as a generic function, differentiated automatically; lengths and shapes
//! against what is known of them.

use crate::common::{Random, difference};
use crate::curves::{CIRCLE, CUBIC, CYCLOID, ELLIPSE, LINE, Own, SUPPORT};
use chetaev::contact::curve::{
    Circle, Curve, CurveError, CurveJet, Cycloid, Domain, Ellipse, Line, Placed, Polynomial, Smooth, Spline, Support,
};
use chetaev::nalgebra::Vector2;
use std::f64::consts::{PI, TAU};

/// The built-in curve that an own one describes.
fn built_in(own: Own) -> Box<dyn Curve> {
    match own {
        Own::Line { through, angle } => Box::new(Line::new(through, angle)),
        Own::Circle { center, radius } => Box::new(Circle::new(center, radius)),
        Own::Ellipse { a, b } => Box::new(Ellipse::new(a, b)),
        Own::Cycloid { radius } => Box::new(Cycloid::new(radius)),
        Own::Cubic(coefficients) => Box::new(Polynomial::new(coefficients)),
        Own::Support([m, a, b, d]) => Box::new(Support::fourier(m, [[0.0, 0.0], [a, b], [d, 0.0]]).unwrap()),
    }
}

const ALL: [Own; 6] = [LINE, CIRCLE, ELLIPSE, CYCLOID, CUBIC, SUPPORT];

fn numbers(jet: &CurveJet) -> Vec<f64> {
    let vectors = [jet.position, jet.first, jet.second, jet.third, jet.tangent(), jet.normal()];
    let scalars = [jet.speed(), jet.curvature(), jet.curvature_rate()];
    vectors.iter().flat_map(|v| [v.x, v.y]).chain(scalars).collect()
}

#[test]
fn oracle_curve_jets() {
    for own in ALL {
        let curve = built_in(own);
        assert_eq!(curve.domain(), Smooth(own).domain());
        let mut random = Random::new(4);
        let (mut worst, mut third): (f64, f64) = (0.0, 0.0);
        for _ in 0..200 {
            let s = 2.5 * random.unit();
            let (jet, oracle) = (curve.jet(s), Smooth(own).jet(s));
            worst = worst.max(difference(&numbers(&jet), &numbers(&oracle)));
            third = third.max(oracle.third.norm());
        }
        println!("{own:?}: difference {worst:.1e}");
        assert!(third > 0.5 || matches!(own, Own::Line { .. }), "moot: no third derivative");
        assert!(worst < 1e-13, "{own:?}: {worst:e}");
    }
}

/// Tangent, normal and curvature against their own definitions, differentiated: t' = κ σ n, κ' by a generic κ.
#[test]
fn identity_frenet() {
    for own in ALL {
        for i in 0..40 {
            let s = -2.4 + 0.12 * i as f64;
            let jet = Smooth(own).jet(s);
            // The tangent's rate, from c' and c'' alone, by the quotient rule.
            let sigma = jet.speed();
            let turn = jet.second / sigma - jet.first * (jet.first.dot(&jet.second) / sigma.powi(3));
            assert!((turn - jet.normal() * (jet.curvature() * sigma)).norm() < 1e-13 * (1.0 + turn.norm()));
            // κ' by a central difference with Richardson's extrapolation.
            let kappa = |h: f64| Smooth(own).jet(s + h).curvature();
            let slope = |h: f64| (kappa(h) - kappa(-h)) / (2.0 * h);
            let rate = (4.0 * slope(5e-4) - slope(1e-3)) / 3.0;
            assert!((rate - jet.curvature_rate()).abs() < 1e-7 * (1.0 + rate.abs()), "{own:?} at {s}");
        }
    }
}

/// The normal is on the left: inward on an anticlockwise curve, and the curvature is positive there.
#[test]
fn analytic_normal_points_inward() {
    for own in [CIRCLE, ELLIPSE, SUPPORT] {
        let curve = built_in(own);
        let inside = if let Own::Circle { center, .. } = own { Vector2::from(center) } else { Vector2::zeros() };
        for i in 0..50 {
            let jet = curve.jet(0.13 * i as f64);
            assert!(jet.normal().dot(&(inside - jet.position)) > 0.0);
            assert!(jet.curvature() > 0.0);
        }
    }
    assert!((Circle::new([3.0, 1.0], 2.0).jet(0.4).curvature() - 0.5).abs() < 1e-15);
}

/// Perimeter of an ellipse by the arithmetic-geometric mean (Gauss, Legendre): 2π (a² − Σ 2ⁿ⁻¹ c_n²)/M with c₀² = a² − b².
fn perimeter(a: f64, b: f64) -> f64 {
    let (mut x, mut y) = (a, b);
    let mut sum = 0.5 * (a * a - b * b);
    let mut weight = 1.0;
    while (x - y).abs() > 1e-16 {
        let c = 0.5 * (x - y);
        (x, y) = (0.5 * (x + y), (x * y).sqrt());
        sum += weight * c * c;
        weight *= 2.0;
        if weight > 1e6 {
            break;
        }
    }
    TAU * (a * a - sum) / x
}

#[test]
fn analytic_lengths() {
    assert!((perimeter(2.0, 2.0) - 4.0 * PI).abs() < 1e-14);
    for (a, b) in [(1.5, 1.0), (1.0, 1.0), (3.0, 0.2)] {
        let length = Ellipse::new(a, b).arc_length(0.3, 0.3 + TAU);
        println!("perimeter of the ellipse {a}, {b}: {length:.16}, error {:.1e}", length - perimeter(a, b));
        assert!((length - perimeter(a, b)).abs() < 1e-13 * length);
    }
    // What has a closed form, against the quadrature of the same curve as a generic function.
    for own in ALL {
        let (from, to) = (-0.7, 2.1);
        let (closed, quadrature) = (built_in(own).arc_length(from, to), Smooth(own).arc_length(from, to));
        assert!((closed - quadrature).abs() < 1e-13, "{own:?}: {closed} {quadrature}");
        assert!((Smooth(own).arc_length(to, from) + quadrature).abs() < 1e-14);
    }
    assert!((Cycloid::new(0.8).arc_length(-PI, PI) - 8.0 * 0.8).abs() < 1e-14);
}

#[test]
fn analytic_support_of_an_ellipse() {
    let (a, b): (f64, f64) = (1.5, 1.0);
    let h = |s: f64| (a * a * s.cos().powi(2) + b * b * s.sin().powi(2)).sqrt();
    let curve = Support::of(h, 40).unwrap();
    let mut worst: f64 = 0.0;
    for i in 0..100 {
        let s = 0.07 * i as f64;
        let jet = curve.jet(s);
        let point = jet.position;
        worst = worst.max(((point.x / a).powi(2) + (point.y / b).powi(2) - 1.0).abs());
        // Its parameter is the direction of the outer normal.
        assert!((jet.normal() + Vector2::new(s.cos(), s.sin())).norm() < 1e-13);
        let exact = h(s).powi(3) / (a * b).powi(2);
        assert!((jet.curvature() - exact).abs() < 1e-9, "{} {exact}", jet.curvature());
    }
    println!("ellipse by its support function: implicit form missed by {worst:.1e}");
    assert!(worst < 1e-12);
    assert!((curve.arc_length(0.0, TAU) - perimeter(a, b)).abs() < 1e-13);
}

/// Odd harmonics alone: the same width in every direction.
#[test]
fn identity_constant_width() {
    let curve = Support::fourier(1.0, [[0.0, 0.0], [0.0, 0.0], [0.08, 0.03]]).unwrap();
    for i in 0..40 {
        let s = 0.1 * i as f64;
        let (here, there) = (curve.jet(s).position, curve.jet(s + PI).position);
        assert!(((here - there).dot(&Vector2::new(s.cos(), s.sin())) - 2.0).abs() < 1e-14);
    }
    assert!((curve.jet(0.0).position.norm() - curve.jet(1.0).position.norm()).abs() > 0.01, "moot: a circle");
}

#[test]
fn property_support_refusals() {
    assert!(matches!(Support::fourier(1.0, [[0.0, 0.0], [0.5, 0.0]]), Err(CurveError::NotConvex { .. })));
    assert!(matches!(Support::fourier(f64::NAN, []), Err(CurveError::NotConvex { .. })));
    assert!(matches!(Support::of(|s| 1.0 + 0.1 * s.cos().abs(), 20), Err(CurveError::NotResolved { .. })));
}

fn sampled(n: usize) -> Spline {
    // Not evenly spaced, so that the chords differ.
    let angle = |i: usize| TAU * i as f64 / n as f64 + 0.2 * (TAU * i as f64 / n as f64).sin();
    let points: Vec<[f64; 2]> = (0..n).map(|i| Ellipse::new(1.5, 1.0).jet(angle(i)).position.into()).collect();
    Spline::closed(&points).unwrap()
}

#[test]
fn property_spline_is_twice_continuous() {
    let points = [[1.0, 0.0], [0.7, 0.9], [-0.5, 1.1], [-1.0, -0.2], [0.1, -0.8]];
    let spline = Spline::closed(&points).unwrap();
    let Domain::Closed { period } = spline.domain() else { panic!("it is closed") };
    let mut s = 0.0;
    for i in 0..points.len() {
        let next = points[(i + 1) % points.len()];
        assert!((spline.jet(s).position - Vector2::from(points[i])).norm() < 1e-14, "it misses point {i}");
        // Each side of the knot, an interval so short that only a jump can be seen; the first knot is where it closes.
        let (before, after) = (spline.jet(s - 1e-10), spline.jet(s + 1e-10));
        assert!((before.position - after.position).norm() < 1e-9);
        assert!((before.first - after.first).norm() < 1e-8);
        assert!((before.second - after.second).norm() < 1e-8);
        assert!((before.third - after.third).norm() > 0.1, "moot: no knot here");
        s += (Vector2::from(next) - Vector2::from(points[i])).norm();
    }
    assert!((s - period).abs() < 1e-14);
    for s in [0.3, 2.2] {
        let (here, round) = (spline.jet(s), spline.jet(s - 3.0 * period));
        assert!(difference(&numbers(&here), &numbers(&round)) < 1e-12);
    }
    // Derivatives of a piece against differences of it.
    let h = 1e-4;
    let [low, middle, high] = [0.5 - h, 0.5, 0.5 + h].map(|s| spline.jet(s));
    for (low, exact, high) in [
        (low.position, middle.first, high.position),
        (low.first, middle.second, high.first),
        (low.second, middle.third, high.second),
    ] {
        assert!(((high - low) / (2.0 * h) - exact).norm() < 1e-7);
    }
}

#[test]
fn order_of_the_spline() {
    let miss = |n: usize| {
        let spline = sampled(n);
        let Domain::Closed { period } = spline.domain() else { panic!("it is closed") };
        let distance = |i: usize| {
            let p = spline.jet(period * (i as f64 + 0.37) / 997.0).position;
            ((p.x / 1.5).powi(2) + p.y.powi(2) - 1.0).abs()
        };
        (0..997).map(distance).fold(0.0, f64::max)
    };
    let errors = [80, 160, 320].map(miss);
    let orders = [(errors[0] / errors[1]).log2(), (errors[1] / errors[2]).log2()];
    println!("spline through an ellipse: {:.1e} {:.1e} {:.1e}, orders {orders:.2?}", errors[0], errors[1], errors[2]);
    assert!(orders.iter().all(|order| (order - 4.0).abs() < 0.2));
}

#[test]
fn property_spline_refusals() {
    assert_eq!(Spline::closed(&[[0.0, 0.0], [1.0, 0.0]]), Err(CurveError::TooFewPoints(2)));
    assert_eq!(Spline::closed(&[[0.0, 0.0], [1.0, f64::NAN], [1.0, 1.0]]), Err(CurveError::NotFinite(1)));
    assert_eq!(Spline::closed(&[[0.0, 0.0], [1.0, 0.0], [1.0, 0.0]]), Err(CurveError::SamePoint(1)));
    assert_eq!(Spline::open(&[[0.0, 0.0]]), Err(CurveError::NoLength(1)));
    assert_eq!(Spline::between(&[[0.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [0.0, 0.0]]), Err(CurveError::NoDirection(1)));
    let repeated = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 0.0]];
    assert_eq!(Spline::closed(&repeated), Err(CurveError::SamePoint(3)));
}

/// An open spline goes through its points, is smooth there, and has the ends that were asked for; it nears a curve with the fourth order.
#[test]
fn order_open_spline() {
    let arc = |angle: f64| [angle.cos(), 2.0 * angle.sin()];
    let tangent = |angle: f64| [-angle.sin(), 2.0 * angle.cos()];
    let (from, to) = (0.2, 2.3);
    let points =
        |n: usize| -> Vec<[f64; 2]> { (0..=n).map(|i| arc(from + (to - from) * i as f64 / n as f64)).collect() };
    let miss = |n: usize| {
        let spline = Spline::between(&points(n), [tangent(from), tangent(to)]).unwrap();
        let Domain::Open { from: 0.0, to: length } = spline.domain() else { panic!("it is open") };
        let distance = |i: usize| {
            let p = spline.jet(length * i as f64 / 997.0).position;
            (p.x.powi(2) + (0.5 * p.y).powi(2) - 1.0).abs()
        };
        (0..998).map(distance).fold(0.0, f64::max)
    };
    let errors = [40, 80, 160].map(miss);
    let orders = [(errors[0] / errors[1]).log2(), (errors[1] / errors[2]).log2()];
    println!(
        "open spline along an ellipse: {:.1e} {:.1e} {:.1e}, orders {orders:.2?}",
        errors[0], errors[1], errors[2]
    );
    assert!(orders.iter().all(|order| (order - 4.0).abs() < 0.3));
    let corners = [[0.0, 0.0], [1.0, 0.5], [1.5, 1.5], [3.0, 1.0]];
    let (natural, directed) =
        (Spline::open(&corners).unwrap(), Spline::between(&corners, [[0.0, 3.0], [1.0, -1.0]]).unwrap());
    for spline in [&natural, &directed] {
        let mut s = 0.0;
        for pair in corners.windows(2) {
            let [before, after] = [-1e-9, 1e-9].map(|ds| spline.jet(s + ds));
            assert!((spline.jet(s).position - Vector2::from(pair[0])).norm() < 1e-15);
            assert!((after.first - before.first).norm() < 1e-7 && (after.second - before.second).norm() < 1e-7);
            s += (Vector2::from(pair[1]) - Vector2::from(pair[0])).norm();
        }
        assert!((spline.jet(s).position - Vector2::from(corners[3])).norm() < 1e-14);
        let Domain::Open { from: 0.0, to } = spline.domain() else { panic!("it is open") };
        assert_eq!(to, s);
    }
    let Domain::Open { to, .. } = natural.domain() else { panic!("it is open") };
    assert!(natural.jet(0.0).second.norm() < 1e-15 && natural.jet(to).second.norm() < 1e-14);
    assert!((directed.jet(0.0).first - Vector2::new(0.0, 1.0)).norm() < 1e-15);
    assert!((directed.jet(to).first - Vector2::new(0.5_f64.sqrt(), -0.5_f64.sqrt())).norm() < 1e-14);
    assert!(natural.jet(0.5).second.norm() > 0.1, "moot");
}

/// Shifting and turning changes neither speed, nor curvature, nor length.
#[test]
fn invariant_placed_curves() {
    let placed = Placed::new(Ellipse::new(1.5, 1.0), [2.0, -1.0], 0.7);
    let turned = |v: Vector2<f64>| {
        let (sin, cos) = 0.7_f64.sin_cos();
        Vector2::new(cos * v.x - sin * v.y, sin * v.x + cos * v.y)
    };
    for s in [0.0, 0.9, 2.3, -1.1] {
        let (here, there) = (Ellipse::new(1.5, 1.0).jet(s), placed.jet(s));
        assert!((there.position - turned(here.position) - Vector2::new(2.0, -1.0)).norm() < 1e-14);
        assert!((there.third - turned(here.third)).norm() < 1e-14);
        let scalars = |jet: &CurveJet| [jet.speed(), jet.curvature(), jet.curvature_rate()];
        assert!(difference(&scalars(&here), &scalars(&there)) < 1e-14);
    }
    assert_eq!(placed.arc_length(0.0, 1.0), Ellipse::new(1.5, 1.0).arc_length(0.0, 1.0));
}
