//! Mass properties of a uniform plate with a polygonal outline.
//!
//! Vertices r_0 … r_{n−1} around the outline, r_n = r_0; density ρ per area. Green's theorem turns
//! an integral over the area into one along the outline. For a function f that is homogeneous of
//! degree k in r, div (f r) = (k + 2) f, so
//!
//! 1. ∫ f dA = 1/(k + 2) ∮ f (x dy − y dx).
//!
//! On the edge from p to q, r = p + s (q − p) gives x dy − y dx = w ds with the constant w = p_x
//! q_y − p_y q_x. With f = 1, r and |r|², integrated over s from 0 to 1:
//!
//! 2. A = ½ Σ w
//! 3. ∫ r dA = ⅙ Σ w (p + q)
//! 4. ∫ |r|² dA = 1/12 Σ w (p·p + p·q + q·q)
//!
//! These are the triangles from the origin to each edge, with signs: a clockwise outline gives all
//! three with the opposite sign, and so the same center and, times the sign of A, the same mass and
//! inertia.
//!
//! The origin is free, and chosen against cancellation. (2) and (3) are taken about the first
//! vertex, so that a plate far from its frame's origin loses nothing but the rounding of its
//! coordinates. (4) is taken about the center found by (3), so that no m |c|² has to be subtracted.
//!
//! Singular cases, refused: all vertices on one line (no area; the fan Σ |w| about the first vertex
//! vanishes, to the rounding of the coordinates), a vertex given twice in a row, and an outline
//! that meets itself (the sums would count parts twice or negatively). A plate with holes is not
//! treated here.

use super::mass::{MassError, MassProperties, finite, positive};
use nalgebra::{Point2, Vector2};

impl MassProperties {
    /// A uniform plate with the corners `vertices`, listed once in either sense, of any simple
    /// shape and anywhere in the frame; `density_per_area` in kg/m².
    pub fn polygon(vertices: &[Point2<f64>], density_per_area: f64) -> Result<Self, MassError> {
        let density = positive("density per area", density_per_area)?;
        let count = vertices.len();
        let origin = match vertices.first() {
            Some(first) if count >= 3 => *first,
            _ => return Err(MassError::TooFewVertices { count }),
        };
        let mut reach = 0.0_f64;
        for vertex in vertices {
            reach = reach.max(finite("vertex of the polygon", *vertex)?.coords.amax());
        }
        if let Some(index) = edges(vertices, origin).position(|(p, q)| p == q) {
            return Err(MassError::RepeatedVertex { index });
        }

        let (mut doubled_area, mut moment) = (0.0, Vector2::zeros());
        let (mut fan, mut blur) = (0.0, 0.0);
        for (p, q) in edges(vertices, origin) {
            let w = p.perp(&q);
            doubled_area += w;
            moment += w * (p + q);
            fan += w.abs();
            blur += f64::EPSILON * reach * (p.norm() + q.norm());
        }
        if fan <= 4.0 * blur {
            return Err(MassError::NoArea { count });
        }
        if let Some((first, second)) = meeting_edges(vertices) {
            return Err(MassError::OutlineMeetsItself { first, second });
        }

        let center = origin + moment / (3.0 * doubled_area);
        let polar: f64 =
            edges(vertices, center).map(|(p, q)| p.perp(&q) * (p.norm_squared() + p.dot(&q) + q.norm_squared())).sum();
        let signed_density = density * doubled_area.signum();
        Self::new(signed_density * doubled_area / 2.0, center, signed_density * polar / 12.0)
    }
}

/// The edges in order, both ends as seen from `origin`.
fn edges(vertices: &[Point2<f64>], origin: Point2<f64>) -> impl Iterator<Item = (Vector2<f64>, Vector2<f64>)> {
    let next = vertices.iter().cycle().skip(1);
    vertices.iter().zip(next).map(move |(p, q)| (p - origin, q - origin))
}

/// An edge of the outline, named by the index of the vertex where it begins.
#[derive(Clone, Copy)]
struct Edge {
    index: usize,
    from: Vector2<f64>,
    to: Vector2<f64>,
}

impl Edge {
    fn along(&self) -> Vector2<f64> {
        self.to - self.from
    }

    fn lowest(&self) -> Vector2<f64> {
        self.from.inf(&self.to)
    }

    fn highest(&self) -> Vector2<f64> {
        self.from.sup(&self.to)
    }

