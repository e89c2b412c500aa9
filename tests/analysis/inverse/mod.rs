//! Inverse questions: forces of prescribed motions.

mod course;
mod family;
mod pins;
mod rounding;
mod square;
mod stewart;
