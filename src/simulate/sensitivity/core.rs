//! All directions at one state: their rates (Y4), and their way onto the constraints (Y6, Y7).

use super::derivative::Along;
use super::members::{Pair, Source, Way};
use super::near::Near;
use super::own::{has_rates, rates, vary};
use super::probes::known;
use super::refusal::SensitivityError;
use super::start::{Begun, answer_start, starts_now, state_of};
use crate::constraint::Level;
use crate::dynamics::{Direction, Query, Residual, State, StateRef, Tangent, Variation};
use crate::error::EvalError;
use crate::model::Model;
use crate::simulate::kept::Kept;
use crate::simulate::result::kinks_at;

/// The directions, and what the evaluation of a stage found along each.
// A list for each thing that belongs to every direction, and one for time: all are made once and used at every stage.
#[derive(Debug)]
pub(super) struct Core {
    pub(super) ways: Vec<Way>,
    /// The members of each source, and the models near the run's.
    pub(super) members: Vec<Vec<Pair>>,
    pub(super) near: Vec<Near>,
    /// What lies between the members of each source at the state that is held, and whether that was asked.
    left: Vec<(Residual, bool)>,
    pub(super) variation: Variation,
    /// What the run has evaluated already of the step that is followed.
    pub(super) kept: Kept,
    /// Does the state that is held stand for the next question as well, if that is of the same place?
    pub(super) stands: bool,
    pub(super) told: Vec<Residual>,
    /// How what slides in space has begun, of each direction.
    pub(super) begun: Vec<Vec<Begun>>,
    /// By how much time goes along with each direction: zero but where a slip in space ends (`parts.rs`).
    pub(super) shifts: Vec<f64>,
    /// How many slips there are that may begin in space.
    slides: usize,
    /// A small part of the next step.
    pub(super) soon: f64,
    /// Has the model kinks, and the step that is taken (`aside.rs`).
    pub(super) kinked: bool,
    pub(super) step: Step,
    /// What moves with time alone.
    pub(super) timely: Residual,
    /// Steps of the differences: of each direction, and of time.
    pub(super) steps: Vec<f64>,
    step_of_time: f64,
    /// Numbers of q, v, variables and the works that are followed, and of a first-order state.
    pub(super) sizes: [usize; 4],
    pub(super) base: usize,
    pub(super) moved: Vec<f64>,
    /// A variable whose rate, or a work whose power, has a corner where it was asked, and when: the works follow the variables.
    pub(super) corner: Option<(usize, f64)>,
    /// What an implicit method solves with.
    pub(super) implicit: Option<Box<Implicit>>,
}

/// The step that is taken: whether a kink is near it, and numbers with the signs there of those that tell kinks. Where one begins, and no kink is passed, they are those where it begins.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub(super) near: bool,
    pub(super) signs: Option<Vec<f64>>,
}

impl Step {
    pub(super) const AHEAD: Self = Self { near: true, signs: None };

    /// One that begins where a kink is passed, with the state beyond it.
    pub(super) fn beyond(model: &Model, state: &State) -> Self {
        Self { near: true, signs: Some(kinks_at(model, state)) }
    }
}

/// The F_z of `stage.rs`, where it is taken, and room for two states of the first order.
#[derive(Debug)]
pub(super) struct Implicit {
    pub(super) tangent: Tangent,
    pub(super) whole: [Vec<f64>; 2],
    /// The middle of the run's step, and when that is.
    pub(super) middle: Vec<f64>,
    pub(super) t: f64,
}

impl Implicit {
    /// None of a model that the tangent does not know, which `members.rs` has refused.
    pub(super) fn of(model: &Model, base: usize) -> Option<Box<Self>> {
        Some(Box::new(Self {
            tangent: Tangent::of(model)?,
            whole: [vec![0.0; base], vec![0.0; base]],
            middle: vec![0.0; base],
            t: 0.0,
        }))
    }
}

impl Core {
    /// Of these directions, for a run of a model whose first-order states have `base` numbers.
    pub(super) fn new(
        model: &Model,
        (ways, sources): (Vec<Way>, Vec<Source>),
        (base, sizes): (usize, [usize; 4]),
        implicit: bool,
    ) -> Result<Self, SensitivityError> {
        let left = sources.iter().map(|_| (Residual::of(model), false)).collect();
        let (members, near) = sources.into_iter().map(|source| (source.members, source.near)).unzip();
        let mut core = Self {
            ways: Vec::new(),
            members,
            near,
            left,
            variation: known(model)?,
            kept: Kept::default(),
            stands: false,
            told: Vec::new(),
            begun: Vec::new(),
            shifts: Vec::new(),
            soon: 0.0,
            kinked: model.has_kinks(),
            step: Step::AHEAD,
            timely: Residual::of(model),
            steps: Vec::new(),
            step_of_time: 0.0,
            slides: model.inner.layout.slides,
            sizes,
            base,
            moved: Vec::with_capacity(sizes.iter().sum()),
            corner: None,
            implicit: if implicit { Implicit::of(model, base) } else { None },
        };
        for way in ways {
            let column = core.add();
            core.ways[column] = way;
        }
        Ok(core)
    }

