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

/// Sweeps at most.
const MOST: usize = 20_000;
/// Part of the unit by which impulses still change at the end.
const SETTLED: f64 = 1e-15;
/// Part of the unit that is a rate, or an impulse beyond what is given.
const REST: f64 = 1e-9;

/// A solution of (1), and its pattern. None if it is not reached.
pub(super) fn by_sweeps(phase: &Phase) -> Option<(Vec<Hold>, Solution)> {
    let unit = phase.unit();
    let mut impulses = vec![0.0; phase.rates.len()];
    phase.contacts.iter().for_each(|contact| impulses[contact.at] = contact.given);
    for _ in 0..MOST {
        let mut moved = 0.0_f64;
        for contact in &phase.contacts {
            let rates = phase.after(&impulses);
            moved = moved.max(contact.step(&rates, &mut impulses));
        }
        if moved <= SETTLED * unit {
            let rates = phase.after(&impulses);
            let solution = Solution { impulses, rates };
            let pattern = phase.contacts.iter().map(|contact| contact.hold(&solution, REST * unit)).collect();
            return Some((pattern, solution));
        }
    }
    None
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
