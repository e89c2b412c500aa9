//! What the evaluations of an attempt showed: how close they came to a singular position (Q1 in `mod.rs`), and how many rows they left out.

/// A step is examined if the closeness exceeds `NEAR`, and also changes within the step by the factor `VARIES` or has a peak of `PEAKS` times its values at both
/// ends. One of the two happens wherever a singular position lies between the stages of a method, because the closeness goes with the inverse square of the distance.
pub(super) const NEAR: f64 = 5.0;
const VARIES: f64 = 6.0;
const PEAKS: f64 = 1.5;

#[derive(Copy, Clone, Debug)]
pub(super) struct Seen {
    /// Closeness at the beginning of the step, and at its end.
    pub(super) start: f64,
    pub(super) end: f64,
    /// The least one, and the largest with its time.
    least: f64,
    pub(super) most: [f64; 2],
    /// The number of rows that were left out at the beginning.
    pub(super) dropped: usize,
    /// Did that number change; was it ever smaller?
    pub(super) changed_rows: bool,
    pub(super) fewer: bool,
}

impl Seen {
    pub(super) fn new() -> Self {
        Self { start: 1.0, end: 1.0, least: 1.0, most: [1.0, 0.0], dropped: 0, changed_rows: false, fewer: false }
    }

    /// A new attempt begins at `t`.
    pub(super) fn forget(&mut self, t: f64) {
        let Self { start, dropped, .. } = *self;
        *self = Self { start, end: start, least: start, most: [start, t], dropped, changed_rows: false, fewer: false };
    }

    pub(super) fn closeness(&mut self, t: f64, closeness: f64) {
        self.least = self.least.min(closeness);
        if closeness > self.most[0] {
            self.most = [closeness, t];
        }
    }

    pub(super) fn rows(&mut self, dropped: usize) {
        self.changed_rows |= dropped != self.dropped;
        self.fewer |= dropped < self.dropped;
    }

    /// Did the closeness change within the attempt as it does near a singular position?
    pub(super) fn varies(&self) -> bool {
        let most = self.most[0];
        self.changed_rows || (most > NEAR && (most > VARIES * self.least || most > PEAKS * self.start.max(self.end)))
    }
}
