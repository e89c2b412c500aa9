//! The directions of derivatives: members of a family beside it, over a step that fits, and how the start moves.
//!
//! Masses, stiffnesses, coefficients, loads enter the equations of motion as polynomials of low degree: a difference of order 4 of those is exact *whatever its step*, and has the less rounding the wider
//! it is. Others are smooth functions of a length, say. So the step is found from what it gives: with D_k the difference of order 4 over h_k = 2ᵏ h₀, h₀ a 512th of the parameter,
//!
//! ```text
//! (1)  the k with the least ‖D_k − D_(k+1)‖, the wider of two that are equal          rounding falls with h, and truncation grows with h⁴
//! ```
//!
//! at the start, and with the bodies in other motions. Of most parameters it is a polynomial of degree two at most, of which, there and with the bodies elsewhere at other times,
//!
//! ```text
//! (2)  (R(p + 2h) − R(p − 2h))/4h = (R(p + h) − R(p − h))/2h          but for rounding: one of the two is its derivative
//! ```
//!
//! so that two members are enough. (What is no polynomial, as a load under its own friction, and with it a guard, is taken over a 256th of the parameter.) It is a quarter of the parameter at most (signs, roots), and narrower where the members beyond cannot be built. At the end of what a parameter can be, as a
//! coefficient of friction at zero, there are members on one side only: the run's own model takes the place of the others,
//!
//! ```text
//! (3)  2 (R(p + h) − R(p))/h − (R(p + 2h) − R(p))/2h        of order 2, exact of polynomials of degree two
//! ```
//!
//! and in (2) stands the half of it. Of the members on both sides only those elements are asked afterwards that are not known to be the same (`dynamics/tangent/apart.rs`).

use super::family::{Family, FamilyError};
use super::parameter::{Hat, Shift};
use super::refusal::SensitivityError;
use crate::dynamics::{Apart, Mode, Query, Residual, Variation};
use crate::error::EvalError;
use crate::friction::Search;
use crate::math::max_abs_skip_nan;
use crate::model::{Model, State};

/// h₀ of (1), and how many steps are tried.
const LEAST: f64 = 1.0 / 512.0;
const TRIED: usize = 8;
/// Weights of a difference of order 4 at h and 2h.
pub(super) const FOURTH: [(f64, f64); 4] =
    [(1.0, 2.0 / 3.0), (-1.0, -2.0 / 3.0), (2.0, -1.0 / 12.0), (-2.0, 1.0 / 12.0)];
/// What R between two members over h and over 2h counts in it, and over 2h alone in (2): with members on both sides, and on one.
type Weights = ([f64; 2], f64);
const BOTH: Weights = ([2.0 / 3.0, -1.0 / 12.0], 0.25);
const ONE: Weights = ([2.0, -0.5], 0.5);
/// The k of a step that is narrow enough for what is rational in a parameter: a 256th of it.
const NEAR: usize = 1;
/// Part by which the start's derivatives from one side may differ over h and 2h.
const ALIKE: f64 = 1e-2;
/// Part by which central differences of a polynomial of degree two may differ over h and 2h: rounding.
const SQUARE: f64 = 1e-13;
/// Where it is looked: at which speeds, in m/s and rad/s, how far away, in m and rad, and how much later, in s.
type Places = [[f64; 3]];
const BESIDE: [[f64; 3]; 3] = [[0.0, 0.0, 0.0], [0.1, 0.0, 0.0], [2.0, 0.0, 0.0]];
const ELSEWHERE: [[f64; 3]; 2] = [[0.4, 0.13, 0.29], [1.3, 0.71, 1.7]];

/// Two members on both sides of a family, in what they differ, and the weight of what lies between them in the derivative.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) weight: f64,
    pub(super) models: [Model; 2],
    pub(super) variations: [Variation; 2],
    apart: Option<Apart>,
}

/// Models near the run's, with their weights in the derivative of what is no polynomial of the parameter.
pub(in crate::simulate) type Near = Vec<(f64, Model)>;

