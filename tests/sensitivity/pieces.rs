//! Fits in pieces: as the fit of the whole run where that is found, and where it is not.

use super::common::{Member, Numbers, apart, thrown_disk};

use chetaev::analysis::{Fit, Identification, IdentifyError};
use chetaev::prelude::*;
use chetaev::simulate::Parameter;
use std::f64::consts::FRAC_PI_2;

/// Readings that scatter: sums of twelve numbers between 0 and 1, less six.
fn scatter(seed: u64) -> impl FnMut() -> f64 {
    let mut numbers = Numbers(seed);
    move || (0..12).map(|_| numbers.finely()).sum::<f64>() - 6.0
}

fn scattered(values: Vec<f64>, sigma: f64, mut noise: impl FnMut() -> f64) -> Vec<f64> {
    values.into_iter().map(|value| value + sigma * noise()).collect()
}

fn cuts(t_end: f64, pieces: usize) -> Vec<f64> {
    (1..pieces).map(|k| t_end * k as f64 / pieces as f64).collect()
}

/// Values and deviations.
fn numbers(fit: &Fit) -> [Vec<f64>; 2] {
    [fit.fitted.iter().map(|it| it.value).collect(), fit.fitted.iter().map(|it| it.deviation).collect()]
}

/// A double pendulum that turns over, chaotic, with a rough elbow.
fn turning([mass, mu]: [f64; 2]) -> Family {
    let family = Family::new([("mass", mass), ("mu", mu)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let upper = builder.body("upper", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
        let lower = builder.body("lower", RigidBody::rod(p["mass"], 1.0).at(1.0, 0.5, FRAC_PI_2));
        builder.constraint("hinge", Revolute::new(GROUND.origin(), upper.point(-0.5, 0.0)));
        let elbow = builder.constraint("elbow", Revolute::new(upper.point(0.5, 0.0), lower.point(-0.5, 0.0)));
        builder.friction("rub", FrictionPoint::in_pin(elbow, 0.02), Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    });
    family.unwrap()
}

/// Mass and friction of its second rod from two angles over 12 s with errors of 1e-3 rad, begun 14 % and 60 % off. Over the whole run nothing is found; in 8 pieces, in 12 and in 24 the same.
#[test]
fn chaotic_data_are_fitted_in_pieces() {
    fn plan(model: &Model) -> Simulation<'_> {
        Simulation::new(model).tolerance(1e-9).every(0.02)
    }
    let known = turning([0.7, 0.05]);
    let handles = |family: &Family| ["upper", "lower"].map(|name| family.model().body::<Planar>(name).unwrap());
    let run = plan(known.model()).run(known.start().clone(), 12.0).unwrap();
    let mut noise = scatter(7);
    let mut read = |body: BodyId| scattered(run.column(|at| at.body(body).angle), 1e-3, &mut noise);
    let data = handles(&known).map(&mut read);
    let begin = turning([0.6, 0.02]);
    let [upper, lower] = handles(&begin);
    let fit = |pieces: usize| {
        Identification::new(&begin, plan)
            .until(12.0)
            .cut_at(cuts(12.0, pieces))
            .measured(move |at| at.body(upper).angle, &data[0], 1e-3)
            .measured(move |at| at.body(lower).angle, &data[1], 1e-3)
            .within("mu", 0.0..1.0)
            .run()
    };
    // It ends in one of the wrinkles.
    let whole = fit(1).map_or(f64::INFINITY, |fit| fit.scale);
    assert!(whole > 100.0, "{whole}");
    // Four pieces are too long for parameters so far off: they do not join.
    let long = fit(4).unwrap_err();
    println!("in 4 pieces: {long}");
    assert!(matches!(long, IdentifyError::Apart { .. } | IdentifyError::Stuck { .. }));
    let [some, more, most] = [8, 12, 24].map(|pieces| fit(pieces).unwrap());
    println!("{more}");
    let [mass, mu] = [more.value("mass").unwrap() - 0.7, more.value("mu").unwrap() - 0.05];
    let off = [mass / more.deviation("mass").unwrap(), mu / more.deviation("mu").unwrap()];
    let apart = [&some, &most].map(|fit| (0..2).map(|k| apart(&numbers(fit)[k], &numbers(&more)[k])).sum::<f64>());
    println!("off by {off:.2?} deviations; other pieces give the same to {:.1e} and {:.1e}", apart[0], apart[1]);
    assert!(off.iter().all(|off| off.abs() < 3.0));
    assert!((0.9..1.1).contains(&more.scale) && more.deviation("mass").unwrap() < 1e-6);
    assert!(apart.iter().all(|apart| *apart < 2e-8));
    assert!(some.runs[0] <= 10 && most.runs[0] <= 10 && most.starts.len() == 23);
    // The pieces are one run, as far as chaos lets one see that.
    let run = plan(more.family.model()).run(more.family.start().clone(), 6.0).unwrap();
    let off = run.end().q[2] - more.starts[5].q[2];
    println!("one run of what was found arrives there to {off:.1e} rad");
    assert!(off.abs() < 1e-6);
}

/// What is found whole, and in pieces.
fn both<'a>(pieces: &[f64], ask: impl Fn() -> Identification<'a>, what: &str, bounds: [f64; 2]) -> Fit {
    let [whole, cut] = [&[][..], pieces].map(|cuts| {
        let fit = ask().cut_at(cuts.iter().copied()).run();
        fit.unwrap_or_else(|why| panic!("{what}, {} cuts: {why}", cuts.len()))
    });
    let [value, deviation] = [0, 1].map(|k| apart(&numbers(&whole)[k], &numbers(&cut)[k]));
    println!(
        "{what}: in {} pieces the same to {value:.1e}, deviations to {deviation:.1e}; {:?} and {:?} runs",
        pieces.len() + 1,
        whole.runs,
        cut.runs
    );
    assert!(value < bounds[0] && deviation < bounds[1]);
    cut
}

