//! More forces than the motion determines: several actuators on one freedom, friction at rest.

use super::square::{slider_crank, slider_crank_with};
use chetaev::analysis::{Inverse, InverseError, Inverted};
use chetaev::prelude::*;
use std::f64::consts::TAU;

fn near(found: f64, expected: f64, size: f64) {
    assert!((found - expected).abs() <= 1e-11 * size, "{found} is not {expected}: off by {:e}", found - expected);
}

#[test]
fn analytic_two_motors_on_one_freedom_share_by_their_lever() {
    let model = slider_crank(false, false, 0.0);
    let [crank, slider] = ["crank", "slider"].map(|name| model.body::<Planar>(name).unwrap());
    let angle = Angle::between(GROUND, crank);
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), slider.origin());
    let turn = |t: Jet| t * 2.0 + 0.4;
    let alone = Inverse::of(&model).actuator("motor", angle).motion(angle, turn);
    let both = || Inverse::of(&model).actuator("motor", angle).actuator("push", travel).motion(angle, turn);
    let times = [0.0, 0.3, 0.9, 1.7];
    let single = alone.over(&model.placed(), times).unwrap();
    // Σ u_i r_i is given, r = (1, dx/dθ): the least forces are along r, in the metric of the weights.
    for (weight, question) in [(1.0, both()), (3.0, both().weigh("push", 3.0))] {
        for (one, two) in single.iter().zip(question.over(&model.placed(), times).unwrap()) {
            let torque = one.force("motor").unwrap();
            let lever = two.read().unwrap().velocity(slider.origin()).x / 2.0;
            let share = torque / (1.0 + lever * lever / (weight * weight));
            near(two.least("motor").unwrap(), share, 10.0);
            near(two.least("push").unwrap(), share * lever / (weight * weight), 10.0);
            assert_eq!(two.range("push").unwrap(), [f64::NEG_INFINITY, f64::INFINITY]);
            assert!(!two.is_determined() && matches!(two.force("motor"), Err(InverseError::Undetermined { .. })));
            near(two.read().unwrap().acceleration()[2], 0.0, 1.0);
        }
    }
    // What the other can do limits each.
    for (one, two) in single.iter().zip(both().limit("push", -2.0, 5.0).over(&model.placed(), times).unwrap()) {
        let torque = one.force("motor").unwrap();
        let lever = two.read().unwrap().velocity(slider.origin()).x / 2.0;
        let mut ends = [-2.0, 5.0].map(|push| torque - lever * push);
        ends.sort_by(f64::total_cmp);
        let range = two.range("motor").unwrap();
        (0..2).for_each(|k| near(range[k], ends[k], 10.0));
        let push = (torque * lever / (1.0 + lever * lever)).clamp(-2.0, 5.0);
        near(two.least("push").unwrap(), push, 10.0);
        near(two.least("motor").unwrap(), torque - lever * push, 10.0);
    }
    // A motor that is too weak alone.
    let weak = alone.limit("motor", -1e-3, 1e-3).over(&model.placed(), times);
    assert!(matches!(weak, Err(InverseError::BeyondLimits { .. })), "{weak:?}");
}

/// A block of 2 kg in a rough slot that rises with this slope, and two axes through it: along the slot and at an angle to it.
fn block(slope: f64, press: f64) -> (Model, [Travel; 2]) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(2.0));
    let guide = GROUND.axis([0.0, 0.0], slope);
    let slot = builder.constraint("slot", Slot::new(guide, block.origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.3).holding(0.4));
    let along = Travel::along(guide, block.origin());
    let pressed = Travel::along(GROUND.axis([0.0, 0.0], slope + press), block.origin());
    (builder.build().unwrap(), [along, pressed])
}

fn ask(
    model: &Model,
    motion: Travel,
    actuators: &[Travel],
    acceleration: f64,
    speed: f64,
) -> Result<Inverted, InverseError> {
    let mut question = Inverse::of(model).motion(motion, move |t| t * speed + t * t * (0.5 * acceleration));
    for (name, travel) in ["along", "pressed"].into_iter().zip(actuators) {
        question = question.actuator(name, *travel);
    }
    question.over(&model.placed(), [0.0]).map(|mut found| found.remove(0))
}

