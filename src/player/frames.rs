//! Which frames a page needs: the fewest between which interpolation shows what the eye would see of all.
//!
//! A column is drawn between frames by a straight line, or, if its rate is known, by the cubic with the values and rates of both ends.
//! Beginning with a few frames, the worst frame of each gap is kept while any column misses there by more than its tolerance
//! (Ramer, Douglas and Peucker, for many columns at once).

use crate::math::simplify::{kept, worst};

/// How a column is drawn between frames, and how far from its values that may be.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Rule {
    /// By a straight line.
    Line { tolerance: f64 },
    /// By a cubic, with the rate in another column.
    Cubic { rate: usize, tolerance: f64 },
    /// However it comes out.
    Free,
}

/// How often tolerances grow: by 10¹² in all.
const ROUNDS: usize = 60;
/// Gaps to begin with.
const FIRST: usize = 64;

/// Indices of the frames to keep, in order: those in `needed`, and so many more that every rule holds; then how many times
/// its tolerance a column may miss: once, unless that would be more than `most` frames.
pub(super) fn chosen(
    times: &[f64],
    columns: &[Vec<f64>],
    rules: &[Rule],
    needed: &[usize],
    most: usize,
) -> (Vec<usize>, f64) {
    let n = times.len();
    if n < 3 {
        return ((0..n).collect(), 1.0);
    }
    let mut first: Vec<usize> = (0..=FIRST).map(|i| i * (n - 1) / FIRST).collect();
    first.extend(needed);
    first.sort_unstable();
    first.dedup();
    let mut slack = 1.0;
    for _ in 0..ROUNDS {
        let kept = split(times, columns, rules, &first, slack);
        if kept.len() <= most.max(first.len()) {
            return (kept, slack);
        }
        slack *= 1.6;
    }
    // Numbers that no slack tames: what had to be kept in any case.
    (first, slack)
}

fn split(times: &[f64], columns: &[Vec<f64>], rules: &[Rule], first: &[usize], slack: f64) -> Vec<usize> {
    kept(first, |from, to| {
        let mut found = (None, slack);
        for (column, rule) in columns.iter().zip(rules) {
            let (rate, tolerance) = match *rule {
                Rule::Line { tolerance } => (None, tolerance),
                Rule::Cubic { rate, tolerance } => (Some(&columns[rate]), tolerance),
                Rule::Free => continue,
            };
            let miss = |i: usize| (between(times, column, rate, from, to, i) - column[i]).abs() / tolerance;
            if let Some((i, miss)) = worst(from, to, found.1, miss) {
                found = (Some(i), miss);
            }
        }
        found.0
    })
}

/// The value at frame `i` by interpolation between two others.
fn between(times: &[f64], x: &[f64], rate: Option<&Vec<f64>>, from: usize, to: usize, i: usize) -> f64 {
    interpolated(times, x, rate, from, to, times[i])
}

/// The value at any time by interpolation between the frames around it; before the first and after the last, theirs.
pub(super) fn at(times: &[f64], x: &[f64], rate: Option<&Vec<f64>>, t: f64) -> f64 {
    let after = times.partition_point(|frame| *frame <= t);
    match (after.checked_sub(1), after < times.len()) {
        (Some(from), true) => interpolated(times, x, rate, from, after, t),
        (Some(last), false) => x[last],
        (None, _) => x.first().copied().unwrap_or(f64::NAN),
    }
}

fn interpolated(times: &[f64], x: &[f64], rate: Option<&Vec<f64>>, from: usize, to: usize, t: f64) -> f64 {
    let h = times[to] - times[from];
    if h <= 0.0 {
        return x[from];
    }
    let s = (t - times[from]) / h;
    let step = x[to] - x[from];
    let line = x[from] + s * step;
    // The cubic is the line plus what its end slopes differ from it.
    rate.map_or(line, |v| line + s * (1.0 - s) * ((1.0 - s) * (h * v[from] - step) - s * (h * v[to] - step)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// cos t and its rate, at n frames until t = 20.
    fn wave(n: usize) -> (Vec<f64>, Vec<Vec<f64>>) {
        let times: Vec<f64> = (0..n).map(|i| 20.0 * i as f64 / (n - 1) as f64).collect();
        let columns = vec![times.iter().map(|t| t.cos()).collect(), times.iter().map(|t| -t.sin()).collect()];
        (times, columns)
    }

    #[test]
    fn property_what_was_left_out_is_interpolated_within_tolerance() {
        let (times, columns) = wave(4000);
        for (rate, tolerance) in [(None, 1e-3), (None, 1e-4), (Some(1), 1e-5), (Some(1), 1e-6)] {
            let rule = rate.map_or(Rule::Line { tolerance }, |rate| Rule::Cubic { rate, tolerance });
            let (kept, slack) = chosen(&times, &columns, &[rule, Rule::Free], &[17], usize::MAX);
            assert_eq!(slack, 1.0);
            assert!(kept.contains(&17) && kept.len() < 1000 && kept.len() > FIRST + 10, "{}", kept.len());
            let rate = rate.map(|rate| &columns[rate]);
            for gap in kept.windows(2) {
                for i in gap[0]..=gap[1] {
                    let miss = between(&times, &columns[0], rate, gap[0], gap[1], i) - columns[0][i];
                    assert!(miss.abs() <= tolerance, "{miss:e} at {i}");
                }
            }
        }
    }

    #[test]
    fn property_no_more_frames_than_asked_for() {
        let (times, columns) = wave(3000);
        let rules = [Rule::Line { tolerance: 1e-9 }, Rule::Free];
        assert_eq!(chosen(&times, &columns, &rules, &[], usize::MAX).0.len(), 3000);
        let (few, slack) = chosen(&times, &columns, &rules, &[], 200);
        assert!((100..=200).contains(&few.len()) && slack > 10.0, "{} frames, {slack}", few.len());
    }
}
