//! Two measures in a fixed ratio, gears, rack and pinion, a pulley; or one that follows the other by a function, noncircular gears, a cam.
//!
//! With s = r + f'(u₂),
//!
//! ```text
//! φ = u₁ − r u₂ − f(u₂) − c      φ' = u₁' − s u₂'      J = [∇u₁ | −s ∇u₂]      γ = s bias₂ + f''(u₂) u₂'² − bias₁
//! ```
//!
//! λ is the generalized force along u₁; along u₂ acts −s λ. Where s = 0 u₂ is free of it, and u₁ stands. A body may take part in both measures (the carrier of
//! a planetary gear): its two slots are added up.
//!
//! An angle in space is known up to whole turns, and r u₂ then up to r of them. So the turns of both are counted (`measure::turns`).

use super::{Constraint, ConstraintShape, Level};
use crate::element::{Changes, Ctx, Inside, Moving, Rows, RowsOf, itself};
use crate::error::ElementError;
use crate::math::{Formula, FormulaError, Jet, LookupError, LookupTable, Single};
use crate::measure::turns::count;
use crate::measure::{Measure, Reading, Varied};

/// Ties two measures together: u₁ = r u₂ + c.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let [large, small] = [("large", 0.2, 0.0), ("small", 0.1, 0.3)].map(|(name, radius, x)| {
///     let wheel = builder.body(name, RigidBody::disk(1.0, radius).at(x, 0.0, 0.0));
///     builder.constraint(format!("axle of {name}"), Revolute::new(GROUND.point(x, 0.0), wheel.origin()));
///     wheel
/// });
/// let turn = |wheel| Angle::between(GROUND, wheel);
/// builder.constraint("teeth", Coupler::new(turn(small), -0.2 / 0.1, turn(large)));
/// builder.force("motor", Applied::torque(large, |_| 0.06));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let end = run.last().ok_or("no sample")?;
/// // The small wheel turns back, twice as fast.
/// assert!((end.body(small).spin + 2.0 * end.body(large).spin).abs() < 1e-12 && end.body(large).spin > 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("gear", "rack", "pinion", "belt drive"))]
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Coupler<M1, M2> {
    first: M1,
    second: M2,
    ratio: f64,
    offset: f64,
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    law: Option<Law>,
}

/// f.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Law {
    Table(#[cfg_attr(feature = "serde", serde(deserialize_with = "smooth"))] LookupTable),
    Formula(Single<'x', true>),
}

#[cfg(feature = "serde")]
fn smooth<'de, From: serde::Deserializer<'de>>(from: From) -> Result<LookupTable, From::Error> {
    let table: LookupTable = serde::Deserialize::deserialize(from)?;
    table.bends_smoothly().map_err(serde::de::Error::custom)
}

impl Law {
    /// f, f' and f''.
    fn at(&self, u: f64) -> [f64; 3] {
        match self {
            Self::Table(table) => table.jet(u),
            Self::Formula(formula) => {
                let Jet { value, first, second } = formula.at(Jet::time(u));
                [value, first, second]
            }
        }
    }
}

impl<M1: Measure, M2: Measure> Coupler<M1, M2> {
    /// `first` = `ratio` · `second`.
    ///
    /// Two outer gears of radii r₁, r₂ turn with ratio −r₂/r₁; a pinion of radius r on a rack above it has
    /// travel = r · angle.
    pub fn new(first: M1, ratio: f64, second: M2) -> Self {
        Self { first, second, ratio, offset: 0.0, law: None }
    }

    /// `first` = `ratio` · `second` + `offset`.
    pub fn offset(self, offset: f64) -> Self {
        Self { offset, ..self }
    }

    /// `first` = `ratio` · `second` + f(`second`) + `offset`, f in a table that repeats itself: noncircular gears, the rise of a cam over its angle, as measured.
    ///
    /// Other tables have ends, where velocities or forces would jump, and are refused.
    pub fn table(self, table: LookupTable) -> Result<Self, LookupError> {
        Ok(Self { law: Some(Law::Table(table.bends_smoothly()?)), ..self })
    }

    /// The same, f being a formula of `x`, the value of `second`.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let cam = builder.body("cam", RigidBody::disk(1.0, 0.1).moving(0.0, 0.0, 10.0));
    /// builder.constraint("shaft", Revolute::new(GROUND.origin(), cam.origin()));
    /// let up = GROUND.axis([0.0, 0.2], 0.25 * std::f64::consts::TAU);
    /// let follower = builder.body("follower", RigidBody::new(0.2, 0.01).at(0.0, 0.2, 0.0));
    /// builder.constraint("guide", Prismatic::new(up, follower.axis([0.0, 0.0], 0.25 * std::f64::consts::TAU)));
    /// // It rises by 20 mm in each turn.
    /// let rise = Formula::parse("0.01*(1 - cos(x))", ["x"])?;
    /// let lift = Coupler::new(Travel::along(up, follower.origin()), 0.0, Angle::between(GROUND, cam)).formula(rise)?;
    /// let lift = builder.constraint("lift", lift);
    /// let model = builder.build()?;
    /// // In its lowest place the follower is pushed up with m s'' = 0.2 kg · 0.01 m · (10 rad/s)².
    /// let state = model.start().project()?;
    /// assert!((model.read(&state.into()).multipliers(lift)[0] - 0.2).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn formula(self, formula: Formula) -> Result<Self, FormulaError> {
        Ok(Self { law: Some(Law::Formula(Single::new(formula, "a coupler")?)), ..self })
    }
}

