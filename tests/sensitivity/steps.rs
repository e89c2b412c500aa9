//! How wide the step of a parameter is: lengths, speeds and holding limits that are no polynomials of it, beside forces and masses that are.

use chetaev::constraint::LinearVelocity;
use chetaev::contact::CornerOnLine;
use chetaev::prelude::*;

type Built = Result<(Model, State), Box<dyn std::error::Error + Send + Sync>>;

/// What the derivative by p of a number at the end of a run, or of the instant of its first change, is off.
fn off(at: f64, build: fn(f64) -> Built, read: Option<fn(&Snapshot<'_>) -> f64>, known: f64) -> f64 {
    let family = Family::new([("p", at)], move |p| build(p["p"])).unwrap();
    let plan = Simulation::new(family.model()).tolerance(1e-11).output(Output::Ends);
    let run = plan.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 1.0).unwrap();
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let slope = run.sensitivity("p").unwrap();
    let found = match read {
        Some(read) => slope.at_end(read),
        None => slope.instant(run.transitions()[0].t).unwrap(),
    };
    (found - known).abs() / (1.0 + known.abs())
}

/// A mass p in a slot at the height f(p).
fn in_slot(p: f64, height: f64) -> Built {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bead = builder.body("bead", Particle::new(p).at(0.0, height));
    builder.constraint("slot", Slot::new(GROUND.axis([0.0, height], 0.0), bead.origin()));
    let model = builder.build()?;
    let start = model.start().project()?.into();
    Ok((model, start))
}

/// A plate of the mass p on a table in space.
fn on_table(p: f64) -> Built {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.81]);
    let plate = builder.body("plate", Solid::principal(p, [0.1, 0.12, 0.15])?.at(0.0, 0.0, p.powi(3)));
    let table = WORLD.mark(0.0, 0.0, p.powi(3));
    builder.constraint("table", Joint::planar(table, plate.mark(0.0, 0.0, 0.0)));
    let model = builder.build()?;
    let start = model.start().project()?.into();
    Ok((model, start))
}

/// Held at sin 20 p, with a spring of 20 p to another mass.
fn driven(p: f64) -> Built {
    let mut builder = ModelBuilder::new();
    let place = (20.0 * p).sin();
    let bead = builder.body("bead", Particle::new(1.0).at(place, 0.0));
    let other = builder.body("other", Particle::new(1.0).at(2.0, 0.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), bead.origin());
    builder.constraint("drive", Driver::signal(travel, Signal::constant(place)));
    builder.force("spring", SpringDamper::between(bead.origin(), other.origin(), 20.0 * p).rest(1.0));
    let model = builder.build()?;
    let start = model.start().project()?.into();
    Ok((model, start))
}

/// A mass p that is led at a speed.
fn led(p: f64) -> Built {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(p));
    let speed = LinearVelocity::equal_to_signal(Signal::constant((1.0 + p * p).sqrt()));
    builder.constraint("led", speed.term(bead, [1.0, 0.0, 0.0]));
    let model = builder.build()?;
    let start = model.start().project()?.into();
    Ok((model, start))
}

