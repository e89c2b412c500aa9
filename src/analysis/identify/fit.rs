//! What an identification has come to.

use super::error::IdentifyError;
use super::least_squares::Minimum;
use super::pieces::Point;
use crate::linear::svd::Svd;
use crate::math::Brief;
use crate::model::State;
use crate::simulate::{Family, Flag};
use nalgebra::DMatrix;
use std::fmt;

/// A singular value below this part of the largest determines nothing.
const NOTHING: f64 = 1e-9;
/// So many correlations are shown, if there are more the strongest.
const SHOWN: usize = 10;
/// Parts of a combination below this are not named.
const PART: f64 = 0.05;

/// The parameters that fit best, and how well they are known.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fit {
    /// The family at the values found.
    pub family: Family,
    /// Where the pieces of the run begin, all but the first; none if it was not cut.
    pub starts: Vec<State>,
    /// Each parameter.
    pub fitted: Vec<Fitted>,
    /// C, in the order of the parameters.
    pub covariance: DMatrix<f64>,
    /// χ² there.
    pub chi_squared: f64,
    /// √(χ²/(n − m)): what the standard deviations of the readings have to be multiplied by to explain the misfit; 1 if the model is right and so are they. Not a number of as many readings as parameters.
    pub scale: f64,
    /// Runs with derivatives, and without.
    pub runs: [usize; 2],
    /// Where the derivatives that deviations and correlations are made of are one-sided or uncertain, at the values found.
    pub flags: Vec<Flag>,
}

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Fitted {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: f64,
    /// Its standard deviation; of one at its bound zero.
    pub deviation: f64,
    /// Is it held by a bound?
    pub bound: bool,
}

impl Fit {
    /// From J and r, what a bound holds left out.
    pub(super) fn new(found: Minimum<Point>) -> Result<Self, IdentifyError> {
        let Minimum { point: Point { family, nodes, flags }, linear, bound, runs, .. } = found;
        let [slopes, directions] = linear.reduced(&bound);
        let (n, m) = slopes.shape();
        let svd = Svd::of(slopes);
        // How parameters go along the directions at right angles.
        let parts = directions.rows(0, bound.len()) * &svd.v;
        if let Some(k) = (0..m).find(|&k| svd.values[k].is_nan() || svd.values[k] <= NOTHING * svd.most()) {
            let part = |l: usize| parts[(l, k)] / linear.sizes[l];
            let most = (0..bound.len()).map(|l| part(l).abs()).fold(0.0, f64::max);
            let named = (0..bound.len()).filter(|&l| part(l).abs() > PART * most);
            let terms = named.map(|l| format!("{} `{}`", Brief(part(l)), family.names()[l]));
            let terms: Vec<String> = terms.collect();
            let combination = if terms.is_empty() { "where pieces begin".to_owned() } else { terms.join(" + ") };
            return Err(IdentifyError::Undetermined { combination });
        }
        let chi_squared = linear.residuals.norm_squared();
        let scale = if n > m { (chi_squared / (n - m) as f64).sqrt() } else { f64::NAN };
        let variance = if n > m { scale * scale } else { 1.0 };
        let spread = DMatrix::from_fn(bound.len(), m, |l, k| parts[(l, k)] / svd.values[k]);
        let covariance = &spread * spread.transpose() * variance;
        let fitted = family.names().iter().enumerate().map(|(k, name)| Fitted {
            name: name.clone(),
            value: family.values()[k],
            deviation: covariance[(k, k)].sqrt(),
            bound: bound[k],
        });
        Ok(Self { fitted: fitted.collect(), family, starts: nodes, covariance, chi_squared, scale, runs, flags })
    }

    /// The value of a parameter.
    pub fn value(&self, name: &str) -> Result<f64, IdentifyError> {
        Ok(self.fitted[self.family.index(name)?].value)
    }

    /// Its standard deviation.
    pub fn deviation(&self, name: &str) -> Result<f64, IdentifyError> {
        Ok(self.fitted[self.family.index(name)?].deviation)
    }

    /// How two parameters are correlated, between −1 and 1; zero where one is held by its bound.
    pub fn correlation(&self, first: &str, second: &str) -> Result<f64, IdentifyError> {
        let [k, l] = [self.family.index(first)?, self.family.index(second)?];
        let both = self.fitted[k].deviation * self.fitted[l].deviation;
        Ok(if both > 0.0 { self.covariance[(k, l)] / both } else { 0.0 })
    }

    /// (p − p₀)ᵀ C⁻¹ (p − p₀) for other values p₀: how far they are from the fit, in standard deviations squared. Of what a bound holds nothing counts.
    pub fn distance(&self, values: &[f64]) -> f64 {
        let free: Vec<usize> = (0..values.len()).filter(|&k| !self.fitted[k].bound).collect();
        let off = DMatrix::from_fn(free.len(), 1, |i, _| values[free[i]] - self.fitted[free[i]].value);
        let own = DMatrix::from_fn(free.len(), free.len(), |i, j| self.covariance[(free[i], free[j])]);
        let svd = Svd::of(own);
        let solved = svd.solve(&off, 0.0);
        off.column(0).dot(&solved.column(0))
    }
}

/// Each parameter with its deviation, then the correlations, χ² and the runs that it took.
impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Fitted { name, value, deviation, bound } in &self.fitted {
            let (value, deviation) = (Brief(*value), Brief(*deviation));
            if *bound {
                writeln!(f, "{name} = {value}, at its bound")?;
            } else {
                writeln!(f, "{name} = {value} ± {deviation}")?;
            }
        }
        let mut pairs = Vec::new();
        for (k, first) in self.fitted.iter().enumerate() {
            for second in &self.fitted[k + 1..] {
                let correlation = self.correlation(&first.name, &second.name).unwrap_or(f64::NAN);
                pairs.push((&first.name, &second.name, correlation));
            }
        }
        let all = pairs.len();
        if all > SHOWN {
            pairs.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
            pairs.truncate(SHOWN);
        }
        for (first, second, correlation) in &pairs {
            writeln!(f, "correlation of {first} and {second}: {}", Brief(*correlation))?;
        }
        if all > SHOWN {
            writeln!(f, "and {} that are weaker", all - SHOWN)?;
        }
        let [with, without] = self.runs;
        let (chi, scale) = (Brief(self.chi_squared), Brief(self.scale));
        write!(f, "χ² = {chi}, readings scatter {scale} times as said; {with} runs with derivatives, {without} without")
    }
}
