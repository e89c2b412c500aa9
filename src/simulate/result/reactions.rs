//! Reading reactions and loads at an instant.
//!
//! They follow one sign: **the wrench on a body, in world axes**. The reaction of a constraint on its k-th body is the wrench J_kᵀ λ at
//! the origin of that body's frame, moved to the constraint's point P:
//!
//! ```text
//! F = (J_kᵀ λ)_v        M_P = (J_kᵀ λ)_ω − (P − O) × F
//! ```

use super::Snapshot;
use crate::element::{
    BodyId, BodyRef, ConstraintId, Ctx, ForceId, Inside, Loads, Planar, Rows, Space, Spatial, SpatialWrench, Wrench,
    Wrenches,
};
use crate::error::ElementError;
use crate::model::ConstraintEntry;
use nalgebra::Vector3;

impl Snapshot<'_> {
    /// The reaction on the constraint's last body, the `b` of a joint between a and b.
    pub fn reaction(&self, constraint: ConstraintId) -> Wrench {
        self.last_wrench::<Planar>(self.model.entry(constraint))
    }

    /// The reaction on the last body of a constraint between bodies in space.
    ///
    /// In the axes of a body: [`SpatialWrench::in_axes`].
    pub fn spatial_reaction(&self, constraint: ConstraintId) -> SpatialWrench {
        self.last_wrench::<Spatial>(self.model.entry(constraint))
    }

    /// The wrench of a constraint's or a friction point's rows on its last body, as one in space, whichever space the bodies live in.
    pub(crate) fn drawn_wrench(&self, entry: &ConstraintEntry) -> SpatialWrench {
        let bodies = &self.model.inner.bodies;
        if entry.slots.iter().any(|&slot| slot > 0 && bodies[slot as usize - 1].spatial) {
            return self.last_wrench::<Spatial>(entry);
        }
        let Wrench { force, moment, point } = self.last_wrench::<Planar>(entry);
        SpatialWrench { force: force.push(0.0), moment: Vector3::new(0.0, 0.0, moment), point: point.push(0.0) }
    }

    fn last_wrench<S: Space>(&self, entry: &ConstraintEntry) -> S::Wrench {
        let last = entry.slots.len() - 1;
        let index = entry.slots[last] as usize;
        let point = self.reaction_point::<S>(entry, last);
        S::wrench(&self.frame::<S>(index), self.components::<S>(entry, index as u32, Some(last)), point)
    }

    /// The reaction on one of the constraint's bodies; zero on a body that it does not touch.
    pub fn reaction_on<S: Space>(&self, constraint: ConstraintId, body: BodyId<S>) -> S::Wrench {
        self.wrench_on::<S>(self.model.entry(constraint), body.into())
    }

    pub(in crate::simulate) fn wrench_on<S: Space>(&self, entry: &ConstraintEntry, body: BodyRef) -> S::Wrench {
        let index = self.model.check(body);
        let frame = self.frame::<S>(index);
        match entry.slots.iter().position(|&slot| slot as usize == index) {
            None => S::wrench(&frame, S::REST, S::in_space(S::position(&frame, S::origin()))),
            Some(first) => {
                let components = self.components::<S>(entry, index as u32, None);
                S::wrench(&frame, components, self.reaction_point::<S>(entry, first))
            }
        }
    }

    fn reaction_point<S: Space>(&self, entry: &ConstraintEntry, k: usize) -> Vector3<f64> {
        let frames = self.frames();
        let at = Ctx { t: self.t, frames: &frames, slots: &entry.slots, memory: &self.memory[entry.memory.clone()] };
        if S::SPATIAL { entry.element.spatial_point(at, k) } else { Planar::in_space(entry.element.point(at, k)) }
    }

    /// Jᵀ λ on the body with the given index, from one slot or from all that are its.
    fn components<S: Space>(&self, entry: &ConstraintEntry, index: u32, only: Option<usize>) -> S::Twist {
        let frames = self.frames();
        let at = Ctx { t: self.t, frames: &frames, slots: &entry.slots, memory: &self.memory[entry.memory.clone()] };
        let rows = entry.shape.rows();
        // Room enough for a twist in either space.
        let blocks: Vec<u32> = (0..entry.slots.len()).map(|k| (6 * rows * k) as u32).collect();
        let mut jacobian = vec![0.0; 6 * rows * blocks.len()];
        let mut scratch =
            [vec![0.0; rows], vec![0.0; rows], vec![0.0; rows], self.memory[entry.memory.clone()].to_vec()];
        let [phi, rate, gamma, memory] = &mut scratch;
        let mut out = Rows { jacobian: &mut jacobian, blocks: &blocks, phi, rate, gamma, memory };
        let solution = self.solution();
        let mut sum = S::REST;
        if entry.element.eval(at, &mut out).is_err() {
            sum.as_mut().fill(f64::NAN);
            return sum;
        }
        let touching = |k: &usize| entry.slots[*k] == index && only.is_none_or(|slot| slot == *k);
        for k in (0..entry.slots.len()).filter(touching) {
            for (i, lambda) in solution.multipliers[entry.rows.clone()].iter().enumerate() {
                let width = sum.as_ref().len();
                let row = &jacobian[blocks[k] as usize + width * i..][..width];
                sum.as_mut().iter_mut().zip(row).for_each(|(s, j)| *s += j * lambda);
            }
        }
        sum
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
        let frame = S::frame(frames, index);
        let mut components = S::REST;
        components.as_mut().copy_from_slice(wrenches.of(index, S::SPATIAL));
        Ok(S::wrench(&frame, components, S::in_space(S::position(&frame, S::origin()))))
    }
}
