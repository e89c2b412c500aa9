//! Forces whose size is a formula: plain data, so that a model with them can be saved.

use super::{AlongLaw, Applied, AppliedAlong, WrenchLaw};
use crate::element::{Numbers, Planar, Point, Space, Spatial};
use crate::math::{Bound, FormulaError, Given, Now, Number, Signal, TimeLaw};
use crate::measure::{Measure, Reading};
use nalgebra::Vector3;
use num_dual::Dual64;

/// A force along a measure as a formula of `t`, the measure's value `x`, its rate `v`, and what is given with it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Given<Signal>", into = "Given<Signal>"))]
pub struct AlongFormula(Bound<Signal>);

impl TryFrom<Given<Signal>> for AlongFormula {
    type Error = FormulaError;

    fn try_from(formula: Given<Signal>) -> Result<Self, FormulaError> {
        let known = ["t", "x", "v"].map(str::to_owned);
        Ok(Self(Bound::new(formula, "a force along a measure", &known)?))
    }
}

impl From<AlongFormula> for Given<Signal> {
    fn from(law: AlongFormula) -> Self {
        law.0.given().clone()
    }
}

impl AlongFormula {
    fn at<T: Number>(&self, now: Now<'_>, [value, rate]: [T; 2]) -> T {
        let numbers = [T::constant(now.t), value, rate];
        self.0.with(|place| numbers[place], |law| T::constant(law.now(now)))
    }
}

impl<S: Space> AlongLaw<S> for AlongFormula {
    fn size(&self, now: Now<'_>, at: &Reading<S>) -> f64 {
        self.at(now, [at.value, at.rate])
    }

    fn vary(&self, now: Now<'_>, at: [Dual64; 2]) -> Option<Dual64> {
        Some(self.at(now, at))
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        laws(&self.0).collect()
    }

    fn reads_time(&self) -> bool {
        self.0.reads(0)
    }

    fn kinks(&self) -> usize {
        self.0.kinks()
    }

    fn kink(&self, index: usize, now: Now<'_>, at: &Reading<S>) -> f64 {
        let numbers = [now.t, at.value, at.rate];
        self.0.kink(index, |place| numbers[place], |law| law.now(now))
    }
}

/// The signals that are given with a formula.
fn laws(bound: &Bound<Signal>) -> impl Iterator<Item = &dyn TimeLaw> {
    bound.laws().map(|law| law as &dyn TimeLaw)
}

impl<M: Measure> AppliedAlong<M, AlongFormula> {
    /// A formula of the time `t`, the measure's value `x`, its rate `v`, and of signals and variables that are [given](crate::math::Given) with it, as plain data: a model
    /// with it can be saved.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// # let mut builder = ModelBuilder::new();
    /// let mass = builder.body("mass", Particle::new(2.0).at(0.5, 0.0));
    /// let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
    /// let spring = Formula::parse("-400*x^3 - 0.2*v", ["x", "v"])?;
    /// builder.force("spring", AppliedAlong::formula(travel, spring)?);
    /// let model = builder.build()?;
    /// assert_eq!(model.read(&model.placed()).acceleration()[0], -25.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn formula(measure: M, formula: impl Into<Given<Signal>>) -> Result<Self, FormulaError> {
        Ok(Self::with(measure, formula.into().try_into()?))
    }
}

/// Formulas of the time and of the numbers of one body: N for the force, K for the moment.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "[Vec<Given<Signal>>; 2]", into = "[Vec<Given<Signal>>; 2]"))]
pub struct WrenchFormula<const N: usize, const K: usize> {
    force: [Bound<Signal>; N],
    moment: [Bound<Signal>; K],
}

impl<const N: usize, const K: usize> WrenchFormula<N, K> {
    fn new(force: [Given<Signal>; N], moment: [Given<Signal>; K]) -> Result<Self, FormulaError> {
        let names = if N == 2 { Planar::NAMES } else { Spatial::NAMES };
        let known: Vec<String> = ["t"].iter().chain(names).map(|name| (*name).to_owned()).collect();
        let bind = |formula| Bound::new(formula, "a force on a body", &known);
        let bound: Vec<Bound<Signal>> = force.into_iter().chain(moment).map(bind).collect::<Result<_, _>>()?;
        Ok(Self {
            force: std::array::from_fn(|i| bound[i].clone()),
            moment: std::array::from_fn(|i| bound[N + i].clone()),
        })
    }

    /// Force and moment, where `number` tells the numbers of the body.
    fn values<T: Number>(&self, now: Now<'_>, number: impl Fn(usize) -> T) -> ([T; N], [T; K]) {
        let number = |place: usize| place.checked_sub(1).map_or_else(|| T::constant(now.t), &number);
        let value = |part: &Bound<Signal>| part.with(number, |law| T::constant(law.now(now)));
        (self.force.each_ref().map(value), self.moment.each_ref().map(value))
    }

    fn parts(&self) -> impl Iterator<Item = &Bound<Signal>> {
        self.force.iter().chain(&self.moment)
    }

    fn count(&self) -> usize {
        self.parts().map(Bound::kinks).sum()
    }

    fn one<S: Numbers>(&self, index: usize, now: Now<'_>, frame: &S::Frame) -> f64 {
        let mut all = self.parts().flat_map(|part| (0..part.kinks()).map(move |index| (part, index)));
        let number = |place| number::<S>(now, frame, place);
        all.nth(index).map_or(f64::NAN, |(part, index)| part.kink(index, number, |law| law.now(now)))
    }
}

