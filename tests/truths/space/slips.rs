//! Slips in several directions: of one's own, many in one mechanism, and what is refused.

use crate::common::Random;
use chetaev::constraint::{Constraint, ConstraintShape, Level};
use chetaev::element::{Ctx, Rows};
use chetaev::error::{BuildError, ElementError};
use chetaev::friction::{Friction, Load};
use chetaev::nalgebra::Vector3;
use chetaev::prelude::*;

const G: f64 = 9.81;
const M: f64 = 1.3;

/// A puck on ice that is seen from above: a slip of the user's own, in two directions of the plane, under a given load.
#[derive(Debug)]
struct Ice(BodyId);

impl Constraint for Ice {
    type Space = Planar;

    fn shape(&self) -> ConstraintShape {
        ConstraintShape::new(Level::Velocity, 2, [GROUND.into(), self.0.into()])
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Rows<'_>) -> Result<(), ElementError> {
        let velocity = at.body(1).velocity;
        for row in 0..2 {
            let mut along = [0.0; 3];
            along[row] = 1.0;
            out.velocity(row, velocity[row], 0.0);
            out.jacobian(row, 1, along);
        }
        Ok(())
    }
}

impl Friction for Ice {
    fn load(&self) -> Load {
        Load::Given
    }

    fn given(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(M * G)
    }
}

#[test]
fn analytic_a_puck_seen_from_above() {
    let mut builder = ModelBuilder::new();
    let puck = builder.body("puck", RigidBody::new(M, 0.1).moving(3.0, -4.0, 0.0));
    let ice = builder.friction("ice", Ice(puck), Coulomb::new(0.5));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 2.0).unwrap();
    let (stop, end) = (5.0 / (0.5 * G), run.last().unwrap());
    let place = end.body(puck).origin;
    println!("stops off by {:.1e}, at {place:?}", (run.transitions()[0].t - stop).abs());
    assert!((run.transitions()[0].t - stop).abs() < 1e-10 && end.friction(ice).unwrap().mode == Mode::Stick);
    assert!((place.x - 1.5 * stop).abs() < 1e-9 && (place.y + 2.0 * stop).abs() < 1e-9);
}

/// What makes no sense is refused with the reason; what is not worked out is an error that names it.
#[test]
fn refusal_slips_in_several_directions() {
    let built = |joint: fn(Mark, Mark) -> Joint, ball: bool| {
        let mut builder = ModelBuilder::new();
        let body = builder.body("body", Solid::principal(1.0, [1.0; 3]).unwrap());
        let joint = builder.constraint("joint", joint(WORLD.mark(0.0, 0.0, 0.0), body.mark(0.0, 0.0, 0.0)));
        match ball {
            true => builder.friction("rub", FrictionPoint::in_ball(joint, 0.1), Coulomb::new(0.1)),
            false => builder.friction("rub", FrictionPoint::in_cylinder(joint, 0.1), Coulomb::new(0.1)),
        };
        builder.build().map(|_| ())
    };
    for (joint, ball, word) in
        [(Joint::revolute as fn(Mark, Mark) -> Joint, true, "spherical"), (Joint::prismatic, false, "cylindrical")]
    {
        let Err(BuildError::BadShape { kind: "friction", what, .. }) = built(joint, ball) else { panic!("{word}") };
        assert!(what.contains(word), "{what}");
    }
    built(Joint::cylindrical, false).unwrap();
    // A brake beside a ball that sticks: three directions and one more.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let body = builder.body("body", Solid::principal(1.0, [1.0; 3]).unwrap());
    let ball = builder.constraint("ball", Joint::spherical(WORLD.origin(), body.origin()));
    builder.friction("rub", FrictionPoint::in_ball(ball, 0.1), Coulomb::new(0.1));
    let up = [0.0, 0.0, 1.0];
    let around = AxialAngle::about(WORLD.axis([0.0; 3], up), body.axis([0.0; 3], up));
    builder.friction("brake", FrictionPoint::along(around, 1.0), Coulomb::new(0.1));
    let model = builder.build().unwrap();
    let error = Simulation::new(&model).run(model.placed(), 1.0).unwrap_err().to_string();
    println!("{error}");
    assert!(error.contains("`rub`") && error.contains("several directions"), "{error}");
}

