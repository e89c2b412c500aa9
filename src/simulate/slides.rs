//! Contacts in space within a step: slips that only turn, and slips that have just started.
//!
//! **A stop.** What is watched is s·n, n the direction at the beginning of the step. Where it vanishes and ‖s‖ does not, the slip has turned across n and has not stopped: the step ends
//! at [`NEARLY`] of the way, with a new n. Towards a stop the direction turns like a power of ‖s‖, which no method resolves over more than a part of the way, but each step leaves a tenth of it.
//! What is left of a slip that steps do not resolve, and that its friction ends, ends when its accelerations say (`friction/ending.rs`); which way it turned until then does not matter,
//! for what is held from then on is exact. (Left to the steps it would go on for ever, at the size of their errors.) One that steps resolved just now, and that has turned round where it may be all error, was at rest or passed near it,
//! which no step tells: it is decided as if it was, with what friction holds at rest. Not one that stays as slow as that, as the slip of a ball that rolls and pivots does. All else moves on until then as well: only in a time in which its slope says all, and nothing closes.
//!
//! **A start.** While its direction follows from the forces (H14) the velocities are not made to go along it: they do, up to what the mean rate of turning leaves,
//!
//! ```text
//! (1)  |s × d| ~ t⁴ after the start
//! ```
//!
//! which is forgotten at the rate κ = ‖a + μ N g d‖/‖s‖ once the slip goes its own way. A step that leaves more of it than a step may is taken again; where it is not small against that any more,
//! or κ h is, the direction is that of the slip from then on. Not before it goes along d: what a rest that was extrapolated has left of the slip may go against it, and friction with it would pull, each
//! step being taken for one in which the slip ends.

use super::failure::RunFailure;
use super::first_change::Change;
use super::running::Run;
use super::watch::Watched;
use crate::dynamics::{Mode, Slipping};
use crate::math::max_abs;
use crate::model::FrictionEntry;

/// Part of the way to where a slip turns across its direction.
const NEARLY: f64 = 0.9;
/// A slip below so many tolerances is not resolved by steps.
const UNRESOLVED: f64 = 100.0;
/// A slip below this part of the largest so far ends as it goes on, and one below this part has stopped.
const NEAR: f64 = 1e-9;
const STOPPED: f64 = 1e-13;
/// A slip below so many absolute ones may be an error of steps as a whole.
const BLURRED: f64 = 10.0;
/// How many tolerances may be left across a slip that has started: it is forgotten, and must be more than the rounding of steps.
const ACROSS: f64 = 100.0;
/// Part of that from which the slip goes its own way.
const ENOUGH: f64 = 0.05;
/// Steps below this part of the time that a slip takes to turn are no trouble.
const SLOW: f64 = 0.5;
/// Part of what steps do not resolve below which a slip is rounding.
const SMALL: f64 = 1e-3;
/// Most times that a step after a start is taken again.
const SHORTER: usize = 30;

impl Run<'_, '_> {
    /// Has a contact in space only turned where it was taken for stopped? Then the step ends before.
    pub(super) fn only_turns(&mut self, change: &Change) -> Result<bool, RunFailure> {
        let slip = |watched: &Watched| match *watched {
            Watched::Slip(point) => Some(point).filter(|&point| self.slides_in_space(point)),
            _ => None,
        };
        let slips: Vec<usize> = change.fired.iter().filter_map(slip).collect();
        let [from, to] = self.drive.span();
        let t = from + NEARLY * (to - from);
        // Nearer than time resolves it has stopped.
        let is_resolved = t > from && t < to && to - t > f64::EPSILON * to.abs();
        if is_resolved && slips.iter().any(|&point| !self.has_stopped(point)) {
            self.drive.retake(t, self.drive.projects)?;
            self.drive.stepper.set_next_step(to - t);
            self.look.forget();
            return Ok(true);
        }
        let is_left = |&point: &usize| !self.is_nothing(point) && self.is_slower(point, self.blurred());
        if slips.iter().any(is_left) {
            self.end_slips(0.0, self.unresolved())?;
        }
        Ok(false)
    }

    fn slides_in_space(&self, point: usize) -> bool {
        let friction = &self.plan.model.inner.frictions[point];
        friction.slide.is_some() && self.drive.motion.modes[friction.entry].direction() != 0.0
    }

    /// Is nothing left of a slip in space, but what may be an error?
    pub(super) fn has_stopped(&self, point: usize) -> bool {
        let is_blurred = || self.was_resolved(point) && self.drive.end.speed(point) <= self.blurred();
        self.slides_in_space(point) && (self.is_nothing(point) || is_blurred())
    }

    /// Is nothing left of a slip?
    fn is_nothing(&self, point: usize) -> bool {
        self.drive.end.speed(point) <= STOPPED * self.friction.peak[point]
    }

