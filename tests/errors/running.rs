//! Right-hand sides that cannot be evaluated, and runs that fail.

use crate::Case;
use crate::single_point::Rod;
use chetaev::body::{Body, BodyShape, Coordinate, FrameMap, FrameWriter, Quantity};
use chetaev::contact::CornerOnLine;
use chetaev::dynamics::Baumgarte;
use chetaev::element::{BodyId, PlanarFrame};
use chetaev::error::{ElementError, EvalError};
use chetaev::hybrid::Stop;
use chetaev::nalgebra::Vector2;
use chetaev::prelude::*;
use chetaev::simulate::{Impacts, Obstacle, RunFailure};
use std::ops::ControlFlow;

/// A particle on a line whose mass vanishes at x = 1, and that has no place beyond x = 3.
#[derive(Debug)]
struct Candle;

impl Body for Candle {
    type Space = Planar;

    fn shape(&self) -> BodyShape {
        BodyShape::new([Coordinate::new("x", "vx", Quantity::Length)], FrameMap::General, 1.0)
            .diagonal()
            .without_inertia_forces()
    }

    fn placement(&self, q: &mut [f64], v: &mut [f64]) {
        (q[0], v[0]) = (0.0, 0.0);
    }

    fn frame(&self, q: &[f64], v: &[f64], out: &mut FrameWriter<'_>) -> Result<(), ElementError> {
        out.frame(PlanarFrame::new(Vector2::new(q[0], 0.0), 0.0, Vector2::new(v[0], 0.0), 0.0));
        out.column(0, [1.0, 0.0, 0.0]);
        out.bias([0.0; 3]);
        Ok(())
    }

    fn mass(&self, q: &[f64], out: &mut [f64]) {
        out[0] = 1.0 - q[0];
    }

    fn bias(&self, _q: &[f64], _v: &[f64], out: &mut [f64]) {
        out.fill(0.0);
    }
}

fn model(add: impl FnOnce(&mut ModelBuilder, BodyId)) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let bead = builder.body("bead", Particle::new(1.0).at(0.0, 1.0));
    add(&mut builder, bead);
    builder.build().unwrap()
}

fn evaluated(model: &Model, change: impl FnOnce(&mut State)) -> Result<(), EvalError> {
    let mut state = model.placed();
    change(&mut state);
    model.evaluate(&mut model.workspace(), &state, Baumgarte::OFF)
}

/// A bead in a rough slot, that many times.
fn rough(count: usize) -> Model {
    let mut builder = ModelBuilder::new();
    for k in 0..count {
        let bead = builder.body(format!("bead {k}"), Particle::new(1.0));
        let id = builder.constraint(format!("slot {k}"), Slot::new(GROUND.axis([0.0, 0.0], 0.0), bead.origin()));
        builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(0.2));
    }
    builder.build().unwrap()
}

/// A rod whose ends slide in two rough slots, one of them driven.
fn trammel() -> Result<(), RunFailure> {
    let mut builder = ModelBuilder::new();
    let (sin, cos) = 1.2_f64.sin_cos();
    let rod = RigidBody::rod(1.0, 1.0).at(0.5 * cos, 0.5 * sin, -1.2).moving(0.5, -0.5 * cos / sin, 1.0 / sin);
    let rod = builder.body("rod", rod);
    for (name, angle, end) in [("level", 0.0, 0.5), ("upright", 0.5 * std::f64::consts::PI, -0.5)] {
        let slot = builder.constraint(name, Slot::new(GROUND.axis([0.0, 0.0], angle), rod.point(end, 0.0)));
        builder.friction(format!("rub {name}"), FrictionPoint::in_slot(slot), Coulomb::new(0.8));
    }
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), rod.point(0.5, 0.0));
    builder.constraint("motor", Driver::new(travel, move |t| t + cos));
    let model = builder.build().unwrap();
    Simulation::new(&model).run(model.placed(), 1.0).map(drop).map_err(|error| error.failure)
}

