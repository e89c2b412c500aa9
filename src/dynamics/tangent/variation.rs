//! The derivative of the motion in a direction: what accelerations and multipliers do where state and parameters change together.
//!
//! At a state with accelerations a, multipliers λ and loads N, let δ be the derivative along a direction of t, q, v, of the user's variables and of a parameter. Of (E1) to (E4)
//!
//! ```text
//! (Y1)  R¹ = h + Jᵀ λ + Σ D_jᵀ f_j − M a,   R² = γ − J a,   f_j = −σ_j (μ_j(s_j) N_j + viscous)        at given a, λ, N: (T1), all elements together
//! (Y2)  [M Jᵀ; J 0] (δa, −δλ) = (δR¹, δR²)
//! (Y3)  f_j also gets −σ_j μ_j δN_j of a load that is found,  δN_j = S_j b_j·δλ, of a pin u_j·δz_j:
//!       δz_i = (the load in the solution of (Y2) as it stands)_i + Σ_j C_ij δN_j        C and the factors are those of the evaluation
//! ```
//!
//! What slides in several directions does so along w = s/‖s‖. That stands in (Y1), whose differences would not see it turn where s is shorter than their step, and its turning is added exactly:
//!
//! ```text
//! (Y3') f_j also gets (−μ_j N_j − viscous) δw_j,   δw = (1 − w wᵀ) δs/‖s‖        δs being the change of the slip's rows; of a start and of an end see `simulate/sensitivity`
//! ```
//!
//! Most built-in elements know how they change (`exact.rs`). Of all others δR is a difference of order 4 along the direction, all bodies moved at once: four passes over them, whatever it is that moves. Its step h is
//! chosen by what it shows. With D(h) the central difference
//!
//! ```text
//! (1)  δR = (4 D(h) − D(2h))/3 + O(h⁴),   r = |D(h) − D(2h)|/|D|,   the error of δR ≈ r²/8 of it
//! ```
//!
//! so that r tells whether h is short enough for what is in the elements (a table's knot, Stribeck's law near rest); it is shortened until r is, or until rounding is all that is left of it.
//!
//! **Where it is singular.** Rows that (E4) drops share what they carry: δa is one, δλ that of least norm. Where (1 − C S) of (Y3) is, friction has no motion of its own, or two (`friction/branches.rs`): an error.

use super::Tangent;
use super::exact::Exact;
use super::plan::Plan;
use super::residual::{Direction, Left, Place, Residual};
use crate::dynamics::evaluate::finite;
use crate::dynamics::friction::Turning;
use crate::dynamics::{Query, Rest, StateRef, Workspace};
use crate::element::Frames;
use crate::error::EvalError;
use crate::friction::Coupling;
use crate::linear::Numeric;
use crate::math::{Now, max_abs_skip_nan};
use crate::model::Model;

/// The longest step, as a part of what is moved, and how often it may be quartered.
const LONGEST: f64 = 2e-3;
const SHORTENINGS: usize = 9;
/// r of (1) that is good enough, and how many units of rounding it may be.
const GOOD: f64 = 3e-5;
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// What is nothing: forces beside what rows make of masses, and the other way round.
const NOTHING: f64 = 1e-11;

/// Derivatives of the motion at one state after another.
// A buffer for each side of the difference.
#[derive(Clone, Debug)]
pub(crate) struct Variation {
    pub(super) tangent: Tangent,
    /// J, γ and the masses where the state is: elsewhere the elements write over them.
    pub(super) blocks: Vec<f64>,
    gamma: Vec<f64>,
    mass: Vec<f64>,
    pub(super) here: Place,
    /// Where all bodies are there.
    pub(super) frames: Frames,
    beside: Place,
    near: Residual,
    far: Residual,
    best: Residual,
    /// What is left on both sides.
    pub(super) sides: [Left; 2],
    /// What slides in space, and in which directions, with the speeds with which these turn.
    turning: Vec<Turning>,
    /// How all elements change, where they know it themselves: asked once a state is held.
    pub(super) exact: Option<Option<Exact>>,
    /// What rounding of forces and of rows is relative to, once that is asked.
    terms: Option<[f64; 2]>,
    /// The factors of rows alone (`onto.rs`), and of the motion while these are in their place.
    pub(super) others: Vec<Numeric>,
}

impl Variation {
    /// The shortest step of a difference, of a direction of the size one.
    pub(crate) const SHORTEST: f64 = LONGEST / (1 << (2 * (SHORTENINGS - 1))) as f64;

