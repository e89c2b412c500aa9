//! The fixed pattern: where every number lives, and the program of the factorization.
//!
//! A group of more than three rows is cut into parts of at most three, so that every column of the factor has 1, 2 or 3
//! rows and every inner loop has a length that the compiler knows. Parts of a group are eliminated one after the other.

use super::order::minimum_degree;
use super::program::{
    Block, Column, DenseBlock, Held, MassBlock, MassMatrix, Run, Span, Term, Touch, Update, Width, small, y_offset,
};
use super::system::{Augmented, Group, Split};
use std::ops::Range;

/// A body that holds more rows than this is split. On a disk with n arms of rod and slider an evaluation took 280 ns per arm for 8
/// arms (18 rows) whole and 305 split, 386 for 16 arms (34 rows) whole and 309 split.
const HEAVY: usize = 20;

/// Part of a group: at most three rows.
#[derive(Clone, Copy)]
struct Part {
    group: usize,
    /// First row within the group.
    first: usize,
    rows: usize,
}

impl Augmented {
    /// Works out the pattern for bodies of (size, shape) and groups of rows. Everything that does not depend on numbers
    /// is done here.
    ///
    /// # Panics
    /// If a group names a body that is not there, or a system needs more than 2³² values.
    pub fn new(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>]) -> Self {
        Self::splitting(bodies, groups, HEAVY)
    }

    /// The pattern of [`new`](Self::new); bodies that hold more than `heavy` rows are split.
    pub(super) fn splitting(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>], heavy: usize) -> Self {
        let mut system = Self::layout(bodies, groups);
        match Split::new(&system, bodies, groups, heavy) {
            Some(split) => system.split = Some(Box::new(split)),
            None => system.write_program(bodies, groups),
        }
        system
    }

    /// No body is split.
    pub(super) fn whole(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>]) -> Self {
        let mut system = Self::layout(bodies, groups);
        system.write_program(bodies, groups);
        system
    }

    /// Where the caller's numbers stand.
    fn layout(bodies: &[(usize, MassMatrix)], groups: &[Group<'_>]) -> Self {
        let dof_at = starts(bodies.iter().map(|b| b.0));
        let mass_at = starts(bodies.iter().map(|&(n, shape)| if shape == MassMatrix::Dense { n * n } else { n }));
        let row_at = starts(groups.iter().map(|g| g.rows));
        let mut end = 0;
        let mut jac_at = Vec::with_capacity(groups.len());
        for (g, group) in groups.iter().enumerate() {
            let missing = group.bodies.iter().find(|&&b| b >= bodies.len());
            assert!(missing.is_none(), "group {g} names body {missing:?} of {}", bodies.len());
            let mut at = starts(group.bodies.iter().map(|&b| group.rows * bodies[b].0));
            at.iter_mut().for_each(|x| *x += end);
            end = at[group.bodies.len()];
            jac_at.push(at);
        }
        let mut system = Self {
            shapes: bodies.iter().map(|b| b.1).collect(),
            masses: mass_blocks(bodies, &mass_at, &dof_at),
            dense: Vec::new(),
            mass_at,
            dof_at,
            row_at,
            jac_at,
            columns: Vec::new(),
            terms: Vec::new(),
            touches: Vec::new(),
            updates: Vec::new(),
            runs: Vec::new(),
            blocks: Vec::new(),
            values: 0,
            held: Vec::new(),
            split: None,
        };
        for (g, group) in groups.iter().enumerate() {
            for (k, &b) in group.bodies.iter().enumerate() {
                if bodies[b].1 == MassMatrix::Dense {
                    let jac = small(system.jac_at[g][k]);
                    system.dense.push(DenseBlock { jac, rows: small(group.rows), body: small(b) });
                }
            }
        }
        for (g, group) in groups.iter().enumerate() {
            for (k, &b) in group.bodies.iter().enumerate() {
                system.held.push(Held {
                    jac: small(system.jac_at[g][k]),
                    row: small(system.row_at[g]),
                    count: small(group.rows),
                    dof: small(system.dof_at[b]),
                    width: small(bodies[b].0),
                });
            }
        }
        system
    }

    /// Length of the vector of mass blocks.
    pub fn mass_len(&self) -> usize {
        self.mass_at[self.shapes.len()]
    }

    /// Length of the vector of Jacobian blocks.
    pub fn jacobian_len(&self) -> usize {
        self.jac_at.last().and_then(|at| at.last()).copied().unwrap_or(0)
    }

    /// Number of rows of J.
    pub fn rows(&self) -> usize {
        self.row_at[self.jac_at.len()]
    }

    /// Number of velocities: columns of J.
    pub fn dofs(&self) -> usize {
        self.dof_at[self.shapes.len()]
    }

    /// Where a body writes its mass: n entries of a diagonal, or n × n row-major.
    pub fn mass_range(&self, body: usize) -> Range<usize> {
        self.mass_at[body]..self.mass_at[body + 1]
    }

    /// Where a group writes its k-th block: rows × n, row-major. The blocks of a group follow each other.
    pub fn jacobian_range(&self, group: usize, k: usize) -> Range<usize> {
        self.jac_at[group][k]..self.jac_at[group][k + 1]
    }

    /// A group's place in vectors over rows: the order of declaration.
    pub fn row_range(&self, group: usize) -> Range<usize> {
        self.row_at[group]..self.row_at[group + 1]
    }

    /// A body's place in vectors over velocities: the order of declaration.
    pub fn dof_range(&self, body: usize) -> Range<usize> {
        self.dof_at[body]..self.dof_at[body + 1]
    }

    pub(super) fn width_of(&self, body: usize) -> Width {
        width((self.dof_range(body).len(), self.shapes[body]))
    }

    /// Numbers of the factor, pivots included: a measure of fill.
    pub fn factor_len(&self) -> usize {
        self.split.as_ref().map_or(self.values, |split| split.inner.values)
    }

    /// Orders the groups and writes down, column by column, what the factorization reads.
    fn write_program(&mut self, bodies: &[(usize, MassMatrix)], groups: &[Group<'_>]) {
        let rows: Vec<usize> = groups.iter().map(|g| g.rows).collect();
        let order = minimum_degree(&rows, cliques(bodies.len(), groups));
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
                let jac = small(self.jac_at[part.group][k] + part.first * bodies[b].0);
                self.touches.push(Touch { jac, dof: small(self.dof_at[b]), width: width(bodies[b]) });
            }
            let crossed = self.write_terms(bodies, groups, part, part, true);
            let blocks = self.blocks.len();
            for &i in &below[j] {
                let terms = self.write_terms(bodies, groups, &parts[i], part, false);
                self.blocks.push(Block {
                    row: small(self.row_at[parts[i].group] + parts[i].first),
                    rows: small(parts[i].rows),
                    terms,
                });
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
                    rows: small(parts[k].rows),
                    w: small(start[k]),
                    y: small(y(at)),
                    runs,
                });
            }
            self.columns.push(Column {
                row: small(self.row_at[part.group] + part.first),
                rows: small(part.rows),
                start: small(start[j]),
                below: small(first_row[j][below[j].len()]),
                touches: Span::since(&self.touches, touches),
                crossed,
                updates: Span::since(&self.updates, updates),
                blocks: Span::since(&self.blocks, blocks),
                filled: self.runs.len() > runs,
                light: group.bodies.iter().all(|&b| matches!(width(bodies[b]), Width::Two | Width::Three)),
            });
        }
        small(self.values.max(self.jacobian_len()).max(self.mass_len()));
    }

    /// Terms of S between two parts: one for each body that both hold; between a part and itself only those of two
    /// different blocks.
    fn write_terms(
        &mut self,
        bodies: &[(usize, MassMatrix)],
        groups: &[Group<'_>],
        i: &Part,
        j: &Part,
        crossed: bool,
    ) -> Span {
        let before = self.terms.len();
        for (k, &b) in groups[i.group].bodies.iter().enumerate() {
            for (l, &c) in groups[j.group].bodies.iter().enumerate() {
                if c == b && !(crossed && k == l) {
                    let at =
                        |part: &Part, block: usize| small(self.jac_at[part.group][block] + part.first * bodies[b].0);
                    self.terms.push(Term {
                        a: at(i, k),
                        b: at(j, l),
                        w: small(self.dof_at[b]),
                        width: width(bodies[b]),
                    });
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

fn width((n, shape): (usize, MassMatrix)) -> Width {
    match (shape, n) {
        (MassMatrix::Dense, 6) => Width::DenseSix,
        (MassMatrix::Dense, _) => Width::Dense(small(n)),
        (MassMatrix::Diagonal, 2) => Width::Two,
        (MassMatrix::Diagonal, 3) => Width::Three,
        (MassMatrix::Diagonal, 6) => Width::Six,
        (MassMatrix::Diagonal, _) => Width::Diagonal(small(n)),
    }
}

/// Starts of consecutive pieces, and the end of the last.
fn starts(lengths: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut end = 0;
    let mut at = vec![0];
    at.extend(lengths.map(|n| {
        end += n;
        end
    }));
    at
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
fn mass_blocks(bodies: &[(usize, MassMatrix)], mass_at: &[usize], dof_at: &[usize]) -> Vec<MassBlock> {
    let mut blocks: Vec<MassBlock> = Vec::new();
    for (b, &(n, shape)) in bodies.iter().enumerate() {
        match blocks.last_mut() {
            Some(run) if run.shape == MassMatrix::Diagonal && shape == MassMatrix::Diagonal => run.len += small(n),
            _ => {
                let (mass, dof) = (small(mass_at[b]), small(dof_at[b]));
                blocks.push(MassBlock { mass, dof, len: small(n), body: small(b), shape });
            }
        }
    }
    blocks
}