fn rod(start: [f64; 4]) -> Rod {
    Rod { start, ..Rod::JAM }
}

fn evaluating() -> Vec<Case> {
    let free = model(|_, _| {});
    let rod = model(|m, bead| _ = m.constraint("rod", Distance::new(GROUND.origin(), bead.origin(), 1.0)));
    let root =
        model(|m, bead| _ = m.force("jet", Applied::new(bead.origin(), |t: f64, _| ([(0.5 - t).sqrt(), 0.0], 0.0))));
    let brake = model(|m, bead| {
        let along = Travel::along(GROUND.axis([0.0, 0.0], 0.0), bead.origin());
        m.friction("brake", FrictionPoint::along_under(along, |t| (0.5 - t).sqrt()), Coulomb::new(0.2));
    });
    let twice = model(|m, bead| {
        m.constraint("rod", Distance::new(GROUND.origin(), bead.origin(), 1.0));
        m.constraint("again", Distance::new(GROUND.origin(), bead.origin(), 1.0));
    });
    let candle = {
        let mut builder = ModelBuilder::new();
        builder.body("candle", Candle);
        builder.build().unwrap()
    };
    let jammed = self::rod([0.0, 2.6, -1.0, 0.0]).build().unwrap();
    let state = jammed.start().unwrap();
    vec![
        case!(EvalError::Element, evaluated(&rod, |s| s.q.fill(0.0)), &["t = 0", "`rod`", "coincide", "use a pin"]),
        case!(EvalError::NotFinite, evaluated(&root, |s| s.t = 2.0), &["t = 2", "`jet`", "root of a negative number"]),
        case!(
            EvalError::NotFinite,
            brake.decide_friction(&mut brake.placed().at(2.0)).map(drop),
            &["t = 2", "friction `brake`", "its given load", "root of a negative number"],
        ),
        case!(EvalError::Dependent, evaluated(&twice, |_| {}), &["`again`, `rod`", "remove one"]),
        case!(EvalError::Undecided, evaluated(&rough(1), |_| {}), &["`rub 0`", "model.decide_friction"]),
        case!(
            EvalError::NoSigns,
            jammed.model.decide_friction(&mut state.clone()).map(drop),
            &["`rub`", "coupling", "smaller coefficients"]
        ),
        case!(
            EvalError::TooMany,
            rough(8).branches(&rough(8).placed()).map(drop),
            &["8 friction points", "at most 7 at rest", "model.decide_friction"],
        ),
        case!(
            EvalError::BadMass,
            evaluated(&candle, |s| s.q[0] = 2.0),
            &["`candle`", "t = 0", "choose other coordinates"]
        ),
        case!(EvalError::WrongMode, pinned(), &["`pin`", "Forward", "`State::release`"]),
        case!(
            EvalError::WrongMode,
            evaluated(&rough(1), |s| s.modes.fill(Mode::Holding)),
            &["`rub 0`", "Holding", "`State::set_friction`"]
        ),
        case!(
            EvalError::WrongState,
            evaluated(&free, |s| s.q.push(1.0)),
            &["`q`", "length 3", "needs 2", "of this model"]
        ),
        case!(EvalError::OtherModel, of_a_stranger(&free), &["other bodies", "their order", "`model.placed()`"]),
    ]
}

/// A state of as many numbers under other names.
fn of_a_stranger(model: &Model) -> Result<(), EvalError> {
    let mut builder = ModelBuilder::new();
    builder.body("stranger", Particle::new(1.0));
    let stranger = builder.build().unwrap();
    evaluated(model, |state| *state = stranger.placed())
}

/// Runs a falling bead with settings that it does not bear.
fn falling(set: impl for<'a> FnOnce(Simulation<'a>) -> Simulation<'a>) -> Result<(), RunFailure> {
    let model = model(|_, _| {});
    set(Simulation::new(&model)).run(model.placed(), 2.0).map(drop).map_err(|error| error.failure)
}

