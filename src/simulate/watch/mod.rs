//! What a run looks for within its steps: one list of guards of friction, one of the user's, one locator for both.
//!
//! A guard says its value, when it is armed, and what happens when it passes zero; finding the place is not its business.

mod dip;
mod fit;
mod friction;
mod guard_values;
mod locate;
mod sought;
mod user;

pub(super) use fit::inner_stages;
pub(super) use friction::{CLUSTER_ROUNDING, FrictionGuards, Numbers, Screening, Smooth, Watched};
pub(super) use locate::{Locator, Looked, SAME, WRONG_SIDE};
pub(super) use sought::Value;
pub(super) use user::{Crossing, UserGuards};