fn noisy(values: Vec<f64>, sigma: f64, seed: u64) -> Vec<f64> {
    scattered(values, sigma, scatter(seed))
}

/// A block on a spring that is shaken, sticks and slips; some of its pieces begin where it sticks.
#[test]
fn pieces_begin_where_something_sticks() {
    fn plan(model: &Model) -> Simulation<'_> {
        Simulation::new(model).tolerance(1e-11).every(0.02)
    }
    let of = |[mu, stiffness, speed]: [f64; 3]| {
        let parameters = [("mu", mu), ("stiffness", stiffness), ("speed", speed)];
        let family = Family::new(parameters, |p| {
            let mut builder = ModelBuilder::new();
            let block = builder.body("block", Particle::new(1.0).at(0.01, 0.0).moving(p["speed"], 0.0));
            let guide = GROUND.axis([0.0, 0.0], 0.0);
            builder.constraint("guide", Slot::new(guide, block.origin()));
            builder.force("spring", SpringDamper::guided(guide, block.origin(), p["stiffness"]));
            let push = Signal::constant(0.0).sine(6.0, 3.0, 0.0);
            builder.force("push", AppliedAlong::signal(Travel::along(guide, block.origin()), push));
            builder.friction(
                "rub",
                FrictionPoint::along(Travel::along(guide, block.origin()), 10.0),
                Coulomb::new(p["mu"]),
            );
            let model = builder.build()?;
            let start = model.placed();
            Ok((model, start))
        });
        family.unwrap()
    };
    let (known, begin) = (of([0.3, 100.0, 0.2]), of([0.25, 110.0, 0.15]));
    let run = plan(known.model()).run(known.start().clone(), 4.0).unwrap();
    let places = noisy(run.column(|at| at.q()[0]), 1e-4, 3);
    let ask = || Identification::new(&begin, plan).until(4.0).measured(|at| at.q()[0], &places, 1e-4);
    // A search ends where a step is below 1e-10 of the sizes: here one of the two takes one step more.
    let fit = both(&cuts(4.0, 13), ask, "stick and slip", [9e-10, 1.5e-10]);
    let sticking = fit.starts.iter().filter(|start| start.v[0] == 0.0).count();
    println!("{sticking} of 12 pieces begin at rest\n{fit}");
    assert!((3..10).contains(&sticking));
}

