//! Transitions of friction: stick, slide, reverse, and a load that changes its sign.

use super::event::EventRecord;
use super::failure::RunFailure;
use super::firing::{NEAR, POLISH};
use super::guard::{Crossing, Guards, SAME};
use super::motion::Motion;
use super::rubbing::Watched;
use super::run::{Runner, projects};
use crate::dynamics::{Ask, Judgment, LISTED_OFTEN, LISTED_ONCE, Limits, Mode, Place, Rest, Signs, Verdict};
use crate::element::FrictionId;
use crate::friction::Several;
use crate::math::size;
use crate::ode::Rhs;

/// A change of the state of a friction point.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Transition {
    /// When.
    pub t: f64,
    /// The friction point.
    pub name: String,
    /// What it did until then.
    pub from: Mode,
    /// What it does from then on; the same as `from` where only the load changed its sign.
    pub to: Mode,
    /// Slip speed at that instant, before anything is made exact: zero but for rounding.
    pub slip: f64,
    /// Load N there, before the change.
    pub load: f64,
}

/// What a run knows of one friction point.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rubbed {
    /// Time for which it stuck.
    pub stuck: f64,
    /// Part of the run's time for which it stuck.
    pub stuck_fraction: f64,
    /// How often its load changed sign while it slid.
    pub load_reversals: u64,
    /// How often it came to stick.
    pub sticks: u64,
}

/// Part of the largest load by which one may be on the wrong side of zero where its sign changes.
pub(super) const WRONG_SIDE: f64 = 1e-6;
/// Part of the tolerance that a change may be off because the last bit of the step follows the slope.
const SHIFT: f64 = 1e-4;
/// A slip speed below this part of the largest one so far is zero.
const AT_REST: f64 = 1e-9;

impl Runner<'_, '_> {
    /// Decides friction at the start, and makes it exact.
    pub(super) fn settle(&mut self, t: f64) -> Result<(), RunFailure> {
        let model = self.plan.model;
        if model.inner.frictions.is_empty() {
            return Ok(());
        }
        let (n, end) = (model.coordinates(), model.coordinates() + model.velocities());
        let Motion { ws, memory, modes, signs, search, .. } = &mut self.motion;
        let at = Place { t, q: &self.y[..n], v: &self.y[n..end], memory };
        let open = ws.open(model, at, modes)?;
        *modes = ws.settle(model, &Ask::plain(at, modes, Signs::Search { from: signs, by: *search }))?;
        signs.copy_from_slice(ws.signs());
        let y = self.y.clone();
        self.judge(t, &y, &open, LISTED_ONCE)?;
        self.come_to_rest(t)
    }

    /// Stops exactly what friction holds, and lets the points that stick share the exactness of the other rows.
    fn come_to_rest(&mut self, t: f64) -> Result<(), RunFailure> {
        let model = self.plan.model;
        let (n, end) = (model.coordinates(), model.coordinates() + model.velocities());
        let Motion { ws, modes, frozen, .. } = &mut self.motion;
        ws.freeze(model, modes, &mut self.y[n..end], frozen);
        self.sampler.modes.copy_from_slice(modes);
        if self.motion.ws.sticking { self.project(t) } else { Ok(()) }
    }

