//! Friction in the loads alone (E6): the smooth system is factored once, and the small equation z = a + C|z| is searched.
//!
//! a and C come from forward passes over the few rows that each point reaches, between the two halves of the one solve. Where dependent
//! rows were dropped, the loads are those of least norm, which no such pass gives: there each point costs a solve.

use super::buffers::{ALONG, FrictionBuffers, Small, along, size};
use crate::dynamics::Workspace;
use crate::error::EvalError;
use crate::friction::{Coupling, Search};
use crate::linear::Influence;
use crate::linear::absolute::{self, Stage};
use crate::math::small::plus;
use crate::model::{FrictionEntry, Model};

impl FrictionBuffers {
    /// The small equation's signs and solution, from the loads of the last search.
    pub(super) fn reduce(&mut self) {
        let n = self.loaded.len();
        let Small { a, c, signs, z, .. } = &mut self.small;
        a.clear();
        c.clear();
        signs.clear();
        z.resize(n, 0.0);
        for (i, &point) in self.loaded.iter().enumerate() {
            let u = &mut self.directions[point];
            if u[0].is_nan() {
                let all = size(self.a[i]);
                *u = if all > 0.0 { self.a[i].map(|a| a / all) } else { ALONG };
            }
            let u = *u;
            a.push(along(u, self.a[i]));
            c.extend(self.c[i * n..(i + 1) * n].iter().map(|&x| along(u, x)));
            signs.push(self.signs[point]);
        }
    }

    /// Solves the small equation along the present directions; false if no pattern of signs is admissible.
    fn find_signs(&mut self, search: Option<Search>) -> bool {
        self.reduce();
        let system = &mut self.system;
        let (mut signs, mut z) = (std::mem::take(&mut self.small.signs), std::mem::take(&mut self.small.z));
        let Small { a, c, pattern, .. } = &mut self.small;
        if let (Some(Search::Direct), [a], [c]) = (search, &a[..], &c[..]) {
            // Without trial where the answer is unique: it has the sign of a.
            if c.abs() < 1.0 && !self.one_sided[self.loaded[0]] {
                signs[0] = if *a < 0.0 { -1.0 } else { 1.0 };
            }
        }
        let (one_sided, loaded) = (&self.one_sided, &self.loaded);
        let found = Self::search_loads(one_sided, loaded, search, [&mut signs, &mut z], pattern, |signs, z| {
            system.trial(a, c, signs, z)
        });
        let found = match search {
            None | Some(Search::Exhaustive) => found,
            Some(_) => self.try_every_pattern(found, [&mut signs, &mut z]),
        };
        let accepted = self.accept(found, &signs, &z);
        (self.small.signs, self.small.z) = (signs, z);
        accepted
    }

    /// Where flipping has found nothing: every pattern, of those loads together that depend on each other.
    fn try_every_pattern(&mut self, found: absolute::Found, [signs, z]: [&mut [f64]; 2]) -> absolute::Found {
        if found.stage.is_some() {
            return found;
        }
        let Small { a, c, fixed, .. } = &mut self.small;
        fixed.clear();
        fixed.extend(self.loaded.iter().map(|&point| self.one_sided[point]));
        signs.iter_mut().zip(&self.loaded).for_each(|(sign, &point)| *sign = self.signs[point]);
        let (fits, trials) = self.patterns.enumerate(&mut self.system, a, c, fixed, signs);
        let solved = fits && self.system.trial(a, c, signs, z);
        absolute::Found { stage: solved.then_some(Stage::Enumerated), trials: found.trials + trials }
    }

    /// Turns the directions of pins' loads into those that the present N give; the largest turn.
    fn turn(&mut self, frictions: &[FrictionEntry]) -> f64 {
        let n = self.loaded.len();
        let mut most: f64 = 0.0;
        for i in 0..n {
            let point = self.loaded[i];
            if !frictions[point].load.is_length() {
                continue;
            }
            let mut z = self.a[i];
            for (c, &j) in self.c[i * n..(i + 1) * n].iter().zip(&self.loaded) {
                z = plus(&z, self.normal[j], c);
            }
            most = most.max(self.turn_towards(point, z));
        }
        most
    }

    /// One or two loads of one component each, whose signs are the held ones: the common case, without any buffer.
    fn take_held_signs(&mut self) -> bool {
        let single = |x: [&[f64; 3]; 3]| x.into_iter().all(|x| x[1] == 0.0 && x[2] == 0.0);
        let along = |point: usize| self.directions[point] == ALONG;
        let (norm, bound) = match (&self.loaded[..], &self.a[..], &self.c[..]) {
            (&[i], [a], [c]) if along(i) && single([a, c, c]) => {
                self.normal[i] = self.signs[i] * a[0] / (1.0 - self.signs[i] * c[0]);
                (c[0].abs(), c[0].abs())
            }
            (&[i, j], [a, b], [c11, c12, c21, c22])
                if along(i) && along(j) && single([a, c11, c12]) && single([b, c21, c22]) =>
            {
                let (s, r) = (self.signs[i], self.signs[j]);
                let (m11, m12, m21, m22) = (1.0 - s * c11[0], -r * c12[0], -s * c21[0], 1.0 - r * c22[0]);
                let w = 1.0 / (m11 * m22 - m12 * m21);
                self.normal[i] = s * (a[0] * m22 - b[0] * m12) * w;
                self.normal[j] = r * (b[0] * m11 - a[0] * m21) * w;
                let norm = (c11[0].abs() + c12[0].abs()).max(c21[0].abs() + c22[0].abs());
                // The spectral radius of the 2 × 2 matrix of sizes is known.
                let (mean, half) = (0.5 * (c11[0].abs() + c22[0].abs()), 0.5 * (c11[0].abs() - c22[0].abs()));
                let radius = mean + (half * half + (c12[0] * c21[0]).abs()).sqrt();
                (norm, if norm < 1.0 { norm } else { radius })
            }
            _ => return false,
        };
        self.coupling = Coupling { norm, bound, trials: 1 };
        let fits = self.loaded.iter().all(|&point| self.normal[point] > 0.0 && self.normal[point] < f64::INFINITY);
        self.trials.trials += u64::from(fits);
        fits
    }

