//! Corners and jumps of forces, and of laws of friction, at the state itself about which something is differenced.
//!
//! Where f has the slopes s₋ and s₊ to both sides of a state, central differences are (s₋ + s₊)/2 over any step, and formulas of any order agree on that: what they differ by says nothing. Over a jump
//! from −c to c they are s + 1.27 c/h or so, and a step that is long enough does not see it. Neither is a slope. So where a number that tells a [kink](crate::force::Force::kinks) passes zero within the
//! reach r of the differences, slopes are taken to one side at a time, by the formula of order 4,
//!
//! ```text
//! (1)  ± f'(±0) ≈ (−25/12 f(0) + 4 f(±h) − 3 f(±2h) + 4/3 f(±3h) − 1/4 f(±4h))/h      error h⁴ f⁽⁵⁾/5
//! ```
//!
//! over 4h = r, r/2 and r/4. Let D(h) be the most by which any two of the four differ that belong to h and h/2, both sides. Then
//!
//! ```text
//! (2)  D(h/2)/D(h) →  1/16  f smooth,   1/2  its second derivative jumps,   1/√2  like |x|^(3/2),   1  a corner,   2  a jump
//! ```
//!
//! and a corner or a jump is there if the quotient is above [`SHRINKS`] and D(h/2) is more than rounding. A number that vanishes all along, and a knot of a table whose pieces go straight on, are none.

use super::manifold::Chart;
use crate::dynamics::State;
use crate::error::EvalError;
use crate::math::max_abs;
use crate::model::Model;
use crate::simulate::kinks_by_name;

/// (1), of f at 0, h, 2h, 3h and 4h.
const ONE_SIDED: [f64; 5] = [-25.0 / 12.0, 4.0, -3.0, 4.0 / 3.0, -0.25];
/// Between the quotients of (2).
const SHRINKS: f64 = 0.85;
/// Differences below this part of the largest slope are none.
const PART: f64 = 1e-6;

/// What has no slope.
#[derive(Debug)]
pub(super) struct Corner {
    /// The names of what tells a kink there.
    pub(super) elements: Vec<String>,
    /// D(h/2).
    pub(super) off: f64,
}

/// Of f along a number, which also tells the state: is there a corner at zero? Slopes of size `most` are at work in all, and f is known to `none`.
pub(super) fn corner(
    model: &Model,
    reach: f64,
    [most, none]: [f64; 2],
    mut f: impl FnMut(f64) -> Result<(State, Vec<f64>), EvalError>,
) -> Result<Option<Corner>, EvalError> {
    let elements = passed(model, [f(-reach)?.0, f(0.0)?.0, f(reach)?.0]);
    if elements.is_empty() {
        return Ok(None);
    }
    let here = f(0.0)?.1;
    let mut slopes = Vec::new();
    for part in [0.25, 0.125, 0.0625] {
        for side in [1.0, -1.0] {
            let h = side * part * reach;
            let mut slope: Vec<f64> = here.iter().map(|value| ONE_SIDED[0] * value / h).collect();
            for (k, weight) in ONE_SIDED.iter().enumerate().skip(1) {
                let there = f(k as f64 * h)?.1;
                slope.iter_mut().zip(&there).for_each(|(slope, value)| *slope += weight * value / h);
            }
            slopes.push(slope);
        }
    }
    let apart = |four: &[Vec<f64>]| {
        let spread = |i: usize| {
            let (low, high) = range(four.iter().map(|slope| slope[i]));
            high - low
        };
        (0..here.len()).map(spread).fold(0.0, f64::max)
    };
    let (far, off) = (apart(&slopes[..4]), apart(&slopes[2..]));
    let most = slopes.iter().fold(most, |most, slope| most.max(max_abs(slope)));
    let told = off > PART * most + none / (0.0625 * reach) && off > SHRINKS * far;
    Ok(told.then_some(Corner { elements, off }))
}

/// The first corner along the first so many coordinates of a chart; f is read at the numbers of the chart, with the state there.
pub(super) fn corner_of_chart(
    chart: &mut Chart<'_>,
    directions: usize,
    reach: f64,
    sizes: [f64; 2],
    mut f: impl FnMut(&mut Chart<'_>, &[f64]) -> Result<(State, Vec<f64>), EvalError>,
) -> Result<Option<Corner>, EvalError> {
    let model = chart.model;
    if !model.has_kinks() {
        return Ok(None);
    }
    for direction in 0..directions {
        let mut z = vec![0.0; directions];
        let along = |x: f64| {
            z[direction] = x;
            f(chart, &z)
        };
        let found = corner(model, reach, sizes, along)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

/// The names of what tells a number that passes zero, or leaves it.
fn passed(model: &Model, states: [State; 3]) -> Vec<String> {
    let [behind, here, ahead] = states.map(|state| kinks_by_name(model, &state));
    let mut elements: Vec<String> = Vec::new();
    for (((name, a), (_, b)), (_, c)) in behind.into_iter().zip(here).zip(ahead) {
        let (low, high) = range([a, b, c]);
        if low <= 0.0 && high >= 0.0 && low < high && !elements.contains(name) {
            elements.push(name.clone());
        }
    }
    elements
}

/// The least and the largest of all.
fn range(all: impl IntoIterator<Item = f64>) -> (f64, f64) {
    all.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
}
