//! From the nodes of a formula to its steps: which operations are one, what each reads, and where it writes.
//!
//! A step costs more than the operation in it. So a number that is added, multiplied or divided by is part of its step, and so is a product that is read once, by a sum or a
//! difference. The arithmetic stays what it is, each operation rounded by itself:
//!
//! ```text
//! (1)  a − k = a + (−k)      a − k b = a + (−k) b      −a = (−1) a      to the last bit, whatever a and b are
//! ```

use super::graph::Node;
use super::op::{Binary, Unary};

/// What a step does with a, b, c and its number k.
#[derive(Copy, Clone, Debug)]
pub(super) enum Code {
    /// a k.
    Scale,
    /// a + k.
    Shift,
    /// a/k.
    Over,
    /// a².
    Square,
    /// a³.
    Cube,
    Add,
    Subtract,
    Multiply,
    Divide,
    /// a + b k.
    PlusScaled,
    /// a + b c.
    PlusProduct,
    /// a − b c.
    MinusProduct,
    /// b c − a.
    ProductMinus,
    /// b where a is above zero, else c.
    Choice,
    /// A function of a, by its place in their list. These are calls, so that what is carried out most stays a short loop.
    Unary(u32),
    /// Another function of a and b.
    Binary(Binary),
}

/// What a step does, the nodes that it reads, and its number.
type Reads = (Code, Vec<u32>, f64);
/// The same with places: those that it reads, and where it writes.
type Draft = (Code, [usize; 3], usize, f64);

/// The steps of a formula, before it is known how many places they need.
pub(super) struct Drafts {
    pub(super) drafts: Vec<Draft>,
    /// What stands after the arguments.
    pub(super) constants: Vec<f64>,
    pub(super) unary: Vec<Unary>,
    pub(super) result: usize,
    pub(super) places: usize,
}

impl Drafts {
    /// Those of these nodes, of which the last one is the result. A place whose result was read for the last time is used again, so that a formula of many thousand
    /// operations still needs a few places only.
    pub(super) fn of(nodes: &[Node], arguments: usize) -> Self {
        let (mut unary, mut within) = (Vec::new(), vec![false; nodes.len()]);
        let products = Products::of(nodes);
        let all: Vec<Option<Reads>> = nodes.iter().map(|node| products.step(*node, &mut unary, &mut within)).collect();
        let all: Vec<(usize, Reads)> = all
            .into_iter()
            .enumerate()
            .filter(|(at, _)| !within[*at])
            .filter_map(|(at, step)| Some((at, step?)))
            .collect();
        let mut last_read = vec![usize::MAX; nodes.len()];
        for (at, (_, reads, _)) in &all {
            reads.iter().for_each(|&read| last_read[read as usize] = *at);
        }
        let (mut constants, mut place) = (Vec::new(), vec![0; nodes.len()]);
        let root = nodes.len().saturating_sub(1);
        for (at, node) in nodes.iter().enumerate() {
            match node {
                Node::Argument(k) => place[at] = *k as usize,
                Node::Constant(bits) if last_read[at] != usize::MAX || at == root => {
                    place[at] = arguments + constants.len();
                    constants.push(f64::from_bits(*bits));
                }
                _ => {}
            }
        }
        let first = arguments + constants.len();
        let (mut free, mut places, mut drafts) = (Vec::new(), first, Vec::new());
        for (at, (code, reads, number)) in all {
            let mut from = [0; 3];
            from.iter_mut().zip(&reads).for_each(|(from, read)| *from = place[*read as usize]);
            // What is read here for the last time makes room, once even if it is read twice.
            let mut done: Vec<usize> = reads.iter().map(|&read| read as usize).collect();
            done.sort_unstable();
            done.dedup();
            let over = done.into_iter().filter(|&read| last_read[read] == at && place[read] >= first);
            free.extend(over.map(|read| place[read]));
            place[at] = free.pop().unwrap_or_else(|| {
                places += 1;
                places - 1
            });
            drafts.push((code, from, place[at], number));
        }
        Self { drafts, constants, unary, result: place.last().copied().unwrap_or_default(), places }
    }
}

