//! The film: everything that the page shows, as columns over the frames that it needs.
//!
//! Frames are read at the samples, at the events (before what they change), and, if the run kept its dense solution, also in
//! between, and right before and after each event and each change of friction. Then those that interpolation gives anyway are left out.
//!
//! Errors of the constraints and of the energy are read at the samples alone: the dense solution between them has its own.

use super::Player;
use super::channel::range;
use super::thin::{self, Rule};
use crate::constraint::Level;
use crate::dynamics::{Mode, State};
use crate::element::{BodyId, ConstraintId, FrictionId, Planar};
use crate::model::Model;
use crate::simulate::{Snapshot, Trajectory, Wrench};
use nalgebra::Vector2;

/// Numbers of a body in a row: x, y, θ and their rates.
pub(super) const POSE: usize = 6;
/// Numbers of a constraint in a row: the reaction's force, moment and point.
pub(super) const REACTION: usize = 5;
/// Numbers of a friction point: slip speed, load, force along its tangent; then the force's vector, moment and point.
pub(super) const FRICTION: usize = 8;
/// Kinetic, potential and total energy, the error of the balance, |φ|, |φ'|, |ψ|.
pub(super) const WATCHED: usize = 7;
/// Which of them are read at samples alone.
const AT_SAMPLES: usize = 3;

/// Parts of the picture's size, and of the range of a plotted curve, that nobody sees.
const UNSEEN_MOTION: f64 = 1.0 / 4000.0;
const UNSEEN_ON_A_PLOT: f64 = 1.0 / 500.0;

/// Frames of the dense solution: as many a second, but no fewer and no more in all.
const DENSE: (f64, f64, f64) = (120.0, 2000.0, 20_000.0);

/// Columns over the frames.
#[derive(Debug)]
pub(super) struct Film {
    pub(super) times: Vec<f64>,
    columns: Vec<Vec<f64>>,
    bodies: usize,
    constraints: usize,
    frictions: usize,
    coordinates: usize,
    /// The typical size of the picture.
    pub(super) size: f64,
}

/// Reads snapshots into rows.
struct Reader<'p, 'a> {
    player: &'p Player<'a>,
    bodies: Vec<BodyId<Planar>>,
    constraints: Vec<ConstraintId>,
    frictions: Vec<FrictionId>,
}

impl Film {
    pub(super) fn of(player: &Player<'_>) -> Self {
        let model = player.run.model();
        let reader = Reader {
            player,
            bodies: model.body_names().filter_map(|name| model.body(name)).collect(),
            constraints: model.inner.constraints[..model.lasting()]
                .iter()
                .filter_map(|c| model.constraint(&c.name))
                .collect(),
            frictions: model.friction_names().filter_map(|name| model.friction(name)).collect(),
        };
        let (bodies, constraints, frictions) = (reader.bodies.len(), reader.constraints.len(), reader.frictions.len());
        let (rows, needed) = reader.rows(player.run);
        let places = POSE * bodies + REACTION * constraints + FRICTION * frictions;
        let width = places + model.coordinates() + WATCHED + player.curves.len();
        let mut columns = vec![Vec::with_capacity(rows.len()); width];
        for (_, row) in &rows {
            columns.iter_mut().zip(row).for_each(|(column, x)| column.push(*x));
        }
        let times = rows.iter().map(|(t, _)| *t).collect();
        let mut film =
            Self { times, columns, bodies, constraints, frictions, coordinates: model.coordinates(), size: 1.0 };
        film.balance_from_the_first();
        film.size = film.extent();
        film.thin(player, &needed);
        film
    }

    /// x, y, θ, vx, vy, ω of a body (not the ground).
    pub(super) fn pose(&self, body: usize) -> &[Vec<f64>] {
        &self.columns[POSE * body..POSE * (body + 1)]
    }

    /// Force, moment and point of a constraint's reaction.
    pub(super) fn reaction(&self, constraint: usize) -> &[Vec<f64>] {
        let start = POSE * self.bodies + REACTION * constraint;
        &self.columns[start..start + REACTION]
    }

