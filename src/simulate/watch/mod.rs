//! The guards of a run and the location of their zeros within a step: where events and changes of friction happen.
//!
//! There are two lists of guards, those of friction (`friction.rs`) and those of the user's events (`user.rs`). A guard gives its value and its side at the beginning
//! of the step. `locate.rs` finds the instant at which it passes zero, for both lists.

mod between;
mod dip;
mod fit;
mod friction;
mod guard_values;
mod locate;
mod numbers;
mod screen;
mod slopes;
mod smooth;
mod sought;
mod user;

pub(super) use fit::inner_stages;
pub(super) use friction::{CLUSTER_ROUNDING, FrictionGuards};
pub(super) use locate::{Locator, Looked, SAME, WRONG_SIDE};
pub(super) use numbers::Numbers;
pub(super) use screen::Screening;
pub(super) use smooth::{Smooth, Watched};
pub(super) use sought::Value;
pub(super) use user::{Crossing, UserGuards};
