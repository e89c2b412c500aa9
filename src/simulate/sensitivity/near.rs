//! Models of a family near the run's, for what is no polynomial of the parameter: guards, impacts, readings.
//!
//! Such a function may have a corner near by, as what an impact does where a slip just ends in it, or where it hardly closes. Members on both sides of that tell nothing. So there are pairs of them over shorter steps, and
//! (Y19) the longest step is taken in which the function does not bend: by what `bend.rs` says, and because differences over h and 2h are alike.
//!
//! A blow holds closed what was closed: of a member at the run's own state that contact has a speed, and of a state that is moved along S it has one in the run's model; of both together it has none. So where either bends
//! members are asked at states that are moved with them.

use super::bend::{Function, bends};
use super::ladder::{BOTH, Steps};
use crate::math::max_abs_skip_nan;
use crate::model::{Model, State};

/// What differences over h and 2h may differ by where there is no corner, as a part of them.
const ALIKE: f64 = 1e-2;

/// Members at ±h and ±2h, and how they count.
#[derive(Clone, Debug)]
struct Rung {
    h: f64,
    weights: [f64; 2],
    pairs: [[Model; 2]; 2],
}

/// The members near a model, the ones farthest away first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Near {
    rungs: Vec<Rung>,
}

/// A derivative by a parameter.
pub(super) struct Slope {
    pub(super) values: Vec<f64>,
    /// Where it has a corner.
    pub(super) corner: Option<usize>,
    /// Are differences over h and 2h alike?
    pub(super) settled: bool,
}

impl Near {
    /// Adds those over the k-th step of a ladder and the next one.
    pub(super) fn add(&mut self, steps: &Steps, k: usize, [near, far]: [&[(Model, State); 2]; 2]) {
        let pairs = [near, far].map(|pair| pair.each_ref().map(|(model, _)| model.clone()));
        self.rungs.push(Rung { h: steps.step(k), weights: steps.weights.0, pairs });
    }

    /// The derivative by the parameter of a function, which is `here` of the run's model. `at` says where to ask it of members so far off, and how far beside the state that is.
    pub(super) fn slope<E>(
        &self,
        at: &dyn Fn(f64) -> (State, f64),
        here: &[f64],
        f: Function<'_, E>,
    ) -> Result<Slope, E> {
        let mut last = Ok(Slope { values: vec![0.0; here.len()], corner: None, settled: true });
        for Rung { h, weights, pairs } in &self.rungs {
            let mut sides = || -> Result<[[Vec<f64>; 2]; 2], E> {
                let mut of = |model: &Model, by: f64| {
                    let (state, by) = at(by);
                    f(model, &state, by)
                };
                let [[up, down], [far_up, far_down]] = pairs;
                Ok([[of(up, *h)?, of(down, -h)?], [of(far_up, 2.0 * h)?, of(far_down, -2.0 * h)?]])
            };
            let found = match sides() {
                Ok(found) => found,
                Err(error) => {
                    last = Err(error);
                    continue;
                }
            };
            let apart = |[up, down]: &[Vec<f64>; 2]| -> Vec<f64> { up.iter().zip(down).map(|(a, b)| a - b).collect() };
            let [near, far] = found.each_ref().map(apart);
            let values: Vec<f64> = near.iter().zip(&far).map(|(a, b)| (weights[0] * a + weights[1] * b) / h).collect();
            // From one side no corner is seen.
            let corner = (*weights == BOTH.0).then(|| bends(here, &found, *h, max_abs_skip_nan(&values))).flatten();
            let unlike = near.iter().zip(&far).fold(0.0, |most: f64, (a, b)| most.max((2.0 * a - b).abs()));
            let settled = corner.is_none() && unlike <= ALIKE * max_abs_skip_nan(&far);
            last = Ok(Slope { values, corner, settled });
            if settled {
                break;
            }
        }
        last
    }

    /// Are there members on both sides?
    pub(super) fn is_on_both_sides(&self) -> bool {
        self.rungs.iter().all(|rung| rung.weights == BOTH.0)
    }
}
