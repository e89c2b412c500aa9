//! Where a step begins.

use crate::ode::norm::Scale;

/// Where a step begins, and how errors are scaled there.
pub(in crate::ode) struct Beginning<'a> {
    pub(in crate::ode) t: f64,
    pub(in crate::ode) y: &'a [f64],
    pub(in crate::ode) slope: &'a [f64],
    pub(in crate::ode) scale: &'a Scale,
    /// No stage is later than this.
    pub(in crate::ode) latest: f64,
}

impl Beginning<'_> {
    /// What component j is measured by.
    pub(super) fn size(&self, j: usize) -> f64 {
        self.y[j].abs().max(self.scale.least(j))
    }
}
