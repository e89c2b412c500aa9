//! What the tests of the library have too: recipes and how their runs are compared, scenes of contacts, a model for files.
#![allow(dead_code, unused_imports, clippy::unwrap_used, clippy::expect_used)]

#[path = "../../tests/agreement/agree.rs"]
pub mod agree;
#[path = "../../tests/contact/common.rs"]
pub mod common;
#[path = "../../tests/agreement/compare.rs"]
pub mod compare;
#[path = "../../tests/contact/passing.rs"]
pub mod passing;
#[path = "../../tests/agreement/recipe/mod.rs"]
pub mod recipe;
#[path = "../../tests/contact/random.rs"]
pub mod scenes;
#[path = "../../tests/hostile/workshop.rs"]
pub mod workshop;