    /// One more column, along which nothing moves.
    pub(super) fn add(&mut self) -> usize {
        let mut told = self.timely.clone();
        told.clear();
        self.ways.push(Way::along("", &[]));
        self.told.push(told);
        self.begun.push(vec![Begun::default(); self.slides]);
        self.shifts.push(0.0);
        self.steps.push(0.0);
        self.ways.len() - 1
    }

    /// Evaluates a state, which is held from now on.
    pub(super) fn hold(&mut self, model: &Model, query: &Query<'_>, spare: &[usize]) -> Result<(), EvalError> {
        self.left.iter_mut().for_each(|(_, asked)| *asked = false);
        if std::mem::take(&mut self.stands) && self.variation.is_at(query.at) {
            return Ok(());
        }
        match self.kept.evaluated_at(query.at.t, [query.at.q, query.at.v]) {
            Some(ws) => self.variation.hold_from(model, query, ws),
            None => self.variation.hold(model, query, spare).map(|_| ()),
        }
    }

    /// The models beside the run's along a direction, with their weights.
    pub(super) fn models(&self, k: usize, t: f64) -> impl Iterator<Item = (f64, &Near)> {
        self.ways[k].models(&self.near, t)
    }

    pub(super) fn part(&self) -> usize {
        self.sizes.iter().sum()
    }

