//! Exponents by neighbors alone, to be compared with those by derivatives.

use chetaev::analysis::Flow;

/// A mechanism of which nothing is known but how it moves.
#[derive(Debug)]
pub struct Neighbors<F>(pub F);

impl<F: Flow> Flow for Neighbors<F> {
    type Point = F::Point;
    type Error = F::Error;

    fn advance(&mut self, from: &F::Point, by: f64) -> Result<F::Point, F::Error> {
        self.0.advance(from, by)
    }

    fn difference(&self, a: &F::Point, b: &F::Point) -> Vec<f64> {
        self.0.difference(a, b)
    }

    fn displaced(&mut self, from: &F::Point, by: &[f64]) -> Result<F::Point, F::Error> {
        self.0.displaced(from, by)
    }

    fn dimension(&mut self, at: &F::Point) -> Result<usize, F::Error> {
        self.0.dimension(at)
    }
}
