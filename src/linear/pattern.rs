//! The fixed pattern: where every number lives, and the program of the factorization.
//!
//! A group of more than three rows is cut into parts of at most three, so that every column of the factor has 1, 2 or 3
//! rows and every inner loop has a length that the compiler knows. Parts of a group are eliminated one after the other.

use super::layout::{Group, Layout, starts};
use super::order::minimum_degree;
use super::program::{
    Block, Column, DenseBlock, Known, MassBlock, MassMatrix, Run, Span, Term, Touch, Update, Width, small, y_offset,
};
use super::system::System;

/// Part of a group: at most three rows.
#[derive(Clone, Copy)]
struct Part {
    group: usize,
    /// First row within the group.
    first: usize,
    rows: usize,
}

impl System {
    /// All work that does not depend on numbers.
    pub fn new(layout: Layout, groups: &[Group<'_>]) -> Self {
        let masses = mass_blocks(&layout);
        let mut system = Self {
            masses,
            dense: Vec::new(),
            columns: Vec::new(),
            terms: Vec::new(),
            touches: Vec::new(),
            updates: Vec::new(),
            runs: Vec::new(),
            blocks: Vec::new(),
            values: 0,
            layout,
        };
        for (g, group) in groups.iter().enumerate() {
            for (k, &b) in group.bodies.iter().enumerate() {
                if system.layout.shapes[b] == MassMatrix::Dense {
                    let (jac, mass) = (system.layout.jacobian_range(g, k).start, system.layout.mass_range(b).start);
                    system.dense.push(DenseBlock {
                        jac: small(jac),
                        rows: small(group.rows),
                        width: small(system.layout.dof_range(b).len()),
                        body: small(b),
                        mass: small(mass),
                    });
                }
            }
        }
        system.write_program(groups);
        system
    }

    /// Orders the groups and writes down, column by column, what the factorization reads.
    fn write_program(&mut self, groups: &[Group<'_>]) {
        let rows: Vec<usize> = groups.iter().map(|g| g.rows).collect();
        let order = minimum_degree(&rows, cliques(self.layout.shapes.len(), groups));
        let (parts, below) = cut(&rows, &order.groups, &order.below);
        // First value of each column and, for each block below, the first row of its Y within the column.
        let mut first_row: Vec<Vec<usize>> = Vec::with_capacity(parts.len());
        let mut start = Vec::with_capacity(parts.len());
        for (part, below) in parts.iter().zip(&below) {
            let at = starts(below.iter().map(|&i| parts[i].rows));
            start.push(self.values);
            self.values += y_offset(part.rows) + at[below.len()] * part.rows;
            first_row.push(at);
        }
        let mut sources: Vec<Vec<(usize, usize)>> = vec![Vec::new(); parts.len()];
        for (k, below) in below.iter().enumerate() {
            for (at, &j) in below.iter().enumerate() {
                sources[j].push((k, at));
            }
        }
        for (j, part) in parts.iter().enumerate() {
            let group = &groups[part.group];
            let touches = self.touches.len();
            for (k, &b) in group.bodies.iter().enumerate() {
                let (jac, dof, width) = self.place(part, k, b);
                self.touches.push(Touch { jac, dof, width });
            }
            let crossed = self.write_terms(groups, part, part, true);
            let blocks = self.blocks.len();
            for &i in &below[j] {
                let terms = self.write_terms(groups, &parts[i], part, false);
                self.blocks.push(Block { row: self.row(&parts[i]), rows: small(parts[i].rows), terms });
            }
            let (updates, runs) = (self.updates.len(), self.runs.len());
            for &(k, at) in &sources[j] {
                let y = |block: usize| start[k] + y_offset(parts[k].rows) + first_row[k][block] * parts[k].rows;
                let runs = self.write_runs(
                    &below[k][at + 1..],
                    &below[j],
                    &parts,
                    |p| y(at + 1 + p),
                    |p| first_row[j][p] * part.rows,
                );
                self.updates.push(Update {
                    column: small(k),
                    row: self.row(&parts[k]),
                    rows: small(parts[k].rows),
                    w: small(start[k]),
                    y: small(y(at)),
                    runs,
                });
            }
            let filled = self.runs.len() > runs;
            let meeting = below[j].iter().chain(sources[j].iter().map(|(k, _)| k));
            let plain = crossed.len() == 0 && meeting.copied().all(|i| parts[i].rows == part.rows);
            self.columns.push(Column {
                row: self.row(part),
                rows: small(part.rows),
                start: small(start[j]),
                below: small(first_row[j][below[j].len()]),
                touches: Span::since(&self.touches, touches),
                crossed,
                updates: Span::since(&self.updates, updates),
                blocks: Span::since(&self.blocks, blocks),
                filled,
                known: Known::of(group.bodies.iter().map(|&b| self.layout.width(b)), plain),
            });
        }
        small(self.values.max(self.layout.jacobian_len()).max(self.layout.mass_len()));
    }

    /// A part's first row.
    fn row(&self, part: &Part) -> u32 {
        small(self.layout.row_range(part.group).start + part.first)
    }

    /// Where a part's k-th block, over body b, begins, and where the body's coordinates do; its width.
    fn place(&self, part: &Part, k: usize, b: usize) -> (u32, u32, Width) {
        let dofs = self.layout.dof_range(b);
        let jac = self.layout.jacobian_range(part.group, k).start + part.first * dofs.len();
        (small(jac), small(dofs.start), self.layout.width(b))
    }

    /// Terms of S between two parts: one for each body that both hold; between a part and itself only those of two
    /// different blocks.
    fn write_terms(&mut self, groups: &[Group<'_>], i: &Part, j: &Part, crossed: bool) -> Span {
        let before = self.terms.len();
        for (k, &b) in groups[i.group].bodies.iter().enumerate() {
            for (l, &c) in groups[j.group].bodies.iter().enumerate() {
                if c == b && !(crossed && k == l) {
                    let ((a, w, width), (b, ..)) = (self.place(i, k, b), self.place(j, l, b));
                    self.terms.push(Term { a, b, w, width });
                }
            }
        }
        Span::since(&self.terms, before)
    }

    /// Matches the blocks of an earlier column with those of this one (all of them are there) and joins neighbors.
    fn write_runs(
        &mut self,
        earlier: &[usize],
        here: &[usize],
        parts: &[Part],
        from: impl Fn(usize) -> usize,
        to: impl Fn(usize) -> usize,
    ) -> Span {
        let mut p = 0;
        let mut last = usize::MAX;
        let before = self.runs.len();
        for (s, &i) in earlier.iter().enumerate() {
            while here[p] != i {
                p += 1;
            }
            let rows = small(parts[i].rows);
            match self.runs[before..].last_mut() {
                Some(run) if last.wrapping_add(1) == p => run.rows += rows,
                _ => self.runs.push(Run { from: small(from(s)), to: small(to(p)), rows }),
            }
            last = p;
        }
        Span::since(&self.runs, before)
    }
}

/// For each body the groups that hold it.
fn cliques(bodies: usize, groups: &[Group<'_>]) -> Vec<Vec<usize>> {
    let mut cliques: Vec<Vec<usize>> = vec![Vec::new(); bodies];
    for (g, group) in groups.iter().enumerate() {
        for &b in group.bodies {
            if cliques[b].last() != Some(&g) {
                cliques[b].push(g);
            }
        }
    }
    cliques
}

/// Cuts groups into parts, in the order of elimination; gives the parts and for each the parts below it.
fn cut(rows: &[usize], order: &[usize], below: &[Vec<usize>]) -> (Vec<Part>, Vec<Vec<usize>>) {
    let mut parts = Vec::new();
    let mut first_part = Vec::with_capacity(order.len() + 1);
    for &group in order {
        first_part.push(parts.len());
        let pieces = rows[group].div_ceil(3);
        let mut first = 0;
        for piece in 0..pieces {
            let size = (rows[group] - first).div_ceil(pieces - piece);
            parts.push(Part { group, first, rows: size });
            first += size;
        }
    }
    first_part.push(parts.len());
    let mut lists = Vec::with_capacity(parts.len());
    for (place, below) in below.iter().enumerate() {
        for part in first_part[place]..first_part[place + 1] {
            let own = part + 1..first_part[place + 1];
            lists.push(own.chain(below.iter().flat_map(|&p| first_part[p]..first_part[p + 1])).collect());
        }
    }
    (parts, lists)
}

/// Neighboring bodies of diagonal mass form one run; each dense mass is a block of its own.
fn mass_blocks(layout: &Layout) -> Vec<MassBlock> {
    let mut blocks: Vec<MassBlock> = Vec::new();
    for (b, &shape) in layout.shapes.iter().enumerate() {
        let dofs = layout.dof_range(b);
        match blocks.last_mut() {
            Some(run) if run.shape == MassMatrix::Diagonal && shape == MassMatrix::Diagonal => {
                run.len += small(dofs.len());
            }
            _ => {
                let (mass, dof) = (small(layout.mass_range(b).start), small(dofs.start));
                blocks.push(MassBlock { mass, dof, len: small(dofs.len()), body: small(b), shape });
            }
        }
    }
    blocks
}
