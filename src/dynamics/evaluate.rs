//! One evaluation: bodies, constraints, forces, then the augmented system (E4).
//!
//! Each pass goes once through its elements. Nothing is searched and nothing allocates; an error costs what it costs.

use super::friction::starting::Turned;
use super::friction::turning::Aim;
use super::reads::carry;
use super::{Baumgarte, Probe, Query, Rest, Signs, State, StateRef, Ways, Workspace};
use crate::error::EvalError;
use crate::friction::Coupling;
use crate::linear::{Dependent, Numeric, Sides};
use crate::model::{ConstraintEntry, Model};

impl Model {
    /// Accelerations and multipliers at a state, with the given gains (E1 to E4).
    ///
    /// The results are read from the workspace.
    pub fn evaluate(&self, ws: &mut Workspace, state: &State, gains: Baumgarte) -> Result<(), EvalError> {
        self.check_sizes(state)?;
        // Those of the last evaluation have been looked at.
        if !ws.has_modes(&state.modes) {
            self.check_modes(&state.modes)?;
        }
        self.check_decided(&state.modes)?;
        ws.evaluate(self, &Query::of(state, ws.search).with_gains(gains)).map(|_| ())
    }

    /// φ, φ', γ and J at a state, without solving for anything.
    pub fn residuals(&self, ws: &mut Workspace, state: &State) -> Result<(), EvalError> {
        self.check_state(state)?;
        ws.read(self, StateRef::of(state), &state.modes)
    }
}

impl Workspace {
    /// v' and λ for one question; where something starts in space, with the direction that belongs to them.
    pub(crate) fn evaluate(&mut self, model: &Model, query: &Query<'_>) -> Result<Coupling, EvalError> {
        let coupling = self.evaluate_along(model, query, Aim::Anew)?;
        if self.friction.starts() { self.evaluate_turning(model, query, coupling) } else { Ok(coupling) }
    }

    /// The same again, until what starts goes where it is pushed.
    #[cold]
    fn evaluate_turning(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        mut coupling: Coupling,
    ) -> Result<Coupling, EvalError> {
        for round in 0.. {
            match self.turn_starts(model, query, round)? {
                Turned::Settled => break,
                Turned::Last => return self.evaluate_along(model, query, Aim::Kept),
                Turned::More => coupling = self.evaluate_along(model, query, Aim::Kept)?,
            }
        }
        Ok(coupling)
    }

    /// The same with the directions of what starts as they are.
    fn evaluate_along(&mut self, model: &Model, query: &Query<'_>, aim: Aim) -> Result<Coupling, EvalError> {
        let t = query.at.t;
        self.evaluations += 1;
        if self.is_bare(query) {
            return self.evaluate_bare(model, &query.at).map(|()| Coupling::default());
        }
        self.read_touching(model, query.at, query.modes, query.touching)?;
        self.load(model, query.at, query.probe)?;
        self.acceleration.iter_mut().zip(query.push).for_each(|(h, push)| *h += push);
        let mut coupling = Coupling::default();
        if self.rubs_nowhere(model, query) {
            self.stabilize(model, query);
            let begun = self.factor_for(model, t)?;
            self.solve_all(model, query, begun)?;
        } else {
            if !matches!(query.ways, Ways::Near(_)) {
                self.keep_held(model);
            }
            self.aim(model, query, aim);
            self.rub(model, query)?;
            self.stabilize(model, query);
            let apart = self.sticking || !self.signs_in_matrix(model, query.signs.search());
            let begun = apart && self.factor_for(model, t)?;
            self.solve_all(model, query, begun)?;
            self.rub_powers(model, query.at.v);
            coupling = self.friction.coupling;
        }
        if let Rest::Frozen(frozen) = query.rest {
            self.acceleration.iter_mut().zip(frozen).filter(|(_, frozen)| **frozen).for_each(|(a, _)| *a = 0.0);
        }
        if model.inner.layout.working_constraints {
            self.constraint_powers(model);
        }
        if finite(&self.acceleration) && finite(&self.multipliers) {
            Ok(coupling)
        } else {
            Err(self.diagnose(model, query.at.now()))
        }
    }

    /// Is there no friction, or only that of open contacts, as the last evaluation with these modes has left it?
    #[inline]
    pub(super) fn rubs_nowhere(&self, model: &Model, query: &Query<'_>) -> bool {
        let as_left = || self.live.rubs_alone && self.live.points.is_empty() && matches!(query.signs, Signs::Held(_));
        model.inner.frictions.is_empty() || as_left()
    }

    /// h: weights, forces and inertia forces, carried over to coordinates; the power of each working force.
    #[inline(always)]
    pub(super) fn load(&mut self, model: &Model, at: StateRef<'_>, probe: Option<Probe>) -> Result<(), EvalError> {
        let inner = &*model.inner;
        self.reads.on_coordinates.fill(0.0);
        // Where nothing else acts the weights are all.
        let loaded = !inner.forces.is_empty() || !inner.layout.off_center.is_empty() || probe.is_some();
        if loaded {
            self.push_bodies(model, at, probe)?;
        }
        self.carry_over(model, at, loaded);
        Ok(())
    }

