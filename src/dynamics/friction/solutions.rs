//! All solutions of the loads' equation (E6) at one evaluation, whose friction points slide as they do.
//!
//! Of loads of one component every pattern of signs is tried. Where pins are among them, whose loads have directions, `linear/lengths.rs` finds all. Where |C| is a contraction there is one (`certificate/mod.rs`).

use super::buffers::{ALONG, FrictionBuffers, size};
use crate::linear::absolute::ENUMERABLE;
use crate::linear::lengths::{Kind, all};
use crate::math::small::plus;
use crate::model::FrictionEntry;

/// What a state keeps of two solutions differs by less: they are one.
const SAME: f64 = 1e-6;

impl FrictionBuffers {
    /// Signs and pins' angles of every solution for the loads at the last evaluation. Where C is not known, or the loads are too many to try all:
    /// of the one that was found.
    pub(crate) fn branches(&mut self, frictions: &[FrictionEntry]) -> Vec<Vec<f64>> {
        let all = self.reduced && self.loaded.len() <= ENUMERABLE;
        let one = self.fits && self.coupling.bound < 1.0;
        if self.loaded.is_empty() || !all || one {
            let found = self.loaded.is_empty() || self.fits;
            return found.then(|| self.found.clone()).into_iter().collect();
        }
        let lengths = self.loaded.iter().any(|&point| frictions[point].load.is_length());
        if let Some(all) = lengths.then(|| self.with_lengths(frictions)).flatten() {
            return all;
        }
        self.reduce();
        let fixed: Vec<bool> = self.loaded.iter().map(|&point| self.one_sided[point]).collect();
        let all = self.patterns.all(&mut self.system, &self.small.a, &self.small.c, &fixed);
        let signs = |signs: Vec<f64>| {
            let mut found = self.found.clone();
            for (&point, sign) in self.loaded.iter().zip(signs) {
                // Too many with pins: along the direction that was found, and against it.
                let opposite = if sign < 0.0 { std::f64::consts::PI } else { 0.0 };
                found[point] = match frictions[point].keeps_load() {
                    true => found[point] + opposite,
                    // In space the place is that of the direction.
                    false if frictions[point].slide.is_some() => found[point],
                    false => sign,
                };
            }
            found
        };
        all.into_iter().map(signs).collect()
    }

    /// All solutions with pins among the loads, as a state keeps them; none if they are too many to try.
    fn with_lengths(&mut self, frictions: &[FrictionEntry]) -> Option<Vec<Vec<f64>>> {
        let kind = |&point: &usize| match frictions[point].load.is_length() {
            true => Kind::Length,
            false if self.one_sided[point] => Kind::Pushing,
            false => Kind::Signed,
        };
        let kinds: Vec<Kind> = self.loaded.iter().map(kind).collect();
        // The one that was found is one, whatever is.
        let mut list: Vec<Vec<f64>> = self.fits.then(|| self.found.clone()).into_iter().collect();
        for n in all(&self.a, &self.c, &kinds)? {
            self.stand_on(frictions, &n);
            self.tell(frictions);
            // Of what slides in space a state keeps its direction alone, from which its load follows.
            if !list.iter().any(|other| are_same(frictions, other, &self.found)) {
                list.push(self.found.clone());
            }
        }
        Some(list)
    }

    /// Takes N as the solution, with the signs and directions of the loads that it gives.
    fn stand_on(&mut self, frictions: &[FrictionEntry], n: &[f64]) {
        for (i, &point) in self.loaded.iter().enumerate() {
            let z = self.c[i * n.len()..][..n.len()].iter().zip(n).fold(self.a[i], |z, (c, n)| plus(&z, *n, c));
            self.normal[point] = n[i];
            (self.signs[point], self.directions[point]) = match frictions[point].load.is_length() {
                true if n[i] > 0.0 => (1.0, z.map(|part| part / size(z))),
                true => (1.0, self.directions[point]),
                false => (if self.one_sided[point] || z[0] >= 0.0 { 1.0 } else { -1.0 }, ALONG),
            };
        }
    }
}

/// By how much two differ in what a state keeps of a point.
fn apart(friction: &FrictionEntry, a: f64, b: f64) -> f64 {
    match friction.keeps_load() || friction.slide.is_some() {
        true => 2.0 * (0.5 * (a - b)).sin().abs(),
        false => (a - b).abs(),
    }
}

fn are_same(frictions: &[FrictionEntry], a: &[f64], b: &[f64]) -> bool {
    frictions.iter().zip(a.iter().zip(b)).all(|(friction, (a, b))| apart(friction, *a, *b) <= SAME)
}
