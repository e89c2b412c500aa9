//! From the coordinates of bodies to their frames, and back from twist columns (E9).

use super::Workspace;
use crate::body::FrameMap;
use crate::element::{PlanarFrame, SpatialFrame};
use crate::error::ElementError;
use crate::model::{BodyEntry, Gather, Model};
use nalgebra::Vector2;

impl Workspace {
    /// The frame of one body.
    #[inline]
    pub(super) fn place_body(&mut self, model: &Model, i: usize, q: &[f64], v: &[f64]) -> Result<(), ElementError> {
        let entry = &model.inner.bodies[i];
        let (q, v) = (&q[entry.coordinates.clone()], &v[entry.dofs.clone()]);
        if entry.shape.frame == FrameMap::Pose && self.place_pose(i, q, v) {
            return Ok(());
        }
        let (map, bias) = (&mut self.maps[entry.map.clone()], &mut self.map_bias[i]);
        entry.body.write_frame(q, v, &mut self.frames, i + 1, map, bias)
    }

    /// A pose is its own frame: no need to query. Says whether these are the numbers of one. Most are placed in runs, so that this is a call of its own.
    #[inline(never)]
    fn place_pose(&mut self, i: usize, q: &[f64], v: &[f64]) -> bool {
        if let ([x, y, angle], [vx, vy, spin]) = (q, v) {
            let (origin, velocity) = (Vector2::new(*x, *y), Vector2::new(*vx, *vy));
            self.frames.planar[i + 1] = PlanarFrame::new(origin, *angle, velocity, *spin);
            return true;
        }
        let (Some(q), Some(v)) = (q.first_chunk(), v.first_chunk()) else { return false };
        self.frames.spatial[i + 1] = SpatialFrame::from_coordinates(q, v);
        true
    }

    /// Carries a block of twist columns over to a body's coordinates: J = J_frame T, γ −= J_frame b (E9).
    pub(super) fn gather(&mut self, model: &Model, gather: &Gather) {
        let entry = &model.inner.bodies[gather.body];
        match (entry.shape.frame, entry.spatial) {
            (FrameMap::General, _) => self.gather_mapped(entry, gather),
            (FrameMap::Translation, false) => self.gather_first::<2, 3>(gather),
            (FrameMap::Translation, true) => self.gather_first::<3, 6>(gather),
            (FrameMap::Pose, false) => self.gather_first::<3, 3>(gather),
            (FrameMap::Pose, true) => self.gather_first::<6, 6>(gather),
        }
    }

    /// T = (1 | 0): the first N of a twist's W columns.
    fn gather_first<const N: usize, const W: usize>(&mut self, gather: &Gather) {
        // Scratch stands behind the blocks of the system.
        let (blocks, scratch) = self.blocks.split_at_mut(gather.from);
        let places = blocks[gather.to..].as_chunks_mut::<N>().0.iter_mut();
        for (place, twist) in places.zip(scratch.as_chunks::<W>().0).take(gather.rows) {
            for j in 0..N {
                place[j] = if gather.add { place[j] + twist[j] } else { twist[j] };
            }
        }
    }

    // The others, which are common and short, are compiled without its registers.
    #[inline(never)]
    fn gather_mapped(&mut self, entry: &BodyEntry, gather: &Gather) {
        let (n, width) = (entry.dofs.len(), entry.width());
        let map = &self.maps[entry.map.clone()];
        let bias = self.map_bias[gather.body];
        let (blocks, scratch) = self.blocks.split_at_mut(gather.from);
        for i in 0..gather.rows {
            let twist = &scratch[width * i..width * (i + 1)];
            for (j, place) in blocks[gather.to + n * i..][..n].iter_mut().enumerate() {
                let value: f64 = twist.iter().zip(map[j..].iter().step_by(n)).map(|(t, m)| t * m).sum();
                *place = if gather.add { *place + value } else { value };
            }
            self.gamma[gather.row + i] -= twist.iter().zip(bias).map(|(t, b)| t * b).sum::<f64>();
        }
    }
}
