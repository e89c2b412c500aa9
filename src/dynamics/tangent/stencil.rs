//! Places and weights of differences.

/// At which places, in steps, and with which weights a difference is taken; and its step, as a part of what is moved.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stencil {
    pub(super) step: f64,
    pub(super) points: &'static [(f64, f64)],
}

impl Stencil {
    /// One place ahead, √ε away: good for Newton's method.
    pub(crate) const FORWARD: Self = Self { step: 1.490_116_119_384_765_6e-8, points: &[(1.0, 1.0)] };
    /// One place on each side, ε^⅓ away: for a Newton's method that must see slopes that are small themselves.
    pub(crate) const CENTRAL: Self = Self { step: 6.055_454_452_393_343e-6, points: &[(1.0, 0.5), (-1.0, -0.5)] };
    /// Of order 8: as good as derivatives by formula.
    pub(crate) const EIGHTH: Self = Self {
        step: 3e-3,
        points: &[
            (1.0, 0.8),
            (-1.0, -0.8),
            (2.0, -0.2),
            (-2.0, 0.2),
            (3.0, 4.0 / 105.0),
            (-3.0, -4.0 / 105.0),
            (4.0, -1.0 / 280.0),
            (-4.0, 1.0 / 280.0),
        ],
    };
    /// Of order 6, to see how good that is.
    pub(crate) const SIXTH: Self = Self {
        step: 3e-3,
        points: &[(1.0, 0.75), (-1.0, -0.75), (2.0, -0.15), (-2.0, 0.15), (3.0, 1.0 / 60.0), (-3.0, -1.0 / 60.0)],
    };

    /// Does it look at one place on a side at most?
    pub(super) fn is_rough(&self) -> bool {
        self.points.len() <= 2
    }

    /// The same with another step.
    pub(crate) fn over(self, step: f64) -> Self {
        Self { step, ..self }
    }
}
