//! Finding the first change of friction in a step, and moving the end of the step onto it.
//!
//! 1. The stages of the step tell the course of the guards of all points, at no evaluation (`watch/fit.rs`).
//! 2. Where they do not, some more places are evaluated, once for all guards.
//! 3. Guards that are still in doubt, and those of clusters, which no stage solves, are looked for on the dense output (`watch/locate.rs`).
//! 4. A step that leaves one of them open is taken again at half its length. At its least length it is counted, as not told.
//! 5. The step is taken again to the first zero, and the zero moved from the dense output to the method's own solution.

use super::failure::RunFailure;
use super::running::Run;
use super::watch::{FrictionGuards, Looked, Numbers, Screening, Watched, inner_stages};
use crate::error::EvalError;

/// A change of friction that was found in a step.
#[derive(Clone, Debug)]
pub(super) struct Change {
    pub(super) t: f64,
    /// All that happens at that instant.
    pub(super) fired: Vec<Watched>,
    /// By how much its instant may be off on the dense output; none if it was not found there.
    pub(super) margin: Option<f64>,
}

/// Part of that for a closing.
const FINER: f64 = 1e-3;
/// Rounds at most that move an event, or a change of friction, onto the method's own solution, off its dense output.
pub(super) const POLISH: usize = 4;
/// Part of a step by which they may be off their place on the dense output: more is another crossing.
const MARGIN: f64 = 1e-3;
/// Of limits, which loads move across, at loose tolerances: in tolerances, and at most.
const LIMIT_MARGIN: [f64; 2] = [4.0, 0.05];
/// Part of the tolerance that a change may be off because the last bit of the step follows the slope.
const SHIFT: f64 = 1e-4;
/// Part of the largest slip acceleration by which a point that starts may be accelerated against its direction.
pub(super) const AGAINST: f64 = 1e-6;
/// Steps below this part of 1e-3 s + |t| are not halved to tell a guard.
const LEAST: f64 = 1e-6;
/// Most nodes of a fit.
const NODES: usize = 20;
/// While something sticks, the fastest sine of all signals turns by at most so many radians in a step (G4).
const RADIANS: f64 = 30.0;

/// What is moved onto its zero: a change of friction, or a user's event.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Target {
    Friction(Watched),
    Closing(usize),
    Event(usize),
}

impl Run<'_, '_> {
    /// Takes note of where friction stands at the beginning of a step; `restarted`: after a start or a change.
    pub(super) fn arm_friction(&mut self, restarted: bool) -> Result<(), RunFailure> {
        self.note_resolved();
        let (drive, friction) = (&self.drive, &mut self.friction);
        let against = AGAINST * drive.largest_slipping();
        for (point, peak) in friction.peak.iter_mut().enumerate() {
            *peak = peak.max(drive.end.speed(point));
            friction.slowing[point] = drive.sliding(point)[1] < -against;
        }
        let sticks = drive.sticks();
        if !restarted {
            friction.fired.clear();
        } else if !sticks {
            friction.clusters.clear();
        } else {
            friction.clusters = self.look.clusters(drive)?;
        }
        friction.trends.clear();
        for cluster in 0..friction.clusters.len() {
            for watched in friction.of_cluster(cluster) {
                self.look.y.copy_from_slice(drive.y());
                let value = self.look.cluster(drive, &friction.clusters, watched, drive.t())?;
                friction.trends.push((watched, value));
            }
        }
        if sticks && self.fastest > 0.0 {
            let most = RADIANS / self.fastest;
            self.drive.stepper.set_next_step(self.drive.stepper.next_step().min(most));
        }
        Ok(())
    }

