//! The one owner of the state that counts: it alone takes steps, takes them again, projects, lands and starts anew.
//!
//! Between its calls the drive stands at the end of a step, which is the accepted state: `t()`, `y()`, and what was evaluated there. What looks at other
//! places does so in a [`Look`](crate::simulate::look::Look), with buffers of its own.

mod decide;
mod held;
mod lend;

pub(in crate::simulate) use decide::Begin;
pub(in crate::simulate) use held::Violated;

use crate::dynamics::{Bonds, Mode, Rest, Slipping, Stabilization, State};
use crate::error::{ElementError, EvalError};
use crate::friction::{Coupling, Search, Several};
use crate::model::{FirstOrder, Model};
use crate::ode::{Rhs, Stepper};
use crate::simulate::failure::RunFailure;
use crate::simulate::motion::Motion;
use crate::simulate::simulation::Simulation;
use crate::simulate::watch::{FrictionGuards, Numbers};

/// What is in motion, and what was read where it stands.
// All of it changes together when a step is accepted, which is why it is in one place.
#[derive(Debug)]
pub(in crate::simulate) struct Drive<'a> {
    pub(in crate::simulate) model: &'a Model,
    pub(in crate::simulate) motion: Motion<'a>,
    pub(in crate::simulate) stepper: Stepper,
    /// Is the end of every step projected onto the constraints?
    pub(in crate::simulate) projects: bool,
    /// What friction solved at the beginning of the step, and at its end.
    pub(in crate::simulate) begin: Numbers,
    pub(in crate::simulate) end: Numbers,
    /// Slip acceleration of each point at the end of the step.
    pub(in crate::simulate) slipping: Vec<f64>,
    /// The slips of contacts in space there.
    pub(in crate::simulate) turning: Vec<Slipping>,
    /// Coupling of loads at the end of the step.
    pub(in crate::simulate) coupling: Coupling,
    /// Residuals φ, φ' and φ'' of each row at the end of the step.
    pub(in crate::simulate) residuals: Vec<[f64; 3]>,
    pub(in crate::simulate) projections: u64,
    /// What the workspace had counted when the end of the step was read: it stands there as long as it counts no more.
    read: (u64, u64),
    /// How signs are searched where they are not held.
    search: Search,
    /// Is a motion that a state has entered kept, where it is one of several?
    keeps: bool,
    /// Violation of a row above which the constraints count as broken.
    pub(in crate::simulate) allowed: f64,
    scratch: Vec<f64>,
    slope: Vec<f64>,
}

impl<'a> Drive<'a> {
    pub(in crate::simulate) fn new(plan: &Simulation<'a>, start: &State) -> Result<Self, RunFailure> {
        let model = plan.model;
        let motion = Motion::new(plan, start);
        let y = motion.join(start);
        let projects = plan.stabilization == Stabilization::Projection && model.rows() > 0;
        let mut stepper = Stepper::new(plan.method, y.len(), plan.step_control(start.t))?;
        stepper.leave_end_open(projects);
        let points = model.inner.frictions.len();
        Ok(Self {
            model,
            motion,
            stepper,
            projects,
            begin: Numbers::of(model),
            end: Numbers::of(model),
            slipping: vec![0.0; points],
            turning: vec![Slipping::default(); model.inner.layout.slides],
            coupling: Coupling::default(),
            residuals: vec![[0.0; 3]; model.rows()],
            projections: 0,
            read: (0, 0),
            search: plan.search,
            keeps: plan.several == Several::Keep,
            allowed: plan.start_tolerance,
            slope: vec![0.0; y.len()],
            scratch: y,
        })
    }

    pub(in crate::simulate) fn t(&self) -> f64 {
        self.stepper.t()
    }

    pub(in crate::simulate) fn y(&self) -> &[f64] {
        self.stepper.y()
    }

    /// Beginning and end of the step.
    pub(in crate::simulate) fn span(&self) -> [f64; 2] {
        [self.stepper.t_prev(), self.stepper.t()]
    }

    /// Takes a step and makes its end the accepted state.
    pub(in crate::simulate) fn step(&mut self, t_end: f64) -> Result<(), RunFailure> {
        self.motion.let_slips_go_on();
        let taken = match self.stepper.step(&mut self.motion, t_end) {
            Ok(()) => self.land(self.projects),
            Err(error) => Err(error.into()),
        };
        taken.map_err(|failure| self.motion.explain(failure))
    }