/// What one parameter, or a shift of a whole signal, does: its members, and how the start moves with it: q, v and variables.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) members: Vec<Pair>,
    pub(super) near: Near,
    start: Vec<f64>,
}

/// One direction: of a parameter, of a knot, or of the start, and how the start moves along it.
#[derive(Clone, Debug)]
pub(in crate::simulate) struct Way {
    pub(in crate::simulate) name: String,
    does: Does,
    pub(super) start: Vec<f64>,
    /// ε over the size of the parameter, zero without one: (2) of `coarse.rs`.
    pub(super) noise: f64,
}

/// What moves along a direction besides the state.
#[derive(Clone, Debug)]
enum Does {
    Nothing,
    /// A parameter: its source.
    Parameter(usize),
    /// A knot: (Y15), with the sources of a shift by a constant and by t − t₀.
    Knot {
        hat: Hat,
        since: f64,
        sources: [usize; 2],
        signal: String,
    },
}

/// Members on both sides of a family, over 2ᵏ h₀ each.
type Pairs = Vec<[(Model, State); 2]>;

/// The directions of all values of a family, and their sources; `modes` are those with which the run starts.
pub(super) fn ways_of(family: &Family, modes: &[Mode]) -> Result<(Vec<Way>, Vec<Source>), SensitivityError> {
    let (mut ways, mut sources) = (Vec::new(), Vec::new());
    for (index, (parameter, _)) in family.parameters().enumerate() {
        let size = family.size_of(index);
        let shift = |by, rate| Shift { parameter: index, by, rate };
        let noise = f64::EPSILON / size;
        let Some(times) = &parameter.times else {
            let source = Source::of(family, size, |by| shift(by, 0.0), modes)?;
            let start = source.start.clone();
            ways.push(Way { name: parameter.name.clone(), does: Does::Parameter(sources.len()), start, noise });
            sources.push(source);
            continue;
        };
        let since = family.start().t;
        check_elsewhere(family, index, modes)?;
        let whole = Source::of(family, size, |by| shift(by, 0.0), modes)?;
        let tilted = Source::of(family, size / parameter.span(), |by| shift(-by * since, by), modes)?;
        for (knot, name) in parameter.names().enumerate() {
            let hat = Hat { times: times.clone(), knot };
            let both = [sources.len(), sources.len() + 1];
            let does = Does::Knot { hat, since, sources: both, signal: parameter.name.clone() };
            let mut way = Way { name, does, start: Vec::new(), noise };
            let mut start = vec![0.0; whole.start.len()];
            for ((_, part), source) in way.parts(since).zip([&whole, &tilted]) {
                start.iter_mut().zip(&source.start).for_each(|(start, x)| *start += part * x);
            }
            way.start = start;
            ways.push(way);
        }
        sources.extend([whole, tilted]);
    }
    Ok((ways, sources))
}

