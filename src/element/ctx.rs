//! The two ends of an element: [`Ctx`], what it may read, and [`Rows`] and [`Loads`], where it writes.

use super::frames::Wrenches;
use super::{Frames, Planar, Space, VariableId};
use crate::math::{Jet, Now};
use std::marker::PhantomData;
use std::slice::ChunksExactMut;

/// What an element may read: the time, the frames of its own bodies, and what it left in its memory.
#[derive(Copy, Clone, Debug)]
pub struct Ctx<'a, S: Space = Planar> {
    /// The time.
    pub t: f64,
    now: Now<'a>,
    frames: &'a Frames,
    slots: &'a [u32],
    memory: &'a [f64],
    coordinates: &'a [[f64; 2]],
    reactions: &'a [f64],
    space: PhantomData<S>,
}

impl<'a, S: Space> Ctx<'a, S> {
    #[inline]
    pub(crate) fn new(now: Now<'a>, frames: &'a Frames, slots: &'a [u32], memory: &'a [f64]) -> Self {
        Self { t: now.t, now, frames, slots, memory, coordinates: &[], reactions: &[], space: PhantomData }
    }

    /// The same with what a force reads beside frames.
    #[inline]
    pub(crate) fn reading(self, coordinates: &'a [[f64; 2]], reactions: &'a [f64]) -> Self {
        Self { coordinates, reactions, ..self }
    }

    /// The time, and the variables there: what a [`TimeLaw`](crate::math::TimeLaw) is asked with.
    #[inline]
    pub fn now(&self) -> Now<'a> {
        self.now
    }

    /// A variable of the model, see [`ModelBuilder::input`](crate::model::ModelBuilder::input).
    pub fn variable(&self, variable: VariableId) -> f64 {
        self.now.number(variable.index)
    }

    /// The frame of the element's `k`-th body, in the order in which its shape names them.
    #[inline]
    pub fn body(&self, k: usize) -> &'a S::Frame {
        S::frame(self.frames, self.slots[k] as usize)
    }

    /// This context for bodies of the space `T`: for an element that joins both spaces.
    #[inline]
    pub fn of<T: Space>(self) -> Ctx<'a, T> {
        Ctx::new(self.now, self.frames, self.slots, self.memory).reading(self.coordinates, self.reactions)
    }

    /// The `i`-th of the coordinates that a force [names](crate::force::Force::coordinates), and its rate.
    #[inline]
    pub fn coordinate(&self, i: usize) -> [f64; 2] {
        self.coordinates[i]
    }

    /// The `i`-th of the reactions that a force [names](crate::force::Force::reactions): a multiplier λ, as it is with this force.
    #[inline]
    pub fn reaction(&self, i: usize) -> f64 {
        self.reactions[i]
    }

    /// This context for a part of the element that uses only the bodies from `first` on.
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
pub struct Rows<'a, S: Space = Planar> {
    pub(crate) jacobian: &'a mut [f64],
    pub(crate) blocks: &'a [u32],
    pub(crate) phi: &'a mut [f64],
    pub(crate) rate: &'a mut [f64],
    pub(crate) gamma: &'a mut [f64],
    pub(crate) memory: &'a mut [f64],
    pub(crate) space: PhantomData<S>,
}

