//! What can be asked, and why it may be refused.

use chetaev::element::BodyId;
use chetaev::error::StartError;
use chetaev::model::{Model, State};
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::player::{PageError, Player, Shape};
use chetaev::prelude::{Planar, Spatial};
use chetaev::simulate::{RunError, Trajectory, UnknownColumn};
use chetaev::store::StoreError;
use chetaev_place::{Place, PlaceError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A run that is wanted: of which model, with which of its numbers changed, how long, and what of it is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// A model file.
    pub model: Value,
    /// What is changed of it, or of the start.
    #[serde(default)]
    pub set: Vec<Change>,
    /// Coordinates and velocities that stay as they are while the start is made consistent.
    #[serde(default)]
    pub hold: Vec<String>,
    /// Time at the end, s; it starts at 0.
    pub end: f64,
    /// Time between samples, s.
    pub every: f64,
    /// Relative tolerance.
    pub tolerance: f64,
    /// Accepted steps after which it is given up. A page asks for numbers that nobody has tried.
    pub steps: u64,
    /// Columns that are told.
    #[serde(default)]
    pub columns: Vec<String>,
    /// What a player shows, if it is wanted.
    #[serde(default)]
    pub scene: Option<Scene>,
}

/// A value of something that can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// What it is called, in errors.
    pub name: String,
    /// What it is.
    pub target: Target,
    /// Its value.
    pub value: f64,
}

/// What can be set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Numbers of the model file.
    Places(Vec<Place>),
    /// A coordinate or a velocity at the start.
    Start(String),
}

/// How the run is shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The heading.
    pub title: String,
    /// Points whose paths are drawn.
    #[serde(default)]
    pub trails: Vec<Trail>,
    /// What bodies look like, where it is not guessed.
    #[serde(default)]
    pub shapes: Vec<Drawn>,
}

/// A point of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trail {
    /// The body's name.
    pub body: String,
    /// The point in its axes, m.
    pub at: [f64; 3],
}

/// A part of what a body looks like.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Drawn {
    /// The body's name.
    pub body: String,
    /// The part.
    pub shape: Look,
}

/// The parts that pages need so far, of those that [`Shape`] has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Width and height, around the origin.
    Rectangle([f64; 2]),
    /// A line of the plane through these points.
    Line(Vec<[f64; 2]>),
    /// A thin ring around an axis.
    Ring {
        /// Its radius, m.
        radius: f64,
        /// Its axis.
        axis: [f64; 3],
    },
    /// A cylinder along an axis, its middle at the origin.
    Cylinder {
        /// Its radius, m.
        radius: f64,
        /// Its length, m.
        length: f64,
        /// Its axis.
        axis: [f64; 3],
    },
    /// A bar between two points in space.
    Rod([[f64; 3]; 2]),
    /// A sphere around the origin, by its radius, m.
    Sphere(f64),
}