#[test]
fn analytic_what_holds_a_block_at_rest_is_a_range() {
    let (g, mass, mu) = (9.81, 2.0, 0.4);
    for slope in [0.0_f64, 0.2, 0.6, -0.9] {
        let (model, [along, _]) = block(slope, 0.0);
        let found = ask(&model, along, &[along], 0.0, 0.0).unwrap();
        let (weight, normal) = (mass * g * slope.sin(), mass * g * slope.cos());
        let range = found.range("along").unwrap();
        near(range[0], weight - mu * normal, 20.0);
        near(range[1], weight + mu * normal, 20.0);
        near(found.least("along").unwrap(), 0.0_f64.clamp(range[0], range[1]), 20.0);
        match found.force("along") {
            Err(InverseError::Undetermined { lower, upper, .. }) => assert_eq!([lower, upper], range),
            other => panic!("{other:?}"),
        }
        // An actuator at an angle loads the slot as well: the edge is where u (cos β ± μ' sin β) = m g (sin ± μ' cos).
        let beta: f64 = 0.5;
        let (model, [along, pressed]) = block(slope, beta);
        let mut question = Inverse::of(&model).motion(along, |t| t * 0.0);
        question = question.actuator("pressed", pressed);
        let range = question.at(&model.placed()).unwrap().range("pressed").unwrap();
        let edge = |side: f64| (weight + side * mu * normal) / (beta.cos() + side * mu * beta.sin());
        near(range[0], edge(-1.0), 20.0);
        near(range[1], edge(1.0), 20.0);
    }
    // A speed that is prescribed, and one that begins now.
    let (model, [along, _]) = block(0.2, 0.0);
    let normal = mass * g * 0.2_f64.cos();
    for (acceleration, speed, direction) in [(0.0, 1.0, 1.0), (0.0, -1.0, -1.0), (0.5, 0.0, 1.0), (-0.5, 0.0, -1.0)] {
        let found = ask(&model, along, &[along], acceleration, speed).unwrap();
        let expected = mass * (acceleration + g * 0.2_f64.sin()) + direction * 0.3 * normal;
        near(found.force("along").unwrap(), expected, 20.0);
        assert!(found.is_determined());
    }
}

#[test]
fn oracle_a_crank_at_rest_starts_at_the_ends_of_the_range() {
    // Torques on both sides of each end, by the decision between stick and slip that every run makes.
    for (theta, pins) in [0.4, 1.2, 2.5, 4.0, 5.5].into_iter().flat_map(|theta| [(theta, false), (theta, true)]) {
        let still = slider_crank(false, pins, 0.6);
        let angle = Angle::between(GROUND, still.body("crank").unwrap());
        let start = still.start().set("crank.theta", theta).hold("crank.theta").project().unwrap().state;
        let found =
            Inverse::of(&still).actuator("motor", angle).motion(angle, move |t| t * 0.0 + theta).at(&start).unwrap();
        let [lower, upper] = found.range("motor").unwrap();
        assert!(upper - lower > 0.1, "moot");
        let moves = |torque: f64| {
            let model = slider_crank_with(pins, 0.6, |builder, crank| {
                let motor = AppliedAlong::signal(Angle::between(GROUND, crank), Signal::constant(torque));
                builder.force("motor", motor);
            });
            let mut state = model.placed();
            state.q.copy_from_slice(&start.q);
            model.decide_friction(&mut state).unwrap();
            model.read(&state).acceleration()[2]
        };
        let off = 1e-9 * (upper - lower);
        assert_eq!([lower + off, 0.5 * (lower + upper), upper - off].map(|u| moves(u).abs() < 1e-12), [true; 3]);
        assert!(moves(lower - off) < -1e-10 && moves(upper + off) > 1e-10, "{theta} {pins}");
        // What friction holds with the least force is told with all reactions.
        let slot = found.read().unwrap().friction(still.friction("rub").unwrap()).unwrap();
        assert!(slot.force.abs() <= 1.3 * 0.6 * slot.load.abs() * (1.0 + 1e-9));
    }
}

