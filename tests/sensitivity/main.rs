//! Derivatives of runs.

// A test that cannot go on panics.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod blows;
mod closed;
mod common;
mod differences;
mod disk_slider;
mod flags;
mod identify;
mod implicit;
mod in_space;
mod kinks;
mod knots;
mod later;
mod own_rates;
mod pieces;
mod random;
mod refusals;
mod same;
mod steps;
mod works;
