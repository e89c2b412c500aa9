//! The right-hand side and a full step, beside (a) a dense LU of the same matrix and (c) hand-specialized block elimination.
//!
//! (c) is the floor: the same maximal coordinates, with S = J M⁻¹ Jᵀ written out for unit rods and solved as a 2 × 2 block tridiagonal
//! system; it is asserted to give the library's accelerations before it is timed. (a) has the size and the Jacobian of the
//! library's matrix, with a stand-in for the masses: it says what a dense solution costs, and checks nothing.
#![allow(missing_docs, clippy::unwrap_used)]

use chetaev::dynamics::Baumgarte;
use chetaev::nalgebra::{DMatrix, DVector, Matrix2, Vector2};
use chetaev::prelude::*;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

const G: f64 = 9.807;

/// A chain of unit rods; with two of them the double pendulum.
fn chain(n: usize) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let mut end = GROUND.origin();
    for i in 0..n {
        let link = builder.body(format!("{i}"), RigidBody::rod(1.0, 1.0).at(i as f64 + 0.5, 0.0, 0.0));
        builder.constraint(format!("{i}"), Revolute::new(end, link.point(-0.5, 0.0)));
        end = link.point(0.5, 0.0);
    }
    builder.build().unwrap()
}

#[path = "../examples/support/disk_slider.rs"]
#[allow(dead_code)]
mod disk_slider;

/// The disk-slider mechanism of Peng et al. 2009 without friction: 13 coordinates, 12 rows.
fn disk_slider() -> Model {
    disk_slider::disk_slider(&disk_slider::DiskSliderCase::SMOOTH).unwrap().model
}

fn moving(model: &Model) -> State {
    let mut guess = model.placed();
    for (i, v) in guess.v.iter_mut().enumerate() {
        *v = 0.1 * (i as f64).sin();
    }
    model.start_from(guess).project().unwrap().into()
}

/// (c): v' of a chain of unit rods from (q, v), written by hand.
struct Floor {
    half: Vec<Vector2<f64>>,
    diagonal: Vec<Matrix2<f64>>,
    lower: Vec<Matrix2<f64>>,
    right: Vec<Vector2<f64>>,
    a: Vec<f64>,
}

impl Floor {
    fn new(n: usize) -> Self {
        Self {
            half: vec![Vector2::zeros(); n],
            diagonal: vec![Matrix2::zeros(); n],
            lower: vec![Matrix2::zeros(); n],
            right: vec![Vector2::zeros(); n],
            a: vec![0.0; 3 * n],
        }
    }

    /// With h the half rod, u = k×h, 1/J = 12: hinge i holds the far end of rod i − 1 and the near end of rod i.
    fn solve(&mut self, q: &[f64], v: &[f64]) -> &[f64] {
        let n = self.half.len();
        for i in 0..n {
            let (sin, cos) = chetaev::math::sin_cos(q[3 * i + 2]);
            self.half[i] = 0.5 * Vector2::new(cos, sin);
        }
        let outer = |u: Vector2<f64>| 12.0 * u * u.transpose();
        let turned = |h: Vector2<f64>| Vector2::new(-h.y, h.x);
        let weight = Vector2::new(0.0, -G);
        for i in 0..n {
            let (u, w) = (turned(self.half[i]), v[3 * i + 2]);
            let mut s = Matrix2::identity() + outer(u);
            let mut gamma = -w * w * self.half[i] - weight;
            if i > 0 {
                let (up, wp) = (turned(self.half[i - 1]), v[3 * i - 1]);
                s += Matrix2::identity() + outer(up);
                gamma += weight - wp * wp * self.half[i - 1];
                // Rod i − 1 carries hinge i − 1 at −h and hinge i at +h: −(1 − u uᵀ/J).
                let coupling = outer(up) - Matrix2::identity();
                let below = coupling * self.diagonal[i - 1];
                s -= below * coupling;
                self.right[i] = gamma - below * self.right[i - 1];
                self.lower[i] = coupling;
            } else {
                self.right[i] = gamma;
            }
            let det = 1.0 / (s.m11 * s.m22 - s.m12 * s.m21);
            self.diagonal[i] = Matrix2::new(s.m22 * det, -s.m12 * det, -s.m21 * det, s.m11 * det);
        }
        for i in (0..n).rev() {
            let mut r = self.right[i];
            if i + 1 < n {
                r -= self.lower[i + 1] * self.right[i + 1];
            }
            self.right[i] = self.diagonal[i] * r;
        }
        for i in 0..n {
            let near = self.right[i];
            let far = if i + 1 < n { self.right[i + 1] } else { Vector2::zeros() };
            let u = turned(self.half[i]);
            let force = near - far + weight;
            self.a[3 * i] = force.x;
            self.a[3 * i + 1] = force.y;
            self.a[3 * i + 2] = -12.0 * u.dot(&(near + far));
        }
        &self.a
    }
}

