//! What the crate must get right, one module per kind of truth. A test's name begins with its kind.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod common;

mod oracle_constraints;
mod oracle_frames;
mod oracle_measures;
mod property_refusals;
