//! A certificate that friction leaves exactly one motion: directions of sliding, signs of loads, sticking and starting, all together.
//!
//! Tangential forces w = −x of the points that slide (set L) and of those at rest (set R), the rest of the mechanism eliminated:
//!
//! ```text
//! z = a − A x          loads: A_ij is what load i gains from a unit force along tangent j
//! α = e − E x          slip accelerations: E = D M̂⁻¹ Dᵀ = W Wᵀ, symmetric, positive semidefinite, of rank f               (F1)
//! i ∈ L: x_i = σ_i μ_i |z_i|          i ∈ R: x_i ∈ μ_i |z_i| Sgn(α_i)
//! ```
//!
//! A point at rest counts with its static limit μ' for sticking *and* for starting: it starts when it reaches the limit, and what then falls to μ
//! is the force of a point that slides. Between μN and μ'N a point that sticks goes on sticking; that is the law's hysteresis.
//!
//! **Two solutions** differ by Δ. x_i is the projection of x_i + ρα_i onto [−μ|z_i|, μ|z_i|], and along the segment between two arguments a
//! projection follows the argument (a part d of the way) or the bound. As |Δ|z|| ≤ |Δz|, there are |g_i| ≤ 1 and 0 ≤ t_i ≤ ∞ with
//!
//! ```text
//! Δx_i = t_i Δα_i + g_i μ_i Δz_i    (t_i = 0 in L; t_i = ∞: Δα_i = 0)    ⇒    (I + T E + Γ M A) Δx = 0                   (F2)
//! ```
//!
//! The motion is the same if u = Wᵀ Δx = 0. A load of two components (a pin) has a vector |g_i| ≤ 1 in place of the number.
//!
//! **Existence** (F3). If det(I + ΓMA) > 0 for all rows with g = ±1, then for all |g| ≤ 1, as it is affine in each g. Every solution has
//! x = ΓMz, so (I + ΓMA) x = ΓMa bounds it. Scale all μ from 0, where x = 0 is the only one: the degree of the map x ↦ projection is kept, and there
//! is a solution, whatever E is.
//!
//! **Determinants** (F4). Let det > 0 for every choice of rows e_i ± μ_i A_i (any i) or E_i (i ∈ R) in which the chosen rows of E are independent;
//! and for every set P ⊂ R whose rows of E are dependent and of rank below f, let the loads outside of P not depend on how the forces in P are split:
//! A_i n = 0 for all i ∉ P and all n on P with E n = 0. Then there is exactly one motion, whatever a and e are.
//! *Proof.* Let P be the points with t_i = ∞. The determinant of (F2) is affine in each row: a sum of those listed, with coefficients
//! ≥ 0; those with dependent rows of E vanish. If the rows P are independent, the choice of E_i in P alone has positive coefficients: Δx = 0. If they are
//! dependent of rank f, Δα_P = 0 says u = 0. Otherwise choose a basis P' ⊂ P, Q = P ∖ P', and null vectors n_q with (n_q)_Q = e_q; write Δx = y + Σ c_q n_q with
//! y_Q = 0. Outside of Q the rows then hold y alone. Their determinant, times det(1 + ΓM A n) over Q, is one of those listed, and the second
//! factor has the mean 1 over the signs in Q: so the first is positive, y = 0, E Δx = 0.
//! For a pin the rows are e_i + μ_i v·A_i with the corners v of an octagon around the unit circle.
//!
//! **One vector** (F5). Let E_RR be regular and some y > 0 have Σ_j μ_i|A_ij| y_j < y_i for all i and Σ_{j≠i} |E_ij| y_j < E_ii y_i for i ∈ R. Then (F2) is dominated by its
//! diagonal in the scaling y: exactly one motion. Found by power iteration, O(n²) a round.
//!
//! **One freedom** (F6). Let f = 1, E = r rᵀ, r_i ≠ 0 (two sliders of a mechanism with one freedom, at rest: the split of their forces is not determined). With K = |MA|,
//! exactly one motion if h = (I − Kᵀ)⁻¹|r| exists, is positive, and h_i ≤ 2|r_i| in R. *Proof.* Some t_i = ∞: Δα_i = 0, u = 0. Otherwise Δx = −B⁻¹T r u with
//! B = I + ΓMA, and (1 + (B⁻ᵀr)ᵀ T r) u = 0, where |B⁻ᵀr − r| ≤ h − |r| ≤ |r| in R: B⁻ᵀr has the signs of r, the bracket is positive. Any number of points.
//!
//! **Blocks** (F7). Row i of (F2) reads j only if μ_iA_ij ≠ 0, or E_ij ≠ 0 and i ∈ R. Each strong component of this graph is decided by itself, in the
//! order of the graph: what it reads has Δx = 0, or, where E is singular, Δx with E Δx = 0; so a component with singular E must not
//! reach a load outside of it by a force that moves nothing.
//!
//! **The number** (F8) is 0 without friction, grows with it, and is below 1 exactly where a theorem holds: max (K y)_i/y_i in (F5): all μ can be multiplied by
//! anything less than its inverse; max h_i/|r_i| − 1 in (F6); 1 − min det/det₀ in (F4), det₀ being the same choice without friction.
//! It is infinite where nothing is certified, which does not say that there are several motions.

