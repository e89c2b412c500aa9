//! Projection onto the constraints, in the metric of the masses: positions, then velocities.
//!
//! The smallest change of the positions, ½ δqᵀ M δq → min, that repairs φ to first order solves the augmented system once
//! more (E4), with another right-hand side; the same holds for the velocities:
//!
//! ```text
//! [M Jᵀ; J 0] (δq, ·) = (0, −φ)        [M Jᵀ; J 0] (δv, ·) = (0, −φ' or −ψ)
//! ```
//!
//! Newton's method repeats this with a new J. Where all rows restrict positions, velocities are a linear matter, and the factors of the last δq serve for them: their J is
//! off by about as much as that δq changed, so that of a δv this part is left, the product of the two corrections. Rows that do not belong (velocity rows while positions are projected)
//! are switched off by J = 0, D = 1; coordinates that are held, by what follows.
//!
//! **Held** is what has infinite mass. Let f be the coordinates that are free and h those held, and add κ to the masses of the latter.
//! Of the smallest change, M δ + κ δ_h = −Jᵀ μ, the free and the held rows are
//!
//! ```text
//! M_ff δ_f + M_fh δ_h = −J_fᵀ μ        M_hf δ_f + (M_hh + κ) δ_h = −J_hᵀ μ
//! κ → ∞:   δ_h = 0        M_ff δ_f = −J_fᵀ μ        J_f δ_f = −φ
//! ```
//!
//! So the columns J_h vanish, and with them the coupling M_fh: it must go too, for the system as it is solved has the rows M_hf δ_f + M_hh δ_h = 0,
//! from which what is free would move what is held. What stands on the diagonal of M_hh does not matter, as long as it is positive: it stays.

use super::{Around, Bonds, Mode, Rest, StateRef, Workspace};
use crate::constraint::Level;
use crate::error::EvalError;
use crate::linear::{Dependent, Sides};
use crate::math::{Now, max_abs};
use crate::model::Model;

/// What a projection did.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Projected {
    /// Largest change of any coordinate (m, rad).
    pub positions: f64,
    /// Largest change of any velocity (m/s, rad/s).
    pub velocities: f64,
    /// Newton steps taken.
    pub iterations: usize,
}

/// A correction below this, relative to 1 + the largest number that is corrected, leaves an error of its square: round-off.
pub(super) const CONVERGED: f64 = 1e-9;
const MOST_ITERATIONS: usize = 10;
/// A product of corrections, relative to the same, that is no more than round-off.
const NEGLIGIBLE: f64 = CONVERGED * CONVERGED;

impl Workspace {
    /// Projects a first-order state.
    pub(crate) fn project_within(
        &mut self,
        model: &Model,
        bonds: Bonds<'_>,
        t: f64,
        y: &mut [f64],
        memory: &[f64],
    ) -> Result<Projected, EvalError> {
        let ([q, v], variables) = model.inner.layout.split_mut(y);
        self.project(model, bonds, Around { now: Now::new(t, variables), memory }, [q, v])
    }

    /// Projects q and v after a step. Both start close to the constraints.
    pub(crate) fn project(
        &mut self,
        model: &Model,
        bonds: Bonds<'_>,
        around: Around<'_>,
        [q, v]: [&mut [f64]; 2],
    ) -> Result<Projected, EvalError> {
        let mut done = Projected::default();
        self.set_modes(model, bonds.modes);
        let positions = &model.inner.layout.position_rows[..model.system(self.sticking).rows()];
        let of_positions = positions.iter().zip(&self.released).all(|(&row, &off)| row || off);
        let whole = of_positions && matches!(bonds.rest, Rest::Free);
        // The last correction of the positions, relative to them.
        let mut last = f64::INFINITY;
        for _ in 0..MOST_ITERATIONS {
            let size = match whole {
                true => {
                    self.read_positions(model, around.state(q, v), bonds.modes)?;
                    self.solve_whole(model, around.now.t)?
                }
                false => self.position_correction(model, around.state(q, v), bonds, |_| false)?,
            };
            model.inner.layout.kinematics.advance(q, &self.acceleration, 1.0);
            done.positions += size;
            done.iterations += 1;
            last = size / (1.0 + max_abs(q));
            if last <= CONVERGED {
                break;
            }
        }
        let mut serves = last <= CONVERGED && of_positions;
        for _ in 0..MOST_ITERATIONS {
            let off = if serves { last } else { f64::INFINITY };
            self.read_rates(model, around.state(q, v), bonds.modes)?;
            let size = if std::mem::replace(&mut serves, false) {
                self.solve_factored(model, around.now.t)?
            } else if whole {
                self.solve_whole(model, around.now.t)?
            } else {
                self.mask(model, |_| false, |dof| bonds.rest.holds(dof));
                self.solve_masked(model, around.now.t)?
            };
            add(v, &self.acceleration, 1.0);
            done.velocities += size;
            done.iterations += 1;
            let size = size / (1.0 + max_abs(v));
            if size <= CONVERGED || off * size <= NEGLIGIBLE {
                break;
            }
        }
        Ok(done)
    }

