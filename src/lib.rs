//! Constrained multibody dynamics.
#![forbid(unsafe_code)]
