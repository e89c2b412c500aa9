//! Where it is tried what a parameter does, before a run: at its start, with the bodies in other motions and elsewhere, with contacts closed, and at times until its end.
//!
//! What acts later only, as a drive that begins at zero, or a load that sets in, would else tell nothing.

use super::family::Family;
use super::refusal::SensitivityError;
use super::tables::{Part, Tables};
use crate::dynamics::{Mode, Query, Residual, Variation};
use crate::friction::Search;
use crate::math::max_abs_skip_nan;
use crate::model::{Model, State};
use crate::simulate::result::kinks_at;

/// Part by which central differences of a polynomial of degree two may differ over h and 2h: rounding.
const SQUARE: f64 = 1e-13;
/// How much later, in s, it is tried for a run without an end.
const ENDLESS: f64 = 10.0;
/// So many kinks of functions of time are compared.
const COMPARED: usize = 4096;
/// How far aside members are asked, in parts of how far these kinks move.
const ASIDE: f64 = 1.5;

/// Times at which a function of time has kinks that move with a parameter. Members on both sides have them a little before and after: there they are asked as they are beside that.
#[derive(Clone, Debug, Default)]
pub(super) struct Corners {
    times: Vec<f64>,
    aside: f64,
}

impl Corners {
    /// When to ask members instead, on the same side.
    pub(super) fn aside(&self, t: f64) -> Option<f64> {
        let near = self.times.iter().find(|corner| (t - *corner).abs() < self.aside)?;
        Some(if t < *near { near - self.aside } else { near + self.aside })
    }
}

/// Where it is looked.
#[derive(Copy, Clone, Debug)]
struct Place {
    /// At which speeds, in m/s and rad/s.
    speed: f64,
    /// How far away, in m and rad.
    away: f64,
    /// How much later, in s.
    later: f64,
    /// With all contacts closed, and all constraints that are released.
    closed: bool,
}

impl Place {
    const START: Self = Self { speed: 0.0, away: 0.0, later: 0.0, closed: false };
    /// With the bodies where they are.
    const BESIDE: [Self; 3] = [Self::START, Self { speed: 0.1, ..Self::START }, Self { speed: 2.0, ..Self::START }];
    const ELSEWHERE: [Self; 3] = [
        Self { speed: 0.4, away: 0.13, later: 0.29, closed: false },
        Self { speed: 1.3, away: 0.71, later: 1.7, closed: false },
        Self { speed: 0.7, away: 0.03, later: 0.0, closed: true },
    ];
    /// Parts of the run.
    const LATER: [f64; 5] = [0.113, 0.337, 0.587, 0.829, 0.993];
}

/// A family, and where it is tried.
#[derive(Debug)]
pub(super) struct Probes<'f> {
    family: &'f Family,
    modes: &'f [Mode],
    span: f64,
    places: Vec<Place>,
}

impl<'f> Probes<'f> {
    /// For a run that starts with these modes and ends then.
    pub(super) fn new(family: &'f Family, modes: &'f [Mode], until: f64) -> Self {
        // A run without an end is ended by an event, nobody knows when.
        let span = if until.is_finite() { (until - family.start().t).max(0.0) } else { ENDLESS };
        let later = Place::LATER.map(|part| Place { speed: 0.5, away: 0.02, later: part * span, closed: false });
        let places = Place::BESIDE.into_iter().chain(Place::ELSEWHERE).chain(later).collect();
        Self { family, modes, span, places }
    }

    /// The state of a place.
    fn at(&self, place: Place) -> State {
        let (model, Place { speed, away, later, closed }) = (self.family.model(), place);
        let mut state = self.family.start().clone();
        state.modes.copy_from_slice(self.modes);
        state.t += later;
        let (constraints, tangents) = state.modes.split_at_mut(model.constraint_count());
        if closed {
            constraints.fill(Mode::Holding);
            tangents.iter_mut().filter(|mode| **mode == Mode::Released).for_each(|mode| *mode = Mode::Forward);
        }
        if speed > 0.0 {
            // Any motion will do, as long as all takes part: that of friction too.
            let some = |i: usize| (1.0 + 2.3 * i as f64).sin();
            state.v.iter_mut().enumerate().for_each(|(i, v)| *v += speed * some(i));
            state.q.iter_mut().enumerate().for_each(|(i, q)| *q += away * some(i + 1));
            tangents.iter_mut().filter(|mode| **mode == Mode::Stick).for_each(|mode| *mode = Mode::Forward);
        }
        state
    }

    /// What the elements of all members leave beside the family's own.
    pub(super) fn residuals(&self, pairs: &[[(Model, State); 2]]) -> Result<Tables, SensitivityError> {
        self.residuals_at(pairs, &self.places)
    }

    /// Does a kink of a force, of a law of friction or of a function of time come at another state or time for these members?
    pub(super) fn moves_kinks(&self, pair: &[(Model, State); 2]) -> bool {
        let own = self.family.model();
        let differs = |place: Place| {
            let state = self.at(place);
            pair.iter().any(|(member, _)| {
                let [a, b] = [own, member].map(|model| kinks_at(model, &state));
                a.iter().zip(&b).any(|(a, b)| a != b && !(a.is_nan() && b.is_nan()))
            })
        };
        !self.corners(pair).times.is_empty() || [Place::BESIDE[1], Place::ELSEWHERE[0]].into_iter().any(differs)
    }

