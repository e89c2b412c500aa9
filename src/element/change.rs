//! How what an element writes changes where its bodies are moved a little: its equations, in numbers that carry their derivative.

use super::{Frames, Planar, Rows, Space, Wrenches};
use crate::math::Now;
use num_dual::Dual64;
use std::marker::PhantomData;

/// The instant, the frames of an element's bodies with how they change, and what it left in its memory.
#[derive(Copy, Clone, Debug)]
pub struct Moving<'a, S: Space = Planar> {
    pub(crate) now: Now<'a>,
    pub(crate) frames: &'a Frames<Dual64>,
    pub(crate) slots: &'a [u32],
    pub(crate) memory: &'a [f64],
    pub(crate) space: PhantomData<S>,
}

/// Where the rows of an element go, each block a W wide: as they are, or what changes of them.
pub trait RowsOf<T, W = [T; 3]> {
    /// As many consecutive rows of a holonomic constraint from `i` on: φ, φ' and γ.
    fn positions<const R: usize>(&mut self, i: usize, phi: [T; R], rate: [T; R], gamma: [T; R]);

    /// As many consecutive rows of the Jacobian from `i` on, for the `k`-th body.
    fn columns<const R: usize>(&mut self, i: usize, k: usize, rows: [W; R]);
}

/// Where changes of rows go.
#[derive(Debug)]
pub struct Changes<'a, S: Space = Planar>(pub(crate) Rows<'a, S>);

/// Where changes of wrenches go, on an element's bodies.
#[derive(Debug)]
pub struct Pushes<'a, S: Space = Planar> {
    pub(crate) wrenches: &'a mut Wrenches,
    pub(crate) slots: &'a [u32],
    pub(crate) space: PhantomData<S>,
}

impl<'a, S: Space> Moving<'a, S> {
    /// The same for a part of the element that uses only the bodies from `first` on.
    #[inline]
    pub(crate) fn beyond(self, first: usize) -> Self {
        Self { slots: &self.slots[first..], ..self }
    }

    /// The same for bodies of the space `T`.
    #[inline]
    pub(crate) fn of<T: Space>(self) -> Moving<'a, T> {
        let Self { now, frames, slots, memory, .. } = self;
        Moving { now, frames, slots, memory, space: PhantomData }
    }

    /// The frame of the element's `k`-th body.
    #[inline]
    pub(crate) fn body(&self, k: usize) -> &'a S::Moved {
        S::moved(self.frames, self.slots[k] as usize)
    }
}

impl<S: Space> Changes<'_, S> {
    /// This place for bodies of the space `T`.
    pub(crate) fn of<T: Space>(&mut self) -> Changes<'_, T> {
        Changes(self.0.of())
    }
}

impl<S: Space> RowsOf<f64, S::Twist> for Rows<'_, S> {
    #[inline]
    fn positions<const R: usize>(&mut self, i: usize, phi: [f64; R], rate: [f64; R], gamma: [f64; R]) {
        Rows::positions(self, i, phi, rate, gamma);
    }

    #[inline]
    fn columns<const R: usize>(&mut self, i: usize, k: usize, rows: [S::Twist; R]) {
        self.jacobian_rows(i, k, rows);
    }
}

impl<S: Space> RowsOf<Dual64, S::Row> for Changes<'_, S> {
    #[inline]
    fn positions<const R: usize>(&mut self, i: usize, phi: [Dual64; R], rate: [Dual64; R], gamma: [Dual64; R]) {
        let Rows { phi: to_phi, rate: to_rate, gamma: to_gamma, .. } = &mut self.0;
        for (to, list) in [(to_phi, phi), (to_rate, rate), (to_gamma, gamma)] {
            to[i..i + R].iter_mut().zip(list).for_each(|(to, x)| *to = x.eps);
        }
    }

    #[inline]
    fn columns<const R: usize>(&mut self, i: usize, k: usize, rows: [S::Row; R]) {
        for (place, row) in self.0.places::<R>(i, k).zip(&rows) {
            place.iter_mut().zip(row.as_ref()).for_each(|(to, x)| *to = x.eps);
        }
    }
}

impl<S: Space> Pushes<'_, S> {
    /// Adds what changes of `size` times the components `row` along a twist, on the element's `k`-th body.
    #[inline]
    pub(crate) fn push(&mut self, k: usize, row: S::Row, size: Dual64) {
        let wrench = self.wrenches.of_mut(self.slots[k] as usize, S::SPATIAL);
        wrench.iter_mut().zip(row.as_ref()).for_each(|(w, g)| *w += (*g * size).eps);
    }

    /// This place for bodies of the space `T`.
    pub(crate) fn of<T: Space>(&mut self) -> Pushes<'_, T> {
        Pushes { wrenches: self.wrenches, slots: self.slots, space: PhantomData }
    }
}
