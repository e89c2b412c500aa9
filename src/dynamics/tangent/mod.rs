//! The motion near a state, as analysis and an implicit method need it: (s − F) x = r for the first-order form z' = f(z), z = (q, v, …), F = ∂f/∂z, without making F.
//!
//! At the state the accelerations a and the multipliers λ are known, those of friction that slides being its forces. What each element leaves of the equations of motion, a and λ held, is
//!
//! ```text
//! (T1)  R¹ = h(t, q, v) + Jᵀ λ − M a,     R² = γ_B − J a                      zero in sum on the motion
//! (T2)  [M −P; J D] (δa, δλ) = R_q δq + R_v δv         P = Jᵀ + A of (E6'): friction changes with its loads
//! ```
//!
//! R_q and R_v hold stiffness, damping, the geometric stiffness ∂(Jᵀλ)/∂q, inertia forces, the slopes of friction laws and ∂γ/∂(q, v) all at once, and each number of them couples only what one
//! element touches. So they are made element by element: one body is moved a little in one direction, and those elements are evaluated that touch it. An element is evaluated so many times as its bodies
//! have directions, wherever it sits and however many bodies there are.
//!
//! Displacements are counted along velocities, q' = B v (B other than 1 for attitudes). Of (s − F)(x_q, x_v) = (r_q, r_v), that is s x_q − B x_v = r_q and M (s x_v − r_v) = P δλ + R¹_q x_q + R¹_v x_v,
//! with μ = δλ/s and r_q along velocities,
//!
//! ```text
//! (T3)  [M − R¹_v/s − R¹_q/s²   −P] (x_v)   (M r_v/s + R¹_q r_q/s²)
//!       [J − R²_v/s − R²_q/s²    D] (μ  ) = (J r_v/s + R²_q r_q/s²),     x_q = (r_q + B x_v)/s
//! ```
//!
//! which is (U1) with n_v + rows unknowns, not 2 n_v, and becomes (E4) as s → ∞. Left out is how B changes with q: of the order of the angle that a body turns in a step, and Newton's method does not care.
//! Of what the motion does not read x = r/s, but for the impulses of friction that holds: their rates are multipliers, so that x = r/s + μ. (Their error controls the step, and must not be that of a stiff
//! force: left out, it is h s times too large.)
//!
//! **Where it is singular.** Rows that (E4) drops, or that are switched off, are taken out: they have the equation μ = 0. Velocities that friction holds at zero are set to zero once all is solved, as in an
//! evaluation: the rows that hold them need their columns. A singular (T3) besides says that this step meets a
//! resonance or a buckling load of the model: a shorter one is to be tried.
//!
//! Variables with a rate of their own and forces that read reactions are not known here: [`Tangent::of`] is none.

mod apart;
mod between;
mod exact;
#[cfg(test)]
pub(crate) mod known;
mod local;
mod onto;
mod plan;
mod residual;
mod shifted;
mod stencil;
mod variation;

pub(crate) use self::apart::Apart;
pub(crate) use self::residual::{Direction, Residual};
pub(crate) use self::stencil::Stencil;
pub(crate) use self::variation::Variation;

use self::plan::{Plan, length};
use self::shifted::Shifted;
use super::{Query, Rest, Workspace};
use crate::element::Wrenches;
use crate::error::EvalError;
use crate::model::Model;
use nalgebra::Complex;

/// (T3) at one state, made once and used again and again.
// Where elements are evaluated, the pattern, its numbers and a buffer for each vector of (T1) to (T3): a solution reads nearly all of them.
#[derive(Clone, Debug)]
pub(crate) struct Tangent {
    /// Where elements are evaluated: nothing of it is the run's.
    ws: Box<Workspace>,
    /// Without and with the tangents of friction.
    plans: [Option<Box<Plan>>; 2],
    sticking: bool,
    /// The size of the model.
    length: f64,
    /// A⁰, A¹ and A² of (U1).
    planes: [Vec<f64>; 3],
    /// Unknowns that are taken out.
    off: Vec<bool>,
    /// Velocities that friction holds at zero.
    frozen: Vec<usize>,
    /// Friction points that hold, with the unknown of each of their rows.
    impulses: Vec<(usize, usize)>,
    /// The state, moved and not.
    q: Vec<f64>,
    v: Vec<f64>,
    at_q: Vec<f64>,
    /// a and λ.
    acceleration: Vec<f64>,
    multipliers: Vec<f64>,
    /// What each element leaves, and what one does when it was moved.
    base: Vec<f64>,
    moved: Vec<f64>,
    /// Wrenches of one force, and the masses of one body.
    wrenches: Wrenches,
    mass: Vec<f64>,
    real: Shifted<f64>,
    pair: Shifted<Complex<f64>>,
}

impl Tangent {
    /// None of a model with elements that it does not know.
    pub(crate) fn of(model: &Model) -> Option<Self> {
        let by_themselves = model.inner.variables.iter().any(|variable| variable.rate.is_some());
        if by_themselves { None } else { Self::of_mechanism(model) }
    }

