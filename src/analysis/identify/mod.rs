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
//! **In pieces.** Over a long time, or where the motion is chaotic, a small change of a parameter moves the end by more than the readings reach: χ² has a wrinkle for every turn that the motion might have taken, and what begins outside
//! the right one does not come into it. So the run is cut (`cut_at`), each piece begins at a state that is found as well, and the pieces need not join before the end:
//!
//! ```text
//! (5)  χ²(p, x₁ … x_s) → min  with  h_i = F_(i−1)(x_(i−1), p) − x_i = 0         (8) and (9) of `joints.rs`, (6) and (7) of `least_squares.rs`
//! ```
//!
//! (multiple shooting, Bock 1981). At first each piece begins where the one before it ends, moved as little as it takes for its own samples to fit. With C, J becomes that along the directions in which all h stay zero: as many as there
//! are parameters.
//!
//! **Where it is singular.** A singular value of J D⁻¹ that is nothing beside the largest: the readings do not determine that combination of parameters. It is told by name, and no numbers are invented for it.

mod error;
mod fit;
mod joints;
mod least_squares;
mod measured;
mod pieces;

pub use error::IdentifyError;
pub use fit::{Fit, Fitted};

use crate::model::Model;
use crate::simulate::{Family, Output, Simulation, Snapshot, Trajectory};
use joints::settled;
use least_squares::minimize;
use measured::{Measured, Plan, What};
use pieces::{Pieces, Point, Span};
use std::cell::OnceCell;
use std::ops::Range;

/// Steps at most; to find where a piece begins.
const MOST: usize = 100;
const FEW: usize = 10;
/// By how much pieces may not join, in parts of how far they go.
const JOINED: f64 = 1e-6;

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
    cuts: Vec<f64>,
    measured: Vec<Measured<'a>>,
    bounds: Vec<(String, Range<f64>)>,
}

impl<'a> Identification<'a> {
    /// Of a family, which begins at its present values; `plan` describes the run of a member: its output gives the samples, and with its tolerance the readings are predicted.
    pub fn new(family: &'a Family, plan: impl for<'m> Fn(&'m Model) -> Simulation<'m> + 'a) -> Self {
        Self {
            family,
            plan: Box::new(plan),
            until: f64::NAN,
            cuts: Vec::new(),
            measured: Vec::new(),
            bounds: Vec::new(),
        }
    }

    /// How far the runs go: to this time.
    pub fn until(self, t_end: f64) -> Self {
        Self { until: t_end, ..self }
    }

    /// Cuts the runs at these times, which rise: each piece begins at a state that is found as well, and at the end they join. For data over so long a time, or of so chaotic a motion, that a run with other parameters tells nothing of its
    /// end; pieces should be as short as a motion is foreseen by rough parameters. Samples have to be asked for by times or an interval; instants are read from each piece.
    ///
    /// In the fit `starts` has the states at which the pieces begin.
    pub fn cut_at(self, times: impl IntoIterator<Item = f64>) -> Self {
        Self { cuts: times.into_iter().collect(), ..self }
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

    /// Keeps a parameter within bounds, its ends included; of a signal all knots.
    pub fn within(mut self, name: impl Into<String>, bounds: Range<f64>) -> Self {
        self.bounds.push((name.into(), bounds));
        self
    }

    /// Looks for the best parameters.
    pub fn run(&self) -> Result<Fit, IdentifyError> {
        let bounds = self.check()?;
        let (family, spans) = (self.family, self.spans()?);
        let sizes: Vec<f64> = (0..bounds.len()).map(|k| family.size(k)).collect();
        let pieces = Pieces {
            plan: &self.plan,
            measured: &self.measured,
            spans: &spans,
            which: 0..spans.len(),
            sizes: &sizes,
            reach: OnceCell::new(),
        };
        let found = minimize(&pieces, self.first_guess(&spans)?, &bounds, MOST)?;
        if let Some(why) = found.failure {
            return Err(IdentifyError::Stuck { values: found.point.family.told(), why });
        }
        let gap = found.linear.gaps.amax();
        if gap.is_nan() || gap > JOINED {
            return Err(IdentifyError::Apart { gap });
        }
        Fit::new(found)
    }

    /// The pieces of all runs.
    fn spans(&self) -> Result<Vec<Span>, IdentifyError> {
        let (from, to) = (self.family.start().t, self.until);
        if self.cuts.is_empty() {
            return Ok(vec![Span { from, to, due: None, before: 0 }]);
        }
        let ends = [&[from], &self.cuts[..], &[to]].concat();
        if !ends.windows(2).all(|pair| pair[0] < pair[1]) {
            return Err(IdentifyError::Cuts { from, to });
        }
        let plan = (self.plan)(self.family.model());
        // More samples than readings are refused anyway.
        let most = self.measured.iter().map(|measured| measured.data.len()).max().unwrap_or(0) + 1;
        let all = plan.asked_output().times([from, to], most)?.ok_or(IdentifyError::Steps)?;
        let mut before = 0;
        let spans = ends.windows(2).map(|pair| {
            let until = if pair[1] < to { all.partition_point(|t| *t < pair[1]) } else { all.len() };
            let due = Some(all[before..until].to_vec());
            Span { from: pair[0], to: pair[1], due, before: std::mem::replace(&mut before, until) }
        });
        Ok(spans.collect())
    }

    /// Where the pieces begin at first.
    fn first_guess(&self, spans: &[Span]) -> Result<Point, IdentifyError> {
        let family = self.family.clone();
        let model = family.model().clone();
        let mut point = Point { family, nodes: Vec::new(), flags: Vec::new() };
        for (index, span) in spans.iter().enumerate().take(spans.len() - 1) {
            let start = point.nodes.last().unwrap_or(point.family.start()).clone();
            let run = (self.plan)(&model).output(Output::Ends).run(start, span.to)?;
            point.nodes.push(settled(&model, run.end(), run.end())?);
            let alone = Pieces {
                plan: &self.plan,
                measured: &self.measured,
                spans,
                which: index + 1..index + 2,
                sizes: &[],
                reach: OnceCell::new(),
            };
            // Where nothing better is found it begins there.
            if let Ok(better) = minimize(&alone, point.clone(), &[], FEW) {
                point = better.point;
            }
        }
        Ok(point)
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
        for (series, measured) in self.measured.iter().enumerate() {
            if !(measured.sigma > 0.0 && measured.sigma.is_finite()) {
                return Err(IdentifyError::Readings { sigma: measured.sigma });
            }
            if let Some(reading) = measured.data.iter().position(|y| !y.is_finite()) {
                return Err(IdentifyError::Reading { series, reading, value: measured.data[reading] });
            }
        }
        let mut all = vec![[f64::NEG_INFINITY, f64::INFINITY]; names.len()];
        for (name, Range { start, end }) in &self.bounds {
            for index in self.family.places(name)? {
                if !(*start < *end && (*start..=*end).contains(&values[index])) {
                    let (name, value) = (names[index].clone(), values[index]);
                    return Err(IdentifyError::Bounds { name, value, from: *start, to: *end });
                }
                all[index] = [*start, *end];
            }
        }
        Ok(all)
    }
}
