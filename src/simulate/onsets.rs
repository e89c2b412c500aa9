//! When what is given as a function of time begins, where the motion does not tell: a push on what rests, a brake that opens for a moment.
//!
//! While nothing moves, the error of a step says that any step will do, and steps grow until one of them passes over all that is shorter than the distance of its stages. So, before a run, what may change
//! with the time by itself is asked at N + 1 times t_i, with the positions, velocities and inputs of the start: forces, given loads and constraints that read the time, and functions of time that are closures
//! or formulas. (Sines, rises and tables tell how fast they change.) With the numbers x of one of them, c_i = Σ |x(t_{i+1}) − x(t_i)| and C their largest,
//!
//! ```text
//! (1)  it begins at t_i where c_i > s C, and c_j ≤ s C in the WAIT cells before, for any s of STILL
//! ```
//!
//! A small s sees the foot of a bell, the larger one what rises out of a background that never rests; a still larger one would take the turning point of a slow sine for rest. A step ends at each of these times, and the next one is a cell long at most: its stages see what has
//! begun, and from there its error tells. Not seen is what is shorter than a cell, and what does nothing in the position and the motion of the start, whenever it is asked.

use super::simulation::Simulation;
use crate::dynamics::{State, StateRef};

/// So many cells must be still before something begins.
const WAIT: usize = 4;
/// What changes by such a part of the largest change is still, and what changes by no more than rounding of its size always is.
const STILL: [f64; 2] = [1e-6, 1e-4];
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
        let (model, parts, span) = (plan.model, plan.parts(), t_end - start.t);
        let cell = span / parts as f64;
        if !(cell > 0.0 && cell.is_finite() && cell < plan.max_step) || plan.fixed_step.is_some() {
            return Self::default();
        }
        let [forces, loads, constraints] = model.read_time();
        let laws: Vec<_> = model.time_laws().filter(|law| !law.tells_its_changes()).collect();
        let count = forces.len() + loads.len() + constraints.len() + laws.len();
        if count == 0 {
            return Self::default();
        }
        // Of a state that goes on, whole turns are counted from where it was: those of an angle that stands still are counted from nothing.
        let (memory, mut ws) = (model.placed().memory, model.workspace());
        ws.place(model, &start.q, &start.v);
        let mut series: Vec<Series> = vec![Series::default(); count];
        let time = |i: usize| start.t + i as f64 * cell;
        for i in 0..=parts {
            let at = StateRef { t: time(i), memory: &memory, ..StateRef::of(start) };
            let mut each = series.iter_mut();
            let mut next = |tell: &mut dyn FnMut(&mut Vec<f64>)| each.next().into_iter().for_each(|one| one.note(tell));
            forces.iter().for_each(|&force| next(&mut |numbers| ws.push_of_force(model, force, at, numbers)));
            loads.iter().for_each(|&point| next(&mut |numbers| ws.load_of_point(model, point, at, numbers)));
            laws.iter().for_each(|law| next(&mut |numbers| numbers.push(law.at(at.now()).value)));
            // Where one refuses, none says anything.
            let read = !constraints.is_empty() && ws.read(model, at, &start.modes).is_ok();
            constraints.iter().filter(|_| read).for_each(|&entry| {
                next(&mut |numbers| ws.rows_of_constraint(model, entry, numbers));
            });
            each.for_each(|one| one.note(&mut |_| ()));
        }
        let mut times: Vec<f64> = series.iter().flat_map(Series::begins).map(time).collect();
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

/// How one of them changes from cell to cell.
#[derive(Clone, Debug, Default)]
struct Series {
    size: f64,
    last: Vec<f64>,
    now: Vec<f64>,
    changes: Vec<f64>,
}

impl Series {
    /// Takes note of its numbers at the end of a cell.
    fn note(&mut self, tell: &mut dyn FnMut(&mut Vec<f64>)) {
        let Self { size, last, now, changes } = self;
        now.clear();
        tell(now);
        *size = now.iter().filter(|x| x.is_finite()).fold(*size, |most, x| most.max(x.abs()));
        changes.push(now.iter().zip(&*last).map(|(x, last)| (x - last).abs()).sum());
        std::mem::swap(last, now);
    }

    /// The cells at whose beginning it begins (1).
    fn begins(&self) -> impl Iterator<Item = usize> {
        // Before the first time there was no cell. What is not finite is no measure, and begins nothing.
        let changes = self.changes.get(1..).unwrap_or_default();
        let largest = changes.iter().filter(|c| c.is_finite()).fold(0.0_f64, |most, c| most.max(*c));
        let levels = STILL.iter().filter(move |_| largest > ROUNDING * self.size).map(move |part| part * largest);
        levels.flat_map(move |still| {
            let moves = move |i: &usize| changes[*i] > still && changes[*i].is_finite();
            (1..changes.len()).filter(move |i| moves(i) && !(i.saturating_sub(WAIT)..*i).any(|j| moves(&j)))
        })
    }
}
