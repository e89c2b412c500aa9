//! What a user says about a picture: its title, what bodies look like, whose paths are drawn.

use super::shape::Shape;
use crate::element::BodyRef;
use crate::model::Model;
use nalgebra::Vector3;
use thiserror::Error;

/// Said of a page, a moving picture or a drawing.
#[derive(Clone, Debug, Default)]
pub(super) struct Look {
    pub(super) title: String,
    pub(super) shapes: Vec<(BodyRef, Shape)>,
    pub(super) trails: Vec<(BodyRef, Vector3<f64>)>,
}

/// Something was said of a body that the model in the picture does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{what} is of a body of another model: give a body of the model in the picture, such as `model.body(\"name\")`"
)]
#[non_exhaustive]
pub struct ForeignBody {
    /// What was said of it: the first or a further shape or trail, or a figure with its name.
    pub what: String,
}

impl ForeignBody {
    /// Refuses the first of `said` that is of another model.
    pub(super) fn check(model: &Model, said: impl IntoIterator<Item = (String, BodyRef)>) -> Result<(), Self> {
        match said.into_iter().find(|(_, body)| !model.has(*body)) {
            Some((what, _)) => Err(Self { what }),
            None => Ok(()),
        }
    }
}

impl Look {
    /// Is everything said of bodies of this model?
    pub(super) fn check(&self, model: &Model) -> Result<(), ForeignBody> {
        let number = |what: &'static str| move |(i, body)| (format!("{what} number {} of the picture", i + 1), body);
        let shapes = self.shapes.iter().map(|(body, _)| *body).enumerate().map(number("shape"));
        let trails = self.trails.iter().map(|(body, _)| *body).enumerate().map(number("trail"));
        ForeignBody::check(model, shapes.chain(trails))
    }
}
