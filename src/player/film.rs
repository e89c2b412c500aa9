//! The film: everything that the page shows, as columns over the frames that it needs.
//!
//! The plane is the plane z = 0 of space: points, forces and moments have three components here, and columns that never change cost
//! nothing. A body's pose is x, y, θ in the plane, and x, y, z with a quaternion in space; its rates follow in the same order.

use super::Player;
use super::channel::{peak, range};
use super::frames::{self, Rule};
use super::layout::{AT_SAMPLES, CONTACT, FRICTION, Layout, REACTION, WATCHED};
use super::reader::Reader;
use crate::dynamics::State;
use crate::math::spike;
use crate::model::Model;
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

/// Parts of the picture's size, and of the range of a plotted curve, that are not visible.
const UNSEEN_MOTION: f64 = 1.0 / 4000.0;
const UNSEEN_ON_A_PLOT: f64 = 1.0 / 500.0;

/// Columns over the frames.
#[derive(Debug)]
pub(super) struct Film {
    pub(super) times: Vec<f64>,
    columns: Vec<Vec<f64>>,
    layout: Layout,
    /// The typical size of the picture.
    pub(super) size: f64,
    /// Between frames a curve may miss by this part of its range.
    pub(super) unseen: f64,
}

impl Film {
    /// Without the frames that interpolation replaces invisibly.
    pub(super) fn of(player: &Player<'_>) -> Self {
        let (mut film, needed) = Self::whole(player);
        film.choose_frames(player, &needed);
        film
    }

    /// All frames that the run gives, and which of them must stay.
    fn whole(player: &Player<'_>) -> (Self, Vec<usize>) {
        let reader = Reader::new(player.run.model(), &player.curves);
        let layout = reader.layout();
        let (rows, needed) = reader.rows(player.run);
        let mut columns = vec![Vec::with_capacity(rows.len()); layout.width()];
        for (_, row) in &rows {
            columns.iter_mut().zip(row).for_each(|(column, x)| column.push(*x));
        }
        let times = rows.iter().map(|(t, _)| *t).collect();
        let mut film = Self { times, columns, layout, size: 1.0, unseen: UNSEEN_ON_A_PLOT };
        film.continue_attitudes();
        film.balance_from_the_first();
        film.size = film.extent();
        (film, needed)
    }

    /// Frames at these times, from all that the run gives: poses by cubics in value and rate, all else by straight lines.
    pub(super) fn at(player: &Player<'_>, times: Vec<f64>) -> Self {
        let (whole, _) = Self::whole(player);
        let rated = |k: usize| {
            let body = whole.layout.bodies.windows(2).find(|pair| (pair[0]..pair[1]).contains(&k))?;
            let rate = k + (body[1] - body[0]) / 2;
            (rate < body[1]).then(|| &whole.columns[rate])
        };
        let read = |(k, column): (usize, &Vec<f64>)| {
            times.iter().map(|t| frames::at(&whole.times, column, rated(k), *t)).collect::<Vec<f64>>()
        };
        let columns = whole.columns.iter().enumerate().map(read).collect();
        let mut film = Self { times, columns, layout: whole.layout, size: 1.0, unseen: UNSEEN_ON_A_PLOT };
        film.size = film.extent();
        film
    }

    /// A single state, of which only poses are known: the dynamics need not have an answer there.
    pub(super) fn still(model: &Model, state: &State) -> Self {
        let reader = Reader::new(model, &[]);
        let (layout, poses) = (reader.layout(), reader.poses(&model.read(state)));
        let mut columns: Vec<Vec<f64>> = poses.into_iter().map(|x| vec![x]).collect();
        columns.resize(layout.width(), vec![f64::NAN]);
        Self { times: vec![state.t], columns, layout, size: 1.0, unseen: UNSEEN_ON_A_PLOT }
    }

    /// Pose and rates of a body (not the ground).
    pub(super) fn pose(&self, body: usize) -> [&[Vec<f64>]; 2] {
        let columns = &self.columns[self.layout.bodies[body]..self.layout.bodies[body + 1]];
        columns.split_at(columns.len() / 2).into()
    }

    /// Force, moment and point of a constraint's reaction.
    pub(super) fn reaction(&self, constraint: usize) -> &[Vec<f64>] {
        &self.columns[self.layout.reactions() + REACTION * constraint..][..REACTION]
    }

    /// Tells a constraint's reaction about another point P: its moment there is M + (P_old − P) × F.
    pub(super) fn report_at(&mut self, constraint: usize, path: &[Vector3<f64>]) {
        let start = self.layout.reactions() + REACTION * constraint;
        let columns = &mut self.columns[start..start + REACTION];
        for (i, new) in path.iter().enumerate() {
            let [force, moment, old] =
                [0, 3, 6].map(|k| Vector3::new(columns[k][i], columns[k + 1][i], columns[k + 2][i]));
            let moment = moment + (old - new).cross(&force);
            (0..3).for_each(|k| (columns[3 + k][i], columns[6 + k][i]) = (moment[k], new[k]));
        }
    }

