//! The numbers of an [`Influence`]: forward through the reaches (A9).

use super::factor::Numeric;
use super::influence::{Influence, Path, Step};
use super::kernel::dot;
use super::pattern::{Augmented, MassShape};
use super::program::{Column, Width, y_offset};
use super::solve::View;

/// Room for the numbers of all probes; what is not reached again keeps its old ones.
#[derive(Clone, Debug)]
pub struct Reached {
    /// p and W r over the rows of each reach.
    numbers: Vec<f64>,
    /// W_b L_b⁻¹ Dᵀ of each probe.
    forces: Vec<f64>,
}

/// What a probe's loads are without its force, and what they gain from a unit of it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Response {
    /// a_i; the second is 0 where there is only one load.
    pub smooth: [f64; 2],
    /// c_ii.
    pub own: [f64; 2],
}

/// A solve whose forward half is done.
#[derive(Clone, Copy, Debug)]
pub struct Halfway<'a> {
    /// The pattern.
    pub system: &'a Augmented,
    /// The Jacobian's blocks.
    pub jac: &'a [f64],
    /// The factorization.
    pub numeric: &'a Numeric,
    /// What [`Augmented::forward`] left in its rows.
    pub rows: &'a [f64],
}

/// The same, to be changed before the other half.
#[derive(Debug)]
pub struct Between<'a> {
    /// The pattern.
    pub system: &'a Augmented,
    /// The factorization.
    pub numeric: &'a mut Numeric,
    /// What [`Augmented::forward`] left in its force.
    pub force: &'a mut [f64],
    /// What it left in its rows.
    pub rows: &'a mut [f64],
}

impl Influence {
    /// Every buffer that the probes need.
    pub fn reached(&self) -> Reached {
        Reached { numbers: vec![0.0; self.numbers], forces: vec![0.0; self.forces] }
    }

    /// Sends one probe's loads and its force, of direction `d` over the coordinates of its bodies, through its reach.
    pub fn reach(&self, half: &Halfway<'_>, probe: usize, d: &[f64], out: &mut Reached) -> Response {
        let inside = half.system.split.as_ref().zip(half.numeric.inside.as_ref());
        let half = inside.map_or(*half, |(split, inside)| inside.halfway(split));
        let path = &self.probes[probe];
        let force = &mut out.forces[path.force as usize..][..d.len()];
        force.copy_from_slice(d);
        let mut rest = &mut *force;
        for arm in path.arms.of(&self.arms) {
            let (here, others) = rest.split_at_mut(arm.width.len());
            half.system.mass_forward(half.numeric, arm.body as usize, here);
            rest = others;
        }
        let view = View::new(half.jac, half.numeric);
        let walk = Walk { plan: self, system: half.system, view, rows: half.rows, force };
        let numbers = &mut out.numbers[path.at as usize..][..path.rows as usize * path.lanes()];
        match path.loads {
            1 => walk.along::<2>(path, numbers),
            _ => walk.along::<3>(path, numbers),
        }
    }

    /// c_ij and c_ji of two probes that have been reached, i ≠ j.
    pub fn mutual(&self, i: usize, j: usize, reached: &Reached) -> ([f64; 2], [f64; 2]) {
        if i > j {
            let (ji, ij) = self.mutual(j, i, reached);
            return (ij, ji);
        }
        let numbers = |k: usize| {
            let path = &self.probes[k];
            &reached.numbers[path.at as usize..][..path.rows as usize * path.lanes()]
        };
        let (first, second) = (numbers(i), numbers(j));
        let (m, n) = (self.probes[i].lanes(), self.probes[j].lanes());
        let (mut ij, mut ji) = ([0.0; 2], [0.0; 2]);
        for run in self.meeting(i, j) {
            let first = first[run.first as usize * m..].chunks_exact(m);
            let second = second[run.second as usize * n..].chunks_exact(n);
            for (x, y) in first.zip(second).take(run.rows as usize) {
                for (sum, p) in ij.iter_mut().zip(&x[..m - 1]) {
                    *sum += p * y[n - 1];
                }
                for (sum, p) in ji.iter_mut().zip(&y[..n - 1]) {
                    *sum += p * x[m - 1];
                }
            }
        }
        (ij, ji)
    }

