//! A phase of an impact solved by sweeps: contact after contact, again and again.
//!
//! With K the impulses that a contact allows, N ≥ b and ‖T‖ ≤ μ N, the phase (1) of `pattern.rs` is, for each contact and any ρ > 0 (De Saxcé 1992),
//!
//! ```text
//! (1)  (N, T) = nearest in K to  (N − ρ (γ − c + μ ‖s‖), T − ρ s)
//! ```
//!
//! for what is left over, −(γ − c + μ‖s‖, s), is normal to K: zero within; along (−1, 0) where N = b; along (−μ, d) where ‖T‖ = μ N, so that s = −‖s‖ T/‖T‖ and γ = c there.
//!
//! Applied to one contact after the other, (1) comes to a solution slowly, but where patterns are changed in circles, or directions do not stand still, it comes to one. Its pattern
//! is solved for once more, to the last digits. Where impulses can be shared in many ways it is itself the better answer: it keeps to the cones, not to polygons within them.

use super::pattern::{Contact, Hold, Phase, Solution};
use crate::math::small::norm;

/// Sweeps of one round.
const ROUND: usize = 20_000;
/// Part of the unit by which impulses still change at the end.
const SETTLED: f64 = 1e-15;
/// Part of the unit that is a rate, or an impulse beyond what is given.
const REST: f64 = 1e-9;
/// 1/ρ at most: what sticks still slips by so many times what a sweep changes.
const STEPS: f64 = 4.0;

/// Sweeps of a phase, and what they have come to.
pub(super) struct Sweeps<'a> {
    phase: &'a Phase,
    impulses: Vec<f64>,
    /// By how much the last one changed the impulses.
    moved: f64,
}

impl<'a> Sweeps<'a> {
    pub fn of(phase: &'a Phase) -> Self {
        let mut impulses = vec![0.0; phase.rates.len()];
        phase.contacts.iter().for_each(|contact| impulses[contact.at] = contact.given);
        Self { phase, impulses, moved: f64::INFINITY }
    }

    /// Goes on for a round, or until (1) is reached.
    pub fn go_on(&mut self) {
        for _ in 0..ROUND {
            if self.settled() {
                break;
            }
            self.moved = 0.0;
            for contact in &self.phase.contacts {
                let rates = self.phase.after(&self.impulses);
                self.moved = self.moved.max(contact.step(&rates, &mut self.impulses));
            }
        }
    }

    /// Is (1) reached?
    pub fn settled(&self) -> bool {
        self.moved <= SETTLED * self.phase.unit()
    }

    /// The pattern of what they have come to.
    pub fn pattern(&self) -> (Vec<Hold>, Solution) {
        let impulses = self.impulses.clone();
        let solution = Solution { rates: self.phase.after(&impulses), impulses };
        let none = REST * self.phase.unit() + STEPS * self.moved;
        let hold = |contact: &Contact| contact.hold(&solution, none);
        (self.phase.contacts.iter().map(hold).collect(), solution)
    }
}

impl Contact {
    /// (1); by how much it changes the impulses.
    fn step(&self, rates: &[f64], impulses: &mut [f64]) -> f64 {
        // The response of a contact to itself is no larger than its trace: one for the normal, and for each tangent.
        let rho = 1.0 / (1 + self.tangents) as f64;
        let slip = self.tangent(rates);
        let normal = impulses[self.at] - rho * (rates[self.at] - self.wanted + self.sliding * norm(&slip));
        let force = self.tangent(impulses);
        let force: [f64; 3] = std::array::from_fn(|k| force[k] - rho * slip[k]);
        let (mu, size) = (self.sliding, norm(&force));
        let pressed = if size <= mu * normal { normal } else { ((normal + mu * size) / (1.0 + mu * mu)).max(0.0) };
        let pressed = pressed.max(self.given);
        let part = if size > mu * pressed { mu * pressed / size } else { 1.0 };
        let next = std::iter::once(pressed).chain(force.map(|t| part * t));
        let own = impulses[self.at..=self.at + self.tangents].iter_mut();
        own.zip(next).fold(0.0, |most: f64, (old, new)| {
            let change = new - std::mem::replace(old, new);
            most.max(change.abs())
        })
    }

    /// What it does in a solution.
    fn hold(&self, solution: &Solution, none: f64) -> Hold {
        let slip = self.tangent(&solution.rates);
        let slides = norm(&slip) > none;
        Hold {
            pressed: solution.impulses[self.at] > self.given + none,
            slides: slides.then(|| slip.map(|s| s / norm(&slip))),
        }
    }
}
