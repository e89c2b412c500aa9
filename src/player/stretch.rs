//! The part of a line that something runs along.
//!
//! A contact's line goes on and on; on a body that has a shape of its own, only what is touched of it is drawn.

use nalgebra::Vector3;

/// Of a way of points what `near` come to, and `margin` (m) beyond on either side; all of it if none of them is finite.
pub(super) fn stretch(way: &[Vector3<f64>], near: &[Vector3<f64>], margin: impl Fn(f64) -> f64) -> Vec<Vector3<f64>> {
    let mut lengths = vec![0.0];
    lengths.extend(way.windows(2).scan(0.0, |sum, pair| {
        *sum += (pair[1] - pair[0]).norm();
        Some(*sum)
    }));
    let places = near.iter().filter(|p| p.iter().all(|x| x.is_finite())).map(|p| foot(way, &lengths, p));
    let (lo, hi) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), s| (lo.min(s), hi.max(s)));
    if lo > hi {
        return way.to_vec();
    }
    let margin = margin(hi - lo);
    let (lo, hi) = (lo - margin, hi + margin);
    let at = |s: f64| {
        let k = lengths[1..].partition_point(|length| *length < s).min(way.len() - 2);
        let part = (s - lengths[k]) / (lengths[k + 1] - lengths[k]).max(1e-300);
        way[k] + part.clamp(0.0, 1.0) * (way[k + 1] - way[k])
    };
    let between = way.iter().zip(&lengths).filter(|(_, s)| (lo..hi).contains(*s)).map(|(p, _)| *p);
    [at(lo)].into_iter().chain(between.filter(|p| *p != at(lo) && *p != at(hi))).chain([at(hi)]).collect()
}

/// How far along a way the point of it is that is next to `p`.
fn foot(way: &[Vector3<f64>], lengths: &[f64], p: &Vector3<f64>) -> f64 {
    let on = |(k, pair): (usize, &[Vector3<f64>])| {
        let along = pair[1] - pair[0];
        let part = (along.dot(&(p - pair[0])) / along.norm_squared().max(1e-300)).clamp(0.0, 1.0);
        ((pair[0] + part * along - p).norm_squared(), lengths[k] + part * along.norm())
    };
    let nearest = way.windows(2).enumerate().map(on).min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map_or(0.0, |(_, s)| s)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn analytic_a_bent_line_is_cut_on_both_sides() {
        let [a, b, c] = [[-10.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 10.0, 0.0]].map(Vector3::from);
        let near = [[-1.0, 0.5, 0.0], [0.5, 2.0, 0.0], [f64::NAN; 3]].map(Vector3::from);
        let cut = stretch(&[a, b, c], &near, |wide| {
            assert_eq!(wide, 3.0);
            0.5
        });
        assert_eq!(cut, [[-1.5, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 2.5, 0.0]].map(Vector3::from));
        // Not beyond its ends; and all of it where nothing is known.
        assert_eq!(stretch(&[a, b, c], &near[..1], |_| 100.0), [a, b, c]);
        assert_eq!(stretch(&[a, b, c], &near[2..], |_| 1.0), [a, b, c]);
    }
}