/// A parallelogram that falls over: how its run goes on where it is flat, at 0.70845 s if it starts upright.
fn flat(
    (angle, speed, mismatch): (f64, f64, f64),
    rough: bool,
    set: impl for<'a> FnOnce(Simulation<'a>) -> Simulation<'a>,
    t_end: f64,
) -> Result<(), RunFailure> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    if speed == 0.0 {
        builder.allow_redundant();
    }
    let (c, s) = (angle.cos(), angle.sin());
    let crank = |x: f64| {
        RigidBody::rod(1.0, 1.0).at(x + 0.5 * c, 0.5 * s, angle).moving(-0.5 * s * speed, 0.5 * c * speed, speed)
    };
    let (left, right) = (builder.body("left", crank(0.0)), builder.body("right", crank(1.0)));
    let rod = RigidBody::rod(1.0, 1.0).at(0.5 + c, s, 0.0).moving(-s * speed, c * speed, 0.0);
    let rod = builder.body("rod", rod);
    let id = builder.constraint("O", Revolute::new(GROUND.origin(), left.point(-0.5, 0.0)));
    builder.constraint("C", Revolute::new(GROUND.point(1.0, 0.0), right.point(-0.5, 0.0)));
    builder.constraint("A", Revolute::new(left.point(0.5, 0.0), rod.point(-0.5, 0.0)));
    builder.constraint("B", Revolute::new(right.point(0.5, 0.0), rod.point(0.5 + mismatch, 0.0)));
    if rough {
        builder.friction("rub", FrictionPoint::in_pin(id, 1e-6), Coulomb::new(0.1));
    }
    let model = builder.build().unwrap();
    let start = if speed == 0.0 { model.placed() } else { model.start().project().unwrap().state };
    set(Simulation::new(&model)).run(start, t_end).map(drop).map_err(|error| error.failure)
}

/// What keeps a run from passing a singular position.
fn obstacle(outcome: Result<(), RunFailure>) -> Result<(), Obstacle> {
    match outcome {
        Err(RunFailure::Singular { obstacle, .. }) => Err(obstacle),
        Err(other) => panic!("{other}"),
        Ok(()) => Ok(()),
    }
}

fn passing() -> Vec<Case> {
    const UP: f64 = std::f64::consts::FRAC_PI_2;
    vec![
        case!(
            RunFailure::Singular,
            flat((UP, -1.0, 0.0), false, |s| s.stabilization(Baumgarte::critical(0.01)), 1.0),
            &["t = 0.708", "`O`, `C`, `A`, `B`", "flat linkage", "`Stabilization::Projection`"],
        ),
        case!(
            Obstacle::Accuracy,
            obstacle(flat((2e-6, -1.0, 0.0), false, |s| s, 1.0)),
            &["by a factor of", "loosen it"],
        ),
        case!(
            Obstacle::Gap,
            obstacle(flat((UP, -1.0, 1e-11), false, |s| s, 1.0)),
            &["e-11 m", "make the lengths equal"],
        ),
        case!(Obstacle::Crawling, obstacle(flat((1e-6, 0.0, 0.0), false, |s| s, 1.0)), &["comes to rest", "earlier"]),
        case!(Obstacle::Undetermined, obstacle(flat((0.0, 0.0, 0.0), false, |s| s, 1.0)), &["at rest", "in motion"]),
        case!(Obstacle::End, obstacle(flat((UP, -1.0, 0.0), false, |s| s, 0.70845)), &["slightly earlier or later"]),
        case!(Obstacle::Friction, obstacle(flat((UP, -1.0, 0.0), true, |s| s, 1.0)), &["friction", "earlier"]),
        case!(
            Obstacle::Stabilization,
            obstacle(flat((UP, -1.0, 0.0), false, |s| s.stabilization(Baumgarte::critical(0.01)), 1.0)),
            &["`Stabilization::Projection`"],
        ),
    ]
}