    /// Handles the changes of friction that were found in the last step, and the user's events before them; true to stop.
    pub(super) fn change_friction(
        &mut self,
        guards: &mut Guards<'_, '_>,
        (t, mut fired): (f64, Vec<Watched>),
    ) -> Result<bool, RunFailure> {
        let near = NEAR * (self.stepper.t() - self.stepper.t_prev());
        self.retake_to(t, fired[0])?;
        self.find_earlier(&mut fired, near)?;
        if self.look_for_events(guards)? {
            return Ok(true);
        }
        let t = self.stepper.t();
        if self.stepper.t_prev() == t {
            // An event before has changed the state: the run goes on from there.
            return Ok(false);
        }
        self.sample_until(t)?;
        self.keep_dense()?;
        self.watch_ambiguity()?;
        self.evaluate_end()?;
        fired.retain(|watched| !self.is_early(*watched, near));
        if fired.is_empty() {
            // The step was too long for its dense output: go on with a careful one.
            self.restart(t)?;
            self.arm_friction(false)?;
            return Ok(false);
        }
        let before = self.motion.modes.clone();
        let loads = self.motion.ws.rubs.normal.clone();
        let slips: Vec<f64> = self.rubbing.after.iter().map(|after| after[0]).collect();
        self.decide(t, &fired)?;
        self.note_transitions(t, &before, &fired, &slips, &loads);
        self.check_transitions(t)?;
        self.come_to_rest(t)?;
        self.restart(t)?;
        let y = self.stepper.y().to_vec();
        let stopped = guards.arm_on(&self.motion, t, &y)?;
        self.rubbing.waiting = fired;
        self.arm_friction(true)?;
        self.fire_stopped(guards, t, stopped)
    }

    /// Goes back to where a point has already turned: with a shorter step the solution can have it sooner than the dense output of the
    /// longer one had.
    fn find_earlier(&mut self, fired: &mut Vec<Watched>, near: f64) -> Result<(), RunFailure> {
        let points = self.plan.model.inner.frictions.len();
        for _ in 0..POLISH + points {
            let turned = |point: &usize| {
                let [slip, rate] = self.sliding(*point);
                let known = if fired.contains(&Watched::Slip(*point)) { near * rate.abs() } else { 0.0 };
                slip < -known.max(AT_REST * self.rubbing.peak[*point])
            };
            let Some(point) = (0..points).find(turned) else { break };
            self.stepper.prepare_dense(&mut self.motion)?;
            let watched = Watched::Slip(point);
            match self.find_zero(watched)? {
                Some(t) if t < self.stepper.t() - near => {
                    *fired = vec![watched];
                    self.retake_to(t, watched)?;
                }
                _ if fired.contains(&watched) => break,
                _ => fired.push(watched),
            }
        }
        Ok(())
    }

    /// Is a change that the dense output promised still farther off than `near`?
    ///
    /// The step that was taken again can differ from the dense output by the tolerance, and making the constraints exact moves slip speeds by the
    /// drift. To turn the friction now would push the point along its way.
    fn is_early(&self, watched: Watched, near: f64) -> bool {
        match watched {
            Watched::Slip(point) => {
                let [slip, rate] = self.sliding(point);
                slip > AT_REST * self.rubbing.peak[point] && slip > -rate * near
            }
            // Without a certificate it may come through a pole.
            Watched::Load(point) => {
                let loads = &self.motion.ws.rubs.normal;
                self.coupling.is_certain() && loads[point] > WRONG_SIDE * size(loads)
            }
            _ => false,
        }
    }

    /// Events whose guard friction has brought to zero exactly: they fire once, whichever side rounding had left them on.
    fn fire_stopped(
        &mut self,
        guards: &mut Guards<'_, '_>,
        t: f64,
        mut fired: Vec<(usize, f64)>,
    ) -> Result<bool, RunFailure> {
        let now = |record: &&EventRecord| t - record.t <= SAME * (1.0 + t.abs());
        let records = self.trajectory.events.iter().rev();
        let told: Vec<&str> = records.take_while(now).map(|record| record.name.as_str()).collect();
        fired.retain(|(index, _)| !told.contains(&self.plan.events[*index].name.as_str()));
        if fired.is_empty() {
            return Ok(false);
        }
        let crossing = Crossing { t, fired, grazed: None };
        self.check_crowd(&crossing)?;
        self.record(&crossing);
        let stop = self.act(guards, &crossing)?;
        guards.wait(&crossing.fired);
        Ok(stop)
    }

