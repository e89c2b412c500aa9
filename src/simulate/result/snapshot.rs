//! One instant of a motion, and everything that can be read of it.

use super::solved::{Known, Solution, Solved, Solver};
use crate::dynamics::{Baumgarte, Mode, Query, Signs, State, StateRef, Touching};
use crate::element::{BodyId, Ctx, ForceId, Frames, Inside, Point, Space, VariableId};
use crate::error::{ElementError, EvalError};
use crate::friction::Search;
use crate::math::{Now, Signal, TimeLaw};
use crate::measure::{Measure, Reading};
use crate::model::Model;
use std::cell::{Ref, RefCell};
use std::rc::Rc;

/// One instant: time, positions, velocities, and the accelerations and multipliers that belong to them.
///
/// A handle of another model makes its methods panic.
///
/// ```
/// # use chetaev::prelude::*;
/// # let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let rod = builder.body("rod", RigidBody::rod(1.0, 2.0).at(1.0, 0.0, 0.0));
/// let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-1.0, 0.0)));
/// let model = builder.build()?;
/// // A rod let go from the horizontal falls with 3g/2L, and its pin carries a quarter of its weight.
/// let state = model.placed();
/// let now = model.read(&state);
/// assert!((now.body_acceleration(rod)[2] + 0.75 * 9.81).abs() < 1e-12);
/// assert!((now.reaction(pin).force.y - 0.25 * 9.81).abs() < 1e-12);
/// assert_eq!((now.kinetic(), now.potential()), (0.0, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Snapshot<'a> {
    pub(in crate::simulate) model: &'a Model,
    pub(in crate::simulate) t: f64,
    pub(in crate::simulate) q: &'a [f64],
    pub(in crate::simulate) v: &'a [f64],
    pub(crate) works: &'a [f64],
    pub(in crate::simulate) variables: &'a [f64],
    pub(in crate::simulate) memory: &'a [f64],
    pub(crate) modes: &'a [Mode],
    pub(in crate::simulate) signs: &'a [f64],
    pub(in crate::simulate) solved: Solved<'a>,
}

impl Snapshot<'_> {
    pub(super) fn place(&self) -> StateRef<'_> {
        StateRef { t: self.t, q: self.q, v: self.v, memory: self.memory, variables: self.variables }
    }

    /// The time, and the variables here.
    pub(super) fn now(&self) -> Now<'_> {
        Now::new(self.t, self.variables)
    }

    /// The motion here.
    pub(super) fn query(&self) -> Query<'_> {
        let at = self.place();
        let signs = Signs::Search { from: self.signs, by: Search::default() };
        // Open contacts are looked at too: their gaps are read.
        Query::new(at, self.modes, signs).with_touching(Touching::All)
    }
}

impl Model {
    /// Reads a state by handle, as a sample of a run: bodies, points, measures, energies, and, solved when something asks for them, accelerations and
    /// reactions (without gains: those of a run are in [`Trajectory::read`](super::Trajectory::read)).
    ///
    /// Friction that the state leaves undecided is decided, together with contacts that touch, as [`decide_friction`](Model::decide_friction) does it. Where that cannot be
    /// done what is solved is NaN, and `decide_friction` says why.
    ///
    /// # Panics
    /// If the state is one of another model.
    #[track_caller]
    pub fn read<'a>(&'a self, state: &'a State) -> Snapshot<'a> {
        self.expect_own(state);
        let solver = Solver::that_decides();
        Snapshot::of(self, state, Solved::Alone(Rc::new(RefCell::new(solver))))
    }
}

impl<'a> Snapshot<'a> {
    pub(super) fn of(model: &'a Model, state: &'a State, solved: Solved<'a>) -> Self {
        let State { t, q, v, works, variables, modes, signs, memory, .. } = state;
        Self { model, t: *t, q, v, works, variables, modes, signs, memory, solved }
    }

    /// Without gains, under the modes of the state: what is differentiated keeps them.
    pub(crate) fn as_it_stands(model: &'a Model, state: &'a State) -> Self {
        Self::alone(model, state, Baumgarte::OFF)
    }

