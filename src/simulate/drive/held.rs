//! Does a state satisfy the constraints?
//!
//! A row is violated where |φ|, or |φ'|, is above what a start may leave and above the rounding of the coordinates, or velocities, of which it is a difference. Positions count first: of bodies that are
//! elsewhere the rates mean little.

use super::Drive;
use crate::body::{FrameMap, Quantity};
use crate::constraint::Level;
use crate::dynamics::Workspace;
use crate::math::max_abs;
use crate::model::Model;
use crate::simulate::failure::RunFailure;
use nalgebra::DMatrix;
use std::ops::Range;

/// Rounding of φ, as a part of the largest coordinate: of φ', of the largest velocity.
const ROUNDING: f64 = 1e-12;

/// A row that is violated: its name, by how much, and in which unit.
#[derive(Clone, Debug)]
pub(in crate::simulate) struct Violated {
    pub(in crate::simulate) row: String,
    pub(in crate::simulate) residual: f64,
    pub(in crate::simulate) unit: &'static str,
}

impl Violated {
    /// Of the row of a workspace that has read a state.
    pub(in crate::simulate) fn new(model: &Model, ws: &Workspace, (row, residual): (usize, f64), level: Level) -> Self {
        Self { row: model.row_name(row), residual, unit: unit(model, &ws.jacobian(model), row, level) }
    }
}

/// A row that moves bodies is a length, one that only turns them an angle. Of what ties a travel to an angle, and of bodies in coordinates of their own, this is not known.
fn unit(model: &Model, jacobian: &DMatrix<f64>, row: usize, level: Level) -> &'static str {
    let (mut moves, mut turns) = (false, false);
    for body in &model.inner.bodies {
        let quantities = body.shape.coordinates.iter().map(|coordinate| coordinate.quantity);
        let lengths = quantities.filter(|quantity| *quantity == Quantity::Length).count();
        let touched = |dofs: Range<usize>| dofs.into_iter().any(|dof| jacobian[(row, dof)] != 0.0);
        let (moved, any) = (touched(body.dofs.start..body.dofs.start + lengths), touched(body.dofs.clone()));
        let own = any && body.shape.frame == FrameMap::General;
        (moves, turns) = (moves || moved || own, turns || (any && !moved) || own);
    }
    match (level, moves, turns) {
        (Level::Position, true, false) => "m",
        (Level::Position, false, true) => "rad",
        (Level::Position, ..) => "m or rad",
        (Level::Velocity, true, false) => "m/s",
        (Level::Velocity, false, true) => "rad/s",
        (Level::Velocity, ..) => "m/s or rad/s",
    }
}

impl Drive<'_> {
    /// The end of every step that was projected must satisfy the constraints. Some that contradict each other, or a motion past where
    /// the mechanism can go, leave a residual that no projection removes.
    pub(super) fn check_held(&self) -> Result<(), RunFailure> {
        let broken = |Violated { row, residual, unit }| Err(RunFailure::Broken { row, residual, unit, t: self.t() });
        self.violated().map_or(Ok(()), broken)
    }

    /// The row that the accepted state violates most, if by more than a start may.
    pub(in crate::simulate) fn violated(&self) -> Option<Violated> {
        let (q, rest) = self.y().split_at(self.model.coordinates());
        let sizes = [max_abs(q), max_abs(&rest[..self.model.velocities()])];
        let bounds = sizes.map(|size| self.allowed + ROUNDING * size);
        let released = &self.motion.ws.released;
        // What is not a number is violated.
        let held = |[phi, rate, _]: &[f64; 3]| (phi.abs() <= bounds[0]) & (rate.abs() <= bounds[1]);
        if self.residuals.iter().zip(released).all(|(row, released)| *released || held(row)) {
            return None;
        }
        let worst = |order: usize| {
            let holding =
                self.residuals.iter().map(|row| row[order].abs()).enumerate().filter(|(row, _)| !released[*row]);
            holding.max_by(|a, b| a.1.total_cmp(&b.1))
        };
        let levels = [Level::Position, Level::Velocity].into_iter().zip(bounds).enumerate();
        levels.into_iter().find_map(|(order, (level, bound))| {
            let (row, residual) = worst(order)?;
            let held = residual <= bound;
            (!held).then(|| Violated::new(self.model, &self.motion.ws, (row, residual), level))
        })
    }
}
