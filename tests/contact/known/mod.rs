//! Contact problems with known answers, in the plane and in space: by somebody who has not written the code.
//!
//! Every answer is worked out in the comment of its test, from Newton's and Coulomb's laws alone.

mod belts;
mod beside;
mod blows;
mod carried;
mod hung;
mod mixed;
mod rolling;
mod rough;
mod slopes;
mod space;
mod tipping;

use super::common::G;
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::element::Axis;
use chetaev::prelude::*;

/// `got` is `exact` up to `allowed` of 1 + |exact|.
#[track_caller]
fn near(what: &str, got: f64, exact: f64, allowed: f64) {
    let off = (got - exact).abs() / (1.0 + exact.abs());
    println!("{what}: {got} ({off:.1e} off)");
    assert!(off <= allowed, "{what}: {got}, and it is {exact}: {off:.1e} off");
}

/// A model in which gravity points along a slope that falls to the right by `angle`.
fn slope(angle: f64) -> ModelBuilder {
    let mut builder = ModelBuilder::new();
    builder.gravity([G * angle.sin(), -G * angle.cos()]);
    builder
}

/// The line y = 0.
fn floor() -> Axis {
    GROUND.axis([0.0, 0.0], 0.0)
}

/// The wall at x, with what it stops on its left.
fn wall(x: f64) -> Axis {
    GROUND.axis([x, 0.0], std::f64::consts::FRAC_PI_2)
}

/// Two feet, `half` to the left and the right, `down` below the origin of a body, on the line of another.
fn feet(
    builder: &mut ModelBuilder,
    on: (BodyId, Axis),
    (body, half, down): (BodyId, f64, f64),
    law: impl Fn() -> Rigid,
) -> [ContactId; 2] {
    [-half, half].map(|x| {
        let name = format!("foot {} of {body:?}", if x < 0.0 { "left" } else { "right" });
        let pair = CornerOnLine::new(on.1, [x, -down]);
        builder.contact(name, Contact::between(on.0, body, pair), law())
    })
}

/// A wheel of radius r on a line of the ground.
fn wheel(builder: &mut ModelBuilder, name: &str, (body, r): (BodyId, f64), line: Axis, law: Rigid) -> ContactId {
    builder.contact(name, Contact::between(GROUND, body, EllipseOnLine::new(line, r, r)), law)
}

fn rough(mu: f64) -> Rigid {
    Rigid::rough(Coulomb::new(mu))
}

fn run(builder: ModelBuilder, to: f64) -> Trajectory {
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(start, to).unwrap();
    assert_eq!(run.counters().unproved, 0, "every first closing is proved to be the first");
    run
}

/// What a contact does otherwise after the start, at which all that touches is told to close.
fn changes(run: &Trajectory, contact: ContactId) -> Vec<&Transition> {
    run.transitions().iter().filter(|change| change.contact == Some(contact) && change.t > 0.0).collect()
}

/// The instant at which a contact first changes to a mode.
#[track_caller]
fn when(run: &Trajectory, contact: ContactId, to: Mode) -> f64 {
    let change = changes(run, contact).into_iter().find(|change| change.to == to);
    change.unwrap_or_else(|| panic!("never {to:?}: {:?}", run.transitions())).t
}
