//! Steps along a branch: (1) to (5) of `mod.rs`.

use super::turns::Readings;
use super::{Branch, BranchEnd, BranchPoint, Continuation, ContinuationError};
use crate::analysis::manifold::{Chart, Sticks, project};
use crate::analysis::orbit::slopes::Slopes;
use crate::analysis::orbit::{Orbit, OrbitError};
use crate::model::{Model, State};
use crate::simulate::Output;
use nalgebra::{Complex, DMatrix, DVector};
use std::ops::RangeInclusive;

/// Corrections at most; with so few the next step is longer, with so many shorter.
const CORRECTIONS: usize = 8;
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

/// A guess, or an orbit.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) value: f64,
    pub(super) period: f64,
    pub(super) state: State,
}

/// A direction in all that is unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Tangent {
    /// Of q, v and variables.
    pub(super) state: Vec<f64>,
    pub(super) period: f64,
    pub(super) value: f64,
}

/// An orbit of the branch, and everything that is known there.
pub(super) struct Here {
    pub(super) place: Place,
    pub(super) slopes: Slopes,
    pub(super) map: DMatrix<f64>,
    pub(super) multipliers: Vec<Complex<f64>>,
    pub(super) corrections: usize,
    model: Model,
    /// z'(0) and z'(T), if the period is unknown.
    speeds: Option<[DVector<f64>; 2]>,
}

/// A step that does not lead to an orbit.
pub(super) type Missed = String;

pub(super) struct Walk<'c, 'a> {
    pub(super) how: &'c Continuation<'a>,
    index: usize,
    size: f64,
    range: RangeInclusive<f64>,
    sense: f64,
}

impl<'a> Continuation<'a> {
    pub(super) fn walk(&self, index: usize) -> Result<Walk<'_, 'a>, ContinuationError> {
        if !(self.step > 0.0 && self.step.is_finite()) {
            return Err(ContinuationError::Step { step: self.step });
        }
        let (range, sense) = self.course(self.family.values()[index])?;
        Ok(Walk { how: self, index, size: self.family.size(index), range, sense })
    }
}

impl Here {
    /// t of (2) in the unknowns of the chart here, as it is kept.
    fn kept(&self, t: &DVector<f64>) -> Tangent {
        let size = self.slopes.columns.len();
        let mut state = vec![0.0; self.slopes.columns.first().map_or(0, Vec::len)];
        for (column, z) in self.slopes.columns.iter().zip(t) {
            state.iter_mut().zip(column).for_each(|(sum, x)| *sum += z * x);
        }
        let period = if self.speeds.is_some() { t[size] } else { 0.0 };
        Tangent { state, period, value: t[t.len() - 1] }
    }

    /// The direction of a vector of the chart alone.
    pub(super) fn along(&self, z: &DVector<f64>) -> Tangent {
        let tangent = self.kept(&z.clone().resize_vertically(self.unknowns(), 0.0));
        let length = tangent.state.iter().map(|x| x * x).sum::<f64>().sqrt();
        Tangent { state: tangent.state.iter().map(|x| x / length).collect(), ..Tangent::default() }
    }

    fn unknowns(&self) -> usize {
        self.slopes.columns.len() + usize::from(self.speeds.is_some()) + 1
    }

    /// t · of (4), as a row.
    fn row(&self, t: &Tangent, scale: f64) -> DVector<f64> {
        let dot = |column: &Vec<f64>| column.iter().zip(&t.state).map(|(a, b)| a * b).sum();
        let mut row: Vec<f64> = self.slopes.columns.iter().map(dot).collect();
        if self.speeds.is_some() {
            row.push(t.period / self.place.period.powi(2));
        }
        row.push(t.value / (scale * scale));
        DVector::from_vec(row)
    }