impl Source {
    fn of(family: &Family, size: f64, shift: impl Fn(f64) -> Shift, modes: &[Mode]) -> Result<Self, SensitivityError> {
        let (least, pairs, (second, alone)) = pairs(family, size, &shift)?;
        let starts: Vec<[Vec<f64>; 2]> =
            pairs.iter().map(|pair| pair.each_ref().map(|(_, start)| flat(start, 0))).collect();
        let order_4 = |values: &[[Vec<f64>; 2]], k: usize| -> Vec<f64> {
            let h = least * 2.0_f64.powi(k as i32);
            let at = |i: usize, [near, far]: [&[Vec<f64>; 2]; 2]| {
                (second[0] * (near[0][i] - near[1][i]) + second[1] * (far[0][i] - far[1][i])) / h
            };
            (0..values[k][0].len()).map(|i| at(i, [&values[k], &values[k + 1]])).collect()
        };
        let best = |tables: &[Vec<[Vec<f64>; 2]>]| -> usize {
            let steps = pairs.len() - 1;
            if tables.is_empty() {
                return 0;
            }
            let mut differences = vec![0.0; steps.saturating_sub(1)];
            for table in tables {
                let all: Vec<Vec<f64>> = (0..steps).map(|k| order_4(table, k)).collect();
                let most = all.iter().map(|d| max_abs_skip_nan(d)).fold(f64::MIN_POSITIVE, f64::max);
                for (k, difference) in differences.iter_mut().enumerate() {
                    let apart = all[k].iter().zip(&all[k + 1]).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
                    *difference += apart / most;
                }
            }
            let least = differences.iter().copied().fold(f64::INFINITY, f64::min);
            differences.iter().rposition(|d| *d <= least).map_or(0, |k| if least == 0.0 { k + 1 } else { k })
        };
        // Where no start is beyond, because nothing can be assembled there, it may go like a root.
        if alone == ONE.1 {
            let [near, far] = [0, 1].map(|k| order_4(&starts, k));
            let apart = near.iter().zip(&far).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            if apart > ALIKE * max_abs_skip_nan(&near) {
                [least, -least].into_iter().try_for_each(|by| family.beside(shift(by)).map(drop))?;
            }
        }
        let start = order_4(&starts, best(std::slice::from_ref(&starts)));
        let tables = residuals(family, &pairs, modes, &BESIDE)?;
        let k = best(&tables);
        let h = least * 2.0_f64.powi(k as i32);
        let close = NEAR.min(pairs.len() - 2);
        let h_close = least * 2.0_f64.powi(close as i32);
        let beside = pairs[close..].iter().zip(second);
        let sides = |(pair, weight): (&[(Model, State); 2], f64)| {
            let [up, down] = pair.each_ref().map(|(model, _)| model.clone());
            [(weight / h_close, up), (-weight / h_close, down)]
        };
        let near = beside.flat_map(sides).collect();
        // Of (2) the one over 2h is enough.
        let square = is_square(&tables, k, family.model())
            && is_square(&residuals(family, &pairs, modes, &ELSEWHERE)?, k, family.model());
        let weights = if square { [0.0, alone] } else { second };
        let mut members = Vec::with_capacity(2);
        for ([(up, _), (down, _)], weight) in
            pairs.into_iter().skip(k).zip(weights).filter(|(_, weight)| *weight != 0.0)
        {
            let variations = [known(&up)?, known(&down)?];
            let apart = Apart::of([&up, &down]);
            members.push(Pair { weight: weight / h, models: [up, down], variations, apart });
        }
        Ok(Self { members, near, start })
    }
}

impl Pair {
    /// Adds what lies between them at the state that is held.
    pub(super) fn add(&mut self, query: &Query<'_>, held: &Variation, to: &mut Residual) -> Result<(), EvalError> {
        for (variation, model) in self.variations.iter_mut().zip(&self.models) {
            variation.leave(model, query, held, self.apart.as_ref())?;
        }
        held.add_between(self.variations.each_ref(), self.weight, self.apart.as_ref(), to);
        Ok(())
    }
}

impl Way {
    /// The sources that act at a time, and by how much.
    pub(in crate::simulate) fn parts(&self, t: f64) -> impl Iterator<Item = (usize, f64)> + use<> {
        let parts = match &self.does {
            Does::Nothing => [(0, 0.0); 2],
            Does::Parameter(source) => [(*source, 1.0), (0, 0.0)],
            Does::Knot { hat, since, sources: [whole, tilted], .. } => {
                let [value, rate] = hat.at(t);
                [(*whole, value - (t - since) * rate), (*tilted, rate)]
            }
        };
        parts.into_iter()
    }

