//! A brake pad on a disk, which runs below it like a belt: two springs hold the pad, askew, a force presses it on.
//!
//! ```text
//! m x'' = −k_xx x − k_xy y + T        k_xx = k₁ c² + k₂ s²,  k_xy = (k₁ − k₂) s c,  k_yy = k₁ s² + k₂ c²
//! m y'' = −k_xy x − k_yy y − F + N
//! ```
//!
//! Pressed on, y = 0, it has N = F + k_xy x. It goes with the disk, x' = w, until k_xx x = μ' N; slips back as an oscillator of stiffness
//! k = k_xx − μ k_xy about μ F/k; and lifts where N = 0, at x = −F/k_xy, if it swings that far. In the air it swings in the springs' own directions.

use chetaev::contact::CornerOnLine;
use chetaev::error::BuildError;
use chetaev::prelude::*;
use std::f64::consts::FRAC_1_SQRT_2;

/// The springs stand at 45° to the disk.
pub struct Brake {
    pub mass: f64,
    pub stiffness: [f64; 2],
    pub force: f64,
    /// Speed of the disk.
    pub speed: f64,
    /// Coefficients of friction, sliding and at rest, and of restitution.
    pub mu: [f64; 2],
    pub e: f64,
}

/// The first time that the pad goes with the disk, slips, and flies.
pub struct First {
    pub slips: f64,
    pub lifts: f64,
    pub lands: f64,
    /// The speeds x' and y' of the landing.
    pub speeds: [f64; 2],
}

impl Brake {
    pub const CHATTERS: Self =
        Self { mass: 1.0, stiffness: [160.0, 40.0], force: 1.0, speed: 0.16, mu: [0.5, 1.0], e: 0.0 };

    pub fn build(&self) -> Result<(Model, BodyId, ContactId), BuildError> {
        let (speed, mut builder) = (self.speed, ModelBuilder::new());
        let pad = builder.body("pad", Particle::new(self.mass).moving(speed, 0.0));
        for (k, stiffness) in self.stiffness.into_iter().enumerate() {
            let line = GROUND.axis([0.0, 0.0], (1.0 + 2.0 * k as f64) * std::f64::consts::FRAC_PI_4);
            builder.force(format!("spring {k}"), SpringDamper::guided(line, pad.origin(), stiffness));
        }
        builder.force("press", Applied::force(pad.origin(), [0.0, -self.force]));
        let touch = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
        let touch = Contact::between(GROUND, pad, touch).on_belt(move |_| speed.into());
        let law = Rigid::rough(Coulomb::new(self.mu[0]).holding(self.mu[1])).bouncing(self.e);
        let disk = builder.contact("disk", touch, law);
        Ok((builder.build()?, pad, disk))
    }

    /// In closed form, from x = 0 at t = 0; nothing if it does not lift.
    pub fn first(&self) -> Option<First> {
        let ([k1, k2], m) = (self.stiffness, self.mass);
        let (direct, cross) = (0.5 * (k1 + k2), 0.5 * (k1 - k2));
        let from = self.mu[1] * self.force / (direct - self.mu[1] * cross);
        let slips = from / self.speed;
        // x = center + A cos(ω t − phase): down to the place where it lifts.
        let (k, away) = (direct - self.mu[0] * cross, -self.force / cross);
        let (center, omega) = (self.mu[0] * self.force / k, (k / m).sqrt());
        let amplitude = (from - center).hypot(self.speed / omega);
        let phase = (self.speed / omega).atan2(from - center);
        let reach = (away - center) / amplitude;
        if reach <= -1.0 {
            return None;
        }
        let lifts = slips + (phase + reach.acos()) / omega;
        let back = -amplitude * omega * (1.0 - reach * reach).sqrt();
        // Along the springs: u = (x + y)/√2 and v = (y − x)/√2, each about its own center −F/(√2 k).
        let swing = |stiffness: f64, place: f64, rate: f64, t: f64| {
            let (rest, omega) = (-self.force * FRAC_1_SQRT_2 / stiffness, (stiffness / m).sqrt());
            let (sin, cos) = (omega * t).sin_cos();
            [rest + (place - rest) * cos + rate / omega * sin, -(place - rest) * omega * sin + rate * cos]
        };
        let flight = |t: f64| {
            let [place, rate] = [away, back].map(|x| x * FRAC_1_SQRT_2);
            let ([u, du], [v, dv]) = (swing(k1, place, rate, t), swing(k2, -place, -rate, t));
            [(u + v), (du - dv), (du + dv)].map(|x| x * FRAC_1_SQRT_2)
        };
        let step = 1e-3 / omega;
        // It rises as t³.
        let mut after = 100.0 * step;
        while flight(after)[0] > 0.0 {
            after += step;
        }
        let mut before = after - step;
        for _ in 0..60 {
            let middle = 0.5 * (before + after);
            if flight(middle)[0] > 0.0 { before = middle } else { after = middle }
        }
        let [_, x, y] = flight(after);
        Some(First { slips, lifts, lands: lifts + after, speeds: [x, y] })
    }
}
