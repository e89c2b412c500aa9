//! Freedoms, rank, and which constraints depend on each other, at any state.
//!
//! The factorization drops a row whose pivot vanishes and gives, for each dropped row, the combination z of rows with
//! Jᵀ z = 0. Its entries name the constraints that take part.

use super::diagnose::taking_part;
use super::{Mode, State, StateRef, Workspace};
use crate::error::EvalError;
use crate::linear::Dependent;
use crate::model::Model;
use std::collections::BTreeSet;

/// Counts of freedoms and rows at a state.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Freedoms {
    /// Number of velocities of all bodies together.
    pub velocities: usize,
    /// Number of constraint rows that hold.
    pub rows: usize,
    /// Number of independent rows.
    pub rank: usize,
    /// In how many independent ways the mechanism can move at once: velocities − rank.
    pub freedoms: usize,
    /// In how many independent ways it can change its position; more than `freedoms` if there are velocity constraints.
    pub position_freedoms: usize,
    /// The sets of rows that depend on each other.
    pub dependent: Vec<DependentRows>,
}

/// A set of rows that depend on each other: Σ coefficient · row = 0.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DependentRows {
    /// Row names (as in [`Model::row_names`]) with their coefficients.
    pub rows: Vec<(String, f64)>,
}

impl Model {
    /// Degrees of freedom, rank of J and dependent rows, by name, at a state.
    pub fn freedoms(&self, state: &State) -> Result<Freedoms, EvalError> {
        self.check_state(state)?;
        self.freedoms_at(StateRef::of(state), &state.modes)
    }

    pub(crate) fn freedoms_at(&self, at: StateRef<'_>, modes: &[Mode]) -> Result<Freedoms, EvalError> {
        let mut ws = self.workspace();
        ws.read(self, at, modes)?;
        let layout = &self.inner.layout;
        ws.mask(self, |row| !layout.position_rows[row], |_| false);
        ws.factor_masked(self, at.t)?;
        let holding = |row: &usize| !ws.released[*row];
        let position_rows = (0..layout.rows).filter(holding).filter(|&row| layout.position_rows[row]).count();
        let rows = (0..layout.rows).filter(holding).count();
        let position_rank = position_rows - ws.numeric().dropped().len();
        ws.mask(self, |_| false, |_| false);
        ws.factor_masked(self, at.t)?;
        let rank = rows - ws.numeric().dropped().len();
        Ok(Freedoms {
            velocities: layout.velocities,
            rows,
            rank,
            freedoms: layout.velocities - rank,
            position_freedoms: layout.velocities - position_rank,
            dependent: ws.dependent_rows(self),
        })
    }
}

impl Workspace {
    /// The dependent sets of the last factorization that dropped rows.
    pub(crate) fn dependent_rows(&mut self, model: &Model) -> Vec<DependentRows> {
        let system = model.system(self.sticking);
        let rows = system.rows();
        let null = system.null_vectors(self.numeric());
        let mut sets = Vec::new();
        for z in null.chunks_exact(rows.max(1)) {
            sets.push(DependentRows { rows: taking_part(z).map(|row| (model.row_name(row), z[row])).collect() });
        }
        sets
    }

    /// The names of the constraints in each dependent set, at the present frames.
    pub(crate) fn involved(&self, model: &Model, t: f64) -> Result<Vec<Vec<String>>, EvalError> {
        let mut copy = self.clone();
        let system = model.system(copy.sticking);
        let blocks = &copy.blocks[..system.jacobian_len()];
        let (diagonal, numeric) = (&copy.diagonal[..system.rows()], &mut copy.numerics[usize::from(copy.sticking)]);
        let factored = system.factor(&copy.mass, blocks, diagonal, Dependent::Drop, numeric);
        factored.map_err(|error| self.factor_error(model, t, error))?;
        let rows = system.rows().max(1);
        let null = system.null_vectors(numeric);
        let sets = null.chunks_exact(rows).map(|z| {
            let names = taking_part(z).map(|row| model.constraint_of_row(row).name.clone());
            names.collect::<BTreeSet<_>>().into_iter().collect()
        });
        Ok(sets.collect())
    }
}
