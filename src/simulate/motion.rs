//! The model as a first-order system: y = (q, v, works, variables, impulses), y' = (q', v'(t, q, v), powers, rates, static friction), with q' = v but
//! for attitudes.
//!
//! The last part is the impulse of each friction force that holds, counted from the beginning of the step: nothing depends on it, but its
//! error keeps the steps short enough for the static forces to be seen where nothing else moves.
//!
//! The signs of friction are held during a step, both those of sliding and those of the loads: the right-hand side is smooth, and the
//! run locates the instants where a sign changes.

use super::kept::Kept;
use super::pace::Pace;
use super::simulation::Simulation;
use super::singular::Passage;
use super::variables::Rates;
use super::watch::{FrictionGuards, Numbers};
use crate::dynamics::{
    Bonds, Mode, Query, Rest, Signs, Stabilization, State, StateRef, Stencil, Tangent, Way, Ways, Workspace,
};
use crate::error::EvalError;
use crate::friction::{Coupling, Search};
use crate::model::{FirstOrder, Model, Succession};
use crate::ode::{Attempt, Linearized, Rhs, Verdict};

/// What is held during a step, with its counterpart at the end of the step, that counts once it is accepted.
// Nearly all of them come in pairs, at the beginning and at the end of the step, and are taken over together.
#[derive(Debug)]
pub(super) struct Motion<'m> {
    pub(super) model: &'m Model,
    pub(super) ws: Box<Workspace>,
    /// What the constraints left in their memory at the last accepted step.
    pub(super) memory: Vec<f64>,
    /// The constraints' memory at the end of the step that was just taken; nothing new if the end has been taken over.
    arrival: Vec<f64>,
    arrived: bool,
    /// The memory with which the accepted state was evaluated: from there it is evaluated again to the same bits.
    pub(super) departure: Vec<f64>,
    pub(super) modes: Vec<Mode>,
    /// Signs of the loads of friction, as they are held during a step.
    pub(super) signs: Vec<f64>,
    /// Where contacts in space slide to at the beginning of the step, and at its end.
    pub(super) ways: Vec<Way>,
    arrival_ways: Vec<Way>,
    /// Impacts since anything else has happened.
    pub(super) impacts: Succession,
    /// Velocities that friction holds at zero; empty if there are none.
    pub(super) frozen: Vec<bool>,
    /// How strongly loads depended on themselves at the last evaluation; zero where none pushes.
    pub(super) coupling: Coupling,
    /// What the stages of the last attempt solved for friction, in their order, and how many there are.
    stages: Vec<Numbers>,
    solved: usize,
    /// Those of them that derivatives ask for again.
    pub(super) kept: Kept,
    /// The rates of the user's variables.
    rates: Rates,
    /// What an implicit method asks for, if the model is known to it.
    tangent: Option<Box<Tangent>>,
    /// How it holds its constraints.
    pub(super) pace: Pace,
    /// Rows to be left out of the next step.
    pub(super) spare: Vec<usize>,
    /// What is known of singular positions.
    pub(super) passage: Passage,
    /// Is the end of each step projected, and how many Newton steps did that take?
    pub(super) projects: bool,
    pub(super) projections: u64,
}

impl<'m> Motion<'m> {
    pub(super) fn new(plan: &Simulation<'m>, start: &State) -> Self {
        let Simulation { model, stabilization, method, .. } = *plan;
        let (memory, modes, signs) = (start.memory.clone(), start.modes.clone(), start.signs.clone());
        // The first slope of a step is the last one's end, and is not a stage.
        let stages = if FrictionGuards::is_needed(model) { method.times().len() - 1 } else { 0 };
        let ways = vec![Way { near: [0.0; 4], speed: 0.0, start: None }; model.inner.layout.slides];
        Self {
            model,
            ws: Box::new(model.workspace()),
            frozen: Vec::with_capacity(model.velocities()),
            coupling: Coupling::default(),
            stages: vec![Numbers::of(model); stages],
            solved: 0,
            arrival: memory.clone(),
            arrived: false,
            departure: memory.clone(),
            memory,
            modes,
            signs,
            arrival_ways: ways.clone(),
            ways,
            impacts: start.impacts.clone(),
            kept: if plan.sensitivities.is_some() { Kept::of(model, method) } else { Kept::default() },
            rates: Rates::default(),
            // Works that control the step need their own rows of the matrix, which it does not have.
            tangent: (method.is_implicit() && plan.tolerance.work.is_none())
                .then(|| Tangent::of(model).map(Box::new))
                .flatten(),
            pace: Pace::new(plan, start.t),
            spare: Vec::new(),
            passage: Passage::new(plan),
            projects: stabilization == Stabilization::Projection && model.rows() > 0 && plan.fixed_step.is_none(),
            projections: 0,
        }
    }

