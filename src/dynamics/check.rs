//! A first evaluation at the placements, only to find numbers that are not finite and say whose they are.

use super::Baumgarte;
use crate::error::{BuildError, EvalError};
use crate::model::Model;

impl Model {
    pub(crate) fn check_numbers(&self) -> Result<(), BuildError> {
        self.check_masses()?;
        let mut ws = self.workspace();
        match self.evaluate(&mut ws, &self.placed(), Baumgarte::OFF) {
            Err(EvalError::NotFinite { kind, name, what, .. }) if kind != "model" => {
                Err(BuildError::NotFinite { kind, name, what })
            }
            // Anything else can be a matter of the rough placement: the start deals with it.
            _ => Ok(()),
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
            let weight = entry.shape.weight;
            if !(weight >= 0.0 && weight.is_finite()) {
                let what = format!("its weight ({weight})");
                return Err(BuildError::NotFinite { kind: "body", name: entry.name.clone(), what });
            }
        }
        Ok(())
    }
}
