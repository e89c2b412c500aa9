//! A stage of the step that is taken once more, under what the run holds; and how an implicit method solves for it.
//!
//! F of (z, S₁ … S_m) has that of z in each block on its diagonal, and below what the second derivatives of f leave. Newton's method with the blocks of the diagonal alone finds S as soon as z stands: what is
//! left out multiplies the correction of z.

use super::core::Core;
use crate::dynamics::Stencil;
use crate::error::EvalError;
use crate::model::Model;
use crate::ode::{Control, Linearized, Rhs};
use crate::simulate::motion::Motion;
use crate::simulate::simulation::Simulation;

/// No step of a run is as long.
const LONGER: f64 = 1e300;
/// How much less the iteration of an implicit method asks of S than of z, which it brings to rounding: to the tolerance itself; and the tolerance below which differences leave more than that.
const LOOSER: f64 = 1e-8;
const TIGHT: f64 = 1e-10;
/// Times the absolute tolerance of z: what S is near where it passes zero.
const COARSER: f64 = 100.0;

pub(super) struct Stage<'f, 'm> {
    pub(super) core: &'f mut Core,
    pub(super) motion: &'f Motion<'m>,
}

/// One step each time; tolerances for an implicit method alone, those of the run for z, and for S what makes as much of z where a parameter changes by its size.
pub(super) fn control(plan: &Simulation<'_>, core: &Core) -> Control {
    let ([n, m, z], (absolute, _)) = (core.sizes, plan.tolerance.components(plan.model));
    let mut control = Control::fixed(LONGER);
    control.max_steps = u64::MAX;
    control.rtol = plan.tolerance.relative;
    let weights = |moves: usize, rest: usize| std::iter::repeat_n(1.0, moves).chain(std::iter::repeat_n(0.0, rest));
    control.weights = weights(n + m, core.base - n - m).collect();
    control.atol.clone_from(&absolute);
    for way in &core.ways {
        let looser = LOOSER * (control.rtol / TIGHT).min(1.0);
        control.weights.extend(weights(n + m, z).map(|weight| looser * weight));
        control.atol.extend(absolute[..n + m].iter().map(|atol| COARSER * atol / way.size));
        control.atol.extend(std::iter::repeat_n(1.0, z));
    }
    control
}

impl Rhs for Stage<'_, '_> {
    type Error = EvalError;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let query = self.motion.query(t, &y[..self.core.base]);
        self.core.rates(self.motion.model, &query, &self.motion.ws.spare, y, dy)
    }

    fn linearized(&mut self) -> Option<&mut dyn Linearized<Error = EvalError>> {
        if self.core.tangent.is_some() { Some(self) } else { None }
    }
}

impl Stage<'_, '_> {
    /// Solves block by block; `solve` gets the two parts of a first-order state, of which the second may be of no meaning.
    fn blocks(&mut self, re: &mut [f64], im: &mut [f64], solve: impl Fn(&mut Core, &Model, &mut [f64], &mut [f64])) {
        let (model, [n, m, z], base, part) = (self.motion.model, self.core.sizes, self.core.base, self.core.part());
        let works = model.inner.layout.works;
        let mut room = std::mem::take(&mut self.core.room);
        let ((first, re), (second, im)) = (re.split_at_mut(base), im.split_at_mut(base));
        solve(self.core, model, first, second);
        for (re, im) in re.chunks_exact_mut(part).zip(im.chunks_exact_mut(part)) {
            room.clear();
            room.resize(2 * base, 0.0);
            let (a, b) = room.split_at_mut(base);
            for (room, tail) in [(&mut *a, &*re), (&mut *b, &*im)] {
                room[..n + m].copy_from_slice(&tail[..n + m]);
                room[n + m + works..][..z].copy_from_slice(&tail[n + m..]);
            }
            solve(self.core, model, a, b);
            for (room, tail) in [(a, re), (b, im)] {
                tail[..n + m].copy_from_slice(&room[..n + m]);
                tail[n + m..].copy_from_slice(&room[n + m + works..][..z]);
            }
        }
        self.core.room = room;
    }
}

impl Linearized for Stage<'_, '_> {
    type Error = EvalError;

    fn linearize(&mut self, t: f64, y: &[f64], _slope: &[f64]) -> Result<(), EvalError> {
        // The steps of the differences are those of a state where its iteration begins.
        self.core.steady = false;
        let mut rates = std::mem::take(&mut self.core.rates);
        rates.resize(y.len(), 0.0);
        let outcome = self.rhs(t, y, &mut rates);
        self.core.rates = rates;
        outcome?;
        self.core.steady = true;
        let Some(tangent) = &mut self.core.tangent else { return Ok(()) };
        let query = self.motion.query(t, &y[..self.core.base]);
        tangent.linearize(self.motion.model, &query, Stencil::CENTRAL, &self.motion.ws.spare)
    }

    fn shift(&mut self, real: f64, pair: [f64; 2]) -> bool {
        self.core.tangent.as_mut().is_some_and(|tangent| tangent.shift(real, pair))
    }

    fn solve(&mut self, r: &mut [f64]) {
        let mut none = std::mem::take(&mut self.core.none);
        none.resize(r.len(), 0.0);
        self.blocks(r, &mut none, |core, model, r, _| {
            if let Some(tangent) = &mut core.tangent {
                tangent.solve(model, r);
            }
        });
        self.core.none = none;
    }

    fn solve_pair(&mut self, re: &mut [f64], im: &mut [f64]) {
        self.blocks(re, im, |core, model, re, im| {
            if let Some(tangent) = &mut core.tangent {
                tangent.solve_pair(model, re, im);
            }
        });
    }
}