/// A disk bounces on, sliding at first: its coefficients and its height from places and from the instants of its blows.
#[test]
fn pieces_have_blows_in_them() {
    fn plan(model: &Model) -> Simulation<'_> {
        Simulation::new(model).tolerance(1e-11).every(0.05)
    }
    let of = |[mu, e, height]: [f64; 3]| {
        let member = |p: &chetaev::simulate::Parameters<'_>| -> Member {
            thrown_disk(9.81, p["height"], [1.0, 4.0], [p["mu"], p["e"]])
        };
        Family::new([("mu", mu), ("e", e), ("height", height)], member).unwrap()
    };
    let (known, begin) = (of([0.03, 0.8, 0.5]), of([0.033, 0.78, 0.51]));
    let run = plan(known.model()).run(known.start().clone(), 1.9).unwrap();
    let places = noisy(run.column(|at| at.q()[0]), 1e-3, 4);
    let blows = |run: &Trajectory| run.impacts().iter().map(|impact| impact.t).collect::<Vec<_>>();
    let instants = noisy(blows(&run), 1e-3, 5);
    assert!(instants.len() > 3);
    let ask = || {
        Identification::new(&begin, plan)
            .until(1.9)
            .measured(|at| at.q()[0], &places, 1e-3)
            .instants(blows, &instants, 1e-3)
    };
    both(&[0.15, 0.7, 1.2, 1.6], ask, "blows", [3e-10, 5e-10]);
}

/// The length of a pendulum in more coordinates than freedoms: where a piece begins depends on it.
#[test]
fn pieces_begin_on_constraints_that_move_with_parameters() {
    fn plan(model: &Model) -> Simulation<'_> {
        Simulation::new(model).tolerance(1e-11).every(0.05)
    }
    let of = |[length, damping]: [f64; 2]| {
        let family = Family::new([("length", length), ("damping", damping)], |p| {
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -9.81]);
            let bob = builder.body("bob", Particle::new(1.0).at(p["length"], 0.0));
            builder.constraint("rod", Distance::new(GROUND.origin(), bob.origin(), p["length"]));
            builder
                .force("air", SpringDamper::between(GROUND.point(0.0, -3.0), bob.origin(), 0.5).damping(p["damping"]));
            let model = builder.build()?;
            let start = model.start().project()?.into();
            Ok((model, start))
        });
        family.unwrap()
    };
    let (known, begin) = (of([1.0, 0.2]), of([0.97, 0.3]));
    let run = plan(known.model()).run(known.start().clone(), 5.0).unwrap();
    let places = [0, 1].map(|i| noisy(run.column(|at| at.q()[i]), 1e-3, 6 + i as u64));
    let ask = || {
        Identification::new(&begin, plan).until(5.0).measured(|at| at.q()[0], &places[0], 1e-3).measured(
            |at| at.q()[1],
            &places[1],
            1e-3,
        )
    };
    both(&cuts(5.0, 6), ask, "length", [2.5e-12, 6e-11]);
}

