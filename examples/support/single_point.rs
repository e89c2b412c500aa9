//! Mechanisms with one friction point each (Peng and Wang).
//!
//! | mechanism | coordinate | friction |
//! |---|---|---|
//! | crank, rod and slider | θ of the crank | slider in its slot, which goes through the crank's pin |
//! | slider on a spring, with a hinged rod | x of the slider, φ of the rod from the downward vertical | slider in its slot |
//!
//! The slots are horizontal; N is the force of the slot on the slider, upward.

use chetaev::error::{BuildError, StartError};
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_2;

const G: f64 = 9.8;

/// A mechanism with one slider that rubs in its slot.
pub struct SinglePoint {
    pub model: Model,
    /// The crank, or the rod hinged to the slider.
    pub turning: BodyId,
    pub slot: ConstraintId<Slot>,
    /// Abscissa of the slider along its slot.
    pub travel: Travel,
    pub rub: FrictionId,
    /// Angle of the turning body's frame where the paper's angle is zero.
    pub zero: f64,
    /// Coordinates that give the start.
    held: &'static [&'static str],
}

/// Crank with its disk, uniform rod, slider.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Crank {
    /// Radius of the crank and length of the rod.
    pub lengths: [f64; 2],
    /// Moment of inertia of the crank about its pin.
    pub inertia: f64,
    /// Masses of rod and slider.
    pub masses: [f64; 2],
    /// Stiffness of the spring on the slider, undeformed at the length of the rod.
    pub stiffness: f64,
    /// Damping of the slider.
    pub damping: f64,
    /// Amplitude and frequency of the torque on the crank.
    pub torque: [f64; 2],
    pub mu: f64,
    pub mu_static: f64,
    /// θ and θ' at the start.
    pub start: [f64; 2],
}

impl Crank {
    pub const RUNDOWN: Self = Self {
        lengths: [0.1, 0.3],
        inertia: 0.03,
        masses: [0.5, 1.0],
        stiffness: 0.0,
        damping: 0.02,
        torque: [0.0, 1.0],
        mu: 0.15,
        mu_static: 0.2,
        start: [0.3, 22.0],
    };
    pub const STICKSLIP: Self =
        Self { stiffness: 150.0, torque: [0.5, 2.0], mu: 0.3, mu_static: 0.4, start: [0.9, 0.0], ..Self::RUNDOWN };

    pub fn build(&self) -> Result<SinglePoint, BuildError> {
        let ([r, l], [theta, spin]) = (self.lengths, self.start);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let rim = [r * theta.cos(), r * theta.sin()];
        let s = rim[0] + (l * l - rim[1] * rim[1]).sqrt();
        let crank = builder.body("crank", RigidBody::new(1.0, self.inertia).at(0.0, 0.0, theta).moving(0.0, 0.0, spin));
        let slope = (-rim[1]).atan2(s - rim[0]);
        let rod = RigidBody::rod(self.masses[0], l).at(0.5 * (rim[0] + s), 0.5 * rim[1], slope);
        let rod = builder.body("rod", rod);
        let slider = builder.body("slider", Particle::new(self.masses[1]).at(s, 0.0));
        builder.constraint("O", Revolute::new(GROUND.origin(), crank.origin()));
        builder.constraint("A", Revolute::new(crank.point(r, 0.0), rod.point(-0.5 * l, 0.0)));
        builder.constraint("B", Revolute::new(rod.point(0.5 * l, 0.0), slider.origin()));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let spring = SpringDamper::guided(line, slider.origin(), self.stiffness).rest(l).damping(self.damping);
        builder.force("spring", spring);
        let [amplitude, omega] = self.torque;
        builder.force("motor", Applied::torque(crank, move |t| amplitude * (omega * t).sin()));
        let law = Coulomb::new(self.mu).holding(self.mu_static);
        finish(builder, (crank, 0.0, &["crank.theta"]), slider, law)
    }
}