    /// Wrenches, or the weights alone, and inertia forces, to coordinates.
    #[inline(always)]
    fn carry_over(&mut self, model: &Model, StateRef { q, v, .. }: StateRef<'_>, loaded: bool) {
        let inner = &*model.inner;
        let wrenches = if loaded { &self.wrenches } else { &self.weights };
        for run in &inner.layout.poses {
            run.copy_wrenches(wrenches, &mut self.acceleration);
        }
        for &i in &inner.layout.others {
            let entry = &inner.bodies[i];
            let h = &mut self.acceleration[entry.dofs.clone()];
            let wrench = wrenches.of(i + 1, entry.spatial);
            if entry.shape.inertia_forces {
                entry.body.bias(&q[entry.coordinates.clone()], &v[entry.dofs.clone()], h);
            } else {
                h.fill(0.0);
            }
            carry(entry, &self.maps, wrench, h);
        }
        self.acceleration.iter_mut().zip(&self.reads.on_coordinates).for_each(|(h, push)| *h += push);
    }

    /// The wrenches of weights and forces.
    fn push_bodies(&mut self, model: &Model, at: StateRef<'_>, probe: Option<Probe>) -> Result<(), EvalError> {
        // What reads reactions comes where these are known.
        self.push_by(
            model,
            at,
            (0..model.inner.forces.len()).filter(|&force| model.inner.forces[force].reads.is_empty()),
        )?;
        if let Some(Probe { frame, spatial, wrench }) = probe {
            self.wrenches.of_mut(frame, spatial).iter_mut().zip(wrench).for_each(|(w, p)| *w += p);
        }
        Ok(())
    }

    /// The wrenches of weights and of these forces.
    #[inline]
    fn push_by(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        forces: impl IntoIterator<Item = usize>,
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        self.wrenches.copy_from(&self.weights);
        for &i in &inner.layout.off_center {
            self.add_weight_moment(i, inner.bodies[i].spatial, inner.bodies[i].shape.center);
        }
        let mut wrenches = std::mem::take(&mut self.wrenches);
        let mut forces = forces.into_iter();
        let pushed = forces.try_for_each(|force| self.push_force(force, &inner.forces[force], at, &mut wrenches));
        self.wrenches = wrenches;
        pushed
    }

    /// h of weights, inertia forces and these forces alone.
    pub(super) fn load_by(&mut self, model: &Model, at: StateRef<'_>, forces: &[usize]) -> Result<(), EvalError> {
        self.reads.on_coordinates.fill(0.0);
        self.push_by(model, at, forces.iter().copied())?;
        self.carry_over(model, at, true);
        Ok(())
    }

    /// γ_B into the place of the multipliers (E3).
    #[inline(always)]
    pub(super) fn stabilize(&mut self, model: &Model, query: &Query<'_>) {
        let gains = query.gains;
        if gains == Baumgarte::OFF && query.correction.is_empty() {
            self.aim_without_gains();
            return;
        }
        let rows = self.multipliers.iter_mut().zip(&self.released).zip(&model.inner.layout.position_rows);
        let residuals = self.gamma.iter().zip(&self.rate).zip(&self.phi);
        for (((right, &released), &position), ((gamma, rate), phi)) in rows.zip(residuals) {
            *right = if released { 0.0 } else { gains.aim(position, [*phi, *rate, *gamma]) };
        }
        for ((right, &released), correction) in self.multipliers.iter_mut().zip(&self.released).zip(query.correction) {
            if !released {
                *right += correction;
            }
        }
    }

    /// γ into the place of the multipliers.
    #[inline(always)]
    pub(super) fn aim_without_gains(&mut self) {
        let rows = self.multipliers.iter_mut().zip(&self.released);
        let residuals = self.gamma.iter().zip(&self.rate).zip(&self.phi);
        for ((right, released), ((gamma, rate), phi)) in rows.zip(residuals) {
            // Without gains too, a residual that is no number is to be told by the multipliers.
            let held = gamma - 0.0 * (rate + phi);
            *right = if *released { 0.0 } else { held };
        }
    }

    /// Factors the augmented system for one motion. Where h and γ_B will not be asked for again they are taken along, and it is told that their way has begun.
    #[inline(always)]
    fn factor_for(&mut self, model: &Model, t: f64) -> Result<bool, EvalError> {
        let alone = self.friction.loaded.is_empty();
        let once = self.reacting.is_none() && !model.inner.redundant && (alone || !self.sticking);
        self.factor_along(model, t, once).map(|()| once)
    }

    /// Factors the augmented system at the present masses and blocks.
    pub(crate) fn factor(&mut self, model: &Model, t: f64) -> Result<(), EvalError> {
        self.factor_along(model, t, false)
    }

