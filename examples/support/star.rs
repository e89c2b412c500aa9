//! One disk, N rods hinged to its rim, N sliders in slots through its center: N friction points, one freedom.

use chetaev::error::{BuildError, StartError};
use chetaev::prelude::*;
use std::f64::consts::TAU;

pub struct Star {
    pub model: Model,
    pub disk: BodyId,
    pub rubs: Vec<FrictionId>,
}

/// An arm: the angle of its hinge on the disk, the direction of its slot, the coefficient of friction.
#[derive(Copy, Clone, Debug)]
pub struct Arm {
    pub hinge: f64,
    pub slot: f64,
    pub mu: f64,
}

const RADIUS: f64 = 0.1;
const LENGTH: f64 = 0.2;
pub const MASSES: [f64; 3] = [3.0, 1.0, 3.0];

impl Star {
    /// Evenly spread arms, with the same friction in each.
    pub fn even(count: usize, mu: f64) -> Vec<Arm> {
        let arm = |k: usize| TAU * k as f64 / count as f64;
        (0..count).map(|k| Arm { hinge: arm(k), slot: arm(k) + 0.3, mu }).collect()
    }

    /// The disk at an angle, with a rate.
    pub fn build(arms: &[Arm], theta: f64, rate: f64) -> Result<Self, BuildError> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.8]);
        let disk = RigidBody::disk(MASSES[0], RADIUS).at(0.0, 0.0, theta).moving(0.0, 0.0, rate);
        let disk = builder.body("disk", disk);
        builder.constraint("O", Revolute::new(GROUND.origin(), disk.origin()));
        let mut rubs = Vec::with_capacity(arms.len());
        for (k, arm) in arms.iter().enumerate() {
            let line = GROUND.axis([0.0, 0.0], arm.slot);
            let (sin, cos) = arm.slot.sin_cos();
            let (rim_sin, rim_cos) = (theta + arm.hinge).sin_cos();
            let rim = [RADIUS * rim_cos, RADIUS * rim_sin];
            let (along, across) = (rim[0] * cos + rim[1] * sin, rim[0] * sin - rim[1] * cos);
            let s = along + (LENGTH * LENGTH - across * across).sqrt();
            let tip = [s * cos, s * sin];
            let angle = (tip[1] - rim[1]).atan2(tip[0] - rim[0]);
            let middle = [0.5 * (rim[0] + tip[0]), 0.5 * (rim[1] + tip[1])];
            let rod = RigidBody::rod(MASSES[1], LENGTH).at(middle[0], middle[1], angle);
            let rod = builder.body(format!("rod {k}"), rod);
            let slider = builder.body(format!("slider {k}"), Particle::new(MASSES[2]).at(tip[0], tip[1]));
            let hinge = disk.point(RADIUS * arm.hinge.cos(), RADIUS * arm.hinge.sin());
            builder.constraint(format!("hinge {k}"), Revolute::new(hinge, rod.point(-0.5 * LENGTH, 0.0)));
            builder.constraint(format!("tip {k}"), Revolute::new(rod.point(0.5 * LENGTH, 0.0), slider.origin()));
            let id = builder.constraint(format!("slot {k}"), Slot::new(line, slider.origin()));
            builder.force(format!("spring {k}"), SpringDamper::guided(line, slider.origin(), 750.0).rest(0.2));
            rubs.push(builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(arm.mu)));
        }
        Ok(Self { model: builder.build()?, disk, rubs })
    }

    pub fn start(&self) -> Result<State, StartError> {
        Ok(self.model.start().hold("disk.theta").project()?.into())
    }
}