fn running() -> Vec<Case> {
    let rod = model(|m, bead| _ = m.constraint("rod", Distance::new(GROUND.origin(), bead.origin(), 1.0)));
    let mut off = rod.placed();
    off.set_position(&rod, rod.body::<Planar>("bead").unwrap(), [0.0, 1.5]);
    let root =
        model(|m, bead| _ = m.force("jet", Applied::new(bead.origin(), |t: f64, _| ([(0.5 - t).sqrt(), 0.0], 0.0))));
    let failed =
        |model: &Model, start: State| Simulation::new(model).run(start, 1.0).map(drop).map_err(|error| error.failure);
    let mut rail = None;
    let apart = model(|m, bead| {
        m.constraint("rod", Distance::new(GROUND.origin(), bead.origin(), 1.0));
        rail =
            Some(m.constraint("rail", Slot::new(GROUND.axis([3.0, 0.0], std::f64::consts::FRAC_PI_2), bead.origin())));
    });
    let rail = rail.unwrap();
    let mut loose = apart.placed();
    loose.release(rail);
    let switch = Event::new("switch", |at: &Snapshot<'_>| at.t() - 0.5).change(|state| state.hold(rail));
    let switched = Simulation::new(&apart).event(switch).run(loose, 1.0);
    // Two sliders that are held where they are apart, and their guides turned into one another.
    let held = {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", RigidBody::new(1.0, 0.1).at(0.3, 0.0, 0.0));
        builder.constraint("guide", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), block.axis([0.0, 0.0], 0.0)));
        let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), block.origin()));
        let model = builder.build().unwrap();
        let mut loose = model.placed();
        loose.release(pin);
        let locks = Event::new("locks", |at: &Snapshot<'_>| at.t() - 0.5).change(|state| state.hold(pin));
        Simulation::new(&model).event(locks).run(loose, 1.0)
    };
    // A block that is held on its rail 0.2 m above it.
    let caught = {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(1.0).at(0.0, 0.2));
        let rail = builder.constraint("rail", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        let model = builder.build().unwrap();
        let mut loose = model.placed();
        loose.release(rail);
        Simulation::new(&model).event(Event::at("catch", [0.5]).change(|state| state.hold(rail))).run(loose, 1.0)
    };
    let torn_apart = {
        let mut builder = ModelBuilder::new();
        builder.allow_redundant();
        let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1));
        builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
        builder.constraint("motor", Driver::new(Angle::between(GROUND, wheel), |t| t));
        builder.constraint("brake", Driver::new(Angle::between(GROUND, wheel), |t| t + t * t));
        let model = builder.build().unwrap();
        Simulation::new(&model).start_tolerance(2.0).run(model.placed(), 5.0)
    };
    let bead = |at: &Snapshot<'_>| at.model().body::<Planar>("bead").unwrap();
    let height = move |at: &Snapshot<'_>| at.body(bead(at)).origin.y;
    let bounce = move |at: &Snapshot<'_>, state: &mut State| {
        let fall = at.body(bead(at)).velocity;
        state.set_velocity(at.model(), bead(at), [fall.x, -0.5 * fall.y]);
        Ok(())
    };
    let torn = self::rod([0.0, 1.9, -6.0, 1.0]).build().unwrap();
    let several = Simulation::new(&torn.model).several(Several::Stop).run(torn.start().unwrap(), 0.45);
    vec![
        case!(RunFailure::Control, falling(|s| s.control(|c| c.safety = -1.0)), &["-1", "`safety`", "must be"]),
        case!(RunFailure::Step, failed(&root, root.placed()), &["t = 0.", "`jet`", "root of a negative number"]),
        case!(
            RunFailure::Eval,
            falling(|s| s.event(Event::new("heat", |_| f64::NAN))),
            &["`heat`", "its guard", "look for a division by zero"],
        ),
        case!(RunFailure::Inconsistent, failed(&rod, off), &["`rod`", "0.5 (m)", "model.start().project()"]),
        case!(RunFailure::Inconsistent, driven(0.2, 2.0), &["the start violates", "`motor`", "0.1 (rad)"]),
        case!(RunFailure::Inconsistent, driven(0.3, 2.5), &["the velocities of the start", "`motor`", "0.5 (rad/s)"]),
        case!(
            RunFailure::Unmet,
            switched.map(drop).map_err(|error| error.failure),
            &["`switch` at t = 0.5", "is violated by", "change the state"],
        ),
        case!(
            RunFailure::Mended,
            caught.map(drop).map_err(|error| error.failure),
            &[
                "`catch` at t = 0.5",
                "`rail` is violated by 0.2 (m)",
                "`block.y` by 0.2",
                "0.001",
                "`Simulation::mend_at_most`"
            ],
        ),
        case!(
            RunFailure::After,
            held.map(drop).map_err(|error| error.failure),
            &["`locks` at t = 0.5", "violated by 0.3 (m)", "depend"],
        ),
        case!(
            RunFailure::Change,
            falling(|s| {
                let slow = Event::new("floor", height).falling();
                s.event(slow.change_with(|_, _| Err("too slow to bounce".into())))
            }),
            &["event `floor`", "could not change the state", "too slow to bounce"]
        ),
        case!(
            RunFailure::Broken,
            torn_apart.map(drop).map_err(|error| error.failure),
            &["constraint `brake`", "contradict", "`freedoms`"],
        ),
        case!(RunFailure::Tolerance, falling(|s| s.tolerance(1e-17)), &["1e-17", "1e-15"]),
        case!(RunFailure::Setting, falling(|s| s.rest(-1.0)), &["`rest`", "-1", "not negative"]),
        case!(RunFailure::Setting, falling(|s| s.zeno(0, 1.0)), &["`zeno`", "cannot be 0", "one or more"]),
        case!(RunFailure::Setting, falling(|s| s.zeno(9, f64::NAN)), &["`zeno`", "NaN", "above zero"]),
        case!(RunFailure::Setting, falling(|s| s.mend_at_most(-1.0)), &["`mend_at_most`", "-1", "not negative"]),
        case!(RunFailure::Setting, falling(|s| s.max_step(1e-300)), &["`max_step`", "1e-300", "give a longer one"]),
        case!(RunFailure::Setting, falling(|s| s.fixed_step(1e-13)), &["`fixed_step`", "1e-13", "give a longer one"]),
        case!(
            RunFailure::Setting,
            Simulation::new(&rod).run(rod.placed(), f64::INFINITY).map(drop).map_err(|error| error.failure),
            &["`t_end`", "cannot be inf", "an event with `stop`"],
        ),
        case!(RunFailure::Output, falling(|s| s.every(1e-300)), &["1e-300 s", "take a longer one"]),
        case!(RunFailure::Output, falling(|s| s.every(0.0)), &["0 s", "positive"]),
        case!(RunFailure::Output, falling(|s| s.output(Output::Times(vec![-1.0, 1.0]))), &["-1 s", "leave it out"]),
        case!(RunFailure::Output, falling(|s| s.output(Output::Times(vec![0.0, 1e3]))), &["1000 s", "run until then"]),
        case!(
            RunFailure::Zeno,
            falling(|s| { s.zeno(10, 1e-2).event(Event::new("floor", height).falling().change_with(bounce)) }),
            &["`floor`", "11 times", "`stop`", "`zeno`"],
        ),
        case!(
            RunFailure::Several,
            several.map(drop).map_err(|error| error.failure),
            &["2 motions are possible", "`rub` slides", "smaller coefficients"]
        ),
        case!(RunFailure::Jams, trammel(), &["t = 0.418", "`rub level`, `rub upright`", "smaller coefficients"]),
        case!(RunFailure::Blow, too_lively(), &["t = 0.451", "at `floor`", "is 1.2", "between 0 and 1"]),
        case!(RunFailure::Penetrates, dropped(-0.1, 0.0, Impacts::at_once()), &["`left`", "0.1 m inside"]),
        case!(RunFailure::OnKink, slides_on_a_kink(), &["`holds`", "`Coulomb`", "smooth"]),
        case!(RunFailure::Penetrates, bent(), &["`elbow`", "0.1 rad past its limit"]),
        case!(
            RunFailure::OrderMatters,
            dropped(0.5, 0.0, Impacts::in_turn()),
            &["`left`, `right`", "depends on which comes first", "`Impacts::at_once`"]
        ),
        case!(
            RunFailure::Cancelled,
            falling(|s| s.progress(|_| ControlFlow::Break(()))),
            &["cancelled at t =", "`partial`"]
        ),
    ]
}