    /// Takes the step again to an earlier end.
    pub(in crate::simulate) fn retake(&mut self, t: f64, project: bool) -> Result<(), RunFailure> {
        self.stepper.retake(&mut self.motion, t)?;
        self.land(project)
    }

    /// Takes a step that was cut short again, until its error is within the tolerance; true if it ends elsewhere now.
    pub(in crate::simulate) fn shorten(&mut self) -> Result<bool, RunFailure> {
        let end = self.t();
        while let Some(t) = self.stepper.too_long() {
            self.retake(t, self.projects)?;
            self.stepper.set_next_step(t - self.stepper.t_prev());
        }
        Ok(self.t() < end)
    }

    /// Moves the end of the step along the slope, by a time in which that is all there is.
    pub(in crate::simulate) fn shift(&mut self, dt: f64, project: bool) -> Result<(), RunFailure> {
        self.stepper.shift_end(dt);
        self.land(project)
    }

    /// Stands at the beginning of the step again, which then has no length.
    pub(in crate::simulate) fn undo(&mut self) -> Result<(), RunFailure> {
        self.stepper.undo();
        self.evaluate_end()
    }

    /// Projects the end of the step, if that is how its constraints are held, and takes note of what was evaluated there.
    pub(in crate::simulate) fn land(&mut self, project: bool) -> Result<(), RunFailure> {
        let n = self.model.coordinates();
        self.motion.kept.end(&mut self.motion.ws);
        self.stand();
        if project && !self.motion.passage.is_projected(self.t()) {
            self.project_scratch(self.t())?;
        }
        let turned = self.model.inner.layout.kinematics.normalize(&mut self.scratch[..n]);
        if turned || project || self.stepper.is_at_jump() {
            self.forget_impulses();
            self.stepper.replace_state(&mut self.motion, &self.scratch)?;
        }
        self.read_end()?;
        if project {
            self.check_held()?;
        }
        self.check_sides()
    }

    /// The state at which it was last tried to begin.
    pub(in crate::simulate) fn tried(&self) -> &[f64] {
        &self.scratch
    }

    /// Opens a contact; what else changes is decided afterwards.
    pub(in crate::simulate) fn open_contact(&mut self, contact: usize) {
        self.model.switch_contact(&mut self.motion.modes, contact, Mode::Open, Mode::Released);
    }

    /// Goes on with other variables, at the size of step that it had.
    pub(in crate::simulate) fn set_variables(&mut self, variables: &[f64]) -> Result<(), RunFailure> {
        self.stand();
        let first = self.scratch.len() - self.motion.signs.len() - variables.len();
        self.scratch[first..first + variables.len()].copy_from_slice(variables);
        self.stepper.replace_state(&mut self.motion, &self.scratch)?;
        self.stepper.note_jump();
        self.read_end()?;
        self.commit();
        Ok(())
    }

    /// Starts the method anew where it stands, with a careful step.
    pub(in crate::simulate) fn restart(&mut self) -> Result<(), RunFailure> {
        self.stand();
        self.start(self.t())
    }

    /// Stops exactly what friction holds, and lets the points that stick share the exactness of the other rows, unless they have it. The workspace was
    /// evaluated at that state, with the modes that it has now.
    fn come_to_rest(&mut self, t: f64, exact: bool) -> Result<(), RunFailure> {
        if FrictionGuards::is_needed(self.model) {
            self.close_gaps(t)?;
            let Motion { ws, frozen, .. } = &mut self.motion;
            let (n, end) = (self.model.coordinates(), self.model.coordinates() + self.model.velocities());
            ws.freeze(self.model, &mut self.scratch[n..end], frozen);
            if self.sticks() && !exact {
                self.project_scratch(t)?;
            }
        }
        self.start(t)
    }

    /// Puts what was decided to be closed where it touches, before what is held at rest is moved no more.
    fn close_gaps(&mut self, t: f64) -> Result<(), RunFailure> {
        if !self.motion.ws.is_apart(self.model, &self.scratch[..self.model.coordinates()]) {
            return Ok(());
        }
        self.motion.frozen.clear();
        self.project_scratch(t)?;
        Ok(self.motion.rhs_at(t, &self.scratch, &mut self.slope)?)
    }

