//! Is there one motion with the contacts that are closed? (H7), for every direction in which those at rest could start.
//!
//! With the direction σ_j and the coefficient μ_j of each contact (at rest: both directions, with the static limit), the closed contacts obey
//!
//! ```text
//! γ' = G N + c,   G_ij = n_i M̂⁻¹ (n_j − μ_j σ_j t_j)ᵀ = G̃_(n_i n_j) − μ_j σ_j G̃_(n_i t_j)                (H4)
//! ```
//!
//! and if every such G passes (H7), each pattern of directions leaves one motion. The number that is told is the largest 1 − λ, λ the least eigenvalue of the symmetric part of the
//! scaled G: 0 for one smooth contact, below 1 if all are certified.
//!
//! In space t_j is the combined tangent of the direction d in which it slides. At rest d may be any; there the certificate is only given where no friction of the contact moves a normal
//! rate, G̃_(n_i t_j) = 0, a ball on a floor: N then does not depend on it, and friction in a cone under a given N leaves one motion because it opposes the slip.

use super::response::Responses;
use crate::dynamics::{Mode, Query, Workspace};
use crate::error::EvalError;
use crate::linear::complementarity::certificate;
use crate::math::max_abs_skip_nan;
use crate::model::Model;
use nalgebra::DMatrix;

/// Most combinations of the directions of contacts at rest that are compared.
const PATTERNS: usize = 64;
/// Slips below this part of the largest velocity have no direction of their own.
const SLOW: f64 = 1e-9;
/// What is told where the other half of (H7) certifies.
const BY_BOUND: f64 = 1.0 - 1e-9;

impl Workspace {
    /// The certificate's number for the closed contacts; none if there are none. Infinite where it says nothing: also where joints rub.
    pub(in crate::dynamics) fn certify_contacts(
        &mut self,
        model: &Model,
        query: &Query<'_>,
    ) -> Result<Option<f64>, EvalError> {
        let inner = &*model.inner;
        let closed = model.closed_contacts(query.modes);
        if !closed.contains(&true) {
            return Ok(None);
        }
        let rubs = |mode: Mode| mode == Mode::Stick || mode == Mode::Undecided || mode.direction() != 0.0;
        let joints = inner.frictions.iter().any(|f| f.contact.is_none() && rubs(query.modes[f.entry]));
        if joints {
            return Ok(Some(f64::INFINITY));
        }
        let closed_points =
            inner.contacts.iter().zip(&closed).filter(|(_, closed)| **closed).filter_map(|(c, _)| c.friction);
        let rests = |point: &usize| {
            let friction = &inner.frictions[*point];
            friction.slide.is_none() && query.modes[friction.entry].direction() == 0.0
        };
        if closed_points.clone().next().is_none() {
            // By Gauss's principle: see `standing.rs`.
            return Ok(Some(0.0));
        }
        if closed_points.filter(rests).count() > PATTERNS.ilog2() as usize {
            return Ok(Some(f64::INFINITY));
        }
        let responses = self.impulse_responses(model, query.at, query.modes, &closed)?;
        let slow = SLOW * max_abs_skip_nan(query.at.v);
        let pushes: Vec<Push> = (0..responses.impulses.len())
            .filter(|&i| !responses.impulses[i].tangential)
            .map(|i| {
                let point = inner.contacts[responses.impulses[i].contact].friction.map(|point| &inner.frictions[point]);
                let Some(friction) = point else { return Push { normal: i, mu: 0.0, directions: vec![[0.0; 3]] } };
                let (speed, direction) = (friction.size_of(&self.rate), query.modes[friction.entry].direction());
                let slides = direction != 0.0 && (friction.slide.is_none() || speed > slow);
                let directions = match (friction.slide.is_some(), slides) {
                    (false, true) => vec![[direction, 0.0, 0.0]],
                    (false, false) => vec![[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]],
                    (true, true) => vec![friction.parts(&self.rate).map(|s| s / speed)],
                    (true, false) if responses.is_apart(i) => vec![[0.0; 3]],
                    // A cone at rest that moves normal rates: nothing is proved.
                    (true, false) => Vec::new(),
                };
                let mu = if slides { friction.law.sliding(speed) } else { friction.law.holding() };
                Push { normal: i, mu, directions }
            })
            .collect();
        let patterns = pushes.iter().try_fold(1_usize, |all, push| all.checked_mul(push.directions.len()));
        let Some(patterns) = patterns.filter(|patterns| (1..=PATTERNS).contains(patterns)) else {
            return Ok(Some(f64::INFINITY));
        };
        let mut most = 0.0_f64;
        for mut pattern in 0..patterns {
            let directions = pushes.iter().map(|push| {
                let k = pattern % push.directions.len();
                pattern /= push.directions.len();
                push.directions[k]
            });
            let directions: Vec<[f64; 3]> = directions.collect();
            most = most.max(number(&responses, &pushes, &directions));
        }
        Ok(Some(most))
    }
}

/// How a closed contact pushes, and in which directions it may slide.
struct Push {
    normal: usize,
    mu: f64,
    directions: Vec<[f64; 3]>,
}

fn number(responses: &Responses, pushes: &[Push], directions: &[[f64; 3]]) -> f64 {
    let n = pushes.len();
    let entry = |i: usize, j: usize| {
        let (row, push) = (pushes[i].normal, &pushes[j]);
        let tangents =
            directions[j].iter().take(responses.tangents(responses.impulses[push.normal].contact)).enumerate();
        let rubs: f64 = tangents.map(|(k, d)| push.mu * d * responses.entry(row, push.normal + 1 + k)).sum();
        responses.entry(row, push.normal) - rubs
    };
    let g: Vec<f64> = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).collect();
    if !certificate(&g, n) {
        return f64::INFINITY;
    }
    let size = |i: usize| g[i * n + i].sqrt();
    let scaled = DMatrix::from_fn(n, n, |i, j| 0.5 * (g[i * n + j] + g[j * n + i]) / (size(i) * size(j)));
    let least = scaled.symmetric_eigenvalues().min();
    if least > 0.0 { 1.0 - least } else { BY_BOUND }
}