    /// None of a model with elements whose derivatives are not known.
    pub(crate) fn of(model: &Model) -> Option<Self> {
        let tangent = Tangent::of_mechanism(model)?;
        let [near, far, best] = [Residual::of(model), Residual::of(model), Residual::of(model)];
        let [blocks, gamma, mass] = [&tangent.ws.blocks, &tangent.ws.gamma, &tangent.ws.mass].map(|list| list.to_vec());
        let sides = [Left::of(model, &blocks), Left::of(model, &blocks)];
        let (here, beside, turning, frames) =
            (Place::default(), Place::default(), Vec::new(), tangent.ws.frames.clone());
        Some(Self {
            tangent,
            blocks,
            gamma,
            mass,
            here,
            frames,
            beside,
            near,
            far,
            best,
            sides,
            turning,
            exact: None,
            terms: None,
            others: Vec::new(),
        })
    }

    /// Evaluates a state, which is held from now on, with the directions of what slides in space.
    pub(crate) fn hold(&mut self, model: &Model, query: &Query<'_>, spare: &[usize]) -> Result<Coupling, EvalError> {
        let ws = &mut self.tangent.ws;
        ws.spare.clear();
        ws.spare.extend_from_slice(spare);
        let coupling = ws.evaluate(model, query)?;
        self.hold_evaluated(model, query)?;
        Ok(coupling)
    }

    /// The same of a state that was evaluated in another workspace, which is exchanged for the own one.
    pub(crate) fn hold_from(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        ws: &mut Box<Workspace>,
    ) -> Result<(), EvalError> {
        // Nothing that was written there beside a state stays.
        self.stand();
        std::mem::swap(&mut self.tangent.ws, ws);
        debug_assert!(self.tangent.ws.has_modes(query.modes), "it was evaluated with other modes");
        // They know what is switched off by the numbers of the other workspace.
        self.others.iter_mut().for_each(Numeric::forget_switched);
        self.hold_evaluated(model, query)
    }

    fn hold_evaluated(&mut self, model: &Model, query: &Query<'_>) -> Result<(), EvalError> {
        let tangent = &mut self.tangent;
        tangent.acceleration.copy_from_slice(&tangent.ws.acceleration);
        tangent.multipliers.copy_from_slice(&tangent.ws.multipliers);
        self.blocks.copy_from_slice(&tangent.ws.blocks);
        self.gamma.copy_from_slice(&tangent.ws.gamma);
        self.mass.copy_from_slice(&tangent.ws.mass);
        if let Some(exact) = self.exact.get_or_insert_with(|| Exact::of(model)) {
            exact.hold(model, query, &tangent.ws)?;
        }
        self.frames.copy_from(&tangent.ws.frames);
        self.here.set(query.at);
        self.tangent.ws.hold_directions(model, &mut self.turning);
        self.take_plan(model);
        self.terms = None;
        Ok(())
    }

    /// What rounding of R¹ and R² is relative to. With w the largest rate of turning, the largest |M a|, |J λ|, w |M v|, weight or force on a body, and what rubs; and the largest |γ| + Σ |J a| + w Σ |J v| of a row.
    fn terms(&self, model: &Model) -> [f64; 2] {
        let Self { tangent, blocks, gamma, mass, here, .. } = self;
        let Some(plan) = &tangent.plans[usize::from(tangent.sticking)] else { return [0.0; 2] };
        let w = plan.fastest_turn(&here.v);
        let mut largest = [0.0_f64; 2];
        let ws = &tangent.ws;
        let rubs = model.inner.frictions.iter().flat_map(|friction| &tangent.multipliers[friction.rows()]);
        largest[0] = rubs.chain(&ws.reads.on_coordinates).fold(0.0, |most, force| most.max(force.abs()));
        for (body, entry) in model.inner.bodies.iter().enumerate() {
            let pushes = [&ws.weights, &ws.wrenches].map(|wrenches| wrenches.of(body + 1, entry.spatial));
            largest[0] = pushes.into_iter().flatten().fold(largest[0], |most, push| most.max(push.abs()));
            let motion = tangent.acceleration[entry.dofs.clone()].iter().zip(&here.v[entry.dofs.clone()]);
            let forces = entry.diagonal(mass).zip(motion).map(|(m, (a, v))| (m * a).abs().max(w * (m * v).abs()));
            largest[0] = forces.fold(largest[0], f64::max);
        }
        for entry in &model.inner.constraints {
            for (r, row) in entry.rows.clone().enumerate() {
                let (mut sum, push) = (gamma[row].abs(), tangent.multipliers[row]);
                for (&body, place) in entry.held.iter().zip(&entry.places) {
                    let dofs = model.inner.bodies[body].dofs.clone();
                    let motion = tangent.acceleration[dofs.clone()].iter().zip(&here.v[dofs.clone()]);
                    let row = &blocks[place.clone()][r * dofs.len()..];
                    sum += row.iter().zip(motion).map(|(j, (a, v))| (j * a).abs() + w * (j * v).abs()).sum::<f64>();
                    largest[0] = row[..dofs.len()].iter().fold(largest[0], |most, j| most.max((j * push).abs()));
                }
                largest[1] = largest[1].max(sum);
            }
        }
        largest
    }

