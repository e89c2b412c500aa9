//! What is asked of one evaluation, and what it found: every question is an argument, every answer a result.
//!
//! Nothing is set in a workspace before a call and taken back after it. All that an evaluation leaves there (accelerations, multipliers, loads,
//! signs, residuals) belongs to the last question that was asked.

use super::{Baumgarte, Mode, State};
use crate::friction::Search;
use crate::math::Now;
use crate::model::{FirstOrder, Model};

/// A state as the passes of an evaluation read it.
#[derive(Copy, Clone, Debug)]
pub(crate) struct StateRef<'a> {
    pub(crate) t: f64,
    pub(crate) q: &'a [f64],
    pub(crate) v: &'a [f64],
    pub(crate) memory: &'a [f64],
    pub(crate) variables: &'a [f64],
}

/// What belongs to a state besides positions and velocities, while these are being changed.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Around<'a> {
    pub(crate) now: Now<'a>,
    pub(crate) memory: &'a [f64],
}

impl<'a> Around<'a> {
    /// With these positions and velocities.
    pub(crate) fn state(self, q: &'a [f64], v: &'a [f64]) -> StateRef<'a> {
        let Self { now, memory } = self;
        StateRef { t: now.t, q, v, memory, variables: now.variables() }
    }
}

/// One question: the motion at a place, under these modes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Query<'a> {
    pub(crate) at: StateRef<'a>,
    pub(crate) modes: &'a [Mode],
    pub(crate) gains: Baumgarte,
    /// Added to γ of each row, to undo drift; nothing if empty.
    pub(crate) correction: &'a [f64],
    pub(crate) signs: Signs<'a>,
    pub(crate) ways: Ways<'a>,
    pub(crate) limits: Limits<'a>,
    pub(crate) rest: Rest<'a>,
    /// Open contacts that are looked at.
    pub(crate) touching: Touching<'a>,
    /// The largest velocity just before: what is left of one that has come to an end is rounding of it.
    pub(crate) pace: f64,
    /// A wrench on one frame besides all forces, to see what it would do.
    pub(crate) probe: Option<Probe>,
    /// Forces in the coordinates of the model, besides all others; empty if there are none.
    pub(crate) push: &'a [f64],
}

/// The signs of the loads.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Signs<'a> {
    /// As they are: N = S z even where that is negative, so that the right-hand side is smooth.
    Held(&'a [f64]),
    /// To be found, beginning with those.
    Search { from: &'a [f64], by: Search },
}

/// Where contacts in space slide to.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Ways<'a> {
    /// To where their slip does; where that is nothing but rounding, as the state has it.
    OfSlip,
    /// The marked friction points stand: those of them that slide start, beginning the search for their direction with that of the state.
    Standing(&'a [bool]),
    /// Within a step: along their slip, or against it where that is nearer to the direction at the beginning.
    Near(&'a [Way]),
}

/// Where one of them slides to at the beginning of a step.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Way {
    /// In world axes, and about the normal.
    pub(crate) near: [f64; 4],
    /// How fast; infinite where the slip has come to an end, whose direction is kept.
    pub(crate) speed: f64,
    /// How it has started, as long as its direction follows from the forces (H14).
    pub(crate) start: Option<Beginning>,
}

/// When a slip has started, and where to: d, in the tangents of its contact.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct Beginning {
    pub(crate) t: f64,
    pub(crate) d: [f64; 3],
}

/// What the friction force of a sliding point is.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Limits<'a> {
    /// That of its law.
    Law,
    /// Its static limit for the marked points, to see whether they would start; of all static limits only the part `limit_factor` counts.
    AtRest { points: &'a [bool], limit_factor: f64 },
}

/// Which open contacts are looked at: those that touch and may close, or all, to be read.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Touching<'a> {
    None,
    All,
    Those(&'a [bool]),
}

impl Touching<'_> {
    /// Is this one among them?
    pub(crate) fn has(self, contact: usize) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Those(marked) => marked[contact],
        }
    }
}

/// Velocities that are exactly zero and stay so, of parts of the mechanism that friction holds at rest.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Rest<'a> {
    Free,
    Frozen(&'a [bool]),
}

/// A wrench on the frame with the given index.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Probe {
    pub(crate) frame: usize,
    pub(crate) spatial: bool,
    pub(crate) wrench: [f64; 6],
}

/// What holds the bodies while a state is put onto its constraints.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Bonds<'a> {
    pub(crate) modes: &'a [Mode],
    pub(crate) rest: Rest<'a>,
}

