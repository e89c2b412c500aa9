//! From meters to pixels. What is to be seen fits into a room of the picture, and the view never pans.

use nalgebra::Vector3;

/// Room at the left and right of what has no names there.
pub(in crate::player) const MARGIN: f64 = 16.0;

/// A parallel projection: on the plane z = 0, or from aside.
#[derive(Clone, Debug)]
pub(in crate::player) struct View {
    pub(in crate::player) size: [f64; 2],
    /// Pixels a meter.
    pub(in crate::player) scale: f64,
    /// Where the world's origin is.
    origin: [f64; 2],
    /// Half the width of a symbol, in pixels.
    pub(in crate::player) unit: f64,
    /// What points to the right and upward in the picture.
    axes: [Vector3<f64>; 2],
    is_flat: bool,
}

/// The plane z = 0, x to the right and y upward.
pub(in crate::player) fn flat() -> [Vector3<f64>; 2] {
    [Vector3::x(), Vector3::y()]
}

impl View {
    /// Shows the box between two corners, seen along the plane's axes or along others from aside, in the room between two corners of the picture. Symbols, as large as suits a mechanism of
    /// the extent `span`, stand out beyond the points that they mark.
    pub(in crate::player) fn of(
        [[x0, y0], [x1, y1]]: [[f64; 2]; 2],
        span: f64,
        aside: Option<[Vector3<f64>; 2]>,
        size: [f64; 2],
        [corner, end]: [[f64; 2]; 2],
    ) -> Self {
        let room = [end[0] - corner[0], end[1] - corner[1]];
        let (wide, high) = (x1 - x0, y1 - y0);
        let margin = 0.05 * wide.max(high) + 0.04 * span.max(1e-12);
        let scale = (room[0] / (wide + 2.0 * margin)).min(room[1] / (high + 2.0 * margin));
        let middle = [corner[0] + 0.5 * room[0], corner[1] + 0.5 * room[1]];
        let origin = [middle[0] - 0.5 * scale * (x0 + x1), middle[1] + 0.5 * scale * (y0 + y1)];
        let unit = (0.022 * span * scale).clamp(2.5, 13.0);
        Self { size, scale, origin, unit, axes: aside.unwrap_or_else(flat), is_flat: aside.is_none() }
    }

    /// Is the picture the plane of planar bodies? Seen from above, space is not.
    pub(in crate::player) fn is_flat(&self) -> bool {
        self.is_flat
    }

    /// A point of the world.
    pub(in crate::player) fn screen(&self, p: &Vector3<f64>) -> [f64; 2] {
        let [x, y] = self.direction(p);
        [self.origin[0] + x, self.origin[1] + y]
    }

    /// A distance in the world, or, in the axes of a body whose group is moved and turned, a point.
    pub(in crate::player) fn direction(&self, p: &Vector3<f64>) -> [f64; 2] {
        [self.scale * self.axes[0].dot(p), -self.scale * self.axes[1].dot(p)]
    }

    /// The picture's two corners, from the world's origin.
    pub(in crate::player) fn window(&self) -> [[f64; 2]; 2] {
        [[0.0, 0.0], self.size].map(|corner| [corner[0] - self.origin[0], corner[1] - self.origin[1]])
    }

    /// Does a face with this unit normal show its outside? One that is seen along itself does not.
    pub(in crate::player) fn faces(&self, normal: &Vector3<f64>) -> bool {
        self.axes[0].cross(&self.axes[1]).dot(normal) > 1e-9
    }
}

/// The largest of 1, 2 and 5 times a power of ten that is not above `x`.
pub(in crate::player) fn round_below(x: f64) -> f64 {
    let decade = 10f64.powf(x.log10().floor());
    [5.0, 2.0, 1.0].into_iter().find(|k| k * decade <= x * (1.0 + 1e-9)).unwrap_or(1.0) * decade
}
