//! Springs to points that move through the world: as springs to bodies that drivers lead there, and in closed form.

use chetaev::element::{Point, Space};
use chetaev::error::BuildError;
use chetaev::force::{NonlinearSpring, SpringToPath};
use chetaev::math::{Formula, LookupTable, Signal};
use chetaev::measure::{AxialTravel, Measure, Separation};
use chetaev::prelude::*;

fn path() -> [Signal; 3] {
    [
        Signal::polynomial([1.2, 0.1]).sine(0.4, 2.0, 0.3),
        Signal::constant(0.8).sine(0.3, 3.0, 0.0),
        Signal::polynomial([0.5]).sine(0.2, 1.5, 1.0),
    ]
}

const STIFFNESS: f64 = 40.0;
const REST: f64 = 0.6;

/// Soft in the middle, with corners, and a damper of the same kind.
fn tables() -> [LookupTable; 2] {
    let pull = LookupTable::linear(&[[0.0, -24.0], [0.5, -3.0], [0.8, 5.0], [3.0, 160.0]]);
    let resistance = LookupTable::linear(&[[-3.0, -4.0], [-0.2, -1.0], [0.3, 0.5], [4.0, 9.0]]);
    [pull.unwrap(), resistance.unwrap()]
}

/// What a body hangs on.
#[derive(Copy, Clone)]
enum Hangs {
    Linear { damping: f64 },
    OnTables,
}

/// Ties a point to an anchor, or without one to the path itself, with a spring of a given stiffness there.
fn tie<S: Space>(
    builder: &mut ModelBuilder,
    hangs: Hangs,
    anchor: Option<Point<S>>,
    block: Point<S>,
    to_path: impl FnOnce(f64) -> SpringToPath<S>,
) where
    Separation<S>: Measure<Space = S>,
{
    let [pull, resistance] = tables();
    match (hangs, anchor) {
        (Hangs::Linear { damping }, Some(anchor)) => {
            builder.force("spring", SpringDamper::between(anchor, block, STIFFNESS).rest(REST).damping(damping))
        }
        (Hangs::Linear { damping }, None) => builder.force("spring", to_path(STIFFNESS).rest(REST).damping(damping)),
        (Hangs::OnTables, Some(anchor)) => {
            let length = Separation::between(anchor, block);
            builder.force("spring", NonlinearSpring::table(length, pull).damper(resistance))
        }
        (Hangs::OnTables, None) => builder.force("spring", to_path(0.0).table(pull).damper(resistance)),
    };
}

/// A body that hangs off its center on the spring; the spring is to the path, or to a body that drivers lead along it.
fn model(spatial: bool, hangs: Hangs, led: bool) -> Model {
    let (mut builder, [x, y, z]) = (ModelBuilder::new(), path());
    if spatial {
        builder.gravity([0.0, 0.0, -9.81]);
        let solid = Solid::from_inertia(Inertia::cuboid(1.3, [0.3, 0.2, 0.5]).unwrap()).unwrap();
        let block = builder.body("block", solid.at(0.1, 0.0, -0.3).spinning(0.5, 1.0, -0.4)).point(0.1, 0.05, -0.1);
        let anchor = led.then(|| builder.body("anchor", Particle::in_space(0.7)).origin());
        if let Some(anchor) = anchor {
            let ways = [("x", [1.0, 0.0, 0.0], &x), ("y", [0.0, 1.0, 0.0], &y), ("z", [0.0, 0.0, 1.0], &z)];
            for (name, along, signal) in ways {
                let travel = AxialTravel::along(WORLD.axis([0.0; 3], along), anchor);
                builder.constraint(name, Driver::signal(travel, signal.clone()));
            }
        }
        tie(&mut builder, hangs, anchor, block, |stiffness| SpringToPath::in_space([x, y, z], block, stiffness));
    } else {
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", RigidBody::new(1.3, 0.02).at(0.2, 0.0, 0.3).moving(0.0, 0.5, -1.0));
        let block = block.point(0.1, 0.05);
        let anchor = led.then(|| builder.body("anchor", Particle::new(0.7)).origin());
        if let Some(anchor) = anchor {
            builder.constraint("lead", PointDriver::signal(anchor, [x.clone(), y.clone()]));
        }
        tie(&mut builder, hangs, anchor, block, |stiffness| SpringToPath::new([x, y], block, stiffness));
    }
    builder.build().unwrap()
}

