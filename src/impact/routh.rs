//! One contact: Routh's process. The normal impulse p is the clock, and Coulomb's law holds at every instant of the impact (Keller 1986).
//!
//! With G̃ = [G_NN G_NT; G_TN G_TT], the rates (γ, s) and τ = dT/dp
//!
//! ```text
//! dγ/dp = G_NN + G_NT τ,     ds/dp = G_TN + G_TT τ                                                    (H9)
//! slides    τ = −μ(‖s‖) d,   d = s/‖s‖
//! sticks    τ = −G_TT⁻¹ G_TN                                      if s = 0 and ‖τ‖ ≤ μ'
//! starts    G_TN − μ G_TT d = a d,   a > 0,   τ = −μ d            if s = 0 otherwise
//! ```
//!
//! **The direction of a start.** d(a) = (a + μ G_TT)⁻¹ G_TN has a length that falls with a: from ‖G_TT⁻¹ G_TN‖/μ > 1 at a = 0, because the contact cannot
//! stick (μ ≤ μ'), to ‖d‖ < 1 at a = ‖G_TN‖. So there is exactly one direction that lasts, in any number of tangents, and it is the root of
//!
//! ```text
//! (1)  Σ_i (b_i/(a + μ λ_i))² = 1        λ_i the eigenvalues of G_TT, b_i the components of G_TN along its eigenvectors
//! ```
//!
//! **Pieces.** Where τ is constant, (γ, s) are linear in p, and the end of the piece is solved for: the slip ends, compression ends, or expansion does
//! (H10). That is so while it sticks, and while it slides with a constant μ along a d that is an eigenvector, G_TN − μ G_TT d ∥ d: always in the plane,
//! after a start, and for a ball. A planar impact has at most three such pieces and is exact. Elsewhere the slip is integrated (`spatial.rs`), until it is as straight: with a the rate of ‖s‖ in p, a
//! small deviation δ of d from such an eigenvector obeys, in the clock dσ = dp/‖s‖ and with P across d,
//!
//! ```text
//! (2)  dδ/dσ = −(a + μ P G_TT P) δ
//! ```
//!
//! and dies out if a + μλ > 0 for the least λ. What is kept of it errs in T by ∫ μδ dp ≤ μ‖s‖δ/(a + μλ). Where the slip hardly ends (a ≈ 0, next to sticking), it takes a straight piece to its end,
//! and σ ~ 1/|a| in steps that are limited by the decay of (2).
//!
//! **It ends.** d(½ (γ, s)·G̃⁻¹(γ, s))/dp = γ − μ‖s‖ < 0 in compression. A start has dγ/dp > μ a > 0, because (1, −μd)·G̃(1, −μd) ≥ 0; sticking has
//! dγ/dp ≥ 0. So a rate that falls (dγ/dp < 0: sliding that jams) falls only until the slip ends.
//!
//! **Impact without collision.** Nothing changes if the process begins with γ = 0 and dγ/dp < 0, where no force can hold a sliding contact closed:
//!
//! ```text
//! γ⁻ = 0,  G_NN − μ G_NT d ≤ 0:    compression until the slip ends, and so on                            (H12)
//! ```
//!
//! **Singular responses.** A body that turns about a pin has one freedom, and (γ, s) = r ω: both vanish together. Where |r_N| ≤ μ|r_T| the contact then sticks and no
//! impulse moves it: the impact ends there, whatever e is. If it still approaches, a belt drives it, and it is jammed. A tangent with no response
//! (λ_i = 0) keeps its slip and needs no force to stick. G̃ has the rounding of its largest entry, whatever r_N/r_T is: where a contact sticks, G_NN − G_NT G_TT⁻¹ G_TN is rounding beside that, not beside G_NN. What is as small
//! and answers all the same, a body that turns very easily, is told from it by the rate at which it approaches when it begins to stick, which is none where both vanish together.
//! And a slip along a tangent with no response may be what joints leave of the rates, which no impulse would ever end.

use super::law::{Friction, ImpactError, Restitution};
use super::process::{Process, Rates, Response};
use super::progress::Progress;
use super::spatial;
use crate::math::small::{dot, eigen, norm, plus};
use crate::ode::find_root;
use std::array::from_fn;
use std::convert::Infallible;

