//! Which slip speeds are zero.

use super::running::Run;
use crate::math::max_abs_skip_nan;

/// A slip speed below this part of the largest one of its point so far is zero, and below this part of the largest velocity, whose rounding it is.
const AT_REST: [f64; 2] = [1e-9, 1e-14];

impl Run<'_, '_> {
    /// Takes note of the slip speeds within the step: a slip can begin and end in one.
    pub(super) fn note_peaks(&mut self) {
        let numbers = self.drive.motion.stages().iter().chain([&self.drive.end]);
        for numbers in numbers {
            let peaks = self.friction.peak.iter_mut().enumerate();
            peaks.for_each(|(point, peak)| *peak = peak.max(numbers.speed(point)));
        }
    }

    /// What is rounding of velocities at the end of the step: asked once for all points.
    pub(super) fn rounding_of_slips(&self) -> f64 {
        AT_REST[1] * max_abs_skip_nan(self.drive.motion.split(self.drive.y()).v)
    }

    /// The slip speed of a point up to which it is zero.
    pub(super) fn rest_of(&self, point: usize, rounding: f64) -> f64 {
        (AT_REST[0] * self.friction.peak[point]).max(rounding)
    }
}
