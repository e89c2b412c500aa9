//! What one friction point of a cluster can have of the forces that the cluster shares (`split.rs`): its force and its load as functions of c.

/// Directions in which a pin's load is tried.
pub(super) const TURNS: usize = 8;

/// A direction along which a load is taken.
pub(super) type Way = [f64; 2];

/// A friction point of a cluster as an affine function of c: constant, then coefficients.
#[derive(Clone, Debug, Default)]
pub(super) struct Share {
    pub(super) point: usize,
    pub(super) limit: f64,
    pub(super) force: Vec<f64>,
    /// Both components of its load.
    pub(super) load: [Vec<f64>; 2],
    /// Directions along which the load may be taken, the present one first: those of two signs, of a pin, or the one that it has.
    pub(super) ways: Vec<Way>,
}

impl Share {
    /// Its load along a direction, as a function of c.
    pub(super) fn along(&self, [x, y]: Way) -> impl Iterator<Item = f64> + '_ {
        self.load[0].iter().zip(&self.load[1]).map(move |(a, b)| x * a + y * b)
    }

    /// Where it reaches its limit, of one unknown.
    pub(super) fn ends(&self) -> impl Iterator<Item = f64> + use<> {
        let mut polynomial = [0.0; 3];
        let mut add = |part: &[f64], times: f64| {
            let [a, b] = [part[0], part[1]];
            polynomial.iter_mut().zip([a * a, 2.0 * a * b, b * b]).for_each(|(p, x)| *p += times * x);
        };
        self.load.iter().for_each(|part| add(part, self.limit * self.limit));
        add(&self.force, -1.0);
        let [c0, c1, c2] = polynomial;
        let root = (c1 * c1 - 4.0 * c0 * c2).sqrt();
        // Both roots without cancellation; none if the discriminant is negative.
        let q = -0.5 * (c1 + root.copysign(c1));
        [q / c2, c0 / q].into_iter().filter(|c| c.is_finite())
    }

    /// The way along which its load lies at c, of one unknown.
    pub(super) fn towards(&self, c: f64) -> Way {
        self.direction(&[c]).unwrap_or_else(|| {
            let [x, y] = self.load.each_ref().map(|part| part[0] + part[1] * c);
            let along = |way: &&Way| x * way[0] + y * way[1];
            self.ways.iter().max_by(|a, b| along(a).total_cmp(&along(b))).copied().unwrap_or([1.0, 0.0])
        })
    }

    /// Where its load points at c; none where that is nowhere, or where its direction is one of two.
    pub(super) fn direction(&self, c: &[f64]) -> Option<Way> {
        let at = |part: &Vec<f64>| part[0] + part[1..].iter().zip(c).map(|(z, c)| z * c).sum::<f64>();
        let [x, y] = [at(&self.load[0]), at(&self.load[1])];
        let n = x.hypot(y);
        (self.ways.len() == TURNS && n > 0.0).then(|| [x / n, y / n])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pin in one combination reaches its limit where μ' N = |τ|, and nowhere else: between these places its force is on one side of it.
    #[test]
    fn identity_a_pin_reaches_its_limit_where_the_polynomial_says() {
        let share = |limit: f64, force: [f64; 2], x: [f64; 2], y: [f64; 2]| Share {
            point: 0,
            limit,
            force: force.to_vec(),
            load: [x.to_vec(), y.to_vec()],
            ways: vec![[1.0, 0.0]; TURNS],
        };
        for (one, known) in [
            (share(0.5, [0.0, 1.0], [3.0, 0.0], [4.0, 0.0]), [-2.5, 2.5]),
            (share(2.0, [3.0, 0.0], [0.0, 1.0], [0.0, 0.0]), [-1.5, 1.5]),
            (share(0.5, [1.0, 2.0], [1.0, 0.0], [0.0, 1.0]), [-0.823926596236, -0.242740070431]),
        ] {
            let mut ends: Vec<f64> = one.ends().collect();
            ends.sort_by(f64::total_cmp);
            for (end, known) in ends.iter().zip(known) {
                assert!((end - known).abs() < 1e-8, "{ends:?}");
            }
            assert_eq!(ends.len(), 2);
        }
    }
}
