//! (H7) of closed contacts in chosen directions, with the buffers of `certify.rs`.

use super::islands::Islands;
use super::responses::Responses;
use crate::linear::complementarity::Certificate;
use crate::model::Mode;

/// Buffers of the certificate; they grow to the largest number of closed contacts.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Certifying {
    /// Which contacts are closed.
    pub(in crate::dynamics) closed: Vec<bool>,
    pub(in crate::dynamics) islands: Islands,
    /// The number of each island, and whether it is not known of several of its contacts at rest if they stuck before.
    pub(in crate::dynamics) numbers: Vec<f64>,
    pub(in crate::dynamics) rest_together: Vec<bool>,
    /// Of the islands that are asked by their response, which they are, and the response; more, where there were more.
    pub(super) asked: Vec<usize>,
    pub(super) responses: Vec<Responses>,
    pub(super) trial: Trial,
    /// Modes before and after a decision without all islands but one, and its closed contacts.
    pub(in crate::dynamics) masked: [Vec<Mode>; 2],
    pub(in crate::dynamics) marks: Vec<bool>,
}

/// An island's pushes in chosen directions, and (H7) of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Trial {
    pub(super) pushes: Vec<Push>,
    g: Vec<f64>,
    impulses: Vec<f64>,
    certificate: Certificate,
}

/// A motion is none below this part of what its impulses do one by one, as squares: what is the same motion elsewhere may differ by more.
const NONE: f64 = 1e-13;

/// How a closed contact pushes, in which directions it may slide, up to two, and in which of them it is thought to.
#[derive(Clone, Debug)]
pub(super) struct Push {
    pub(super) normal: usize,
    pub(super) mu: f64,
    /// Is it at rest, so that friction may be anything that its load allows?
    pub(super) rests: bool,
    pub(super) directions: ([[f64; 3]; 2], usize),
    pub(super) chosen: usize,
}

impl Trial {
    /// (H7) of the chosen directions.
    pub(super) fn number(&mut self, responses: &Responses) -> f64 {
        let Self { pushes, g, impulses, certificate } = self;
        let pushes = &*pushes;
        g.clear();
        for row in pushes.iter().map(|push| push.normal) {
            let pushed =
                |push: &Push| push.parts(responses).map(|(i, part)| part * responses.entry(row, i)).sum::<f64>();
            g.extend(pushes.iter().map(pushed));
        }
        // ‖M̂⁻¹ Wᵀ N‖² = Pᵀ G̃ P, P the impulses of N.
        let moves = |n: &[f64]| {
            impulses.clear();
            impulses.resize(responses.impulses.len(), 0.0);
            let mut alone = 0.0;
            for (push, n) in pushes.iter().zip(n) {
                if push.rests && *n != 0.0 {
                    return true;
                }
                push.parts(responses).for_each(|(i, part)| impulses[i] += n * part);
                let own = |(i, here)| push.parts(responses).map(move |(j, there)| here * there * responses.entry(i, j));
                alone += n * n * push.parts(responses).flat_map(own).sum::<f64>();
            }
            responses.energy(impulses) > NONE * alone
        };
        certificate.number(g, pushes.len(), moves).unwrap_or(f64::INFINITY)
    }
}

impl Push {
    /// Its impulses for a unit load: their places, and how large they are.
    fn parts(&self, responses: &Responses) -> impl Iterator<Item = (usize, f64)> {
        let tangents = responses.tangents(responses.impulses[self.normal].contact);
        let d = self.directions.0[self.chosen];
        let (normal, mu) = (self.normal, self.mu);
        std::iter::once((normal, 1.0)).chain((0..tangents).map(move |k| (normal + 1 + k, -mu * d[k])))
    }
}
