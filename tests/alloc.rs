//! Nothing allocates once the buffers are made: a counting allocator looks on.
#![allow(unsafe_code, clippy::unwrap_used, clippy::expect_used)]

use chetaev::dynamics::Baumgarte;
use chetaev::force::Bushing;
use chetaev::prelude::*;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    // Of this thread: the test harness allocates in its own.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every call is handed to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn counted(work: impl FnOnce()) -> usize {
    let before = COUNT.get();
    work();
    COUNT.get() - before
}

fn chain(n: usize) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let mut end = GROUND.origin();
    for i in 0..n {
        let link = builder.body(format!("link {i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 0.0, 0.0));
        builder.constraint(format!("hinge {i}"), Revolute::new(end, link.point(-0.5, 0.0)));
        builder.force(
            format!("spring {i}"),
            SpringDamper::between(GROUND.origin(), link.point(0.5, 0.0), 1.0).damping(0.1),
        );
        end = link.point(0.5, 0.0);
    }
    let bob = builder.body("bob", Particle::new(1.0).at(n as f64, -1.0));
    builder.constraint("string", Distance::new(end, bob.origin(), 1.0));
    builder.build().unwrap()
}

/// A chain in space, with tilted bodies, a motor and a bushing.
fn spatial_chain(n: usize) -> Model {
    use chetaev::nalgebra::{UnitQuaternion, Vector3};
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.807]);
    let mut end = WORLD.origin();
    for i in 0..n {
        let shape = Inertia::cuboid(1.0, [1.0, 0.2, 0.1]).unwrap();
        let shape = if i % 2 == 0 { shape } else { shape.turned(UnitQuaternion::new(Vector3::new(0.1, 0.2, 0.3))) };
        let link = builder.body(format!("link {i}"), Solid::from_inertia(shape).unwrap().at(i as f64 + 0.5, 0.0, 0.0));
        builder.constraint(format!("ball {i}"), Joint::spherical(end, link.point(-0.5, 0.0, 0.0)));
        let spring = SpringDamper::between(WORLD.origin(), link.point(0.5, 0.0, 0.1), 1.0).damping(0.1);
        builder.force(format!("spring {i}"), spring);
        let (here, there) = (WORLD.mark(i as f64, 0.0, 0.0), link.mark(0.0, 0.0, 0.0));
        builder
            .force(format!("bushing {i}"), Bushing::new(here, there, [1.0; 3], [1.0; 3]).damping([0.1; 3], [0.1; 3]));
        end = link.point(0.5, 0.0, 0.0);
    }
    let wheel = builder.body("wheel", Solid::principal(1.0, [1.0, 1.0, 1.5]).unwrap().at(0.0, 5.0, 0.0));
    let [axle, hub] = [WORLD.axis([0.0, 5.0, 0.0], [0.0, 0.0, 1.0]), wheel.axis([0.0; 3], [0.0, 0.0, 1.0])];
    builder.constraint("axle", Joint::cylindrical(axle, hub));
    let [angle, travel] = [AxialAngle::about(axle, hub), AxialAngle::about(axle, hub)];
    builder.constraint("motor", Driver::new(angle, |t| t * 5.0));
    builder.constraint("thread", Coupler::new(AxialTravel::along(axle, hub.point()), 0.1, travel));
    builder.build().unwrap()
}

/// An ellipsoid on a plane, another on the first, and a disk: closed forms and searches.
fn rolling_stones() -> Model {
    use chetaev::contact::spatial::{EdgeOn, OnPlane, Surfaces};
    use chetaev::contact::surface::{Ellipsoid, Plane, Rim};
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -9.807]);
    let solid = |z: f64| Solid::principal(1.0, [0.1, 0.11, 0.12]).unwrap().at(0.0, 0.0, z).spinning(0.1, 0.2, 3.0);
    let stone = Ellipsoid::new(0.5, 0.4, 0.3);
    let [low, high] = [("low", 0.3), ("high", 0.9)].map(|(name, z)| builder.body(name, solid(z)));
    let disk = builder.body("disk", solid(0.5).at(3.0, 0.0, 0.5));
    let floor = Plane::horizontal();
    builder.constraint("floor", Contact::rolling(WORLD, low, OnPlane::new(floor, stone)));
    let pair = Surfaces::new(stone, stone).near([0.0, 0.0, 0.3], [0.0, 0.0, -0.3]);
    builder.constraint("stones", Contact::without_pivoting(low, high, pair));
    let rim = Rim::around([0.0; 3], [0.3, 1.0, 0.0], 0.5);
    builder.constraint("rim", Contact::rolling(WORLD, disk, EdgeOn::new(floor, rim).near([3.0, 0.0, 0.0], 4.7)));
    builder.build().unwrap()
}

