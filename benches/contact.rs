//! The rows of a contact, as part of one right-hand side: with the contact, and the same body without it.
#![allow(missing_docs, clippy::unwrap_used)]

use chetaev::contact::curve::{Circle, Ellipse};
use chetaev::contact::{CurvePair, EllipseOnLine, Pair};
use chetaev::element::PlanarFrame;
use chetaev::nalgebra::Vector2;
use chetaev::prelude::*;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Geometry, rates and both rows, at a state as it changes from step to step.
fn time(c: &mut Criterion, name: &str, contact: &Contact<impl Pair>, start: [f64; 2], height: f64) {
    let at = |i: usize| {
        let angle = 1e-3 * i as f64;
        PlanarFrame::new(Vector2::new(0.0, height), angle, Vector2::new(-0.3, 0.1), 1.0)
    };
    let frames: Vec<PlanarFrame> = (0..8).map(at).collect();
    let mut last = contact.locate(&PlanarFrame::GROUND, &frames[0], start).unwrap().0.parameters;
    let mut i = 0;
    c.bench_function(name, |b| {
        b.iter(|| {
            i = (i + 1) % 14;
            // Forth and back, so that the last parameters are always those of a neighboring state.
            let frame = &frames[if i < 8 { i } else { 14 - i }];
            let (touch, roll) = contact.locate(&PlanarFrame::GROUND, black_box(frame), last).unwrap();
            last = touch.parameters;
            (touch, roll)
        });
    });
}

fn contacts(c: &mut Criterion) {
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", RigidBody::ellipse(1.0, 1.5, 1.0));
    let line = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 1.5, 1.0);
    time(c, "ellipse on a line, closed form", &Contact::rolling(GROUND, body, line), [f64::NAN; 2], 1.0);
    let half = std::f64::consts::FRAC_PI_2;
    let pair = CurvePair::inside(Circle::new([0.0, 4.0], 4.0), Ellipse::new(1.5, 1.0)).near(-half, -half);
    time(c, "two curves by Newton, warm", &Contact::rolling(GROUND, body, pair), [-half; 2], 1.0);
}

criterion_group!(benches, contacts);
criterion_main!(benches);
