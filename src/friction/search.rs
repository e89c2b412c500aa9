//! The search for the signs of the loads, and the choice between several solutions.

/// The method by which the signs of the loads are found. All give the same answer wherever there is only one.
///
/// A run searches at its start and wherever something changes. Within a step it holds the signs, whatever the search is: there each evaluation is one trial,
/// in the loads alone up to 16 of them, and the coupling is known.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Search {
    /// In the loads alone (E6, E7): the smooth system is factored once, each trial costs a dense system of the size of the
    /// number of friction points. Starts from the held signs. With more than 16 loads the signs go into the big matrix, whose cost is
    /// linear in their number; the coupling is not known there. Where flipping signs finds nothing, all patterns are tried, of up to 16 loads that depend on each other; among more
    /// than 64 loads they are not.
    #[default]
    Reduced,
    /// The formula for a single friction point, without trial: z = a/(1 − C sgn a). With more points: as `Reduced`.
    Direct,
    /// The improved trial method of Peng et al. 2009: signs in the big matrix, which is factored anew at each trial, beginning with the
    /// signs of the step before. All patterns, as in `Reduced`, if flipping signs finds nothing.
    WarmStarted,
    /// The earlier trial method of Peng et al. 2009: signs in the big matrix, with all 2ⁿ patterns in a fixed order at every search. For up to 12 loads; an error
    /// beyond.
    Exhaustive,
}

/// What a run does at a state with several admissible patterns of signs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Several {
    /// Stops with an error that lists them.
    #[default]
    Stop,
    /// Keeps the one that continues the held signs; the steps at which there was a choice are counted.
    Keep,
}

/// How strongly the loads of the points that slide depend on themselves through friction, at one evaluation.
///
/// Points that stick are not part of it: a [certificate](crate::model::Model::certificate) says whether they could start instead.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Coupling {
    /// ‖C‖_∞ of (E6); infinite where C was not computed, because the signs stand in the big matrix.
    pub norm: f64,
    /// An upper bound of the spectral radius of |C|, at most the norm. Below 1 the motion exists and is the only one.
    pub bound: f64,
    /// Patterns of signs that were tried.
    pub trials: u64,
}

impl Coupling {
    /// Is it certain that there is exactly one motion in which the same points slide the same way? If not, there may be one all the same.
    pub fn is_certain(&self) -> bool {
        self.bound < 1.0
    }
}
