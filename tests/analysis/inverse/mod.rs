//! Inverse questions: forces of prescribed motions.

mod course;
mod family;
mod square;
mod stewart;
