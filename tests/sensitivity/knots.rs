//! Derivatives by all knots of signals.

use super::common::{Member, Numbers, apart};
use super::disk_slider::{PARAMETERS, mechanism};

use chetaev::contact::EllipseOnLine;
use chetaev::math::{LookupTable, Now, TimeLaw};
use chetaev::prelude::*;
use chetaev::simulate::Parameter;
use std::f64::consts::TAU;

/// A mechanism with a signal, and a coefficient of friction.
type Build = fn(Signal, f64) -> Member;

/// Times from one to another, with as many intervals.
fn times(span: [f64; 2], intervals: usize) -> Vec<f64> {
    (0..=intervals).map(|i| span[0] + (span[1] - span[0]) * i as f64 / intervals as f64).collect()
}

/// The same mechanism with its signal through knots that are parameters one by one, and through knots of a signal.
fn both(
    times: &[f64],
    values: &[f64],
    build: impl Fn(Signal, f64) -> Member + Clone + Send + Sync + 'static,
) -> [Family; 2] {
    let names: Vec<String> = (0..times.len()).map(|k| format!("u[{k}]")).collect();
    let numbers: Vec<(String, f64)> =
        names.iter().cloned().zip(values.iter().copied()).chain([("mu".to_owned(), 0.3)]).collect();
    let (own, of) = (times.to_vec(), build.clone());
    let one_by_one = Family::new(numbers, move |p| {
        let points: Vec<[f64; 2]> = own.iter().zip(&names).map(|(t, name)| [*t, p[&**name]]).collect();
        of(Signal::table(LookupTable::linear(&points)?), p["mu"])
    });
    let whole = [Parameter::knots("u", times, values), Parameter::number("mu", 0.3)];
    let together = Family::new(whole, move |p| build(p.signal("u"), p["mu"]));
    [one_by_one.unwrap(), together.unwrap()]
}

/// A block on a spring that sticks and slips, pushed.
fn sticking(push: Signal, mu: f64) -> Member {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(1.0).at(0.01, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, block.origin()));
    builder.force("spring", SpringDamper::guided(guide, block.origin(), 100.0));
    builder.force("push", AppliedAlong::signal(Travel::along(guide, block.origin()), push));
    let law = Coulomb::new(mu).holding(mu + 0.1);
    builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 10.0), law);
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// A trolley whose speed is driven, with a rod on a rough pin.
fn driven(speed: Signal, mu: f64) -> Member {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let trolley = builder.body("trolley", Particle::new(1.0));
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.0, -0.5, -0.5 * std::f64::consts::PI));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, trolley.origin()));
    builder.constraint("drive", LinearVelocity::equal_to_signal(speed).term(trolley, [1.0, 0.0, 0.0]));
    let pin = builder.constraint("pin", Revolute::new(trolley.origin(), rod.point(-0.5, 0.0)));
    builder.friction("rub", FrictionPoint::in_pin(pin, 0.05), Coulomb::new(mu));
    let model = builder.build()?;
    let start = model.start().hold("rod.theta").project()?.into();
    Ok((model, start))
}

/// A disk that bounces on a floor and slides as it does, in a wind; it falls from where the wind begins.
fn blown(wind: Signal, mu: f64) -> Member {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let height = 0.3 + 0.1 * wind.value(0.0);
    let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, height, 0.0).moving(1.0, 0.0, 0.0));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    let law = Rigid::rough(Coulomb::new(mu)).bouncing(0.6);
    builder.contact("floor", Contact::between(GROUND, disk, pair), law);
    builder.force("wind", AppliedAlong::signal(Travel::along(GROUND.axis([0.0, 0.0], 0.0), disk.origin()), wind));
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// A block thrown as fast as what pushes it grows at first.
fn thrown(push: Signal, mu: f64) -> Member {
    let mut builder = ModelBuilder::new();
    let speed = push.at(Now::at(0.0)).first;
    let block = builder.body("block", Particle::new(1.0).moving(speed, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, block.origin()));
    builder.force("push", AppliedAlong::signal(Travel::along(guide, block.origin()), push));
    builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 1.0), Coulomb::new(mu));
    let model = builder.build()?;
    let start = model.placed();
    Ok((model, start))
}

