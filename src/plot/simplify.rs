//! Fewer points for the same picture.
//!
//! A run of 100 s has more samples than a figure has pixels. Two reductions, both in pixels:
//!
//! 1. where x never falls (time histories), each pixel column keeps its first, lowest, highest and
//!    last point, so that a dense oscillation keeps its envelope;
//! 2. any line then loses the points that lie within a tolerance of the chord between their
//!    neighbors that stay (Ramer, Douglas and Peucker), the tolerance doubling until the line fits.

use crate::math::simplify::{kept, worst};

/// A point of the figure, in pixels.
pub type Pixel = [f64; 2];

/// The line with at most `limit` points.
pub fn line(points: &[Pixel], limit: usize) -> Vec<Pixel> {
    let forward = points.windows(2).all(|w| w[0][0] <= w[1][0]);
    let mut kept = if forward { columns(points) } else { points.to_vec() };
    let mut tolerance = 0.04;
    loop {
        kept = without_collinear(&kept, tolerance);
        if kept.len() <= limit.max(2) {
            return kept;
        }
        tolerance *= 2.0;
    }
}

/// One of all points that fall into the same cell of a grid, the cells growing until they fit.
pub fn cloud(points: &[Pixel], limit: usize) -> Vec<Pixel> {
    let mut cell = 0.25;
    loop {
        let mut seen = std::collections::HashSet::new();
        let key = |p: &Pixel| ((p[0] / cell) as i64, (p[1] / cell) as i64);
        let kept: Vec<Pixel> = points.iter().filter(|p| seen.insert(key(p))).copied().collect();
        if kept.len() <= limit.max(2) {
            return kept;
        }
        cell *= 1.5;
    }
}

fn columns(points: &[Pixel]) -> Vec<Pixel> {
    let mut kept = Vec::new();
    for column in points.chunk_by(|p, q| p[0].floor() == q[0].floor()) {
        if column.len() <= 4 {
            kept.extend_from_slice(column);
            continue;
        }
        let height = |&i: &usize, &j: &usize| column[i][1].total_cmp(&column[j][1]);
        let last = column.len() - 1;
        let mut picks = [0, (0..=last).min_by(height).unwrap_or(0), (0..=last).max_by(height).unwrap_or(last), last];
        picks.sort_unstable();
        kept.extend(picks.map(|i| column[i]));
    }
    kept
}

fn without_collinear(points: &[Pixel], tolerance: f64) -> Vec<Pixel> {
    if points.len() < 3 {
        return points.to_vec();
    }
    let off = |from: usize, to: usize| {
        worst(from, to, tolerance, |i| to_segment(points[i], points[from], points[to])).map(|(i, _)| i)
    };
    kept(&[0, points.len() - 1], off).into_iter().map(|i| points[i]).collect()
}

fn to_segment(p: Pixel, a: Pixel, b: Pixel) -> f64 {
    let (along, off) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
    let length2 = along[0] * along[0] + along[1] * along[1];
    let share = if length2 > 0.0 { (off[0] * along[0] + off[1] * along[1]) / length2 } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (off[0] - share * along[0]).hypot(off[1] - share * along[1])
}
