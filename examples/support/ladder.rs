//! A rod whose ends slide in two rough slots, one upright and one level: two friction points, one freedom.
//!
//! θ is the angle of the rod at its lower end B; A = (0, L sin θ), B = (L cos θ, 0). The loads are the forces of the slots on the rod, along +x
//! at A and along +y at B, of either sign.

use chetaev::error::{BuildError, StartError};
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_2;

pub struct Ladder {
    pub model: Model,
    pub rod: BodyId,
    /// At A and at B.
    pub rubs: [FrictionId; 2],
}

/// Gravity of the published table.
const G: f64 = 9.81;

impl Ladder {
    /// Mass and length 1, placed at θ with the rate θ'.
    pub fn build(theta: f64, rate: f64, mu: [f64; 2]) -> Result<Self, BuildError> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let (sin, cos) = theta.sin_cos();
        // The body's x axis points from A to B, at the angle −θ.
        let body = RigidBody::rod(1.0, 1.0).at(0.5 * cos, 0.5 * sin, -theta);
        let rod = builder.body("rod", body.moving(-0.5 * sin * rate, 0.5 * cos * rate, -rate));
        let wall = Slot::new(GROUND.axis([0.0, 0.0], -FRAC_PI_2), rod.point(-0.5, 0.0));
        let floor = Slot::new(GROUND.axis([0.0, 0.0], 0.0), rod.point(0.5, 0.0));
        let a = builder.constraint("wall", wall);
        let b = builder.constraint("floor", floor);
        let rubs = [
            builder.friction("A", FrictionPoint::in_slot(a), Coulomb::new(mu[0])),
            builder.friction("B", FrictionPoint::in_slot(b), Coulomb::new(mu[1])),
        ];
        Ok(Self { model: builder.build()?, rod, rubs })
    }

    pub fn start(&self) -> Result<State, StartError> {
        Ok(self.model.start().hold("rod.theta").project()?.into())
    }
}
