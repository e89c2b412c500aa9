//! The geometry, the rates and the rows of contacts in space, at states as they change from step to step.
#![allow(missing_docs, clippy::unwrap_used)]

use chetaev::contact::spatial::{EdgeOn, OnPlane, RimOnPlane, SpatialPair, Surfaces};
use chetaev::contact::surface::*;
use chetaev::element::SpatialFrame;
use chetaev::nalgebra::{RealField, UnitQuaternion, Vector3, convert};
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

fn time(c: &mut Criterion, name: &str, pair: &dyn SpatialPair, height: f64) {
    let at = |i: usize| {
        let angle = 1e-2 * i as f64;
        let attitude = UnitQuaternion::from_scaled_axis(Vector3::new(1.2 + angle, 0.3, 0.5 * angle));
        let origin = Vector3::new(0.1 + 0.2 * angle, 0.2, height);
        SpatialFrame::new(origin, attitude, Vector3::new(0.3, -0.1, 0.0), Vector3::new(1.0, 0.4, 3.0))
    };
    let frames: Vec<SpatialFrame> = (0..8).map(at).collect();
    let ground = SpatialFrame::GROUND;
    let mut last = pair.touch(&ground, &frames[0], pair.start()).unwrap().places;
    let mut i = 0;
    c.bench_function(name, |b| {
        b.iter(|| {
            i = (i + 1) % 14;
            // Forth and back, so that the last places are always those of a neighboring state.
            let frame = &frames[if i < 8 { i } else { 14 - i }];
            let touch = pair.touch(&ground, black_box(frame), last).unwrap();
            last = touch.places;
            let roll = touch.roll(&ground, frame).unwrap();
            (touch.normal_row(&ground, frame, &roll), touch.tangent_rows(&ground, frame, &roll))
        });
    });
}

/// A bowl with waves.
#[derive(Debug)]
struct Bowl;

impl Height for Bowl {
    fn at<T: RealField + Copy>(&self, x: T, y: T) -> T {
        (x * x + y * y) * convert(0.2) + x.sin() * y.cos() * convert(0.1)
    }
}

/// An egg, by directions.
#[derive(Debug)]
struct Egg;

impl ClosedFunction for Egg {
    fn at<T: RealField + Copy>(&self, d: Vector3<T>) -> Vector3<T> {
        let thick = d.z * convert(0.1) + convert(1.0);
        Vector3::new(d.x * convert(0.4) * thick, d.y * convert(0.3) * thick, d.z * convert(0.5))
    }
}

fn contacts(c: &mut Criterion) {
    let ellipsoid = Ellipsoid::new(0.5, 0.35, 0.25);
    time(c, "ellipsoid on a plane, closed form", &OnPlane::new(Plane::horizontal(), ellipsoid), 0.4);
    time(c, "rim on a plane, closed form", &RimOnPlane::new(Plane::horizontal(), Rim::new(0.5)), 0.4);
    time(
        c,
        "ellipsoid in an ellipsoid by Newton, warm",
        &Surfaces::new(Hollow(Ellipsoid::new(2.0, 1.8, 1.5)), ellipsoid),
        -0.8,
    );
    time(c, "ellipsoid on a height field by Newton, warm", &Surfaces::new(HeightField(Bowl), ellipsoid), 0.4);
    time(c, "egg by directions on a height field by Newton, warm", &Surfaces::new(HeightField(Bowl), Closed(Egg)), 0.5);
    time(c, "rim on a height field by Newton, warm", &EdgeOn::new(HeightField(Bowl), Rim::new(0.5)), 0.5);
}

criterion_group!(benches, contacts);
criterion_main!(benches);
