//! A mechanism that is led through positions: time after time, or along the range of a driver.
//!
//! From one position the next is guessed and then put onto the constraints and the prescribed measures, as a start is (`dynamics/aim.rs`):
//!
//! ```text
//! (1)  q* = q₀ + h v₀ + ½ h² a₀,   v* = v₀ + h a₀        a₀ of (2) in `goals.rs`: no force has a part in it
//! (2)  |q₁ − q₀ − ½ h (v₀ + v₁)| ≤ p h ½ (|v₀| + |v₁|) + P d,   d the largest of the changes
//! ```
//!
//! for each coordinate. Of a smooth motion the left side of (2) is of order h³, where accelerations jump of order h²; of a position on another branch it does not shrink with h. So a
//! step that fails is halved, and one that cannot be halved any more is an error that names the coordinate.

use super::{Goals, InverseError, Motion};
use crate::analysis::manifold::{Chart, Sticks};
use crate::dynamics::{Query, State};
use crate::error::{EvalError, StartError};
use crate::friction::Search;
use crate::math::{Now, max_abs};
use crate::model::{Mode, Model};

/// p and P of (2).
const PART: f64 = 0.2;
const PART_OF_MOST: f64 = 0.02;
/// Halvings of a step.
const HALVINGS: u32 = 20;
/// Changes below this (m, rad) are rounding.
const NONE: f64 = 1e-11;

/// The positions so far: the last of them.
#[derive(Debug)]
pub(in crate::analysis) struct Course<'a> {
    model: &'a Model,
    motions: &'a [Motion],
    state: State,
    /// The acceleration there; none before the first position.
    acceleration: Option<Vec<f64>>,
}

impl<'a> Course<'a> {
    pub(in crate::analysis) fn new(model: &'a Model, motions: &'a [Motion], guess: &State) -> Self {
        let mut state = guess.clone();
        // Nothing sticks: what is prescribed moves.
        state.modes[model.constraint_count()..].fill(Mode::Undecided);
        Self { model, motions, state, acceleration: None }
    }

    /// The position at a time.
    pub(in crate::analysis) fn go_to(&mut self, t: f64) -> Result<&State, InverseError> {
        if !t.is_finite() {
            let (name, what) = (t.to_string(), "the time of a position".into());
            return Err(EvalError::NotFinite { kind: "inverse question", name, what, t }.into());
        }
        if self.acceleration.is_none() {
            self.state = self.put(self.state.clone().at(t))?;
            self.acceleration = Some(self.accelerate()?);
        }
        let (from, mut step) = (self.state.t, t - self.state.t);
        let shortest = step.abs() * 0.5_f64.powi(HALVINGS as i32);
        while self.state.t != t {
            // Lands on t itself.
            let next = if (t - self.state.t).abs() <= step.abs() { t } else { self.state.t + step };
            match self.advance(next) {
                Ok(()) => step *= 2.0,
                Err(error) if 0.5 * step.abs() < shortest => return Err(error.until(from, t)),
                Err(_) => step *= 0.5,
            }
        }
        Ok(&self.state)
    }

    /// The acceleration at the position reached.
    pub(in crate::analysis) fn second(&self) -> Vec<f64> {
        self.acceleration.clone().unwrap_or_default()
    }

    fn advance(&mut self, t: f64) -> Result<(), InverseError> {
        let (model, h, a) = (self.model, t - self.state.t, self.acceleration.clone().unwrap_or_default());
        let (kinematics, v) = (&model.inner.layout.kinematics, &self.state.v);
        let mut guess = self.state.clone().at(t);
        let way: Vec<f64> = v.iter().zip(&a).map(|(v, a)| h * (v + 0.5 * h * a)).collect();
        kinematics.advance(&mut guess.q, &way, 1.0);
        guess.v.iter_mut().zip(&a).for_each(|(v, a)| *v += h * a);
        let next = self.put(guess)?;
        let mut changes = vec![0.0; v.len()];
        kinematics.difference(&self.state.q, &next.q, &mut changes);
        let most = max_abs(&changes);
        for (i, change) in changes.iter().enumerate() {
            let (before, after) = (v[i], next.v[i]);
            let off = change - 0.5 * h * (before + after);
            let bound = PART * 0.5 * h.abs() * (before.abs() + after.abs()) + PART_OF_MOST * most + NONE;
            if off.is_nan() || off.abs() > bound {
                let coordinate = model.velocity_name(i);
                return Err(InverseError::Jump { coordinate, jump: off, from: self.state.t, to: t });
            }
        }
        let last = std::mem::replace(&mut self.state, next);
        match self.accelerate() {
            Ok(acceleration) => self.acceleration = Some(acceleration),
            Err(error) => {
                self.state = last;
                return Err(error);
            }
        }
        Ok(())
    }

    /// A guess put onto the constraints and the motions at its time.
    fn put(&self, guess: State) -> Result<State, StartError> {
        let now = Now::new(guess.t, &guess.variables);
        let laws: Vec<_> = self.motions.iter().map(|motion| (motion, motion.law.at(now))).collect();
        let start = self.model.start_from(guess.clone());
        let start = laws.into_iter().fold(start, |start, (motion, law)| start.led(&motion.of, law.value, law.first));
        Ok(start.project()?.state)
    }

    /// The acceleration that follows from the motions.
    fn accelerate(&self) -> Result<Vec<f64>, InverseError> {
        let (model, state) = (self.model, &self.state);
        let mut ws = model.workspace();
        ws.residuals_of(model, state)?;
        let query = Query::of(state, Search::default());
        let goals = Goals::of_motions(&ws, model, query.at.now(), self.motions)?;
        let prescribed = goals.prescribe(&mut ws, model, &query)?;
        match prescribed.acceleration {
            Some(acceleration) => Ok(acceleration),
            None => {
                let (freedoms, prescribed) = (prescribed.freedoms, prescribed.rank());
                let velocity = goals.free_velocity(&Chart::new(model, state, Sticks::Free)?.velocities);
                let velocity = model.velocity_name(velocity);
                Err(InverseError::Free { freedoms, prescribed, velocity, t: state.t })
            }
        }
    }
}

impl InverseError {
    /// A jump within a longer step.
    fn until(self, start: f64, end: f64) -> Self {
        match self {
            Self::Jump { coordinate, jump, .. } => Self::Jump { coordinate, jump, from: start, to: end },
            other => other,
        }
    }
}
