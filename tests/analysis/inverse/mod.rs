//! Inverse questions: forces of prescribed motions.

mod course;
mod family;
mod pins;
mod square;
mod stewart;
