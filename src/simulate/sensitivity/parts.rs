//! A step of the run, taken once more in as many parts as S needs.
//!
//! The run has chosen it for z. Where the error that S has in it is near (1) of `coarse.rs`, it is halved, and the halves again. What breaks (1) even in the smallest of them is taken as a whole, and flagged.
//!
//! **A slip in space that ends.** With ζ = T − t the time until then and w = s/‖s‖, the friction of S goes as
//!
//! ```text
//! (1)  δw = (1 − w wᵀ) δs/‖s‖,     ‖s‖ ~ ζ,   (1 − w wᵀ) δs ~ ζ^(1 + p),  p ≥ 0
//! ```
//!
//! which is finite, and 0/0 at the end itself, where a method has a stage. So such a step is taken in parts of which each leaves a tenth of the slip; in the last one, where the run takes the slip for ended, its direction stands.

use super::coarse::Worst;
use super::flag::Flag;
use super::follow::Follower;
use super::stage::Stage;
use crate::simulate::drive::Drive;
use crate::simulate::failure::RunFailure;

/// How often a step may be halved.
const HALVINGS: usize = 12;
/// What half of a step has of its error, if that is not rounding.
const FALLS: f64 = 0.5;
/// What each part leaves of a slip that ends, and how many parts there are at most.
const LEFT: f64 = 0.1;
const TENTHS: i32 = 10;

impl Follower {
    /// S over the step that the run has just completed.
    pub(super) fn take_parts(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.parts.clear();
        // The ends that are still to be reached, the next one last, and how often each part was halved.
        let mut ends: Vec<(f64, usize)> = self.ends(drive).into_iter().map(|t| (t, 0)).collect();
        let (mut errors, mut whole) = (Vec::new(), drive.t());
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
                self.parts.push(self.stepper.clone());
                self.go_on(drive)?;
            }
        }
        // Beside what S is at the end of them: the first of them may be where it begins.
        errors.into_iter().try_for_each(|(t, error)| self.note_error(t, &error))
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

    /// The next part begins where this one ends.
    fn go_on(&mut self, drive: &Drive<'_>) -> Result<(), RunFailure> {
        self.y.copy_from_slice(self.stepper.y());
        Ok(self.stepper.replace_state(&mut Stage { core: &mut self.core, motion: &drive.motion }, &self.y)?)
    }

    /// Where the parts end that slips in space ask for, the first one last.
    fn ends(&self, drive: &Drive<'_>) -> Vec<f64> {
        let inner = &drive.model.inner;
        let left = |(point, friction): (usize, &crate::model::FrictionEntry)| {
            let slides = friction.slide.is_some() && drive.motion.modes[friction.entry].direction() != 0.0;
            let begin = drive.begin.speed(point);
            if slides && begin > 0.0 { drive.end.speed(point) / begin } else { 1.0 }
        };
        let least = inner.frictions.iter().enumerate().map(left).fold(1.0, f64::min);
        let parts = if least > LEFT { 1 } else { (least.ln() / LEFT.ln()).ceil().clamp(1.0, f64::from(TENTHS)) as i32 };
        let [from, to] = [self.stepper.t(), drive.t()];
        (0..parts).map(|k| if k == 0 { to } else { to - (to - from) * LEFT.powi(parts - k) }).collect()
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