    /// The kinks of functions of time that come at other times for these members.
    pub(super) fn corners(&self, pair: &[(Model, State); 2]) -> Corners {
        let since = self.family.start().t;
        let all = |model: &Model| -> Vec<f64> {
            let next = |t: &f64| model.next_kink(*t).filter(|next| *next <= since + self.span);
            std::iter::successors(next(&since), next).take(COMPARED).collect()
        };
        let own = all(self.family.model());
        let mut corners = Corners::default();
        for (member, _) in pair {
            // A table may have a kink less, or more, where three of its points lie in line: that is none that moves.
            let theirs = all(member);
            let others: Vec<f64> = theirs.iter().copied().filter(|t| !own.contains(t)).collect();
            for t in own.iter().filter(|t| !theirs.contains(t)) {
                let nearest = others.iter().map(|other| (other - t).abs()).reduce(f64::min);
                corners.aside = nearest.map_or(corners.aside, |off| corners.aside.max(ASIDE * off));
                corners.times.extend(nearest.map(|_| *t));
            }
        }
        corners
    }

    /// Does the family take from a signal what it is at another time than now, as for a mass, for the start, or with a delay? That is not followed.
    pub(super) fn check_elsewhere(&self, parameter: usize, by: f64) -> Result<(), SensitivityError> {
        let family = self.family;
        let Some(name) = family.parameters().nth(parameter).map(|(own, _)| own.name.clone()) else { return Ok(()) };
        for later in [0.0].into_iter().chain(Place::LATER.map(|part| part * self.span)) {
            let (other, start) = family.elsewhere(parameter, by, later)?;
            let own = (family.model().clone(), family.start().clone());
            let mut same = later > 0.0 || flat(&own.1, 0) == flat(&start, 0);
            let places = Place::BESIDE.map(|place| Place { later, ..place });
            let tables = self.residuals_at(&[[own, (other, start)]], &places)?;
            same &= tables.list().flatten().all(|[own, other]| own == other);
            if !same {
                let what = "at another time, as for a mass, for the start, or with a delay";
                let what = format!("a family that takes from `{name}` what it is {what}");
                return Err(SensitivityError::unsupported(what));
            }
        }
        Ok(())
    }

    /// Is it a polynomial of degree two, over the k-th step and the next one, in all of its kinds (`ladder.rs`)? What does nothing here tells nothing.
    pub(super) fn is_square(&self, tables: &Tables, k: usize) -> bool {
        let central = |[up, down]: &[Vec<f64>; 2]| -> Vec<f64> { up.iter().zip(down).map(|(a, b)| a - b).collect() };
        let all: Vec<[Vec<f64>; 2]> = tables.list().map(|table| [k, k + 1].map(|k| central(&table[k]))).collect();
        // One measure for all: where a parameter does next to nothing, what is left is rounding.
        let most = tables.parts.each_ref().map(|Part { range, size }| {
            let far = all.iter().map(|[_, far]| max_abs_skip_nan(&far[range.clone()]));
            far.reduce(f64::max).filter(|most| *most > 0.0).map_or(0.0, |most| most.max(*size))
        });
        let same = |[near, far]: &[Vec<f64>; 2]| {
            tables.parts.iter().zip(most).all(|(part, most)| {
                let [near, far] = [near, far].map(|list| &list[part.range.clone()]);
                // What is no number is not the same.
                near.iter().zip(far).all(|(near, far)| (far - 2.0 * near).abs() <= SQUARE * most)
            })
        };
        most.into_iter().any(|most| most > 0.0) && all.iter().all(same)
    }

    fn residuals_at(&self, pairs: &[[(Model, State); 2]], places: &[Place]) -> Result<Tables, SensitivityError> {
        let model = self.family.model();
        let [mut held, mut own] = [known(model)?, known(model)?];
        let mut variations: Vec<[Variation; 2]> = Vec::with_capacity(pairs.len());
        for [up, down] in pairs {
            variations.push([known(&up.0)?, known(&down.0)?]);
        }
        let holding = |model: &Model| model.inner.frictions.iter().map(|it| it.law.holding()).collect::<Vec<f64>>();
        let holds = holding(model);
        let (mut all, mut sizes) = (Vec::new(), [0.0, 0.0, 0.0, 0.0, max_abs_skip_nan(&holds)]);
        for place in places {
            let state = self.at(*place);
            let query = Query::of(&state, Search::default());
            // A motion that the model does not have tells nothing.
            if held.hold(model, &query, &[]).is_err() || own.leave(model, &query, &held, None, None).is_err() {
                continue;
            }
            let mut table = Vec::with_capacity(pairs.len());
            for (pair, variations) in pairs.iter().zip(&mut variations) {
                let mut left: [Vec<f64>; 2] = Default::default();
                for (left, ((member, _), variation)) in left.iter_mut().zip(pair.iter().zip(variations)) {
                    let mut residual = Residual::of(model);
                    if variation.leave(member, &query, &held, None, None).is_ok() {
                        held.add_between([variation, &own], 1.0, None, &mut residual);
                        // Of what is open they are no numbers.
                        let gaps = [&mut residual.phi, &mut residual.rate];
                        gaps.into_iter().flatten().filter(|x| x.is_nan()).for_each(|x| *x = 0.0);
                        let harder: Vec<f64> = holding(member).iter().zip(&holds).map(|(a, b)| a - b).collect();
                        let Residual { force, rows, phi, rate, .. } = &residual;
                        *left = [&force[..], rows, phi, rate, &harder].concat();
                    }
                }
                table.push(left);
            }
            if table.iter().flatten().all(|left| !left.is_empty()) {
                all.push(table);
                sizes[2] = sizes[2].max(max_abs_skip_nan(&state.q));
                sizes[3] = sizes[3].max(max_abs_skip_nan(&state.v));
            }
        }
        let rows = model.rows();
        let counts = [model.velocities(), rows, rows, rows, holds.len()];
        let parts = [0, 1, 2, 3, 4].map(|kind| {
            let start = counts[..kind].iter().sum::<usize>();
            Part { range: start..start + counts[kind], size: sizes[kind] }
        });
        Ok(Tables { all, parts })
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
