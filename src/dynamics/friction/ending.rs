//! Slips in space that end.
//!
//! With A the response of the slip to forces along its tangents, F = a + μ N A d the acceleration of the slip without its friction, and f = μ N, which do not change in the last moment,
//!
//! ```text
//! (1)  s' = F − f A d        it is held at s = 0 if ‖A⁻¹ F‖ < f
//! (2)  (f ‖s‖ + s·A⁻¹F)' = F·A⁻¹F − f² d·A d        so it ends after  (f ‖s‖ + s·A⁻¹F)/(f² d·A d − F·A⁻¹F)
//! ```
//!
//! however it turns until then, if A is the same in all directions. What is pulled more than it is rubbed slows down, turns and goes on.
//!
//! Where A is not, as of a ball that rolls and pivots, which answers to its moment thousands of times less than to its forces, s goes along the fast axes until it is held there, and slowly along the slow one:
//!
//! ```text
//! (3)  dₖ = Fₖ/(f aₖ), k > 1,  |d₁| = √(1 − Σ dₖ²)        aₖ the eigenvalues of A, a₁ the least that is not zero
//! (4)  |s₁|' = F₁ sgn s₁ − f a₁ |d₁|
//! ```
//!
//! The errors of a step turn d to where s ends sooner, for a moment: what pivots alone on its body takes the time of (4), if that is longer than (2) says with d as it is. (Where others slide on the same body, F turns with them: they end together, as they go.)
//!
//! A is found by pushes, with all that holds the bodies. (Of contacts it was once taken to be what it would be if nothing did: a foot of a body that others hold seemed to end where it turned,
//! and began anew in another direction than that of its slip.)

use super::slide::Slipping;
use super::turning::SlideOf;
use crate::dynamics::Workspace;
use crate::math::small::{cross, dot, eigen, norm, plus, times};
use crate::model::{FrictionEntry, Model};
use std::array::from_fn;

/// A response below this part of the largest is none.
const NONE: f64 = 1e-12;

impl Workspace {
    /// The slips in space against the directions with which they were evaluated last; of what does not slide nothing is told.
    pub(crate) fn tell_slips(&mut self, model: &Model, slips: &mut [Slipping]) {
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            let slides = self.friction.sigma[point] != 0.0;
            let Some(SlideOf { index, slip, speed }) = self.slide_of(friction).filter(|_| slides) else { continue };
            let d = self.friction.slides[index].d;
            let force = (-self.along_slide(friction, &self.multipliers)).max(0.0);
            let answer = self.answer_of_slip(model, point, friction);
            let rubbed = times(&answer, &d);
            let own = force * dot(&d, &rubbed);
            let rate = (self.slip_acceleration(model, friction) + own) / speed;
            let free = plus(&self.slip_accelerations(model, friction), force, &rubbed);
            let answer = Answer::new(answer);
            let held = answer.against(&free);
            let slows = force * own - dot(&free, &held);
            let ends = norm(&held) < force && slows > 0.0;
            let mut left = if ends { (force * speed + dot(&held, &slip)) / slows } else { f64::INFINITY };
            let lasts = friction.rows().len() == slip.len() && self.slides_alone(model, point);
            if ends && lasts {
                left = left.max(answer.slowest(&free, force, &slip));
            }
            slips[index] =
                Slipping { along: dot(&d, &slip), across: norm(&cross(&d, &slip)), speed, rate, left, lasts };
        }
    }

    /// Does nothing else slide in space on the bodies of this one?
    fn slides_alone(&self, model: &Model, point: usize) -> bool {
        let inner = &*model.inner;
        let held = |friction: &FrictionEntry| &inner.constraints[friction.entry].held;
        let mut others = inner.frictions.iter().enumerate();
        !others.any(|(other, friction)| {
            let slides = other != point && friction.slide.is_some() && self.friction.sigma[other] != 0.0;
            slides && held(friction).iter().any(|body| held(&inner.frictions[point]).contains(body))
        })
    }

    /// A.
    fn answer_of_slip(&mut self, model: &Model, point: usize, friction: &FrictionEntry) -> [[f64; 3]; 3] {
        let free = self.free_response(model, point);
        let alone = from_fn(|i| from_fn(|k| if i == k { free } else { 0.0 }));
        // Signs in the matrix: the smooth system is not factored.
        if !self.sticking && self.signs_in_matrix(model, None) {
            return alone;
        }
        self.answer_to_pushes(model, friction)
    }
}

/// A by its axes, without what does not answer.
struct Answer {
    values: [f64; 3],
    axes: [[f64; 3]; 3],
    least: f64,
}

impl Answer {
    fn new(answer: [[f64; 3]; 3]) -> Self {
        let (values, axes) = eigen(answer);
        let none = NONE * values.iter().copied().fold(0.0, f64::max);
        let least = values.iter().copied().filter(|value| *value > none).fold(f64::INFINITY, f64::min);
        Self { values, axes, least }
    }

    /// The values, with the axes of each.
    fn parts(&self) -> impl Iterator<Item = (f64, &[f64; 3])> {
        self.values.iter().copied().zip(&self.axes).filter(|(value, _)| *value >= self.least)
    }

    /// A⁻¹ x.
    fn against(&self, x: &[f64; 3]) -> [f64; 3] {
        self.parts().fold([0.0; 3], |sum, (value, axis)| plus(&sum, dot(axis, x) / value, axis))
    }

    /// The time that (4) leaves to a slip, F being what accelerates it without its friction.
    fn slowest(&self, free: &[f64; 3], force: f64, slip: &[f64; 3]) -> f64 {
        let held = |(value, axis): (f64, &[f64; 3])| (dot(axis, free) / (force * value)).powi(2);
        let across: f64 = self.parts().filter(|(value, _)| *value > self.least).map(held).sum();
        let Some((value, axis)) = self.parts().find(|(value, _)| *value <= self.least) else { return 0.0 };
        let along = dot(axis, slip);
        let slows = force * value * (1.0 - across).max(0.0).sqrt() - dot(axis, free) * along.signum();
        if slows > 0.0 { along.abs() / slows } else { f64::INFINITY }
    }
}
