//! Steps that are met, and lead nowhere.
//!
//! Beside a pole of the right-hand side the error that is estimated may stay small while the steps shrink to what the time resolves: each is accepted, and none fails. Steps *creep* if
//! [`PATIENCE`] of them in a row come no farther than as many of [`SHORTEST`] times the shortest length that the time resolves, though they might have been longer and [`NEVER`] of the shortest ones
//! would not get to where they are to go.

const SHORTEST: f64 = 4.0;
const NEVER: f64 = 1e8;
const PATIENCE: u32 = 1000;

/// How many steps were taken since when.
#[derive(Clone, Debug, Default)]
pub(super) struct Creep {
    steps: u32,
    since: f64,
}

impl Creep {
    /// Notes a step from t to an end, between the shortest that the time resolves and the longest that is allowed. Do the last ones creep?
    pub(super) fn note(&mut self, [t, end, t_max]: [f64; 3], [least, longest]: [f64; 2]) -> bool {
        let open = longest > SHORTEST * least && t_max - t > NEVER * least;
        if !open || self.steps == 0 {
            *self = Self { steps: 0, since: t };
        }
        self.steps += 1;
        if self.steps < PATIENCE {
            return false;
        }
        self.steps = 0;
        open && end - self.since <= SHORTEST * f64::from(PATIENCE) * least
    }
}