    /// The first change of friction in the step, if there is one, and everything that happens at that instant.
    pub(super) fn first_change(&mut self) -> Result<Option<Change>, RunFailure> {
        if !FrictionGuards::is_needed(self.plan.model) {
            return Ok(None);
        }
        let mut open = false;
        loop {
            let (drive, friction) = (&self.drive, &mut self.friction);
            friction.list(drive.model, &drive.motion.modes, &drive.motion.signs, [&drive.begin, &drive.end]);
            self.suspect()?;
            if self.friction.suspects.is_empty() {
                return Ok(None);
            }
            self.drive.prepare_dense()?;
            let span = self.drive.span();
            let peak = self.friction.peak.iter().fold(0.0_f64, |most, p| most.max(*p));
            if open {
                self.friction.suspects.iter_mut().for_each(|one| one.smooth = false);
            }
            // It is moved onto the method's own solution later.
            let exact = 0.1 * self.shifted(span[1] - span[0]);
            let (drive, look, clusters) = (&self.drive, &mut self.look, &self.friction.clusters);
            let looked = self.locator.look(&self.friction.suspects, span, 4, exact, |smooth, t| {
                look.guard(drive, clusters, &smooth, peak, t)
            })?;
            let h = span[1] - span[0];
            match (looked, self.locator.first()) {
                (Looked::Unresolved, _)
                    if 0.5 * h > LEAST * (1e-3 + span[1].abs()) && self.plan.fixed_step.is_none() =>
                {
                    self.drive.retake(span[0] + 0.5 * h, self.drive.projects)?;
                    self.drive.stepper.set_next_step(0.5 * h);
                    self.look.forget();
                }
                (Looked::Unresolved, _) => {
                    self.trajectory.counters.unresolved += 1;
                    open = true;
                }
                (Looked::Resolved, None) => return Ok(None),
                (Looked::Resolved, Some((t, zeros))) => {
                    let mut fired = Vec::new();
                    for zero in zeros.map(|zero| zero.guard.watched) {
                        if !fired.contains(&zero) {
                            fired.push(zero);
                        }
                    }
                    return Ok(Some(Change { t, fired, margin: Some(MARGIN * h) }));
                }
            }
        }
    }

    /// Which guards the stages, and where these do not suffice some more places, leave in doubt.
    fn suspect(&mut self) -> Result<(), RunFailure> {
        let [from, to] = self.drive.span();
        let h = to - from;
        let more = self.friction.more();
        // At rest the steps are few, and nothing but the guards resolves the forces.
        let mut screening =
            if self.drive.stands() && !more.is_empty() { Screening::Unsure } else { self.screen(&[], h) };
        if screening == Screening::Unsure {
            self.drive.prepare_dense()?;
            let mut further = std::mem::take(&mut self.further);
            for (numbers, x) in further.iter_mut().zip(more) {
                numbers.copy_from(self.look.at(&self.drive, from + x * h)?);
            }
            screening = self.screen(&further, h);
            self.further = further;
        }
        if let Screening::Clear { next } = screening
            && next < self.drive.stepper.next_step()
        {
            self.drive.stepper.set_next_step(next.max(0.5 * h));
        }
        self.friction.suspect_clusters();
        Ok(())
    }

    /// Reads the course of all guards at the nodes of the step.
    fn screen(&mut self, further: &[Numbers], h: f64) -> Screening {
        let stages = self.drive.motion.stages();
        let mut nodes = [&self.drive.begin; NODES];
        let mut count = 1;
        let mut push = |numbers| {
            nodes[count] = numbers;
            count += 1;
        };
        let inner = inner_stages(self.plan.method).zip(stages);
        inner.filter(|(within, _)| within.is_some()).for_each(|(_, numbers)| push(numbers));
        push(&self.drive.end);
        further.iter().for_each(&mut push);
        let wanted = self.drive.stepper.next_step();
        self.friction.screen(&nodes[..count], h, wanted)
    }

    /// Redoes the step up to a change, and goes on to what the shorter step has sooner still.
    pub(super) fn move_to(&mut self, change: &mut Change) -> Result<(), RunFailure> {
        if change.t <= self.drive.stepper.t_prev() {
            return self.drive.undo();
        }
        let jumps = self.move_onto(change.t, Target::Friction(change.fired[0]))?;
        self.note_peaks();
        self.find_earlier(change, jumps)?;
        change.t = self.drive.t();
        Ok(())
    }

