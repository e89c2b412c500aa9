//! Friction with its step smoothed away: F = −μ N tanh(s/s₀). For comparison with other programs; it is not friction.
//!
//! What it gets wrong, whatever s₀ is: nothing ever sticks, a load below the limit creeps with s ≈ s₀ F/(μ N); there is no
//! larger coefficient at rest; and N must be given, because a force does not know the reactions. What it costs: the
//! equations are stiff, with a time constant m s₀/(μ N), so that an explicit method takes steps of that size wherever the real motion would
//! stick. Friction in a joint is a [`Friction`](crate::friction::Friction).

use super::{EnergyKind, Force, push_along, vary_along};
use crate::element::{BodyRef, Ctx, Loads, Moving, Pushes, itself};
use crate::error::ElementError;
use crate::math::Real;
use crate::measure::{Action, Measure};

const PUSHES: &str = "its coefficient times its load must be finite and not negative, and its width positive and finite: else it would drive what it should brake";

/// Smoothed friction along a measure, under a given load: inexact, for comparison only.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SmoothedFriction<M> {
    measure: M,
    limit: f64,
    width: f64,
}

impl<M: Measure> SmoothedFriction<M> {
    /// Friction of coefficient `mu` under the load `normal` (N), its step spread over slip speeds of about `width` (m/s).
    pub fn along(measure: M, mu: f64, normal: f64, width: f64) -> Self {
        Self { measure, limit: mu * normal, width }
    }
}

impl<M> SmoothedFriction<M> {
    fn size<T: Real>(&self, slip: T) -> T {
        (slip / self.width).tanh() * -self.limit
    }
}

impl<M: Measure> Force for SmoothedFriction<M> {
    type Space = M::Space;

    fn bodies(&self) -> Vec<BodyRef> {
        self.measure.bodies().to_vec()
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn turns_only(&self) -> bool {
        self.measure.turns_only()
    }

    fn flaw(&self) -> Option<&'static str> {
        let good = self.limit >= 0.0 && self.limit.is_finite() && self.width > 0.0 && self.width.is_finite();
        if good { itself(self.measure.bodies()) } else { Some(PUSHES) }
    }

    fn reads_time(&self) -> bool {
        false
    }

    fn eval(&self, at: Ctx<'_, M::Space>, out: &mut Loads<'_, M::Space>) -> Result<(), ElementError> {
        let u = self.measure.read(at)?;
        push_along(&u, self.size(u.rate), out);
        Ok(())
    }

    fn vary(&self, at: Moving<'_, M::Space>, out: &mut Pushes<'_, M::Space>) -> bool {
        self.measure.vary(at).map(|u| vary_along(&u, self.size(u.rate), out)).is_some()
    }

    fn along(&self, at: Ctx<'_, M::Space>) -> Result<Option<Action>, ElementError> {
        let u = self.measure.read(at)?;
        Ok(Some(Action::in_parts(&u, 0.0, self.size(u.rate))))
    }

    fn potential(&self, _at: Ctx<'_, M::Space>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}
