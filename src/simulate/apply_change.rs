//! Changes of friction: which points stick or slide from an instant on, and the transitions recorded.

use super::failure::RunFailure;
use super::first_change::{AGAINST, Change};
use super::result::{Cause, Transition};
use super::running::Run;
use super::watch::{Numbers, WRONG_SIDE, Watched};
use crate::dynamics::{Judgment, LISTED_OFTEN, LISTED_ONCE, Mode, Verdict};
use crate::error::EvalError;
use crate::friction::Several;

/// A slip speed that is exactly zero but for rounding, m/s.
const AT_ZERO: f64 = 1e-15;

impl Run<'_, '_> {
    /// Handles a change that was found at the end at which the step now stands; true to stop.
    pub(super) fn apply_change(&mut self, change: Change) -> Result<bool, RunFailure> {
        let Change { mut fired, margin, .. } = change;
        let t = self.drive.t();
        self.check_crowded_changes(&fired)?;
        if self.waited != Some(t) {
            fired.retain(|watched| !self.is_early(*watched, margin));
        }
        // From there on nothing is the run's: it ends where the step began.
        self.refuse_pole(&fired)?;
        let most = self.drive.largest_load();
        // The step is complete: whatever comes of the decision, it is kept.
        self.finish_step()?;
        self.watch_ambiguity()?;
        if fired.is_empty() {
            // Once at one instant: what comes back there happens.
            self.waited = Some(t);
            // The step was too long for its dense output: go on with a careful one.
            self.drive.restart()?;
            self.follow_on()?;
            self.arm_friction(false)?;
            return Ok(false);
        }
        let (before, numbers) = (self.drive.motion.modes.clone(), self.drive.end.clone());
        self.drive.motion.impacts.interrupt();
        if fired.contains(&Watched::Pole)
            && let Some(stop) = self.jam(&before)?
        {
            return Ok(stop);
        }
        fired.retain(|watched| *watched != Watched::Pole);
        self.leave_friction(&fired)?;
        let open = match self.decide_change(&fired, most) {
            Err(failure) if Self::has_no_motion(&failure) => match self.jam(&before)? {
                Some(stop) => return Ok(stop),
                None => return Err(failure),
            },
            open => open?,
        };
        self.drive.go_on()?;
        self.follow_on()?;
        self.drive.keep(&mut self.trajectory.last);
        let again = self.trajectory.transitions.last().is_some_and(|change| change.t == t);
        self.note_changes(&before, &numbers, &fired, None, |_| true);
        self.check_started()?;
        if let Some(open) = open {
            self.judge(Some(&open), LISTED_ONCE)?;
        }
        let stopped = self.user.arm_on(&self.drive.motion, t, self.drive.stepper.y(), false)?;
        // What changes to and fro at one instant goes on from the second time: none of it counts again before time has passed.
        if !again {
            self.friction.fired.clear();
        }
        self.friction.fired.extend(fired);
        self.arm_friction(true)?;
        self.fire_stopped(stopped)
    }

    /// Is a change that the dense output promised still farther off than `margin`?
    ///
    /// The step that was taken again can differ from the dense output by the tolerance, and making the constraints exact moves slip speeds by the
    /// drift. Reversing the friction force now would accelerate the point in its direction of sliding.
    fn is_early(&self, watched: Watched, margin: Option<f64>) -> bool {
        match watched {
            Watched::Slip(point) => {
                let Some(margin) = margin else { return false };
                let [slip, rate] = self.drive.sliding(point);
                let rests = slip <= self.rest_of(point, self.rounding_of_slips()) || slip <= -rate * margin;
                !rests && !self.has_stopped(point)
            }
            // Without a certificate it may come through a pole.
            Watched::Load(point) => {
                let load = self.drive.motion.signs[point] * self.drive.end.signed_load(point);
                self.drive.coupling.is_certain() && load > WRONG_SIDE * self.drive.largest_load()
            }
            _ => false,
        }
    }

