//! Inverse questions without an answer.

use crate::Case;
use chetaev::analysis::{Inverse, InverseError, Sweep, SweepError};
use chetaev::prelude::*;

/// A block of 2 kg in a rough slot with this slope, and the measures along it and at an angle to it.
fn block(slope: f64, angle: f64, mu: f64) -> (Model, [Travel; 2]) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(2.0));
    let guide = GROUND.axis([0.0, 0.0], slope);
    let slot = builder.constraint("slot", Slot::new(guide, block.origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu));
    let other = GROUND.axis([0.0, 0.0], slope + angle);
    (builder.build().unwrap(), [Travel::along(guide, block.origin()), Travel::along(other, block.origin())])
}

/// Six rockers on one crank, eighteen rough pins that hold them together: between which forces of two actuators?
fn many_pins() -> Result<(), InverseError> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let crank = builder.body("crank", RigidBody::disk(3.0, 0.2));
    let shaft = builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.origin()));
    for k in 0..6 {
        let [x, y] = [(0.4 + f64::from(k)).sin(), (0.4 + f64::from(k)).cos()];
        let [p, q] = [0.1 * y + 0.5 * x, 0.1 * x + 0.5 * y];
        let rod = RigidBody::rod(1.0, 0.5).at(0.1 * y + 0.25 * x, 0.1 * x + 0.25 * y, y.atan2(x));
        let rod = builder.body(format!("rod {k}"), rod);
        let rocker = builder.body(format!("rocker {k}"), RigidBody::rod(1.0, 0.6).at(p + 0.3, q, 0.0));
        let pins = [
            Revolute::new(crank.point(0.1 * y, 0.1 * x), rod.point(-0.25, 0.0)),
            Revolute::new(rod.point(0.25, 0.0), rocker.point(-0.3, 0.0)),
            Revolute::new(rocker.point(0.3, 0.0), GROUND.point(p + 0.6, q)),
        ];
        for (j, pin) in pins.into_iter().enumerate() {
            let pin = builder.constraint(format!("pin {k}{j}"), pin);
            builder.friction(format!("rub {k}{j}"), FrictionPoint::in_pin(pin, 0.01), Coulomb::new(0.2));
        }
    }
    let model = builder.build().unwrap();
    let push = Travel::along(GROUND.axis([0.0, 0.0], 0.3), crank.point(0.1, 0.0));
    let question = Inverse::of(&model).actuator("motor", shaft).actuator("push", push).limit("push", -30.0, 30.0);
    question.motion(shaft, |t| t * 0.0).at(&model.placed()).map(drop)
}

/// A ball that lies on a smooth floor, and an actuator that lifts as much as it pushes.
fn lifted() -> Result<(), InverseError> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let ball = builder.body("ball", RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0));
    let floor = chetaev::contact::EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
    let contact = builder.contact("floor", Contact::between(GROUND, ball, floor), Rigid::smooth());
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.close(contact);
    let [along, lift] =
        [0.0, 0.25 * std::f64::consts::PI].map(|angle| Travel::along(GROUND.axis([0.0, 0.0], angle), ball.origin()));
    Inverse::of(&model).actuator("lift", lift).motion(along, |t| t * t * 10.0).at(&state).map(drop)
}

fn refused() -> Vec<Case> {
    let (model, [along, across]) = block(0.0, 1.3, 0.3);
    let ask = || Inverse::of(&model).actuator("push", along).motion(along, |t| t * 1.5);
    let at = |question: Inverse<'_>| question.at(&model.placed()).map(drop);
    let over = |question: Inverse<'_>| question.over(&model.placed(), [0.0]).map(drop);
    let mut cut = model.placed();
    cut.q.pop();
    let far = || Inverse::of(&model).actuator("push", along).motion(across, |t| t * 1.0);
    vec![
        case!(
            InverseError::Start,
            far().motion(along, |t| t + 1.0).over(&model.placed(), [0.0]).map(drop),
            &["cannot be assembled", "`block`"],
        ),
        case!(InverseError::Eval, ask().at(&cut).map(drop), &["`q`", "needs 2"]),
        case!(InverseError::UnknownActuator, at(ask().limit("pull", 0.0, 1.0)), &["`pull`", "push"]),
        case!(InverseError::BadActuator, at(ask().weigh("push", -1.0)), &["`push`", "positive"]),
        case!(
            InverseError::Contradicting,
            at(ask().motion(along, |t| t * t)),
            &["t = 0", "`block`", "off by", "as many motions"]
        ),
        case!(
            InverseError::Free,
            over(Inverse::of(&model).actuator("push", along)),
            &["prescribed: 0", "`block.vx`", "prescribe it"]
        ),
        case!(
            InverseError::Jump,
            Inverse::of(&model)
                .actuator("push", along)
                .motion(along, |t| if t.value < 0.5 { t * 0.0 } else { t * 0.0 + 0.25 })
                .over(&model.placed(), [0.0, 1.0])
                .map(drop),
            &["t = 0", "t = 1", "`block.vx` jumps by 0.25"],
        ),
    ]
}

