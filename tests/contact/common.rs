//! Random numbers, and pieces that several files of tests build.

use chetaev::prelude::*;

pub const G: f64 = 9.81;

/// Reproducible random numbers (the generator SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Uniform in [−1, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    /// Uniform in [a, b).
    pub fn between(&mut self, a: f64, b: f64) -> f64 {
        a + 0.5 * (b - a) * (1.0 + self.unit())
    }
}

/// Every impulse within its cone and pushing, and no blow that gains energy; how many impacts there were.
pub fn check_impacts(run: &Trajectory, mu: f64) -> usize {
    for impact in run.impacts() {
        let size = impact.blows.iter().fold(0.0, |most: f64, blow| most.max(blow.normal));
        for blow in &impact.blows {
            assert!(blow.normal >= -1e-12 * size, "{} pulls: {blow:?}", blow.name);
            assert!(blow.tangential.abs() <= mu * blow.normal.max(0.0) + 1e-12 * size, "{} rubs: {blow:?}", blow.name);
        }
        let speed = impact.blows.iter().fold(0.0, |most: f64, blow| most.max(blow.closing[0].abs()));
        assert!(impact.lost >= -1e-12 * size * speed, "gained {:e}: {impact:?}", -impact.lost);
    }
    run.impacts().len()
}
