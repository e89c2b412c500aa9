//! The masses: M_b = L_b W_b⁻¹ L_bᵀ, and what (A3) takes from it.
//!
//! Bodies of diagonal mass that follow each other are one run: L = 1, and W is the inverse entries. A solid whose frame is at its center of mass has a diagonal mass
//! beside a dense inertia: of L only the last three rows and columns are other than 1, and nothing else of it is read.

use super::error::FactorError;
use super::kernel::{axpy, dot, rows};
use super::numbers::Numbers;
use super::program::{MassBlock, MassMatrix};
use super::system::System;

impl System {
    /// The factors of one block, unless they are known from the same masses.
    pub(super) fn factor_mass(&self, block: &MassBlock, mass: &[f64], num: &mut Numbers) -> Result<(), FactorError> {
        let (at, dof, n) = (block.mass as usize, block.dof as usize, block.len as usize);
        let range = match block.shape {
            MassMatrix::Diagonal => at..at + n,
            MassMatrix::Dense => at..at + n * n,
        };
        let (mass_here, known) = (&mass[range.clone()], &mut num.mass[range.clone()]);
        if *mass_here == *known {
            return Ok(());
        }
        // What is not a number equals nothing: after an error the block is factored anew.
        known.fill(f64::NAN);
        let inverse = &mut num.inverse[dof..dof + n];
        match block.shape {
            MassMatrix::Diagonal => {
                let mut good = true;
                for (w, &m) in inverse.iter_mut().zip(mass_here) {
                    good &= (m > 0.0) & (m < f64::INFINITY);
                    *w = 1.0 / m;
                }
                if !good {
                    return Err(self.bad_mass(block, mass));
                }
            }
            MassMatrix::Dense => {
                let lower = &mut num.lower[range];
                if !dense_mass(mass_here, lower, inverse) {
                    return Err(FactorError::NotPositive { body: block.body as usize });
                }
                num.first[block.body as usize] = first_row(lower, n);
            }
        }
        known.copy_from_slice(mass_here);
        Ok(())
    }

    #[cold]
    fn bad_mass(&self, block: &MassBlock, mass: &[f64]) -> FactorError {
        let bad = |body: &usize| mass[self.layout.mass_range(*body)].iter().any(|&m| !(m > 0.0 && m < f64::INFINITY));
        let body = (block.body as usize..self.layout.shapes.len()).find(bad).unwrap_or(block.body as usize);
        FactorError::NotPositive { body }
    }

    /// Z = J L⁻ᵀ, where any mass is dense.
    pub(super) fn transform_dense(&self, jac: &[f64], Numbers { lower, first, .. }: &Numbers, z: &mut [f64]) {
        let mut done = 0;
        for block in &self.dense {
            let (at, n, mass) = (block.jac as usize, block.width as usize, block.mass as usize);
            let end = at + block.rows as usize * n;
            if done < at {
                // Between them stand the blocks of bodies of diagonal mass.
                z[done..at].copy_from_slice(&jac[done..at]);
            }
            let lower = &lower[mass..mass + n * n];
            lower_rows(lower, first[block.body as usize], &jac[at..end], &mut z[at..end]);
            done = end;
        }
        z[done..].copy_from_slice(&jac[done..]);
    }

    /// g = W L⁻¹ h.
    #[inline(always)]
    pub(super) fn masses_forward(&self, num: &Numbers, force: &mut [f64]) {
        if num.lower.is_empty() {
            force.iter_mut().zip(&num.inverse).for_each(|(g, w)| *g *= w);
        } else {
            self.blocks_forward(num, force);
        }
    }

    fn blocks_forward(&self, num: &Numbers, force: &mut [f64]) {
        for block in &self.masses {
            let (at, dof, n) = (block.mass as usize, block.dof as usize, block.len as usize);
            let g = &mut force[dof..dof + n];
            if block.shape == MassMatrix::Dense {
                solve_lower(&num.lower[at..at + n * n], num.first[block.body as usize], g);
            }
            for (g, w) in g.iter_mut().zip(&num.inverse[dof..dof + n]) {
                *g *= w;
            }
        }
    }

    /// v' = L⁻ᵀ g.
    #[inline(always)]
    pub(super) fn masses_backward(&self, num: &Numbers, force: &mut [f64]) {
        if !num.lower.is_empty() {
            self.blocks_backward(num, force);
        }
    }

