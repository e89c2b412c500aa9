//! The certificate of the closed contacts (H7) from the factorization of the last evaluation: what it costs at each step is a few solves.
//!
//! Closed contacts are rows of K: their normals, and the tangents of those that stick. Let R be those of these rows that are not left out. A right-hand side with 1 in row r of R
//! and zeros elsewhere gives multipliers Λ_r over R; a force along the tangent t_j of one that slides gives ℓ_j. With G̃ of `response.rs`, in which no contact holds anything,
//!
//! ```text
//! (1)  Λ = G̃_RR⁻¹,    ℓ_j = −G̃_RR⁻¹ G̃_(R t_j);        a tangent left out, t = −Σ_R z_r J_r (A6), has  G̃_(R t) = −Σ_R z_r G̃_(R r)
//! ```
//!
//! so that all entries of G (H4) follow, and from them the number of `form.rs`, which is below 1 where there is one motion. Without friction no number is needed: by Gauss's principle of least
//! constraint accelerations are the minimum of a strictly convex function over what the contacts leave, and there is one, however their forces are shared.

use super::form::{Closed, ROUNDING, Standing};
use crate::dynamics::{Mode, Workspace};
use crate::model::Model;

/// Most rows of R, each of which takes a solve: more contacts than those cost more to certify than to move.
const ROWS: usize = 16;
impl Workspace {
    /// The number of `form.rs` where the last evaluation was, if it is below 1 and therefore proves that contacts and their friction leave one motion. None
    /// says nothing.
    pub(crate) fn certify_standing(&mut self, model: &Model, modes: &[Mode]) -> Option<f64> {
        let inner = &*model.inner;
        let rubs = |mode: Mode| mode == Mode::Stick || mode == Mode::Undecided || mode.direction() != 0.0;
        // One tangent for each contact: what slides in a direction that turns has two.
        if inner.frictions.iter().any(|f| (f.contact.is_none() || f.slide.is_some()) && rubs(modes[f.entry])) {
            return None;
        }
        let mut room = std::mem::take(&mut self.standing);
        let number = self.certify_in(model, modes, &mut room);
        self.standing = room;
        number.filter(|number| *number < 1.0 - ROUNDING)
    }

    fn certify_in(&mut self, model: &Model, modes: &[Mode], room: &mut Standing) -> Option<f64> {
        let inner = &*model.inner;
        room.closed.clear();
        for contact in inner.contacts.iter().filter(|contact| modes[contact.entry] == Mode::Holding) {
            let mode = contact.friction.map_or(Mode::Released, |point| modes[inner.frictions[point].entry]);
            room.closed.push(Closed { normal: contact.row, friction: contact.friction, mode });
        }
        if room.closed.iter().all(|closed| closed.friction.is_none()) {
            return Some(0.0);
        }
        // Signs in the matrix: K of the last evaluation was not factored.
        if !self.sticking && self.signs_in_matrix(model, None) {
            return None;
        }
        room.force.resize(model.velocities(), 0.0);
        room.rows.resize(model.rows(), 0.0);
        self.influences_of_normals(model, room)?;
        self.compose(model, room)
    }

    /// G̃ of each normal with all rows of R.
    fn influences_of_normals(&mut self, model: &Model, room: &mut Standing) -> Option<()> {
        let frictions = &model.inner.frictions;
        let dropped = self.numeric().dropped();
        room.kept.clear();
        for closed in &room.closed {
            let tangent = closed.friction.filter(|_| closed.mode == Mode::Stick).map(|point| frictions[point].row);
            room.kept.extend([Some(closed.normal), tangent].into_iter().flatten().filter(|row| !dropped.contains(row)));
        }
        // Of what is left out only tangents are known here.
        let tangent = |row: &usize| frictions.iter().any(|friction| friction.row == *row && friction.contact.is_some());
        if !dropped.iter().all(tangent) {
            return None;
        }
        let n = room.kept.len();
        if n > ROWS {
            return None;
        }
        room.inverse.resize(n * n, 0.0);
        for k in 0..n {
            room.force.fill(0.0);
            room.rows.fill(0.0);
            room.rows[room.kept[k]] = 1.0;
            self.solve_kept(model, &mut room.force, &mut room.rows);
            for (i, &row) in room.kept.iter().enumerate() {
                room.inverse[i * n + k] = room.rows[row];
            }
        }
        room.lu.resize(n);
        room.lu.factor(&room.inverse).ok()?;
        room.g.clear();
        for closed in &room.closed {
            let at = room.kept.iter().position(|row| *row == closed.normal)?;
            room.column.clear();
            room.column.resize(n, 0.0);
            room.column[at] = 1.0;
            room.lu.solve(&mut room.column);
            room.g.extend_from_slice(&room.column);
        }
        Some(())
    }

