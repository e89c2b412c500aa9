//! A curve as points for a drawing: so many that no chord is seen as one.
//!
//! Equal steps of the parameter; a curve without end is followed to both sides until it leaves the circle of radius `reach` about
//! its body's origin, in steps of a hundredth of it.

use super::{Curve, Domain};
use nalgebra::Vector2;

const POINTS: usize = 144;

/// Points of a curve in order of its parameter, and whether it closes.
pub fn outline(curve: &(impl Curve + ?Sized), reach: f64) -> (Vec<Vector2<f64>>, bool) {
    let at = |s: f64| curve.jet(s).position;
    let between = |from: f64, to: f64, steps: usize| {
        let step = (to - from) / steps as f64;
        (0..=steps).map(move |i| at(from + i as f64 * step))
    };
    match curve.domain() {
        Domain::Closed { period } => (between(0.0, period, POINTS).take(POINTS).collect(), true),
        Domain::Open { from, to } => (between(from, to, POINTS).collect(), false),
        Domain::Unbounded => {
            let mut points = one_way(curve, reach, -1.0);
            points.reverse();
            points.push(at(0.0));
            points.extend(one_way(curve, reach, 1.0));
            if is_straight(&points) {
                let last = points.len() - 1;
                points = vec![points[0], points[last]];
            }
            (points, false)
        }
    }
}

/// From the parameter zero on, until the curve is out of reach.
fn one_way(curve: &(impl Curve + ?Sized), reach: f64, sign: f64) -> Vec<Vector2<f64>> {
    let (mut points, mut s) = (Vec::new(), 0.0);
    while points.len() < 8 * POINTS {
        let step = 0.01 * reach / curve.jet(s).speed();
        if !step.is_finite() || step == 0.0 {
            break;
        }
        s += sign * step;
        let point = curve.jet(s).position;
        points.push(point);
        if point.norm() > reach {
            break;
        }
    }
    points
}

fn is_straight(points: &[Vector2<f64>]) -> bool {
    let (Some(first), Some(last)) = (points.first(), points.last()) else { return false };
    let along = last - first;
    points.iter().all(|p| (p - first).perp(&along).abs() <= 1e-9 * along.norm_squared())
}

#[cfg(test)]
mod tests {
    use super::super::{Circle, Ellipse, Line, Polynomial};
    use super::*;

    #[test]
    fn analytic_points_lie_on_the_curve_and_reach_as_far_as_asked() {
        let (points, closed) = outline(&Circle::new([1.0, 2.0], 0.5), 1.0);
        assert!(closed && points.len() == POINTS);
        assert!(points.iter().all(|p| ((p - Vector2::new(1.0, 2.0)).norm() - 0.5).abs() < 1e-15));
        let (points, closed) = outline(&Line::new([0.0, 1.0], 0.3), 7.0);
        assert!(!closed && points.len() == 2 && points.iter().all(|p| p.norm() >= 7.0), "{points:?}");
        assert!((points[1] - points[0]).x > 0.0, "in the order of the parameter");
        let (points, closed) = outline(&Polynomial::new([0.0, 0.0, 1.0]), 3.0);
        assert!(!closed && points.len() > 50, "{}", points.len());
        assert!(points.iter().all(|p| (p.y - p.x * p.x).abs() < 1e-14));
        let ends = [points[0], points[points.len() - 1]];
        assert!(ends.iter().all(|p| (3.0..3.1).contains(&p.norm())), "{ends:?}");
    }

    #[test]
    fn analytic_an_ellipse_is_its_own_polygon_to_the_eye() {
        let (points, _) = outline(&Ellipse::new(1.5, 1.0), 1.0);
        let next = points.iter().cycle().skip(1);
        let area: f64 = points.iter().zip(next).map(|(p, q)| 0.5 * p.perp(q)).sum();
        // A regular polygon of n corners has (n/2π) sin(2π/n) of its circle's area, and the ellipse is a circle stretched.
        let angle = std::f64::consts::TAU / POINTS as f64;
        assert!((area - 1.5 * std::f64::consts::PI * angle.sin() / angle).abs() < 1e-12, "{area}");
    }
}