fn impossible() -> Vec<Case> {
    let (flat, [along, pressed]) = block(0.0, 1.3, 0.5);
    let (steep, [down, _]) = block(0.9, 0.0, 0.5);
    let mut two = ModelBuilder::new();
    let [one, other] = ["one", "other"].map(|name| two.body(name, Particle::new(1.0)));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    for (name, body) in [("first", one), ("second", other)] {
        two.constraint(name, Slot::new(guide, body.origin()));
    }
    let two = two.build().unwrap();
    let [first, second] = [one, other].map(|body| Travel::along(guide, body.origin()));
    let rest = |model: &Model, question: Inverse<'_>| question.at(&model.placed());
    let held = rest(&flat, Inverse::of(&flat).actuator("push", along).motion(along, |t| t * 0.0)).unwrap();
    vec![
        case!(
            InverseError::Unmade,
            rest(&two, Inverse::of(&two).actuator("push", first).motion(second, |t| t * t)).map(drop),
            &["`other`", "moved by the actuators themselves: 0", "acceleration of -2", "add an actuator"],
        ),
        case!(
            InverseError::Slips,
            rest(&steep, Inverse::of(&steep).motion(down, |t| t * 0.0)).map(drop),
            &["`rub`", "hold with", "needs an actuator"],
        ),
        case!(
            InverseError::AtRest,
            rest(&flat, Inverse::of(&flat).actuator("push", along)).map(drop),
            &["`rub`", "prescribe all"],
        ),
        case!(InverseError::Pin, many_pins(), &["`rub ", "divisions of the directions", "fewer pins"]),
        case!(InverseError::Pulls, lifted(), &["`floor`", "pull with", "State::open"]),
        case!(
            InverseError::Several,
            Inverse::of(&flat)
                .actuator("press", pressed)
                .motion(along, |t| t * 1.0 + t * t)
                .over(&flat.placed(), [0.0])
                .map(drop),
            &["2 solutions", "rub"],
        ),
        case!(InverseError::Undetermined, held.force("push").map(drop), &["`push`", "from -9.81 to 9.81", "range"]),
        case!(
            InverseError::BeyondLimits,
            rest(&steep, Inverse::of(&steep).actuator("push", down).limit("push", 0.0, 1.0).motion(down, |t| t * 0.0))
                .map(drop),
            &["limits of the actuators", "friction holds too little"],
        ),
    ]
}

/// A bead on a wire with this equation.
fn bead(wire: &str, place: [f64; 2]) -> (Model, BodyId) {
    let mut builder = ModelBuilder::new();
    let bead = builder.body("bead", Particle::new(1.0).at(place[0], place[1]));
    let wire = Formula::parse(wire, ["x", "y"]).unwrap();
    builder.constraint("wire", Equation::holonomic([bead], [wire]).unwrap());
    (builder.build().unwrap(), bead)
}

fn sweeps() -> Vec<Case> {
    let (cusp, sharp) = bead("y^2 - (1 - x^2)^3", [0.0, 1.0]);
    let (line, straight) = bead("y", [0.0, 0.0]);
    let (circle, round) = bead("x^2 + y^2 - 1", [0.6, 0.8]);
    let (block, [along, _]) = block(0.0, 1.3, 0.5);
    let x = |bead: BodyId| Travel::along(GROUND.axis([0.0, 0.0], 0.0), bead.origin());
    let mut cut = circle.placed();
    cut.q.pop();
    let mut free = ModelBuilder::new();
    free.body("ball", Particle::new(1.0));
    let free = free.build().unwrap();
    let ball = x(free.body("ball").unwrap());
    let apart = Separation::between(GROUND.origin(), straight.origin());
    vec![
        case!(
            SweepError::Course,
            Sweep::of(&circle, x(round)).through(&circle.placed(), [1.5]).map_err(SweepError::from).map(drop),
            &["cannot be assembled", "`wire`", "`bead`"],
        ),
        case!(
            SweepError::Start,
            Sweep::of(&circle, x(round)).dead_centers(&cut, x(round), 0.1).map(drop),
            &["`q`", "needs 2"]
        ),
        case!(
            SweepError::Eval,
            Sweep::of(&line, x(straight)).dead_centers(&line.placed(), apart, 0.1).map(drop),
            &["the ground", "`bead`", "coincide"],
        ),
        case!(
            SweepError::Freedoms,
            Sweep::of(&free, ball).dead_centers(&free.placed(), ball, 0.1).map(drop),
            &["has 2", "`ball.v", "hold the others"],
        ),
        case!(
            SweepError::Turns,
            Sweep::of(&cusp, x(sharp)).dead_centers(&cusp.placed(), x(sharp), 0.1).map(drop),
            &["`bead.v", "turns back", "begin elsewhere"],
        ),
        case!(
            SweepError::Endless,
            Sweep::of(&block, along).dead_centers(&block.placed(), along, 0.1).map(drop),
            &["`block`", "20000 steps", "longer step"],
        ),
    ]
}

pub fn cases() -> Vec<Case> {
    let mut all = refused();
    all.extend(impossible());
    all.extend(sweeps());
    all
}
