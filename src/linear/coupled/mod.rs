//! Unsymmetric systems of small blocks on a fixed pattern, one for each shift s, real or complex.
//!
//! ```text
//! (U1)  A(s) = A⁰ − A¹/s − A²/s²
//! ```
//!
//! The unknowns stand in *nodes* of a few each; a block couples two nodes. Rows and columns have the same pattern, whatever the numbers are. With the nodes in the order of elimination, D_k the block of
//! node k once the nodes before it are gone, R_kj the blocks right of it and L_ik those below it,
//!
//! ```text
//! (U2)  R_kj ← D_k⁻¹ R_kj,     A_ij ← A_ij − L_ik R_kj          i, j after k and coupled to it
//! (U3)  x_k ← D_k⁻¹ x_k,  x_i ← x_i − L_ik x_k;     then backwards  x_k ← x_k − Σ_j R_kj x_j
//! ```
//!
//! Rows are exchanged within D_k only. So D_k must be regular, and the order must see to that: a node may have to *wait* for others, as the rows of a constraint, whose own block is zero, for the
//! bodies that they hold. Of the nodes that need not wait the one with the fewest unknowns around it goes first, and of several the one that was changed longest ago.
//!
//! Of a chain each node is coupled to a few others, and the cost is linear in its length. The rows of N joints on one body wait for it, and are then all coupled: N² blocks.

mod factor;

pub(crate) use factor::Factor;

use nalgebra::ComplexField;
use std::collections::BTreeSet;

/// The pattern, and where each block stands.
#[derive(Clone, Debug)]
pub(crate) struct Coupled {
    /// The first unknown of each node, and the end of the last.
    first: Vec<usize>,
    /// The place of each node in the order of elimination.
    place: Vec<usize>,
    /// In that order.
    steps: Vec<Step>,
    /// Of all steps: the nodes coupled to it that come later, in their order, with where its blocks with them stand.
    later: Vec<Later>,
    /// Of all steps: where A_ij of (U2) stands, j running first.
    targets: Vec<u32>,
    values: usize,
}

/// The elimination of one node.
#[derive(Clone, Debug)]
struct Step {
    first: usize,
    size: usize,
    /// Where its own block stands.
    own: usize,
    later: std::ops::Range<usize>,
    targets: usize,
}

/// A node coupled to one that goes before it.
#[derive(Clone, Debug)]
struct Later {
    place: usize,
    first: usize,
    size: usize,
    /// R_kj and L_jk, row by row.
    right: usize,
    left: usize,
}

impl Coupled {
    /// For nodes of the given sizes; nodes of one clique are coupled, and each waits for those of its list.
    pub(crate) fn new<'a>(
        sizes: &[usize],
        cliques: impl Iterator<Item = &'a [usize]>,
        waits: impl Fn(usize) -> &'a [usize],
    ) -> Self {
        let mut around = vec![BTreeSet::new(); sizes.len()];
        for clique in cliques {
            for &i in clique {
                around[i].extend(clique.iter().copied().filter(|&j| j != i));
            }
        }
        let (order, later) = eliminate(sizes, around, waits);
        let mut pattern = Self {
            first: starts(sizes),
            place: vec![0; sizes.len()],
            steps: Vec::with_capacity(sizes.len()),
            later: Vec::new(),
            targets: Vec::new(),
            values: 0,
        };
        order.iter().enumerate().for_each(|(place, &node)| pattern.place[node] = place);
        for (&node, later) in order.iter().zip(&later) {
            pattern.add_step(sizes, node, later);
        }
        for k in 0..pattern.steps.len() {
            pattern.steps[k].targets = pattern.targets.len();
            for i in pattern.steps[k].later.clone() {
                for j in pattern.steps[k].later.clone() {
                    let at = pattern.at(pattern.later[i].place, pattern.later[j].place);
                    pattern.targets.push(at.unwrap_or_default() as u32);
                }
            }
        }
        pattern
    }

    fn add_step(&mut self, sizes: &[usize], node: usize, coupled: &[usize]) {
        let (size, from) = (sizes[node], self.later.len());
        let own = self.values;
        self.values += size * size;
        let mut coupled = coupled.to_vec();
        coupled.sort_by_key(|&other| self.place[other]);
        for other in coupled {
            let (right, length) = (self.values, size * sizes[other]);
            let later = Later {
                place: self.place[other],
                first: self.first[other],
                size: sizes[other],
                right,
                left: right + length,
            };
            self.later.push(later);
            self.values += 2 * length;
        }
        self.steps.push(Step { first: self.first[node], size, own, later: from..self.later.len(), targets: 0 });
    }

    /// Where the block of two places stands.
    fn at(&self, row: usize, column: usize) -> Option<usize> {
        let step = &self.steps[row.min(column)];
        if row == column {
            return Some(step.own);
        }
        let later = &self.later[step.later.clone()];
        let found = later.binary_search_by_key(&row.max(column), |later| later.place).ok()?;
        Some(if row < column { later[found].right } else { later[found].left })
    }

    /// Where the block of two nodes stands, row by row; none if they are not coupled.
    pub(crate) fn block(&self, row: usize, column: usize) -> Option<usize> {
        self.at(self.place[row], self.place[column])
    }

    /// Adds A x + B y, where only the first `many` nodes' unknowns are other than zero.
    pub(crate) fn multiply<T: ComplexField<RealField = f64> + Copy>(
        &self,
        [a, b]: [&[f64]; 2],
        [x, y]: [&[T]; 2],
        many: usize,
        out: &mut [T],
    ) {
        let end = self.first[many];
        let mut add = |at: usize, [row, rows]: [usize; 2], [column, columns]: [usize; 2]| {
            if column >= end {
                return;
            }
            let block = at..at + rows * columns;
            let sides = [&x[column..column + columns], &y[column..column + columns]];
            add_products([&a[block.clone()], &b[block]], sides, &mut out[row..row + rows]);
        };
        for step in &self.steps {
            let own = [step.first, step.size];
            add(step.own, own, own);
            for later in &self.later[step.later.clone()] {
                let other = [later.first, later.size];
                add(later.right, own, other);
                add(later.left, other, own);
            }
        }
    }

    /// Gives the marked unknowns the equation x = 0, in the first of three planes, and takes them out of all others'.
    pub(crate) fn take_out(&self, off: &[bool], planes: &mut [Vec<f64>; 3]) {
        let mut clear = |at: usize, [row, rows]: [usize; 2], [column, columns]: [usize; 2]| {
            for r in 0..rows {
                for c in 0..columns {
                    if off[row + r] || off[column + c] {
                        let diagonal = f64::from(row + r == column + c);
                        planes
                            .iter_mut()
                            .zip([diagonal, 0.0, 0.0])
                            .for_each(|(plane, x)| plane[at + r * columns + c] = x);
                    }
                }
            }
        };
        for step in &self.steps {
            let own = [step.first, step.size];
            clear(step.own, own, own);
            for later in &self.later[step.later.clone()] {
                let other = [later.first, later.size];
                clear(later.right, own, other);
                clear(later.left, other, own);
            }
        }
    }

    /// Numbers of all blocks, and unknowns.
    pub(crate) fn sizes(&self) -> [usize; 2] {
        [self.values, self.first.last().copied().unwrap_or(0)]
    }

    pub(crate) fn nodes(&self) -> usize {
        self.place.len()
    }

    /// The first unknown of a node.
    pub(crate) fn first(&self, node: usize) -> usize {
        self.first[node]
    }
}

