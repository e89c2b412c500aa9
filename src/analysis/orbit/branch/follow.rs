//! A branch from its beginning to its end.

use super::error::ContinuationError;
use super::found::{Branch, BranchEnd, BranchPoint, Tangent};
use super::turns::Readings;
use super::walk::{Here, Missed, Place, Walk, told};
use crate::analysis::manifold::{Chart, Sticks};
use crate::simulate::Output;
use nalgebra::DVector;

/// With so few corrections the next step is longer, with so many shorter.
const FEW: usize = 2;
const MANY: usize = 4;
const LONGER: f64 = 1.5;
const SHORTER: f64 = 0.5;
/// The shortest step, of the longest.
const SHORTEST: f64 = 1e-6;
/// The first step, of the longest.
const BEGIN: f64 = 0.1;
/// Cosine of the angle by which the direction may turn in a step.
const STEADY: f64 = 0.8;
/// The part of the period after which the orbit is taken instead, where it cannot be followed from its instant.
const LATER: f64 = 0.382;

impl Walk<'_, '_> {
    /// The branch from an orbit: in a given direction, or as the parameter goes.
    pub(super) fn branch(&self, first: Place, direction: Option<Tangent>) -> Result<Branch, ContinuationError> {
        let mut here = self.look(&first)?;
        let given = direction.is_some();
        let mut t = match direction {
            // On a branch that begins here, only the direction across the old one is known.
            Some(direction) => {
                let row = here.row(&direction, self.size);
                let length = here.row(&here.kept(&row), self.size).dot(&row).sqrt();
                row / length
            }
            None => self.toward(&here, self.sense).ok_or_else(|| {
                let (name, value) = (self.family.names()[self.index].clone(), first.value);
                ContinuationError::NoDirection { name, value }
            })?,
        };
        let mut readings = Readings::of(&here, &t);
        let mut branch = Branch { points: vec![point(&here, &readings)], turns: Vec::new(), end: BranchEnd::Most };
        let mut h = self.step * BEGIN;
        let mut moved_on = false;
        while branch.points.len() < self.most {
            // Its direction leaves the one that was given at once.
            let bends = given && branch.points.len() == 1;
            let (next, t_next) = match self.steady_step(&here, &t, h, bends) {
                Ok(found) => found,
                Err(_) if h > SHORTEST * self.step => {
                    h *= SHORTER;
                    continue;
                }
                Err(why) => {
                    if let Some(other) = (!moved_on).then(|| self.later(&here)).and_then(Result::ok)
                        && let Some(direction) = self.toward(&other, t[t.len() - 1].signum())
                    {
                        (here, t, h, moved_on) = (other, direction, self.step * BEGIN, true);
                        continue;
                    }
                    branch.end = BranchEnd::Lost { value: here.place.value, why };
                    break;
                }
            };
            moved_on = false;
            if !self.range.contains(&next.place.value) {
                let [low, high] = [*self.range.start(), *self.range.end()];
                if let Ok(last) = self.at_value(&here, &t, next.place.value.clamp(low, high)) {
                    let after = Readings::of(&last, &t);
                    branch.points.push(point(&last, &after));
                }
                branch.end = BranchEnd::Range;
                break;
            }
            let after = Readings::of(&next, &t_next);
            if !bends {
                let at = branch.points.len() - 1;
                branch.turns.extend(self.turns((&here, &t, &readings), (h, &after), at));
            }
            branch.points.push(point(&next, &after));
            let longer = match next.corrections {
                ..=FEW => LONGER,
                MANY.. => SHORTER,
                _ => 1.0,
            };
            h = (h * longer).min(self.step);
            (here, t, readings) = (next, t_next, after);
        }
        Ok(branch)
    }

    /// A step that does not jump onto another branch, nor back: its direction turns little.
    fn steady_step(&self, here: &Here, t: &DVector<f64>, h: f64, bends: bool) -> Result<(Here, DVector<f64>), Missed> {
        let (next, t_next) = self.step(here, t, h)?;
        let cosine = next.row(&here.kept(t), self.size).dot(&t_next);
        if bends || cosine > STEADY {
            return Ok((next, t_next));
        }
        Err(format!("the branch turns by {:.0}° in a step", cosine.clamp(-1.0, 1.0).acos().to_degrees()))
    }

    /// The same orbit, by its state at another instant.
    fn later(&self, here: &Here) -> Result<Here, Missed> {
        let Place { state, period, .. } = &here.place;
        let plan = (self.plan)(&here.model).output(Output::Ends);
        let run = plan.run(state.clone(), state.t + LATER * period).map_err(told)?;
        let mut chart = Chart::new(&here.model, run.end(), Sticks::Free).map_err(told)?;
        let state = chart.state(&vec![0.0; chart.dimension()]).map_err(told)?;
        self.look(&Place { state, ..here.place.clone() }).map_err(told)
    }

    /// The orbit at a value of the parameter a little further on.
    fn at_value(&self, from: &Here, t: &DVector<f64>, value: f64) -> Result<Here, Missed> {
        let slope = t[t.len() - 1];
        let guess = Place { value, ..from.moved(&(t * ((value - from.place.value) / slope)))? };
        let across = Tangent { state: vec![0.0; from.kept(t).state.len()], period: 0.0, value: 1.0 };
        self.corrected(guess, &across)
    }
}

fn point(here: &Here, readings: &Readings) -> BranchPoint {
    let (value, orbit) = (here.place.value, here.orbit());
    BranchPoint { value, orbit, unstable: readings.unstable, changes: here.slopes.changes.clone() }
}
