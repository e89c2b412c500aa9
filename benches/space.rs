//! Space: what the rows of a joint cost, and a chain of spherical joints at several lengths.
//!
//! Rows are read, not solved for: 64 joints of one kind along a chain of 65 bodies. The first line has the frames of these bodies and a
//! single joint; a joint costs the difference to that line, divided by 63.
#![allow(missing_docs, clippy::unwrap_used)]

use chetaev::constraint::Constraint;
use chetaev::dynamics::Baumgarte;
use chetaev::prelude::*;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn chain(n: usize) -> Model {
    let mut builder = ModelBuilder::new();
    builder.spatial_gravity(0.0, 0.0, -9.81);
    let mut end = WORLD.origin();
    for i in 0..n {
        let link = Solid::principal(1.0, [0.02, 0.09, 0.09]).unwrap().at(i as f64 + 0.5, 0.0, 0.0);
        let link = builder.body(format!("{i}"), link);
        builder.constraint(format!("{i}"), Joint::spherical(end, link.point(-0.5, 0.0, 0.0)));
        end = link.point(0.5, 0.0, 0.0);
    }
    builder.build().unwrap()
}

fn moving(model: &Model) -> State {
    let mut guess = model.placed();
    for (i, v) in guess.v.iter_mut().enumerate() {
        *v = 0.1 * (i as f64).sin();
    }
    model.start_from(guess).project().unwrap().into()
}

fn rhs(c: &mut Criterion) {
    let mut group = c.benchmark_group("space/rhs");
    for n in [2, 64, 256, 1024] {
        let model = chain(n);
        let state = moving(&model);
        let mut ws = model.workspace();
        group.throughput(Throughput::Elements(n as u64));
        group.bench_function(BenchmarkId::new("chain", n), |b| {
            b.iter(|| model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap());
        });
    }
    group.finish();
}

const JOINTS: usize = 64;

fn rows<J: Constraint + 'static>(c: &mut Criterion, name: &str, count: usize, joint: impl Fn(Mark, Mark) -> J) {
    let mut builder = ModelBuilder::new();
    let bodies: Vec<_> = (0..=JOINTS)
        .map(|i| {
            let body = Solid::principal(1.0, [0.1, 0.1, 0.1]).unwrap();
            builder.body(format!("{i}"), body.spinning(0.1, 0.2, 0.3).moving(0.3, 0.1, 0.2))
        })
        .collect();
    for (i, pair) in bodies.windows(2).take(count).enumerate() {
        let [a, b] = [pair[0].mark(0.1, 0.2, 0.3), pair[1].mark(0.3, -0.1, 0.2)];
        builder.constraint(format!("{i}"), joint(a, b));
    }
    let model = builder.build().unwrap();
    let mut ws = model.workspace();
    let state = model.placed();
    let mut group = c.benchmark_group("space/rows");
    group.bench_function(name, |b| b.iter(|| model.residuals(&mut ws, black_box(&state)).unwrap()));
    group.finish();
}

fn joints(c: &mut Criterion) {
    rows(c, "frames and one point on a plane", 1, |a, b| Joint::point_on_plane(a, b.point()));
    rows(c, "point on plane", JOINTS, |a, b| Joint::point_on_plane(a, b.point()));
    rows(c, "point on line", JOINTS, |a, b| Joint::point_on_line(a, b.point()));
    rows(c, "spherical", JOINTS, |a, b| Joint::spherical(a.point(), b.point()));
    rows(c, "revolute", JOINTS, Joint::revolute);
    rows(c, "cylindrical", JOINTS, Joint::cylindrical);
    rows(c, "prismatic", JOINTS, Joint::prismatic);
    rows(c, "universal", JOINTS, Joint::universal);
    rows(c, "weld", JOINTS, Joint::weld);
    rows(c, "planar", JOINTS, Joint::planar);
    rows(c, "distance", JOINTS, |a, b| Distance::new(a.point(), b.point(), 1.0));
}

criterion_group!(benches, rhs, joints);
criterion_main!(benches);
