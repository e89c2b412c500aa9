//! Steps that are met, and lead nowhere.
//!
//! Beside a pole of the right-hand side the error that is estimated may stay small while the steps shrink to what the time resolves: each is accepted, and none fails. A step *creeps* if it is at most
//! [`SHORTEST`] times the shortest one that makes sense, though its end was left open and [`NEVER`] such steps would not get to it. After [`PATIENCE`] of them in a row there is no way on.

const SHORTEST: f64 = 4.0;
const NEVER: f64 = 1e8;
const PATIENCE: u32 = 1000;

/// Steps in a row that creep.
#[derive(Clone, Debug, Default)]
pub(super) struct Creep(u32);

impl Creep {
    /// Notes a step of length h, between the shortest one and the longest that is allowed, with so much time left. Is there no way on?
    pub(super) fn note(&mut self, h: f64, [least, longest]: [f64; 2], left: f64) -> bool {
        let short = SHORTEST * least;
        let creeps = h <= short && longest > short && left > NEVER * h;
        self.0 = if creeps { self.0 + 1 } else { 0 };
        self.0 >= PATIENCE
    }
}
