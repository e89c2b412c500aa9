//! What there is to see of a mechanism: bodies with their shapes, and what its elements say that they look like.
//!
//! Frames are named by slot: 0 is the ground, 1 the first body.

use super::channel::range;
use super::film::Film;
use super::guess::{Surfaces, guess};
use super::happened;
use super::look::Look;
use super::shape::{Part, Shape};
use super::stretch::stretch;
use crate::body::FrameMap;
use crate::element::{Sketch, Spot};
use crate::model::{BodyEntry, ConstraintEntry, Model};
use crate::simulate::Trajectory;
use nalgebra::{Vector2, Vector3};

/// A place in a frame.
pub(super) type BodyPoint = (usize, Vector3<f64>);

/// A part of a joint's or a spring's picture, its bodies named.
pub(super) struct Mark {
    pub(super) kind: &'static str,
    pub(super) places: Vec<BodyPoint>,
    pub(super) body: usize,
    /// Of a curve, in the body's axes; of a hinge, of what turns, and of what acts along a direction of the body, that direction alone.
    pub(super) points: Vec<Vector3<f64>>,
    pub(super) closed: bool,
    /// How far what is drawn between two places stands beside the line through them, in `unit`s, to the right: of several between the same two none hides
    /// another.
    pub(super) aside: f64,
}

impl Mark {
    fn new(kind: &'static str, places: Vec<BodyPoint>, body: usize, points: Vec<Vector3<f64>>) -> Self {
        Self { kind, places, body, points, closed: false, aside: 0.0 }
    }

    /// The direction along which a strut acts.
    pub(super) fn direction(&self) -> Option<Vector3<f64>> {
        self.points.first().copied().filter(|_| matches!(self.kind, "spring" | "actuator"))
    }
}

/// Between middles of what is drawn between the same two places.
const APART: f64 = 2.6;

/// What there is to see.
pub(super) struct Scene<'p> {
    pub(super) look: &'p Look,
    pub(super) model: &'p Model,
    /// The run that is shown; of a single state, none.
    pub(super) run: Option<&'p Trajectory>,
    pub(super) film: Film,
    /// Marks of each constraint, then of each force.
    pub(super) marks: Vec<Vec<Mark>>,
    /// Of every frame, the ground first.
    pub(super) shapes: Vec<Vec<Shape>>,
}

impl<'p> Scene<'p> {
    pub(super) fn of(look: &'p Look, run: &'p Trajectory, film: Film) -> Self {
        let scene = Self { look, model: run.model(), run: Some(run), film, marks: Vec::new(), shapes: Vec::new() };
        scene.seen()
    }

    /// A single state. Reactions, which tell how large a run's picture is, are not known of it: the size is that of its shapes.
    pub(super) fn still(look: &'p Look, model: &'p Model, film: Film) -> Self {
        let mut scene = Self { look, model, run: None, film, marks: Vec::new(), shapes: Vec::new() }.seen();
        scene.film.size = scene.frame().1[0];
        scene.seen()
    }

    fn seen(mut self) -> Self {
        self.marks = self.sketches();
        self.set_aside();
        self.shapes = self.body_shapes();
        self.shorten_lines();
        self.report_where_it_is_drawn();
        self
    }

    /// On a body with a shape of its own, a contact's line is drawn where it is touched.
    fn shorten_lines(&mut self) {
        for index in 0..self.constraints().len() {
            let touched = Film::points(self.film.reaction(index));
            for mark in &mut self.marks[index] {
                if mark.kind == "surface" && !mark.closed && !self.shapes[mark.body].is_empty() && mark.body > 0 {
                    let seen = self.film.seen_from(mark.body, &touched);
                    mark.points = stretch(&mark.points, &seen, |wide| 0.08 * wide + 0.06 * self.film.size);
                }
            }
        }
    }

    /// What drives acts where it is drawn: a moment at the pin that it turns, a force at the end that it pushes.
    fn report_where_it_is_drawn(&mut self) {
        for index in 0..self.constraints().len() {
            let place = self.marks[index].iter().find_map(|mark| match mark.kind {
                "turn" => Some(self.pivot(&self.constraints()[index].slots)),
                "actuator" => mark.places.last().copied(),
                _ => None,
            });
            if let Some((slot, local)) = place {
                let path = self.film.path(slot, local);
                self.film.report_at(index, &path);
            }
        }
    }