    /// The models near the run's, for what is no polynomial of the parameter: guards, impacts, readings.
    pub(in crate::simulate) fn models<'s>(
        &self,
        near: &'s [Near],
        t: f64,
    ) -> impl Iterator<Item = (f64, &'s Model)> + use<'s> {
        let acting = self.parts(t).filter(|(_, part)| *part != 0.0);
        acting.flat_map(|(source, part)| near[source].iter().map(move |(weight, model)| (part * weight, model)))
    }

    /// From when to when a knot acts.
    pub(super) fn span(&self) -> Option<[f64; 2]> {
        if let Does::Knot { hat, .. } = &self.does { Some(hat.span()) } else { None }
    }

    /// The signal of a knot.
    pub(in crate::simulate) fn signal(&self) -> Option<&str> {
        if let Does::Knot { signal, .. } = &self.does { Some(signal) } else { None }
    }

    /// Along a coordinate or a velocity of the start.
    pub(super) fn of_start(model: &Model, start: &State, name: &str) -> Result<Self, SensitivityError> {
        let refuse = |why| SensitivityError::Start { name: name.to_owned(), why: Box::new(why) };
        let coordinate = model.coordinate_names().iter().position(|own| own == name);
        let velocity = model.velocity_names().iter().position(|own| own == name);
        let at = coordinate.map(|i| start.q[i]).or(velocity.map(|i| start.v[i])).unwrap_or(0.0);
        let h = 1e-3 * at.abs().max(1.0);
        let mut along = vec![0.0; flat(start, 0).len()];
        for (place, weight) in FOURTH {
            let moved = model.start_from(start.clone());
            let moved = match velocity.filter(|_| coordinate.is_none()) {
                Some(_) => moved.set_velocity(name, at + place * h).keep(name),
                // Refused by name if it is neither.
                None => moved.set(name, at + place * h).hold(name),
            };
            let moved = moved.project().map_err(refuse)?;
            along.iter_mut().zip(flat(&moved.state, 0)).for_each(|(along, x)| *along += weight / h * x);
        }
        Ok(Self::along(name, &along))
    }

    /// Along a direction of the start.
    pub(super) fn along(name: &str, start: &[f64]) -> Self {
        Self { name: name.to_owned(), does: Does::Nothing, start: start.to_vec(), noise: 0.0 }
    }
}

/// What is known of a model's derivatives.
pub(super) fn known(model: &Model) -> Result<Variation, SensitivityError> {
    let inner = &*model.inner;
    if let Some(force) = inner.forces.iter().find(|force| !force.reads.is_empty()) {
        return Err(SensitivityError::unsupported(format!("force `{}` reads reactions", force.name)));
    }
    Variation::of(model).ok_or_else(|| SensitivityError::unsupported("an element of the model"))
}

/// Positions, velocities, variables and so many works, one after the other.
pub(super) fn flat(state: &State, works: usize) -> Vec<f64> {
    [&state.q[..], &state.v, &state.variables, &state.works[..works]].concat()
}

/// Does the family take from a signal what it is at another time than now, as for a mass or for the start? That is not followed.
fn check_elsewhere(family: &Family, parameter: usize, modes: &[Mode]) -> Result<(), SensitivityError> {
    let Some(name) = family.parameters().nth(parameter).map(|(own, _)| own.name.clone()) else { return Ok(()) };
    let (other, start) = family.elsewhere(parameter, LEAST * family.size_of(parameter))?;
    let own = (family.model().clone(), family.start().clone());
    let mut same = flat(&own.1, 0) == flat(&start, 0);
    let pairs = vec![[own, (other, start)]];
    same &= residuals(family, &pairs, modes, &BESIDE)?.iter().flatten().all(|[own, other]| own == other);
    let what = || format!("a family that takes from `{name}` what it is at another time, as for a mass or the start");
    if same { Ok(()) } else { Err(SensitivityError::unsupported(what())) }
}

