//! Friction of contacts in space: a slip s of two components or three, and the direction d in which it goes.
//!
//! With the tangents t₁, t₂ of the contact and d a unit vector in them, the point has the combined tangent D = d₁ t₁ + d₂ t₂, and slides like one in the plane:
//!
//! ```text
//! H3   T = −μ N d,  d = s/‖s‖        D v − belt = d·s = ‖s‖        (d·s)' = D v' − d·γ,  because d' is across s
//! ```
//!
//! So the loads obey (E6) with this D, and nothing else knows how many tangents there are. A contact that resists pivoting has a third, t₃ = ρ n·Δω with a length ρ, and its slip and force are
//!
//! ```text
//! H16  s = (s₁, s₂, ρ n·Δω),  T = (T₁, T₂, M/ρ),  ‖T‖ ≤ μ' N where it sticks        M the moment about the normal
//! ```
//!
//! one cone for all three: what pivots slides the more easily, and M alone is μ N ρ at most. Within a step d is s/‖s‖ or its opposite, whichever is nearer to the direction n at
//! the beginning: a slip that passes through zero without turning passes smoothly, and s·n is what is watched.
//!
//! **A start.** Where s = 0 its direction is none. The slip is to grow along d, so the acceleration a(d) of the slip, with the friction that belongs to d, obeys ‖s‖ θ' = e·a, e across d
//! and θ the angle of d. With ω for θ':
//!
//! ```text
//! H14  e·a(d) = ‖s‖ ω        at s = 0: a(d) = α d, and α > 0 if it starts at all
//! (1)  a(d) = F + A T,  T = −μ N d,  N = N₀ + b·T = N₀/(1 + μ b·d)
//! ```
//!
//! F, A, N₀ and b follow from an evaluation with any d and from what the system answers to unit forces along all tangents, so that (H14) is an equation in d alone; of its solutions the
//! one with the largest α is taken (`slide.rs`). Where the friction of other points depends on T as well, it is evaluated again until d stands still. A slip that has just started keeps its
//! direction like this: the equation of d is stiff, with the rate κ = ‖a + μ N g d‖/‖s‖, g about the response of the slip to a force along d, and explicit steps would die. For d' the
//! mean (d − d₀)/(t − t₀) since the start is taken.

use crate::dynamics::{Beginning, Query, Way, Ways, Workspace};
use crate::math::small::{dot, norm, plus};
use crate::math::{max_abs_skip_nan, wrap};
use crate::model::{FrictionEntry, Mode, Model};
use std::array::from_fn;
use std::f64::consts::PI;

/// Slips below this part of the largest velocity have no direction of their own.
const SLOW: f64 = 1e-9;
/// Part of a slip at the beginning of a step below which it has ended.
const ENDED: f64 = 1e-10;

/// Are the directions of what starts begun anew, or as they were left?
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(in crate::dynamics) enum Aim {
    Anew,
    Kept,
}

impl Workspace {
    /// Takes note of the tangents of a contact as vectors, if it is one in space: the force on its last body along each row.
    pub(in crate::dynamics) fn note_axes(&mut self, model: &Model, friction: &FrictionEntry) {
        let Some(slide) = friction.slide.as_ref().filter(|_| friction.contact.is_some()) else { return };
        let Some(&last) = model.inner.constraints[friction.entry].blocks.last() else { return };
        let axis = |i: usize| from_fn(|k| self.blocks[last as usize + 6 * i + k]);
        self.friction.slides[slide.index].axes = [axis(0), axis(1)];
    }

    /// Keeps D of each point, of one in space all its tangents; of open contacts only where these were written anew, and so of those that stick.
    pub(super) fn keep_each(&mut self, model: &Model, anew: bool) {
        self.live.kept = anew;
        if anew {
            model.inner.frictions.iter().for_each(|friction| self.keep_one(model, friction));
            return;
        }
        for on in &self.live.tangents {
            copy_row(&self.blocks[on.from..on.from + on.count], &mut self.friction.tangents[on.to..]);
        }
        for i in 0..self.live.pairs.len() {
            self.keep_one(model, &model.inner.frictions[self.live.pairs[i]]);
        }
    }

