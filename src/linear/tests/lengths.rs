//! All loads with lengths among them: each is a solution, and none is missed that Newton's method finds from a grid of directions.

use super::case::Random;
use crate::linear::lengths::{Kind, all};
use nalgebra::{DMatrix, DVector};

struct Loads {
    kinds: Vec<Kind>,
    a: Vec<[f64; 3]>,
    c: Vec<[f64; 3]>,
}

impl Loads {
    /// Of one component, of two or of three.
    fn random(kinds: &[Kind], components: usize, strength: f64, random: &mut Random) -> Self {
        let n = kinds.len();
        let mut load = |j: usize, strength: f64| {
            let count = if kinds[j] == Kind::Length { components } else { 1 };
            std::array::from_fn(|k| if k < count { strength * random.next() } else { 0.0 })
        };
        let a = (0..n).map(|j| load(j, 1.0)).collect();
        let c = (0..n * n).map(|k| load(k / n, strength)).collect();
        Self { kinds: kinds.to_vec(), a, c }
    }

    fn z(&self, n: &[f64], j: usize) -> [f64; 3] {
        std::array::from_fn(|k| (0..n.len()).fold(self.a[j][k], |z, l| z + self.c[j * n.len() + l][k] * n[l]))
    }

    /// By how much a load misses its equation.
    fn off(&self, n: &[f64], j: usize) -> f64 {
        let z = self.z(n, j);
        match self.kinds[j] {
            Kind::Pushing => z[0] - n[j],
            Kind::Signed => z[0].abs() - n[j],
            Kind::Length => z.iter().map(|z| z * z).sum::<f64>().sqrt() - n[j],
        }
    }

    /// Newton's method with the directions that the last N give, from these.
    fn from(&self, mut ways: Vec<[f64; 3]>) -> Option<Vec<f64>> {
        let count = ways.len();
        for _ in 0..60 {
            let along = |j: usize, x: [f64; 3]| (0..3).map(|k| ways[j][k] * x[k]).sum::<f64>();
            let matrix =
                DMatrix::from_fn(count, count, |i, j| f64::from(u8::from(i == j)) - along(i, self.c[i * count + j]));
            let n = matrix.lu().solve(&DVector::from_fn(count, |j, _| along(j, self.a[j])))?;
            let n: Vec<f64> = n.iter().copied().collect();
            for (j, way) in ways.iter_mut().enumerate() {
                let z = self.z(&n, j);
                let size = z.iter().map(|z| z * z).sum::<f64>().sqrt();
                *way = if self.kinds[j] == Kind::Pushing { [1.0, 0.0, 0.0] } else { z.map(|z| z / size) };
            }
            let most = n.iter().fold(0.0, |most: f64, n| most.max(n.abs()));
            if (0..count).all(|j| self.off(&n, j).abs() <= 1e-12 * most && n[j] >= 0.0) {
                return Some(n);
            }
        }
        None
    }

    /// What is found from these directions of the lengths and all signs.
    fn by_newton(&self, per_turn: usize) -> Vec<Vec<f64>> {
        let ways = |kind: &Kind| match kind {
            Kind::Pushing => 1,
            Kind::Signed => 2,
            Kind::Length => per_turn,
        };
        let mut found: Vec<Vec<f64>> = Vec::new();
        for mut code in 0..self.kinds.iter().map(ways).product() {
            let direction = |kind: &Kind| {
                let way = code % ways(kind);
                code /= ways(kind);
                let (sin, cos) = (way as f64 / ways(kind) as f64 * std::f64::consts::TAU).sin_cos();
                [cos, if *kind == Kind::Length { sin } else { 0.0 }, 0.0]
            };
            let start = self.kinds.iter().map(direction).collect();
            if let Some(n) = self.from(start)
                && !found.iter().any(|other| alike(other, &n))
            {
                found.push(n);
            }
        }
        found
    }
}

fn alike(a: &[f64], b: &[f64]) -> bool {
    let most = a.iter().fold(0.0, |most: f64, n| most.max(n.abs()));
    a.iter().zip(b).all(|(a, b)| (a - b).abs() <= 1e-6 * most)
}

