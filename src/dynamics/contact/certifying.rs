//! (H7) of closed contacts in chosen directions, with the buffers of `certify.rs`.

use super::responses::Responses;
use crate::linear::complementarity::Certificate;

/// Buffers of the certificate; they grow to the largest number of closed contacts.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Certifying {
    /// Which contacts are closed.
    pub(in crate::dynamics) closed: Vec<bool>,
    pub(super) responses: Responses,
    pub(super) pushes: Vec<Push>,
    g: Vec<f64>,
    certificate: Certificate,
}

/// How a closed contact pushes, in which directions it may slide, up to two, and in which of them it is thought to.
#[derive(Clone, Debug)]
pub(super) struct Push {
    pub(super) normal: usize,
    pub(super) mu: f64,
    pub(super) directions: ([[f64; 3]; 2], usize),
    pub(super) chosen: usize,
}

impl Certifying {
    /// (H7) of the chosen directions.
    pub(super) fn number(&mut self) -> f64 {
        let Self { responses, pushes, g, certificate, .. } = self;
        g.clear();
        for row in pushes.iter().map(|push| push.normal) {
            g.extend(pushes.iter().map(|push| {
                let tangents = responses.tangents(responses.impulses[push.normal].contact);
                let parts = push.directions.0[push.chosen].iter().take(tangents).enumerate();
                let rubs: f64 = parts.map(|(k, d)| push.mu * d * responses.entry(row, push.normal + 1 + k)).sum();
                responses.entry(row, push.normal) - rubs
            }));
        }
        certificate.number(g, pushes.len()).unwrap_or(f64::INFINITY)
    }
}
