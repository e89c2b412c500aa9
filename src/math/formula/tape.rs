//! A formula as it is evaluated: its operations in a row, which read and write places of one small array on the stack.
//!
//! The array holds the constants, then the arguments, then results that wait for their use. A place whose result was read for the last time is used again, so that
//! a formula of many thousand operations still needs a few places only. Nothing is allocated, whatever the number type is.

use super::error::FormulaError;
use super::graph::Node;
use super::number::{Number, binary, choose, unary};
use super::op::{Binary, Unary};

/// Sizes of the array. A power of two each, so that a masked index needs no check.
const SIZES: [usize; 4] = [16, 64, 512, 4096];

#[derive(Copy, Clone, Debug)]
enum Code {
    Add,
    Subtract,
    Multiply,
    Divide,
    Square,
    Cube,
    /// The others are calls, so that what is carried out most stays a short loop.
    Unary(Unary),
    Binary(Binary),
    Choice,
}

/// One operation: what it does, the places that it reads, and where it writes.
#[derive(Copy, Clone, Debug)]
struct Step {
    code: Code,
    from: [u16; 3],
    to: u16,
}

#[derive(Clone, Debug)]
pub(super) struct Tape {
    constants: Vec<f64>,
    steps: Vec<Step>,
    result: u16,
    places: usize,
}

impl Tape {
    /// The operations of these nodes, of which the last one is the result.
    pub(super) fn new(nodes: &[Node], arguments: usize) -> Result<Self, FormulaError> {
        let mut constants: Vec<f64> = Vec::new();
        let mut place = vec![0; nodes.len()];
        for (node, place) in nodes.iter().zip(&mut place) {
            if let Node::Constant(bits) = node {
                *place = constants.len();
                constants.push(f64::from_bits(*bits));
            }
        }
        let first = constants.len() + arguments;
        let last_read = last_reads(nodes);
        let (mut free, mut places, mut steps) = (Vec::new(), first, Vec::new());
        for (index, node) in nodes.iter().enumerate() {
            let code = match node {
                Node::Constant(_) => continue,
                Node::Argument(k) => {
                    place[index] = constants.len() + *k as usize;
                    continue;
                }
                Node::Unary(Unary::Whole(2), _) => Code::Square,
                Node::Unary(Unary::Whole(3), _) => Code::Cube,
                Node::Unary(op, _) => Code::Unary(*op),
                Node::Binary(Binary::Add, _) => Code::Add,
                Node::Binary(Binary::Subtract, _) => Code::Subtract,
                Node::Binary(Binary::Multiply, _) => Code::Multiply,
                Node::Binary(Binary::Divide, _) => Code::Divide,
                Node::Binary(op, _) => Code::Binary(*op),
                Node::Choice(_) => Code::Choice,
            };
            let mut from = [0; 3];
            for (from, read) in from.iter_mut().zip(node.reads()) {
                *from = place[*read as usize];
            }
            // What is read here for the last time makes room, once even if it is read twice.
            let mut done: Vec<usize> = node.reads().iter().map(|&read| read as usize).collect();
            done.sort_unstable();
            done.dedup();
            free.extend(
                done.into_iter()
                    .filter(|&read| last_read[read] == index && place[read] >= first)
                    .map(|read| place[read]),
            );
            place[index] = free.pop().unwrap_or_else(|| {
                places += 1;
                places - 1
            });
            steps.push((code, from, place[index]));
        }
        let most = SIZES[SIZES.len() - 1];
        if places > most {
            return Err(FormulaError::TooWide { holds: places, most });
        }
        let steps =
            steps.into_iter().map(|(code, from, to)| Step { code, from: from.map(|at| at as u16), to: to as u16 });
        let result = place.last().copied().unwrap_or_default() as u16;
        Ok(Self { constants, steps: steps.collect(), result, places })
    }

    #[inline]
    pub(super) fn run<T: Number>(&self, arguments: &[T]) -> T {
        match self.places {
            0..=16 => self.within::<T, { SIZES[0] }>(arguments),
            17..=64 => self.within::<T, { SIZES[1] }>(arguments),
            65..=512 => self.within::<T, { SIZES[2] }>(arguments),
            _ => self.within::<T, { SIZES[3] }>(arguments),
        }
    }

    fn within<T: Number, const N: usize>(&self, arguments: &[T]) -> T {
        let mut numbers = [T::constant(0.0); N];
        let known = numbers.iter_mut().zip(&self.constants);
        known.for_each(|(number, constant)| *number = T::constant(*constant));
        numbers[self.constants.len()..][..arguments.len()].copy_from_slice(arguments);
        let at = |place: u16| place as usize & (N - 1);
        for Step { code, from: [a, b, c], to } in &self.steps {
            let (a, b) = (&numbers[at(*a)], &numbers[at(*b)]);
            numbers[at(*to)] = match code {
                Code::Add => a.plus(b),
                Code::Subtract => a.minus(b),
                Code::Multiply => a.times(b),
                Code::Divide => a.over(b),
                Code::Square => a.times(a),
                Code::Cube => a.times(a).times(a),
                Code::Unary(op) => called(*op, a),
                Code::Binary(op) => called_with_two(*op, a, b),
                Code::Choice => choose(a.value(), b, &numbers[at(*c)]),
            };
        }
        numbers[at(self.result)]
    }
}

#[inline(never)]
fn called<T: Number>(op: Unary, a: &T) -> T {
    unary(op, a)
}

#[inline(never)]
fn called_with_two<T: Number>(op: Binary, a: &T, b: &T) -> T {
    binary(op, a, b)
}

/// For each node the last one that reads it; of the result, none.
fn last_reads(nodes: &[Node]) -> Vec<usize> {
    let mut last = vec![usize::MAX; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        node.reads().iter().for_each(|&read| last[read as usize] = index);
    }
    last
}