    pub(in crate::simulate) fn alone(model: &'a Model, state: &'a State, gains: Baumgarte) -> Self {
        Self::of(model, state, Solved::Alone(Rc::new(RefCell::new(Solver::new(gains)))))
    }

    /// A state whose solution is known.
    pub(crate) fn with_solution(model: &'a Model, state: &'a State, solution: &'a Solution) -> Self {
        Self::of(model, state, Solved::Kept(solution))
    }

    /// The model that moves.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// The state here, as a copy: a run goes on from it. Impacts that follow each other are counted anew.
    pub fn state(&self) -> State {
        let [q, v, works, variables, memory, signs] =
            [self.q, self.v, self.works, self.variables, self.memory, self.signs].map(<[f64]>::to_vec);
        State {
            t: self.t,
            q,
            v,
            works,
            variables,
            modes: self.modes.to_vec(),
            signs,
            memory,
            impacts: Default::default(),
            names: self.model.inner.layout.names,
        }
    }

    /// Time.
    pub fn t(&self) -> f64 {
        self.t
    }

    /// All coordinates.
    pub fn q(&self) -> &'a [f64] {
        self.q
    }

    /// All velocities.
    pub fn v(&self) -> &'a [f64] {
        self.v
    }

    /// All accelerations.
    pub fn acceleration(&self) -> Vec<f64> {
        self.solution().acceleration.clone()
    }

    /// What a variable is.
    #[track_caller]
    pub fn variable(&self, variable: VariableId) -> f64 {
        self.variables[self.model.check_variable(variable)]
    }

    /// What a signal is there, with the variables that it reads: of a [formula](Signal::formula) of them, for a guard.
    #[track_caller]
    pub fn signal(&self, signal: &Signal) -> f64 {
        let known = |[_, model]: &[u32; 2]| self.model.inner.admits_number(*model);
        assert!(
            signal.variables().iter().all(known),
            "the signal reads a variable of another model: make it with variables of this one"
        );
        signal.now(Now::new(self.t, self.variables))
    }

    /// Pose and twist of a body's frame.
    #[track_caller]
    pub fn body<S: Space>(&self, body: BodyId<S>) -> S::Frame {
        self.frame::<S>(self.model.check(body.into()))
    }

    /// Acceleration of a body's frame along its twist (E9): (a_x, a_y, ω'), or (a, Ω') with Ω' in body axes.
    #[track_caller]
    pub fn body_acceleration<S: Space>(&self, body: BodyId<S>) -> S::Twist {
        let index = self.model.check(body.into());
        self.model.frame_acceleration::<S>(index, self.q, self.v, &self.solution().acceleration)
    }

    /// World position of a body-fixed point.
    #[track_caller]
    pub fn position<S: Space>(&self, point: Point<S>) -> S::Vector {
        S::position(&self.frame::<S>(self.model.check(point.body)), point.local)
    }

    /// World velocity of a body-fixed point.
    #[track_caller]
    pub fn velocity<S: Space>(&self, point: Point<S>) -> S::Vector {
        S::velocity(&self.frame::<S>(self.model.check(point.body)), point.local)
    }

    /// A measure and its rate.
    #[track_caller]
    pub fn measure<M: Measure>(&self, measure: &M) -> Result<Reading<M::Space>, ElementError> {
        let mut frames = Frames::new(2, M::Space::SPATIAL);
        for (k, body) in measure.bodies().into_iter().enumerate() {
            *M::Space::frame_mut(&mut frames, k + 1) = self.frame::<M::Space>(self.model.check(body));
        }
        measure.read(Ctx::new(self.now(), &frames, &[1, 2], &[]))
    }

    /// Accelerations, multipliers, φ, φ' and φ'' of all rows, one after another.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        let s = self.solution();
        [&s.acceleration[..], &s.multipliers, &s.phi, &s.rate, &s.second].concat()
    }

    /// Kinetic energy ½ vᵀ M v.
    pub fn kinetic(&self) -> f64 {
        self.model.kinetic(self.q, self.v)
    }

    /// Potential energy of gravity and of every force that has one.
    pub fn potential(&self) -> f64 {
        self.potentials()[0]
    }

    /// Kinetic and potential energy together.
    pub fn energy(&self) -> f64 {
        self.kinetic() + self.potential()
    }

    /// What stays the same whatever acts: the energy less the work of all that is not a potential.
    ///
    /// Its change along a motion is the error of the energy balance.
    pub fn balance(&self) -> f64 {
        self.balance_of(self.kinetic(), self.potentials()[1])
    }

    fn balance_of(&self, kinetic: f64, conservative: f64) -> f64 {
        kinetic + conservative - self.works.iter().sum::<f64>()
    }

    fn potentials(&self) -> [f64; 2] {
        self.model.potentials(self.query().at, &self.frames())
    }

    /// Is everything finite that is read here? Squares and products of large numbers need not be.
    pub(in crate::simulate) fn check_finite(&self) -> Result<(), EvalError> {
        let bad = |kind, name: &str, what: &str| {
            let what = format!("{what} (numbers too large?)");
            Err(EvalError::NotFinite { kind, name: name.into(), what, t: self.t })
        };
        let (kinetic, [potential, conservative]) = (self.kinetic(), self.potentials());
        let balance = self.balance_of(kinetic, conservative);
        let energies = ["its kinetic energy", "its potential energy", "the balance of its energy"];
        for (what, energy) in energies.into_iter().zip([kinetic, potential, balance]) {
            if !energy.is_finite() {
                return bad("model", "as a whole", what);
            }
        }
        let solution = self.solution();
        // Of what is switched off nothing needs to be known.
        let finite = |row: &usize| {
            if matches!(self.decided()[self.model.entry_of_row(*row)], Mode::Released | Mode::Open) {
                return true;
            }
            let parts = [&solution.multipliers, &solution.phi, &solution.rate, &solution.second];
            parts.iter().all(|part| part[*row].is_finite())
        };
        match (0..self.model.rows()).find(|row| !finite(row)) {
            Some(row) => bad("constraint", &self.model.row_name(row), "its second derivative"),
            None => Ok(()),
        }
    }

    /// Work that a force has done since the start of the run (its potential's part included).
    ///
    /// `None` for a conservative force: its work is the loss of its potential.
    #[track_caller]
    pub fn work(&self, force: ForceId) -> Option<f64> {
        self.model.force_entry(force).work.map(|work| self.works[work])
    }

    pub(in crate::simulate) fn frame<S: Space>(&self, index: usize) -> S::Frame {
        self.model.frame::<S>(index, self.q, self.v)
    }

    pub(in crate::simulate) fn frames(&self) -> Frames {
        self.model.frames(self.q, self.v)
    }

    pub(in crate::simulate) fn solution(&self) -> Known<'_, Solution> {
        let solver = match &self.solved {
            Solved::Kept(solution) => return Known::Kept(solution),
            Solved::OnDemand(solver) => solver,
            Solved::Alone(solver) => &**solver,
        };
        Known::Made(Ref::map(self.solve(solver), |solver| &solver.solution))
    }

    /// What holds, sticks and slides: as the state says, or as it was decided where that leaves it open.
    pub(in crate::simulate) fn decided(&self) -> Known<'_, [Mode]> {
        match &self.solved {
            Solved::Alone(solver) if solver.borrow().decides => {
                Known::Made(Ref::map(self.solve(solver), |it| &it.modes[..]))
            }
            _ => Known::Kept(self.modes),
        }
    }

    /// The same, with the signs from which loads are found; or why nothing is.
    pub(in crate::simulate) fn settled(&self) -> Result<(Vec<Mode>, Vec<f64>), EvalError> {
        let mut signs = self.signs.to_vec();
        let modes = match &self.solved {
            Solved::Alone(solver) if solver.borrow().decides => {
                let solver = self.solve(solver);
                if let Some(failure) = &solver.failure {
                    return Err(failure.clone());
                }
                if !solver.signs.is_empty() {
                    signs.clone_from(&solver.signs);
                }
                solver.modes.clone()
            }
            _ => self.modes.to_vec(),
        };
        Ok((modes, signs))
    }

    fn solve<'s>(&self, solver: &'s RefCell<Solver>) -> Ref<'s, Solver> {
        if !solver.borrow().ready {
            solver.borrow_mut().solve(self.model, &self.query());
        }
        solver.borrow()
    }
}
