//! The two ends of an element: [`Ctx`], what it may read, and [`Rows`] and [`Loads`], where it writes.

use super::frames::Wrenches;
use super::{Frames, PlanarFrame, SpatialFrame};
use nalgebra::{Vector2, Vector3};

/// What an element may read: the time, the frames of its own bodies, and what it left in its memory.
#[derive(Copy, Clone, Debug)]
pub struct Ctx<'a> {
    /// The time.
    pub t: f64,
    pub(crate) frames: &'a Frames,
    pub(crate) slots: &'a [u32],
    pub(crate) memory: &'a [f64],
}

impl<'a> Ctx<'a> {
    /// The frame of the element's `k`-th body, in the order in which its shape names them.
    #[inline]
    pub fn body(&self, k: usize) -> &'a PlanarFrame {
        &self.frames.planar[self.slots[k] as usize]
    }

    /// The same for a body in space.
    #[inline]
    pub fn spatial(&self, k: usize) -> &'a SpatialFrame {
        self.frames.spatial(self.slots[k] as usize)
    }

    /// The same context for a part of the element that uses only the bodies from `first` on.
    #[inline]
    pub fn from_slot(self, first: usize) -> Self {
        Self { slots: &self.slots[first..], ..self }
    }

    /// What the element wrote into [`Rows::memory`] or [`Loads::memory`] at the last accepted step: a warm start, or turns that it counts; never a result.
    pub fn memory(&self) -> &'a [f64] {
        self.memory
    }
}

/// Where a constraint writes: its residuals, their rates, and its part of the Jacobian.
#[derive(Debug)]
pub struct Rows<'a> {
    pub(crate) jacobian: &'a mut [f64],
    pub(crate) blocks: &'a [u32],
    pub(crate) phi: &'a mut [f64],
    pub(crate) rate: &'a mut [f64],
    pub(crate) gamma: &'a mut [f64],
    pub(crate) memory: &'a mut [f64],
}

impl Rows<'_> {
    /// Row `i` of a holonomic constraint: φ, φ', and γ, the part of J v' = γ that no acceleration enters.
    #[inline]
    pub fn position(&mut self, i: usize, phi: f64, rate: f64, gamma: f64) {
        self.phi[i] = phi;
        self.rate[i] = rate;
        self.gamma[i] = gamma;
    }

    /// Row `i` of a velocity constraint: ψ and γ. It has no φ.
    #[inline]
    pub fn velocity(&mut self, i: usize, psi: f64, gamma: f64) {
        self.phi[i] = 0.0;
        self.rate[i] = psi;
        self.gamma[i] = gamma;
    }

    /// Row `i` of the Jacobian for the element's `k`-th body: what multiplies its twist, (v_x, v_y, ω) in the plane and (v, Ω) in
    /// space, where [`SpatialFrame::along`] and [`SpatialFrame::about`] write it.
    #[inline]
    pub fn jacobian<T: AsRef<[f64]>>(&mut self, i: usize, k: usize, row: T) {
        let row = row.as_ref();
        let start = self.blocks[k] as usize + row.len() * i;
        self.jacobian[start..start + row.len()].copy_from_slice(row);
    }

    /// Two consecutive rows of the Jacobian from `i` on, for the `k`-th body, which is planar.
    #[inline]
    pub fn jacobian_pair(&mut self, i: usize, k: usize, rows: [f64; 6]) {
        let start = self.blocks[k] as usize + 3 * i;
        self.jacobian[start..start + 6].copy_from_slice(&rows);
    }

    /// The element's memory, to be written anew at every evaluation; what the accepted step wrote is kept.
    pub fn memory(&mut self) -> &mut [f64] {
        self.memory
    }
}

/// Where a force writes: wrenches on its bodies.
#[derive(Debug)]
pub struct Loads<'a> {
    pub(crate) frames: &'a Frames,
    pub(crate) slots: &'a [u32],
    pub(crate) wrenches: &'a mut Wrenches,
    pub(crate) power: f64,
    pub(crate) memory: &'a mut [f64],
}

impl Loads<'_> {
    /// Adds a force (world axes) and a moment about the frame's origin to the element's `k`-th body.
    #[inline]
    pub fn wrench(&mut self, k: usize, force: Vector2<f64>, moment: f64) {
        let body = self.slots[k] as usize;
        let wrench = &mut self.wrenches.planar[body];
        wrench[0] += force.x;
        wrench[1] += force.y;
        wrench[2] += moment;
        let frame = &self.frames.planar[body];
        self.power += force.dot(&frame.velocity) + moment * frame.spin;
    }

    /// Adds a force (world axes) that acts at the world position `at` on the element's `k`-th body.
    #[inline]
    pub fn force_at(&mut self, k: usize, force: Vector2<f64>, at: Vector2<f64>) {
        let arm = at - self.frames.planar[self.slots[k] as usize].origin;
        self.wrench(k, force, arm.perp(&force));
    }

    /// Adds a force and a moment about the frame's origin (world axes) to the element's `k`-th body, which is spatial.
    #[inline]
    pub fn spatial_wrench(&mut self, k: usize, force: Vector3<f64>, moment: Vector3<f64>) {
        let row = self.frames.spatial(self.slots[k] as usize).row(force, moment);
        self.push_spatial(k, row, 1.0);
    }

    /// Adds a force that acts at the world position `at` (world axes) on the element's `k`-th body, which is spatial.
    #[inline]
    pub fn spatial_force_at(&mut self, k: usize, force: Vector3<f64>, at: Vector3<f64>) {
        let arm = at - self.frames.spatial(self.slots[k] as usize).origin;
        self.spatial_wrench(k, force, arm.cross(&force));
    }

    /// Adds `size` times a row to the element's `k`-th body, which is spatial.
    #[inline]
    pub(crate) fn push_spatial(&mut self, k: usize, row: [f64; 6], size: f64) {
        let body = self.slots[k] as usize;
        let twist = self.frames.spatial(body).twist();
        let Some(wrench) = self.wrenches.spatial.get_mut(body) else { return };
        for ((w, r), v) in wrench.iter_mut().zip(row).zip(twist) {
            *w += size * r;
            self.power += size * r * v;
        }
    }

    /// The element's memory, to be written anew at every evaluation; what the accepted step wrote is kept.
    pub fn memory(&mut self) -> &mut [f64] {
        self.memory
    }
}
