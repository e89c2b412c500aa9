//! Where the pieces of a run meet: what does not join, and how that depends on what is unknown.
//!
//! Piece i begins at x_i, in the chart c_i(ζ_i) with the coordinates z_i of `manifold.rs`. With F_i its run,
//!
//! ```text
//! (8)  h_i = z_i(F_(i−1)(x_(i−1), p)) − z_i(x_i) = 0         at the beginning of each piece but the first
//! (9)  ∂h_i = z'_i S(end of piece i−1) − z'_i S(start of piece i)      S along p and the ζ of these pieces: x_i is put onto the constraints of each member, and moves with p if they do
//! ```
//!
//! in parts of how far positions and velocities go in a piece. Points that stick where piece i − 1 ends stick where piece i begins: what has no velocity there has none to be found.

use crate::analysis::manifold::{Chart, Sticks, difference, project};
use crate::error::EvalError;
use crate::math::max_abs_skip_nan;
use crate::model::{Mode, Model, State};
use crate::simulate::Trajectory;
use nalgebra::{DMatrix, DVector};
use std::ops::Range;

/// What the run of a piece tells: for each measurement its readings, and their derivatives by the parameters and its start.
pub(super) struct Piece {
    pub(super) readings: Vec<Vec<f64>>,
    pub(super) slopes: Vec<Vec<Vec<f64>>>,
    pub(super) run: Trajectory,
}

/// All pieces at a point, and the charts of those whose start is unknown.
pub(super) struct Runs<'m> {
    pub(super) pieces: Vec<Piece>,
    pub(super) charts: Vec<Chart<'m>>,
    pub(super) starts: Vec<State>,
}

/// A state to begin from, on the constraints, with what has happened before it.
pub(super) fn settled(model: &Model, node: &State, before: &State) -> Result<State, EvalError> {
    let mut state = before.clone();
    (state.q, state.v, state.variables) = (node.q.clone(), node.v.clone(), node.variables.clone());
    let frictions = &mut state.modes[model.constraint_count()..];
    frictions.iter_mut().filter(|mode| **mode != Mode::Stick).for_each(|mode| *mode = Mode::Undecided);
    project(model, &mut model.workspace(), &mut state)?;
    Ok(state)
}

/// Around a state at which a piece begins. Variables without a rate are found as others are: what events have made of them depends on the parameters.
pub(super) fn chart<'m>(model: &'m Model, start: &State) -> Result<Chart<'m>, EvalError> {
    let mut chart = Chart::new(model, start, Sticks::Hold)?;
    chart.varying = (0..start.variables.len()).collect();
    Ok(chart)
}

/// How large the coordinates of a chart are, where positions, velocities and variables go so far.
pub(super) fn coordinate_sizes(chart: &Chart<'_>, [far, fast, varying]: [f64; 3]) -> DVector<f64> {
    let [a, b] = [chart.positions.ncols(), chart.velocities.ncols()];
    DVector::from_fn(chart.dimension(), |k, _| {
        if k < a {
            far
        } else if k < a + b {
            fast
        } else {
            varying
        }
    })
}

impl Runs<'_> {
    /// How far positions, velocities and variables go in a piece.
    pub(super) fn reach(&self) -> [f64; 3] {
        let mut most = [0.0_f64; 3];
        for (piece, start) in self.pieces.iter().zip(&self.starts) {
            let (model, end) = (piece.run.model(), piece.run.end());
            let change = difference(model, start, end);
            let reached = [&change[..model.velocities()], &end.v, &end.variables].map(max_abs_skip_nan);
            most.iter_mut().zip(reached).for_each(|(most, x)| *most = most.max(x));
        }
        most.map(|most| if most > 0.0 { most } else { 1.0 })
    }

    /// h of (8).
    pub(super) fn gaps(&self, reach: [f64; 3]) -> DVector<f64> {
        let gaps = self.pieces.iter().zip(&self.charts).flat_map(|(before, chart)| {
            let off = chart.coordinates(before.run.end());
            off.component_div(&coordinate_sizes(chart, reach)).as_slice().to_vec()
        });
        DVector::from_vec(gaps.collect())
    }

    /// (9), in the columns of so many parameters and of the charts.
    pub(super) fn add_gap_slopes(
        &self,
        to: &mut DMatrix<f64>,
        parameters: usize,
        columns: &[Range<usize>],
        reach: [f64; 3],
    ) {
        let mut row = 0;
        for (joint, chart) in self.charts.iter().enumerate() {
            let sizes = coordinate_sizes(chart, reach);
            let mut add = |column: usize, slope: DVector<f64>, sign: f64| {
                let mut place = to.view_mut((row, column), (sizes.len(), 1));
                place += slope.component_div(&sizes) * sign;
            };
            let [before, after] = [&self.pieces[joint].run, &self.pieces[joint + 1].run];
            // The start of the first piece is known.
            let there = joint.checked_sub(1).map_or(0..0, |before| columns[before].clone());
            for (column, slope) in (0..parameters).chain(there).zip(&before.slopes_at_end()) {
                add(column, chart.slope(before.end(), slope), 1.0);
            }
            for (column, slope) in (0..parameters).chain(columns[joint].clone()).zip(&after.slopes_at_start()) {
                add(column, chart.slope(&self.starts[joint + 1], slope), -1.0);
            }
            row += sizes.len();
        }
    }
}
