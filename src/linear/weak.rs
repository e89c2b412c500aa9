//! How close a row is to being dependent on the others, for mechanisms near a singular position.
//!
//! With Lᵀ z = e_r for a row r that was *kept*, (A8) still holds for the pivot: 1/w_r = ‖Jᵀz‖². As the pivot tends to zero, z tends to a null
//! vector of (A6) and the force Jᵀz to zero, but its direction has a limit. Beyond the position where Jᵀz vanishes, it has the opposite direction. So Jᵀz shows
//! on which side of that position the mechanism is; the pivot, a square, does not.

use super::numbers::Numbers;
use super::program::Column;
use super::system::System;

impl System {
    /// The row kept with the smallest pivot beside S_rr.
    pub fn weakest(&self, num: &Numbers) -> Option<usize> {
        let of_column = |column: &Column| {
            let (row, start) = (column.row as usize, column.start as usize);
            (0..column.rows as usize).map(move |r| (row + r, num.values[start + r], num.found.scale[row + r]))
        };
        let rows = self.columns.iter().flat_map(of_column).filter(|(_, w, _)| *w > 0.0);
        Some(rows.max_by(|a, b| (a.1 * a.2).total_cmp(&(b.1 * b.2)))?.0)
    }

    /// z with Lᵀ z = e_r, its first part: what is left of row r beside the rows before it is Jᵀz.
    pub fn leaning(&self, num: &Numbers, row: usize, z: &mut [f64]) {
        let mut all = vec![0.0; self.layout.rows()];
        all[row] = 1.0;
        self.backward_rows(num, &mut all);
        z.copy_from_slice(&all[..z.len()]);
    }
}
