//! The numbers of an [`Influence`]: forward through the reaches (A9).

use super::influence::{Arm, Influence, Path, Step};
use super::kernel::{axpy, dot, scale};
use super::mass::solve_lower;
use super::numbers::{Numbers, View};
use super::program::{Known, MassMatrix, Width, by_width, y_offset};
use super::system::System;

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
    /// a_i; what is beyond its loads is 0.
    pub smooth: [f64; 3],
    /// c_ii.
    pub own: [f64; 3],
}

/// A solve whose forward half is done.
pub struct Halfway<'a> {
    pub(super) system: &'a System,
    pub(super) jac: &'a [f64],
    pub(super) numbers: &'a Numbers,
    /// What the forward half left in its rows.
    pub(super) rows: &'a [f64],
}

/// What the forward half of a solve left, to be changed before the other half.
pub struct Between<'a> {
    pub(super) force: &'a mut [f64],
    pub(super) rows: &'a mut [f64],
}

impl Influence {
    /// Every buffer that the probes need.
    pub fn reached(&self) -> Reached {
        Reached { numbers: vec![0.0; self.numbers], forces: vec![0.0; self.forces] }
    }

    /// Sends one probe's loads and its force, of direction `d` over the coordinates of its bodies, through its reach.
    pub fn reach(&self, half: &Halfway<'_>, probe: usize, d: &[f64], out: &mut Reached) -> Response {
        let path = &self.probes[probe];
        let force = &mut out.forces[path.force as usize..][..d.len()];
        force.copy_from_slice(d);
        let mut rest = &mut *force;
        for arm in path.arms.of(&self.arms) {
            let (here, others) = rest.split_at_mut(arm.width.len());
            half.system.mass_forward(half.numbers, arm, here);
            rest = others;
        }
        let view = View::new(half.jac, half.numbers);
        let walk = Walk { plan: self, view, rows: half.rows, force };
        let numbers = &mut out.numbers[path.at as usize..][..path.rows.len() * path.numbers_per_row()];
        match path.loads {
            1 => walk.along::<2>(path, numbers),
            2 => walk.along::<3>(path, numbers),
            _ => walk.along::<4>(path, numbers),
        }
    }

    /// a_i of a probe that has been reached, of another right-hand side after the forward half.
    pub fn loads(&self, half: &Halfway<'_>, probe: usize, reached: &Reached) -> [f64; 3] {
        let path = &self.probes[probe];
        let (own, numbers) = (path.rows.of(&self.rows), &reached.numbers[path.at as usize..]);
        let mut loads = [0.0; 3];
        for (&row, x) in own.iter().zip(numbers.chunks_exact(path.numbers_per_row())) {
            // The last one is the force's.
            loads.iter_mut().zip(&x[..x.len() - 1]).for_each(|(load, p)| *load += p * half.rows[row as usize]);
        }
        loads
    }

    /// c_ij and c_ji of two probes that have been reached, i ≠ j.
    pub fn mutual(&self, i: usize, j: usize, reached: &Reached) -> ([f64; 3], [f64; 3]) {
        if i > j {
            let (ji, ij) = self.mutual(j, i, reached);
            return (ij, ji);
        }
        match (self.probes[i].loads, self.probes[j].loads) {
            (1, 1) => self.meet_in::<2, 2>(i, j, reached),
            (1, 2) => self.meet_in::<2, 3>(i, j, reached),
            (1, _) => self.meet_in::<2, 4>(i, j, reached),
            (2, 1) => self.meet_in::<3, 2>(i, j, reached),
            (2, 2) => self.meet_in::<3, 3>(i, j, reached),
            (2, _) => self.meet_in::<3, 4>(i, j, reached),
            (_, 1) => self.meet_in::<4, 2>(i, j, reached),
            (_, 2) => self.meet_in::<4, 3>(i, j, reached),
            _ => self.meet_in::<4, 4>(i, j, reached),
        }
    }

    #[inline(always)]
    fn meet_in<const M: usize, const N: usize>(&self, i: usize, j: usize, reached: &Reached) -> ([f64; 3], [f64; 3]) {
        let (first, second) =
            (&reached.numbers[self.probes[i].at as usize..], &reached.numbers[self.probes[j].at as usize..]);
        let (first, second) = (first.as_chunks::<M>().0, second.as_chunks::<N>().0);
        let (mut ij, mut ji) = ([0.0; 3], [0.0; 3]);
        for run in self.meeting(i, j) {
            let first = &first[run.first as usize..][..run.rows as usize];
            for (x, y) in first.iter().zip(&second[run.second as usize..]) {
                for k in 0..M - 1 {
                    ij[k] += x[k] * y[N - 1];
                }
                for k in 0..N - 1 {
                    ji[k] += y[k] * x[M - 1];
                }
            }
        }
        (ij, ji)
    }

