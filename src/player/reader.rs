//! Reads a run into rows of numbers.
//!
//! Frames are read at the samples, at the events (before what they change), and, if the run kept its dense solution, also in
//! between, and right before and after each event and each change of friction. Then those that interpolation gives anyway are left out.
//!
//! Errors of the constraints and of the energy are read at the samples alone: the dense solution between them has its own.

use super::Curve;
use super::layout::{AT_SAMPLES, Layout, WATCHED};
use crate::constraint::Level;
use crate::dynamics::{Mode, State};
use crate::element::{BodyId, ConstraintRef, ContactId, FrictionId, Planar, Spatial, Wrench, quaternion_rate};
use crate::model::Model;
use crate::simulate::{Snapshot, Trajectory};
use std::collections::BTreeMap;

/// Frames of the dense solution: as many a second, but no fewer and no more in all.
const DENSE: (f64, f64, f64) = (120.0, 2000.0, 20_000.0);

/// An event that happens more often than this, as a controller by the clock does, is counted and not listed, and has no frames of its own: a browser takes 0.2 s for a frame with 13 000 marks.
const OFTEN: usize = 500;

/// The names of such events, with how often they happened.
pub(super) fn often(run: &Trajectory) -> BTreeMap<&str, usize> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    run.events().iter().for_each(|event| *counts.entry(&event.name).or_default() += 1);
    counts.retain(|_, count| *count > OFTEN);
    counts
}

/// A body in either space.
enum Body {
    Planar(BodyId<Planar>),
    Spatial(BodyId<Spatial>),
}

/// Reads snapshots into rows.
pub(super) struct Reader<'p, 'a> {
    curves: &'p [Curve<'a>],
    model: &'p Model,
    bodies: Vec<Body>,
    constraints: Vec<ConstraintRef>,
    frictions: Vec<FrictionId>,
    contacts: Vec<ContactId>,
}