    fn blocks_backward(&self, num: &Numbers, force: &mut [f64]) {
        for block in self.masses.iter().filter(|block| block.shape == MassMatrix::Dense) {
            let (at, dof, n) = (block.mass as usize, block.dof as usize, block.len as usize);
            solve_upper(&num.lower[at..at + n * n], num.first[block.body as usize], &mut force[dof..dof + n]);
        }
    }
}

/// From which row and column on L of n coordinates is other than 1: of a solid at its center of mass three, otherwise none.
fn first_row(lower: &[f64], n: usize) -> usize {
    let alone = n == 6 && (1..n).all(|r| lower[r * n..r * n + r.min(3)].iter().all(|l| *l == 0.0));
    if alone { 3 } else { 0 }
}

/// x = L⁻¹ x for a unit lower L, which is other than 1 from `first` on; a solid's six coordinates with loops of known length.
#[inline]
pub(super) fn solve_lower(lower: &[f64], first: usize, x: &mut [f64]) {
    if let (Some(l), Ok(x)) = (rows::<6, 6>(lower), <&mut [f64; 6]>::try_from(&mut *x)) {
        match first {
            3 => lower_of_six::<3>(l, x),
            _ => lower_of_six::<0>(l, x),
        }
        return;
    }
    let n = x.len();
    for r in 1..n {
        x[r] -= dot(&lower[r * n..r * n + r], &x[..r]);
    }
}

/// X L⁻ᵀ of a block of J, row by row: [`solve_lower`] with loops of known length for all rows at once.
#[inline(always)]
fn lower_rows(lower: &[f64], first: usize, from: &[f64], to: &mut [f64]) {
    if let (Some(l), 3) = (rows::<6, 6>(lower), first) {
        for (x, row) in to.as_chunks_mut().0.iter_mut().zip(from.as_chunks().0) {
            *x = *row;
            lower_of_six::<3>(l, x);
        }
        return;
    }
    to.copy_from_slice(from);
    to.chunks_exact_mut(lower.len().isqrt().max(1)).for_each(|x| solve_lower(lower, first, x));
}

#[inline(always)]
fn lower_of_six<const FIRST: usize>(l: &[[f64; 6]; 6], x: &mut [f64; 6]) {
    for r in FIRST + 1..6 {
        for c in FIRST..r {
            x[r] -= l[r][c] * x[c];
        }
    }
}

/// x = L⁻ᵀ x.
#[inline]
fn solve_upper(lower: &[f64], first: usize, x: &mut [f64]) {
    if let (Some(l), Ok(x)) = (rows::<6, 6>(lower), <&mut [f64; 6]>::try_from(&mut *x)) {
        match first {
            3 => upper_of_six::<3>(l, x),
            _ => upper_of_six::<0>(l, x),
        }
        return;
    }
    let n = x.len();
    for r in (1..n).rev() {
        let (above, here) = x.split_at_mut(r);
        axpy(above, -here[0], &lower[r * n..r * n + r]);
    }
}

#[inline(always)]
fn upper_of_six<const FIRST: usize>(l: &[[f64; 6]; 6], x: &mut [f64; 6]) {
    for r in (FIRST + 1..6).rev() {
        for c in FIRST..r {
            x[c] -= l[r][c] * x[r];
        }
    }
}

/// L W⁻¹ Lᵀ of a dense mass, row by row; false if it is not positive definite.
fn dense_mass(mass: &[f64], lower: &mut [f64], inverse: &mut [f64]) -> bool {
    let n = inverse.len();
    let mut good = true;
    for r in 0..n {
        let (done, row) = lower.split_at_mut(r * n);
        let mut pivot = mass[r * n + r];
        let least = n as f64 * f64::EPSILON * pivot;
        for c in 0..r {
            let l = &done[c * n..c * n + c];
            row[c] = mass[r * n + c] - l.iter().zip(&row[..c]).fold(0.0, |sum, (l, y)| sum + l * y);
        }
        for c in 0..r {
            let y = row[c];
            row[c] = y * inverse[c];
            pivot -= row[c] * y;
        }
        good &= pivot > least && pivot < f64::INFINITY;
        inverse[r] = 1.0 / pivot;
    }
    good
}
