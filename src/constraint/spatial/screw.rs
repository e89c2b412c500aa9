//! The screw: b turns about the z axis of a and moves along it, by one pitch in each turn.
//!
//! It is a cylindrical joint and a [`Coupler`] of travel and angle, u = (pitch/2π) θ + offset, as a fifth row. λ of that row is the force on b along
//! z, and −(pitch/2π) λ the moment about it: their powers cancel. A pitch of zero is a revolute joint.

use crate::constraint::{Constraint, ConstraintShape, Coupler, Joint, Level};
use crate::element::{Changes, Ctx, Mark, Moving, Rows, Spatial, unfit};
use crate::error::ElementError;
use crate::measure::{AxialAngle, AxialTravel, Measure, ReadingOf};
use nalgebra::Vector3;
use std::sync::Arc;

/// A screw joint.
///
/// ```text
///         z_a = z_b
///             |      ) θ    turns about z
///          ___|___  ^
///         |   |   | | u     travel: u = (pitch/2π) θ + offset
///         |   |   | |
///         '---|---'  b      the nut
///           //|//
///           //|//           the spindle of a: one thread to the next is the pitch
///           //|//
/// ```
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let nut = builder.body("nut", Solid::from_inertia(Inertia::cylinder(0.2, 0.02, 0.01)?)?);
/// let up = [0.0, 0.0, 1.0];
/// let (spindle, bore) = (WORLD.axis([0.0; 3], up), nut.axis([0.0; 3], up));
/// builder.constraint("thread", Screw::new(spindle, bore, 0.005));
/// builder.constraint("motor", Driver::new(AxialAngle::about(spindle, bore), |t| t * std::f64::consts::TAU));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.start().project()?, 3.0)?;
/// // Three turns, three pitches.
/// assert!((run.last().ok_or("no sample")?.body(nut).origin.z - 0.015).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The first four rows are those of the cylindrical joint, and the fifth (index 4) is the thread's: the force along the axis. So the friction of the thread, whose flanks have the mean radius r, rubs against
/// the turning under r times that row, as `Load::Rows { factors: vec![(4, r)], .. }` says:
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, 0.0, -9.81]);
/// let (mass, moment, r, mu) = (0.2, 1e-5, 0.01, 0.1);
/// let nut = builder.body("nut", Solid::principal(mass, [moment; 3])?.spinning(0.0, 0.0, -20.0));
/// let up = [0.0, 0.0, 1.0];
/// let (spindle, bore) = (WORLD.axis([0.0; 3], up), nut.axis([0.0; 3], up));
/// let thread = builder.constraint("thread", Screw::new(spindle, bore, 0.005));
/// let load = Load::Rows { constraint: thread.into(), factors: vec![(4, r)] };
/// builder.friction("flanks", FrictionPoint::loaded(AxialAngle::about(spindle, bore), load), Coulomb::new(mu));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.start().keep("nut.wz").project()?, 1.0)?;
/// // It screws itself down, h = pitch/2π for each radian, and stops, because μ r > h: J θ'' = (μ r − h) N with N = m (g + h θ'').
/// let lead = 0.005 / std::f64::consts::TAU;
/// let slows = (mu * r - lead) * mass * 9.81 / (moment - (mu * r - lead) * mass * lead);
/// assert!(slows > 0.0 && (run.transitions()[0].t - 20.0 / slows).abs() < 1e-9);
/// assert!(run.transitions()[0].to == Mode::Stick);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Screw {
    a: Mark,
    b: Mark,
    pitch: f64,
    offset: f64,
    sleeve: Joint,
    thread: Coupler<AxialTravel, AxialAngle>,
}

#[cfg(feature = "serde")]
crate::store::checked::made!(Screw { a, b, pitch, offset } => Ok(Self::new(a, b, pitch).offset(offset)););

impl Screw {
    /// b moves along a's z axis by `pitch` (m) for each turn about it; right-handed where the pitch is positive.
    ///
    /// The marks coincide at the angle zero, unless [`offset`](Self::offset) says otherwise.
    pub fn new(a: Mark, b: Mark, pitch: f64) -> Self {
        let (travel, angle) = (AxialTravel::along(a, b.point()), AxialAngle::about(a, b));
        let thread = Coupler::new(travel, pitch / std::f64::consts::TAU, angle);
        Self { a, b, pitch, offset: 0.0, sleeve: Joint::cylindrical(a, b), thread }
    }

    /// The travel at the angle zero.
    pub fn offset(self, offset: f64) -> Self {
        Self { offset, thread: self.thread.offset(offset), ..self }
    }
}

impl Constraint for Screw {
    type Space = Spatial;

    fn shape(&self) -> ConstraintShape {
        let ConstraintShape { memory, .. } = self.thread.shape();
        ConstraintShape { memory, ..ConstraintShape::new(Level::Position, 5, [self.a.body, self.b.body]) }
    }

    fn flaw(&self) -> Option<&'static str> {
        unfit([&self.a, &self.b])
    }

    fn eval(&self, at: Ctx<'_, Spatial>, out: &mut Rows<'_, Spatial>) -> Result<(), ElementError> {
        let next = self.sleeve.write(0, [at.body(0), at.body(1)], out)?;
        let (travel, angle, slope) = self.thread.write(next, at, at, out)?;
        for k in 0..2 {
            let turn = angle.scaled(k, -slope);
            out.jacobian(next, k, std::array::from_fn::<_, 6, _>(|i| travel.gradient[k][i] + turn[i]));
        }
        Ok(())
    }

    fn vary(&self, at: Moving<'_, Spatial>, out: &mut Changes<'_, Spatial>) -> bool {
        self.sleeve.vary(at, out);
        let Some((u, w)) = self.thread.varied(at, at) else { return false };
        let gradient = [0, 1].map(|k| std::array::from_fn(|i| u.gradient[k][i] + w.gradient[k][i]));
        let thread = ReadingOf { value: u.value + w.value, rate: u.rate + w.rate, bias: u.bias + w.bias, gradient };
        thread.write(self.sleeve.rows(), out);
        true
    }

    fn angle(&self) -> Option<Arc<dyn Measure<Space = Spatial>>> {
        self.sleeve.angle()
    }

    fn travel(&self) -> Option<Arc<dyn Measure<Space = Spatial>>> {
        self.sleeve.travel()
    }

    fn point(&self, at: Ctx<'_, Spatial>, _k: usize) -> Vector3<f64> {
        at.body(1).point(self.b.local)
    }
}
