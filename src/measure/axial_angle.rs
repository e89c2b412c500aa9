//! The angle of body b about an axis of body a, in space.
//!
//! ```text
//! (M3)  angle       u = atan2(s, c),      c = x_a·x_b,  s = y_a·x_b,  r² = c² + s²
//!                   u' = ω·(x_b×p)        p = (c y_a − s x_a)/r²,  ω = ω_b − ω_a
//!                   u'' = ω'·(x_b×p) + p·g − 2 u' (c c' + s s')/r²,  g = ω×(ω×x_b) − (ω_a×ω_b)×x_b
//! ```
//!
//! It is the angle from x_a to the projection of x_b on a's plane of x and y; where the z axes are parallel p = y_b, and u' = ω·z.
//! g is what (J3) of a [joint](crate::constraint::Joint) has. The value is between −π and π: what needs more says so by [`Measure::period`], and
//! callers that need whole turns count them.
//!
//! Singular where x_b is along z_a: refused.

use super::{Measure, Reading, ReadingOf, Varied};
use crate::element::{BodyRef, Ctx, Mark, Moving, Spatial, SpatialFrame};
use crate::error::ElementError;
use crate::math::Real;
use nalgebra::Vector3;

/// The angle of a mark of b about the z axis of a mark of a, from x to x.
///
/// Read by itself it is between −π and π; what acts along it counts whole turns, and [`Snapshot::along`](crate::simulate::Snapshot::along) tells them.
///
/// ```
/// # use chetaev::prelude::*;
/// # let mut builder = ModelBuilder::new();
/// let wheel = builder.body("wheel", Solid::principal(10.0, [1.0, 1.0, 2.0])?);
/// let up = [0.0, 0.0, 1.0];
/// let (bearing, hub) = (WORLD.axis([0.0; 3], up), wheel.axis([0.0; 3], up));
/// builder.constraint("bearing", Joint::revolute(bearing, hub));
/// let angle = AxialAngle::about(bearing, hub);
/// let motor = builder.constraint("motor", Driver::new(angle, |t| 1.5 * t * t)); // 3 rad/s²
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let last = run.last().ok_or("no sample")?;
/// assert!((last.measure(&angle)?.value - 1.5).abs() < 1e-9);
/// let later = Simulation::new(&model).run(model.placed(), 3.0)?;
/// assert!((later.last().ok_or("no sample")?.along(motor)?.value - 13.5).abs() < 1e-9);
/// assert!((last.multipliers(motor)[0] - 2.0 * 3.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct AxialAngle {
    a: Mark,
    b: Mark,
}

impl AxialAngle {
    /// The angle from `a`'s x axis to `b`'s, about `a`'s z axis.
    pub fn about(a: Mark, b: Mark) -> Self {
        Self { a, b }
    }
}

impl AxialAngle {
    /// (M3), and r².
    #[inline(always)]
    fn reading<T: Real>(&self, [a, b]: [&SpatialFrame<T>; 2]) -> (ReadingOf<T, [T; 6]>, T) {
        let [x, y, f] = [a.turn(self.a.columns()[0]), a.turn(self.a.columns()[1]), b.turn(self.b.columns()[0])];
        let (c, s) = (x.dot(&f), y.dot(&f));
        let square = c * c + s * s;
        let p = (y * c - x * s) / square;
        let spin = b.spin - a.spin;
        let turning = spin.cross(&f);
        let bent = spin.cross(&turning) - a.spin.cross(&b.spin).cross(&f);
        let rate = p.dot(&turning);
        let growth = (x * c + y * s).dot(&turning) / square;
        let about = f.cross(&p);
        let reading = ReadingOf {
            value: s.atan2(c),
            rate,
            bias: p.dot(&bent) - rate * growth * 2.0,
            gradient: [a.about(-about), b.about(about)],
        };
        (reading, square)
    }
}

impl Measure for AxialAngle {
    type Space = Spatial;

    fn bodies(&self) -> [BodyRef; 2] {
        [self.a.body, self.b.body]
    }

    fn period(&self) -> Option<f64> {
        Some(std::f64::consts::TAU)
    }

    fn axis(&self) -> Vector3<f64> {
        self.a.columns()[2]
    }

    fn is_angle(&self) -> bool {
        true
    }

    fn turns_only(&self) -> bool {
        true
    }

    fn read(&self, at: Ctx<'_, Spatial>) -> Result<Reading<Spatial>, ElementError> {
        let (reading, square) = self.reading([at.body(0), at.body(1)]);
        if square < 1e-24 {
            return Err(ElementError::Singular {
                what: "the x axis of the second mark is along the axis of an angle: choose another x axis, or hold the axes parallel",
            });
        }
        Ok(reading.into())
    }

    fn vary(&self, at: Moving<'_, Spatial>) -> Option<Varied<Spatial>> {
        Some(self.reading([at.body(0), at.body(1)]).0)
    }
}
