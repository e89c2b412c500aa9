//! Contact of two surfaces: its rows are those of [`SpatialTouch`].
//!
//! On a belt that runs at c(t) along e, a unit vector that turns with body a, the slip is that over the belt:
//!
//! ```text
//! (1)  ψ_i = t_i·(w − c e)        γ_i = … + c' t_i·e + c (t_i'·e + t_i·(ω_a×e))
//! ```
//!
//! The row of pivoting is told in units of a length ρ if it has one, ψ₃ = ρ n·Δω, so that its multiplier is a force.

use super::{Contact, Facing, Form};
use crate::constraint::{Constraint, ConstraintShape, Level};
use crate::contact::spatial::{SpatialPair, SpatialRoll, SpatialRow, SpatialTouch};
use crate::contact::surface::{NOWHERE, Place, remembered};
use crate::element::{Ctx, Rows, Sketch, Spatial, SpatialFrame};
use crate::error::ElementError;
#[cfg(feature = "serde")]
use crate::math::AnyLaw;
use crate::math::TimeLaw;
use nalgebra::Vector3;

/// What is wrong with a contact that is to resist pivoting.
const NO_RADIUS: &str = "how its friction resists pivoting is not known: say `Contact::between(…).pivoting(radius)`";
const SLIDES: &str = "a contact without slips does not resist pivoting: begin with `Contact::between`";
const NO_WAY: &str = "the direction in which its belt runs has no length, or is no number";
const BAD_RADIUS: &str = "the radius with which its friction resists pivoting must be a positive number";

impl<P: SpatialPair> Contact<P, Spatial> {
    /// Where the shapes touch and how the contact moves, near the places `last`.
    pub fn locate(
        &self,
        a: &SpatialFrame,
        b: &SpatialFrame,
        last: [Place; 2],
    ) -> Result<(SpatialTouch, SpatialRoll), ElementError> {
        let last = if last[0].x.is_nan() { self.pair.start() } else { last };
        self.nearest(self.pair.single(), look, |anew| {
            let touch = self.pair.touch(a, b, if anew { [NOWHERE; 2] } else { last })?;
            let roll = touch.roll(a, b)?;
            Ok((touch, roll))
        })
    }
}

impl<P> Contact<P, Spatial> {
    /// Has it a row of pivoting?
    fn pivots(&self) -> bool {
        self.form == Form::WithoutPivoting || self.radius.is_some()
    }

    /// What makes no sense about it as a contact that rubs and opens.
    pub(crate) fn flaw_of_pivoting(&self) -> Option<&'static str> {
        match (self.form, self.radius) {
            (Form::WithoutPivoting, None) => Some(NO_RADIUS),
            (Form::Sliding, Some(_)) => Some(SLIDES),
            (_, Some(radius)) if !(radius > 0.0 && radius.is_finite()) => Some(BAD_RADIUS),
            _ => None,
        }
    }
}

#[inline(always)]
fn look((touch, roll): &(SpatialTouch, SpatialRoll)) -> Facing {
    let sizes = touch.arms.map(|arm| arm.norm_squared());
    Facing { faces: roll.faces, gap: touch.gap, sizes }
}

fn write(i: usize, row: &SpatialRow, out: &mut Rows<'_, Spatial>) {
    out.jacobian(i, 0, row.jacobian[0]);
    out.jacobian(i, 1, row.jacobian[1]);
}

impl<P: SpatialPair> Constraint for Contact<P, Spatial> {
    type Space = Spatial;

    fn flaw(&self) -> Option<&'static str> {
        let nowhere = (!self.runs.iter().all(|x| x.is_finite())).then_some(NO_WAY);
        nowhere.or_else(|| self.flaw_of_belt())
    }

    fn shape(&self) -> ConstraintShape {
        let rolling = match self.form {
            Form::Sliding => 0,
            _ if self.pivots() => 3,
            _ => 2,
        };
        let levels = std::iter::once(Level::Position).chain(std::iter::repeat_n(Level::Velocity, rolling));
        let shape = ConstraintShape::mixed(levels, self.bodies).working(self.belt.is_some());
        ConstraintShape { memory: vec![f64::NAN; 6], ..shape }
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        let (a, b) = (at.body(0), at.body(1));
        let (touch, roll) = self.locate(a, b, remembered(at.memory()))?;
        let row = touch.normal_row(a, b, &roll);
        out.position(0, row.phi, row.rate, row.gamma);
        write(0, &row, out);
        if self.form != Form::Sliding {
            let mut rows = touch.tangent_rows(a, b, &roll);
            if let Some(belt) = &self.belt {
                let speed = belt.law().at(at.now());
                let along = a.turn(Vector3::from(self.runs));
                let turning = a.spin.cross(&along);
                let tangents = touch.tangents(a).into_iter().zip(touch.tangent_rates(a, &roll));
                for (row, (tangent, rate)) in rows.iter_mut().zip(tangents) {
                    row.rate -= speed.value * tangent.dot(&along);
                    let turns = rate.dot(&along) + tangent.dot(&turning);
                    row.gamma += speed.first * tangent.dot(&along) + speed.value * turns;
                }
            }
            for (i, row) in (1..).zip(rows) {
                out.velocity(i, row.rate, row.gamma);
                write(i, &row, out);
            }
        }
        if self.form != Form::Sliding && self.pivots() {
            let row = touch.pivot_row(a, b, &roll).times(self.radius.unwrap_or(1.0));
            out.velocity(3, row.rate, row.gamma);
            write(3, &row, out);
        }
        let [on_a, on_b] = touch.places;
        for (slot, value) in out.memory().iter_mut().zip(on_a.iter().chain(on_b.iter())) {
            *slot = *value;
        }
        Ok(())
    }

    fn time_laws(&self) -> Vec<(Level, &dyn TimeLaw)> {
        self.belt.iter().map(|belt| (Level::Velocity, belt.law())).collect()
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
        let Self { bodies, form, pair, belt, runs, radius, space } = self;
        if !belt.as_ref().is_none_or(AnyLaw::is_plain) {
            return None;
        }
        let pair = crate::contact::spatial::SavedSpatialPair::of(&*pair.saved()?)?;
        let belt = belt.clone();
        Some(Box::new(Contact {
            bodies: *bodies,
            form: *form,
            pair,
            belt,
            runs: *runs,
            radius: *radius,
            space: *space,
        }))
    }
}
