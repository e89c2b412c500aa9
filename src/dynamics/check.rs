//! First evaluations at the placements, only to find numbers that are not finite and elements on bodies of the other space, and say whose they are.

use super::{Baumgarte, Mode};
use crate::element::{Ctx, Loads, Wrenches};
use crate::error::{BuildError, EvalError};
#[cfg(feature = "serde")]
use crate::model::PlainModel;
use crate::model::{BodyEntry, Model, ModelBuilder};
#[cfg(feature = "serde")]
use crate::store::StoreError;

impl ModelBuilder {
    /// Validates and orders everything. The model is immutable from here on.
    pub fn build(self) -> Result<Model, BuildError> {
        let model = self.assemble()?;
        model.check_numbers()?;
        Ok(model)
    }
}

#[cfg(feature = "serde")]
impl PlainModel {
    /// Builds the model again: it runs like the one that was written, to the last bit.
    pub fn build(self) -> Result<Model, StoreError> {
        Ok(self.builder()?.build()?)
    }
}

impl Model {
    fn check_numbers(&self) -> Result<(), BuildError> {
        self.check_masses()?;
        self.check_spaces()?;
        let mut ws = self.workspace();
        let mut state = self.placed();
        // Undecided they would not be evaluated at all.
        state.modes[self.lasting()..].fill(Mode::Forward);
        match self.evaluate(&mut ws, &state, Baumgarte::OFF) {
            Err(EvalError::NotFinite { kind, name, what, .. }) if kind != "model" => {
                Err(BuildError::NotFinite { kind, name, what })
            }
            // Anything else can be a matter of the rough placement: the start deals with it.
            _ => Ok(()),
        }
    }

    /// Types keep joints of the plane off bodies in space; a file, or an element of the user's own that takes bodies of any space, knows no types.
    fn check_spaces(&self) -> Result<(), BuildError> {
        let state = self.placed();
        let (inner, frames) = (&*self.inner, self.frames(&state.q, &state.v));
        let is_placed = |(i, entry): (usize, &BodyEntry)| match entry.spatial {
            true => frames.spatial(i + 1).is_finite(),
            false => frames.planar[i + 1].origin.iter().all(|x| x.is_finite()),
        };
        if !inner.bodies.iter().enumerate().all(is_placed) {
            // A body that cannot stand where it is placed is told by the start.
            return Ok(());
        }
        let refuse = |kind, name: &String| {
            let what = "it is of the plane on a body in space, or of space on a body of the plane: take its like of the other space";
            Err(BuildError::BadShape { kind, name: name.clone(), what })
        };
        for (index, entry) in inner.constraints.iter().enumerate() {
            let at = Ctx { t: 0.0, frames: &frames, slots: &entry.slots, memory: &state.memory[entry.memory.clone()] };
            let (written, _) = entry.write(at);
            let foreign = |k: usize| {
                let slot = entry.slots[k];
                slot > 0 && written.is_spatial(k).is_some_and(|spatial| spatial != self.in_space(slot))
            };
            if (0..entry.slots.len()).any(foreign) {
                return refuse(if index < self.lasting() { "constraint" } else { "friction" }, &entry.name);
            }
        }
        for entry in &inner.forces {
            let mut memory = state.memory[entry.memory.clone()].to_vec();
            // Room in both spaces for all bodies: a force writes where it thinks that they are.
            let mut wrenches = Wrenches::new(inner.bodies.len(), true);
            let slots = &entry.slots;
            let mut out = Loads { frames: &frames, slots, wrenches: &mut wrenches, power: 0.0, memory: &mut memory };
            let at = Ctx { t: 0.0, frames: &frames, slots, memory: &state.memory[entry.memory.clone()] };
            if entry.element.eval(at, &mut out).is_err() {
                continue;
            }
            // A force that is zero now is seen by its power: where a body is not, its velocity is no number.
            let nowhere = out.power.is_nan();
            let foreign = |slot: u32| {
                let away = wrenches.of(slot as usize, !self.in_space(slot));
                slot > 0 && away.iter().any(|x| *x != 0.0)
            };
            let here = |slot: u32| wrenches.of(slot as usize, self.in_space(slot)).iter().all(|x| x.is_finite());
            if slots.iter().any(|&slot| foreign(slot)) || (nowhere && slots.iter().all(|&slot| here(slot))) {
                return refuse("force", &entry.name);
            }
        }
        Ok(())
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