/// Tables to a path are those to a body that is led along it, corners included: at a corner the step ends in both.
#[test]
fn oracle_tables_to_a_path_are_those_to_a_body_that_is_led() {
    for spatial in [false, true] {
        let [ours, theirs] = [false, true].map(|led| model(spatial, Hangs::OnTables, led));
        let [p, q] = [&ours, &theirs].map(|model| {
            Simulation::new(model).tolerance(1e-12).every(0.02).run(model.start().project().unwrap(), 2.0).unwrap()
        });
        let act = |at: &Snapshot<'_>| at.along(at.model().force("spring").unwrap()).unwrap();
        let parts = |at: &Snapshot<'_>| [act(at).value, act(at).rate, act(at).elastic, act(at).dissipated];
        let pairs = p.samples().zip(q.samples());
        let apart = pairs.flat_map(|(ours, theirs)| {
            parts(&ours).into_iter().zip(parts(&theirs)).map(|(a, b)| (a - b).abs()).collect::<Vec<_>>()
        });
        let apart = apart.fold(0.0, f64::max);
        let beyond = |at: f64, part: usize| p.samples().map(|it| parts(&it)[part] > at).collect::<Vec<_>>();
        let crossed = |at, part| beyond(at, part).windows(2).filter(|w| w[0] != w[1]).count();
        let crossings = crossed(0.8, 0) + crossed(0.3, 1) + crossed(-0.2, 1);
        println!(
            "space {spatial}: {apart:.1e} apart after {crossings} corners, {} and {} steps, balance {:.1e} J",
            p.counters().steps,
            q.counters().steps,
            p.energy_error()
        );
        assert!(crossings > 3 && crossed(0.8, 0) > 0, "moot");
        assert!(apart < 1e-9 && p.energy_error() < 1e-10, "{apart:e}");
        // A step ends at each corner, as it does there: else the steps around it would be tried again and again.
        let tries = [&p, &q].map(|run| run.counters().steps + run.counters().rejected);
        assert!(10 * tries[0] <= 11 * tries[1], "{tries:?}");
    }
}

/// The same law four ways: linear, with the same line as a table, and as formulas of the energy and of the damper.
#[test]
fn identity_a_line_as_a_table_and_as_a_formula() {
    let line = |k: f64| LookupTable::linear(&[[-9.0, -9.0 * k], [9.0, 9.0 * k]]).unwrap();
    let formula = |text: &str, of: &str| Formula::parse(text, [of]).unwrap();
    let spring = |kind: usize, at: Point| {
        let [x, y, _] = path();
        let to = |stiffness: f64| SpringToPath::new([x.clone(), y.clone()], at, stiffness);
        match kind {
            0 => to(40.0).damping(3.0),
            1 => to(0.0).table(line(40.0)).damper(line(3.0)),
            2 => to(0.0).energy(formula("20*x^2", "x")).unwrap().damper_formula(formula("3*v", "v")).unwrap(),
            _ => to(15.0).damping(1.0).table(line(25.0)).damper_formula(formula("2*v", "v")).unwrap(),
        }
    };
    let ends = [0, 1, 2, 3].map(|kind| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", RigidBody::new(1.3, 0.02).at(0.2, 0.0, 0.3).moving(0.0, 0.5, -1.0));
        builder.force("spring", spring(kind, block.point(0.1, 0.05)));
        let run = run(&builder.build().unwrap(), 2.0);
        assert!(run.energy_error() < 1e-10, "{kind}: {:e}", run.energy_error());
        run.end().clone()
    });
    for (kind, end) in ends.iter().enumerate() {
        let off = end.q.iter().zip(&ends[0].q).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(off < 1e-10, "{kind}: {off:e}");
    }
}

fn run(model: &Model, t: f64) -> Trajectory {
    Simulation::new(model).tolerance(1e-12).run(model.start().project().unwrap(), t).unwrap()
}

