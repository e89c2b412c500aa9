//! The numbers of one factorization (U2), and its solutions (U3).

use super::{Coupled, Later, Step};
use nalgebra::ComplexField;

/// A pivot below this part of the largest number of its block, when its turn comes, is none.
const NONE: f64 = 1e-14;

/// A factorization, real or complex; made once.
#[derive(Clone, Debug)]
pub(crate) struct Factor<T> {
    values: Vec<T>,
    /// Row exchanged with each row of D_k, by unknowns.
    swaps: Vec<u32>,
}

impl<T: ComplexField<RealField = f64> + Copy> Factor<T> {
    pub(crate) fn new(pattern: &Coupled) -> Self {
        let [values, unknowns] = pattern.sizes();
        Self { values: vec![T::zero(); values], swaps: vec![0; unknowns] }
    }

    /// Factors (U1) for 1/s; false if a block D_k is singular.
    pub(crate) fn factor(&mut self, pattern: &Coupled, [a, b, c]: [&[f64]; 3], inverse: T) -> bool {
        let square = inverse * inverse;
        for (value, ((&a, &b), &c)) in self.values.iter_mut().zip(a.iter().zip(b).zip(c)) {
            *value = T::from_real(a) - inverse.scale(b) - square.scale(c);
        }
        pattern.steps.iter().all(|step| self.eliminate(pattern, step))
    }

    fn eliminate(&mut self, pattern: &Coupled, step: &Step) -> bool {
        let (n, later) = (step.size, &pattern.later[step.later.clone()]);
        let swaps = &mut self.swaps[step.first..step.first + n];
        // What stands behind D_k are its own blocks first, then others'.
        let (own, rest) = self.values[step.own..].split_at_mut(n * n);
        if !invert(own, swaps) {
            return false;
        }
        let behind = step.own + n * n;
        for Later { right, size, .. } in later {
            solve_columns(own, swaps, &mut rest[right - behind..][..n * size], *size);
        }
        let mut targets = pattern.targets[step.targets..].iter();
        for row in later {
            for column in later {
                let Some(&target) = targets.next() else { return false };
                // Targets stand behind all blocks of this step.
                let (before, target) = self.values.split_at_mut(target as usize);
                let left = &before[row.left..][..row.size * n];
                let right = &before[column.right..][..n * column.size];
                multiply(left, right, n, &mut target[..row.size * column.size], column.size);
            }
        }
        true
    }

    /// (U3), in place.
    pub(crate) fn solve(&self, pattern: &Coupled, x: &mut [T]) {
        for step in &pattern.steps {
            let n = step.size;
            let here = step.first..step.first + n;
            solve_columns(&self.values[step.own..][..n * n], &self.swaps[here.clone()], &mut x[here], 1);
            for later in &pattern.later[step.later.clone()] {
                for r in 0..later.size {
                    let row = &self.values[later.left + r * n..][..n];
                    let sum = row.iter().zip(&x[step.first..]).fold(T::zero(), |sum, (&l, &x)| sum + l * x);
                    x[later.first + r] -= sum;
                }
            }
        }
        for step in pattern.steps.iter().rev() {
            for later in &pattern.later[step.later.clone()] {
                for r in 0..step.size {
                    let row = &self.values[later.right + r * later.size..][..later.size];
                    let sum = row.iter().zip(&x[later.first..]).fold(T::zero(), |sum, (&u, &x)| sum + u * x);
                    x[step.first + r] -= sum;
                }
            }
        }
    }
}

/// Factors D_k with exchanges of rows, its pivots being inverted.
fn invert<T: ComplexField<RealField = f64> + Copy>(block: &mut [T], swaps: &mut [u32]) -> bool {
    let n = swaps.len();
    let largest = block.iter().fold(0.0, |most: f64, x| most.max(x.norm1()));
    for k in 0..n {
        let size = |row: usize, block: &[T]| block[row * n + k].norm1();
        let pivot = (k + 1..n).fold(k, |best, row| if size(row, block) > size(best, block) { row } else { best });
        // Also refuses what is no number.
        if !(size(pivot, block) > NONE * largest) || !largest.is_finite() {
            return false;
        }
        swaps[k] = pivot as u32;
        if pivot != k {
            (0..n).for_each(|column| block.swap(k * n + column, pivot * n + column));
        }
        let inverse = block[k * n + k].recip();
        block[k * n + k] = inverse;
        for row in k + 1..n {
            let factor = block[row * n + k] * inverse;
            block[row * n + k] = factor;
            for column in k + 1..n {
                let upper = block[k * n + column];
                block[row * n + column] -= factor * upper;
            }
        }
    }
    true
}

/// D_k⁻¹ on `width` columns, in place.
fn solve_columns<T: ComplexField + Copy>(block: &[T], swaps: &[u32], x: &mut [T], width: usize) {
    let n = swaps.len();
    for (k, &pivot) in swaps.iter().enumerate().filter(|(k, pivot)| *k != **pivot as usize) {
        (0..width).for_each(|column| x.swap(k * width + column, pivot as usize * width + column));
    }
    for row in 1..n {
        let (above, here) = x.split_at_mut(row * width);
        for (k, above) in above.chunks_exact(width).enumerate() {
            let factor = block[row * n + k];
            here[..width].iter_mut().zip(above).for_each(|(x, &above)| *x -= factor * above);
        }
    }
    for row in (0..n).rev() {
        let (here, below) = x[row * width..].split_at_mut(width);
        for (k, below) in below.chunks_exact(width).enumerate() {
            let factor = block[row * n + row + 1 + k];
            here.iter_mut().zip(below).for_each(|(x, &below)| *x -= factor * below);
        }
        here.iter_mut().for_each(|x| *x *= block[row * n + row]);
    }
}

/// target −= left right, with n columns on the left.
fn multiply<T: ComplexField + Copy>(left: &[T], right: &[T], n: usize, target: &mut [T], width: usize) {
    for (target, left) in target.chunks_exact_mut(width).zip(left.chunks_exact(n)) {
        for (&factor, right) in left.iter().zip(right.chunks_exact(width)) {
            target.iter_mut().zip(right).for_each(|(x, &right)| *x -= factor * right);
        }
    }
}
