//! What a run knows of its contacts that open: which of them leave, and their gaps.

use super::drive::Drive;
use crate::dynamics::{Responses, StateRef, Workspace};
use crate::element::{Bound, Sweep};
use crate::error::EvalError;
use crate::hybrid::closing::passes;
use crate::hybrid::glance::glance;
use crate::hybrid::sweep::{Nodes, sweep};
use crate::model::{ContactEntry, Kinematics, Model, Past};

/// A rate below this part of its size is none.
const CLOSES: f64 = 1e-9;
/// Gaps below this part of their size cannot be told from zero.
pub(super) const RESOLUTION: f64 = 1e-12;

/// What a run knows of its open contacts.
// More than half are buffers, so that steps do not allocate.
#[derive(Debug)]
pub(super) struct ContactWatch {
    ws: Workspace,
    y: Vec<f64>,
    /// Those that have just opened, and are not yet above the resolution.
    pub(super) leaving: Vec<bool>,
    /// What it will be if the step stands as it was looked at.
    pub(super) left: Vec<bool>,
    /// Those that are open in this step, and not so far that one look passes them by.
    pub(super) near: Vec<bool>,
    /// q' where it was last looked.
    rates: Vec<f64>,
    /// Evaluations of gaps, and searches without a proof that nothing closed before.
    pub(super) evaluations: u64,
    pub(super) unproved: u64,
    /// What the step does to each frame, that of the ground first, and to those of one contact.
    sweeps: Vec<Sweep>,
    pair: Vec<Sweep>,
    nodes: Nodes,
    /// Bodies that a near contact holds.
    moved: Vec<bool>,
    /// What each contact needs of a state.
    held: Vec<Held>,
}

/// The coordinates of the bodies of a contact, and how their velocities follow.
#[derive(Debug)]
struct Held {
    bodies: Vec<usize>,
    coordinates: Vec<usize>,
    kinematics: Kinematics,
}

impl Held {
    fn of(model: &Model, contact: &ContactEntry) -> Self {
        let bodies = model.inner.constraints[contact.entry].held.clone();
        let (mut coordinates, mut kinematics) = (Vec::new(), Kinematics::default());
        for body in bodies.iter().map(|&body| &model.inner.bodies[body]) {
            coordinates.extend(body.coordinates.clone());
            kinematics.add(&body.shape, body.coordinates.start, body.dofs.start);
        }
        Self { bodies, coordinates, kinematics }
    }
}

impl ContactWatch {
    pub(super) fn new(model: &Model, y: &[f64]) -> Self {
        let contacts = model.inner.contacts.len();
        Self {
            ws: model.workspace(),
            y: y.to_vec(),
            leaving: vec![true; contacts],
            left: vec![true; contacts],
            near: vec![false; contacts],
            rates: vec![0.0; model.coordinates()],
            evaluations: 0,
            unproved: 0,
            sweeps: vec![Sweep::REST; model.inner.bodies.len() + 1],
            pair: Vec::new(),
            nodes: Nodes::default(),
            moved: vec![false; model.inner.bodies.len()],
            held: model.inner.contacts.iter().map(|contact| Held::of(model, contact)).collect(),
        }
    }

    /// Takes note of the bodies that near contacts hold.
    fn note_moved(&mut self) {
        self.moved.fill(false);
        for (held, _) in self.held.iter().zip(&self.near).filter(|(_, near)| **near) {
            held.bodies.iter().for_each(|&body| self.moved[body] = true);
        }
    }

    /// Passes by what is too far to close in this step, by one look; says whether anything is left.
    pub(super) fn glance(&mut self, drive: &Drive<'_>) -> Result<bool, EvalError> {
        self.note_moved();
        let (model, [from, to], start) = (drive.model, drive.span(), drive.stepper.y_prev());
        let v = model.inner.layout.split(start).v;
        for (body, entry) in model.inner.bodies.iter().enumerate().filter(|(body, _)| self.moved[*body]) {
            let dofs = entry.dofs.clone();
            let rates = drive.stepper.slopes().map(|slope| &slope[model.coordinates()..][dofs.clone()]);
            let begin = [&start[entry.coordinates.clone()], &v[dofs.clone()]];
            self.sweeps[body + 1] = glance(to - from, begin, rates, (entry.shape.frame, entry.spatial));
        }
        for contact in 0..self.near.len() {
            if self.near[contact] {
                let bound = self.bound(model, contact);
                let gap = self.gap(model, &drive.motion.memory, contact, from, start)?;
                let passes = passes(gap, bound, to - from, resolution(model, contact, start));
                (self.near[contact], self.left[contact]) = (!passes, self.left[contact] && !passes);
            }
        }
        Ok(self.near.contains(&true))
    }

