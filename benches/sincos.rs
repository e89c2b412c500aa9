//! The library's `sin_cos` beside the standard library's two functions.
//!
//! Random angles, added up in a loop. A short list is learned by the branch predictor, as the
//! angles of a single mechanism are; a long one is not, as the angles of many bodies.

use chetaev::math::sin_cos;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;

fn angles(count: usize, largest: f64) -> Vec<f64> {
    let mut seed = 1_u64;
    let mut uniform = || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        2.0 * (seed >> 11) as f64 / (1_u64 << 53) as f64 - 1.0
    };
    (0..count).map(|_| largest * uniform()).collect()
}

fn pairs(c: &mut Criterion) {
    for (count, largest) in [(1024, 0.7), (1024, 10.0), (32_768, 10.0)] {
        let mut group = c.benchmark_group(format!("sin_cos/{count} angles to {largest}"));
        group.throughput(Throughput::Elements(count as u64));
        let angles = angles(count, largest);
        group.bench_function("std", |b| {
            b.iter(|| total(&angles, |x| x.sin_cos()));
        });
        group.bench_function("chetaev", |b| {
            b.iter(|| total(&angles, sin_cos));
        });
        group.finish();
    }
}

#[inline(always)]
fn total(angles: &[f64], pair: impl Fn(f64) -> (f64, f64)) -> f64 {
    let add = |sum: f64, x: &f64| {
        let (s, c) = pair(*x);
        sum + (0.3 * s + c)
    };
    black_box(angles).iter().fold(0.0, add)
}

criterion_group!(benches, pairs);
criterion_main!(benches);