mod blocks;
mod choices;
pub(super) mod mobility;
pub(super) mod parts;
mod rank;
mod scaled;
mod scaling;
#[cfg(test)]
mod tests;
pub(super) mod verdict;

use blocks::Blocks;
use choices::Choices;
use rank::Rank;
pub(crate) use scaled::Points;
use scaled::{MARGIN, Scaled};
use scaling::Scaling;

/// How it was proved that there is exactly one motion.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Theorem {
    /// No load and no slip acceleration answers strongly enough to friction elsewhere: one scaling of all forces shows it (F5).
    Scaling,
    /// The points hold one freedom together, and their friction cannot turn the motion that it resists (F6).
    OneFreedom,
    /// All combinations of sticking, sliding and signs were compared (F4).
    Determinants,
}

/// One component of (F7), and what was proved of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged {
    /// Where its points begin in the order of all components, and how many there are.
    pub(crate) start: usize,
    pub(crate) len: usize,
    /// (F8).
    pub(crate) number: f64,
    pub(crate) theorem: Option<Theorem>,
}

/// The buffers of all theorems; it allocates only when there are more points than ever before.
#[derive(Clone, Debug, Default)]
pub(crate) struct Certifier {
    scaled: Scaled,
    blocks: Blocks,
    rank: Rank,
    scaling: Scaling,
    choices: Choices,
    judged: Vec<Judged>,
}

impl Certifier {
    /// (F8) of all points together: the largest of their components.
    pub(crate) fn certify(&mut self, points: &Points) -> f64 {
        self.scaled.fill(points);
        self.blocks.find(&self.scaled);
        self.judged.clear();
        if !self.scaled.is_finite() {
            self.judged.push(Judged { start: 0, len: points.len(), number: f64::INFINITY, theorem: None });
            return f64::INFINITY;
        }
        for block in 0..self.blocks.count() {
            let (start, len) = self.blocks.span(block);
            let (number, theorem) = match self.prove(start, len) {
                Some((number, theorem)) => (number, Some(theorem)),
                None => (f64::INFINITY, None),
            };
            self.judged.push(Judged { start, len, number, theorem });
        }
        self.judged.iter().fold(0.0, |most: f64, block| most.max(block.number))
    }

    /// The components, as they were judged last.
    pub(crate) fn judged(&self) -> &[Judged] {
        &self.judged
    }

    /// The points of a component.
    pub(crate) fn members(&self, block: &Judged) -> &[usize] {
        &self.blocks.order()[block.start..block.start + block.len]
    }

    fn prove(&mut self, start: usize, len: usize) -> Option<(f64, Theorem)> {
        let Self { scaled, blocks, rank, scaling, choices, .. } = self;
        let members = &blocks.order()[start..start + len];
        let resting = |i: &&usize| scaled.rests[**i];
        let finite = |number: f64| number < 1.0 - MARGIN;
        let hardly = |i: &usize| scaled.noise[*i] == f64::INFINITY;
        if members.iter().filter(resting).any(hardly) {
            return None;
        }
        rank.find(scaled, members.iter().filter(resting).copied());
        if rank.is_doubtful() {
            return None;
        }
        if rank.is_full() {
            let number = scaling.one_vector(scaled, members);
            return if finite(number) {
                Some((number, Theorem::Scaling))
            } else {
                choices.compare(scaled, members, rank, None).map(|number| (number, Theorem::Determinants))
            };
        }
        rank.find(scaled, members.iter().copied());
        if members.iter().any(hardly)
            || rank.is_doubtful()
            || !blocks.others(start, len).all(|i| rank.leaves_alone(scaled, i))
        {
            return None;
        }
        let freedoms = rank.rank();
        if freedoms == 1 && members.iter().all(|&i| scaled.noise[i] > 0.0) {
            let number = scaling.one_freedom(scaled, members);
            if finite(number) {
                return Some((number, Theorem::OneFreedom));
            }
        }
        choices.compare(scaled, members, rank, Some(freedoms)).map(|number| (number, Theorem::Determinants))
    }
}