/// A force over time, by its knots, from where it moves a block that rubs.
#[test]
fn a_force_is_found_from_the_motion() {
    fn plan(model: &Model) -> Simulation<'_> {
        Simulation::new(model).tolerance(1e-11).every(0.01)
    }
    let times: Vec<f64> = (0..=20).map(|k| 0.1 * f64::from(k)).collect();
    let of = |values: &[f64]| {
        let family = Family::new([Parameter::knots("push", &times, values).sized(5.0)], |p| {
            let mut builder = ModelBuilder::new();
            let block = builder.body("block", Particle::new(1.0));
            let guide = GROUND.axis([0.0, 0.0], 0.0);
            builder.constraint("guide", Slot::new(guide, block.origin()));
            builder.force("push", AppliedAlong::signal(Travel::along(guide, block.origin()), p.signal("push")));
            builder.friction(
                "rub",
                FrictionPoint::along(Travel::along(guide, block.origin()), 10.0),
                Coulomb::new(0.2),
            );
            let model = builder.build()?;
            let start = model.placed();
            Ok((model, start))
        });
        family.unwrap()
    };
    let push: Vec<f64> = times.iter().map(|t| 4.0 + 2.0 * (3.0 * t).sin()).collect();
    let (known, begin) = (of(&push), of(&[3.0; 21]));
    let run = plan(known.model()).run(known.start().clone(), 2.0).unwrap();
    let places = noisy(run.column(|at| at.q()[0]), 1e-5, 9);
    let ask = || {
        Identification::new(&begin, plan).until(2.0).measured(|at| at.q()[0], &places, 1e-5).within("push", 0.0..10.0)
    };
    let fit = both(&[0.55, 1.2], ask, "force", [9e-12, 1e-11]);
    let off = apart(&numbers(&fit)[0], &push);
    let deviations = fit.fitted.iter().zip(&push).map(|(it, u)| ((it.value - u) / it.deviation).powi(2)).sum::<f64>();
    println!("knots off by {off:.1e} of the largest, by {:.2} of their deviations", (deviations / 21.0).sqrt());
    assert!((0.5..1.5).contains(&(deviations / 21.0).sqrt()));
}

/// A parameter that is a variable without a rate: it is carried from piece to piece, and so is what depends on it.
#[test]
fn pieces_carry_variables() {
    fn plan(model: &Model) -> Simulation<'_> {
        Simulation::new(model).tolerance(1e-11).every(0.05)
    }
    let of = |[force, stiffness]: [f64; 2]| {
        let family = Family::new([("force", force), ("stiffness", stiffness)], |p| {
            let mut builder = ModelBuilder::new();
            let block = builder.body("block", Particle::new(1.0));
            let input = builder.input("push", p["force"]);
            let guide = GROUND.axis([0.0, 0.0], 0.0);
            builder.constraint("guide", Slot::new(guide, block.origin()));
            builder.force("spring", SpringDamper::guided(guide, block.origin(), p["stiffness"]));
            builder.force("push", AppliedAlong::signal(Travel::along(guide, block.origin()), Signal::input(input)));
            let model = builder.build()?;
            let start = model.placed();
            Ok((model, start))
        });
        family.unwrap()
    };
    let (known, begin) = (of([2.0, 20.0]), of([1.5, 23.0]));
    let run = plan(known.model()).run(known.start().clone(), 3.0).unwrap();
    let places = noisy(run.column(|at| at.q()[0]), 1e-4, 10);
    let ask = || Identification::new(&begin, plan).until(3.0).measured(|at| at.q()[0], &places, 1e-4);
    both(&cuts(3.0, 5), ask, "variable", [4e-11, 5.7e-10]);
}

/// What cannot be cut is refused.
#[test]
fn refusal_of_cuts() {
    let family = turning([0.7, 0.05]);
    let of = |cuts: &[f64], steps: bool| {
        fn every(model: &Model) -> Simulation<'_> {
            Simulation::new(model).tolerance(1e-8).every(0.1)
        }
        fn at_steps(model: &Model) -> Simulation<'_> {
            every(model).output(Output::Steps)
        }
        Identification::new(&family, if steps { at_steps } else { every })
            .until(1.0)
            .cut_at(cuts.iter().copied())
            .measured(|at| at.q()[2], &[0.0; 11], 1e-3)
            .run()
            .unwrap_err()
    };
    assert_eq!(of(&[0.5, 0.2], false), IdentifyError::Cuts { from: 0.0, to: 1.0 });
    assert_eq!(of(&[1.0], false), IdentifyError::Cuts { from: 0.0, to: 1.0 });
    assert_eq!(of(&[0.5], true), IdentifyError::Steps);
}
