//! What the room `analysis` promises.

// A test that cannot go on panics.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod study;
