//! Default shape of a planar body, guessed from its joints and its moment of inertia.
//!
//! Let c be the center of mass, k² = J/m the square of the radius of gyration, and r the distance from c of the farthest joint.
//!
//! | body | guess | because |
//! |---|---|---|
//! | a particle | a block if it slides on a guide, else a dot | it has no extent |
//! | any with a closed contact surface | that surface | |
//! | one that knows its outline | that, a round one as a disk, and a bar from c to each joint outside of it | |
//! | k² = r²/2 within 2 % | a disk of radius r | a uniform disk with joints on its rim |
//! | joints on a line through c | a bar along them, to the mirror image of the farthest if c is not between | a rod has c in its middle |
//! | joints elsewhere | the hull of joints and c | |
//! | no joint away from c | a disk of radius √2 k, none beside a contact line | the uniform disk of this inertia |

use super::shape::{Part, Shape};
use super::solid;
use crate::body::FrameMap;
use crate::model::BodyEntry;
use nalgebra::{Vector2, Vector3};

/// The surfaces that contacts give a body.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Surfaces {
    /// One goes around.
    pub(super) closed: bool,
    /// One is a line with two ends.
    pub(super) open: bool,
}

/// The guess for a body with joints at `joints`; `guide` is the direction of a guide on which it slides.
pub(super) fn guess(entry: &BodyEntry, joints: &[Vector3<f64>], guide: Option<f64>, surfaces: Surfaces) -> Vec<Shape> {
    if surfaces.closed {
        return Vec::new();
    }
    if entry.spatial {
        return solid::guess(entry, joints);
    }
    let center = entry.shape.center.xy();
    let joints: Vec<Vector2<f64>> = joints.iter().map(|p| p.xy()).collect();
    if entry.shape.frame == FrameMap::Translation {
        return vec![guide.map_or(Shape::dot(), Shape::block).moved(center.x, center.y)];
    }
    let outline: Vec<Vector2<f64>> = entry.body.outline().into_iter().map(Vector2::from).collect();
    if outline.len() > 2 {
        let outside = joints.iter().filter(|joint| is_outside(&outline, joint));
        let bars = outside.map(|joint| Shape::bar(center.into(), (*joint).into()));
        let radius = (outline[0] - center).norm();
        let round = outline.len() > 8 && outline.iter().all(|p| ((p - center).norm() - radius).abs() < 1e-9 * radius);
        let part = if round { Part::Disk(center, radius) } else { Part::Outline(outline.clone(), true) };
        return bars.chain([Shape(part)]).collect();
    }
    let arms: Vec<Vector2<f64>> = joints.iter().map(|p| p - center).collect();
    let farthest = arms.iter().copied().max_by(|a, b| a.norm().total_cmp(&b.norm())).unwrap_or_default();
    let reach = farthest.norm();
    let gyration = squared_gyration(entry);
    if reach < 1e-9 {
        return match gyration {
            _ if surfaces.open => Vec::new(),
            Some(k2) if k2 > 0.0 => vec![Shape(Part::Disk(center, (2.0 * k2).sqrt()))],
            _ => vec![Shape::dot().moved(center.x, center.y)],
        };
    }
    if gyration.is_some_and(|k2| (k2 / (reach * reach) - 0.5).abs() < 0.01) {
        return vec![Shape(Part::Disk(center, reach))];
    }
    let along = farthest / reach;
    if arms.iter().all(|arm| arm.perp(&along).abs() < 1e-6 * reach) {
        let lowest = arms.iter().map(|arm| arm.dot(&along)).fold(0.0, f64::min);
        let other = if lowest > -1e-6 * reach { -reach } else { lowest };
        let [a, b] = [center + other * along, center + farthest];
        return vec![Shape::bar(a.into(), b.into())];
    }
    let mut points = joints;
    points.push(center);
    vec![Shape(Part::Outline(hull(points), true))]
}

/// Outside of a convex outline, anticlockwise, by more than a twentieth of its size.
fn is_outside(outline: &[Vector2<f64>], p: &Vector2<f64>) -> bool {
    let size = outline.iter().map(|corner| corner.norm()).fold(0.0, f64::max);
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    edges.map(|(a, b)| (b - a).normalize().perp(&(p - a))).any(|inside| inside < -0.05 * size)
}

/// J/m of a body whose coordinates are its frame's.
fn squared_gyration(entry: &BodyEntry) -> Option<f64> {
    if entry.shape.frame != FrameMap::Pose {
        return None;
    }
    let (mut q, mut v) = (vec![0.0; 3], vec![0.0; 3]);
    entry.body.placement(&mut q, &mut v);
    let mut mass = vec![0.0; entry.mass.len()];
    entry.body.mass(&q, &mut mass);
    Some(mass.last()? / entry.shape.mass)
}

/// The convex hull, anticlockwise, by going around from the leftmost point (few points).
pub(super) fn hull(mut points: Vec<Vector2<f64>>) -> Vec<Vector2<f64>> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = &Vector2<f64>>| {
        let mut side: Vec<Vector2<f64>> = Vec::new();
        for p in points {
            while side.len() > 1
                && (side[side.len() - 1] - side[side.len() - 2]).perp(&(p - side[side.len() - 1])) <= 0.0
            {
                side.pop();
            }
            side.push(*p);
        }
        side.pop();
        side
    };
    let mut around = half(&mut points.iter());
    around.extend(half(&mut points.iter().rev()));
    around
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analytic_hull_of_a_square_with_points_inside_and_on_its_edges() {
        let points = [[0.0, 0.0], [1.0, 1.0], [0.5, 0.5], [1.0, 0.0], [0.0, 1.0], [0.5, 0.0], [0.0, 0.0]];
        let around = hull(points.map(Vector2::from).to_vec());
        assert_eq!(around, [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(Vector2::from));
    }
}