    /// (1) with a row below.
    fn bordered(&self, row: &DVector<f64>) -> DMatrix<f64> {
        let (size, all) = (self.slopes.columns.len(), self.unknowns());
        let mut matrix = DMatrix::zeros(all, all);
        matrix.view_mut((0, 0), (size, size)).copy_from(&(&self.slopes.arrived - &self.slopes.left));
        matrix.view_mut((0, all - 1), (size, 1)).copy_from(&self.slopes.moved);
        if let Some([first, last]) = &self.speeds {
            matrix.view_mut((0, size), (size, 1)).copy_from(last);
            matrix.view_mut((size, 0), (1, size)).copy_from(&first.transpose());
        }
        matrix.set_row(all - 1, &row.transpose());
        matrix
    }

    /// The orbit.
    pub(super) fn orbit(&self) -> Orbit {
        Orbit {
            state: self.place.state.clone(),
            period: self.place.period,
            multipliers: self.multipliers.clone(),
            residual: self.slopes.residual.amax(),
            iterations: self.corrections,
            flags: self.slopes.flags.clone(),
            differences: None,
        }
    }

    /// A place further on; the state is put onto the constraints.
    fn moved(&self, by: &DVector<f64>) -> Result<Place, Missed> {
        let size = self.slopes.columns.len();
        let mut chart = Chart::new(&self.model, &self.place.state, Sticks::Free).map_err(told)?;
        let state = chart.state(by.rows(0, size).into_owned().as_slice()).map_err(told)?;
        let period = self.place.period + if self.speeds.is_some() { by[size] } else { 0.0 };
        if period.is_nan() || period <= 0.5 * self.place.period {
            return Err("the period shrinks to nothing".into());
        }
        Ok(Place { value: self.place.value + by[by.len() - 1], period, state })
    }
}

fn told(error: impl std::fmt::Display) -> Missed {
    error.to_string()
}

impl Walk<'_, '_> {
    /// Everything about a place.
    fn look(&self, place: &Place) -> Result<Here, OrbitError> {
        let Continuation { family, plan, shooting, .. } = self.how;
        let state = place.state.clone();
        let family = family.starting(self.index, place.value, move |model| {
            let mut start = state.clone();
            project(model, &mut model.workspace(), &mut start)?;
            Ok(start)
        })?;
        let model = family.model().clone();
        let run = || plan(&model);
        let mut search = shooting.search(&model, &run, family.start())?;
        search.period = place.period;
        let mut chart = Chart::new(&model, &search.state, Sticks::Free)?;
        let slopes = search.slopes(&mut chart, Some(&family))?;
        let (map, multipliers) = slopes.map()?;
        let speeds = if shooting.free {
            let end = search.advance(&search.state, search.period)?;
            Some([search.speed(&chart, &search.state)?, search.speed(&chart, &end)?])
        } else {
            None
        };
        let place = Place { state: search.state, ..place.clone() };
        Ok(Here { place, slopes, map, multipliers, corrections: 0, model, speeds })
    }

    /// The orbit at a guess, across a direction.
    pub(super) fn corrected(&self, guess: Place, across: &Tangent) -> Result<Here, Missed> {
        let mut place = guess;
        let mut last = f64::INFINITY;
        for corrections in 0..=CORRECTIONS {
            let mut here = self.look(&place).map_err(told)?;
            here.corrections = corrections;
            let (residual, state) = (here.slopes.residual.amax(), &here.place.state);
            let size = state.q.iter().chain(&state.v).fold(1.0, |most: f64, x| most.max(x.abs()));
            if residual <= self.how.shooting.tolerance * size {
                return Ok(here);
            }
            if residual.is_nan() || residual > 2.0 * last {
                return Err(format!("corrections lead away from an orbit: what is left grows to {residual:e}"));
            }
            last = residual;
            let row = here.row(across, self.size);
            let mut right = DVector::zeros(here.unknowns());
            right.rows_mut(0, here.slopes.residual.len()).copy_from(&-&here.slopes.residual);
            let by = here.bordered(&row).lu().solve(&right).ok_or("the branch has no direction there")?;
            place = here.moved(&by)?;
        }
        Err(format!("after {CORRECTIONS} corrections, {last:e} is left"))
    }

