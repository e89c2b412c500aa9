//! Default shape of a spatial body: the simple solid with the same inertia.
//!
//! With mass m and principal moments J₁, J₂, J₃:
//!
//! | body | guess | because |
//! |---|---|---|
//! | a point mass | a dot | it has no extent |
//! | J all equal | a sphere, r² = 5 J/2m | J = 2 m r²/5 |
//! | two equal, Jₜ, and Jₐ | a cylinder, r² = 2 Jₐ/m, l² = 12 Jₜ/m − 3 r² | Jₐ = m r²/2, Jₜ = m (3 r² + l²)/12 |
//! | all different | a cuboid, e₁² = 6 (J₂ + J₃ − J₁)/m | J₁ = m (e₂² + e₃²)/12 |
//!
//! and a bar from its center to each joint that lies outside of it.

use super::shape::Shape;
use crate::body::FrameMap;
use crate::linear::MassMatrix;
use crate::model::BodyEntry;
use nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};

/// Moments nearer to each other than this are equal.
const EQUAL: f64 = 0.02;

/// The guess for a body in space with joints at `joints`.
pub(super) fn guess(entry: &BodyEntry, joints: &[Vector3<f64>]) -> Vec<Shape> {
    let center = entry.shape.center;
    let Some(Equivalent { shape, half, axes }) = equivalent(entry) else {
        return vec![Shape::dot().shifted(center.into())];
    };
    let outside = |joint: &&Vector3<f64>| {
        let seen = axes.tr_mul(&(*joint - center));
        (0..3).any(|k| seen[k].abs() > 1.05 * half[k])
    };
    let bars = joints.iter().filter(outside).map(|joint| Shape::rod(center.into(), (*joint).into()));
    bars.chain([shape.shifted(center.into())]).collect()
}

/// The plain solid with a body's inertia.
struct Equivalent {
    shape: Shape,
    /// How far it goes along its own axes, and these as columns.
    half: [f64; 3],
    axes: Matrix3<f64>,
}

fn equivalent(entry: &BodyEntry) -> Option<Equivalent> {
    let inertia = inertia(entry)? / entry.shape.mass;
    let eigen = inertia.symmetric_eigen();
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| eigen.eigenvalues[*a].total_cmp(&eigen.eigenvalues[*b]));
    let moments @ [low, middle, high] = order.map(|k| eigen.eigenvalues[k].max(0.0));
    let axis = |k: usize| eigen.eigenvectors.column(order[k]).into_owned();
    let same = |a: f64, b: f64| (a - b).abs() <= EQUAL * high;
    if high <= 0.0 {
        return None;
    }
    if same(low, high) {
        let radius = (2.5 * high).sqrt();
        return Some(Equivalent { shape: Shape::sphere(radius), half: [radius; 3], axes: Matrix3::identity() });
    }
    let (shape, half, axes) = if same(middle, high) || same(low, middle) {
        // Long with the axis of the smallest moment, or flat with that of the largest: put it where z is.
        let (own, axial, across) = if same(middle, high) { (0, low, high) } else { (2, high, low) };
        let radius = (2.0 * axial).sqrt();
        let length = (12.0 * across - 3.0 * radius * radius).max(4e-4 * axial).sqrt();
        let axes = Matrix3::from_columns(&[axis((own + 1) % 3), axis((own + 2) % 3), axis(own)]);
        let shape = if radius < 0.01 * length {
            Shape::rod([0.0, 0.0, -0.5 * length], [0.0, 0.0, 0.5 * length])
        } else {
            Shape::cylinder(radius, length)
        };
        (shape, [radius, radius, 0.5 * length], axes)
    } else {
        let edges = moments.map(|moment| (6.0 * (low + middle + high - 2.0 * moment)).max(0.0).sqrt());
        (Shape::cuboid(edges), edges.map(|edge| 0.5 * edge), Matrix3::from_columns(&[axis(0), axis(1), axis(2)]))
    };
    let mut axes = axes;
    if axes.determinant() < 0.0 {
        axes.column_mut(0).neg_mut();
    }
    let turn = UnitQuaternion::from_rotation_matrix(&Rotation3::from_matrix_unchecked(axes));
    Some(Equivalent { shape: shape.turned(turn), half, axes })
}

/// The inertia of a body whose coordinates are its frame's.
fn inertia(entry: &BodyEntry) -> Option<Matrix3<f64>> {
    if entry.shape.frame != FrameMap::Pose {
        return None;
    }
    let (mut q, mut v) = (vec![0.0; 7], vec![0.0; 6]);
    entry.body.placement(&mut q, &mut v);
    let mut mass = vec![0.0; entry.mass.len()];
    entry.body.mass(&q, &mut mass);
    match entry.shape.mass_matrix {
        MassMatrix::Diagonal => Some(Matrix3::from_diagonal(&Vector3::from_column_slice(mass.get(3..6)?))),
        _ => Some(Matrix3::from_fn(|i, j| mass.get(6 * (i + 3) + j + 3).copied().unwrap_or(0.0))),
    }
}
