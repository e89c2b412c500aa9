//! A slider-crank with pins, or with bushings in their place. It starts at 15 rad/s.

// A bench and a test read less of it than the example.
#![allow(dead_code)]

use chetaev::prelude::*;
use std::error::Error;

/// Crank and rod (m), rate at the start (rad/s).
const R: f64 = 0.15;
const L: f64 = 0.4;
const OMEGA: f64 = 15.0;

pub struct Crank {
    pub model: Model,
    pub crank: BodyId,
    pub rod: BodyId,
    pub slider: BodyId,
    /// The main bearing: a pin, or the two springs of its bushing.
    pin: Option<ConstraintId<Revolute>>,
    springs: Vec<ForceId>,
}

/// With pins, or with bushings of the given stiffness and damping.
pub fn build(bushing: Option<[f64; 2]>) -> Result<Crank, Box<dyn Error>> {
    let phi = 0.5_f64;
    let pin = [R * phi.cos(), R * phi.sin()];
    let beta = -(pin[1] / L).asin();
    let turn = -pin[0] * OMEGA / (L * beta.cos());
    let (half, along) = (0.5 * L, [-pin[1] * OMEGA, pin[0] * OMEGA]);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::new(1.0, 0.01).at(0.0, 0.0, phi).moving(0.0, 0.0, OMEGA));
    let rod = RigidBody::rod(0.4, L).at(pin[0] + half * beta.cos(), pin[1] + half * beta.sin(), beta);
    let rod = rod.moving(along[0] - half * beta.sin() * turn, along[1] + half * beta.cos() * turn, turn);
    let rod = builder.body("rod", rod);
    let slider = Particle::new(0.5).at(pin[0] + L * beta.cos(), 0.0).moving(along[0] - L * beta.sin() * turn, 0.0);
    let slider = builder.body("slider", slider);
    builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
    let joints = [
        ("main", GROUND, [0.0, 0.0], crank.origin()),
        ("crank pin", crank, [R, 0.0], rod.point(-half, 0.0)),
        ("piston pin", rod, [half, 0.0], slider.origin()),
    ];
    let (mut pins, mut springs) = (Vec::new(), Vec::new());
    for (name, a, [x, y], b) in joints {
        let Some([k, c]) = bushing else {
            pins.push(builder.constraint(name, Revolute::new(a.point(x, y), b)));
            continue;
        };
        for (axis, angle) in [("x", 0.0), ("y", std::f64::consts::FRAC_PI_2)] {
            let spring = SpringDamper::guided(a.axis([x, y], angle), b, k).damping(c);
            springs.push(builder.force(format!("{name} {axis}"), spring));
        }
    }
    builder.force("load", Applied::torque(crank, |t: f64| -0.5 * (3.0 * t).sin()));
    springs.truncate(2);
    Ok(Crank { model: builder.build()?, crank, rod, slider, pin: pins.first().copied(), springs })
}

impl Crank {
    /// The force in the main bearing.
    pub fn force(&self, at: &Snapshot<'_>) -> Result<f64, Box<dyn Error>> {
        match (self.pin, &self.springs[..]) {
            (Some(pin), _) => Ok(at.reaction(pin).force.norm()),
            (None, [x, y]) => Ok(at.along(*x)?.force.hypot(at.along(*y)?.force)),
            _ => Err("a main bearing has a pin or two springs".into()),
        }
    }

    /// The place at the end: angles and the slider's way.
    pub fn place(&self, run: &Trajectory) -> Result<[f64; 3], Box<dyn Error>> {
        Ok(self.read(&run.last().ok_or("no sample")?))
    }

    /// The same at any time.
    pub fn read(&self, at: &Snapshot<'_>) -> [f64; 3] {
        [at.body(self.crank).angle, at.body(self.rod).angle, at.body(self.slider).origin.x]
    }
}
