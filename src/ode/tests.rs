//! What must be true of every method.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use super::{Control, Method, Rhs, StepError, Stepper};

mod conditions;
mod convergence;
mod failing;
mod roots;
mod settling;
mod stepping;
mod stiff;

/// A right-hand side from a closure that cannot fail.
struct System<F>(F);

impl<F: FnMut(f64, &[f64], &mut [f64])> Rhs for System<F> {
    type Error = std::convert::Infallible;

    fn rhs(&mut self, t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Self::Error> {
        (self.0)(t, y, dy);
        Ok(())
    }
}

/// A planar Kepler orbit of eccentricity e, period 2π: y = (position, velocity), from the pericenter at t = 0.
mod kepler {
    pub fn slope(_t: f64, y: &[f64], dy: &mut [f64]) {
        let cube = y[0].hypot(y[1]).powi(3);
        dy.copy_from_slice(&[y[2], y[3], -y[0] / cube, -y[1] / cube]);
    }

    pub fn at(e: f64, t: f64) -> [f64; 4] {
        // Kepler's equation by Newton's method.
        let mut a = t;
        for _ in 0..50 {
            a -= (a - e * a.sin() - t) / (1.0 - e * a.cos());
        }
        let (s, c) = a.sin_cos();
        let (b, rate) = ((1.0 - e * e).sqrt(), 1.0 / (1.0 - e * c));
        [c - e, b * s, -s * rate, b * c * rate]
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |d, (a, b)| f64::max(d, (a - b).abs()))
}
