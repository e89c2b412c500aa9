//! One phase of an impact at several contacts, for a given pattern: which contacts are pressed, which of them stick, where the others slide.
//!
//! A phase is the complementarity problem, with impulses b that are given in any case and rates c that are reached at least,
//!
//! ```text
//! (1)  0 ≤ N_i − b_i ⟂ γ_i − c_i ≥ 0        s_i = 0 and ‖T_i‖ ≤ μ'_i N_i,   or   T_i = −μ_i N_i d_i,  s_i = ‖s_i‖ d_i
//! ```
//!
//! For a pattern it is linear in the N of those pressed and the T of those that stick. Rows are scaled with the roots of the responses, so that
//! rates are roots of energies and the diagonal of G̃ is one.
//!
//! With two tangents and more d is unknown as well: `turns.rs`.
//!
//! **Dependent rows.** Two corners of a block that stick have four rows and three freedoms. The impulses of least norm are taken; if these break (1) although they could
//! be split otherwise, a linear program finds a split that does not, in space a few, each with planes about the cones where the last one went beyond.

use super::several::{Several, sum};
use crate::linear::polytope::Polytope;
use crate::linear::svd::Svd;
use crate::math::length;
use crate::math::small::{dot, norm};
use nalgebra::{DMatrix, DVector};
use std::array::from_fn;

/// Part of the largest singular value, rate or impulse that is rounding.
pub(super) const RANK: f64 = 1e-11;
const ROUNDING: f64 = 1e-11;
/// Sides of the polygon around the circle of friction with which the linear program begins, and how often planes are added.
const SIDES: usize = 16;
const CUTS: usize = 30;

/// What a contact does in a pattern. One that is not pressed and has no given impulse has no friction either.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Hold {
    pub pressed: bool,
    /// d, or none if it sticks.
    pub slides: Option<[f64; 3]>,
}

/// What does not fit in the solution of a pattern.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Misfit {
    /// γ < c.
    Closes,
    /// N < b.
    Pulls,
    /// ‖T‖ > μ' N: the direction in which it starts.
    Slips([f64; 3]),
    /// It slides against d.
    Stops,
}

/// The phase, scaled.
pub(super) struct Phase {
    pub contacts: Vec<Contact>,
    response: Vec<f64>,
    pub rates: Vec<f64>,
}

pub(super) struct Contact {
    /// Its normal row.
    pub at: usize,
    pub tangents: usize,
    /// Scales of its normal and its tangents.
    scale: [f64; 2],
    /// Coefficients for scaled impulses.
    pub sliding: f64,
    holding: f64,
    /// Mean scaled response of its tangents.
    pub round: f64,
    /// b and c.
    pub given: f64,
    pub wanted: f64,
}

/// Scaled impulses and rates of a pattern.
#[derive(Clone, Debug)]
pub(super) struct Solution {
    pub impulses: Vec<f64>,
    pub rates: Vec<f64>,
}

/// The linear system of a pattern: unknown k multiplies the impulses `columns[k]`, equation k says what a rate becomes.
pub(super) struct System {
    pub given: Vec<f64>,
    pub columns: Vec<Vec<f64>>,
    pub equations: Vec<(usize, f64)>,
}

impl Phase {
    /// At the rates `now`, with `given` impulses and `wanted` rates, one for each contact.
    pub fn new(several: &Several<'_>, now: &[f64], given: &[f64], wanted: &[f64]) -> Self {
        let rows = several.rows();
        let diagonal = |row: usize| several.response[row * rows + row];
        let mut scales = vec![1.0; rows];
        let mut contacts = Vec::new();
        for (i, (member, at)) in several.contacts.iter().zip(several.normals()).enumerate() {
            let tangents = member.tangents;
            let most = (1..=tangents).map(|k| diagonal(at + k)).fold(0.0, f64::max);
            let root = |g: f64| if g > 0.0 { 1.0 / g.sqrt() } else { 1.0 };
            let scale = [root(diagonal(at)), root(most)];
            scales[at] = scale[0];
            scales[at + 1..=at + tangents].fill(scale[1]);
            let speed = length(&now[at + 1..=at + tangents]);
            let mean = (1..=tangents).map(|k| diagonal(at + k)).sum::<f64>() / tangents.max(1) as f64;
            contacts.push(Contact {
                at,
                tangents,
                scale,
                sliding: member.friction.sliding(speed) * scale[0] / scale[1],
                holding: member.friction.holding() * scale[0] / scale[1],
                round: mean * scale[1] * scale[1],
                given: given[i] / scale[0],
                wanted: wanted[i] * scale[0],
            });
        }
        let response = (0..rows * rows).map(|k| several.response[k] * scales[k / rows] * scales[k % rows]).collect();
        Self { contacts, response, rates: now.iter().zip(&scales).map(|(rate, scale)| rate * scale).collect() }
    }

