//! Constrained multibody dynamics.
#![forbid(unsafe_code)]

pub mod math;