impl Look {
    fn shape(&self) -> Shape {
        // From z, around which a shape begins.
        let onto = |axis: &[f64; 3]| UnitQuaternion::rotation_between(&Vector3::z(), &Vector3::from(*axis));
        match self {
            Self::Rectangle([width, height]) => Shape::rectangle(*width, *height),
            Self::Line(points) => Shape::line(points.iter().copied()),
            Self::Ring { radius, axis } => Shape::ring(*radius).turned(onto(axis).unwrap_or_default()),
            Self::Cylinder { radius, length, axis } => {
                Shape::cylinder(*radius, *length).turned(onto(axis).unwrap_or_default())
            }
            Self::Rod([from, to]) => Shape::rod(*from, *to),
            Self::Sphere(radius) => Shape::sphere(*radius),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The request is not what it should be.
    #[error("the request cannot be read: {0}")]
    Json(#[from] serde_json::Error),
    /// The model in it is not what it should be.
    #[error("the request cannot be read: {0}")]
    Model(String),
    /// A place that the model file does not have.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// No model can be built of it.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A coordinate or a velocity that is not there.
    #[error("there is no coordinate or velocity `{name}`: there are {known}")]
    Coordinate {
        /// Its name.
        name: String,
        /// Those that are there.
        known: String,
    },
    /// It cannot be run to the end.
    #[error(transparent)]
    Run(#[from] Box<RunError>),
    /// It takes too long.
    #[error(
        "the run was given up at {t:.4} s of {end} s, after {steps} steps, the last one of {step:.1e} s: ask for less time, a larger tolerance, or more steps"
    )]
    Long {
        /// Time reached.
        t: f64,
        /// Time to reach.
        end: f64,
        /// Steps until then.
        steps: u64,
        /// The last one.
        step: f64,
    },
    /// A column that is not there.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
    /// A trail, or a shape, of a body that is not there.
    #[error("there is no body `{name}` to draw: there are {known}")]
    Body {
        /// Its name.
        name: String,
        /// Those that are there.
        known: String,
    },
    /// It cannot be drawn.
    #[error(transparent)]
    Page(#[from] PageError),
}

impl RequestError {
    pub(crate) fn unknown(model: &Model, name: &str) -> Self {
        let known = [model.coordinate_names(), model.velocity_names()].concat().join(", ");
        Self::Coordinate { name: name.to_owned(), known }
    }
}

impl Request {
    /// The model with its changes.
    pub(crate) fn build(&self) -> Result<Model, RequestError> {
        let mut file = self.model.clone();
        for Change { name, target, value } in &self.set {
            if let Target::Places(places) = target {
                places.iter().try_for_each(|place| place.set(name, &mut file, *value))?;
            }
        }
        // Of the reader of a package of its own, which is made small (`profile.wasm` in Cargo.toml).
        Ok(chetaev_place::file::of(&file).map_err(RequestError::Model)?.build()?)
    }

    /// Where it starts: as the bodies are placed, but for what is set and held.
    pub(crate) fn start(&self, model: &Model) -> Result<State, RequestError> {
        let mut start = model.start();
        for name in &self.hold {
            start = if is_coordinate(model, name)? { start.hold(name) } else { start.keep(name) };
        }
        for Change { target, value, .. } in &self.set {
            if let Target::Start(of) = target {
                start = match is_coordinate(model, of)? {
                    true => start.set(of, *value).hold(of),
                    false => start.set_velocity(of, *value).keep(of),
                };
            }
        }
        Ok(start.project()?.into())
    }
}

/// A coordinate, or else a velocity.
fn is_coordinate(model: &Model, name: &str) -> Result<bool, RequestError> {
    let [coordinates, velocities] = [model.coordinate_names(), model.velocity_names()];
    let among = |names: &[String]| names.iter().any(|known| known == name);
    if !among(&coordinates) && !among(&velocities) {
        return Err(RequestError::unknown(model, name));
    }
    Ok(among(&coordinates))
}

impl Scene {
    /// The player as it is wanted.
    pub(crate) fn player<'a>(&self, run: &'a Trajectory) -> Result<Player<'a>, RequestError> {
        let (model, mut player) = (run.model(), run.player().title(&self.title));
        for Trail { body, at: [x, y, z] } in &self.trails {
            player = match find(model, body)? {
                Found::Planar(body) => player.trail(body.point(*x, *y)),
                Found::Spatial(body) => player.trail(body.point(*x, *y, *z)),
            };
        }
        for Drawn { body, shape } in &self.shapes {
            player = match find(model, body)? {
                Found::Planar(body) => player.shape(body, shape.shape()),
                Found::Spatial(body) => player.shape(body, shape.shape()),
            };
        }
        Ok(player)
    }
}

enum Found {
    Planar(BodyId<Planar>),
    Spatial(BodyId<Spatial>),
}

fn find(model: &Model, name: &str) -> Result<Found, RequestError> {
    let known = || model.body_names().collect::<Vec<_>>().join(", ");
    let planar = model.body(name).map(Found::Planar);
    let found = planar.or_else(|| model.body(name).map(Found::Spatial));
    found.ok_or_else(|| RequestError::Body { name: name.to_owned(), known: known() })
}