    /// Do both ends of `other` lie strictly on one side of this edge's line?
    fn has_on_one_side(&self, other: &Self) -> bool {
        let side = |point: Vector2<f64>| self.along().perp(&(point - self.from));
        let (a, b) = (side(other.from), side(other.to));
        (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
    }

    /// Have the two edges, ends included, a point in common? They have if their boxes overlap and
    /// each reaches the other's line.
    fn meets(&self, other: &Self) -> bool {
        let apart = |a: &Self, b: &Self| a.highest().x < b.lowest().x || a.highest().y < b.lowest().y;
        !apart(self, other) && !apart(other, self) && !self.has_on_one_side(other) && !other.has_on_one_side(self)
    }
}

/// Two edges that are not neighbors and meet.
///
/// Neighbors share their vertex and need no test: should one run back along the other, then its far end, where the next
/// edge begins, lies on the other too. A sweep from left to right compares an edge only with those that begin, in x,
/// before it ends.
fn meeting_edges(vertices: &[Point2<f64>]) -> Option<(usize, usize)> {
    let neighbors = |a: usize, b: usize| [1, vertices.len() - 1].contains(&a.abs_diff(b));
    let mut sorted: Vec<Edge> =
        edges(vertices, Point2::origin()).enumerate().map(|(index, (from, to))| Edge { index, from, to }).collect();
    sorted.sort_by(|a, b| a.lowest().x.total_cmp(&b.lowest().x));
    for (rank, a) in sorted.iter().enumerate() {
        let reached = sorted.iter().skip(rank + 1).take_while(|b| b.lowest().x <= a.highest().x);
        for b in reached {
            if !neighbors(a.index, b.index) && a.meets(b) {
                return Some((a.index.min(b.index), a.index.max(b.index)));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::{assert_relative_eq, relative_eq};
    use nalgebra::{Rotation2, Translation2};
    use proptest::prelude::*;

    type Outcome = Result<(), MassError>;

    fn points(coordinates: &[(f64, f64)]) -> Vec<Point2<f64>> {
        coordinates.iter().map(|&(x, y)| Point2::new(x, y)).collect()
    }

    /// A star-shaped outline: one vertex per radius, at equal angles. It is simple, and mostly not
    /// convex.
    fn star(radii: &[f64]) -> Vec<Point2<f64>> {
        let turn = std::f64::consts::TAU / radii.len() as f64;
        let vertex = |(k, r): (usize, &f64)| Rotation2::new(turn * k as f64) * Point2::new(*r, 0.0);
        radii.iter().enumerate().map(vertex).collect()
    }

    #[test]
    fn analytic_rectangle_and_triangle() -> Outcome {
        let corners = points(&[(1.0, 2.0), (1.6, 2.0), (1.6, 2.2), (1.0, 2.2)]);
        let plate = MassProperties::polygon(&corners, 5.0)?;
        let rectangle = MassProperties::rectangle(5.0 * 0.6 * 0.2, 0.6, 0.2)?;
        assert_relative_eq!(plate.mass, rectangle.mass, max_relative = 1e-14);
        assert_relative_eq!(plate.inertia, rectangle.inertia, max_relative = 1e-14);
        assert_relative_eq!(plate.center, Point2::new(1.3, 2.1), max_relative = 1e-15);

        // A triangle: I = m/36 times the sum of the squared sides; here 3, 4, 5.
        let triangle = MassProperties::polygon(&points(&[(0.0, 0.0), (4.0, 0.0), (0.0, 3.0)]), 1.0)?;
        assert_relative_eq!(triangle.mass, 6.0, max_relative = 1e-15);
        assert_relative_eq!(triangle.inertia, 6.0 / 36.0 * 50.0, max_relative = 1e-15);
        assert_relative_eq!(triangle.center, Point2::new(4.0 / 3.0, 1.0), max_relative = 1e-15);
        Ok(())
    }

    #[test]
    fn order_regular_polygon_tends_to_the_disk() -> Outcome {
        let disk = MassProperties::disk(std::f64::consts::PI, 1.0)?;
        let errors = |n: usize| -> Result<(f64, f64), MassError> {
            let plate = MassProperties::polygon(&star(&vec![1.0; n]), 1.0)?;
            Ok((disk.mass - plate.mass, disk.inertia - plate.inertia))
        };
        let (coarse, fine) = (errors(64)?, errors(128)?);
        assert!(fine.0 > 1e-4 && fine.1 > 1e-4, "no error left to measure an order by");
        assert_relative_eq!((coarse.0 / fine.0).log2(), 2.0, epsilon = 0.01);
        assert_relative_eq!((coarse.1 / fine.1).log2(), 2.0, epsilon = 0.01);
        Ok(())
    }

    #[test]
    fn identity_two_halves_are_the_whole() -> Outcome {
        let whole = points(&[(0.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0)]); // an L
        let foot = points(&[(1.0, 0.0), (4.0, 0.0), (4.0, 1.0), (1.0, 1.0)]);
        let leg = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, 3.0), (0.0, 3.0)]);
        let whole = MassProperties::polygon(&whole, 7.0)?;
        let parts = [MassProperties::polygon(&foot, 7.0)?, MassProperties::polygon(&leg, 7.0)?];
        let composed = MassProperties::combine(&parts)?;
        assert!(parts[0].inertia + parts[1].inertia < 0.5 * whole.inertia); // the distances matter here
        assert_relative_eq!(composed.mass, whole.mass, max_relative = 1e-14);
        assert_relative_eq!(composed.inertia, whole.inertia, max_relative = 1e-14);
        assert_relative_eq!(composed.center, whole.center, max_relative = 1e-14);
        Ok(())
    }

    #[test]
    fn identity_straight_corners_change_nothing() -> Outcome {
        let bare = MassProperties::polygon(&points(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (0.0, 1.0)]), 1.0)?;
        let corners = [(0.0, 0.0), (0.5, 0.0), (2.0, 0.0), (2.0, 0.25), (2.0, 1.0), (0.0, 1.0), (0.0, 0.5)];
        assert_eq!(MassProperties::polygon(&points(&corners), 1.0)?, bare);
        Ok(())
    }

