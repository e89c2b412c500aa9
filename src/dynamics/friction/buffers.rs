//! Buffers and results of friction, and what both ways to find the loads share (`reduced.rs`, `matrix.rs`).

use super::entries::{CROSSOVER, Matrix};
use super::slide::Slide;
use crate::dynamics::Mode;
use crate::error::EvalError;
use crate::friction::{Coupling, Search};
use crate::linear::absolute::{self, Absolute, Stage};
use crate::linear::dense::{Lu, determinant};
use crate::linear::patterns::Patterns;
use crate::linear::{Influence, Reached};
use crate::math::length;
use crate::model::{FrictionEntry, Model};

/// Turns of a pin's load direction until it stands still.
const TURNS: usize = 40;
const STILL: f64 = 1e-15;
/// Loads for which there is room from the beginning; more of them are known to each other only where rows are left out.
pub(super) const ROOM: usize = 64;
/// Loads up to which det (1 − C S) needs no room: those of the small equation.
const FEW: usize = 16;

/// The direction of a load of one component, and that of one of several that is to begin with the load without friction.
pub(in crate::dynamics) const ALONG: [f64; 3] = [1.0, 0.0, 0.0];
const UNKNOWN: [f64; 3] = [f64::NAN; 3];

/// What the search has done since the workspace was made.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Trials {
    /// Evaluations with loads to be found.
    pub searches: u64,
    /// Patterns of signs that were tried.
    pub trials: u64,
    /// Searches that ended by flipping all violated signs.
    pub flipped: u64,
    /// Searches that ended by flipping the first violated sign.
    pub least_index: u64,
    /// Searches that ended by enumeration.
    pub enumerated: u64,
}

/// Buffers and last results of all friction points.
// One list for each symbol of the equations, so that code reads like them.
#[derive(Clone, Debug)]
pub(crate) struct FrictionBuffers {
    /// D of each point, in coordinates of the bodies that it holds.
    pub(crate) tangents: Vec<f64>,
    /// All tangents of those in space, and where these slide to.
    pub(in crate::dynamics) several: Vec<f64>,
    pub(crate) slides: Vec<Slide>,
    /// Direction of sliding, 0 for a point that does not slide.
    pub(crate) sigma: Vec<f64>,
    /// N of each point.
    pub(crate) normal: Vec<f64>,
    /// Signs of the loads: as they were given, then as they were found. That of a pin is 1: it has a direction.
    pub(crate) signs: Vec<f64>,
    /// What the last evaluation found, as a state keeps it: signs, and angles of pins' loads.
    pub(in crate::dynamics) found: Vec<f64>,
    pub(crate) coupling: Coupling,
    pub(crate) trials: Trials,
    /// −σ μ of each point with a load to be found, 0 for the others.
    pub(in crate::dynamics) push: Vec<f64>,
    pub(in crate::dynamics) loaded: Vec<usize>,
    /// Are a and C those of the last evaluation? And did it find signs?
    pub(crate) reduced: bool,
    pub(in crate::dynamics) fits: bool,
    /// Loads without friction, and per unit of each N: three components each, of which the others are zero.
    pub(in crate::dynamics) a: Vec<[f64; 3]>,
    pub(in crate::dynamics) c: Vec<[f64; 3]>,
    pub(in crate::dynamics) directions: Vec<[f64; 3]>,
    pub(in crate::dynamics) system: Absolute,
    pub(in crate::dynamics) patterns: Patterns,
    pub(in crate::dynamics) small: Small,
    /// Points whose load only pushes: those of contacts that open.
    pub(in crate::dynamics) one_sided: Vec<bool>,
    /// Points whose load has a sign or an angle to be found: not those of contacts in the plane, whose sign is 1, nor those that stick in contacts in space, whose direction is as it was given.
    pub(in crate::dynamics) signed: Vec<usize>,
    pub(in crate::dynamics) force: Vec<f64>,
    pub(in crate::dynamics) rows: Vec<f64>,
    /// Numbers of the model's influences.
    pub(in crate::dynamics) reached: Vec<Reached>,
    /// How clusters start.
    pub(in crate::dynamics) pushed: Pushed,
    /// The small equation of loads that change (Y3).
    pub(in crate::dynamics) varied: Lu,
    /// The big matrix with signs in it; made when it is first used.
    pub(in crate::dynamics) matrix: Option<Box<Matrix>>,
}

