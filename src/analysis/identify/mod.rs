//! Parameters from measurements: nonlinear least squares with the derivatives of the run.
//!
//! Of the readings y_i, with their standard deviations σ_i, and what the run with the parameters p gives for them,
//!
//! ```text
//! (1)  r_i = (f_i(p) − y_i)/σ_i,    χ²(p) = ‖r‖² → min,    J = ∂r/∂p from the sensitivities of the run, of instants from theirs (Y9)
//! (2)  ‖r + J δ‖ → min  with  ‖D δ‖ ≤ Δ,   D_k = 1/size of parameter k:   J D⁻¹ = U S Vᵀ,  D δ = −V S (S² + ν)⁻¹ Uᵀ r,  ν ≥ 0 the least with which it fits
//! (3)  ρ = (χ²(p) − χ²(p + δ))/(‖r‖² − ‖r + J δ‖²):   Δ grows where ρ is near 1, shrinks where it is small; p goes on where ρ > 0
//! ```
//!
//! (Levenberg and Marquardt, with a trust region in parameters of the size one.) Bounds are kept by leaving out of (2) what is at its bound and would leave it, and by clamping δ. A trial is a run without derivatives;
//! one that fails is a step that was too long.
//!
//! What is not known of the result follows from J there, with s² = χ²/(n − m) for the variance of readings of the weight one:
//!
//! ```text
//! (4)  C = s² (JᵀJ)⁻¹,   p_k ± √C_kk,   correlations C_kl/√(C_kk C_ll)
//! ```
//!
//! **Where it is singular.** A singular value of J D⁻¹ that is nothing beside the largest: the readings do not determine that combination of parameters. It is told by name, and no numbers are invented for it.

mod error;
mod fit;
mod least_squares;

pub use error::IdentifyError;
pub use fit::{Fit, Fitted};

use crate::model::Model;
use crate::simulate::{Family, Sensitivities, Simulation, Snapshot, Trajectory};
use least_squares::Problem;
use std::ops::Range;

type Reading<'a> = Box<dyn Fn(&Snapshot<'_>) -> f64 + 'a>;
type Instants<'a> = Box<dyn Fn(&Trajectory) -> Vec<f64> + 'a>;
type Plan<'a> = Box<dyn for<'m> Fn(&'m Model) -> Simulation<'m> + 'a>;

/// What is measured.
enum What<'a> {
    /// A number at every sample.
    Samples(Reading<'a>),
    /// When something happens.
    Instants(Instants<'a>),
}

struct Measured<'a> {
    what: What<'a>,
    data: Vec<f64>,
    sigma: f64,
}

/// The parameters of a family that fit measurements best, and how well these determine them.
///
/// ```
/// use chetaev::analysis::Identification;
/// use chetaev::prelude::*;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // A block that slides to rest, from where it was at ten instants and from when it stood.
/// let family = Family::new([("mu", 0.5), ("speed", 1.1)], |p| {
///     let mut builder = ModelBuilder::new();
///     let block = builder.body("block", Particle::new(2.0).moving(p["speed"], 0.0));
///     let guide = GROUND.axis([0.0, 0.0], 0.0);
///     builder.constraint("guide", Slot::new(guide, block.origin()));
///     builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 20.0), Coulomb::new(p["mu"]));
///     let model = builder.build()?;
///     let start = model.placed();
///     Ok((model, start))
/// })?;
/// let block = family.model().body::<Planar>("block").ok_or("no block")?;
/// // v = 1 and μ = 0.4: it decelerates with 4 m/s², and stands after 0.25 s.
/// let places: Vec<f64> = (0..=10).map(|i| 0.03 * i as f64).map(|t: f64| if t < 0.25 { t - 2.0 * t * t } else { 0.125 }).collect();
/// let fit = Identification::new(&family, |model| Simulation::new(model).every(0.03))
///     .until(0.3)
///     .measured(move |at| at.body(block).origin.x, &places, 1e-3)
///     .instants(|run| run.transitions().iter().map(|change| change.t).collect(), &[0.25], 1e-3)
///     .within("mu", 0.0..1.0)
///     .run()?;
/// assert!((fit.value("mu")? - 0.4).abs() < 1e-9 && (fit.value("speed")? - 1.0).abs() < 1e-9);
/// # Ok(())
/// # }
/// ```
#[must_use = "it does nothing until it is run"]
pub struct Identification<'a> {
    family: &'a Family,
    plan: Plan<'a>,
    until: f64,
    measured: Vec<Measured<'a>>,
    bounds: Vec<(String, Range<f64>)>,
}

