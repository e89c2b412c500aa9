//! The influence of a force along a given direction on given multipliers: the plan, made once from the pattern.
//!
//! A *probe* is a force f = Dᵀ s on one or two bodies, together with up to three combinations z = bᵀ λ of a few multipliers (its
//! loads). For the rows a force is a right-hand side −Σ_b Z_b W_b L_b⁻¹ Dᵀ s (A3), so that with S = L W⁻¹ Lᵀ
//!
//! ```text
//! z_i = a_i + Σ_j c_ij s_j,    p_i = L⁻¹ b_i,    r_j = −L⁻¹ Σ_b Z_b W_b L_b⁻¹ D_jᵀ                    (A9)
//! a_i = p_iᵀ W y,    y = L⁻¹ (γ − Σ_b Z_b W_b L_b⁻¹ h_b)    (what the forward half of a solve leaves is W y)
//! c_ij = p_iᵀ W r_j
//! ```
//!
//! a and c need no backward half. Since W r_j is known, the forces s_j found from them are added where the forward half
//! ended, W y + Σ W r_j s_j, before the single backward half.
//!
//! b_i and D_jᵀ have a few nonzero rows only. A column contributes to the columns of the rows below it, and these all lie on its elimination path: the first
//! of them, the first below that one, and so on. The columns on the paths from the rows of b_i and of the bodies of D_j are the probe's *reach*;
//! outside of it p_i and r_j vanish. In a chain, a tree, and in many loops it is short compared with the system.
//! Loads and force are sent through the reach together; c_ij has terms only where the reaches of both probes overlap.
//!
//! A row that is dropped counts as λ = 0, not as the least-norm choice (A7).

use super::program::{Span, Width, small};
use super::system::System;

/// What a probe is made of.
#[derive(Clone, Debug, Default)]
pub struct Probe {
    /// One to three loads, each a list of (row, factor).
    pub loads: Vec<Vec<(usize, f64)>>,
    /// The bodies on which the force acts, in the order in which D is given.
    pub bodies: Vec<usize>,
}

/// The plan of all probes of a system.
#[derive(Clone, Debug)]
pub struct Influence {
    pub(super) probes: Vec<Path>,
    pub(super) steps: Vec<Step>,
    pub(super) pulls: Vec<Pull>,
    /// Rows below columns, within the reach, counted from the column's end.
    pub(super) outs: Vec<u32>,
    /// The rows of each reach.
    pub(super) rows: Vec<u32>,
    pub(super) marks: Vec<Mark>,
    pub(super) arms: Vec<Arm>,
    pub(super) runs: Vec<Run>,
    /// For each pair i < j its runs, j running fastest.
    pub(super) meetings: Vec<Span>,
    /// Length of all paths' numbers, and of all forces'.
    pub(super) numbers: usize,
    pub(super) forces: usize,
}

/// The reach of one probe.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    pub steps: Span,
    pub pulls: Span,
    pub marks: Span,
    pub arms: Span,
    pub rows: Span,
    /// One to three.
    pub loads: u32,
    /// Where its numbers begin: for each row of the reach those of the loads, then that of the force.
    pub at: u32,
    /// Where its force begins.
    pub force: u32,
}

impl Path {
    /// Numbers for each row of the reach.
    pub fn numbers_per_row(&self) -> usize {
        self.loads as usize + 1
    }
}

/// One column of a reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub rows: u32,
    /// Its first row, among all and within the reach.
    pub row: u32,
    pub at: u32,
    /// Its first value in the factor.
    pub start: u32,
    /// Where its rows below are within the reach.
    pub outs: Span,
}

/// A block of J over one of a force's bodies: where it begins, its first row within the reach, and where its part of the force begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pull {
    pub jac: u32,
    pub at: u32,
    pub rows: u32,
    pub force: u32,
    pub width: Width,
}

/// An entry of b.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub row: u32,
    pub load: u32,
    pub factor: f64,
}

/// One body of a force.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub body: u32,
    pub dof: u32,
    pub width: Width,
}

/// Rows that two reaches have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub first: u32,
    pub second: u32,
    pub rows: u32,
}

impl System {
    /// Plans the influence of every probe on every load. Memory and time grow with the square of the number of probes.
    ///
    /// # Panics
    /// If a probe names a row or a body that is not there, or has no load or more than three.
    pub fn influence(&self, probes: &[Probe]) -> Influence {
        let mut plan = Influence {
            probes: Vec::with_capacity(probes.len()),
            steps: Vec::new(),
            pulls: Vec::new(),
            outs: Vec::new(),
            rows: Vec::new(),
            marks: Vec::new(),
            arms: Vec::new(),
            runs: Vec::new(),
            meetings: Vec::new(),
            numbers: 0,
            forces: 0,
        };
        let column_of = self.columns_of_rows();
        let holders = self.holders();
        // Place of each column within the present reach.
        let mut place = vec![u32::MAX; self.columns.len()];
        for probe in probes {
            plan.add(self, probe, &column_of, &holders, &mut place);
        }
        for i in 0..probes.len() {
            for j in i + 1..probes.len() {
                plan.meet(i, j);
            }
        }
        plan
    }