    /// Takes over modes, signs and memory of a state that was changed.
    pub(super) fn take_over(&mut self, state: &State) {
        self.memory.copy_from_slice(&state.memory);
        self.modes.copy_from_slice(&state.modes);
        self.signs.copy_from_slice(&state.signs);
        self.impacts.clone_from(&state.impacts);
        self.ways.iter_mut().for_each(|way| way.start = None);
        self.frozen.clear();
    }

    /// What slips in space and has not stopped where its slip had come to an end goes its own way in the next step.
    pub(super) fn let_slips_go_on(&mut self) {
        self.ways.iter_mut().filter(|way| way.speed.is_infinite()).for_each(|way| way.speed = 0.0);
    }

    /// The motion at a state, everything being held as it is during a step.
    pub(super) fn query<'y>(&'y self, t: f64, y: &'y [f64]) -> Query<'y> {
        let at = StateRef::within(self.model, t, y, &self.memory);
        let query = Query::new(at, &self.modes, Signs::Held(&self.signs)).with_ways(Ways::Near(&self.ways));
        query.with_gains(self.pace.gains).with_rest(Rest::of(&self.frozen))
    }

    /// The motion at a state with nothing held but the modes: all that rests may start, the loads have whichever signs.
    pub(super) fn query_free<'y>(&'y self, t: f64, y: &'y [f64]) -> Query<'y> {
        Query::new(self.query(t, y).at, &self.modes, self.searched())
    }

    /// The signs as they are, to be searched.
    pub(super) fn searched(&self) -> Signs<'_> {
        Signs::Search { from: &self.signs, by: Search::default() }
    }

    /// What holds the bodies.
    pub(super) fn bonds(&self) -> Bonds<'_> {
        Bonds { modes: &self.modes, rest: Rest::of(&self.frozen) }
    }

    /// What the stages of the last attempt solved for friction, the first one left out.
    pub(super) fn stages(&self) -> &[Numbers] {
        &self.stages[..self.solved.min(self.stages.len())]
    }

    /// Remembers what the constraints wrote into their memory at the end of a step, and their residuals, before anything else is evaluated.
    pub(super) fn note_end(&mut self, t: f64, y: &[f64]) -> Result<(), EvalError> {
        self.ws.count_open(self.model, StateRef::within(self.model, t, y, &self.memory));
        self.arrival.copy_from_slice(&self.ws.memory);
        self.arrived = true;
        self.arrival_ways.copy_from_slice(&self.ways);
        self.ws.tell_ways(self.model, &self.modes, &mut self.arrival_ways);
        let numeric = self.ws.numeric();
        self.passage.note_state(numeric.closeness(), numeric.dropped().len());
        self.pace.note_end(&self.ws, StateRef::within(self.model, t, y, &self.memory));
        self.choose_spare(t, y)
    }

    /// Makes that the memory, and the drift, from which the next step starts.
    pub(super) fn commit(&mut self) {
        if std::mem::take(&mut self.arrived) {
            self.departure.copy_from_slice(&self.memory);
            self.memory.copy_from_slice(&self.arrival);
            self.ways.copy_from_slice(&self.arrival_ways);
        }
        self.pace.commit();
        self.ws.spare.clone_from(&self.spare);
    }

    /// The parts of a first-order state.
    pub(super) fn split<'y>(&self, y: &'y [f64]) -> FirstOrder<'y> {
        self.model.inner.layout.split(y)
    }

    /// A state as a first-order one, the impulses being zero.
    pub(super) fn join(&self, state: &State) -> Vec<f64> {
        [&state.q[..], &state.v, &state.works, &state.variables, &vec![0.0; self.signs.len()]].concat()
    }
}

