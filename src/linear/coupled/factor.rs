//! The numbers of one factorization (U2), and its solutions (U3).

use super::{Coupled, Later, Step};
use nalgebra::ComplexField;

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
            solve(own, swaps, &mut rest[right - behind..][..n * size], *size);
        }
        let mut targets = pattern.targets[step.targets..].iter();
        for row in later {
            for column in later {
                let Some(&target) = targets.next() else { return false };
                // Targets stand behind all blocks of this step.
                let (before, target) = self.values.split_at_mut(target as usize);
                let left = &before[row.left..][..row.size * n];
                let right = &before[column.right..][..n * column.size];
                subtract(left, right, n, &mut target[..row.size * column.size], column.size);
            }
        }
        true
    }

    /// (U3), in place.
    pub(crate) fn solve(&self, pattern: &Coupled, x: &mut [T]) {
        let block = |at: usize, size: usize| &self.values[at..at + size];
        for step in &pattern.steps {
            let (n, here) = (step.size, step.first..step.first + step.size);
            solve(block(step.own, n * n), &self.swaps[here.clone()], &mut x[here.clone()], 1);
            for later in &pattern.later[step.later.clone()] {
                // What comes later has any place among the unknowns.
                let (here, there) = apart(x, [step.first, n], [later.first, later.size]);
                subtract_column(block(later.left, later.size * n), here, there);
            }
        }
        for step in pattern.steps.iter().rev() {
            for later in &pattern.later[step.later.clone()] {
                let (here, there) = apart(x, [step.first, step.size], [later.first, later.size]);
                subtract_column(block(later.right, step.size * later.size), there, here);
            }
        }
    }
}

/// Two pieces that do not overlap, each given by its beginning and its length.
fn apart<T>(x: &mut [T], [a, n]: [usize; 2], [b, m]: [usize; 2]) -> (&mut [T], &mut [T]) {
    if a < b {
        let (left, right) = x.split_at_mut(b);
        return (&mut left[a..a + n], &mut right[..m]);
    }
    let (left, right) = x.split_at_mut(a);
    (&mut right[..n], &mut left[b..b + m])
}

/// Factors D_k with exchanges of rows, its pivots being inverted.
fn invert<T: ComplexField<RealField = f64> + Copy>(block: &mut [T], swaps: &mut [u32]) -> bool {
    let n = swaps.len();
    for k in 0..n {
        let size = |row: usize, block: &[T]| block[row * n + k].norm1();
        let pivot = (k + 1..n).fold(k, |best, row| if size(row, block) > size(best, block) { row } else { best });
        // The unknowns of a block have units of their own: no pivot is small by itself.
        if size(pivot, block) == 0.0 || !size(pivot, block).is_finite() {
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
fn solve<T: ComplexField + Copy>(block: &[T], swaps: &[u32], x: &mut [T], width: usize) {
    match swaps.len() {
        1 => solve_sized::<T, 1>(block, swaps, x, width),
        2 => solve_sized::<T, 2>(block, swaps, x, width),
        3 => solve_sized::<T, 3>(block, swaps, x, width),
        6 => solve_sized::<T, 6>(block, swaps, x, width),
        n => solve_columns(block, swaps, x, width, n),
    }
}

/// With a number of unknowns that the compiler knows.
fn solve_sized<T: ComplexField + Copy, const N: usize>(block: &[T], swaps: &[u32], x: &mut [T], width: usize) {
    solve_columns(&block[..N * N], &swaps[..N], &mut x[..N * width], width, N);
}

#[inline(always)]
fn solve_columns<T: ComplexField + Copy>(block: &[T], swaps: &[u32], x: &mut [T], width: usize, n: usize) {
    for (k, &pivot) in swaps.iter().enumerate().filter(|(k, pivot)| *k != **pivot as usize) {
        (0..width).for_each(|column| x.swap(k * width + column, pivot as usize * width + column));
    }
    for column in 0..width {
        for row in 1..n {
            let sum = (0..row).fold(x[row * width + column], |sum, k| sum - block[row * n + k] * x[k * width + column]);
            x[row * width + column] = sum;
        }
        for row in (0..n).rev() {
            let sum =
                (row + 1..n).fold(x[row * width + column], |sum, k| sum - block[row * n + k] * x[k * width + column]);
            x[row * width + column] = sum * block[row * n + row];
        }
    }
}

/// target −= block x.
fn subtract_column<T: ComplexField + Copy>(block: &[T], x: &[T], target: &mut [T]) {
    match (target.len(), x.len()) {
        (2, 2) => subtract_column_sized::<T, 2, 2>(block, x, target),
        (2, 3) => subtract_column_sized::<T, 2, 3>(block, x, target),
        (3, 2) => subtract_column_sized::<T, 3, 2>(block, x, target),
        (3, 3) => subtract_column_sized::<T, 3, 3>(block, x, target),
        (3, 6) => subtract_column_sized::<T, 3, 6>(block, x, target),
        (6, 3) => subtract_column_sized::<T, 6, 3>(block, x, target),
        (6, 6) => subtract_column_sized::<T, 6, 6>(block, x, target),
        _ => {
            for (target, row) in target.iter_mut().zip(block.chunks_exact(x.len())) {
                *target = row.iter().zip(x).fold(*target, |sum, (&b, &x)| sum - b * x);
            }
        }
    }
}

/// With sizes that the compiler knows: nothing is looped over, nothing asked.
fn subtract_column_sized<T: ComplexField + Copy, const M: usize, const N: usize>(
    block: &[T],
    x: &[T],
    target: &mut [T],
) {
    let (rows, x) = (block.as_chunks::<N>().0.first_chunk::<M>(), x.first_chunk::<N>());
    if let (Some(rows), Some(x), Some(target)) = (rows, x, target.first_chunk_mut::<M>()) {
        for (target, row) in target.iter_mut().zip(rows) {
            *target = row.iter().zip(x).fold(*target, |sum, (&b, &x)| sum - b * x);
        }
    }
}

/// target −= left right, with n columns on the left and `width` on the right.
fn subtract<T: ComplexField + Copy>(left: &[T], right: &[T], n: usize, target: &mut [T], width: usize) {
    match (n, width) {
        (2, 2) => subtract_sized::<T, 2, 2>(left, right, target),
        (2, 3) => subtract_sized::<T, 2, 3>(left, right, target),
        (3, 2) => subtract_sized::<T, 3, 2>(left, right, target),
        (3, 3) => subtract_sized::<T, 3, 3>(left, right, target),
        (6, 6) => subtract_sized::<T, 6, 6>(left, right, target),
        _ => {
            for (target, left) in target.chunks_exact_mut(width).zip(left.chunks_exact(n)) {
                for (&factor, right) in left.iter().zip(right.chunks_exact(width)) {
                    target.iter_mut().zip(right).for_each(|(x, &right)| *x -= factor * right);
                }
            }
        }
    }
}

/// With sizes that the compiler knows.
fn subtract_sized<T: ComplexField + Copy, const N: usize, const W: usize>(left: &[T], right: &[T], target: &mut [T]) {
    let (rows, right) = (left.as_chunks::<N>().0, right.as_chunks::<W>().0);
    for (target, left) in target.as_chunks_mut::<W>().0.iter_mut().zip(rows) {
        for (&factor, right) in left.iter().zip(right) {
            for (x, &right) in target.iter_mut().zip(right) {
                *x -= factor * right;
            }
        }
    }
}
