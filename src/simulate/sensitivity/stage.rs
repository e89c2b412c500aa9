//! A stage of the step that is taken once more, under what the run holds.
//!
//! An implicit method needs F = ∂y'/∂y of y = (z, S₁ … S_m). On its diagonal stands for each S the F_z of the motion, for S' = F_z S + f_p; what is below, ∂(F_z S)/∂z, is left out:
//!
//! ```text
//! (1)  (s − F) x = r:   (s − F_z) x_k = r_k   for z and for each S_k
//! ```
//!
//! Newton's iteration then converges to the same stages, no slower but for one iteration, whose z is not yet there: the spectral radius is that of the diagonal. Of S it goes on until what is left is a small part of S itself.

use super::core::Core;
use crate::dynamics::Stencil;
use crate::error::EvalError;
use crate::math::max_abs_skip_nan;
use crate::ode::{Control, Linearized, Norm, Rhs};
use crate::simulate::motion::Motion;

/// No step of a run is as long.
const LONGER: f64 = 1e300;

pub(super) struct Stage<'f, 'm> {
    pub(super) core: &'f mut Core,
    pub(super) motion: &'f Motion<'m>,
}

/// One step each time, whatever its error: it is that of the run.
pub(super) fn control() -> Control {
    let mut control = Control::fixed(LONGER);
    control.max_steps = u64::MAX;
    (control.rtol, control.atol, control.norm) = (0.0, vec![1.0], Norm::Max);
    control
}

impl Rhs for Stage<'_, '_> {
    type Error = EvalError;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let query = self.motion.query(t, &y[..self.core.base]);
        self.core.rates(self.motion.model, &query, &self.motion.ws.spare, y, dy)
    }

    fn linearized(&mut self) -> Option<&mut dyn Linearized<Error = EvalError>> {
        if self.core.implicit.is_some() { Some(self) } else { None }
    }
}

impl Linearized for Stage<'_, '_> {
    type Error = EvalError;

    /// In the middle of the step, which the run knows already: what turns away from stiff directions does so by half as much as from its beginning.
    fn linearize(&mut self, _t: f64, _y: &[f64], _slope: &[f64]) -> Result<(), EvalError> {
        let motion = self.motion;
        let Some(implicit) = &mut self.core.implicit else { return Ok(()) };
        let query = motion.query(implicit.t, &implicit.middle);
        implicit.tangent.linearize(motion.model, &query, Stencil::FORWARD, &motion.ws.spare)
    }

    fn shift(&mut self, real: f64, pair: [f64; 2]) -> bool {
        self.core.implicit.as_mut().is_some_and(|implicit| implicit.tangent.shift(real, pair))
    }

    fn solve(&mut self, r: &mut [f64]) {
        let (base, sizes, model) = (self.core.base, self.core.sizes, self.motion.model);
        let Some(implicit) = &mut self.core.implicit else { return };
        let (z, tails) = r.split_at_mut(base);
        implicit.tangent.solve(model, z);
        for tail in tails.chunks_exact_mut(sizes.iter().sum()) {
            let [whole, _] = &mut implicit.whole;
            put(tail, whole, sizes);
            implicit.tangent.solve(model, whole);
            take(tail, whole, sizes);
        }
    }

    fn solve_pair(&mut self, re: &mut [f64], im: &mut [f64]) {
        let (base, sizes, model) = (self.core.base, self.core.sizes, self.motion.model);
        let Some(implicit) = &mut self.core.implicit else { return };
        let [(z_re, tails_re), (z_im, tails_im)] = [re, im].map(|r| r.split_at_mut(base));
        implicit.tangent.solve_pair(model, z_re, z_im);
        let part = sizes.iter().sum();
        for (re, im) in tails_re.chunks_exact_mut(part).zip(tails_im.chunks_exact_mut(part)) {
            let [whole_re, whole_im] = &mut implicit.whole;
            put(re, whole_re, sizes);
            put(im, whole_im, sizes);
            implicit.tangent.solve_pair(model, whole_re, whole_im);
            take(re, whole_re, sizes);
            take(im, whole_im, sizes);
        }
    }

    /// The largest of e_q/max(|S_q|, h |S_v|) and e_v/max(|S_v|, |S_q|/h), of z and of each S.
    fn measure(&self, correction: &[f64], y0: &[f64], z: &[f64], h: f64) -> Option<f64> {
        let Core { base, sizes: [n, m, ..], .. } = *self.core;
        let part = self.core.part();
        let begins = std::iter::once(0).chain((base..y0.len()).step_by(part));
        let of = |begin: usize| {
            let size = |range: std::ops::Range<usize>| range.map(|i| (y0[i] + z[i]).abs()).fold(0.0, f64::max);
            let (places, speeds) = (begin..begin + n, begin + n..begin + n + m);
            let (q, v) = (size(places.clone()), size(speeds.clone()));
            let [e_q, e_v] = [places, speeds].map(|range| max_abs_skip_nan(&correction[range]));
            (e_q / q.max(h * v).max(f64::MIN_POSITIVE)).max(e_v / v.max(q / h).max(f64::MIN_POSITIVE))
        };
        // What is not finite is told by the norm of all of it.
        let finite = correction.iter().all(|x| x.is_finite());
        finite.then(|| begins.map(of).fold(0.0, f64::max))
    }
}

/// A state of the first order with an S in the place of z, all else zero.
fn put(tail: &[f64], whole: &mut [f64], [n, m, ..]: [usize; 4]) {
    whole[..n + m].copy_from_slice(&tail[..n + m]);
    whole[n + m..].fill(0.0);
}

fn take(tail: &mut [f64], whole: &[f64], [n, m, ..]: [usize; 4]) {
    tail[..n + m].copy_from_slice(&whole[..n + m]);
}