impl<'p, 'a> Reader<'p, 'a> {
    pub(super) fn new(model: &'p Model, curves: &'p [Curve<'a>]) -> Self {
        let body = |name| model.body(name).map(Body::Planar).or_else(|| model.body(name).map(Body::Spatial));
        let constraints = &model.inner.constraints[..model.constraint_count()];
        Self {
            curves,
            model,
            bodies: model.body_names().filter_map(body).collect(),
            constraints: constraints.iter().filter_map(|c| model.constraint(&c.name)).collect(),
            frictions: model.friction_names().filter_map(|name| model.friction(name)).collect(),
            contacts: model.contact_names().filter_map(|name| model.contact(name)).collect(),
        }
    }

    /// Layout of a row.
    pub(super) fn layout(&self) -> Layout {
        let mut bodies = vec![0];
        for body in &self.bodies {
            let width = if matches!(body, Body::Planar(_)) { 6 } else { 14 };
            bodies.push(bodies.last().copied().unwrap_or(0) + width);
        }
        Layout {
            bodies,
            constraints: self.constraints.len(),
            frictions: self.frictions.len(),
            contacts: self.contacts.len(),
            coordinates: self.model.coordinates(),
            curves: self.curves.len(),
        }
    }

    /// A row at each instant, in the order of time, and which of them must stay.
    pub(super) fn rows(&self, run: &Trajectory) -> (Vec<(f64, Vec<f64>)>, Vec<usize>) {
        let mut rows: Vec<(f64, Vec<f64>)> = run.samples().map(|at| (at.t(), self.row(&at))).collect();
        let between = |state: &State| (state.t, self.row_between(run, state));
        let (mut needed, often): (Vec<f64>, _) = (Vec::new(), often(run));
        for event in run.events() {
            rows.push(between(&event.state));
            rows.extend(run.state_at(event.t.next_up()).map(|state| between(&state)));
            if !often.contains_key(event.name.as_str()) {
                needed.extend([event.t, event.t.next_up()]);
            }
        }
        // Reactions jump there, and velocities at an impact.
        for t in run.transitions().iter().map(|change| change.t).chain(run.impacts().iter().map(|impact| impact.t)) {
            rows.extend(run.before(t).map(|state| between(&state)));
            rows.extend(run.state_at(t.next_up()).map(|state| between(&state)));
            needed.extend([t, t.next_up()]);
        }
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            let (from, long) = (first.t(), last.t() - first.t());
            let (rate, least, most) = DENSE;
            let count = (long * rate).clamp(least, most) as usize;
            let dense = (1..count).map_while(|i| run.state_at(from + long * i as f64 / count as f64).ok());
            rows.extend(dense.map(|state| between(&state)));
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Of two rows at the same time the first stays: the sample, if there is one.
        rows.dedup_by(|later, earlier| later.0 == earlier.0);
        let found = |t: &f64| rows.binary_search_by(|row| row.0.total_cmp(t)).ok();
        let needed = needed.iter().filter_map(found).collect();
        (rows, needed)
    }

    /// A row that no sample gives.
    fn row_between(&self, run: &Trajectory, state: &State) -> Vec<f64> {
        let mut row = self.row(&run.read(state));
        let end = row.len() - self.curves.len();
        row[end - WATCHED + AT_SAMPLES..end].fill(f64::NAN);
        row
    }

    /// Poses and their rates, with which a row begins.
    pub(super) fn poses(&self, at: &Snapshot<'_>) -> Vec<f64> {
        let mut row = Vec::new();
        for body in &self.bodies {
            match *body {
                Body::Planar(id) => row.extend(at.body(id).to_array()),
                Body::Spatial(id) => {
                    let frame = at.body(id);
                    let attitude = [frame.attitude.w, frame.attitude.i, frame.attitude.j, frame.attitude.k];
                    row.extend(frame.origin.iter().chain(&attitude));
                    let spin = frame.turn_back(frame.spin);
                    row.extend(frame.velocity.iter().chain(&quaternion_rate(attitude, spin.into())));
                }
            }
        }
        row
    }

    fn row(&self, at: &Snapshot<'_>) -> Vec<f64> {
        let mut row = self.poses(at);
        let push = |row: &mut Vec<f64>, Wrench::<Spatial> { force, moment, point }| {
            row.extend([force, moment, point].iter().flat_map(|v| v.iter()));
        };
        for &constraint in &self.constraints {
            push(&mut row, at.drawn_wrench(self.model.entry(constraint)));
        }
        for &friction in &self.frictions {
            let reading = at.friction(friction);
            row.extend(reading.map_or([f64::NAN; 3], |r| [r.slip, r.load, r.force]));
            let tangent = self.model.friction_entry(friction).entry;
            push(&mut row, at.drawn_wrench(&self.model.inner.constraints[tangent]));
        }
        for reading in self.contacts.iter().map(|&contact| at.contact(contact)) {
            // What is switched off has no gap: its bodies may lie over each other.
            let gap = if reading.mode == Mode::Released { f64::NAN } else { reading.gap };
            row.extend([gap, reading.normal, reading.tangential]);
        }
        row.extend(at.q());
        row.extend([at.kinetic(), at.potential(), at.energy(), at.balance()]);
        row.extend(self.violations(at));
        row.extend(self.curves.iter().map(|curve| (curve.value)(at)));
        row
    }

    /// Largest |φ|, |φ'| and |ψ| of the constraints that hold.
    fn violations(&self, at: &Snapshot<'_>) -> [f64; 3] {
        let mut most = [0.0_f64; 3];
        for &constraint in self.constraints.iter().filter(|&&c| at.mode(c) == Mode::Holding) {
            let rows = at.phi(constraint).into_iter().zip(at.phi_dot(constraint)).zip(self.model.levels(constraint));
            for ((phi, rate), level) in rows {
                match level {
                    Level::Position => (most[0], most[1]) = (most[0].max(phi.abs()), most[1].max(rate.abs())),
                    Level::Velocity => most[2] = most[2].max(rate.abs()),
                }
            }
        }
        most
    }
}
