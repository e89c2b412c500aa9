//! How far an impact at one contact is: compression, then expansion up to what the law of restitution gives back.
//!
//! The clock is the normal impulse p. Compression lasts while γ < 0. In expansion, with the work W_c = −∫γ dp and the impulse p_c of compression, the
//! impact ends
//!
//! ```text
//! energetic   ∫γ dp = e² W_c          Poisson   p − p_c = e p_c          Newton   γ = −e γ⁻                    (H10)
//! ```
//!
//! the first after Stronge 1990.
//!
//! Where the slip turns, or friction grows while the slip ends, γ can fall to zero again in expansion. Then compression goes on, its work and
//! its impulse are added to those before, and so are those of the next expansion.
//!
//! Along a piece with constant slope dγ/dp = a the rest R of the work is given back after x, γx + ½ax² = R, in the form that does not cancel
//!
//! ```text
//! (1)  x = 2R/(γ + √(γ² + 2aR))
//! ```

use super::law::Restitution;

/// What has been done of an impact.
#[derive(Clone, Debug)]
pub(super) struct Progress {
    law: Restitution,
    e: f64,
    /// γ⁻.
    closing: f64,
    pub compressing: bool,
    /// Impulses of compression and expansion.
    pub impulses: [f64; 2],
    /// What compression has taken and expansion given back.
    pub works: [f64; 2],
}

impl Progress {
    pub fn new(law: Restitution, e: f64, closing: f64) -> Self {
        Self { law, e, closing, compressing: true, impulses: [0.0; 2], works: [0.0; 2] }
    }

    /// Takes down an impulse p, and its work ∫γ dp.
    pub fn add(&mut self, p: f64, work: f64) {
        let phase = usize::from(!self.compressing);
        self.impulses[phase] += p;
        self.works[phase] += if self.compressing { -work } else { work };
    }

    /// Negative before the end of the phase, zero at its end: at the rate γ, after p and ∫γ dp more than was taken down.
    pub fn past(&self, gamma: f64, p: f64, work: f64) -> f64 {
        match self.law {
            _ if self.compressing => gamma,
            Restitution::Energetic => self.works[1] + work - self.e * self.e * self.works[0],
            Restitution::Poisson => self.impulses[1] + p - self.e * self.impulses[0],
            Restitution::Newton => gamma + self.e * self.closing,
        }
    }

    /// The impulse to the end of the phase along a piece on which γ has a constant slope; None if it does not end there.
    pub fn ahead(&self, gamma: f64, slope: f64) -> Option<f64> {
        let rest = -self.past(gamma, 0.0, 0.0);
        match self.law {
            _ if rest <= 0.0 && !(self.compressing && slope <= 0.0) => Some(0.0),
            Restitution::Poisson if !self.compressing => Some(rest),
            Restitution::Energetic if !self.compressing => {
                let square = gamma * gamma + 2.0 * slope * rest;
                let x = 2.0 * rest / (gamma + square.sqrt());
                x.is_finite().then_some(x)
            }
            _ => (slope > 0.0).then(|| rest / slope),
        }
    }

    /// γ where the phase ends, if that is what ends it.
    pub fn last_rate(&self) -> Option<f64> {
        match self.law {
            _ if self.compressing => Some(0.0),
            Restitution::Newton => Some(-self.e * self.closing),
            _ => None,
        }
    }
}
