//! Calls that are mistakes of the program, and end it: each names what was meant, and the place that is told is the line of the call.

use chetaev::analysis::Linearization;
use chetaev::contact::CornerOnLine;
use chetaev::force::Elastic;
use chetaev::prelude::*;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    /// What panicked in this thread, while it is watched: file, line, words.
    static SEEN: RefCell<Option<Vec<(String, u32, String)>>> = const { RefCell::new(None) };
}

/// Where and with what words a call ends the program.
fn ends(call: impl FnOnce()) -> (String, u32, String) {
    SEEN.set(Some(Vec::new()));
    let outcome = panic::catch_unwind(AssertUnwindSafe(call));
    let seen = SEEN.take().unwrap();
    assert!(outcome.is_err(), "the call went through");
    assert_eq!(seen.len(), 1, "{seen:?}");
    seen.into_iter().next().unwrap()
}

/// A mechanism of one of everything, or of none.
struct Made {
    model: Model,
    rod: BodyId,
    pin: ConstraintId<Revolute>,
    spring: ForceId,
    rub: FrictionId,
    floor: ContactId,
    speed: VariableId,
}

fn made(extra: usize) -> Made {
    let mut builder = ModelBuilder::new();
    // Handles of this one have numbers that a smaller model does not have.
    for k in 0..extra {
        let ball = builder.body(format!("ball {k}"), RigidBody::disk(1.0, 0.1).at(0.0, 9.0, 0.0));
        let pin = builder.constraint(format!("pin {k}"), Revolute::new(GROUND.point(0.0, 9.0), ball.origin()));
        builder.friction(format!("rub {k}"), FrictionPoint::in_pin(pin, 0.01), Coulomb::new(0.1));
        builder.input(format!("input {k}"), 0.0);
    }
    let rod = builder.body("rod", RigidBody::rod(1.0, 1.0).at(0.5, 1.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.point(0.0, 1.0), rod.point(-0.5, 0.0)));
    let rub = builder.friction("rub", FrictionPoint::in_pin(pin, 0.01), Coulomb::new(0.1));
    let spring = builder.force("spring", SpringDamper::between(GROUND.origin(), rod.point(0.5, 0.0), 10.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let floor =
        builder.contact("floor", Contact::between(GROUND, rod, CornerOnLine::new(line, [0.5, 0.0])), Rigid::smooth());
    let speed = builder.input("speed", 0.0);
    Made { model: builder.build().unwrap(), rod, pin, spring, rub, floor, speed }
}

/// Every call with a foreign handle, and every other that ends the program: the words name the thing, and the place is this file and the line of the call.
#[test]
#[rustfmt::skip]
fn refusal_a_wrong_call_is_told_at_its_own_line() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |told| {
        let words = told.payload().downcast_ref::<String>().cloned();
        let words = words.or_else(|| told.payload().downcast_ref::<&str>().map(|words| (*words).to_owned()));
        let place = told.location().map(|place| (place.file().to_owned(), place.line()));
        let watched = SEEN.with_borrow_mut(|seen| {
            let seen = seen.as_mut()?;
            let (file, line) = place.clone()?;
            seen.push((file, line, words.clone().unwrap_or_default()));
            Some(())
        });
        if watched.is_none() {
            before(told);
        }
    }));
    // Both are of the other model, once one of the same numbers, once one that has more.
    for extra in [0, 3] {
        let (here, other) = (made(0), made(extra));
        let (model, state) = (&here.model, here.model.placed());
        let at = model.read(&state);
        let run = Simulation::new(model).run(state.clone(), 0.01).unwrap();
        let mut changed = state.clone();
        let mut branch = model.branches(&state).unwrap();
        let branch = branch.remove(0);
        let mut rests = state.clone();
        rests.release(here.pin);
        rests.set_friction(here.rub, Mode::Released);
        let formula = Formula::parse("x + y", ["x", "y"]).unwrap();
        let turn = Angle::between(GROUND, other.rod);
        let happens = Simulation::new(&other.model).watch(Event::at("noon", [0.5]));
        let mut calls = 0;
        // A call, and what must be said of it.
        macro_rules! wrong {
            ($call:expr, $($words:expr),+) => {{
                let (line, (file, told, words)) = (line!(), ends(|| _ = $call));
                assert!(file.ends_with("misuse.rs") && told == line, "{} is told at {file}:{told}: {words}", stringify!($call));
                $(assert!(words.contains($words), "{}: {words}", stringify!($call));)+
                calls += 1;
            }};
        }
        let (body, joint, point) = ("the body handle belongs to another model: it is number", "the constraint handle", "the friction handle");
        wrong!(at.body(other.rod), body, "this one has `rod`", "`model.body(");
        wrong!(at.body_acceleration(other.rod), body);
        wrong!(at.position(other.rod.origin()), body);
        wrong!(at.velocity(other.rod.origin()), body);
        wrong!(at.measure(&turn), body);
        wrong!(at.second_rate(&turn), body);
        wrong!(at.reaction(other.pin), joint, "`pin`", "`model.constraint(");
        wrong!(at.reaction_in::<Planar>(other.pin), joint);
        wrong!(at.reaction_on(other.pin, here.rod), joint);
        wrong!(at.reaction_on(here.pin, other.rod), body);
        wrong!(at.multipliers(other.pin), joint);
        wrong!(at.phi(other.pin), joint);
        wrong!(at.phi_dot(other.pin), joint);
        wrong!(at.phi_ddot(other.pin), joint);
        wrong!(at.mode(other.pin), joint);
        wrong!(at.work_of_constraint(other.pin), joint);
        wrong!(at.is_determined(other.pin), joint);
        wrong!(at.along(other.pin), joint);
        wrong!(at.along(other.spring), "the force handle", "`spring`", "`model.force(");
        wrong!(at.work(other.spring), "the force handle");
        wrong!(at.load(other.spring, here.rod), "the force handle");
        wrong!(at.load(here.spring, other.rod), body);
        wrong!(at.contact(other.floor), "the contact handle", "`floor`", "`model.contact(");
        wrong!(at.friction_force(other.floor), "the contact handle");
        wrong!(at.pivoting_moment(other.floor), "the contact handle");
        wrong!(at.slip_velocity(other.floor), "the contact handle");
        wrong!(at.friction(other.rub), point, "`rub`", "`model.friction(");
        wrong!(at.friction_range(other.rub), point);
        wrong!(at.friction_on(other.rub, here.rod), point);
        wrong!(at.friction_on(here.rub, other.rod), body);
        wrong!(at.work_of_friction(other.rub), point);
        wrong!(at.variable(other.speed), "the variable handle", "`speed`", "`model.variable(");
        wrong!(at.signal(&Signal::input(other.speed)), "a variable of another model");
        wrong!(run.drift_of(other.pin), joint);
        wrong!(run.events_of(happens), "the event handle belongs to a simulation of another model");
        wrong!(run.friction_summary(other.rub), point);
        wrong!(model.typed::<Revolute>(other.pin.into()), joint);
        wrong!(model.element(other.pin), joint);
        wrong!(model.row_range(other.pin), joint);
        wrong!(model.levels(other.pin), joint);
        wrong!(model.velocity_range(other.rod), body);
        wrong!(model.coordinate_range(other.rod), body);
        wrong!(model.coordinate_range(GROUND), "the ground has no coordinates");
        wrong!(model.start().angle(other.pin, 0.0), joint);
        wrong!(model.start().travel(other.pin, 0.0), joint);
        wrong!(model.start().rate(other.pin, 0.0), joint);
        wrong!(model.start().rate(turn, 0.0), body);
        wrong!(model.start().measure(turn, 0.0), body);
        wrong!(model.start().hold_measure(turn), body);
        wrong!(changed.set_position(model, other.rod, [0.0, 0.0]), body);
        wrong!(changed.set_velocity(model, other.rod, [0.0, 0.0]), body);
        wrong!(changed.set_angle(model, other.rod, 0.0), body);
        wrong!(changed.set_spin(model, other.rod, 0.0), body);
        wrong!(run.times_table().with("a", vec![1.0; 999]), "column `a` has 999 numbers", "give one for each");
        wrong!(formula.at(&[1.0]), "\"y\"", "not 1");
        wrong!(Elastic::new(here.rod, [0, 1], [[1.0, 2.0], [0.0, 1.0]]), "not symmetric");
        wrong!(Elastic::new(here.rod, [0], [[1.0]]).rest([1.0, 2.0]), "each of its 1 coordinates, not 2");
        let mut linear = Linearization::about(model, &rests).unwrap();
        wrong!(linear.response(1.0, other.rod, &[0.0; 3]), body);
        // A state and a branch do not know their model: they see numbers that they do not have.
        if extra > 0 {
            wrong!(changed.release(other.pin), joint, "this one has");
            wrong!(changed.hold(other.pin), joint);
            wrong!(changed.open(other.floor), "the contact handle");
            wrong!(changed.close(other.floor), "the contact handle");
            wrong!(changed.set_friction(other.rub, Mode::Stick), point);
            wrong!(changed.variable(other.speed), "the variable handle", "1 variables");
            wrong!(changed.set_variable(other.speed, 1.0), "the variable handle");
            wrong!(branch.mode(other.rub), point);
            wrong!(branch.load(other.rub), point);
        }
        assert!(calls > 50, "moot: {calls}");
    }
}
