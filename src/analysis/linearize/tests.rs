//! How far eigenvalues may be off: of matrices whose eigenvalues are known.

use super::eigen::{eigen, errors};
use nalgebra::{Complex, DMatrix};

/// Numbers in (−1, 1) from a small generator: tests must repeat.
fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }
}

/// A change of the given norm.
fn change(n: usize, norm: f64, random: &mut impl FnMut() -> f64) -> DMatrix<f64> {
    let change = DMatrix::from_fn(n, n, |_, _| random());
    let largest = change.singular_values().max();
    change * (norm / largest)
}

/// The largest part of its error that an eigenvalue takes: each found one against the nearest of the true ones.
fn largest_part(a: &DMatrix<f64>, epsilon: f64, truth: &[Complex<f64>]) -> f64 {
    let (found, errors) = (eigen(a, epsilon).unwrap(), errors(a, None, epsilon).unwrap());
    assert_eq!((found.len(), errors.len()), (truth.len(), truth.len()));
    let off = |value: Complex<f64>| truth.iter().map(|t| (value - t).norm()).fold(f64::INFINITY, f64::min);
    found.iter().zip(&errors).map(|(found, error)| off(found.value) / error).fold(0.0, f64::max)
}

#[test]
fn property_errors_cover_what_a_change_of_the_matrix_does() {
    let epsilon = 1e-7;
    let mut parts = Vec::new();
    for seed in 0..60 {
        let mut random = random(seed);
        let n = 2 + seed as usize % 9;
        // Blocks of known eigenvalues, a pair and then reals, in a basis that is not orthogonal.
        let (re, im) = (random(), 1.0 + random());
        let mut blocks = DMatrix::from_diagonal_element(n, n, re);
        (blocks[(0, 1)], blocks[(1, 0)]) = (im, -im);
        let mut truth = vec![Complex::new(re, im), Complex::new(re, -im)];
        for k in 2..n {
            blocks[(k, k)] = 3.0 * random();
            truth.push(Complex::new(blocks[(k, k)], 0.0));
        }
        let basis = DMatrix::from_fn(n, n, |i, j| random() + if i == j { 1.5 } else { 0.0 });
        let a = &basis * blocks * basis.clone().try_inverse().unwrap();
        let part = largest_part(&(a + change(n, epsilon, &mut random)), epsilon, &truth);
        assert!(part <= 1.0, "{seed}: {part}");
        parts.push(part);
    }
    // And from above by no more than 10³, each of them.
    let least = parts.iter().copied().fold(f64::INFINITY, f64::min);
    println!("parts of the bound: {least:.1e} to {:.1e}", parts.iter().copied().fold(0.0, f64::max));
    assert!(least > 1e-3, "{least:e}");
}

#[test]
fn property_errors_cover_chains() {
    // Three equal eigenvalues with one vector: a change of 1e-9 moves them by 1e-3.
    let truth = [Complex::new(0.5, 0.0); 3];
    for seed in 0..20 {
        let mut random = random(seed);
        let chain = DMatrix::from_fn(3, 3, |i, j| if i == j { 0.5 } else { f64::from(i + 1 == j) });
        let part = largest_part(&(chain + change(3, 1e-9, &mut random)), 1e-9, &truth);
        assert!(part <= 1.0 && part > 1e-3, "{part}");
    }
}

/// Mended by dbe35cd.
#[test]
fn regress_zeros_of_coordinates_on_which_nothing_depends_spoil_nothing() {
    // x' = ψ, ψ' = θ, θ' = −10⁻⁶ θ: beside the chain of two zeros the last one has the condition 10¹².
    let epsilon = 1e-11;
    for seed in 0..20 {
        let mut random = random(seed);
        let mut a = DMatrix::zeros(3, 3);
        (a[(0, 1)], a[(1, 2)], a[(2, 2)]) = (1.0, 1.0, -1e-6);
        let turn = DMatrix::from_fn(3, 3, |_, _| random()).qr().q();
        let truth = &turn * a * turn.transpose();
        let a = &truth + change(3, 0.1 * epsilon, &mut random);
        let (found, errors) = (eigen(&a, epsilon).unwrap(), errors(&a, Some(&truth), epsilon).unwrap());
        let off = (found[0].value + 1e-6).norm();
        assert!(off <= errors[0] && errors[0] < 1e-9, "{off:e} {:e}", errors[0]);
        assert!(found[1..].iter().all(|zero| zero.value.norm() == 0.0 && zero.residual <= epsilon));
        assert!(found[0].residual <= epsilon, "{:e}", found[0].residual);
    }
}
