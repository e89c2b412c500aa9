//! A step of the run, taken once more in as many parts as S needs.
//!
//! The run has chosen it for z. Where the error that S has in it is near (1) of `coarse.rs`, it is halved, and the halves again. What breaks (1) even in the smallest of them is taken as a whole, and flagged.
//!
//! **A slip in space that ends.** Let ζ = T − t be the time until then. The direction w = s/‖s‖ turns into its last one like ζᵖ, p > 0 (or it stands), so that ẇ is without bound, and with it
//!
//! ```text
//! (1)  δw = (1 − w wᵀ) δs/‖s‖,     δs ≈ −ṡ δτ,   δw ≈ −ẇ δτ
//! ```
//!
//! of what moves the instant T by δτ. So S is taken along with time over a step in which a slip loses half of itself, or slows down near its end,
//!
//! ```text
//! (Y13)  S̃ = S + z' δτ,   δτ = −(w·δs)/(w·ṡ) at its beginning       S̃ has the equations of S with t moving by δτ;   w·δs̃ = 0 there, and δw̃ ~ ζᵖ
//! ```
//!
//! and back at its end. From one step to the next z' δτ cancels to the last digit, whichever direction friction has there. At T itself a method has a stage, and (1) is 0/0: such a step is taken in parts of which each
//! leaves a tenth of the slip; in the last one, where the run takes the slip for ended, its direction stands.

use super::coarse::Worst;
use super::flag::Flag;
use super::follow::Follower;
use super::stage::Stage;
use crate::math::max_abs_skip_nan;
use crate::math::small::dot;
use crate::simulate::drive::Drive;
use crate::simulate::failure::RunFailure;

/// How often a step may be halved.
const HALVINGS: usize = 12;
/// What half of a step has of its error, if that is not rounding.
const FALLS: f64 = 0.5;
/// What each part leaves of a slip that ends, and how many parts there are at most.
const LEFT: f64 = 0.1;
const TENTHS: i32 = 10;
/// Parts of a time that are too short for a step.
const RESOLVED: f64 = 32.0 * f64::EPSILON;
/// Of a slip, what is left of it after a step over which time goes along.
const HALF: f64 = 0.5;
/// Part of the largest velocity below which it goes along with any slip that slows down: the run may end one in many short steps.
const SLOW: f64 = 1e-2;

impl Follower {
    /// Lets time go along (Y13) over the step that is to be taken, if a slip ends.
    pub(super) fn go_along(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.along = None;
        let slow = SLOW * max_abs_skip_nan(drive.motion.split(drive.stepper.y_prev()).v);
        let ends = |&(point, left): &(usize, f64)| left < HALF || (left < 1.0 && drive.begin.speed(point) <= slow);
        let Some((point, _)) = slows(drive).filter(ends) else { return Ok(()) };
        let (model, motion, count) = (drive.model, &drive.motion, self.core.ways.len());
        self.y.copy_from_slice(self.stepper.y());
        let state = self.y[..self.core.base].to_vec();
        let query = motion.query(self.stepper.t(), &state);
        self.core.hold(model, &query, &motion.ws.spare)?;
        let [w, slowing] = self.core.variation.slide_of(model, point);
        let y = std::mem::take(&mut self.y);
        for k in 0..count {
            let tail = self.core.tail(k, &y);
            self.core.vary(model, &query, k, tail, 0.0)?;
            let change = model.inner.frictions[point].parts(&self.core.told[k].rate);
            self.core.shifts[k] = -dot(&w, &change) / dot(&w, &slowing);
        }
        self.y = y;
        let shifts = self.core.shifts.clone();
        self.add_slope(drive, &query, &shifts, 1.0)?;
        self.along = Some(shifts);
        Ok(self.stepper.replace_state(&mut Stage { core: &mut self.core, motion }, &self.y)?)
    }

    /// Where the run stands at the end of the step, time stands still.
    pub(super) fn come_back(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.core.shifts.fill(0.0);
        self.stop_time(drive, drive.t())
    }

    /// S of an S̃ that stands at this time.
    pub(super) fn stop_time(&mut self, drive: &Drive<'_>, t: f64) -> Result<(), RunFailure> {
        let Some(shifts) = self.along.take() else { return Ok(()) };
        let state = self.y[..self.core.base].to_vec();
        let query = drive.motion.query(t, &state);
        self.core.hold(drive.model, &query, &drive.motion.ws.spare)?;
        self.add_slope(drive, &query, &shifts, -1.0)?;
        self.along = Some(shifts);
        Ok(())
    }

    /// S over the step that the run has just completed.
    pub(super) fn take_parts(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.parts.clear();
        // The ends that are still to be reached, the next one last, and how often each part was halved.
        let (mut ends, mut errors) = (std::mem::take(&mut self.ends), std::mem::take(&mut self.errors));
        errors.clear();
        self.choose_ends(drive, &mut ends);
        let mut whole = ends.first().map_or(drive.t(), |(to, _)| *to);
        while let Some((to, halved)) = ends.pop() {
            whole = if halved == 0 { to } else { whole };
            self.stepper.step(&mut Stage { core: &mut self.core, motion: &drive.motion }, to)?;
            let error = self.error(drive)?;
            let error = match self.halve(drive, error, halved, &mut ends)? {
                Some(error) => error,
                None => {
                    ends.retain(|(_, halved)| *halved == 0);
                    self.stepper.undo();
                    self.stepper.step(&mut Stage { core: &mut self.core, motion: &drive.motion }, whole)?;
                    self.error(drive)?
                }
            };
            self.coarse.accept(&self.stepper, self.core.base, self.core.sizes);
            errors.push((self.stepper.t(), error));
            if !ends.is_empty() {
                self.end_part(drive)?;
            }
        }
        if self.along.is_some() {
            // What is between its ends is S̃.
            self.end_part(drive)?;
        }
        if self.stepper.t() != drive.t() {
            self.evaluate_end(drive)?;
            self.stepper.shift_end_to(drive.t());
        }
        // Beside what S is at the end of them: the first of them may be where it begins.
        let outcome = errors.iter().try_for_each(|(t, error)| self.note_error(*t, error));
        (self.ends, self.errors) = (ends, errors);
        outcome
    }

