//! (Y2) to (Y3') of `tangent/variation.rs`: the factors of the last evaluation solve for any right-hand side, with the friction of loads that change.

use crate::dynamics::friction::buffers::{FrictionBuffers, add_over_bodies, along};
use crate::dynamics::{Query, Workspace};
use crate::error::EvalError;
use crate::linear::{Influence, Sides};
use crate::math::small::{dot, norm, plus};
use crate::model::Model;

/// A point that slides in space: its direction w, in its tangents, and ‖s‖ with the sign that it has on the side of the step's beginning; infinite where the direction stands.
#[derive(Copy, Clone, Debug)]
pub(in crate::dynamics) struct Turning {
    point: usize,
    w: [f64; 3],
    speed: f64,
    /// −σ (μ N + viscous) of the evaluation.
    force: f64,
    /// ‖s‖ of one that starts; infinite of others.
    starting: f64,
}

impl Turning {
    /// w, if it is that of this point.
    pub(in crate::dynamics) fn direction_of(&self, point: usize) -> Option<[f64; 3]> {
        (self.point == point).then_some(self.w)
    }

    /// ‖δs‖/‖s‖ of one that starts, for the change of all rows' rates.
    pub(in crate::dynamics) fn at_start(&self, model: &Model, rate: &[f64]) -> f64 {
        norm(&model.inner.frictions[self.point].parts(rate)) / self.starting
    }
}

impl FrictionBuffers {
    /// (Y3): δN of all loads that rub, into their place in the small equation, from those of an answer without them. False where these have no solution.
    fn vary_loads(&mut self, answered: impl Fn(usize) -> [f64; 3]) -> bool {
        let Self { loaded, directions, signs, c, small, varied, .. } = self;
        let n = loaded.len();
        small.z.clear();
        small.c.clear();
        for (i, &point) in loaded.iter().enumerate() {
            let (u, sign) = (directions[point], signs[point]);
            small.z.push(sign * along(u, answered(point)));
            let entry = |j: usize| f64::from(u8::from(i == j)) - sign * along(u, c[i * n + j]);
            small.c.extend((0..n).map(entry));
        }
        varied.resize(n);
        let regular = varied.factor(&small.c).is_ok();
        if regular {
            varied.solve(&mut small.z);
        }
        regular
    }
}

impl Workspace {
    /// Takes note of all directions in space, which stand from now on, whatever is evaluated beside this place.
    pub(in crate::dynamics) fn hold_directions(&mut self, model: &Model, turning: &mut Vec<Turning>) {
        turning.clear();
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            let Some(index) = friction.slide.as_ref().map(|slide| slide.index) else { continue };
            let force = self.along_slide(friction, &self.multipliers);
            let slide = &mut self.friction.slides[index];
            let starting = if slide.starts { norm(&friction.parts(&self.rate)) } else { f64::INFINITY };
            let stands = slide.starts || self.friction.sigma[point] == 0.0;
            let speed = if stands { f64::INFINITY } else { slide.speed.copysign(slide.ahead) };
            turning.push(Turning { point, w: slide.d, speed, force, starting });
            slide.speed = f64::INFINITY;
        }
    }

    /// (Y3') for the change of all rows' rates, added to δR¹.
    pub(in crate::dynamics) fn turn_friction(&self, model: &Model, turning: &[Turning], rate: &[f64], out: &mut [f64]) {
        for &Turning { point, w, speed, force, .. } in turning.iter().filter(|turning| turning.speed.is_finite()) {
            let friction = &model.inner.frictions[point];
            let slip = friction.parts(rate);
            let across = plus(&slip, -dot(&w, &slip), &w);
            for (tangent, part) in self.tangents_of(friction).zip(across) {
                add_over_bodies(model, friction.entry, tangent, force * part / speed, out);
            }
        }
    }

    /// From δR¹ and δR² to δa and δλ, in place. J is that of the evaluation.
    pub(in crate::dynamics) fn answer_rubbing(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        force: &mut [f64],
        rows: &mut [f64],
    ) -> Result<(), EvalError> {
        if self.friction.loaded.is_empty() {
            self.solve_in(model, force, rows);
            return Ok(());
        }
        if !self.friction.reduced {
            self.answer_in_matrix(model, force, rows);
            return Ok(());
        }
        let solved = match self.influence(model) {
            Some(plan) => self.answer_between_halves(model, plan, force, rows),
            None => self.answer_by_solves(model, force, rows),
        };
        if solved { Ok(()) } else { Err(self.friction.no_signs(model, query.at.t)) }
    }

    /// With what the last evaluation has sent through the reaches (A9); false where the loads have no solution of their own.
    fn answer_between_halves(&mut self, model: &Model, plan: &Influence, force: &mut [f64], rows: &mut [f64]) -> bool {
        let system = model.system(self.sticking);
        let (blocks, rows) = (&self.blocks[..system.jacobian_len()], &mut rows[..system.rows()]);
        let (numeric, buffers) = (&mut self.numerics[usize::from(self.sticking)], &mut self.friction);
        system.forward(blocks, numeric, force, rows);
        let reached = std::mem::take(&mut buffers.reached);
        let reaches = &reached[usize::from(self.sticking)];
        let half = system.halfway(blocks, numeric, rows);
        let regular = buffers.vary_loads(|point| plan.loads(&half, point, reaches));
        let mut between = numeric.between(force, rows);
        for (&point, load) in buffers.loaded.iter().zip(&buffers.small.z) {
            plan.push(reaches, point, buffers.push[point] * load, &mut between);
        }
        buffers.reached = reached;
        system.backward(blocks, numeric, force, rows);
        regular
    }

    /// Where rows were dropped.
    fn answer_by_solves(&mut self, model: &Model, force: &mut [f64], rows: &mut [f64]) -> bool {
        let frictions = &model.inner.frictions;
        let mut alone = std::mem::take(&mut self.friction.force);
        let mut reactions = std::mem::take(&mut self.friction.rows);
        alone.copy_from_slice(force);
        reactions.copy_from_slice(rows);
        self.solve_in(model, &mut alone, &mut reactions);
        let buffers = &mut self.friction;
        let regular = buffers.vary_loads(|point| frictions[point].load.of(&reactions));
        for (&point, load) in buffers.loaded.iter().zip(&buffers.small.z) {
            buffers.force_along(model, &frictions[point], buffers.push[point] * load, force);
        }
        (buffers.force, buffers.rows) = (alone, reactions);
        self.solve_in(model, force, rows);
        regular
    }

    /// Where the signs stand in the matrix its factors know what the loads do.
    fn answer_in_matrix(&mut self, model: &Model, force: &mut [f64], rows: &mut [f64]) {
        let Some(mut matrix) = self.friction.matrix.take() else { return };
        let system = model.system(self.sticking);
        let len = system.jacobian_len();
        let sides = Sides {
            mass: &self.mass,
            jac: &self.blocks[..len],
            push: &matrix.push[..len],
            diag: &self.diagonal[..system.rows()],
            switched: 0,
            lasting: false,
        };
        if let Some(numbers) = &mut matrix.numbers[usize::from(self.sticking)] {
            system.solve_unsymmetric(sides, numbers, force, &mut rows[..system.rows()]);
        }
        self.friction.matrix = Some(matrix);
    }
}