    fn take_plan(&mut self, model: &Model) {
        let tangent = &mut self.tangent;
        tangent.sticking = tangent.ws.sticking;
        tangent.plans[usize::from(tangent.sticking)]
            .get_or_insert_with(|| Box::new(Plan::new(model, tangent.ws.sticking)));
    }

    /// Is it this state that is held?
    pub(crate) fn is_at(&self, at: StateRef<'_>) -> bool {
        let Place { t, q, v, variables } = &self.here;
        *t == at.t && q == at.q && v == at.v && variables == at.variables
    }

    /// Accelerations and multipliers there.
    pub(crate) fn solution(&self) -> [&[f64]; 2] {
        [&self.tangent.acceleration, &self.tangent.multipliers]
    }

    /// Does a slip in space start, whose direction follows from the forces?
    pub(crate) fn starts(&self) -> bool {
        self.tangent.ws.friction.starts()
    }

    /// The largest ‖δs‖/‖s‖ of such a slip.
    pub(crate) fn at_start(&self, model: &Model, varied: &Residual) -> f64 {
        let parts = self.turning.iter().map(|turning| turning.at_start(model, &varied.rate));
        parts.filter(|part| part.is_finite()).fold(0.0, f64::max)
    }

    /// Of a point that slides in space its direction and s', both in its tangents, just after a state was held.
    pub(crate) fn slide_of(&self, model: &Model, point: usize) -> [[f64; 3]; 2] {
        let (ws, friction) = (&self.tangent.ws, &model.inner.frictions[point]);
        let w = self.turning.iter().find_map(|turning| turning.direction_of(point)).unwrap_or_default();
        [w, ws.slip_accelerations(model, friction)]
    }

    /// δR along a direction; the step that it takes is kept for the next time.
    pub(crate) fn along(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        direction: Direction<'_>,
        step: &mut f64,
        out: &mut Residual,
    ) -> Result<(), EvalError> {
        out.clear();
        let alone = direction.t == 0.0 && direction.variables.iter().all(|x| *x == 0.0);
        let mut exact = false;
        if let Some(known) = self.exact.iter_mut().flatten().next().filter(|_| alone) {
            self.tangent.vary(model, query, known, direction, out);
            exact = finite(&out.force) && finite(&out.rows);
            if exact && known.rest.is_empty() {
                return Ok(());
            }
        }
        if !exact {
            out.clear();
        }
        let size = self.size(direction);
        // What is as small as this moves nothing, and no step along it is a number.
        if size < f64::MIN_POSITIVE / f64::EPSILON {
            return Ok(());
        }
        let mut part = if *step > 0.0 { (4.0 * *step).min(LONGEST) } else { LONGEST };
        let mut last = f64::INFINITY;
        for round in 0..SHORTENINGS {
            let h = part / size;
            let taken = self.differences(model, query, direction, h, exact);
            match taken {
                Err(_) if round + 1 < SHORTENINGS => {
                    part *= 0.25;
                    continue;
                }
                taken => taken?,
            }
            let mut off = self.disagreement(h, [0.0; 2]);
            if off > 1.0 {
                let terms = self.terms.unwrap_or_else(|| self.terms(model));
                self.terms = Some(terms);
                off = self.disagreement(h, terms);
            }
            if off <= last {
                self.best.clear();
                self.best.add(4.0 / 3.0, &self.near);
                self.best.add(-1.0 / 3.0, &self.far);
                (*step, last) = (part, off);
            } else if !model.has_kinks() {
                // Shorter is worse: rounding is what is left. (Beside a kink that is nearer than the step it is for a while.)
                break;
            }
            if off <= 1.0 {
                break;
            }
            part *= 0.25;
        }
        out.add(1.0, &self.best);
        Ok(())
    }

