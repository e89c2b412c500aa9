//! The predicted motion of a mechanism within a step, and the place where the weakest row vanishes on it.

use crate::dynamics::{Around, Lean, Mode, Workspace};
use crate::error::EvalError;
use crate::math::Now;
use crate::model::Model;

/// The motion from the beginning of a step, as displacements: (δ, h δ', h² δ'') at the beginning and, if it is known, at the end.
#[derive(Debug)]
pub(super) struct Path<'a> {
    pub model: Model,
    pub modes: &'a [Mode],
    pub memory: &'a [f64],
    pub variables: &'a [f64],
    pub t: f64,
    pub h: f64,
    pub q: &'a [f64],
    pub v: &'a [f64],
    /// h v and h² v' at the beginning.
    pub begin: [Vec<f64>; 2],
    /// δ, h v, h² v' at the end.
    pub end: Option<[Vec<f64>; 3]>,
}

/// The branch beside a singular position is evaluated at this distance, in steps, and at two and three times it.
const ASIDE: f64 = 0.06;

/// Values at θ of three polynomials of degree 5: for each, one of value, slope and curvature at 1 is 1, and the other two, and all three at 0, are 0.
fn at_end(theta: f64) -> [f64; 3] {
    let cube = theta * theta * theta;
    [
        cube * (10.0 - 15.0 * theta + 6.0 * theta * theta),
        cube * (theta - 1.0) * (4.0 - 3.0 * theta),
        cube * 0.5 * (1.0 - theta) * (1.0 - theta),
    ]
}

