//! How the instant of a change moves with the parameters (Y9): for each guard its derivative along each direction, and in time.

use super::derivative::{Along, derivative};
use super::follow::Follower;
use super::members::Pair;
use super::own::rates;
use super::probes::flat;
use super::start::evaluated;
use crate::dynamics::Query;
use crate::friction::Search;
use crate::model::{Model, State};
use crate::simulate::drive::Drive;
use crate::simulate::failure::RunFailure;
use crate::simulate::watch::Smooth;

/// A guard that jumps is this part, or more, of what it was at the beginning of the step, and farther from zero than it would go in so many seconds, which an instant is known better.
const JUMPED: f64 = 1e-3;
const LOCATED: f64 = 1e-9;

/// What a guard does about where it has passed zero.
#[derive(Clone, Debug)]
pub(in crate::simulate) struct Moves {
    pub(super) name: String,
    /// g_z S + g_p along each direction, and ġ.
    along: Vec<f64>,
    rate: f64,
    /// ġ h of the step that led to it, and the guard at its beginning.
    pub(super) in_step: f64,
    pub(super) range: f64,
    /// What is left of it where it has passed zero.
    left: f64,
}

impl Moves {
    /// What is located is zero to rounding, unless it has jumped over that: then nothing tells how its instant moves.
    pub(super) fn jumped(&self, t: f64) -> bool {
        let Self { left, range, rate, .. } = self;
        *range > 0.0 && *left > (JUMPED * range).max(LOCATED * ((1.0 + t.abs()) * rate.abs()).max(1.0))
    }

    /// Where it is known that it passes.
    pub(super) fn of_passage(self) -> Self {
        Self { in_step: f64::INFINITY, range: 0.0, ..self }
    }

    /// δτ along each direction.
    pub(super) fn shifts(&self) -> Vec<f64> {
        self.along.iter().map(|change| if *change == 0.0 { 0.0 } else { -change / self.rate }).collect()
    }
}

impl Follower {
    /// Evaluates the end of the step, with what changes along each direction and in time.
    pub(super) fn look(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        let (model, motion, t) = (drive.model, &drive.motion, drive.t());
        self.y.copy_from_slice(self.stepper.y());
        let mut slope = vec![0.0; self.y.len()];
        let query = motion.query(t, drive.y());
        // The slope at this end was the last that was asked for.
        self.core.stands = true;
        self.core.rates(model, &query, &motion.ws.spare, &self.y, &mut slope)?;
        Ok(self.core.vary_in_time(model, &query, &motion.ws.spare, &slope[..self.core.base])?)
    }

    /// A guard of friction that is made of what every evaluation solves, at the end of the step that was looked at.
    pub(super) fn moves_of(&self, drive: &Drive<'_>, smooth: &Smooth, name: String) -> Option<Moves> {
        let core = &self.core;
        let along = |k: usize| {
            let holding = |point: usize| {
                let law = |model: &Model| model.inner.frictions[point].law.holding();
                let of = |(source, part): (usize, f64)| {
                    let members = core.members[source].iter();
                    part * members
                        .map(|Pair { models: [up, down], weight, .. }| weight * (law(up) - law(down)))
                        .sum::<f64>()
                };
                core.ways[k].parts(drive.t()).filter(|(_, part)| *part != 0.0).map(of).sum()
            };
            smooth.change(drive.model, &drive.end, [&core.told[k], &core.timely], holding)
        };
        let along = (0..core.ways.len()).map(along).collect::<Option<Vec<f64>>>()?;
        let rate = smooth.change(drive.model, &drive.end, [&core.timely; 2], |_| 0.0)?;
        let [from, to] = drive.span();
        let range = smooth.at(&drive.begin, 0.0).g.abs();
        Some(Moves { name, along, rate, in_step: rate.abs() * (to - from), range, left: 0.0 })
    }

    /// Any other guard, a function of model and state, at the end of the step or within it; `begin` is the state at the beginning.
    pub(super) fn moves_by(
        &self,
        model: &Model,
        at: (&State, &[f64]),
        begin: &State,
        name: String,
        guard: impl FnMut(&Model, &State) -> Result<f64, RunFailure>,
    ) -> Result<Moves, RunFailure> {
        let slope = slope(model, at.0, self.core.sizes[3])?;
        self.moves_along(model, (at, &slope), begin, name, guard)
    }

    /// The same where the motion that leads there has this slope.
    pub(super) fn moves_along(
        &self,
        model: &Model,
        ((state, tails), slope): ((&State, &[f64]), &[f64]),
        begin: &State,
        name: String,
        mut guard: impl FnMut(&Model, &State) -> Result<f64, RunFailure>,
    ) -> Result<Moves, RunFailure> {
        let mut value = |model: &Model, state: &State| guard(model, state).map(|g| vec![g]);
        let mut along = Vec::with_capacity(self.core.ways.len());
        for (k, parts) in tails.chunks_exact(self.core.part()).enumerate() {
            let members = self.core.models(k, state.t);
            along.push(derivative(model, state, Along { t: 0.0, parts }, members, &mut value)?[0]);
        }
        let rate = derivative(model, state, Along { t: 1.0, parts: slope }, std::iter::empty(), &mut value)?[0];
        let range = if begin.t < state.t { value(model, begin)?[0].abs() } else { 0.0 };
        let left = value(model, state)?[0].abs();
        Ok(Moves { name, along, rate, in_step: rate.abs() * (state.t - begin.t), range, left })
    }
}

/// q', v', the rates of the variables and the powers of the works that are followed.
fn slope(model: &Model, state: &State, works: usize) -> Result<Vec<f64>, RunFailure> {
    let query = Query::of(state, Search::default());
    let ws = evaluated(model, &query, &[])?;
    let mut slope = vec![0.0; flat(state, works).len()];
    let (q, rest) = slope.split_at_mut(state.q.len());
    model.inner.layout.kinematics.rates(&state.q, &state.v, q);
    let (v, own) = rest.split_at_mut(state.v.len());
    v.copy_from_slice(&ws.acceleration);
    own.copy_from_slice(&rates(model, &query, &[], &state.works, works)?);
    Ok(slope)
}
