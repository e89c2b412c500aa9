//! What a run knows of its contacts that open: which of them leave, their gaps, the impacts since anything else has happened.

use crate::dynamics::{Responses, StateRef, Workspace};
use crate::element::Sweep;
use crate::error::EvalError;
use crate::math::max_abs;
use crate::model::Model;

/// Gaps below this part of the model's size cannot be told from zero.
const RESOLUTION: f64 = 1e-12;
/// What a run knows of its open contacts.
#[derive(Debug)]
pub(super) struct ContactWatch {
    ws: Workspace,
    pub(super) y: Vec<f64>,
    /// Those that have just opened, and are not yet above the resolution.
    pub(super) leaving: Vec<bool>,
    /// What it will be if the step stands as it was looked at.
    pub(super) left: Vec<bool>,
    pub(super) resolution: f64,
    /// Evaluations of gaps, and searches without a proof that nothing closed before.
    pub(super) evaluations: u64,
    pub(super) unproved: u64,
    pub(super) sweeps: Vec<Sweep>,
    /// Impacts since anything else has happened.
    pub(super) history: Vec<Past>,
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

/// An impact, as far as a cycle of them needs it.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub(super) t: f64,
    /// Contacts that had an impulse.
    pub(super) contacts: Vec<usize>,
    /// The largest speed with which one of them closed.
    pub(super) speed: f64,
}

impl Past {
    pub(super) fn new(t: f64, responses: &Responses, impulses: &[f64]) -> Self {
        let normals = responses.impulses.iter().zip(impulses).filter(|(i, p)| !i.tangential && **p > 0.0);
        Self { t, contacts: normals.map(|(i, _)| i.contact).collect(), speed: responses.fastest_closing() }
    }
}
