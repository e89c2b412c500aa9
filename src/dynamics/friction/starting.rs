//! Slips in space that start: their directions, from (1) and (H14) of `turning.rs`.
//!
//! One alone has an equation of its own (`slide.rs`). Where several start together, the feet of a table, say, each push moves all of them, and the directions are found at once: with
//!
//! ```text
//! (1)  a_i(d) = F_i + Σ_j A_ij T_j,   T_j = −μ_j N_j d_j,   N_i = N⁰_i + Σ_j b_ij·T_j        F, N⁰ being a and N without the T_j
//! (2)  e·(a_i(d) − c_i (d_i − d⁰_i)) = 0        for all i and all e across d_i, by Newton's method from the directions that the decision found (`together.rs`)
//! ```
//!
//! At the border between sticking and sliding all a_i vanish, and (2) leaves directions open that differ by forces which balance each other: its Jacobian has no inverse, and the least change is taken.

use super::buffers::along;
use super::slide::{Begun, ROUNDING, Sliding};
use super::turning::SlideOf;
use crate::dynamics::{Query, Ways, Workspace};
use crate::error::EvalError;
use crate::linear::svd::Svd;
use crate::math::small::{across, dot, norm, plus, unit};
use crate::model::{FrictionEntry, Model};
use nalgebra::{DMatrix, DVector};
use std::array::from_fn;

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

    /// Turns the direction of a point that starts to the one that lasts; by how much. Infinite if there is none.
    fn turn(&mut self, model: &Model, query: &Query<'_>, point: usize, friction: &FrictionEntry) -> f64 {
        let Some(SlideOf { index, .. }) = self.slide_of(friction) else { return 0.0 };
        let d = self.friction.slides[index].d;
        let (mut answer, mut load_answer) = ([[0.0; 3]; 3], [0.0; 3]);
        self.push(model, friction, |ws, k, force, rows| {
            let moved = ws.along_tangents(model, friction, force);
            answer.iter_mut().zip(moved).for_each(|(row, moved)| row[k] = moved);
            load_answer[k] = along(ws.friction.directions[point], friction.load.of(rows));
        });
        (friction.rows().len()..3).for_each(|k| answer[k][k] = answer[0][0]);
        let now = Sliding {
            slope: self.slip_accelerations(model, friction),
            answer,
            force: friction.parts(&self.multipliers),
            load: self.friction.normal[point],
            load_answer,
            begun: self.begun(query, friction),
        };
        if now.lasts(&d) {
            return 0.0;
        }
        let Some(next) = now.direction() else { return f64::INFINITY };
        let turn = norm(&plus(&next, -1.0, &d));
        if turn > SETTLED {
            self.friction.slides[index].d = next;
        }
        turn
    }

    fn starts_now(&self, friction: &FrictionEntry) -> bool {
        friction.slide.as_ref().is_some_and(|slide| self.friction.slides[slide.index].starts)
    }

    /// How one that starts has begun.
    fn begun(&self, query: &Query<'_>, friction: &FrictionEntry) -> Begun {
        let Some(SlideOf { index, speed, .. }) = self.slide_of(friction) else { return Begun::default() };
        match query.ways {
            Ways::Near(ways) => match ways[index].start {
                Some(start) if query.at.t > start.t => Begun { pace: speed / (query.at.t - start.t), d: start.d },
                _ => Begun::default(),
            },
            _ => Begun::default(),
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
        // Whose tangent each row is, and which; the first row of each.
        let tangents = |i: usize| starting[i].1.rows().len();
        let rows: Vec<(usize, usize)> = (0..n).flat_map(|i| (0..tangents(i)).map(move |k| (i, k))).collect();
        let m = rows.len();
        let first = |i: usize| (0..i).map(tangents).sum::<usize>();
        let entries = |part: &dyn Fn(&FrictionEntry) -> [f64; 3]| {
            DVector::from_iterator(m, rows.iter().map(|&(i, k)| part(starting[i].1)[k]))
        };
        let force = entries(&|friction| friction.parts(&self.multipliers));
        let slope = entries(&|friction| self.slip_accelerations(model, friction));
        let load = DVector::from_iterator(n, starting.iter().map(|(point, _)| self.friction.normal[*point]));
        let begun: Vec<Begun> = starting.iter().map(|(_, friction)| self.begun(query, friction)).collect();
        let slides: Vec<usize> = starting.iter().filter_map(|(_, f)| f.slide.as_ref().map(|s| s.index)).collect();
        let mut next: Vec<[f64; 3]> = slides.iter().map(|&slide| self.friction.slides[slide].d).collect();
        let (mut answer, mut load_answer) = (DMatrix::zeros(m, m), DMatrix::zeros(n, m));
        for (j, (_, pushed)) in starting.iter().enumerate() {
            self.push(model, pushed, |ws, k, force, reactions| {
                for (i, (point, friction)) in starting.iter().enumerate() {
                    let moved = ws.along_tangents(model, friction, force);
                    (0..tangents(i)).for_each(|l| answer[(first(i) + l, first(j) + k)] = moved[l]);
                    let load = friction.load.of(reactions);
                    load_answer[(i, first(j) + k)] = along(ws.friction.directions[*point], load);
                }
            });
        }
        let apart = |(k, x): (usize, &f64)| x.abs() <= APART * answer.amax() || rows[k % m].0 == rows[k / m].0;
        if answer.iter().enumerate().all(apart) {
            let turns =
                starting.iter().map(|(point, friction)| (self.turn(model, query, *point, friction), &*friction.name));
            return turns.fold((0.0, ""), |most, turn| if turn.0 > most.0 { turn } else { most });
        }
        let mu: Vec<f64> = starting
            .iter()
            .zip(&load)
            .map(|((_, friction), load)| norm(&friction.parts(&self.multipliers)) / load)
            .collect();
        let (free, unloaded) = (&slope - &answer * &force, &load - &load_answer * &force);
        let off = |d: &[[f64; 3]], across: &[(usize, [f64; 3])]| {
            let push = DMatrix::from_fn(m, n, |row, j| if rows[row].0 == j { -mu[j] * d[j][rows[row].1] } else { 0.0 });
            let loads = (DMatrix::identity(n, n) - &load_answer * &push).lu().solve(&unloaded)?;
            let a = &free + &answer * (&push * loads);
            let side = |&(i, e): &(usize, [f64; 3])| {
                let a = from_fn(|k| if k < tangents(i) { a[first(i) + k] } else { 0.0 });
                let left = begun[i].left(&a, &d[i]);
                // Across d also where that has turned away from e.
                dot(&e, &plus(&left, -dot(&left, &d[i]), &d[i]))
            };
            Some(DVector::from_iterator(across.len(), across.iter().map(side)))
        };
        let sides = |d: &[[f64; 3]]| -> Vec<(usize, [f64; 3])> {
            (0..n).flat_map(|i| across(&d[i], tangents(i)).into_iter().map(move |e| (i, e))).collect()
        };
        let newton = |next: &[[f64; 3]], sides: &[(usize, [f64; 3])]| {
            let mut jacobian = DMatrix::zeros(sides.len(), sides.len());
            for (j, (i, e)) in sides.iter().enumerate() {
                let ends = [BESIDE, -BESIDE].map(|by| {
                    let mut beside = next.to_vec();
                    beside[*i] = unit(&plus(&beside[*i], by, e));
                    off(&beside, sides)
                });
                let [Some(above), Some(below)] = ends else { return None };
                jacobian.set_column(j, &((above - below) / (2.0 * BESIDE)));
            }
            let svd = Svd::of(jacobian);
            Some(svd.solve(&off(next, sides)?, SINGULAR * svd.most()))
        };
        // Of directions that hardly matter there is no more to be known.
        let size = slope.amax() + (&answer * &force).amax();
        if off(&next, &sides(&next)).is_some_and(|off| off.amax() <= ROUNDING * size) {
            return (0.0, "");
        }
        for _ in 0..NEWTON {
            let sides = sides(&next);
            let Some(change) = newton(&next, &sides) else { return (f64::INFINITY, &starting[0].1.name) };
            sides.iter().zip(&change).for_each(|((i, e), by)| next[*i] = plus(&next[*i], -by, e));
            next.iter_mut().for_each(|d| *d = unit(d));
            if change.amax() <= SETTLED {
                break;
            }
        }
        let mut most = (0.0, "");
        for ((next, slide), (_, friction)) in next.iter().zip(slides).zip(starting) {
            let turn = norm(&plus(next, -1.0, &self.friction.slides[slide].d));
            if turn > most.0 {
                most = (turn, &friction.name);
            }
            if turn > SETTLED {
                self.friction.slides[slide].d = *next;
            }
        }
        most
    }

    /// What the slip of a point answers to unit forces along its tangents; of one that is not there some positive number.
    pub(super) fn answer_to_pushes(&mut self, model: &Model, friction: &FrictionEntry) -> [[f64; 3]; 3] {
        let mut answer = [[0.0; 3]; 3];
        self.push(model, friction, |ws, k, force, _| {
            let moved = ws.along_tangents(model, friction, force);
            answer.iter_mut().zip(moved).for_each(|(row, moved)| row[k] = moved);
        });
        (friction.rows().len()..3).for_each(|k| answer[k][k] = answer[0][0]);
        answer
    }

    /// Unit forces along all tangents of a contact, one after the other: `read` is told which, and what the system answers.
    fn push(&mut self, model: &Model, pushed: &FrictionEntry, mut read: impl FnMut(&Self, usize, &[f64], &[f64])) {
        let mut force = std::mem::take(&mut self.friction.force);
        let mut rows = std::mem::take(&mut self.friction.rows);
        for k in 0..pushed.rows().len() {
            force.fill(0.0);
            rows.fill(0.0);
            self.combine(pushed, from_fn(|i| f64::from(u8::from(i == k))));
            self.friction.force_along(model, pushed, 1.0, &mut force);
            self.solve_in(model, &mut force, &mut rows);
            read(self, k, &force, &rows);
        }
        (self.friction.force, self.friction.rows) = (force, rows);
        if let Some(slide) = &pushed.slide {
            self.combine(pushed, self.friction.slides[slide.index].d);
        }
    }
}
