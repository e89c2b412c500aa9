//! A first evaluation at the placements, only to find numbers that are not finite, and say whose they are.

use super::{Baumgarte, Mode};
use crate::element::Ctx;
use crate::error::{BuildError, EvalError};
use crate::math::Now;
#[cfg(feature = "serde")]
use crate::model::SavedModel;
use crate::model::{ConstraintEntry, Model, ModelBuilder};
#[cfg(feature = "serde")]
use crate::store::StoreError;

const HIDES: &str = "its φ changes with time, but its `depends_on_time` is false, so that the work of its force would be left out: let it be true";

impl ModelBuilder {
    /// Validates and orders everything. The model is immutable from here on.
    pub fn build(self) -> Result<Model, BuildError> {
        let model = self.assemble()?;
        if let Some(name) = model.shared_column() {
            return Err(BuildError::SharedColumn { name });
        }
        model.check_numbers()?;
        Ok(model)
    }
}

#[cfg(feature = "serde")]
impl SavedModel {
    /// Builds the model again: it runs like the one that was written, to the last bit.
    pub fn build(self) -> Result<Model, StoreError> {
        Ok(self.builder()?.build()?)
    }
}

impl Model {
    fn check_numbers(&self) -> Result<(), BuildError> {
        self.check_masses()?;
        let mut ws = self.workspace();
        let mut state = self.placed();
        // Undecided they would not be evaluated at all.
        state.modes[self.constraint_count()..].fill(Mode::Forward);
        match self.evaluate(&mut ws, &state, Baumgarte::OFF) {
            Err(EvalError::NotFinite { kind, name, what, .. }) if kind != "model" => {
                return Err(BuildError::NotFinite { kind, name, what });
            }
            // Anything else can be a matter of the rough placement: the start deals with it.
            _ => {}
        }
        let now = Now::new(state.t, &state.variables);
        let hides = |entry: &&ConstraintEntry| {
            let memory = &state.memory[entry.memory.clone()];
            entry.element.hides_time(Ctx::new(now, &ws.frames, &entry.slots, memory))
        };
        match self.inner.constraints.iter().find(hides) {
            Some(entry) => Err(BuildError::BadShape { kind: "constraint", name: entry.name.clone(), what: HIDES }),
            None => Ok(()),
        }
    }

    fn check_masses(&self) -> Result<(), BuildError> {
        let ws = self.workspace();
        for entry in &self.inner.bodies {
            let (n, mass) = (entry.dofs.len(), &ws.mass[entry.mass.clone()]);
            let stride = if mass.len() == n { 1 } else { n + 1 };
            for (i, &value) in mass.iter().step_by(stride).enumerate() {
                if !(value > 0.0 && value.is_finite()) {
                    return Err(BuildError::BadMass { name: entry.name.clone(), entry: i, value });
                }
            }
            let mass = entry.shape.mass;
            if !(mass >= 0.0 && mass.is_finite()) {
                let what = format!("its mass ({mass})");
                return Err(BuildError::NotFinite { kind: "body", name: entry.name.clone(), what });
            }
        }
        Ok(())
    }
}