    /// D(h) and D(2h), of all elements or of those that do not know themselves how they change.
    fn differences(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        direction: Direction<'_>,
        h: f64,
        of_rest: bool,
    ) -> Result<(), EvalError> {
        let Self { tangent, here, beside, near, far, sides, exact, .. } = self;
        let rest = exact.iter().flatten().next().filter(|_| of_rest).map(|exact| &exact.rest);
        near.clear();
        far.clear();
        for (times, into) in [(1.0, near), (2.0, far)] {
            for (side, left) in [1.0, -1.0].into_iter().zip(&mut *sides) {
                let by = side * times * h;
                beside.t = here.t + by * direction.t;
                let parts = [
                    (&mut beside.q, &here.q, direction.q),
                    (&mut beside.v, &here.v, direction.v),
                    (&mut beside.variables, &here.variables, direction.variables),
                ];
                for (to, from, along) in parts {
                    to.clear();
                    to.extend(from.iter().zip(along).map(|(x, d)| x + by * d));
                }
                match rest {
                    Some(rest) => tangent.leave_apart(model, query, (beside, None), rest, left)?,
                    None => tangent.leave(model, query, beside, left)?,
                }
            }
            let [plus, minus] = &*sides;
            tangent.add_between([plus, minus], 0.5 / (times * h), rest, into);
            if !(finite(&into.force) && finite(&into.rows)) {
                return Err(tangent.ws.diagnose(model, Now::new(beside.t, &beside.variables)));
            }
        }
        Ok(())
    }

    /// r of (1), relative to what is good enough, or to rounding. Forces and rows are parts of one solution: where the one hardly changes, as rows of what is at rest, it need be no better than a part of what masses make of the other.
    fn disagreement(&self, h: f64, terms: [f64; 2]) -> f64 {
        let masses = self.mass.iter().map(|m| m.abs()).filter(|m| *m > 0.0);
        let (least, most) = masses.fold((f64::MAX, 0.0_f64), |(least, most), m| (least.min(m), most.max(m)));
        let [force, rows] = [&self.near.force, &self.near.rows].map(|near| max_abs_skip_nan(near));
        let beside = if most > 0.0 { [least * rows, force / most] } else { [0.0; 2] };
        let lists = [(&self.near.force, &self.far.force, force), (&self.near.rows, &self.far.rows, rows)];
        let worst = lists.into_iter().zip(beside).zip(terms).map(|(((near, far, own), other), largest)| {
            let apart = near.iter().zip(far).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            apart / (GOOD * own + NOTHING * other + ROUNDING * largest / h).max(f64::MIN_POSITIVE)
        });
        worst.fold(0.0, f64::max)
    }

    /// How large a direction is, beside what it moves.
    pub(crate) fn size(&self, direction: Direction<'_>) -> f64 {
        let Some(plan) = &self.tangent.plans[usize::from(self.tangent.sticking)] else { return 0.0 };
        plan.size(self.tangent.length, [&self.here.q, &self.here.v], [direction.q, direction.v])
            .max(max_abs_skip_nan(direction.variables))
            .max(direction.t.abs())
    }

    /// (Y2) to (Y3'): δR becomes δa and δλ.
    pub(crate) fn answer(&mut self, model: &Model, query: &Query<'_>, varied: &mut Residual) -> Result<(), EvalError> {
        let turning = std::mem::take(&mut self.turning);
        let ws = self.stand();
        ws.turn_friction(model, &turning, &varied.rate, &mut varied.force);
        ws.answer_rubbing(model, query, &mut varied.force, &mut varied.rows)?;
        if let Rest::Frozen(frozen) = query.rest {
            varied.force.iter_mut().zip(frozen).filter(|(_, frozen)| **frozen).for_each(|(a, _)| *a = 0.0);
        }
        self.turning = turning;
        Ok(())
    }

    /// The workspace as it was evaluated.
    pub(super) fn stand(&mut self) -> &mut Workspace {
        let ws = &mut self.tangent.ws;
        ws.blocks.copy_from_slice(&self.blocks);
        ws.mass.copy_from_slice(&self.mass);
        ws
    }
}