    /// Keeps the tangents of what sticks in contacts as well, which are rows of the last evaluation.
    pub(in crate::dynamics) fn keep_held(&mut self, model: &Model) {
        if std::mem::replace(&mut self.live.kept, true) {
            return;
        }
        for i in 0..self.live.asked.len() {
            let friction = &model.inner.frictions[self.live.asked[i][0]];
            self.keep_one(model, friction);
            self.note_axes(model, friction);
            self.combine_own(friction);
        }
    }

    /// D of a point: where it sticks in a contact, kept before.
    pub(in crate::dynamics) fn tangent(&self, friction: &FrictionEntry) -> &[f64] {
        self.check_kept(friction);
        &self.friction.tangents[friction.tangent.clone()]
    }

    pub(in crate::dynamics) fn check_kept(&self, friction: &FrictionEntry) {
        let is_asked = || self.live.asked.iter().any(|[_, row]| *row == friction.row);
        debug_assert!(self.live.kept || !is_asked(), "the tangents of {:?} are those of another place", friction.name);
    }

    fn keep_one(&mut self, model: &Model, friction: &FrictionEntry) {
        let (mut to, n) = (0, friction.tangent.len());
        for place in &model.inner.constraints[friction.entry].places {
            let block = &self.blocks[place.clone()];
            match &friction.slide {
                None => {
                    copy_row(block, &mut self.friction.tangents[friction.tangent.start + to..]);
                    to += block.len();
                }
                Some(slide) => {
                    let width = block.len() / friction.rows().len();
                    let kept = self.friction.several[slide.kept.clone()].chunks_exact_mut(n);
                    kept.zip(block.chunks_exact(width))
                        .for_each(|(kept, row)| kept[to..to + width].copy_from_slice(row));
                    to += width;
                }
            }
        }
    }

    /// The tangents of a contact in space.
    pub(in crate::dynamics) fn tangents_of(&self, friction: &FrictionEntry) -> impl Iterator<Item = &[f64]> {
        self.check_kept(friction);
        let kept = friction.slide.as_ref().map_or(0..0, |slide| slide.kept.clone());
        self.friction.several[kept].chunks_exact(friction.tangent.len())
    }

    /// The direction of a point, in its tangents.
    pub(in crate::dynamics) fn direction_of(&self, friction: &FrictionEntry) -> [f64; 3] {
        friction.slide.as_ref().map_or([1.0, 0.0, 0.0], |slide| self.friction.slides[slide.index].d)
    }

    /// The component of something along the direction of a point.
    pub(crate) fn along_slide(&self, friction: &FrictionEntry, values: &[f64]) -> f64 {
        match &friction.slide {
            None => values[friction.row],
            Some(slide) => dot(&self.friction.slides[slide.index].d, &friction.parts(values)),
        }
    }

    /// Says the force along the direction of a point in its rows.
    pub(super) fn tell_force(&mut self, friction: &FrictionEntry, force: f64) {
        match &friction.slide {
            None => self.multipliers[friction.row] = force,
            Some(slide) => {
                let d = self.friction.slides[slide.index].d;
                self.multipliers[friction.rows()].iter_mut().zip(d).for_each(|(part, d)| *part = d * force);
            }
        }
    }

    /// D of a point in space along its own direction.
    fn combine_own(&mut self, friction: &FrictionEntry) {
        if let Some(slide) = &friction.slide {
            self.combine(friction, self.friction.slides[slide.index].d);
        }
    }

    /// D of a point in space, from its tangents and these factors.
    pub(in crate::dynamics) fn combine(&mut self, friction: &FrictionEntry, [x, y, z]: [f64; 3]) {
        let Some(slide) = &friction.slide else { return };
        let (first, others) = self.friction.several[slide.kept.clone()].split_at(friction.tangent.len());
        let (second, third) = others.split_at(friction.tangent.len());
        let to = &mut self.friction.tangents[friction.tangent.clone()];
        to.iter_mut().zip(first.iter().zip(second)).for_each(|(d, (a, b))| *d = x * a + y * b);
        to.iter_mut().zip(third).for_each(|(d, c)| *d += z * c);
    }

