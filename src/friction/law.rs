//! Laws: how much friction a load causes.
//!
//! ```text
//! sliding at speed u > 0:   |F| = μ(u) N + c(u)          at rest:   |F| ≤ μ' N,   μ' ≥ μ(0)
//! ```

use std::any::Any;
use std::fmt::Debug;

/// A law whose own type can be found again.
pub(crate) trait KeptLaw: FrictionLaw + Any {
    /// Its coefficient of sliding, if that is known to be one for all speeds.
    fn constant(&self) -> Option<f64>;
    /// μ'(u) and c'(u), of a law that knows them whatever the speed.
    fn slopes(&self, speed: f64) -> Option<[f64; 2]>;
}

impl<L: FrictionLaw + Any> KeptLaw for L {
    fn constant(&self) -> Option<f64> {
        (self as &dyn Any).downcast_ref::<Coulomb>().map(|law| law.sliding)
    }

    fn slopes(&self, speed: f64) -> Option<[f64; 2]> {
        let law: &dyn Any = self;
        let constant = law.downcast_ref::<Coulomb>().map(|law| [0.0, law.viscous]);
        constant.or_else(|| law.downcast_ref::<Stribeck>().map(|law| [law.falls(speed), law.viscous]))
    }
}

/// The relation between load, speed and friction force; it knows nothing of where it acts.
///
/// ```
/// use chetaev::friction::FrictionLaw;
/// use chetaev::prelude::*;
///
/// /// A coefficient that falls off with the speed.
/// #[derive(Debug)]
/// struct Fading;
///
/// impl FrictionLaw for Fading {
///     fn sliding(&self, speed: f64) -> f64 {
///         0.2 + 0.1 * (-speed).exp()
///     }
///
///     fn holding(&self) -> f64 {
///         0.35
///     }
///
///     fn viscous(&self, _speed: f64) -> f64 {
///         0.0
///     }
/// }
///
/// let mut builder = ModelBuilder::new();
/// let block = builder.body("block", Particle::new(2.0).moving(1.0, 0.0));
/// let guide = GROUND.axis([0.0, 0.0], 0.0);
/// builder.constraint("guide", Slot::new(guide, block.origin()));
/// builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 20.0), Fading);
/// let model = builder.build()?;
/// let run = Simulation::new(&model).run(model.placed(), 1.0)?;
/// // (N/m) times 0.2 to 0.3 brakes it: it stops between 1/3 and 1/2 s.
/// assert!(run.transitions()[0].to == Mode::Stick && (0.33..0.5).contains(&run.transitions()[0].t));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait FrictionLaw: Send + Sync + Debug {
    /// μ(u), the coefficient while sliding.
    ///
    /// Within a step u can fall slightly below zero before the reversal is located: go on smoothly there.
    fn sliding(&self, speed: f64) -> f64;

    /// μ', the largest |F|/N at rest.
    fn holding(&self) -> f64;

    /// c(u), the part of the force that does not depend on the load; it must vanish with u.
    fn viscous(&self, speed: f64) -> f64;

    /// What is wrong with it as it is given: a model with it is not built.
    fn flaw(&self) -> Option<&'static str> {
        None
    }

    /// How many numbers vanish at the slip speeds where it has kinks: a run ends its steps there. Asked once a run.
    fn kinks(&self) -> usize {
        0
    }

    /// One of these numbers at a slip speed, which is not negative. It must change its sign at the kink, and not vanish at rest, where every law has one.
    fn kink(&self, index: usize, speed: f64) -> f64 {
        let _ = (index, speed);
        1.0
    }
}

/// What the parts of a law must be: less than nothing would drive what it should brake.
const PUSHES: &str = "the viscous part of its law must be finite and not negative";
const FAST: &str = "its coefficient of fast sliding must be finite and not negative";
const FALLS: &str = "the slip speed over which its coefficient falls must be positive and finite";

/// Of the viscous part of a law.
pub(super) fn pushes(viscous: f64) -> Option<&'static str> {
    (!(viscous >= 0.0 && viscous.is_finite())).then_some(PUSHES)
}

/// Coulomb's law: one coefficient for sliding, one, not smaller, for holding.
///
/// ```
/// use chetaev::prelude::*;
/// let law = Coulomb::new(0.2).holding(0.3).viscous(1.5);
/// assert_eq!((FrictionLaw::holding(&law), law.sliding(2.0)), (0.3, 0.2));
/// assert_eq!(FrictionLaw::viscous(&law, 2.0), 3.0);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Coulomb {
    sliding: f64,
    holding: f64,
    viscous: f64,
}

impl Coulomb {
    /// One coefficient, for sliding and for holding.
    pub fn new(mu: f64) -> Self {
        Self { sliding: mu, holding: mu, viscous: 0.0 }
    }

    /// A larger coefficient at rest.
    pub fn holding(self, mu: f64) -> Self {
        Self { holding: mu, ..self }
    }

    /// A viscous part: `c` times the speed (N s/m), whatever the load.
    pub fn viscous(self, c: f64) -> Self {
        Self { viscous: c, ..self }
    }
}

impl FrictionLaw for Coulomb {
    #[inline]
    fn sliding(&self, _speed: f64) -> f64 {
        self.sliding
    }

    fn holding(&self) -> f64 {
        self.holding
    }

    #[inline]
    fn viscous(&self, speed: f64) -> f64 {
        self.viscous * speed
    }

    fn flaw(&self) -> Option<&'static str> {
        pushes(self.viscous)
    }
}

/// Stribeck's law: from the coefficient at rest down to that of fast sliding, μ(u) = μ + (μ' − μ) exp(−(u/u₀)²).
///
/// ```
/// use chetaev::prelude::*;
/// let law = Stribeck::new(0.1, 0.3, 0.05); // fast, at rest, and the speed at which it falls
/// assert!((law.sliding(0.0) - 0.3).abs() < 1e-15 && (law.sliding(10.0) - 0.1).abs() < 1e-15);
/// assert!((law.sliding(0.05) - 0.1 - 0.2 * (-1.0_f64).exp()).abs() < 1e-15);
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Stribeck {
    fast: f64,
    rest: f64,
    speed: f64,
    viscous: f64,
}

impl Stribeck {
    /// Coefficients of fast sliding and at rest, and the speed u₀ at which 1/e of the difference is left.
    pub fn new(fast: f64, rest: f64, speed: f64) -> Self {
        Self { fast, rest, speed, viscous: 0.0 }
    }

    /// A viscous part: `c` times the speed (N s/m), whatever the load.
    pub fn viscous(self, c: f64) -> Self {
        Self { viscous: c, ..self }
    }

    /// μ'(u).
    fn falls(&self, speed: f64) -> f64 {
        let u = speed / self.speed;
        -2.0 * u / self.speed * (self.rest - self.fast) * (-u * u).exp()
    }
}

impl FrictionLaw for Stribeck {
    fn sliding(&self, speed: f64) -> f64 {
        let u = speed / self.speed;
        self.fast + (self.rest - self.fast) * (-u * u).exp()
    }

    fn holding(&self) -> f64 {
        self.rest
    }

    fn viscous(&self, speed: f64) -> f64 {
        self.viscous * speed
    }

    fn flaw(&self) -> Option<&'static str> {
        if !(self.speed > 0.0 && self.speed.is_finite()) {
            Some(FALLS)
        } else if !(self.fast >= 0.0 && self.fast.is_finite()) {
            Some(FAST)
        } else {
            pushes(self.viscous)
        }
    }
}