/// Buffers of the questions how a cluster starts and what unit impulses do.
#[derive(Clone, Debug, Default)]
pub(in crate::dynamics) struct Pushed {
    pub(in crate::dynamics) modes: Vec<Mode>,
    pub(super) at_rest: Vec<bool>,
    pub(in crate::dynamics) force: Vec<f64>,
    pub(in crate::dynamics) rows: Vec<f64>,
    /// D_j v' of all points for a push along each of them, one after the other.
    pub(super) moved: Vec<f64>,
}

impl FrictionBuffers {
    pub(crate) fn new(model: &Model) -> Self {
        let layout = &model.inner.layout;
        let n = model.inner.frictions.len();
        let room = n.min(ROOM);
        let scratch = |len: usize| if n == 0 { Vec::new() } else { vec![0.0; len] };
        Self {
            tangents: vec![0.0; layout.tangents],
            several: vec![0.0; layout.several],
            slides: slides_of(model),
            sigma: vec![0.0; n],
            normal: vec![0.0; n],
            signs: vec![1.0; n],
            found: vec![1.0; n],
            coupling: Coupling::default(),
            trials: Trials::default(),
            push: vec![0.0; n],
            loaded: Vec::with_capacity(n),
            reduced: false,
            fits: false,
            a: Vec::with_capacity(n),
            c: Vec::with_capacity(room * room),
            directions: vec![ALONG; n],
            system: Absolute::new(room),
            patterns: Patterns::default(),
            small: Small::with_room(n, room),
            pushed: Pushed::default(),
            varied: Lu::default(),
            one_sided: model.inner.frictions.iter().map(|friction| friction.contact.is_some()).collect(),
            signed: Vec::with_capacity(n),
            force: scratch(layout.velocities),
            rows: scratch(layout.rows),
            matrix: (n > CROSSOVER && !model.inner.redundant).then(|| Box::new(Matrix::both(model))),
            reached: model.inner.influences.iter().map(Influence::reached).collect(),
        }
    }

    /// Takes over signs and angles as a state keeps them.
    #[inline]
    pub(in crate::dynamics) fn take(&mut self, frictions: &[FrictionEntry], given: &[f64]) {
        for &point in &self.signed {
            let (friction, given) = (&frictions[point], given[point]);
            self.found[point] = given;
            if friction.keeps_load() {
                let (sin, cos) = given.sin_cos();
                (self.signs[point], self.directions[point]) = (1.0, [cos, sin, 0.0]);
            } else if friction.slide.is_some() {
                self.signs[point] = 1.0;
                self.directions[point] = if friction.load.is_length() { UNKNOWN } else { ALONG };
            } else {
                self.signs[point] = given;
            }
        }
    }

    /// Says what was found in the same words.
    #[inline]
    pub(in crate::dynamics) fn tell(&mut self, frictions: &[FrictionEntry]) {
        for &point in &self.signed {
            let friction = &frictions[point];
            let [x, y, _] = self.directions[point];
            self.found[point] = match &friction.slide {
                // What does not slide keeps the direction that it was given.
                Some(_) if self.sigma[point] == 0.0 => continue,
                Some(slide) => self.slides[slide.index].angle(),
                None if friction.load.is_length() => y.atan2(x),
                None => self.signs[point],
            };
        }
    }

