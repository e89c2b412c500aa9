//! Inverse questions: forces of prescribed motions.

mod family;
mod square;
mod stewart;
