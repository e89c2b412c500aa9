//! The certificate of the closed contacts (H7) from the factorization of the last evaluation: what it costs at each step is a few solves.
//!
//! Closed contacts are rows of K: their normals, and the tangents of those that stick. Let R be those of these rows that are not left out. A right-hand side with 1 in row r of R
//! and zeros elsewhere gives multipliers Λ_r over R; a force along the tangent t_j of one that slides gives ℓ_j. With G̃ of `response.rs`, in which no contact holds anything,
//!
//! ```text
//! (1)  Λ = G̃_RR⁻¹,    ℓ_j = −G̃_RR⁻¹ G̃_(R t_j);        a tangent left out, t = −Σ_R z_r J_r (A6), has  G̃_(R t) = −Σ_R z_r G̃_(R r)
//! ```
//!
//! so that all entries of G (H4) follow, and from them the number of `form.rs`, which is below 1 where there is one motion. All of it is done island by island, with solves that all islands share
//! (`islands.rs`). Bodies that nothing holds but contacts, a ball, a stone, a stack, need no solve: M̂ is M, and a sum over the bodies b of both rows,
//!
//! ```text
//! (2)  G̃_rs = Σ_b J_rb M_b⁻¹ J_sbᵀ
//! ```
//!
//! Without friction no number is needed: by Gauss's principle of least
//! constraint accelerations are the minimum of a strictly convex function over what the contacts leave, and there is one, however their forces are shared.

use super::certify::SLOW;
use super::form::{Closed, Form, ROUNDING, Standing};
use super::wide::Wide;
use crate::dynamics::{Mode, Workspace};
use crate::math::max_abs_skip_nan;
use crate::model::Model;

/// In the place of how many islands are certified: one has too many rows.
const NONE: usize = usize::MAX;
/// Most rows of R in an island, each of which takes a solve: more contacts than those cost more to certify than to move.
const ROWS: usize = 16;

impl Workspace {
    /// The number of `form.rs` where the last evaluation was, if it is below 1 and therefore proves that contacts and their friction leave one motion. None
    /// says nothing.
    pub(crate) fn certify_standing(&mut self, model: &Model, modes: &[Mode], v: &[f64]) -> Option<f64> {
        let inner = &*model.inner;
        let rubs = |mode: Mode| mode == Mode::Stick || mode == Mode::Undecided || mode.direction() != 0.0;
        if inner.frictions.iter().any(|f| f.contact.is_none() && rubs(modes[f.entry])) {
            return None;
        }
        let mut room = std::mem::take(&mut self.standing);
        let number = self.certify_in(model, modes, SLOW * max_abs_skip_nan(v), &mut room);
        self.standing = room;
        number.filter(|number| *number < 1.0 - ROUNDING)
    }

    /// The largest number of all islands. A slip in space below `slow` has no direction of its own.
    fn certify_in(&mut self, model: &Model, modes: &[Mode], slow: f64, room: &mut Standing) -> Option<f64> {
        let inner = &*model.inner;
        let closed = |contact: usize| modes[inner.contacts[contact].entry] == Mode::Holding;
        let rough = |contact: usize| inner.contacts[contact].friction.is_some();
        if !(0..inner.contacts.len()).any(|contact| rough(contact) && closed(contact)) {
            return Some(0.0);
        }
        // Signs in the matrix: K of the last evaluation was not factored.
        if !self.sticking && self.signs_in_matrix(model, None) {
            return None;
        }
        // What depends on the modes alone is as it was.
        let of = self.numeric().dropped().is_empty().then_some(self.live.number);
        if of.is_none() || room.of != of {
            room.of = None;
            room.islands.find(model, modes, closed);
            room.used = 0;
            let rubs = |contacts: &&[usize]| contacts.iter().any(|&contact| rough(contact));
            for (island, contacts) in room.islands.each().enumerate().filter(|(_, contacts)| rubs(contacts)) {
                if room.used == room.forms.len() {
                    room.forms.push(Form::default());
                }
                let form = &mut room.forms[room.used];
                if self.list_rows(model, modes, contacts, form).is_none() {
                    // An island of so many rows is one as long as the modes stay.
                    (room.of, room.used) = (of, NONE);
                    return None;
                }
                form.free = !room.islands.tied(island) && has_plain_masses(model, form);
                form.alone = form.is_alone(model);
                room.used += 1;
            }
            room.of = of;
        }
        if room.used == NONE {
            return None;
        }
        room.force.resize(model.velocities(), 0.0);
        room.rows.resize(model.rows(), 0.0);
        self.sum_over_bodies(model, room);
        self.solve_for_rows(model, room);
        self.solve_for_slides(model, room);
        let Standing { forms, used, column, .. } = room;
        forms[..*used].iter_mut().try_fold(0.0_f64, |most, form| {
            if let Some(point) = form.alone {
                return self.is_apart_alone(model, &model.inner.frictions[point]).then_some(most);
            }
            if !form.free {
                form.invert()?;
            }
            self.compose(model, slow, form, column)?;
            Some(most.max(form.number()?))
        })
    }

