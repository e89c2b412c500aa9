//! Solving with a factorization, in place: (A3) forward, then backward.
//!
//! ```text
//! forward    g_b = W_b L_b⁻¹ h_b;    column by column  y = L_jj⁻¹ (γ_j − Σ_b Z_b g_b − what came from above),  g_j = W_j y,
//!            rows below −= Y_ij g_j
//! backward   λ_j = L_jj⁻ᵀ (g_j − W_j Σ_i Y_ijᵀ λ_i);    g_b += W_b Z_bᵀ λ_j;    v'_b = L_b⁻ᵀ g_b
//! ```
//!
//! `force` holds h, g and v' in turn, `rows` holds γ, g and λ.

use super::below::{pull_below, push_below};
use super::kernel::{part, rows, subtract_product, subtract_wide};
use super::numbers::{Numbers, View};
use super::program::{Block, Column, Known, Touch, Width, by_width, sized, y_offset};
use super::system::System;

impl System {
    pub fn solve(&self, jac: &[f64], num: &Numbers, force: &mut [f64], rows: &mut [f64]) {
        self.forward(jac, num, force, rows);
        self.backward(jac, num, force, rows);
    }

    pub fn forward(&self, jac: &[f64], num: &Numbers, force: &mut [f64], rows: &mut [f64]) {
        self.masses_forward(num, force);
        let view = View::new(jac, num);
        // λ = D⁻¹ γ in idle columns: (A17).
        num.alone.iter().for_each(|&[row, pivot]| rows[row as usize] *= num.values[pivot as usize]);
        for column in self.working(num) {
            let own = column.touches.of(&self.touches);
            let below = column.blocks.of(&self.blocks);
            sized!(column, view.forward(column, own, below, force, rows));
        }
        // (A18), whatever has come there from above.
        num.left_out.iter().for_each(|&row| rows[row as usize] = 0.0);
    }

    #[inline]
    pub fn backward(&self, jac: &[f64], num: &Numbers, force: &mut [f64], rows: &mut [f64]) {
        // In an idle column nothing is below, and λ is what the way forward left.
        self.backward_columns(self.working(num), &View::new(jac, num), force, rows, true);
        self.masses_backward(num, force);
    }

    /// λ = L⁻ᵀ g and, if asked for, g_b += W_b Z_bᵀ λ, over the first columns.
    #[inline(always)]
    pub(super) fn backward_columns(
        &self,
        columns: &[Column],
        view: &View<'_>,
        force: &mut [f64],
        rows: &mut [f64],
        spread: bool,
    ) {
        let mut rest = columns;
        while let Some(column) = rest.last() {
            let alike = sized!(column, self.backward_alike(rest, view, force, rows, spread));
            rest = &rest[..rest.len() - alike];
        }
    }

    /// The same over the last columns, as long as they have M rows and this is known of them; how many they are.
    #[inline(never)]
    fn backward_alike<const M: usize, const KNOWN: usize>(
        &self,
        columns: &[Column],
        view: &View<'_>,
        force: &mut [f64],
        rows: &mut [f64],
        spread: bool,
    ) -> usize {
        let mut count = 0;
        for column in columns.iter().rev().take_while(|column| column.is::<M, KNOWN>()) {
            let below = column.blocks.of(&self.blocks);
            let own = if spread { column.touches.of(&self.touches) } else { &[] };
            view.backward::<M, KNOWN>(column, own, below, force, rows);
            count += 1;
        }
        count
    }

    /// λ = L⁻ᵀ g on the rows alone.
    pub(super) fn backward_rows(&self, num: &Numbers, rows: &mut [f64]) {
        self.backward_columns(self.working(num), &View::new(&[], num), &mut [], rows, false);
    }

    /// The columns that are not idle, and of which something is kept.
    fn working<'a>(&'a self, num: &'a Numbers) -> &'a [Column] {
        match (num.left_out.is_empty(), num.alone.is_empty()) {
            (true, true) => &self.columns,
            (true, false) => &num.working,
            (false, _) => &num.kept,
        }
    }
}