    /// Goes back to where a limit is passed or a point has already turned: with a shorter step the solution can have it sooner than the dense output
    /// of the longer one had.
    fn find_earlier(&mut self, change: &mut Change, jumps: bool) -> Result<(), RunFailure> {
        let points = self.plan.model.inner.frictions.len();
        let past = -self.plan.tolerance.relative;
        let margin = change.margin.unwrap_or(0.0);
        // A limit that is late and has nothing sooner stays where it is, and so does one that was jumped over.
        let mut stays = jumps;
        for _ in 0..2 * POLISH + points {
            let late = |watched: &Watched| self.friction.depth(*watched, &self.drive.end) < past;
            let late = !stays && change.fired.iter().any(late);
            let rounding = self.rounding_of_slips();
            let turned = |point: &usize| {
                let [slip, rate] = self.drive.sliding(*point);
                let known = if change.fired.contains(&Watched::Slip(*point)) { margin * rate.abs() } else { 0.0 };
                slip < -known.max(self.rest_of(*point, rounding))
            };
            let (point, sooner) = match (0..points).find(turned) {
                _ if late => (None, 0.0),
                Some(point) => (Some(Watched::Slip(point)), margin),
                None => break,
            };
            self.look.forget();
            match (self.first_change()?, point) {
                (Some(earlier), _)
                    if earlier.t < self.drive.t() - sooner && earlier.t > self.drive.stepper.t_prev() =>
                {
                    change.fired = earlier.fired;
                    stays |= self.move_onto(earlier.t, Target::Friction(change.fired[0]))?;
                }
                (_, None) => stays = true,
                (_, Some(point)) if change.fired.contains(&point) => break,
                (_, Some(point)) => change.fired.push(point),
            }
        }
        Ok(())
    }

    /// Redoes the step up to a zero, and moves the zero to where the method's own solution has it.
    ///
    /// Where friction stops or starts the constraints are made exact, whatever holds them otherwise: with drift, points that stop together
    /// would stop one after another, and each would drag the next one back. True if what is watched jumps over zero there.
    pub(super) fn move_onto(&mut self, t: f64, target: Target) -> Result<bool, RunFailure> {
        let [start, reach] = self.drive.span();
        let h = reach - start;
        let nothing = match target {
            Target::Friction(_) => self.shifted(h),
            // What is left of a gap counts by itself, and not against the step.
            Target::Closing(_) => FINER * self.shifted(h),
            Target::Event(_) => 0.0,
        };
        let margin = h * match target {
            Target::Friction(Watched::Limit(_)) => {
                MARGIN.max(LIMIT_MARGIN[0] * self.plan.tolerance.relative).min(LIMIT_MARGIN[1])
            }
            // A gap that closes slowly has its zero far from where the dense output has it.
            Target::Closing(_) => LIMIT_MARGIN[1],
            _ => MARGIN,
        };
        let exact = matches!(target, Target::Friction(watched) if !matches!(watched, Watched::Load(_) | Watched::Turn(_)))
            || matches!(target, Target::Closing(_));
        let project = self.drive.projects || exact;
        if t < reach {
            self.drive.retake(t, project)?;
        } else if project && !self.drive.projects {
            self.drive.land(project)?;
        }
        let mut last: Option<(f64, f64)> = None;
        let mut stops_short = false;
        for _ in 0..POLISH {
            let (t, value) = (self.drive.t(), self.value_at_end(target)?);
            if value == 0.0 {
                break;
            }
            // The correction was none, as where a guard jumps.
            if let Some((before, _)) = last.filter(|(_, was)| value.abs() >= was.abs()) {
                self.drive.retake(before, project)?;
                stops_short = true;
                break;
            }
            let slope = match last {
                Some((before, was)) => (value - was) / (t - before),
                None => self.slope_at_end(target, value)?,
            };
            last = Some((t, value));
            let dt = -value / slope;
            let next = t + dt;
            // Only a correction of interpolation, never another zero: what is watched of friction falls where something happens.
            let falls = matches!(target, Target::Event(_)) || slope < 0.0;
            // What has come below zero since the beginning of the step has passed it, however far back.
            let passed = matches!(target, Target::Closing(_)) && value < 0.0;
            let sound = falls && next > start && next <= reach && (passed || dt.abs() <= margin);
            if !sound || dt.abs() <= 2.0 * f64::EPSILON * t.abs() {
                stops_short = !sound;
                break;
            }
            if dt.abs() <= nothing {
                self.drive.shift(dt, project)?;
                self.shift_again(target, [value, dt], project)?;
                break;
            }
            self.drive.retake(next, project)?;
        }
        let jumps = stops_short && self.cross_jump(target, [nothing, reach], project)?;
        self.look.forget();
        Ok(jumps)
    }

