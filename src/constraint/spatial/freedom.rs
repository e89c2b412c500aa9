//! What a joint in space leaves free: how its point slides, and how its axes turn; `joint.rs` has the rows.

/// Where the point of b may go, as seen from a.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Slide {
    /// Nowhere: on the point of a. Three rows, in world axes.
    Fixed,
    /// The same, with the rows along x, y and z of a.
    Seat,
    /// Along a's z axis. Two rows, along x and y of a.
    Line,
    /// In the plane of a's x and y axes. One row, along z of a.
    Plane,
    /// Anywhere.
    Free,
}

/// How the axes of b may turn, as seen from a.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// Anyhow.
    Free,
    /// With its z axis across a's: a cross with a pin along either.
    Cross,
    /// With its z axis along a's.
    Axis,
    /// Not at all.
    Fixed,
}