/// A bead on a wire, pushed, both by formulas; a body in space with a velocity row.
fn formulas() -> Model {
    let formula = |text: &str, names: &[&str]| Formula::parse(text, names.iter().copied()).unwrap();
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let bead = builder.body("bead", Particle::new(0.3).at(0.5, 0.25));
    let wire = formula("y - x^2 - 0.1*sin(t)*tanh(x)", &["x", "y", "t"]);
    builder.constraint("wire", Equation::holonomic([bead], [wire]).unwrap());
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.3), bead.origin());
    builder.force("push", AppliedAlong::formula(travel, formula("-3*x - exp(-v^2)", &["x", "v"])).unwrap());
    let block = builder.body("block", Solid::principal(1.0, [0.1, 0.2, 0.3]).unwrap().spinning(0.1, 0.2, 0.3));
    let row = formula("vx*y - 0.4*wz + 0.12 - wx*vy*qw", &["vx", "vy", "y", "wx", "wz", "qw"]);
    builder.constraint("row", Equation::nonholonomic([block], [row]).unwrap());
    builder.build().unwrap()
}

/// Kinks that are watched: of a spring and a damper from tables, of a formula, of a table of friction. Nothing reaches one.
fn kinks() -> Model {
    use chetaev::force::NonlinearSpring;
    use chetaev::friction::SlipCurve;
    let table = |points: &[[f64; 2]]| LookupTable::linear(points).unwrap();
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.807]);
    let block = builder.body("block", Particle::new(2.0).at(0.3, 0.0).moving(2.0, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    let slot = builder.constraint("slot", Slot::new(guide, block.origin()));
    let law = SlipCurve::table(table(&[[0.0, 0.3], [5.0, 0.1], [9.0, 0.2]]), 0.3);
    builder.friction("rub", FrictionPoint::in_slot(slot), law);
    let travel = || Travel::along(guide, block.origin());
    let spring = NonlinearSpring::table(travel(), table(&[[-1.0, -20.0], [0.0, 0.0], [1.0, 30.0]]));
    builder.force("spring", spring.damper(table(&[[-9.0, -2.0], [0.0, 0.0], [9.0, 3.0]])));
    let stop = Formula::parse("if(x < 0, -300*x, 0)", ["x"]).unwrap();
    builder.force("stop", AppliedAlong::formula(travel(), stop).unwrap());
    builder.build().unwrap()
}

#[test]
fn alloc_nothing_after_the_workspace_is_made() {
    nothing_for(&formulas());
    nothing_for(&kinks());
    nothing_for(&chain(64));
    nothing_for(&spatial_chain(16));
    nothing_for(&rolling_stones());
}

fn nothing_for(model: &Model) {
    let mut state: State = model.start().project().unwrap().into();
    model.decide_friction(&mut state).unwrap();
    let mut ws = model.workspace();
    assert!(counted(|| drop(model.workspace())) > 10, "the counter counts");
    let evaluations = counted(|| {
        for _ in 0..10 {
            model.evaluate(&mut ws, &state, Baumgarte::critical(0.1)).unwrap();
        }
    });
    assert_eq!(evaluations, 0);

    // A run allocates to begin and to keep its samples, not for its steps: twice as many steps, the same count.
    for method in [Method::Dopri5, Method::Radau5] {
        let run = |t: f64| {
            let plan = Simulation::new(model).method(method).fixed_step(0.001).output(chetaev::simulate::Output::Ends);
            let start = state.clone();
            let mut steps = 0;
            let count = counted(|| steps = plan.run(start, t).unwrap().counters().steps);
            (count, steps)
        };
        let ((short, few), (long, many)) = (run(0.01), run(0.1));
        assert!(many > 5 * few);
        assert_eq!(short, long, "{method}: {few} and {many} steps");
    }
}

/// A chain whose links carry beads in rough slots, one of them on a rough pin.
fn rough_chain(n: usize) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let mut end = GROUND.origin();
    for i in 0..n {
        let link = builder.body(format!("{i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 0.0, 0.0));
        let pin = Revolute::new(end, link.point(-0.5, 0.0));
        let id = builder.constraint(format!("pin {i}"), pin);
        if i == 0 {
            builder.friction("rough pin", FrictionPoint::in_pin(id, 0.02), Coulomb::new(0.2));
        }
        let bead = Particle::new(0.3).at(i as f64 + 0.6, 0.0).moving(0.5, 0.0);
        let bead = builder.body(format!("bead {i}"), bead);
        let id = builder.constraint(format!("slot {i}"), Slot::new(link.axis([0.0, 0.0], 0.0), bead.origin()));
        builder.friction(format!("rub {i}"), FrictionPoint::in_slot(id), Coulomb::new(0.3));
        end = link.point(0.5, 0.0);
    }
    builder.build().unwrap()
}

#[test]
fn alloc_nothing_for_friction() {
    for n in [3, 40] {
        let model = rough_chain(n);
        let mut state: State = model.start().set_velocity("0.omega", 1e-3).project().unwrap().into();
        model.decide_friction(&mut state).unwrap();
        // From the first evaluation on, and with any number of points that slide.
        let mut ws = model.workspace();
        let constraint_count = state.modes.len() - state.signs.len();
        for sliding in (0..=state.signs.len()).chain([2, 1, 3]) {
            let mut state = state.clone();
            state.modes[constraint_count..].fill(Mode::Stick);
            state.modes[constraint_count..constraint_count + sliding].fill(Mode::Forward);
            let evaluations = counted(|| model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap());
            assert_eq!(evaluations, 0, "{n} links, {sliding} slide");
        }
        let evaluations = counted(|| {
            for _ in 0..10 {
                model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
            }
        });
        assert_eq!(evaluations, 0, "{n} links");
        assert!(ws.coupling().norm > 0.0);

        // Steps without a change of friction.
        for method in [Method::Dop853, Method::Radau5] {
            let run = |steps: usize| {
                let plan = Simulation::new(&model).method(method).fixed_step(1e-5);
                let plan = plan.output(chetaev::simulate::Output::Ends);
                let start = state.clone();
                let mut changes = 0;
                let count = counted(|| changes = plan.run(start, steps as f64 * 1e-5).unwrap().transitions().len());
                (count, changes)
            };
            let (short, long) = (run(10), run(60));
            assert_eq!(short.1, long.1, "changes of friction");
            assert_eq!(short.0, long.0, "{method}, {n} links");
        }
    }
}

/// With derivatives by two parameters and the start: what a step takes is there before the first.
#[test]
fn alloc_nothing_for_derivatives() {
    let family = Family::new([("mass", 1.0), ("mu", 0.2)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.8]);
        let link = builder.body("link", RigidBody::rod(p["mass"], 1.0).at(0.5, 0.0, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), link.point(-0.5, 0.0)));
        let bead = builder.body("bead", Particle::new(0.3).at(0.6, 0.0).moving(0.5, 0.0));
        let slot = builder.constraint("slot", Slot::new(link.axis([0.0, 0.0], 0.0), bead.origin()));
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.start().set_velocity("link.omega", 1e-3).project()?.into();
        Ok((model, start))
    })
    .unwrap();
    for method in [Method::Dop853, Method::Dopri5] {
        let run = |steps: usize| {
            let plan = Simulation::new(family.model()).method(method).fixed_step(1e-5);
            let asked = Sensitivities::to(&family).and_start("bead.vx");
            let plan = plan.output(chetaev::simulate::Output::Ends).sensitivities(asked);
            let start = family.start().clone();
            let mut changes = 0;
            let count = counted(|| changes = plan.run(start, steps as f64 * 1e-5).unwrap().transitions().len());
            (count, changes)
        };
        let (short, long) = (run(10), run(60));
        assert_eq!(short.1, long.1, "changes of friction");
        assert_eq!(short.0, long.0, "{method}");
    }
}

