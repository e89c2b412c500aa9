//! 100 s of the disk-slider at rtol 1e-8: without friction, periodic (case 2), chaotic with sticking (case 3b).
#![allow(missing_docs, clippy::unwrap_used)]

use chetaev::prelude::*;
use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;

#[path = "../examples/support/disk_slider.rs"]
#[allow(dead_code)]
mod disk_slider;
use disk_slider::{DiskSliderCase, disk_slider};

fn runs(c: &mut Criterion) {
    let mut group = c.benchmark_group("disk-slider, 100 s");
    group.sample_size(10);
    let cases = [
        ("smooth", DiskSliderCase { mu: 0.0, mu_static: 0.0, ..DiskSliderCase::CASE_2 }),
        ("case 2", DiskSliderCase::CASE_2),
        ("case 3a", DiskSliderCase::CASE_3A),
        ("case 3b", DiskSliderCase::CASE_3B),
    ];
    for (name, case) in cases {
        let m = disk_slider(&case).unwrap();
        let start = m.start().unwrap();
        group.bench_function(name, |b| {
            b.iter(|| {
                let plan = Simulation::new(&m.model).tolerance(1e-8).output(Output::Ends);
                black_box(plan.run(start.clone(), 100.0).unwrap().counters().steps)
            })
        });
    }
    group.finish();
}

criterion_group!(benches, runs);
criterion_main!(benches);
