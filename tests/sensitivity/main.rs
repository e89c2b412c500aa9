//! Derivatives of runs.

// A test that cannot go on panics.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod closed;
mod disk_slider;
mod same;