impl Motion<'_> {
    /// y' at the state as it is.
    pub(super) fn rhs_at(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
        self.pace.correct(t, &self.model.inner.layout.position_rows);
        let at = StateRef::within(self.model, t, y, &self.memory);
        let query = Query::new(at, &self.modes, Signs::Held(&self.signs)).with_ways(Ways::Near(&self.ways));
        let query =
            query.with_gains(self.pace.gains).with_rest(Rest::of(&self.frozen)).with_correction(self.pace.correction());
        self.kept.put_away(&mut self.ws);
        self.coupling = self.ws.evaluate(self.model, &query)?;
        self.kept.note(t, &y[..end]);
        let numeric = self.ws.numeric();
        self.passage.saw(t, numeric.closeness(), numeric.dropped().len());
        if let Some(stage) = self.stages.get_mut(self.solved) {
            stage.read(self.model, &self.ws);
        }
        self.solved += 1;
        self.model.inner.layout.kinematics.rates(&y[..n], &y[n..end], &mut dy[..n]);
        dy[n..end].copy_from_slice(&self.ws.acceleration);
        let (powers, rest) = dy[end..].split_at_mut(self.ws.powers.len());
        powers.copy_from_slice(&self.ws.powers);
        let (rates, impulses) = rest.split_at_mut(self.model.inner.variables.len());
        let works = self.model.inner.layout.split(y).works;
        if !rates.is_empty() {
            self.rates.write(self.model, &mut self.ws, (at, works), (&self.modes, &self.signs), rates)?;
        }
        impulses.fill(0.0);
        // Of several components their sum: all are seen in it.
        self.ws.holding_forces().for_each(|(point, force)| impulses[point] = force);
        Ok(())
    }
}

impl Rhs for Motion<'_> {
    type Error = EvalError;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), EvalError> {
        if self.passage.care { self.rhs_near(t, y, dy) } else { self.rhs_at(t, y, dy) }
    }

    /// Nothing depends on the works, unless the user's own rates do, and nothing on the impulses.
    fn reads(&self, i: usize) -> bool {
        let layout = &self.model.inner.layout;
        let works = layout.coordinates + layout.velocities..layout.coordinates + layout.velocities + layout.works;
        let variables = self.model.inner.variables.len();
        if works.contains(&i) { variables > 0 } else { i < works.end + variables }
    }

    fn linearized(&mut self) -> Option<&mut dyn Linearized<Error = EvalError>> {
        if self.tangent.is_some() { Some(self) } else { None }
    }

    fn iterate(&mut self) {
        self.solved = 0;
    }

    fn attempt(&mut self, t: f64, h: f64) {
        self.solved = 0;
        self.kept.begin();
        self.passage.attempt(t);
        self.pace.attempt(t, h);
    }

    fn wish(&mut self, t: f64, wanted: f64, t_max: f64) -> Option<f64> {
        self.passage.wish(t, wanted, t_max)
    }

    fn settle(&mut self, t: f64, y: &mut [f64]) -> Result<bool, EvalError> {
        self.kept.end(&mut self.ws);
        if !self.projects {
            return Ok(false);
        }
        self.project_end(t, y)?;
        Ok(self.passage.counts())
    }

    fn restricts(&self) -> Option<f64> {
        self.passage.restricts()
    }

    fn restrict(&mut self, t: f64, y: &[f64], error: &mut [f64]) {
        self.restrict_error(t, y, error);
    }

    fn judge(&mut self, attempt: &Attempt<'_>) -> Verdict {
        self.judge_attempt(attempt)
    }
}

impl Linearized for Motion<'_> {
    type Error = EvalError;

    fn linearize(&mut self, t: f64, y: &[f64], _slope: &[f64]) -> Result<(), EvalError> {
        let Some(mut tangent) = self.tangent.take() else { return Ok(()) };
        let outcome = tangent.linearize(self.model, &self.query(t, y), Stencil::FORWARD, &self.ws.spare);
        self.tangent = Some(tangent);
        outcome
    }

    fn shift(&mut self, real: f64, pair: [f64; 2]) -> bool {
        self.tangent.as_mut().is_some_and(|tangent| tangent.shift(real, pair))
    }

    fn solve(&mut self, r: &mut [f64]) {
        if let Some(tangent) = &mut self.tangent {
            tangent.solve(self.model, r);
        }
    }

    fn solve_pair(&mut self, re: &mut [f64], im: &mut [f64]) {
        if let Some(tangent) = &mut self.tangent {
            tangent.solve_pair(self.model, re, im);
        }
    }
}