/// Bodies on balls, sleeves and hinges, one on the other, askew: energy is only lost, what is lost is the work of friction, and what slides and sticks is what its cone says.
#[test]
fn property_balls_and_sleeves_only_take_energy() {
    let (mut random, mut changes, mut uncertain, mut stuck) = (Random::new(23), 0, 0, 0);
    for case in 0..24 {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let (mut seat, mut place, mut rubs) = (WORLD.origin(), Vector3::zeros(), Vec::new());
        for k in 0..3 {
            let arm = Vector3::<f64>::from(random.numbers()) * 0.4;
            let at = place + arm;
            let spin: [f64; 3] = random.numbers();
            let bar = Solid::principal(1.0 + 0.5 * random.unit(), [0.02, 0.03, 0.04]).unwrap().at(at.x, at.y, at.z);
            let bar = builder.body(format!("bar {k}"), bar.spinning(3.0 * spin[0], 3.0 * spin[1], 3.0 * spin[2]));
            let axis: [f64; 3] = random.numbers();
            let end = bar.point(-arm.x, -arm.y, -arm.z);
            let mark = |p: chetaev::element::Point<Spatial>| Mark {
                body: p.body,
                local: p.local,
                ..WORLD.axis([0.0; 3], axis)
            };
            let (marks, name) = ([mark(seat), mark(end)], format!("joint {k}"));
            let mu = 0.3 + 0.1 * f64::from(k);
            let law = Coulomb::new(0.3).holding(mu);
            let rub = match (case + k) % 3 {
                0 => {
                    let joint = builder.constraint(name, Joint::spherical(seat, end));
                    builder.friction(format!("ball {k}"), FrictionPoint::in_ball(joint, 0.05), law)
                }
                1 => {
                    let joint = builder.constraint(name, Joint::cylindrical(marks[0], marks[1]));
                    let travel = AxialTravel::along(marks[0], end);
                    builder.force(format!("stop {k}"), SpringDamper::along(travel, 200.0));
                    builder.friction(format!("sleeve {k}"), FrictionPoint::in_cylinder(joint, 0.05), law)
                }
                _ => {
                    let joint = builder.constraint(name, Joint::revolute(marks[0], marks[1]).in_axes_of_a());
                    builder.friction(format!("hinge {k}"), FrictionPoint::in_hinge(joint, 0.05), law)
                }
            };
            rubs.push((rub, mu));
            (seat, place) = (bar.point(arm.x, arm.y, arm.z), at + arm);
        }
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-10).every(0.02).run(model.start().project().unwrap(), 3.0);
        let run = run.unwrap_or_else(|error| panic!("case {case}: {error}"));
        let energy = run.column(|at| at.kinetic() + at.potential());
        assert!(energy.windows(2).all(|pair| pair[1] <= pair[0] + 1e-9), "case {case}");
        let lost: f64 = rubs.iter().map(|&(rub, _)| run.last().unwrap().work_of_friction(rub)).sum();
        assert!((energy[energy.len() - 1] - energy[0] - lost).abs() < 1e-7 && lost < -1e-3, "case {case}: {lost}");
        for at in run.samples() {
            for &(rub, mu) in &rubs {
                let reading = at.friction(rub).unwrap();
                let (most, sticks) = (reading.load.abs(), reading.mode == Mode::Stick);
                let fits = if sticks {
                    reading.force.abs() <= mu * most * (1.0 + 1e-9)
                } else {
                    (reading.force.abs() - 0.3 * most).abs() < 1e-6 * most
                };
                assert!(fits, "case {case} at {}: {reading:?}", at.t());
                stuck += usize::from(sticks);
            }
        }
        (changes, uncertain) = (changes + run.transitions().len(), uncertain + run.counters().uncertain);
    }
    println!("balls and sleeves: {changes} changes, {uncertain} uncertain, {stuck} stuck");
    assert!(changes > 100 && stuck > 100, "moot: {changes} {stuck}");
}

/// What the certificate cannot prove it does not say: with a ball at rest its bound is infinite, and the list of all motions has the one there is.
#[test]
fn property_no_certificate_where_a_ball_is() {
    let mut random = Random::new(31);
    let mut listed = 0;
    for case in 0..200 {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -G]);
        let off: [f64; 3] = random.numbers();
        let body = builder.body("body", Solid::principal(1.0, [0.1, 0.12, 0.15]).unwrap());
        let ball = builder.constraint(
            "ball",
            Joint::spherical(WORLD.point(off[0], off[1], off[2]), body.point(off[0], off[1], off[2])),
        );
        let mu = 0.3 * 10_f64.powf(random.unit());
        let rub = builder.friction("rub", FrictionPoint::in_ball(ball, 0.3), Coulomb::new(mu));
        let force: [f64; 3] = random.numbers();
        builder.force("push", Applied::force(body.point(0.3, -0.2, 0.5), force.map(|f| 20.0 * f)));
        let model = builder.build().unwrap();
        let mut state = model.placed();
        assert!(model.certificate(&state).unwrap().bound == f64::INFINITY);
        let list = model.branches(&state).unwrap_or_else(|error| panic!("case {case}: {error}"));
        model.decide_friction(&mut state).unwrap_or_else(|error| panic!("case {case}: {error}"));
        let decided = model.read(&state).friction(rub).unwrap().mode;
        assert!(list.iter().any(|branch| branch.mode(rub) == decided), "case {case}");
        listed += list.len();
    }
    println!("{listed} motions in 200 cases");
    assert!(listed >= 200);
}
