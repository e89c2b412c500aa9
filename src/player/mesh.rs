//! Solids as meshes.

use nalgebra::Vector3;
use std::f64::consts::TAU;

/// Corners, and faces as lists of corners.
pub(super) type Mesh = (Vec<Vector3<f64>>, Vec<Vec<usize>>);

/// Sides of what is round.
const SIDES: usize = 28;

/// A cuboid around the origin.
pub(super) fn cuboid(edges: [f64; 3]) -> Mesh {
    let half = Vector3::from(edges) * 0.5;
    let sign = |bit: usize| if bit == 0 { -1.0 } else { 1.0 };
    let corner = |i: usize| half.component_mul(&Vector3::new(sign(i & 1), sign(i & 2), sign(i & 4)));
    let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    ((0..8).map(corner).collect(), faces.map(Vec::from).to_vec())
}

/// A cylinder, cone or what is between them along z, its middle at the origin; radii below and above.
pub(super) fn frustum(radii: [f64; 2], length: f64) -> Mesh {
    let ring = |k: usize| {
        let at = |i: usize| {
            let (sin, cos) = (TAU * i as f64 / SIDES as f64).sin_cos();
            Vector3::new(radii[k] * cos, radii[k] * sin, (k as f64 - 0.5) * length)
        };
        (0..SIDES).map(at).collect::<Vec<_>>()
    };
    let side = |i: usize| {
        let next = (i + 1) % SIDES;
        vec![i, next, SIDES + next, SIDES + i]
    };
    let mut faces: Vec<Vec<usize>> = (0..SIDES).map(side).collect();
    faces.push((0..SIDES).rev().collect());
    faces.push((SIDES..2 * SIDES).collect());
    ([ring(0), ring(1)].concat(), faces)
}

/// An ellipsoid, by circles of latitude.
pub(super) fn ellipsoid(half_axes: [f64; 3]) -> Mesh {
    const BANDS: usize = 16;
    let axes = Vector3::from(half_axes);
    let at = |band: usize, i: usize| {
        let ((s, c), (sin, cos)) =
            ((0.5 * TAU * band as f64 / BANDS as f64).sin_cos(), (TAU * i as f64 / SIDES as f64).sin_cos());
        axes.component_mul(&Vector3::new(s * cos, s * sin, -c))
    };
    let points = (0..=BANDS).flat_map(|band| (0..SIDES).map(move |i| at(band, i))).collect();
    let face = |band: usize, i: usize| {
        let (low, high, next) = (band * SIDES, (band + 1) * SIDES, (i + 1) % SIDES);
        vec![low + i, low + next, high + next, high + i]
    };
    let faces = (0..BANDS).flat_map(|band| (0..SIDES).map(move |i| face(band, i))).collect();
    (points, faces)
}
