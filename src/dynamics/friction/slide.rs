//! What is known of the slip of a contact in space; `turning.rs` has the equations.

/// Where a contact in space slides to, at the last evaluation.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Slide {
    /// d, in the tangents of the contact.
    pub(crate) d: [f64; 2],
    /// The tangents in world axes.
    pub(super) axes: [[f64; 3]; 2],
    /// s·n, or ‖s‖ outside of a step.
    pub(crate) ahead: f64,
    /// Was d found from the forces?
    pub(crate) starts: bool,
    /// The angle at which its direction was asked for last, and by how much it turned.
    pub(super) last: Option<[f64; 2]>,
}

impl Slide {
    pub(super) fn angle(&self) -> f64 {
        self.d[1].atan2(self.d[0])
    }

    /// d in world axes.
    pub(crate) fn direction(&self) -> [f64; 3] {
        let [x, y] = self.d;
        std::array::from_fn(|i| x * self.axes[0][i] + y * self.axes[1][i])
    }

    pub(super) fn turn_to(&mut self, angle: f64) {
        self.d = [angle.cos(), angle.sin()];
    }

    pub(super) fn in_axes(&self, way: [f64; 3]) -> [f64; 2] {
        self.axes.map(|axis| axis.iter().zip(way).map(|(a, w)| a * w).sum())
    }
}

/// A slip in space: what goes across the direction with which it was evaluated, its size, the rate at which it turns into that, and when it ends as things are.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(crate) struct Slipping {
    pub(crate) across: f64,
    pub(crate) speed: f64,
    pub(crate) rate: f64,
    pub(crate) left: f64,
}
