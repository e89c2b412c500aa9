//! The unsymmetric system (A10), against dense LU.

use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;

use super::case::{Case, Random, vector};
use crate::linear::{Dependent, FactorError, Sides};

/// J + a part of random blocks.
fn pushed(case: &Case, part: f64, random: &mut Random) -> Vec<f64> {
    case.jac.iter().map(|j| j + part * random.next()).collect()
}

fn dense(case: &Case, push: &[f64]) -> DMatrix<f64> {
    let (n, m) = (case.system.dofs(), case.system.rows());
    let mut k = case.dense();
    k.view_mut((0, n), (n, m)).copy_from(&case.blocks(push).transpose());
    k
}

fn sides<'a>(case: &'a Case, push: &'a [f64]) -> Sides<'a> {
    Sides { mass: &case.mass, jac: &case.jac, push, diag: &case.diag, switched: 0, lasting: false }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn oracle_unsymmetric_systems_match_dense_lu(
        seed in 0u64..1 << 40, bodies in 1usize..9, loops in 0usize..6, part in 0.01f64..1.0,
        split in any::<bool>(),
    ) {
        let mut case = Case::random(seed, bodies, loops);
        if split {
            case.split(4);
        }
        let mut random = Random(seed ^ 7);
        let push = pushed(&case, part, &mut random);
        let (n, m) = (case.system.dofs(), case.system.rows());
        let (mut force, mut rows) = (vector(&mut random, n), vector(&mut random, m));
        let b = DVector::from_iterator(n + m, force.iter().chain(&rows).copied());
        let k = dense(&case, &push);
        let x = k.clone().lu().solve(&b).expect("a regular matrix");
        let mut num = case.system.unsymmetric();
        // Twice: nothing may be left from the first time.
        prop_assert_eq!(case.system.factor_unsymmetric(sides(&case, &case.jac), &mut num), Ok(()));
        prop_assert_eq!(case.system.factor_unsymmetric(sides(&case, &push), &mut num), Ok(()));
        case.system.solve_unsymmetric(sides(&case, &push), &mut num, &mut force, &mut rows);
        let ours = DVector::from_iterator(n + m, force.iter().copied().chain(rows.iter().map(|l| -l)));
        let worst = num.least_pivot();
        // The residual is small, and the error what an inverse as large as this one makes of it.
        let inverse = k.clone().try_inverse().expect("a regular matrix");
        let spread = inverse.row_iter().map(|row| row.iter().map(|x| x.abs()).sum::<f64>()).fold(0.0, f64::max);
        let error = (&ours - &x).amax();
        prop_assert!(error < 2e-12 * (1.0 + x.amax()) * spread, "{error:e} {worst:e}");
        prop_assert!((k * &ours - b).amax() < 1e-12 * (1.0 + x.amax()), "{worst:e}");
    }

    #[test]
    fn identity_without_extra_forces_it_is_the_symmetric_system(seed in 0u64..1 << 40, bodies in 1usize..9) {
        let case = Case::random(seed, bodies, 2);
        let mut random = Random(seed ^ 8);
        let (force, rows) = (vector(&mut random, case.system.dofs()), vector(&mut random, case.system.rows()));
        let (mut v, mut lambda) = (force.clone(), rows.clone());
        let mut symmetric = case.factor(Dependent::Refuse).expect("regular");
        case.system.solve(&case.jac, &mut symmetric, &mut v, &mut lambda);
        let (mut u, mut kappa) = (force, rows);
        let mut num = case.system.unsymmetric();
        prop_assert_eq!(case.system.factor_unsymmetric(sides(&case, &case.jac), &mut num), Ok(()));
        case.system.solve_unsymmetric(sides(&case, &case.jac), &mut num, &mut u, &mut kappa);
        let scale = v.iter().chain(&lambda).fold(0.0, |most: f64, x| most.max(x.abs()));
        for (a, b) in v.iter().chain(&lambda).zip(u.iter().chain(&kappa)) {
            prop_assert!((a - b).abs() < 1e-11 * scale);
        }
    }
}

/// One body, one row: S = j W pᵀ vanishes where the push is at right angles to the row.
#[test]
fn refusal_vanishing_pivot_is_told() {
    let mut case = Case::new(vec![(2, super::DIAGONAL)], vec![(1, vec![0])], &mut Random(1));
    case.mass = vec![1.0, 1.0];
    case.jac = vec![1.0, 1.0];
    let mut num = case.system.unsymmetric();
    let refused = case.system.factor_unsymmetric(sides(&case, &[1.0, -1.0]), &mut num);
    assert!(matches!(refused, Err(FactorError::Singular { row: 0, .. })), "{refused:?}");
    assert_eq!(case.system.factor_unsymmetric(sides(&case, &[1.0, -0.5]), &mut num), Ok(()));
}

/// A first pivot of 1e-9 of its scale in a regular matrix: refinement brings the digits back.
#[test]
fn invariant_small_pivot_of_a_regular_matrix_costs_no_digits() {
    let mut random = Random(4);
    let mut case = Case::new(vec![(3, super::DIAGONAL); 2], vec![(1, vec![0]), (1, vec![0, 1])], &mut random);
    case.mass.fill(1.0);
    let first = case.system.jacobian_range(0, 0).start;
    case.jac[first..first + 3].copy_from_slice(&[1.0, 1.0, 0.0]);
    let mut push = case.jac.clone();
    push[first..first + 3].copy_from_slice(&[1.0, -1.0 + 1e-9, 0.0]);
    let mut num = case.system.unsymmetric();
    assert_eq!(case.system.factor_unsymmetric(sides(&case, &push), &mut num), Ok(()));
    assert!(num.least_pivot() < 1e-7, "{:e}", num.least_pivot());
    let (mut force, mut rows) = (vector(&mut random, 6), vector(&mut random, 2));
    let b = DVector::from_iterator(8, force.iter().chain(&rows).copied());
    let x = dense(&case, &push).lu().solve(&b).expect("a regular matrix");
    case.system.solve_unsymmetric(sides(&case, &push), &mut num, &mut force, &mut rows);
    let ours = DVector::from_iterator(8, force.into_iter().chain(rows.into_iter().map(|l| -l)));
    assert!((&ours - &x).amax() < 1e-13 * x.amax(), "{:e}", (&ours - &x).amax());
}