/// Pieces of a process: no more than three in the plane; in space a slip can stop and start again where γ turns.
const MOST_PIECES: usize = 64;
/// Part of the largest response that is rounding.
const ROUNDING: f64 = 1e-13;
/// The same of what has no response at all.
const NONE: f64 = 2e-15;
/// Part of the largest rate that joints may leave, which hold velocities as a run does; so small a slip is rest elsewhere as well.
const LEFT: f64 = 1e-9;
/// Deviation from a direction that lasts below which it is that direction: in (2), what it may still do to T.
const SETTLED: f64 = 1e-13;
/// Speed up to which a slip that starts keeps its first direction, in the unit of the process, where μ changes with the speed.
const FIRST: f64 = 1e-9;

/// What an impact does.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Blow<const K: usize> {
    /// N.
    pub normal: f64,
    /// T.
    pub tangential: [f64; K],
    /// Rates after it. A slip that ended and did not start again is exactly zero.
    pub after: Rates<K>,
    /// The part of N until compression ended.
    pub compression: f64,
    /// Energy lost.
    pub lost: f64,
    /// Pieces of the process.
    pub pieces: usize,
}

/// What a contact does along a piece.
enum Way<const K: usize> {
    Slides([f64; K]),
    Sticks([f64; K]),
}

/// An impact at one contact: (H9), (H10), and (H12) if it begins with γ = 0.
///
/// Without an impulse if it opens, or if nothing drives it in.
pub(crate) fn strike<const K: usize>(
    response: &Response<K>,
    before: &Rates<K>,
    friction: Friction<'_>,
    law: Restitution,
    e: f64,
) -> Result<Blow<K>, ImpactError> {
    let (speed, largest) = (before.gap.abs().max(norm(&before.slip)), response.largest());
    let finite = (before.gap + speed + largest).is_finite();
    if !(finite && response.nn > ROUNDING * largest) {
        return Err(ImpactError::NoResponse { contact: 0 });
    }
    let none = Blow { normal: 0.0, tangential: [0.0; K], after: *before, compression: 0.0, lost: 0.0, pieces: 0 };
    if before.gap > 0.0 || speed == 0.0 {
        return Ok(none);
    }
    if K > 0 && friction.is_smooth() {
        let (nt, gap) = (response.nt, before.gap);
        let response = Response { nn: response.nn, nt: [], tt: [] };
        let blow = strike(&response, &Rates { gap, slip: [] }, friction, law, e)?;
        let slip = plus(&before.slip, blow.normal, &nt);
        let after = Rates { gap: blow.after.gap, slip };
        let Blow { normal, compression, lost, pieces, .. } = blow;
        return Ok(Blow { normal, tangential: [0.0; K], after, compression, lost, pieces });
    }
    // Powers of two: nothing is rounded.
    let (unit, g) = (speed.log2().round().exp2(), largest.log2().round().exp2());
    let response = response.scaled(1.0 / g);
    let rates = Rates { gap: before.gap / unit, slip: reached(&response, before.slip.map(|s| s / unit)) };
    let mut process = Process {
        response,
        friction,
        unit,
        rates,
        normal: 0.0,
        tangential: [0.0; K],
        progress: Progress::new(law, e, rates.gap),
    };
    let pieces = process.run()?;
    let (p, end) = (unit / g, process.rates);
    let lost = process.normal * (rates.gap + end.gap) + dot(&process.tangential, &plus(&rates.slip, 1.0, &end.slip));
    Ok(Blow {
        normal: p * process.normal,
        tangential: process.tangential.map(|t| p * t),
        after: Rates { gap: unit * end.gap, slip: end.slip.map(|s| unit * s) },
        compression: p * process.progress.impulses[0],
        lost: -0.5 * p * unit * lost,
        pieces,
    })
}

/// A slip without what is next to nothing along tangents that have no response, in the units of a process.
fn reached<const K: usize>(response: &Response<K>, slip: [f64; K]) -> [f64; K] {
    let (values, vectors) = eigen(response.tt);
    let along = (0..K).map(|i| (dot(&slip, &vectors[i]), values[i], &vectors[i]));
    let unreached = along.filter(|(part, value, _)| *value <= NONE && part.abs() <= LEFT);
    unreached.fold(slip, |slip, (part, _, vector)| plus(&slip, -part, vector))
}

