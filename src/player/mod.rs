//! A trajectory to look at: one HTML file that plays it, with no network and nothing to install.
//!
//! ```no_run
//! # use chetaev::prelude::*;
//! # fn show(run: &Trajectory) -> Result<(), Box<dyn std::error::Error>> {
//! run.player().title("A four-bar linkage").write("four_bar.html")?;
//! # Ok(())
//! # }
//! ```
//!
//! The page draws bodies, in the plane or in space (drag to turn the view), pins, guides, springs and contacts, and at each joint the force that the model found there; friction is colored by
//! stick and slip, and a contact that is struck flashes. Beside it run plots with a cursor, and a list of what happened. What a body looks like is guessed from its joints and its inertia ([`Shape`]), or given:
//!
//! ```
//! use chetaev::player::Shape;
//! use chetaev::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut builder = ModelBuilder::new();
//! builder.gravity([0.0, -9.81]);
//! let plate = builder.body("plate", RigidBody::rectangle(1.0, 0.4, 0.2).at(0.1, 0.0, 0.0));
//! let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), plate.point(-0.1, 0.0)));
//! let model = builder.build()?;
//! let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 1.0)?;
//! let page = run.player()
//!     .title("A plate on a pin")
//!     .shape(plate, Shape::rectangle(0.4, 0.2))
//!     .trail(plate.point(0.2, 0.1))
//!     .plot("lift (N)", "pin", move |at| at.reaction(pin).force.y)
//!     .to_html()?;
//! assert!(page.starts_with("<!doctype html>") && page.len() < 120_000);
//! # Ok(())
//! # }
//! ```
//!
//! A state alone is drawn by [`Model::drawing`](crate::model::Model::drawing), with the names of bodies and elements, angles and lengths: a sketch for a text.
//!
//! For a README or a slide the same scene is one SVG file that moves by itself, if it is planar: [`Player::animation`].
//!
//! Frames come from the samples of the run, and from its dense solution if it was [kept](crate::simulate::Simulation::keep_dense). Between
//! frames positions are interpolated by cubics in position and velocity, all else by straight lines; frames that this
//! reproduces to less than what an eye sees are left out, so that the file stays small. A run with few samples and no dense
//! solution has nothing to show between them: sample every 0.02 s or so.

mod animation;
mod channel;
mod compact;
mod data;
mod drawing;
mod film;
mod frames;
mod guess;
mod happened;
mod json;
mod layout;
mod look;
mod mesh;
mod page;
mod picture;
mod plots;
mod reader;
mod scene;
mod shape;
mod solid;
mod stretch;

pub use animation::{Animation, AnimationError};
pub use drawing::{Drawing, DrawingError};
pub use look::ForeignBody;
pub use page::PageError;
pub use shape::Shape;

use crate::element::{BodyRef, Point, Space};
use crate::simulate::{Snapshot, Trajectory};
use look::Look;
use std::fmt::{self, Debug};

type Value<'a> = Box<dyn Fn(&Snapshot<'_>) -> f64 + 'a>;

/// A curve of the user's own.
struct Curve<'a> {
    panel: String,
    name: String,
    log: bool,
    value: Value<'a>,
}

/// The plots that every trajectory has.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Plots {
    /// Coordinates over time.
    Coordinates,
    /// Friction forces and slip speeds of all friction points.
    Friction,
    /// Gaps and normal forces of all contacts that open.
    Contacts,
    /// Forces and moments of all constraints.
    Reactions,
    /// Kinetic, potential and total energy.
    Energy,
    /// Violations of the constraints and the error of the energy, logarithmic.
    Drift,
}

/// Makes the page of a trajectory.
#[must_use = "a page is made when it is written"]
pub struct Player<'a> {
    run: &'a Trajectory,
    look: Look,
    curves: Vec<Curve<'a>>,
    plots: Vec<Plots>,
    most_frames: usize,
    /// Runs that are drawn over this one.
    others: Vec<(String, Player<'a>)>,
}

impl<'a> Player<'a> {
    /// A player of `run` with everything that it shows by itself.
    pub fn new(run: &'a Trajectory) -> Self {
        Self {
            run,
            look: Look { title: "chetaev".into(), ..Look::default() },
            curves: Vec::new(),
            plots: vec![
                Plots::Coordinates,
                Plots::Contacts,
                Plots::Friction,
                Plots::Reactions,
                Plots::Energy,
                Plots::Drift,
            ],
            most_frames: 6000,
            others: Vec::new(),
        }
    }

    /// The heading of the page.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.look.title = title.into();
        self
    }

    /// What a body, or the ground, looks like. Say it again to add another part; the guess is dropped.
    pub fn shape(mut self, body: impl Into<BodyRef>, shape: Shape) -> Self {
        self.look.shapes.push((body.into(), shape));
        self
    }

    /// Draws the path of a body's point.
    pub fn trail<S: Space>(mut self, point: Point<S>) -> Self {
        self.look.trails.push((point.body, S::in_space(point.local)));
        self
    }

    /// Plots a number of your own, before the standard plots. Curves with the same `panel`, such as `"torque (N m)"`, share one.
    pub fn plot(
        mut self,
        panel: impl Into<String>,
        name: impl Into<String>,
        value: impl Fn(&Snapshot<'_>) -> f64 + 'a,
    ) -> Self {
        let (panel, name, value) = (panel.into(), name.into(), Box::new(value));
        self.curves.push(Curve { panel, name, log: false, value });
        self
    }

    /// A curve on a logarithmic axis, for errors: the size of `value`, its peaks kept.
    pub fn log_plot(
        self,
        panel: impl Into<String>,
        name: impl Into<String>,
        value: impl Fn(&Snapshot<'_>) -> f64 + 'a,
    ) -> Self {
        let mut player = self.plot(panel, name, value);
        if let Some(curve) = player.curves.last_mut() {
            curve.log = true;
        }
        player
    }

    /// Which of the standard plots are shown, in this order.
    pub fn standard_plots(self, plots: impl Into<Vec<Plots>>) -> Self {
        Self { plots: plots.into(), ..self }
    }

    /// Draws another run over this one, at the same time: its bodies as gray lines, its curves dashed in the plots of the same name.
    pub fn over(mut self, name: impl Into<String>, other: Player<'a>) -> Self {
        self.others.push((name.into(), other));
        self
    }

    /// At most so many frames (6000 unless said otherwise); beyond that, detail is given up.
    pub fn most_frames(self, most_frames: usize) -> Self {
        Self { most_frames: most_frames.max(2), ..self }
    }
}

impl Trajectory {
    /// A page that plays this run: `run.player().write("run.html")?`.
    pub fn player(&self) -> Player<'_> {
        Player::new(self)
    }
}

impl Debug for Player<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player").field("look", &self.look).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
