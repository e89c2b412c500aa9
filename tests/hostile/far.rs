//! Starts from guesses that are so far away that squares of them overflow, and runs whose energies do.

use chetaev::error::EvalError;
use chetaev::nalgebra::UnitQuaternion;
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;

/// A model of many kinds of constraints, in the plane and in space.
fn models() -> Vec<(&'static str, Model)> {
    type Add = fn(&mut ModelBuilder, [BodyId; 2], [BodyId<Spatial>; 2]);
    let kinds: [(&str, Add); 14] = [
        ("nothing", |_, _, _| {}),
        ("pin", |m, [a, _], _| _ = m.constraint("it", Revolute::new(GROUND.origin(), a.point(0.3, 0.0)))),
        ("pin between", |m, [a, b], _| _ = m.constraint("it", Revolute::new(a.point(1.0, 0.0), b.point(0.3, 0.0)))),
        ("rod", |m, [a, _], _| _ = m.constraint("it", Distance::new(GROUND.origin(), a.point(0.1, 0.0), 1.0))),
        ("rod between", |m, [a, b], _| _ = m.constraint("it", Distance::new(a.origin(), b.point(0.1, 0.0), 1.0))),
        ("slot", |m, [a, b], _| _ = m.constraint("it", Slot::new(a.axis([0.0, 0.1], 0.3), b.origin()))),
        ("weld", |m, [a, b], _| _ = m.constraint("it", Weld::new(a.axis([0.1, 0.0], 0.2), b.axis([0.0, 0.0], 0.3)))),
        ("slide", |m, [a, b], _| {
            m.constraint("it", Prismatic::new(a.axis([0.0, 0.1], 0.3), b.axis([0.0, 0.0], 0.1)));
        }),
        ("knife", |m, [a, _], _| _ = m.constraint("it", KnifeEdge::new(GROUND, a.axis([0.1, 0.0], 0.3)))),
        ("motor", |m, [a, b], _| _ = m.constraint("it", Driver::new(Angle::between(a, b), |t| t))),
        ("gear", |m, [a, b], _| {
            m.constraint("it", Coupler::new(Angle::between(GROUND, a), 2.0, Angle::between(GROUND, b)));
        }),
        ("ball joint", |m, _, [a, b]| {
            m.constraint("it", Joint::spherical(a.point(0.1, 0.2, 0.0), b.point(0.0, 0.3, 0.1)));
        }),
        ("hinge", |m, _, [a, b]| {
            let [x, y] = [a.axis([0.1, 0.0, 0.0], [0.0, 1.0, 0.2]), b.axis([0.0; 3], [0.0, 1.0, 1.0])];
            m.constraint("it", Joint::revolute(x, y));
        }),
        ("rod in space", |m, _, [a, b]| {
            m.constraint("it", Distance::new(a.point(0.1, 0.0, 0.0), b.point(0.0, 0.2, 0.0), 1.0));
        }),
    ];
    let model = |(name, add): (&'static str, Add)| {
        let mut builder = ModelBuilder::new();
        let [a, b] =
            [("a", 0.1), ("b", 1.3)].map(|(name, x)| builder.body(name, RigidBody::rod(1.0, 1.0).at(x, 0.2, 0.1)));
        let turn = UnitQuaternion::from_euler_angles(0.3, 0.4, 0.5);
        let [c, d] = [("c", 0.1), ("d", 0.8)].map(|(name, x)| {
            builder.body(name, Solid::principal(1.0, [0.2, 0.3, 0.4]).unwrap().at(x, 0.1, 0.2).turned(turn))
        });
        add(&mut builder, [a, b], [c, d]);
        (name, builder.build().unwrap())
    };
    kinds.into_iter().map(model).collect()
}

