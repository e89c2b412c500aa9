//! Reading reactions and loads at an instant.
//!
//! They follow one sign: **the wrench on a body, in world axes**. The reaction of a constraint on its k-th body is the wrench J_kᵀ λ at
//! the origin of that body's frame, moved to the constraint's point P:
//!
//! ```text
//! F = (J_kᵀ λ)_v        M_P = (J_kᵀ λ)_ω − (P − O) × F
//! ```
//!
//! The plane is the plane z = 0 of space. So every reaction is a wrench in space, and one that is read in the plane is its part there:
//! F_x, F_y, M_z, which of a reaction between bodies of the plane is all of it.

use super::Snapshot;
use crate::constraint::Constraint;
use crate::element::{
    BodyId, ConstraintId, ConstraintRef, Ctx, ForceId, Frames, Inside, Loads, Planar, Space, Spatial, Wrench, Wrenches,
};
use crate::error::ElementError;
use crate::model::ConstraintEntry;
use std::marker::PhantomData;

impl Snapshot<'_> {
    /// The reaction on the constraint's last body, the `b` of a joint between a and b, in the space of that body.
    ///
    /// Friction is not in it: of a joint it stands beside, [`friction_on`](Self::friction_on), and so it does of a contact that rubs, [`friction_force`](Self::friction_force),
    /// whose reaction is the normal force alone. In the axes of a body in space: [`Wrench::in_axes`].
    #[track_caller]
    pub fn reaction<C: Constraint>(&self, constraint: ConstraintId<C>) -> Wrench<C::Space> {
        self.reaction_in(constraint)
    }

    /// The reaction on the constraint's last body, in the space S: what a handle without a type does not know, or the other space, where the plane is
    /// the plane z = 0, and what is read in the plane is the part there, F_x, F_y and M_z.
    #[track_caller]
    pub fn reaction_in<S: Space>(&self, constraint: impl Into<ConstraintRef>) -> Wrench<S> {
        self.drawn_wrench(self.model.entry(constraint)).part()
    }

    /// The wrench of a constraint's or a friction point's rows on its last body, as one in space, whichever space the bodies live in.
    pub(crate) fn drawn_wrench(&self, entry: &ConstraintEntry) -> Wrench<Spatial> {
        let last = entry.slots.len() - 1;
        self.sum(entry, &[last])
    }

    /// The reaction on one of the constraint's bodies; zero on a body that it does not touch.
    ///
    /// The ground is in both spaces: a wrench of the other one is read as [`reaction_in`](Self::reaction_in) says.
    #[track_caller]
    pub fn reaction_on<S: Space>(&self, constraint: impl Into<ConstraintRef>, body: BodyId<S>) -> Wrench<S> {
        self.wrench_on(self.model.entry(constraint), body)
    }

    #[track_caller]
    pub(in crate::simulate) fn wrench_on<S: Space>(&self, entry: &ConstraintEntry, body: BodyId<S>) -> Wrench<S> {
        let index = self.model.check(body.into());
        let slots: Vec<usize> = (0..entry.slots.len()).filter(|&k| entry.slots[k] as usize == index).collect();
        if slots.is_empty() {
            return Wrench::from_components(&self.frame::<S>(index), S::REST.as_ref());
        }
        self.sum(entry, &slots).part()
    }

    /// Jᵀ λ on some slots of a constraint, about the reaction point of the first of them.
    ///
    /// In which space a slot lies the constraint says: the ground lies in both, and a constraint may join them.
    fn sum(&self, entry: &ConstraintEntry, slots: &[usize]) -> Wrench<Spatial> {
        let frames = self.frames();
        let at = Ctx::new(self.now(), &frames, &entry.slots, &self.memory[entry.memory.clone()]);
        let (written, outcome) = entry.write(at);
        let lambda = &self.solution().multipliers[entry.rows.clone()];
        let one = |k: usize| {
            let (slot, spatial) = (entry.slots[k] as usize, entry.spatial[k]);
            let sum = if outcome.is_ok() { written.transposed(k, spatial, lambda) } else { [f64::NAN; 6] };
            wrench_in_space(&frames, slot, spatial, &sum).about(entry.element.point(at, k))
        };
        let mut wrenches = slots.iter().map(|&k| one(k));
        let first = wrenches.next().unwrap_or_else(|| Wrench::from_components(frames.spatial(0), &Spatial::REST));
        wrenches.fold(first, |sum, other| {
            let other = other.about(sum.point);
            Wrench { force: sum.force + other.force, moment: sum.moment + other.moment, ..sum }
        })
    }

    /// The load of a force on one of its bodies, at the origin of the body's frame.
    #[track_caller]
    pub fn load<S: Space>(&self, force: ForceId, body: BodyId<S>) -> Result<Wrench<S>, ElementError> {
        let (entry, index) = (self.model.force_entry(force), self.model.check(body.into()));
        let frames = self.frames();
        let mut wrenches = Wrenches::new(self.model.inner.bodies.len(), self.model.inner.layout.solids);
        let (frames, slots, on) = (&frames, &entry.slots[..], &mut wrenches);
        let mut written = self.memory[entry.memory.clone()].to_vec();
        let (memory, pushes) = (&mut written, &mut vec![0.0; entry.coordinates.len()]);
        let mut out = Loads { pushes, frames, slots, wrenches: on, power: 0.0, memory, space: PhantomData };
        self.of_force(entry, frames, |at| entry.element.eval(at, &mut out))?;
        let about_origin = |spatial: bool| wrench_in_space(frames, index, spatial, wrenches.of(index, spatial));
        if index > 0 {
            return Ok(about_origin(S::SPATIAL).part());
        }
        // The ground takes what comes from either space.
        let (plane, space) = (about_origin(false), about_origin(true));
        Ok(Wrench { force: plane.force + space.force, moment: plane.moment + space.moment, ..plane }.part())
    }
}

/// A wrench at the origin of a frame of either space, from its components along a twist, as one in space.
fn wrench_in_space(frames: &Frames, index: usize, spatial: bool, components: &[f64]) -> Wrench<Spatial> {
    match spatial {
        true => Wrench::from_components(frames.spatial(index), components),
        false => Wrench::<Planar>::from_components(Planar::frame(frames, index), components).in_space(),
    }
}
