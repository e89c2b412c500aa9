//! What a mechanism answers to forces, one by one: the parts of which an inverse problem is made.
//!
//! ```text
//! (1)  K (a₀, −λ₀) = (h, γ)        K (a_e, −λ_e) = (e, 0)
//! ```
//!
//! h has all that does not depend on a reaction: applied, viscous, and the friction under a load that is given. What loads do enters as forces e along the tangents.

use super::coordinate::Named;
use super::diagnose;
use super::friction::turning::Aim;
use super::{Query, State, StateRef, Touching, Workspace};
use crate::error::{ElementError, EvalError};
use crate::friction::Search;
use crate::math::Now;
use crate::measure::Told;
use crate::model::Model;

/// a and λ of one right-hand side.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) acceleration: Vec<f64>,
    pub(crate) multipliers: Vec<f64>,
}

impl Workspace {
    /// Reads a state, nothing being solved.
    pub(crate) fn residuals_of(&mut self, model: &Model, state: &State) -> Result<(), EvalError> {
        self.read(model, StateRef::of(state), &state.modes)
    }

    /// a₀ and λ₀ of (1), the friction that reactions load left out. The factors are kept for what is asked next.
    pub(crate) fn answer_unloaded(&mut self, model: &Model, query: &Query<'_>) -> Result<Answer, EvalError> {
        if let Some(force) = model.inner.forces.iter().find(|force| !force.reads.is_empty()) {
            let why = "it reads reactions, and inverse problems do not solve for those".to_owned();
            return Err(diagnose::element("force", &force.name, query.at.t, ElementError::Refused(why)));
        }
        self.evaluations += 1;
        self.read_touching(model, query.at, query.modes, Touching::None)?;
        self.load(model, query.at, query.probe)?;
        if !model.inner.frictions.is_empty() {
            self.aim(model, query, Aim::Anew);
            self.rub(model, query)?;
        }
        self.stabilize(model, query);
        self.factor(model, query.at.t)?;
        self.solve(model, false);
        let answer = Answer { acceleration: self.acceleration.clone(), multipliers: self.multipliers.clone() };
        let finite = |values: &[f64]| values.iter().all(|x| x.is_finite());
        if finite(&answer.acceleration) && finite(&answer.multipliers) {
            Ok(answer)
        } else {
            Err(self.diagnose(model, query.at.now()))
        }
    }

    /// a_e and λ_e of (1), with the factors of the last evaluation.
    pub(crate) fn answer_to(&mut self, model: &Model, force: &[f64]) -> Answer {
        let (mut acceleration, mut multipliers) = (force.to_vec(), vec![0.0; model.rows()]);
        self.solve_in(model, &mut acceleration, &mut multipliers);
        Answer { acceleration, multipliers }
    }

    /// How many freedoms the system has that was factored last.
    pub(crate) fn freedoms_left(&mut self, model: &Model) -> usize {
        let rows = model.system(self.sticking).rows();
        let holding = self.released[..rows].iter().filter(|released| !**released).count();
        model.velocities() + self.numeric().dropped().len() - holding
    }

    /// The force of a unit along a friction point's tangent; of one that slides under a load to be found, what a unit of that load causes.
    pub(crate) fn force_of_point(&self, model: &Model, point: usize) -> Vec<f64> {
        let mut force = vec![0.0; model.velocities()];
        let push = self.friction.push[point];
        let unit = if push == 0.0 { 1.0 } else { push };
        self.check_kept(&model.inner.frictions[point]);
        self.friction.force_along(model, &model.inner.frictions[point], unit, &mut force);
        force
    }

    /// What a force would do if nothing held the bodies: |M^(−1/2) e|.
    pub(crate) fn size_unheld(&self, model: &Model, force: &[f64]) -> f64 {
        let mut alone = force.to_vec();
        model.system(self.sticking).weigh(&self.mass, &mut alone);
        alone.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// Value, rate and bias of a measure where the workspace has read a state, and its gradient in the coordinates of the model.
    pub(crate) fn tell_along(&self, model: &Model, now: Now<'_>, named: &Named) -> Result<(Told, Vec<f64>), EvalError> {
        let slots = named.measure.bodies().map(|body| model.check(body) as u32);
        let told = named.measure.tell(now, &self.frames, &slots);
        let mut told = told.map_err(|source| diagnose::element("measure", &named.name, now.t, source))?;
        let mut gradient = vec![0.0; model.velocities()];
        for (slot, twist) in slots.into_iter().zip(told.gradient) {
            let Some(body) = (slot as usize).checked_sub(1) else { continue };
            let entry = &model.inner.bodies[body];
            let (n, to) = (entry.dofs.len(), &mut gradient[entry.dofs.clone()]);
            let map = &self.maps[entry.map.clone()];
            for (j, g) in to.iter_mut().enumerate() {
                *g += match map.is_empty() {
                    true => twist[j],
                    false => twist.iter().zip(map[j..].iter().step_by(n)).map(|(t, m)| t * m).sum(),
                };
            }
            if !map.is_empty() {
                // The part of the twist's rate that no v' enters (E9).
                told.bias += twist.iter().zip(self.map_bias[body]).map(|(t, b)| t * b).sum::<f64>();
            }
        }
        Ok((told, gradient))
    }

    /// N of the points with loads, if these are z = a + C N by themselves (E6); their signs are searched from those of the last evaluation.
    pub(crate) fn loads_of(
        &mut self,
        model: &Model,
        t: f64,
        a: Vec<[f64; 3]>,
        c: Vec<[f64; 3]>,
    ) -> Result<Vec<f64>, EvalError> {
        (self.friction.a, self.friction.c) = (a, c);
        self.friction.find_loads(model, t, Some(Search::default()))?;
        self.friction.tell(&model.inner.frictions);
        Ok(self.friction.loaded.iter().map(|&point| self.friction.normal[point]).collect())
    }

    /// Has that equation one solution whatever a is? If not, how many it has.
    pub(crate) fn loads_are_one(&mut self, model: &Model) -> Result<(), usize> {
        if self.friction.loaded.is_empty() || self.friction.coupling.bound < 1.0 {
            return Ok(());
        }
        match self.friction.branches(&model.inner.frictions).len() {
            0 | 1 => Ok(()),
            several => Err(several),
        }
    }
}
