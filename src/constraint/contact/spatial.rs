//! Contact of two surfaces: its rows are those of [`SpatialTouch`].

use super::{Contact, Facing, Form};
use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::contact::spatial::{SpatialPair, SpatialRoll, SpatialRow, SpatialTouch};
use crate::contact::surface::{NOWHERE, Place};
use crate::element::{Ctx, Rows, Sketch, Spatial, SpatialFrame};
use crate::error::ElementError;
use nalgebra::Vector3;

impl<P: SpatialPair> Contact<P, Spatial> {
    /// Where the shapes touch and how the contact moves, near the places `last`.
    pub fn locate(
        &self,
        a: &SpatialFrame,
        b: &SpatialFrame,
        last: [Place; 2],
    ) -> Result<(SpatialTouch, SpatialRoll), ElementError> {
        let last = if last[0].x.is_nan() { self.pair.start() } else { last };
        let touch = self.nearest(look, |anew| self.pair.touch(a, b, if anew { [NOWHERE; 2] } else { last }))?;
        let roll = touch.roll(a, b)?;
        Ok((touch, roll))
    }
}

fn look(touch: &SpatialTouch) -> Facing {
    let size = touch.arms[0].norm() + touch.arms[1].norm();
    Facing { faces: touch.relative_curvatures()[0] > 0.0, gap: touch.gap, size }
}

/// What a contact remembers: its places on both surfaces.
pub(crate) fn remembered(memory: &[f64]) -> [Place; 2] {
    match memory {
        [a, b, c, d, e, f] => [Vector3::new(*a, *b, *c), Vector3::new(*d, *e, *f)],
        _ => [NOWHERE; 2],
    }
}

fn write(i: usize, row: &SpatialRow, out: &mut Rows<'_, Spatial>) {
    out.jacobian(i, 0, row.jacobian[0]);
    out.jacobian(i, 1, row.jacobian[1]);
}

impl<P: SpatialPair> Constraint for Contact<P, Spatial> {
    type Space = Spatial;

    fn shape(&self) -> ConstraintShape {
        let rolling = match self.form {
            Form::Sliding => 0,
            Form::WithoutPivoting => 3,
            _ => 2,
        };
        let levels = std::iter::once(Level::Position).chain(std::iter::repeat_n(Level::Velocity, rolling));
        ConstraintShape { memory: vec![f64::NAN; 6], ..ConstraintShape::mixed(levels, self.bodies) }
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        let (a, b) = (at.body(0), at.body(1));
        let (touch, roll) = self.locate(a, b, remembered(at.memory()))?;
        let row = touch.normal_row(a, b, &roll);
        out.position(0, row.phi, row.rate, row.gamma);
        write(0, &row, out);
        if self.form != Form::Sliding {
            let [first, second] = touch.tangent_rows(a, b, &roll);
            for (i, row) in [(1, first), (2, second)] {
                out.velocity(i, row.rate, row.gamma);
                write(i, &row, out);
            }
        }
        if self.form == Form::WithoutPivoting {
            let row = touch.pivot_row(a, b, &roll);
            out.velocity(3, row.rate, row.gamma);
            write(3, &row, out);
        }
        let [on_a, on_b] = touch.places;
        for (slot, value) in out.memory().iter_mut().zip(on_a.iter().chain(on_b.iter())) {
            *slot = *value;
        }
        Ok(())
    }

    fn sketch(&self, _reach: f64) -> Vec<Sketch> {
        vec![Sketch::Touch]
    }

    fn point(&self, at: Ctx<'_, Spatial>, k: usize) -> Vector3<f64> {
        match self.locate(at.body(0), at.body(1), remembered(at.memory())) {
            Ok((touch, _)) => at.body(k).origin + touch.arms[k],
            Err(_) => NOWHERE,
        }
    }

    #[cfg(feature = "serde")]
    fn saved(&self) -> Option<Box<dyn std::any::Any>> {
        let Self { bodies, form, pair, belt, space } = self;
        let pair = crate::contact::spatial::SavedSpatialPair::of(&*pair.saved()?)?;
        Some(Box::new(Contact { bodies: *bodies, form: *form, pair, belt: belt.clone(), space: *space }))
    }
}
