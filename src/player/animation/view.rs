//! From meters to pixels: the whole run fits between the title and the lanes, and it never pans.

use super::super::scene::Scene;
use crate::store::svg::polyline;
use nalgebra::Vector3;

/// Room for the title, and for the legend with the axis of time; each lane needs its own.
const ABOVE: f64 = 34.0;
const BELOW: f64 = 54.0;
/// Height for the mechanism, whatever the lanes take.
const LEAST: f64 = 48.0;
pub(super) const LANE: f64 = 13.0;
pub(super) const MARGIN: f64 = 16.0;

/// A parallel projection on the plane z = 0.
#[derive(Clone, Debug)]
pub(super) struct View {
    pub(super) size: [f64; 2],
    /// Pixels a meter.
    pub(super) scale: f64,
    /// Where the world's origin is.
    origin: [f64; 2],
    /// Half the width of a symbol, in pixels.
    pub(super) unit: f64,
    /// Where the lanes begin.
    pub(super) floor: f64,
}

impl View {
    pub(super) fn of(scene: &Scene<'_, '_>, size: [f64; 2]) -> Self {
        let ([x0, y0, _, x1, y1, _], span) = scene.frame();
        let lanes = scene.model.friction_names().count();
        let size = [size[0], size[1].max(ABOVE + BELOW + LANE * lanes as f64 + LEAST)];
        let floor = size[1] - BELOW - LANE * lanes as f64;
        let room = [size[0] - 2.0 * MARGIN, floor - ABOVE];
        let (wide, high) = (x1 - x0, y1 - y0);
        // Symbols stand out beyond the points that they mark.
        let margin = 0.05 * wide.max(high) + 0.04 * span.max(1e-12);
        let scale = (room[0] / (wide + 2.0 * margin)).min(room[1] / (high + 2.0 * margin));
        let middle = [MARGIN + 0.5 * room[0], ABOVE + 0.5 * room[1]];
        let origin = [middle[0] - 0.5 * scale * (x0 + x1), middle[1] + 0.5 * scale * (y0 + y1)];
        Self { size, scale, origin, unit: (0.022 * span * scale).clamp(2.5, 13.0), floor }
    }

    /// The length of an arrow that counts as long.
    pub(super) fn long(&self) -> f64 {
        self.size[0].min(self.size[1]) / 6.0
    }

    /// A point of the world.
    pub(super) fn screen(&self, p: &Vector3<f64>) -> [f64; 2] {
        [self.origin[0] + self.scale * p.x, self.origin[1] - self.scale * p.y]
    }

    /// A point in the axes of a body, whose group is moved and turned.
    pub(super) fn local(&self, p: &Vector3<f64>) -> [f64; 2] {
        [self.scale * p.x, -self.scale * p.y]
    }
}

/// A polyline, in tenths of a pixel.
pub(super) fn line(points: &[[f64; 2]], closed: bool) -> String {
    polyline(points, 1, closed)
}

/// The largest of 1, 2 and 5 times a power of ten that is not above `x`.
pub(super) fn round_below(x: f64) -> f64 {
    let decade = 10f64.powf(x.log10().floor());
    [5.0, 2.0, 1.0].into_iter().find(|k| k * decade <= x * (1.0 + 1e-9)).unwrap_or(1.0) * decade
}