    /// Numbers of a friction point, in the order of [`FRICTION`].
    pub(super) fn friction(&self, point: usize) -> &[Vec<f64>] {
        let start = self.start_of_frictions() + FRICTION * point;
        &self.columns[start..start + FRICTION]
    }

    pub(super) fn coordinates(&self) -> &[Vec<f64>] {
        let start = self.start_of_watched() - self.coordinates;
        &self.columns[start..start + self.coordinates]
    }

    /// Energies and violations, in the order of [`WATCHED`].
    pub(super) fn watched(&self) -> &[Vec<f64>] {
        let start = self.start_of_watched();
        &self.columns[start..start + WATCHED]
    }

    /// The user's curves.
    pub(super) fn curves(&self) -> &[Vec<f64>] {
        &self.columns[self.start_of_watched() + WATCHED..]
    }

    fn start_of_frictions(&self) -> usize {
        POSE * self.bodies + REACTION * self.constraints
    }

    fn start_of_watched(&self) -> usize {
        self.start_of_frictions() + FRICTION * self.frictions + self.coordinates
    }

    /// World positions of a point fixed in the frame `slot` (0 is the ground), over the frames.
    pub(super) fn path(&self, slot: usize, local: Vector2<f64>) -> Vec<Vector2<f64>> {
        let Some(body) = slot.checked_sub(1) else {
            return vec![local; self.times.len()];
        };
        let [x, y, angle, ..] = self.pose(body) else { return Vec::new() };
        let place = |i: usize| {
            let (sin, cos) = angle[i].sin_cos();
            Vector2::new(x[i] + cos * local.x - sin * local.y, y[i] + sin * local.x + cos * local.y)
        };
        (0..self.times.len()).map(place).collect()
    }

    /// World positions over the frames, as seen from the frame `slot`.
    pub(super) fn seen_from(&self, slot: usize, path: &[Vector2<f64>]) -> Vec<Vector2<f64>> {
        let Some(body) = slot.checked_sub(1) else {
            return path.to_vec();
        };
        let [x, y, angle, ..] = self.pose(body) else { return Vec::new() };
        let place = |(i, p): (usize, &Vector2<f64>)| {
            let (sin, cos) = angle[i].sin_cos();
            let (dx, dy) = (p.x - x[i], p.y - y[i]);
            Vector2::new(cos * dx + sin * dy, cos * dy - sin * dx)
        };
        path.iter().enumerate().map(place).collect()
    }

    /// World points of a constraint's reaction.
    pub(super) fn reaction_path(&self, constraint: usize) -> Vec<Vector2<f64>> {
        points(&self.reaction(constraint)[3..])
    }

    /// World points at which a friction force acts.
    pub(super) fn friction_path(&self, point: usize) -> Vec<Vector2<f64>> {
        points(&self.friction(point)[6..])
    }

    /// The error of the balance is its change.
    fn balance_from_the_first(&mut self) {
        let column = self.start_of_watched() + 3;
        let first = self.columns[column].iter().copied().find(|x| !x.is_nan()).unwrap_or(0.0);
        self.columns[column].iter_mut().for_each(|x| *x = (*x - first).abs());
    }

    /// The largest distance between origins and joints at any instant; of a single point, how far it moves.
    fn extent(&self) -> f64 {
        let mut paths: Vec<Vec<Vector2<f64>>> =
            (1..=self.bodies).map(|slot| self.path(slot, Vector2::zeros())).collect();
        paths.extend((0..self.constraints).map(|c| self.reaction_path(c)));
        let across = |points: &mut dyn Iterator<Item = Vector2<f64>>| {
            let empty = (Vector2::repeat(f64::INFINITY), Vector2::repeat(f64::NEG_INFINITY));
            let (lo, hi) = points.filter(|p| p.x.is_finite()).fold(empty, |(lo, hi), p| (lo.inf(&p), hi.sup(&p)));
            if lo.x <= hi.x { (hi - lo).amax() } else { 0.0 }
        };
        let instants = 0..self.times.len();
        let together = instants.map(|i| across(&mut paths.iter().map(|path| path[i]))).fold(0.0, f64::max);
        if together > 1e-9 {
            return together;
        }
        match paths.iter().map(|path| across(&mut path.iter().copied())).fold(0.0, f64::max) {
            moves if moves > 0.0 => moves,
            _ => 1.0,
        }
    }

