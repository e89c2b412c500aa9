//! What a start has come to, and what it changed on its way.

use super::State;
use crate::error::quoted;
use crate::math::{Brief, max_abs};
use crate::model::Spelled;
use std::fmt;

/// A consistent start, and how far it is from the guess.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Started {
    /// The state to run from.
    pub state: State,
    /// Largest change of any coordinate.
    pub moved: f64,
    /// The coordinate that moved most, by name.
    pub moved_most: String,
    /// Largest change of any velocity.
    pub sped: f64,
    /// The velocity that changed most, by name.
    pub sped_most: String,
    /// The smallest sine of the angle between a constraint row and all others, in the metric of the masses: small near a singular position, where rows become dependent and a
    /// mechanism can move in another way than elsewhere. One without rows that lean on others has 1.
    pub sine: f64,
    /// The constraints that lean on each other so, by name, drivers first, where the sine is below a thousandth.
    pub leaning: Vec<String>,
    /// Velocities of the guess that changed by more than a tenth: see [`Start::keep`](super::Start::keep).
    pub changed: Vec<Changed>,
    /// All coordinates and velocities that are not what they were in the guess, but for rounding.
    pub displaced: Vec<Changed>,
    /// Newton steps for the positions.
    pub iterations: usize,
    /// Largest |φ| that is left.
    pub phi: f64,
    /// Largest |φ'| or |ψ| that is left.
    pub rate: f64,
}

/// A coordinate or a velocity of the guess that the constraints have changed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Changed {
    /// Its name.
    pub name: String,
    /// What it was in the guess.
    pub from: f64,
    /// What it is.
    pub to: f64,
}

/// What changes by less than this part of the largest, or of one, has not.
const ROUNDING: f64 = 1e-12;

impl Changed {
    /// Those that differ.
    pub(super) fn each<'a>(
        [from, to]: [&'a [f64]; 2],
        names: impl Iterator<Item = Spelled<'a>>,
    ) -> impl Iterator<Item = Self> {
        let least = ROUNDING * max_abs(from).max(1.0);
        let each = from.iter().zip(to).zip(names).filter(move |((from, to), _)| (*to - *from).abs() > least);
        each.map(|((from, to), name)| Self { name: name.to_string(), from: *from, to: *to })
    }
}

/// In a line what moved most, then whether a singular position is near, then each velocity that changed by more than a tenth.
impl fmt::Display for Started {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [moved, sped] = [self.moved, self.sped].map(Brief);
        write!(f, "positions by {moved} (`{}`), velocities by {sped} (`{}`)", self.moved_most, self.sped_most)?;
        if !self.leaning.is_empty() {
            let (sine, names) = (Brief(self.sine), quoted(&self.leaning));
            write!(f, "\nnear a singular position, with a sine of {sine}: {names} lean on each other")?;
        }
        for Changed { name, from, to } in &self.changed {
            write!(f, "\n`{name}`: {} became {}", Brief(*from), Brief(*to))?;
        }
        Ok(())
    }
}

impl From<Started> for State {
    fn from(started: Started) -> Self {
        started.state
    }
}
