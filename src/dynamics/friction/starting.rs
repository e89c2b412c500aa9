//! Slips in space that start: their directions, from (1) and (H14) of `turning.rs`.
//!
//! One alone is looked for all around (`slide.rs`). Where several start together, the feet of a table, say, each push moves all of them, and the directions are found at once: with
//!
//! ```text
//! (1)  a_i(θ) = F_i + Σ_j A_ij T_j,   T_j = −μ_j N_j d_j,   N_i = N⁰_i + Σ_j b_ij·T_j        F, N⁰ being a and N without the T_j
//! (2)  e_i·a_i(θ) = ‖s_i‖ ω_i        for all i, by Newton's method from the directions that the decision found (`together.rs`)
//! ```
//!
//! At the border between sticking and sliding all a_i vanish, and (2) leaves directions open that differ by forces which balance each other: its Jacobian has no inverse, and the least change is taken.

use super::slide::{ROUNDING, Sliding};
use super::turning::SlideOf;
use crate::dynamics::{Query, Ways, Workspace};
use crate::error::EvalError;
use crate::math::wrap;
use crate::model::{FrictionEntry, Model};
use nalgebra::{DMatrix, DVector};

/// What is to be done after directions were turned.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum Turned {
    Settled,
    /// Evaluate with them, and turn again.
    More,
    /// Evaluate with them: rounding turns them for ever.
    Last,
}

/// Rounds in which directions stand still, the turn that ends them, and the one with which rounding may leave them.
const ROUNDS: usize = 30;
const SETTLED: f64 = 1e-14;
const LEFT: f64 = 1e-10;
/// Rounds of Newton's method, the width of its differences, and the part of the largest singular value below which there is no inverse.
const NEWTON: usize = 20;
const BESIDE: f64 = 1e-5;
const SINGULAR: f64 = 1e-9;
/// Part of the largest response by which one moves another, if it is more than rounding.
const APART: f64 = 1e-12;

impl Workspace {
    /// Turns the directions of what starts in space by (1), after the evaluation with those that they had.
    pub(in crate::dynamics) fn turn_starts(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        round: usize,
    ) -> Result<Turned, EvalError> {
        if !self.friction.starts() {
            return Ok(Turned::Settled);
        }
        let starting: Vec<(usize, &FrictionEntry)> =
            model.inner.frictions.iter().enumerate().filter(|(_, friction)| self.starts_now(friction)).collect();
        let (most, worst) = match starting[..] {
            [(point, friction)] => (self.turn(model, query, point, friction), &*friction.name),
            _ => self.turn_together(model, query, &starting),
        };
        match round {
            _ if most <= SETTLED => Ok(Turned::Settled),
            ..ROUNDS => Ok(Turned::More),
            _ if most <= LEFT => Ok(Turned::Last),
            // No direction lasts: it does not start.
            _ => Err(EvalError::NoSigns {
                points: vec![worst.to_owned()],
                norm: self.friction.coupling.norm,
                trials: round as u64,
                t: query.at.t,
            }),
        }
    }

    /// Turns the direction of a point that starts to the solution of (1); by how much. Infinite if it has none.
    fn turn(&mut self, model: &Model, query: &Query<'_>, point: usize, friction: &FrictionEntry) -> f64 {
        let Some(SlideOf { index, .. }) = self.slide_of(friction) else { return 0.0 };
        let angle = self.friction.slides[index].angle();
        let turning = self.turning_of(query, friction);
        let (mut answer, mut load_answer) = ([[0.0; 2]; 2], [0.0; 2]);
        self.push(model, friction, |ws, k, force, rows| {
            [answer[0][k], answer[1][k], load_answer[k]] = ws.answer(model, friction, force, rows);
        });
        let now = Sliding {
            slope: self.slip_accelerations(model, friction),
            answer,
            force: [friction.row, friction.row + 1].map(|row| self.multipliers[row]),
            load: self.friction.normal[point],
            load_answer,
            turning,
        };
        if now.lasts(angle) {
            return 0.0;
        }
        let Some(next) = now.direction() else { return f64::INFINITY };
        let turn = wrap(next - angle).abs();
        if turn > SETTLED {
            self.friction.slides[index].turn_to(next);
        }
        turn
    }

    fn starts_now(&self, friction: &FrictionEntry) -> bool {
        friction.slide.as_ref().is_some_and(|slide| self.friction.slides[slide.index].starts)
    }

    /// ‖s‖ ω of one that starts.
    fn turning_of(&self, query: &Query<'_>, friction: &FrictionEntry) -> f64 {
        let Some(SlideOf { index, speed, .. }) = self.slide_of(friction) else { return 0.0 };
        match query.ways {
            Ways::Near(ways) => match ways[index].start {
                Some([t, first]) if query.at.t > t => {
                    speed * wrap(self.friction.slides[index].angle() - first) / (query.at.t - t)
                }
                _ => 0.0,
            },
            _ => 0.0,
        }
    }