/// Mended by 61e4b7c.
#[test]
fn regress_a_start_is_of_numbers_or_an_error_however_far_the_guess() {
    let mut started = 0;
    for (what, model) in models() {
        let names = model.coordinate_names();
        let places = [None].into_iter().chain((0..names.len()).map(Some));
        for place in places {
            for size in [1e20, 1e80, 1e153, 1e154, 1e155, 1e200, 1e300, f64::MAX, 1e-155, 1e-200, 5e-324] {
                for (of_velocities, sign) in [(false, 1.0), (false, -1.0), (true, 1.0)] {
                    let mut guess = model.placed();
                    let numbers = if of_velocities { &mut guess.v } else { &mut guess.q };
                    match place {
                        Some(i) => numbers.iter_mut().skip(i).take(1).for_each(|x| *x = sign * size),
                        None => numbers.iter_mut().for_each(|x| *x = sign * size),
                    }
                    let which = place.map_or("all", |i| names[i].as_str());
                    let case = format!("{what}, {which} {} {size:e}", if of_velocities { "velocity" } else { "at" });
                    let Ok(start) = model.start_from(guess).project() else { continue };
                    started += 1;
                    let State { q, v, .. } = &start.state;
                    assert!(q.iter().chain(v).all(|x| x.is_finite()), "{case}: {start:?}");
                    let told = [start.moved, start.sped, start.phi, start.rate];
                    assert!(told.iter().all(|x| x.is_finite()), "{case}: {told:?}");
                    let attitudes = names.iter().enumerate().filter(|(_, name)| name.ends_with(".qw"));
                    for (at, name) in attitudes {
                        let norm = q[at..at + 4].iter().map(|x| x * x).sum::<f64>();
                        assert!((norm - 1.0).abs() < 1e-12, "{case}: {name} has length² {norm}");
                    }
                }
            }
        }
    }
    assert!(started > 1000, "moot: {started}");
}

/// A particle on a line, with what acts on it.
fn on_a_line([x, v]: [f64; 2], stiffness: &[f64]) -> Model {
    let mut builder = ModelBuilder::new();
    let particle = builder.body("particle", Particle::new(1.0).at(x, 0.0).moving(v, 0.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), particle.origin());
    for (k, stiffness) in stiffness.iter().enumerate() {
        builder.force(format!("spring {k}"), SpringDamper::along(travel, *stiffness));
    }
    builder.build().unwrap()
}

/// What of a failed run was not finite, of which element, and how many samples it has.
fn refused(model: &Model, output: Output, t_end: f64) -> (String, String, usize) {
    let Err(error) = Simulation::new(model).output(output).run(model.placed(), t_end) else {
        panic!("the run went on")
    };
    let RunFailure::Eval(EvalError::NotFinite { name, what, .. }) = error.failure else { panic!("{error}") };
    for at in error.partial.samples() {
        let read = [at.kinetic(), at.potential(), at.balance()];
        assert!(read.iter().all(|x| x.is_finite()), "{read:?} at t = {}", at.t());
    }
    (name, what, error.partial.samples().count())
}

/// Mended by 8072348: velocities of 1e154 are numbers, their squares are none, and the run went on.
#[test]
fn regress_a_run_starts_with_finite_energies() {
    // Of the last one kinetic energy and potential are finite, but not their sum.
    let cases = [
        ("kinetic", [0.0, 1e155], [0.0, 0.0]),
        ("potential", [1e155, 0.0], [1.0, 0.0]),
        ("balance", [1.3e154; 2], [1.0; 2]),
    ];
    for (what, place, stiffness) in cases {
        let (_, told, samples) = refused(&on_a_line(place, &stiffness), Output::Times(Vec::new()), 1.0);
        assert!(told.contains(what) && samples == 0, "{what}: {told}, {samples} samples");
    }
}

/// Mended by 8072348: a sample is finite, or the run ends before it.
#[test]
fn regress_a_sample_whose_energy_overflows_ends_the_run() {
    // x = v = exp t: v² is beyond all numbers from t = 354.9 on.
    let (_, told, samples) = refused(&on_a_line([1.0, 1.0], &[-1.0]), Output::Every(50.0), 500.0);
    assert!(told.contains("kinetic") && samples == 8, "{told}, {samples} samples");
}

/// Mended by 8072348: an angular acceleration of 1e155 is a number, the acceleration at the end of an arm of 1e155 m is none.
#[test]
fn regress_a_slip_acceleration_that_overflows_ends_the_run() {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, 1.0).moving(0.0, 0.0, 1.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), wheel.point(0.0, 1e155));
    builder.friction("brake", FrictionPoint::along(travel, 1.0), Coulomb::new(1.0));
    let (name, told, samples) = refused(&builder.build().unwrap(), Output::Steps, 0.0);
    assert!(name == "brake" && told.contains("second derivative") && samples == 0, "{name}: {told}");
}
