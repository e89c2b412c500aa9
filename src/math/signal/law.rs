//! What gives a number at a time: the trait, and what it reads.

use crate::math::Jet;

/// A time, and the values that the variables of the model have there.
#[derive(Copy, Clone, Debug, Default)]
pub struct Now<'a> {
    /// The time.
    pub t: f64,
    variables: &'a [f64],
}

impl<'a> Now<'a> {
    /// This time, and no variables.
    pub fn at(t: f64) -> Self {
        Self { t, variables: &[] }
    }

    pub(crate) fn new(t: f64, variables: &'a [f64]) -> Self {
        Self { t, variables }
    }

    /// The time, with its derivatives.
    pub fn time(self) -> Jet {
        Jet::time(self.t)
    }

    pub(crate) fn variables(self) -> &'a [f64] {
        self.variables
    }

    /// The variable with this index; zero where there are none.
    pub(crate) fn number(self, index: u32) -> f64 {
        self.variables.get(index as usize).copied().unwrap_or(0.0)
    }
}

/// The continuity of what has no jumps at all.
pub(super) const SMOOTH: u8 = 4;

/// A function of time that knows its derivatives.
///
/// Every closure `Fn(Jet) -> Jet` is one, and so is [`Signal`](super::Signal).
pub trait TimeLaw: Send + Sync {
    /// The value now, with its derivatives.
    fn at(&self, now: Now<'_>) -> Jet;

    /// The largest angular frequency of its sines, rad/s; zero if it has none or does not know.
    fn fastest(&self) -> f64 {
        0.0
    }

    /// The first time after `t` at which one of its derivatives jumps: a step of a run ends there.
    fn next_kink(&self, t: f64) -> Option<f64> {
        let _ = t;
        None
    }

    /// How many of f, f', f'', f''' have no jumps, from f on; 4 if none has, or if that is not known.
    fn continuity(&self) -> u8 {
        SMOOTH
    }

    /// Does it tell all its kinks and how fast it turns? What does not is looked at before a run: it may begin where the motion knows nothing of it.
    #[doc(hidden)]
    fn tells_its_changes(&self) -> bool {
        false
    }

    /// What is wrong with it as it is given: a model with it is not built.
    fn flaw(&self) -> Option<&'static str> {
        None
    }

    /// The variables that it reads, each with the number of its model.
    #[doc(hidden)]
    fn variables(&self) -> Vec<[u32; 2]> {
        Vec::new()
    }
}

impl<F: Fn(Jet) -> Jet + Send + Sync> TimeLaw for F {
    fn at(&self, now: Now<'_>) -> Jet {
        self(now.time())
    }
}

/// Where in a time it is asked, and over which part of it there.
const ASKED: [f64; 3] = [0.297, 0.373, 0.619];
const WHILE: f64 = 1e-3;
/// Part of its value by which a function that does not change may change: rounding.
const STILL: f64 = 1e-12;

/// Does it change within a time although it says that its rate is zero? So does a closure that has made its number of numbers, and not of what carries their derivatives.
pub(crate) fn hides_its_rate(law: &dyn TimeLaw, [from, to]: [f64; 2]) -> bool {
    let hides = |part: &f64| {
        let [before, after] = [*part, part + WHILE].map(|part| law.at(Now::at(from + part * (to - from))));
        let rests = [before, after].iter().all(|at| at.first == 0.0 && at.second == 0.0);
        rests && (after.value - before.value).abs() > STILL * before.value.abs().max(after.value.abs())
    };
    law.variables().is_empty() && ASKED.iter().all(hides)
}
