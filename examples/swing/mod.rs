//! A cart with a rod on it, a force through knots that pushes it, and what is asked for at the end.

pub mod cheapest;
pub mod pontryagin;

use chetaev::math::LookupTable;
use chetaev::nalgebra::{DMatrix, DVector};
use chetaev::prelude::*;
use chetaev::simulate::Parameter;
use std::f64::consts::FRAC_PI_2;

pub const T: f64 = 2.0;
/// Length of the rod (m), its mass and the cart's (kg).
pub const L: f64 = 1.0;
pub const MASSES: [f64; 2] = [0.3, 1.0];
pub const GRAVITY: f64 = 9.81;
/// N: a force of zero has no size of its own.
const FORCE: f64 = 10.0;

/// Cart and rod, pushed by a table of forces, with friction in the guide.
pub fn swing(forces: &[f64], mu: f64) -> Result<Family, Report> {
    let times: Vec<f64> = (0..forces.len()).map(|k| T * k as f64 / (forces.len() - 1) as f64).collect();
    let force = Parameter::knots("force", &times, forces).sized(FORCE);
    let family = Family::new([force], move |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -GRAVITY]);
        let cart = builder.body("cart", Particle::new(MASSES[1]));
        let rod = builder.body("rod", RigidBody::rod(MASSES[0], L).at(0.0, -0.5 * L, -FRAC_PI_2));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        let slot = builder.constraint("guide", Slot::new(guide, cart.origin()));
        builder.constraint("pin", Revolute::new(cart.origin(), rod.point(-0.5 * L, 0.0)));
        builder.force("push", AppliedAlong::signal(Travel::along(guide, cart.origin()), p.signal("force")));
        if mu > 0.0 {
            builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu));
        }
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    });
    Ok(family?)
}

/// The same table of forces with more knots.
pub fn finer(forces: &[f64], intervals: usize) -> Result<Vec<f64>, Report> {
    let knots: Vec<[f64; 2]> = forces.iter().enumerate().map(|(k, u)| [k as f64, *u]).collect();
    let (table, part) = (LookupTable::linear(&knots)?, (forces.len() - 1) as f64 / intervals as f64);
    Ok((0..=intervals).map(|k| table.value(part * k as f64)).collect())
}

/// What should be zero at the end: cart, rod from upright, and their speeds.
pub fn missed(at: &Snapshot<'_>, cart: BodyId, rod: BodyId) -> [f64; 4] {
    let (cart, rod) = (at.body(cart), at.body(rod));
    [cart.origin.x, rod.angle - FRAC_PI_2, cart.velocity.x, rod.spin]
}

pub fn bodies(model: &Model) -> Result<(BodyId, BodyId), Report> {
    Ok((model.body("cart").ok_or("no cart")?, model.body("rod").ok_or("no rod")?))
}

/// What is missed at the end of a run, and its derivatives by all knots, if they were asked for.
pub fn ends(
    family: &Family,
    plan: Simulation<'_>,
    slopes: bool,
) -> Result<(DVector<f64>, DMatrix<f64>, Trajectory), Report> {
    let (cart, rod) = bodies(family.model())?;
    let plan = if slopes { plan.sensitivities(Sensitivities::to(family)) } else { plan };
    let run = plan.run(family.start().clone(), T)?;
    let off = missed(&run.last().ok_or("no sample")?, cart, rod);
    let mut by = DMatrix::zeros(if slopes { family.values().len() } else { 0 }, off.len());
    if slopes {
        for (number, mut column) in by.column_iter_mut().enumerate() {
            column.copy_from_slice(&run.gradient(|at| missed(at, cart, rod)[number]));
        }
    }
    Ok((DVector::from_column_slice(&off), by, run))
}

/// The weights W of the rule of trapezoids.
pub fn weights(count: usize) -> DVector<f64> {
    let step = T / (count - 1) as f64;
    DVector::from_fn(count, |k, _| if k == 0 || k + 1 == count { 0.5 * step } else { step })
}

/// ∫ a b dt.
pub fn integral(a: &DVector<f64>, b: &DVector<f64>) -> f64 {
    a.component_mul(&weights(a.len())).dot(b)
}
