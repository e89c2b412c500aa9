//! Random numbers, and pieces that several files of tests build.

#[path = "../truths/random.rs"]
#[allow(dead_code)]
mod random;

pub use random::Random;

use chetaev::prelude::*;

pub const G: f64 = 9.81;

/// Every impulse within its cone and pushing, and no blow that gains energy; how many impacts there were.
pub fn check_impacts(run: &Trajectory, mu: f64) -> usize {
    wrong_blow(run, mu).map_or(run.impacts().len(), |wrong| panic!("{wrong}"))
}

/// The first blow that pulls, rubs beyond its cone or gains energy.
pub fn wrong_blow(run: &Trajectory, mu: f64) -> Option<String> {
    run.impacts().iter().find_map(|impact| {
        let size = impact.blows.iter().fold(0.0, |most: f64, blow| most.max(blow.normal));
        let speed = impact.blows.iter().fold(0.0, |most: f64, blow| most.max(blow.closing[0].abs()));
        // A rate is a difference of velocities, known to the rounding of those, however soft the blow.
        let fastest = impact.blows.iter().fold(speed, |most: f64, blow| most.max(blow.slip[0].abs()));
        let rounding = size * (1e-12 + 8.0 * f64::EPSILON * fastest / speed.max(f64::MIN_POSITIVE));
        let pulls = impact.blows.iter().find(|blow| blow.normal < -rounding);
        let rubs = impact.blows.iter().find(|blow| blow.tangential.abs() > mu * blow.normal.max(0.0) + rounding);
        let gains = impact.lost < -1e-12 * size * speed;
        let told = |what: &str, blow| format!("{what} at {}: {blow:?} of {impact:?}", impact.t);
        pulls
            .map(|blow| told("pulls", blow))
            .or_else(|| rubs.map(|blow| told("rubs", blow)))
            .or_else(|| gains.then(|| format!("gained {:e}: {impact:?}", -impact.lost)))
    })
}

/// Seed and scenes of a campaign: `CHETAEV_CAMPAIGN="17 2000"` takes others.
pub fn campaign(seed: u64, scenes: usize) -> (u64, usize) {
    let asked = std::env::var("CHETAEV_CAMPAIGN").unwrap_or_default();
    let mut asked = asked.split_whitespace().map(|number| number.parse().unwrap());
    (asked.next().unwrap_or(seed), asked.next().map_or(scenes, |scenes| scenes as usize))
}

/// A body in space, of any moments of inertia that a body can have.
pub fn solid(random: &mut Random) -> Solid {
    let [a, b, c] = [(); 3].map(|()| random.between(0.01, 0.2));
    Solid::principal(random.between(0.3, 3.0), [b + c, c + a, a + b]).unwrap()
}