    /// What the step does within a window to the bodies that near contacts hold.
    pub(super) fn sweep(&mut self, drive: &Drive<'_>, window: [f64; 2]) {
        self.note_moved();
        let dense = drive.stepper.dense();
        for (body, entry) in drive.model.inner.bodies.iter().enumerate().filter(|(body, _)| self.moved[*body]) {
            let frame = (entry.shape.frame, entry.spatial);
            self.sweeps[body + 1] = sweep(&dense, window, entry.coordinates.start, frame, &mut self.nodes);
        }
    }

    /// φ and φ' of a contact within the step, along the polynomial of q, to whose rate the bounds belong, and not along that of v.
    pub(super) fn gap_within(&mut self, drive: &Drive<'_>, contact: usize, t: f64) -> Result<[f64; 2], EvalError> {
        let (dense, end) = (drive.stepper.dense(), drive.y());
        let held = &self.held[contact];
        for &coordinate in &held.coordinates {
            let (value, slope) = dense.component_and_slope(coordinate, t);
            self.y[coordinate] = if t >= drive.t() { end[coordinate] } else { value };
            self.rates[coordinate] = slope;
        }
        let (q, rest) = self.y.split_at_mut(self.rates.len());
        held.kinematics.speeds(q, &self.rates, rest);
        let y = std::mem::take(&mut self.y);
        let gap = self.gap(drive.model, &drive.motion.memory, contact, t, &y);
        self.y = y;
        gap
    }

    /// How fast the gap of a contact can change, by the sweeps.
    pub(super) fn bound(&mut self, model: &Model, contact: usize) -> Bound {
        let entry = &model.inner.contacts[contact];
        let slots = &model.inner.constraints[entry.entry].slots;
        self.pair.clear();
        self.pair.extend(slots.iter().map(|&slot| self.sweeps[slot as usize]));
        entry.gap.bound(&self.pair)
    }

    /// Does a contact that is to leave open at the beginning of the step? One that another's impact left closing does not.
    pub(super) fn opens(&mut self, drive: &Drive<'_>, contact: usize) -> Result<bool, EvalError> {
        let (t, y) = (drive.stepper.t_prev(), drive.stepper.y_prev());
        let [_, rate] = self.gap(drive.model, &drive.motion.memory, contact, t, y)?;
        let v = drive.model.inner.layout.split(y).v;
        Ok(rate >= -CLOSES * drive.model.contact_pace(contact, v))
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
        let at = StateRef::within(model, t, y, memory);
        let (kind, name) = ("contact", || model.inner.contacts[contact].name.clone());
        let failed = |source| EvalError::Element { kind, name: name(), t, source };
        let gap = self.ws.contact_gap(model, contact, at).map_err(failed)?;
        match gap.iter().any(|part| part.is_nan()) {
            // It would never close.
            true => Err(EvalError::NotFinite { kind, name: name(), what: "its gap".to_owned(), t }),
            false => Ok(gap),
        }
    }
}

/// Which gap of a contact cannot be told from zero at a first-order state: it is read from the state alone, so that a run that goes on has the same.
pub(super) fn resolution(model: &Model, contact: usize, y: &[f64]) -> f64 {
    RESOLUTION * model.contact_size(contact, &y[..model.coordinates()])
}

/// An impact, as far as a cycle of them needs it.
pub(super) fn past(model: &Model, t: f64, responses: &Responses, impulses: &[f64]) -> Past {
    let normals = responses.impulses.iter().zip(impulses).filter(|(i, p)| !i.tangential && **p > 0.0);
    let contacts: Vec<usize> = normals.map(|(i, _)| i.contact).collect();
    let inner = &*model.inner;
    let held = |contact: usize| inner.constraints[inner.contacts[contact].entry].held.first();
    let island = contacts.first().and_then(|&contact| held(contact)).map_or(0, |&body| inner.layout.islands[body]);
    Past::new(t, contacts, responses.fastest_closing(), island)
}
