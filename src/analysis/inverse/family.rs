//! Forces that the motion does not determine: ranges, and the least of them.
//!
//! Where actuators are more than freedoms, or friction at rest holds what they do not, the equations of `balance.rs` have a family of solutions. For a pattern S of signs of
//! the loads z of slots and contacts, and one cone for the load of each pin (C1, with its bounds g·z ≤ |z| ≤ h·z), all is affine:
//!
//! ```text
//! (1)  E x = e,   N_j − S_j z_j(x) = 0 where j slides        x = (u, τ, N) = x₀ + V w,  V spanning what (1) leaves free
//! (2)  S_j z_j ≥ 0;   ± τ_j ≤ μ'_j S_j z_j at rest;   λ ≥ 0 of contacts;   each u_i within its limits
//!      of pins: z in its cone;   ± τ_j ≤ μ'_j h·z_j at rest;   g·z_j ≤ N_j ≤ h·z_j where it slides
//! ```
//!
//! (2) is a polytope in w. Without pins it is exact, and the range of u_i is that over the polytopes of all patterns. A pin's friction |τ| ≤ μ' |z| is none: the forces that it allows lie outside of a cone, and are not convex.
//! They are those of the polytopes of all directions n of z, |τ| ≤ μ' n·z, as a slot's are those of both signs; the polytope of a cone contains those of its directions, so that its least u is a bound.
//! Of all cones that with the lowest bound is taken. If the forces at which the bound is met are allowed by the loads as they are, no other are lower: that is the end of the range. Else the cone whose load allows least of what is
//! needed is divided there. What is told is allowed to [`MET`], or in cones that are narrower than any that would change it, and is an end to that part.
//!
//! The least forces, Σ (ω_i u_i)², are found the same way, of each polytope as `set.rs` says; of all patterns the best one counts.

use super::InverseError;
use super::actuators::Limits;
use super::balance::Balance;
use super::cone::Cone;
use super::set::{Affine, Set, Space};
use crate::dynamics::Mode;
use crate::error::EvalError;
use crate::math::length;
use crate::model::LoadRows;
use nalgebra::{DMatrix, DVector};

/// All forces that make the motion.
#[derive(Clone, Debug)]
pub(super) struct Family {
    pub(super) ranges: Vec<[f64; 2]>,
    pub(super) least: Option<Least>,
}

/// The least forces, and the signs of the loads with them, by friction points.
#[derive(Clone, Debug)]
pub(super) struct Least {
    pub(super) forces: Vec<f64>,
    pub(super) signs: Vec<(usize, f64)>,
    /// x, if it is known.
    pub(super) all: Option<DVector<f64>>,
}

impl Family {
    /// Of one actuator whose range is known.
    pub(super) fn of_one(range: [f64; 2]) -> Self {
        Self { ranges: vec![range], least: None }
    }
}

/// Most loads whose signs are all tried.
const MOST_SIGNS: usize = 10;
/// Most cones for one end of a range.
const MOST_CONES: usize = 4000;
/// Part of the forces at a point by which friction may be exceeded: rounding.
const MET: f64 = 1e-11;
/// Cones as narrow as this bound lengths to 1e-13: what is exceeded there is the rounding of a corner (rad).
const CLOSED: f64 = 1e-6;
/// Where nothing limits a force in cones as narrow as this, nothing does: with a ten-millionth more friction (rad).
const NARROW: f64 = 1e-3;

/// A friction point that holds, or slides under a load.
struct Rub {
    point: usize,
    /// Of its load: none of one that is given.
    components: usize,
    load: [Affine; 3],
    /// τ where it holds, N where it slides.
    force: Affine,
    /// μ', times the load if that is given; none where it slides.
    holding: Option<f64>,
}

/// Cones that may hold what is looked for.
struct Part {
    cones: Vec<Cone>,
    bound: f64,
    w: DVector<f64>,
}

