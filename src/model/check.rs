//! What is checked of the parts of a model before they are ordered: names, bodies, handles, friction points.

use super::entry::{BodyEntry, ConstraintEntry, ForceEntry, FrictionEntry, Part, VariableEntry};
use super::reads;
use crate::body::{FrameMap, Quantity};
use crate::constraint::Level;
use crate::element::{BodyRef, ModelTag};
use crate::error::BuildError;
use crate::friction::Load;
use crate::math::TimeLaw;
use nalgebra::Vector3;
use std::collections::{HashMap, HashSet};

/// A part of gravity that is none; and by which part numbers that are to be the same may differ.
const ROUNDING: f64 = 1e-12;

/// All that was added to a model.
pub(super) struct Parts<'a> {
    pub(super) tag: &'a ModelTag,
    pub(super) gravity: &'a Vector3<f64>,
    pub(super) bodies: &'a [BodyEntry],
    pub(super) constraints: &'a [ConstraintEntry],
    pub(super) forces: &'a [ForceEntry],
    pub(super) frictions: &'a [FrictionEntry],
    pub(super) variables: &'a [VariableEntry],
}

impl Parts<'_> {
    pub(super) fn names(&self) -> Result<(), BuildError> {
        if self.bodies.is_empty() {
            return Err(BuildError::Empty);
        }
        unique("body", self.bodies.iter().map(|b| &b.name))?;
        let mut constraints: HashMap<&String, &Part> = HashMap::new();
        for ConstraintEntry { name, part, .. } in self.constraints {
            let Some(before) = constraints.insert(name, part) else { continue };
            let kind = match (before, part) {
                (Part::Whole, Part::Whole) => "constraint",
                (Part::Gap { .. }, Part::Gap { .. }) => "contact",
                _ => "constraint or contact",
            };
            return Err(BuildError::DuplicateName { kind, name: name.clone() });
        }
        unique("force", self.forces.iter().map(|f| &f.name))?;
        unique("variable", self.variables.iter().map(|v| &v.name))?;
        // Columns of works and of what acts along a measure are read by the name of either.
        let named: HashSet<_> =
            self.constraints.iter().map(|c| &c.name).chain(self.frictions.iter().map(|f| &f.name)).collect();
        if let Some(force) = self.forces.iter().find(|force| named.contains(&force.name)) {
            let kind = "element that acts (constraint, force or friction)";
            return Err(BuildError::DuplicateName { kind, name: force.name.clone() });
        }
        unique("friction", self.frictions.iter().map(|f| &f.name))
    }

    pub(super) fn frictions(&self) -> Result<(), BuildError> {
        for friction in self.frictions {
            let kind = if friction.contact.is_some() { "contact" } else { "friction" };
            let bad = |what| BuildError::BadShape { kind, name: friction.name.clone(), what };
            let levels = &self.constraints[friction.entry].shape.levels;
            let velocities = levels.iter().all(|&level| level == Level::Velocity);
            if friction.contact.is_none() && !(velocities && (1..=3).contains(&levels.len())) {
                return Err(bad(
                    "a friction point has a row for each direction of its slip, three at most, all of velocity level",
                ));
            }
            if let Some(what) = friction.law.flaw() {
                return Err(bad(what));
            }
            let (at_rest, slow, holding) =
                (friction.law.viscous(0.0), friction.law.sliding(0.0), friction.law.holding());
            if !(slow >= 0.0 && slow.is_finite() && holding.is_finite()) {
                return Err(bad("its coefficients of friction must be finite and not negative"));
            }
            if holding < slow * (1.0 - ROUNDING) {
                return Err(bad("its coefficient at rest is smaller than that of sliding: make it at least as large"));
            }
            if at_rest != 0.0 {
                return Err(bad("the viscous part of its law must vanish at rest"));
            }
            let Some(element) = &friction.element else { continue };
            match (levels.len(), element.load()) {
                (1, Load::Triple { .. }) => {
                    return Err(bad(
                        "a load of three components is that of a slip in several directions: of one, take two components",
                    ));
                }
                (2.., Load::Rows { .. }) => {
                    return Err(bad(
                        "a slip in several directions is loaded by the length of two or three components, or by a given load",
                    ));
                }
                _ => {}
            }
            let (constraint, rows) = match element.load() {
                Load::Given => continue,
                Load::Rows { constraint, factors } => (constraint, factors.into_iter().map(|f| f.0).collect()),
                Load::Pair { constraint, rows } => (constraint, rows.to_vec()),
                Load::Triple { constraint, rows } => (constraint, rows.to_vec()),
            };
            let first_tangent = self.constraints.len() - self.frictions.len();
            if !self.tag.admits(constraint.tag) || constraint.index as usize >= first_tangent {
                return Err(BuildError::ForeignHandle { kind: "friction", name: friction.name.clone() });
            }
            let joint = &self.constraints[constraint.index as usize];
            #[cfg(feature = "serde")]
            if !crate::friction::follows(&*self.constraints[friction.entry].typed, &*joint.typed) {
                return Err(bad(
                    "its line or axis is not that of the joint in which it is: in a file that was edited turn both, or leave it out there and add it to the model that is read",
                ));
            }
            let has = joint.shape.rows();
            if rows.is_empty() || rows.iter().any(|&row| row >= has) {
                return Err(bad(
                    "it is loaded by rows that its constraint does not have: is it the handle of another one?",
                ));
            }
        }
        Ok(())
    }

    pub(super) fn bodies(&self) -> Result<(), BuildError> {
        if !self.gravity.iter().all(|g| g.is_finite()) {
            return Err(BuildError::NotFinite { kind: "force", name: "gravity".into(), what: "the vector".into() });
        }
        let across = self.gravity.xy().norm() <= ROUNDING * self.gravity.z.abs();
        if across && self.gravity.z != 0.0 && self.bodies.iter().all(|body| !body.spatial) {
            return Err(BuildError::GravityAcross { z: self.gravity.z });
        }
        let (mut q, mut v) = (Vec::new(), Vec::new());
        for entry in self.bodies {
            let (name, [coordinates, velocities]) = (&entry.name, entry.shape.sizes());
            frame_map(entry).map_err(|what| BuildError::BadShape { kind: "body", name: name.clone(), what })?;
            for (values, count) in [(&mut q, coordinates), (&mut v, velocities)] {
                values.clear();
                values.resize(count, f64::NAN);
            }
            entry.body.placement(&mut q, &mut v);
            for (level, (what, values)) in [("placement", &q), ("velocity", &v)].into_iter().enumerate() {
                if let Some(i) = values.iter().position(|x| !x.is_finite()) {
                    let mut names = entry.shape.coordinates.iter().flat_map(|own| own.names(level));
                    let what = format!("{what} `{}`", names.nth(i).unwrap_or_default());
                    return Err(BuildError::NotFinite { kind: "body", name: name.clone(), what });
                }
            }
        }
        Ok(())
    }

    /// Is a body that an element names one of this model?
    fn known(&self, kind: &'static str, name: &str, body: &BodyRef) -> Result<(), BuildError> {
        let (name, bodies) = (|| name.to_owned(), self.bodies.len());
        match (body.tag, body.index) {
            (tag, _) if !self.tag.admits(tag) => Err(BuildError::ForeignHandle { kind, name: name() }),
            (_, body) if body as usize > bodies => Err(BuildError::UnknownBody { kind, name: name(), body, bodies }),
            _ => Ok(()),
        }
    }

    pub(super) fn handles(&self) -> Result<(), BuildError> {
        let foreign = |kind, name: &String| BuildError::ForeignHandle { kind, name: name.clone() };
        let tangents = self.constraints.len() - self.frictions.len();
        for (index, entry) in self.constraints.iter().enumerate() {
            let kind = if index < tangents { "constraint" } else { "friction" };
            let bad = |what| BuildError::BadShape { kind, name: entry.name.clone(), what };
            entry.shape.bodies.iter().try_for_each(|body| self.known(kind, &entry.name, body))?;
            self.spaces(kind, &entry.name, entry.slots.iter().zip(&entry.spatial))?;
            if entry.shape.rows() == 0 {
                return Err(bad("it has no rows"));
            }
            if let Some(what) = entry.element.flaw() {
                let kind = if matches!(entry.part, Part::Whole) { kind } else { "contact" };
                return Err(BuildError::BadShape { kind, name: entry.name.clone(), what });
            }
            if entry.slots.iter().all(|&slot| slot == 0) {
                return Err(BuildError::NothingToHold { name: entry.name.clone() });
            }
        }
        for entry in self.forces {
            entry.element.bodies().iter().try_for_each(|body| self.known("force", &entry.name, body))?;
            let bad = |what| BuildError::BadShape { kind: "force", name: entry.name.clone(), what };
            if let Some(what) = entry.element.flaw() {
                return Err(bad(what));
            }
            for (body, k) in entry.element.coordinates() {
                let Some(index) = (body.index as usize).checked_sub(1) else {
                    return Err(bad("it acts on a coordinate of the ground, which has none"));
                };
                self.known("force", &entry.name, &body)?;
                if self.bodies.get(index).is_none_or(|body| reads::place(body, k).is_none()) {
                    return Err(bad(
                        "it acts on a coordinate that its body does not have, or on an attitude, which is none: count those of the body's shape from 0",
                    ));
                }
            }
            for (constraint, row) in entry.element.reactions() {
                if !self.tag.admits(constraint.tag) || constraint.index as usize >= tangents {
                    return Err(foreign("force", &entry.name));
                }
                if row >= self.constraints[constraint.index as usize].shape.rows() {
                    return Err(bad(
                        "it reads a reaction that its constraint does not have: is it the handle of another one?",
                    ));
                }
            }
            let spatial: Vec<bool> = (0..entry.slots.len()).map(|k| entry.element.is_spatial(k)).collect();
            self.spaces("force", &entry.name, entry.slots.iter().zip(&spatial))?;
        }
        Ok(())
    }

    /// Variables that laws read must be there, and what they prescribe must not jump: a position needs a rate without jumps, a velocity a value without.
    pub(super) fn laws(&self) -> Result<(), BuildError> {
        if let Some(entry) = self.variables.iter().find(|entry| !entry.value.is_finite()) {
            let (name, what) = (entry.name.clone(), format!("its first value {}", entry.value));
            return Err(BuildError::NotFinite { kind: "variable", name, what });
        }
        let tangents = self.constraints.len() - self.frictions.len();
        for (index, entry) in self.constraints.iter().enumerate() {
            for (level, law) in entry.element.time_laws() {
                let kind = if index < tangents { "constraint" } else { "friction" };
                self.law(kind, &entry.name, law)?;
                let (needs, what) = match level {
                    Level::Position => (2, "position"),
                    Level::Velocity => (1, "velocity"),
                };
                // What rubs may be carried past with a jump.
                let prescribes = index < tangents && entry.part == Part::Whole;
                if prescribes && law.continuity() < needs {
                    return Err(BuildError::Jumps { name: entry.name.clone(), what });
                }
            }
        }
        self.forces.iter().try_for_each(|entry| {
            entry.element.time_laws().into_iter().try_for_each(|law| self.law("force", &entry.name, law))
        })
    }

    /// It must be a function of time, and of variables of this model.
    fn law(&self, kind: &'static str, name: &str, law: &dyn TimeLaw) -> Result<(), BuildError> {
        if let Some(what) = law.flaw() {
            return Err(BuildError::BadShape { kind, name: name.to_owned(), what });
        }
        let known =
            |[index, model]: &[u32; 2]| self.tag.admits_number(*model) && (*index as usize) < self.variables.len();
        let all = law.variables().iter().all(known);
        if all { Ok(()) } else { Err(BuildError::ForeignHandle { kind, name: name.to_owned() }) }
    }

    /// Types keep joints of the plane off bodies in space; a file, or an element of the user's own that takes bodies of any space, knows no types.
    fn spaces<'b>(
        &self,
        kind: &'static str,
        name: &str,
        mut slots: impl Iterator<Item = (&'b u32, &'b bool)>,
    ) -> Result<(), BuildError> {
        let body = |slot: u32| (slot as usize).checked_sub(1).map(|index| &self.bodies[index]);
        match slots.find_map(|(&slot, &spatial)| body(slot).filter(|body| body.spatial != spatial)) {
            None => Ok(()),
            Some(body) => {
                let (name, body, spatial) = (name.to_owned(), body.name.clone(), body.spatial);
                Err(BuildError::OtherSpace { kind, name, body, spatial })
            }
        }
    }
}

