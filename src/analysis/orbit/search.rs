//! Newton's method for an orbit that closes: (O1), (O3) and (O5).

use super::found::OrbitError;
use crate::analysis::manifold::{Chart, check_inputs};
use crate::dynamics::State;
use crate::linear::svd::Svd;
use crate::simulate::{Output, Simulation};
use nalgebra::{DMatrix, DVector};
use std::f64::consts::TAU;

/// Parts of the largest singular value below which singular values are left out; below the last they are the differences' error.
const NOWHERE: [f64; 3] = [1e-2, 1e-4, 1e-6];
const HALVINGS: i32 = 8;

/// Where Newton's method stands.
pub(super) struct Search<'s, 'm> {
    pub(super) plan: &'s dyn Fn() -> Simulation<'m>,
    pub(super) turning: Vec<usize>,
    pub(super) advancing: Vec<usize>,
    /// Is the period unknown?
    pub(super) free: bool,
    /// Displacements for differences of runs.
    pub(super) step: f64,
    pub(super) period: f64,
    pub(super) state: State,
}

impl Search<'_, '_> {
    pub(super) fn advance(&self, from: &State, by: f64) -> Result<State, OrbitError> {
        let run = (self.plan)().output(Output::Ends).in_pieces().run(from.clone(), from.t + by)?;
        check_inputs(&run, from, "a closed orbit")?;
        Ok(self.back(run.end(), from))
    }

    /// Where a run has ended, without whole turns, and not gone on.
    pub(super) fn back(&self, end: &State, from: &State) -> State {
        let mut end = end.clone();
        for &turning in &self.turning {
            end.q[turning] -= TAU * ((end.q[turning] - self.state.q[turning]) / TAU).round();
        }
        for &advancing in &self.advancing {
            end.q[advancing] = from.q[advancing];
        }
        end
    }

    /// r of (O1) for a state in the chart.
    pub(super) fn residual(&self, chart: &Chart<'_>, from: &State) -> Result<DVector<f64>, OrbitError> {
        let end = self.advance(from, self.period)?;
        Ok(chart.coordinates(&end) - chart.coordinates(from))
    }

    /// z' of a state, from a short run.
    pub(super) fn speed(&self, chart: &Chart<'_>, at: &State) -> Result<DVector<f64>, OrbitError> {
        let dt = 1e-6 * self.period;
        let later = self.advance(at, dt)?;
        Ok((chart.coordinates(&later) - chart.coordinates(at)) / dt)
    }

    /// A step by (O3) or (O5) that brings end and beginning closer; false if none does.
    pub(super) fn improve(
        &mut self,
        chart: &mut Chart<'_>,
        residual: &DVector<f64>,
        slope: DMatrix<f64>,
    ) -> Result<bool, OrbitError> {
        let size = residual.len();
        let (mut system, mut right) = (slope, -residual);
        if self.free {
            let start = self.state.clone();
            let end = self.advance(&start, self.period)?;
            let [first, last] = [self.speed(chart, &start)?, self.speed(chart, &end)?];
            system = system.resize(size + 1, size + 1, 0.0);
            system.view_mut((0, size), (size, 1)).copy_from(&last);
            system.view_mut((size, 0), (1, size)).copy_from(&first.transpose());
            right = right.push(0.0);
        }
        let svd = Svd::of(system);
        let step = |part: f64| svd.solve(&right, part * svd.most());
        let (now, period) = (residual.norm(), self.period);
        // Short steps that do well before long ones, then parts of the longest.
        let whole = NOWHERE.map(|part| (step(part), 0.3));
        let longest = step(NOWHERE[NOWHERE.len() - 1]);
        let parts = (0..HALVINGS).map(|k| (&longest * 0.5_f64.powi(k), 1.0));
        for (step, wanted) in whole.into_iter().chain(parts) {
            self.period = period + if self.free { step[size] } else { 0.0 };
            let sound = self.period > 0.5 * period;
            if sound && let Ok(state) = chart.state(step.rows(0, size).into_owned().as_slice()) {
                let closer = self.residual(chart, &state).is_ok_and(|r| r.norm() < wanted * now);
                if closer {
                    self.state = state;
                    return Ok(true);
                }
            }
        }
        self.period = period;
        Ok(false)
    }
}