    /// N of every point whose load is a reaction (E6), from a and C.
    pub(in crate::dynamics) fn find_loads(
        &mut self,
        model: &Model,
        t: f64,
        search: Option<Search>,
    ) -> Result<(), EvalError> {
        self.trials.searches += 1;
        self.reduced = true;
        if self.take_held_signs() {
            self.fits = true;
            return Ok(());
        }
        let n = self.loaded.len();
        let sum = |row: &[[f64; 3]]| row.iter().map(|c| size(*c)).sum::<f64>();
        let norm = self.c.chunks_exact(n).map(sum).fold(0.0, f64::max);
        let Self { c, small, .. } = self;
        let entry = |i: usize, j: usize| size(c[i * n + j]);
        let bound = if norm < 1.0 { norm } else { absolute::bound(entry, n, &mut small.signs, &mut small.z) };
        self.coupling = Coupling { norm, bound, trials: 0 };
        let frictions = &model.inner.frictions;
        let found = self.converge_directions(|buffers| buffers.find_signs(search).then(|| buffers.turn(frictions)));
        self.fits = found;
        if found { Ok(()) } else { Err(self.no_signs(model, t)) }
    }
}

impl Workspace {
    /// a and C of (E6) from the forward half of the smooth solve and the points' reaches; friction enters before the other half.
    pub(in crate::dynamics) fn rub_between_halves(
        &mut self,
        model: &Model,
        plan: &Influence,
        (t, search): (f64, Option<Search>),
        begun: bool,
    ) -> Result<(), EvalError> {
        let inner = &*model.inner;
        let system = model.system(self.sticking);
        let Self { acceleration: force, multipliers: rows, friction, .. } = self;
        let blocks = &self.blocks[..system.jacobian_len()];
        let numeric = &mut self.numerics[usize::from(self.sticking)];
        if !begun {
            system.forward(blocks, numeric, force, rows);
        }
        let half = system.halfway(blocks, numeric, rows);
        let FrictionBuffers { loaded, push, tangents, a, c, reached, .. } = &mut *friction;
        let (reached, n) = (&mut reached[usize::from(self.sticking)], loaded.len());
        a.clear();
        c.resize(n * n, [0.0; 3]);
        for (i, &point) in loaded.iter().enumerate() {
            let size = push[point];
            let response = plan.reach(&half, point, &tangents[inner.frictions[point].tangent.clone()], reached);
            a.push(response.smooth);
            c[i * n + i] = response.own.map(|c| size * c);
            for (j, &other) in loaded[..i].iter().enumerate() {
                let (there, here) = plan.mutual(other, point, reached);
                c[i * n + j] = here.map(|c| push[other] * c);
                c[j * n + i] = there.map(|c| size * c);
            }
        }
        friction.find_loads(model, t, search)?;
        let reached = &friction.reached[usize::from(self.sticking)];
        let mut between = numeric.between(force, rows);
        for &point in &friction.loaded {
            plan.push(reached, point, friction.push[point] * friction.normal[point], &mut between);
        }
        system.backward(blocks, numeric, force, rows);
        Ok(())
    }

    /// Finds the loads and solves, by one solve without friction, one for each point that pushes, and one with all friction: where rows were dropped.
    pub(in crate::dynamics) fn rub_by_solves(
        &mut self,
        model: &Model,
        t: f64,
        search: Option<Search>,
    ) -> Result<(), EvalError> {
        self.influence_by_solves(model);
        self.friction.find_loads(model, t, search)?;
        for &point in &self.friction.loaded {
            let force = self.friction.push[point] * self.friction.normal[point];
            self.friction.force_along(model, &model.inner.frictions[point], force, &mut self.acceleration);
        }
        self.solve(model, false);
        Ok(())
    }

    fn influence_by_solves(&mut self, model: &Model) {
        let inner = &*model.inner;
        let n = self.friction.loaded.len();
        let mut force = std::mem::take(&mut self.friction.force);
        let mut rows = std::mem::take(&mut self.friction.rows);
        force.copy_from_slice(&self.acceleration);
        rows.copy_from_slice(&self.multipliers);
        self.solve_in(model, &mut force, &mut rows);
        let buffers = &mut self.friction;
        buffers.a.clear();
        buffers.a.extend(buffers.loaded.iter().map(|&i| inner.frictions[i].load.of(&rows)));
        buffers.c.clear();
        buffers.c.resize(n * n, [0.0; 3]);
        for k in 0..n {
            force.fill(0.0);
            rows.fill(0.0);
            let point = self.friction.loaded[k];
            self.friction.force_along(model, &inner.frictions[point], self.friction.push[point], &mut force);
            self.solve_in(model, &mut force, &mut rows);
            let buffers = &mut self.friction;
            for (i, &load) in buffers.loaded.iter().enumerate() {
                buffers.c[i * n + k] = inner.frictions[load].load.of(&rows);
            }
        }
        (self.friction.force, self.friction.rows) = (force, rows);
    }
}