    /// The slip in space that ends at once after the end of the step, which is moved there: one so small that steps do not resolve how it goes on.
    pub(super) fn ends_at_once(&mut self) -> Result<Option<Change>, RunFailure> {
        let (mut first, small) = (None::<(usize, f64)>, self.unresolved());
        for (point, friction) in self.plan.model.inner.frictions.iter().enumerate() {
            let Some(slide) = friction.slide.as_ref().filter(|_| self.is_unresolved(point, small)) else { continue };
            let left = self.drive.turning[slide.index].left;
            let ends = self.drive.sliding(point)[1] < 0.0 && left > 0.0;
            if ends && first.is_none_or(|(_, least)| left < least) {
                first = Some((point, left));
            }
        }
        let soon = |left: f64| left <= self.at_once() && self.drive.t() + left < self.t_end;
        let Some((point, left)) = first.filter(|(_, left)| soon(*left)) else { return self.turns_at_rest() };
        if self.closes_within(left)? {
            return Ok(None);
        }
        self.end_slips(left, small)?;
        Ok(Some(self.stop_here(point)))
    }

    /// A slip that was found to end where the step does.
    fn stop_here(&self, point: usize) -> Change {
        Change { t: self.drive.t(), fired: vec![Watched::Slip(point)], margin: None }
    }

    /// Moves the end of the step by so much, to where slips end. So do all that are as slow: their directions are kept.
    fn end_slips(&mut self, left: f64, small: f64) -> Result<(), RunFailure> {
        for (point, friction) in self.plan.model.inner.frictions.iter().enumerate() {
            if let Some(slide) = friction.slide.as_ref().filter(|_| self.is_unresolved(point, small)) {
                self.drive.motion.ways[slide.index].speed = f64::INFINITY;
            }
        }
        self.drive.shift(left, self.drive.projects)?;
        self.look.forget();
        Ok(())
    }

    /// A slip that steps do not resolve any more, and that has turned round: whether it was at rest in between no step tells, and it is decided as if it was. That is no certain step.
    fn turns_at_rest(&mut self) -> Result<Option<Change>, RunFailure> {
        let turned = |point: usize| self.friction.slowing[point] && self.drive.sliding(point)[1] >= 0.0;
        let is_blurred = |point: usize| self.is_slower(point, self.blurred()) && self.was_resolved(point);
        let mut points = 0..self.plan.model.inner.frictions.len();
        let Some(point) = points.find(|&point| turned(point) && is_blurred(point)) else { return Ok(None) };
        self.trajectory.counters.uncertain += 1;
        self.end_slips(0.0, self.unresolved())?;
        Ok(Some(self.stop_here(point)))
    }

    /// Was a slip one that steps resolve just now? One that stays as slow as their errors is as slow as that: it has accelerations of either sign by those errors. Fixed steps resolve what they do.
    fn was_resolved(&self, point: usize) -> bool {
        self.plan.fixed_step.is_none() && self.drive.t() - self.friction.resolved[point] <= self.at_once()
    }

    /// The speeds that may be errors of steps as a whole: by the absolute tolerance alone, for what else moves fast need not have to do with the slip.
    fn blurred(&self) -> f64 {
        BLURRED * self.plan.tolerance.velocity
    }

    /// Takes note of the slips that steps resolve.
    pub(super) fn note_resolved(&mut self) {
        if self.drive.turning.is_empty() {
            return;
        }
        let (t, small) = (self.drive.t(), self.unresolved());
        for point in 0..self.friction.resolved.len() {
            if self.slides_in_space(point) && self.drive.end.speed(point) > small {
                self.friction.resolved[point] = t;
            }
        }
    }

