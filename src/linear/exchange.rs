//! The choice of the row that is left out, of rows that depend on each other.
//!
//! The order of elimination leaves out the last one. But a row that is kept may be badly conditioned. Of two rows n ρ and t ρ (gap and rolling of elliptic gears on
//! two pins) the first is kept as long as |n| > 1e-6, and a solution with it has the error 1e-16/n². Let z be the null vector of a
//! dropped row r (z_r = 1) and i another row that takes part in it. If i is left out instead, the volume that the rows kept span, relative to their lengths,
//!
//! ```text
//! V² = det S_KK / Π_K S_kk,    j_r = −Σ_i z_i j_i    ⇒    V becomes  V |z_i| √S_ii / √S_rr                 (A14)
//! ```
//!
//! because −z_i j_i is the only part of j_r that the other rows do not span. If this makes V more than twice as large, i and r are exchanged, and
//! the other null vectors y become y − z y_i/z_i. V is at most 1, so that the exchanges end. Then no row's share is more than twice that of the row left out.
//!
//! After an exchange, a row r that is left out may depend on rows after it, which (A6) does not cover. Instead (A1) with h = j_r, γ = 0 and the rows K gives
//!
//! ```text
//! M v' = j_r + J_Kᵀ λ,   J_K v' = 0       z = e_r + λ,   M v' = Jᵀz,   the pivot of row r behind all others: v'ᵀ M v'       (A15)
//! ```

use super::kernel::axpy;
use super::numbers::{Found, Numbers};
use super::system::System;

/// Rows change places if that makes the volume larger by more than this.
const GAIN: f64 = 2.0;

impl Found {
    /// Rows that were better left out than those that were, by (A14), into `left`; `true` if they are others. Null vectors have been asked for.
    #[cold]
    pub fn exchange(&self, left: &mut Vec<usize>) -> bool {
        left.clear();
        left.extend_from_slice(&self.dropped);
        let m = self.scale.len().max(1);
        let mut null = self.null.clone();
        let mut changed = false;
        'better: loop {
            for k in 0..left.len() {
                let z = &null[k * m..(k + 1) * m];
                let share = |row: usize| z[row].abs() * self.scale[row].sqrt();
                let Some(best) = (0..m).max_by(|&a, &b| share(a).total_cmp(&share(b))) else { continue };
                // A share that is not finite is no share.
                if !(share(best) > GAIN * share(left[k]) && share(best).is_finite()) {
                    continue;
                }
                let over = 1.0 / z[best];
                let better: Vec<f64> = z.iter().map(|z| over * z).collect();
                for (i, y) in null.chunks_exact_mut(m).enumerate() {
                    let part = y[best];
                    if i == k { y.copy_from_slice(&better) } else { axpy(y, -part, &better) }
                }
                (left[k], changed) = (best, true);
                continue 'better;
            }
            return changed;
        }
    }
}

impl System {
    /// The null vectors of all rows left out, by (A15).
    #[cold]
    pub fn solve_null_vectors(&self, jac: &[f64], num: &mut Numbers) {
        let (mut force, mut rows) = (std::mem::take(&mut num.force), std::mem::take(&mut num.gamma));
        let mut null = Vec::with_capacity(num.found.dropped.len() * rows.len());
        for &r in &num.found.dropped {
            force.fill(0.0);
            rows.fill(0.0);
            for (at, dof) in self.layout.parts(r) {
                axpy(&mut force[dof..dof + at.len()], 1.0, &jac[at]);
            }
            self.solve(jac, num, &mut force, &mut rows);
            rows[r] = 1.0;
            null.extend_from_slice(&rows);
        }
        (num.force, num.gamma, num.found.null) = (force, rows, null);
    }
}