    fn columns_of_rows(&self) -> Vec<usize> {
        let mut column_of = vec![0; self.layout.rows()];
        for (index, column) in self.columns.iter().enumerate() {
            column_of[column.row as usize..(column.row + column.rows) as usize].fill(index);
        }
        column_of
    }

    /// For each body the columns that hold it.
    fn holders(&self) -> Vec<Vec<usize>> {
        let mut holders = vec![Vec::new(); self.layout.shapes.len()];
        let body_at: Vec<usize> =
            (0..self.layout.shapes.len()).flat_map(|b| self.layout.dof_range(b).map(move |_| b)).collect();
        for (index, column) in self.columns.iter().enumerate() {
            for touch in column.touches.of(&self.touches).iter().filter(|touch| touch.width.len() > 0) {
                holders[body_at[touch.dof as usize]].push(index);
            }
        }
        holders
    }
}

impl Influence {
    fn add(&mut self, system: &System, probe: &Probe, column_of: &[usize], holders: &[Vec<usize>], place: &mut [u32]) {
        assert!((1..=3).contains(&probe.loads.len()), "a probe has one to three loads, not {}", probe.loads.len());
        let rows = probe.loads.iter().flatten().map(|&(row, _)| column_of[row]);
        let starts = rows.chain(probe.bodies.iter().flat_map(|&b| holders[b].iter().copied()));
        let mut reach = Vec::new();
        for start in starts {
            let mut next = Some(start);
            while let Some(index) = next.filter(|&index| place[index] == u32::MAX) {
                place[index] = 0;
                reach.push(index);
                let below = system.columns[index].blocks.of(&system.blocks);
                next = below.first().map(|block| column_of[block.row as usize]);
            }
        }
        reach.sort_unstable();
        let mut rows = 0;
        for &index in &reach {
            place[index] = rows;
            rows += system.columns[index].rows;
        }
        let arms = self.arms.len();
        self.arms.extend(probe.bodies.iter().map(|&body| {
            let dofs = system.layout.dof_range(body);
            Arm { body: small(body), dof: small(dofs.start), width: system.layout.width(body) }
        }));
        let marks = self.marks.len();
        for (load, entries) in probe.loads.iter().enumerate() {
            self.marks.extend(entries.iter().map(|&(row, factor)| {
                let index = column_of[row];
                let row = place[index] + small(row) - system.columns[index].row;
                Mark { row, load: small(load), factor }
            }));
        }
        let (steps, pulls, first) = (self.steps.len(), self.pulls.len(), self.rows.len());
        for &index in &reach {
            let column = &system.columns[index];
            for touch in column.touches.of(&system.touches) {
                let mut force = 0;
                for arm in &self.arms[arms..] {
                    let width = small(arm.width.len());
                    if arm.dof == touch.dof && touch.width.len() > 0 && width > 0 {
                        let (at, rows) = (place[index], column.rows);
                        self.pulls.push(Pull { jac: touch.jac, at, rows, force, width: arm.width });
                    }
                    force += width;
                }
            }
            let end = place[index] + column.rows;
            let outs = self.outs.len();
            for block in column.blocks.of(&system.blocks) {
                let below = column_of[block.row as usize];
                let to = place[below] + block.row - system.columns[below].row - end;
                self.outs.extend(to..to + block.rows);
            }
            self.rows.extend(column.row..column.row + column.rows);
            self.steps.push(Step {
                rows: column.rows,
                row: column.row,
                at: place[index],
                start: column.start,
                outs: Span::since(&self.outs, outs),
            });
        }
        reach.iter().for_each(|&index| place[index] = u32::MAX);
        self.probes.push(Path {
            steps: Span::since(&self.steps, steps),
            pulls: Span::since(&self.pulls, pulls),
            marks: Span::since(&self.marks, marks),
            arms: Span::since(&self.arms, arms),
            loads: small(probe.loads.len()),
            rows: Span::since(&self.rows, first),
            at: small(self.numbers),
            force: small(self.forces),
        });
        self.numbers += rows as usize * (probe.loads.len() + 1);
        self.forces += self.arms[arms..].iter().map(|arm| arm.width.len()).sum::<usize>();
        small(self.numbers);
    }

    /// The rows that two reaches have in common.
    fn meet(&mut self, i: usize, j: usize) {
        let before = self.runs.len();
        let mut others = self.probes[j].steps.of(&self.steps).iter().peekable();
        for step in self.probes[i].steps.of(&self.steps) {
            while others.next_if(|other| other.start < step.start).is_some() {}
            if let Some(other) = others.next_if(|other| other.start == step.start) {
                let rows = step.rows;
                match self.runs[before..].last_mut() {
                    Some(run) if run.first + run.rows == step.at && run.second + run.rows == other.at => {
                        run.rows += rows;
                    }
                    _ => self.runs.push(Run { first: step.at, second: other.at, rows }),
                }
            }
        }
        self.meetings.push(Span::since(&self.runs, before));
    }

    /// The common rows of probes i < j.
    pub(super) fn meeting(&self, i: usize, j: usize) -> &[Run] {
        let n = self.probes.len();
        self.meetings[i * n - i * (i + 1) / 2 + j - i - 1].of(&self.runs)
    }
}