    /// Directions and D of all that slides in space, where the rows were read; of what sticks where its tangents were kept.
    pub(in crate::dynamics) fn aim(&mut self, model: &Model, query: &Query<'_>, aim: Aim) {
        if self.friction.slides.is_empty() {
            return;
        }
        let slow = SLOW * max_abs_skip_nan(query.at.v).max(query.pace);
        if self.live.kept {
            (0..model.inner.frictions.len()).for_each(|point| self.aim_one(model, query, aim, (point, slow)));
            return;
        }
        for i in 0..self.live.pairs.len() {
            self.aim_one(model, query, aim, (self.live.pairs[i], slow));
        }
    }

    /// Those of one point; a slip below `slow` has no direction of its own.
    fn aim_one(&mut self, model: &Model, query: &Query<'_>, aim: Aim, (point, slow): (usize, f64)) {
        let friction = &model.inner.frictions[point];
        let Some(SlideOf { index, slip, speed }) = self.slide_of(friction) else { return };
        let slides = self.friction.sigma[point] != 0.0;
        let mut slide = self.friction.slides[index];
        if aim == Aim::Kept && slide.starts {
            self.combine(friction, slide.d);
            return;
        }
        let way = match query.ways {
            Ways::Near(ways) => Some(ways[index]),
            _ => None,
        };
        let stands = matches!(query.ways, Ways::Standing(marked) if marked[point]);
        // Of one that is open the slip need not be known.
        let still = stands || !speed.is_finite() || (way.is_none() && speed <= slow);
        slide.starts = slides && (still || way.is_some_and(|way| way.start.is_some()));
        // What is left of a slip that ends points anywhere.
        let ended = way.is_some_and(|way| speed <= ENDED * way.speed);
        slide.speed = if ended { f64::INFINITY } else { speed };
        slide.ahead = speed;
        let near = way.map(|way| slide.in_axes(way.near));
        if let Some(near) = near {
            slide.ahead = dot(&near, &slip);
        }
        if slide.starts || still || !slides {
            slide.turn_to(query.signs.given()[point], near);
        } else if speed > 0.0 && !ended {
            slide.d = slide.toward(slip, speed);
        } else if let Some(near) = near {
            slide.d = near.map(|x| x / norm(&near));
        }
        self.friction.slides[index] = slide;
        self.combine(friction, slide.d);
    }

    /// The direction that belongs to a slip near that of the last evaluation; what starts or ends keeps its own.
    pub(super) fn direction_at(&self, friction: &FrictionEntry, slip: [f64; 3]) -> [f64; 3] {
        let Some(entry) = &friction.slide else { return [1.0, 0.0, 0.0] };
        let slide = &self.friction.slides[entry.index];
        let speed = norm(&slip);
        if slide.starts || slide.speed.is_infinite() || speed == 0.0 {
            return slide.d;
        }
        slide.toward(slip, speed)
    }

    /// The slip of a point along its direction, in space along that of the angle.
    pub(super) fn slip_from(&self, friction: &FrictionEntry, angle: f64) -> f64 {
        match self.slide_of(friction) {
            Some(SlideOf { slip: [x, y, _], .. }) => angle.cos() * x + angle.sin() * y,
            None => self.rate[friction.row],
        }
    }

    /// The mode of a point that slides as its slip is; in space it slides forward, whichever way.
    pub(in crate::dynamics) fn sliding_mode(&self, friction: &FrictionEntry) -> Mode {
        if friction.slide.is_some() { Mode::Forward } else { Mode::sliding(self.rate[friction.row]) }
    }

