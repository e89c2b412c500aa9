//! A formula while it is made: its operations, each once, with those of constants carried out.

use super::number::{binary, unary};
use super::op::{Binary, Unary};
use std::collections::HashMap;

/// A number, an argument, or an operation on results of earlier nodes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// The bits of a number.
    Constant(u64),
    Argument(u32),
    Unary(Unary, u32),
    Binary(Binary, [u32; 2]),
    /// The second where the first is above zero, else the third.
    Choice([u32; 3]),
}

impl Node {
    pub(super) fn constant(value: f64) -> Self {
        Self::Constant(value.to_bits())
    }

    /// The nodes that it reads.
    pub(super) fn reads(&self) -> &[u32] {
        match self {
            Self::Constant(_) | Self::Argument(_) => &[],
            Self::Unary(_, a) => std::slice::from_ref(a),
            Self::Binary(_, pair) => pair,
            Self::Choice(all) => all,
        }
    }

    /// It with other numbers for the nodes that it reads.
    fn renamed(self, name: impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Unary(op, a) => Self::Unary(op, name(a)),
            Self::Binary(op, pair) => Self::Binary(op, pair.map(name)),
            Self::Choice(all) => Self::Choice(all.map(name)),
            leaf => leaf,
        }
    }
}

/// Nodes, each after those that it reads, and no two the same.
#[derive(Debug, Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    known: HashMap<Node, u32>,
}

impl Graph {
    /// The graph that has these nodes, each where it stands in the list.
    pub(super) fn of(nodes: &[Node]) -> Self {
        let known = nodes.iter().copied().zip(0..).collect();
        Self { nodes: nodes.to_vec(), known }
    }

    pub(super) fn constant(&mut self, value: f64) -> u32 {
        self.add(Node::constant(value))
    }

    pub(super) fn argument(&mut self, index: u32) -> u32 {
        self.add(Node::Argument(index))
    }

    pub(super) fn unary(&mut self, op: Unary, a: u32) -> u32 {
        match self.known_number(a) {
            Some(x) => self.folded(unary(op, &x), Node::Unary(op, a)),
            None => self.add(Node::Unary(op, a)),
        }
    }

    pub(super) fn binary(&mut self, op: Binary, a: u32, b: u32) -> u32 {
        match (op, self.known_number(a), self.known_number(b)) {
            // Also where the base has no derivative.
            (Binary::Power, _, Some(0.0)) => self.constant(1.0),
            (Binary::Power, _, Some(1.0)) => a,
            (Binary::Power, _, Some(n)) => self.unary(Unary::power(n), a),
            (_, Some(x), Some(y)) => self.folded(binary(op, &x, &y), Node::Binary(op, [a, b])),
            _ => self.add(Node::Binary(op, [a, b])),
        }
    }

    pub(super) fn choice(&mut self, guard: u32, a: u32, b: u32) -> u32 {
        match self.known_number(guard) {
            Some(x) => {
                if x > 0.0 {
                    a
                } else {
                    b
                }
            }
            None => self.add(Node::Choice([guard, a, b])),
        }
    }

    /// a − b, of which nothing is left to subtract where one is zero.
    pub(super) fn difference(&mut self, a: u32, b: u32) -> u32 {
        match (self.known_number(a), self.known_number(b)) {
            (_, Some(0.0)) => a,
            (Some(0.0), None) => self.unary(Unary::Negative, b),
            _ => self.binary(Binary::Subtract, a, b),
        }
    }

    fn known_number(&self, node: u32) -> Option<f64> {
        match self.nodes[node as usize] {
            Node::Constant(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// What is not finite is left to be said where it is used, as any other function's result is.
    fn folded(&mut self, value: f64, otherwise: Node) -> u32 {
        if value.is_finite() { self.constant(value) } else { self.add(otherwise) }
    }

    fn add(&mut self, node: Node) -> u32 {
        if let Some(&at) = self.known.get(&node) {
            return at;
        }
        let at = self.nodes.len() as u32;
        self.nodes.push(node);
        self.known.insert(node, at);
        at
    }

    /// The nodes of which `root` is made, in the one order that depends on nothing but what they compute: each before it is read, and what holds more numbers at
    /// once before what holds fewer, so that no more are held than must be (Sethi and Ullman).
    pub(super) fn nodes_of(&self, root: u32) -> Vec<Node> {
        let needs = needs(&self.nodes);
        let (mut found, mut place) = (Vec::new(), vec![None; self.nodes.len()]);
        // A node is met twice: before those that it reads, and after them.
        let mut open = vec![(root, false)];
        while let Some((at, ready)) = open.pop() {
            let index = at as usize;
            if place[index].is_some() {
                continue;
            }
            let node = self.nodes[index];
            if ready {
                place[index] = Some(found.len() as u32);
                found.push(node.renamed(|old| place[old as usize].unwrap_or_default()));
            } else {
                open.push((at, true));
                let mut reads: Vec<u32> = node.reads().to_vec();
                reads.sort_by_key(|&read| std::cmp::Reverse(needs[read as usize]));
                open.extend(reads.into_iter().rev().map(|read| (read, false)));
            }
        }
        found
    }
}

/// How many results must be held at once to compute each node, if nothing is shared.
fn needs(nodes: &[Node]) -> Vec<u32> {
    let mut needs: Vec<u32> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let mut of: Vec<u32> = node.reads().iter().map(|&read| needs[read as usize]).collect();
        of.sort_by_key(|&need| std::cmp::Reverse(need));
        let held = of.iter().zip(0..).map(|(need, before)| need + before).max();
        needs.push(held.map_or(0, |held| held.max(1)));
    }
    needs
}
