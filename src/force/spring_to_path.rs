//! A spring to a point that moves through the world as signals say, without a body there.
//!
//! With the path c(t), the point P of the body, d = P − c, u = |d| and n = d/u:
//!
//! ```text
//! (1)  u' = n·(v_P − c')        F = −k (u − u₀) − f(u) − c_d u' − d(u')        the force F n at P
//! (2)  F n·v_P = −(½ k (u − u₀)² + ∫ f du)' − (c_d u' + d(u')) u' + F n·c'
//! ```
//!
//! f and d are tables or formulas, as those of `nonlinear_spring.rs`, and have the same kinks.
//!
//! What it does on the body is its work, which is integrated: the potential alone does not tell it, since what moves the point puts in the power F n·c'.
//! That work is the one on the body, what the damper took, and the gain of the potential.

use super::characteristic::{Both, Elastic, Viscous};
use super::{EnergyKind, Force};
use crate::element::{BodyRef, Ctx, Loads, Moving, Planar, Point, Pushes, Space, Spatial};
use crate::error::ElementError;
use crate::math::{Formula, FormulaError, Jet, LookupTable, Now, Number, Real, Signal, TimeLaw};
use crate::measure::Action;
use nalgebra::Vector3;
use num_dual::Dual64;

/// A spring with a damper beside it, linear or of any characteristic, between a point of a body and a point of the world that is moved along a path: a crane's hook, a hand, a road under a wheel.
///
/// ```
/// use chetaev::force::SpringToPath;
/// use chetaev::math::Signal;
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let sledge = builder.body("sledge", Particle::new(2.0));
/// // Somebody pulls with 0.5 m/s; the rope is a spring.
/// let hand = [Signal::polynomial([1.0, 0.5]), Signal::constant(0.0)];
/// let rope = builder.force("rope", SpringToPath::new(hand, sledge.origin(), 50.0).rest(1.0));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), std::f64::consts::PI / 5.0)?;
/// // Half a period π √(m/k) later the sledge is twice as fast as the hand, and the rope as long as before.
/// let end = run.last().ok_or("no sample")?;
/// assert!((end.body(sledge).velocity.x - 1.0).abs() < 1e-9 && run.energy_error() < 1e-10);
/// assert!((end.work(rope).ok_or("it works")? - end.kinetic()).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S::Vector: serde::Serialize", deserialize = "S::Vector: serde::Deserialize<'de>"))
)]
pub struct SpringToPath<S: Space = Planar> {
    /// In the plane z is zero.
    path: [Signal; 3],
    point: Point<S>,
    stiffness: f64,
    damping: f64,
    rest: f64,
    /// Beside the linear ones.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    spring: Option<Elastic>,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    damper: Option<Viscous>,
}

impl SpringToPath {
    /// A spring of this stiffness (N/m) from the world point (x(t), y(t)) to a point of a body, relaxed where they meet.
    pub fn new([x, y]: [Signal; 2], point: Point, stiffness: f64) -> Self {
        Self::along([x, y, Signal::constant(0.0)], point, stiffness)
    }
}

impl SpringToPath<Spatial> {
    /// A spring of this stiffness (N/m) from the world point (x(t), y(t), z(t)) to a point of a body in space.
    pub fn in_space(path: [Signal; 3], point: Point<Spatial>, stiffness: f64) -> Self {
        Self::along(path, point, stiffness)
    }
}

impl<S: Space> SpringToPath<S> {
    fn along(path: [Signal; 3], point: Point<S>, stiffness: f64) -> Self {
        Self { path, point, stiffness, damping: 0.0, rest: 0.0, spring: None, damper: None }
    }

    /// The length at which the spring is relaxed.
    pub fn rest(self, rest: f64) -> Self {
        Self { rest, ..self }
    }

    /// Damping constant (N s/m). The path must not jump then, so it reads no inputs.
    pub fn damping(self, damping: f64) -> Self {
        Self { damping, ..self }
    }