    fn start(&mut self, t: f64) -> Result<(), RunFailure> {
        self.forget_impulses();
        self.motion.ws.spare.clear();
        self.motion.passage.forget(t);
        self.stepper.start(&mut self.motion, t, &self.scratch)?;
        // Choosing the first step has left the workspace elsewhere.
        self.evaluate_end()?;
        self.commit();
        Ok(())
    }

    /// Evaluates the accepted state again: extra stages may have left the workspace elsewhere.
    pub(in crate::simulate) fn evaluate_end(&mut self) -> Result<(), RunFailure> {
        let (t, y) = (self.stepper.t(), self.stepper.y());
        self.motion.rhs(t, y, &mut self.slope)?;
        self.read_end()
    }

    /// The number by which one motion is certain for the closed contacts at the accepted state; none if it is not so easily told.
    pub(super) fn certify_contacts(&mut self) -> Result<Option<f64>, RunFailure> {
        if self.motion.ws.counters() != self.read {
            self.evaluate_end()?;
        }
        let v = self.model.inner.layout.split(self.stepper.y()).v;
        Ok(self.motion.ws.certify_standing(self.model, &self.motion.modes, v))
    }

    /// The end of the step becomes the beginning of the next.
    pub(in crate::simulate) fn commit(&mut self) {
        self.motion.commit();
        self.begin.copy_from(&self.end);
        for (point, friction) in self.model.inner.frictions.iter().enumerate() {
            if friction.keeps_load() {
                self.motion.signs[point] = self.end.angle(point);
            } else if friction.slide.is_some() && self.motion.modes[friction.entry].direction() != 0.0 {
                let [x, y, _] = self.end.force(point);
                if x != 0.0 || y != 0.0 {
                    // Against the force, and so along the slip.
                    self.motion.signs[point] = (-y).atan2(-x);
                }
            }
        }
    }

    /// The last evaluation was at the accepted state: what it found counts.
    fn read_end(&mut self) -> Result<(), RunFailure> {
        let (model, ws) = (self.model, &mut self.motion.ws);
        self.read = ws.counters();
        self.end.read(model, ws);
        for (slipping, (friction, sigma)) in self.slipping.iter_mut().zip(ws.sliding(model)) {
            *slipping = if sigma == 0.0 { 0.0 } else { ws.slip_acceleration(model, friction) };
        }
        ws.tell_slips(model, &mut self.turning);
        for (row, residuals) in self.residuals.iter_mut().enumerate() {
            *residuals = match ws.released[row] {
                true => [0.0; 3],
                false => [ws.phi[row], ws.rate[row], ws.second_rate(model, row)],
            };
        }
        self.coupling = self.motion.coupling;
        Ok(self.motion.note_end(self.stepper.t(), self.stepper.y())?)
    }

    /// A state on the constraints, in the place of the one given.
    pub(in crate::simulate) fn project(&mut self, t: f64, y: &mut [f64]) -> Result<(), RunFailure> {
        let Motion { ws, kept, modes, frozen, memory, .. } = &mut self.motion;
        kept.end(ws);
        let bonds = Bonds { modes, rest: Rest::of(frozen) };
        let done = ws.project_within(self.model, bonds, t, y, memory)?;
        self.projections += done.iterations as u64;
        Ok(())
    }

    fn project_scratch(&mut self, t: f64) -> Result<(), RunFailure> {
        let mut y = std::mem::take(&mut self.scratch);
        let outcome = self.project(t, &mut y);
        self.scratch = y;
        outcome
    }

    /// Impulses are counted from the beginning of each step.
    fn forget_impulses(&mut self) {
        let impulses = self.scratch.len() - self.motion.signs.len();
        self.scratch[impulses..].fill(0.0);
    }

    /// Makes the dense output of the step.
    pub(in crate::simulate) fn prepare_dense(&mut self) -> Result<(), RunFailure> {
        Ok(self.stepper.prepare_dense(&mut self.motion)?)
    }

    /// The state within the step, or at its end.
    pub(in crate::simulate) fn interpolate(&self, t: f64, y: &mut [f64]) {
        if t >= self.t() { y.copy_from_slice(self.y()) } else { self.stepper.interpolate(t, y) }
    }

