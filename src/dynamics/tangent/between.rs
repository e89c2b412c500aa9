//! What lies between two models of one layout, at a motion that is held: the derivative by a parameter, if they are members of a family on both sides of it.

use super::residual::{Place, Residual};
use super::{Apart, Variation};
use crate::dynamics::Query;
use crate::error::EvalError;
use crate::model::{LoadRows, Model};

impl Variation {
    /// What a model of the same layout leaves where another is held, of its accelerations and loads: some of its elements, or all; at another time, if one is given.
    pub(crate) fn leave(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        held: &Self,
        apart: Option<&Apart>,
        t: Option<f64>,
    ) -> Result<(), EvalError> {
        let other = t.map(|t| Place { t, ..held.here.clone() });
        let here = other.as_ref().unwrap_or(&held.here);
        let (to, from) = (&mut self.tangent, &held.tangent);
        to.acceleration.copy_from_slice(&from.acceleration);
        to.multipliers.copy_from_slice(&from.multipliers);
        to.ws.friction.normal.copy_from_slice(&from.ws.friction.normal);
        to.ws.friction.slides.copy_from_slice(&from.ws.friction.slides);
        // What makes loads of reactions may be of the model; their signs are held.
        let rubs = &mut to.ws.friction;
        for (point, friction) in model.inner.frictions.iter().enumerate() {
            if let (LoadRows::Rows(_), None) = (&friction.load, friction.contact) {
                rubs.normal[point] = from.ws.friction.signs[point] * friction.load.of(&to.multipliers)[0];
            }
        }
        let [left, _] = &mut self.sides;
        match apart {
            Some(apart) => to.leave_apart(model, query, (here, Some(&held.frames)), apart, left)?,
            None => to.leave(model, query, here, left)?,
        }
        // Nothing is solved there: that the columns of open contacts were left out once is enough.
        to.ws.live.settled = true;
        Ok(())
    }

    /// Adds what lies between two that have left something, so many times, at multipliers that are held here.
    pub(crate) fn add_between(&self, [plus, minus]: [&Self; 2], times: f64, apart: Option<&Apart>, out: &mut Residual) {
        self.tangent.add_between([&plus.sides[0], &minus.sides[0]], times, apart, out);
    }
}