    /// The Newton correction δq, into the place of the accelerations; its largest entry is returned.
    pub(crate) fn position_correction(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        bonds: Bonds<'_>,
        held: impl Fn(usize) -> bool,
    ) -> Result<f64, EvalError> {
        self.read_positions(model, at, bonds.modes)?;
        let positions = &model.inner.layout.position_rows;
        self.mask(model, |row| !positions[row], |dof| held(dof) || bonds.rest.holds(dof));
        self.solve_masked(model, at.t)
    }

    /// The correction that does not meet φ, or φ', but reduces it, ½ δᵀ M δ + ½ (φ + J δ)ᵀ D⁻¹ (φ + J δ) → min: (E4) with D beside J M⁻¹ Jᵀ. Of rows that could be met it leaves
    /// next to nothing.
    pub(super) fn damped_correction(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        (modes, level): (&[Mode], Level),
        held: impl Fn(usize) -> bool,
        damping: &[f64],
    ) -> Result<(), EvalError> {
        self.read(model, at, modes)?;
        let positions = &model.inner.layout.position_rows;
        let released = &self.released;
        let acts = |row: usize| (level == Level::Velocity || positions[row]) && !released[row];
        let acts: Vec<bool> = (0..model.rows()).map(acts).collect();
        let residuals = if level == Level::Position { &self.phi } else { &self.rate };
        for (row, right) in self.multipliers.iter_mut().enumerate() {
            *right = if acts[row] { -residuals[row] } else { 0.0 };
        }
        self.mask(model, |row| !acts[row], held);
        for row in (0..model.rows()).filter(|&row| acts[row]) {
            self.masked_diagonal[row] = damping[row];
        }
        self.solve_masked(model, at.t).map(|_| ())
    }

    /// What a correction in the place of the accelerations leaves of each row: φ + J δ, or φ' + J δ.
    pub(super) fn left_by_correction(&self, model: &Model, level: Level) -> Vec<f64> {
        let positions = &model.inner.layout.position_rows;
        let residuals = if level == Level::Position { &self.phi } else { &self.rate };
        let left = |row: usize| residuals[row] + self.second_rate(model, row) + self.gamma[row];
        let acts = |row: usize| (level == Level::Velocity || positions[row]) && !self.released[row];
        (0..model.rows()).map(|row| if acts(row) { left(row) } else { 0.0 }).collect()
    }

    /// The Newton correction δv, into the place of the accelerations; its largest entry is returned.
    pub(crate) fn velocity_correction(
        &mut self,
        model: &Model,
        at: StateRef<'_>,
        bonds: Bonds<'_>,
        held: impl Fn(usize) -> bool,
    ) -> Result<f64, EvalError> {
        self.read_rates(model, at, bonds.modes)?;
        self.mask(model, |_| false, |dof| held(dof) || bonds.rest.holds(dof));
        self.solve_masked(model, at.t)
    }

    /// What a position correction is to repair, into the place of the multipliers.
    fn read_positions(&mut self, model: &Model, at: StateRef<'_>, modes: &[Mode]) -> Result<(), EvalError> {
        self.read(model, at, modes)?;
        let rows = self.multipliers.iter_mut().zip(&model.inner.layout.position_rows).zip(&self.released);
        for (((right, &position), &off), phi) in rows.zip(&self.phi) {
            *right = if position && !off { -phi } else { 0.0 };
        }
        Ok(())
    }

    /// What a velocity correction is to repair, into the place of the multipliers.
    fn read_rates(&mut self, model: &Model, at: StateRef<'_>, modes: &[Mode]) -> Result<(), EvalError> {
        self.read(model, at, modes)?;
        for ((right, &released), rate) in self.multipliers.iter_mut().zip(&self.released).zip(&self.rate) {
            *right = if released { 0.0 } else { -rate };
        }
        Ok(())
    }

    /// A correction where nothing is to be switched off: masses and D are those that stand there. J is kept, for another one may be read before its factors are used again.
    fn solve_whole(&mut self, model: &Model, t: f64) -> Result<f64, EvalError> {
        let blocks = &self.blocks[..model.inner.augmented.jacobian_len()];
        self.masked.copy_from_slice(blocks);
        self.masks = false;
        self.solve_masked(model, t)
    }

