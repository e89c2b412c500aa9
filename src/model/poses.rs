//! Bodies that follow each other and whose coordinates are their poses, as rigid bodies' are: their frames and wrenches in one loop.

use crate::element::{Frames, PlanarFrame, SpatialFrame, Wrenches};
use nalgebra::Vector2;

/// Such bodies, all of one space.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Poses {
    pub(super) spatial: bool,
    /// Do wrenches act alone, without inertia forces?
    pub(super) alone: bool,
    /// The first one, and how many there are.
    pub(super) body: usize,
    pub(super) count: usize,
    /// Where the coordinates of the first begin, and its velocities.
    pub(super) q: usize,
    pub(super) v: usize,
}

impl Poses {
    /// Writes their frames.
    pub(crate) fn place(&self, q: &[f64], v: &[f64], frames: &mut Frames) {
        let to = self.body + 1..self.body + 1 + self.count;
        let (q, v) = (&q[self.q..], &v[self.v..]);
        if self.spatial {
            let places = q.as_chunks().0.iter().zip(v.as_chunks().0);
            for (frame, (q, v)) in frames.spatial[to].iter_mut().zip(places) {
                *frame = SpatialFrame::from_coordinates(q, v);
            }
            return;
        }
        let places = q.as_chunks().0.iter().zip(v.as_chunks().0);
        for (frame, (&[x, y, angle], &[vx, vy, spin])) in frames.planar[to].iter_mut().zip(places) {
            *frame = PlanarFrame::new(Vector2::new(x, y), angle, Vector2::new(vx, vy), spin);
        }
    }

    /// Wrenches, into the place of their accelerations, unless more than these acts on them.
    pub(crate) fn copy_wrenches(&self, wrenches: &Wrenches, to: &mut [f64]) {
        if !self.alone {
            return;
        }
        let of = self.body + 1..self.body + 1 + self.count;
        let from = match self.spatial {
            true => wrenches.spatial[of].as_flattened(),
            false => wrenches.planar[of].as_flattened(),
        };
        to[self.v..self.v + from.len()].copy_from_slice(from);
    }
}
