//! What forces read and push beside frames: coordinates of bodies, and reactions.
//!
//! A force Q on a coordinate x has the power Q x', whatever x is, so it enters h at the place of the coordinate's velocity, beside the wrenches that (E9) carries over:
//!
//! ```text
//! (1)  h = Tᵀ w + Q
//! ```

use super::diagnose::element;
use super::room::Reads;
use super::{StateRef, Workspace};
use crate::body::FrameMap;
use crate::element::{Ctx, Loads, Wrenches};
use crate::error::EvalError;
use crate::model::{BodyEntry, ForceEntry};
use std::marker::PhantomData;

impl ForceEntry {
    /// Its coordinates and their rates.
    pub(crate) fn see<'a>(&'a self, q: &'a [f64], v: &'a [f64]) -> impl Iterator<Item = [f64; 2]> + 'a {
        self.coordinates.iter().map(|&[coordinate, rate]| [q[coordinate], v[rate]])
    }

    /// The reactions that it reads.
    pub(crate) fn read_reactions<'a>(&'a self, multipliers: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.reads.iter().map(|&row| multipliers[row])
    }
}

impl Workspace {
    /// Adds the wrenches of one force to those given, and its forces on coordinates to Σ Q; its power and its memory are kept.
    pub(super) fn push_force(
        &mut self,
        force: usize,
        entry: &ForceEntry,
        at: StateRef<'_>,
        wrenches: &mut Wrenches,
    ) -> Result<(), EvalError> {
        let Reads { seen, pushes, told, on_coordinates, reactions, .. } = &mut self.reads;
        let (seen, told) = (&mut seen[force], &mut told[force]);
        seen.iter_mut().zip(entry.see(at.q, at.v)).for_each(|(to, seen)| *to = seen);
        told.iter_mut().zip(entry.read_reactions(reactions)).for_each(|(to, told)| *to = told);
        pushes.clear();
        pushes.resize(seen.len(), 0.0);
        let ctx = Ctx::new(at.now(), &self.frames, &entry.slots, &at.memory[entry.memory.clone()]).reading(seen, told);
        let mut out = Loads {
            pushes: &mut *pushes,
            frames: &self.frames,
            slots: &entry.slots,
            wrenches,
            power: 0.0,
            memory: &mut self.memory[entry.memory.clone()],
            space: PhantomData,
        };
        entry.element.eval(ctx, &mut out).map_err(|e| element("force", &entry.name, at.t, e))?;
        let mut power = out.power;
        for ((&[_, rate], push), [_, speed]) in entry.coordinates.iter().zip(pushes).zip(seen) {
            on_coordinates[rate] += *push;
            power += *push * *speed;
        }
        if let Some(work) = entry.work {
            self.powers[work] = power;
        }
        Ok(())
    }
}

/// Adds Tᵀ w to h of one body (E9).
#[inline]
pub(super) fn carry(entry: &BodyEntry, maps: &[f64], wrench: &[f64], h: &mut [f64]) {
    match entry.shape.frame {
        FrameMap::Pose | FrameMap::Translation => h.iter_mut().zip(wrench).for_each(|(h, w)| *h += w),
        FrameMap::General => {
            for (w, row) in wrench.iter().zip(maps[entry.map.clone()].chunks_exact(h.len())) {
                h.iter_mut().zip(row).for_each(|(h, t)| *h += t * w);
            }
        }
    }
}