impl<const K: usize> Process<'_, K> {
    /// Runs to the end of expansion; the number of pieces.
    fn run(&mut self) -> Result<usize, ImpactError> {
        let mut answers = false;
        for piece in 1..=MOST_PIECES {
            let speed = norm(&self.rates.slip);
            let over = match self.way(speed) {
                Way::Slides(d) if self.is_straight(speed, &d) => {
                    let mu = self.friction.sliding(self.unit * speed);
                    let (normal, slip) = self.response.slopes(mu, &d);
                    let lasts = self.friction.is_constant() && (speed == 0.0 || speed >= FIRST);
                    let most = if lasts { f64::INFINITY } else { FIRST };
                    self.straight((normal, dot(&slip, &d)), &d.map(|d| -mu * d), (speed, &d), most)?
                }
                Way::Slides(_) => spatial::slide(self)?,
                Way::Sticks(tau) => {
                    let slope = self.response.nn + dot(&self.response.nt, &tau);
                    answers |= slope > ROUNDING || (slope > NONE && self.rates.gap < -LEFT);
                    if answers && slope > NONE {
                        self.straight((slope, 0.0), &tau, (0.0, &[0.0; K]), f64::INFINITY)?
                    } else if self.rates.gap >= -LEFT {
                        self.rates.gap = self.rates.gap.max(0.0);
                        true // held by friction alone: no impulse moves it
                    } else {
                        return Err(ImpactError::Jammed { contact: 0 });
                    }
                }
            };
            if over {
                return Ok(piece);
            }
        }
        let reason = format!("it stops and starts more than {MOST_PIECES} times");
        Err(ImpactError::Unsolved { contact: 0, reason })
    }

    fn way(&self, speed: f64) -> Way<K> {
        if speed > 0.0 {
            return Way::Slides(self.rates.slip.map(|s| s / speed));
        }
        let (values, vectors) = eigen(self.response.tt);
        let b: [f64; K] = from_fn(|i| dot(&vectors[i], &self.response.nt));
        let along = |parts: [f64; K]| (0..K).fold([0.0; K], |sum, i| plus(&sum, parts[i], &vectors[i]));
        let tau = from_fn(|i| if values[i] > ROUNDING { -b[i] / values[i] } else { 0.0 });
        if norm(&tau) <= self.friction.holding() {
            return Way::Sticks(along(tau));
        }
        // (1)
        let mu = self.friction.sliding(0.0);
        let d = |a: f64| from_fn(|i| if values[i] > ROUNDING { b[i] / (a + mu * values[i]) } else { 0.0 });
        let (too_long, most) = (|a: f64| norm(&d(a)) - 1.0, norm(&b));
        let at_zero = too_long(0.0).min(f64::MAX);
        let Ok(root) = find_root(|a| Ok::<_, Infallible>(too_long(a)), 0.0, at_zero, most, too_long(most), 0.0);
        let d = along(d(root.hi));
        Way::Slides(d.map(|x| x / norm(&d)))
    }

    /// Does τ stay as it is while the contact slides along d? A slip that begins keeps its direction, up to [`FIRST`] at least; one that has come to a direction that lasts keeps it (2).
    pub(super) fn is_straight(&self, speed: f64, d: &[f64; K]) -> bool {
        if speed == 0.0 {
            return true;
        }
        let mu = self.friction.sliding(self.unit * speed);
        let (_, slope) = self.response.slopes(mu, d);
        let along = dot(&slope, d);
        let across = plus(&slope, -along, d);
        let constant = self.friction.is_constant();
        let least = || eigen(self.response.tt).0.into_iter().fold(f64::INFINITY, f64::min);
        speed < FIRST && along > 0.0
            || constant && norm(&across) <= f64::EPSILON * 4.0 * (norm(&self.response.nt) + mu)
            || (constant || speed < FIRST) && norm(&across) <= SETTLED * (along + mu * least())
    }

    /// A piece with constant slopes of γ and of the slip along d, up to a slip of `most`. Is the impact over?
    fn straight(
        &mut self,
        (normal, slip): (f64, f64),
        tau: &[f64; K],
        (speed, d): (f64, &[f64; K]),
        most: f64,
    ) -> Result<bool, ImpactError> {
        let gamma = self.rates.gap;
        let stop = if slip < 0.0 { -speed / slip } else { (most - speed) / slip.max(0.0) };
        let end = self.progress.ahead(gamma, normal).unwrap_or(f64::INFINITY);
        let again = if normal < 0.0 && !self.progress.compressing { -gamma / normal } else { f64::INFINITY };
        let x = stop.min(end).min(again);
        if !x.is_finite() {
            return Err(ImpactError::Jammed { contact: 0 });
        }
        self.advance(x, x * (gamma + 0.5 * normal * x), tau);
        self.rates.gap = gamma + normal * x;
        let reached = if x == stop && slip < 0.0 { 0.0 } else { speed + slip * x };
        self.rates.slip = d.map(|d| d * reached);
        Ok(self.turn(x == end, x == again))
    }
}