    /// Turns the directions of several that start by (2); by how much, and whose turned most.
    fn turn_together<'m>(
        &mut self,
        model: &Model,
        query: &Query<'_>,
        starting: &[(usize, &'m FrictionEntry)],
    ) -> (f64, &'m str) {
        let n = starting.len();
        let entries = |part: &dyn Fn(&FrictionEntry) -> [f64; 2]| {
            DVector::from_iterator(2 * n, starting.iter().flat_map(|(_, friction)| part(friction)))
        };
        let force = entries(&|friction| [0, 1].map(|k| self.multipliers[friction.row + k]));
        let slope = entries(&|friction| self.slip_accelerations(model, friction));
        let load = DVector::from_iterator(n, starting.iter().map(|(point, _)| self.friction.normal[*point]));
        let turning: Vec<f64> = starting.iter().map(|(_, friction)| self.turning_of(query, friction)).collect();
        let angles: Vec<f64> = starting
            .iter()
            .map(|(_, friction)| friction.slide.as_ref().map_or(0.0, |s| self.friction.slides[s.index].angle()))
            .collect();
        let (mut answer, mut load_answer) = (DMatrix::zeros(2 * n, 2 * n), DMatrix::zeros(n, 2 * n));
        for (j, (_, pushed)) in starting.iter().enumerate() {
            self.push(model, pushed, |ws, k, force, rows| {
                for (i, (_, friction)) in starting.iter().enumerate() {
                    let [first, second, load] = ws.answer(model, friction, force, rows);
                    (answer[(2 * i, 2 * j + k)], answer[(2 * i + 1, 2 * j + k)]) = (first, second);
                    load_answer[(i, 2 * j + k)] = load;
                }
            });
        }
        let apart = |(k, x): (usize, &f64)| x.abs() <= APART * answer.amax() || (k % (2 * n)) / 2 == k / (4 * n);
        if answer.iter().enumerate().all(apart) {
            let turns =
                starting.iter().map(|(point, friction)| (self.turn(model, query, *point, friction), &*friction.name));
            return turns.fold((0.0, ""), |most, turn| if turn.0 > most.0 { turn } else { most });
        }
        let mu: Vec<f64> = (0..n).map(|i| force[2 * i].hypot(force[2 * i + 1]) / load[i]).collect();
        let (free, unloaded) = (&slope - &answer * &force, &load - &load_answer * &force);
        let off = |angles: &DVector<f64>| {
            let push = DMatrix::from_fn(2 * n, n, |row, j| {
                let (sin, cos) = angles[j].sin_cos();
                if row / 2 == j { -mu[j] * if row % 2 == 0 { cos } else { sin } } else { 0.0 }
            });
            let loads = (DMatrix::identity(n, n) - &load_answer * &push).lu().solve(&unloaded)?;
            let a = &free + &answer * (&push * loads);
            let across = |i: usize| angles[i].cos() * a[2 * i + 1] - angles[i].sin() * a[2 * i] - turning[i];
            Some(DVector::from_fn(n, |i, _| across(i)))
        };
        let newton = |next: &DVector<f64>| {
            let mut jacobian = DMatrix::zeros(n, n);
            for j in 0..n {
                let ends = [BESIDE, -BESIDE].map(|by| {
                    let mut beside = next.clone();
                    beside[j] += by;
                    off(&beside)
                });
                let [Some(above), Some(below)] = ends else { return None };
                jacobian.set_column(j, &((above - below) / (2.0 * BESIDE)));
            }
            let svd = jacobian.svd(true, true);
            let least = SINGULAR * svd.singular_values.max();
            svd.solve(&off(next)?, least).ok()
        };
        let mut next = DVector::from_column_slice(&angles);
        // Of directions that hardly matter there is no more to be known.
        let size = slope.amax() + (&answer * &force).amax();
        if off(&next).is_some_and(|off| off.amax() <= ROUNDING * size) {
            return (0.0, "");
        }
        for _ in 0..NEWTON {
            let Some(change) = newton(&next) else { return (f64::INFINITY, &starting[0].1.name) };
            next -= &change;
            if change.amax() <= SETTLED {
                break;
            }
        }
        let mut most = (0.0, "");
        for (i, (_, friction)) in starting.iter().enumerate() {
            let turn = wrap(next[i] - angles[i]).abs();
            if turn > most.0 {
                most = (turn, &friction.name);
            }
            if let Some(slide) = friction.slide.as_ref().filter(|_| turn > SETTLED) {
                self.friction.slides[slide.index].turn_to(next[i]);
            }
        }
        most
    }

    /// Unit forces along both tangents of a contact, one after the other: `read` is told which, and what the system answers.
    fn push(&mut self, model: &Model, pushed: &FrictionEntry, mut read: impl FnMut(&Self, usize, &[f64], &[f64])) {
        let mut force = std::mem::take(&mut self.friction.force);
        let mut rows = std::mem::take(&mut self.friction.rows);
        for k in 0..2 {
            force.fill(0.0);
            rows.fill(0.0);
            self.combine(pushed, [[1.0, 0.0], [0.0, 1.0]][k]);
            self.friction.force_along(model, pushed, 1.0, &mut force);
            self.solve_in(model, &mut force, &mut rows);
            read(self, k, &force, &rows);
        }
        (self.friction.force, self.friction.rows) = (force, rows);
        if let Some(slide) = &pushed.slide {
            self.combine(pushed, self.friction.slides[slide.index].d);
        }
    }

    /// What such an answer is of a contact: both slips, and the load.
    fn answer(&self, model: &Model, friction: &FrictionEntry, force: &[f64], rows: &[f64]) -> [f64; 3] {
        let [first, second] = self.tangents_of(friction);
        let [first, second] = [first, second].map(|tangent| self.over_bodies(model, friction.entry, tangent, force));
        [first, second, friction.load.of(rows)[0]]
    }
}
