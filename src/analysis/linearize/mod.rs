//! Linearization: small motions about an equilibrium, or about a steady motion, in the freedoms that the constraints leave.
//!
//! A motion near x₀ = (q₀, v₀) is c(a, b) with the chart c of `manifold.rs`, so that to first order
//!
//! ```text
//! (1)  δq = P a,   δv = V b + W a         (2)  δq' = δv,   δv' = δf:   a' = Pᵀ δq',   b' = Vᵀ δv' − Vᵀ W a'
//! (3)  z' = A z,   z = (a, b, c):  p + f equations of first order, and one for each variable c of the user's own that has a rate
//! ```
//!
//! With velocity constraints that are not integrable these are fewer than twice the positions. f is the acceleration with all multipliers
//! and with friction in the mode of x₀: points that stick are constraints, points that slide push with the loads that follow the motion, so that
//! A is not symmetric in any metric. Signs of loads are held.
//!
//! Along a steady motion v₀ ≠ 0; (3) is right where neither f nor the directions P, V change along it, as for a body that slides straight on.
//!
//! In space, small turns and angular velocities are counted in axes that do not take part in the spin ω of a body: there
//!
//! ```text
//! (4)  δω' = δf_ω + ω × δω        (ω' = f_ω being in the body's own axes)
//! ```
//!
//! So tops that sleep and wheels that roll straight on look the same at all times, as they must: bodies of revolution that spin about their axes.
//! For other bodies that spin (3) holds at one instant only.
//!
//! Forces that depend on time are taken as they are at the time of x₀.
//!
//! A wrench w e^{iωt} on a body adds B w to b', and the answer is z = (iω − A)⁻¹ B w e^{iωt}.

mod best;
mod columns;
mod control;
mod eigen;
mod error;
mod scaled;
mod small;
mod spread;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod ways;
mod zeros;

use super::corner::corner_of_chart;
use super::difference::derivative;
use super::equilibrium::balanced;
use super::manifold::{Chart, Sticks};
use crate::dynamics::{Probe, State};
use crate::element::BodyRef;
use crate::math::max_abs_skip_nan;
use crate::model::Model;
use columns::{Way, acceleration, slopes};
pub use control::LinearSystem;
pub(super) use eigen::eigenvalues;
use eigen::{Eigen, conditions, eigen, errors};
pub use error::LinearError;
use nalgebra::{Complex, DMatrix, DVector};
use scaled::Scaled;
use small::{STEPS, Small};

/// Small motions about a state.
///
/// It may be taken about an equilibrium, or along a steady motion. Along one it holds at all times only where neither forces nor directions change: for a body that
/// slides straight on, for tops that sleep and wheels that roll straight on (bodies of revolution that spin about their axes: small turns are counted in axes that do not take part in the
/// spin). For other bodies that spin, and about a state that accelerates, it holds at one instant; of the latter [`errors`](Self::errors) are infinite. At a corner of a force there is none ([`LinearError::Corner`]). Friction stays in the mode of the state: points that stick are constraints, points that slide push with the loads that
/// follow the motion. Forces that depend on time are taken as they are then.
///
/// ```
/// use chetaev::analysis::Linearization;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let bob = builder.body("bob", Particle::new(0.7).at(0.0, -0.4));
/// builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), 0.4));
/// let model = builder.build()?;
/// let small = Linearization::about(&model, &model.placed())?;
/// let modes = small.modes()?;
/// assert!((modes[0].angular_frequency() - (9.81_f64 / 0.4).sqrt()).abs() < 1e-9);
/// assert!(modes[0].damping_ratio().abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Linearization<'m> {
    chart: Chart<'m>,
    small: Small,
    residual: f64,
    /// Does the state move away from where A was made?
    leaves: bool,
}

/// A small motion e^{λt} in the model's own coordinates.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ModeShape {
    /// λ, 1/s.
    pub eigenvalue: Complex<f64>,
    /// Complex amplitudes of all displacements, one for each velocity (small turns for attitudes), the largest being 1.
    pub q: Vec<Complex<f64>>,
    /// Complex amplitudes of all velocities.
    pub v: Vec<Complex<f64>>,
    /// |A z − λ z|/|z|, 1/s.
    pub residual: f64,
}

