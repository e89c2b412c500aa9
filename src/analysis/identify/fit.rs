//! What an identification has come to.

use super::error::IdentifyError;
use crate::linear::svd::Svd;
use crate::math::Brief;
use crate::simulate::Family;
use nalgebra::DMatrix;
use std::fmt;

/// A singular value below this part of the largest determines nothing.
const NOTHING: f64 = 1e-9;
/// Parts of a combination below this are not named.
const PART: f64 = 0.05;

/// The parameters that fit best, and how well they are known.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Fit {
    /// The family at the values found.
    pub family: Family,
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
    /// From J and r, the columns of what is at its bound left out.
    pub(super) fn new(
        family: Family,
        (columns, residuals): (&[Vec<f64>], &[f64]),
        bound: &[bool],
        runs: [usize; 2],
    ) -> Result<Self, IdentifyError> {
        let free: Vec<usize> = (0..columns.len()).filter(|&k| !bound[k]).collect();
        let (n, m) = (residuals.len(), free.len());
        let sizes: Vec<f64> = free.iter().map(|&k| family.size(k)).collect();
        let svd = Svd::of(DMatrix::from_fn(n, m, |i, k| columns[free[k]][i] * sizes[k]));
        if let Some(k) = (0..m).find(|&k| svd.values[k].is_nan() || svd.values[k] <= NOTHING * svd.most()) {
            let part = |l: usize| svd.v[(l, k)];
            let named = (0..m).filter(|&l| part(l).abs() > PART);
            let terms = named.map(|l| format!("{} `{}`", Brief(part(l)), family.names()[free[l]]));
            return Err(IdentifyError::Undetermined { combination: terms.collect::<Vec<_>>().join(" + ") });
        }
        let chi_squared: f64 = residuals.iter().map(|r| r * r).sum();
        let scale = if n > m { (chi_squared / (n - m) as f64).sqrt() } else { f64::NAN };
        let variance = if n > m { scale * scale } else { 1.0 };
        let mut covariance = DMatrix::zeros(columns.len(), columns.len());
        for (i, &k) in free.iter().enumerate() {
            for (j, &l) in free.iter().enumerate() {
                let sum: f64 = (0..m).map(|s| svd.v[(i, s)] * svd.v[(j, s)] / (svd.values[s] * svd.values[s])).sum();
                covariance[(k, l)] = variance * sizes[i] * sizes[j] * sum;
            }
        }
        let fitted = family.names().iter().enumerate().map(|(k, name)| Fitted {
            name: name.clone(),
            value: family.values()[k],
            deviation: covariance[(k, k)].sqrt(),
            bound: bound[k],
        });
        Ok(Self { fitted: fitted.collect(), family, covariance, chi_squared, scale, runs })
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
        for (k, first) in self.fitted.iter().enumerate() {
            for second in &self.fitted[k + 1..] {
                let correlation = self.correlation(&first.name, &second.name).unwrap_or(f64::NAN);
                writeln!(f, "correlation of {} and {}: {}", first.name, second.name, Brief(correlation))?;
            }
        }
        let [with, without] = self.runs;
        let (chi, scale) = (Brief(self.chi_squared), Brief(self.scale));
        write!(f, "χ² = {chi}, readings scatter {scale} times as said; {with} runs with derivatives, {without} without")
    }
}
