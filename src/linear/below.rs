//! The products of a column of a factorization with the rows below it, in both directions.
//!
//! The blocks Y_ij below column j stand one after another, each of 1 to 3 rows, row-major.

use super::kernel::rows;
use super::program::{Block, Known};

/// Rows below −= Y g, block by block.
#[inline(always)]
pub(super) fn push_below<const M: usize, const KNOWN: usize>(
    rows: &mut [f64],
    blocks: &[Block],
    mut y: &[f64],
    g: &[f64; M],
) {
    for block in blocks {
        let count = Known::rows::<M, KNOWN>(block.rows);
        let (here, rest) = y.split_at(count * M);
        y = rest;
        let to = &mut rows[block.row as usize..];
        match count {
            1 => push_rows::<1, M>(to, here, g),
            2 => push_rows::<2, M>(to, here, g),
            _ => push_rows::<3, M>(to, here, g),
        }
    }
}

/// Σ Yᵀ λ over the rows below.
#[inline(always)]
pub(super) fn pull_below<const M: usize, const KNOWN: usize>(
    blocks: &[Block],
    mut y: &[f64],
    rows: &[f64],
) -> [f64; M] {
    let mut sum = [0.0; M];
    for block in blocks {
        let count = Known::rows::<M, KNOWN>(block.rows);
        let (here, rest) = y.split_at(count * M);
        y = rest;
        let from = &rows[block.row as usize..];
        match count {
            1 => pull::<1, M>(&mut sum, here, from),
            2 => pull::<2, M>(&mut sum, here, from),
            _ => pull::<3, M>(&mut sum, here, from),
        }
    }
    sum
}

#[inline(always)]
fn push_rows<const R: usize, const M: usize>(r: &mut [f64], y: &[f64], g: &[f64; M]) {
    if let Some(y) = rows::<R, M>(y) {
        push(r, y, g);
    }
}

/// r −= Y g for a block below.
#[inline(always)]
pub(super) fn push<const R: usize, const M: usize>(r: &mut [f64], y: &[[f64; M]; R], g: &[f64; M]) {
    if let Some(r) = r.first_chunk_mut::<R>() {
        for i in 0..R {
            let mut sum = y[i][0] * g[0];
            for c in 1..M {
                sum += y[i][c] * g[c];
            }
            r[i] -= sum;
        }
    }
}

/// sum += Yᵀ λ for a block below.
#[inline(always)]
fn pull<const R: usize, const M: usize>(sum: &mut [f64; M], y: &[f64], lambda: &[f64]) {
    if let (Some(lambda), Some(y)) = (lambda.first_chunk::<R>(), rows::<R, M>(y)) {
        for i in 0..R {
            for c in 0..M {
                sum[c] += y[i][c] * lambda[i];
            }
        }
    }
}