    /// New modes and signs at the end of the step, `most` being the largest load in it. Where more than signs was decided: the modes from
    /// which it was.
    fn decide_change(&mut self, fired: &[Watched], most: f64) -> Result<Option<Vec<Mode>>, RunFailure> {
        let frictions = &self.plan.model.inner.frictions;
        let mut resting = vec![false; frictions.len()];
        let mut started = Vec::new();
        let mut loads_only = true;
        for watched in fired {
            match *watched {
                Watched::Load(point) => self.drive.motion.signs[point] = -self.drive.motion.signs[point],
                Watched::Slip(point) => resting[point] = true,
                // It slides against the force that held it.
                Watched::Limit(point) => {
                    let [x, y, _] = self.drive.end.force(point);
                    let in_space = frictions[point].slide.is_some();
                    if in_space {
                        self.drive.motion.signs[point] = (-y).atan2(-x);
                    }
                    started.push((point, if in_space { 1.0 } else { -x.signum() }));
                }
                Watched::Trend { cluster, direction } => {
                    started.extend(self.look.starts(&self.drive, &self.friction.clusters[cluster], direction)?);
                }
                Watched::Lift(contact) => self.drive.open_contact(contact),
                Watched::Pole => {}
                // All of its points rest, and the decision lets them pass through.
                Watched::Torn(_) | Watched::Turn(_) => {}
                Watched::Split(cluster) if !self.friction.clusters[cluster].contacts.is_empty() => {
                    started.extend(self.start_together(cluster)?);
                }
                Watched::Split(cluster) => {
                    let starts = self.look.splits(&self.drive, &self.friction.clusters[cluster])?;
                    started.extend(starts.iter().map(|(point, mode)| (*point, mode.direction())));
                }
            }
            loads_only &= matches!(watched, Watched::Load(_) | Watched::Turn(_));
        }
        self.drive.stand();
        if loads_only && self.drive.flip_signs(most)? {
            return Ok(None);
        }
        let in_space = |one: &Watched| matches!(*one, Watched::Slip(point) if frictions[point].slide.is_some());
        let (in_space, small) = (fired.iter().any(in_space), self.unresolved());
        let rounding = self.rounding_of_slips();
        for (point, friction) in frictions.iter().enumerate() {
            let mode = self.drive.motion.modes[friction.entry];
            let stops = self.drive.end.speed(point) <= self.rest_of(point, rounding)
                && mode.direction() != 0.0
                && mode.direction() * self.drive.slipping[point] <= 0.0;
            let rests = resting[point] || stops || (in_space && self.rests_with(point, small));
            if rests {
                self.friction.resolved[point] = f64::NEG_INFINITY;
            }
            resting[point] = rests || mode == Mode::Stick;
        }
        // Fixed steps resolve what they do.
        let unresolved = if self.plan.fixed_step.is_some() { f64::INFINITY } else { small };
        self.drive.stop_what_rests(&resting, unresolved)?;
        self.drive.decide_friction(&mut resting, &started, loads_only)?;
        let mut open = self.drive.motion.modes.clone();
        let at_rest = frictions.iter().zip(&resting).filter(|(_, resting)| **resting);
        at_rest.for_each(|(friction, _)| open[friction.entry] = Mode::Stick);
        Ok(Some(open))
    }

    /// Contacts in space that stick together and are at the border: those that open do, and those that start are told with where to.
    fn start_together(&mut self, cluster: usize) -> Result<Vec<(usize, f64)>, RunFailure> {
        let (inner, t) = (&self.plan.model.inner, self.drive.t());
        let name = |&contact: &usize| inner.contacts[contact].name.clone();
        let none = || EvalError::undecided(self.friction.clusters[cluster].contacts.iter().map(name).collect(), t);
        let pattern = self.look.start_together(&self.drive, &self.friction.clusters[cluster])?.ok_or_else(none)?;
        let before = self.drive.motion.modes.clone();
        if pattern.modes == before {
            return Err(none().into());
        }
        for (contact, entry) in inner.contacts.iter().enumerate() {
            if before[entry.entry] == Mode::Holding && pattern.modes[entry.entry] == Mode::Open {
                self.drive.open_contact(contact);
            }
        }
        pattern.angles.iter().for_each(|&(point, angle)| self.drive.motion.signs[point] = angle);
        let starts = inner.frictions.iter().enumerate().filter(|(_, friction)| before[friction.entry] == Mode::Stick);
        let starts = starts.map(|(point, friction)| (point, pattern.modes[friction.entry].direction()));
        Ok(starts.filter(|(_, direction)| *direction != 0.0).collect())
    }