    /// Does an open contact fall below zero, or deeper, in a time so short?
    fn closes_within(&mut self, time: f64) -> Result<bool, RunFailure> {
        let drive = &self.drive;
        for (contact, entry) in self.plan.model.inner.contacts.iter().enumerate() {
            if drive.motion.modes[entry.entry] == Mode::Open {
                let memory = &drive.motion.memory;
                let [gap, rate] = self.contacts.gap(drive.model, memory, contact, drive.t(), drive.y())?;
                if gap + rate * time < gap.min(0.0) {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// The longest time by which the end of the step may be moved along its slope: what this leaves out of the positions, a t²/2, is within their tolerance.
    fn at_once(&self) -> f64 {
        let (drive, tolerance) = (&self.drive, &self.plan.tolerance);
        let [q, a] = [drive.motion.split(drive.y()).q, drive.motion.split(drive.stepper.slope()).v];
        let allowed = tolerance.length.min(tolerance.angle) + tolerance.relative * max_abs(q);
        (2.0 * allowed / max_abs(a)).sqrt()
    }

    /// Does a contact slide in space so slowly that steps do not resolve it, `small` being what they do not of any? Where another stops it is at rest as well: how it goes on is decided.
    pub(super) fn is_unresolved(&self, point: usize, small: f64) -> bool {
        self.is_slower(point, small.max(NEAR * self.friction.peak[point]))
    }

    /// Does a contact slide in space at this speed at most, and not as one that has just started?
    fn is_slower(&self, point: usize, speed: f64) -> bool {
        let (drive, friction) = (&self.drive, &self.plan.model.inner.frictions[point]);
        let Some(slide) = &friction.slide else { return false };
        let starts = drive.motion.ways[slide.index].start.is_some();
        self.slides_in_space(point) && !starts && drive.turning[slide.index].speed <= speed
    }

    /// Is a slip over where another stops? Not one that pivots alone on its body and has time left.
    pub(super) fn rests_with(&self, point: usize, small: f64) -> bool {
        let Some(slide) = &self.plan.model.inner.frictions[point].slide else { return false };
        let Slipping { lasts, left, .. } = self.drive.turning[slide.index];
        self.is_unresolved(point, small) && !(lasts && left > self.at_once())
    }

    /// Is there a slip in space so near to its end that neither its direction, which turns as fast as it ends, nor the time until then is resolved? Which motions there are depends on that direction.
    pub(super) fn slip_is_over(&self) -> bool {
        let small = self.unresolved();
        self.plan.model.inner.frictions.iter().enumerate().any(|(point, friction)| {
            let left = friction.slide.as_ref().map_or(f64::INFINITY, |slide| self.drive.turning[slide.index].left);
            left <= self.at_once() && self.is_unresolved(point, small) && self.drive.sliding(point)[1] < 0.0
        })
    }

    /// The speeds that steps do not resolve.
    pub(super) fn unresolved(&self) -> f64 {
        let (drive, tolerance) = (&self.drive, &self.plan.tolerance);
        UNRESOLVED * (tolerance.velocity + tolerance.relative * max_abs(drive.motion.split(drive.y()).v))
    }

    /// Takes a step again that leaves too much across a slip that has started.
    pub(super) fn shorten_start(&mut self) -> Result<(), RunFailure> {
        if self.plan.fixed_step.is_some() {
            return Ok(());
        }
        for _ in 0..SHORTER {
            let [from, to] = self.drive.span();
            let worst = self.starting().map(|(_, left, _)| left).fold(0.0, f64::max);
            let t = from + (to - from) * (0.8 * worst.powf(-0.25)).clamp(0.1, 0.8);
            if worst <= 1.0 || t <= from || t >= to {
                break;
            }
            self.drive.retake(t, self.drive.projects)?;
            self.drive.stepper.set_next_step(t - from);
        }
        Ok(())
    }

    /// Lets those slips go their own way at the end of the step that can.
    pub(super) fn end_starts(&mut self) {
        let h = self.drive.stepper.next_step();
        let over: Vec<(usize, f64)> = self
            .starting()
            .filter(|(slide, left, rate)| (*left > ENOUGH || rate * h < SLOW) && !self.goes_against(*slide))
            .map(|(slide, _, rate)| (slide, rate))
            .collect();
        if over.is_empty() {
            return;
        }
        let small = SMALL * self.unresolved();
        for (slide, rate) in over {
            let (way, left) = (&mut self.drive.motion.ways[slide], &self.drive.turning[slide]);
            way.start = None;
            // Where stopping it would have moved too much else, what is left goes its own way, with friction against it; the rounding of a start goes nowhere.
            if left.along < 0.0 && left.speed > small {
                way.near = way.near.map(|x| -x);
            }
            self.drive.stepper.set_next_step(h.min(1.0 / rate));
        }
    }

    /// Does what a rest has left of the slip of a contact go against its start? Of a joint hardly anything is left: it was stopped where the slip starts.
    fn goes_against(&self, slide: usize) -> bool {
        let of_contact = |friction: &FrictionEntry| {
            friction.contact.is_some() && friction.slide.as_ref().is_some_and(|entry| entry.index == slide)
        };
        self.drive.turning[slide].along <= 0.0 && self.plan.model.inner.frictions.iter().any(of_contact)
    }

    /// The slips that have started: what goes across them at the end of the step, in parts of what a step may leave, and κ.
    fn starting(&self) -> impl Iterator<Item = (usize, f64, f64)> + '_ {
        let tolerance = &self.plan.tolerance;
        let ways = self.drive.motion.ways.iter().zip(&self.drive.turning).enumerate();
        ways.filter(|(_, (way, _))| way.start.is_some()).map(move |(slide, (_, start))| {
            let allowed = ACROSS * (tolerance.velocity + tolerance.relative * start.speed);
            (slide, start.across / allowed, start.rate)
        })
    }
}
