//! A few points that would flatten all others: the axis shows the others, and an arrow at its end tells how far these go.
//!
//! Of the values y₁ ≤ … ≤ yₙ of all histories in a panel let s be the width of the middle 98 %. If all of them are spread over more than [`FLAT`] s, so that
//! the middle would be drawn less than an eighth of the panel high, the axis ends half of s beyond the middle. Nothing is cut if s = 0: then the few are all there is
//! to see.

/// How many times as wide as their middle values may be spread.
const FLAT: f64 = 8.0;
/// Of fewer values none is an exception.
const LEAST: usize = 100;
/// One in so many may be cut on either side.
const ONE_IN: usize = 100;

/// The range to show instead of all values, if a few would flatten the rest.
pub fn middle(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let mut sorted: Vec<f64> = values.filter(|y| y.is_finite()).collect();
    if sorted.len() < LEAST {
        return None;
    }
    sorted.sort_by(f64::total_cmp);
    let (last, few) = (sorted.len() - 1, sorted.len() / ONE_IN);
    let (low, high) = (sorted[few], sorted[last - few]);
    let s = high - low;
    let flattened = s > 0.0 && sorted[last] - sorted[0] > FLAT * s;
    flattened.then(|| (sorted[0].max(low - 0.5 * s), sorted[last].min(high + 0.5 * s)))
}
