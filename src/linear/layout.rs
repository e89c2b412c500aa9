//! Where the numbers of a system stand, and what is worked out from them without a factorization.

use super::kernel::{axpy, dot};
use super::numbers::Sides;
use super::program::{Held, MassMatrix, Width, small};
use std::ops::Range;

/// A group of rows of J that are written together, and the bodies that they hold.
#[derive(Clone, Copy, Debug)]
pub struct Group<'a> {
    /// Number of rows.
    pub rows: usize,
    /// The bodies, in the order of the group's blocks.
    pub bodies: &'a [usize],
}

#[derive(Clone, Debug)]
pub(super) struct Layout {
    mass_at: Vec<usize>,
    dof_at: Vec<usize>,
    row_at: Vec<usize>,
    /// Of all groups the starts of their blocks, one after another, and the end of the last; and for each group which of them is its first.
    jac_at: Vec<usize>,
    blocks_at: Vec<usize>,
    pub shapes: Vec<MassMatrix>,
    /// Every block of J.
    held: Vec<Held>,
}

impl Layout {
    /// Of each group `used` rows, the first ones, belong to the system; the others have places like them, which it does not touch.
    pub fn new(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>], used: &[Group<'_>]) -> Self {
        let dof_at = starts(bodies.iter().map(|b| b.0));
        let mass_at = starts(bodies.iter().map(|&(n, shape)| if shape == MassMatrix::Dense { n * n } else { n }));
        let row_at = starts(groups.iter().map(|g| g.rows));
        let blocks_at = starts(groups.iter().map(|g| g.bodies.len()));
        let blocks = blocks_at[groups.len()];
        let (mut jac_at, mut held) = (Vec::with_capacity(blocks + 1), Vec::with_capacity(blocks));
        jac_at.push(0);
        for (g, group) in groups.iter().enumerate() {
            let missing = group.bodies.iter().find(|&&b| b >= bodies.len());
            assert!(missing.is_none(), "group {g} names body {missing:?} of {}", bodies.len());
            for &b in group.bodies {
                let (jac, width) = (jac_at[held.len()], bodies[b].0);
                jac_at.push(jac + group.rows * width);
                held.push(Held {
                    jac: small(jac),
                    row: small(row_at[g]),
                    count: small(used[g].rows),
                    dof: small(dof_at[b]),
                    width: small(width),
                });
            }
        }
        Self { mass_at, dof_at, row_at, jac_at, blocks_at, shapes: bodies.iter().map(|b| b.1).collect(), held }
    }

    pub fn mass_len(&self) -> usize {
        self.mass_at[self.shapes.len()]
    }

    pub fn jacobian_len(&self) -> usize {
        self.jac_at[self.held.len()]
    }

    pub fn rows(&self) -> usize {
        self.row_at[self.row_at.len() - 1]
    }

    pub fn dofs(&self) -> usize {
        self.dof_at[self.shapes.len()]
    }

    pub fn mass_range(&self, body: usize) -> Range<usize> {
        self.mass_at[body]..self.mass_at[body + 1]
    }

    pub fn jacobian_range(&self, group: usize, k: usize) -> Range<usize> {
        let block = self.blocks_at[group] + k;
        self.jac_at[block]..self.jac_at[block + 1]
    }

    pub fn row_range(&self, group: usize) -> Range<usize> {
        self.row_at[group]..self.row_at[group + 1]
    }

    pub fn dof_range(&self, body: usize) -> Range<usize> {
        self.dof_at[body]..self.dof_at[body + 1]
    }

    pub fn width(&self, body: usize) -> Width {
        match (self.shapes[body], self.dof_range(body).len()) {
            (MassMatrix::Diagonal, 2) => Width::Two,
            (MassMatrix::Diagonal, 3) => Width::Three,
            (_, 6) => Width::Six,
            (_, n) => Width::Wide(small(n)),
        }
    }

    /// Residual of (A10): `force` brings h and takes h + Pᵀλ − M v', `rows` brings γ and takes γ − J v' − D λ.
    pub fn residual(&self, sides: Sides<'_>, v: &[f64], lambda: &[f64], force: &mut [f64], rows: &mut [f64]) {
        let Sides { mass, jac, push, diag, .. } = sides;
        for (body, shape) in self.shapes.iter().enumerate() {
            let dofs = self.dof_range(body);
            let (n, m) = (dofs.len(), &mass[self.mass_range(body)]);
            for (r, f) in force[dofs.clone()].iter_mut().enumerate() {
                match shape {
                    MassMatrix::Diagonal => *f -= m[r] * v[dofs.start + r],
                    MassMatrix::Dense => *f -= dot(&m[r * n..(r + 1) * n], &v[dofs.clone()]),
                }
            }
        }
        for ((r, d), l) in rows.iter_mut().zip(diag).zip(lambda) {
            *r -= d * l;
        }
        for block in &self.held {
            let n = block.width as usize;
            let dofs = block.dof as usize..block.dof as usize + n;
            for (r, row) in block.rows().enumerate() {
                let at = block.jac as usize + r * n;
                rows[row] -= dot(&jac[at..at + n], &v[dofs.clone()]);
                axpy(&mut force[dofs.clone()], lambda[row], &push[at..at + n]);
            }
        }
    }

    /// Where a row of J has its numbers, block by block: their range, and the first coordinate.
    pub fn parts(&self, row: usize) -> impl Iterator<Item = (Range<usize>, usize)> {
        self.held.iter().filter(move |block| block.rows().contains(&row)).map(move |block| {
            let n = block.width as usize;
            let at = block.jac as usize + (row - block.row as usize) * n;
            (at..at + n, block.dof as usize)
        })
    }

    /// Each component of a force over the root of its entry on the diagonal of M.
    pub fn weigh(&self, mass: &[f64], force: &mut [f64]) {
        for (body, shape) in self.shapes.iter().enumerate() {
            let (dofs, m) = (self.dof_range(body), &mass[self.mass_range(body)]);
            let stride = if *shape == MassMatrix::Dense { dofs.len() + 1 } else { 1 };
            force[dofs].iter_mut().zip(m.iter().step_by(stride)).for_each(|(f, m)| *f /= m.sqrt());
        }
    }
}

/// Starts of consecutive pieces, and the end of the last.
pub(super) fn starts(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut end = 0;
    let mut at = Vec::with_capacity(lengths.size_hint().0 + 1);
    at.push(0);
    at.extend(lengths.map(|n| {
        end += n;
        end
    }));
    at
}