    /// The same, where what variables with a rate do is asked elsewhere.
    pub(super) fn of_mechanism(model: &Model) -> Option<Self> {
        let inner = &*model.inner;
        if inner.forces.iter().any(|force| !force.reads.is_empty()) {
            return None;
        }
        let ws = Box::new(model.workspace());
        Some(Self {
            length: length(model, &ws.mass),
            ws,
            plans: [None, None],
            sticking: false,
            planes: Default::default(),
            off: Vec::new(),
            frozen: Vec::new(),
            impulses: Vec::new(),
            q: vec![0.0; model.coordinates()],
            v: vec![0.0; model.velocities()],
            at_q: vec![0.0; model.coordinates()],
            acceleration: vec![0.0; model.velocities()],
            multipliers: vec![0.0; model.rows()],
            base: Vec::new(),
            moved: Vec::new(),
            wrenches: Wrenches::new(inner.bodies.len(), inner.layout.solids),
            mass: Vec::new(),
            real: Shifted::default(),
            pair: Shifted::default(),
        })
    }

    /// A⁰, A¹ and A² at a state.
    pub(crate) fn linearize(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        stencil: Stencil,
        spare: &[usize],
    ) -> Result<(), EvalError> {
        self.ws.spare.clear();
        self.ws.spare.extend_from_slice(spare);
        self.ws.evaluate(model, query)?;
        self.acceleration.copy_from_slice(&self.ws.acceleration);
        self.multipliers.copy_from_slice(&self.ws.multipliers);
        self.q.copy_from_slice(query.at.q);
        self.at_q.copy_from_slice(query.at.q);
        self.v.copy_from_slice(query.at.v);
        let sticking = self.ws.sticking;
        let plan = match self.plans[usize::from(sticking)].take() {
            Some(plan) => plan,
            None => Box::new(Plan::new(model, sticking)),
        };
        if self.sticking != sticking || self.planes[0].is_empty() {
            self.take_room(&plan);
        }
        self.sticking = sticking;
        self.planes.iter_mut().for_each(|plane| plane.fill(0.0));
        self.constant(model, &plan);
        let outcome = self.differences(model, &plan, query, stencil);
        self.take_out(&plan, query);
        self.plans[usize::from(sticking)] = Some(plan);
        outcome
    }

    fn take_room(&mut self, plan: &Plan) {
        let [values, unknowns] = plan.coupled.sizes();
        self.planes.iter_mut().for_each(|plane| plane.resize(values, 0.0));
        self.off.resize(unknowns, false);
        self.base.resize(plan.outputs, 0.0);
        self.moved.resize(plan.outputs, 0.0);
        self.mass.resize(plan.masses, 0.0);
        self.real = Shifted::new(&plan.coupled);
        self.pair = Shifted::new(&plan.coupled);
    }

    /// M, J, −P and D.
    fn constant(&mut self, model: &Model, plan: &Plan) {
        let (inner, plane) = (&*model.inner, &mut self.planes[0]);
        for (entry, &at) in inner.bodies.iter().zip(&plan.bodies) {
            let (n, mass) = (entry.dofs.len(), &self.ws.mass[entry.mass.clone()]);
            if mass.len() == n {
                mass.iter().enumerate().for_each(|(i, m)| plane[at + i * (n + 1)] = *m);
            } else {
                plane[at..at + n * n].copy_from_slice(mass);
            }
        }
        for held in &plan.held {
            for (r, row) in self.ws.blocks[held.block.clone()].chunks_exact(held.width).enumerate() {
                for (c, j) in row.iter().enumerate() {
                    plane[held.jacobian + r * held.width + c] = *j;
                    plane[held.push + c * held.rows + r] = -j;
                }
            }
        }
        let rubs = &self.ws.friction;
        for push in &plan.pushes {
            let size = rubs.push[push.point] * rubs.signs[push.point] * push.factor;
            let size = size * rubs.directions[push.point][push.component];
            for (c, d) in rubs.tangents[push.tangent.clone()].iter().enumerate() {
                plane[push.to + c * push.stride] -= d * size;
            }
        }
    }

    /// Takes out what is switched off or dropped.
    fn take_out(&mut self, plan: &Plan, query: &Query<'_>) {
        self.off.fill(false);
        self.frozen.clear();
        if let Rest::Frozen(frozen) = query.rest {
            self.frozen.extend((0..frozen.len()).filter(|&dof| frozen[dof]));
        }
        let Self { ws, off, planes, sticking, .. } = self;
        for &(row, unknown) in &plan.rows {
            off[unknown] = ws.released[row];
        }
        let dropped = ws.numerics[usize::from(*sticking)].dropped();
        for &row in dropped.iter().chain(&ws.spare) {
            let unknown = plan.rows.binary_search_by_key(&row, |&(row, _)| row).map(|at| plan.rows[at].1);
            unknown.into_iter().for_each(|unknown| off[unknown] = true);
        }
        self.impulses.clear();
        self.impulses.extend(plan.tangents.iter().filter(|(_, unknown)| !off[*unknown]));
        if off.contains(&true) {
            plan.coupled.take_out(off, planes);
        }
    }

