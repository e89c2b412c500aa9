//! Near a singular position: the side on which a mechanism is, the gap between branches, and a projection that keeps the branch.
//!
//! At a singular position q* one row of J becomes dependent on the others. With these rows:
//!
//! ```text
//! (L1)  w = Jᵀz,  Lᵀz = e_r         the independent part of the weakest row r: w ≈ x g near q*, x the distance to q*, g constant    (linear, weak.rs)
//! (L2)  min ½ Δᵀ M Δ, φ(q + Δ) = 0  the nearest position that meets the constraints, by Newton's method:  M δ = −M Δ + Jᵀλ, J δ = −φ
//! (L3)  ε = zᵀφ = φ_r               the gap between two branches: where w = 0 and the rows except r are met
//! ```
//!
//! (L2) converges to the nearest point itself, whatever the curvature is. On a branch y = 0 of s x y = 0 it leads from (x, y) to (x, 0),
//! while the projection of `project.rs`, which stops where φ is met, leaves an error of y²/x along the branch.

use super::project::{CONVERGED, add};
use super::query::{Around, Bonds, StateRef};
use super::{Mode, State, Workspace};
use crate::error::{EvalError, StartError};
use crate::linear::Sides;
use crate::math::max_abs;
use crate::model::Model;

/// The independent part of the weakest row at a position: (L1).
#[derive(Clone, Debug)]
pub(crate) struct Lean {
    /// The row, as the linear system counts.
    pub row: usize,
    /// Its pivot, and S_rr.
    pub pivot: [f64; 2],
    /// w, each component over the root of its mass.
    pub force: Vec<f64>,
}

impl Lean {
    /// ⟨w, w₀⟩ / ⟨w₀, w₀⟩, and the cosine of the angle between both.
    pub(crate) fn beside(&self, other: &Self) -> (f64, f64) {
        let dot = |a: &Self, b: &Self| a.force.iter().zip(&b.force).map(|(a, b)| a * b).sum::<f64>();
        let (both, own, others) = (dot(self, other), dot(self, self), dot(other, other));
        (both / others, both / (own * others).sqrt())
    }
}

/// Newton's corrections of a stage must shrink by this factor from the first on: then it is in the basin of the branch from which it was predicted.
const CONTRACTS: f64 = 0.1;
const MOST_ITERATIONS: usize = 8;
/// A start whose rows have a smaller sine than this is told to be near a singular position.
const LEANS: f64 = 1e-3;
/// How far (m, rad) from a singular position it is looked whether rows are independent there.
const BESIDE: f64 = 1e-2;

impl Workspace {
    /// Factors all rows at a place; the numbers contain which of them are dropped.
    fn factor_at(&mut self, model: &Model, at: StateRef<'_>, modes: &[Mode]) -> Result<(), EvalError> {
        self.read(model, at, modes)?;
        self.mask(model, |_| false, |_| false);
        self.factor_masked(model, at.t)
    }

    /// The independent part of a row, or of the weakest one, at a place: (L1).
    pub(crate) fn lean(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
        row: Option<usize>,
    ) -> Result<Option<Lean>, EvalError> {
        self.factor_at(model, at, modes)?;
        let system = model.system(self.sticking);
        let Some(row) = row.or_else(|| system.weakest(self.numeric())) else { return Ok(None) };
        let mut z = vec![0.0; system.rows()];
        system.leaning(self.numeric(), row, &mut z);
        let mut force = vec![0.0; model.velocities()];
        let still = vec![0.0; model.velocities()];
        let mut rows = z.clone();
        let (masked, diagonal) = (&self.masked[..system.jacobian_len()], &self.masked_diagonal[..system.rows()]);
        system.residual(Sides::symmetric(&self.masked_mass, masked, diagonal), &still, &z, &mut force, &mut rows);
        // Every positive metric would do; the diagonal of the masses has the right units.
        system.weigh(&self.masked_mass, &mut force);
        let pivot = force.iter().map(|f| f * f).sum();
        // Where a body is split, the row may be one of its welds.
        let scale = if row < system.rows() { self.numeric().scale(row) } else { f64::NAN };
        Ok(Some(Lean { row, pivot: [pivot, scale], force }))
    }