    /// What sticks starts only where its limit is met to rounding, and points that hold one freedom only together: what the first shift along the slope has
    /// left of the guard goes with a second.
    fn shift_again(&mut self, target: Target, [was, dt]: [f64; 2], project: bool) -> Result<(), RunFailure> {
        let Target::Friction(Watched::Limit(_) | Watched::Trend { .. } | Watched::Split(_)) = target else {
            return Ok(());
        };
        let value = self.value_at_end(target)?;
        let left = dt * value / (was - value);
        if left.abs() > 2.0 * f64::EPSILON * self.drive.t().abs() && left.abs() < dt.abs() {
            self.drive.shift(left, project)?;
        }
        Ok(())
    }

    /// Forces may jump, as where one is switched on: the place that was found then lies just before, where what is to happen does not fit yet. The end of the step moves past the
    /// jump, if that is as near as the end may be moved at all.
    fn cross_jump(&mut self, target: Target, [nothing, reach]: [f64; 2], project: bool) -> Result<bool, RunFailure> {
        let Target::Friction(Watched::Lift(_) | Watched::Limit(_) | Watched::Trend { .. } | Watched::Split(_)) = target
        else {
            return Ok(false);
        };
        let before = self.drive.t();
        let rounding = f64::EPSILON * before.abs();
        let furthest = (before + nothing.max(64.0 * rounding)).min(reach);
        let mut dt = 4.0 * rounding;
        while self.value_at_end(target)? > 0.0 {
            let t = self.drive.t();
            if t >= furthest {
                if t > before {
                    self.drive.retake(before, project)?;
                }
                return Ok(false);
            }
            self.drive.shift(dt.min(furthest - t), project)?;
            dt *= 16.0;
        }
        Ok(self.drive.t() > before)
    }

    /// By how much the end of a step of h may be moved along its slope: what that leaves out is (dt/h)² of the step's own change.
    fn shifted(&self, h: f64) -> f64 {
        h * (SHIFT * self.plan.tolerance.relative).sqrt()
    }

    /// Value of a guard at the end of the step.
    fn value_at_end(&mut self, target: Target) -> Result<f64, RunFailure> {
        let drive = &self.drive;
        Ok(match target {
            Target::Event(index) => self.user.values.at(&drive.motion, index, drive.t(), drive.y())?,
            Target::Closing(contact) => self.gap_at_end(contact)?[0],
            Target::Friction(Watched::Torn(_)) => 0.0,
            Target::Friction(watched) => match self.friction.lowest(watched, &drive.end) {
                Some(value) => value,
                None => {
                    self.look.y.copy_from_slice(drive.y());
                    self.look.cluster(drive, &self.friction.clusters, watched, drive.t())?
                }
            },
        })
    }

    /// φ and φ' of an open contact at the end of the step.
    fn gap_at_end(&mut self, contact: usize) -> Result<[f64; 2], EvalError> {
        let drive = &self.drive;
        self.contacts.gap(drive.model, &drive.motion.memory, contact, drive.t(), drive.y())
    }

    /// d guard/dt there, by a difference along the state's own slope.
    fn slope_at_end(&mut self, target: Target, value: f64) -> Result<f64, RunFailure> {
        if let Target::Closing(contact) = target {
            return Ok(self.gap_at_end(contact)?[1]);
        }
        let drive = &self.drive;
        if let Target::Friction(Watched::Slip(point)) = target {
            return Ok(drive.sliding(point)[1]);
        }
        let [from, t] = drive.span();
        let dt = 1e-6 * (t - from);
        let ahead = drive.ahead(dt);
        let after = match target {
            Target::Event(index) => self.user.values.at(&drive.motion, index, t + dt, &ahead)?,
            Target::Closing(_) => f64::NAN,
            Target::Friction(watched) if self.friction.is_solved(watched) => {
                let numbers = self.look.at_state(drive, t + dt, &ahead)?;
                self.friction.lowest(watched, numbers).unwrap_or(f64::NAN)
            }
            Target::Friction(watched) => {
                self.look.y.copy_from_slice(&ahead);
                self.look.cluster(drive, &self.friction.clusters, watched, t + dt)?
            }
        };
        Ok((after - value) / dt)
    }
}
