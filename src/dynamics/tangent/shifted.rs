//! One shift of (T3), real or complex: its factors and its solutions.

use crate::linear::coupled::{Coupled, Factor};
use crate::math::max_abs_skip_nan;
use nalgebra::ComplexField;

#[derive(Clone, Debug)]
pub(super) struct Shifted<T> {
    factor: Option<Factor<T>>,
    /// 1/s.
    pub(super) inverse: T,
    /// The last solution, and what the planes are multiplied by.
    pub(super) x: Vec<T>,
    sides: [Vec<T>; 2],
}

impl<T: ComplexField<RealField = f64> + Copy> Default for Shifted<T> {
    fn default() -> Self {
        Self { factor: None, inverse: T::zero(), x: Vec::new(), sides: [Vec::new(), Vec::new()] }
    }
}

impl<T: ComplexField<RealField = f64> + Copy> Shifted<T> {
    pub(super) fn new(pattern: &Coupled) -> Self {
        let zeros = || vec![T::zero(); pattern.sizes()[1]];
        Self { factor: Some(Factor::new(pattern)), inverse: T::zero(), x: zeros(), sides: [zeros(), zeros()] }
    }

    pub(super) fn factor(&mut self, pattern: &Coupled, planes: [&[f64]; 3], inverse: T) -> bool {
        self.inverse = inverse;
        self.factor.as_mut().is_some_and(|factor| factor.factor(pattern, planes, inverse))
    }

    /// The solution with the right-hand side A y + B z of two of the planes, where y and z are asked for by the place of a velocity.
    pub(super) fn solve(
        &mut self,
        pattern: &Coupled,
        planes: [&[f64]; 2],
        sides: impl Fn(usize) -> (T, T),
        bodies: usize,
    ) {
        let [first, second] = &mut self.sides;
        for (i, (y, z)) in first.iter_mut().zip(&mut *second).enumerate().take(pattern.first(bodies)) {
            (*y, *z) = sides(i);
        }
        self.x.fill(T::zero());
        pattern.multiply(planes, [first, second], bodies, &mut self.x);
        if let Some(factor) = &self.factor {
            factor.solve(pattern, &mut self.x);
        }
    }
}

impl Shifted<f64> {
    /// The same, and once more for what it leaves of the right-hand side, `own` being the matrix that was factored: by how much that changes each velocity is what rounding did to it. (The largest.)
    pub(super) fn solve_twice(
        &mut self,
        pattern: &Coupled,
        own: &[f64],
        planes: [&[f64]; 2],
        sides: impl Fn(usize) -> (f64, f64),
        bodies: usize,
    ) -> f64 {
        self.solve(pattern, planes, sides, bodies);
        let mut x = std::mem::replace(&mut self.x, vec![0.0; pattern.sizes()[1]]);
        x.iter_mut().for_each(|x| *x = -*x);
        let [first, second] = &self.sides;
        pattern.multiply(planes, [first, second], bodies, &mut self.x);
        pattern.multiply([own, own], [&x, &vec![0.0; x.len()]], pattern.nodes(), &mut self.x);
        if let Some(factor) = &self.factor {
            factor.solve(pattern, &mut self.x);
        }
        let rounding = max_abs_skip_nan(&self.x[..pattern.first(bodies)]);
        self.x.iter_mut().zip(&x).for_each(|(change, x)| *change -= x);
        rounding
    }
}
