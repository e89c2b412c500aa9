//! Models of [`chetaev`] as co-simulation units (FMUs) of FMI 3.0 and 2.0, for Simulink, Dymola, OpenModelica, FMPy and all other programs that read them.
//!
//! [`Fmu`] writes one: no compiler is needed for it, because the library inside is the same for every model. It is this crate, built once, and reads the model, its start
//! and its variables from the folder `resources/` of the unit.
//!
//! ```
//! use chetaev::math::Signal;
//! use chetaev::prelude::*;
//! use chetaev_fmu::Fmu;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut builder = ModelBuilder::new();
//! let cart = builder.body("cart", Particle::new(2.0));
//! let guide = GROUND.axis([0.0, 0.0], 0.0);
//! let line = builder.constraint("guide", Slot::new(guide, cart.origin()));
//! let push = builder.input("push", 0.0);
//! builder.force("motor", AppliedAlong::signal(Travel::along(guide, cart.origin()), Signal::input(push)));
//! builder.friction("rub", FrictionPoint::along(Travel::along(guide, cart.origin()), 20.0), Coulomb::new(0.1));
//! let model = builder.build()?;
//! let unit = Fmu::new(&model)
//!     .named("cart")
//!     .input("push", "N")
//!     .parameter("mu", ["frictions/rub/law/Coulomb/sliding", "frictions/rub/law/Coulomb/holding"])
//!     .output("cart.x")
//!     .output("friction.rub.force");
//! // unit.write("cart.fmu")?
//! let description = unit.description()?;
//! assert!(description.contains(r#"<Float64 name="mu" valueReference="2" causality="parameter" variability="fixed" start="0.1"/>"#));
//! # let _ = line;
//! # Ok(())
//! # }
//! ```
//!
//! What each variable of a unit is, what is not supported, and what it costs is told in `docs/fmi.md`.

mod built;
mod contents;
#[cfg_attr(not(feature = "interface"), allow(dead_code))] // As `unit`.
mod doubts;
mod error;
mod export;
mod identifier;
#[cfg(feature = "interface")]
mod interface;
mod library;
#[cfg_attr(not(feature = "interface"), allow(dead_code))] // As `unit`.
mod now;
#[cfg_attr(not(feature = "interface"), allow(dead_code))] // As `unit`.
mod slope;
#[cfg_attr(not(feature = "interface"), allow(dead_code))] // An importing program calls the rest.
mod unit;
mod units;
mod xml;

pub use chetaev_place::{Place, PlaceError};
pub use error::FmuError;
pub use export::Fmu;
pub use library::platform;