#[test]
fn analytic_least_forces_unload_what_rubs() {
    // m a = u − μ |N|, N = m g + p: p is worth its while until the slot is unloaded, and no further.
    let (g, mass, mu) = (9.81, 2.0, 0.3);
    let (model, [along, pressed]) = block(0.0, std::f64::consts::FRAC_PI_2);
    for acceleration in [0.5, 5.0, 20.0, 60.0, 300.0] {
        let found = ask(&model, along, &[along, pressed], acceleration, 1.0).unwrap();
        // The axis points up: a positive force lifts.
        let lift = (mu * mass * (acceleration + mu * g) / (1.0 + mu * mu)).min(mass * g);
        near(found.least("pressed").unwrap(), lift, 100.0);
        near(found.least("along").unwrap(), mass * acceleration + mu * (mass * g - lift), 1000.0);
        assert_eq!(found.range("pressed").unwrap(), [f64::NEG_INFINITY, f64::INFINITY]);
        let range = found.range("along").unwrap();
        near(range[0], mass * acceleration, 1000.0);
        assert_eq!(range[1], f64::INFINITY);
    }
}

#[test]
fn analytic_two_rough_slots_at_rest_share() {
    // One freedom, two points that hold it: the range is that of both, the split is nobody's.
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", RigidBody::rod(2.0, 1.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    let rail = builder.constraint("rail", Prismatic::new(guide, block.axis([0.0, 0.0], 0.0)));
    for name in ["left", "right"] {
        let travel = Travel::along(guide, block.origin());
        builder.friction(name, FrictionPoint::along(travel, 10.0), Coulomb::new(0.3));
    }
    let model = builder.build().unwrap();
    let travel = Travel::along(guide, block.origin());
    let found = Inverse::of(&model).actuator("push", travel).motion(rail, |t| t * 0.0).at(&model.placed()).unwrap();
    let range = found.range("push").unwrap();
    near(range[0], -6.0, 6.0);
    near(range[1], 6.0, 6.0);
    assert_eq!(found.least("push").unwrap(), 0.0);
    // Nothing pushes at all: friction holds it, and nothing is missing.
    assert!(Inverse::of(&model).motion(rail, |t| t * 0.0).at(&model.placed()).unwrap().is_determined());
}

/// Two points that hold a block on a slope together, and two actuators: what friction cannot hold they carry by their weights, whatever the split between the points is.
#[test]
fn analytic_least_forces_where_two_points_at_rest_share_theirs() {
    for slope in [0.1_f64, 0.5, -1.0] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", RigidBody::rod(2.0, 1.0).at(0.0, 0.0, slope));
        let guide = GROUND.axis([0.0, 0.0], slope);
        let rail = builder.constraint("rail", Prismatic::new(guide, block.axis([0.0, 0.0], 0.0)));
        let travel = Travel::along(guide, block.origin());
        for name in ["left", "right"] {
            builder.friction(name, FrictionPoint::along(travel, 10.0), Coulomb::new(0.3));
        }
        let model = builder.build().unwrap();
        let question = Inverse::of(&model).actuator("push", travel).actuator("pull", travel).weigh("pull", 2.0);
        let found = question.motion(rail, |t| t * 0.0).at(&model.placed()).unwrap();
        let weight = 2.0 * 9.81 * slope.sin();
        let rest = weight - weight.clamp(-6.0, 6.0);
        assert!((rest != 0.0) == (slope != 0.1), "moot");
        // Least of a² + 4 b², a + b given: a = 4 b.
        near(found.least("push").unwrap(), 0.8 * rest, 20.0);
        near(found.least("pull").unwrap(), 0.2 * rest, 20.0);
        assert!(found.read().unwrap().acceleration().iter().all(|a| a.abs() < 1e-12));
    }
}

#[test]
fn invariant_questions_that_make_no_sense_are_refused() {
    let (model, [along, pressed]) = block(0.9, 0.3);
    // Friction alone does not hold it.
    match Inverse::of(&model).motion(along, |t| t * 0.0).at(&model.placed()) {
        Err(InverseError::Slips { point, force, most, .. }) => {
            near(force, 2.0 * 9.81 * 0.9_f64.sin(), 20.0);
            near(most, 0.4 * 2.0 * 9.81 * 0.9_f64.cos(), 20.0);
            assert_eq!(point, "rub");
        }
        other => panic!("{other:?}"),
    }
    let question = || Inverse::of(&model).actuator("along", along).motion(along, |t| t * 1.0);
    let refused = |question: Inverse<'_>| question.at(&model.placed()).map(drop).unwrap_err().to_string();
    assert!(refused(question().actuator("along", pressed)).contains("two of this name"));
    assert!(refused(question().weigh("along", 0.0)).contains("weight"));
    assert!(refused(question().limit("along", 1.0, f64::NAN)).contains("limits"));
    assert!(refused(question().limit("motor", 0.0, 1.0)).contains("no actuator `motor`; there are: `along`"));
    let unknown = question().over(&model.placed(), [0.0]).unwrap().remove(0).force("motor").map(drop);
    assert!(matches!(unknown, Err(InverseError::UnknownActuator { .. })));
    let error = question().over(&model.placed(), [f64::NAN]).map(drop).unwrap_err().to_string();
    assert!(error.contains("not finite"), "{error}");
    // Nothing is prescribed, and positions in time are asked for.
    match Inverse::of(&model).actuator("along", along).over(&model.placed(), [0.0]) {
        Err(InverseError::Free { freedoms: 1, prescribed: 0, velocity, .. }) => {
            assert!(velocity.starts_with("block.v"))
        }
        other => panic!("{other:?}"),
    }
    // The same measure, prescribed twice, differently.
    let twice = question().motion(along, |t| t * 1.0 + t * t);
    assert!(matches!(twice.at(&model.placed()), Err(InverseError::Contradicting { .. })));
}