    /// Starts the method anew from the state in `y`.
    pub(super) fn restart(&mut self, t: f64) -> Result<(), RunFailure> {
        self.clear_impulses();
        let y = self.y.clone();
        self.stepper.start(&mut self.motion, t, &y)?;
        // Choosing the first step has left the workspace elsewhere.
        self.motion.rhs(t, &y, &mut self.y)?;
        self.y = y;
        self.motion.violated = false;
        self.arrive();
        Ok(())
    }

    /// Redoes the step up to a change, and moves the change to where the method's own solution has it.
    ///
    /// Where something stops or starts the constraints are made exact, whatever holds them otherwise: with drift, points that stop together
    /// would stop one after another, and each would drag the next one back.
    fn retake_to(&mut self, t: f64, watched: Watched) -> Result<(), RunFailure> {
        let (start, reach) = (self.stepper.t_prev(), self.stepper.t());
        let h = reach - start;
        // What a shift along the slope leaves out is (dt/h)² of the step's own change.
        let nothing = h * (SHIFT * self.plan.tolerance.relative).sqrt();
        let project = projects(self.plan) || !matches!(watched, Watched::Load(_));
        let mut best = f64::INFINITY;
        if t < reach {
            self.stepper.retake(&mut self.motion, t)?;
        }
        if t < reach || !projects(self.plan) {
            self.land_on(project)?;
        }
        if matches!(watched, Watched::Torn(_)) {
            return Ok(());
        }
        for _ in 0..POLISH {
            let (t, y) = (self.stepper.t(), self.stepper.y().to_vec());
            let value = self.guard(watched, t, &y)?;
            if value == 0.0 || value.abs() >= best {
                break;
            }
            best = value.abs();
            let slope = self.guard_slope_at(watched, t, value)?;
            let dt = -value / slope;
            let next = t + dt;
            // Only a correction of interpolation, never another zero: a guard falls where something happens.
            let sound = slope < 0.0 && next > start && next <= reach && dt.abs() <= NEAR * h;
            if !sound || dt.abs() <= 4.0 * f64::EPSILON * t.abs() {
                break;
            }
            if dt.abs() <= nothing {
                self.stepper.shift_end(dt);
                self.land_on(project)?;
                break;
            }
            self.stepper.retake(&mut self.motion, next)?;
            self.land_on(project)?;
        }
        Ok(())
    }

    /// d guard/dt at the end of the present step.
    fn guard_slope_at(&mut self, watched: Watched, t: f64, value: f64) -> Result<f64, RunFailure> {
        let model = self.plan.model;
        if let Watched::Slip(point) = watched {
            let friction = &model.inner.frictions[point];
            let sigma = self.motion.modes[friction.entry].direction();
            return Ok(sigma * self.motion.ws.slip_acceleration(model, friction));
        }
        let dt = 1e-6 * (self.stepper.t() - self.stepper.t_prev());
        let ahead = self.ahead(dt);
        Ok((self.guard(watched, t + dt, &ahead)? - value) / dt)
    }

    /// Evaluates the end of the step again: extra stages may have left the workspace elsewhere.
    fn evaluate_end(&mut self) -> Result<(), RunFailure> {
        let (t, y) = (self.stepper.t(), self.stepper.y().to_vec());
        self.motion.rhs(t, &y, &mut self.y)?;
        self.y = y;
        Ok(())
    }