    /// The same; h and γ_B may go along.
    #[inline(always)]
    fn factor_along(&mut self, model: &Model, t: f64, along: bool) -> Result<(), EvalError> {
        self.factorizations += 1;
        let system = model.system(self.sticking);
        // Points that stick may depend on each other: one freedom can be held by several.
        let drops = model.inner.redundant || self.sticking;
        let policy = if drops { Dependent::of(&self.spare) } else { Dependent::Refuse };
        let (blocks, diagonal) = (&self.blocks[..system.jacobian_len()], &self.diagonal[..system.rows()]);
        let (switched, lasting) = (self.switched(), model.inner.layout.changing_masses.is_empty());
        let sides = Sides { switched, lasting, ..Sides::symmetric(&self.mass, blocks, diagonal) };
        let numeric = &mut self.numerics[usize::from(self.sticking)];
        let factored = if along {
            system.factor_forward(
                sides,
                policy,
                numeric,
                &mut self.acceleration,
                &mut self.multipliers[..system.rows()],
            )
        } else {
            system.factor_sides(sides, policy, numeric)
        };
        match factored {
            Err(error) => Err(self.factor_error(model, t, error)),
            Ok(()) if drops => self.look_at_dropped(model, t),
            Ok(()) => Ok(()),
        }
    }

    /// Rows that were left out of the factorization: others instead, where that is better; or none at all may be.
    #[inline(never)]
    fn look_at_dropped(&mut self, model: &Model, t: f64) -> Result<(), EvalError> {
        let system = model.system(self.sticking);
        let numeric = &mut self.numerics[usize::from(self.sticking)];
        // Among tangents of friction the order says which are left out.
        let chooses = model.inner.frictions.is_empty() && self.spare.is_empty();
        let mut left = Vec::new();
        if chooses && !numeric.dropped().is_empty() && system.exchange(numeric, &mut left) {
            self.factorizations += 1;
            let (blocks, diagonal) = (&self.blocks[..system.jacobian_len()], &self.diagonal[..system.rows()]);
            let again = system.factor(&self.mass, blocks, diagonal, Dependent::Without(&left), numeric);
            again.map_err(|error| self.factor_error(model, t, error))?;
        }
        if self.sticking && !model.inner.redundant { self.refuse_redundant(model, t) } else { Ok(()) }
    }

    /// From h and γ_B to v' and λ, in place; the way forward may have begun with the factorization.
    #[inline(always)]
    pub(super) fn solve(&mut self, model: &Model, begun: bool) {
        let Self { blocks, numerics, acceleration, multipliers, .. } = self;
        solve_by(model, self.sticking, begun, (blocks, numerics), acceleration, multipliers);
    }

    /// Solves (E4) for any right-hand side: `force` brings h and takes v', `rows` brings γ and takes λ.
    pub(super) fn solve_in(&mut self, model: &Model, force: &mut [f64], rows: &mut [f64]) {
        solve_by(model, self.sticking, false, (&self.blocks, &mut self.numerics), force, rows);
    }

    /// Power λᵀ (J v) of each constraint that does work.
    pub(super) fn constraint_powers(&mut self, model: &Model) {
        for entry in &model.inner.constraints {
            if let Some(work) = entry.work {
                self.powers[work] = self.constraint_power(model, entry, &self.multipliers);
            }
        }
    }

    /// λᵀ (J v) of one constraint, from the twists of its slots.
    pub(super) fn constraint_power(&self, model: &Model, entry: &ConstraintEntry, multipliers: &[f64]) -> f64 {
        let mut power = 0.0;
        for (&slot, &block) in entry.slots.iter().zip(&entry.blocks).filter(|(slot, _)| **slot != 0) {
            let (twist, width) = self.frames.twist(slot as usize, model.in_space(slot));
            for (i, row) in entry.rows.clone().enumerate() {
                let j = &self.blocks[block as usize + width * i..][..width];
                power += multipliers[row] * j.iter().zip(&twist).map(|(j, v)| j * v).sum::<f64>();
            }
        }
        power
    }
}

/// Solves (E4) with the numbers of the system that is solved now.
#[inline(always)]
fn solve_by(
    model: &Model,
    sticking: bool,
    begun: bool,
    (blocks, numerics): (&[f64], &mut [Numeric]),
    force: &mut [f64],
    rows: &mut [f64],
) {
    let (system, numeric) = (model.system(sticking), &mut numerics[usize::from(sticking)]);
    let (blocks, rows) = (&blocks[..system.jacobian_len()], &mut rows[..system.rows()]);
    if !begun {
        system.forward(blocks, numeric, force, rows);
    }
    system.backward(blocks, numeric, force, rows);
    if !numeric.dropped().is_empty() {
        let first: &[usize] = if sticking { &model.inner.layout.tangent_rows } else { &[] };
        system.choose(numeric, first, rows);
    }
}

/// 0 x is zero only if x is finite; two sums at once.
#[inline(always)]
pub(super) fn finite(values: &[f64]) -> bool {
    let (pairs, rest) = values.as_chunks::<2>();
    let [a, b] = pairs.iter().fold([0.0; 2], |[a, b], [x, y]| [a + 0.0 * x, b + 0.0 * y]);
    a + b + rest.first().map_or(0.0, |x| 0.0 * x) == 0.0
}