    /// The search of the chosen kind for the signs of the loaded points, by trials of patterns. The load of a contact has no other sign: that of one
    /// that pulls is told as it is, for the contact then opens.
    pub(in crate::dynamics) fn search_loads(
        one_sided: &[bool],
        loaded: &[usize],
        search: Option<Search>,
        [signs, z]: [&mut [f64]; 2],
        pattern: &mut Vec<f64>,
        mut trial: impl FnMut(&[f64], &mut [f64]) -> bool,
    ) -> absolute::Found {
        let fixed = |i: usize| one_sided[loaded[i]];
        if !(0..loaded.len()).any(fixed) {
            return search_signs(search, signs, z, trial);
        }
        let mut one = |signs: &[f64], z: &mut [f64]| {
            pattern.clear();
            pattern.extend_from_slice(signs);
            (0..loaded.len()).filter(|&i| fixed(i)).for_each(|i| pattern[i] = 1.0);
            trial(pattern, z)
        };
        // Screening so that it is admissible with its own sign, and never with the other.
        let found = search_signs(search, signs, z, |signs, z| {
            let solved = one(signs, z);
            (0..loaded.len()).filter(|&i| fixed(i)).for_each(|i| z[i] = z[i].abs());
            solved
        });
        one(signs, z);
        found
    }

    /// det (1 − C S) of the loads, if a contact that only pushes is among them: where it vanishes they pass through infinity.
    pub(crate) fn pole(&self) -> f64 {
        let pushes = self.reduced && self.loaded.iter().any(|&point| self.one_sided[point]);
        if pushes { self.determinant() } else { 1.0 }
    }

    /// det (1 − C S) of the loads of the small equation, with the signs that they had in it.
    pub(crate) fn determinant(&self) -> f64 {
        let n = self.loaded.len();
        let entry = |i: usize, j: usize| {
            let (here, there) = (self.loaded[i], self.loaded[j]);
            f64::from(u8::from(i == j)) - along(self.directions[here], self.c[i * n + j]) * self.signs[there]
        };
        match n {
            0 => 1.0,
            1 => entry(0, 0),
            2 => entry(0, 0) * entry(1, 1) - entry(0, 1) * entry(1, 0),
            _ => {
                let (mut few, mut many) = ([0.0; FEW * FEW], Vec::new());
                let a: &mut [f64] = if n <= FEW {
                    &mut few[..n * n]
                } else {
                    many.resize(n * n, 0.0);
                    &mut many
                };
                a.iter_mut().enumerate().for_each(|(k, a)| *a = entry(k / n, k % n));
                determinant(a, n)
            }
        }
    }

    /// Signs and N of a search that went well; false if no pattern was found.
    pub(in crate::dynamics) fn accept(&mut self, found: absolute::Found, signs: &[f64], z: &[f64]) -> bool {
        self.trials.trials += found.trials;
        self.coupling.trials += found.trials;
        match found.stage {
            None => return false,
            Some(Stage::Held) => {}
            Some(Stage::Flipped) => self.trials.flipped += 1,
            Some(Stage::LeastIndex) => self.trials.least_index += 1,
            Some(Stage::Enumerated) => self.trials.enumerated += 1,
        }
        for (i, &point) in self.loaded.iter().enumerate() {
            self.signs[point] = signs[i];
            self.normal[point] = signs[i] * z[i];
        }
        true
    }

    /// Repeats a round, which searches along the present directions of pins' loads and says how far they turned, until they stand still.
    pub(in crate::dynamics) fn converge_directions(&mut self, mut round: impl FnMut(&mut Self) -> Option<f64>) -> bool {
        let mut last = f64::INFINITY;
        for _ in 0..TURNS {
            match round(self) {
                None => return false,
                Some(turn) if turn <= STILL => return true,
                Some(turn) => last = turn,
            }
        }
        // Rounding can keep a direction moving in its last digits.
        last <= 1e-12
    }

    /// Turns a pin's direction to the load `z` that the present N give; the turn.
    pub(in crate::dynamics) fn turn_towards(&mut self, point: usize, z: [f64; 3]) -> f64 {
        let length = size(z);
        if length == 0.0 {
            return 0.0;
        }
        let (old, new) = (self.directions[point], z.map(|z| z / length));
        self.directions[point] = new;
        self.signs[point] = 1.0;
        self.normal[point] = length;
        old.iter().zip(new).map(|(old, new)| (new - old).abs()).sum()
    }

