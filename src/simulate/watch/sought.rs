//! The search for a guard's zero within a step: its value at the beginning, the direction in which it must pass, and the zero that is found.

use crate::simulate::event::Direction;

/// The first place, just after the beginning of the step, as a part of it.
pub(in crate::simulate) const JUST_AFTER: f64 = 1e-3;

/// Where a guard is at the beginning of the step, relative to zero.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(in crate::simulate) enum AtStart {
    /// Off zero, with this value, on its side.
    Off(f64),
    /// At zero by chance: if it leaves to the wrong side, it has passed zero at the beginning.
    Zero,
    /// At zero, because it has just fired.
    Fired,
    /// A little on the wrong side, because its sign was changed before it was zero: it counts once it has come to the right side.
    Early,
    /// At zero: its side is the one that it takes first.
    EitherSide,
}

/// A guard whose zero is searched.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(in crate::simulate) struct Sought<K> {
    /// Which guard it is.
    pub(in crate::simulate) guard: K,
    /// The direction in which it must pass.
    pub(in crate::simulate) direction: Direction,
    pub(in crate::simulate) at_start: AtStart,
    /// Does reaching zero count, or only passing it?
    pub(in crate::simulate) touches: bool,
    /// Does a step that does not resolve it have to be taken again?
    pub(in crate::simulate) smooth: bool,
}

/// A guard's value, its size without cancellation, its rounding (the floor), and which loads are negative that it takes by their size: it may have a kink where
/// these change.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub(in crate::simulate) struct Value {
    pub(in crate::simulate) g: f64,
    pub(in crate::simulate) size: f64,
    pub(in crate::simulate) floor: f64,
    pub(in crate::simulate) pattern: u64,
}

/// A zero within a step.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(in crate::simulate) struct Zero<K> {
    pub(in crate::simulate) t: f64,
    /// A time before it, the lower end of its bracket.
    pub(super) after: f64,
    pub(in crate::simulate) guard: K,
    /// The side of the guard after it.
    pub(in crate::simulate) side: f64,
    /// Is it before the first place within the step that was evaluated?
    pub(in crate::simulate) at_once: bool,
}

/// A step as it is looked into: x in [0, 1] from just after its beginning to its end.
#[derive(Copy, Clone, Debug)]
pub(super) struct Span {
    pub(super) from: f64,
    pub(super) opened: f64,
    pub(super) to: f64,
}

impl Span {
    pub(super) fn new(from: f64, to: f64) -> Self {
        let opened = from + JUST_AFTER * (to - from);
        // A step of a few ulp has nothing in between.
        Self { from, opened: if opened > from { opened } else { to }, to }
    }

    pub(super) fn time(&self, x: f64) -> f64 {
        if x >= 1.0 { self.to } else { self.opened + x * (self.to - self.opened) }
    }

    /// θ, the part of the step that is over at x.
    pub(super) fn part(&self, x: f64) -> f64 {
        let h = self.to - self.from;
        if h > 0.0 { (self.time(x) - self.from) / h } else { 1.0 }
    }
}

impl<K> Sought<K> {
    /// The side at the beginning: ±1, or 0 if it is not known.
    pub(super) fn side(&self) -> f64 {
        match self.at_start {
            AtStart::Off(value) => value.signum(),
            AtStart::EitherSide => 0.0,
            // These guards fall: they come from above.
            _ => 1.0,
        }
    }

    /// Does a value on the way from `side` count as a passage?
    pub(super) fn passes(&self, side: f64, at: Value) -> bool {
        let far = if self.touches { at.g == 0.0 || side * at.g < 0.0 } else { side * at.g < -at.floor };
        self.counts(side) && far
    }

    /// Does a passage from this side count?
    pub(super) fn counts(&self, side: f64) -> bool {
        match self.direction {
            Direction::Rising => side < 0.0,
            Direction::Falling => side > 0.0,
            Direction::Both => side != 0.0,
        }
    }

    /// The side after a value that did not count as a passage.
    pub(super) fn go_on(&self, side: f64, at: Value) -> f64 {
        if at.g.abs() > at.floor { at.g.signum() } else { side }
    }
}
