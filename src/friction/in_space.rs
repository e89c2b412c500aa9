//! Friction in joints in space that leave one way to slip: a hinge, and a carriage on rails.
//!
//! A hinge of radius r, whose force (λ₁, λ₂, λ₃) on b is told along x, y and z of a (`Joint::in_axes_of_a`), slips with r θ' on its circumference, and rubs there under what
//! is across the axis; a shoulder that takes the thrust slips with its mean radius ϱ:
//!
//! ```text
//! (1)  pin       s = r θ',   N = √(λ₁² + λ₂²)        shoulder  s = ϱ θ',   N = |λ₃|
//! ```
//!
//! Both hold one freedom, and are decided together.
//!
//! A carriage of a guide (a prismatic joint) has the force F = λ₁ x + λ₂ y on its point and the moment M about it, of which (J3) says M_x = −λ₄, M_y = λ₃, M_z = λ₅.
//! Six pads touch the rails, at abscissas z₁ and z₂ of the carriage, d = z₂ − z₁: four push along y, two on each rail, at x = ±w/2; two push along x, in the middle. Of these
//!
//! ```text
//! (2)  N₁ + N₂ = F_x,   z₁ N₁ + z₂ N₂ = M_y          N₁ = (z₂ F_x − M_y)/d,   N₂ = (M_y − z₁ F_x)/d
//! (3)  Σ N = F_y,   −Σ z N = M_x,   Σ x N = M_z
//! ```
//!
//! each of either sign. (3) are three equations for four pads, a table with four feet: they are taken to be as stiff as each other, so that N = α + β z + κ x, which also are those of least norm,
//!
//! ```text
//! (4)  N_(k,±) = ½ P_k ± M_z/(2 w),   P₁ = (z₂ F_y + M_x)/d,   P₂ = −(z₁ F_y + M_x)/d
//! ```
//!
//! P_k being what both pads of an end carry together.

use super::plan::apart;
use super::point::lever;
use super::{FrictionPoint, InJoint, Load};
use crate::constraint::{Joint, Slide, Turn};
use crate::element::{ConstraintId, Point};
use crate::measure::{AxialAngle, AxialTravel};
use nalgebra::Vector3;

const NO_HINGE: &str =
    "its joint is no hinge whose force is told along its own axis: make it by `Joint::revolute(…).in_axes_of_a()`";
const NO_GAUGE: &str = "the gauge of its two rails must be positive and finite";
const NO_GUIDE: &str = "its joint is no guide: make it by `Joint::prismatic`";

impl FrictionPoint<AxialAngle> {
    /// The circumference of a hinge in space, of the given radius, loaded by what the hinge carries across its axis.
    ///
    /// Slip speed and force are those on the circumference. The hinge is one that tells its force along its own axes, by [`Joint::in_axes_of_a`].
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, 0.0, -9.81]);
    /// // A shaft that is inclined: 0.6 of its weight is across the axis, 0.8 rests on the shoulder.
    /// let inclined = [0.0, 0.6, 0.8];
    /// let shaft = Solid::principal(2.0, [0.1; 3])?.spinning(0.0, 6.0, 8.0);
    /// let shaft = builder.body("shaft", shaft);
    /// let axle = Joint::revolute(WORLD.axis([0.0; 3], inclined), shaft.axis([0.0; 3], inclined)).in_axes_of_a();
    /// let axle = builder.constraint("axle", axle);
    /// builder.friction("pin", FrictionPoint::in_hinge(axle, 0.02), Coulomb::new(0.1));
    /// builder.friction("shoulder", FrictionPoint::on_shoulder(axle, 0.03), Coulomb::new(0.1));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).run(model.placed(), 100.0)?;
    /// // J ω/(μ m g (0.6 r + 0.8 ϱ))
    /// let stop = 0.1 * 10.0 / (0.1 * 2.0 * 9.81 * (0.6 * 0.02 + 0.8 * 0.03));
    /// assert!((run.transitions()[0].t - stop).abs() < 1e-9 * stop);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn in_hinge(hinge: ConstraintId<Joint>, radius: f64) -> InJoint<Joint, AxialAngle> {
        InJoint::new(hinge, move |it| Self::of_hinge(it, radius, Load::pair(hinge, [0, 1])))
    }

    /// The shoulder of a hinge in space, of the given mean radius, loaded by what the hinge carries along its axis, whichever way.
    ///
    /// It may be beside friction [in the hinge](Self::in_hinge), with a law of its own.
    pub fn on_shoulder(hinge: ConstraintId<Joint>, radius: f64) -> InJoint<Joint, AxialAngle> {
        InJoint::new(hinge, move |it| Self::of_hinge(it, radius, Load::row(hinge, 2)))
    }

    /// (1).
    fn of_hinge(hinge: &Joint, radius: f64, load: Load) -> Result<Self, &'static str> {
        let [a, b] = hinge.marks();
        match hinge.freedom() {
            (Slide::Seat, Turn::Axis) => Ok(Self::at(b.point(), AxialAngle::about(a, b), lever(radius)?, load)),
            _ => Err(NO_HINGE),
        }
    }
}