    /// Adds `size` times a probe's force where the forward half of a solve ended.
    pub fn push(&self, reached: &Reached, probe: usize, size: f64, to: Between<'_>) {
        let Between { system, numeric, force, rows } = to;
        let (system, force, rows) = match (&system.split, &mut numeric.inside) {
            (Some(split), Some(inside)) => {
                let (force, rows) = inside.halves();
                (&split.inner, force, rows)
            }
            _ => (system, force, rows),
        };
        let path = &self.probes[probe];
        let mut from = &reached.forces[path.force as usize..];
        for arm in path.arms.of(&self.arms) {
            let (here, rest) = from.split_at(arm.width.len());
            force[arm.dof as usize..].iter_mut().zip(here).for_each(|(f, g)| *f += size * g);
            from = rest;
        }
        let lanes = path.lanes();
        let numbers = &reached.numbers[path.at as usize..];
        for step in path.steps.of(&self.steps) {
            let column = &system.columns[step.column as usize];
            let to = &mut rows[column.row as usize..][..column.rows as usize];
            let from = numbers[step.at as usize * lanes..].chunks_exact(lanes);
            to.iter_mut().zip(from).for_each(|(row, x)| *row += size * x[lanes - 1]);
        }
    }
}

/// What a walk through a reach reads.
struct Walk<'a> {
    plan: &'a Influence,
    system: &'a Augmented,
    view: View<'a>,
    rows: &'a [f64],
    force: &'a [f64],
}

impl Walk<'_> {
    fn along<const L: usize>(&self, path: &Path, numbers: &mut [f64]) -> Response {
        let x = numbers.as_chunks_mut::<L>().0;
        x.fill([0.0; L]);
        for mark in path.marks.of(&self.plan.marks) {
            x[mark.row as usize][mark.load as usize] += mark.factor;
        }
        let (mut smooth, mut own) = ([0.0; L], [0.0; L]);
        for step in path.steps.of(&self.plan.steps) {
            let column = &self.system.columns[step.column as usize];
            match column.rows {
                1 => self.step::<1, L>(step, column, x, &mut smooth, &mut own),
                2 => self.step::<2, L>(step, column, x, &mut smooth, &mut own),
                _ => self.step::<3, L>(step, column, x, &mut smooth, &mut own),
            }
        }
        let loads = |sum: [f64; L]| std::array::from_fn(|k| if k + 1 < L { sum[k] } else { 0.0 });
        Response { smooth: loads(smooth), own: loads(own) }
    }

    /// One column: the last of the L lanes is the force's.
    #[inline(always)]
    fn step<const M: usize, const L: usize>(
        &self,
        step: &Step,
        column: &Column,
        x: &mut [[f64; L]],
        smooth: &mut [f64; L],
        own: &mut [f64; L],
    ) {
        let values = &self.view.values[column.start as usize..];
        let (head, mut below) = values.split_at(y_offset(M));
        let at = step.at as usize;
        let Some(here) = x[at..].first_chunk_mut::<M>() else { return };
        let mut y = *here;
        for pull in step.pulls.of(&self.plan.pulls) {
            let n = pull.width.len();
            let force = &self.force[pull.dof as usize..][..n];
            let from = if matches!(pull.width, Width::Dense(_)) { self.view.side.z } else { self.view.side.jac };
            let block = &from[pull.jac as usize..][..M * n];
            for (y, row) in y.iter_mut().zip(block.chunks_exact(n)) {
                y[L - 1] -= dot(row, force);
            }
        }
        let mut entry = M;
        for r in 1..M {
            for c in 0..r {
                let above = y[c];
                y[r].iter_mut().zip(above).for_each(|(y, above)| *y -= head[entry] * above);
                entry += 1;
            }
        }
        let mut g = y;
        for r in 0..M {
            let done = self.rows[column.row as usize + r];
            for k in 0..L {
                g[r][k] *= head[r];
                smooth[k] += y[r][k] * done;
            }
            let force = g[r][L - 1];
            own.iter_mut().zip(&y[r]).for_each(|(own, y)| *own += y * force);
            y[r][L - 1] = force;
        }
        *here = y;
        let blocks = column.blocks.of(&self.system.blocks);
        for (block, &to) in blocks.iter().zip(step.targets.of(&self.plan.targets)) {
            let (coefficients, rest) = below.split_at(block.rows as usize * M);
            below = rest;
            for (x, row) in x[to as usize..].iter_mut().zip(coefficients.as_chunks::<M>().0) {
                for k in 0..L {
                    let mut sum = row[0] * g[0][k];
                    for c in 1..M {
                        sum += row[c] * g[c][k];
                    }
                    x[k] -= sum;
                }
            }
        }
    }
}

impl Augmented {
    /// W_b L_b⁻¹ h for one body.
    fn mass_forward(&self, num: &Numeric, body: usize, h: &mut [f64]) {
        let n = h.len();
        if self.shapes[body] == MassShape::Dense {
            let lower = &num.lower[self.mass_range(body)];
            for r in 1..n {
                h[r] -= dot(&lower[r * n..r * n + r], &h[..r]);
            }
        }
        h.iter_mut().zip(&num.inverse[self.dof_range(body)]).for_each(|(h, w)| *h *= w);
    }
}