    /// The pin between two bodies, else the origin of the second.
    pub(super) fn pivot(&self, slots: &[u32]) -> BodyPoint {
        let joins = |mark: &&Mark| {
            let pin = matches!(mark.kind, "pin" | "hinge" | "weld");
            pin && slots.iter().all(|slot| mark.places.iter().any(|place| place.0 == *slot as usize))
        };
        let pin = self.marks.iter().flatten().find(joins).and_then(|pin| pin.places.first());
        pin.copied().unwrap_or((slots.last().map_or(0, |slot| *slot as usize), Vector3::zeros()))
    }

    /// Puts the world's origin into the middle of a planar mechanism that is far from it, so that few digits place it.
    pub(super) fn come_near(&mut self) {
        let ([x0, y0, _, x1, y1, _], [span, _]) = self.frame();
        let middle = Vector3::new(0.5 * x0 + 0.5 * x1, 0.5 * y0 + 0.5 * y1, 0.0);
        if !(middle.norm() > 100.0 * span.max(x1 - x0).max(y1 - y0) && middle.norm().is_finite()) {
            return;
        }
        self.film.shift(middle);
        for mark in self.marks.iter_mut().flatten() {
            let fixed = mark.places.iter_mut().filter(|place| place.0 == 0).map(|place| &mut place.1);
            let curve = matches!(mark.kind, "guide" | "wire" | "surface");
            let drawn = mark.points.iter_mut().filter(|_| mark.body == 0 && curve);
            fixed.chain(drawn).for_each(|p| *p -= middle);
        }
        let ground = std::mem::take(&mut self.shapes[0]);
        self.shapes[0] = ground.into_iter().map(|shape| shape.moved(-middle.x, -middle.y)).collect();
    }

    pub(super) fn slot(&self, body: crate::element::BodyRef) -> usize {
        self.model.check(body)
    }

    /// The constraints without the tangents of friction.
    pub(super) fn constraints(&self) -> &[ConstraintEntry] {
        &self.model.inner.constraints[..self.model.constraint_count()]
    }

    /// The marks of each element, with its bodies.
    pub(super) fn owners(&self) -> impl Iterator<Item = (&[Mark], &[u32])> {
        let constraints = self.constraints().iter().map(|entry| &entry.slots[..]);
        let slots = constraints.chain(self.model.inner.forces.iter().map(|entry| &entry.slots[..]));
        self.marks.iter().map(|marks| &marks[..]).zip(slots)
    }

    /// What the elements say that they look like.
    fn sketches(&self) -> Vec<Vec<Mark>> {
        let far =
            |slot: usize| self.film.path(slot, Vector3::zeros()).iter().fold(0.0, |most: f64, p| most.max(p.amax()));
        let reach = (1..=self.model.inner.bodies.len()).map(far).fold(0.0, f64::max) + 3.0 * self.film.size;
        let inner = &self.model.inner;
        let constraints = self.constraints().iter().map(|c| (c.element.sketch(reach), &c.slots));
        let forces = inner.forces.iter().map(|f| (f.element.sketch(), &f.slots));
        let mark = |(index, (sketches, slots)): (usize, (Vec<Sketch>, &Vec<u32>))| {
            sketches.into_iter().filter_map(|sketch| self.mark(sketch, slots, index)).collect()
        };
        constraints.chain(forces).enumerate().map(mark).collect()
    }

    /// Sets what is drawn between the same two places beside each other: of n, as far as it goes to the right, (k − (n − 1)/2) `APART`.
    pub(super) fn set_aside(&mut self) {
        let spans = |mark: &Mark| matches!(mark.kind, "rod" | "spring" | "actuator");
        let mut groups: Vec<Vec<&mut Mark>> = Vec::new();
        for mark in self.marks.iter_mut().flatten().filter(|mark| spans(mark)) {
            let same = |group: &&mut Vec<&mut Mark>| group[0].places.iter().all(|place| mark.places.contains(place));
            match groups.iter_mut().find(same) {
                Some(group) => group.push(mark),
                None => groups.push(vec![mark]),
            }
        }
        for group in groups {
            let (middle, first) = (0.5 * (group.len() - 1) as f64, group[0].places[0]);
            for (k, mark) in group.into_iter().enumerate() {
                // To the right of the same way.
                let way = if mark.places[0] == first { 1.0 } else { -1.0 };
                mark.aside = way * APART * (k as f64 - middle);
            }
        }
    }

