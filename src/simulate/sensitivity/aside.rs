//! Beside which state derivatives are asked at the ends of a step, where a force has a kink.
//!
//! A run ends a step at each kink. There a difference is the mean of both slopes, however short it is, and of a force that jumps it is no slope at all; so it is for members of a family that have the kink a little
//! before and a little after. The slope in the step is that on its own side of the kink, which is what it is at
//!
//! ```text
//! (1)  z ± ε z',  t ± ε
//! ```
//!
//! with the sign, and the least ε, with which the numbers that tell kinks have the signs that they have in the step, and none changes its sign along any difference: of the shortest that `Variation` takes, and to any member. What that moves the slope by is of the order of ε, at one stage of a step
//! that is far longer.

use super::core::{Core, Step};
use super::start::state_of;
use crate::dynamics::{Query, StateRef, Variation};
use crate::model::{Model, State};
use crate::simulate::result::kinks_at;

/// The first ε beside the time, by how much it grows, and the longest.
const LEAST: f64 = 1e-14;
const GROWS: f64 = 4.0;
const LONGEST: f64 = 1e-5;
/// How many of the shortest differences must be clear of kinks.
const CLEAR: f64 = 4.0;

impl Core {
    /// Looks on which sides of the kinks the step is that is to be taken, and whether one is near either end.
    pub(super) fn look_for_kinks(&mut self, model: &Model, ends: [&Query<'_>; 2], y: &[f64]) {
        if !self.kinked {
            return;
        }
        let states = ends.map(|query| state_of(query, Vec::new()));
        let clear = |state: &State| (0..self.ways.len()).all(|k| self.is_clear(model, state, k, y));
        let near = !states.iter().all(clear);
        // At one of both ends a number may be zero: it passes there.
        let [a, b] = states.each_ref().map(|state| kinks_at(model, state));
        let signs = Some(a.iter().zip(b).map(|(a, b)| a + b).collect());
        self.step = Step { near, signs };
    }

    /// A state beside that of a question, by some of its slope, for one direction; none where no kink is near.
    pub(super) fn aside(&self, model: &Model, query: &Query<'_>, k: usize, y: &[f64], slope: &[f64]) -> Option<State> {
        if !self.kinked || !self.step.near {
            return None;
        }
        let beside = |by: f64| {
            let StateRef { q, v, variables, .. } = query.at;
            let mut state = state_of(query, Vec::new());
            let first = q.len() + v.len() + model.inner.layout.works;
            let rates = slope[..q.len() + v.len()].iter().chain(&slope[first..first + variables.len()]);
            let numbers = state.q.iter_mut().chain(&mut state.v).chain(&mut state.variables);
            numbers.zip(rates).for_each(|(x, rate)| *x += by * rate);
            state.t += by;
            state
        };
        let t = query.at.t;
        let [mut by, longest] = [LEAST, LONGEST].map(|part| part * (1.0 + t.abs()));
        let signs = self.step.signs.clone().unwrap_or_else(|| kinks_at(model, &beside(0.0)));
        let stands = |state: &State| are_alike(&signs, &kinks_at(model, state)) && self.is_clear(model, state, k, y);
        if stands(&beside(0.0)) {
            return None;
        }
        while by <= longest {
            if let Some(state) = [by, -by].into_iter().map(beside).find(stands) {
                return Some(state);
            }
            by *= GROWS;
        }
        None
    }

    /// Has every number that tells a kink one sign about a state, for all differences of a direction?
    fn is_clear(&self, model: &Model, state: &State, k: usize, y: &[f64]) -> bool {
        let here = kinks_at(model, state);
        let alike = |there: Vec<f64>| are_alike(&here, &there);
        let [q, v, variables] = self.tail(k, y);
        let h = CLEAR * self.variation.shortest([q, v, variables]);
        let along = |h: f64| {
            let mut moved = state.clone();
            let numbers = moved.q.iter_mut().chain(&mut moved.v).chain(&mut moved.variables);
            numbers.zip(q.iter().chain(v).chain(variables)).for_each(|(x, d)| *x += h * d);
            alike(kinks_at(model, &moved))
        };
        let sources = self.ways[k].parts(state.t).filter(|(_, part)| *part != 0.0);
        let mut members = sources.flat_map(|(source, _)| &self.members[source]).flat_map(|pair| &pair.models);
        [h, -h].into_iter().all(along) && members.all(|member| alike(kinks_at(member, state)))
    }
}

/// Have numbers that tell kinks the same signs? What is no number tells none, and what is zero on both sides does not pass.
fn are_alike(a: &[f64], b: &[f64]) -> bool {
    a.iter().zip(b).all(|(a, b)| a * b > 0.0 || a == b || a.is_nan() || b.is_nan())
}

impl Variation {
    /// The shortest step of a difference along a direction of q, v and variables.
    fn shortest(&self, [q, v, variables]: [&[f64]; 3]) -> f64 {
        let size = self.size(crate::dynamics::Direction { t: 0.0, q, v, variables });
        if size > 0.0 { Self::SHORTEST / size } else { 0.0 }
    }
}
