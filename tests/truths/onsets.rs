//! What begins while a motion knows nothing of it: pushes on what rests, brakes that open for a moment, belts that start; and motions that jump.

use chetaev::element::{BodyRef, Ctx, Loads};
use chetaev::error::ElementError;
use chetaev::force::EnergyKind;
use chetaev::math::Jet;
use chetaev::measure::Reading;
use chetaev::prelude::*;
use std::f64::consts::PI;

const W: f64 = 0.05;

/// A mass of 1 kg on a line, and what is done to it.
fn mass(with: impl FnOnce(&mut ModelBuilder, BodyId)) -> Model {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0));
    builder.constraint("line", Slot::new(GROUND.axis([0.0, 0.0], 0.0), mass.origin()));
    with(&mut builder, mass);
    builder.build().unwrap()
}

fn bell(t: f64) -> f64 {
    20.0 * (-((t - 5.0) / W).powi(2)).exp()
}

/// 20 N · 0.05 s · √π, whoever pushes.
#[test]
fn closed_form_a_push_on_what_rests() {
    let formula = || Formula::parse("20*exp(-((t - 5)/0.05)^2)", ["t"]).unwrap();
    let along = |mass: BodyId| Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
    #[derive(Debug)]
    struct Own(BodyId);
    impl chetaev::force::Force for Own {
        type Space = Planar;
        fn bodies(&self) -> Vec<BodyRef> {
            vec![self.0.into()]
        }
        fn energy_kind(&self) -> EnergyKind {
            EnergyKind::Working
        }
        fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
            out.wrench(0, [bell(at.t), 0.0].into(), 0.0);
            Ok(())
        }
        fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
            Ok(0.0)
        }
    }
    let models = [
        ("closure along", mass(|b, mass| _ = b.force("push", AppliedAlong::new(along(mass), |t, _| bell(t))))),
        ("closure", mass(|b, mass| _ = b.force("push", Applied::new(mass.origin(), |t, _| ([bell(t), 0.0], 0.0))))),
        (
            "signal",
            mass(|b, mass| {
                _ = b.force("push", AppliedAlong::signal(along(mass), Signal::formula(formula()).unwrap()));
            }),
        ),
        ("formula", mass(|b, mass| _ = b.force("push", AppliedAlong::formula(along(mass), formula()).unwrap()))),
        ("own", mass(|b, mass| _ = b.force("push", Own(mass)))),
    ];
    for (what, model) in models {
        let run = Simulation::new(&model).run(model.placed(), 10.0).unwrap();
        let off = (run.end().v[0] - 20.0 * W * PI.sqrt()).abs();
        println!("{what}: speed off by {off:.1e} m/s, {} steps", run.counters().steps);
        assert!(off < 1e-8, "{what}: {off}");
    }
}

/// A push of constant size, 10 N for 0.1 s, by a closure with branches.
#[test]
fn closed_form_a_short_rectangle() {
    let push = |t: f64, _: &Reading| if (5.0..5.1).contains(&t) { 10.0 } else { 0.0 };
    let model = mass(|builder, mass| {
        builder.force("push", AppliedAlong::new(Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin()), push));
    });
    let run = Simulation::new(&model).run(model.placed(), 10.0).unwrap();
    let off = (run.end().v[0] - 1.0).abs();
    println!("speed off by {off:.1e} m/s, {} steps", run.counters().steps);
    assert!(off < 1e-6, "{off}");
}