    fn mark(&self, sketch: Sketch, slots: &[u32], index: usize) -> Option<Mark> {
        let slot = |k: usize| slots.get(k).map(|&s| s as usize);
        let at = |spot: Spot| Some((slot(spot.slot)?, spot.local));
        let two = |kind, [a, b]: [Spot; 2]| Some(Mark::new(kind, vec![at(a)?, at(b)?], 0, Vec::new()));
        let size = self.film.size;
        match sketch {
            Sketch::Pin(spots) => two("pin", spots),
            Sketch::Hinge { spots: [a, b], axis } => {
                Some(Mark::new("hinge", vec![at(a)?, at(b)?], slot(a.slot)?, vec![axis]))
            }
            Sketch::Weld(spots) => two("weld", spots),
            Sketch::Turn { axis } => Some(Mark::new("turn", Vec::new(), slot(0)?, vec![axis])),
            Sketch::Touch => Some(Mark::new("touch", Vec::new(), 0, Vec::new())),
            Sketch::Rod(spots) => two("rod", spots),
            Sketch::Spring(spots) => two("spring", spots),
            Sketch::Actuator(spots) => two("actuator", spots),
            Sketch::Strut { spots: [from, to], direction, drives } => {
                let (body, pushed) = (slot(from.slot)?, at(to)?);
                let (lo, hi) = self.travel(body, from.local, direction, pushed, None);
                // It begins where its travel is counted from, unless it would be nothing, or turn round, there.
                let [short, long] = [lo.abs().min(hi.abs()), lo.abs().max(hi.abs())];
                let clear = lo * hi > 0.0 && short > 0.15 * long;
                let begins = from.local + direction * if clear { 0.0 } else { lo - 0.3 * size - 0.5 * (hi - lo) };
                let kind = if drives { "actuator" } else { "spring" };
                Some(Mark::new(kind, vec![(body, begins), pushed], body, vec![direction]))
            }
            Sketch::Guide { through, direction, rider } => {
                let (body, rider) = (slot(through.slot)?, at(rider)?);
                let (lo, hi) = self.travel(body, through.local, direction, rider, Some(index));
                let margin = 0.08 * (hi - lo) + 0.06 * size;
                let points = [lo - margin, hi + margin].map(|s| through.local + s * direction).to_vec();
                Some(Mark::new("guide", vec![rider], body, points))
            }
            Sketch::Wire { slot: body, points, closed, rider } => {
                Some(Mark { closed, ..Mark::new("wire", vec![at(rider)?], slot(body)?, in_space(points)) })
            }
            Sketch::Surface { slot: body, points, closed } => {
                Some(Mark { closed, ..Mark::new("surface", Vec::new(), slot(body)?, in_space(points)) })
            }
        }
    }

    /// How far a point goes along a line of a body, from where to where; while a constraint holds, if that is given and it ever does.
    fn travel(
        &self,
        body: usize,
        through: Vector3<f64>,
        direction: Vector3<f64>,
        (slot, local): BodyPoint,
        while_holding: Option<usize>,
    ) -> (f64, f64) {
        let seen = self.film.seen_from(body, &self.film.path(slot, local));
        let along: Vec<f64> = seen.iter().map(|p| (p - through).dot(&direction)).collect();
        let switched =
            while_holding.zip(self.run).map(|(index, run)| happened::switched(run, index)).unwrap_or_default();
        let start = self.film.times.first().copied();
        let holds = |t: f64| switched.iter().filter(|&&off| off < t || start == Some(off)).count().is_multiple_of(2);
        let held: Vec<f64> = self.film.times.iter().zip(&along).filter(|(t, _)| holds(**t)).map(|(_, s)| *s).collect();
        range(if held.is_empty() { &along } else { &held })
    }

    /// Between what a rod, a spring, an actuator, a strut is drawn, over the frames. A strut stands along its direction, wherever its end is across it.
    pub(super) fn spans(&self, mark: &Mark) -> [Vec<Vector3<f64>>; 2] {
        let [(slot, from), (other, to)] = [0, 1].map(|k| mark.places[k]);
        let (mut begins, ends) = (self.film.path(slot, from), self.film.path(other, to));
        if let Some(direction) = mark.direction() {
            let ahead = self.film.path(slot, from + direction);
            for ((begin, ahead), end) in begins.iter_mut().zip(&ahead).zip(&ends) {
                let along = ahead - *begin;
                *begin = end - along * along.dot(&(end - *begin));
            }
        }
        [begins, ends]
    }