    /// The impulses of a solution, with friction that keeps to its cone to the bit: solutions that are not those of a linear system (a path, a split) do so to rounding.
    pub fn impulses(&self, pattern: &[Hold], solution: &Solution) -> Vec<f64> {
        let mut impulses = solution.impulses.clone();
        for (hold, contact) in pattern.iter().zip(&self.contacts) {
            let (normal, size) = (impulses[contact.at].max(0.0), norm(&contact.tangent(&impulses)));
            let tangents = &mut impulses[contact.at + 1..=contact.at + contact.tangents];
            match hold.slides {
                Some(d) => tangents.iter_mut().zip(d).for_each(|(t, d)| *t = -contact.sliding * normal * d),
                None if size > contact.holding * normal => {
                    tangents.iter_mut().for_each(|t| *t *= contact.holding * normal / size);
                }
                None => {}
            }
            impulses[contact.at] *= contact.scale[0];
            impulses[contact.at + 1..=contact.at + contact.tangents].iter_mut().for_each(|t| *t *= contact.scale[1]);
        }
        impulses
    }

    /// The direction of a contact's slip at the beginning; none at rest, to rounding. What stands may keep to its limit at rest, where that is above the one in motion, and may slide as well:
    /// so rounding would choose between two motions (1).
    pub fn direction(&self, contact: &Contact) -> Option<[f64; 3]> {
        let slip = contact.tangent(&self.rates);
        let speed = norm(&slip);
        (speed > ROUNDING * self.unit()).then(|| slip.map(|s| s / speed))
    }

    /// All that a contact may do, with the direction of its slip, one to which it is confined, or the opposite ones to begin with.
    pub fn choices(&self, contact: &Contact, confined: Option<[f64; 3]>) -> Vec<Hold> {
        let d = self.direction(contact).unwrap_or([1.0, 0.0, 0.0]);
        let both = |d: [f64; 3]| [d, d.map(|x| -x)];
        let slides: Vec<Option<[f64; 3]>> = match contact.tangents {
            0 => vec![None],
            _ => std::iter::once(None)
                .chain([Some(d), confined].into_iter().flatten().flat_map(both).map(Some))
                .collect(),
        };
        let pressed = slides.iter().map(|slides| Hold { pressed: true, slides: *slides });
        let free = if contact.given > 0.0 { &slides[..] } else { &slides[..1] };
        free.iter().map(|slides| Hold { pressed: false, slides: *slides }).chain(pressed).collect()
    }

    /// Does it close? What stands, to rounding, is pressed to begin with, but where it is given an impulse that may open it.
    pub fn closes(&self, contact: &Contact) -> bool {
        let rounding = ROUNDING * self.unit();
        self.rates[contact.at] - contact.wanted < if contact.given > 0.0 { -rounding } else { rounding }
    }

    /// The unknowns and equations of a pattern with its directions as they are.
    pub fn system(&self, pattern: &[Hold]) -> System {
        let rows = self.rates.len();
        let (mut given, mut columns, mut equations) = (vec![0.0; rows], Vec::new(), Vec::new());
        for (hold, contact) in pattern.iter().zip(&self.contacts) {
            let at = contact.at;
            let push = contact.push(hold, rows);
            plus_to(&mut given, contact.given, &push);
            if hold.pressed {
                columns.push(push);
                equations.push((at, contact.wanted));
            }
            if hold.slides.is_none() && (hold.pressed || contact.given > 0.0) {
                for row in at + 1..=at + contact.tangents {
                    let mut unit = vec![0.0; rows];
                    unit[row] = 1.0;
                    columns.push(unit);
                    equations.push((row, 0.0));
                }
            }
        }
        System { given, columns, equations }
    }

