//! The numbers of which the equations of built-in elements are made: plain ones, and those that carry how they change.

use num_dual::DualNum;

/// An `f64`, or one with a derivative beside it: an element's equations are written once for both.
pub trait Real: DualNum<Primitive = f64> + Copy {}

impl<T: DualNum<Primitive = f64> + Copy> Real for T {}