    /// The S of one direction: q, v and variables.
    pub(super) fn tail<'y>(&self, k: usize, y: &'y [f64]) -> [&'y [f64]; 3] {
        let (q, rest) = y[self.base + k * self.part()..][..self.part()].split_at(self.sizes[0]);
        let (v, rest) = rest.split_at(self.sizes[1]);
        [q, v, &rest[..self.sizes[2]]]
    }

    /// δR of one direction, with its parameter's part, at the state that is held.
    pub(super) fn vary(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        k: usize,
        [q, v, variables]: [&[f64]; 3],
        t: f64,
    ) -> Result<(), EvalError> {
        let direction = Direction { t, q, v, variables };
        let told = &mut self.told[k];
        self.variation.along(model, query, direction, &mut self.steps[k], told)?;
        let shared = self.ways[k].signal().is_some();
        for (source, part) in self.ways[k].parts(query.at.t).filter(|(_, part)| *part != 0.0) {
            let members = &mut self.members[source];
            if !shared {
                members.iter_mut().try_for_each(|pair| pair.add(query, &self.variation, told))?;
                continue;
            }
            // What several knots share is asked once.
            let (left, asked) = &mut self.left[source];
            if !*asked {
                left.clear();
                members.iter_mut().try_for_each(|pair| pair.add(query, &self.variation, left))?;
                *asked = true;
            }
            told.add(part, left);
        }
        Ok(())
    }

    /// δR of the motion itself: along its own slope, time included. `slope` is that of a state of the first order.
    pub(super) fn vary_in_time(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        spare: &[usize],
        slope: &[f64],
    ) -> Result<(), EvalError> {
        let (q, rest) = slope.split_at(self.sizes[0]);
        let variables = model.inner.layout.split(slope).variables;
        let direction = Direction { t: 1.0, q, v: &rest[..self.sizes[1]], variables };
        self.variation.along(model, query, direction, &mut self.step_of_time, &mut self.timely)?;
        if self.variation.starts() {
            let parts = [q, direction.v, variables].concat();
            let along = Along { t: 1.0, parts: &parts };
            let state = state_of(query, Vec::new());
            let slips = self.variation.at_start(model, &self.timely);
            let none = std::iter::empty();
            return answer_start(model, (query, &state, spare), along, (none, &[], slips), &mut self.timely);
        }
        self.variation.answer(model, query, &mut self.timely)
    }

    /// z' and all S', at a state; what was found along each direction is kept.
    pub(super) fn rates(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        spare: &[usize],
        y: &[f64],
        dy: &mut [f64],
    ) -> Result<(), EvalError> {
        self.hold(model, query, spare)?;
        let ([n, m, variables, tracked], kinematics) = (self.sizes, &model.inner.layout.kinematics);
        dy.fill(0.0);
        let (base, tails) = dy.split_at_mut(self.base);
        let own = has_rates(model) || tracked > 0;
        let works = model.inner.layout.split(&y[..self.base]).works;
        let (q, v) = (&y[..n], &y[n..n + m]);
        kinematics.rates(q, v, &mut base[..n]);
        base[n..n + m].copy_from_slice(self.variation.solution()[0]);
        if own {
            let layout = &model.inner.layout;
            let first = n + m + layout.works;
            let found = rates(model, query, spare, works, tracked)?;
            let (rates, powers) = found.split_at(variables);
            base[first..first + variables].copy_from_slice(rates);
            base[n + m..n + m + tracked].copy_from_slice(powers);
        }
        let part = self.part();
        let starts = self.variation.starts().then(|| self.state_after_start(query, base));
        let mut is_here = true;
        for k in 0..self.ways.len() {
            let aside = self.aside(model, query, k, y, base);
            let at =
                aside.as_ref().map_or(query.at, |state| StateRef { memory: query.at.memory, ..StateRef::of(state) });
            let query = &Query { at, ..*query };
            if aside.is_some() || !is_here {
                self.hold(model, query, spare)?;
                is_here = aside.is_none();
            }
            let (tail, shift) = (self.tail(k, y), self.shifts[k]);
            self.vary(model, query, k, tail, shift)?;
            if let Some(state) = &starts {
                let motion = &y[self.base + k * part..][..n + m + variables];
                let slips = if starts_now(query) { 0.0 } else { self.variation.at_start(model, &self.told[k]) };
                let models = self.ways[k].models(&self.near, state.t);
                let whose = (models, &self.begun[k][..], slips);
                answer_start(
                    model,
                    (query, state, spare),
                    Along { t: shift, parts: motion },
                    whose,
                    &mut self.told[k],
                )?;
            } else {
                self.variation.answer(model, query, &mut self.told[k])?;
            }
            let slopes = &mut tails[k * part..(k + 1) * part];
            kinematics.vary_rates([q, v], [tail[0], tail[1]], &mut slopes[..n]);
            slopes[n..n + m].copy_from_slice(&self.told[k].force);
            if own {
                let along = Along { t: shift, parts: &y[self.base + k * part..][..part] };
                let beside = (self.models(k, query.at.t), &self.begun[k][..]);
                let (found, corner) = vary(model, query, spare, beside, (along, works), tracked)?;
                slopes[n + m..].copy_from_slice(&found);
                self.corner = self.corner.or(corner.map(|which| (which, query.at.t)));
            }
        }
        Ok(())
    }

    /// The state of a question, or a little after it if something starts there; `slope` is that of the motion.
    fn state_after_start(&self, query: &Query<'_>, slope: &[f64]) -> State {
        let mut state = state_of(query, Vec::new());
        if starts_now(query) {
            state.t += self.soon;
            let places = state.q.iter_mut().chain(&mut state.v);
            places.zip(slope).for_each(|(x, rate)| *x += self.soon * rate);
        }
        state
    }

    /// (Y6) and (Y7) at a state on the constraints; with `shifts`, of states whose instants move by so much.
    pub(super) fn project(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        spare: &[usize],
        y: &mut [f64],
        shifts: Option<&[f64]>,
    ) -> Result<(), EvalError> {
        if model.rows() == 0 {
            return Ok(());
        }
        self.hold(model, query, spare)?;
        // The factors of the motion stay as they are.
        self.variation.exchange_factors();
        let projected = self.project_held(model, query, y, shifts);
        self.variation.exchange_factors();
        projected
    }

    fn project_held(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        y: &mut [f64],
        shifts: Option<&[f64]>,
    ) -> Result<(), EvalError> {
        let (kinematics, [n, m, ..], part) = (&model.inner.layout.kinematics, self.sizes, self.part());
        for level in [Level::Position, Level::Velocity] {
            for k in 0..self.ways.len() {
                let [q, v, variables] = self.tail(k, y);
                let shift = shifts.map_or(0.0, |shifts| shifts[k]);
                if level == Level::Velocity {
                    self.vary(model, query, k, [q, v, variables], shift)?;
                    continue;
                }
                // Along the places J says it exactly: the rest is asked for alone.
                self.moved.clear();
                self.moved.resize(part, 0.0);
                let alone = shift == 0.0 && variables.iter().all(|x| *x == 0.0);
                if !alone || self.ways[k].parts(query.at.t).any(|(_, part)| part != 0.0) {
                    let still = std::mem::take(&mut self.moved);
                    self.vary(model, query, k, [&still[..n], &still[n..][..m], variables], shift)?;
                    self.moved = still;
                } else {
                    self.told[k].clear();
                }
                kinematics.speeds(query.at.q, q, &mut self.moved[..m]);
                let Residual { phi, .. } = &mut self.told[k];
                self.variation.add_moved_rows(model, &self.moved[..m], phi);
            }
            self.variation.hold_rows(model, query, level)?;
            for k in 0..self.ways.len() {
                let Residual { phi, rate, .. } = &self.told[k];
                let off = if level == Level::Position { phi } else { rate };
                let change = self.variation.correct(model, off, level, query.at.t)?;
                let (q, rest) = y[self.base + k * part..][..part].split_at_mut(n);
                match level {
                    Level::Position => kinematics.add_change(query.at.q, change, q),
                    Level::Velocity => rest[..m].iter_mut().zip(change).for_each(|(v, dv)| *v += dv),
                }
            }
        }
        Ok(())
    }
}