    /// Pulls with the force (N) in this table over the length too, beside the stiffness, which may be zero: positive where it draws together. Beyond the table the force stays as it is at its end.
    ///
    /// ```
    /// use chetaev::force::SpringToPath;
    /// use chetaev::math::{LookupTable, Signal};
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let sledge = builder.body("sledge", Particle::new(2.0).at(-3.0, 0.0));
    /// // A rope only pulls: slack up to 2 m, 50 N/m beyond.
    /// let rope = LookupTable::linear(&[[0.0, 0.0], [2.0, 0.0], [12.0, 500.0]])?;
    /// let hand = [Signal::polynomial([0.0, 0.5]), Signal::constant(0.0)];
    /// builder.force("rope", SpringToPath::new(hand, sledge.origin(), 0.0).table(rope));
    /// let model = builder.build()?;
    /// assert_eq!(model.read(&model.placed()).acceleration()[0], 25.0);
    /// let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 5.0)?;
    /// assert!(run.energy_error() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table(self, pull: LookupTable) -> Self {
        Self { spring: Some(Elastic::Table(pull)), ..self }
    }

    /// Has this energy (J) too, a formula of the length `x`: it pulls with E'(x), beside the stiffness.
    pub fn energy(self, energy: Formula) -> Result<Self, FormulaError> {
        Ok(Self { spring: Some(Elastic::of_energy(energy)?), ..self })
    }

    /// Resists with the force in this table over the rate of the length too: positive where it resists growing lengths. The path must not jump then.
    pub fn damper(self, resistance: LookupTable) -> Self {
        Self { damper: Some(Viscous::Table(resistance)), ..self }
    }

    /// Resists with this force too, a formula of the rate `v` of the length. The path must not jump then.
    pub fn damper_formula(self, resistance: Formula) -> Result<Self, FormulaError> {
        Ok(Self { damper: Some(Viscous::of_formula(resistance)?), ..self })
    }

    fn both(&self) -> Both<'_> {
        Both { spring: self.spring.as_ref(), damper: self.damper.as_ref() }
    }

    /// c and c'.
    fn path(&self, now: Now<'_>) -> [Vector3<f64>; 2] {
        let path = self.path.each_ref().map(|signal| signal.at(now));
        [|x: Jet| x.value, |x: Jet| x.first].map(|part| Vector3::from(path.map(part)))
    }

    /// (1) of d and d': u and u', F in its elastic and its dissipated part, and n.
    fn pull<T: Real + Number>(&self, [d, slide]: [Vector3<T>; 2]) -> ([T; 4], Vector3<T>) {
        let length = d.dot(&d).sqrt();
        let n = d / length;
        let rate = n.dot(&slide);
        let [pull, resistance] = self.both().forces(length, rate);
        let elastic = (length - self.rest) * -self.stiffness + pull;
        ([length, rate, elastic, rate * -self.damping + resistance], n)
    }

    /// What it does, and n.
    fn action(&self, at: Ctx<'_, S>) -> Result<(Action, Vector3<f64>), ElementError> {
        let (frame, [place, speed]) = (at.body(0), self.path(at.now()));
        let d = S::in_space(S::position(frame, self.point.local)) - place;
        let ([value, rate, elastic, dissipated], n) =
            self.pull([d, S::in_space(S::velocity(frame, self.point.local)) - speed]);
        if value == 0.0 {
            return Err(ElementError::Singular {
                what: "the point of the body meets the point of the path, so that the spring has no direction: place them apart",
            });
        }
        Ok((Action { value, rate, force: elastic + dissipated, elastic, dissipated }, n))
    }
}

impl<S: Space> Force for SpringToPath<S> {
    type Space = S;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.point.body]
    }

    /// (2)
    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn flaw(&self) -> Option<&'static str> {
        let jumps = self.path.iter().any(|signal| signal.continuity() == 0);
        let damps = self.damping != 0.0 || self.damper.is_some();
        (damps && jumps).then_some("its damper has no rate where its path jumps: give it a path that reads no inputs and has no jumps, or no damper")
    }

    fn reads_time(&self) -> bool {
        false
    }

    fn eval(&self, at: Ctx<'_, S>, out: &mut Loads<'_, S>) -> Result<(), ElementError> {
        let (action, n) = self.action(at)?;
        out.force_at(0, S::part(n * action.force), S::position(at.body(0), self.point.local));
        Ok(())
    }

    fn vary(&self, at: Moving<'_, S>, out: &mut Pushes<'_, S>) -> bool {
        let [place, speed] = self.path(at.now).map(|x| x.map(Dual64::from));
        let [point, velocity] = S::moved_point(at.body(0), self.point.local);
        let ([.., elastic, dissipated], n) = self.pull([point - place, velocity - speed]);
        let wrench = [n * (elastic + dissipated), Vector3::repeat(Dual64::from(0.0))];
        out.push(0, S::moved_wrench(at.body(0), self.point.local, wrench), 1.0.into());
        true
    }

    fn along(&self, at: Ctx<'_, S>) -> Result<Option<Action>, ElementError> {
        Ok(Some(self.action(at)?.0))
    }

    fn potential(&self, at: Ctx<'_, S>) -> Result<f64, ElementError> {
        let length = self.action(at)?.0.value;
        let stretch = length - self.rest;
        Ok(0.5 * self.stiffness * stretch * stretch + self.both().energy(length))
    }

    fn kinks(&self) -> usize {
        self.both().kinks()
    }

    fn kink(&self, index: usize, at: Ctx<'_, S>) -> Result<f64, ElementError> {
        let u = self.action(at)?.0;
        Ok(self.both().kink(index, u.value, u.rate))
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        self.path.iter().map(|signal| signal as &dyn TimeLaw).collect()
    }
}
