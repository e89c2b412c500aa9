//! The scaled norm of an error or a slope: x_i and ε of the step control.

use super::control::{Control, Norm};

/// Tolerances and weights, one of each per component.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    rtol: f64,
    atol: Vec<f64>,
    weights: Vec<f64>,
    counted: f64,
    norm: Norm,
}

impl Scale {
    /// From a control that has been validated for `dim` components.
    pub(super) fn new(control: &Control, dim: usize) -> Self {
        let spread = |list: &[f64], otherwise: f64| match *list {
            [] => vec![otherwise; dim],
            [one] => vec![one; dim],
            _ => list.to_vec(),
        };
        let weights = spread(&control.weights, 1.0);
        Self {
            rtol: control.rtol,
            atol: spread(&control.atol, 0.0),
            counted: weights.iter().filter(|&&weight| weight > 0.0).count() as f64,
            weights,
            norm: control.norm,
        }
    }

    /// What component i is measured by where it is near zero: below this its absolute tolerance decides.
    pub(super) fn least(&self, i: usize) -> f64 {
        if self.rtol > 0.0 && self.atol[i] > 0.0 { (self.atol[i] / self.rtol).min(1.0) } else { 1e-5 }
    }

    /// ‖x‖, where the state went from y0 to y1.
    pub(super) fn norm(&self, x: &[f64], y0: &[f64], y1: &[f64]) -> f64 {
        let dim = self.atol.len();
        let (x, y0, y1) = (&x[..dim], &y0[..dim], &y1[..dim]);
        let weights = &self.weights[..dim];
        let scaled = |i: usize| {
            // A component that is zero, with zero tolerance, has no scale of its own: its error must be zero.
            let tolerance = self.atol[i] + self.rtol * y0[i].abs().max(y1[i].abs());
            weights[i] * x[i] / tolerance.max(f64::MIN_POSITIVE)
        };
        match self.norm {
            Norm::Rms => {
                let sum: f64 = (0..dim).map(|i| scaled(i) * scaled(i)).sum();
                (sum / self.counted).sqrt()
            }
            // Not f64::max, which would lose a NaN.
            Norm::Max => (0..dim).map(|i| scaled(i).abs()).fold(0.0, |a, b| if b <= a { a } else { b }),
        }
    }
}
