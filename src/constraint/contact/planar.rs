//! Contact of two curves: its rows are those of [`Touch`].

use super::{Contact, Facing, Form};
use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::contact::{Pair, Roll, Touch};
use crate::element::{Ctx, Planar, PlanarFrame, Rows, Sketch};
use crate::error::ElementError;
#[cfg(feature = "serde")]
use crate::math::AnyLaw;
use crate::math::TimeLaw;
use nalgebra::Vector2;

const OTHER_LINE: &str = "its line is one of another body than the first of the contact, in whose axes it is taken: name the body of the line first, or take a line of that body";

impl<P: Pair> Contact<P> {
    /// Where the shapes touch and how the contact moves, near the parameters `last`.
    pub fn locate(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<(Touch, Roll), ElementError> {
        let last = if last[0].is_nan() { self.pair.start() } else { last };
        let touch = self
            .nearest(self.pair.single(), look, |anew| self.pair.touch(a, b, if anew { [f64::NAN; 2] } else { last }))?;
        let roll = touch.roll(a, b)?;
        Ok((touch, roll))
    }

    /// Arc lengths along both curves, in the direction t, on the way from the parameters `from` to `touch`.
    pub(crate) fn arcs(&self, touch: &Touch, from: [f64; 2]) -> [f64; 2] {
        std::array::from_fn(|k| {
            let length = self.pair.arc_length(k, from[k], touch.parameters[k]);
            if touch.speeds[k] < 0.0 { -length } else { length }
        })
    }
}

#[inline(always)]
fn look(touch: &Touch) -> Facing {
    let [ka, kb] = touch.curvatures;
    let spread = 1.0 - ka * touch.gap;
    let sizes = touch.arms.map(|arm| arm.norm_squared());
    Facing { faces: spread > 0.0 && kb * spread > ka, gap: touch.gap, sizes }
}

/// What a contact remembers: α, β, and for the form by arcs the arc lengths so far on A and on B.
fn remembered(memory: &[f64]) -> ([f64; 2], [f64; 2]) {
    let at = |i: usize| memory.get(i).copied().unwrap_or(f64::NAN);
    ([at(0), at(1)], [at(2), at(3)])
}

impl<P: Pair> Constraint for Contact<P> {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        let (levels, memory) = match self.form {
            Form::Sliding => (vec![Level::Position], vec![f64::NAN; 2]),
            Form::ByArcs => (vec![Level::Position; 2], vec![f64::NAN; 4]),
            _ => (vec![Level::Position, Level::Velocity], vec![f64::NAN; 2]),
        };
        ConstraintShape { memory, ..ConstraintShape::mixed(levels, self.bodies).working(self.belt.is_some()) }
    }

    fn flaw(&self) -> Option<&'static str> {
        let other = self.pair.holder().is_some_and(|body| body != self.bodies[0]).then_some(OTHER_LINE);
        other.or_else(|| self.flaw_of_belt())
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let (a, b) = (at.body(0), at.body(1));
        let (last, arcs) = remembered(at.memory());
        let (touch, roll) = self.locate(a, b, last)?;
        touch.write_normal(a, b, &roll, 0, out);
        match self.form {
            Form::Sliding => {}
            Form::ByArcs => {
                let arcs = if last[0].is_nan() {
                    [0.0; 2]
                } else {
                    let gone = self.arcs(&touch, last);
                    [arcs[0] + gone[0], arcs[1] + gone[1]]
                };
                touch.write_arcs(a, b, &roll, arcs[0] - arcs[1], 1, out);
                out.memory()[2..].copy_from_slice(&arcs);
            }
            _ => touch.write_tangential(a, b, &roll, 1, out),
        }
        if let Some(belt) = &self.belt {
            out.drive(1, belt.law().at(at.now()));
        }
        out.memory()[..2].copy_from_slice(&touch.parameters);
        Ok(())
    }

    fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        self.belt.iter().map(|belt| (Level::Velocity, belt.law())).collect()
    }

    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        let (last, _) = remembered(at.memory());
        match self.locate(at.body(0), at.body(1), last) {
            Ok((touch, _)) => at.body(k).origin + touch.arms[k],
            Err(_) => Vector2::repeat(f64::NAN),
        }
    }

    fn sketch(&self, reach: f64) -> Vec<Sketch> {
        let surface = |slot: usize| {
            let (points, closed) = self.pair.outline(slot, reach)?;
            Some(Sketch::Surface { slot, points, closed })
        };
        (0..2).filter_map(surface).collect()
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { bodies, form, pair, belt, runs, radius, space } = self;
        if !belt.as_ref().is_none_or(AnyLaw::is_plain) {
            return None;
        }
        Some(Box::new(Contact {
            bodies: *bodies,
            form: *form,
            belt: belt.clone(),
            runs: *runs,
            radius: *radius,
            pair: crate::contact::SavedPair::of(&*pair.saved()?)?,
            space: *space,
        }))
    }
}
