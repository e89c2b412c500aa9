//! What happened in a run: events, changes of friction, and what they add up to.

use crate::dynamics::{Mode, State};
use crate::element::{ContactId, EventId, FrictionId};

/// An event that happened.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct EventRecord {
    /// When.
    pub t: f64,
    /// Which event: names need not differ.
    pub event: EventId,
    /// Its name.
    pub name: String,
    /// Did the guard rise?
    pub rising: bool,
    /// The state there, before any change.
    pub state: State,
    /// What had to be mended of the change that it made: none if the changed state satisfied the constraints.
    #[cfg_attr(feature = "serde", serde(default))]
    pub mended: Option<Mended>,
}

/// What making a changed state consistent did to it: a constraint that is held where it is far from satisfied moves bodies at that instant, and with them the energy.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Mended {
    /// Largest change of any coordinate.
    pub moved: f64,
    /// The coordinate that moved most, by name.
    pub moved_most: String,
    /// Largest change of any velocity.
    pub sped: f64,
    /// The velocity that changed most, by name.
    pub sped_most: String,
}

/// A change of the state of a friction point, or of a contact.
///
/// ```
/// use chetaev::prelude::*;
/// let mut builder = ModelBuilder::new();
/// let block = builder.body("block", Particle::new(2.0).moving(1.0, 0.0));
/// let guide = GROUND.axis([0.0, 0.0], 0.0);
/// builder.constraint("guide", Slot::new(guide, block.origin()));
/// builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 20.0), Coulomb::new(0.4));
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// let stop = &run.transitions()[0];
/// assert_eq!((stop.name.as_str(), stop.from, stop.to), ("rub", Mode::Forward, Mode::Stick));
/// assert!((stop.t - 0.25).abs() < 1e-12 && stop.load == 20.0); // m v/(μ N)
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Transition {
    /// When.
    pub t: f64,
    /// Which friction point, also that of a contact.
    pub point: Option<FrictionId>,
    /// Which contact, if it is one that opens and closes.
    pub contact: Option<ContactId>,
    /// Its name.
    pub name: String,
    /// What it did until then.
    pub from: Mode,
    /// What it does from then on; the same as `from` where only the load changed its sign.
    pub to: Mode,
    /// Slip speed at that instant, before anything is made exact: zero but for rounding. Of a contact that closes, that after its impact.
    #[cfg_attr(feature = "serde", serde(with = "crate::store::number"))]
    pub slip: f64,
    /// Load N there, before the change.
    #[cfg_attr(feature = "serde", serde(with = "crate::store::number"))]
    pub load: f64,
    /// Why.
    pub cause: Cause,
}

/// Equal runs of equal models make equal records: of the handle the event counts, not the model to which it belongs.
impl PartialEq for EventRecord {
    fn eq(&self, other: &Self) -> bool {
        let known = |it: &Self| (it.t, it.event.index, it.rising);
        known(self) == known(other) && self.name == other.name && self.state == other.state
    }
}

/// Why a friction point or a contact does otherwise from an instant on.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub enum Cause {
    /// Its slip has come to an end.
    Stopped,
    /// It has reached its static limit.
    Started,
    /// Its load has changed its sign, and nothing else.
    LoadReversed,
    /// Its normal force has vanished.
    Opened,
    /// An impact, counted in [`Trajectory::impacts`](super::Trajectory::impacts).
    Struck {
        /// Which.
        impact: usize,
    },
    /// Impacts that accumulate have come to their end.
    Rested {
        /// After how many.
        impacts: usize,
        /// When they accumulate.
        at: f64,
        /// By how much that may be wrong.
        error: f64,
    },
    /// It slid where no force could hold it closed: an impact without collision.
    Jammed {
        /// Which, in [`Trajectory::impacts`](super::Trajectory::impacts).
        impact: usize,
    },
    /// It was decided together with another that changed, or at a start.
    Decided,
}

/// Equal runs of equal models make equal transitions: of the handle the point counts, not the model to which it belongs.
impl PartialEq for Transition {
    fn eq(&self, other: &Self) -> bool {
        let numbers = |it: &Self| [it.t, it.slip, it.load];
        let known = |it: &Self| {
            let (point, contact) = (it.point.map(|point| point.index), it.contact.map(|contact| contact.index));
            (point, contact, it.from, it.to, it.cause)
        };
        known(self) == known(other) && self.name == other.name && numbers(self) == numbers(other)
    }
}

/// Summary of one friction point over a run: see [`Trajectory::friction_summary`](super::Trajectory::friction_summary).
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct FrictionSummary {
    /// Time for which it stuck.
    pub stuck: f64,
    /// Part of the run's time for which it stuck.
    pub stuck_fraction: f64,
    /// How often its load changed sign while it slid.
    pub load_reversals: u64,
    /// How often it came to stick.
    pub sticks: u64,
}
