//! A measure whose space is known at run time only, and one that is shared.

use super::{Measure, Reading, Varied};
use crate::element::{BodyRef, Bound, Ctx, Frames, Moving, Planar, Sweep};
use crate::error::ElementError;
use crate::math::Now;
use nalgebra::Vector3;
use std::fmt::Debug;
use std::sync::Arc;

/// A measure of either space.
pub(crate) trait AnyMeasure: Send + Sync + Debug {
    fn bodies(&self) -> [BodyRef; 2];

    fn period(&self) -> Option<f64>;

    /// Value, rate, bias and gradient, the latter in the first numbers of six.
    fn tell(&self, now: Now<'_>, frames: &Frames, slots: &[u32; 2]) -> Result<Told, ElementError>;
}

/// What a measure of either space reads.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Told {
    pub(crate) value: f64,
    pub(crate) rate: f64,
    pub(crate) bias: f64,
    pub(crate) gradient: [[f64; 6]; 2],
}

impl<M: Measure> AnyMeasure for M {
    fn bodies(&self) -> [BodyRef; 2] {
        Measure::bodies(self)
    }

    fn period(&self) -> Option<f64> {
        Measure::period(self)
    }

    fn tell(&self, now: Now<'_>, frames: &Frames, slots: &[u32; 2]) -> Result<Told, ElementError> {
        let reading = self.read(Ctx::<Planar>::new(now, frames, slots, &[]).of())?;
        let gradient = reading.gradient.map(|twist| {
            let mut six = [0.0; 6];
            six.iter_mut().zip(twist.as_ref()).for_each(|(to, from)| *to = *from);
            six
        });
        Ok(Told { value: reading.value, rate: reading.rate, bias: reading.bias, gradient })
    }
}

/// What is shared measures as it does by itself.
impl<M: Measure + ?Sized> Measure for Arc<M> {
    type Space = M::Space;

    fn bodies(&self) -> [BodyRef; 2] {
        (**self).bodies()
    }

    fn period(&self) -> Option<f64> {
        (**self).period()
    }

    fn is_angle(&self) -> bool {
        (**self).is_angle()
    }

    fn turns_only(&self) -> bool {
        (**self).turns_only()
    }

    fn read(&self, at: Ctx<'_, Self::Space>) -> Result<Reading<Self::Space>, ElementError> {
        (**self).read(at)
    }

    fn vary(&self, at: Moving<'_, Self::Space>) -> Option<Varied<Self::Space>> {
        (**self).vary(at)
    }

    fn bound(&self, bodies: [&Sweep; 2], limit: f64, above: bool) -> Bound {
        (**self).bound(bodies, limit, above)
    }

    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        (**self).ends()
    }

    fn direction(&self) -> Option<Vector3<f64>> {
        (**self).direction()
    }
}
