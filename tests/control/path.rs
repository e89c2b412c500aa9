//! Springs to points that move through the world: as springs to bodies that drivers lead there, and in closed form.

use chetaev::error::BuildError;
use chetaev::force::SpringToPath;
use chetaev::math::Signal;
use chetaev::measure::AxialTravel;
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

/// A body that hangs off its center on the spring; the spring is to the path, or to a body that drivers lead along it.
fn model(spatial: bool, damping: f64, led: bool) -> Model {
    let mut builder = ModelBuilder::new();
    let [x, y, z] = path();
    if spatial {
        builder.gravity([0.0, 0.0, -9.81]);
        let solid = Solid::from_inertia(Inertia::cuboid(1.3, [0.3, 0.2, 0.5]).unwrap()).unwrap();
        let block = builder.body("block", solid.at(0.1, 0.0, -0.3).spinning(0.5, 1.0, -0.4)).point(0.1, 0.05, -0.1);
        if led {
            let anchor = builder.body("anchor", Particle::in_space(0.7));
            for (name, along, signal) in
                [("x", [1.0, 0.0, 0.0], x), ("y", [0.0, 1.0, 0.0], y), ("z", [0.0, 0.0, 1.0], z)]
            {
                let travel = AxialTravel::along(WORLD.axis([0.0; 3], along), anchor.origin());
                builder.constraint(name, Driver::signal(travel, signal));
            }
            let spring = SpringDamper::between(anchor.origin(), block, STIFFNESS);
            builder.force("spring", spring.rest(REST).damping(damping));
        } else {
            let spring = SpringToPath::in_space([x, y, z], block, STIFFNESS);
            builder.force("spring", spring.rest(REST).damping(damping));
        }
    } else {
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", RigidBody::new(1.3, 0.02).at(0.2, 0.0, 0.3).moving(0.0, 0.5, -1.0));
        if led {
            let anchor = builder.body("anchor", Particle::new(0.7));
            builder.constraint("lead", PointDriver::signal(anchor.origin(), [x, y]));
            let spring = SpringDamper::between(anchor.origin(), block.point(0.1, 0.05), STIFFNESS);
            builder.force("spring", spring.rest(REST).damping(damping));
        } else {
            let spring = SpringToPath::new([x, y], block.point(0.1, 0.05), STIFFNESS);
            builder.force("spring", spring.rest(REST).damping(damping));
        }
    }
    builder.build().unwrap()
}

fn run(model: &Model, t: f64) -> Trajectory {
    Simulation::new(model).tolerance(1e-12).run(model.start().project().unwrap(), t).unwrap()
}

/// A spring to a path is a spring to a body that is led along it: the motion, the force, its energy, and the work of what leads.
#[test]
fn oracle_a_path_is_a_body_that_is_led() {
    for (spatial, damping) in [(false, 0.0), (false, 3.0), (true, 0.0), (true, 3.0)] {
        let [ours, theirs] = [false, true].map(|led| model(spatial, damping, led));
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
    assert_eq!(built(0.0).unwrap().read(&built(0.0).unwrap().placed()).acceleration()[0], 25.0);
}
