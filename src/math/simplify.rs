//! Fewer points for the same picture: Ramer, Douglas and Peucker.

/// Indices to keep: those in `first`, in order, and of each gap between two that are kept the `worst`, as long as there is one that matters.
pub(crate) fn kept(first: &[usize], mut worst: impl FnMut(usize, usize) -> Option<usize>) -> Vec<usize> {
    let mut kept = first.to_vec();
    let mut open: Vec<(usize, usize)> = first.windows(2).map(|gap| (gap[0], gap[1])).collect();
    while let Some((from, to)) = open.pop() {
        if let Some(middle) = worst(from, to) {
            kept.push(middle);
            open.extend([(from, middle), (middle, to)]);
        }
    }
    kept.sort_unstable();
    kept
}

/// Of the indices between two, the one that misses most, if it misses by more than `least`.
pub(crate) fn worst(from: usize, to: usize, least: f64, miss: impl Fn(usize) -> f64) -> Option<(usize, f64)> {
    (from + 1..to).fold(None, |worst, i| {
        let miss = miss(i);
        if miss > worst.map_or(least, |(_, most)| most) { Some((i, miss)) } else { worst }
    })
}
