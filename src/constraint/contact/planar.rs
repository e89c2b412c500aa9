//! Two bodies that touch along curves: sliding without friction, or rolling without slip.
//!
//! The geometry and the rows are derived in [`Touch`](crate::contact::Touch). Rows:
//!
//! | form | rows | meaning of λ |
//! |---|---|---|
//! | [`sliding`](Contact::sliding) | φ: the gap | N, the force on b along n, to the left of A |
//! | [`rolling`](Contact::rolling) | φ, then ψ = t·w | N, and T, the force on b along t, A's direction |
//! | [`rolling_by_arcs`](Contact::rolling_by_arcs) | φ, then φ₂: equal arc lengths | the same |
//!
//! The third form is the second one integrated: it holds the arc lengths of the traces equal as positions, so that no slip can
//! accumulate. Both give the same motion. N is ideal and may be negative: a real contact would open there. To see it, watch N
//! with an [`Event`](crate::simulate::Event); to let go, [`State::release`](crate::model::State::release) the contact in it.

use crate::constraint::{Constraint, Level, Shape};
use crate::contact::{Pair, Roll, Touch};
use crate::element::{BodyId, BodyRef, Ctx, Planar, PlanarFrame, Rows, Sketch};
use crate::error::ElementError;
use nalgebra::Vector2;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Form {
    Sliding,
    Rolling,
    ByArcs,
}

/// A contact of a shape of body b with a shape of body a.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact<P> {
    bodies: [BodyRef; 2],
    pair: P,
    form: Form,
}

impl<P: Pair> Contact<P> {
    /// Frictionless contact.
    pub fn sliding(a: BodyId<Planar>, b: BodyId<Planar>, pair: P) -> Self {
        Self { bodies: [a.into(), b.into()], pair, form: Form::Sliding }
    }

    /// Contact that rolls without slip.
    pub fn rolling(a: BodyId<Planar>, b: BodyId<Planar>, pair: P) -> Self {
        Self { form: Form::Rolling, ..Self::sliding(a, b, pair) }
    }

    /// Contact that rolls without slip, held by equal arc lengths on both curves, counted from the start.
    pub fn rolling_by_arcs(a: BodyId<Planar>, b: BodyId<Planar>, pair: P) -> Self {
        Self { form: Form::ByArcs, ..Self::sliding(a, b, pair) }
    }

    /// The shapes.
    pub fn pair(&self) -> &P {
        &self.pair
    }

    /// The two bodies, a then b.
    pub fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }

    /// Where the shapes touch and how the contact moves, near the parameters `last`.
    pub fn locate(&self, a: &PlanarFrame, b: &PlanarFrame, last: [f64; 2]) -> Result<(Touch, Roll), ElementError> {
        let touch = self.pair.touch(a, b, if last[0].is_nan() { self.pair.guess() } else { last })?;
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

/// What a contact remembers: α, β, and for the form by arcs the arc lengths so far on A and on B.
fn remembered(memory: &[f64]) -> ([f64; 2], [f64; 2]) {
    let at = |i: usize| memory.get(i).copied().unwrap_or(f64::NAN);
    ([at(0), at(1)], [at(2), at(3)])
}

impl<P: Pair> Constraint for Contact<P> {
    fn shape(&self) -> Shape {
        let (levels, memory) = match self.form {
            Form::Sliding => (vec![Level::Position], vec![f64::NAN; 2]),
            Form::Rolling => (vec![Level::Position, Level::Velocity], vec![f64::NAN; 2]),
            Form::ByArcs => (vec![Level::Position; 2], vec![f64::NAN; 4]),
        };
        Shape { memory, ..Shape::mixed(levels, self.bodies) }
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let (a, b) = (at.body(0), at.body(1));
        let (last, arcs) = remembered(at.memory());
        let (touch, roll) = self.locate(a, b, last)?;
        touch.write_normal(a, b, &roll, 0, out);
        match self.form {
            Form::Sliding => {}
            Form::Rolling => touch.write_tangential(a, b, &roll, 1, out),
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
        }
        out.memory()[..2].copy_from_slice(&touch.parameters);
        Ok(())
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
    fn plain(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { bodies, form, pair } = self;
        Some(Box::new(Contact { bodies: *bodies, form: *form, pair: crate::contact::PlainPair::of(&*pair.plain()?)? }))
    }
}