    /// t of (2), with the sense of another one.
    fn tangent(&self, here: &Here, before: &Tangent) -> Option<DVector<f64>> {
        let mut right = DVector::zeros(here.unknowns());
        right[here.unknowns() - 1] = 1.0;
        let t = here.bordered(&here.row(before, self.size)).lu().solve(&right)?;
        let length = here.row(&here.kept(&t), self.size).dot(&t).sqrt();
        (length > 0.0 && length.is_finite()).then(|| t / length)
    }

    /// The orbit at an arc h from another.
    pub(super) fn step(&self, from: &Here, t: &DVector<f64>, h: f64) -> Result<(Here, DVector<f64>), Missed> {
        let kept = from.kept(t);
        let here = self.corrected(from.moved(&(t * h))?, &kept)?;
        let next = self.tangent(&here, &kept).ok_or("the branch has no direction there")?;
        Ok((here, next))
    }

    /// Without a direction, but for the sense in which the parameter goes.
    fn sense(&self, here: &Here, sense: f64) -> Option<DVector<f64>> {
        let none = here.slopes.columns.first().map_or(0, Vec::len);
        self.tangent(here, &Tangent { state: vec![0.0; none], period: 0.0, value: sense })
    }

    /// The same orbit, by its state at another instant.
    fn later(&self, here: &Here) -> Result<Here, Missed> {
        let Place { state, period, .. } = &here.place;
        let plan = (self.how.plan)(&here.model).output(Output::Ends);
        let run = plan.run(state.clone(), state.t + LATER * period).map_err(told)?;
        let mut chart = Chart::new(&here.model, run.end(), Sticks::Free).map_err(told)?;
        let state = chart.state(&vec![0.0; chart.dimension()]).map_err(told)?;
        self.look(&Place { state, ..here.place.clone() }).map_err(told)
    }

    /// The branch from an orbit: in a given direction, or as the parameter goes.
    pub(super) fn branch(&self, first: Place, direction: Option<Tangent>) -> Result<Branch, ContinuationError> {
        let how = self.how;
        let mut here = self.look(&first)?;
        let given = direction.is_some();
        let mut t = match direction {
            // On a branch that begins here, only the direction across the old one is known.
            Some(direction) => {
                let row = here.row(&direction, self.size);
                let length = here.row(&here.kept(&row), self.size).dot(&row).sqrt();
                row / length
            }
            None => self.sense(&here, self.sense).ok_or_else(|| {
                let (name, value) = (how.parameter.clone(), first.value);
                ContinuationError::NoDirection { name, value }
            })?,
        };
        let mut readings = Readings::of(&here, &t, how.shooting.free);
        let mut branch = Branch { points: vec![point(&here, &readings)], turns: Vec::new(), end: BranchEnd::Most };
        let mut h = how.step * BEGIN;
        let mut moved_on = false;
        while branch.points.len() < how.most {
            // Its direction leaves the one that was given at once.
            let bends = given && branch.points.len() == 1;
            let (next, t_next) = match self.steady_step(&here, &t, h, bends) {
                Ok(found) => found,
                Err(_) if h > SHORTEST * how.step => {
                    h *= SHORTER;
                    continue;
                }
                Err(why) => {
                    if let Some(other) = (!moved_on).then(|| self.later(&here)).and_then(Result::ok)
                        && let Some(direction) = self.sense(&other, t[t.len() - 1].signum())
                    {
                        (here, t, h, moved_on) = (other, direction, how.step * BEGIN, true);
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
                    let after = Readings::of(&last, &t, how.shooting.free);
                    branch.points.push(point(&last, &after));
                }
                branch.end = BranchEnd::Range;
                break;
            }
            let after = Readings::of(&next, &t_next, how.shooting.free);
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
            h = (h * longer).min(how.step);
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