impl Path<'_> {
    /// Sets the end after an attempt; v'' is taken as constant.
    pub fn set_end(&mut self, q: &[f64], v: &[f64]) {
        let speed: Vec<f64> = v.iter().map(|v| self.h * v).collect();
        let changes = speed.iter().zip(&self.begin[0]).zip(&self.begin[1]);
        let slope = changes.map(|((end, begin), slope)| 2.0 * (end - begin) - slope).collect();
        self.end = Some([self.way_to(q), speed, slope]);
    }

    /// The displacement from the beginning to a position.
    pub fn way_to(&self, q: &[f64]) -> Vec<f64> {
        let mut by = vec![0.0; self.v.len()];
        self.model.inner.layout.kinematics.difference(self.q, q, &mut by);
        by
    }

    /// The time at the part θ of the step.
    pub fn time(&self, theta: f64) -> f64 {
        self.t + theta * self.h
    }

    /// What belongs to the state there besides positions and velocities.
    pub fn around(&self, theta: f64) -> Around<'_> {
        Around { now: Now::new(self.time(theta), self.variables), memory: self.memory }
    }

    /// q at the part θ of the step; beyond the end, or without one, by Taylor's formula.
    pub fn position(&self, theta: f64) -> Vec<f64> {
        let mut by = vec![0.0; self.v.len()];
        match &self.end {
            Some(end) if theta <= 1.0 => {
                let [a, b, c] = at_end(theta);
                // The same polynomials from the beginning, with θ reversed: the slope changes its sign, and the value is 0.
                let [_, d, e] = at_end(1.0 - theta);
                for (i, by) in by.iter_mut().enumerate() {
                    *by = a * end[0][i] + b * end[1][i] + c * end[2][i] - d * self.begin[0][i] + e * self.begin[1][i];
                }
            }
            Some(end) => {
                let later = theta - 1.0;
                for (i, by) in by.iter_mut().enumerate() {
                    let jerk = end[2][i] - self.begin[1][i];
                    *by = end[0][i] + later * (end[1][i] + later * (0.5 * end[2][i] + later / 6.0 * jerk));
                }
            }
            None => {
                for (i, by) in by.iter_mut().enumerate() {
                    *by = theta * (self.begin[0][i] + 0.5 * theta * self.begin[1][i]);
                }
            }
        }
        let mut q = self.q.to_vec();
        self.model.inner.layout.kinematics.advance(&mut q, &by, 1.0);
        q
    }

    /// w of a row, or of the weakest one, at the part θ of the step (L1).
    pub fn lean(&self, ws: &mut Workspace, theta: f64, row: Option<usize>) -> Result<Option<Lean>, EvalError> {
        let q = self.position(theta);
        ws.lean(&self.model, self.around(theta).state(&q, self.v), self.modes, row)
    }

    /// Relative to the beginning: how far the mechanism is before (positive) or behind the position where w vanishes, and by how much w has turned.
    pub fn side(&self, ws: &mut Workspace, theta: f64, first: &Lean) -> Result<(f64, f64), EvalError> {
        let lean = self.lean(ws, theta, Some(first.row))?;
        Ok(lean.map_or((f64::NAN, f64::NAN), |lean| lean.beside(first)))
    }

    /// The first θ up to `reach` at which w vanishes and reverses its direction; the search starts where linear extrapolation puts it.
    pub fn root(&self, ws: &mut Workspace, first: &Lean, reach: f64) -> Result<Option<f64>, EvalError> {
        let (mut low, mut high) = ((0.0, 1.0), (f64::NAN, f64::NAN));
        for k in 1..=4 {
            let theta = 0.25 * f64::from(k) * reach;
            let side = self.side(ws, theta, first)?.0;
            if side < 0.0 {
                high = (theta, side);
                break;
            }
            low = (theta, side);
        }
        if high.0.is_nan() {
            return Ok(None);
        }
        // Illinois.
        let mut kept = 0;
        for _ in 0..60 {
            let theta = low.0 + (high.0 - low.0) * low.1 / (low.1 - high.1);
            let side = self.side(ws, theta, first)?.0;
            if side >= 0.0 {
                if kept == 1 {
                    high.1 *= 0.5;
                }
                (low, kept) = ((theta, side), 1);
            } else {
                if kept == -1 {
                    low.1 *= 0.5;
                }
                (high, kept) = ((theta, side), -1);
            }
            if side.abs() <= 1e-13 || high.0 - low.0 <= 1e-15 {
                break;
            }
        }
        Ok(Some(0.5 * (low.0 + high.0)))
    }

    /// The gap between two branches at θ (L3), and 1 + the largest coordinate there; `None` if the branch is not found beside θ, or if no
    /// row is closer to the others than `sine2`.
    ///
    /// At θ itself the rows do not hold the mechanism on its branch. Beside θ they do, and the branch is smooth: it is computed at three places on each
    /// side and interpolated. The gap is stationary at θ, so that an error of the interpolation enters by its square.
    pub fn gap(
        &self,
        ws: &mut Workspace,
        theta: f64,
        dropped: usize,
        sine2: f64,
    ) -> Result<Option<(f64, f64)>, EvalError> {
        let kinematics = &self.model.inner.layout.kinematics;
        let mut q = self.position(theta);
        let (mut by, mut sum) = (vec![0.0; self.v.len()], vec![0.0; self.v.len()]);
        for (place, weight) in [(1.0, 15.0), (2.0, -6.0), (3.0, 1.0)] {
            for side in [-ASIDE, ASIDE] {
                let beside = theta + place * side;
                let (mut there, mut v) = (self.position(beside), self.v.to_vec());
                if !ws.project_to_nearest(
                    &self.model,
                    self.modes,
                    self.around(beside),
                    [&mut there, &mut v],
                    dropped,
                )? {
                    return Ok(None);
                }
                kinematics.difference(&q, &there, &mut by);
                sum.iter_mut().zip(&by).for_each(|(sum, by)| *sum += weight / 20.0 * by);
            }
        }
        kinematics.advance(&mut q, &sum, 1.0);
        let gap = ws.gap(&self.model, self.modes, self.around(theta), (&mut q, self.v), (sine2, dropped))?;
        Ok(gap.map(|gap| (gap, q.iter().fold(1.0, |most: f64, q| most.max(q.abs())))))
    }
}
