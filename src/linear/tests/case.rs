//! Random systems, and the dense matrices that they stand for.

use nalgebra::{DMatrix, DVector};

use crate::linear::{Augmented, Dependent, FactorError, Group, MassMatrix, Numeric};

/// A random number in (−1, 1) from a small generator: tests must repeat.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }

    pub fn below(&mut self, n: usize) -> usize {
        ((self.next() + 1.0) * 0.5 * n as f64) as usize % n
    }
}

/// A system with its numbers.
pub struct Case {
    pub bodies: Vec<(usize, MassMatrix)>,
    pub groups: Vec<(usize, Vec<usize>)>,
    pub system: Augmented,
    pub mass: Vec<f64>,
    pub jac: Vec<f64>,
    pub diag: Vec<f64>,
}

impl Case {
    pub fn new(bodies: Vec<(usize, MassMatrix)>, groups: Vec<(usize, Vec<usize>)>, random: &mut Random) -> Self {
        let list: Vec<Group> = groups.iter().map(|(rows, bodies)| Group { rows: *rows, bodies }).collect();
        let system = Augmented::new(&bodies, &list);
        let mut mass = vec![0.0; system.mass_len()];
        for (b, &(n, shape)) in bodies.iter().enumerate() {
            let block = &mut mass[system.mass_range(b)];
            match shape {
                MassMatrix::Diagonal => block.iter_mut().for_each(|m| *m = 1.5 + random.next()),
                MassMatrix::Dense => {
                    let a = DMatrix::from_fn(n, n, |_, _| random.next());
                    let m = &a * a.transpose() + DMatrix::identity(n, n);
                    block.copy_from_slice(m.as_slice());
                }
            }
        }
        let jac = (0..system.jacobian_len()).map(|_| random.next()).collect();
        let diag = vec![0.0; system.rows()];
        Self { bodies, groups, system, mass, jac, diag }
    }

    /// Bodies hang on earlier ones, loops close at random, D is positive where rows outnumber velocities.
    pub fn random(seed: u64, bodies: usize, loops: usize) -> Self {
        let mut random = Random(seed);
        let kinds: Vec<_> = (0..bodies)
            .map(|_| {
                let shape = if random.next() > 0.0 { MassMatrix::Dense } else { MassMatrix::Diagonal };
                (1 + random.below(7), shape)
            })
            .collect();
        let mut groups = Vec::new();
        for b in 0..bodies {
            let rows = 1 + random.below(6);
            let other = random.below(b + 1);
            groups.push((rows, if other == b { vec![b] } else { vec![other, b] }));
        }
        for _ in 0..loops {
            let mut held: Vec<usize> = (0..1 + random.below(3)).map(|_| random.below(bodies)).collect();
            held.sort_unstable();
            held.dedup();
            groups.push((1 + random.below(6), held));
        }
        let mut case = Self::new(kinds, groups, &mut random);
        case.diag.iter_mut().for_each(|d| *d = 0.1 + 0.1 * random.next());
        case
    }

    /// Splits bodies that hold more rows than this; all numbers stay where they are.
    pub fn split(&mut self, heavy: usize) {
        let list: Vec<Group> = self.groups.iter().map(|(rows, bodies)| Group { rows: *rows, bodies }).collect();
        self.system = Augmented::splitting(&self.bodies, &list, heavy);
    }

    pub fn mass_matrix(&self) -> DMatrix<f64> {
        let mut m = DMatrix::zeros(self.system.dofs(), self.system.dofs());
        for (b, &(n, shape)) in self.bodies.iter().enumerate() {
            let (at, block) = (self.system.dof_range(b).start, &self.mass[self.system.mass_range(b)]);
            for r in 0..n {
                match shape {
                    MassMatrix::Diagonal => m[(at + r, at + r)] = block[r],
                    MassMatrix::Dense => (0..n).for_each(|c| m[(at + r, at + c)] = block[r * n + c]),
                }
            }
        }
        m
    }

    pub fn jacobian(&self) -> DMatrix<f64> {
        self.blocks(&self.jac)
    }

    /// The dense matrix of blocks laid out like J.
    pub fn blocks(&self, blocks: &[f64]) -> DMatrix<f64> {
        let mut j = DMatrix::zeros(self.system.rows(), self.system.dofs());
        for (g, (rows, bodies)) in self.groups.iter().enumerate() {
            for (k, &b) in bodies.iter().enumerate() {
                let n = self.bodies[b].0;
                let block = &blocks[self.system.jacobian_range(g, k)];
                for (at, value) in block.iter().enumerate() {
                    let row = self.system.row_range(g).start + at / n;
                    j[(row, self.system.dof_range(b).start + at % n)] += value;
                }
                assert_eq!(block.len(), rows * n);
            }
        }
        j
    }

    /// K of (A2).
    pub fn dense(&self) -> DMatrix<f64> {
        let (n, m) = (self.system.dofs(), self.system.rows());
        let mut k = DMatrix::zeros(n + m, n + m);
        let j = self.jacobian();
        k.view_mut((0, 0), (n, n)).copy_from(&self.mass_matrix());
        k.view_mut((n, 0), (m, n)).copy_from(&j);
        k.view_mut((0, n), (n, m)).copy_from(&j.transpose());
        (0..m).for_each(|r| k[(n + r, n + r)] = -self.diag[r]);
        k
    }

    pub fn factor(&self, on_dependent: Dependent<'_>) -> Result<Numeric, FactorError> {
        let mut num = self.system.numeric();
        self.system.factor(&self.mass, &self.jac, &self.diag, on_dependent, &mut num)?;
        Ok(num)
    }

    /// Writes the numbers of row `row` of J, block after block, from a dense row.
    pub fn set_row(&mut self, group: usize, row: usize, dense: &DVector<f64>) {
        for (k, &b) in self.groups[group].1.iter().enumerate() {
            let n = self.bodies[b].0;
            let (range, dofs) = (self.system.jacobian_range(group, k), self.system.dof_range(b));
            for c in 0..n {
                self.jac[range.start + row * n + c] = dense[dofs.start + c];
            }
        }
    }
}

pub fn vector(random: &mut Random, n: usize) -> Vec<f64> {
    (0..n).map(|_| random.next()).collect()
}
