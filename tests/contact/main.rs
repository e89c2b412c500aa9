//! Contacts that open, slide, strike: against closed forms and published references.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod ball;
mod block;
mod brake;
mod closed;
mod columns;
mod common;
mod cost;
mod curved;
mod ellipse;
mod jam;
mod jumps;
mod known;
mod legs;
mod mechanisms;
#[path = "../claims/page.rs"]
mod page;
mod pairs;
mod passing;
mod patience;
mod pivoting;
mod play;
mod random;
mod refusals;
mod rest;
mod resumed;
mod rod;
mod same;
mod saved;
mod several;
mod space;
mod stops;
mod tables;
mod thrown;
mod wedged;
mod woodpecker;