    /// Factors (T3) for s = `real` and for s = `pair`; false if one of them is singular.
    pub(crate) fn shift(&mut self, real: f64, pair: [f64; 2]) -> bool {
        let Some(plan) = &self.plans[usize::from(self.sticking)] else { return false };
        let planes = self.planes.each_ref().map(|plane| &plane[..]);
        self.real.factor(&plan.coupled, planes, 1.0 / real)
            && self.pair.factor(&plan.coupled, planes, Complex::new(1.0, 0.0) / Complex::new(pair[0], pair[1]))
    }

    /// Factors (T2); false if it is singular.
    pub(crate) fn straighten(&mut self) -> bool {
        let Some(plan) = &self.plans[usize::from(self.sticking)] else { return false };
        self.real.factor(&plan.coupled, self.planes.each_ref().map(|plane| &plane[..]), 0.0)
    }

    /// δa of (T2) for displacements along velocities and changes of velocities, once it is factored; and what rounding does to it.
    pub(crate) fn follow(&mut self, moved: &[f64], faster: &[f64]) -> (&[f64], f64) {
        let Some(plan) = &self.plans[usize::from(self.sticking)] else { return (&[], 0.0) };
        let [own, by_velocities, by_places] = &self.planes;
        let (sides, bodies) = (|i: usize| (moved[i], faster[i]), plan.bodies.len());
        let rounding = self.real.solve_twice(&plan.coupled, own, [by_places, by_velocities], sides, bodies);
        self.frozen.iter().for_each(|&dof| self.real.x[dof] = 0.0);
        (&self.real.x[..moved.len()], rounding)
    }

    /// The size of the model.
    pub(crate) fn length(&self) -> f64 {
        self.length
    }

    /// (s − F)⁻¹ r in the place of r, a whole first-order state.
    pub(crate) fn solve(&mut self, model: &Model, r: &mut [f64]) {
        let Some(plan) = &self.plans[usize::from(self.sticking)] else { return };
        let kinematics = &model.inner.layout.kinematics;
        let (q, rest) = r.split_at_mut(model.coordinates());
        let (v, rest) = rest.split_at_mut(model.velocities());
        let inverse = self.real.inverse;
        kinematics.speeds(&self.at_q, q, &mut self.acceleration);
        let sides = |i: usize| (inverse * v[i], inverse * inverse * self.acceleration[i]);
        self.real.solve(&plan.coupled, [&self.planes[0], &self.planes[2]], sides, plan.bodies.len());
        self.frozen.iter().for_each(|&dof| self.real.x[dof] = 0.0);
        v.iter_mut().zip(&self.real.x).for_each(|(v, x)| *v = *x);
        kinematics.rates(&self.at_q, v, &mut self.q);
        q.iter_mut().zip(&self.q).for_each(|(q, moved)| *q = inverse * (*q + moved));
        rest.iter_mut().for_each(|x| *x *= inverse);
        let first = rest.len() - model.inner.frictions.len();
        for &(point, unknown) in &self.impulses {
            rest[first + point] += self.real.x[unknown];
        }
    }

    /// The same for r + i s and the other shift.
    pub(crate) fn solve_pair(&mut self, model: &Model, r: &mut [f64], s: &mut [f64]) {
        let Some(plan) = &self.plans[usize::from(self.sticking)] else { return };
        let (kinematics, n) = (&model.inner.layout.kinematics, model.coordinates());
        let end = n + model.velocities();
        kinematics.speeds(&self.at_q, &r[..n], &mut self.acceleration);
        kinematics.speeds(&self.at_q, &s[..n], &mut self.v);
        let inverse = self.pair.inverse;
        let sides = |i: usize| {
            let turned = Complex::new(self.acceleration[i], self.v[i]);
            (inverse * Complex::new(r[n + i], s[n + i]), inverse * inverse * turned)
        };
        self.pair.solve(&plan.coupled, [&self.planes[0], &self.planes[2]], sides, plan.bodies.len());
        self.frozen.iter().for_each(|&dof| self.pair.x[dof] = Complex::ZERO);
        for (i, x) in self.pair.x[..end - n].iter().enumerate() {
            (r[n + i], s[n + i]) = (x.re, x.im);
        }
        for part in [&mut *r, &mut *s] {
            let (q, v) = part.split_at_mut(n);
            kinematics.rates(&self.at_q, &v[..end - n], &mut self.q);
            q.iter_mut().zip(&self.q).for_each(|(q, moved)| *q += moved);
        }
        for i in (0..n).chain(end..r.len()) {
            let x = Complex::new(r[i], s[i]) * inverse;
            (r[i], s[i]) = (x.re, x.im);
        }
        let first = r.len() - model.inner.frictions.len();
        for &(point, unknown) in &self.impulses {
            r[first + point] += self.pair.x[unknown].re;
            s[first + point] += self.pair.x[unknown].im;
        }
    }
}

#[cfg(test)]
mod tests;