impl<S: Space> Rows<'_, S> {
    /// Row `i` of a holonomic constraint: φ, φ', and γ, the part of J v' = γ that no acceleration enters.
    #[inline]
    pub fn position(&mut self, i: usize, phi: f64, rate: f64, gamma: f64) {
        self.phi[i] = phi;
        self.rate[i] = rate;
        self.gamma[i] = gamma;
    }

    /// As many consecutive rows of a holonomic constraint from `i` on.
    #[inline]
    pub fn positions<const R: usize>(&mut self, i: usize, phi: [f64; R], rate: [f64; R], gamma: [f64; R]) {
        self.phi[i..i + R].copy_from_slice(&phi);
        self.rate[i..i + R].copy_from_slice(&rate);
        self.gamma[i..i + R].copy_from_slice(&gamma);
    }

    /// Row `i` of a velocity constraint: ψ and γ. It has no φ.
    #[inline]
    pub fn velocity(&mut self, i: usize, psi: f64, gamma: f64) {
        self.phi[i] = 0.0;
        self.rate[i] = psi;
        self.gamma[i] = gamma;
    }

    /// Takes a given speed from the velocity row `i`, which is written: ψ − w(t), whose γ is larger by w'.
    pub(crate) fn drive(&mut self, i: usize, speed: Jet) {
        self.rate[i] -= speed.value;
        self.gamma[i] += speed.first;
    }

    /// Row `i` of the Jacobian for the element's `k`-th body: what multiplies its twist, (v_x, v_y, ω) in the plane and (v, Ω) in
    /// space, where [`SpatialFrame::along`](super::SpatialFrame::along) and [`SpatialFrame::about`](super::SpatialFrame::about) write it.
    #[inline]
    pub fn jacobian(&mut self, i: usize, k: usize, row: S::Twist) {
        self.jacobian_rows(i, k, [row]);
    }

    /// As many consecutive rows of the Jacobian from `i` on, for the `k`-th body.
    #[inline]
    pub fn jacobian_rows<const R: usize>(&mut self, i: usize, k: usize, rows: [S::Twist; R]) {
        self.places::<R>(i, k).zip(&rows).for_each(|(place, row)| place.copy_from_slice(row.as_ref()));
    }

    /// Where as many rows stand.
    #[inline(always)]
    pub(crate) fn places<const R: usize>(&mut self, i: usize, k: usize) -> ChunksExactMut<'_, f64> {
        let width = S::REST.as_ref().len();
        let start = self.blocks[k] as usize + width * i;
        self.jacobian[start..start + width * R].chunks_exact_mut(width)
    }

    /// The element's memory, to be written anew at every evaluation; what the accepted step wrote is kept.
    pub fn memory(&mut self) -> &mut [f64] {
        self.memory
    }

    /// This place for bodies of the space `T`: for an element that joins both spaces.
    #[inline]
    pub fn of<T: Space>(&mut self) -> Rows<'_, T> {
        Rows {
            jacobian: self.jacobian,
            blocks: self.blocks,
            phi: self.phi,
            rate: self.rate,
            gamma: self.gamma,
            memory: self.memory,
            space: PhantomData,
        }
    }
}

/// Where a force writes: wrenches on its bodies, and forces on their coordinates.
#[derive(Debug)]
pub struct Loads<'a, S: Space = Planar> {
    /// Forces on the coordinates that it names, one for each.
    pub(crate) pushes: &'a mut [f64],
    pub(crate) frames: &'a Frames,
    pub(crate) slots: &'a [u32],
    pub(crate) wrenches: &'a mut Wrenches,
    pub(crate) power: f64,
    pub(crate) memory: &'a mut [f64],
    pub(crate) space: PhantomData<S>,
}

impl<S: Space> Loads<'_, S> {
    /// Adds a force (world axes) and a moment about the frame's origin to the element's `k`-th body.
    #[inline]
    pub fn wrench(&mut self, k: usize, force: S::Vector, moment: S::Moment) {
        let row = S::components(S::frame(self.frames, self.slots[k] as usize), force, moment);
        self.push(k, row, 1.0);
    }

    /// Adds `size` times the components `row` along a twist to the wrench on the element's `k`-th body.
    #[inline]
    pub(crate) fn push(&mut self, k: usize, row: S::Twist, size: f64) {
        S::push(self.wrenches, &mut self.power, self.frames, self.slots[k] as usize, row, size);
    }

    /// Adds a force (world axes) that acts at the world position `at` on the element's `k`-th body.
    #[inline]
    pub fn force_at(&mut self, k: usize, force: S::Vector, at: S::Vector) {
        let arm = at - S::origin(S::frame(self.frames, self.slots[k] as usize));
        self.wrench(k, force, S::moment(arm, force));
    }

    /// Adds a force on the `i`-th of the coordinates that the force [names](crate::force::Force::coordinates): its power is `size` times the coordinate's rate.
    #[inline]
    pub fn on_coordinate(&mut self, i: usize, size: f64) {
        self.pushes[i] += size;
    }

    /// Writes to bodies of the space `T`: for a force that joins both spaces.
    #[inline]
    pub fn of<T: Space, R>(&mut self, write: impl FnOnce(&mut Loads<'_, T>) -> R) -> R {
        let Self { frames, slots, power, .. } = *self;
        let (wrenches, memory, pushes) = (&mut *self.wrenches, &mut *self.memory, &mut *self.pushes);
        let mut loads = Loads { pushes, frames, slots, wrenches, power, memory, space: PhantomData };
        let written = write(&mut loads);
        self.power = loads.power;
        written
    }

    /// The element's memory, to be written anew at every evaluation; what the accepted step wrote is kept.
    pub fn memory(&mut self) -> &mut [f64] {
        self.memory
    }
}