    /// Numbers of a friction point, in the order of [`FRICTION`].
    pub(super) fn friction(&self, point: usize) -> &[Vec<f64>] {
        &self.columns[self.layout.rubbing() + FRICTION * point..][..FRICTION]
    }

    /// Numbers of a contact that opens, in the order of [`CONTACT`].
    pub(super) fn contact(&self, contact: usize) -> &[Vec<f64>] {
        &self.columns[self.layout.touching() + CONTACT * contact..][..CONTACT]
    }

    pub(super) fn coordinates(&self) -> &[Vec<f64>] {
        &self.columns[self.layout.watched() - self.layout.coordinates..self.layout.watched()]
    }

    /// Energies and violations, in the order of [`WATCHED`].
    pub(super) fn watched(&self) -> &[Vec<f64>] {
        &self.columns[self.layout.watched()..][..WATCHED]
    }

    /// The user's curves.
    pub(super) fn curves(&self) -> &[Vec<f64>] {
        &self.columns[self.layout.watched() + WATCHED..]
    }

    /// Moves the world's origin to a point; for planar bodies, whose pose begins with a place as all poses do.
    pub(super) fn shift(&mut self, to: Vector3<f64>) {
        let layout = self.layout.clone();
        let poses = layout.bodies[..layout.bodies()].iter().copied();
        let reactions = (0..layout.constraints).map(|c| layout.reactions() + REACTION * (c + 1) - 3);
        let frictions = (0..layout.frictions).map(|p| layout.rubbing() + FRICTION * (p + 1) - 3);
        for start in poses.chain(reactions).chain(frictions) {
            for k in 0..2 {
                self.columns[start + k].iter_mut().for_each(|x| *x -= to[k]);
            }
        }
    }

    /// Origin and attitude of the frame `slot` (0 is the ground) at frame `i`.
    fn place(&self, slot: usize, i: usize) -> (Vector3<f64>, UnitQuaternion<f64>) {
        let Some(body) = slot.checked_sub(1) else {
            return (Vector3::zeros(), UnitQuaternion::identity());
        };
        match self.pose(body)[0] {
            [x, y, angle] => {
                let about = Vector3::new(0.0, 0.0, angle[i]);
                (Vector3::new(x[i], y[i], 0.0), UnitQuaternion::from_scaled_axis(about))
            }
            [x, y, z, a, b, c, d] => {
                let attitude = Quaternion::new(a[i], b[i], c[i], d[i]);
                (Vector3::new(x[i], y[i], z[i]), UnitQuaternion::new_normalize(attitude))
            }
            _ => (Vector3::zeros(), UnitQuaternion::identity()),
        }
    }

    /// A direction fixed in the frame `slot`, in world axes at the first frame.
    pub(super) fn turned(&self, slot: usize, direction: &Vector3<f64>) -> Vector3<f64> {
        self.place(slot, 0).1 * direction
    }

    /// World positions of a point fixed in the frame `slot`, over the frames.
    pub(super) fn path(&self, slot: usize, local: Vector3<f64>) -> Vec<Vector3<f64>> {
        let at = |i: usize| {
            let (origin, attitude) = self.place(slot, i);
            origin + attitude * local
        };
        (0..self.times.len()).map(at).collect()
    }

    /// World positions over the frames, as seen from the frame `slot`.
    pub(super) fn seen_from(&self, slot: usize, path: &[Vector3<f64>]) -> Vec<Vector3<f64>> {
        let seen = |(i, p): (usize, &Vector3<f64>)| {
            let (origin, attitude) = self.place(slot, i);
            attitude.inverse_transform_vector(&(p - origin))
        };
        path.iter().enumerate().map(seen).collect()
    }

    /// World points in the last three of these columns.
    pub(super) fn points(columns: &[Vec<f64>]) -> Vec<Vector3<f64>> {
        let [.., x, y, z] = columns else { return Vec::new() };
        x.iter().zip(y).zip(z).map(|((x, y), z)| Vector3::new(*x, *y, *z)).collect()
    }

    /// A quaternion and its opposite are the same attitude: of the two, the one nearer to that before.
    fn continue_attitudes(&mut self) {
        for body in 0..self.layout.bodies() {
            let start = self.layout.bodies[body];
            if self.layout.bodies[body + 1] - start != 14 {
                continue;
            }
            for i in 1..self.times.len() {
                let quaternion = start + 3..start + 7;
                let along: f64 = self.columns[quaternion.clone()].iter().map(|c| c[i] * c[i - 1]).sum();
                if along < 0.0 {
                    quaternion.chain(start + 10..start + 14).for_each(|k| self.columns[k][i] *= -1.0);
                }
            }
        }
    }

    /// The error of the balance is its change.
    fn balance_from_the_first(&mut self) {
        let balance = &mut self.columns[self.layout.watched() + AT_SAMPLES];
        let first = balance.iter().copied().find(|x| !x.is_nan()).unwrap_or(0.0);
        balance.iter_mut().for_each(|x| *x = (*x - first).abs());
    }

