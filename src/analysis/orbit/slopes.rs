//! What a period makes of small differences: D and C of (O2).
//!
//! The columns of ∂c/∂ζ are directions S(0) of the start. The run carries them to its end, S(T) = ∂F_T/∂x S(0), through every change on its way:
//!
//! ```text
//! (O6)  D = ∂z/∂x (F_T(x₀)) S(T),   C = ∂z/∂x (x₀) S(0)          z(x) = (Pᵀ(q − q₀), Vᵀ(v − v₀)) of `manifold.rs`
//! (O7)  ∂r/∂p = ∂z/∂x S_p(T) − ∂z/∂x S_p(0)                       of a parameter of the model, the start being projected for each of its values
//! ```
//!
//! S(0) comes from the chart by differences that take no runs. Coordinates that may end anywhere are put back to where they began: their rows of S(T) are those of S(0). Where the run cannot carry derivatives, D is
//! found from differences of runs.

use super::found::OrbitError;
use super::search::Search;
use crate::analysis::difference::derivative_of_runs;
use crate::analysis::linearize::eigenvalues;
use crate::analysis::manifold::{Chart, GOOD, check_input_slopes, check_inputs};
use crate::simulate::{Family, Flag, Output, RunError, RunFailure, Sensitivities, Trajectory};
use nalgebra::{Complex, DMatrix, DVector};

/// Steps of a period, where derivatives are off by more in those of the run than is good: a steady motion takes hardly any.
const STEPS: [f64; 3] = [30.0, 100.0, 300.0];

/// D, C, and what else is known of them.
pub(super) struct Slopes {
    /// r of (O1).
    pub(super) residual: DVector<f64>,
    /// S(0) of the chart's directions: q, v and variables.
    pub(super) columns: Vec<Vec<f64>>,
    /// D.
    pub(super) arrived: DMatrix<f64>,
    /// C.
    pub(super) left: DMatrix<f64>,
    /// (O7), a column for each parameter of the family.
    pub(super) moved: DMatrix<f64>,
    pub(super) flags: Vec<Flag>,
    /// Why D is from differences.
    pub(super) differences: Option<String>,
    /// What has changed on the way: names, in the order of their instants.
    pub(super) changes: Vec<String>,
}

impl Slopes {
    /// Of nothing that is free.
    pub(super) fn none() -> Self {
        let [arrived, left, moved] = [(); 3].map(|()| DMatrix::zeros(0, 0));
        let (residual, columns) = (DVector::zeros(0), Vec::new());
        Self { residual, columns, arrived, left, moved, flags: Vec::new(), differences: None, changes: Vec::new() }
    }

    /// C⁻¹ D and its eigenvalues, the largest first.
    pub(super) fn map(&self) -> Result<(DMatrix<f64>, Vec<Complex<f64>>), OrbitError> {
        let map = self.left.clone().lu().solve(&self.arrived).ok_or(OrbitError::NoEigenvalues)?;
        let mut multipliers = eigenvalues(&map).ok_or(OrbitError::NoEigenvalues)?;
        multipliers.sort_by(|a, b| b.norm().total_cmp(&a.norm()));
        Ok((map, multipliers))
    }
}

impl Search<'_, '_> {
    /// At the present state; of the parameters of a family as well, whose model and start are those of the search.
    pub(super) fn slopes(&self, chart: &mut Chart<'_>, family: Option<&Family>) -> Result<Slopes, OrbitError> {
        let size = chart.dimension();
        if size == 0 {
            // Without a freedom it is where it must be, at any time.
            return Ok(Slopes::none());
        }
        let (columns, left) = chart.directions()?;
        let parameters = family.map_or(&[][..], Family::names);
        let mut asked = family.map_or_else(Sensitivities::default, Sensitivities::to);
        let names: Vec<String> = (0..size).map(|k| format!("direction {k}")).collect();
        for (name, column) in names.iter().zip(&columns) {
            asked = asked.and_along(name, column);
        }
        let carried = self.carried(&asked);
        let coarse =
            |run: &Trajectory| run.flags().iter().find(|flag| matches!(flag, Flag::Coarse { .. })).map(Flag::to_string);
        let why = match &carried {
            Ok(run) => coarse(run),
            Err(RunError { failure: RunFailure::Sensitivity(why), .. }) => Some(why.to_string()),
            Err(_) => None,
        };
        if family.is_none() && why.is_some() {
            let (residual, arrived) = (self.residual(chart, &self.state)?, self.arrived(chart)?);
            return Ok(Slopes { residual, columns, arrived, left, differences: why, ..Slopes::none() });
        }
        let run = carried?;
        check_inputs(&run, &self.state, "a closed orbit")?;
        let end = self.back(run.end(), &self.state);
        let [starts, ends] = [run.slopes_at_start(), run.slopes_at_end()];
        check_input_slopes(&run, &ends[parameters.len()..], "a closed orbit")?;
        let arrival = |at: usize, start: &[f64]| {
            let mut slope = ends[at].clone();
            self.advancing.iter().for_each(|&advancing| slope[advancing] = start[advancing]);
            chart.slope(&end, &slope)
        };
        let arrived = columns.iter().enumerate().map(|(k, start)| arrival(parameters.len() + k, start));
        let arrived = DMatrix::from_columns(&arrived.collect::<Vec<_>>());
        let moved = (0..parameters.len()).map(|at| arrival(at, &starts[at]) - chart.slope(&self.state, &starts[at]));
        let moved = DMatrix::from_iterator(size, parameters.len(), moved.flat_map(|column| column.as_slice().to_vec()));
        let changes = changes(&run);
        let residual = chart.coordinates(&end) - chart.coordinates(&self.state);
        Ok(Slopes { residual, columns, arrived, left, moved, flags: run.flags().to_vec(), differences: None, changes })
    }

    /// The run with its derivatives, in steps that are short enough for these.
    fn carried(&self, asked: &Sensitivities) -> Result<Trajectory, RunError> {
        let plan = || (self.plan)().output(Output::Ends).sensitivities(asked.clone());
        let until = self.state.t + self.period;
        let mut run = plan().run(self.state.clone(), until)?;
        for parts in STEPS {
            if run.slope_error() < GOOD {
                break;
            }
            run = plan().max_step(self.period / parts).run(self.state.clone(), until)?;
        }
        Ok(run)
    }

    /// D from differences of runs.
    fn arrived(&self, chart: &mut Chart<'_>) -> Result<DMatrix<f64>, OrbitError> {
        let size = chart.dimension();
        let mut arrived = DMatrix::zeros(size, size);
        for direction in 0..size {
            let mut z = vec![0.0; size];
            let along = |x: f64| -> Result<DVector<f64>, OrbitError> {
                z[direction] = x;
                let end = self.advance(&chart.state(&z)?, self.period)?;
                Ok(chart.coordinates(&end))
            };
            arrived.set_column(direction, &derivative_of_runs(along, self.step)?);
        }
        Ok(arrived)
    }
}

/// What has changed in a run, in order; where only a load has changed its sign, nothing has.
fn changes(run: &Trajectory) -> Vec<String> {
    let turns = run.transitions().iter().filter(|change| change.from != change.to);
    let mut all: Vec<(f64, String)> = turns.map(|it| (it.t, format!("{}: {:?}", it.name, it.to))).collect();
    for impact in run.impacts() {
        all.extend(impact.blows.iter().map(|blow| (impact.t, format!("{}: blow", blow.name))));
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().map(|(_, what)| what).collect()
}