/// Slider on a spring with a hinged uniform rod.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Rod {
    /// Masses of slider and rod.
    pub masses: [f64; 2],
    pub length: f64,
    /// Of the spring on the slider, undeformed at x = 0.
    pub stiffness: f64,
    pub damping: f64,
    /// Amplitude and frequency of the force on the slider.
    pub force: [f64; 2],
    pub mu: f64,
    pub mu_static: f64,
    /// x, φ, x', φ' at the start.
    pub start: [f64; 4],
}

impl Rod {
    pub const STICKSLIP: Self = Self {
        masses: [1.0, 0.5],
        length: 0.6,
        stiffness: 60.0,
        damping: 0.1,
        force: [12.0, 3.0],
        mu: 0.3,
        mu_static: 0.36,
        start: [0.05, 0.8, 0.0, 0.0],
    };
    /// A light slider with much friction, which the rod drags to where the motion is no longer the only one.
    pub const JAM: Self = Self {
        masses: [0.05, 0.5],
        stiffness: 0.0,
        damping: 0.0,
        force: [0.0, 3.0],
        mu: 2.0,
        mu_static: 2.0,
        start: [0.0, 1.9, -6.0, 1.0],
        ..Self::STICKSLIP
    };
    pub const WHIRL: Self = Self { force: [0.0, 3.0], start: [0.0, 0.0, 0.0, 16.0], ..Self::STICKSLIP };

    pub fn build(&self) -> Result<SinglePoint, BuildError> {
        let (half, [x, phi, speed, spin]) = (0.5 * self.length, self.start);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let slider = builder.body("slider", Particle::new(self.masses[0]).at(x, 0.0).moving(speed, 0.0));
        let (sin, cos) = phi.sin_cos();
        let rod = RigidBody::rod(self.masses[1], self.length).at(x + half * sin, -half * cos, phi - FRAC_PI_2).moving(
            speed + half * cos * spin,
            half * sin * spin,
            spin,
        );
        let rod = builder.body("rod", rod);
        builder.constraint("hinge", Revolute::new(slider.origin(), rod.point(-half, 0.0)));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.force("spring", SpringDamper::guided(line, slider.origin(), self.stiffness).damping(self.damping));
        let [amplitude, omega] = self.force;
        let push = move |t: f64| amplitude * (omega * t).sin();
        builder.force("push", Applied::new(slider.origin(), move |t, _: &_| ([push(t), 0.0], 0.0)));
        let law = Coulomb::new(self.mu).holding(self.mu_static);
        finish(builder, (rod, -FRAC_PI_2, &["slider.x", "rod.theta"]), slider, law)
    }
}

fn finish(
    mut builder: ModelBuilder,
    (turning, zero, held): (BodyId, f64, &'static [&'static str]),
    slider: BodyId,
    law: Coulomb,
) -> Result<SinglePoint, BuildError> {
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let in_slot = Slot::new(line, slider.origin());
    let slot = builder.constraint("slot", in_slot);
    let rub = builder.friction("rub", FrictionPoint::in_slot(slot), law);
    let travel = Travel::along(line, slider.origin());
    Ok(SinglePoint { model: builder.build()?, turning, slot, travel, rub, zero, held })
}

impl SinglePoint {
    pub fn start(&self) -> Result<State, StartError> {
        Ok(self.held.iter().fold(self.model.start(), |start, name| start.hold(name)).project()?.into())
    }

    /// The paper's angle, its rate and its acceleration.
    pub fn angle(&self, at: &Snapshot<'_>) -> [f64; 3] {
        let frame = at.body(self.turning);
        [frame.angle - self.zero, frame.spin, at.body_acceleration(self.turning)[2]]
    }

    /// Abscissa of the slider, its speed and its acceleration.
    pub fn slide(&self, at: &Snapshot<'_>) -> [f64; 3] {
        let [u, v] = at.measure(&self.travel).map_or([f64::NAN; 2], |u| [u.value, u.rate]);
        [u, v, at.friction(self.rub).map_or(f64::NAN, |rub| rub.slip_acceleration)]
    }
}
