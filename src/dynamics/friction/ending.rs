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
//! Where A is not (a ball that rolls and pivots answers to its moment thousands of times less than to its forces), d turns towards the slowest end that there is, along which s stays as it goes,
//!
//! ```text
//! (3)  F − f A d = −c d,  ‖d‖ = 1:  Σ Fₖ²/(f aₖ − c)² = 1 with 0 < c < f a₁        aₖ the eigenvalues of A, a₁ the least that is not zero
//! (4)  f² d·A d − F·A⁻¹F = c (2 f − c d·A⁻¹d)        with it; if F has no part along that of a₁, c = f a₁, and d has what is left of its length there
//! ```
//!
//! The errors of a step turn d to where s ends sooner, for a moment: the time left of a slip that pivots is that of (4), if it is longer than by (2) with d as it is. (Not of one that does not: where the answers of a foot to
//! its forces differ, others hold its body, and theirs turn with it. A table's feet end together, as they go.)
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
/// By so many halvings (3) is solved.
const HALVINGS: usize = 40;

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
            let ends = norm(&held) < force;
            let mut slows = force * own - dot(&free, &held);
            if ends && friction.rows().len() == slip.len() {
                slows = slows.min(answer.slowest(&free, force));
            }
            let left = if ends && slows > 0.0 { (force * speed + dot(&held, &slip)) / slows } else { f64::INFINITY };
            slips[index] = Slipping { along: dot(&d, &slip), across: norm(&cross(&d, &slip)), speed, rate, left };
        }
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

    /// How fast what is left of a slip goes at the slowest end, as (4) says: of one that is held, F being what accelerates it without its friction.
    fn slowest(&self, free: &[f64; 3], force: f64) -> f64 {
        let squares = |c: f64, power: i32| -> f64 {
            let of = |(value, axis): (f64, &[f64; 3])| {
                let d = dot(axis, free) / (force * value - c);
                d * d / value.powi(power)
            };
            self.parts().map(of).sum()
        };
        let [mut c, mut most] = [0.0, force * self.least];
        for _ in 0..HALVINGS {
            let middle = 0.5 * (c + most);
            if squares(middle, 0) < 1.0 {
                c = middle;
            } else {
                most = middle;
            }
        }
        let rest = (1.0 - squares(c, 0)).max(0.0) / self.least;
        c * (2.0 * force - c * (squares(c, 1) + rest))
    }
}
