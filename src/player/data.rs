//! The page's data: bodies with shapes, joints with what they look like and what they bear, plots, events, and the columns.
//!
//! Frames are named by slot: 0 is the ground, 1 the first body. A place is `[slot, x, y, z]`, in the axes of that frame.

use super::channel::{Channels, Kind, peak, range};
use super::film::Film;
use super::json::Json;
use super::scene::{Mark, Scene, turns};
use super::shape::{Shape, flat};
use super::{Player, happened, plots};
use crate::model::{ConstraintEntry, FrictionEntry};
use crate::simulate::Trajectory;
use nalgebra::Vector3;

/// Paths this much longer than the mechanism's size, and more radians, are kept in double precision.
const FAR: f64 = 1000.0;

/// The scene of a run, and the columns that are read of it.
struct Data<'p> {
    run: &'p Trajectory,
    scene: Scene<'p>,
    channels: Channels,
}

/// Everything that the page's script reads.
pub(super) fn data(player: &Player<'_>) -> Json {
    let scene = Scene::of(&player.look, player.run, Film::of(player));
    let (frame, [span, symbols]) = scene.frame();
    let mut data = Data { run: player.run, scene, channels: Channels::default() };
    let bodies = data.bodies();
    let joints = data.joints();
    let forces = data.forces();
    let frictions = data.frictions();
    let Data { scene, mut channels, .. } = data;
    let contacts = happened::contacts(player.run, &scene.film, &mut channels);
    let [listed, often] = happened::events(player.run);
    let plots = plots::plots(player, &scene.film, &mut channels);
    let time = channels.add(Kind::F64, scene.film.times.clone());
    let trails = player.look.trails.iter().map(|(body, local)| place(scene.slot(*body), *local));
    Json::Object(vec![
        ("title", player.look.title.as_str().into()),
        ("spatial", scene.model.inner.bodies.iter().any(|body| body.spatial).into()),
        ("frames", scene.film.times.len().into()),
        ("time", time.into()),
        ("size", Json::short(scene.film.size.max(span))),
        ("frame", Json::List(frame.into_iter().map(Json::exact).collect())),
        ("span", Json::short(span)),
        ("symbols", Json::short(symbols)),
        ("unseen", Json::short(scene.film.unseen)),
        ("gravity", Json::drawn(scene.model.gravity().iter().copied())),
        ("bodies", bodies),
        ("joints", joints),
        ("forces", forces),
        ("trails", Json::List(trails.collect())),
        ("frictions", frictions),
        ("contacts", contacts),
        ("plots", plots),
        ("events", listed),
        ("often", often),
        ("transitions", happened::transitions(player.run)),
        ("impacts", happened::impacts(player.run)),
        ("others", Json::List(player.others.iter().map(other).collect())),
        ("channels", channels.json()),
    ])
}

/// A run that is drawn over another.
fn other((name, player): &(String, Player<'_>)) -> Json {
    Json::Object(vec![("name", name.as_str().into()), ("scene", data(player))])
}

fn place(slot: usize, local: Vector3<f64>) -> Json {
    Json::List(vec![slot.into(), Json::exact(local.x), Json::exact(local.y), Json::exact(local.z)])
}

impl Data<'_> {
    fn bodies(&mut self) -> Json {
        let drawn = |shapes: &[Shape]| Json::List(shapes.iter().map(Shape::json).collect());
        let Self { scene: Scene { shapes, model, film, .. }, channels, .. } = self;
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
        let model = self.scene.model;
        let constraints = model.inner.constraints[..model.constraint_count()].iter().enumerate();
        Json::List(constraints.map(|(i, entry)| self.joint(i, entry)).collect())
    }

    fn joint(&mut self, index: usize, entry: &ConstraintEntry) -> Json {
        let force: Vec<Vec<f64>> = self.scene.film.reaction(index)[..6].to_vec();
        let on = entry.slots.last().map_or(0, |&slot| slot as usize);
        let [vector, moment] = self.wrench(&force);
        let at = self.acts_at(on, &Film::points(self.scene.film.reaction(index)));
        let marks = self.scene.marks[index].iter().map(Mark::json).collect();
        Json::Object(vec![
            ("name", entry.name.as_str().into()),
            ("on", on.into()),
            ("slots", Json::list(entry.slots.iter().map(|&slot| slot as usize))),
            ("force", vector),
            ("moment", moment),
            ("at", at),
            ("marks", Json::List(marks)),
            ("off", Json::list(happened::switched(self.run, index))),
        ])
    }

    /// Columns of a force, and of its moment if it has one.
    fn wrench(&mut self, columns: &[Vec<f64>]) -> [Json; 2] {
        let most = |part: &[Vec<f64>]| part.iter().map(|c| peak(c)).fold(0.0, f64::max);
        let turning = most(&columns[3..]) > 1e-9 * most(&columns[..3]) * self.scene.film.size;
        let mut add = |part: &[Vec<f64>]| {
            Json::list(part.iter().map(|c| self.channels.add(Kind::U16, c.clone())).collect::<Vec<usize>>())
        };
        [add(&columns[..3]), if turning { add(&columns[3..]) } else { Json::Null }]
    }

    /// Where a force acts: a place, if it is fixed in the body, else three columns.
    fn acts_at(&mut self, on: usize, path: &[Vector3<f64>]) -> Json {
        let seen = self.scene.film.seen_from(on, path);
        let first = seen.first().copied().unwrap_or_default();
        if seen.iter().all(|p| (p - first).norm() < 1e-7 * self.scene.film.size) {
            return place(on, first);
        }
        let mut add = |pick: fn(&Vector3<f64>) -> f64| self.channels.add(Kind::F32, path.iter().map(pick).collect());
        Json::list([add(|p| p.x), add(|p| p.y), add(|p| p.z)])
    }

    /// Friction points: what they do, columns of slip, load and force, and the force as a vector.
    fn frictions(&mut self) -> Json {
        let model = self.scene.model;
        let start = self.run.first().map(|at| at.modes.to_vec()).unwrap_or_default();
        let point = |(i, entry): (usize, &FrictionEntry)| {
            let columns = self.scene.film.friction(i).to_vec();
            let [slip, load, size] = [0, 1, 2].map(|k| self.channels.add(Kind::U16, columns[k].clone()));
            let on = model.inner.constraints[entry.entry].slots.last().map_or(0, |&slot| slot as usize);
            let [force, moment] = self.wrench(&columns[3..9]);
            let at = self.acts_at(on, &self.scene.rubs_at(i));
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

    /// Springs and other forces between two points.
    fn forces(&self) -> Json {
        let marks = &self.scene.marks[self.scene.model.constraint_count()..];
        let named = self.scene.model.inner.forces.iter().zip(marks).filter(|(_, marks)| !marks.is_empty());
        let force = |(entry, marks): (&crate::model::ForceEntry, &Vec<Mark>)| {
            let marks = marks.iter().map(Mark::json).collect();
            Json::Object(vec![("name", entry.name.as_str().into()), ("marks", Json::List(marks))])
        };
        Json::List(named.map(force).collect())
    }
}

impl Mark {
    fn json(&self) -> Json {
        let places = self.places.iter().map(|&(slot, local)| place(slot, local)).collect();
        let mut parts = vec![
            ("kind", self.kind.into()),
            ("places", Json::List(places)),
            ("body", self.body.into()),
            ("points", flat(&self.points)),
            ("closed", self.closed.into()),
        ];
        if self.aside != 0.0 {
            parts.push(("aside", self.aside.into()));
        }
        Json::Object(parts)
    }
}