    /// R of an island.
    fn list_rows(&mut self, model: &Model, modes: &[Mode], contacts: &[usize], form: &mut Form) -> Option<()> {
        let (inner, dropped) = (&*model.inner, self.numeric().dropped());
        // Of what is left out only tangents are known here.
        if !dropped.iter().all(|&row| model.constraint_of_row(row).part.is_slips()) {
            return None;
        }
        let Form { closed, kept, .. } = form;
        closed.clear();
        kept.clear();
        for contact in contacts.iter().map(|&contact| &inner.contacts[contact]) {
            let mode = contact.friction.map_or(Mode::Released, |point| modes[inner.frictions[point].entry]);
            closed.push(Closed { friction: contact.friction, mode, normal: kept.len() });
            kept.push(contact.row);
            if let Some(point) = contact.friction.filter(|_| mode == Mode::Stick) {
                kept.extend(inner.frictions[point].rows().filter(|row| !dropped.contains(row)));
            }
        }
        (kept.len() <= ROWS).then_some(())
    }

    /// (2) of the islands that contacts alone hold.
    fn sum_over_bodies(&mut self, model: &Model, Standing { forms, used, wide, .. }: &mut Standing) {
        for form in &mut forms[..*used] {
            form.influences.clear();
            form.slides.clear();
            if form.free && form.alone.is_none() {
                self.sum_over(model, form, wide);
            }
        }
    }

    fn sum_over(&self, model: &Model, form: &mut Form, wide: &mut Wide) {
        let inner = &*model.inner;
        wide.begin(inner.bodies.len());
        for closed in &form.closed {
            for &body in &model.constraint_of_row(form.kept[closed.normal]).held {
                wide.take(body, inner.bodies[body].diagonal(&self.mass));
            }
        }
        for &row in &form.kept {
            let entry = model.constraint_of_row(row);
            let parts = entry.held.iter().zip(&entry.places).map(|(&body, place)| {
                let width = inner.bodies[body].dofs.len();
                (body, &self.blocks[place.start + (row - entry.rows.start) * width..][..width])
            });
            wide.push(parts);
        }
        for point in form.sliding() {
            let friction = &inner.frictions[point];
            let mut tangent = self.tangent(friction);
            wide.push(inner.constraints[friction.entry].held.iter().map(|&body| {
                let (here, rest) = tangent.split_at(inner.bodies[body].dofs.len());
                tangent = rest;
                (body, here)
            }));
        }
        let Form { closed, kept, influences, slides, .. } = form;
        let n = kept.len();
        influences.resize(n * n, 0.0);
        for r in 0..n {
            let scaled = wide.scaled(r);
            for s in r..n {
                let sum = Wide::dot(scaled, wide.row(s));
                (influences[r * n + s], influences[s * n + r]) = (sum, sum);
            }
        }
        for j in n..wide.rows() {
            let scaled = wide.scaled(j);
            slides.extend(closed.iter().map(|closed| Wide::dot(scaled, wide.row(closed.normal))));
        }
    }

    /// Λ, by solves that all islands share: `islands.rs`.
    fn solve_for_rows(&mut self, model: &Model, Standing { forms, used, force, rows, .. }: &mut Standing) {
        let tied = || forms[..*used].iter().filter(|form| !form.free);
        let most = tied().map(|form| form.kept.len()).max().unwrap_or(0);
        for k in 0..most {
            force.fill(0.0);
            rows.fill(0.0);
            let tied = || forms[..*used].iter().filter(|form| !form.free);
            tied().filter_map(|form| form.kept.get(k)).for_each(|&row| rows[row] = 1.0);
            self.solve_kept(model, force, rows);
            let asked = forms[..*used].iter_mut().filter(|form| !form.free && k < form.kept.len());
            for Form { kept, influences, .. } in asked {
                influences.extend(kept.iter().map(|&row| rows[row]));
            }
        }
    }

