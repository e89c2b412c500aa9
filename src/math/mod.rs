//! Mathematics that knows no mechanism: sine and cosine, and the mass properties of planar shapes.

pub mod polygon;
pub mod shape;
pub mod sincos;