impl FrictionPoint<AxialTravel> {
    /// The six pads of a carriage on two rails: its guide is a prismatic joint, whose marks have z along the rails and x across both, from one to the other.
    ///
    /// First the four that carry force along y, the moment across the rails and that about them: those at the first end, on the rail at −`gauge`/2 and at +`gauge`/2, then those at the
    /// second; then the two that carry force along x and the moment about y, in the middle of each end. The ends are abscissas along z, counted from the point of the carriage's mark.
    ///
    /// Four pads on two rails are a table on four feet. They are taken to be as stiff as each other: that decides what each carries.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// builder.gravity([0.0, 0.0, -9.81]);
    /// let slide = builder.body("slide", Solid::principal(3.0, [0.1; 3])?.moving(1.0, 0.0, 0.0));
    /// // z along the rails, x across them: y is down.
    /// let along = [1.0, 0.0, 0.0];
    /// let [rails, carriage] = [WORLD.axis([0.0; 3], along), slide.axis([0.0; 3], along)].map(|mark| mark.with_x([0.0, 1.0, 0.0]));
    /// let guide = builder.constraint("guide", Joint::prismatic(rails, carriage));
    /// for (k, pad) in FrictionPoint::on_rails(guide, [-0.2, 0.2], 0.3).into_iter().enumerate() {
    ///     builder.friction(format!("pad {k}"), pad, Coulomb::new(0.1));
    /// }
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).run(model.placed(), 2.0)?;
    /// // The weight alone: v/(μ g).
    /// assert!((run.transitions()[0].t - 1.0 / (0.1 * 9.81)).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn on_rails(guide: ConstraintId<Joint>, ends: [f64; 2], gauge: f64) -> [InJoint<Joint, AxialTravel>; 6] {
        let [z1, z2] = ends;
        // (2) and (4), per unit of λ₁ to λ₅.
        let across = |k: usize| [[z2, -1.0], [-z1, 1.0]][k].map(|f| f / (z2 - z1));
        let side = |k: usize| vec![(0, across(k)[0]), (2, across(k)[1])];
        let foot =
            |k: usize, sign: f64| vec![(1, 0.5 * across(k)[0]), (3, 0.5 * across(k)[1]), (4, sign / (2.0 * gauge))];
        [0, 1, 2, 3, 4, 5].map(|pad| {
            let (end, sign) = if pad < 4 { (pad / 2, [-1.0, 1.0][pad % 2]) } else { (pad - 4, 0.0) };
            let factors = if pad < 4 { foot(end, sign) } else { side(end) };
            let place = Vector3::new(0.5 * sign * gauge, 0.0, ends[end]);
            InJoint::new(guide, move |it| {
                apart(ends)?;
                if !(gauge > 0.0 && gauge.is_finite()) {
                    return Err(NO_GAUGE);
                }
                Self::of_carriage(it, place, Load::Rows { constraint: guide.into(), factors })
            })
        })
    }

    fn of_carriage(guide: &Joint, place: Vector3<f64>, load: Load) -> Result<Self, &'static str> {
        let [a, b] = guide.marks();
        if guide.freedom() != (Slide::Line, Turn::Fixed) {
            return Err(NO_GUIDE);
        }
        let pad = Point { body: b.body, local: b.local + b.axes * place };
        Ok(Self::at(pad, AxialTravel::along(a, pad), 1.0, load))
    }
}
