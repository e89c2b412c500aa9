//! The forces at work: beside them a force is rounding, for those who decide and for those who watch.
//!
//! A joint that nothing loads carries what is left where the forces on its bodies cancel. In free fall that is about ε m g, while its limit is about ε μ m g: the
//! ratio of the two is any number. So what a point carries beyond its limit counts only beside the forces that were subtracted from each other:
//!
//! ```text
//! |τ| − μ' N > 1e-12 F,     F = max (|λ|, N, max over points of min over its bodies of m |v'|)
//! ```
//!
//! The decision at one instant (`decide.rs`) asks besides that it is more than 1e-11 of what the point itself carries. The guards of a run read the same F: if they did not, a point would start by the one and be stopped by the other, without end. F is that of the whole model, as the
//! rounding of one solve is: beside 1e9 N somewhere a point is known to 1e-3 N.

use crate::dynamics::{Limits, Workspace};
use crate::math::max_abs_skip_nan;
use crate::model::{FrictionEntry, Model};

/// Rounding of forces, relative to the largest at work.
pub(crate) const ROUNDING: f64 = 1e-12;

impl Workspace {
    /// The largest of all forces at the last evaluation.
    pub(crate) fn forces_at_work(&self, model: &Model) -> f64 {
        let reactions = max_abs_skip_nan(&self.multipliers).max(max_abs_skip_nan(&self.friction.normal));
        reactions.max(self.acting_on_points(model))
    }

    /// About the largest force that moves a body with friction, m |v'|. Of two bodies the lesser, so that a heavy frame hides nothing of a light part.
    fn acting_on_points(&self, model: &Model) -> f64 {
        let inner = &*model.inner;
        let on_body = |&body: &usize| {
            let entry = &inner.bodies[body];
            let forces = entry.diagonal(&self.mass).zip(&self.acceleration[entry.dofs.clone()]);
            // Velocities of another kind than a body's twist are of its own kind, and tell no force.
            let translations = if entry.dofs.len() == entry.width() { entry.width() / 3 + 1 } else { 0 };
            forces.take(translations).fold(0.0, |most: f64, (m, a)| most.max((m * a).abs()))
        };
        let on_point = |friction: &FrictionEntry| {
            let held = inner.constraints[friction.entry].held.iter().map(on_body);
            held.reduce(f64::min).unwrap_or(0.0)
        };
        inner.frictions.iter().map(on_point).fold(0.0, f64::max)
    }

    /// By how much a point that sticks is beyond its static limit, relative to its forces, and where it would slide to. What is rounding beside the forces at work is
    /// not beyond.
    pub(crate) fn excess(
        &self,
        friction: &FrictionEntry,
        point: usize,
        limits: Limits<'_>,
        at_work: f64,
    ) -> (f64, f64) {
        let limit = limits.limit_factor() * friction.law.holding() * self.friction.normal[point];
        let force = friction.size_of(&self.multipliers);
        let size = force + limit;
        let excess = if size > 0.0 { (force - limit - ROUNDING * at_work) / size } else { 0.0 };
        // In space the direction is an angle, and this one is forward.
        (excess, if friction.slide.is_some() { 1.0 } else { -self.multipliers[friction.row].signum() })
    }
}
