//! Space: what the rows of a joint cost, and a chain of spherical joints at several lengths.
//!
//! Printed is the fastest of many short runs: on a machine that others use too, that is what the code takes. Rows are read, not solved for:
//! 64 joints of one kind along a chain of 65 bodies, less what their frames take.
#![allow(missing_docs, clippy::unwrap_used)]

mod bars;

use bars::bars;
use chetaev::constraint::Constraint;
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Nanoseconds of the fastest of many short runs.
fn fastest(repeat: usize, mut work: impl FnMut()) -> f64 {
    let run = |_| {
        let start = Instant::now();
        (0..repeat).for_each(|_| work());
        start.elapsed().as_secs_f64() / repeat as f64
    };
    1e9 * (0..400).map(run).fold(f64::INFINITY, f64::min)
}

fn right_hand_sides() {
    for (what, tilt) in [("principal axes", 0.0), ("tilted axes", 0.3)] {
        for n in [1, 2, 16, 64, 256, 1024] {
            let model = bars(n, true, tilt);
            let state: State = model.start().project().unwrap().into();
            let mut ws = model.workspace();
            let time = fastest(1 + 500 / n, || model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap());
            println!("chain of {n:4} spherical joints, {what:15} {:8.1} ns a link", time / n as f64);
        }
    }
}

const JOINTS: usize = 64;

/// Reads the rows of the first so many joints.
fn rows<J: Constraint + 'static>(count: usize, joint: impl Fn(Mark, Mark) -> J) -> f64 {
    let mut builder = ModelBuilder::new();
    let body = Solid::principal(1.0, [0.1; 3]).unwrap().spinning(0.1, 0.2, 0.3).moving(0.3, 0.1, 0.2);
    let bodies: Vec<_> = (0..=JOINTS).map(|i| builder.body(format!("{i}"), body.clone())).collect();
    for (i, pair) in bodies.windows(2).take(count).enumerate() {
        let [a, b] = [pair[0].mark(0.1, 0.2, 0.3), pair[1].mark(0.3, -0.1, 0.2)];
        builder.constraint(format!("{i}"), joint(a, b));
    }
    let model = builder.build().unwrap();
    let mut ws = model.workspace();
    let state = model.placed();
    fastest(20, || model.residuals(&mut ws, black_box(&state)).unwrap())
}

fn cost<J: Constraint + 'static>(name: &str, joint: impl Fn(Mark, Mark) -> J + Copy) {
    let time = (rows(JOINTS, joint) - rows(1, joint)) / (JOINTS - 1) as f64;
    println!("rows of a joint, {name:15} {time:8.1} ns");
}

fn main() {
    right_hand_sides();
    cost("point on plane", |a, b| Joint::point_on_plane(a, b.point()));
    cost("point on line", |a, b| Joint::point_on_line(a, b.point()));
    cost("spherical", |a, b| Joint::spherical(a.point(), b.point()));
    cost("universal", Joint::universal);
    cost("planar", Joint::planar);
    cost("revolute", Joint::revolute);
    cost("cylindrical", Joint::cylindrical);
    cost("prismatic", Joint::prismatic);
    cost("weld", Joint::weld);
    cost("distance", |a, b| Distance::new(a.point(), b.point(), 1.0));
}
