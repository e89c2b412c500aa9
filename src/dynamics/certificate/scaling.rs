//! (F5) and (F6): the theorems that need one vector.

use super::scaled::{MARGIN, Scaled};

/// Number of iterations.
const ROUNDS: usize = 60;
/// The vector of (F6) is enlarged by this part, so that its inequality is checked and not assumed.
const SLACK: f64 = 1e-6;

#[derive(Clone, Debug, Default)]
pub(super) struct Scaling {
    y: Vec<f64>,
    next: Vec<f64>,
}

impl Scaling {
    /// (F5) for points whose E_RR is regular: max (K y)_i/y_i for a y that satisfies it, infinite if none is found.
    pub(super) fn one_vector(&mut self, scaled: &Scaled, members: &[usize]) -> f64 {
        let (y, next) = (&mut self.y, &mut self.next);
        y.clear();
        y.resize(members.len(), 1.0);
        next.clear();
        next.resize(members.len(), 0.0);
        for _ in 0..ROUNDS {
            let (mut coupling, mut worst): (f64, f64) = (0.0, 0.0);
            for (r, &i) in members.iter().enumerate() {
                let (mut load, mut slip) = (0.0, 0.0);
                for (&j, y) in members.iter().zip(&*y) {
                    load += scaled.size(i, j) * y;
                    slip += if scaled.rests[i] && i != j { scaled.e[i * scaled.n + j].abs() * y } else { 0.0 };
                }
                coupling = coupling.max(load / y[r]);
                next[r] = load.max(slip);
                worst = worst.max(next[r] / y[r]);
            }
            if worst < 1.0 - MARGIN {
                return coupling;
            }
            let most = next.iter().fold(0.0, |most: f64, y| most.max(*y));
            if !most.is_finite() {
                break;
            }
            // Adding half of the old vector keeps every component positive.
            y.iter_mut().zip(&*next).for_each(|(y, next)| *y = 0.5 * (*y + next / most));
        }
        f64::INFINITY
    }

    /// (F6) for points of one freedom, each of which moves with it (r_i = ±1 in the units of [`Scaled`]): max h_i − 1 in R, infinite if no h is found.
    pub(super) fn one_freedom(&mut self, scaled: &Scaled, members: &[usize]) -> f64 {
        let (h, next) = (&mut self.y, &mut self.next);
        h.clear();
        h.resize(members.len(), 1.0);
        next.clear();
        next.resize(members.len(), 1.0);
        for _ in 0..ROUNDS {
            for (c, &j) in members.iter().enumerate() {
                next[c] = 1.0 + members.iter().zip(&*h).map(|(&i, h)| scaled.size(i, j) * h).sum::<f64>();
            }
            // h ≥ |r| + Kᵀh bounds the solution from above, and shows that there is one.
            if next.iter().zip(&*h).all(|(next, h)| next <= h) {
                let resting = members.iter().zip(&*h).filter(|(i, _)| scaled.rests[**i]);
                return resting.fold(0.0, |most: f64, (_, h)| most.max(h - 1.0));
            }
            if next.iter().any(|h| *h >= 1.0 / SLACK) {
                break;
            }
            h.iter_mut().zip(&*next).for_each(|(h, next)| *h = next * (1.0 + SLACK));
        }
        f64::INFINITY
    }
}