/// A wheel whose motor prescribes 0.3 + 2 t, at an angle and with a spin.
fn driven(angle: f64, spin: f64) -> Result<(), RunFailure> {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::disk(1.0, 0.1).at(0.0, 0.0, angle).moving(0.0, 0.0, spin));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    builder.constraint("motor", Driver::new(Angle::between(GROUND, wheel), |t| t * 2.0 + 0.3));
    let model = builder.build().unwrap();
    Simulation::new(&model).run(model.placed(), 1.0).map(drop).map_err(|error| error.failure)
}

/// A particle at rest on the jump of a force that drives it back from both sides.
fn slides_on_a_kink() -> Result<(), RunFailure> {
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", Particle::new(1.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), body.origin());
    builder.force("holds", AppliedAlong::formula(travel, Formula::parse("-sign(x)+0.5", ["x"]).unwrap()).unwrap());
    let model = builder.build().unwrap();
    Simulation::new(&model).run(model.placed(), 1.0).map(drop).map_err(|error| error.failure)
}

/// An arm that starts beyond its stop.
fn bent() -> Result<(), RunFailure> {
    let mut builder = ModelBuilder::new();
    let arm = builder.body("arm", RigidBody::disk(1.0, 0.1).at(0.0, 0.0, -0.1));
    builder.contact("elbow", Stop::above(Angle::between(GROUND, arm), 0.0), Rigid::smooth());
    let model = builder.build().unwrap();
    Simulation::new(&model).run(model.placed(), 1.0).map(drop).map_err(|error| error.failure)
}

