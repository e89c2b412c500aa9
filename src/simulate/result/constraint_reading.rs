//! Reading constraints: multipliers, what is left of φ, whether it holds, its work.

use super::Snapshot;
use crate::element::ConstraintRef;
use crate::error::EvalError;
use crate::model::Mode;

impl Snapshot<'_> {
    /// The multipliers of a constraint; their meaning is in its documentation.
    #[track_caller]
    pub fn multipliers(&self, constraint: impl Into<ConstraintRef>) -> Vec<f64> {
        self.solution().multipliers[self.model.row_range(constraint)].to_vec()
    }

    /// φ of a constraint's rows (zero for velocity rows).
    #[track_caller]
    pub fn phi(&self, constraint: impl Into<ConstraintRef>) -> Vec<f64> {
        self.solution().phi[self.model.row_range(constraint)].to_vec()
    }

    /// φ' (or ψ) of a constraint's rows.
    #[track_caller]
    pub fn phi_dot(&self, constraint: impl Into<ConstraintRef>) -> Vec<f64> {
        self.solution().rate[self.model.row_range(constraint)].to_vec()
    }

    /// φ'' (or ψ') of a constraint's rows, with the accelerations as they were computed.
    #[track_caller]
    pub fn phi_ddot(&self, constraint: impl Into<ConstraintRef>) -> Vec<f64> {
        self.solution().second[self.model.row_range(constraint)].to_vec()
    }

    /// Does a constraint hold, or is it switched off?
    #[track_caller]
    pub fn mode(&self, constraint: impl Into<ConstraintRef>) -> Mode {
        let constraint = constraint.into();
        let _ = self.model.entry(constraint);
        self.decided()[constraint.index as usize]
    }

    /// Work that a constraint has done since the start of the run; `None` if it can do none.
    #[track_caller]
    pub fn work_of_constraint(&self, constraint: impl Into<ConstraintRef>) -> Option<f64> {
        self.model.entry(constraint).work.map(|work| self.works[work])
    }

    /// Is the constraint's reaction determined by rigid bodies, or shared with a redundant one?
    #[track_caller]
    pub fn is_determined(&self, constraint: impl Into<ConstraintRef>) -> Result<bool, EvalError> {
        let names: Vec<String> = self.model.row_range(constraint).map(|row| self.model.row_name(row)).collect();
        let freedoms = self.model.freedoms_at(self.query().at, &self.settled()?.0)?;
        let takes_part = |set: &crate::dynamics::DependentRows| set.rows.iter().any(|(name, _)| names.contains(name));
        Ok(!freedoms.dependent.iter().any(takes_part))
    }
}