impl ModeShape {
    /// |Im λ|, rad/s.
    pub fn angular_frequency(&self) -> f64 {
        self.eigenvalue.im.abs()
    }

    /// −Re λ/|λ|: 0 without damping, 1 at and above the critical one; negative if the motion grows.
    pub fn damping_ratio(&self) -> f64 {
        -self.eigenvalue.re / self.eigenvalue.norm()
    }
}

/// Accelerations below this part of what they could be are those of an equilibrium that was found by iteration.
const STEADY: f64 = 1e-6;

/// What tells a corner is looked for within the step of the differences, and no farther than this (m, rad; m/s, rad/s): a long step sees no jump.
const NEAR: f64 = STEPS[STEPS.len() - 1];

impl<'m> Linearization<'m> {
    /// About a consistent state whose friction points are decided, with the best of several steps.
    ///
    /// # Errors
    /// A state that cannot be evaluated; and [`LinearError::Corner`] where a table, a formula or a law of friction has a corner or jumps at the state itself, as a spring does that is stiffer to one
    /// side: small motions there follow no matrix. Of a closure of yours only its own [`kinks`](crate::force::Force::kinks) tell that.
    pub fn about(model: &'m Model, state: &State) -> Result<Self, LinearError> {
        Self::by(Way::of(model), model, state)
    }

    fn by(mut way: Way, model: &'m Model, state: &State) -> Result<Self, LinearError> {
        let mut chart = Chart::new(model, state, Sticks::Hold)?;
        model.check_decided(&state.modes)?;
        let slopes = slopes(&mut chart, state)?;
        let residual = max_abs_skip_nan(&slopes);
        let small = Small::best(&mut chart, &mut way)?;
        // What a meter, a radian or the motion itself would make of accelerations.
        let scale = small.forces().max(model.inner.gravity.norm()).max(max_abs_skip_nan(&state.v).powi(2));
        let leaves = max_abs_skip_nan(&slopes[..model.velocities()]) > STEADY * scale;
        let (size, sizes) = (chart.dimension(), [small.forces(), balanced(model, &mut chart.ws, state)]);
        let cornered = corner_of_chart(&mut chart, size, small.step.min(NEAR), sizes, |chart, z| {
            let there = chart.state(z)?;
            let f = self::slopes(chart, &there)?;
            Ok((there, f))
        })?;
        if let Some(corner) = cornered {
            return Err(LinearError::at(corner));
        }
        Ok(Self { chart, small, residual, leaves })
    }

    /// A of (3).
    pub fn matrix(&self) -> &DMatrix<f64> {
        &self.small.matrix
    }

    /// Largest difference in A's columns between formulas of order 8 and 6: what A is accurate to, or better. How far an eigenvalue may be off is
    /// another matter: see [`errors`](Self::errors).
    pub fn error(&self) -> f64 {
        self.small.error()
    }

    /// Largest acceleration at the state itself: zero at an equilibrium and in a steady motion.
    pub fn residual(&self) -> f64 {
        self.residual
    }

    /// Number of independent displacements p and of independent velocities f.
    pub fn freedoms(&self) -> (usize, usize) {
        (self.chart.positions.ncols(), self.chart.velocities.ncols())
    }

    /// All eigenvalues: zeros and other real ones first (what turns freely, what decays without swinging), then pairs of lowest frequency first, each with its positive imaginary part first.
    pub fn eigenvalues(&self) -> Result<Vec<Complex<f64>>, LinearError> {
        Ok(self.eigen()?.into_iter().map(|e| e.value).collect())
    }

