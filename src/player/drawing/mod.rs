//! A labelled drawing of a mechanism in one state, as in a textbook, made from the model, so that it cannot disagree with it.
//!
//! ```
//! use chetaev::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut builder = ModelBuilder::new();
//! builder.gravity([0.0, -9.81]);
//! let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.4, -0.3, -0.6435));
//! builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
//! let model = builder.build()?;
//! let start = model.start().project()?;
//! let sketch = model
//!     .drawing(&start.state)
//!     .length("l", rod.point(-0.5, 0.0), rod.point(0.5, 0.0))
//!     .angle("θ", GROUND.origin(), GROUND.point(0.0, -1.0), rod.point(0.5, 0.0))
//!     .svg()?;
//! assert!(sketch.contains(">rod<") && sketch.contains(">pin<") && sketch.len() < 8_000);
//! # Ok(())
//! # }
//! ```
//!
//! Bodies, joints, guides, springs and surfaces look as on the page that plays a run; each has its name beside it. A driver of an angle is an arrow around the pin, gravity an
//! arrow in a corner. Elements without a picture of their own are listed below. What a page calls θ or l or F is added as an angle, a length, a force; one with the name of an element
//! stands in its place.
//!
//! A name stands where it lies on nothing, as near as it can to what it names (`labels.rs`).

mod colors;
mod error;
mod figures;
mod labels;
mod names;
mod obstacles;
mod symbols;

pub use error::DrawingError;

use super::film::Film;
use super::look::{ForeignBody, Look};
use super::picture::{Clock, LOOK, Stage, View, flat};
use super::scene::Scene;
use super::{Player, Shape};
use crate::dynamics::State;
use crate::element::{BodyRef, Point, Space};
use crate::model::Model;
use crate::store::svg::{document, escape};

use figures::{Figure, Note};
use labels::Sheet;
use nalgebra::Vector3;
use std::path::Path;

/// Room around the mechanism, for names, in pixels.
const ASIDE: f64 = 46.0;
const ABOVE: f64 = 34.0;
/// Its size unless the user says otherwise, and what a flat mechanism has above it and below.
const WIDE: f64 = 520.0;
const LOWEST: f64 = 180.0;
const HIGHEST: f64 = 340.0;
const SPARE: f64 = 60.0;
/// Where one looks from in space, as the page does at first.
const FROM: [f64; 3] = [0.7753, -0.5304, 0.3429];

/// Draws a mechanism in one state, with names: see [`Model::drawing`].
#[derive(Clone, Debug)]
#[must_use = "a drawing is made when it is written"]
pub struct Drawing<'a> {
    model: &'a Model,
    state: State,
    look: Look,
    size: Option<[f64; 2]>,
    from: Option<Vector3<f64>>,
    names: bool,
    notes: Vec<Note>,
}

impl Model {
    /// A labelled drawing of this model in a state: `model.drawing(&start).write("sketch.svg")?`.
    pub fn drawing(&self, state: &State) -> Drawing<'_> {
        let look = Look::default();
        Drawing { model: self, state: state.clone(), look, size: None, from: None, names: true, notes: Vec::new() }
    }
}

impl Player<'_> {
    /// A labelled drawing of the run's model in a state, with the title and the shapes of this page: `page.drawing(run.end())`.
    pub fn drawing(&self, state: &State) -> Drawing<'_> {
        let look = Look { trails: Vec::new(), ..self.look.clone() };
        Drawing { look, ..self.run.model().drawing(state) }
    }
}

