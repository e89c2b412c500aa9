//! Steps along a branch: (O8) to (O12).

use super::error::ContinuationError;
use super::found::Tangent;
use crate::analysis::manifold::{Chart, Sticks, project};
use crate::analysis::orbit::found::{Orbit, OrbitError};
use crate::analysis::orbit::shooting::Shooting;
use crate::analysis::orbit::slopes::Slopes;
use crate::linear::svd::Svd;
use crate::model::{Model, State};
use crate::simulate::{Family, Simulation};
use nalgebra::{Complex, DMatrix, DVector};
use std::ops::RangeInclusive;

pub(super) type Plan<'a> = Box<dyn for<'m> Fn(&'m Model) -> Simulation<'m> + 'a>;

/// Corrections at most.
const CORRECTIONS: usize = 8;
/// A singular value of (O8) that is nothing, of the largest; and of what is rounding.
const ALIKE: f64 = 1e-7;
const NOTHING: f64 = 1e-14;

/// A guess, or an orbit.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) value: f64,
    pub(super) period: f64,
    pub(super) state: State,
}

/// An orbit of the branch, and everything that is known there.
pub(super) struct Here {
    pub(super) place: Place,
    pub(super) slopes: Slopes,
    pub(super) map: DMatrix<f64>,
    pub(super) multipliers: Vec<Complex<f64>>,
    pub(super) corrections: usize,
    pub(super) model: Model,
    /// z'(0) and z'(T), if the period is unknown.
    speeds: Option<[DVector<f64>; 2]>,
    /// Coordinates that may end anywhere.
    advancing: Vec<usize>,
}

/// A step that does not lead to an orbit.
pub(super) type Missed = String;

pub(super) struct Walk<'c, 'a> {
    pub(super) family: &'c Family,
    /// The parameter, its size, its range and the sense in which it goes at first.
    pub(super) index: usize,
    pub(super) size: f64,
    pub(super) range: RangeInclusive<f64>,
    pub(super) sense: f64,
    pub(super) plan: &'c Plan<'a>,
    pub(super) shooting: &'c Shooting,
    pub(super) step: f64,
    pub(super) most: usize,
}