    /// Halves the part just taken until its error is small; none if that does not help.
    fn halve(
        &mut self,
        drive: &Drive<'_>,
        mut error: Worst,
        mut halved: usize,
        ends: &mut Vec<(f64, usize)>,
    ) -> Result<Option<Worst>, RunFailure> {
        let implicit = self.core.implicit.is_some();
        while self.coarse.asks_for_less(error.relative, implicit) {
            let (from, to) = (self.stepper.t_prev(), self.stepper.t());
            let middle = from + 0.5 * (to - from);
            let mut falls = middle > from && middle < to && halved < HALVINGS;
            if falls {
                halved += 1;
                ends.push((to, halved));
                self.stepper.retake(&mut Stage { core: &mut self.core, motion: &drive.motion }, middle)?;
                let half = self.error(drive)?;
                falls = half.relative <= FALLS * error.relative;
                error = half;
            }
            if !falls {
                // What is left is rounding, or far too much.
                return Ok(Some(error).filter(|error| !self.coarse.breaks(error.relative)));
            }
        }
        Ok(Some(error))
    }

    /// Keeps the part just taken, with the slope at its end, where the next one begins.
    fn end_part(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.evaluate_end(drive)?;
        self.parts.push(self.stepper.clone());
        Ok(())
    }

    /// The slope at the end of the part just taken.
    fn evaluate_end(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.y.copy_from_slice(self.stepper.y());
        Ok(self.stepper.replace_state(&mut Stage { core: &mut self.core, motion: &drive.motion }, &self.y)?)
    }

    /// Where the parts end that slips in space ask for, the first one last.
    fn choose_ends(&self, drive: &Drive<'_>, ends: &mut Vec<(f64, usize)>) {
        let slows = slows(drive);
        // What the run has solved at its stages belongs to the end that it had aimed at, before that was moved along the slope. (But a slip in space may have none beyond its end.)
        let to = if slows.is_some() { drive.t() } else { drive.stepper.aimed() };
        let least = slows.map_or(1.0, |(_, left)| left);
        let parts = if least > LEFT { 1 } else { (least.ln() / LEFT.ln()).ceil().clamp(1.0, f64::from(TENTHS)) as i32 };
        let from = self.stepper.t();
        let end = |k: i32| if k == 0 { to } else { to - (to - from) * LEFT.powi(parts - k) };
        ends.clear();
        ends.extend((0..parts).map(|k| (end(k), 0)));
        // Nearer than time resolves there is none between.
        ends.dedup_by(|next, last| last.0 - next.0 <= RESOLVED * to.abs());
    }

    /// The error of S in the part just taken.
    fn error(&mut self, drive: &Drive<'_>) -> Result<Worst, RunFailure> {
        let told = self.coarse.look(&mut self.stepper, self.core.base, self.core.sizes);
        if self.coarse.breaks(told.relative) && self.core.implicit.is_some() { self.by_halves(drive) } else { Ok(told) }
    }

    /// Takes note of it, and flags what is too large.
    fn note_error(&mut self, t: f64, worst: &Worst) -> Result<(), RunFailure> {
        let error = self.coarse.relative(worst, self.stepper.t());
        self.coarse.note(error);
        let by = &self.core.ways[worst.of].name;
        let told = |flag: &Flag| matches!(flag, Flag::Coarse { by: own, .. } if own == by);
        if !self.coarse.breaks(error) || self.flags.iter().any(told) {
            return Ok(());
        }
        self.raise(Flag::Coarse { t, by: by.clone(), error })
    }

    /// By how much S is elsewhere if the step is taken in two halves.
    fn by_halves(&mut self, drive: &Drive<'_>) -> Result<Worst, RunFailure> {
        let Self { core, stepper, coarse, .. } = self;
        let (from, to, base, sizes) = (stepper.t_prev(), stepper.t(), core.base, core.sizes);
        let mut halves = stepper.clone();
        let mut stage = Stage { core, motion: &drive.motion };
        halves.start(&mut stage, from, stepper.y_prev())?;
        halves.step(&mut stage, from + 0.5 * (to - from))?;
        let middle = halves.y().to_vec();
        halves.replace_state(&mut stage, &middle)?;
        halves.step(&mut stage, to)?;
        let off: Vec<f64> = halves.y()[base..].iter().zip(&stepper.y()[base..]).map(|(a, b)| a - b).collect();
        Ok(coarse.worst_of(&off, to, sizes))
    }
}

/// The slip in space that loses most of itself in a step, and the part that is left of it.
fn slows(drive: &Drive<'_>) -> Option<(usize, f64)> {
    let slides = drive.model.inner.frictions.iter().enumerate().filter(|(point, friction)| {
        let slides = friction.slide.is_some() && drive.motion.modes[friction.entry].direction() != 0.0;
        slides && drive.begin.speed(*point) > 0.0
    });
    let left = slides.map(|(point, _)| (point, drive.end.speed(point) / drive.begin.speed(point)));
    left.min_by(|a, b| a.1.total_cmp(&b.1))
}