    /// New modes and signs at the state in `y`, at which the workspace was evaluated last.
    fn decide(&mut self, t: f64, fired: &[Watched]) -> Result<(), RunFailure> {
        let model = self.plan.model;
        let frictions = &model.inner.frictions;
        let mut resting = vec![false; frictions.len()];
        let mut started = Vec::new();
        let mut loads_only = true;
        for watched in fired {
            match *watched {
                Watched::Load(point) => self.motion.signs[point] = -self.motion.signs[point],
                Watched::Slip(point) => resting[point] = true,
                Watched::Limit(point) => {
                    started.push((point, self.motion.ws.excess(&frictions[point], point, Limits::Law).1));
                }
                Watched::Trend { cluster, direction } => started.extend(self.start_of(t, cluster, direction)?),
                // All of its points rest, and the decision lets them pass through.
                Watched::Torn(_) => {}
                Watched::Split(cluster) => {
                    let y = self.y.clone();
                    self.guard(Watched::Split(cluster), t, &y)?;
                    let starts = self.split_of(cluster).map(|split| split.excess().1).unwrap_or_default();
                    started.extend(starts.iter().map(|(point, mode)| (*point, mode.direction())));
                }
            }
            loads_only &= matches!(watched, Watched::Load(_));
        }
        let ws = &self.motion.ws;
        for (point, friction) in frictions.iter().enumerate() {
            let mode = self.motion.modes[friction.entry];
            let (slip, rate) = (ws.rate[friction.row], ws.slip_acceleration(model, friction));
            let stops = slip.abs() <= AT_REST * self.rubbing.peak[point] && mode.direction() * rate <= 0.0;
            resting[point] |= mode == Mode::Holding || stops;
        }
        let (n, end) = (model.coordinates(), model.coordinates() + model.velocities());
        let Motion { ws, memory, modes, signs, search, gains, frozen, .. } = &mut self.motion;
        let at = Place { t, q: &self.y[..n], v: &self.y[n..end], memory };
        let searched = Signs::Search { from: signs, by: *search };
        if loads_only {
            let ask = Ask::plain(at, modes, searched).with_gains(*gains).with_rest(Rest::of(frozen));
            // A sign that was flipped stays flipped, whichever side of zero rounding has left its load on.
            ws.evaluate(model, &ask.with_signs(Signs::Held(signs)))?;
            if ws.normal_loads().iter().any(|n| *n < -WRONG_SIDE * size(ws.normal_loads())) {
                // It came through a pole and not through zero.
                ws.evaluate(model, &ask)?;
            }
        } else {
            *modes = ws.decide(model, &Ask::plain(at, modes, searched), &resting, &started)?;
        }
        signs.copy_from_slice(ws.signs());
        if loads_only {
            return Ok(());
        }
        let mut open = self.motion.modes.clone();
        let at_rest = frictions.iter().zip(&resting).filter(|(_, resting)| **resting);
        at_rest.for_each(|(friction, _)| open[friction.entry] = Mode::Holding);
        let y = self.y.clone();
        self.judge(t, &y, &open, LISTED_ONCE)
    }

    /// The points of a cluster that start, with their directions.
    fn start_of(&mut self, t: f64, cluster: usize, direction: f64) -> Result<Vec<(usize, f64)>, RunFailure> {
        let model = self.plan.model;
        let (q, v, _) = self.motion.split(&self.y);
        let at = Place { t, q, v, memory: &self.motion.memory };
        let cluster = &self.rubbing.clusters[cluster];
        let ask = Ask::plain(at, &self.motion.modes, self.motion.searched());
        let response = self.sampler.ws.response(model, &ask, cluster)?;
        let moving = cluster.points.iter().zip(response).filter(|(_, r)| *r != 0.0);
        Ok(moving.map(|(&point, r)| (point, direction * r)).collect())
    }

    fn note_transitions(&mut self, t: f64, before: &[Mode], fired: &[Watched], slips: &[f64], loads: &[f64]) {
        for (point, friction) in self.plan.model.inner.frictions.iter().enumerate() {
            let (from, to) = (before[friction.entry], self.motion.modes[friction.entry]);
            let reversed = fired.contains(&Watched::Load(point));
            let rubbed = &mut self.trajectory.rubbed[point];
            rubbed.load_reversals += u64::from(reversed);
            rubbed.sticks += u64::from(from != to && to == Mode::Holding);
            if from != to || reversed {
                let (name, slip, load) = (friction.name.clone(), slips[point], loads[point]);
                self.trajectory.transitions.push(Transition { t, name, from, to, slip, load });
            }
        }
    }

