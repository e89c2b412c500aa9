//! Measures in space: the distance of two points, the travel along an axis, the angle about one.
//!
//! ```text
//! (M1)  distance    u = |d|, n = d/u:     u' = n·d'                 u'' = n·d'' + (|d'|² − u'²)/u
//! (M2)  travel      u = z_a·(P_b − P_a):  the row (J1) of a joint with e = z_a
//! (M3)  angle       u = atan2(s, c),      c = x_a·x_b,  s = y_a·x_b,  r² = c² + s²
//!                   u' = ω·(x_b×p)        p = (c y_a − s x_a)/r²,  ω = ω_b − ω_a
//!                   u'' = ω'·(x_b×p) + p·g − 2 u' (c c' + s s')/r²,  g = ω×(ω×x_b) − (ω_a×ω_b)×x_b
//! ```
//!
//! (M3) is the angle from x_a to the projection of x_b on a's plane of x and y; where the z axes are parallel p = y_b, and u' = ω·z.
//! g is what (J3) of a joint has. Its value is between −π and π: what needs more says so by [`Measure::period`], and whoever needs whole
//! turns counts them.
//!
//! Singular: (M1) where the points coincide, (M3) where x_b is along z_a. Both are refused.

use super::Mark;
use crate::element::{BodyRef, Ctx, Point, Spatial};
use crate::error::ElementError;
use crate::measure::{Measure, Reading, Separation};
use nalgebra::Vector3;

impl Measure for Separation<Spatial> {
    type Space = Spatial;

    fn bodies(&self) -> [BodyRef; 2] {
        self.bodies
    }

    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        Some(self.points)
    }

    /// (M1).
    fn read(&self, at: Ctx<'_>) -> Result<Reading<Spatial>, ElementError> {
        let (a, b) = (at.spatial(0), at.spatial(1));
        let (arm_a, arm_b) = (a.turn(self.points[0]), b.turn(self.points[1]));
        let d = b.origin + arm_b - a.origin - arm_a;
        let length = d.norm();
        if length == 0.0 {
            return Err(ElementError::Singular {
                what: "the two points of a distance coincide: it has no direction (use a spherical joint, or place them apart)",
            });
        }
        let n = d / length;
        let slide = b.velocity_at(arm_b) - a.velocity_at(arm_a);
        let rate = slide.dot(&n);
        let centripetal = b.centripetal(arm_b) - a.centripetal(arm_a);
        Ok(Reading {
            value: length,
            rate,
            bias: centripetal.dot(&n) + (slide.norm_squared() - rate * rate) / length,
            gradient: [a.along(arm_a, -n), b.along(arm_b, n)],
        })
    }
}

/// How far a point of b has traveled along the z axis of a mark of a.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let mast = builder.body("mast", Solid::principal(10.0, [1.0; 3])?);
/// let up = [0.0, 0.0, 1.0];
/// let (rail, mark) = (WORLD.axis([0.0; 3], up), mast.axis([0.0; 3], up));
/// builder.constraint("rail", Joint::prismatic(rail, mark));
/// let lift = builder.constraint("lift", Driver::new(AxialTravel::along(rail, mast.origin()), |t| t * t));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// assert!((run.last().ok_or("no sample")?.multipliers(lift)[0] - 10.0 * 2.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AxialTravel {
    axis: Mark,
    point: Point<Spatial>,
}

impl AxialTravel {
    /// The abscissa of `point` along the z axis of `axis`, counted from its point.
    pub fn along(axis: Mark, point: Point<Spatial>) -> Self {
        Self { axis, point }
    }
}

impl Measure for AxialTravel {
    type Space = Spatial;

    fn bodies(&self) -> [BodyRef; 2] {
        [self.axis.body, self.point.body]
    }

    fn ends(&self) -> Option<[Vector3<f64>; 2]> {
        Some([self.axis.local, self.point.local])
    }

    /// (M2).
    fn read(&self, at: Ctx<'_>) -> Result<Reading<Spatial>, ElementError> {
        let (a, b) = (at.spatial(0), at.spatial(1));
        let e = a.turn(self.axis.columns()[2]);
        let arm_b = b.turn(self.point.local);
        let arm = b.origin + arm_b - a.origin;
        let seen = b.velocity_at(arm_b) - a.velocity_at(arm);
        let bias = b.centripetal(arm_b) - a.centripetal(arm) - 2.0 * a.spin.cross(&seen);
        Ok(Reading {
            value: e.dot(&(arm - a.turn(self.axis.local))),
            rate: e.dot(&seen),
            bias: e.dot(&bias),
            gradient: [a.along(arm, -e), b.along(arm_b, e)],
        })
    }
}

/// The angle of a mark of b about the z axis of a mark of a, from x to x.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

impl Measure for AxialAngle {
    type Space = Spatial;

    fn bodies(&self) -> [BodyRef; 2] {
        [self.a.body, self.b.body]
    }

    fn period(&self) -> Option<f64> {
        Some(std::f64::consts::TAU)
    }

    /// (M3).
    fn read(&self, at: Ctx<'_>) -> Result<Reading<Spatial>, ElementError> {
        let (a, b) = (at.spatial(0), at.spatial(1));
        let [x, y, f] = [a.turn(self.a.columns()[0]), a.turn(self.a.columns()[1]), b.turn(self.b.columns()[0])];
        let (c, s) = (x.dot(&f), y.dot(&f));
        let square = c * c + s * s;
        if square < 1e-24 {
            return Err(ElementError::Singular {
                what: "the x axis of the second mark is along the axis of an angle: choose another x axis, or hold the axes parallel",
            });
        }
        let p = (c * y - s * x) / square;
        let spin = b.spin - a.spin;
        let turning = spin.cross(&f);
        let bent: Vector3<f64> = spin.cross(&turning) - a.spin.cross(&b.spin).cross(&f);
        let rate = p.dot(&turning);
        let growth = (c * x + s * y).dot(&turning) / square;
        let about = f.cross(&p);
        Ok(Reading {
            value: s.atan2(c),
            rate,
            bias: p.dot(&bent) - 2.0 * rate * growth,
            gradient: [a.about(-about), b.about(about)],
        })
    }
}