    /// ℓ of what slides, likewise.
    fn solve_for_slides(&mut self, model: &Model, Standing { forms, used, force, rows, .. }: &mut Standing) {
        let tied = || forms[..*used].iter().filter(|form| !form.free);
        let most = tied().map(|form| form.sliding().count()).max().unwrap_or(0);
        for k in 0..most {
            force.fill(0.0);
            rows.fill(0.0);
            let tied = || forms[..*used].iter().filter(|form| !form.free);
            for point in tied().filter_map(|form| form.sliding().nth(k)) {
                self.friction.force_along(model, &model.inner.frictions[point], 1.0, force);
            }
            self.solve_kept(model, force, rows);
            for form in forms[..*used].iter_mut().filter(|form| !form.free && k < form.sliding().count()) {
                form.slides.extend(form.kept.iter().map(|&row| rows[row]));
            }
        }
    }

    /// S and B of an island.
    fn compose(&mut self, model: &Model, slow: f64, form: &mut Form, column: &mut Vec<f64>) -> Option<()> {
        form.begin();
        let (n, mut slides) = (form.closed.len(), 0);
        for j in 0..n {
            let Closed { friction, mode, normal } = form.closed[j];
            let Some(friction) = friction.map(|point| &model.inner.frictions[point]) else { continue };
            column.clear();
            match mode.direction() {
                0.0 if mode != Mode::Stick => return None,
                0.0 if friction.slide.is_some() => {
                    let tangents = normal + 1..normal + 1 + friction.rows().len();
                    let all =
                        form.kept.get(tangents.clone()).is_some_and(|kept| friction.rows().eq(kept.iter().copied()));
                    if !all || !tangents.into_iter().all(|row| form.is_apart(row)) {
                        return None;
                    }
                }
                0.0 => {
                    self.influence_of_tangent(model, form, friction.row, column)?;
                    let mu = friction.law.holding();
                    (0..n).for_each(|i| form.rest[i * n + j] = mu * column[i].abs());
                }
                direction => {
                    let speed = friction.size_of(&self.rate);
                    if friction.slide.is_some() && speed <= slow {
                        return None;
                    }
                    if form.free {
                        column.extend(&form.slides[slides * n..][..n]);
                    } else {
                        let ell = &form.slides[slides * form.kept.len()..];
                        column.extend(form.of_normals(|r| -ell[r]));
                    }
                    slides += 1;
                    let mu = friction.law.sliding(speed);
                    (0..n).for_each(|i| form.form[i * n + j] += mu * direction * column[i]);
                }
            }
        }
        Some(())
    }

    /// G̃ of the tangent of a contact in the plane that sticks with each normal, into the column.
    fn influence_of_tangent(&mut self, model: &Model, form: &Form, row: usize, column: &mut Vec<f64>) -> Option<()> {
        if let Some(at) = form.kept.iter().position(|kept| *kept == row) {
            column.extend(form.of_normals(|r| f64::from(u8::from(r == at))));
            return Some(());
        }
        let system = model.system(self.sticking);
        let numeric = &mut self.numerics[usize::from(self.sticking)];
        let at = numeric.dropped().iter().position(|dropped| *dropped == row)?;
        let z = &system.null_vectors(numeric)[at * system.rows()..][..system.rows()];
        column.extend(form.of_normals(|r| -z[form.kept[r]]));
        Some(())
    }

    /// A solve in which what is left out has no multiplier.
    fn solve_kept(&mut self, model: &Model, force: &mut [f64], rows: &mut [f64]) {
        let system = model.system(self.sticking);
        let blocks = &self.blocks[..system.jacobian_len()];
        system.solve(blocks, &mut self.numerics[usize::from(self.sticking)], force, &mut rows[..system.rows()]);
    }
}