    /// What the points that are free do in the combination with this code, of 3 for each: stick, or slide either way. In space there is one way to slide, and the
    /// third combination is none.
    pub(super) fn choose_free(&self, model: &Model, free: &[usize], code: &mut usize, modes: &mut [Mode]) -> bool {
        let mut is_one = true;
        for friction in free.iter().map(|&point| &model.inner.frictions[point]) {
            let mode = [Mode::Stick, Mode::Forward, Mode::Backward][*code % 3];
            is_one &= friction.slide.is_none() || mode != Mode::Backward;
            modes[friction.entry] = mode;
            *code /= 3;
        }
        is_one
    }

    /// The angle at which the search for the direction of a point begins that is to start: against the force that held it, and of one that was not held, because it passes, as it is accelerated.
    pub(super) fn start_along(&self, model: &Model, point: usize, to: Mode, signs: &mut [f64]) {
        let friction = &model.inner.frictions[point];
        if friction.slide.is_none() || to.direction() == 0.0 {
            return;
        }
        signs[point] = if friction.size_of(&self.multipliers) > 0.0 {
            wrap(friction.angle_of(&self.multipliers) + PI)
        } else {
            let [x, y, _] = self.slip_accelerations(model, friction);
            y.atan2(x)
        };
    }

    pub(super) fn slide_of(&self, friction: &FrictionEntry) -> Option<SlideOf> {
        let index = friction.slide.as_ref()?.index;
        let slip = friction.parts(&self.rate);
        Some(SlideOf { index, slip, speed: norm(&slip) })
    }

    /// s' in the tangents of a contact.
    pub(in crate::dynamics) fn slip_accelerations(&self, model: &Model, friction: &FrictionEntry) -> [f64; 3] {
        let accelerations = self.along_tangents(model, friction, &self.acceleration);
        plus(&accelerations, -1.0, &friction.parts(&self.gamma))
    }

    /// What velocities or accelerations are along the tangents of a contact.
    pub(super) fn along_tangents(&self, model: &Model, friction: &FrictionEntry, x: &[f64]) -> [f64; 3] {
        let mut along = [0.0; 3];
        for (along, tangent) in along.iter_mut().zip(self.tangents_of(friction)) {
            *along = self.over_bodies(model, friction.entry, tangent, x);
        }
        along
    }

    /// The directions in which all slides in space, each in its tangents.
    pub(crate) fn directions(&self) -> impl Iterator<Item = [f64; 3]> + '_ {
        self.friction.slides.iter().map(|slide| slide.d)
    }

    /// Where what slides in space goes at the last evaluation.
    pub(crate) fn tell_ways(&self, model: &Model, modes: &[Mode], ways: &mut [Way]) {
        for friction in model.inner.frictions.iter().filter(|friction| modes[friction.entry].direction() != 0.0) {
            let Some(entry) = &friction.slide else { continue };
            let slide = &self.friction.slides[entry.index];
            (ways[entry.index].near, ways[entry.index].speed) = (slide.direction(), slide.speed);
        }
    }

    /// The same after a decision at the time `t`: what was found to start has started there, and what did not slide before has no other start.
    pub(crate) fn tell_new_ways(&self, model: &Model, [before, modes]: [&[Mode]; 2], t: f64, ways: &mut [Way]) {
        self.tell_ways(model, modes, ways);
        for friction in &model.inner.frictions {
            let Some(entry) = &friction.slide else { continue };
            let (slide, way) = (&self.friction.slides[entry.index], &mut ways[entry.index]);
            if slide.starts {
                way.start = Some(Beginning { t, d: slide.d });
            } else if before[friction.entry].direction() == 0.0 || modes[friction.entry].direction() == 0.0 {
                way.start = None;
            }
        }
    }
}

/// A slip of several components.
pub(super) struct SlideOf {
    pub(super) index: usize,
    pub(super) slip: [f64; 3],
    pub(super) speed: f64,
}

/// Most rows are those of a planar body.
#[inline]
fn copy_row(from: &[f64], to: &mut [f64]) {
    match (<&[f64; 3]>::try_from(from), to.first_chunk_mut::<3>()) {
        (Ok(from), Some(to)) => *to = *from,
        _ => to[..from.len()].copy_from_slice(from),
    }
}
