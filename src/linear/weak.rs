//! How near a row is to depending on the others: what a mechanism near a singular position is asked.
//!
//! With Lᵀ z = e_r for a row r that was *kept*, the pivot is still what (A8) says: 1/w_r = ‖Jᵀz‖². As the pivot goes to zero, z goes to a null
//! vector of (A6) and the force Jᵀz to nothing, but its direction stays: beyond the position where it vanishes it is the opposite one. So Jᵀz tells
//! on which side of that position the mechanism stands, which the pivot, a square, does not.

use super::numbers::Numeric;
use super::program::{Column, MassMatrix};
use super::system::Augmented;

impl Numeric {
    /// Largest S_rr/pivot of the rows kept by the last factorization: one over the square of the smallest sine of (A5).
    pub fn closeness(&self) -> f64 {
        self.closeness
    }

    /// From now on a pivot counts as zero at this part of S_rr; `None`: as (A5) has it.
    pub fn set_zero(&mut self, part: Option<f64>) {
        self.zero = part.unwrap_or(super::dependent::ZERO);
    }
}

impl Augmented {
    /// The row kept with the smallest pivot beside S_rr, to be handed to [`leaning`](Self::leaning). Where a body is split, it may be one that the
    /// caller does not know.
    pub(crate) fn weakest(&self, num: &Numeric) -> Option<usize> {
        let (system, num) = self.inner(num);
        let of_column = |column: &Column| {
            let (row, start) = (column.row as usize, column.start as usize);
            (0..column.rows as usize).map(move |r| (row + r, num.values[start + r], num.scale[row + r]))
        };
        let rows = system.columns.iter().flat_map(of_column).filter(|(_, w, _)| *w > 0.0);
        Some(rows.max_by(|a, b| (a.1 * a.2).total_cmp(&(b.1 * b.2)))?.0)
    }

    /// z with Lᵀ z = e_r, over the caller's rows: what is left of row r beside the rows before it is Jᵀz.
    pub(crate) fn leaning(&self, num: &Numeric, row: usize, z: &mut [f64]) {
        let (system, numbers) = self.inner(num);
        let mut all = vec![0.0; system.rows()];
        all[row] = 1.0;
        system.backward_rows(numbers, &mut all);
        z.copy_from_slice(&all[..z.len()]);
    }

    /// Each component of a force over the root of its entry on the diagonal of M.
    pub(crate) fn weigh(&self, mass: &[f64], force: &mut [f64]) {
        for (body, shape) in self.shapes.iter().enumerate() {
            let (dofs, m) = (self.dof_range(body), &mass[self.mass_range(body)]);
            let stride = if *shape == MassMatrix::Dense { dofs.len() + 1 } else { 1 };
            force[dofs].iter_mut().zip(m.iter().step_by(stride)).for_each(|(f, m)| *f /= m.sqrt());
        }
    }

    fn inner<'a>(&'a self, num: &'a Numeric) -> (&'a Augmented, &'a Numeric) {
        match (&self.split, &num.inside) {
            (Some(split), Some(inside)) => (&split.inner, &inside.numeric),
            _ => (self, num),
        }
    }
}
