//! Contacts that open, slide, strike: against closed forms and published references.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod ball;
mod block;
mod brake;
mod ellipse;
mod rod;
mod several;
mod stops;
mod woodpecker;