/// A contact in every mode: a wheel that rolls, one that slides, a sledge on two smooth feet, a bead that flies far above the floor.
fn contacts() -> Model {
    use chetaev::contact::{CornerOnLine, EllipseOnLine};
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let rough = || Rigid::rough(Coulomb::new(0.3)).bouncing(0.5);
    let pair = EllipseOnLine::new(line, 0.2, 0.2);
    for (name, x, v, spin) in [("rolls", 0.0, 1.0, -5.0), ("slides", 5.0, 3.0, 0.0)] {
        let wheel = builder.body(name, RigidBody::disk(1.0, 0.2).at(x, 0.2, 0.0).moving(v, 0.0, spin));
        builder.contact(format!("{name} on"), Contact::between(GROUND, wheel, pair), rough());
    }
    let sledge = builder.body("sledge", RigidBody::new(2.0, 0.1).at(10.0, 0.1, 0.0).moving(1.0, 0.0, 0.0));
    for (name, x) in [("back", -0.3), ("front", 0.3)] {
        let foot = CornerOnLine::new(line, [x, -0.1]);
        builder.contact(name, Contact::between(GROUND, sledge, foot), Rigid::smooth());
    }
    let bead = builder.body("bead", Particle::new(0.3).at(20.0, 50.0).moving(0.5, 0.0));
    builder.contact("far", Contact::between(GROUND, bead, CornerOnLine::new(line, [0.0, 0.0])), rough());
    builder.build().unwrap()
}