impl<M1: Measure, M2: Measure> Coupler<M1, M2> {
    /// How u₁ and −r u₂ change, of one in a fixed ratio.
    pub(super) fn varied(
        &self,
        first: Moving<'_, M1::Space>,
        second: Moving<'_, M2::Space>,
    ) -> Option<Changing<M1, M2>> {
        let (u, w) = self.first.vary(first).zip(self.second.vary(second)).filter(|_| self.law.is_none())?;
        Some((u, w.scaled(-self.ratio)))
    }
}

/// How both measures change.
type Changing<M1, M2> = (Varied<<M1 as Measure>::Space>, Varied<<M2 as Measure>::Space>);

/// What both measures read, and s.
type Both<M1, M2> = (Reading<<M1 as Measure>::Space>, Reading<<M2 as Measure>::Space>, f64);

impl<M1: Measure, M2: Measure> Constraint for Coupler<M1, M2> {
    type Space = M2::Space;

    fn shape(&self) -> ConstraintShape {
        let bodies = self.first.bodies().into_iter().chain(self.second.bodies());
        let counts = self.first.period().or(self.second.period()).is_some();
        // t, u and u' of both measures; nothing is known at first.
        let memory = vec![f64::NAN; if counts { 6 } else { 0 }];
        ConstraintShape { memory, ..ConstraintShape::new(Level::Position, 1, bodies) }
    }

    fn flaw(&self) -> Option<&'static str> {
        itself(self.first.bodies()).or_else(|| itself(self.second.bodies()))
    }

    fn eval(&self, at: Ctx<'_, M2::Space>, out: &mut Rows<'_, M2::Space>) -> Result<(), ElementError> {
        let (u, w, slope) = self.write(0, at.of(), at.from_slot(2), out)?;
        for k in 0..2 {
            out.of::<M1::Space>().jacobian(0, k, u.gradient[k]);
            out.jacobian(0, 2 + k, w.scaled(k, -slope));
        }
        Ok(())
    }

    fn vary(&self, at: Moving<'_, M2::Space>, out: &mut Changes<'_, M2::Space>) -> bool {
        let Some((u, w)) = self.varied(at.of(), at.beyond(2)) else { return false };
        out.positions(0, [u.value + w.value], [u.rate + w.rate], [-u.bias - w.bias]);
        u.gradient.into_iter().enumerate().for_each(|(k, gradient)| out.of::<M1::Space>().columns(0, k, [gradient]));
        w.gradient.into_iter().enumerate().for_each(|(k, gradient)| out.columns(0, 2 + k, [gradient]));
        true
    }

    fn turns_only(&self) -> bool {
        self.first.turns_only() && self.second.turns_only()
    }

    fn is_spatial(&self, k: usize) -> bool {
        if k < 2 { M1::Space::SPATIAL } else { M2::Space::SPATIAL }
    }
}

impl<M1: Measure, M2: Measure> Coupler<M1, M2> {
    /// Writes φ, φ' and γ as row `i`, with each measure read where its bodies are; the readings are left to make J of.
    pub(crate) fn write(
        &self,
        i: usize,
        at: Ctx<'_, M1::Space>,
        second: Ctx<'_, M2::Space>,
        out: &mut Rows<'_, M2::Space>,
    ) -> Result<Both<M1, M2>, ElementError> {
        let mut u = self.first.read(at)?;
        let mut w = self.second.read(second)?;
        if let (Some(last), Some(now)) = (at.memory().first_chunk::<6>(), out.memory().first_chunk_mut::<6>()) {
            u.value = count(u.value, self.first.period(), at.t, &last[..3]);
            w.value = count(w.value, self.second.period(), at.t, &last[3..]);
            *now = [at.t, u.value, u.rate, at.t, w.value, w.rate];
        }
        let [value, first, second] = self.law.as_ref().map_or([0.0; 3], |law| law.at(w.value));
        let slope = self.ratio + first;
        let off = u.value - self.ratio * w.value - value - self.offset;
        out.position(i, off, u.rate - slope * w.rate, slope * w.bias + second * w.rate * w.rate - u.bias);
        Ok((u, w, slope))
    }
}
