//! What a user may hand over that is far from sane: states and files, folders and disks. Never a panic, never a number that is wrong in
//! silence.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../truths/common.rs"]
#[allow(dead_code)]
mod common;
mod far;
mod files;
mod folders;
mod held;
mod readings;
mod spaces;
mod workshop;

use common::Random;
