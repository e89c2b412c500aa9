//! What a user says about a picture: its title, what bodies look like, whose paths are drawn.

use super::shape::Shape;
use crate::element::BodyRef;
use nalgebra::Vector3;

/// Said of a page, a moving picture or a drawing.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub(super) title: String,
    pub(super) shapes: Vec<(BodyRef, Shape)>,
    pub(super) trails: Vec<(BodyRef, Vector3<f64>)>,
}