    /// Shapes of every frame, the ground first: the user's, or a guess.
    fn body_shapes(&self) -> Vec<Vec<Shape>> {
        let given = |slot: usize| {
            let of = self.look.shapes.iter().filter(|(body, _)| self.slot(*body) == slot);
            of.map(|(_, shape)| shape.clone()).collect::<Vec<Shape>>()
        };
        let mut shapes = vec![given(0)];
        for (i, entry) in self.model.inner.bodies.iter().enumerate() {
            let slot = i + 1;
            let marks = || self.marks.iter().flatten();
            let joints: Vec<_> = marks().flat_map(|m| &m.places).filter(|p| p.0 == slot).map(|p| p.1).collect();
            let rides = |m: &&Mark| m.kind == "guide" && m.places.iter().any(|p| p.0 == slot);
            let guide = marks().find(rides).map(|m| m.points[1] - m.points[0]).map(|d| d.y.atan2(d.x));
            let surface = |closed: bool| marks().any(|m| m.kind == "surface" && m.body == slot && m.closed == closed);
            let surfaces = Surfaces { closed: surface(true), open: surface(false) };
            let given = given(slot);
            shapes.push(if given.is_empty() { guess(entry, &joints, guide, surfaces) } else { given });
        }
        shapes
    }

    /// The box that holds everything at all times, lowest and highest corner; then the largest extent of the mechanism at one instant, and the extent to which
    /// symbols are in proportion: one that throws a stone far away would have larger pins for that.
    pub(super) fn frame(&self) -> ([f64; 6], [f64; 2]) {
        let count = self.film.times.len();
        let empty = (Vector3::repeat(f64::INFINITY), Vector3::repeat(f64::NEG_INFINITY));
        let grow = |(lo, hi): (Vector3<f64>, Vector3<f64>), p: &Vector3<f64>| (lo.inf(p), hi.sup(p));
        let (mut moving, mut all) = (vec![empty; count], empty);
        let mut points: Vec<BodyPoint> = Vec::new();
        for (slot, shapes) in self.shapes.iter().enumerate() {
            points.extend(shapes.iter().flat_map(Shape::corners).map(|p| (slot, p)));
            points.extend((slot > 0).then_some((slot, Vector3::zeros())));
        }
        for mark in self.marks.iter().flatten() {
            points.extend(&mark.places);
            let bounded = mark.closed || mark.kind == "guide";
            points.extend(
                mark.points.iter().step_by(1 + mark.points.len() / 24).filter(|_| bounded).map(|p| (mark.body, *p)),
            );
        }
        for (slot, local) in points {
            let path = self.film.path(slot, local);
            all = path.iter().fold(all, grow);
            if slot > 0 {
                moving.iter_mut().zip(&path).for_each(|(bounds, p)| *bounds = grow(*bounds, p));
            }
        }
        let extents = || moving.iter().map(|(lo, hi)| (hi - lo).amax()).filter(|x| x.is_finite());
        let span = extents().fold(0.0, f64::max);
        let span = if span > 0.0 { span } else { self.film.size };
        let near = extents().fold(f64::INFINITY, f64::min);
        let symbols = if near < span { (4.0 * near).clamp(span / 6.0, span) } else { span };
        let (lo, hi) = if all.0.x <= all.1.x { all } else { (Vector3::repeat(-1.0), Vector3::repeat(1.0)) };
        ([lo.x, lo.y, lo.z, hi.x, hi.y, hi.z], [span, symbols])
    }

    /// Where friction acts. A moment alone acts anywhere: it is drawn at the first joint between the same bodies.
    pub(super) fn rubs_at(&self, point: usize) -> Vec<Vector3<f64>> {
        let entry = &self.model.inner.frictions[point];
        let bodies = &self.model.inner.constraints[entry.entry].slots;
        let joint = self.constraints().iter().position(|joint| bodies.iter().all(|slot| joint.slots.contains(slot)));
        Film::points(
            joint.filter(|_| entry.is_moment()).map_or(self.film.friction(point), |joint| self.film.reaction(joint)),
        )
    }
}

/// Whether a body has an attitude that its center should show.
pub(super) fn turns(entry: &BodyEntry, shapes: &[Shape]) -> bool {
    let extended = shapes.iter().any(|s| !matches!(s.0, Part::Dot(_) | Part::Block(..)));
    entry.shape.frame != FrameMap::Translation && (extended || shapes.is_empty())
}

fn in_space(points: Vec<Vector2<f64>>) -> Vec<Vector3<f64>> {
    points.into_iter().map(|p| p.push(0.0)).collect()
}