/// A joint has no friction point as it was planned: why, or the joint is another's.
pub(super) fn no_point(name: String, what: Option<&'static str>) -> BuildError {
    match what {
        Some(what) => BuildError::BadShape { kind: "friction", name, what },
        None => BuildError::ForeignHandle { kind: "friction", name },
    }
}

/// Do the coordinates of a body fit its frame map?
fn frame_map(entry: &BodyEntry) -> Result<(), &'static str> {
    let attitude = |c: &crate::body::Coordinate| c.quantity == Quantity::Attitude;
    let coordinates = &entry.shape.coordinates;
    let n = coordinates.len();
    match (entry.spatial, entry.shape.frame) {
        (false, _) if coordinates.iter().any(attitude) => Err("a planar body has no attitude: it has an angle"),
        (_, FrameMap::General) if n == 0 => Err("it has no coordinates"),
        (false, FrameMap::Pose) if n != 3 => Err("a planar body with the frame map Pose has 3 coordinates"),
        (false, FrameMap::Translation) if n != 2 => {
            Err("a planar body with the frame map Translation has 2 coordinates")
        }
        (true, FrameMap::Pose) if n != 4 || coordinates.iter().position(attitude) != Some(3) => {
            Err("a spatial body with the frame map Pose has 3 coordinates and then an attitude")
        }
        (true, FrameMap::Translation) if n != 3 || coordinates.iter().any(attitude) => {
            Err("a spatial body with the frame map Translation has 3 coordinates")
        }
        _ => Ok(()),
    }
}

fn unique<'a>(kind: &'static str, names: impl ExactSizeIterator<Item = &'a String>) -> Result<(), BuildError> {
    let mut seen = HashSet::with_capacity(names.len());
    for name in names {
        if !seen.insert(name) {
            return Err(BuildError::DuplicateName { kind, name: name.clone() });
        }
    }
    Ok(())
}