/// A brake holds a block on a slope of 0.5 rad, and is let go for a moment: it slides by 0.0422656 m (steps of 1e-6 s of the equation of one freedom).
#[test]
fn second_formulation_a_brake_that_opens_for_a_moment() {
    let press = |t: f64| 100.0 * (1.0 - (-((t - 5.0) / 0.2_f64).powi(2)).exp());
    let formula = || Signal::formula(Formula::parse("100*(1 - exp(-((t-5)/0.2)^2))", ["t"]).unwrap()).unwrap();
    let brake = |formulated: bool, along: Travel| match formulated {
        false => FrictionPoint::along_under(along, press),
        true => FrictionPoint::along_under_signal(along, formula()),
    };
    let (mut x, mut v, mut t, h) = (0.0, 0.0_f64, 4.0, 1e-6);
    while t < 7.0 {
        let a = 9.81 * 0.5_f64.sin() - 0.5 * press(t + 0.5 * h);
        if v > 0.0 || a > 0.0 {
            let next = (v + h * a).max(0.0);
            x += 0.5 * h * (v + next);
            v = next;
        }
        t += h;
    }
    for formulated in [false, true] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", Particle::new(1.0));
        let slope = GROUND.axis([0.0, 0.0], -0.5);
        builder.constraint("slope", Slot::new(slope, block.origin()));
        builder.friction("brake", brake(formulated, Travel::along(slope, block.origin())), Coulomb::new(0.5));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 10.0).unwrap();
        let slid = run.end().q[0] / 0.5_f64.cos();
        println!("slid {slid:.9} m, {x:.9} by short steps; {} steps", run.counters().steps);
        assert!((slid - x).abs() < 3e-7 && run.transitions().len() == 2, "{formulated}: {slid} {x}");
    }
}

/// A belt under a block that sticks to it moves on by ∫ s dt, and the block with it.
#[test]
fn closed_form_a_belt_that_moves_for_a_moment() {
    let model = mass(|builder, mass| {
        let along = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
        let belt = FrictionPoint::along(along, 100.0).on_belt(|t| (-((t - 5.0) / W).powi(2)).exp() * 0.005);
        builder.friction("belt", belt, Coulomb::new(0.5));
    });
    let run = Simulation::new(&model).run(model.placed(), 10.0).unwrap();
    let off = (run.end().q[0] - 0.005 * W * PI.sqrt()).abs();
    println!("moved off by {off:.1e} m, {} steps", run.counters().steps);
    assert!(off < 1e-9, "{off}");
}

/// A push of 1 ms in a run of 10 s is shorter than a thousandth of it, and is seen where one looks closer. Where nobody looks nothing is seen.
#[test]
fn closed_form_a_shorter_push_is_seen_by_a_closer_look() {
    let push = |t: f64, _: &Reading| 20.0 * (-((t - 5.0) / 1e-3).powi(2)).exp();
    let model = mass(|builder, mass| {
        builder.force("push", AppliedAlong::new(Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin()), push));
    });
    let speed = |parts: usize| Simulation::new(&model).foresee(parts).run(model.placed(), 10.0).unwrap().end().v[0];
    assert!((speed(20_000) - 20.0 * 1e-3 * PI.sqrt()).abs() < 1e-9);
    assert_eq!(speed(0), 0.0);
}

/// Nothing begins in what changes all the time, or not at all: such runs keep their steps.
#[test]
fn identity_what_never_rests_keeps_its_steps() {
    let steps = |law: fn(f64) -> f64| {
        let model = mass(|builder, mass| {
            builder.force(
                "push",
                AppliedAlong::new(Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin()), move |t, _| law(t)),
            );
        });
        Simulation::new(&model).run(model.placed(), 10.0).unwrap().counters().steps
    };
    let told = |law: Signal| {
        let model = mass(|builder, mass| {
            builder
                .force("push", AppliedAlong::signal(Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin()), law));
        });
        Simulation::new(&model).run(model.placed(), 10.0).unwrap().counters().steps
    };
    assert_eq!(steps(|_| 2.0), told(Signal::constant(2.0)));
    assert_eq!(steps(|t| 3.0 * t.mul_add(2.0, 0.5).sin()), told(Signal::constant(0.0).sine(3.0, 2.0, 0.5)));
}

