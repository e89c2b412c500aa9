//! The two ends of an element: [`Ctx`], what it may read, and [`Rows`] and [`Loads`], where it writes.

use super::PlanarFrame;
use nalgebra::Vector2;

/// What an element may read: the time, the frames of its own bodies, and what it left in its memory.
#[derive(Copy, Clone, Debug)]
pub struct Ctx<'a> {
    /// The time.
    pub t: f64,
    pub(crate) frames: &'a [PlanarFrame],
    pub(crate) slots: &'a [u32],
    pub(crate) memory: &'a [f64],
}

impl<'a> Ctx<'a> {
    /// The frame of the element's `k`-th body, in the order in which its shape names them.
    #[inline]
    pub fn body(&self, k: usize) -> &'a PlanarFrame {
        &self.frames[self.slots[k] as usize]
    }

    /// The same context for a part of the element that uses only the bodies from `first` on.
    #[inline]
    pub fn from_slot(self, first: usize) -> Self {
        Self { slots: &self.slots[first..], ..self }
    }

    /// What the element wrote into [`Rows::memory`] at the last accepted step: a warm start, never a result.
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

    /// Row `i` of the Jacobian for the element's `k`-th body: what multiplies its twist (v_x, v_y, ω).
    #[inline]
    pub fn jacobian(&mut self, i: usize, k: usize, row: [f64; 3]) {
        let start = self.blocks[k] as usize + 3 * i;
        self.jacobian[start..start + 3].copy_from_slice(&row);
    }

    /// Two consecutive rows of the Jacobian from `i` on, for the `k`-th body.
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
    pub(crate) frames: &'a [PlanarFrame],
    pub(crate) slots: &'a [u32],
    pub(crate) wrenches: &'a mut [[f64; 3]],
    pub(crate) power: f64,
}

impl Loads<'_> {
    /// Adds a force (world axes) and a moment about the frame's origin to the element's `k`-th body.
    #[inline]
    pub fn wrench(&mut self, k: usize, force: Vector2<f64>, moment: f64) {
        let body = self.slots[k] as usize;
        let wrench = &mut self.wrenches[body];
        wrench[0] += force.x;
        wrench[1] += force.y;
        wrench[2] += moment;
        let frame = &self.frames[body];
        self.power += force.dot(&frame.velocity) + moment * frame.spin;
    }

    /// Adds a force (world axes) that acts at the world position `at` on the element's `k`-th body.
    #[inline]
    pub fn force_at(&mut self, k: usize, force: Vector2<f64>, at: Vector2<f64>) {
        let arm = at - self.frames[self.slots[k] as usize].origin;
        self.wrench(k, force, arm.perp(&force));
    }
}
