//! A claim is a test: the numbers that README.md and the pages below docs/ print are those that the commands beside them print.
//!
//! An error may be three times the printed one, a count differ by 2 %. Examples run as built, with the options of the page. Numbers that tests
//! print are claimed in those tests (`tests/truths`, `tests/analysis`); `complete.rs` finds the numbers that nobody claims. Times are claimed nowhere:
//! they are those of the machine that the page names. What takes minutes is marked *long* on its page, and repeated by no test.
#![allow(clippy::unwrap_used, clippy::expect_used)]

mod complete;
mod examples;
mod page;
mod ran;
mod references;
mod rolling;
mod tables;