    /// What the points do otherwise than before, and which loads have turned.
    pub(super) fn note_changes(
        &mut self,
        before: &[Mode],
        numbers: &Numbers,
        fired: &[Watched],
        cause: Option<Cause>,
        counts: impl Fn([Mode; 2]) -> bool,
    ) {
        self.note_contacts(before, numbers, fired, cause);
        let t = self.drive.t();
        for (index, friction) in self.plan.model.inner.frictions.iter().enumerate() {
            let [from, to] = [before[friction.entry], self.drive.motion.modes[friction.entry]];
            if friction.contact.is_some() {
                let stuck = from != to && to == Mode::Stick;
                self.trajectory.friction[index].sticks += u64::from(stuck);
                continue;
            }
            let reversed = fired.contains(&Watched::Load(index));
            let summary = &mut self.trajectory.friction[index];
            summary.load_reversals += u64::from(reversed);
            if reversed || (from != to && counts([from, to])) {
                summary.sticks += u64::from(from != to && to == Mode::Stick);
                let (name, slip, load) = (friction.name.clone(), numbers.slip(index), numbers.load(index));
                let point = Some(self.plan.model.friction_at(index));
                let cause = cause.unwrap_or_else(|| self.cause_of(fired, index, None, to));
                self.trajectory.transitions.push(Transition {
                    t,
                    point,
                    contact: None,
                    name,
                    from,
                    to,
                    slip,
                    load,
                    cause,
                });
            }
        }
    }

    /// What the contacts do otherwise than before: a contact and its friction are one.
    fn note_contacts(&mut self, before: &[Mode], numbers: &Numbers, fired: &[Watched], cause: Option<Cause>) {
        let (t, model) = (self.drive.t(), self.plan.model);
        for (index, contact) in model.inner.contacts.iter().enumerate() {
            let [from, to] = [before, &self.drive.motion.modes].map(|modes| model.contact_mode(index, modes));
            if from == to {
                continue;
            }
            let friction = contact.friction;
            let cause = cause.unwrap_or_else(|| self.cause_of(fired, friction.unwrap_or(usize::MAX), Some(index), to));
            // While it was open its slip was none.
            let slips = |point: usize| [numbers, &self.drive.end].map(|numbers| numbers.slip(point));
            let slip = |point| slips(point).into_iter().find(|slip| slip.is_finite()).unwrap_or(0.0);
            self.trajectory.transitions.push(Transition {
                t,
                point: friction.map(|point| model.friction_at(point)),
                contact: Some(model.contact_at(index)),
                name: contact.name.clone(),
                from,
                to,
                slip: friction.map_or(0.0, slip),
                load: numbers.normal(index, friction),
                cause,
            });
        }
    }

    /// What was decided must be what the run goes on with: where loads of pins admit several motions, the one that was found need not be.
    pub(super) fn check_started(&self) -> Result<(), RunFailure> {
        let (drive, frictions) = (&self.drive, &self.plan.model.inner.frictions);
        let most = drive.largest_slipping();
        let against = |&point: &usize| {
            let [slip, rate] = drive.sliding(point);
            let slides = drive.motion.modes[frictions[point].entry].direction() != 0.0;
            slides && slip.abs() <= AT_ZERO && rate < -AGAINST * most
        };
        let points: Vec<String> =
            (0..frictions.len()).filter(against).map(|point| frictions[point].name.clone()).collect();
        if points.is_empty() { Ok(()) } else { Err(EvalError::undecided(points, drive.t()).into()) }
    }

    /// Was there a choice where friction was decided at a start?
    pub(super) fn judge_start(&mut self, open: &[Mode]) -> Result<(), RunFailure> {
        if open.is_empty() {
            return Ok(());
        }
        self.check_started()?;
        self.judge(Some(open), LISTED_ONCE)
    }

