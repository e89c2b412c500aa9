//! What is found: branches, and what happens on them.

use crate::analysis::orbit::found::Orbit;
use crate::error::quoted;
use std::fmt;

/// A branch of orbits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Branch {
    /// Orbits along it, in order.
    pub points: Vec<BranchPoint>,
    /// What happens on the way, in order.
    pub turns: Vec<Turn>,
    /// Why it ends.
    pub end: BranchEnd,
}

/// An orbit of a branch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BranchPoint {
    /// The parameter.
    pub value: f64,
    /// The orbit.
    pub orbit: Orbit,
    /// How many of its multipliers are larger than one: none where it is stable.
    pub unstable: usize,
    /// What changes on its way, in order: `rub: Stick`.
    pub changes: Vec<String>,
}

/// Something that happens on a branch.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Turn {
    /// What.
    pub kind: TurnKind,
    /// The parameter there.
    pub value: f64,
    /// The orbit there.
    pub orbit: Orbit,
    /// It is between this point of the branch and the next one.
    pub after: usize,
    /// How many multipliers are larger than one before it, and after.
    pub unstable: [usize; 2],
    /// Where the other branch goes.
    pub(super) direction: Tangent,
}

/// What happens on a branch.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TurnKind {
    /// The parameter turns back: two orbits meet and vanish.
    Fold,
    /// Orbits of twice the period begin: [`Continuation::doubled`](super::Continuation::doubled) follows them.
    Doubling,
    /// A pair of multipliers leaves or enters the unit circle: motions on a torus begin.
    Torus,
    /// Another branch crosses.
    Crossing,
    /// The orbit changes otherwise than before on its way, for it has begun, or ceased, to touch something: to stick, or to strike.
    Path {
        /// Its changes before.
        before: Vec<String>,
        /// And after.
        after: Vec<String>,
    },
}

/// Why a branch ends.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BranchEnd {
    /// The parameter is at the end of its range.
    Range,
    /// As many orbits as were asked for.
    Most,
    /// No orbit was found further on, however short the step.
    Lost {
        /// Where the parameter stood.
        value: f64,
        /// Why the last trial failed.
        why: String,
    },
}

/// A direction in all that is unknown.
#[derive(Clone, Debug, Default)]
pub(super) struct Tangent {
    /// Of q, v and variables.
    pub(super) state: Vec<f64>,
    pub(super) period: f64,
    pub(super) value: f64,
}

impl fmt::Display for TurnKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fold => write!(f, "the branch turns back"),
            Self::Doubling => write!(f, "orbits of twice the period begin"),
            Self::Torus => write!(f, "motions on a torus begin"),
            Self::Crossing => write!(f, "another branch crosses"),
            Self::Path { before, after } => {
                let [lost, new] = [beside(before, after), beside(after, before)];
                match (&lost[..], &new[..]) {
                    ([], []) => write!(f, "its changes come in another order"),
                    ([], _) => write!(f, "its way has {} as well", quoted(&new)),
                    (_, []) => write!(f, "its way is without {}", quoted(&lost)),
                    _ => write!(f, "its way is without {}, and has {}", quoted(&lost), quoted(&new)),
                }
            }
        }
    }
}

/// What the one has and the other has not, each as often as it is missing.
fn beside(one: &[String], other: &[String]) -> Vec<String> {
    let mut rest = other.to_vec();
    let missing = one.iter().filter(|change| match rest.iter().position(|own| own == *change) {
        Some(at) => {
            rest.swap_remove(at);
            false
        }
        None => true,
    });
    missing.cloned().collect()
}
