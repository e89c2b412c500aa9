//! Where friction can sit and which laws it can follow: a user's own friction and law, Stribeck, viscous parts, and space.

use chetaev::constraint::{Constraint, ConstraintShape, Level};
use chetaev::element::{Ctx, Rows};
use chetaev::error::ElementError;
use chetaev::prelude::*;
use nalgebra::Vector2;

const G: f64 = 9.81;

/// A block of 2 kg that slides along a level slot with the given speed.
fn block(law: impl FrictionLaw + 'static, speed: f64) -> (Model, BodyId, FrictionId) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let block = builder.body("block", Particle::new(2.0).moving(speed, 0.0));
    let floor = builder.constraint("floor", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(floor), law);
    (builder.build().unwrap(), block, rub)
}

fn stop_of(model: &Model) -> f64 {
    let run = Simulation::new(model).tolerance(1e-12).run(model.start().project().unwrap(), 10.0).unwrap();
    let [stop] = run.transitions() else { panic!("{:?}", run.transitions()) };
    assert_eq!(stop.to, Mode::Stick);
    assert!(run.energy_error() < 1e-10);
    stop.t
}

#[test]
fn analytic_viscous_part() {
    // m v' = −μ m g − c v: it stops after m/c ln(1 + c v₀/(μ m g)).
    let (mu, c, v0) = (0.2, 1.5, 3.0);
    let (model, _, _) = block(Coulomb::new(mu).viscous(c), v0);
    let known = 2.0 / c * (1.0 + c * v0 / (mu * 2.0 * G)).ln();
    assert!((stop_of(&model) - known).abs() < 1e-10);
}

#[test]
fn analytic_stribeck() {
    // t = ∫ dv/(μ(v) g): by Simpson's rule with many intervals.
    let (fast, rest, speed, v0) = (0.1, 0.35, 0.4, 1.2);
    let (model, _, rub) = block(Stribeck::new(fast, rest, speed), v0);
    let rate = |v: f64| 1.0 / (G * (fast + (rest - fast) * (-(v / speed).powi(2)).exp()));
    let n = 2000;
    let h = v0 / n as f64;
    let weight = |k: usize| if k == 0 || k == n { 1.0 } else { 2.0 + 2.0 * (k % 2) as f64 };
    let known = (0..=n).map(|k| weight(k) * rate(k as f64 * h)).sum::<f64>() * h / 3.0;
    assert!((stop_of(&model) - known).abs() < 1e-10);
    // At rest it holds what its coefficient at rest can hold, and no more.
    let run = Simulation::new(&model).run(model.start().project().unwrap(), 5.0).unwrap();
    assert!(run.last().unwrap().friction(rub).unwrap().force.abs() < 1e-12);
}

/// A law that grows with the speed: μ(u) = a + b u.
#[derive(Debug)]
struct Growing(f64, f64);

impl FrictionLaw for Growing {
    fn sliding(&self, speed: f64) -> f64 {
        self.0 + self.1 * speed
    }
    fn holding(&self) -> f64 {
        self.0
    }
    fn viscous(&self, _speed: f64) -> f64 {
        0.0
    }
}

#[test]
fn analytic_law_of_a_users_own() {
    let (a, b, v0) = (0.2, 0.1, 3.0);
    let (model, _, _) = block(Growing(a, b), v0);
    assert!((stop_of(&model) - (1.0 + b * v0 / a).ln() / (b * G)).abs() < 1e-10);
}

/// A brake shoe on a drum of one's own making: the tangent is r ω, the load a force that grows with time.
#[derive(Debug)]
struct Brake {
    drum: BodyId,
    radius: f64,
}

impl Constraint for Brake {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 1, [GROUND.into(), self.drum.into()])
    }
    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        out.velocity(0, self.radius * at.body(1).spin, 0.0);
        out.jacobian(0, 1, [0.0, 0.0, self.radius]);
        Ok(())
    }
    fn point(&self, at: Ctx<'_>, k: usize) -> Vector2<f64> {
        at.body(k).origin
    }
}

impl Friction for Brake {
    fn load(&self) -> Load {
        Load::Given
    }
    fn given(&self, at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(40.0 * at.t)
    }
}

#[test]
fn analytic_friction_of_a_users_own() {
    let (inertia, radius, mu, spin) = (0.5, 0.2, 0.3, 6.0);
    let mut builder = ModelBuilder::new();
    let drum = builder.body("drum", RigidBody::new(1.0, inertia).moving(0.0, 0.0, spin));
    builder.constraint("axle", Revolute::new(GROUND.origin(), drum.origin()));
    let brake = builder.friction("brake", Brake { drum, radius }, Coulomb::new(mu));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 5.0).unwrap();
    // J ω' = −μ r 40 t.
    let known = (2.0 * inertia * spin / (mu * radius * 40.0)).sqrt();
    assert!((run.transitions()[0].t - known).abs() < 1e-10);
    assert!((run.last().unwrap().work_of_friction(brake) + 0.5 * inertia * spin * spin).abs() < 1e-10);
    assert_eq!(run.last().unwrap().friction_on(brake, drum).force.norm(), 0.0);
}

#[test]
fn analytic_bead_on_a_rough_line_in_space() {
    // N is the length of the two multipliers across the line: m g cos α, whatever the line's direction.
    let (alpha, heading, mu) = (0.6_f64, 1.1_f64, 0.25);
    let direction = [alpha.cos() * heading.cos(), alpha.cos() * heading.sin(), -alpha.sin()];
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let bead = builder.body("bead", Particle::in_space(0.7));
    let line = WORLD.axis([0.0; 3], direction);
    let id = builder.constraint("line", Joint::point_on_line(line, bead.origin()));
    let load = Load::pair(id, [0, 1]);
    let travel = AxialTravel::along(line, bead.origin());
    let rub = builder.friction("rub", FrictionPoint::loaded(travel, load), Coulomb::new(mu));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project().unwrap(), 2.0).unwrap();
    let at = run.last().unwrap();
    assert!((at.friction(rub).unwrap().load - 0.7 * G * alpha.cos()).abs() < 1e-12);
    let way = 2.0 * G * (alpha.sin() - mu * alpha.cos());
    assert!((at.body(bead).origin.norm() - way).abs() < 1e-11);
}

#[test]
fn refusal_bad_friction_is_refused_by_name() {
    let refuse = |mu: f64, holding: f64| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(1.0));
        let id = builder.constraint("floor", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        builder.friction("shoe", FrictionPoint::in_slot(id), Coulomb::new(mu).holding(holding));
        builder.build().unwrap_err().to_string()
    };
    for (mu, holding) in [(f64::NAN, 0.3), (-0.1, 0.3), (0.3, 0.2)] {
        let text = refuse(mu, holding);
        println!("{text}");
        assert!(text.contains("shoe"), "{text}");
    }
    // A load that is not there.
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(1.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let id = builder.constraint("floor", Slot::new(line, block.origin()));
    let travel = Travel::along(line, block.origin());
    builder.friction("shoe", FrictionPoint::loaded(travel, Load::row(id, 1)), Coulomb::new(0.1));
    let text = builder.build().unwrap_err().to_string();
    println!("{text}");
    assert!(text.contains("shoe"), "{text}");
}