    /// The largest distance between origins and joints at any instant; of a single point, how far it moves.
    fn extent(&self) -> f64 {
        let mut paths: Vec<Vec<Vector3<f64>>> =
            (1..=self.layout.bodies()).map(|slot| self.path(slot, Vector3::zeros())).collect();
        paths.extend((0..self.layout.constraints).map(|c| Self::points(self.reaction(c))));
        let across = |points: &mut dyn Iterator<Item = Vector3<f64>>| {
            let empty = (Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY));
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

    /// Leaves out the frames that interpolation replaces invisibly.
    fn choose_frames(&mut self, player: &Player<'_>, needed: &[usize]) {
        let rules = self.rules(player);
        let (kept, slack) = frames::chosen(&self.times, &self.columns, &rules, needed, player.most_frames);
        self.unseen = slack * UNSEEN_ON_A_PLOT;
        let errors = self.layout.watched() + AT_SAMPLES..self.layout.watched() + WATCHED;
        for (index, column) in self.columns.iter_mut().enumerate() {
            let curve = index.checked_sub(errors.end);
            let peak = errors.contains(&index) || curve.is_some_and(|k| player.curves[k].log);
            let pick = |k: usize| {
                let from = if peak && k > 0 { kept[k - 1] + 1 } else { kept[k] };
                let values = column[from..=kept[k]].iter().copied();
                values.reduce(|a, b| if peak { a.abs().max(b.abs()) } else { b }).unwrap_or(f64::NAN)
            };
            *column = (0..kept.len()).map(pick).collect();
            if errors.contains(&index) {
                carry(column);
            }
        }
        self.times = kept.iter().map(|&i| self.times[i]).collect();
    }

    fn rules(&self, player: &Player<'_>) -> Vec<Rule> {
        let mut rules = vec![Rule::Free; self.columns.len()];
        for pair in self.layout.bodies.windows(2) {
            let half = (pair[1] - pair[0]) / 2;
            let lengths = if half == 3 { 2 } else { 3 };
            for k in 0..half {
                let tolerance = UNSEEN_MOTION * if k < lengths { self.size } else { 1.0 };
                rules[pair[0] + k] = Rule::Cubic { rate: pair[0] + half + k, tolerance };
            }
        }
        let of = |part: std::ops::Range<usize>| -> Vec<usize> {
            let places = |c: usize| part.clone().map(move |k| self.layout.reactions() + REACTION * c + k);
            (0..self.layout.constraints).flat_map(places).collect()
        };
        let forces = of(0..3);
        let largest = forces.iter().map(|k| peak(&self.columns[*k])).fold(0.0, f64::max);
        self.together(&forces, 0.0, &mut rules);
        // Moments that are nothing but the rounding of forces are not worth a frame.
        self.together(&of(3..6), 1e-6 * largest * self.size, &mut rules);
        // Of friction slip and force decide, which are plotted.
        for number in [0, 2] {
            let of = |p: usize| [self.layout.rubbing() + FRICTION * p + number];
            (0..self.layout.frictions).for_each(|p| self.together(&of(p), 0.0, &mut rules));
        }
        let watched = self.layout.watched();
        // On its plot a coordinate is drawn by straight lines, and so is a gap; one that is nothing but rounding is not worth a frame. The forces of contacts
        // are among those of constraints and of friction.
        let nothing = 1e-6 * self.size;
        let gaps = (0..self.layout.contacts).map(|c| self.layout.touching() + CONTACT * c);
        gaps.for_each(|k| self.together(&[k], nothing, &mut rules));
        (watched - self.layout.coordinates..watched).for_each(|k| self.together(&[k], nothing, &mut rules));
        self.together(&[watched, watched + 1, watched + 2], 0.0, &mut rules);
        for (k, _) in player.curves.iter().enumerate().filter(|(_, curve)| !curve.log) {
            self.together(&[watched + WATCHED + k], 0.0, &mut rules);
        }
        rules
    }

    /// Straight lines for columns that are plotted together: a curve that changes by less than `nothing`, or hardly beside the others, is
    /// not worth a frame.
    fn together(&self, columns: &[usize], nothing: f64, rules: &mut [Rule]) {
        // A few values far beyond the rest do not make the rest coarse: a plot shows it without them.
        let spread = |k: &usize| {
            let column = &self.columns[*k];
            let (lo, hi) = range(column);
            let rest = spike::middle(column.iter().copied()).map_or(hi - lo, |(lo, hi)| hi - lo);
            rest.max(1e-3 * (hi - lo)).max(1e-6 * peak(column))
        };
        let spreads: Vec<f64> = columns.iter().map(spread).collect();
        let most = spreads.iter().copied().fold(0.0, f64::max);
        for (&k, spread) in columns.iter().zip(spreads) {
            rules[k] = Rule::Line { tolerance: UNSEEN_ON_A_PLOT * spread.max(0.2 * most).max(nothing).max(1e-300) };
        }
    }
}

/// Fills gaps with the value before, or at the beginning with the first that there is.
fn carry(column: &mut [f64]) {
    let mut last = column.iter().copied().find(|x| !x.is_nan()).unwrap_or(0.0);
    for x in column {
        last = if x.is_nan() { last } else { *x };
        *x = last;
    }
}
