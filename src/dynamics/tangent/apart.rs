//! In what two models of one layout differ: what else there is leaves the same in both, and need not be asked.

use super::residual::{Left, Place};
use super::{Tangent, Variation};
use crate::dynamics::evaluate::finite;
use crate::dynamics::{Query, StateRef};
use crate::error::EvalError;
use crate::model::{BodyEntry, LoadRows, Model, same};

/// Elements that are not known to be the same in both, by their indices.
#[derive(Clone, Debug)]
pub(crate) struct Apart {
    /// Do frames depend on more than coordinates? Do masses or weights differ?
    places: bool,
    pub(super) bodies: bool,
    entries: Vec<usize>,
    gathers: Vec<usize>,
    forces: Vec<usize>,
    points: Vec<usize>,
    /// The rows of these entries.
    pub(super) rows: Vec<bool>,
}

impl Apart {
    /// None of models with contacts that open, of which all elements are asked.
    pub(crate) fn of([a, b]: [&Model; 2]) -> Option<Self> {
        let [a, b] = [&*a.inner, &*b.inner];
        if !a.contacts.is_empty() {
            return None;
        }
        // An element on a body whose frame may be another is another.
        let elsewhere = |slots: &[u32]| {
            let bodies = slots.iter().filter(|slot| **slot > 0).map(|slot| &a.bodies[*slot as usize - 1]);
            bodies.into_iter().any(|entry| !same::places_alone(&*entry.body))
        };
        let entries = a.constraints.iter().zip(&b.constraints).map(|(a, b)| same::constraints(&*a.typed, &*b.typed));
        let other = |index: &usize, same: bool, slots: &[u32]| (!same || elsewhere(slots)).then_some(*index);
        let entries: Vec<usize> = (entries.enumerate())
            .filter_map(|(index, same)| other(&index, same, &a.constraints[index].slots))
            .collect();
        let forces = a.forces.iter().zip(&b.forces).map(|(a, b)| same::forces(&*a.typed, &*b.typed));
        let forces =
            forces.enumerate().filter_map(|(index, same)| other(&index, same, &a.forces[index].slots)).collect();
        let points = a.frictions.iter().zip(&b.frictions).enumerate().filter(|(_, (a, b))| {
            let loads = matches!(a.load, LoadRows::Given) || a.load != b.load;
            loads || !same::laws(&*a.law, &*b.law) || entries.contains(&a.entry)
        });
        let points: Vec<usize> = points.map(|(point, _)| point).collect();
        let mut entries = entries;
        // Friction pushes along its tangents.
        entries.extend(points.iter().map(|&point| a.frictions[point].entry));
        entries.sort_unstable();
        entries.dedup();
        let written = |row: &usize| entries.iter().any(|&entry| a.constraints[entry].written.contains(row));
        let gathers = (0..a.layout.gathers.len()).filter(|&gather| written(&a.layout.gathers[gather].row)).collect();
        let rows = (0..a.layout.rows).map(|row| written(&row)).collect();
        let places = !a.bodies.iter().all(|entry| same::places_alone(&*entry.body));
        let alike = |a: &BodyEntry, b: &BodyEntry| {
            let numbers = |entry: &BodyEntry| (entry.shape.mass, entry.shape.center, masses(entry));
            numbers(a) == numbers(b)
        };
        let bodies = places || a.gravity != b.gravity || !a.bodies.iter().zip(&b.bodies).all(|(a, b)| alike(a, b));
        Some(Self { places, bodies, entries, gathers, forces, points, rows })
    }
}

/// The mass matrix where the body is placed.
fn masses(entry: &BodyEntry) -> Vec<f64> {
    let (mut q, mut v) = (vec![0.0; entry.coordinates.len()], vec![0.0; entry.dofs.len()]);
    entry.body.placement(&mut q, &mut v);
    let mut mass = vec![0.0; entry.mass.len()];
    entry.body.mass(&q, &mut mass);
    mass
}

impl Tangent {
    /// What these elements leave where a state is held, and nothing of all others.
    pub(super) fn leave_apart(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        (held, apart): (&Variation, &Apart),
        left: &mut Left,
    ) -> Result<(), EvalError> {
        let Place { t, q, v, variables } = &held.here;
        let at = StateRef { t: *t, q, v, variables, ..query.at };
        let query = Query { at, ..*query };
        let (ws, sides, inner) = (&mut self.ws, &mut left.sides, &*model.inner);
        ws.set_modes(model, query.modes);
        if apart.places {
            ws.place(model, q, v);
        } else {
            ws.frames.copy_from(&held.frames);
        }
        ws.write_some(model, [&apart.entries, &apart.gathers], at.now(), at.memory)?;
        sides.force.fill(0.0);
        if apart.bodies || !apart.forces.is_empty() {
            // It is made where an evaluation makes it.
            std::mem::swap(&mut ws.acceleration, &mut sides.force);
            let loaded = ws.load_by(model, at, &apart.forces);
            std::mem::swap(&mut ws.acceleration, &mut sides.force);
            loaded?;
        }
        std::mem::swap(&mut ws.multipliers, &mut sides.rows);
        ws.stabilize(model, &query);
        std::mem::swap(&mut ws.multipliers, &mut sides.rows);
        for entry in apart.entries.iter().map(|&entry| &inner.constraints[entry]) {
            let rows = entry.rows.clone();
            sides.phi[rows.clone()].copy_from_slice(&ws.phi[rows.clone()]);
            sides.rate[rows.clone()].copy_from_slice(&ws.rate[rows]);
            for place in &entry.places {
                left.blocks[place.clone()].copy_from_slice(&ws.blocks[place.clone()]);
            }
        }
        apart.points.iter().try_for_each(|&point| self.rub(model, point, &query, sides))?;
        if apart.bodies {
            self.push_masses(model, &mut left.inertia);
        }
        if finite(&sides.force) && finite(&sides.rows) { Ok(()) } else { Err(self.ws.diagnose(model, at.now())) }
    }
}
