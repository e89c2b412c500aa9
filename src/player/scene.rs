//! The page's data: bodies with shapes, joints with what they look like and what they bear, plots, events, and the columns.
//!
//! Frames are named by slot: 0 is the ground, 1 the first body. A place is `[slot, x, y, z]`, in the axes of that frame.

use super::channel::{Channels, Kind, peak, range};
use super::film::Film;
use super::guess::guess;
use super::json::Json;
use super::shape::{Part, Shape, flat};
use super::{Player, happened, plots};
use crate::body::FrameMap;
use crate::element::{Sketch, Spot};
use crate::model::{BodyEntry, ConstraintEntry, FrictionEntry, Model};
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
}

/// Paths this much longer than the mechanism's size, and more radians, are kept in double precision.
const FAR: f64 = 1000.0;

/// What there is to see.
pub(super) struct Scene<'p, 'a> {
    pub(super) player: &'p Player<'a>,
    pub(super) model: &'p Model,
    pub(super) film: Film,
    channels: Channels,
    /// Marks of each constraint, then of each force.
    pub(super) marks: Vec<Vec<Mark>>,
    /// Of every frame, the ground first.
    pub(super) shapes: Vec<Vec<Shape>>,
}

/// Everything that the page's script reads.
pub(super) fn scene(player: &Player<'_>) -> Json {
    let mut scene = Scene::new(player, Film::of(player));
    let (frame, span) = scene.frame();
    let bodies = scene.bodies();
    let joints = scene.joints();
    let forces = scene.forces();
    let frictions = scene.frictions();
    let contacts = happened::contacts(player.run, &scene.film, &mut scene.channels);
    let plots = plots::plots(player, &scene.film, &mut scene.channels);
    let time = scene.channels.add(Kind::F64, scene.film.times.clone());
    let trails = player.trails.iter().map(|(body, local)| place(scene.slot(*body), *local));
    Json::Object(vec![
        ("title", player.title.as_str().into()),
        ("spatial", scene.model.inner.bodies.iter().any(|body| body.spatial).into()),
        ("frames", scene.film.times.len().into()),
        ("time", time.into()),
        ("size", Json::short(scene.film.size.max(span))),
        ("frame", Json::List(frame.into_iter().map(Json::exact).collect())),
        ("span", Json::short(span)),
        ("unseen", Json::short(scene.film.unseen)),
        ("gravity", Json::drawn(scene.model.gravity().iter().copied())),
        ("bodies", bodies),
        ("joints", joints),
        ("forces", forces),
        ("trails", Json::List(trails.collect())),
        ("frictions", frictions),
        ("contacts", contacts),
        ("plots", plots),
        ("events", happened::events(player.run)),
        ("transitions", happened::transitions(player.run)),
        ("impacts", happened::impacts(player.run)),
        ("others", Json::List(player.others.iter().map(other).collect())),
        ("channels", scene.channels.json()),
    ])
}

