//! Loads that rigid bodies do not determine. Where rows depend on each other any of λ + z does as well as λ, Jᵀ z = 0, and with them the loads and the friction:
//!
//! ```text
//! (1)  N_j + n_j·z_j,    f = Σ_j push_j (n_j·z_j) D_jᵀ          z_j the rows of z that load j, n_j the direction of its load
//! ```
//!
//! The motion is the same only where the rest holds against every such f. Those of feet that slide alike is; else the reactions of least norm make one motion of many, and which of them depends on the units that are used.

use crate::dynamics::Workspace;
use crate::dynamics::friction::buffers::size;
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// Part of a null vector, and of what a force would move unheld, that is rounding.
const NONE: f64 = 1e-9;
const HELD: f64 = 1e-12;

impl Workspace {
    /// Does the motion at the last evaluation depend on reactions that are not determined? What feet alone share has certificates of its own.
    pub(crate) fn moves_by_free_loads(&mut self, model: &Model) -> bool {
        let of_joint = |&point: &usize| model.inner.frictions[point].contact.is_none();
        if !self.friction.loaded.iter().any(of_joint) || self.numeric().dropped().is_empty() {
            return false;
        }
        let rows = model.system(self.sticking).rows();
        let null = self.free_reactions(model);
        null.chunks_exact(rows).any(|z| {
            let (mut force, mut size) = (vec![0.0; model.velocities()], 0.0);
            for &point in &self.friction.loaded {
                let mut part = vec![0.0; model.velocities()];
                let (friction, push) = (&model.inner.frictions[point], self.friction.push[point]);
                self.friction.force_along(model, friction, push * self.load_in(model, point, z), &mut part);
                size += self.size_unheld(model, &part);
                force.iter_mut().zip(&part).for_each(|(force, part)| *force += part);
            }
            let mut moved = force.clone();
            self.solve_in(model, &mut moved, &mut vec![0.0; rows]);
            force.iter().zip(&moved).map(|(f, a)| f * a).sum::<f64>() > HELD * size * size
        })
    }

    /// Friction points that slide under loads which are not determined, at the last evaluation.
    pub(super) fn mark_free_loads(&mut self, model: &Model, marked: &mut [bool]) {
        if self.friction.loaded.is_empty() || self.numeric().dropped().is_empty() {
            return;
        }
        let rows = model.system(self.sticking).rows();
        for z in self.free_reactions(model).chunks_exact(rows) {
            self.friction.loaded.iter().for_each(|&point| marked[point] |= self.load_in(model, point, z) != 0.0);
        }
    }

    /// The null vectors, one after the other, without their rounding.
    fn free_reactions(&mut self, model: &Model) -> Vec<f64> {
        let system = model.system(self.sticking);
        let mut null = system.null_vectors(self.numeric()).to_vec();
        for z in null.chunks_exact_mut(system.rows()) {
            let most = NONE * max_abs_skip_nan(z);
            z.iter_mut().filter(|part| part.abs() <= most).for_each(|part| *part = 0.0);
        }
        null
    }

    /// By how much a load grows with z; of a length, which grows with z at right angles to it as well, at most.
    fn load_in(&self, model: &Model, point: usize, z: &[f64]) -> f64 {
        let load = &model.inner.frictions[point].load;
        if load.is_length() { size(load.of(z)) } else { self.friction.signs[point] * load.of(z)[0] }
    }
}