    /// Solves a pattern with its directions as they are. None if it has no solution.
    pub fn linear(&self, pattern: &[Hold]) -> Option<Solution> {
        let System { given: mut impulses, columns, equations } = self.system(pattern);
        let (rows, n) = (self.rates.len(), columns.len());
        let base = self.after(&impulses);
        if n == 0 {
            return Some(Solution { impulses, rates: base });
        }
        let moved: Vec<Vec<f64>> = columns.iter().map(|column| self.response_to(column)).collect();
        let matrix = DMatrix::from_fn(n, n, |i, j| moved[j][equations[i].0]);
        let wanted = DVector::from_fn(n, |i, _| equations[i].1 - base[equations[i].0]);
        let svd = Svd::of(matrix.clone());
        let most = svd.most();
        let x = svd.solve(&wanted, RANK * most);
        let missed = (&matrix * &x - &wanted).amax();
        if !(most > 0.0 && missed <= ROUNDING * self.unit()) {
            return None;
        }
        columns.iter().zip(x.iter()).for_each(|(column, x)| plus_to(&mut impulses, *x, column));
        let solution = Solution { rates: self.after(&impulses), impulses };
        let loose: Vec<Solution> = (0..n)
            .filter(|&k| svd.values[k] <= RANK * most)
            .map(|k| {
                let mut impulses = vec![0.0; rows];
                columns.iter().zip(svd.v.column(k).iter()).for_each(|(column, x)| plus_to(&mut impulses, *x, column));
                Solution { rates: self.response_to(&impulses), impulses }
            })
            .collect();
        Some(if loose.is_empty() || self.misfits(pattern, &solution).is_empty() {
            solution
        } else {
            self.split(pattern, &solution, &loose).unwrap_or(solution)
        })
    }

    /// A solution within all limits, if one exists among those that differ by what the rows leave loose. Planes outside of each cone of friction, and one more where a solution is
    /// beyond it, come as near to the cone as rounding.
    fn split(&self, pattern: &[Hold], solution: &Solution, loose: &[Solution]) -> Option<Solution> {
        let sticks = |i: usize| pattern[i].slides.is_none() && self.contacts[i].tangents > 0;
        let mut planes: Vec<(usize, [f64; 3])> = Vec::new();
        for i in (0..pattern.len()).filter(|&i| sticks(i)) {
            planes.extend(sides(self.contacts[i].tangents).map(|u| (i, u)));
        }
        for _ in 0..CUTS {
            let found = self.within(pattern, &planes, solution, loose)?;
            let rounding = ROUNDING * found.impulses.iter().fold(0.0, |most: f64, p| most.max(p.abs()));
            let known = planes.len();
            for i in (0..pattern.len()).filter(|&i| sticks(i)) {
                let (contact, force) = (&self.contacts[i], self.contacts[i].tangent(&found.impulses));
                let size = norm(&force);
                if size > contact.holding * found.impulses[contact.at] + rounding {
                    planes.push((i, force.map(|t| t / size)));
                }
            }
            if planes.len() == known {
                return Some(found);
            }
        }
        None
    }

    /// The same within these planes, u·T ≤ μ' N for each.
    fn within(
        &self,
        pattern: &[Hold],
        planes: &[(usize, [f64; 3])],
        solution: &Solution,
        loose: &[Solution],
    ) -> Option<Solution> {
        let mut set = Polytope::new(loose.len());
        // Something linear in the solution is at least this.
        let mut above = |part: &dyn Fn(&Solution) -> f64, least: f64| {
            let slopes: Vec<f64> = loose.iter().map(|z| -part(z)).collect();
            set.below(&slopes, part(solution) - least);
        };
        for (hold, contact) in pattern.iter().zip(&self.contacts) {
            let at = contact.at;
            if hold.pressed {
                above(&|s| s.impulses[at], contact.given);
            } else {
                above(&|s| s.rates[at], contact.wanted);
            }
            if let Some(d) = hold.slides.filter(|_| contact.tangents > 0) {
                above(&|s| dot(&contact.tangent(&s.rates), &d), 0.0);
            }
        }
        for (i, u) in planes {
            let contact = &self.contacts[*i];
            let load = |s: &Solution| contact.holding * s.impulses[contact.at];
            above(&|s| load(s) - dot(&contact.tangent(&s.impulses), u), 0.0);
        }
        let unit = solution.impulses.iter().fold(self.unit(), |most, p| most.max(p.abs()));
        let violation = set.violation(unit)?;
        if violation.size > ROUNDING {
            return None;
        }
        let mut found = solution.clone();
        for (z, c) in loose.iter().zip(&violation.point) {
            plus_to(&mut found.impulses, *c, &z.impulses);
            plus_to(&mut found.rates, *c, &z.rates);
        }
        Some(found)
    }