/// Nodes, and how often each is read.
struct Products<'n> {
    nodes: &'n [Node],
    uses: Vec<usize>,
}

impl<'n> Products<'n> {
    fn of(nodes: &'n [Node]) -> Self {
        let mut uses = vec![0; nodes.len()];
        nodes.iter().flat_map(Node::reads).for_each(|&read| uses[read as usize] += 1);
        Self { nodes, uses }
    }

    fn number(&self, at: u32) -> Option<f64> {
        match self.nodes[at as usize] {
            Node::Constant(bits) => Some(f64::from_bits(bits)),
            _ => None,
        }
    }

    /// What is multiplied in a node that is read once, and the number if one is; the node is then `within` the step that asks.
    fn product(&self, at: u32, within: &mut [bool]) -> Option<(u32, u32, Option<f64>)> {
        let Node::Binary(Binary::Multiply, [a, b]) = self.nodes[at as usize] else { return None };
        if self.uses[at as usize] != 1 {
            return None;
        }
        within[at as usize] = true;
        Some(match (self.number(a), self.number(b)) {
            (Some(k), _) => (b, a, Some(k)),
            (_, k) => (a, b, k),
        })
    }

    /// The step of a node; none of a number and of an argument.
    fn step(&self, node: Node, unary: &mut Vec<Unary>, within: &mut [bool]) -> Option<Reads> {
        let plain = |code, reads: &[u32]| Some((code, reads.to_vec(), 0.0));
        let with = |code, a: u32, k: f64| Some((code, vec![a], k));
        match node {
            Node::Constant(_) | Node::Argument(_) => None,
            Node::Unary(Unary::Negative, a) => with(Code::Scale, a, -1.0),
            Node::Unary(Unary::Whole(2), a) => plain(Code::Square, &[a]),
            Node::Unary(Unary::Whole(3), a) => plain(Code::Cube, &[a]),
            Node::Unary(op, a) => {
                unary.push(op);
                plain(Code::Unary(unary.len() as u32 - 1), &[a])
            }
            Node::Binary(Binary::Multiply, [a, b]) => match (self.number(a), self.number(b)) {
                (Some(k), _) => with(Code::Scale, b, k),
                (_, Some(k)) => with(Code::Scale, a, k),
                _ => plain(Code::Multiply, &[a, b]),
            },
            Node::Binary(Binary::Divide, [a, b]) => match self.number(b) {
                Some(k) => with(Code::Over, a, k),
                None => plain(Code::Divide, &[a, b]),
            },
            Node::Binary(Binary::Add, [a, b]) => match (self.number(a), self.number(b)) {
                (Some(k), _) => with(Code::Shift, b, k),
                (_, Some(k)) => with(Code::Shift, a, k),
                _ => Some(self.sum(a, b, within)),
            },
            // (1)
            Node::Binary(Binary::Subtract, [a, b]) => match self.number(b) {
                Some(k) => with(Code::Shift, a, -k),
                None => Some(self.difference(a, b, within)),
            },
            Node::Binary(op, pair) => plain(Code::Binary(op), &pair),
            Node::Choice(all) => plain(Code::Choice, &all),
        }
    }

    fn sum(&self, a: u32, b: u32, within: &mut [bool]) -> Reads {
        let product = self.product(b, within).map(|product| (a, product));
        match product.or_else(|| self.product(a, within).map(|product| (b, product))) {
            Some((a, (b, _, Some(k)))) => (Code::PlusScaled, vec![a, b], k),
            Some((a, (b, c, None))) => (Code::PlusProduct, vec![a, b, c], 0.0),
            None => (Code::Add, vec![a, b], 0.0),
        }
    }

    /// (1)
    fn difference(&self, a: u32, b: u32, within: &mut [bool]) -> Reads {
        match self.product(b, within) {
            Some((b, _, Some(k))) => (Code::PlusScaled, vec![a, b], -k),
            Some((b, c, None)) => (Code::MinusProduct, vec![a, b, c], 0.0),
            None => match self.product(a, within) {
                Some((p, q, _)) => (Code::ProductMinus, vec![b, p, q], 0.0),
                None => (Code::Subtract, vec![a, b], 0.0),
            },
        }
    }
}