    /// How far each eigenvalue may be off, 1/s, in the order of [`eigenvalues`](Self::eigenvalues): all within the accuracy of A, to which coordinates on
    /// which nothing depends (where a bicycle stands, where it heads) count as such, their zeros as exact.
    ///
    /// An eigenvalue that is well apart from others is as good as A; where several meet it is a root of that. For the zeros it says how far they would go
    /// if something did depend on those coordinates. Each takes some hundreds of singular value decompositions of A.
    ///
    /// They are infinite where the state neither rests nor moves steadily, as its [`residual`](Self::residual) tells: there A belongs to one instant, and its eigenvalues say nothing about the motion. What is
    /// carried around in circles is such a state even where it stays in its place on what carries it: model it in the frame that turns with it, with the centrifugal force and that of Coriolis as forces of
    /// your own, or take its turn as a periodic motion ([`Shooting`](super::Shooting)), whose multipliers tell the same.
    ///
    /// ```
    /// use chetaev::analysis::Linearization;
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let car = builder.body("car", Particle::new(2.0).at(0.0, 0.0));
    /// let guide = GROUND.axis([0.0, 0.0], 0.0);
    /// builder.constraint("track", Slot::new(guide, car.origin()));
    /// builder.force("drag", AppliedAlong::new(Travel::along(guide, car.origin()), |_, travel| -6.0 * travel.rate));
    /// let model = builder.build()?;
    /// let linear = Linearization::about(&model, &model.placed())?;
    /// let (values, errors) = (linear.eigenvalues()?, linear.errors()?);
    /// assert!((values[0].re + 3.0).abs() <= errors[0] && errors[0] < 1e-9);
    /// assert_eq!(values[1].re, 0.0); // where it stands
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn errors(&self) -> Result<Vec<f64>, LinearError> {
        if self.leaves {
            return Ok(vec![f64::INFINITY; self.small.matrix.nrows()]);
        }
        let Scaled { matrix, other, known, .. } = self.scaled();
        errors(&matrix, other.as_ref(), known).ok_or(LinearError::NoEigenvalues { size: self.small.matrix.nrows() })
    }