/// out += a x + b y for one block.
fn add_products<T: ComplexField<RealField = f64> + Copy>(blocks: [&[f64]; 2], sides: [&[T]; 2], out: &mut [T]) {
    match (out.len(), sides[0].len()) {
        (2, 3) => add_products_sized::<T, 2, 3>(blocks, sides, out),
        (3, 3) => add_products_sized::<T, 3, 3>(blocks, sides, out),
        (3, 6) => add_products_sized::<T, 3, 6>(blocks, sides, out),
        (6, 6) => add_products_sized::<T, 6, 6>(blocks, sides, out),
        (_, n) => {
            let ([a, b], [x, y]) = (blocks, sides);
            for (out, (a, b)) in out.iter_mut().zip(a.chunks_exact(n).zip(b.chunks_exact(n))) {
                for (k, (&a, &b)) in a.iter().zip(b).enumerate() {
                    *out += x[k].scale(a) + y[k].scale(b);
                }
            }
        }
    }
}

/// With sizes that the compiler knows.
fn add_products_sized<T: ComplexField<RealField = f64> + Copy, const M: usize, const N: usize>(
    blocks: [&[f64]; 2],
    sides: [&[T]; 2],
    out: &mut [T],
) {
    let [a, b] = blocks.map(|block| block.as_chunks::<N>().0.first_chunk::<M>());
    let [x, y] = sides.map(|side| side.first_chunk::<N>());
    if let (Some(a), Some(b), Some(x), Some(y), Some(out)) = (a, b, x, y, out.first_chunk_mut::<M>()) {
        for (i, out) in out.iter_mut().enumerate() {
            for k in 0..N {
                *out += x[k].scale(a[i][k]) + y[k].scale(b[i][k]);
            }
        }
    }
}

fn starts(sizes: &[usize]) -> Vec<usize> {
    let mut end = 0;
    let mut first = vec![0];
    first.extend(sizes.iter().map(|size| {
        end += size;
        end
    }));
    first
}

/// The order of elimination, and for each node in it those that it is coupled to when it goes.
fn eliminate<'a>(
    sizes: &[usize],
    mut around: Vec<BTreeSet<usize>>,
    waits: impl Fn(usize) -> &'a [usize],
) -> (Vec<usize>, Vec<Vec<usize>>) {
    let mut waiting = vec![0_usize; sizes.len()];
    let mut waited = vec![Vec::new(); sizes.len()];
    for (node, waiting) in waiting.iter_mut().enumerate() {
        for &other in waits(node) {
            *waiting += 1;
            waited[other].push(node);
        }
    }
    let degree = |node: &BTreeSet<usize>| node.iter().map(|&other| sizes[other]).sum::<usize>();
    let mut clock = sizes.len();
    let mut key: Vec<[usize; 2]> = around.iter().enumerate().map(|(node, others)| [degree(others), node]).collect();
    let free = (0..sizes.len()).filter(|&node| waiting[node] == 0);
    let mut queue: BTreeSet<([usize; 2], usize)> = free.map(|node| (key[node], node)).collect();
    let (mut order, mut later) = (Vec::with_capacity(sizes.len()), Vec::with_capacity(sizes.len()));
    while let Some((_, node)) = queue.pop_first() {
        let others: Vec<usize> = std::mem::take(&mut around[node]).into_iter().collect();
        for &other in &others {
            around[other].remove(&node);
            around[other].extend(others.iter().copied().filter(|&i| i != other));
        }
        for &freed in &waited[node] {
            waiting[freed] -= 1;
        }
        for &other in others.iter().chain(&waited[node]) {
            queue.remove(&(key[other], other));
            let now = degree(&around[other]);
            if now != key[other][0] {
                key[other] = [now, clock];
                clock += 1;
            }
            if waiting[other] == 0 {
                queue.insert((key[other], other));
            }
        }
        order.push(node);
        later.push(others);
    }
    (order, later)
}

#[cfg(test)]
mod tests;