    /// The state a little later, along the slope at the end of the step.
    pub(in crate::simulate) fn ahead(&self, dt: f64) -> Vec<f64> {
        self.y().iter().zip(self.stepper.slope()).map(|(y, f)| y + dt * f).collect()
    }

    /// A state of the numbers `y`.
    pub(in crate::simulate) fn state(&self, t: f64, y: &[f64]) -> State {
        let FirstOrder { q, v, works, variables } = self.motion.split(y);
        State {
            t,
            q: q.to_vec(),
            v: v.to_vec(),
            works: works.to_vec(),
            variables: variables.to_vec(),
            modes: self.motion.modes.clone(),
            signs: self.motion.signs.clone(),
            memory: self.motion.memory.clone(),
            impacts: self.motion.impacts.clone(),
            names: self.motion.model.inner.layout.names,
        }
    }

    /// The accepted state, in the place of another: steps do not allocate.
    pub(in crate::simulate) fn keep(&self, last: &mut State) {
        let FirstOrder { q, v, works, variables } = self.motion.split(self.stepper.y());
        last.t = self.t();
        last.q.copy_from_slice(q);
        last.v.copy_from_slice(v);
        last.works.copy_from_slice(works);
        last.variables.copy_from_slice(variables);
        last.memory.copy_from_slice(&self.motion.departure);
        last.modes.copy_from_slice(&self.motion.modes);
        last.signs.copy_from_slice(&self.motion.signs);
        if last.impacts != self.motion.impacts {
            last.impacts.clone_from(&self.motion.impacts);
        }
    }

    /// Slip speed and slip acceleration of a point at the end of the step, in its direction of sliding.
    pub(in crate::simulate) fn sliding(&self, point: usize) -> [f64; 2] {
        let sigma = self.motion.modes[self.model.inner.frictions[point].entry].direction();
        [sigma * self.end.slip(point), sigma * self.slipping[point]]
    }

    /// The largest slip acceleration at the end of the step, at least 1 m/s².
    pub(in crate::simulate) fn largest_slipping(&self) -> f64 {
        self.slipping.iter().fold(1.0, |most, a| most.max(a.abs()))
    }

    /// The largest load in the step: between two reversals of the only load both of its ends are zero.
    pub(in crate::simulate) fn largest_load(&self) -> f64 {
        let all = self.motion.stages().iter().chain([&self.begin, &self.end]);
        all.map(Numbers::largest_load).fold(0.0, f64::max)
    }

    /// Does any friction point stick?
    pub(in crate::simulate) fn sticks(&self) -> bool {
        self.friction_modes().contains(&Mode::Stick)
    }

    fn friction_modes(&self) -> &[Mode] {
        &self.motion.modes[self.model.constraint_count()..]
    }

    /// Does all friction stick, and does nothing move where it is a contact's? What rolls sticks and moves, and the method resolves its forces.
    pub(in crate::simulate) fn stands(&self) -> bool {
        let all = self.friction_modes().iter().all(|mode| *mode == Mode::Stick);
        let sticks = |point: usize| self.motion.modes[self.model.inner.frictions[point].entry] == Mode::Stick;
        let on_contact = self.model.inner.contacts.iter().filter_map(|contact| contact.friction).any(sticks);
        let frozen = &self.motion.frozen;
        all && (!on_contact || (!frozen.is_empty() && !frozen.contains(&false)))
    }

    /// A step may not jump over a place where the coordinates of a body are singular.
    fn check_sides(&self) -> Result<(), RunFailure> {
        for entry in self.model.inner.layout.varying.iter().map(|&body| &self.model.inner.bodies[body]) {
            let [before, now] = [self.stepper.y_prev(), self.stepper.y()]
                .map(|y| entry.body.side(&y[..self.model.coordinates()][entry.coordinates.clone()]));
            if before * now < 0.0 {
                let what = "the last step jumped over a place where the coordinates of the body are singular: take other coordinates";
                let (name, source) = (entry.name.clone(), ElementError::Singular { what });
                return Err(EvalError::Element { kind: "body", name, t: self.t(), source }.into());
            }
        }
        Ok(())
    }
}
