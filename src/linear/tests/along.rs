//! A right-hand side that goes along with a factorization: its bits are those of the factorization, then the way forward.

use super::case::{Case, Random, vector};
use crate::linear::{Dependent, Sides};

#[test]
fn identity_a_right_hand_side_that_goes_along_has_the_same_bits() {
    let mut random = Random(23);
    let (mut filled, mut split, mut dense) = (0, 0, 0);
    for seed in 0..300 {
        let mut case = Case::random(seed, 1 + random.below(7), random.below(6));
        if seed % 3 == 0 {
            case.split(6);
        }
        // Some rows are switched off: they are passed by.
        if seed % 2 == 0 {
            (0..case.groups[0].1.len()).for_each(|k| case.jac[case.system.jacobian_range(0, k)].fill(0.0));
        }
        let system = &case.system;
        split += usize::from(system.split.is_some());
        filled += system.core.columns.iter().filter(|column| column.filled).count();
        dense += system.core.dense.len();
        let (force, rows) = (vector(&mut random, system.dofs()), vector(&mut random, system.rows()));
        let sides = Sides::symmetric(&case.mass, &case.jac, &case.diag);
        let (mut along, mut after) = (system.numeric(), system.numeric());
        let [mut a, mut b] = [[force.clone(), rows.clone()], [force, rows]];
        let [force, rows] = &mut a;
        system.factor_forward(sides, Dependent::Refuse, &mut along, force, rows).expect("regular");
        system.backward(&case.jac, &mut along, force, rows);
        let [force, rows] = &mut b;
        system.factor_sides(sides, Dependent::Refuse, &mut after).expect("regular");
        system.solve(&case.jac, &mut after, force, rows);
        assert_eq!(a, b, "seed {seed}");
        assert!(a.iter().flatten().all(|x| x.is_finite()), "moot");
    }
    assert!(filled > 100 && split > 20 && dense > 300, "moot: {filled} {split} {dense}");
}