    #[test]
    fn identity_unsound_outlines_are_refused() {
        use MassError::*;
        let refuses = |outline: &[(f64, f64)], expected: MassError| {
            assert_eq!(MassProperties::polygon(&points(outline), 1.0), Err(expected), "{outline:?}");
        };
        refuses(&[], TooFewVertices { count: 0 });
        refuses(&[(0.0, 0.0), (1.0, 0.0)], TooFewVertices { count: 2 });
        refuses(&[(0.1, 0.3), (0.2, 0.6), (0.3, 0.9)], NoArea { count: 3 });
        refuses(&[(100.1, 0.3), (100.2, 0.6), (100.7, 2.1)], NoArea { count: 3 });
        // The first vertex again at the end.
        refuses(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)], RepeatedVertex { index: 3 });
        refuses(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)], RepeatedVertex { index: 1 });

        let meet = |first, second| OutlineMeetsItself { first, second };
        // Corners in the wrong order; here the signed areas of the two loops cancel, there not.
        refuses(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)], meet(0, 2));
        refuses(&[(0.0, 0.0), (4.0, 3.0), (4.0, 0.0), (0.0, 1.0)], meet(0, 2));
        // A hair that runs out and back, short and long.
        refuses(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (1.5, 0.0), (0.0, 1.0)], meet(1, 3));
        refuses(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (0.0, -1.0)], meet(0, 2));
        // A corner that touches the opposite side: both its edges do, the sweep finds the left one.
        refuses(&[(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (1.0, 0.0), (0.0, 2.0)], meet(0, 3));

        for bad in [0.0, -2.0, f64::NAN] {
            let plate = MassProperties::polygon(&star(&[1.0; 5]), bad);
            assert!(matches!(plate, Err(NotPositive { quantity: "density per area", .. })));
        }
        let endless = points(&[(0.0, 0.0), (1.0, f64::INFINITY), (0.0, 1.0)]);
        assert!(matches!(MassProperties::polygon(&endless, 1.0), Err(NotFinite { x: 1.0, .. })));
        let huge = points(&[(0.0, 0.0), (1e200, 0.0), (0.0, 1e200)]);
        assert!(MassProperties::polygon(&huge, 1.0).is_err());
    }

    proptest! {
        #[test]
        fn property_moving_turning_and_reversing(
            radii in prop::collection::vec(0.2..2.0_f64, 3..20),
            angle in -3.0..3.0_f64, x in -50.0..50.0_f64, y in -50.0..50.0_f64, begin in 0..20_usize,
        ) {
            let outline = star(&radii);
            let motion = Translation2::new(x, y) * Rotation2::new(angle);
            let mut moved: Vec<_> = outline.iter().map(|vertex| motion * vertex).collect();
            let begin = begin % moved.len();
            moved.rotate_left(begin);
            let here = MassProperties::polygon(&outline, 2.0)?;
            for _ in 0..2 {
                let there = MassProperties::polygon(&moved, 2.0)?;
                // 50 away, coordinates are rounded to 7e-15; the smallest plate is some 0.1 wide.
                prop_assert!(relative_eq!(there.mass, here.mass, max_relative = 1e-12));
                prop_assert!(relative_eq!(there.inertia, here.inertia, max_relative = 1e-12));
                prop_assert!(relative_eq!(there.center, motion * here.center, epsilon = 1e-12));
                moved.reverse();
            }
        }

        #[test]
        fn property_swapping_two_corners_of_a_convex_plate_is_noticed(n in 5..40_usize, at in 0..40_usize) {
            let mut outline = star(&vec![1.0; n]);
            prop_assert!(meeting_edges(&outline).is_none());
            outline.swap(at % n, (at + 2) % n);
            prop_assert!(meeting_edges(&outline).is_some());
        }
    }
}
