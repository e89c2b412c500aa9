//! The directions of derivatives: members of a family beside it, over a step that fits (`ladder.rs`), and how the start moves.
//!
//! Of the members on both sides only those elements are asked that are not known to be the same (`dynamics/tangent/apart.rs`).

use super::family::Family;
use super::ladder::{Chosen, Ladder, NEAR, Steps};
use super::near::Near;
use super::parameter::{Hat, Shift};
use super::probes::{Corners, Probes, flat, known};
use super::refusal::SensitivityError;
use crate::dynamics::{Apart, Mode, Query, Residual, Variation};
use crate::error::{EvalError, StartError};
use crate::model::{Model, State};

/// The shortest step along a coordinate of the start, in parts of the larger of it and 1, and how many are tried: mechanisms may be small.
const LEAST_OF_START: f64 = 1.0 / 1_073_741_824.0;
const TRIED_OF_START: usize = 22;
/// Shorter steps to members, where impacts are among what is asked of them, in parts of the longest.
const NARROWER: [f64; 3] = [1.0 / 16.0, 1.0 / 256.0, 1.0 / 8192.0];
/// By how much a signal is another, elsewhere, in parts of its size.
const ELSEWHERE: f64 = 1.0 / 512.0;
/// Two members on both sides of a family, in what they differ, and the weight of what lies between them in the derivative.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) weight: f64,
    pub(super) models: [Model; 2],
    pub(super) variations: [Variation; 2],
    apart: Apart,
    corners: Corners,
}

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
    /// ε over the size of the parameter, zero without one, for `coarse.rs`.
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

/// The directions of all values of a family, and their sources; `modes` are those with which the run starts, `until` when it ends.
pub(super) fn ways_of(
    family: &Family,
    modes: &[Mode],
    until: f64,
) -> Result<(Vec<Way>, Vec<Source>), SensitivityError> {
    let (mut ways, mut sources) = (Vec::new(), Vec::new());
    let probes = Probes::new(family, modes, until);
    for (index, (parameter, _)) in family.parameters().enumerate() {
        let size = family.size_of(index);
        let shift = |by, rate| Shift { parameter: index, by, rate };
        let noise = f64::EPSILON / size;
        let Some(times) = &parameter.times else {
            let source = Source::of(family, size, |by| shift(by, 0.0), &probes)?;
            let start = source.start.clone();
            ways.push(Way { name: parameter.name.clone(), does: Does::Parameter(sources.len()), start, noise });
            sources.push(source);
            continue;
        };
        let since = family.start().t;
        probes.check_elsewhere(index, ELSEWHERE * size)?;
        let whole = Source::of(family, size, |by| shift(by, 0.0), &probes)?;
        let tilted = Source::of(family, size / parameter.span(), |by| shift(-by * since, by), &probes)?;
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
    fn of(
        family: &Family,
        size: f64,
        shift: impl Fn(f64) -> Shift,
        probes: &Probes<'_>,
    ) -> Result<Self, SensitivityError> {
        let Chosen { ladder, tables, k } = Ladder::choose(family, size, &shift, probes)?;
        let start = ladder.of_start(family, &shift)?;
        let weights = ladder.steps.weights;
        let h = ladder.steps.step(k);
        let close = NEAR.min(ladder.pairs.len() - 2);
        let mut near = Near::default();
        near.add(&ladder.steps, close, [&ladder.pairs[close], &ladder.pairs[close + 1]]);
        for part in if family.model().inner.contacts.is_empty() { &[][..] } else { &NARROWER } {
            let narrow = Ladder::of_two(family, part * ladder.steps.step(close), &shift)?;
            near.add(&narrow.steps, 0, [&narrow.pairs[0], &narrow.pairs[1]]);
        }
        // Of a polynomial of degree two the difference over 2h is enough.
        let weights = if probes.is_square(&tables, k) { [0.0, weights.1] } else { weights.0 };
        let corners = probes.corners(&ladder.pairs[(k + 1).min(ladder.pairs.len() - 1)]);
        let mut members = Vec::with_capacity(2);
        for ([(up, _), (down, _)], weight) in
            ladder.pairs.into_iter().skip(k).zip(weights).filter(|(_, weight)| *weight != 0.0)
        {
            let variations = [known(&up)?, known(&down)?];
            let apart = Apart::of([&up, &down]);
            members.push(Pair { weight: weight / h, models: [up, down], variations, apart, corners: corners.clone() });
        }
        Ok(Self { members, near, start })
    }
}

impl Pair {
    /// Adds what lies between them at the state that is held.
    pub(super) fn add(&mut self, query: &Query<'_>, held: &Variation, to: &mut Residual) -> Result<(), EvalError> {
        for (variation, model) in self.variations.iter_mut().zip(&self.models) {
            variation.leave(model, query, held, Some(&self.apart), self.corners.aside(query.at.t))?;
        }
        held.add_between(self.variations.each_ref(), self.weight, Some(&self.apart), to);
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

    /// What is near the run's model, for what is no polynomial of the parameter, and by how much it counts.
    pub(in crate::simulate) fn models<'s>(
        &self,
        near: &'s [Near],
        t: f64,
    ) -> impl Iterator<Item = (f64, &'s Near)> + use<'s> {
        self.parts(t).filter(|(_, part)| *part != 0.0).map(|(source, part)| (part, &near[source]))
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
        let coordinate = model.spelled_coordinates().position(|own| own.is(name));
        let velocity = model.spelled_velocities().position(|own| own.is(name));
        let at = coordinate.map(|i| start.q[i]).or(velocity.map(|i| start.v[i])).unwrap_or(0.0);
        let steps = Steps::on_both_sides(LEAST_OF_START * at.abs().max(1.0));
        let free = without_spare_rest(model, start);
        let start_at = |value: f64| {
            let moved = model.start_from(free.clone());
            let moved = match velocity.filter(|_| coordinate.is_none()) {
                Some(_) => moved.set_velocity(name, value).keep(name),
                // Refused by name if it is neither.
                None => moved.set(name, value).hold(name),
            };
            moved.project().map(|moved| flat(&moved.state, 0)).map_err(refuse)
        };
        let mut starts = Vec::with_capacity(TRIED_OF_START);
        for k in 0..TRIED_OF_START {
            match [1.0, -1.0].map(|side| start_at(at + side * steps.step(k))) {
                [Ok(up), Ok(down)] => starts.push([up, down]),
                // There is none so far away.
                _ if starts.len() > 2 => break,
                [up, down] => return Err(up.err().or(down.err()).unwrap_or(SensitivityError::None)),
            }
        }
        let along = steps.order_4(&starts, steps.best_of(&starts));
        Ok(Self::along(name, &along))
    }

    /// Along a direction of the start.
    pub(super) fn along(name: &str, start: &[f64]) -> Self {
        Self { name: name.to_owned(), does: Does::Nothing, start: start.to_vec(), noise: 0.0 }
    }
}

/// A start of whose points at rest those are left out that hold nothing beside the others: two of one freedom are redundant, and it moves as with one.
fn without_spare_rest(model: &Model, start: &State) -> State {
    let mut free = start.clone();
    for entry in model.constraint_count()..free.modes.len() {
        if free.modes[entry] != Mode::Stick {
            continue;
        }
        if !matches!(model.start_from(free.clone()).project(), Err(StartError::Redundant { .. })) {
            break;
        }
        free.modes[entry] = Mode::Undecided;
    }
    free
}
