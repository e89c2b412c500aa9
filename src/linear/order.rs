//! The order of elimination: greedy minimum degree on the groups of rows.
//!
//! Once the bodies are gone, two groups are neighbors when they hold a common body; eliminating a group makes its
//! neighbors neighbors of each other. The graph is not stored edge by edge but as a set of cliques
//! (each body is one, each eliminated group becomes one and swallows those that it was in), which never take more
//! memory than at the start. The clique left behind by a group is exactly the set of rows below it in the factor.
//!
//! Among groups of equal degree the one whose degree changed longest ago goes first. On a chain this eats from both
//! ends in turn, so neighboring steps of the factorization do not wait for each other's divisions.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Order of elimination and, for each place in it, the later places that it fills.
pub(super) struct Order {
    /// Groups in the order of elimination.
    pub groups: Vec<usize>,
    /// For each place: the places (ascending) of the groups below it in the factor.
    pub below: Vec<Vec<usize>>,
}

/// Finds the order for groups of `rows[g]` rows, where `cliques[b]` lists the groups that hold body `b`.
pub(super) fn minimum_degree(rows: &[usize], mut cliques: Vec<Vec<usize>>) -> Order {
    let count = rows.len();
    let mut member: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (c, clique) in cliques.iter().enumerate() {
        for &g in clique {
            member[g].push(c);
        }
    }
    let mut weight: Vec<usize> = cliques.iter().map(|c| c.iter().map(|&g| rows[g]).sum()).collect();
    let mut seen = Marks::new(count);
    let mut key = Vec::with_capacity(count);
    for (g, member) in member.iter().enumerate() {
        key.push((degree(g, member, &cliques, &weight, rows, &mut seen), g));
    }
    // What was put in with a key that it has no longer is passed by.
    let mut queue: BinaryHeap<_> = key.iter().copied().zip(0..).map(Reverse).collect();
    let mut clock = count;
    let mut groups = Vec::with_capacity(count);
    let mut left: Vec<Vec<usize>> = Vec::with_capacity(count);
    while let Some(Reverse((now, g))) = queue.pop() {
        if now != key[g] {
            continue;
        }
        groups.push(g);
        seen.clear();
        seen.first(g);
        let swallowed = std::mem::take(&mut member[g]);
        let mut clique = Vec::new();
        for &c in &swallowed {
            clique.extend(cliques[c].drain(..).filter(|&h| seen.first(h)));
            weight[c] = 0;
        }
        let new = cliques.len();
        weight.push(clique.iter().map(|&h| rows[h]).sum());
        cliques.push(clique);
        let clique = cliques[new].clone();
        for &h in &clique {
            member[h].retain(|c| !swallowed.contains(c));
            member[h].push(new);
        }
        for &h in &clique {
            let now = degree(h, &member[h], &cliques, &weight, rows, &mut seen);
            if now != key[h].0 {
                key[h] = (now, clock);
                clock += 1;
                queue.push(Reverse((key[h], h)));
            }
        }
        left.push(clique);
    }
    let mut place = vec![0; count];
    for (p, &g) in groups.iter().enumerate() {
        place[g] = p;
    }
    for clique in &mut left {
        clique.iter_mut().for_each(|g| *g = place[*g]);
        clique.sort_unstable();
    }
    Order { groups, below: left }
}

/// Rows of all neighbors of group `g`.
fn degree(
    g: usize,
    member: &[usize],
    cliques: &[Vec<usize>],
    weight: &[usize],
    rows: &[usize],
    seen: &mut Marks,
) -> usize {
    match member {
        [] => 0,
        [only] => weight[*only] - rows[g],
        _ => {
            seen.clear();
            seen.first(g);
            member.iter().flat_map(|&c| &cliques[c]).filter(|&&h| seen.first(h)).map(|&h| rows[h]).sum()
        }
    }
}

/// A set of numbers that is emptied in no time.
struct Marks {
    round: usize,
    last: Vec<usize>,
}

impl Marks {
    fn new(count: usize) -> Self {
        Self { round: 0, last: vec![0; count] }
    }

    fn clear(&mut self) {
        self.round += 1;
    }

    /// Puts `i` into the set; true if it was not there.
    fn first(&mut self, i: usize) -> bool {
        std::mem::replace(&mut self.last[i], self.round) != self.round
    }
}
