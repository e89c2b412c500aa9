//! When what is given as a function of time begins, where the motion does not tell: a push on what rests, a brake that opens for a moment.
//!
//! While nothing moves, the error of a step says that any step will do, and steps grow until one of them passes over all that is shorter than the distance of its stages. So, before a run, what may change
//! with the time by itself is asked at N + 1 times t_i, where the motion stands at the start: forces, given loads and constraints that read the time, and functions of time that are closures or formulas.
//! (Sines, rises and tables tell how fast they change.) With the numbers x of one of them, c_i = Σ |x(t_{i+1}) − x(t_i)| and C their largest,
//!
//! ```text
//! (1)  it begins at t_i where c_i > STILL C, and c_j ≤ STILL C in the WAIT cells before
//! ```
//!
//! A step ends at each of these times, and the next one is a cell long at most: its stages see what has begun, and from there its error tells. What is shorter than a cell, or is zero
//! where the motion starts and only there, need not be seen.

use super::simulation::Simulation;
use crate::dynamics::{State, StateRef};

/// So many parts must be still before something begins.
const WAIT: usize = 4;
/// What changes by this part of the largest change is still, and what changes by no more than rounding of its size always is.
const STILL: f64 = 1e-6;
const ROUNDING: f64 = 1e-9;
/// Of two instants so many cells apart one will do: a step between them would be nothing.
const SAME: f64 = 1e-6;

/// The times at which something begins, the last one first.
#[derive(Debug, Default)]
pub(super) struct Onsets {
    times: Vec<f64>,
    cell: f64,
}

impl Onsets {
    /// Those of a run from `start`. Steps of a fixed length stay as they are, and a run without an end has no parts.
    pub(super) fn of(plan: &Simulation<'_>, start: &State, t_end: f64) -> Self {
        let (model, span) = (plan.model, t_end - start.t);
        let [forces, loads, constraints] = model.read_time();
        let laws: Vec<_> = model.time_laws().filter(|law| !law.knows_itself()).collect();
        let parts = plan.foresight;
        let asked = ![&forces, &loads, &constraints].iter().all(|list| list.is_empty()) || !laws.is_empty();
        if !asked || parts == 0 || !span.is_finite() || span <= 0.0 || plan.fixed_step.is_some() {
            return Self::default();
        }
        let cell = span / parts as f64;
        let mut ws = model.workspace();
        ws.place(model, &start.q, &start.v);
        let mut times = Vec::new();
        let mut look = |tell: &mut dyn FnMut(StateRef<'_>, &mut Vec<f64>)| {
            let told = |i: usize| {
                let mut numbers = Vec::new();
                tell(StateRef { t: start.t + i as f64 * cell, ..StateRef::of(start) }, &mut numbers);
                numbers
            };
            times.extend(begins((0..=parts).map(told)).map(|i| start.t + i as f64 * cell));
        };
        forces.iter().for_each(|&force| look(&mut |at, numbers| ws.push_of_force(model, force, at, numbers)));
        loads.iter().for_each(|&point| look(&mut |at, numbers| ws.load_of_point(model, point, at, numbers)));
        constraints.iter().for_each(|&entry| {
            look(&mut |at, numbers| ws.rows_of_constraint(model, entry, (at, &start.modes), numbers));
        });
        laws.iter().for_each(|law| look(&mut |at, numbers| numbers.push(law.at(at.now()).value)));
        times.sort_by(|a, b| b.total_cmp(a));
        times.dedup();
        Self { times, cell }
    }

    /// Where a step ends that would go until `t_end`.
    pub(super) fn until(&self, t_end: f64) -> f64 {
        self.times.last().filter(|next| **next < t_end - SAME * self.cell).map_or(t_end, |next| *next)
    }

    /// The longest step from t, if something begins there.
    pub(super) fn begins(&mut self, t: f64) -> Option<f64> {
        let before = self.times.len();
        while self.times.last().is_some_and(|next| *next <= t + SAME * self.cell) {
            self.times.pop();
        }
        (self.times.len() < before).then_some(self.cell)
    }
}

/// The cells of (1), of the numbers at the ends of all cells.
fn begins(told: impl Iterator<Item = Vec<f64>>) -> impl Iterator<Item = usize> {
    let (mut size, mut last, mut changes) = (0.0_f64, None, Vec::new());
    for numbers in told {
        size = numbers.iter().fold(size, |most, x| most.max(x.abs()));
        let change = |last: Vec<f64>| numbers.iter().zip(&last).map(|(x, last)| (x - last).abs()).sum::<f64>();
        changes.extend(last.map(change));
        last = Some(numbers);
    }
    // What is not a number is not larger.
    let largest = changes.iter().fold(0.0_f64, |most, c| most.max(*c));
    let still = if largest > ROUNDING * size { STILL * largest } else { largest };
    let moves: Vec<bool> = changes.into_iter().map(|c| c > still).collect();
    (1..moves.len()).filter(move |&i| moves[i] && !moves[i.saturating_sub(WAIT)..i].contains(&true))
}