/// (a): the augmented matrix as a dense one.
fn dense(model: &Model, state: &State) -> (DMatrix<f64>, DVector<f64>, Vec<f64>) {
    let mut ws = model.workspace();
    model.evaluate(&mut ws, state, Baumgarte::OFF).unwrap();
    let (n, m) = (model.velocities(), model.rows());
    let j = ws.jacobian(model);
    let mut k = DMatrix::zeros(n + m, n + m);
    let mut h = DVector::zeros(n + m);
    // Any diagonal mass does for the time; the residual of the library's own solution makes the right-hand side.
    for i in 0..n {
        k[(i, i)] = 1.0 + i as f64 % 3.0;
    }
    k.view_mut((n, 0), (m, n)).copy_from(&j);
    k.view_mut((0, n), (n, m)).copy_from(&j.transpose());
    let x: Vec<f64> = ws.acceleration().iter().copied().chain(ws.multipliers().iter().map(|l| -l)).collect();
    h.copy_from(&(&k * DVector::from_row_slice(&x)));
    (k, h, x)
}

fn rhs(c: &mut Criterion) {
    let mut group = c.benchmark_group("rhs");
    let cases = [
        ("double pendulum", chain(2)),
        ("disk-slider", disk_slider()),
        ("chain 64", chain(64)),
        ("chain 4096", chain(4096)),
    ];
    for (name, model) in &cases {
        let state = moving(model);
        let mut ws = model.workspace();
        group.throughput(Throughput::Elements(model.body_names().count() as u64));
        group.bench_function(BenchmarkId::new("library", name), |b| {
            b.iter(|| model.evaluate(&mut ws, black_box(&state), Baumgarte::OFF).unwrap());
        });
        if model.rows() < 30 {
            let (k, h, x) = dense(model, &state);
            let solved = k.clone().lu().solve(&h).unwrap();
            assert!(solved.iter().zip(&x).all(|(a, b)| (a - b).abs() < 1e-6 * (1.0 + b.abs())));
            group.bench_function(BenchmarkId::new("(a) dense LU alone", name), |b| {
                b.iter(|| black_box(&k).clone().lu().solve(&h).unwrap());
            });
        }
        if *name != "disk-slider" {
            let mut floor = Floor::new(model.body_names().count());
            model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
            let theirs = floor.solve(&state.q, &state.v);
            for (a, b) in theirs.iter().zip(ws.acceleration()) {
                assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{a} {b}");
            }
            group.bench_function(BenchmarkId::new("(c) by hand", name), |b| {
                b.iter(|| floor.solve(black_box(&state.q), &state.v)[0]);
            });
        }
    }
    group.finish();
}

/// (b): the double pendulum's equations in its two angles.
fn minimal(c: &mut Criterion) {
    c.bench_function("rhs/(b) minimal coordinates/double pendulum", |b| {
        b.iter(|| {
            let [p, q, w, u] = black_box([0.3_f64, -0.5, 0.4, -0.2]);
            let (sin, cos) = (p - q).sin_cos();
            let (f, g) = (-0.5 * sin * u * u - 1.5 * G * p.cos(), 0.5 * sin * w * w - 0.5 * G * q.cos());
            let det = 4.0 / 9.0 - 0.25 * cos * cos;
            [(f / 3.0 - 0.5 * cos * g) / det, (4.0 / 3.0 * g - 0.5 * cos * f) / det]
        });
    });
}

fn step(c: &mut Criterion) {
    let mut group = c.benchmark_group("100 steps of Dormand-Prince");
    for (name, model) in [("double pendulum", chain(2)), ("disk-slider", disk_slider()), ("chain 64", chain(64))] {
        let state = moving(&model);
        for hold in [Stabilization::None, Stabilization::Auto, Stabilization::Projection] {
            group.bench_function(BenchmarkId::new(format!("{hold:?}"), name), |b| {
                b.iter(|| {
                    let plan = Simulation::new(&model).method(Method::Dopri5).fixed_step(1e-4).stabilization(hold);
                    plan.output(Output::Ends).run(state.clone(), 0.01).unwrap().counters().steps
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, rhs, minimal, step);
criterion_main!(benches);