impl<'a> Identification<'a> {
    /// Of a family, which begins at its present values; `plan` describes the run of a member: its output gives the samples, and with its tolerance the readings are predicted.
    pub fn new(family: &'a Family, plan: impl for<'m> Fn(&'m Model) -> Simulation<'m> + 'a) -> Self {
        Self { family, plan: Box::new(plan), until: f64::NAN, measured: Vec::new(), bounds: Vec::new() }
    }

    /// How far the runs go: to this time.
    pub fn until(self, t_end: f64) -> Self {
        Self { until: t_end, ..self }
    }

    /// A number that was measured at every sample of the run, with the standard deviation of one reading.
    pub fn measured(mut self, reading: impl Fn(&Snapshot<'_>) -> f64 + 'a, data: &[f64], sigma: f64) -> Self {
        self.measured.push(Measured { what: What::Samples(Box::new(reading)), data: data.to_vec(), sigma });
        self
    }

    /// Instants that were measured: those of transitions, events or impacts, which the function reads from the run to the bit, in the order of the data; with the standard deviation of one.
    pub fn instants(mut self, read: impl Fn(&Trajectory) -> Vec<f64> + 'a, data: &[f64], sigma: f64) -> Self {
        self.measured.push(Measured { what: What::Instants(Box::new(read)), data: data.to_vec(), sigma });
        self
    }

    /// Keeps a parameter within bounds, its ends included.
    pub fn within(mut self, name: impl Into<String>, bounds: Range<f64>) -> Self {
        self.bounds.push((name.into(), bounds));
        self
    }

    /// Looks for the best parameters.
    pub fn run(&self) -> Result<Fit, IdentifyError> {
        let bounds = self.check()?;
        least_squares::minimize(self, self.family, &bounds)
    }

    /// The bounds of all parameters, if what was asked makes sense.
    fn check(&self) -> Result<Vec<[f64; 2]>, IdentifyError> {
        let (names, values) = (self.family.names(), self.family.values());
        let count: usize = self.measured.iter().map(|measured| measured.data.len()).sum();
        if count < names.len() {
            return Err(IdentifyError::TooFew { readings: count, parameters: names.len() });
        }
        if !self.until.is_finite() {
            return Err(IdentifyError::NoEnd);
        }
        for measured in &self.measured {
            let finite = measured.data.iter().all(|y| y.is_finite());
            if !(measured.sigma > 0.0 && measured.sigma.is_finite() && finite) {
                return Err(IdentifyError::Readings { sigma: measured.sigma });
            }
        }
        let mut all = vec![[f64::NEG_INFINITY, f64::INFINITY]; names.len()];
        for (name, Range { start, end }) in &self.bounds {
            let index = self.family.index(name)?;
            if !(*start < *end && (*start..=*end).contains(&values[index])) {
                let (name, value) = (name.clone(), values[index]);
                return Err(IdentifyError::Bounds { name, value, from: *start, to: *end });
            }
            all[index] = [*start, *end];
        }
        Ok(all)
    }
}

impl Problem for Identification<'_> {
    fn residuals(&self, member: &Family) -> Result<Vec<f64>, IdentifyError> {
        let run = (self.plan)(member.model()).run(member.start().clone(), self.until)?;
        self.read(&run)
    }

    fn slopes(&self, member: &Family) -> Result<(Vec<f64>, Vec<Vec<f64>>), IdentifyError> {
        let plan = (self.plan)(member.model()).sensitivities(Sensitivities::to(member));
        let run = plan.run(member.start().clone(), self.until)?;
        let mut columns = Vec::with_capacity(member.names().len());
        for name in member.names() {
            let sensitivity = run.sensitivity(name)?;
            let mut column = Vec::new();
            for Measured { what, sigma, .. } in &self.measured {
                let slopes: Vec<f64> = match what {
                    What::Samples(reading) => sensitivity.column(reading),
                    What::Instants(read) => {
                        let moved = |t: f64| sensitivity.instant(t).ok_or(IdentifyError::NoInstant { t });
                        read(&run).into_iter().map(moved).collect::<Result<_, _>>()?
                    }
                };
                column.extend(slopes.into_iter().map(|slope| slope / sigma));
            }
            if column.iter().any(|x| !x.is_finite()) {
                return Err(IdentifyError::NotFinite { name: name.clone() });
            }
            columns.push(column);
        }
        Ok((self.read(&run)?, columns))
    }
}

impl Identification<'_> {
    /// r of (1).
    fn read(&self, run: &Trajectory) -> Result<Vec<f64>, IdentifyError> {
        let mut residuals = Vec::new();
        for Measured { what, data, sigma } in &self.measured {
            let (values, what) = match what {
                What::Samples(reading) => (run.column(reading), "samples"),
                What::Instants(read) => (read(run), "instants"),
            };
            if values.len() != data.len() {
                return Err(IdentifyError::Count { what, got: values.len(), needs: data.len() });
            }
            residuals.extend(values.iter().zip(data).map(|(f, y)| (f - y) / sigma));
        }
        Ok(residuals)
    }
}
