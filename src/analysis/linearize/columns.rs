//! How velocities, and what changes them, follow the coordinates of the chart: δv and δf along each of them.
//!
//! δf is had in one of two ways. *By elements*, the constraints held exactly:
//!
//! ```text
//! (1)  [M −P; J D] (δf, δλ) = R_q δq + R_v δv
//! ```
//!
//! (T2 of the dynamics), where R_q and R_v are differences of order 8 of what one element leaves when one body is moved: so many evaluations of each element as its bodies have directions. *Whole*, as
//! differences of order 8 of entire evaluations along each coordinate, projected onto the constraints: d evaluations of all elements. Either tells its error by the formula of order 6,
//! the first also by what a second solution of (1) changes.
//!
//! **The rule.** By elements wherever they are known, which is cheaper the more bodies there are, and does not carry the rounding of projections through stiff elements; whole where forces read
//! reactions or variables have rates of their own. Measured (`ways.rs`): a beam of 40 rods, 3e-12 apart as a part of the largest number, told errors 2e-16 and 3e-13, in a third of the time; friction that slides
//! 5e-13, 9e-15 and 6e-14, in the same time; bushings of 1e7 N/m on solids that turn 3e-16, 3e-17 and 3e-16.
//!
//! W, how velocities must follow positions, is zero at rest, and a difference of projections else.

use crate::analysis::difference::derivative;
use crate::analysis::manifold::Chart;
use crate::dynamics::{Probe, Query, Signs, State, StateRef, Stencil, Tangent};
use crate::error::EvalError;
use crate::math::max_abs_skip_nan;
use crate::model::Model;
use crate::simulate::rates_of_variables;
use nalgebra::{DMatrix, DVector};

/// How columns are made.
#[derive(Debug)]
pub(super) enum Way {
    Elements(Box<Tangent>),
    Whole,
}

/// (δv, δf, rates of variables), one column for each coordinate, with the errors of δf along positions and of all else, and the displacement over which they were taken.
pub(super) struct Columns {
    pub(super) columns: DMatrix<f64>,
    pub(super) errors: [f64; 2],
    pub(super) step: f64,
}

impl Way {
    pub(super) fn of(model: &Model) -> Self {
        Tangent::of(model).map_or(Self::Whole, |tangent| Self::Elements(Box::new(tangent)))
    }

    /// By differences over ± 4 `step` (m, rad; m/s, rad/s), by elements as a part of what is moved.
    pub(super) fn columns(&mut self, chart: &mut Chart<'_>, step: f64) -> Result<Columns, EvalError> {
        match self {
            Self::Elements(tangent) => by_elements(chart, tangent, step),
            Self::Whole => whole(chart, step),
        }
    }
}

fn whole(chart: &mut Chart<'_>, step: f64) -> Result<Columns, EvalError> {
    let (size, own) = (chart.dimension(), chart.varying.len());
    let mut columns = DMatrix::zeros(2 * chart.model.velocities() + own, size);
    let (mut errors, p) = ([0.0, following(chart, step)?.1], chart.positions.ncols());
    for direction in 0..size {
        let mut z = vec![0.0; size];
        let along = |x: f64| -> Result<Vec<f64>, EvalError> {
            z[direction] = x;
            let state = chart.state(&z)?;
            let slopes = slopes(chart, &state)?;
            Ok([state.v, slopes].concat())
        };
        let (slope, off) = derivative(along, step)?;
        columns.set_column(direction, &DVector::from_vec(slope));
        let error = &mut errors[usize::from(direction >= p)];
        *error = error.max(off);
    }
    // Of velocities this is known, and what A says of positions is made of it.
    columns.view_mut((0, p), (chart.velocities.nrows(), chart.velocities.ncols())).copy_from(&chart.velocities);
    Ok(Columns { columns, errors, step })
}

fn by_elements(chart: &mut Chart<'_>, tangent: &mut Tangent, step: f64) -> Result<Columns, EvalError> {
    let (n, size) = (chart.model.velocities(), chart.dimension());
    let shorter = step * tangent.length().min(1.0);
    let (following, error) = following(chart, shorter)?;
    let mut errors = [0.0, error];
    let p = chart.positions.ncols();
    let mut columns = DMatrix::zeros(2 * n, size);
    columns.view_mut((0, 0), (n, p)).copy_from(&following);
    columns.view_mut((0, p), (n, size - p)).copy_from(&chart.velocities);
    let base = &chart.base;
    let query = Query::new(StateRef::of(base), &base.modes, Signs::Held(&base.signs));
    let still = DVector::zeros(n);
    // The coarse one first: what the fine one finds is kept.
    for (stencil, fine) in [(Stencil::SIXTH, false), (Stencil::EIGHTH, true)] {
        tangent.linearize(chart.model, &query, stencil.over(step), &[])?;
        if !tangent.straighten() {
            return whole(chart, step);
        }
        for direction in 0..size {
            let moved = if direction < p { chart.positions.column(direction) } else { still.column(0) };
            let faster = columns.view((0, direction), (n, 1)).into_owned();
            let (slope, rounding) = tangent.follow(moved.as_slice(), faster.as_slice());
            let error = &mut errors[usize::from(direction >= p)];
            *error = error.max(rounding);
            let mut column = columns.view_mut((n, direction), (n, 1));
            for (kept, slope) in column.iter_mut().zip(slope) {
                if fine {
                    *error = error.max((*kept - slope).abs());
                }
                *kept = *slope;
            }
        }
    }
    Ok(Columns { columns, errors, step: shorter })
}

/// W, and its error.
fn following(chart: &mut Chart<'_>, step: f64) -> Result<(DMatrix<f64>, f64), EvalError> {
    let (size, p) = (chart.dimension(), chart.positions.ncols());
    let mut following = DMatrix::zeros(chart.model.velocities(), p);
    // Of what rests nothing follows, unless a constraint drives it that much more where it is moved to: any displacement shows that.
    let askew: Vec<f64> = (0..size).map(|k| if k < p { step / (1.0 + k as f64) } else { 0.0 }).collect();
    if max_abs_skip_nan(&chart.base.v) == 0.0 && max_abs_skip_nan(&chart.state(&askew)?.v) == 0.0 {
        return Ok((following, 0.0));
    }
    let mut error = 0.0_f64;
    for direction in 0..p {
        let mut z = vec![0.0; size];
        let along = |x: f64| {
            z[direction] = x;
            Ok::<_, EvalError>(chart.state(&z)?.v)
        };
        let (slope, off) = derivative(along, step)?;
        following.set_column(direction, &DVector::from_vec(slope));
        error = error.max(off);
    }
    Ok((following, error))
}

/// f(q, v), and the rates of the variables that have one.
pub(super) fn slopes(chart: &mut Chart<'_>, at: &State) -> Result<Vec<f64>, EvalError> {
    let mut slopes = acceleration(chart, at, None)?;
    slopes.extend(rates_of_variables(chart.model, &mut chart.ws, at)?);
    Ok(slopes)
}

/// f(q, v), with modes and signs as they are in the base; with a wrench besides all forces.
pub(super) fn acceleration(chart: &mut Chart<'_>, at: &State, probe: Option<Probe>) -> Result<Vec<f64>, EvalError> {
    let query = Query::new(StateRef::of(at), &at.modes, Signs::Held(&at.signs));
    chart.ws.evaluate(chart.model, &Query { probe, ..query })?;
    Ok(chart.ws.acceleration.clone())
}