    /// Copies the blocks with some rows and some columns switched off, and the masses without the coupling to what is held.
    pub(crate) fn mask(&mut self, model: &Model, row_off: impl Fn(usize) -> bool, held: impl Fn(usize) -> bool) {
        self.masks = true;
        self.mask_masses(model, &held);
        let inner = &*model.inner;
        let system = &inner.augmented;
        self.masked.copy_from_slice(&self.blocks[..system.jacobian_len()]);
        self.masked_diagonal.copy_from_slice(&self.diagonal);
        // What is released has no columns as it is.
        let masks = self.released.iter().enumerate().any(|(row, &off)| !off && row_off(row));
        if !masks && !(0..self.acceleration.len()).any(&held) {
            return;
        }
        let rows = self.masked_diagonal.iter_mut().enumerate();
        rows.filter(|(row, _)| row_off(*row)).for_each(|(_, d)| *d = 1.0);
        for entry in &inner.constraints {
            for (&body, place) in entry.held.iter().zip(&entry.places) {
                let dofs = inner.bodies[body].dofs.clone();
                let block = &mut self.masked[place.clone()];
                for (row, values) in entry.rows.clone().zip(block.chunks_exact_mut(dofs.len())) {
                    for (value, dof) in values.iter_mut().zip(dofs.clone()) {
                        if row_off(row) || held(dof) {
                            *value = 0.0;
                        }
                    }
                }
            }
        }
    }

    /// The masses without M_fh and M_hf. What friction freezes are whole bodies, which nothing couples to others.
    fn mask_masses(&mut self, model: &Model, held: impl Fn(usize) -> bool) {
        self.masked_mass.copy_from_slice(&self.mass);
        self.masses_whole = true;
        for entry in model.inner.bodies.iter().filter(|entry| entry.mass.len() > entry.dofs.len()) {
            let dofs = entry.dofs.clone();
            let rows = self.masked_mass[entry.mass.clone()].chunks_exact_mut(dofs.len());
            for (row, values) in dofs.clone().zip(rows) {
                for (column, value) in dofs.clone().zip(values) {
                    if row != column && held(row) != held(column) {
                        *value = 0.0;
                        self.masses_whole = false;
                    }
                }
            }
        }
    }

    /// Factors the masked system, leaving out dependent rows. Rows that are masked stand for none: without them nothing is spare.
    pub(crate) fn factor_masked(&mut self, model: &Model, t: f64) -> Result<(), EvalError> {
        self.factor_masked_along(model, t, false)
    }

    /// The same; what is to be repaired may go along.
    fn factor_masked_along(&mut self, model: &Model, t: f64, along: bool) -> Result<(), EvalError> {
        self.factorizations += 1;
        let system = model.system(self.sticking);
        let (mass, diagonal, masses_whole) = match self.masks {
            true => (&self.masked_mass, &self.masked_diagonal, self.masses_whole),
            false => (&self.mass, &self.diagonal, true),
        };
        let (masked, diagonal) = (&self.masked[..system.jacobian_len()], &diagonal[..system.rows()]);
        let known = self.switched();
        let numeric = &mut self.numerics[usize::from(self.sticking)];
        let whole = !self.masks || diagonal.iter().zip(&self.released).all(|(d, &off)| (*d != 0.0) == off);
        let spare = if whole { &self.spare[..] } else { &[] };
        let switched = if whole { known } else { 0 };
        let lasting = masses_whole && model.inner.layout.changing_masses.is_empty();
        let sides = Sides { switched, lasting, ..Sides::symmetric(mass, masked, diagonal) };
        let policy = Dependent::of(spare);
        let factored = if along {
            let right = (&mut self.acceleration[..], &mut self.multipliers[..system.rows()]);
            system.factor_forward(sides, policy, numeric, right.0, right.1)
        } else {
            system.factor_sides(sides, policy, numeric)
        };
        factored.map_err(|error| self.factor_error(model, t, error))
    }

    /// A correction from what is to be repaired; its largest entry.
    fn solve_masked(&mut self, model: &Model, t: f64) -> Result<f64, EvalError> {
        self.acceleration.fill(0.0);
        self.factor_masked_along(model, t, true)?;
        self.correct(model, t, true)
    }

    /// The same with the factors that there are.
    pub(super) fn solve_factored(&mut self, model: &Model, t: f64) -> Result<f64, EvalError> {
        self.acceleration.fill(0.0);
        self.correct(model, t, false)
    }

    fn correct(&mut self, model: &Model, t: f64, begun: bool) -> Result<f64, EvalError> {
        let system = model.system(self.sticking);
        let (masked, rows) = (&self.masked[..system.jacobian_len()], &mut self.multipliers[..system.rows()]);
        let numeric = &mut self.numerics[usize::from(self.sticking)];
        if !begun {
            system.forward(masked, numeric, &mut self.acceleration, rows);
        }
        system.backward(masked, numeric, &mut self.acceleration, rows);
        let size = max_abs(&self.acceleration);
        if size.is_finite() { Ok(size) } else { Err(self.diagnose(model, Now::at(t))) }
    }
}

pub(crate) fn add(to: &mut [f64], change: &[f64], factor: f64) {
    to.iter_mut().zip(change).for_each(|(x, d)| *x += factor * d);
}