/// h₀ of a size, the members at ±2ᵏ h₀ as far as they can be built, or those of one side and the family's own, and what they count.
fn pairs(family: &Family, size: f64, shift: impl Fn(f64) -> Shift) -> Result<(f64, Pairs, Weights), SensitivityError> {
    let least = LEAST * size;
    let own = || Ok((family.model().clone(), family.start().clone()));
    let two = || [least, -least].map(|by| family.beside(shift(by)));
    let (sides, weights) = match two() {
        [Ok(_), Ok(_)] => ([1.0, -1.0], BOTH),
        // Where it jumps there is no derivative.
        [Ok(_), Err(FamilyError::Unbuilt { .. })] => ([1.0, 0.0], ONE),
        [Err(FamilyError::Unbuilt { .. }), Ok(_)] => ([0.0, -1.0], ONE),
        [_, Err(error)] | [Err(error), _] => return Err(error.into()),
    };
    let mut pairs = Pairs::new();
    for k in 0..TRIED {
        let by = least * 2.0_f64.powi(k as i32);
        let member = |side: f64| if side == 0.0 { own() } else { family.beside(shift(side * by)) };
        match sides.map(member) {
            [Ok(up), Ok(down)] => pairs.push([up, down]),
            // Two steps make a difference of order 4, and three tell how good it is.
            _ if pairs.len() >= 2 => break,
            [up, down] => {
                up?;
                down?;
            }
        }
    }
    Ok((least, pairs, weights))
}

/// Is (2) true over the k-th step and the next one, of forces and of rows? What does nothing here tells nothing.
fn is_square(tables: &[Vec<[Vec<f64>; 2]>], k: usize, model: &Model) -> bool {
    let central = |[up, down]: &[Vec<f64>; 2]| up.iter().zip(down).map(|(up, down)| up - down).collect::<Vec<f64>>();
    let mut tells = false;
    let same = tables.iter().all(|table| {
        let [near, far] = [k, k + 1].map(|k| central(&table[k]));
        let forces = model.velocities();
        [(&near[..forces], &far[..forces]), (&near[forces..], &far[forces..])].into_iter().all(|(near, far)| {
            let most = max_abs_skip_nan(far);
            tells |= most > 0.0;
            // What is no number is not the same.
            near.iter().zip(far).all(|(near, far)| (far - 2.0 * near).abs() <= SQUARE * most)
        })
    });
    same && tells
}

/// What the elements of all members leave beside the family's own, at its start and in other motions.
fn residuals(
    family: &Family,
    pairs: &Pairs,
    modes: &[Mode],
    places: &Places,
) -> Result<Vec<Vec<[Vec<f64>; 2]>>, SensitivityError> {
    let model = family.model();
    let [mut held, mut own] = [known(model)?, known(model)?];
    let mut variations: Vec<[Variation; 2]> = Vec::with_capacity(pairs.len());
    for [up, down] in pairs {
        variations.push([known(&up.0)?, known(&down.0)?]);
    }
    let mut tables = Vec::new();
    for &[speed, away, later] in places {
        let mut state = family.start().clone();
        state.modes.copy_from_slice(modes);
        state.t += later;
        if speed > 0.0 {
            // Any motion will do, as long as all takes part: that of friction too.
            let some = |i: usize| (1.0 + 2.3 * i as f64).sin();
            state.v.iter_mut().enumerate().for_each(|(i, v)| *v += speed * some(i));
            state.q.iter_mut().enumerate().for_each(|(i, q)| *q += away * some(i + 1));
            let tangents = &mut state.modes[model.constraint_count()..];
            tangents.iter_mut().filter(|mode| **mode == Mode::Stick).for_each(|mode| *mode = Mode::Forward);
        }
        let query = Query::of(&state, Search::default());
        // A motion that the model does not have tells nothing.
        if held.hold(model, &query, &[]).is_err() || own.leave(model, &query, &held, None).is_err() {
            continue;
        }
        let mut table = Vec::with_capacity(pairs.len());
        for (pair, variations) in pairs.iter().zip(&mut variations) {
            let mut left: [Vec<f64>; 2] = Default::default();
            for (left, ((member, _), variation)) in left.iter_mut().zip(pair.iter().zip(variations)) {
                let mut residual = Residual::of(model);
                if variation.leave(member, &query, &held, None).is_ok() {
                    held.add_between([variation, &own], 1.0, None, &mut residual);
                    *left = [&residual.force[..], &residual.rows].concat();
                }
            }
            table.push(left);
        }
        if table.iter().flatten().all(|left| !left.is_empty()) {
            tables.push(table);
        }
    }
    Ok(tables)
}