impl<'a> Query<'a> {
    /// The motion as it is: no gains, every law as it stands, all free to move.
    #[inline(always)]
    pub(crate) fn new(at: StateRef<'a>, modes: &'a [Mode], signs: Signs<'a>) -> Self {
        let (gains, limits, rest) = (Baumgarte::OFF, Limits::Law, Rest::Free);
        Self {
            at,
            modes,
            gains,
            correction: &[],
            signs,
            ways: Ways::OfSlip,
            limits,
            rest,
            touching: Touching::None,
            pace: 0.0,
            probe: None,
            push: &[],
        }
    }

    /// At a state, with its own modes, the signs being searched from its own.
    #[inline(always)]
    pub(crate) fn of(state: &'a State, by: Search) -> Self {
        Self::new(StateRef::of(state), &state.modes, Signs::Search { from: &state.signs, by })
    }

    /// With gains (E3).
    #[inline(always)]
    pub(crate) fn with_gains(mut self, gains: Baumgarte) -> Self {
        self.gains = gains;
        self
    }

    /// With something added to γ of each row.
    #[inline(always)]
    pub(crate) fn with_correction(mut self, correction: &'a [f64]) -> Self {
        self.correction = correction;
        self
    }

    /// With forces besides all others.
    #[inline(always)]
    pub(crate) fn with_push(mut self, push: &'a [f64]) -> Self {
        self.push = push;
        self
    }

    /// With other modes.
    #[inline(always)]
    pub(crate) fn with_modes(mut self, modes: &'a [Mode]) -> Self {
        self.modes = modes;
        self
    }

    /// With other signs.
    #[inline(always)]
    pub(crate) fn with_signs(mut self, signs: Signs<'a>) -> Self {
        self.signs = signs;
        self
    }

    /// With other directions of what slides in space.
    #[inline(always)]
    pub(crate) fn with_ways(mut self, ways: Ways<'a>) -> Self {
        self.ways = ways;
        self
    }

    /// With other limits.
    #[inline(always)]
    pub(crate) fn with_limits(mut self, limits: Limits<'a>) -> Self {
        self.limits = limits;
        self
    }

    /// With the largest velocity just before.
    #[inline(always)]
    pub(crate) fn with_pace(mut self, pace: f64) -> Self {
        self.pace = pace;
        self
    }

    /// With open contacts that are looked at.
    #[inline(always)]
    pub(crate) fn with_touching(mut self, touching: Touching<'a>) -> Self {
        self.touching = touching;
        self
    }

    /// With something at rest.
    #[inline(always)]
    pub(crate) fn with_rest(mut self, rest: Rest<'a>) -> Self {
        self.rest = rest;
        self
    }
}

impl<'a> StateRef<'a> {
    /// Where a state is.
    #[inline(always)]
    pub(crate) fn of(state: &'a State) -> Self {
        let State { t, q, v, memory, variables, .. } = state;
        Self { t: *t, q, v, memory, variables }
    }

    /// Where a first-order state is.
    #[inline(always)]
    pub(crate) fn within(model: &Model, t: f64, y: &'a [f64], memory: &'a [f64]) -> Self {
        let FirstOrder { q, v, variables, .. } = model.inner.layout.split(y);
        Self { t, q, v, memory, variables }
    }

    /// The time, and the variables there.
    #[inline(always)]
    pub(crate) fn now(self) -> Now<'a> {
        Now::new(self.t, self.variables)
    }
}

impl<'a> Signs<'a> {
    /// The signs with which it begins.
    pub(crate) fn given(self) -> &'a [f64] {
        match self {
            Self::Held(signs) | Self::Search { from: signs, .. } => signs,
        }
    }

    /// How they are searched; not at all while they are held.
    pub(crate) fn search(self) -> Option<Search> {
        match self {
            Self::Held(_) => None,
            Self::Search { by, .. } => Some(by),
        }
    }
}

impl Limits<'_> {
    /// The part of the static limits that counts.
    pub(crate) fn limit_factor(self) -> f64 {
        match self {
            Self::Law => 1.0,
            Self::AtRest { limit_factor, .. } => limit_factor,
        }
    }

    /// Does this sliding point take its static limit?
    pub(crate) fn at_rest(self, point: usize) -> bool {
        matches!(self, Self::AtRest { points, .. } if points.get(point).is_some_and(|&marked| marked))
    }
}

impl<'a> Rest<'a> {
    /// From what [`freeze`](super::Workspace::freeze) wrote.
    #[inline(always)]
    pub(crate) fn of(frozen: &'a [bool]) -> Self {
        if frozen.is_empty() { Self::Free } else { Self::Frozen(frozen) }
    }

    /// Does this velocity stay zero?
    pub(crate) fn holds(self, dof: usize) -> bool {
        matches!(self, Self::Frozen(frozen) if frozen[dof])
    }
}

impl<'a> Bonds<'a> {
    /// Of these modes alone.
    #[inline(always)]
    pub(crate) fn of(modes: &'a [Mode]) -> Self {
        Self { modes, rest: Rest::Free }
    }
}