/// The time, or a number of the body.
fn number<S: Numbers>(now: Now<'_>, frame: &S::Frame, place: usize) -> f64 {
    if place == 0 { now.t } else { S::number(frame, place - 1) }
}

#[cfg(feature = "serde")]
impl<const N: usize, const K: usize> From<WrenchFormula<N, K>> for [Vec<Given<Signal>>; 2] {
    fn from(WrenchFormula { force, moment }: WrenchFormula<N, K>) -> Self {
        [&force[..], &moment[..]].map(|bound| bound.iter().map(|bound| bound.given().clone()).collect())
    }
}

#[cfg(feature = "serde")]
impl<const N: usize, const K: usize> TryFrom<[Vec<Given<Signal>>; 2]> for WrenchFormula<N, K> {
    type Error = String;

    fn try_from([force, moment]: [Vec<Given<Signal>>; 2]) -> Result<Self, String> {
        let count = |formulas: Vec<Given<Signal>>| format!("a force on a body cannot have {} formulas", formulas.len());
        let (force, moment) = (force.try_into().map_err(count)?, moment.try_into().map_err(count)?);
        Self::new(force, moment).map_err(|error| error.to_string())
    }
}

impl WrenchLaw<Planar> for WrenchFormula<2, 1> {
    fn at(&self, now: Now<'_>, frame: &<Planar as Space>::Frame) -> (<Planar as Space>::Vector, f64) {
        let (force, [moment]) = self.values(now, |index| Planar::number(frame, index));
        (force.into(), moment)
    }

    fn vary(&self, now: Now<'_>, frame: &<Planar as Space>::Moved) -> Option<[Vector3<Dual64>; 2]> {
        let ([x, y], [moment]) = self.values(now, |index| Planar::moved_number(frame, index));
        let none = Dual64::from(0.0);
        Some([Vector3::new(x, y, none), Vector3::new(none, none, moment)])
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        self.parts().flat_map(laws).collect()
    }

    fn reads_time(&self) -> bool {
        self.parts().any(|part| part.reads(0))
    }

    fn kinks(&self) -> usize {
        self.count()
    }

    fn kink(&self, index: usize, now: Now<'_>, frame: &<Planar as Space>::Frame) -> f64 {
        self.one::<Planar>(index, now, frame)
    }
}

impl WrenchLaw<Spatial> for WrenchFormula<3, 3> {
    fn at(
        &self,
        now: Now<'_>,
        frame: &<Spatial as Space>::Frame,
    ) -> (<Spatial as Space>::Vector, <Spatial as Space>::Moment) {
        let (force, moment) = self.values(now, |index| Spatial::number(frame, index));
        (force.into(), moment.into())
    }

    fn vary(&self, now: Now<'_>, frame: &<Spatial as Space>::Moved) -> Option<[Vector3<Dual64>; 2]> {
        let (force, moment) = self.values(now, |index| Spatial::moved_number(frame, index));
        Some([force.into(), moment.into()])
    }

    fn time_laws(&self) -> Vec<&dyn TimeLaw> {
        self.parts().flat_map(laws).collect()
    }

    fn reads_time(&self) -> bool {
        self.parts().any(|part| part.reads(0))
    }

    fn kinks(&self) -> usize {
        self.count()
    }

    fn kink(&self, index: usize, now: Now<'_>, frame: &<Spatial as Space>::Frame) -> f64 {
        self.one::<Spatial>(index, now, frame)
    }
}

impl<S: Space> Applied<(), S> {
    /// A force at a point and a moment about it (world axes) as formulas, as plain data: a model with them can be saved. In the plane these are two formulas and one, of the
    /// time `t` and of the body's `x`, `y`, `angle`, `vx`, `vy` and `spin`; in space three and three, of `t`, of `x`, `y`, `z`, of the attitude's quaternion `qw`, `qx`, `qy`,
    /// `qz`, of the velocity `vx`, `vy`, `vz` and of the spin `wx`, `wy`, `wz` in body axes. Signals and variables can be [given](crate::math::Given) with each.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// # let mut builder = ModelBuilder::new();
    /// let ship = builder.body("ship", RigidBody::new(2.0, 0.5).at(0.0, 0.0, 0.5));
    /// let [x, y, moment] = ["3*cos(angle) - 0.1*vx", "3*sin(angle) - 0.1*vy", "-spin"]
    ///     .map(|text| Formula::parse(text, ["angle", "vx", "vy", "spin"]));
    /// builder.force("propeller", Applied::formula(ship.origin(), [x?, y?], [moment?])?);
    /// let model = builder.build()?;
    /// assert_eq!(model.read(&model.placed()).acceleration()[0], 1.5 * 0.5_f64.cos());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn formula<const N: usize, const K: usize>(
        point: Point<S>,
        force: [impl Into<Given<Signal>>; N],
        moment: [impl Into<Given<Signal>>; K],
    ) -> Result<Applied<WrenchFormula<N, K>, S>, FormulaError>
    where
        WrenchFormula<N, K>: WrenchLaw<S>,
    {
        Ok(Applied::with(point, WrenchFormula::new(force.map(Into::into), moment.map(Into::into))?))
    }
}
