//! Which element caused a failed evaluation: entries not written, values not finite, rows that depend on each other.

use super::Workspace;
use crate::element::{Ctx, Loads, Wrenches};
use crate::error::{ElementError, EvalError};
use crate::linear::FactorError;
use crate::math::{Now, max_abs_skip_nan};
use crate::model::Model;
use std::marker::PhantomData;

/// A quiet NaN of our own: in debug builds it fills what an element is to write, so that what it forgot is found.
pub(super) const UNWRITTEN: u64 = 0x7ff8_c4e7_ae00_0001;

impl Workspace {
    /// Constraints that depend on each other without any friction point that sticks among them are an error all the same.
    pub(super) fn refuse_redundant(&mut self, model: &Model, t: f64) -> Result<(), EvalError> {
        let inner = &*model.inner;
        if self.numeric().dropped().is_empty() {
            return Ok(());
        }
        let rows = model.rows();
        let null = inner.augmented.null_vectors(self.numeric());
        let alone = null.chunks_exact(rows).find(|z| !taking_part(z).any(|row| model.is_tangent(row)));
        let Some(row) = alone.and_then(|z| taking_part(z).last()) else {
            return Ok(());
        };
        Err(self.factor_error(model, t, FactorError::Dependent { row, pivot: 0.0, scale: 1.0 }))
    }

    pub(crate) fn factor_error(&self, model: &Model, t: f64, error: FactorError) -> EvalError {
        match error {
            FactorError::Dependent { row, pivot, scale } => {
                let entry = model.constraint_of_row(row);
                // Only a row that depends on others leads here, so that the second factorization, which drops rows, goes through.
                let name = entry.name.clone();
                let sets = self.involved(model, t).unwrap_or_default();
                // That of this row; the second factorization may have dropped others in its place, and then all are told.
                let own = sets.iter().find(|set| set.contains(&name)).cloned();
                let involved = own.unwrap_or_else(|| {
                    let mut all = sets.concat();
                    all.push(name.clone());
                    all
                });
                EvalError::Dependent { name, row: row - entry.rows.start, pivot, scale, involved, t }
            }
            FactorError::NotPositive { body } => EvalError::BadMass { name: model.inner.bodies[body].name.clone(), t },
            _ => self.diagnose(model, Now::at(t)),
        }
    }

    /// In debug builds: has every constraint written every row and every body's columns?
    pub(super) fn check_written(&self, model: &Model) -> Result<(), EvalError> {
        let missing = |x: &f64| x.to_bits() == UNWRITTEN;
        for entry in &model.inner.constraints {
            let unwritten = |what: String| Err(EvalError::Unwritten { name: entry.name.clone(), what });
            for (i, row) in entry.rows.clone().enumerate() {
                for (what, values) in [("φ", &self.phi), ("φ'", &self.rate), ("γ", &self.gamma)] {
                    if missing(&values[row]) {
                        return unwritten(format!("{what} of row {i}"));
                    }
                }
                for (k, &block) in entry.blocks.iter().enumerate() {
                    let width = model.twist_width(entry.slots[k]);
                    if self.blocks[block as usize + width * i..][..width].iter().any(missing) {
                        return unwritten(format!("row {i} of the Jacobian for its body {k}"));
                    }
                }
            }
        }
        Ok(())
    }

    /// Finds out which element brought a number that is not finite.
    pub(crate) fn diagnose(&self, model: &Model, now: Now<'_>) -> EvalError {
        let (inner, t) = (&*model.inner, now.t);
        let broken =
            |kind, name: &str, what: &str| EvalError::NotFinite { kind, name: name.into(), what: what.into(), t };
        let bad = |values: &[f64]| values.iter().any(|x| !x.is_finite());
        for (i, entry) in inner.bodies.iter().enumerate() {
            let placed = if entry.spatial {
                self.frames.spatial(i + 1).is_finite()
            } else {
                !bad(&self.frames.planar[i + 1].to_array())
            };
            if !placed {
                return broken("body", &entry.name, "its position or velocity");
            }
            if bad(&self.mass[entry.mass.clone()]) {
                return broken("body", &entry.name, "its mass matrix");
            }
        }
        // What is switched off need not be anywhere.
        for entry in inner.constraints.iter().filter(|entry| !self.released[entry.rows.start]) {
            for (what, values) in [("φ", &self.phi), ("its rate", &self.rate), ("γ", &self.gamma)] {
                if bad(&values[entry.rows.clone()]) {
                    return broken("constraint", &entry.name, what);
                }
            }
            // Columns for the ground are scratch, which all constraints share.
            let columns = |(&slot, &block): (&u32, &u32)| {
                slot != 0 && bad(&self.blocks[block as usize..][..model.twist_width(slot) * entry.shape.rows()])
            };
            if entry.slots.iter().zip(&entry.blocks).any(columns) {
                return broken("constraint", &entry.name, "its Jacobian");
            }
        }
        for (index, entry) in inner.forces.iter().enumerate() {
            let mut wrenches = Wrenches::new(inner.bodies.len(), inner.layout.solids);
            let (mut memory, mut pushes) =
                (self.memory[entry.memory.clone()].to_vec(), vec![0.0; entry.coordinates.len()]);
            let (frames, slots) = (&self.frames, &entry.slots[..]);
            let (seen, told) = self.reads.of(index);
            let at = Ctx::new(now, frames, slots, &self.memory[entry.memory.clone()]).reading(seen, told);
            let (on, memory) = (&mut wrenches, &mut memory);
            let mut out =
                Loads { pushes: &mut pushes, frames, slots, wrenches: on, power: 0.0, memory, space: PhantomData };
            let evaluated = entry.element.eval(at, &mut out).is_ok();
            if evaluated && !(wrenches.is_finite() && pushes.iter().all(|push| push.is_finite())) {
                return broken("force", &entry.name, "its load");
            }
        }
        broken("model", "as a whole", "the acceleration (numbers too large?)")
    }
}

pub(super) fn element(kind: &'static str, name: &str, t: f64, source: ElementError) -> EvalError {
    EvalError::Element { kind, name: name.into(), t, source }
}

/// A coefficient below this part of the largest takes no part.
pub(super) const PART: f64 = 1e-9;

/// The rows that take part in a null vector.
pub(super) fn taking_part(z: &[f64]) -> impl Iterator<Item = usize> + '_ {
    let largest = max_abs_skip_nan(z);
    z.iter().enumerate().filter(move |(_, x)| x.abs() > PART * largest).map(|(row, _)| row)
}
