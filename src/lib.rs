//! Constrained multibody dynamics.
#![forbid(unsafe_code)]

pub mod body;
pub mod constraint;
pub mod contact;
pub mod dynamics;
pub mod element;
pub mod error;
pub mod force;
pub mod linear;
pub mod math;
pub mod measure;
pub mod model;
pub mod ode;

pub use nalgebra;
