//! Friction in the big matrix: K = [M, Jᵀ+A; J, −D] with held signs, factored anew at each trial.
//!
//! A load z_i = Σ_r b_ir λ_r (for a pin along its direction u_i) pushes with D_iᵀ p_i S_i z_i, p_i = −σ_i μ_i. So A has the columns
//!
//! ```text
//! A_r = Σ_i D_iᵀ p_i S_i b_ir         M v' = h + (Jᵀ + A) λ,   J v' + D λ = γ                          (E6')
//! ```
//!
//! which lie within the pattern of Jᵀ if the bodies that rub are among those that the loading constraint holds. Where they are not, the
//! reduced method is taken. So it is where points that stick depend on each other, and in models that admit redundant
//! constraints: there rows have to be dropped, and multipliers of least norm are not those of one factorization.
//!
//! This is how Peng et al. 2009 do it. A trial costs a factorization, but its cost grows with the number of friction points as that of
//! the mechanism does, where C of the reduced method has their square. ‖C‖ is not known here: it reads as infinite, and no
//! second solution is looked for.

use super::buffers::{FrictionBuffers, ROOM, along};
use super::entries::{CROSSOVER, Matrix};
use crate::dynamics::Workspace;
use crate::error::EvalError;
use crate::friction::{Coupling, Search};
use crate::linear::Sides;
use crate::model::Model;

impl Matrix {
    /// z of one pattern; false if it has no solution. The motion is left in `force` and `rows`.
    fn trial(&mut self, at: &At<'_>, buffers: &FrictionBuffers, signs: &[f64], z: &mut [f64]) -> bool {
        let (Some(entries), Some(numbers)) = (&self.entries, &mut self.numbers[usize::from(at.sticking)]) else {
            return false;
        };
        let of_point = |point: usize| &entries.list[entries.of_point[point].clone()];
        for entry in buffers.loaded.iter().flat_map(|&point| of_point(point)) {
            let to = entry.to..entry.to + entry.from.len();
            self.push[to.clone()].copy_from_slice(&at.blocks[to]);
        }
        for (&point, sign) in buffers.loaded.iter().zip(signs) {
            for entry in of_point(point) {
                let size = buffers.push[point] * sign * entry.factor * buffers.directions[point][entry.component];
                let to = self.push[entry.to..].iter_mut();
                to.zip(&buffers.tangents[entry.from.clone()]).for_each(|(p, d)| *p += size * d);
            }
        }
        let system = at.model.system(at.sticking);
        let push = &self.push[..system.jacobian_len()];
        let sides = Sides { mass: at.mass, jac: at.blocks, push, diag: at.diagonal, switched: 0, lasting: false };
        if system.factor_unsymmetric(sides, numbers).is_err() {
            return false;
        }
        self.force.copy_from_slice(at.force);
        self.rows.copy_from_slice(at.rows);
        system.solve_unsymmetric(sides, numbers, &mut self.force, &mut self.rows[..system.rows()]);
        for (z, &point) in z.iter_mut().zip(&buffers.loaded) {
            *z = along(buffers.directions[point], at.model.inner.frictions[point].load.of(&self.rows));
        }
        true
    }

    /// One search along the present directions of pins' loads; how far they turn then.
    fn round(&mut self, at: &At<'_>, buffers: &mut FrictionBuffers, search: Option<Search>) -> Option<f64> {
        let (mut signs, mut z) = (std::mem::take(&mut buffers.small.signs), std::mem::take(&mut buffers.small.z));
        signs.clear();
        signs.extend(buffers.loaded.iter().map(|&point| buffers.signs[point]));
        z.resize(signs.len(), 0.0);
        let mut pattern = std::mem::take(&mut buffers.small.pattern);
        let trial = |signs: &[f64], z: &mut [f64]| self.trial(at, buffers, signs, z);
        let (one_sided, loaded) = (&buffers.one_sided, &buffers.loaded);
        let found = FrictionBuffers::search_loads(one_sided, loaded, search, [&mut signs, &mut z], &mut pattern, trial);
        buffers.small.pattern = pattern;
        let accepted = buffers.accept(found, &signs, &z);
        (buffers.small.signs, buffers.small.z) = (signs, z);
        if !accepted {
            return None;
        }
        let mut most = 0.0_f64;
        for i in 0..buffers.loaded.len() {
            let point = buffers.loaded[i];
            let load = &at.model.inner.frictions[point].load;
            if load.is_length() {
                most = most.max(buffers.turn_towards(point, load.of(&self.rows)));
            }
        }
        Some(most)
    }
}