impl View<'_> {
    #[inline(always)]
    fn forward<const M: usize, const KNOWN: usize>(
        &self,
        column: &Column,
        touches: &[Touch],
        below: &[Block],
        force: &[f64],
        rows: &mut [f64],
    ) {
        let (row, start) = (column.row as usize, column.start as usize);
        let head = &self.values[start..start + y_offset(M)];
        let mut g = [0.0; M];
        g.copy_from_slice(&rows[row..row + M]);
        subtract::<M, KNOWN>(&mut g, self.side, touches, force);
        let mut at = M;
        for r in 1..M {
            for c in 0..r {
                g[r] -= head[at] * g[c];
                at += 1;
            }
        }
        for r in 0..M {
            g[r] *= head[r];
        }
        rows[row..row + M].copy_from_slice(&g);
        push_below::<M, KNOWN>(rows, below, &self.values[start + y_offset(M)..], &g);
    }

    #[inline(always)]
    fn backward<const M: usize, const KNOWN: usize>(
        &self,
        column: &Column,
        touches: &[Touch],
        below: &[Block],
        force: &mut [f64],
        rows: &mut [f64],
    ) {
        let (row, start) = (column.row as usize, column.start as usize);
        let head = &self.values[start..start + y_offset(M)];
        let sum = pull_below::<M, KNOWN>(below, &self.values[start + y_offset(M)..], rows);
        let mut lambda = [0.0; M];
        lambda.copy_from_slice(&rows[row..row + M]);
        for c in 0..M {
            lambda[c] -= head[c] * sum[c];
        }
        let mut at = y_offset(M);
        for r in (1..M).rev() {
            for c in (0..r).rev() {
                at -= 1;
                lambda[c] -= head[at] * lambda[r];
            }
        }
        rows[row..row + M].copy_from_slice(&lambda);
        spread::<M, KNOWN>(self.side, touches, self.inverse, &lambda, force);
    }
}

/// g −= Σ_b Z_b x_b for the rows of one column.
#[inline(always)]
pub(super) fn subtract<const M: usize, const KNOWN: usize>(
    g: &mut [f64; M],
    side: &[f64],
    touches: &[Touch],
    x: &[f64],
) {
    for touch in touches {
        let of = |n| (part(side, touch.jac, M * n), part(x, touch.dof, n));
        by_width!(touch.width, KNOWN,
            N => {
                let (z, x) = of(N);
                subtract_rows::<M, N>(g, z, x);
            },
            n => {
                let (z, x) = of(n);
                *g = subtract_wide(*g, z, x);
            }
        );
    }
}

#[inline(always)]
fn subtract_rows<const M: usize, const N: usize>(g: &mut [f64; M], a: &[f64], x: &[f64]) {
    if let (Some(a), Some(x)) = (rows::<M, N>(a), x.first_chunk::<N>()) {
        subtract_product(g, a, x);
    }
}

/// g_b += W_b Z_bᵀ λ for the rows of one column.
#[inline(always)]
pub(super) fn spread<const M: usize, const KNOWN: usize>(
    side: &[f64],
    touches: &[Touch],
    w: &[f64],
    lambda: &[f64; M],
    force: &mut [f64],
) {
    for touch in touches {
        let from = touch.dof as usize;
        let of = |n| (part(side, touch.jac, M * n), part(w, touch.dof, n));
        by_width!(touch.width, KNOWN,
            N => {
                let (z, w) = of(N);
                add_transposed::<M, N>(&mut force[from..from + N], z, w, lambda);
            },
            n => {
                let (z, w) = of(n);
                add_wide(&mut force[from..from + n], z, w, *lambda);
            }
        );
    }
}

/// x += W Aᵀ λ for a block of known width.
#[inline(always)]
fn add_transposed<const M: usize, const N: usize>(x: &mut [f64], a: &[f64], w: &[f64], lambda: &[f64; M]) {
    let (Some(a), Some(w), Some(x)) = (rows::<M, N>(a), w.first_chunk::<N>(), x.first_chunk_mut::<N>()) else {
        return;
    };
    for n in 0..N {
        let mut sum = a[0][n] * lambda[0];
        for r in 1..M {
            sum += a[r][n] * lambda[r];
        }
        x[n] += w[n] * sum;
    }
}

/// By value, so that `lambda` never needs an address.
#[inline(never)]
fn add_wide<const M: usize>(x: &mut [f64], a: &[f64], w: &[f64], lambda: [f64; M]) {
    for (l, a) in lambda.iter().zip(a.chunks_exact(x.len().max(1))) {
        for ((x, a), w) in x.iter_mut().zip(a).zip(w) {
            *x += w * (a * l);
        }
    }
}
