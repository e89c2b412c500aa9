//! One factorization and one solve of the augmented system, beside nalgebra's dense LU of the same K.

use std::hint::black_box;

use chetaev::linear::{Augmented, Dependent, Group, MassMatrix};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use nalgebra::{DMatrix, DVector};

const DIAGONAL: MassMatrix = MassMatrix::Diagonal;

/// A number in (−1, 1) that looks random: sines of i would make rows dependent.
fn random(i: usize) -> f64 {
    let mixed = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// A pattern and numbers for it.
struct Case {
    system: Augmented,
    mass: Vec<f64>,
    jac: Vec<f64>,
    diag: Vec<f64>,
    dense: DMatrix<f64>,
}

impl Case {
    fn new(sizes: &[usize], groups: &[(usize, Vec<usize>)]) -> Self {
        let bodies: Vec<_> = sizes.iter().map(|&n| (n, DIAGONAL)).collect();
        let list: Vec<_> = groups.iter().map(|(rows, bodies)| Group { rows: *rows, bodies }).collect();
        let system = Augmented::new(&bodies, &list);
        let mass: Vec<f64> = (0..system.mass_len()).map(|i| 1.0 + 0.1 * (i % 7) as f64).collect();
        let jac: Vec<f64> = (0..system.jacobian_len()).map(random).collect();
        let diag = vec![0.0; system.rows()];
        let (n, m) = (system.dofs(), system.rows());
        let size = if n <= 200 { n + m } else { 0 };
        let mut dense = DMatrix::zeros(size, size);
        if size > 0 {
            for (i, &m) in mass.iter().enumerate() {
                dense[(i, i)] = m;
            }
            for (g, (_, bodies)) in groups.iter().enumerate() {
                for (k, &b) in bodies.iter().enumerate() {
                    for (at, &x) in jac[system.jacobian_range(g, k)].iter().enumerate() {
                        let row = n + system.row_range(g).start + at / sizes[b];
                        let column = system.dof_range(b).start + at % sizes[b];
                        dense[(row, column)] = x;
                        dense[(column, row)] = x;
                    }
                }
            }
        }
        Self { system, mass, jac, diag, dense }
    }

    fn chain(n: usize) -> Self {
        let groups: Vec<_> = (0..n).map(|b| (2, if b == 0 { vec![0] } else { vec![b - 1, b] })).collect();
        Self::new(&vec![3; n], &groups)
    }

    /// A disk, two arms of rod, rod and slider: 13 velocities, 12 rows.
    fn disk_slider() -> Self {
        let groups = [
            (2, vec![0]),
            (2, vec![0, 1]),
            (2, vec![1, 2]),
            (2, vec![0, 3]),
            (2, vec![3, 4]),
            (1, vec![2]),
            (1, vec![4]),
        ];
        Self::new(&[3, 3, 2, 3, 2], &groups)
    }
}

fn linear(c: &mut Criterion) {
    let mut group = c.benchmark_group("linear");
    group.sample_size(30).warm_up_time(std::time::Duration::from_millis(300));
    group.measurement_time(std::time::Duration::from_millis(1000));
    let mut cases =
        vec![("double_pendulum".to_string(), Case::chain(2), 1), ("disk_slider".to_string(), Case::disk_slider(), 1)];
    for n in [16, 64, 512, 4096] {
        cases.push((format!("chain_{n}"), Case::chain(n), n));
    }
    for (name, case, links) in &cases {
        let Case { system, mass, jac, diag, dense } = case;
        let mut num = system.numeric();
        let (h, gamma) = (vec![1.0; system.dofs()], vec![0.5; system.rows()]);
        let (mut force, mut rows) = (h.clone(), gamma.clone());
        let regular = system.factor(mass, jac, diag, Dependent::Refuse, &mut num);
        assert!(regular.is_ok(), "{name}: {regular:?}");
        group.throughput(Throughput::Elements(*links as u64));
        group.bench_function(BenchmarkId::new("factor", name), |b| {
            b.iter(|| system.factor(black_box(mass), black_box(jac), diag, Dependent::Refuse, &mut num))
        });
        group.bench_function(BenchmarkId::new("factor+solve", name), |b| {
            b.iter(|| {
                force.copy_from_slice(&h);
                rows.copy_from_slice(&gamma);
                let done = system.factor(black_box(mass), black_box(jac), diag, Dependent::Refuse, &mut num);
                system.solve(jac, &mut num, &mut force, &mut rows);
                (done, black_box(&mut force)[0])
            })
        });
        if *links <= 16 {
            let b0 = DVector::from_element(dense.nrows(), 1.0);
            group.bench_function(BenchmarkId::new("nalgebra_lu", name), |b| {
                b.iter(|| black_box(dense).clone().lu().solve(&b0))
            });
        }
    }
    group.finish();
}

criterion_group!(benches, linear);
criterion_main!(benches);
