//! What friction points and forces read, in rows and coordinates of the whole model, once these are known.

use super::entry::{BodyEntry, ConstraintEntry, ContactEntry, ForceEntry, FrictionEntry, LoadRows};
use crate::body::{Coordinate, Quantity};
use crate::element::{BodyRef, ConstraintRef, ModelTag};
use crate::friction::Load;
use crate::linear::Probe;

/// With more friction points than this their mutual influence, whose size is the square of their number, is not planned.
const MANY_FRICTIONS: usize = 256;

/// What friction points read and push, if there are not too many of them.
pub(super) fn probes(frictions: &[FrictionEntry], constraints: &[ConstraintEntry]) -> Vec<Probe> {
    let some = frictions.iter().filter(|_| frictions.len() <= MANY_FRICTIONS);
    let probe = |friction: &FrictionEntry| match &friction.load {
        LoadRows::Rows(rows) => vec![rows.clone()],
        LoadRows::Length(rows) => rows.iter().map(|&row| vec![(row, 1.0)]).collect(),
        LoadRows::Given => vec![Vec::new()],
    };
    let bodies = |friction: &FrictionEntry| match friction.load {
        LoadRows::Given => Vec::new(),
        _ => constraints[friction.entry].held.clone(),
    };
    some.map(|friction| Probe { loads: probe(friction), bodies: bodies(friction) }).collect()
}

/// Loads in rows of the whole model.
pub(super) fn resolve_loads(
    frictions: &mut [FrictionEntry],
    constraints: &[ConstraintEntry],
    contacts: &[ContactEntry],
    tag: ModelTag,
) {
    let first = |id: ConstraintRef| constraints[id.index as usize].rows.start;
    let length = |id, rows: &[usize]| LoadRows::Length(rows.iter().map(|row| first(id) + row).collect());
    for friction in frictions {
        let load = match (&friction.element, friction.contact) {
            (Some(element), _) => element.load(),
            (None, Some(contact)) => Load::row(ConstraintRef { index: contacts[contact].entry as u32, tag }, 0),
            (None, None) => Load::Given,
        };
        friction.load = match load {
            Load::Given => LoadRows::Given,
            Load::Rows { constraint, factors } => {
                LoadRows::Rows(factors.into_iter().map(|(row, f)| (first(constraint) + row, f)).collect())
            }
            Load::Pair { constraint, rows } => length(constraint, &rows),
            Load::Triple { constraint, rows } => length(constraint, &rows),
        };
    }
}

/// The coordinates of forces by their places in q and v, and the rows that they read; they are checked.
pub(super) fn resolve_forces(forces: &mut [ForceEntry], bodies: &[BodyEntry], constraints: &[ConstraintEntry]) {
    for force in forces {
        let place = |(body, k): (BodyRef, usize)| place(&bodies[body.index as usize - 1], k);
        force.coordinates = force.element.coordinates().into_iter().filter_map(place).collect();
        let row = |(id, row): (ConstraintRef, usize)| constraints[id.index as usize].rows.start + row;
        force.reads = force.element.reactions().into_iter().map(row).collect();
    }
}

/// The places in q and in v of the k-th coordinate of a body; none of an attitude.
pub(super) fn place(body: &BodyEntry, k: usize) -> Option<[usize; 2]> {
    let coordinates = &body.shape.coordinates;
    let attitude = |of: &&Coordinate| of.quantity == Quantity::Attitude;
    if attitude(&coordinates.get(k)?) {
        return None;
    }
    let before = coordinates[..k].iter().filter(attitude).count();
    Some([body.coordinates.start + k + 3 * before, body.dofs.start + k + 2 * before])
}
