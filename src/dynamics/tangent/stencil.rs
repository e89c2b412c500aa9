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
    /// Of order 8, to see how good that is.
    #[cfg(test)]
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
}
