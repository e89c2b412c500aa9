//! What the examples share: options, figures, the verdict, and the reference tables.
//!
//! An example says `mod support;` and uses what it needs:
//!
//! ```ignore
//! let args = Cli::new("pendulum", "a hinged rod").number("length", 1.0, "m, of the rod").parse();
//! Figure::new("Pendulum").panel(...).save(&args.file("angle.svg")?)?;
//! let mut verdict = Verdict::new("pendulum");
//! verdict.check("energy error (J)", error, "<", 1e-9);
//! Ok(verdict.finish())
//! ```

// No example uses all of it, and each compiles its own copy.
#![allow(dead_code, unused_imports)]

pub mod args;
pub mod brake;
pub mod bushing_crank;
pub mod cli;
pub mod disk_slider;
pub mod instants;
pub mod integral;
pub mod known;
pub mod ladder;
pub mod reference;
pub mod setup;
pub mod single_point;
pub mod star;
pub mod verdict;
pub mod wheelset;
pub mod woodpecker;

pub use args::Args;
pub use chetaev::plot::{Figure, Panel};
pub use cli::Cli;
pub use reference::Table;
pub use setup::{bound, is_tight, save, simulation};
pub use verdict::Verdict;