/// What one parameter does to places, speeds and variables at every sample, and to all instants.
fn numbers(run: &Trajectory, name: &str) -> Vec<f64> {
    let slope = run.sensitivity(name).unwrap();
    let samples = (0..run.len()).flat_map(|i| {
        let at = slope.sample(i).unwrap();
        [at.q, at.v, at.variables].concat()
    });
    samples.chain(run.transitions().iter().filter_map(|change| slope.instant(change.t))).collect()
}

/// All derivatives of both: of places, speeds and variables at every sample, of all instants, and of a reading.
fn agree(families: &[Family; 2], read: fn(&Snapshot<'_>) -> f64, t_end: f64, bound: f64, what: &str) -> Trajectory {
    let [alone, together] = families.each_ref().map(|family| {
        let plan = Simulation::new(family.model()).tolerance(1e-11).every(t_end / 7.0);
        plan.sensitivities(Sensitivities::to(family)).run(family.start().clone(), t_end).unwrap()
    });
    assert_eq!(alone.end(), together.end());
    let names = families[0].names();
    let mut worst = 0.0_f64;
    for name in names {
        let [a, b] = [&alone, &together]
            .map(|run| [numbers(run, name), vec![run.sensitivity(name).unwrap().at_end(read)]].concat());
        assert!(a.iter().any(|x| *x != 0.0) || b.iter().all(|x| *x == 0.0), "{name}");
        worst = worst.max(apart(&a, &b));
    }
    let singly: Vec<f64> = names.iter().map(|name| together.sensitivity(name).unwrap().at_end(read)).collect();
    let gradient = apart(&together.gradient(read), &singly);
    assert_eq!(together.gradients(read).last(), Some(&together.gradient(read)));
    println!("{what}: {} changes, apart by {worst:.1e}, the gradient by {gradient:.1e}", alone.transitions().len());
    assert!(worst < bound && gradient < 2e-13);
    assert!(together.flags().is_empty());
    together
}

/// A block on a spring that sticks and slips under a push of 24 knots.
#[test]
fn knots_are_parameters_one_by_one_through_stick_and_slip() {
    let times = times([0.0, 3.0], 24);
    let values: Vec<f64> = times.iter().map(|t| 6.0 * (3.0 * t).sin()).collect();
    let run = agree(&both(&times, &values, sticking), |at| at.q()[0] * at.v()[0], 3.0, 7e-12, "block");
    assert!(run.transitions().len() > 5);
}

/// A trolley whose speed is driven through knots: its acceleration reads the signal's rate. A ball hangs on it and rubs, and the trolley's start follows the signal.
#[test]
fn what_reads_the_rate_of_a_signal_has_its_derivatives_too() {
    let times = times([-0.3, 2.0], 23);
    let values: Vec<f64> = times.iter().map(|t| 0.5 + (4.0 * t).sin()).collect();
    agree(&both(&times, &values, driven), |at| at.v()[0] * at.v()[2], 2.0, 1.1e-11, "driven");
}

/// What is thrown as fast as a signal grows at first, where a knot stands: the start moves with a hat that only begins there.
#[test]
fn a_start_follows_the_rate_of_a_signal() {
    let times = times([-0.5, 1.0], 12);
    let values: Vec<f64> = times.iter().map(|t| (4.0 * t).sin()).collect();
    assert_eq!(times[4], 0.0);
    let run = agree(&both(&times, &values, thrown), |at| at.v()[0], 1.0, 7e-13, "thrown");
    let first = run.sensitivity("u[5]").unwrap().sample(0).unwrap().v[0];
    assert!((first - 8.0).abs() < 1e-9, "{first}");
}

/// A disk bounces on a floor and slides as it does, blown by a wind of knots; it falls from where the wind begins.
#[test]
fn knots_pass_impacts() {
    let times = times([0.0, 1.5], 15);
    let values: Vec<f64> = times.iter().map(|t| 2.0 + (5.0 * t).cos()).collect();
    let run = agree(&both(&times, &values, blown), |at| at.kinetic(), 1.5, 6e-11, "bouncing");
    assert!(run.impacts().len() > 2);
}

/// The mechanism of Peng et al. under a torque through 1000 knots: all of its derivatives together, with weights, are that by one number.
#[test]
fn a_thousand_knots_together_are_one_number() {
    let times = times([0.0, 5.0], 999);
    let torque: Vec<f64> = times.iter().map(|t| (TAU * t).sin()).collect();
    let weights: Vec<f64> = (0..times.len()).map(|k| (1.0 + 2.3 * k as f64).sin()).collect();
    let value = |name: &str| PARAMETERS.iter().find(|(own, _)| *own == name).unwrap().1;
    let knots = Parameter::knots("torque", &times, &torque);
    let together = Family::new([knots], move |p| mechanism(value, Some(p.signal("torque")))).unwrap();
    let own = (times.clone(), torque.clone(), weights.clone());
    let one = Family::new([("part", 0.0)], move |p| {
        let points = own.0.iter().zip(&own.1).zip(&own.2).map(|((t, u), weight)| [*t, u + p["part"] * weight]);
        mechanism(value, Some(Signal::table(LookupTable::linear(&points.collect::<Vec<_>>())?)))
    });
    let one = one.unwrap();
    let [all, alone] = [&together, &one].map(|family| {
        let plan = Simulation::new(family.model()).tolerance(1e-10).every(1.0);
        plan.sensitivities(Sensitivities::to(family)).run(family.start().clone(), 5.0).unwrap()
    });
    let sum = |each: &dyn Fn(&str) -> f64| -> f64 {
        together.names().iter().zip(&weights).map(|(name, weight)| weight * each(name)).sum()
    };
    let part = alone.sensitivity("part").unwrap();
    let mut worst = 0.0_f64;
    for change in all.transitions() {
        let own = part.instant(change.t).unwrap();
        let summed = sum(&|name| all.sensitivity(name).unwrap().instant(change.t).unwrap());
        worst = worst.max((summed - own).abs() / own.abs().max(1e-3));
    }
    let angle = |at: &Snapshot<'_>| at.q()[2];
    let summed: Vec<f64> =
        all.gradients(angle).iter().map(|slopes| slopes.iter().zip(&weights).map(|(s, w)| s * w).sum()).collect();
    let off = apart(&summed, &part.column(angle));
    println!("1000 knots, {} changes: angles off by {off:.1e}, instants by {worst:.1e}", all.transitions().len());
    assert!(all.transitions().len() > 15 && off < 5e-10 && worst < 2e-9);
}

/// What a family takes from a signal at one time for good is not followed, and said.
#[test]
fn a_signal_is_read_when_it_is() {
    let family = |whence: f64| {
        Family::new([Parameter::knots("u", &[0.0, 1.0, 2.0, 3.0], &[1.0, 2.0, 3.0, 4.0])], move |p| {
            let mut builder = ModelBuilder::new();
            let mass = builder.body("mass", Particle::new(1.0).at(p.signal("u").value(whence), 0.0));
            let line = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
            builder.force("push", AppliedAlong::signal(line, p.signal("u")));
            let model = builder.build()?;
            let start = model.placed();
            Ok((model, start))
        })
        .unwrap()
    };
    let run = |family: &Family| {
        Simulation::new(family.model()).sensitivities(Sensitivities::to(family)).run(family.start().clone(), 3.0)
    };
    // x(3) = x₀ + ∫ (3 − t) u dt: of the first hat 1 + (3/2 − 1/6).
    let slopes = run(&family(0.0)).unwrap().gradient(|at| at.q()[0]);
    let exact = [1.0 + 8.0 / 6.0, 2.0, 1.0, 1.0 / 6.0];
    assert!(apart(&slopes, &exact) < 1e-12, "{slopes:?}");
    let error = run(&family(2.5)).unwrap_err().to_string();
    assert!(error.contains("a family that takes from `u` what it is at another time"), "{error}");
}

/// Tables at random: their knots before, at and beyond the beginning and the end of the run, close together and far apart.
#[test]
fn knots_at_random() {
    let mut numbers_at_random = Numbers::of_the_run();
    let mut random = || numbers_at_random.next();
    let builds: [(&str, Build); 4] = [("sticking", sticking), ("driven", driven), ("blown", blown), ("thrown", thrown)];
    let (mut worst, mut methods, mut compared) = (0.0_f64, 0.0_f64, 0);
    for case in 0..24 {
        let (what, build) = builds[case % 4];
        let t_end = 0.2 + 1.5 * random();
        let mut times: Vec<f64> = (0..2 + (10.0 * random()) as usize).map(|_| (2.0 * random() - 0.5) * t_end).collect();
        // Knots where the run begins and where it ends, as they often are.
        times.extend([(0.0, random()), (t_end, random())].iter().filter(|(_, chance)| *chance < 0.5).map(|(t, _)| *t));
        times.sort_by(f64::total_cmp);
        times.dedup();
        let values: Vec<f64> = times.iter().map(|_| 6.0 * random() - 2.0).collect();
        let families = both(&times, &values, build);
        let [alone, together] = families.each_ref().map(|family| {
            let plan = Simulation::new(family.model()).tolerance(1e-10).every(t_end / 5.0);
            plan.sensitivities(Sensitivities::to(family)).run(family.start().clone(), t_end)
        });
        let (alone, together) = match (alone, together) {
            (Ok(alone), Ok(together)) => (alone, together),
            (Err(a), Err(b)) => {
                assert_eq!(
                    std::mem::discriminant(&a.failure),
                    std::mem::discriminant(&b.failure),
                    "case {case}: {a} {b}"
                );
                continue;
            }
            (a, b) => panic!("case {case}: {:?} {:?}", a.err(), b.err()),
        };
        assert_eq!(alone.end(), together.end());
        // Other methods go over the corners of the table as well.
        for method in [Method::Tsit5, Method::Radau5, Method::Dopri5] {
            let plan = Simulation::new(families[0].model()).method(method).tolerance(1e-9).every(t_end / 5.0);
            let other = plan.run(families[0].start().clone(), t_end).unwrap();
            let read =
                |run: &Trajectory| (0..run.len()).flat_map(|i| run.sample(i).unwrap().v().to_vec()).collect::<Vec<_>>();
            let off = apart(&read(&other), &read(&alone));
            methods = methods.max(off);
            assert!(off < 1e-5, "case {case}, {what}, {method}: {off:e} at {times:?} of {values:?} to {t_end}");
            let [own, its] = [&alone, &other].map(|run| run.transitions().len() + run.impacts().len());
            assert_eq!(own, its, "case {case}, {what}, {method}");
        }
        if !alone.flags().is_empty() || !together.flags().is_empty() {
            println!("{what}: {:?} {:?}", alone.flags(), together.flags());
            continue;
        }
        let off = families[0].names().iter().map(|name| {
            let [a, b] = [&together, &alone].map(|run| numbers(run, name));
            let off = a.iter().zip(&b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
            // A hat that only begins where the run ends is nothing but rounding.
            off / b.iter().fold(1e-6, |most: f64, b| most.max(b.abs()))
        });
        let off = off.fold(0.0, f64::max);
        assert!(off < 1e-6, "case {case}, {what}: {off:e} at {times:?} of {values:?} to {t_end}");
        (worst, compared) = (worst.max(off), compared + 1);
    }
    println!("tables at random: {compared} within {worst:.1e}, methods within {methods:.1e}");
    assert!(compared > 12, "{compared}");
}