/// A block of the mass p that stands on a floor at the height p³.
fn on_floor(p: f64) -> Built {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::new(p, 0.02).at(0.0, 0.1 + p.powi(3), 0.0).moving(1.0, 0.0, 0.0));
    for (name, x) in [("left", -0.1), ("right", 0.1)] {
        let pair = CornerOnLine::new(GROUND.axis([0.0, p.powi(3)], 0.0), [x, -0.1]);
        builder.contact(name, Contact::between(GROUND, block, pair), Rigid::rough(Coulomb::new(0.02)));
    }
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// At rest until 2 t = ½ √(1 + p²), on a spring of p that is relaxed.
fn held(p: f64) -> Built {
    let mut builder = ModelBuilder::new();
    let (line, block) = (GROUND.axis([0.0, 0.0], 0.0), builder.body("block", Particle::new(1.0)));
    builder.constraint("slot", Slot::new(line, block.origin()));
    let travel = Travel::along(line, block.origin());
    builder.force("spring", SpringDamper::guided(line, block.origin(), p));
    builder.force("pull", AppliedAlong::signal(travel, Signal::polynomial([0.0, 2.0])));
    let law = Coulomb::new(0.3).holding(0.5 * (1.0 + p * p).sqrt());
    builder.friction("rubs", FrictionPoint::along(travel, 1.0), law);
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// Held since 14bd2e2b: only forces and rows were looked at, and these were of degree two: members on both sides at a quarter of p made 3.0625 of the first, −1.57 of the second and 1.95 of the fourth, without a word.
#[test]
fn regress_lengths_that_are_no_polynomials_beside_masses_that_are() {
    let root = 1.0 / 2.0_f64.sqrt();
    let wave = 20.0 * 20.0_f64.cos();
    type Case = (&'static str, fn(f64) -> Built, Option<fn(&Snapshot<'_>) -> f64>, f64);
    let cases: [Case; 7] = [
        ("a slot at p³", |p| in_slot(p, p.powi(3)), Some(|at| at.q()[1]), 3.0),
        ("a slot at sin 20 p", |p| in_slot(p, (20.0 * p).sin()), Some(|at| at.q()[1]), wave),
        ("a table at p³", on_table, Some(|at| at.q()[2]), 3.0),
        ("a driver at sin 20 p", driven, Some(|at| at.q()[0]), wave),
        ("a speed √(1 + p²)", led, Some(|at| at.q()[0]), root),
        ("a floor at p³", on_floor, Some(|at| at.q()[1]), 3.0),
        ("a limit ½ √(1 + p²)", held, None, 0.25 * root),
    ];
    for (what, build, read, known) in cases {
        let off = off(1.0, build, read, known);
        println!("{what}: {off:.1e}");
        assert!(off < 1e-8, "{what}: {off:e}");
    }
}

/// Held since 14bd2e2b: δQ was not that of a unit quaternion, and the angle's derivative by the spin 1.007.
#[test]
fn regress_a_start_whose_quaternion_is_no_unit() {
    let build = |scale: f64, spin: f64| -> Built {
        let mut builder = ModelBuilder::new();
        let body = builder.body("body", Solid::principal(1.0, [0.1, 0.2, 0.25])?.spinning(0.0, 0.0, spin));
        builder.force("spring", SpringDamper::between(WORLD.point(1.0, 0.0, 0.0), body.point(0.3, 0.1, 0.0), 2.0));
        let model = builder.build()?;
        let mut start = model.placed();
        start.q[3..].iter_mut().for_each(|q| *q *= scale);
        Ok((model, start))
    };
    let told = [1.0, 2.0].map(|scale| {
        let family = Family::new([("spin", 1.0)], move |p| build(scale, p["spin"])).unwrap();
        let plan = || Simulation::new(family.model()).tolerance(1e-11).output(Output::Ends);
        let by_family = plan().sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 1.0).unwrap();
        // As it was given: a family makes it a unit one.
        let start = build(scale, 1.0).unwrap().1;
        let by_start = plan().sensitivities(Sensitivities::to_start("body.wz")).run(start, 1.0).unwrap();
        let all = |run: &Trajectory, name: &str| -> Vec<f64> {
            let slope = run.sensitivity(name).unwrap();
            (0..7).map(|i| slope.at_end(|at| at.q()[i])).collect()
        };
        [all(&by_family, "spin"), all(&by_start, "body.wz")]
    });
    let most = told.iter().flatten().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    for other in [&told[0][1], &told[1][0], &told[1][1]] {
        let off = told[0][0].iter().zip(other).fold(0.0, |off: f64, (a, b)| off.max((a - b).abs()));
        println!("derivatives of an attitude, whatever the norm of its quaternion: {off:.1e} of {most:.2}");
        assert!(off < 1e-9 && most > 0.3, "{off:e} {most}");
    }
}

/// A moment of inertia at the end of what a body can have: members are on one side only. The energy ½ Σ I ω² stays as it begins. Held since 0ad56aaa: one side was taken for a corner, and readings were no numbers.
#[test]
fn regress_readings_at_the_end_of_what_a_parameter_can_be() {
    let family = Family::new([("moment", 0.05)], |p| {
        let mut builder = ModelBuilder::new();
        builder.body("body", Solid::principal(0.5, [0.02, 0.03, p["moment"]])?.spinning(1.0, 2.0, 3.0));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    let family = family.unwrap();
    assert!(family.at(&[0.0501]).is_err(), "moot");
    let plan = Simulation::new(family.model()).tolerance(1e-11).every(0.5);
    let run = plan.sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 1.0).unwrap();
    let energy = run.sensitivity("moment").unwrap().column(|at| at.kinetic());
    println!("a moment of inertia at its end: {energy:?}");
    assert!(energy.len() == 3 && energy.iter().all(|x| (x - 4.5).abs() < 1e-7), "{energy:?}");
}
