//! What an element looks like in a drawing. Only pictures read it; no equation does.
//!
//! An element knows its points, guides and curves; a picture can draw them without being told. A *spot* is a point fixed in one of
//! the element's bodies, named by its slot. Curves come as points in order, with the material on their left: an
//! anticlockwise closed curve is a disk, a clockwise one a hole, an open one the edge of something.

use nalgebra::{Vector2, Vector3};

/// A point fixed in one of an element's bodies. The plane is the plane z = 0.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Spot {
    /// Which of the element's bodies, in the order of its slots.
    pub slot: usize,
    /// Where, in that body's axes.
    pub local: Vector3<f64>,
}

impl Spot {
    /// The point `local` of the planar body in `slot`.
    pub fn new(slot: usize, local: Vector2<f64>) -> Self {
        Self::in_space(slot, local.push(0.0))
    }

    /// The point `local` of the body in `slot`.
    pub fn in_space(slot: usize, local: Vector3<f64>) -> Self {
        Self { slot, local }
    }
}

/// A part of an element's drawing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Sketch {
    /// Two points that are one: a pin.
    Pin([Spot; 2]),
    /// Two points that are one, and do not turn: a weld.
    Weld([Spot; 2]),
    /// A massless rod.
    Rod([Spot; 2]),
    /// Two points that are one, and turn about a line only.
    Hinge {
        /// The two points.
        spots: [Spot; 2],
        /// The line's direction, in the axes of the first body.
        axis: Vector3<f64>,
    },
    /// A spring, a damper between two points.
    Spring([Spot; 2]),
    /// An actuator between two points: a force that is a law of its own.
    Actuator([Spot; 2]),
    /// A spring or an actuator that acts along a direction of the first body, wherever the second point is across it.
    Strut {
        /// A point at which the line along that direction begins, and the point that is pushed.
        spots: [Spot; 2],
        /// The direction, in the axes of the first body.
        direction: Vector3<f64>,
        /// Is it an actuator?
        drives: bool,
    },
    /// An angle between the first body and the second that something drives.
    Turn {
        /// The line about which it turns, in the axes of the first body.
        axis: Vector3<f64>,
    },
    /// A straight guide and what slides on it.
    Guide {
        /// A point of the guide.
        through: Spot,
        /// Its direction, in the axes of the same body.
        direction: Vector3<f64>,
        /// What slides on it.
        rider: Spot,
    },
    /// A curved guide and what slides on it.
    Wire {
        /// The body in which it is fixed.
        slot: usize,
        /// Its points, in the body's axes.
        points: Vec<Vector2<f64>>,
        /// Does the last point meet the first?
        closed: bool,
        /// What slides on it.
        rider: Spot,
    },
    /// A contact: it leaves its trace on both bodies.
    Touch,
    /// The surface of a body, material on the left of the order of its points.
    Surface {
        /// The body in which it is fixed.
        slot: usize,
        /// Its points, in the body's axes.
        points: Vec<Vector2<f64>>,
        /// Does the last point meet the first?
        closed: bool,
    },
}
