//! What the room `analysis` promises.

// A test that cannot go on panics.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod bicycle;
mod branch;
mod convergence;
mod corners;
mod equilibrium;
mod equilibrium_slopes;
mod exponents;
mod inverse;
mod known;
mod linearize;
mod neighbors;
mod orbit;
#[path = "../claims/page.rs"]
mod page;
mod space;
mod study;
mod study_files;
mod sweep;
mod touching;

#[allow(dead_code)]
#[path = "../../examples/support/disk_slider.rs"]
mod disk_slider;
