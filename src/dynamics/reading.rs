//! Reading a state without solving for anything: frames, energies, and second rates of constraints.

use super::{StateRef, Workspace};
use crate::element::{Ctx, Frames, Space};
use crate::model::Model;

impl Workspace {
    /// Goes on in the place of another: with what it has counted, and with its spare rows.
    pub(crate) fn go_on_from(&mut self, other: &Self) {
        (self.evaluations, self.factorizations) = (other.evaluations, other.factorizations);
        (self.friction.trials, self.listed) = (other.friction.trials, other.listed);
        self.spare.clone_from(&other.spare);
    }
}

impl Model {
    /// The frames of all bodies at a state; not a number where a body refuses to be placed.
    pub(crate) fn frames(&self, q: &[f64], v: &[f64]) -> Frames {
        let mut frames = Frames::new(self.inner.bodies.len(), self.inner.layout.solids);
        (1..=self.inner.bodies.len()).for_each(|index| {
            self.write_frame(index, index, q, v, &mut frames);
        });
        frames
    }

    /// The frame with the given index (0 is the ground) at a state.
    pub(crate) fn frame<S: Space>(&self, index: usize, q: &[f64], v: &[f64]) -> S::Frame {
        let mut frames = Frames::new(1, S::SPATIAL);
        self.write_frame(index, usize::from(index > 0), q, v, &mut frames);
        *S::frame(&frames, usize::from(index > 0))
    }

    /// Acceleration of a frame along its twist (E9).
    pub(crate) fn frame_acceleration<S: Space>(&self, index: usize, q: &[f64], v: &[f64], a: &[f64]) -> S::Twist {
        let mut acceleration = S::REST;
        let Some(body) = index.checked_sub(1) else { return acceleration };
        let (map, bias) = self.write_frame(index, 1, q, v, &mut Frames::new(1, S::SPATIAL));
        let a = &a[self.inner.bodies[body].dofs.clone()];
        if map.is_empty() {
            acceleration.as_mut()[..a.len()].copy_from_slice(a);
        } else {
            let rows = map.chunks_exact(a.len()).zip(bias);
            for (value, (row, bias)) in acceleration.as_mut().iter_mut().zip(rows) {
                *value = bias + row.iter().zip(a).map(|(t, a)| t * a).sum::<f64>();
            }
        }
        acceleration
    }

    /// Writes the frame of the body with the given index to a place; its T and b (E9) are returned.
    fn write_frame(
        &self,
        index: usize,
        place: usize,
        q: &[f64],
        v: &[f64],
        frames: &mut Frames,
    ) -> (Vec<f64>, [f64; 6]) {
        let Some(entry) = index.checked_sub(1).map(|body| &self.inner.bodies[body]) else {
            return (Vec::new(), [0.0; 6]);
        };
        let (mut map, mut bias) = (vec![0.0; entry.map.len()], [0.0; 6]);
        let (q, v) = (&q[entry.coordinates.clone()], &v[entry.dofs.clone()]);
        if entry.body.write_frame(q, v, frames, place, &mut map, &mut bias).is_err() {
            *frames = Frames::new(frames.planar.len() - 1, frames.spatial.len() > 1);
        }
        (map, bias)
    }

    /// ½ vᵀ M v.
    pub(crate) fn kinetic(&self, q: &[f64], v: &[f64]) -> f64 {
        let mut twice = 0.0;
        for entry in &self.inner.bodies {
            let v = &v[entry.dofs.clone()];
            let mut mass = vec![0.0; entry.mass.len()];
            entry.body.mass(&q[entry.coordinates.clone()], &mut mass);
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

    /// Potential of gravity and of all forces, and of those alone whose work is not integrated; NaN where one cannot be evaluated.
    pub(crate) fn potentials(&self, at: StateRef<'_>, frames: &Frames) -> [f64; 2] {
        let (mut all, gravity) = (0.0, self.inner.gravity);
        for (i, entry) in self.inner.bodies.iter().enumerate() {
            let center = entry.shape.center;
            let height = if entry.spatial {
                gravity.dot(&frames.spatial(i + 1).point(center))
            } else {
                gravity.xy().dot(&frames.planar[i + 1].point(center.xy()))
            };
            all -= entry.shape.mass * height;
        }
        let mut conservative = all;
        for entry in &self.inner.forces {
            let seen: Vec<[f64; 2]> = entry.see(at.q, at.v).collect();
            let ctx = Ctx::new(at.now(), frames, &entry.slots, &at.memory[entry.memory.clone()]).reading(&seen, &[]);
            let potential = entry.element.potential(ctx).unwrap_or(f64::NAN);
            all += potential;
            if entry.work.is_none() {
                conservative += potential;
            }
        }
        [all, conservative]
    }
}

impl Workspace {
    /// φ'' (or ψ') of a row: J v' − γ, with the accelerations as they were computed.
    pub(crate) fn second_rate(&self, model: &Model, row: usize) -> f64 {
        let inner = &*model.inner;
        let index = model.entry_of_row(row);
        let rubs = index.checked_sub(model.constraint_count()).map(|point| &inner.frictions[point]);
        // What sticks is a row like any other.
        if let Some(friction) = rubs.filter(|_| self.released[row]) {
            return match &friction.slide {
                Some(_) => self.slip_accelerations(model, friction)[row - friction.row],
                None => self.slip_acceleration(model, friction),
            };
        }
        let entry = &inner.constraints[index];
        let mut second = -self.gamma[row];
        for (k, &body) in entry.held.iter().enumerate() {
            let a = &self.acceleration[inner.bodies[body].dofs.clone()];
            let start = entry.places[k].start + (row - entry.rows.start) * a.len();
            let j = &self.blocks[start..start + a.len()];
            second += j.iter().zip(a).map(|(j, a)| j * a).sum::<f64>();
        }
        second
    }
}