#[test]
fn alloc_nothing_for_contacts() {
    let model = contacts();
    let start = model.placed();
    let modes: Vec<Mode> = {
        let run = Simulation::new(&model).run(start.clone(), 1e-3).unwrap();
        let at = run.last().unwrap();
        let names = ["rolls on", "slides on", "back", "front", "far"];
        names.iter().map(|name| at.contact(model.contact(name).unwrap()).mode).collect()
    };
    use Mode::{Forward, Holding, Open, Stick};
    assert_eq!(modes, [Stick, Forward, Holding, Holding, Open], "moot");
    for method in [Method::Dop853, Method::Dopri5, Method::Radau5] {
        let run = |steps: usize| {
            let plan = Simulation::new(&model).method(method).fixed_step(1e-4).output(chetaev::simulate::Output::Ends);
            let start = start.clone();
            let mut happened = 0;
            let count = counted(|| {
                let run = plan.run(start, steps as f64 * 1e-4).unwrap();
                happened = run.transitions().len() + run.impacts().len();
                assert_eq!(run.counters().uncertain, 0, "every step is certified");
            });
            (count, happened)
        };
        let (short, long) = (run(10), run(60));
        assert_eq!(short.1, long.1, "moot: something happened");
        assert_eq!(short.0, long.0, "{method}");
    }
}

/// The feet of a table.
const FEET: [&str; 4] = ["one", "two", "three", "four"];