/// A spring to a path is a spring to a body that is led along it: the motion, the force, its energy, and the work of what leads.
#[test]
fn oracle_a_path_is_a_body_that_is_led() {
    for (spatial, damping) in [(false, 0.0), (false, 3.0), (true, 0.0), (true, 3.0)] {
        let [ours, theirs] = [false, true].map(|led| model(spatial, Hangs::Linear { damping }, led));
        let [p, q] = [&ours, &theirs].map(|model| run(model, 2.0));
        let n = ours.placed().q.len();
        let off = p.end().q[..n].iter().zip(&q.end().q).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let [ours_at, theirs_at] = [&p, &q].map(|run| [run.samples().next().unwrap(), run.last().unwrap()]);
        let act = [&ours_at, &theirs_at].map(|at| at[1].along(at[1].model().force("spring").unwrap()).unwrap());
        let parts = |a: &chetaev::measure::Action| [a.value, a.rate, a.elastic, a.dissipated];
        let apart = parts(&act[0]).iter().zip(parts(&act[1])).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!(
            "space {spatial}, damper {damping}: {off:.1e} m apart, the spring's numbers {apart:.1e}, balance {:.1e} J",
            p.energy_error()
        );
        assert!(off < 1e-10 && apart < 1e-8 && p.energy_error() < 1e-10, "{off:e} {apart:e}");
        assert!(act[0].rate.abs() > 0.05 && (act[0].value - REST).abs() > 0.01, "moot");
        if damping == 0.0 {
            // What leads the anchor does the anchor's energy and what the spring takes.
            let [start, end] = &theirs_at;
            let names = if spatial { &["x", "y", "z"][..] } else { &["lead"] };
            let led: f64 = names.iter().filter_map(|name| end.work_of_constraint(theirs.constraint(name)?)).sum();
            let (speeds, height) = if spatial { (6..9, 7 + 2) } else { (3..5, 3 + 1) };
            let energy = |at: &Snapshot<'_>| {
                let kinetic: f64 = at.v()[speeds.clone()].iter().map(|v| 0.35 * v * v).sum();
                kinetic + 0.7 * 9.81 * at.q()[height]
            };
            let led = led - (energy(end) - energy(start));
            let [start, end] = &ours_at;
            let put_in = end.work(ours.force("spring").unwrap()).unwrap() + spring(end) - spring(start);
            println!("  put in by the path {put_in:.9} J, by the drivers {led:.9} J");
            assert!((put_in - led).abs() < 1e-9 && put_in.abs() > 0.1, "{put_in} {led}");
        }
    }
}

/// The energy of the spring by hand.
fn spring(at: &Snapshot<'_>) -> f64 {
    let stretch = at.along(at.model().force("spring").unwrap()).unwrap().value - REST;
    0.5 * STIFFNESS * stretch * stretch
}

/// A hand pulls a mass with constant speed, and stops: the stretch z has z'' = −ω² z, and z' falls by the hand's speed where it stops.
#[test]
fn analytic_a_hand_that_stops() {
    let (omega, speed, stops, ends) = (5.0_f64, 0.5, 0.7, 1.5);
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(2.0));
    let hand = [Signal::ramp([0.0, stops], [1.0, 1.0 + speed * stops]), Signal::constant(0.0)];
    builder.force("spring", SpringToPath::new(hand, mass.origin(), 50.0).rest(1.0));
    let model = builder.build().unwrap();
    let (z, rate) = (speed / omega * (omega * stops).sin(), speed * (omega * stops).cos() - speed);
    let dt = ends - stops;
    let expected = speed * stops - (z * (omega * dt).cos() + rate / omega * (omega * dt).sin());
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let run = Simulation::new(&model).tolerance(tolerance).run(model.placed(), ends).unwrap();
        let off = (run.end().q[0] - expected).abs();
        println!(
            "tolerance {tolerance:.0e}: {off:.1e} m in {} steps, balance {:.1e} J",
            run.counters().steps,
            run.energy_error()
        );
        assert!(off < 10.0 * tolerance && run.energy_error() < 100.0 * tolerance, "{off:e}");
    }
}

/// A damper to a point that an input moves would have no rate: the model is not built, and says which force it is. A spring alone is.
#[test]
fn refusal_a_damper_to_a_path_that_jumps() {
    let built = |damping: f64| {
        let mut builder = ModelBuilder::new();
        let mass = builder.body("mass", Particle::new(2.0));
        let place = builder.input("place", 1.0);
        let path = [Signal::input(place), Signal::constant(0.0)];
        builder.force("rope", SpringToPath::new(path, mass.origin(), 50.0).damping(damping));
        builder.build()
    };
    let error = built(1.0).unwrap_err();
    assert!(
        matches!(&error, BuildError::BadShape { name, .. } if name == "rope")
            && error.to_string().contains("no inputs")
    );
    // So is one by a table.
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(2.0));
    let path = [Signal::input(builder.input("place", 1.0)), Signal::constant(0.0)];
    builder.force("rope", SpringToPath::new(path, mass.origin(), 50.0).damper(tables()[1].clone()));
    assert!(builder.build().unwrap_err().to_string().contains("no inputs"));
    assert_eq!(built(0.0).unwrap().read(&built(0.0).unwrap().placed()).acceleration()[0], 25.0);
}
