//! Reading a state without solving for anything: frames, energies, and second rates of constraints.

use super::Workspace;
use crate::body::FrameWriter;
use crate::element::{Ctx, PlanarFrame};
use crate::model::{ForceEntry, Model};

impl Model {
    /// The frame with the given index (0 is the ground) at a state.
    pub(crate) fn frame(&self, index: usize, q: &[f64], v: &[f64]) -> PlanarFrame {
        self.frame_and_acceleration(index, q, v, None).0
    }

    /// (a_x, a_y, ω') of a frame (E9).
    pub(crate) fn frame_acceleration(&self, index: usize, q: &[f64], v: &[f64], a: &[f64]) -> [f64; 3] {
        self.frame_and_acceleration(index, q, v, Some(a)).1
    }

    fn frame_and_acceleration(&self, index: usize, q: &[f64], v: &[f64], a: Option<&[f64]>) -> (PlanarFrame, [f64; 3]) {
        let mut frame = PlanarFrame::GROUND;
        let Some(body) = index.checked_sub(1) else {
            return (frame, [0.0; 3]);
        };
        let entry = &self.inner.bodies[body];
        let n = entry.dofs.len();
        let (mut map, mut bias) = (vec![0.0; entry.map.len()], [0.0; 3]);
        let mut out = FrameWriter { frame: &mut frame, map: &mut map, bias: &mut bias };
        entry.body.frame(&q[entry.dofs.clone()], &v[entry.dofs.clone()], &mut out);
        let mut acceleration = bias;
        if let Some(a) = a.map(|a| &a[entry.dofs.clone()]) {
            if map.is_empty() {
                acceleration[..n].copy_from_slice(a);
            } else {
                for (value, row) in acceleration.iter_mut().zip(map.chunks_exact(n)) {
                    *value += row.iter().zip(a).map(|(t, a)| t * a).sum::<f64>();
                }
            }
        }
        (frame, acceleration)
    }

    /// ½ vᵀ M v.
    pub(crate) fn kinetic(&self, q: &[f64], v: &[f64]) -> f64 {
        let mut twice = 0.0;
        for entry in &self.inner.bodies {
            let v = &v[entry.dofs.clone()];
            let mut mass = vec![0.0; entry.mass.len()];
            entry.body.mass(&q[entry.dofs.clone()], &mut mass);
            let n = v.len();
            if mass.len() == n {
                twice += mass.iter().zip(v).map(|(m, v)| m * v * v).sum::<f64>();
            } else {
                for (row, left) in mass.chunks_exact(n).zip(v) {
                    twice += left * row.iter().zip(v).map(|(m, v)| m * v).sum::<f64>();
                }
            }
        }
        0.5 * twice
    }

    /// Potential of gravity and of those forces that `counts` chooses; NaN where one cannot be evaluated.
    pub(crate) fn potential(&self, t: f64, frames: &[PlanarFrame], counts: impl Fn(&ForceEntry) -> bool) -> f64 {
        let mut potential = 0.0;
        for (entry, frame) in self.inner.bodies.iter().zip(&frames[1..]) {
            potential -= entry.shape.weight * self.inner.gravity.dot(&frame.point(entry.shape.center));
        }
        for entry in self.inner.forces.iter().filter(|f| counts(f)) {
            let at = Ctx { t, frames, slots: &entry.slots, memory: &[] };
            potential += entry.element.potential(at).unwrap_or(f64::NAN);
        }
        potential
    }
}

impl Workspace {
    /// φ'' (or ψ') of a row: J v' − γ, with the accelerations as they were computed.
    pub(crate) fn second_rate(&self, model: &Model, row: usize) -> f64 {
        let inner = &*model.inner;
        let group = inner.constraints.partition_point(|c| c.rows.end <= row);
        if let Some(friction) = group.checked_sub(model.lasting()).map(|point| &inner.frictions[point]) {
            return self.slip_acceleration(model, friction);
        }
        let entry = &inner.constraints[group];
        let mut second = -self.gamma[row];
        for (k, &body) in entry.held.iter().enumerate() {
            let a = &self.acceleration[inner.bodies[body].dofs.clone()];
            let start = inner.augmented.jacobian_range(group, k).start + (row - entry.rows.start) * a.len();
            let j = &self.blocks[start..start + a.len()];
            second += j.iter().zip(a).map(|(j, a)| j * a).sum::<f64>();
        }
        second
    }
}