/// A run that is drawn over another.
fn other((name, player): &(String, Player<'_>)) -> Json {
    Json::Object(vec![("name", name.as_str().into()), ("scene", scene(player))])
}

fn place(slot: usize, local: Vector3<f64>) -> Json {
    Json::List(vec![slot.into(), Json::exact(local.x), Json::exact(local.y), Json::exact(local.z)])
}

impl<'p, 'a> Scene<'p, 'a> {
    pub(super) fn new(player: &'p Player<'a>, film: Film) -> Self {
        let (model, channels) = (player.run.model(), Channels::default());
        let mut scene = Self { player, model, film, channels, marks: Vec::new(), shapes: Vec::new() };
        scene.marks = scene.sketches();
        scene.shapes = scene.body_shapes();
        scene
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

    fn mark(&self, sketch: Sketch, slots: &[u32]) -> Option<Mark> {
        let slot = |k: usize| slots.get(k).map(|&s| s as usize);
        let at = |spot: Spot| Some((slot(spot.slot)?, spot.local));
        let two = |kind, [a, b]: [Spot; 2]| {
            Some(Mark { kind, places: vec![at(a)?, at(b)?], body: 0, points: Vec::new(), closed: false })
        };
        match sketch {
            Sketch::Pin(spots) => two("pin", spots),
            Sketch::Hinge { spots: [a, b], axis } => Some(Mark {
                kind: "hinge",
                places: vec![at(a)?, at(b)?],
                body: slot(a.slot)?,
                points: vec![axis],
                closed: false,
            }),
            Sketch::Weld(spots) => two("weld", spots),
            Sketch::Touch => {
                Some(Mark { kind: "touch", places: Vec::new(), body: 0, points: Vec::new(), closed: false })
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
                Some(Mark { kind: "guide", places: vec![rider], body, points, closed: false })
            }
            Sketch::Wire { slot: body, points, closed, rider } => Some(Mark {
                kind: "wire",
                places: vec![at(rider)?],
                body: slot(body)?,
                points: in_space(points),
                closed,
            }),
            Sketch::Surface { slot: body, points, closed } => {
                Some(Mark { kind: "surface", places: Vec::new(), body: slot(body)?, points: in_space(points), closed })
            }
        }
    }

    /// Shapes of every frame, the ground first: the user's, or a guess.
    fn body_shapes(&self) -> Vec<Vec<Shape>> {
        let given = |slot: usize| {
            let of = self.player.shapes.iter().filter(|(body, _)| self.slot(*body) == slot);
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

    fn bodies(&mut self) -> Json {
        let drawn = |shapes: &[Shape]| Json::List(shapes.iter().map(Shape::json).collect());
        let Self { shapes, model, film, channels, .. } = self;
        let ground = shapes.first().map_or(Json::Null, |shapes| drawn(shapes));
        let mut bodies = vec![Json::Object(vec![("name", "ground".into()), ("shapes", ground)])];
        for (i, entry) in model.inner.bodies.iter().enumerate() {
            let size = film.size;
            let [pose, rates] = film.pose(i).map(<[Vec<f64>]>::to_vec);
            let mut add = |columns: Vec<Vec<f64>>, kind| -> Vec<Json> {
                columns.into_iter().map(|column| Json::from(channels.add(kind, column))).collect()
            };
            // The numbers after the lengths say how it is turned.
            let lengths = if pose.len() == 3 { 2 } else { 3 };
            let place = pose.into_iter().enumerate().flat_map(|(k, column)| {
                let unit = if k < lengths { size } else { 1.0 };
                let (lo, hi) = range(&column);
                let kind = if hi - lo > FAR * unit { Kind::F64 } else { Kind::F32 };
                add(vec![column], kind)
            });
            let place: Vec<Json> = place.collect();
            let rates = add(rates, Kind::U16);
            bodies.push(Json::Object(vec![
                ("name", entry.name.as_str().into()),
                ("pose", Json::List(place)),
                ("twist", Json::List(rates)),
                ("center", Json::drawn(entry.shape.center.iter().copied())),
                ("turns", turns(entry, &shapes[i + 1]).into()),
                ("shapes", drawn(&shapes[i + 1])),
            ]));
        }
        Json::List(bodies)
    }

    fn joints(&mut self) -> Json {
        let model = self.model;
        let constraints = model.inner.constraints[..model.constraint_count()].iter().enumerate();
        Json::List(constraints.map(|(i, entry)| self.joint(i, entry)).collect())
    }

    fn joint(&mut self, index: usize, entry: &ConstraintEntry) -> Json {
        let force: Vec<Vec<f64>> = self.film.reaction(index)[..6].to_vec();
        let on = entry.slots.last().map_or(0, |&slot| slot as usize);
        let [vector, moment] = self.wrench(&force);
        let at = self.acts_at(on, &Film::points(self.film.reaction(index)));
        let marks = self.marks[index].iter().map(Mark::json).collect();
        Json::Object(vec![
            ("name", entry.name.as_str().into()),
            ("on", on.into()),
            ("slots", Json::list(entry.slots.iter().map(|&slot| slot as usize))),
            ("force", vector),
            ("moment", moment),
            ("at", at),
            ("marks", Json::List(marks)),
            ("off", Json::list(happened::switched(self.player.run, index))),
        ])
    }

    /// Columns of a force, and of its moment if it has one.
    fn wrench(&mut self, columns: &[Vec<f64>]) -> [Json; 2] {
        let most = |part: &[Vec<f64>]| part.iter().map(|c| peak(c)).fold(0.0, f64::max);
        let turning = most(&columns[3..]) > 1e-9 * most(&columns[..3]) * self.film.size;
        let mut add = |part: &[Vec<f64>]| {
            Json::list(part.iter().map(|c| self.channels.add(Kind::U16, c.clone())).collect::<Vec<usize>>())
        };
        [add(&columns[..3]), if turning { add(&columns[3..]) } else { Json::Null }]
    }

    /// Where a force acts: a place, if it is fixed in the body, else three columns.
    fn acts_at(&mut self, on: usize, path: &[Vector3<f64>]) -> Json {
        let seen = self.film.seen_from(on, path);
        let first = seen.first().copied().unwrap_or_default();
        if seen.iter().all(|p| (p - first).norm() < 1e-7 * self.film.size) {
            return place(on, first);
        }
        let mut add = |pick: fn(&Vector3<f64>) -> f64| self.channels.add(Kind::F32, path.iter().map(pick).collect());
        Json::list([add(|p| p.x), add(|p| p.y), add(|p| p.z)])
    }

    /// Friction points: what they do, columns of slip, load and force, and the force as a vector.
    fn frictions(&mut self) -> Json {
        let model = self.model;
        let start = self.player.run.first().map(|at| at.modes.to_vec()).unwrap_or_default();
        let point = |(i, entry): (usize, &FrictionEntry)| {
            let columns = self.film.friction(i).to_vec();
            let [slip, load, size] = [0, 1, 2].map(|k| self.channels.add(Kind::U16, columns[k].clone()));
            let on = model.inner.constraints[entry.entry].slots.last().map_or(0, |&slot| slot as usize);
            let [force, moment] = self.wrench(&columns[3..9]);
            let at = self.acts_at(on, &self.rubs_at(i));
            Json::Object(vec![
                ("name", entry.name.as_str().into()),
                ("on", on.into()),
                ("begins", happened::mode(start.get(entry.entry).copied().unwrap_or_default())),
                ("slip", slip.into()),
                ("load", load.into()),
                ("size", size.into()),
                ("force", force),
                ("moment", moment),
                ("at", at),
                ("units", Json::list(happened::units(entry))),
            ])
        };
        Json::List(model.inner.frictions.iter().enumerate().map(point).collect())
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

    /// Springs and other forces between two points.
    fn forces(&self) -> Json {
        let marks = &self.marks[self.model.constraint_count()..];
        let named = self.model.inner.forces.iter().zip(marks).filter(|(_, marks)| !marks.is_empty());
        let force = |(entry, marks): (&crate::model::ForceEntry, &Vec<Mark>)| {
            let marks = marks.iter().map(Mark::json).collect();
            Json::Object(vec![("name", entry.name.as_str().into()), ("marks", Json::List(marks))])
        };
        Json::List(named.map(force).collect())
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

impl Mark {
    fn json(&self) -> Json {
        let places = self.places.iter().map(|&(slot, local)| place(slot, local)).collect();
        Json::Object(vec![
            ("kind", self.kind.into()),
            ("places", Json::List(places)),
            ("body", self.body.into()),
            ("points", flat(&self.points)),
            ("closed", self.closed.into()),
        ])
    }
}
