//! Random numbers, and pieces that several files of tests build.

#[path = "../truths/random.rs"]
#[allow(dead_code)]
mod random;

pub use random::Random;

use chetaev::prelude::*;

pub const G: f64 = 9.81;

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
