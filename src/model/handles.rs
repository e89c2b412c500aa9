//! Handles: by name, and what stands behind one.

use super::{BodyEntry, ConstraintEntry, ContactEntry, ForceEntry, FrictionEntry, Model};
use crate::body::FrameMap;
use crate::constraint::{Constraint, Level};
use crate::element::{
    BodyId, BodyRef, ConstraintId, ConstraintRef, ContactId, EventId, ForceId, FrictionId, Space, VariableId, foreign,
    listed,
};
use std::ops::Range;

impl Model {
    /// The friction point of the given name.
    pub fn friction(&self, name: &str) -> Option<FrictionId> {
        let index = self.inner.frictions.iter().position(|f| f.name == name)?;
        Some(self.friction_at(index))
    }

    pub(crate) fn friction_at(&self, index: usize) -> FrictionId {
        FrictionId { index: index as u32, tag: self.inner.tag }
    }

    pub(crate) fn event_at(&self, index: usize) -> EventId {
        EventId { index: index as u32, tag: self.inner.tag }
    }

    /// The contact of the given name.
    pub fn contact(&self, name: &str) -> Option<ContactId> {
        let index = self.inner.contacts.iter().position(|c| c.name == name)?;
        Some(self.contact_at(index))
    }

    pub(crate) fn contact_at(&self, index: usize) -> ContactId {
        let normal = ConstraintRef { index: self.inner.contacts[index].entry as u32, tag: self.inner.tag };
        ContactId { index: index as u32, normal }
    }

    #[track_caller]
    pub(crate) fn contact_entry(&self, contact: ContactId) -> &ContactEntry {
        match self.inner.contacts.get(contact.index as usize) {
            Some(entry) if self.inner.admits(contact.normal.tag) => entry,
            _ => foreign("contact", contact.index as usize + 1, &listed(self.contact_names())),
        }
    }

    /// The variable of the given name.
    pub fn variable(&self, name: &str) -> Option<VariableId> {
        let index = self.inner.variables.iter().position(|v| v.name == name)?;
        Some(VariableId { index: index as u32, tag: self.inner.tag })
    }

    #[track_caller]
    pub(crate) fn friction_entry(&self, friction: FrictionId) -> &FrictionEntry {
        match self.inner.frictions.get(friction.index as usize) {
            Some(entry) if self.inner.admits(friction.tag) => entry,
            _ => foreign("friction", friction.index as usize + 1, &listed(self.friction_names())),
        }
    }

    /// The body of the given name in the space S.
    pub fn body<S: Space>(&self, name: &str) -> Option<BodyId<S>> {
        let index = self.inner.bodies.iter().position(|b| b.name == name && b.spatial == S::SPATIAL)?;
        Some(BodyId::new(index as u32 + 1, self.inner.tag))
    }

    /// The constraint of the given name.
    pub fn constraint(&self, name: &str) -> Option<ConstraintRef> {
        let index = self.inner.constraints[..self.constraint_count()].iter().position(|c| c.name == name)?;
        Some(ConstraintRef { index: index as u32, tag: self.inner.tag })
    }

