//! Which of the rows that depend on each other is left out.

use nalgebra::{DMatrix, DVector};
use proptest::prelude::*;

use super::super::{Dependent, Numeric};
use super::case::{Case, Random, vector};
use super::{DIAGONAL, redundant};

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    /// Whichever of the rows that depend on each other are left out, the motion is the same; after an exchange no share is twice that of a row left out.
    #[test]
    fn identity_every_choice_of_rows_left_out_gives_one_motion(
        seed in 0u64..1 << 40, links in 2usize..8, size in 1usize..4, heavy in any::<bool>(),
    ) {
        let (mut case, _) = redundant(seed, links, size);
        if heavy {
            case.split(3);
        }
        let (j, mut random) = (case.jacobian(), Random(seed ^ 4));
        let h = vector(&mut random, case.system.dofs());
        let gamma = &j * DVector::from_vec(vector(&mut random, case.system.dofs()));
        let solve = |num: &mut Numeric| {
            let (mut v, mut lambda) = (h.clone(), gamma.as_slice().to_vec());
            case.system.solve(&case.jac, num, &mut v, &mut lambda);
            case.system.choose(num, &[], &mut lambda);
            DVector::from_vec([v, lambda].concat())
        };
        let mut first = case.factor(Dependent::Drop).expect("dropped");
        let want = solve(&mut first);
        let mut left = Vec::new();
        let changed = case.system.exchange(&mut first, &mut left);
        prop_assert_eq!(changed, left != first.dropped());
        let mut best = case.factor(Dependent::Without(&left)).expect("dropped");
        let (mut got, mut want_left) = (best.dropped().to_vec(), left.clone());
        got.sort_unstable();
        want_left.sort_unstable();
        prop_assert_eq!(got, want_left);
        prop_assert!((solve(&mut best) - &want).amax() < 1e-8 * (1.0 + want.amax()));
        prop_assert!(!case.system.exchange(&mut best, &mut Vec::new()));
        let rows = case.system.rows();
        let null = DMatrix::from_column_slice(rows, size, case.system.null_vectors(&mut best));
        prop_assert!((j.transpose() * &null).amax() < 1e-9 * null.amax());
        for (z, &row) in null.column_iter().zip(best.dropped()) {
            let share = |row: usize| z[row].abs() * best.scale(row).sqrt();
            prop_assert!((0..rows).all(|i| share(i) < 2.0001 * share(row)));
        }
    }
}

#[test]
fn analytic_a_row_that_is_nearly_another_is_not_kept_beside_it() {
    // (1, 0.001) is kept after (1, 0) in the order of elimination, and (0, 1) dropped: sines of 0.001, where the other two make a right angle.
    let mut case = Case::new(vec![(2, DIAGONAL)], vec![(1, vec![0]); 3], &mut Random(1));
    case.mass.fill(1.0);
    for (group, row) in [[1.0, 0.0], [1.0, 0.001], [0.0, 1.0]].into_iter().enumerate() {
        case.set_row(group, 0, &DVector::from_row_slice(&row));
    }
    let mut num = case.factor(Dependent::Without(&[2])).expect("dropped");
    assert!((num.closeness() / 1e6 - 1.0).abs() < 1e-5, "{}", num.closeness());
    let mut left = Vec::new();
    assert!(case.system.exchange(&mut num, &mut left));
    assert!(left == [0] || left == [1], "{left:?}");
    let num = case.factor(Dependent::Without(&left)).expect("dropped");
    assert!(num.closeness() < 1.001 && num.dropped() == left, "{} {:?}", num.closeness(), num.dropped());
}