    /// Are there other motions at the end of this step?
    pub(super) fn watch_ambiguity(&mut self) -> Result<(), RunFailure> {
        let unproved = self.is_unproved();
        let drive = &self.drive;
        if drive.model.inner.frictions.is_empty() {
            if unproved {
                self.trajectory.largest_coupling = f64::INFINITY;
                self.trajectory.counters.uncertain += 1;
            }
            return Ok(());
        }
        let sticks = drive.sticks();
        let closed = drive.model.inner.contacts.iter().any(|c| drive.motion.modes[c.entry] == Mode::Holding);
        if !unproved && !sticks && !closed && drive.coupling.is_certain() {
            self.trajectory.largest_coupling = self.trajectory.largest_coupling.max(drive.coupling.bound);
            return Ok(());
        }
        if !unproved
            && closed
            && let Some(number) = self.drive.certify_contacts()?
        {
            self.trajectory.largest_coupling = self.trajectory.largest_coupling.max(number);
            return Ok(());
        }
        self.judge(None, LISTED_OFTEN)
    }

    /// No certificate knows forces that read reactions, nor reactions that are not determined.
    fn is_unproved(&mut self) -> bool {
        let drive = &mut self.drive;
        drive.model.reacts() || drive.motion.ws.moves_by_free_loads(drive.model)
    }

    /// Asks whether there was a choice at the accepted state: `open` are the modes before the decision, of which those that hold were free to
    /// start; without one, those that it has.
    fn judge(&mut self, open: Option<&[Mode]>, most: usize) -> Result<(), RunFailure> {
        let unproved = self.is_unproved();
        let drive = &self.drive;
        let Judgment { number, verdict } = self.look.judge(drive, open.unwrap_or(&drive.motion.modes), most)?;
        let sticks = drive.sticks();
        // Where all slide, C says how far it is from certain.
        let known = if sticks { f64::INFINITY } else { drive.coupling.bound.max(1.0) };
        let number = if unproved { f64::INFINITY } else { number.min(known) };
        self.trajectory.largest_coupling = self.trajectory.largest_coupling.max(number);
        self.trajectory.counters.uncertain += u64::from(number >= 1.0);
        let Verdict::Several(branches) = verdict else { return Ok(()) };
        self.trajectory.counters.ambiguous += 1;
        match self.plan.several {
            Several::Keep => Ok(()),
            // Of an instant that lasts for nothing: what holds from then on is asked again.
            Several::Stop if open.is_none() && self.slip_is_over() => Ok(()),
            Several::Stop => {
                let points = drive.model.friction_names().map(String::from).collect();
                Err(RunFailure::Several { t: drive.t(), points, motions: branches, bound: number })
            }
        }
    }

    /// The user's name of where a guard is.
    pub(super) fn name_of(&self, watched: Watched) -> String {
        let inner = &self.plan.model.inner;
        match watched {
            Watched::Slip(point) | Watched::Load(point) | Watched::Turn(point) | Watched::Limit(point) => {
                inner.frictions[point].name.clone()
            }
            Watched::Lift(contact) => inner.contacts[contact].name.clone(),
            Watched::Trend { cluster, .. } | Watched::Split(cluster) | Watched::Torn(cluster) => {
                let first = self.friction.clusters.get(cluster).and_then(|cluster| cluster.points.first());
                first.map_or_else(String::new, |&point| inner.frictions[point].name.clone())
            }
            Watched::Pole => {
                let closed = |entry: usize| self.drive.motion.modes[entry] == Mode::Holding;
                let contact = inner.contacts.iter().find(|contact| closed(contact.entry));
                contact.map_or_else(String::new, |contact| contact.name.clone())
            }
        }
    }

    /// Why a point, or a contact and its friction, is in the mode `to` now, from what was found.
    fn cause_of(&self, fired: &[Watched], point: usize, contact: Option<usize>, to: Mode) -> Cause {
        let is = |one: Watched| fired.contains(&one);
        // Points that stick together start together.
        let together = fired.iter().any(|watched| match *watched {
            Watched::Trend { cluster, .. } | Watched::Split(cluster) => {
                self.friction.clusters[cluster].points.contains(&point)
            }
            _ => false,
        });
        match contact {
            Some(contact) if is(Watched::Lift(contact)) => Cause::Opened,
            _ if is(Watched::Slip(point)) => Cause::Stopped,
            _ if is(Watched::Limit(point)) || (together && to.direction() != 0.0) => Cause::Started,
            _ if is(Watched::Load(point)) => Cause::LoadReversed,
            _ => Cause::Decided,
        }
    }
}
