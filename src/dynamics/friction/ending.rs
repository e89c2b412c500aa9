//! Slips in space that end.
//!
//! With A the response of the slip to forces along its tangents, F = a + μ N A d the acceleration of the slip without its friction, and f = μ N, which do not change in the last moment,
//!
//! ```text
//! (1)  s' = F − f A d        it is held at s = 0 if ‖A⁻¹ F‖ < f
//! (2)  (f ‖s‖ + s·A⁻¹F)' = F·A⁻¹F − f² d·A d        so it ends after  (f ‖s‖ + s·A⁻¹F)/(f² d·A d − F·A⁻¹F)
//! ```
//!
//! however it turns until then, if A is the same in all directions; else about then. What is pulled more than it is rubbed slows down, turns and goes on.
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
            let held = against(answer, &free);
            let slows = force * own - dot(&free, &held);
            let ends = norm(&held) < force && slows > 0.0;
            let left = if ends { (force * speed + dot(&held, &slip)) / slows } else { f64::INFINITY };
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

/// A⁻¹ x, without what does not answer.
fn against(answer: [[f64; 3]; 3], x: &[f64; 3]) -> [f64; 3] {
    let (values, vectors) = eigen(answer);
    let least = NONE * values.iter().copied().fold(0.0, f64::max);
    let parts = values.iter().zip(&vectors).filter(|(value, _)| **value > least);
    parts.fold([0.0; 3], |sum, (value, vector)| plus(&sum, dot(vector, x) / value, vector))
}