#[test]
fn oracle_no_load_of_pins_is_missed() {
    use Kind::{Length, Pushing, Signed};
    let mut random = Random(17);
    let (mut several, mut most, mut beyond) = (0, 0, 0);
    let menus: [&[Kind]; 6] = [
        &[Length],
        &[Length, Signed],
        &[Length; 2],
        &[Length, Pushing, Length],
        &[Signed, Length, Length],
        &[Length; 3],
    ];
    for case in 0..600 {
        let kinds = menus[case % menus.len()];
        let strength = [0.4, 1.0, 3.0][case / menus.len() % 3];
        let loads = Loads::random(kinds, 2 + case % 5 / 4, strength, &mut random);
        let found = all(&loads.a, &loads.c, kinds).expect("few enough");
        for n in &found {
            let most = n.iter().fold(0.0, |most: f64, n| most.max(n.abs()));
            for j in 0..n.len() {
                assert!(
                    loads.off(n, j).abs() <= 1e-9 * most * (1.0 + strength),
                    "case {case}: {n:?} misses {:e}",
                    loads.off(n, j)
                );
            }
        }
        let twice = (1..found.len()).find(|&i| found[..i].iter().any(|other| alike(other, &found[i])));
        assert_eq!(twice, None, "case {case}: {found:?}");
        let near = loads.by_newton(if kinds.len() > 2 { 6 } else { 16 });
        for n in &near {
            assert!(found.iter().any(|other| alike(other, n)), "case {case}: {n:?} is not among {found:?}");
        }
        several += usize::from(found.len() > 1);
        most = most.max(found.len());
        beyond += found.len() - near.len();
    }
    println!(
        "{several} of 600 have several, {most} at most; {beyond} solutions are not found by Newton's method from a grid"
    );
    assert!(several >= 20, "moot: {several}");
}

/// |z| = N with z = a + c N along a: N = |a|/(1 − c) and, for c < −1, |a|/(−1 − c) besides.
#[test]
fn analytic_a_load_along_its_own_friction() {
    for (c, expected) in [(0.5, vec![2.0]), (-0.5, vec![2.0 / 3.0]), (-3.0, vec![0.25, 0.5]), (2.0, vec![])] {
        let (way, mut found) = ([0.6, 0.8, 0.0], Vec::new());
        for n in all(&[way], &[way.map(|w| c * w)], &[Kind::Length]).unwrap() {
            found.push(n[0]);
        }
        found.sort_by(f64::total_cmp);
        assert_eq!(found.len(), expected.len(), "{c}: {found:?}");
        found.iter().zip(&expected).for_each(|(n, e)| approx::assert_relative_eq!(*n, *e, max_relative = 1e-14));
    }
}

/// A pin that is hardly loaded, or not at all, beside one that jams: its two solutions of either sign meet, and with them went those of the other. Held since 0a3a52f7.
#[test]
fn regress_a_pin_without_a_load_hides_nothing() {
    for load in [1.0, 1e-3, 1e-5, 1e-8, 1e-12, 0.0] {
        let a = [[-1.0, 0.3, 0.0], [0.6 * load, 0.8 * load, 0.0]];
        let c = [[1.2, 0.0, 0.0], [0.0; 3], [0.0; 3], [0.3, -0.1, 0.0]];
        let found = all(&a, &c, &[Kind::Length; 2]).unwrap();
        // N₁² = (1.2 N₁ − 1)² + 0.09
        let mut first: Vec<f64> = found.iter().map(|n| n[0]).collect();
        first.sort_by(f64::total_cmp);
        let root = (1.44 - 0.44 * 1.09_f64).sqrt();
        let expected = [(1.2 - root) / 0.44, (1.2 + root) / 0.44];
        assert_eq!(first.len(), 2, "{load}: {found:?}");
        first.iter().zip(expected).for_each(|(n, e)| approx::assert_relative_eq!(*n, e, max_relative = 1e-12));
    }
}

/// Two lengths of which one moves the other by a hundred times itself and more, as where an actuator hardly reaches: both solutions are found. The a are such that N = (60, 25) is one. Mended by 91087340.
#[test]
fn regress_loads_of_very_different_strength_are_all_found() {
    let (z, n) = ([[48.0, 36.0], [7.0, 24.0]], [60.0, 25.0]);
    let mut counts = Vec::new();
    for s in [1.0, 100.0, 300.0, 1e3, 1e4] {
        let c = [[0.3, 0.1], [s, -0.4 * s], [0.2, -0.1], [0.5 * s, 0.3 * s]];
        let a = |j: usize| [0, 1].map(|k| z[j][k] - c[2 * j][k] * n[0] - c[2 * j + 1][k] * n[1]);
        let flat = |x: [f64; 2]| [x[0], x[1], 0.0];
        let found = all(&[0, 1].map(|j| flat(a(j))), &c.map(flat), &[Kind::Length; 2]).unwrap();
        assert!(found.iter().any(|found| alike(found, &n)), "s = {s}: {found:?}");
        counts.push(found.len());
    }
    assert_eq!(counts[1..], [2; 4], "{counts:?}");
}
