//! Orders of convergence: how fast errors shrink with the step.
//!
//! With errors e(h) ≈ C h^p, p is the slope of ln e over ln h. Two steps give one slope; from several the straight line of least squares is
//! taken. Where no exact result is known, each result is compared with that of the next smaller step:
//!
//! ```text
//! (1)  |y(h) − y(h/k)| ≈ C h^p (1 − k^−p)         the same slope as long as k is the same throughout
//! (2)  y ≈ y(h/k) + (y(h/k) − y(h))/(k^p − 1)     Richardson: better by an order, and the added part is the error of y(h/k)
//! ```

/// Errors over steps, and the order that they show.
#[derive(Clone, Debug, PartialEq)]
pub struct Convergence {
    /// The steps, as given.
    pub steps: Vec<f64>,
    /// Error at each step: the largest over all numbers of a result.
    pub errors: Vec<f64>,
}

impl Convergence {
    /// Solves with each step, and compares with `exact`.
    pub fn against<E>(
        exact: &[f64],
        steps: &[f64],
        mut solve: impl FnMut(f64) -> Result<Vec<f64>, E>,
    ) -> Result<Self, E> {
        let errors: Result<Vec<f64>, E> = steps.iter().map(|&step| Ok(apart(&solve(step)?, exact))).collect();
        Ok(Self { steps: steps.to_vec(), errors: errors? })
    }

    /// Solves with each step, and compares with the next one (1). The steps must shrink by one factor; the last gives no error.
    pub fn of_itself<E>(steps: &[f64], mut solve: impl FnMut(f64) -> Result<Vec<f64>, E>) -> Result<Self, E> {
        let results: Result<Vec<Vec<f64>>, E> = steps.iter().map(|&step| solve(step)).collect();
        let errors: Vec<f64> = results?.windows(2).map(|pair| apart(&pair[0], &pair[1])).collect();
        Ok(Self { steps: steps[..errors.len()].to_vec(), errors })
    }

    /// The order: slope of the straight line through all (ln h, ln e).
    pub fn order(&self) -> f64 {
        let points = self.steps.iter().zip(&self.errors).map(|(h, e)| (h.ln(), e.ln()));
        let n = self.steps.len() as f64;
        let (x, y) = points.clone().fold((0.0, 0.0), |(a, b), (x, y)| (a + x / n, b + y / n));
        let (up, across) =
            points.fold((0.0, 0.0), |(up, across), (a, b)| (up + (a - x) * (b - y), across + (a - x) * (a - x)));
        up / across
    }

    /// The order between each step and the next: the same everywhere once steps are small enough, until rounding spoils it.
    pub fn orders(&self) -> Vec<f64> {
        let slope = |h: &[f64], e: &[f64]| (e[0] / e[1]).ln() / (h[0] / h[1]).ln();
        self.steps.windows(2).zip(self.errors.windows(2)).map(|(h, e)| slope(h, e)).collect()
    }
}

/// A better result out of two, the second with steps smaller by `ratio`, of a method of the given order; and the error of the second (2).
pub fn extrapolated(coarse: &[f64], fine: &[f64], ratio: f64, order: f64) -> (Vec<f64>, f64) {
    let part = 1.0 / (ratio.powf(order) - 1.0);
    let better: Vec<f64> = coarse.iter().zip(fine).map(|(c, f)| f + part * (f - c)).collect();
    let error = apart(&better, fine);
    (better, error)
}

/// Largest difference; not a number if one of them is none, or if there are not as many.
fn apart(a: &[f64], b: &[f64]) -> f64 {
    let start = if a.len() == b.len() { 0.0 } else { f64::NAN };
    let worse = |most: f64, x: f64| if most.is_nan() || x.is_nan() { f64::NAN } else { most.max(x) };
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(start, worse)
}
