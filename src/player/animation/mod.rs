//! A run as one SVG file that moves by itself, for a README, a page or a slide: no script, nothing to load.
//!
//! ```
//! # use chetaev::prelude::*;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! # builder.gravity([0.0, -9.81]);
//! # let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
//! # builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
//! # let model = builder.build()?;
//! # let run = Simulation::new(&model).every(0.02).run(model.start().project()?, 2.0)?;
//! let picture = run.player().title("A rod on a pin").animation().size(600.0, 400.0).svg()?;
//! assert!(picture.starts_with("<svg") && picture.len() < 20_000);
//! # Ok(())
//! # }
//! ```
//!
//! | layer | how it moves (SMIL) |
//! |---|---|
//! | a body, with its pins, guides, wires, surface | two groups: one is moved, the one in it turned |
//! | a spring | its beginning moved and turned, its length scaled |
//! | a trail, the trace of a contact on both bodies | a dash that runs along the path as the point does |
//! | a force | its point moved, its end animated; hidden while it is shorter than its head |
//! | friction | the same, and its class changes at the instants of stick and slip |
//! | the lanes below | a cursor over the time, each point colored by stick and slip |
//!
//! A viewer that does not animate shows the first frame. Colors follow the viewer's light or dark scheme, on a sheet of their own, so
//! that the picture can be read on any ground. Bodies in space are not drawn: the page is for them.

mod forces;
mod timeline;

use super::Player;
use super::film::Film;
use super::look::ForeignBody;
use super::picture::{Clock, LOOK, MARGIN, Stage, View, round_below, shortened};
use super::scene::Scene;
use crate::store::svg::{document, escape};
use std::io;
use std::path::Path;

/// Room for the title.
const ABOVE: f64 = 34.0;
/// Height for the mechanism, whatever the lanes take.
const LEAST: f64 = 48.0;

/// Why there is no moving picture of a run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnimationError {
    /// The drawing is flat.
    #[error(
        "body `{body}` moves in space, but an SVG animation is planar: write the page instead, `run.player().write(\"run.html\")`"
    )]
    Space {
        /// The first body in space.
        body: String,
    },
    /// A shape or a trail is of a body of another model.
    #[error(transparent)]
    Foreign(#[from] ForeignBody),
    /// The file cannot be written.
    #[error(transparent)]
    File(#[from] io::Error),
}

/// Makes a moving picture: see [`Player::animation`].
#[derive(Debug)]
pub struct Animation<'a> {
    player: Player<'a>,
    size: [f64; 2],
    speed: Option<f64>,
    per_second: f64,
    span: Option<[f64; 2]>,
    reactions: bool,
}

impl<'a> Player<'a> {
    /// The scene as one SVG file that moves: `run.player().animation().write("run.svg")?`.
    pub fn animation(self) -> Animation<'a> {
        Animation { player: self, size: [760.0, 440.0], speed: None, per_second: 25.0, span: None, reactions: true }
    }
}

impl Animation<'_> {
    /// Width and height in pixels, 200 × 150 to 4000 × 4000 (760 × 440 unless said otherwise); higher if many friction points need it.
    pub fn size(self, width: f64, height: f64) -> Self {
        let side = |x: f64, least: f64| if x > least { x.min(4000.0) } else { least };
        Self { size: [side(width, 200.0), side(height, 150.0)], ..self }
    }

    /// How fast it runs: 1 is real time, 0.1 ten times slower; from 1e-9 to 1e9. Unless said otherwise, real time if that takes from 2 s to
    /// 60 s, else about 12 s.
    pub fn speed(self, speed: f64) -> Self {
        Self { speed: (speed > 0.0).then_some(speed.clamp(1e-9, 1e9)), ..self }
    }

    /// Frames a second of the viewer's time, 1 to 120 (25 unless said otherwise), but no more than 3000 in all; between them everything
    /// moves straight on.
    pub fn frames_per_second(self, per_second: f64) -> Self {
        Self { per_second: if per_second.is_nan() { 25.0 } else { per_second.clamp(1.0, 120.0) }, ..self }
    }

    /// Only this part of the run, s, whichever of the two comes first. For a periodic motion, a period loops without a jump.
    pub fn between(self, from: f64, to: f64) -> Self {
        Self { span: Some([from.min(to), from.max(to)]), ..self }
    }

    /// Whether the reactions of the constraints are shown (they are); friction always is.
    pub fn reactions(self, shown: bool) -> Self {
        Self { reactions: shown, ..self }
    }

    /// The SVG document.
    ///
    /// # Errors
    /// [`AnimationError::Space`] if a body moves in space, [`AnimationError::Foreign`] if a shape or a trail is of a body of another model.
    pub fn svg(&self) -> Result<String, AnimationError> {
        let run = self.player.run;
        self.player.look.check(run.model())?;
        if let Some(body) = run.model().inner.bodies.iter().find(|body| body.spatial) {
            return Err(AnimationError::Space { body: body.name.clone() });
        }
        let [first, last] = [run.first(), run.last()].map(|at| at.map_or(0.0, |at| at.t()));
        let [from, to] = self.span.unwrap_or([first, last]).map(|t| t.min(last).max(first));
        let clock = Clock::new(from, to, self.speed.unwrap_or_else(|| pleasant(to - from)), self.per_second);
        let film = Film::at(&self.player, clock.times.clone());
        let mut scene = Scene::of(&self.player.look, run, film);
        scene.come_near();
        let view = view(&scene, self.size);
        Ok(Stage { scene, clock, view }.document(self.reactions && !run.is_empty()))
    }

    /// Writes the file, with its folder if it is not there.
    ///
    /// # Errors
    /// As [`Animation::svg`], and what the file system reports.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), AnimationError> {
        Ok(crate::store::write(path, self.svg()?.as_bytes())?)
    }
}

/// The default speed for a run of so many seconds.
fn pleasant(seconds: f64) -> f64 {
    if seconds > 0.0 && !(2.0..=60.0).contains(&seconds) { round_below(seconds / 12.0) } else { 1.0 }
}

/// The whole run fits between the title and the lanes.
fn view(scene: &Scene<'_>, size: [f64; 2]) -> View {
    let ([x0, y0, _, x1, y1, _], [_, symbols]) = scene.frame();
    let lanes = timeline::height(scene.model);
    let size = [size[0], size[1].max(ABOVE + lanes + LEAST)];
    let room = [[MARGIN, ABOVE], [size[0] - MARGIN, size[1] - lanes]];
    View::of([[x0, y0], [x1, y1]], symbols, None, size, room)
}

impl Stage<'_> {
    fn document(&self, reactions: bool) -> String {
        let size @ [w, h] = self.view.size;
        let title = escape(&self.scene.look.title);
        let heading = escape(&shortened(&self.scene.look.title, ((w - 32.0) / 8.0) as usize));
        let head = document(size, r#"class="mech" role="img""#) + &format!("<title>{title}</title>");
        let sheet = format!(
            r#"<rect class="sheet" x=".5" y=".5" width="{}" height="{}" rx="10"/><text class="title" x="16" y="25">{heading}</text>"#,
            w - 1.0,
            h - 1.0
        );
        let style = format!("<style>\n{LOOK}{}</style>", include_str!("style.css"));
        let layers = [
            head,
            style,
            forces::HEADS.into(),
            sheet,
            self.bodies(),
            self.forces(reactions),
            self.timeline(),
            "</svg>\n".into(),
        ];
        layers.join("\n")
    }
}

#[cfg(test)]
mod tests;
