//! Contacts that close within a step: the first of them, and moving the end of the step onto it.
//!
//! The gap of every open contact is followed along the dense solution by its bound (H15), so that none is missed; `hybrid/closing.rs` has the search. What
//! has just opened, or bounced, leaves first.

use super::failure::RunFailure;
use super::first_change::Target;
use super::rest::Past;
use super::running::Run;
use crate::dynamics::{Mode, StateRef, Workspace};
use crate::element::Sweep;
use crate::error::EvalError;
use crate::hybrid::closing::{Search, first_closing};
use crate::hybrid::sweep::sweep;
use crate::math::max_abs;
use crate::model::Model;

/// Gaps below this part of the model's size cannot be told from zero.
const RESOLUTION: f64 = 1e-12;
/// Places at which a gap without a bound is looked at within a step.
const LOOKS: usize = 8;

/// What a run knows of its open contacts.
#[derive(Debug)]
pub(super) struct ContactWatch {
    ws: Workspace,
    y: Vec<f64>,
    /// Those that have just opened, and are not yet above the resolution.
    pub(super) leaving: Vec<bool>,
    /// What it will be if the step stands as it was looked at.
    left: Vec<bool>,
    pub(super) resolution: f64,
    /// Evaluations of gaps, and searches without a proof that nothing closed before.
    pub(super) evaluations: u64,
    pub(super) unproved: u64,
    sweeps: Vec<Sweep>,
    /// Impacts since anything else has happened.
    pub(super) history: Vec<Past>,
}

/// Contacts that close at one instant.
#[derive(Clone, Debug)]
pub(super) struct Closing {
    pub(super) t: f64,
    pub(super) contact: usize,
}

impl ContactWatch {
    pub(super) fn new(model: &Model, y: &[f64]) -> Self {
        let contacts = model.inner.contacts.len();
        Self {
            ws: model.workspace(),
            y: y.to_vec(),
            leaving: vec![true; contacts],
            left: vec![true; contacts],
            resolution: RESOLUTION * (1.0 + max_abs(&y[..model.coordinates()])),
            evaluations: 0,
            unproved: 0,
            history: Vec::new(),
            sweeps: vec![Sweep::REST; model.inner.bodies.len() + 1],
        }
    }

    /// φ and φ' of a contact at a first-order state.
    pub(super) fn gap(
        &mut self,
        model: &Model,
        memory: &[f64],
        contact: usize,
        t: f64,
        y: &[f64],
    ) -> Result<[f64; 2], EvalError> {
        self.evaluations += 1;
        let (q, v, _) = model.inner.layout.split(y);
        let at = StateRef { t, q, v, memory };
        let failed = |source| EvalError::Element {
            kind: "contact",
            name: model.inner.contacts[contact].name.clone(),
            t,
            source,
        };
        self.ws.contact_gap(model, contact, at).map_err(failed)
    }
}

impl Run<'_, '_> {
    /// The first contact that closes in the step before `until`.
    pub(super) fn first_closing(&mut self, until: f64) -> Result<Option<Closing>, RunFailure> {
        let (model, modes) = (self.plan.model, &self.drive.motion.modes);
        let is_open = |contact: usize| modes[model.inner.contacts[contact].entry] == Mode::Open;
        let open: Vec<usize> = (0..model.inner.contacts.len()).filter(|&contact| is_open(contact)).collect();
        self.contacts.left.copy_from_slice(&self.contacts.leaving);
        let [from, _] = self.drive.span();
        if open.is_empty() || until <= from {
            return Ok(None);
        }
        self.drive.prepare_dense()?;
        let (drive, watch) = (&self.drive, &mut self.contacts);
        let dense = drive.stepper.dense();
        for (sweep_of, body) in watch.sweeps[1..].iter_mut().zip(&model.inner.bodies) {
            *sweep_of = sweep(&dense, [from, until], body.coordinates.start, body.shape.frame, body.spatial);
        }
        let mut first: Option<Closing> = None;
        for contact in open {
            let end = first.as_ref().map_or(until, |first| first.t);
            let entry = &model.inner.contacts[contact];
            let slots = &model.inner.constraints[entry.entry].slots;
            let sweeps: Vec<Sweep> = slots.iter().map(|&slot| watch.sweeps[slot as usize]).collect();
            let search = Search {
                window: [from, end],
                resolution: watch.resolution,
                leaving: watch.leaving[contact],
                looks: LOOKS,
            };
            let mut y = std::mem::take(&mut watch.y);
            let value = |t: f64| {
                drive.interpolate(t, &mut y);
                watch.gap(model, &drive.motion.memory, contact, t, &y)
            };
            let found = first_closing(value, entry.gap.bound(&sweeps), search);
            watch.y = y;
            let found = found?;
            watch.left[contact] = found.leaving;
            watch.unproved += u64::from(!found.proved);
            if let Some(closing) = found.closing {
                first = Some(Closing { t: closing.t, contact });
            }
        }
        Ok(first)
    }

    /// The step is complete: what has left is armed.
    pub(super) fn arm_contacts(&mut self) {
        let ContactWatch { leaving, left, .. } = &mut self.contacts;
        leaving.copy_from_slice(left);
    }

    /// Redoes the step up to a closing.
    pub(super) fn move_to_closing(&mut self, closing: &mut Closing) -> Result<(), RunFailure> {
        if closing.t <= self.drive.stepper.t_prev() {
            self.drive.undo()?;
        } else {
            self.move_onto(closing.t, Target::Closing(closing.contact))?;
        }
        closing.t = self.drive.t();
        Ok(())
    }
}