/// A run ends where what prescribes a motion jumps, and tells its name, the time and the size; what bends is followed.
#[test]
fn refusal_a_driver_that_jumps() {
    let run = |law: fn(Jet) -> Jet, until: f64| {
        let mut builder = ModelBuilder::new();
        let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5, 0.0)));
        builder.constraint("motor", Driver::new(Angle::between(GROUND, rod), law));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), until);
        run.map(|run| run.end().q[2]).map_err(|error| (error.failure.to_string(), error.partial.end().t))
    };
    let jumps: fn(Jet) -> Jet = |t| if t.value < 0.5 { t * 0.0 } else { t * 0.0 + 0.3 };
    let (told, reached) = run(jumps, 1.0).unwrap_err();
    assert!(told.contains("`motor` jumps at t = 0.5, its position by 0.3"), "{told}");
    assert!((reached - 0.5).abs() < 1e-12, "{reached}");
    let bends = run(|t| if t.value < 0.5 { t * 0.0 } else { (t - 0.5) * 3.0 }, 1.0).unwrap_err().0;
    assert!(bends.contains("`motor` jumps at t = 0.5, its velocity by 3"), "{bends}");
    // Its acceleration may jump; and before it does the other may go.
    let pushed = run(|t| if t.value < 0.5 { t * 0.0 } else { (t - 0.5).powi(2) * 1.5 }, 1.0).unwrap();
    assert!((pushed - 0.375).abs() < 1e-9, "{pushed}");
    assert_eq!(run(jumps, 0.4), Ok(0.0));
}

/// A bell out of a background that never rests.
#[test]
fn closed_form_a_push_beside_a_small_swing() {
    let push = |t: f64, _: &Reading| bell(t) + 0.01 * t.sin();
    let model = mass(|builder, mass| {
        builder.force("push", AppliedAlong::new(Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin()), push));
    });
    let run = Simulation::new(&model).run(model.placed(), 10.0).unwrap();
    let off = (run.end().v[0] - 20.0 * W * PI.sqrt() - 0.01 * (1.0 - 10.0_f64.cos())).abs();
    println!("speed off by {off:.1e} m/s, {} steps", run.counters().steps);
    assert!(off < 1e-8, "{off}");
}

/// A place that a constraint of the user's own moves for a moment, x = a exp(−((t − 5)/w)²), swings a mass on a spring: its amplitude is a k w √π exp(−(ω w/2)²)/(m ω).
#[test]
fn closed_form_a_constraint_of_ones_own_that_moves_for_a_moment() {
    const A: f64 = 0.01;
    #[derive(Debug)]
    struct Moved;
    impl Holonomic<1, 1> for Moved {
        fn phi<T: RealField + Copy>(&self, t: T, [hand]: [Pose<T>; 1]) -> [T; 1] {
            let u = (t - convert(5.0)) / convert(W);
            [hand.position.x - (-u * u).exp() * convert(A)]
        }
        fn depends_on_time(&self) -> bool {
            true
        }
    }
    let (k, m) = (100.0_f64, 1.0_f64);
    let omega = (k / m).sqrt();
    let mut hand = None;
    let model = mass(|builder, mass| {
        let held = builder.body("hand", Particle::new(1.0).at(0.0, 1.0));
        builder.constraint("rail", Slot::new(GROUND.axis([0.0, 1.0], 0.0), held.origin()));
        builder.constraint("moved", Auto::holonomic([held], Moved));
        let apart = Travel::along(held.axis([0.0, -1.0], 0.0), mass.origin());
        builder.force("spring", SpringDamper::along(apart, k));
        hand = Some(mass);
    });
    let mass = hand.unwrap();
    let run = Simulation::new(&model).tolerance(1e-10).run(model.start().project().unwrap(), 10.0).unwrap();
    let (x, v) = (run.end().q[0], run.last().unwrap().body(mass).velocity.x);
    let known = A * k * W * PI.sqrt() * (-(0.5 * omega * W).powi(2)).exp() / (m * omega);
    let off = (x.hypot(v / omega) - known).abs();
    println!("amplitude off by {off:.1e} m of {known:.3e} m, {} steps", run.counters().steps);
    assert!(off < 1e-9, "{off}");
}