    /// No pattern of signs was found.
    pub(in crate::dynamics) fn no_signs(&self, model: &Model, t: f64) -> EvalError {
        let points = self.loaded.iter().map(|&p| model.inner.frictions[p].name.clone()).collect();
        EvalError::NoSigns { points, norm: self.coupling.norm, trials: self.coupling.trials, t }
    }

    /// h += D_jᵀ · force.
    pub(crate) fn force_along(&self, model: &Model, friction: &FrictionEntry, force: f64, h: &mut [f64]) {
        add_over_bodies(model, friction.entry, &self.tangents[friction.tangent.clone()], force, h);
    }

    /// Does anything start in space?
    pub(in crate::dynamics) fn starts(&self) -> bool {
        self.slides.iter().any(|slide| slide.starts)
    }

    /// Friction points whose loads were searched last.
    pub(crate) fn loaded(&self) -> &[usize] {
        &self.loaded
    }
}

/// Adds `times` a row over the bodies that a constraint holds to numbers over all velocities.
pub(in crate::dynamics) fn add_over_bodies(model: &Model, entry: usize, row: &[f64], times: f64, to: &mut [f64]) {
    let mut row = row;
    for &body in &model.inner.constraints[entry].held {
        let to = &mut to[model.inner.bodies[body].dofs.clone()];
        let (here, rest) = row.split_at(to.len());
        to.iter_mut().zip(here).for_each(|(to, d)| *to += d * times);
        row = rest;
    }
}

/// The search of the chosen kind; while signs are held, their trial alone.
pub(in crate::dynamics) fn search_signs(
    search: Option<Search>,
    signs: &mut [f64],
    z: &mut [f64],
    mut trial: impl FnMut(&[f64], &mut [f64]) -> bool,
) -> absolute::Found {
    match search {
        None => absolute::Found { stage: trial(signs, z).then_some(Stage::Held), trials: 1 },
        Some(Search::Exhaustive) => absolute::exhaust(signs, z, trial),
        Some(_) => absolute::search(signs, z, trial),
    }
}

/// The part of a load along a direction.
pub(in crate::dynamics) fn along([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
    a * x + b * y + c * z
}

/// The length of a load; most have two components.
pub(in crate::dynamics) fn size([x, y, z]: [f64; 3]) -> f64 {
    if z == 0.0 { x.hypot(y) } else { length(&[x, y, z]) }
}

/// All slides in space. The tangents of a contact turn with it; those of a joint are directions of their own.
fn slides_of(model: &Model) -> Vec<Slide> {
    let mut slides = vec![Slide::default(); model.inner.layout.slides];
    for friction in model.inner.frictions.iter().filter(|friction| friction.slips_in_joint()) {
        if let Some(slide) = &friction.slide {
            slides[slide.index].axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
        }
    }
    slides
}

/// The equation along the present directions.
#[derive(Clone, Debug)]
pub(in crate::dynamics) struct Small {
    pub(in crate::dynamics) a: Vec<f64>,
    pub(in crate::dynamics) c: Vec<f64>,
    pub(in crate::dynamics) signs: Vec<f64>,
    pub(in crate::dynamics) z: Vec<f64>,
    /// Signs as they are tried.
    pub(in crate::dynamics) pattern: Vec<f64>,
    /// Which of them have only one sign.
    pub(super) fixed: Vec<bool>,
}

impl Small {
    /// Room for n loads, for those of `room` together.
    pub(in crate::dynamics) fn with_room(n: usize, room: usize) -> Self {
        let vector = Vec::with_capacity;
        Self {
            a: vector(n),
            c: vector(room * room),
            signs: vector(n),
            z: vector(n),
            pattern: vector(n),
            fixed: Vec::new(),
        }
    }
}