/// A block above a floor by `gap`, or inside it, that falls with `speed`.
fn dropped(gap: f64, speed: f64, impacts: Impacts) -> Result<(), RunFailure> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::new(1.0, 0.05).at(0.0, 0.4 + gap, 0.0).moving(0.0, speed, 0.0));
    for (name, x) in [("left", -0.1), ("right", 0.1)] {
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [x, -0.4]);
        builder.contact(name, Contact::between(GROUND, block, pair), Rigid::rough(Coulomb::new(0.3)).bouncing(0.5));
    }
    let model = builder.build().unwrap();
    Simulation::new(&model).impacts(impacts).run(model.placed(), 1.0).map(drop).map_err(|error| error.failure)
}

/// A ball that would bounce with more than its speed.
fn too_lively() -> Result<(), RunFailure> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 1.0, 0.0));
    let floor = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
    builder.contact("floor", Contact::between(GROUND, ball, floor), Rigid::smooth().bouncing_by(|_| 1.2));
    let model = builder.build().unwrap();
    Simulation::new(&model).run(model.placed(), 1.0).map(drop).map_err(|error| error.failure)
}

/// A constraint of which a state says that it slides.
fn pinned() -> Result<(), EvalError> {
    let mut builder = ModelBuilder::new();
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.origin()));
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.modes[0] = Mode::Forward;
    model.freedoms(&state).map(drop)
}

pub fn cases() -> Vec<Case> {
    let mut all = evaluating();
    all.extend(running());
    all.extend(passing());
    all
}
