//! Play: a slot that is wider than what moves in it, and runners off which it can be lifted.
//!
//! Both sides of a slot of width w about the x axis of body a are lines that have the slot on their left; the left side runs back. For every point (x, y)
//!
//! ```text
//! (1)  φ_left = w/2 − y,    φ_right = y + w/2
//! ```
//!
//! so that what touches one side is as far as the slot is wide from the other. A block of b touches them with its corners (±l/2, ±h/2): there is play if h < w. Runners are the
//! right side alone, through the axis itself: what lies on them does so by its own weight, or not at all.
//!
//! Each side of each corner is a contact of its own, with a name of its own: `guide.left.front`. [`ModelBuilder::contacts`](crate::model::ModelBuilder::contacts) adds them in one call.

use crate::constraint::Contact;
use crate::contact::CornerOnLine;
use crate::element::{Axis, BodyId, perp};

/// A contact, and what it is called after the name of them all.
type Part = (&'static str, Contact<CornerOnLine>);

/// A slot or a guide with two sides: what moves in it has play.
///
/// ```
/// use chetaev::hybrid::Play;
/// use chetaev::prelude::*;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let slider = builder.body("slider", RigidBody::new(1.0, 0.01).at(0.0, 0.0, 0.0));
/// // A slider of 0.3 m × 0.098 m between two lines that are 0.1 m apart.
/// let guide = Play::between(GROUND.axis([0.0, 0.0], 0.0), 0.1);
/// let corners = builder.contacts("guide", guide.block(slider, [0.3, 0.098]), || Rigid::rough(Coulomb::new(0.1)));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 0.1)?;
/// // It falls by a millimetre, and lies on both corners of the right side: that of the axis' right hand.
/// let names: Vec<&str> = run.impacts()[0].names().collect();
/// assert_eq!(names, ["guide.right.back", "guide.right.front"]);
/// assert!(run.last().ok_or("no sample")?.contact(corners[2]).normal > 0.0);
/// # Ok(())
/// # }
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Play {
    axis: Axis,
    width: f64,
}

impl Play {
    /// Between two lines along an axis, with a distance between them.
    pub fn between(axis: Axis, width: f64) -> Self {
        Self { axis, width }
    }

    /// A point of body b, given in its axes: `left`, `right`.
    pub fn point(&self, b: BodyId, point: [f64; 2]) -> [Part; 2] {
        [("left", self.left(b, point)), ("right", self.right(b, point))]
    }

    /// A block of body b about its origin, by its length along its x axis and its height: `left.back`, `left.front`, `right.back`, `right.front`.
    pub fn block(&self, b: BodyId, [length, height]: [f64; 2]) -> [Part; 4] {
        let (x, y) = (0.5 * length, 0.5 * height);
        [
            ("left.back", self.left(b, [-x, y])),
            ("left.front", self.left(b, [x, y])),
            ("right.back", self.right(b, [-x, -y])),
            ("right.front", self.right(b, [x, -y])),
        ]
    }

    fn left(&self, b: BodyId, corner: [f64; 2]) -> Contact<CornerOnLine> {
        let line = self.beside(0.5);
        Contact::between(line.holder(), b, CornerOnLine::new(line, corner).reversed())
    }

    fn right(&self, b: BodyId, corner: [f64; 2]) -> Contact<CornerOnLine> {
        side(self.beside(-0.5), b, corner)
    }

    /// The axis moved to its left by a part of the width.
    fn beside(&self, part: f64) -> Axis {
        Axis { through: self.axis.through + part * self.width * perp(self.axis.direction()), ..self.axis }
    }
}

/// A guide with one side: what moves along it may be lifted off, as a drawer on its runners, or a lid.
///
/// ```
/// use chetaev::hybrid::Runner;
/// use chetaev::prelude::*;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut builder = ModelBuilder::new();
/// builder.gravity([0.0, -9.81]);
/// let lid = builder.body("lid", RigidBody::new(2.0, 0.06).at(0.0, 0.02, 0.0));
/// let rim = Runner::along(GROUND.axis([0.0, 0.0], 0.0));
/// let [back, front] = builder.contacts("rim", rim.block(lid, [0.6, 0.04]), Rigid::smooth);
/// // Half of its weight, and a little more, pulls at its front.
/// builder.force("hand", Applied::force(lid.point(0.3, 0.0), [0.0, 0.51 * 2.0 * 9.81]));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 0.1)?;
/// let at = run.last().ok_or("no sample")?;
/// assert_eq!((at.contact(back).mode, at.contact(front).mode), (Mode::Holding, Mode::Open));
/// # Ok(())
/// # }
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Runner {
    axis: Axis,
}

impl Runner {
    /// On the left of an axis.
    pub fn along(axis: Axis) -> Self {
        Self { axis }
    }

    /// A block of body b about its origin, by its length along its x axis and its height: `back`, `front`.
    pub fn block(&self, b: BodyId, [length, height]: [f64; 2]) -> [Part; 2] {
        let corner = |x: f64| side(self.axis, b, [x * length, -0.5 * height]);
        [("back", corner(-0.5)), ("front", corner(0.5))]
    }
}

fn side(line: Axis, b: BodyId, corner: [f64; 2]) -> Contact<CornerOnLine> {
    Contact::between(line.holder(), b, CornerOnLine::new(line, corner))
}