    /// Has every contact one tangent at most?
    pub fn is_planar(&self) -> bool {
        self.contacts.iter().all(|contact| contact.tangents < 2)
    }

    /// What does not fit, contact by contact.
    pub fn misfits(&self, pattern: &[Hold], solution: &Solution) -> Vec<(usize, Misfit)> {
        let largest = solution.impulses.iter().fold(0.0, |most: f64, p| most.max(p.abs()));
        let (rate, impulse) = (ROUNDING * self.unit(), ROUNDING * largest);
        let mut misfits = Vec::new();
        for (i, (hold, contact)) in pattern.iter().zip(&self.contacts).enumerate() {
            let normal = solution.impulses[contact.at];
            if !hold.pressed && solution.rates[contact.at] < contact.wanted - rate {
                misfits.push((i, Misfit::Closes));
            }
            if hold.pressed && normal < contact.given - impulse {
                misfits.push((i, Misfit::Pulls));
                continue;
            }
            if contact.tangents == 0 || !(hold.pressed || contact.given > 0.0) {
                continue;
            }
            let force = contact.tangent(&solution.impulses);
            let size = norm(&force);
            match hold.slides {
                None if size > contact.holding * normal + impulse => {
                    misfits.push((i, Misfit::Slips(force.map(|t| -t / size))));
                }
                Some(d) if dot(&contact.tangent(&solution.rates), &d) < -rate => misfits.push((i, Misfit::Stops)),
                _ => {}
            }
        }
        misfits
    }

    /// The unit of rates, and of impulses beside responses of one.
    pub fn unit(&self) -> f64 {
        let most = self.rates.iter().fold(0.0, |most: f64, rate| most.max(rate.abs()));
        self.contacts.iter().fold(most, |most, contact| most.max(contact.wanted).max(contact.given))
    }

    pub fn response_of(&self, row: usize, column: usize) -> f64 {
        self.response[row * self.rates.len() + column]
    }

    pub fn response_to(&self, impulses: &[f64]) -> Vec<f64> {
        self.response.chunks_exact(impulses.len()).map(|row| sum(row, impulses)).collect()
    }

    pub fn after(&self, impulses: &[f64]) -> Vec<f64> {
        self.response_to(impulses).iter().zip(&self.rates).map(|(change, rate)| rate + change).collect()
    }
}

impl Contact {
    /// What an impulse of one along its normal causes: itself, and friction where it slides.
    fn push(&self, hold: &Hold, rows: usize) -> Vec<f64> {
        let mut push = vec![0.0; rows];
        push[self.at] = 1.0;
        if let Some(d) = hold.slides {
            let tangents = push[self.at + 1..=self.at + self.tangents].iter_mut();
            tangents.zip(d).for_each(|(t, d)| *t = -self.sliding * d);
        }
        push
    }

    pub fn tangent(&self, of: &[f64]) -> [f64; 3] {
        from_fn(|k| if k < self.tangents { of[self.at + 1 + k] } else { 0.0 })
    }
}

/// Directions of planes around a cone of friction.
fn sides(tangents: usize) -> impl Iterator<Item = [f64; 3]> {
    let count = if tangents == 1 { 2 } else { SIDES };
    let around = (0..count).map(move |side| {
        let (sin, cos) = (std::f64::consts::TAU * side as f64 / count as f64).sin_cos();
        [cos, if tangents == 1 { 0.0 } else { sin }, 0.0]
    });
    around.chain([1.0, -1.0].into_iter().filter(move |_| tangents == 3).map(|out| [0.0, 0.0, out]))
}

/// a += c b.
pub(super) fn plus_to(a: &mut [f64], c: f64, b: &[f64]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += c * b);
}