    fn check_transitions(&self, t: f64) -> Result<(), RunFailure> {
        let (count, window) = self.plan.zeno;
        let recent = self.trajectory.transitions.iter().rev().take_while(|e| t - e.t <= window).count();
        match self.trajectory.transitions.last() {
            Some(last) if recent > count => {
                Err(RunFailure::Zeno { event: last.name.clone(), count: recent, window, t })
            }
            _ => Ok(()),
        }
    }

    /// Notes for how long each point stuck in the step.
    pub(super) fn note_step(&mut self) {
        let step = self.stepper.t() - self.stepper.t_prev();
        for (rubbed, friction) in self.trajectory.rubbed.iter_mut().zip(&self.plan.model.inner.frictions) {
            if self.motion.modes[friction.entry] == Mode::Holding {
                rubbed.stuck += step;
            }
        }
    }

    /// Are there other solutions at the end of this step?
    pub(super) fn watch_ambiguity(&mut self) -> Result<(), RunFailure> {
        if self.plan.model.inner.frictions.is_empty() {
            return Ok(());
        }
        if !self.motion.ws.sticking && self.coupling.is_certain() {
            self.trajectory.largest_coupling = self.trajectory.largest_coupling.max(self.coupling.bound);
            return Ok(());
        }
        let (t, y, modes) = (self.stepper.t(), self.stepper.y().to_vec(), self.motion.modes.clone());
        self.judge(t, &y, &modes, LISTED_OFTEN)
    }

    /// Asks whether there was a choice: `open` are the modes before the decision, of which those that hold were free to start.
    fn judge(&mut self, t: f64, y: &[f64], open: &[Mode], most: usize) -> Result<(), RunFailure> {
        let model = self.plan.model;
        let (q, v, _) = self.motion.split(y);
        let ask = Ask::plain(Place { t, q, v, memory: &self.motion.memory }, open, self.motion.searched());
        let Judgment { number, verdict } = self.sampler.ws.judge(model, &ask, &self.motion.modes, most)?;
        // Where all slide, C says how far it is from certain.
        let known = if self.motion.ws.sticking { f64::INFINITY } else { self.coupling.bound.max(1.0) };
        let number = number.min(known);
        self.trajectory.largest_coupling = self.trajectory.largest_coupling.max(number);
        self.trajectory.counters.uncertain += u64::from(number >= 1.0);
        let Verdict::Several(branches) = verdict else { return Ok(()) };
        self.trajectory.counters.ambiguous += 1;
        if self.plan.several == Several::Stop {
            let points = model.friction_names().map(String::from).collect();
            let loads = branches.iter().map(|branch| branch.loads().to_vec()).collect();
            return Err(RunFailure::Several { t, points, loads, bound: number });
        }
        Ok(())
    }
}

impl super::Trajectory {
    /// Every change of every friction point, in the order of time.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }

    /// What became of a friction point over the run.
    pub fn rubbed(&self, friction: FrictionId) -> Rubbed {
        let _ = self.model().friction_entry(friction);
        let mut rubbed = self.rubbed[friction.index as usize];
        let length = self.end().t - self.start;
        rubbed.stuck_fraction = if length > 0.0 { rubbed.stuck / length } else { 0.0 };
        rubbed
    }

    /// The largest bound of the coupling of friction forces at the start, at every decision and at the accepted steps: that of the loads
    /// ([`Coupling::bound`](crate::friction::Coupling::bound)) while every point slides, otherwise that of the whole decision
    /// ([`Certificate::bound`](crate::dynamics::Certificate::bound)). Below 1, friction left exactly one motion at each of them.
    pub fn largest_coupling(&self) -> f64 {
        self.largest_coupling
    }
}