    /// Reduces errors of q and v to their parts along the constraints: e − M⁻¹ Jᵀ (J M⁻¹ Jᵀ)⁻¹ J e.
    pub(crate) fn along_branch(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        modes: &[Mode],
        [errors, speed_errors]: [&mut [f64]; 2],
    ) -> Result<(), EvalError> {
        let (kinematics, positions) = (&model.inner.layout.kinematics, &model.inner.layout.position_rows);
        let mut by = vec![0.0; at.v.len()];
        let other: Vec<f64> = at.q.iter().zip(&*errors).map(|(q, e)| q - e).collect();
        kinematics.difference(at.q, &other, &mut by);
        self.read(model, at, modes)?;
        let mixed = positions.contains(&false);
        if mixed {
            self.mask(model, |row| !positions[row], |_| false);
            self.factor_masked(model, at.t)?;
            self.keep_along(model, &mut by);
        }
        self.mask(model, |_| false, |_| false);
        self.factor_masked(model, at.t)?;
        if !mixed {
            self.keep_along(model, &mut by);
        }
        self.keep_along(model, speed_errors);
        let mut moved = at.q.to_vec();
        kinematics.advance(&mut moved, &by, 1.0);
        errors.iter_mut().zip(at.q.iter().zip(&moved)).for_each(|(e, (q, moved))| *e = q - moved);
        Ok(())
    }

    /// Reduces a displacement to the part that the rows factored last allow.
    fn keep_along(&mut self, model: &Model, by: &mut [f64]) {
        let system = model.system(self.sticking);
        let (masked, diagonal) = (&self.masked[..system.jacobian_len()], &self.masked_diagonal[..system.rows()]);
        let mut rows = vec![0.0; system.rows()];
        let mut force = vec![0.0; by.len()];
        let none = vec![0.0; system.rows()];
        system.residual(Sides::symmetric(&self.masked_mass, masked, diagonal), by, &none, &mut force, &mut rows);
        force.fill(0.0);
        system.solve(masked, &mut self.numerics[usize::from(self.sticking)], &mut force, &mut rows);
        add(by, &force, 1.0);
    }

    /// The smallest sine between a row and the others at a state, and the constraints that lean on each other where it is below [`LEANS`].
    pub(super) fn leaning(&mut self, model: &Model, state: &State) -> Result<(f64, Vec<String>), EvalError> {
        let lean = self.lean(model, StateRef::of(state), &state.modes, None)?;
        let sine = 1.0 / self.numeric().closeness().max(1.0).sqrt();
        let names = lean.filter(|_| sine < LEANS).map(|lean| self.leaning_names(model, lean.row)).unwrap_or_default();
        Ok((sine, names))
    }

    /// Names of the constraints that take part in (L1), at the place of the last [`lean`](Self::lean): what is driven first.
    pub(crate) fn leaning_names(&mut self, model: &Model, row: usize) -> Vec<String> {
        let system = model.system(self.sticking);
        let mut z = vec![0.0; system.rows()];
        system.leaning(self.numeric(), row, &mut z);
        let numeric = self.numeric();
        let shares: Vec<f64> = z.iter().enumerate().map(|(i, z)| z.abs() * numeric.scale(i).sqrt()).collect();
        let most = max_abs(&shares);
        let mut names: Vec<String> = Vec::new();
        for (row, _) in shares.iter().enumerate().filter(|(_, share)| **share > 1e-3 * most) {
            let name = &model.constraint_of_row(row).name;
            if !names.contains(name) {
                names.push(name.clone());
            }
        }
        let is_driven = |name: &String| model.inner.constraints.iter().any(|c| c.name == *name && c.shape.does_work);
        names.sort_by_cached_key(|name| !is_driven(name));
        names
    }

