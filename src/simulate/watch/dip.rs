//! Where a curve comes nearest to zero: the vertex of a parabola through three of its values, again and again.
//!
//! A dip is as wide as the root of its depth, so that places at equal distances, however many, step over one that is shallow.

/// Most parabolas, and those that are looked at whatever they promise.
const ROUNDS: usize = 8;
const SURE: usize = 1;
/// A vertex farther outside than the three places are apart is none, and one closer to a known place than this part of that is that place.
const SAME: f64 = 1e-9;

/// Why a place is looked at.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Place {
    /// It is the k-th of its level, and known.
    Known(usize),
    /// The curve is on the other side there.
    Beyond,
    /// The curve turns back there, as close to zero as it may be wrong by: the guard's own minimum is sought.
    Close,
}

/// Three places of a curve, as (x, value).
pub(super) type Three = [(f64, f64); 3];

/// The lowest place of the parabola through three others, and its value there; nothing if it is not bent upwards.
fn vertex([(a, fa), (b, fb), (c, fc)]: Three) -> Option<(f64, f64)> {
    let (left, right) = ((fb - fa) / (b - a), (fc - fb) / (c - b));
    let bend = (right - left) / (c - a);
    let shift = -0.5 * (left + bend * (b - a)) / bend;
    (bend > 0.0 && shift.is_finite()).then_some((b + shift, fb - bend * shift * shift))
}

/// A minimum that is being looked for.
#[derive(Copy, Clone, Debug)]
pub(super) struct Dip {
    three: Three,
    rounds: usize,
}

impl Dip {
    /// About the middle one of three places in their order.
    pub(super) fn about(three: Three) -> Self {
        Self { three, rounds: 0 }
    }

    /// The next place to look at; none once no parabola leads down to `enough`.
    pub(super) fn next(&self, enough: f64) -> Option<f64> {
        let [a, _, c] = self.three;
        let (x, expected) = vertex(self.three)?;
        let (width, lowest) = (c.0 - a.0, self.lowest().1);
        let inside = x > a.0 - width && x < c.0 + width;
        let known = self.three.iter().any(|known| (known.0 - x).abs() <= SAME * width);
        // What is still to be gained, and as much again for what parabolas leave out.
        let hopeful = self.rounds < SURE || 2.0 * expected - lowest <= enough;
        (self.rounds < ROUNDS && inside && !known && hopeful).then_some(x)
    }

    /// Takes note of a value there.
    pub(super) fn add(&mut self, place: (f64, f64)) {
        self.rounds += 1;
        // The highest goes.
        let [a, b, c] = self.three;
        let out = if a.1 > b.1.max(c.1) {
            0
        } else if b.1 > c.1 {
            1
        } else {
            2
        };
        self.three[out] = place;
        self.three.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// The lowest of its places.
    pub(super) fn lowest(&self) -> (f64, f64) {
        let [a, b, c] = self.three;
        let least = if a.1 < b.1 { a } else { b };
        if least.1 < c.1 { least } else { c }
    }
}

/// Where a curve, known at x = k/n, turns upwards: the places, with their values, that are lowest in their neighborhood.
pub(super) fn minima(curve: &[f64], side: f64, mut at: impl FnMut(f64) -> f64) -> impl Iterator<Item = (f64, f64)> {
    let n = curve.len() - 1;
    curve.windows(3).enumerate().filter_map(move |(k, w)| {
        let [a, b, c] = [side * w[0], side * w[1], side * w[2]];
        // At the ends it may turn before the first place, or after the last.
        let lowest = (b <= a || k == 0) && (b <= c || k + 2 == n);
        if !lowest || a + c <= 2.0 * b {
            return None;
        }
        let x = |i: usize| (k + i) as f64 / n as f64;
        let mut dip = Dip::about([(x(0), a), (x(1), b), (x(2), c)]);
        // Three parabolas: the curve is a polynomial.
        for _ in 0..3 {
            let Some(x) = dip.next(f64::INFINITY) else { break };
            dip.add((x, side * at(x)));
        }
        Some(dip.lowest()).filter(|(x, _)| *x > 0.0 && *x < 1.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_minima_of_a_quartic() {
        let g = |x: f64| (x - 0.31).powi(2) * ((x - 0.77).powi(2) + 1e-3) * (1.0 + x) - 1e-9;
        let curve: Vec<f64> = (0..=32).map(|k| g(f64::from(k) / 32.0)).collect();
        assert!(curve.iter().all(|g| *g > 0.0));
        let found: Vec<(f64, f64)> = minima(&curve, 1.0, g).collect();
        assert!(found.len() == 2 && found[0].1 < 0.0 && (found[0].0 - 0.31).abs() < 1e-5, "{found:?}");
        // Also where it turns before the first place, or after the last; not beyond the ends.
        for (at, turns) in [(0.003, 1), (0.998, 1), (-0.002, 0), (1.01, 0)] {
            let g = |x: f64| (x - at).powi(2);
            let curve: Vec<f64> = (0..=32).map(|k| g(f64::from(k) / 32.0)).collect();
            assert_eq!(minima(&curve, 1.0, g).count(), turns, "{at}");
        }
    }

    #[test]
    fn identity_a_dip_is_found_in_a_few_looks() {
        for depth in [1e-3, 1e-6, 1e-9, 1e-12] {
            let g = |x: f64| 1.0 + depth - (2.0 * x - 1.0).cos() - 2.0 * depth;
            let mut dip = Dip::about([0.1, 0.45, 0.9].map(|x| (x, g(x))));
            let mut looks = 0;
            while dip.lowest().1 > 0.0 {
                let x = dip.next(0.0).unwrap_or_else(|| panic!("{depth:e}: given up after {looks}: {dip:?}"));
                dip.add((x, g(x)));
                looks += 1;
            }
            assert!(looks <= 5, "{depth:e}: {looks}");
        }
        // And given up early where there is none.
        let g = |x: f64| 1e-3 + (x - 0.5).powi(2);
        let mut dip = Dip::about([0.1, 0.45, 0.9].map(|x| (x, g(x))));
        dip.add((0.5, g(0.5)));
        assert_eq!(dip.next(0.0), None);
    }
}
