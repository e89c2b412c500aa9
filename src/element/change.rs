//! How what an element writes changes where its bodies are moved a little: its equations, in numbers that carry their derivative.

use super::{PlanarFrame, Rows};
use crate::math::Now;
use num_dual::Dual64;

/// The instant, and the frames of an element's bodies, in the plane, with how they change.
#[derive(Copy, Clone, Debug)]
pub struct Moving<'a> {
    pub(crate) now: Now<'a>,
    pub(crate) frames: &'a [PlanarFrame<Dual64>],
    pub(crate) slots: &'a [u32],
}

/// Where the rows of an element of the plane go: as they are, or what changes of them.
pub trait RowsOf<T> {
    /// As many consecutive rows of a holonomic constraint from `i` on: φ, φ' and γ.
    fn positions<const R: usize>(&mut self, i: usize, phi: [T; R], rate: [T; R], gamma: [T; R]);

    /// As many consecutive rows of the Jacobian from `i` on, for the `k`-th body.
    fn columns<const R: usize>(&mut self, i: usize, k: usize, rows: [[T; 3]; R]);
}

/// Where changes of rows go.
#[derive(Debug)]
pub struct Changes<'a>(pub(crate) Rows<'a>);

/// Where changes of wrenches go, those of all bodies.
#[derive(Debug)]
pub struct Pushes<'a> {
    pub(crate) wrenches: &'a mut [[f64; 3]],
    pub(crate) slots: &'a [u32],
}

impl Moving<'_> {
    /// The same for a part of the element that uses only the bodies from `first` on.
    #[inline]
    pub(crate) fn beyond(self, first: usize) -> Self {
        Self { slots: &self.slots[first..], ..self }
    }

    /// The frame of the element's `k`-th body.
    #[inline]
    pub(crate) fn body(&self, k: usize) -> &PlanarFrame<Dual64> {
        &self.frames[self.slots[k] as usize]
    }
}

impl RowsOf<f64> for Rows<'_> {
    #[inline]
    fn positions<const R: usize>(&mut self, i: usize, phi: [f64; R], rate: [f64; R], gamma: [f64; R]) {
        Rows::positions(self, i, phi, rate, gamma);
    }

    #[inline]
    fn columns<const R: usize>(&mut self, i: usize, k: usize, rows: [[f64; 3]; R]) {
        self.jacobian_rows(i, k, rows);
    }
}

impl RowsOf<Dual64> for Changes<'_> {
    #[inline]
    fn positions<const R: usize>(&mut self, i: usize, phi: [Dual64; R], rate: [Dual64; R], gamma: [Dual64; R]) {
        let [phi, rate, gamma] = [phi, rate, gamma].map(|list| list.map(|x| x.eps));
        Rows::positions(&mut self.0, i, phi, rate, gamma);
    }

    #[inline]
    fn columns<const R: usize>(&mut self, i: usize, k: usize, rows: [[Dual64; 3]; R]) {
        self.0.jacobian_rows(i, k, rows.map(|row| row.map(|x| x.eps)));
    }
}

impl Pushes<'_> {
    /// Adds what changes of `size` times the components `row` along a twist, on the element's `k`-th body.
    #[inline]
    pub(crate) fn push(&mut self, k: usize, row: [Dual64; 3], size: Dual64) {
        let wrench = &mut self.wrenches[self.slots[k] as usize];
        wrench.iter_mut().zip(row).for_each(|(w, g)| *w += (g * size).eps);
    }
}
