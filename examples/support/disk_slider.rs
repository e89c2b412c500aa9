//! The mechanism of Peng et al. 2009, as the references have it.
//!
//! A disk on a fixed pin drives two rods; their ends are sliders in slots through the pin, at 45° and 135°, each on a spring. 13 Cartesian
//! coordinates, 12 rows, one freedom.

use chetaev::error::{BuildError, StartError};
use chetaev::prelude::*;
use std::f64::consts::FRAC_PI_4;

/// Peng et al. 2009: a disk drives two rods with sliders in slots at 45° and 135°. 13 coordinates, 12 rows.
pub struct DiskSlider {
    pub model: Model,
    pub disk: BodyId,
    pub sliders: [BodyId; 2],
    pub slots: [ConstraintId<Slot>; 2],
    /// Abscissas of the sliders along their slots.
    pub travels: [Travel; 2],
    /// None without friction.
    pub rubs: Option<[FrictionId; 2]>,
}

/// What differs between the cases of Peng et al. 2009.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct DiskSliderCase {
    pub mu: f64,
    pub mu_static: f64,
    pub torque: f64,
    pub omega: f64,
    pub damping: f64,
}

impl DiskSliderCase {
    pub const CASE_1: Self = Self { mu: 0.2, mu_static: 0.3, torque: 0.0, omega: std::f64::consts::TAU, damping: 0.01 };
    pub const SMOOTH: Self = Self { mu: 0.0, mu_static: 0.0, ..Self::CASE_1 };
    pub const CASE_2: Self = Self { torque: 1.0, ..Self::CASE_1 };
    pub const CASE_3A: Self = Self { mu: 0.0112, mu_static: 0.014, ..Self::CASE_2 };
    pub const CASE_3B: Self = Self { mu: 0.3056, mu_static: 0.382, ..Self::CASE_2 };
}

/// Angle of the disk at the start.
pub const THETA: f64 = 0.4;
const RADIUS: f64 = 0.1;
const LENGTH: f64 = 0.2;

pub fn disk_slider(case: &DiskSliderCase) -> Result<DiskSlider, BuildError> {
    let motor = (case.torque != 0.0).then(|| Signal::default().sine(case.torque, case.omega, 0.0));
    driven(case, motor)
}

/// The same under another torque.
pub fn driven(case: &DiskSliderCase, motor: Option<Signal>) -> Result<DiskSlider, BuildError> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let disk = builder.body("disk", RigidBody::disk(3.0, RADIUS).at(0.0, 0.0, THETA));
    builder.constraint("O", Revolute::new(GROUND.origin(), disk.origin()));
    let arms = [("AB", "B", 1.0, FRAC_PI_4), ("CD", "D", -1.0, 3.0 * FRAC_PI_4)].map(|(rod, end, side, direction)| {
        let slot_line = GROUND.axis([0.0, 0.0], direction);
        let rim = [side * RADIUS * THETA.cos(), side * RADIUS * THETA.sin()];
        let along = rim[0] * direction.cos() + rim[1] * direction.sin();
        let across = rim[0] * direction.sin() - rim[1] * direction.cos();
        let s = along + (LENGTH * LENGTH - across * across).sqrt();
        let tip = [s * direction.cos(), s * direction.sin()];
        let angle = (tip[1] - rim[1]).atan2(tip[0] - rim[0]);
        let body = RigidBody::rod(1.0, LENGTH).at(0.5 * (rim[0] + tip[0]), 0.5 * (rim[1] + tip[1]), angle);
        let rod_body = builder.body(rod, body);
        let slider = builder.body(end, Particle::new(3.0).at(tip[0], tip[1]));
        builder
            .constraint(&rod[..1], Revolute::new(disk.point(side * RADIUS, 0.0), rod_body.point(-0.5 * LENGTH, 0.0)));
        builder.constraint(end, Revolute::new(rod_body.point(0.5 * LENGTH, 0.0), slider.origin()));
        let id = builder.constraint(format!("slot {end}"), Slot::new(slot_line, slider.origin()));
        let spring = SpringDamper::guided(slot_line, slider.origin(), 750.0).rest(0.2).damping(case.damping);
        builder.force(format!("spring {end}"), spring);
        let rub = (case.mu_static > 0.0).then(|| {
            let law = Coulomb::new(case.mu).holding(case.mu_static);
            builder.friction(format!("rub {end}"), FrictionPoint::in_slot(id), law)
        });
        (slider, id, Travel::along(slot_line, slider.origin()), rub)
    });
    if let Some(motor) = motor {
        builder.force("motor", Applied::signal(disk.origin(), Default::default(), motor));
    }
    let [(b, slot_b, travel_b, rub_b), (d, slot_d, travel_d, rub_d)] = arms;
    Ok(DiskSlider {
        model: builder.build()?,
        disk,
        sliders: [b, d],
        slots: [slot_b, slot_d],
        travels: [travel_b, travel_d],
        rubs: rub_b.zip(rub_d).map(|(b, d)| [b, d]),
    })
}

impl DiskSlider {
    pub fn start(&self) -> Result<State, StartError> {
        Ok(self.model.start().hold("disk.theta").project()?.into())
    }

    /// The disk at another angle and turning: carried there in small turns, so that the sliders stay on their side.
    pub fn start_at(&self, angle: f64, speed: f64) -> Result<State, StartError> {
        let turns = 1 + ((angle - THETA).abs() / 0.05) as u32;
        let mut state = self.model.placed();
        for k in 1..=turns {
            let part = f64::from(k) / f64::from(turns);
            let next = self.model.start_from(state).set("disk.theta", THETA + part * (angle - THETA));
            let next = next.set_velocity("disk.omega", part * speed);
            state = next.hold("disk.theta").project()?.into();
        }
        Ok(state)
    }
    /// Force of a slot on its slider along the slot's normal.
    pub fn slot_force(&self, at: &Snapshot<'_>, k: usize) -> f64 {
        at.multipliers(self.slots[k])[0]
    }
}