    /// Leaves out the frames that nobody misses.
    fn thin(&mut self, player: &Player<'_>, needed: &[usize]) {
        let rules = self.rules(player);
        let kept = thin::frames(&self.times, &self.columns, &rules, needed, player.most_frames);
        let first = self.start_of_watched();
        let peaks = |index: usize| {
            let curve = index.checked_sub(first + WATCHED);
            (first + AT_SAMPLES..first + WATCHED).contains(&index) || curve.is_some_and(|k| player.curves[k].log)
        };
        for (index, column) in self.columns.iter_mut().enumerate() {
            let peak = peaks(index);
            let pick = |k: usize| {
                let from = if peak && k > 0 { kept[k - 1] + 1 } else { kept[k] };
                let values = column[from..=kept[k]].iter().copied();
                values.reduce(|a, b| if peak { a.abs().max(b.abs()) } else { b }).unwrap_or(f64::NAN)
            };
            *column = (0..kept.len()).map(pick).collect();
            if (first + AT_SAMPLES..first + WATCHED).contains(&index) {
                carry(column);
            }
        }
        self.times = kept.iter().map(|&i| self.times[i]).collect();
    }

    fn rules(&self, player: &Player<'_>) -> Vec<Rule> {
        let spread = |column: &Vec<f64>| {
            let (lo, hi) = range(column);
            (hi - lo).max(1e-6 * lo.abs().max(hi.abs()))
        };
        // A curve that hardly changes beside those it is plotted with is not worth a frame.
        let together = |columns: &[&Vec<f64>]| {
            let most = columns.iter().map(|c| spread(c)).fold(0.0, f64::max);
            let line =
                move |c: &&Vec<f64>| Rule::Line { tolerance: UNSEEN_ON_A_PLOT * spread(c).max(0.2 * most).max(1e-300) };
            columns.iter().map(line).collect::<Vec<_>>()
        };
        let mut rules = vec![Rule::Free; self.columns.len()];
        for body in 0..self.bodies {
            for k in 0..3 {
                let scale = if k == 2 { 1.0 } else { self.size };
                rules[POSE * body + k] = Rule::Cubic { rate: POSE * body + 3 + k, tolerance: UNSEEN_MOTION * scale };
            }
        }
        let start = POSE * self.bodies;
        for parts in [&[0, 1][..], &[2]] {
            let of = |c: usize| parts.iter().map(move |k| start + REACTION * c + k);
            let places: Vec<usize> = (0..self.constraints).flat_map(of).collect();
            let columns: Vec<&Vec<f64>> = places.iter().map(|&p| &self.columns[p]).collect();
            places.iter().zip(together(&columns)).for_each(|(&p, rule)| rules[p] = rule);
        }
        // Of friction the force alone decides: slip and load follow from what is there already.
        for point in 0..self.frictions {
            let start = self.start_of_frictions() + FRICTION * point;
            rules[start + 2] = together(&[&self.columns[start + 2]])[0];
        }
        let energies = self.start_of_watched();
        let columns: Vec<&Vec<f64>> = self.columns[energies..energies + 3].iter().collect();
        rules[energies..energies + 3].copy_from_slice(&together(&columns));
        for (k, curve) in player.curves.iter().enumerate().filter(|(_, curve)| !curve.log) {
            debug_assert!(!curve.log);
            rules[energies + WATCHED + k] = together(&[&self.columns[energies + WATCHED + k]])[0];
        }
        rules
    }
}