impl Here {
    /// t of (O9) in the unknowns of the chart here, as it is kept.
    pub(super) fn kept(&self, t: &DVector<f64>) -> Tangent {
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

    pub(super) fn unknowns(&self) -> usize {
        self.slopes.columns.len() + usize::from(self.speeds.is_some()) + 1
    }

    /// t · of (O11), as a row.
    pub(super) fn row(&self, t: &Tangent, scale: f64) -> DVector<f64> {
        let dot = |column: &Vec<f64>| column.iter().zip(&t.state).map(|(a, b)| a * b).sum();
        let mut row: Vec<f64> = self.slopes.columns.iter().map(dot).collect();
        if self.speeds.is_some() {
            row.push(t.period / self.place.period.powi(2));
        }
        row.push(t.value / (scale * scale));
        DVector::from_vec(row)
    }

    /// How the coordinates that may end anywhere follow ζ: a row of (O8) for each.
    fn advances(&self) -> DMatrix<f64> {
        let columns = &self.slopes.columns;
        DMatrix::from_fn(self.advancing.len(), columns.len(), |row, k| columns[k][self.advancing[row]])
    }

    /// The multipliers that are 1 on any orbit: along a motion that nothing drives, and along what may end anywhere.
    pub(super) fn ones(&self) -> usize {
        let values = Svd::of(self.advances()).values;
        let apart = values.iter().filter(|value| **value > ALIKE * values[0]).count();
        apart + usize::from(self.speeds.is_some())
    }

    /// (O8) with a row below, and below that what holds the coordinates that may end anywhere.
    fn bordered(&self, row: &DVector<f64>) -> DMatrix<f64> {
        let (size, all) = (self.slopes.columns.len(), self.unknowns());
        let mut matrix = DMatrix::zeros(all + self.advancing.len(), all);
        matrix.view_mut((0, 0), (size, size)).copy_from(&(&self.slopes.arrived - &self.slopes.left));
        matrix.view_mut((0, all - 1), (size, 1)).copy_from(&self.slopes.moved);
        if let Some([first, last]) = &self.speeds {
            matrix.view_mut((0, size), (size, 1)).copy_from(last);
            matrix.view_mut((size, 0), (1, size)).copy_from(&first.transpose());
        }
        matrix.set_row(all - 1, &row.transpose());
        matrix.view_mut((all, 0), (self.advancing.len(), size)).copy_from(&self.advances());
        matrix
    }

    /// The unknowns for which (O8) is `left`, and its row below `last`: none where it has not full rank.
    fn solved(&self, row: &DVector<f64>, left: Option<&DVector<f64>>, last: f64) -> Option<DVector<f64>> {
        let (matrix, at) = (self.bordered(row), self.unknowns() - 1);
        let mut right = DVector::zeros(matrix.nrows());
        right[at] = last;
        if let Some(left) = left {
            right.rows_mut(0, left.len()).copy_from(left);
        }
        if matrix.is_square() {
            return matrix.lu().solve(&right);
        }
        // What may end anywhere does not count in D − C: there are as many equations as unknowns all the same.
        let svd = Svd::of(matrix);
        let none = NOTHING * svd.most();
        (svd.values[at] > none).then(|| svd.solve(&right, none))
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
    pub(super) fn moved(&self, by: &DVector<f64>) -> Result<Place, Missed> {
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

pub(super) fn told(error: impl std::fmt::Display) -> Missed {
    error.to_string()
}

impl Walk<'_, '_> {
    /// Everything about a place.
    pub(super) fn look(&self, place: &Place) -> Result<Here, ContinuationError> {
        let Self { family, plan, shooting, .. } = self;
        let (state, inputs) = (place.state.clone(), family.start().variables.clone());
        let family = family.starting(self.index, place.value, move |model, own| {
            let mut start = state.clone();
            // An input that moves with the parameter is what the family makes of it.
            let moved = own.variables.iter().zip(&inputs).enumerate().filter(|(_, (now, was))| now != was);
            moved.for_each(|(k, (now, _))| start.variables[k] = *now);
            project(model, &mut model.workspace(), &mut start)?;
            Ok(start)
        })?;
        let model = family.model().clone();
        let run = || plan(&model);
        let mut search = shooting.search(&model, &run, family.start())?;
        search.period = place.period;
        let mut chart = Chart::new(&model, &search.state, Sticks::Free).map_err(OrbitError::from)?;
        let slopes = search.slopes(&mut chart, Some(&family))?;
        let (map, multipliers) = slopes.map()?;
        let speeds = if shooting.free {
            let end = search.advance(&search.state, search.period)?;
            Some([search.speed(&chart, &search.state)?, search.speed(&chart, &end)?])
        } else {
            None
        };
        let advancing = search.advancing;
        let place = Place { state: search.state, ..place.clone() };
        Ok(Here { place, slopes, map, multipliers, corrections: 0, model, speeds, advancing })
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
            if residual <= self.shooting.tolerance * size {
                return Ok(here);
            }
            if residual.is_nan() || residual > 2.0 * last {
                return Err(format!("corrections lead away from an orbit: what is left grows to {residual:e}"));
            }
            last = residual;
            let row = here.row(across, self.size);
            let back = -&here.slopes.residual;
            let by = here.solved(&row, Some(&back), 0.0).ok_or("the branch has no direction there")?;
            place = here.moved(&by)?;
        }
        Err(format!("after {CORRECTIONS} corrections, {last:e} is left"))
    }

    /// t of (O9), with the sense of another one.
    pub(super) fn tangent(&self, here: &Here, before: &Tangent) -> Option<DVector<f64>> {
        let t = here.solved(&here.row(before, self.size), None, 1.0)?;
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

    /// Without a direction, but for the sense in which the parameter goes; none where A has more than one.
    pub(super) fn toward(&self, here: &Here, sense: f64) -> Option<DVector<f64>> {
        let values = Svd::of(here.bordered(&DVector::zeros(here.unknowns()))).values;
        if values[values.len() - 2] < ALIKE * values[0] {
            return None;
        }
        let none = here.slopes.columns.first().map_or(0, Vec::len);
        self.tangent(here, &Tangent { state: vec![0.0; none], period: 0.0, value: sense })
    }
}