    /// The handle with the type of its element, if that is a `C`.
    ///
    /// # Panics
    /// If the handle belongs to another model.
    #[track_caller]
    pub fn typed<C: Constraint + 'static>(&self, constraint: ConstraintRef) -> Option<ConstraintId<C>> {
        self.entry(constraint).typed.is::<C>().then_some(ConstraintId::new(constraint))
    }

    /// The element of a constraint, as it was added.
    ///
    /// # Panics
    /// If the handle belongs to another model.
    #[track_caller]
    pub fn element<C: Constraint + 'static>(&self, constraint: ConstraintId<C>) -> &C {
        match self.entry(constraint).typed.downcast_ref() {
            Some(element) => element,
            None => unreachable!("a handle has the type of its element"),
        }
    }

    /// The force of the given name.
    pub fn force(&self, name: &str) -> Option<ForceId> {
        let index = self.inner.forces.iter().position(|f| f.name == name)?;
        Some(ForceId { index: index as u32, tag: self.inner.tag })
    }

    /// Where the velocities of a body stand in v. Without attitudes in the model its coordinates stand at the same places in q.
    ///
    /// # Panics
    /// If the handle belongs to another model, or is the ground.
    #[track_caller]
    pub fn velocity_range<S: Space>(&self, body: BodyId<S>) -> Range<usize> {
        self.body_entry(body.into()).dofs.clone()
    }

    /// Where the coordinates of a body stand in q.
    ///
    /// # Panics
    /// If the handle belongs to another model, or is the ground.
    #[track_caller]
    pub fn coordinate_range<S: Space>(&self, body: BodyId<S>) -> Range<usize> {
        self.body_entry(body.into()).coordinates.clone()
    }

    /// A body whose coordinates are those of its frame, and which turns if it must.
    #[track_caller]
    pub(super) fn framed(&self, body: BodyRef, turns: bool) -> &BodyEntry {
        let entry = self.body_entry(body);
        let fits = entry.shape.frame == FrameMap::Pose || entry.shape.frame == FrameMap::Translation && !turns;
        assert!(
            fits,
            "body `{}` {}: find its numbers by `model.coordinate_range(body)` and `velocity_range`",
            entry.name,
            if entry.shape.frame == FrameMap::Translation { "does not turn" } else { "has coordinates of its own" }
        );
        entry
    }

    #[track_caller]
    fn body_entry(&self, body: BodyRef) -> &BodyEntry {
        assert!(!body.is_ground(), "the ground has no coordinates: give a body of the model");
        &self.inner.bodies[self.check(body) - 1]
    }

    /// Where the rows of a constraint stand among the multipliers.
    ///
    /// # Panics
    /// If the handle belongs to another model.
    #[track_caller]
    pub fn row_range(&self, constraint: impl Into<ConstraintRef>) -> Range<usize> {
        self.entry(constraint).rows.clone()
    }

    /// Position or velocity, for each row of a constraint.
    ///
    /// # Panics
    /// If the handle belongs to another model.
    #[track_caller]
    pub fn levels(&self, constraint: impl Into<ConstraintRef>) -> &[Level] {
        &self.entry(constraint).shape.levels
    }

    #[track_caller]
    pub(crate) fn entry(&self, constraint: impl Into<ConstraintRef>) -> &ConstraintEntry {
        let constraint = constraint.into();
        match self.inner.constraints.get(constraint.index as usize) {
            Some(entry) if self.inner.admits(constraint.tag) => entry,
            _ => foreign("constraint", constraint.index as usize + 1, &listed(self.constraint_names())),
        }
    }

    #[track_caller]
    pub(crate) fn force_entry(&self, force: ForceId) -> &ForceEntry {
        match self.inner.forces.get(force.index as usize) {
            Some(entry) if self.inner.admits(force.tag) => entry,
            _ => {
                let names = self.inner.forces.iter().map(|it| it.name.as_str());
                foreign("force", force.index as usize + 1, &listed(names))
            }
        }
    }

    /// Index of a body's frame; panics for a handle of another model, which is a programming error.
    #[track_caller]
    pub(crate) fn check(&self, body: BodyRef) -> usize {
        if !self.has(body) {
            foreign("body", body.index as usize, &listed(self.body_names()));
        }
        body.index as usize
    }

    /// The place of a variable in the list; panics as [`check`](Self::check) does.
    #[track_caller]
    pub(crate) fn check_variable(&self, variable: VariableId) -> usize {
        let index = variable.index as usize;
        if !self.inner.admits(variable.tag) || index >= self.inner.variables.len() {
            foreign("variable", index + 1, &listed(self.variable_names()));
        }
        index
    }

    /// Is it a body of this model, or the ground?
    pub(crate) fn has(&self, body: BodyRef) -> bool {
        self.inner.admits(body.tag) && body.index as usize <= self.inner.bodies.len()
    }
}