impl Reader<'_, '_> {
    /// A row at each instant, in the order of time, and which of them must stay.
    fn rows(&self, run: &Trajectory) -> (Vec<(f64, Vec<f64>)>, Vec<usize>) {
        let mut rows: Vec<(f64, Vec<f64>)> = run.samples().map(|at| (at.t(), self.row(&at))).collect();
        let between = |state: &State| (state.t, self.row_between(run, state));
        let mut needed: Vec<f64> = Vec::new();
        for event in run.events() {
            rows.push(between(&event.state));
            needed.push(event.t);
            rows.extend(run.state_at(event.t.next_up()).map(|state| between(&state)));
            needed.push(event.t.next_up());
        }
        for transition in run.transitions() {
            for t in [transition.t, transition.t.next_up()] {
                rows.extend(run.state_at(t).map(|state| between(&state)));
                needed.push(t);
            }
        }
        if let (Some(first), Some(last)) = (run.first(), run.last()) {
            let (from, long) = (first.t(), last.t() - first.t());
            let (rate, least, most) = DENSE;
            let count = (long * rate).clamp(least, most) as usize;
            let dense = (1..count).map_while(|i| run.state_at(from + long * i as f64 / count as f64));
            rows.extend(dense.map(|state| between(&state)));
        }
        rows.sort_by(|a, b| a.0.total_cmp(&b.0));
        // Of two rows at the same time the first stays: the sample, if there is one.
        rows.dedup_by(|later, earlier| later.0 == earlier.0);
        let found = |t: &f64| rows.binary_search_by(|row| row.0.total_cmp(t)).ok();
        let needed = needed.iter().filter_map(found).collect();
        (rows, needed)
    }

    /// A row that no sample gives.
    fn row_between(&self, run: &Trajectory, state: &State) -> Vec<f64> {
        let mut row = run.read_state(state, |at| self.row(at));
        let end = row.len() - self.player.curves.len();
        row[end - WATCHED + AT_SAMPLES..end].fill(f64::NAN);
        row
    }

    fn row(&self, at: &Snapshot<'_>) -> Vec<f64> {
        let mut row = Vec::new();
        self.bodies.iter().for_each(|&body| row.extend(at.body(body).to_array()));
        for &constraint in &self.constraints {
            let Wrench { force, moment, point } = at.reaction(constraint);
            row.extend([force.x, force.y, moment, point.x, point.y]);
        }
        for &friction in &self.frictions {
            let reading = at.friction(friction);
            row.extend(reading.map_or([f64::NAN; 3], |r| [r.slip, r.load, r.force]));
            let Wrench { force, moment, point } = at.friction_force(friction);
            row.extend([force.x, force.y, moment, point.x, point.y]);
        }
        row.extend(at.q());
        row.extend([at.kinetic(), at.potential(), at.energy(), at.balance()]);
        row.extend(self.violations(at));
        row.extend(self.player.curves.iter().map(|curve| (curve.value)(at)));
        row
    }

    /// Largest |φ|, |φ'| and |ψ| of the constraints that hold.
    fn violations(&self, at: &Snapshot<'_>) -> [f64; 3] {
        let model: &Model = self.player.run.model();
        let mut most = [0.0_f64; 3];
        for &constraint in self.constraints.iter().filter(|&&c| at.mode(c) == Mode::Holding) {
            let rows = at.phi(constraint).into_iter().zip(at.phi_dot(constraint)).zip(model.levels(constraint));
            for ((phi, rate), level) in rows {
                match level {
                    Level::Position => (most[0], most[1]) = (most[0].max(phi.abs()), most[1].max(rate.abs())),
                    Level::Velocity => most[2] = most[2].max(rate.abs()),
                }
            }
        }
        most
    }
}

fn points(columns: &[Vec<f64>]) -> Vec<Vector2<f64>> {
    columns[0].iter().zip(&columns[1]).map(|(x, y)| Vector2::new(*x, *y)).collect()
}

/// Fills gaps with the value before, or at the beginning with the first that there is.
fn carry(column: &mut [f64]) {
    let mut last = column.iter().copied().find(|x| !x.is_nan()).unwrap_or(0.0);
    for x in column {
        last = if x.is_nan() { last } else { *x };
        *x = last;
    }
}