    /// S and B, and the number.
    fn compose(&mut self, model: &Model, room: &mut Standing) -> Option<f64> {
        let (frictions, n) = (&model.inner.frictions, room.closed.len());
        let width = room.kept.len();
        room.form.clear();
        room.form.resize(n * n, 0.0);
        room.rest.clear();
        room.rest.resize(n * n, 0.0);
        let place = |room: &Standing, row: usize| room.kept.iter().position(|kept| *kept == row);
        for j in 0..n {
            let Closed { normal, friction, mode } = room.closed[j];
            let at = place(room, normal)?;
            for i in 0..n {
                room.form[i * n + j] -= room.g[i * width + at];
            }
            let Some(point) = friction else { continue };
            let entry = &frictions[point];
            match mode.direction() {
                0.0 if mode == Mode::Stick => {
                    self.influence_of_tangent(model, room, entry.row)?;
                    let mu = entry.law.holding();
                    (0..n).for_each(|i| room.rest[i * n + j] = mu * room.column[i].abs());
                }
                0.0 => return None,
                direction => {
                    let mu = entry.law.sliding(self.rate[entry.row].abs());
                    self.influence_of_slide(model, room, point);
                    (0..n).for_each(|i| room.form[i * n + j] += mu * direction * room.column[i]);
                }
            }
        }
        room.number()
    }

    /// G̃ of the tangent of a contact that sticks with each normal, into the column.
    fn influence_of_tangent(&mut self, model: &Model, room: &mut Standing, row: usize) -> Option<()> {
        let (n, width) = (room.closed.len(), room.kept.len());
        if let Some(at) = room.kept.iter().position(|kept| *kept == row) {
            room.column.clear();
            room.column.extend((0..n).map(|i| room.g[i * width + at]));
            return Some(());
        }
        let system = model.system(self.sticking);
        let numeric = &mut self.numerics[usize::from(self.sticking)];
        let at = numeric.dropped().iter().position(|dropped| *dropped == row)?;
        let z = &system.null_vectors(numeric)[at * system.rows()..][..system.rows()];
        room.column.clear();
        for i in 0..n {
            let own = &room.g[i * width..][..width];
            room.column.push(-room.kept.iter().zip(own).map(|(row, g)| z[*row] * g).sum::<f64>());
        }
        Some(())
    }

    /// The same of one that slides.
    fn influence_of_slide(&mut self, model: &Model, room: &mut Standing, point: usize) {
        let (n, width) = (room.closed.len(), room.kept.len());
        room.force.fill(0.0);
        room.rows.fill(0.0);
        self.friction.force_along(model, &model.inner.frictions[point], 1.0, &mut room.force);
        self.solve_kept(model, &mut room.force, &mut room.rows);
        room.column.clear();
        for i in 0..n {
            let own = &room.g[i * width..][..width];
            room.column.push(-room.kept.iter().zip(own).map(|(row, g)| room.rows[*row] * g).sum::<f64>());
        }
    }

    /// A solve in which what is left out has no multiplier.
    fn solve_kept(&mut self, model: &Model, force: &mut [f64], rows: &mut [f64]) {
        let system = model.system(self.sticking);
        let blocks = &self.blocks[..system.jacobian_len()];
        system.solve(blocks, &mut self.numerics[usize::from(self.sticking)], force, &mut rows[..system.rows()]);
    }
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

    /// Two rods on a pin above a floor, with two corners each, one of them smooth.
    fn model(mu: f64, angles: [f64; 2]) -> Model {
        let mut builder = ModelBuilder::new();
        let line = GROUND.axis([0.0, -1.0], 0.0);
        let rods = angles.map(|angle| {
            builder.body(format!("{angle}"), RigidBody::new(1.0, 0.2).at(0.5 * angle.cos(), 0.5 * angle.sin(), angle))
        });
        builder.constraint("pin", Revolute::new(rods[0].point(-0.5, 0.0), rods[1].point(-0.5, 0.0)));
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
        let (mut certain, mut dropped, mut tight) = (0, 0, 0);
        for _ in 0..600 {
            let model = model(0.4 * (1.0 + random.next()), [random.next(), random.next() - 1.5]);
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
            let Some(number) = ws.certify_in(&model, &modes, &mut room) else { continue };
            dropped += usize::from(!ws.numeric().dropped().is_empty());
            let closed = model.closed_contacts(&modes);
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
            let smooth = room.closed.iter().all(|closed| closed.friction.is_none());
            assert!(smooth || number > most - 1e-9, "{number} {most}");
            certain += usize::from(number < 1.0);
            tight += usize::from((number - most).abs() < 1e-9);
        }
        println!("{certain} certain, {tight} of them exactly, {dropped} with rows left out");
        assert!(certain > 100 && tight > 30 && dropped > 10, "moot: {certain} {tight} {dropped}");
    }
}