/// What is looked for on a polytope: the least value, and where.
type Wanted<'a> = &'a dyn Fn(&Set<'_>) -> Option<(f64, DVector<f64>)>;

impl Rub {
    fn is_pin(&self) -> bool {
        self.components > 1
    }

    /// Adds factor · force + direction · load + constant ≤ 0.
    fn below(&self, set: &mut Set<'_>, factor: f64, direction: [f64; 3], constant: f64) {
        let mut parts = vec![(factor, &self.force)];
        parts.extend(direction.into_iter().zip(&self.load).take(self.components));
        set.below(&parts, constant);
    }

    /// Adds (2).
    fn limit(&self, set: &mut Set<'_>, cone: &Cone) {
        let (above, known) = (cone.above(), !cone.sides().is_empty());
        let mut hold = |most: f64, given: f64| {
            for side in [1.0, -1.0] {
                self.below(set, side, above.map(|h| -most * h), -given);
            }
        };
        match self.holding {
            Some(most) if self.components == 0 => hold(0.0, most),
            Some(most) if known => hold(most, 0.0),
            None if self.is_pin() && known => {
                self.below(set, 1.0, above.map(|h| -h), 0.0);
                cone.sides().iter().for_each(|g| self.below(set, -1.0, *g, 0.0));
            }
            _ => {}
        }
        if self.is_pin() || self.holding.is_none() {
            cone.parts().into_iter().for_each(|part| self.below(set, 0.0, part.map(|c| -c), 0.0));
        }
    }

    /// By which part of what acts there is more needed than the load allows, and the load.
    fn exceeded(&self, x: &DVector<f64>) -> (f64, [f64; 3]) {
        let of = [0, 1, 2].map(|k| if k < self.components { self.load[k].at(x) } else { (0.0, 0.0) });
        let (load, terms) = (of.map(|(z, _)| z), of.iter().map(|(_, terms)| terms).sum::<f64>());
        let force = self.force.at(x).0;
        let (over, size) = match self.holding {
            Some(most) => (force.abs() - most * length(&load), most * terms),
            None => ((force - length(&load)).abs(), terms),
        };
        (over / size.max(force.abs()).max(f64::MIN_POSITIVE), load)
    }
}

impl Balance<'_> {
    /// Ranges and least forces of the actuators.
    pub(super) fn family(&self, limits: &[Limits]) -> Result<Family, InverseError> {
        let rubs: Vec<Rub> = self.rubs();
        let sign_of = |rub: &Rub| rub.components == 1 && self.model.inner.frictions[rub.point].contact.is_none();
        let free: Vec<usize> = (0..rubs.len()).filter(|&k| sign_of(&rubs[k])).collect();
        if free.len() > MOST_SIGNS {
            let (resting, sliding) = (self.resting.len(), self.loaded.len());
            return Err(EvalError::TooMany { resting, sliding }.into());
        }
        let mut found: Option<Family> = None;
        let mut best = f64::INFINITY;
        for code in 0..1_usize << free.len() {
            let negative = |k: usize| free.iter().position(|&other| other == k).is_some_and(|bit| code >> bit & 1 == 1);
            let signs: Vec<f64> = (0..rubs.len()).map(|k| if negative(k) { -1.0 } else { 1.0 }).collect();
            let Some(space) = self.space(&rubs, &signs) else { continue };
            let find = |wanted: Wanted<'_>| self.best(&rubs, &signs, limits, &space, wanted);
            let Some(ranges) = self.ranges(find)? else { continue };
            let whole = found.get_or_insert_with(|| Family { ranges: ranges.clone(), least: None });
            for (all, range) in whole.ranges.iter_mut().zip(&ranges) {
                *all = [all[0].min(range[0]), all[1].max(range[1])];
            }
            let Some((size, w)) = find(&|set| set.least(limits))? else { continue };
            if size < best {
                let lines = rubs.iter().zip(&signs).filter(|(rub, _)| rub.components == 1);
                let signs = lines.map(|(rub, sign)| (rub.point, *sign)).collect();
                let all = Some(space.all(&w));
                (best, whole.least) = (size, Some(Least { forces: space.forces(&w), signs, all }));
            }
        }
        found.ok_or(InverseError::BeyondLimits { friction: !self.resting.is_empty(), t: self.state.t })
    }

    /// Least and largest force of each actuator with one pattern; none if there are no forces.
    fn ranges(
        &self,
        find: impl Fn(Wanted<'_>) -> Result<Option<(f64, DVector<f64>)>, InverseError>,
    ) -> Result<Option<Vec<[f64; 2]>>, InverseError> {
        // Friction alone may hold too little.
        if self.actuators == 0 && find(&|set| set.any().map(|w| (0.0, w)))?.is_none() {
            return Ok(None);
        }
        let mut ranges = Vec::new();
        for i in 0..self.actuators {
            let end = |side: f64| find(&|set| set.end(i, side));
            let (Some((least, _)), Some((most, _))) = (end(1.0)?, end(-1.0)?) else { return Ok(None) };
            ranges.push([least, -most]);
        }
        Ok(Some(ranges))
    }

    /// What is wanted over all polytopes of one pattern.
    fn best(
        &self,
        rubs: &[Rub],
        signs: &[f64],
        limits: &[Limits],
        space: &Space,
        wanted: Wanted<'_>,
    ) -> Result<Option<(f64, DVector<f64>)>, InverseError> {
        let part = |cones: Vec<Cone>| {
            wanted(&self.set(rubs, &cones, limits, space)).map(|(bound, w)| Part { cones, bound, w })
        };
        let first = rubs.iter().zip(signs).map(|(rub, sign)| match rub.components {
            1 => Cone::of_sign(*sign),
            _ => Cone::default(),
        });
        let mut parts: Vec<Part> = part(first.collect()).into_iter().collect();
        let mut count = 1;
        loop {
            // Of those without a bound the last one, which is the narrowest.
            let lowest = (0..parts.len()).rev().min_by(|&a, &b| parts[a].bound.total_cmp(&parts[b].bound));
            let Some(lowest) = lowest.map(|lowest| parts.remove(lowest)) else { return Ok(None) };
            let x = space.all(&lowest.w);
            let unlimited = lowest.bound == f64::NEG_INFINITY;
            let pins = (0..rubs.len()).filter(|&k| rubs[k].is_pin());
            let judged = pins.map(|k| (k, lowest.cones[k].width(), rubs[k].exceeded(&x)));
            let judged = judged.map(|(k, width, (over, load))| match unlimited {
                true if width > NARROW => (k, width, load),
                false if over > MET && width > CLOSED => (k, over, load),
                _ => (k, 0.0, load),
            });
            let worst = judged.max_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, size, _)| *size > 0.0);
            let Some((k, _, load)) = worst else { return Ok(Some((lowest.bound, lowest.w))) };
            for half in lowest.cones[k].divide(rubs[k].components, load) {
                let mut cones = lowest.cones.clone();
                cones[k] = half;
                parts.extend(part(cones));
                count += 1;
            }
            if count > MOST_CONES {
                let point = self.model.inner.frictions[rubs[k].point].name.clone();
                return Err(InverseError::Pin { point, cones: count, t: self.state.t });
            }
        }
    }

    /// Points at rest, and those that slide under loads.
    fn rubs(&self) -> Vec<Rub> {
        let points = self.resting.iter().chain(&self.loaded).enumerate();
        let rub = |(index, &point): (usize, &usize)| {
            let friction = &self.model.inner.frictions[point];
            let given = if friction.load == LoadRows::Given { self.ws.normal_loads()[point] } else { 1.0 };
            Rub {
                point,
                components: friction.load.components(),
                load: [0, 1, 2].map(|k| self.of_multipliers(|multipliers| self.load_in(point, multipliers)[k])),
                force: self.of_unknown(self.actuators + index),
                holding: (index < self.resting.len()).then(|| friction.law.holding() * given),
            }
        };
        points.map(rub).collect()
    }

    fn affine(&self, constant: f64, slope: impl Fn(usize) -> f64) -> Affine {
        let slopes = DVector::from_fn(self.columns.len(), |j, _| slope(j) / self.columns[j].scale);
        Affine { constant, slopes }
    }

    /// A number of the multipliers.
    fn of_multipliers(&self, read: impl Fn(&[f64]) -> f64) -> Affine {
        self.affine(read(&self.prescribed.base.multipliers), |j| read(&self.columns[j].answer.multipliers))
    }

    /// A force that is looked for.
    fn of_unknown(&self, index: usize) -> Affine {
        self.affine(0.0, |j| f64::from(u8::from(j == index)))
    }

    /// (1) of one pattern; none if it contradicts itself.
    fn space(&self, rubs: &[Rub], signs: &[f64]) -> Option<Space> {
        let (count, goals) = (self.columns.len(), self.wanted.len());
        let slides: Vec<usize> =
            (0..rubs.len()).filter(|&k| rubs[k].holding.is_none() && rubs[k].components == 1).collect();
        let rows = (goals + slides.len()).max(count);
        let (mut matrix, mut right) = (DMatrix::zeros(rows, count), DVector::zeros(rows));
        matrix.view_mut((0, 0), (goals, count)).copy_from(&self.parts);
        right.rows_mut(0, goals).copy_from(&self.wanted);
        for (row, k) in slides.into_iter().enumerate() {
            let (z, column) = (&rubs[k].load[0], self.actuators + k);
            let factor = signs[k] * self.columns[column].scale;
            matrix.row_mut(goals + row).copy_from(&(-factor * &z.slopes).transpose());
            matrix[(goals + row, column)] += 1.0;
            right[goals + row] = factor * z.constant;
        }
        let scales: Vec<f64> = self.columns[..self.actuators].iter().map(|column| column.scale).collect();
        Space::of(&matrix, &right, &scales, &self.prescribed.rounding)
    }

    /// (2).
    fn set<'s>(&self, rubs: &[Rub], cones: &[Cone], limits: &[Limits], space: &'s Space) -> Set<'s> {
        let mut set = Set::of(space);
        rubs.iter().zip(cones).for_each(|(rub, cone)| rub.limit(&mut set, cone));
        let holds = |entry: usize| self.state.modes[entry] == Mode::Holding;
        for contact in self.model.inner.contacts.iter().filter(|contact| holds(contact.entry)) {
            set.below(&[(-1.0, &self.of_multipliers(|multipliers| multipliers[contact.row]))], 0.0);
        }
        for (i, limit) in limits.iter().enumerate() {
            let force = self.of_unknown(i);
            for (side, bound) in [(1.0, limit.most), (-1.0, -limit.least)].into_iter().filter(|(_, b)| b.is_finite()) {
                set.below(&[(side, &force)], -bound);
            }
        }
        set
    }
}
