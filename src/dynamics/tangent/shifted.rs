//! One shift of (T3), real or complex: its factors and its solutions.

use crate::linear::coupled::{Coupled, Factor};
use nalgebra::ComplexField;

#[derive(Clone, Debug)]
pub(super) struct Shifted<T> {
    factor: Option<Factor<T>>,
    /// 1/s.
    pub(super) inverse: T,
    /// The last solution, and what A⁰ and A² are multiplied by.
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

    /// x_v and μ of (T3), where r_q (along velocities) and r_v are asked for by the place of a velocity.
    pub(super) fn solve(
        &mut self,
        pattern: &Coupled,
        planes: &[Vec<f64>; 3],
        r: impl Fn(usize) -> (T, T),
        bodies: usize,
    ) {
        let (inverse, square) = (self.inverse, self.inverse * self.inverse);
        let [speeds, places] = &mut self.sides;
        for (i, (speed, place)) in speeds.iter_mut().zip(&mut *places).enumerate().take(pattern.first(bodies)) {
            let (r_q, r_v) = r(i);
            (*speed, *place) = (inverse * r_v, square * r_q);
        }
        self.x.fill(T::zero());
        pattern.multiply([&planes[0], &planes[2]], [speeds, places], bodies, &mut self.x);
        if let Some(factor) = &self.factor {
            factor.solve(pattern, &mut self.x);
        }
    }
}