/// A table on so many rough feet in space on a slope, beside a pendulum that keeps the run in motion; at rest, or sliding down, turning at this rate.
fn table(feet: usize, slides: Option<f64>) -> Model {
    use chetaev::contact::{spatial::PointOn, surface::Plane};
    let mut builder = ModelBuilder::new();
    let (sin, cos) = 0.2_f64.sin_cos();
    builder.gravity([9.8 * sin, 0.0, -9.8 * cos]);
    builder.allow_redundant();
    let bob = builder.body("bob", Particle::in_space(1.0).at(3.0, 0.0, 4.0));
    builder.constraint("string", Distance::new(WORLD.point(0.0, 0.0, 4.0), bob.origin(), 3.0));
    let solid = Solid::principal(2.0, [0.2, 0.3, 0.4]).unwrap().at(0.0, 0.0, 0.2);
    let (solid, mu) = match slides {
        Some(rate) => (solid.moving(1.0, 0.1, 0.0).spinning(0.0, 0.0, rate), 0.1),
        None => (solid, 0.6),
    };
    let body = builder.body("table", solid);
    let places = match feet {
        3 => vec![[0.3, 0.2, -0.2], [-0.3, 0.2, -0.2], [0.0, -0.2, -0.2]],
        _ => vec![[0.3, 0.2, -0.2], [-0.3, 0.2, -0.2], [-0.3, -0.2, -0.2], [0.3, -0.2, -0.2]],
    };
    for (name, pair) in FEET.into_iter().zip(PointOn::each(&Plane::horizontal(), places)) {
        builder.contact(name, Contact::between(WORLD, body, pair), Rigid::rough(Coulomb::new(mu)));
    }
    builder.build().unwrap()
}

/// A block on two rough feet on a slope, which share its weight, beside a pendulum that keeps the run in motion; at rest, or sliding.
fn block(slides: bool) -> Model {
    use chetaev::contact::CornerOnLine;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let bob = builder.body("bob", Particle::new(1.0).at(3.0, 4.0));
    builder.constraint("string", Distance::new(GROUND.point(0.0, 4.0), bob.origin(), 3.0));
    let (line, block) = (GROUND.axis([0.0, 0.0], 0.2), RigidBody::new(2.0, 0.1));
    let [sin, cos] = [0.2_f64.sin(), 0.2_f64.cos()];
    let (speed, mu) = if slides { (1.0, 0.1) } else { (0.0, 0.6) };
    let block = block.at(-0.1 * sin, 0.1 * cos, 0.2).moving(speed * cos, speed * sin, 0.0);
    let block = builder.body("block", block);
    for (name, x) in [("back", -0.3), ("front", 0.3)] {
        let foot = CornerOnLine::new(line, [x, -0.1]);
        builder.contact(name, Contact::between(GROUND, block, foot), Rigid::rough(Coulomb::new(mu)));
    }
    builder.build().unwrap()
}

#[test]
fn alloc_nothing_for_contacts_that_share_a_weight() {
    let cases = [
        (block(false), &["back", "front"][..], Mode::Stick),
        (block(true), &["back", "front"], Mode::Forward),
        (table(4, None), &FEET, Mode::Stick),
        (table(3, Some(0.3)), &FEET[..3], Mode::Forward),
        (table(4, Some(0.0)), &FEET, Mode::Forward),
    ];
    for (model, feet, mode) in cases {
        let start = model.placed();
        for method in [Method::Dop853, Method::Radau5] {
            let run = |steps: usize| {
                let plan = Simulation::new(&model).method(method).fixed_step(1e-4);
                let plan = plan.output(chetaev::simulate::Output::Ends);
                let start = start.clone();
                let (mut changes, mut uncertain) = (0, 0);
                let count = counted(|| {
                    let run = plan.run(start, steps as f64 * 1e-4).unwrap();
                    let at = run.last().unwrap();
                    let all = feet.iter().all(|name| at.contact(model.contact(name).unwrap()).mode == mode);
                    assert!(all, "moot: not all are {mode:?}");
                    changes = run.transitions().len() + run.impacts().len();
                    uncertain = run.counters().uncertain;
                });
                (count, changes, uncertain)
            };
            let (short, long) = (run(10), run(60));
            assert_eq!(short.1, long.1, "moot: something happened");
            let each = (long.0 as f64 - short.0 as f64) / 50.0;
            assert_eq!(short.0, long.0, "{method}, {} feet, {mode:?}: {each} allocations a step", feet.len());
            assert!(mode == Mode::Stick || long.2 == 0, "every step of what slides is certified");
        }
    }
}