/// Are the masses of all bodies of an island known as diagonals?
fn has_plain_masses(model: &Model, form: &Form) -> bool {
    let mut held = form.kept.iter().flat_map(|&row| &model.constraint_of_row(row).held);
    held.all(|&body| model.inner.bodies[body].is_diagonal())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::CornerOnLine;
    use crate::dynamics::{Query, Signs, StateRef};
    use crate::prelude::*;
    use nalgebra::DMatrix;

    /// Numbers that look random, in (−1, 1).
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        }

        fn below(&mut self, n: usize) -> usize {
            ((self.next() + 1.0) * 0.5 * n as f64) as usize % n
        }
    }

    /// Two rods above a floor, on a pin or by themselves, with two corners each, one of them smooth.
    fn model(mu: f64, angles: [f64; 2], pinned: bool) -> Model {
        let mut builder = ModelBuilder::new();
        let line = GROUND.axis([0.0, -1.0], 0.0);
        let rods = angles.map(|angle| {
            builder.body(format!("{angle}"), RigidBody::new(1.0, 0.2).at(0.5 * angle.cos(), 0.5 * angle.sin(), angle))
        });
        if pinned {
            builder.constraint("pin", Revolute::new(rods[0].point(-0.5, 0.0), rods[1].point(-0.5, 0.0)));
        }
        for (k, (rod, x)) in [(rods[0], 0.5), (rods[0], -0.1), (rods[1], 0.5), (rods[1], 0.2)].into_iter().enumerate() {
            let law = if k == 3 { Rigid::smooth() } else { Rigid::rough(Coulomb::new(mu)) };
            let corner = CornerOnLine::new(line, [x, -0.1 * k as f64]);
            builder.contact(format!("{k}"), Contact::between(GROUND, rod, corner), law);
        }
        builder.build().unwrap()
    }

    #[test]
    fn property_the_number_bounds_every_pattern_of_directions() {
        let mut random = Random(23);
        let (mut certain, mut dropped, mut tight, mut free) = (0, 0, 0, 0);
        for k in 0..1200 {
            let model = model(0.4 * (1.0 + random.next()), [random.next(), random.next() - 1.5], k % 2 == 0);
            let state = model.placed();
            let mut modes = state.modes.clone();
            for contact in 0..4 {
                let closed = if random.below(4) > 0 { Mode::Holding } else { Mode::Open };
                let rubs = [Mode::Stick, Mode::Forward, Mode::Backward][random.below(3)];
                model.switch_contact(&mut modes, contact, closed, rubs);
            }
            let (at, mut ws) = (StateRef::of(&state), model.workspace());
            let query = Query::new(at, &modes, Signs::Held(&state.signs));
            if ws.evaluate(&model, &query).is_err() {
                continue;
            }
            let mut room = Standing::default();
            let Some(number) = ws.certify_in(&model, &modes, 0.0, &mut room) else { continue };
            dropped += usize::from(!ws.numeric().dropped().is_empty());
            let closed = model.closed_contacts(&modes);
            if !closed.contains(&true) {
                continue;
            }
            let responses = model.workspace().impulse_responses(&model, at, &modes, &closed).unwrap();
            let normals: Vec<usize> =
                (0..responses.impulses.len()).filter(|&i| !responses.impulses[i].tangential).collect();
            let mut most = f64::NEG_INFINITY;
            for pattern in 0..1_usize << normals.len() {
                let push = |j: usize| {
                    let friction = model.inner.contacts[responses.impulses[normals[j]].contact].friction?;
                    let entry = &model.inner.frictions[friction];
                    let known = modes[entry.entry].direction();
                    let sigma = if known == 0.0 { 1.0 - 2.0 * (pattern >> j & 1) as f64 } else { known };
                    Some(sigma * entry.law.sliding(0.0))
                };
                let g = |i: usize, j: usize| {
                    let (row, column) = (normals[i], normals[j]);
                    let rubs = push(j).map_or(0.0, |mu| mu * responses.entry(row, column + 1));
                    responses.entry(row, column) - rubs
                };
                let own = |i: usize| responses.entry(normals[i], normals[i]).sqrt();
                let n = normals.len();
                let form = DMatrix::from_fn(n, n, |i, j| 0.5 * (g(i, j) + g(j, i)) / (own(i) * own(j)));
                most = most.max(1.0 - form.symmetric_eigenvalues().min());
            }
            let rough = |contact: usize| closed[contact] && model.inner.contacts[contact].friction.is_some();
            let smooth = !(0..4).any(rough);
            assert!(smooth || number > most - 1e-9, "{number} {most}");
            certain += usize::from(number < 1.0);
            tight += usize::from((number - most).abs() < 1e-9);
            free += usize::from(room.forms[..room.used].iter().any(|form| form.free));
        }
        println!("{certain} certain, {tight} of them exactly, {dropped} with rows left out, {free} of free bodies");
        assert!(certain > 200 && tight > 60 && dropped > 10 && free > 100, "moot: {certain} {tight} {dropped} {free}");
    }
}
