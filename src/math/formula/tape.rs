//! A formula as it is evaluated: its steps in a row, which read and write places of one small array on the stack.
//!
//! The array holds the arguments, then such constants as no step has in itself, then results that wait for their use. Nothing is allocated, whatever the number type is.

use super::error::FormulaError;
use super::graph::Node;
use super::number::{Number, binary, choose, unary};
use super::op::{Binary, Unary};
use super::steps::{Code, Drafts};

/// Sizes of the array. A power of two each, so that a masked index needs no check.
const SIZES: [usize; 5] = [8, 16, 64, 512, 4096];

/// One operation: what it does, the places that it reads, where it writes, and its number.
#[derive(Copy, Clone, Debug)]
struct Step {
    code: Code,
    from: [u16; 3],
    to: u16,
    number: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Tape {
    steps: Vec<Step>,
    constants: Vec<f64>,
    unary: Vec<Unary>,
    result: u16,
    places: usize,
}

impl Tape {
    /// The operations of these nodes, of which the last one is the result.
    pub(super) fn new(nodes: &[Node], arguments: usize) -> Result<Self, FormulaError> {
        let Drafts { drafts, constants, unary, result, places } = Drafts::of(nodes, arguments);
        let most = SIZES[SIZES.len() - 1];
        if places > most {
            return Err(FormulaError::TooWide { holds: places, most });
        }
        let steps = drafts.into_iter().map(|(code, from, to, number)| Step {
            code,
            from: from.map(|at| at as u16),
            to: to as u16,
            number,
        });
        Ok(Self { steps: steps.collect(), constants, unary, result: result as u16, places })
    }

    #[inline]
    pub(super) fn run<T: Number>(&self, arguments: &[T]) -> T {
        match self.places {
            0..=8 => self.within::<T, { SIZES[0] }>(arguments),
            9..=16 => self.within::<T, { SIZES[1] }>(arguments),
            17..=64 => self.within::<T, { SIZES[2] }>(arguments),
            65..=512 => self.within::<T, { SIZES[3] }>(arguments),
            _ => self.within::<T, { SIZES[4] }>(arguments),
        }
    }

    fn within<T: Number, const N: usize>(&self, arguments: &[T]) -> T {
        let mut numbers = [T::constant(0.0); N];
        // A copy whose length is not known is a call.
        match arguments {
            [a] => numbers[0] = *a,
            [a, b] => (numbers[0], numbers[1]) = (*a, *b),
            [a, b, c] => (numbers[0], numbers[1], numbers[2]) = (*a, *b, *c),
            _ => numbers[..arguments.len()].copy_from_slice(arguments),
        }
        for (number, constant) in numbers[arguments.len()..].iter_mut().zip(&self.constants) {
            *number = T::constant(*constant);
        }
        let at = |place: u16| place as usize & (N - 1);
        for &Step { code, from: [a, b, c], to, number } in &self.steps {
            let (a, b) = (&numbers[at(a)], &numbers[at(b)]);
            numbers[at(to)] = match code {
                Code::Scale => a.scaled(number),
                Code::Shift => a.shifted(number),
                Code::Over => a.over(&T::constant(number)),
                Code::Square => a.times(a),
                Code::Cube => a.times(a).times(a),
                Code::Add => a.plus(b),
                Code::Subtract => a.minus(b),
                Code::Multiply => a.times(b),
                Code::Divide => a.over(b),
                Code::PlusScaled => a.plus(&b.scaled(number)),
                Code::PlusProduct => a.plus(&b.times(&numbers[at(c)])),
                Code::MinusProduct => a.minus(&b.times(&numbers[at(c)])),
                Code::ProductMinus => b.times(&numbers[at(c)]).minus(a),
                Code::Choice => choose(a.value(), b, &numbers[at(c)]),
                Code::Unary(place) => called(self.unary[place as usize], a),
                Code::Binary(op) => called_with_two(op, a, b),
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
