//! What there is to see of a mechanism: bodies with their shapes, and what its elements say that they look like.
//!
//! Frames are named by slot: 0 is the ground, 1 the first body.

use super::channel::range;
use super::film::Film;
use super::guess::guess;
use super::look::Look;
use super::shape::{Part, Shape};
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
    pub(super) points: Vec<Vector3<f64>>,
    pub(super) closed: bool,
    /// How far what is drawn between two places stands beside the line through them, in `unit`s, to the right: of several between the same two none hides
    /// another.
    pub(super) aside: f64,
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
        scene.film.size = scene.frame().1;
        scene.seen()
    }

    fn seen(mut self) -> Self {
        self.marks = self.sketches();
        self.set_aside();
        self.shapes = self.body_shapes();
        self
    }

    /// Puts the world's origin into the middle of a planar mechanism that is far from it, so that few digits place it.
    pub(super) fn come_near(&mut self) {
        let ([x0, y0, _, x1, y1, _], span) = self.frame();
        let middle = Vector3::new(0.5 * x0 + 0.5 * x1, 0.5 * y0 + 0.5 * y1, 0.0);
        if !(middle.norm() > 100.0 * span.max(x1 - x0).max(y1 - y0) && middle.norm().is_finite()) {
            return;
        }
        self.film.shift(middle);
        for mark in self.marks.iter_mut().flatten() {
            let fixed = mark.places.iter_mut().filter(|place| place.0 == 0).map(|place| &mut place.1);
            let drawn = mark.points.iter_mut().filter(|_| mark.body == 0);
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
        let mark = |(sketches, slots): (Vec<Sketch>, &Vec<u32>)| {
            sketches.into_iter().filter_map(|sketch| self.mark(sketch, slots)).collect()
        };
        constraints.chain(forces).map(mark).collect()
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

    fn mark(&self, sketch: Sketch, slots: &[u32]) -> Option<Mark> {
        let slot = |k: usize| slots.get(k).map(|&s| s as usize);
        let at = |spot: Spot| Some((slot(spot.slot)?, spot.local));
        let two = |kind, [a, b]: [Spot; 2]| {
            Some(Mark { kind, places: vec![at(a)?, at(b)?], body: 0, points: Vec::new(), closed: false, aside: 0.0 })
        };
        match sketch {
            Sketch::Pin(spots) => two("pin", spots),
            Sketch::Hinge { spots: [a, b], axis } => Some(Mark {
                kind: "hinge",
                places: vec![at(a)?, at(b)?],
                body: slot(a.slot)?,
                points: vec![axis],
                closed: false,
                aside: 0.0,
            }),
            Sketch::Weld(spots) => two("weld", spots),
            Sketch::Turn { axis } => Some(Mark {
                kind: "turn",
                places: Vec::new(),
                body: slot(0)?,
                points: vec![axis],
                closed: false,
                aside: 0.0,
            }),
            Sketch::Touch => {
                Some(Mark { kind: "touch", places: Vec::new(), body: 0, points: Vec::new(), closed: false, aside: 0.0 })
            }
            Sketch::Rod(spots) => two("rod", spots),
            Sketch::Spring(spots) => two("spring", spots),
            Sketch::Actuator(spots) => two("actuator", spots),
            Sketch::Guide { through, direction, rider } => {
                let (body, rider) = (slot(through.slot)?, at(rider)?);
                let seen = self.film.seen_from(body, &self.film.path(rider.0, rider.1));
                let (lo, hi) = range(&seen.iter().map(|p| (p - through.local).dot(&direction)).collect::<Vec<_>>());
                let margin = 0.08 * (hi - lo) + 0.06 * self.film.size;
                let points = [lo - margin, hi + margin].map(|s| through.local + s * direction).to_vec();
                Some(Mark { kind: "guide", places: vec![rider], body, points, closed: false, aside: 0.0 })
            }
            Sketch::Wire { slot: body, points, closed, rider } => Some(Mark {
                kind: "wire",
                places: vec![at(rider)?],
                body: slot(body)?,
                points: in_space(points),
                closed,
                aside: 0.0,
            }),
            Sketch::Surface { slot: body, points, closed } => Some(Mark {
                kind: "surface",
                places: Vec::new(),
                body: slot(body)?,
                points: in_space(points),
                closed,
                aside: 0.0,
            }),
        }
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
            let surface = marks().any(|m| m.kind == "surface" && m.body == slot);
            let given = given(slot);
            shapes.push(if given.is_empty() { guess(entry, &joints, guide, surface) } else { given });
        }
        shapes
    }

    /// The box that holds everything at all times, lowest and highest corner, and the largest extent of the mechanism at one instant.
    pub(super) fn frame(&self) -> ([f64; 6], f64) {
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
        let span = moving.iter().map(|(lo, hi)| (hi - lo).amax()).filter(|x| x.is_finite()).fold(0.0, f64::max);
        let span = if span > 0.0 { span } else { self.film.size };
        let (lo, hi) = if all.0.x <= all.1.x { all } else { (Vector3::repeat(-1.0), Vector3::repeat(1.0)) };
        ([lo.x, lo.y, lo.z, hi.x, hi.y, hi.z], span)
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
