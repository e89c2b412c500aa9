//! What a contact does besides not letting through: friction, and how much of a blow it gives back.

use crate::friction::{FrictionLaw, KeptLaw};
use crate::impact::Rebound;
use std::fmt::{self, Debug};
use std::sync::Arc;

/// The law of a contact between rigid bodies: smooth or rough, plastic or bouncing.
///
/// ```
/// use chetaev::prelude::*;
/// let ice = Rigid::smooth();
/// let rubber = Rigid::rough(Coulomb::new(0.8).holding(1.0)).bouncing(0.7);
/// // The harder the blow, the less comes back.
/// let clay = Rigid::rough(Coulomb::new(0.4)).bouncing_by(|speed| 0.5 / (1.0 + speed));
/// assert_eq!((ice.restitution(1.0), rubber.restitution(1.0), clay.restitution(1.0)), (0.0, 0.7, 0.25));
/// ```
#[derive(Debug)]
pub struct Rigid {
    pub(crate) friction: Option<Box<dyn KeptLaw>>,
    pub(crate) bounce: Bounce,
}

/// The coefficient of restitution.
#[derive(Clone)]
pub(crate) enum Bounce {
    Constant(f64),
    By(Arc<dyn Fn(f64) -> f64 + Send + Sync>),
}

impl Rigid {
    /// Without friction, and without restitution.
    pub fn smooth() -> Self {
        Self { friction: None, bounce: Bounce::Constant(0.0) }
    }

    /// With friction, and without restitution.
    pub fn rough(law: impl FrictionLaw + 'static) -> Self {
        Self { friction: Some(Box::new(law)), ..Self::smooth() }
    }

    /// Gives back the part `e` of what a blow takes, from 0 to 1.
    pub fn bouncing(self, e: f64) -> Self {
        Self { bounce: Bounce::Constant(e), ..self }
    }

    /// Gives back a part that depends on the closing speed (m/s).
    pub fn bouncing_by(self, e: impl Fn(f64) -> f64 + Send + Sync + 'static) -> Self {
        Self { bounce: Bounce::By(Arc::new(e)), ..self }
    }

    /// The coefficient of restitution of a blow at a closing speed.
    pub fn restitution(&self, speed: f64) -> f64 {
        self.bounce.as_rebound().of(speed)
    }
}

impl Bounce {
    pub(crate) fn as_rebound(&self) -> Rebound<'_> {
        match self {
            Self::Constant(e) => Rebound::Constant(*e),
            Self::By(e) => Rebound::By(&**e),
        }
    }
}

impl Debug for Bounce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(e) => e.fmt(f),
            Self::By(_) => f.write_str("a function of the closing speed"),
        }
    }
}
