//! What a model has, by name or by handle. A handle of another model is refused, though the names agree.

use crate::errors::{Raise, caught, unknown};
use crate::handles::{Handle, Name};
use chetaev::element::Space;
use chetaev::prelude as c;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;

/// Refuses a handle of another model, in the library's words.
fn own(model: &c::Model, name: &Name) -> PyResult<()> {
    let Some(handle) = &name.handle else { return Ok(()) };
    // Each asks for the least of what the library tells of such a handle.
    caught(|| {
        let placed = || model.placed();
        match handle {
            Handle::Planar(it) => drop(model.read(&placed()).body(it.id)),
            Handle::Spatial(it) => drop(model.read(&placed()).body(it.id)),
            Handle::Constraint(it) => drop(model.row_range(it.id)),
            Handle::Contact(it) => drop(model.row_range(it.id)),
            Handle::Force(it) => drop(model.read(&placed()).work(it.id)),
            Handle::Friction(it) => drop(model.read(&placed()).work_of_friction(it.id)),
            Handle::Variable(it) => drop(model.read(&placed()).variable(it.id)),
        }
        Ok(())
    })
}

macro_rules! by_name {
    ($($find:ident $known:ident $what:literal: $id:ty;)*) => {$(
        pub fn $find(model: &c::Model, name: &Name) -> PyResult<$id> {
            own(model, name)?;
            model.$find(&name.name).ok_or_else(|| unknown($what, &name.name, model.$known()))
        }
    )*};
}

by_name! {
    constraint constraint_names "constraint": c::ConstraintRef;
    force force_names "force": c::ForceId;
    friction friction_names "friction point": c::FrictionId;
    contact contact_names "contact": c::ContactId;
    variable variable_names "variable": c::VariableId;
}

/// A body of either space.
pub enum Body {
    Planar(c::BodyId),
    Spatial(c::BodyId<c::Spatial>),
}

/// The ground as well, by its handle or its name.
pub fn body(model: &c::Model, name: &Name) -> PyResult<Body> {
    own(model, name)?;
    match &name.handle {
        Some(Handle::Planar(it)) => return Ok(Body::Planar(it.id)),
        Some(Handle::Spatial(it)) => return Ok(Body::Spatial(it.id)),
        _ => {}
    }
    let name = name.name.as_str();
    // A body may have the name of the ground.
    let found = model.body(name).map(Body::Planar).or_else(|| model.body(name).map(Body::Spatial));
    found.map_or_else(
        || match name {
            "ground" => Ok(Body::Planar(c::GROUND)),
            "world" => Ok(Body::Spatial(c::WORLD)),
            _ => Err(unknown("body", name, model.body_names())),
        },
        Ok,
    )
}

/// A body that is in the other space, or nowhere.
fn elsewhere<Other: Space, Own: Space>(model: &c::Model, name: &str, [own, other]: [&str; 2]) -> PyErr {
    match model.body::<Other>(name) {
        Some(_) => PyKeyError::new_err(format!("`{name}` is a body {other}; this is for bodies {own}")),
        None => {
            let known = model.body_names().filter(|name| model.body::<Own>(name).is_some());
            unknown(&format!("body {own}"), name, known)
        }
    }
}

pub fn planar(model: &c::Model, name: &Name) -> PyResult<c::BodyId> {
    own(model, name)?;
    model
        .body(&name.name)
        .ok_or_else(|| elsewhere::<c::Spatial, c::Planar>(model, &name.name, ["of the plane", "in space"]))
}

pub fn spatial(model: &c::Model, name: &Name) -> PyResult<c::BodyId<c::Spatial>> {
    own(model, name)?;
    model
        .body(&name.name)
        .ok_or_else(|| elsewhere::<c::Planar, c::Spatial>(model, &name.name, ["in space", "of the plane"]))
}

/// What acts along a measure: a force or a constraint.
pub fn acting(model: &c::Model, name: &Name) -> PyResult<chetaev::simulate::Acting> {
    own(model, name)?;
    let found = model.force(&name.name).map(Into::into).or_else(|| model.constraint(&name.name).map(Into::into));
    found.ok_or_else(|| unknown("force or constraint", &name.name, model.force_names().chain(model.constraint_names())))
}

/// What a constraint, a contact or a friction point does. A rough contact is all of them under one name, and is told as a contact.
pub fn mode(model: &c::Model, at: &c::Snapshot<'_>, name: &Name) -> PyResult<c::Mode> {
    let known = &name.name;
    if model.contact(known).is_some() {
        Ok(at.contact(contact(model, name)?).mode)
    } else if model.friction(known).is_some() {
        at.friction(friction(model, name)?).map(|it| it.mode).raise()
    } else {
        constraint(model, name).map(|id| at.mode(id))
    }
}
