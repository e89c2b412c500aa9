//! A recipe that was built, read in its own frame.

use super::Way;
use chetaev::nalgebra::Vector3;
use chetaev::prelude::*;

/// A model, and which of its bodies turn, in the order of the recipe.
#[derive(Clone, Debug)]
pub struct Built {
    pub model: Model,
    pub way: Way,
    pub(super) turns: Vec<bool>,
}

impl Built {
    /// Position, direction and velocity of every body in the plane of the recipe, whichever order, space or frame they were declared in.
    pub fn read(&self, at: &Snapshot<'_>) -> Vec<f64> {
        let frame = self.way.frame;
        let planar = |name: &str| {
            let body = at.body(self.model.body::<Planar>(name)?);
            let (sin, cos) = body.angle.sin_cos();
            let [place, along, velocity] = [body.origin, [cos, sin].into(), body.velocity].map(<[f64; 2]>::from);
            Some((place, along, velocity, body.spin))
        };
        let spatial = |name: &str| {
            let body = at.body(self.model.body::<Spatial>(name)?);
            let flat = |v: Vector3<f64>| frame.upright(v);
            let x = body.rotation * Vector3::x();
            let [place, along, velocity] = [body.origin, x, body.velocity].map(|v| [flat(v).x, flat(v).y]);
            Some((place, along, velocity, flat(body.spin).z))
        };
        let one = |(index, turns): (usize, &bool)| {
            let name = format!("body {index}");
            let (place, along, velocity, spin) = if self.way.space { spatial(&name) } else { planar(&name) }?;
            let [[x, y], [cos, sin], [vx, vy]] = frame.from(at.t(), [place, along, velocity]);
            let [cos, sin] = if *turns { [cos, sin] } else { [1.0, 0.0] };
            Some([x, y, cos, sin, vx, vy, spin])
        };
        self.turns.iter().enumerate().flat_map(|body| one(body).unwrap_or([f64::NAN; 7])).collect()
    }
}