    /// The condition of each eigenvalue, in the order of [`eigenvalues`](Self::eigenvalues): how many times a small change of A moves it at most, in the norm of matrices and with velocities in units that make the
    /// stiffest numbers of A as large as the others (of 1 where nothing is stiff). 1 is the least; where several
    /// meet it grows without bound, and [`errors`](Self::errors) tells more. 0 for coordinates on which nothing depends: their zeros stay zeros.
    ///
    /// ```
    /// use chetaev::analysis::Linearization;
    /// use chetaev::prelude::*;
    /// // A cart on a spring that is damped nearly critically: two eigenvalues that nearly meet.
    /// let mut builder = ModelBuilder::new();
    /// let cart = builder.body("cart", Particle::new(1.0).at(0.0, 0.0));
    /// let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), cart.origin());
    /// builder.constraint("track", Slot::new(GROUND.axis([0.0, 0.0], 0.0), cart.origin()));
    /// builder.force("spring", SpringDamper::along(travel, 1.0).damping(2.02));
    /// let model = builder.build()?;
    /// let conditions = Linearization::about(&model, &model.placed())?.conditions()?;
    /// // λ = −1.01 ± √(1.01² − 1), and (1 + λ²)/|λ₁² − 1| of each.
    /// assert!((conditions[0] - 7.124).abs() < 1e-3 && (conditions[1] - 7.124).abs() < 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn conditions(&self) -> Result<Vec<f64>, LinearError> {
        let Scaled { matrix, known, .. } = self.scaled();
        conditions(&matrix, known).ok_or(LinearError::NoEigenvalues { size: self.small.matrix.nrows() })
    }

    fn scaled(&self) -> Scaled {
        Scaled::of(&self.small, self.freedoms().into())
    }

    /// All eigenvalues with the shapes of their motions, in the same order.
    pub fn modes(&self) -> Result<Vec<ModeShape>, LinearError> {
        let shape = |e: Eigen| {
            let (q, v) = self.shape(&e.vector);
            let of = |x: &[Complex<f64>]| x.iter().copied().max_by(|a, b| a.norm().total_cmp(&b.norm()));
            let largest = of(&q).filter(|x| x.norm() > 1e-12).or_else(|| of(&v)).unwrap_or(Complex::new(1.0, 0.0));
            let scaled = |x: Vec<Complex<f64>>| x.into_iter().map(|x| x / largest).collect();
            ModeShape { eigenvalue: e.value, q: scaled(q), v: scaled(v), residual: e.residual }
        };
        Ok(self.eigen()?.into_iter().map(shape).collect())
    }

    /// What swings: the modes with a positive imaginary part, one for each pair, of lowest frequency first.
    ///
    /// ```
    /// use chetaev::analysis::Linearization;
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let cart = builder.body("cart", Particle::new(2.0));
    /// let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), cart.origin());
    /// builder.constraint("track", Slot::new(GROUND.axis([0.0, 0.0], 0.0), cart.origin()));
    /// builder.force("spring", SpringDamper::along(travel, 200.0).damping(4.0));
    /// let model = builder.build()?;
    /// let [swings] = &Linearization::about(&model, &model.placed())?.oscillations()?[..] else { return Err("not one".into()) };
    /// // c/(2 √(k m)), and √(k/m − (c/2m)²).
    /// assert!((swings.damping_ratio() - 0.1).abs() < 1e-12 && (swings.angular_frequency() - 99_f64.sqrt()).abs() < 1e-11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn oscillations(&self) -> Result<Vec<ModeShape>, LinearError> {
        Ok(self.modes()?.into_iter().filter(|mode| mode.eigenvalue.im > 0.0).collect())
    }

    fn eigen(&self) -> Result<Vec<Eigen>, LinearError> {
        let scaled = self.scaled();
        let found = eigen(&scaled.matrix, scaled.known);
        let found = found.ok_or(LinearError::NoEigenvalues { size: self.small.matrix.nrows() })?;
        Ok(found.into_iter().map(|e| scaled.unscaled(&self.small, e)).collect())
    }

    /// (1).
    fn shape(&self, z: &DVector<Complex<f64>>) -> (Vec<Complex<f64>>, Vec<Complex<f64>>) {
        let p = self.chart.positions.ncols();
        let complex = |m: &DMatrix<f64>| m.map(|x| Complex::new(x, 0.0));
        let (a, b) = (z.rows(0, p).into_owned(), z.rows(p, self.chart.velocities.ncols()).into_owned());
        let q = complex(&self.chart.positions) * &a;
        let v = complex(&self.chart.velocities) * b + complex(&self.small.following) * a;
        (q.iter().copied().collect(), v.iter().copied().collect())
    }

    /// Complex amplitudes of all displacements, one for each velocity, under a wrench · e^{iωt} at the origin of a body's frame: force x, y and moment on a
    /// planar body, force and moment with three numbers each on a spatial one, in the axes of its velocities.
    #[track_caller]
    pub fn response(
        &mut self,
        omega: f64,
        body: impl Into<BodyRef>,
        wrench: &[f64],
    ) -> Result<Vec<Complex<f64>>, LinearError> {
        let frame = self.chart.model.check(body.into());
        let spatial = frame > 0 && self.chart.model.inner.bodies[frame - 1].spatial;
        let needs = if spatial { 6 } else { 3 };
        if wrench.len() != needs {
            return Err(LinearError::WrongWrench { got: wrench.len(), needs });
        }
        let push = std::array::from_fn(|k| wrench.get(k).copied().unwrap_or(0.0));
        let base = self.chart.base.clone();
        let chart = &mut self.chart;
        let under = |x: f64| {
            let wrench = push.map(|w: f64| x * w);
            acceleration(chart, &base, Some(Probe { frame, spatial, wrench }))
        };
        let pushed = derivative(under, self.small.step);
        let pushed = self.chart.velocities.tr_mul(&DVector::from_vec(pushed?.0));
        let (p, size) = (self.chart.positions.ncols(), self.small.matrix.nrows());
        if size == 0 {
            return Ok(vec![Complex::new(0.0, 0.0); self.chart.model.velocities()]);
        }
        let right = DVector::from_fn(size, |i, _| i.checked_sub(p).and_then(|i| pushed.get(i)).copied().unwrap_or(0.0));
        let z = self.scaled().response(omega, &right).ok_or(LinearError::Resonance { omega })?;
        Ok(self.shape(&z).0)
    }
}