    /// Of sets of constraints that depend on each other: the drivers among them, and the velocity that is freest although these stand. None if the joints depend on each other without them, or if more is
    /// driven than the joints leave free: then the model holds something twice, and elsewhere too.
    pub(super) fn undriven(
        &mut self,
        model: &Model,
        t: f64,
        sets: &[Vec<String>],
    ) -> Result<Option<(Vec<String>, String)>, EvalError> {
        let is_driver = |row: usize| model.constraint_of_row(row).shape.does_work && !model.is_tangent(row);
        self.mask(model, is_driver, |_| false);
        self.factor_masked(model, t)?;
        let near = together(model, sets);
        let is_near = |row: usize| model.constraint_of_row(row).slots.iter().any(|&slot| near[slot as usize]);
        let held = (0..model.rows()).filter(|&row| !self.released[row] && is_near(row)).count();
        let bodies =
            || model.inner.bodies.iter().zip(&near[1..]).filter(|(_, near)| **near).map(|(body, _)| body.dofs.clone());
        if !self.numeric().dropped().is_empty() || held > bodies().map(|dofs| dofs.len()).sum() {
            return Ok(None);
        }
        let mut drivers: Vec<String> = Vec::new();
        for row in (0..model.rows()).filter(|&row| is_driver(row)) {
            let name = &model.constraint_of_row(row).name;
            if !drivers.contains(name) && sets.iter().any(|set| set.contains(name)) {
                drivers.push(name.clone());
            }
        }
        if drivers.is_empty() {
            return Ok(None);
        }
        self.mask(model, |_| false, |_| false);
        self.factor_masked(model, t)?;
        // Of a unit velocity the constraints leave the part along it of what is free.
        let mut left = |i: usize| {
            let mut way = vec![0.0; model.velocities()];
            way[i] = 1.0;
            self.keep_along(model, &mut way);
            way[i]
        };
        let shares: Vec<(usize, f64)> = bodies().flatten().map(|i| (i, left(i))).collect();
        let freest = shares.iter().max_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(i, _)| *i);
        Ok(Some((drivers, model.velocity_name(freest))))
    }

    /// At a start no rows depend on each other, unless the model allows it.
    pub(super) fn refuse_dependent(&mut self, model: &Model, state: &State) -> Result<(), StartError> {
        if model.allows_redundant() {
            return Ok(());
        }
        self.read(model, StateRef::of(state), &state.modes)?;
        let sets = self.involved(model, state.t)?;
        if sets.is_empty() {
            return Ok(());
        }
        Err(match self.undriven(model, state.t, &sets)? {
            Some((drivers, free)) => StartError::Singular { drivers, free },
            None => StartError::Redundant { sets },
        })
    }

    /// Where drivers do not move what they drive because of the position: these, and the velocity that they leave free. None where rows depend on each other a little further on as well.
    pub(super) fn singular_here(
        &mut self,
        model: &Model,
        state: &State,
    ) -> Result<Option<(Vec<String>, String)>, EvalError> {
        self.read(model, StateRef::of(state), &state.modes)?;
        let sets = self.involved(model, state.t)?;
        if sets.is_empty() {
            return Ok(None);
        }
        let Some((drivers, free)) = self.undriven(model, state.t, &sets)? else { return Ok(None) };
        let mut way: Vec<f64> = model.spelled_velocities().map(|name| f64::from(u8::from(name.is(&free)))).collect();
        self.keep_along(model, &mut way);
        let mut beside = state.clone();
        model.inner.layout.kinematics.advance(&mut beside.q, &way, BESIDE);
        self.read(model, StateRef::of(&beside), &beside.modes)?;
        Ok(self.involved(model, state.t)?.is_empty().then_some((drivers, free)))
    }

    /// Moves q to the nearest position on its branch (L2), and v onto the rows there. `false` if Newton's method does not contract from the
    /// beginning on, or if other rows depend on each other than `dropped` says.
    pub(crate) fn project_to_nearest(
        &mut self,
        model: &Model,
        modes: &[Mode],
        around: Around<'_>,
        [q, v]: [&mut [f64]; 2],
        dropped: usize,
    ) -> Result<bool, EvalError> {
        let mut way = vec![0.0; model.velocities()];
        let mut before = f64::INFINITY;
        for turn in 0.. {
            let size = self.nearer(model, around.state(q, v), modes, &way)?;
            let done = size <= CONVERGED * (1.0 + max_abs(q));
            if !size.is_finite() || (!done && (size > CONTRACTS * before || turn == MOST_ITERATIONS)) {
                return Ok(false);
            }
            model.inner.layout.kinematics.advance(q, &self.acceleration, 1.0);
            add(&mut way, &self.acceleration, 1.0);
            if done {
                break;
            }
            before = size;
        }
        for _ in 0..3 {
            let size = self.velocity_correction(model, around.state(q, v), Bonds::of(modes), |_| false)?;
            if self.numeric().dropped().len() != dropped {
                return Ok(false);
            }
            add(v, &self.acceleration, 1.0);
            if size <= CONVERGED * (1.0 + max_abs(v)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One correction δ of (L2), into the place of the accelerations.
    fn nearer(&mut self, model: &Model, at: StateRef<'_>, modes: &[Mode], way: &[f64]) -> Result<f64, EvalError> {
        self.position_correction(model, at, Bonds::of(modes), |_| false)?;
        if max_abs(way) == 0.0 {
            return Ok(max_abs(&self.acceleration));
        }
        let positions = &model.inner.layout.position_rows;
        let system = model.system(self.sticking);
        let (masked, diagonal) = (&self.masked[..system.jacobian_len()], &self.masked_diagonal[..system.rows()]);
        let rows = &mut self.multipliers[..system.rows()];
        rows.fill(0.0);
        self.acceleration.fill(0.0);
        let mut unused = rows.to_vec();
        system.residual(
            Sides::symmetric(&self.masked_mass, masked, diagonal),
            way,
            rows,
            &mut self.acceleration,
            &mut unused,
        );
        for (row, right) in rows.iter_mut().enumerate() {
            *right = if positions[row] && !self.released[row] { -self.phi[row] } else { 0.0 };
        }
        system.solve(masked, &mut self.numerics[usize::from(self.sticking)], &mut self.acceleration, rows);
        Ok(max_abs(&self.acceleration))
    }

    /// ε of (L3) at a position where w vanishes: the largest of the rows that depend on others by less than `sine2`, the others being met. `None` if
    /// no more rows do so than `dropped`.
    pub(crate) fn gap(
        &mut self,
        model: &Model,
        modes: &[Mode],
        around: Around<'_>,
        (q, v): (&mut [f64], &[f64]),
        (sine2, dropped): (f64, usize),
    ) -> Result<Option<f64>, EvalError> {
        for _ in 0..6 {
            self.numeric().set_zero(Some(sine2));
            let size = self.position_correction(model, around.state(q, v), Bonds::of(modes), |_| false);
            self.numeric().set_zero(None);
            if size? <= 1e-15 * (1.0 + max_abs(q)) {
                break;
            }
            model.inner.layout.kinematics.advance(q, &self.acceleration, 1.0);
        }
        let positions = &model.inner.layout.position_rows;
        let rows = self.numerics[usize::from(self.sticking)].dropped();
        let gap = rows.iter().filter(|&&row| positions[row]).map(|&row| self.phi[row].abs()).fold(0.0, f64::max);
        Ok((rows.len() > dropped).then_some(gap))
    }
}

/// Which bodies hang together with these constraints, by their slots; the ground, slot 0, holds nothing together.
fn together(model: &Model, sets: &[Vec<String>]) -> Vec<bool> {
    let constraints = &model.inner.constraints[..model.constraint_count()];
    let mut near = vec![false; model.inner.bodies.len() + 1];
    let bodies = |slots: &[u32]| slots.iter().map(|&slot| slot as usize).filter(|&slot| slot > 0).collect::<Vec<_>>();
    for entry in constraints.iter().filter(|entry| sets.iter().any(|set| set.contains(&entry.name))) {
        bodies(&entry.slots).into_iter().for_each(|slot| near[slot] = true);
    }
    loop {
        let before = near.iter().filter(|near| **near).count();
        for held in constraints.iter().map(|entry| bodies(&entry.slots)) {
            if held.iter().any(|&slot| near[slot]) {
                held.into_iter().for_each(|slot| near[slot] = true);
            }
        }
        if near.iter().filter(|near| **near).count() == before {
            return near;
        }
    }
}
