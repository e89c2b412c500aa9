//! The certificate that friction leaves exactly one motion: it covers directions of sliding, signs of loads, sticking and starting together.
//!
//! L is the set of points that slide, R the set of those at rest, w = −x their tangential forces. With the rest of the mechanism eliminated:
//!
//! ```text
//! z = a − A x          loads: A_ij is what load i gains from a unit force along tangent j
//! α = e − E x          slip accelerations: E = D M̂⁻¹ Dᵀ = W Wᵀ, symmetric, positive semidefinite, of rank f               (F1)
//! i ∈ L: x_i = σ_i μ_i |z_i|          i ∈ R: x_i ∈ μ_i |z_i| Sgn(α_i)
//! ```
//!
//! A point at rest has its static limit μ' for sticking *and* for starting. It starts when it reaches the limit; only once it slides does its
//! force fall to μ N. Between μ N and μ' N a point that sticks goes on sticking; that is the hysteresis of the law.
//!
//! **Two solutions** differ by Δ. x_i is the projection of x_i + ρα_i onto [−μ|z_i|, μ|z_i|]. Along the segment between two arguments a
//! projection follows the argument (on a part d of the segment) or the bound. Because |Δ|z|| ≤ |Δz|, there are |g_i| ≤ 1 and 0 ≤ t_i ≤ ∞ with
//!
//! ```text
//! Δx_i = t_i Δα_i + g_i μ_i Δz_i    (t_i = 0 in L; t_i = ∞: Δα_i = 0)    ⇒    (I + T E + Γ M A) Δx = 0                   (F2)
//! ```
//!
//! The motion is the same if u = Wᵀ Δx = 0. A load of two components (a pin) has a vector |g_i| ≤ 1 in place of the number.
//!
//! **Existence** (F3). If det(I + ΓMA) > 0 for all g = ±1, then it is positive for all |g| ≤ 1, because it is affine in each g. Every solution has
//! x = ΓMz, so that (I + ΓMA) x = ΓMa bounds it. Let all μ grow from 0, where x = 0 is the only solution: the degree of the map x ↦ projection does not change, so
//! that there is a solution, whatever E is.
//!
//! **Determinants** (F4). Let det > 0 for every choice of rows e_i ± μ_i A_i (any i) or E_i (i ∈ R) in which the chosen rows of E are independent;
//! and for every set P ⊂ R whose rows of E are dependent and of rank below f, let the loads outside of P not depend on how the forces in P are split:
//! A_i n = 0 for all i ∉ P and all n on P with E n = 0. Then there is exactly one motion, whatever a and e are.
//! *Proof.* Let P be the points with t_i = ∞. The determinant of (F2) is affine in each row: a sum of those listed, with coefficients
//! ≥ 0; those with dependent rows of E vanish. If the rows P are independent, the choice of E_i exactly in P has a positive coefficient, so Δx = 0. If they are
//! dependent and of rank f, Δα_P = 0 implies u = 0. Otherwise choose a basis P' ⊂ P, Q = P ∖ P', and null vectors n_q with (n_q)_Q = e_q; write Δx = y + Σ c_q n_q with
//! y_Q = 0. Then the rows outside of Q contain y alone. Their determinant, times det(1 + ΓM A n) over Q, is one of those listed, and the second
//! factor has the mean 1 over the signs in Q. So the first factor is positive, and y = 0, E Δx = 0.
//! For a pin the rows are e_i + μ_i v·A_i with the corners v of an octagon around the unit circle.
//!
//! **One vector** (F5). Let E_RR be regular, and let some y > 0 satisfy Σ_j μ_i|A_ij| y_j < y_i for all i and Σ_{j≠i} |E_ij| y_j < E_ii y_i for i ∈ R. Then in the scaling y
//! the matrix of (F2) is diagonally dominant, and there is exactly one motion. Power iteration finds y, with O(n²) operations per iteration.
//!
//! **One freedom** (F6). Let f = 1, E = r rᵀ, r_i ≠ 0 (for example two sliders of a mechanism with one freedom, at rest: the split of their forces is not determined). With K = |MA|
//! there is exactly one motion if h = (I − Kᵀ)⁻¹|r| exists, is positive, and h_i ≤ 2|r_i| in R. *Proof.* If some t_i = ∞, then Δα_i = 0 and u = 0. Otherwise Δx = −B⁻¹T r u with
//! B = I + ΓMA, and (1 + (B⁻ᵀr)ᵀ T r) u = 0, where |B⁻ᵀr − r| ≤ h − |r| ≤ |r| in R. So B⁻ᵀr has the signs of r, and the bracket is positive. This holds for any number of points.
//!
//! **Blocks** (F7). Row i of (F2) contains x_j only if μ_iA_ij ≠ 0, or E_ij ≠ 0 and i ∈ R. Each strong component of this graph is decided by itself, in the
//! order of the graph. The forces of other components that it depends on have Δx = 0 or, where E is singular, E Δx = 0. So the forces of a component with singular E that
//! move nothing must not change a load outside of it.
//!
//! **The number** (F8) is 0 without friction, grows with the coefficients, and is below 1 exactly where a theorem holds. In (F5) it is max (K y)_i/y_i: all μ can be multiplied by
//! any factor below its inverse. In (F6) it is max h_i/|r_i| − 1. In (F4) it is 1 − min det/det₀, where det₀ belongs to the same choice without friction.
//! It is infinite where no theorem holds, which does not mean that there are several motions.

mod blocks;
mod choices;
mod judge;
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
    /// Loads and slip accelerations depend so little on the friction forces of other points that one scaling of all forces proves it (F5).
    Scaling,
    /// The points hold one freedom together, and their friction cannot reverse the motion that it resists (F6).
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

    /// The components of the last certificate.
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