    /// Adds `size` times a probe's force where the forward half of a solve ended.
    #[inline]
    pub fn push(&self, reached: &Reached, probe: usize, size: f64, to: &mut Between<'_>) {
        const KNOWN: usize = Known::ANY;
        let Between { force, rows } = to;
        let path = &self.probes[probe];
        let mut from = &reached.forces[path.force as usize..];
        for arm in path.arms.of(&self.arms) {
            let (here, rest) = from.split_at(arm.width.len());
            let to = &mut force[arm.dof as usize..];
            by_width!(arm.width, KNOWN, N => axpy(&mut to[..N], size, &here[..N]), n => axpy(&mut to[..n], size, here));
            from = rest;
        }
        let numbers = &reached.numbers[path.at as usize..];
        let own = path.rows.of(&self.rows);
        match path.loads {
            1 => own.iter().zip(numbers.as_chunks::<2>().0).for_each(|(&row, x)| rows[row as usize] += size * x[1]),
            2 => own.iter().zip(numbers.as_chunks::<3>().0).for_each(|(&row, x)| rows[row as usize] += size * x[2]),
            _ => own.iter().zip(numbers.as_chunks::<4>().0).for_each(|(&row, x)| rows[row as usize] += size * x[3]),
        }
    }
}

/// What a walk through a reach reads.
struct Walk<'a> {
    plan: &'a Influence,
    view: View<'a>,
    rows: &'a [f64],
    force: &'a [f64],
}

impl Walk<'_> {
    fn along<const L: usize>(&self, path: &Path, numbers: &mut [f64]) -> Response {
        let x = numbers.as_chunks_mut::<L>().0;
        x.iter_mut().for_each(|x| *x = [0.0; L]);
        for mark in path.marks.of(&self.plan.marks) {
            x[mark.row as usize][mark.load as usize] += mark.factor;
        }
        for pull in path.pulls.of(&self.plan.pulls) {
            const KNOWN: usize = Known::ANY;
            let (block, force) = (&self.view.side[pull.jac as usize..], &self.force[pull.force as usize..]);
            let x = &mut x[pull.at as usize..][..pull.rows as usize];
            by_width!(pull.width, KNOWN,
                N => {
                    let force = force.first_chunk::<N>();
                    for (x, row) in x.iter_mut().zip(block.as_chunks::<N>().0) {
                        x[L - 1] -= force.map_or(0.0, |force| dot(row, force));
                    }
                },
                n => {
                    for (x, row) in x.iter_mut().zip(block.chunks_exact(n.max(1))) {
                        x[L - 1] -= dot(row, &force[..n]);
                    }
                }
            );
        }
        let (mut sums, mut rest) = ([[0.0; L]; 2], x);
        for step in path.steps.of(&self.plan.steps) {
            rest = match step.rows {
                1 => self.step::<1, L>(step, rest, &mut sums),
                2 => self.step::<2, L>(step, rest, &mut sums),
                _ => self.step::<3, L>(step, rest, &mut sums),
            };
        }
        let [smooth, own] = sums.map(|sum| std::array::from_fn(|k| if k + 1 < L { sum[k] } else { 0.0 }));
        Response { smooth, own }
    }

    /// One column, whose rows stand first in `x`; gives those after it. The last of the L numbers of a row is the force's.
    #[inline(always)]
    fn step<'x, const M: usize, const L: usize>(
        &self,
        step: &Step,
        x: &'x mut [[f64; L]],
        sums: &mut [[f64; L]; 2],
    ) -> &'x mut [[f64; L]] {
        let (head, below) = self.view.values[step.start as usize..].split_at(y_offset(M));
        let (Some((here, after)), Some(done)) =
            (x.split_first_chunk_mut::<M>(), self.rows[step.row as usize..].first_chunk::<M>())
        else {
            return &mut [];
        };
        let mut y = *here;
        let mut entry = M;
        for r in 1..M {
            for c in 0..r {
                let above = y[c];
                y[r].iter_mut().zip(above).for_each(|(y, above)| *y -= head[entry] * above);
                entry += 1;
            }
        }
        let g = std::array::from_fn::<_, M, _>(|r| y[r].map(|y| head[r] * y));
        for r in 0..M {
            for k in 0..L {
                sums[0][k] += y[r][k] * done[r];
                sums[1][k] += y[r][k] * g[r][L - 1];
            }
            here[r] = y[r];
            here[r][L - 1] = g[r][L - 1];
        }
        for (&to, row) in step.outs.of(&self.plan.outs).iter().zip(below.as_chunks::<M>().0) {
            let x = &mut after[to as usize];
            for c in 0..M {
                for k in 0..L {
                    x[k] -= row[c] * g[c][k];
                }
            }
        }
        after
    }
}

impl System {
    /// W_b L_b⁻¹ h for one body.
    #[inline(always)]
    fn mass_forward(&self, num: &Numbers, arm: &Arm, h: &mut [f64]) {
        const KNOWN: usize = Known::ANY;
        let (body, inverse) = (arm.body as usize, &num.inverse[arm.dof as usize..]);
        if !num.lower.is_empty() && self.layout.shapes[body] == MassMatrix::Dense {
            solve_lower(&num.lower[self.layout.mass_range(body)], num.first[body], h);
        }
        by_width!(arm.width, KNOWN, N => scale(&mut h[..N], &inverse[..N]), n => scale(&mut h[..n], &inverse[..n]));
    }
}