/// A bead in a rough slot, pushed along it and into it: how hard it is pushed into it loads the friction, so that neither force is the only one. Half a line was taken for one number, and the
/// least force told as the only one.
/// Held since db496da74.
#[test]
fn regress_half_a_line_is_not_one_force() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let bead = builder.body("bead", Particle::new(2.0).moving(1.0, 0.0));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0; 2], 0.0), bead.origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.5));
    let model = builder.build().unwrap();
    let along = |angle| Travel::along(GROUND.axis([0.0; 2], angle), bead.origin());
    let question = Inverse::of(&model).actuator("along", along(0.0)).actuator("into", along(0.25 * TAU));
    let found = question.accelerated(&model.placed(), &[3.0, 0.0]).unwrap();
    // 2 · 3 = u − 0.5 |20 − w|: u is 6 at least, and w anything.
    assert!(!found.is_determined());
    let [least, most] = found.range("along").unwrap();
    assert!((least - 6.0).abs() < 1e-9 && most == f64::INFINITY, "{least} {most}");
    assert_eq!(found.range("into").unwrap(), [f64::NEG_INFINITY, f64::INFINITY]);
    assert!(matches!(found.force("along"), Err(InverseError::Undetermined { .. })), "{:?}", found.force("along"));
    // The least of both: u = 16 − 0.5 w, 0.5 u = w.
    assert!((found.least("along").unwrap() - 12.8).abs() < 1e-9 && (found.least("into").unwrap() - 6.4).abs() < 1e-9);
}

/// A body that a guide with two rough ends holds at rest, and one that is pushed: the range of the one actuator was told with its ends in the wrong order, by rounding, and refused.
/// What holds a load of nothing at rest holds a force that is rounding.
/// Held since db496da74.
#[test]
fn regress_ends_of_a_range_differ_by_rounding() {
    let mut asked = 0;
    for k in 0..200 {
        let part = |a: f64| (0.754_877_666_246_692_8 * (f64::from(k) + a)).fract() * 2.0 - 1.0;
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", RigidBody::new(2.0, 0.3).at(part(0.1), part(0.2), 0.0));
        let line = -0.2 + 0.1 * part(0.3);
        let guide = Prismatic::new(GROUND.axis([part(0.1), part(0.2)], line), block.axis([0.0; 2], line));
        let guide = builder.constraint("guide", guide);
        for (end, rub) in FrictionPoint::in_guide(guide, [-0.1, 0.1]).into_iter().enumerate() {
            builder.friction(format!("end {end}"), rub, Coulomb::new(0.6));
        }
        let rod = builder.body("rod", RigidBody::new(1.0 + 0.5 * part(0.4), 0.1).at(1.0, 1.0, part(0.5)));
        let pin = Revolute::new(GROUND.point(1.0, 1.0), rod.origin());
        builder.constraint("pin", pin);
        let model = builder.build().unwrap();
        let mut state = model.placed();
        state.v[5] = part(0.6);
        let push = Travel::along(GROUND.axis([0.0; 2], 0.3), rod.point(0.2, 0.3));
        let question = Inverse::of(&model).actuator("push", push);
        let found = question.accelerated(&state, &[0.0, 0.0, 0.0, 0.0, 0.0, 3.0 * part(0.7)]).unwrap();
        asked += usize::from(found.force("push").is_ok());
    }
    assert!(asked > 190, "moot: {asked}");
}