impl Drawing<'_> {
    /// What it shows, for readers who cannot see it.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.look.title = title.into();
        self
    }

    /// Width and height in pixels, 200 × 150 to 4000 × 4000. Unless said otherwise it is 520 wide, and 180 to 340 high, as the mechanism needs.
    pub fn size(self, width: f64, height: f64) -> Self {
        let side = |x: f64, least: f64| if x > least { x.min(4000.0) } else { least };
        Self { size: Some([side(width, 200.0), side(height, 150.0)]), ..self }
    }

    /// What a body, or the ground, looks like. Say it again to add another part; the guess is dropped.
    pub fn shape(mut self, body: impl Into<BodyRef>, shape: Shape) -> Self {
        self.look.shapes.push((body.into(), shape));
        self
    }

    /// Looks from this direction instead of at the plane; what is up, against gravity or along z, stays up.
    pub fn seen_from(self, direction: [f64; 3]) -> Self {
        Self { from: Some(direction.into()), ..self }
    }

    /// Whether bodies and elements have their names beside them (they have).
    pub fn names(self, shown: bool) -> Self {
        Self { names: shown, ..self }
    }

    /// A point with a name.
    pub fn point<S: Space>(self, name: impl Into<String>, at: Point<S>) -> Self {
        self.note(name, Figure::Point, vec![at])
    }

    /// The distance between two points, with an arrow at each end.
    pub fn length<S: Space>(self, name: impl Into<String>, from: Point<S>, to: Point<S>) -> Self {
        self.note(name, Figure::Length, vec![from, to])
    }

    /// The angle at `vertex` between the directions to two points, below 180°, with an arrow at the second.
    pub fn angle<S: Space>(self, name: impl Into<String>, vertex: Point<S>, from: Point<S>, to: Point<S>) -> Self {
        self.note(name, Figure::Angle, vec![vertex, from, to])
    }

    /// An arrow at a point: a force, a velocity. The direction is in world axes; its length does not matter.
    pub fn arrow<S: Space>(self, name: impl Into<String>, at: Point<S>, direction: impl Into<S::Vector>) -> Self {
        self.note(name, Figure::Arrow(S::in_space(direction.into())), vec![at])
    }

    /// An arrow around a point, anticlockwise about `axis` (in the plane a number, of which the sign matters): a torque, a spin.
    pub fn turn<S: Space>(self, name: impl Into<String>, at: Point<S>, axis: impl Into<S::Moment>) -> Self {
        self.note(name, Figure::Turn(S::moment_in_space(axis.into())), vec![at])
    }

    /// A line through points, of any bodies: a cord.
    pub fn line<S: Space>(self, name: impl Into<String>, points: impl IntoIterator<Item = Point<S>>) -> Self {
        self.note(name, Figure::Line, points.into_iter().collect())
    }

    fn note<S: Space>(mut self, name: impl Into<String>, figure: Figure, points: Vec<Point<S>>) -> Self {
        let places = points.into_iter().map(|point| (point.body, S::in_space(point.local))).collect();
        self.notes.push(Note { name: name.into(), figure, places });
        self
    }

    /// The SVG document.
    ///
    /// # Errors
    /// [`DrawingError`]: the state, or a body of which a shape or a figure speaks, is of another model; the state holds a number that is not finite, or a mark has no place or direction.
    pub fn svg(&self) -> Result<String, DrawingError> {
        let (expected, found) = (self.model.coordinates(), self.state.q.len());
        if expected != found {
            return Err(DrawingError::State { expected, found });
        }
        self.look.check(self.model)?;
        let bodies =
            |note: &Note| note.places.iter().map(|(body, _)| (format!("`{}`", note.name), *body)).collect::<Vec<_>>();
        ForeignBody::check(self.model, self.notes.iter().flat_map(bodies))?;
        let film = Film::still(self.model, &self.state);
        for (i, body) in self.model.inner.bodies.iter().enumerate() {
            if film.pose(i)[0].iter().flatten().any(|x| !x.is_finite()) {
                return Err(DrawingError::Body { body: body.name.clone() });
            }
        }
        let mut scene = Scene::still(&self.look, self.model, film);
        names::without_noted(&mut scene, |name| self.notes.iter().any(|note| note.name == name));
        let notes: Vec<Note<Vector3<f64>>> =
            self.notes.iter().map(|note| note.placed(&scene)).collect::<Result<_, _>>()?;
        let view = self.view(&scene, &notes);
        let stage = Stage { scene, clock: Clock::still(self.state.t), view };
        Ok(self.document(&stage, &notes))
    }

    /// Writes the file, with its folder if it is not there.
    ///
    /// # Errors
    /// As [`Drawing::svg`], and what the file system reports.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), DrawingError> {
        Ok(crate::store::write(path, self.svg()?.as_bytes())?)
    }

    /// What points to the right and upward, if it is seen from aside.
    fn aside(&self) -> Option<[Vector3<f64>; 2]> {
        let spatial = self.model.inner.bodies.iter().any(|body| body.spatial);
        let from = self.from.or_else(|| spatial.then(|| FROM.into()))?;
        let gravity = self.model.gravity();
        let down = Vector3::from_iterator(gravity.iter().copied().chain([0.0; 3]).take(3));
        let up = (-down).try_normalize(0.0).unwrap_or_else(Vector3::z);
        let toward = from.try_normalize(0.0).unwrap_or_else(Vector3::z);
        // From straight above, y is up in the picture.
        let right = up.cross(&toward).try_normalize(1e-9).unwrap_or_else(Vector3::x);
        Some([right, toward.cross(&right)])
    }

    fn view(&self, scene: &Scene<'_>, notes: &[Note<Vector3<f64>>]) -> View {
        let ([x0, y0, z0, x1, y1, z1], [span, _]) = scene.frame();
        let corners = (0..8).map(|i| Vector3::new([x0, x1][i & 1], [y0, y1][(i >> 1) & 1], [z0, z1][(i >> 2) & 1]));
        let aside = self.aside();
        let axes = aside.unwrap_or_else(flat);
        let ends = notes.iter().filter(|note| note.is_seen()).flat_map(|note| note.places.iter().copied());
        let seen: Vec<[f64; 2]> = corners.chain(ends).map(|p| axes.map(|axis| axis.dot(&p))).collect();
        let bound = |pick: fn(f64, f64) -> f64| [0, 1].map(|k| seen.iter().map(|p| p[k]).reduce(pick).unwrap_or(0.0));
        let [low, high] = [bound(f64::min), bound(f64::max)];
        // A single particle is as large as what it moves in.
        let span = match (high[0] - low[0]).max(high[1] - low[1]) {
            across if across > 0.0 => span.min(across),
            _ => span,
        };
        let size = self.size.unwrap_or_else(|| {
            let [wide, tall] = [0, 1].map(|k| (high[k] - low[k]).max(0.1 * span));
            [WIDE, (2.0 * ABOVE + SPARE + (WIDE - 2.0 * ASIDE) * tall / wide).clamp(LOWEST, HIGHEST)]
        });
        let room = [[ASIDE, ABOVE], [size[0] - ASIDE, size[1] - ABOVE]];
        View::of([low, high], span, aside, size, room)
    }

    fn document(&self, stage: &Stage<'_>, notes: &[Note<Vector3<f64>>]) -> String {
        let size @ [w, h] = stage.view.size;
        let mut sheet = Sheet::new(size, obstacles::lines(stage));
        let mut drawn = stage.bodies();
        drawn += &symbols::corners(stage, &mut sheet);
        drawn += &symbols::drivers(stage, &mut sheet);
        let mut wishes = Vec::new();
        for note in notes {
            let (figure, wish) = note.draw(stage, &mut sheet);
            drawn += &figure;
            wishes.push(wish);
        }
        wishes.into_iter().for_each(|wish| sheet.place(wish));
        if self.names {
            names::wishes(stage, notes).into_iter().for_each(|wish| sheet.place(wish));
            let rest = names::without_picture(stage, notes);
            sheet.below(&rest.join(", "));
        }
        let title = if self.look.title.is_empty() { "A mechanism" } else { &self.look.title };
        let head = document(size, r#"class="mech" role="img""#) + "\n";
        let paper = format!(r#"<rect class="sheet" x=".5" y=".5" width="{}" height="{}" rx="10"/>"#, w - 1.0, h - 1.0);
        let content = [paper, drawn, sheet.text()].join("\n");
        // An empty line would end the picture where it stands in Markdown.
        let content = content.lines().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
        // Of the rules those whose class is there: a drawing is small.
        let used = |rule: &&str| match rule.strip_prefix(".mech .").and_then(|rest| rest.split_once('{')) {
            Some((class, _)) => class.starts_with('c') && class.len() == 2 || content.contains(class),
            None => true,
        };
        let rules = LOOK.lines().skip(colors::PALETTES).chain(include_str!("style.css").lines()).filter(used);
        let rules = colors::plain(rules);
        format!("{head}<title>{}</title>\n<style>\n{rules}\n</style>\n{content}\n</svg>\n", escape(title))
    }
}
