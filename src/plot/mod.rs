//! Figures, written as SVG.
//!
//! A [`Figure`] is a title over a grid of [`Panel`]s; a panel is a pair of axes with histories, portraits, points, clouds, poses of a mechanism
//! or a map of classes. Labels carry the unit, as in `t (s)`.
//!
//! ```
//! use chetaev::plot::{Figure, Panel};
//! use chetaev::prelude::*;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let mut builder = ModelBuilder::new();
//! # builder.gravity([0.0, -9.81]);
//! # let rod = builder.body("rod", RigidBody::rod(1.0, 0.5).at(0.25, 0.0, 0.0));
//! # let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.25, 0.0)));
//! # let model = builder.build()?;
//! let run = Simulation::new(&model).every(0.01).run(model.start().project()?, 5.0)?;
//! let svg = Figure::new("A rod on a pin")
//!     .columns(3)
//!     .size(1080.0, 340.0)
//!     .panel(Panel::history("force in the pin (N)").curve("", &run, |at| at.reaction(pin).force.norm()))
//!     .panel(Panel::new("angle (rad)", "spin (rad/s)").portrait("", &run, |at| [at.body(rod).angle, at.body(rod).spin]))
//!     .panel(Panel::history("energy error (J)").log_y().curve("", &run, |at| at.balance().abs()))
//!     .svg();
//! assert!(svg.starts_with("<svg") && svg.len() < 60_000);
//! # Ok(())
//! # }
//! ```
//!
//! | what | how |
//! |---|---|
//! | time history | [`Panel::history`], [`Panel::curve`] |
//! | phase portrait | [`Panel::portrait`] |
//! | Poincaré points | [`Panel::points`] |
//! | bifurcation diagram, any dense cloud | [`Panel::cloud`]: an embedded picture of at most 170 kB, however many points there are |
//! | drift and errors | [`Panel::log_y`] |
//! | the mechanism in many positions | [`Panel::overlay`] with [`Panel::equal_aspect`] |
//!
//! One value that would flatten all others is cut, and told at the edge ([`Panel::y_range`] shows what you say). Gaps (values that are not finite, or not positive on a logarithmic axis), constant series and
//! empty series are all drawable; long series are thinned so that a file stays below 300 kB.

mod axis;
mod draw;
mod image;
mod legend;
mod panel;
mod simplify;
mod style;
mod svg;

pub use panel::Panel;
pub use style::COLORS;

use std::{io, path::Path};

use svg::Svg;

/// Vertices in one file, shared by all its series: about 13 bytes each.
const VERTICES: usize = 18_000;

const MARGIN: f64 = 14.0;
const GAP: f64 = 16.0;

/// A title over a grid of panels.
#[derive(Clone, Debug)]
#[must_use = "a figure is made when it is written"]
pub struct Figure {
    title: String,
    width: f64,
    height: f64,
    columns: usize,
    panels: Vec<Panel>,
}

impl Figure {
    /// A figure of 760 × 480 pixels, its panels one below the other.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_owned(), width: 760.0, height: 480.0, columns: 1, panels: Vec::new() }
    }

    /// Width and height in pixels, at least 200 × 120.
    pub fn size(mut self, width: f64, height: f64) -> Self {
        (self.width, self.height) = (width.max(200.0), height.max(120.0));
        self
    }

    /// Number of panels side by side.
    pub fn columns(mut self, columns: usize) -> Self {
        self.columns = columns.max(1);
        self
    }

    /// Adds a panel: rows are filled from left to right, from the top.
    pub fn panel(mut self, panel: Panel) -> Self {
        self.panels.push(panel);
        self
    }

    /// The SVG document.
    pub fn svg(&self) -> String {
        let mut svg = Svg::new(self.width, self.height);
        let mut top = MARGIN;
        top += svg.heading([MARGIN, top + 14.0], &self.title, style::TITLE, self.width - 2.0 * MARGIN);
        top += if self.title.is_empty() { 0.0 } else { 9.0 };
        let limit = self.vertices_per_series();
        let rows = self.panels.len().div_ceil(self.columns).max(1);
        let width = (self.width - 2.0 * MARGIN + GAP) / self.columns as f64;
        let height = (self.height - top - MARGIN + GAP) / rows as f64;
        let size = [width - GAP, height - GAP];
        for column in 0..self.columns {
            let stack = || self.panels.iter().skip(column).step_by(self.columns);
            // One indent for all panels of a column, so that their axes stand in line.
            let indent = stack().map(|p| draw::indent(p, size[1])).fold(0.0, f64::max);
            for (row, panel) in stack().enumerate() {
                let corner = [MARGIN + column as f64 * width, top + row as f64 * height];
                draw::panel(panel, &mut svg, corner, size, indent, limit);
            }
        }
        svg.finish()
    }

    /// The largest limit for each series that keeps the sum within [`VERTICES`]: what the short
    /// series leave over goes to the long ones.
    fn vertices_per_series(&self) -> usize {
        let mut sizes: Vec<usize> = self.panels.iter().flat_map(Panel::series_sizes).collect();
        sizes.sort_unstable();
        let (mut left, mut count) = (VERTICES, sizes.len());
        for size in sizes {
            if size > left / count {
                return (left / count).max(2);
            }
            left -= size;
            count -= 1;
        }
        VERTICES
    }

    /// Writes the file, with its folder if it is not there.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        crate::store::write(path, self.svg().as_bytes())
    }
}

#[cfg(test)]
mod tests;