/// The smooth system at the present state.
struct At<'a> {
    model: &'a Model,
    sticking: bool,
    mass: &'a [f64],
    blocks: &'a [f64],
    diagonal: &'a [f64],
    /// h and γ_B.
    force: &'a [f64],
    rows: &'a [f64],
}

impl Workspace {
    /// Do the signs of the loads that are to be found now stand in the matrix?
    pub(in crate::dynamics) fn signs_in_matrix(&mut self, model: &Model, search: Option<Search>) -> bool {
        let asked = match search {
            Some(Search::WarmStarted | Search::Exhaustive) => !self.friction.loaded.is_empty(),
            _ => self.friction.loaded.len() > CROSSOVER,
        };
        // The matrix has no load without friction, with which that of what slips in several directions begins.
        let begins = |&point: &usize| {
            let friction = &model.inner.frictions[point];
            friction.load.is_length() && !friction.keeps_load()
        };
        if !asked
            || self.friction.loaded.iter().any(begins)
            || model.inner.redundant
            || (self.sticking && !self.numeric().dropped().is_empty())
        {
            return false;
        }
        self.friction.matrix.get_or_insert_with(|| Box::new(Matrix::new(model))).entries.is_some()
    }

    /// From h and γ_B to v' and λ with the friction of all loads, in place.
    pub(in crate::dynamics) fn rub_in_matrix(
        &mut self,
        model: &Model,
        t: f64,
        search: Option<Search>,
    ) -> Result<(), EvalError> {
        let Some(mut matrix) = self.friction.matrix.take() else { return Ok(()) };
        let system = model.system(self.sticking);
        matrix.numbers[usize::from(self.sticking)].get_or_insert_with(|| system.unsymmetric());
        let len = system.jacobian_len();
        matrix.push[..len].copy_from_slice(&self.blocks[..len]);
        let at = At {
            model,
            sticking: self.sticking,
            mass: &self.mass,
            blocks: &self.blocks[..len],
            diagonal: &self.diagonal[..system.rows()],
            force: &self.acceleration,
            rows: &self.multipliers,
        };
        self.friction.trials.searches += 1;
        self.friction.coupling = Coupling { norm: f64::INFINITY, bound: f64::INFINITY, trials: 0 };
        let converged = self.friction.converge_directions(|buffers| matrix.round(&at, buffers, search));
        self.factorizations += self.friction.coupling.trials;
        if converged {
            self.acceleration.copy_from_slice(&matrix.force);
            self.multipliers.copy_from_slice(&matrix.rows);
        }
        self.friction.matrix = Some(matrix);
        self.friction.fits = converged;
        let every =
            matches!(search, Some(search) if search != Search::Exhaustive) && self.friction.loaded.len() <= ROOM;
        match converged {
            true => Ok(()),
            // Flipping has found nothing, and every pattern is tried in the loads alone.
            false if every => {
                let tried = self.friction.coupling.trials;
                self.friction.trials.searches -= 1;
                self.factor(model, t)?;
                let found = self.rub_reduced(model, (t, search), false);
                self.friction.coupling.trials += tried;
                found
            }
            false => Err(self.friction.no_signs(model, t)),
        }
    }
}
