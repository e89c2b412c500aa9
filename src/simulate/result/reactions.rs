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
use crate::element::{
    BodyId, BodyRef, ConstraintId, Ctx, ForceId, Inside, Loads, Planar, Space, Spatial, SpatialWrench, Wrench, Wrenches,
};
use crate::error::ElementError;
use crate::model::ConstraintEntry;
use nalgebra::Vector3;

impl Snapshot<'_> {
    /// The reaction on the constraint's last body, the `b` of a joint between a and b.
    ///
    /// Of a constraint between bodies in space it is the part in the plane z = 0: F_x, F_y and M_z. All of it has
    /// [`spatial_reaction`](Self::spatial_reaction).
    pub fn reaction(&self, constraint: ConstraintId) -> Wrench {
        Planar::reduced(self.drawn_wrench(self.model.entry(constraint)))
    }

    /// The reaction on the last body of a constraint between bodies in space; of one between bodies of the plane, as a wrench in the plane z = 0.
    ///
    /// In the axes of a body: [`SpatialWrench::in_axes`].
    pub fn spatial_reaction(&self, constraint: ConstraintId) -> SpatialWrench {
        self.drawn_wrench(self.model.entry(constraint))
    }

    /// The wrench of a constraint's or a friction point's rows on its last body, as one in space, whichever space the bodies live in.
    pub(crate) fn drawn_wrench(&self, entry: &ConstraintEntry) -> SpatialWrench {
        let last = entry.slots.len() - 1;
        self.sum(entry, &[last])
    }

    /// The reaction on one of the constraint's bodies; zero on a body that it does not touch.
    ///
    /// The ground is in both spaces: a wrench of the other one is read as [`reaction`](Self::reaction) and
    /// [`spatial_reaction`](Self::spatial_reaction) say.
    pub fn reaction_on<S: Space>(&self, constraint: ConstraintId, body: BodyId<S>) -> S::Wrench {
        self.wrench_on::<S>(self.model.entry(constraint), body.into())
    }

    pub(in crate::simulate) fn wrench_on<S: Space>(&self, entry: &ConstraintEntry, body: BodyRef) -> S::Wrench {
        let index = self.model.check(body);
        let slots: Vec<usize> = (0..entry.slots.len()).filter(|&k| entry.slots[k] as usize == index).collect();
        if slots.is_empty() {
            let frame = self.frame::<S>(index);
            return S::wrench(&frame, S::REST, S::in_space(S::position(&frame, S::origin())));
        }
        S::reduced(self.sum(entry, &slots))
    }

    /// Jᵀ λ on some slots of a constraint, about the reaction point of the first of them.
    ///
    /// In which space a slot lies is known of its body. The ground lies in both, and a constraint may join them.
    fn sum(&self, entry: &ConstraintEntry, slots: &[usize]) -> SpatialWrench {
        let frames = self.frames();
        let at = Ctx { t: self.t, frames: &frames, slots: &entry.slots, memory: &self.memory[entry.memory.clone()] };
        let (written, outcome) = entry.write(at);
        let lambda = &self.solution().multipliers[entry.rows.clone()];
        let one = |k: usize| {
            let slot = entry.slots[k];
            let known = if slot == 0 { written.is_spatial(k) } else { Some(self.model.in_space(slot)) };
            let sum = if outcome.is_ok() { written.transposed(k, lambda) } else { [f64::NAN; 6] };
            if known == Some(true) {
                Spatial::wrench(frames.spatial(slot as usize), sum, entry.element.spatial_point(at, k))
            } else {
                let point = Planar::in_space(entry.element.point(at, k));
                Planar::wrench(&frames.planar[slot as usize], [sum[0], sum[1], sum[2]], point).in_space()
            }
        };
        let mut wrenches = slots.iter().map(|&k| one(k));
        let first = wrenches.next();
        let first = first.unwrap_or_else(|| Spatial::wrench(frames.spatial(0), Spatial::REST, Vector3::zeros()));
        wrenches.fold(first, |sum, other| {
            let other = other.about(sum.point);
            SpatialWrench { force: sum.force + other.force, moment: sum.moment + other.moment, ..sum }
        })
    }

    /// The load of a force on one of its bodies, at the origin of the body's frame.
    pub fn load<S: Space>(&self, force: ForceId, body: BodyId<S>) -> Result<S::Wrench, ElementError> {
        let entry = self.model.force_entry(force);
        let frames = self.frames();
        let mut wrenches = Wrenches::new(self.model.inner.bodies.len(), self.model.inner.layout.solids);
        let (frames, slots, memory) = (&frames, &entry.slots[..], &self.memory[entry.memory.clone()]);
        let mut written = memory.to_vec();
        let mut out = Loads { frames, slots, wrenches: &mut wrenches, power: 0.0, memory: &mut written };
        entry.element.eval(Ctx { t: self.t, frames, slots, memory }, &mut out)?;
        let index = self.model.check(body.into());
        let about_origin = |spatial: bool| match spatial {
            true => {
                let frame = frames.spatial(index);
                let &[a, b, c, d, e, f] = &wrenches.spatial[index];
                Spatial::wrench(frame, [a, b, c, d, e, f], frame.origin)
            }
            false => {
                let frame = &frames.planar[index];
                Planar::wrench(frame, wrenches.planar[index], Planar::in_space(frame.origin)).in_space()
            }
        };
        if index > 0 {
            return Ok(S::reduced(about_origin(S::SPATIAL)));
        }
        // The ground takes what comes from either space.
        let (plane, space) = (about_origin(false), about_origin(true));
        let both = SpatialWrench { force: plane.force + space.force, moment: plane.moment + space.moment, ..plane };
        Ok(S::reduced(both))
    }
}
