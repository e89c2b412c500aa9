//! Systems that use the first rows of each group alone: against dense matrices, and what they must leave alone.

use super::case::{Case, Random, vector};
use crate::linear::{Augmented, Dependent, Group};
use nalgebra::DVector;

#[test]
fn oracle_the_first_rows_of_each_group_match_dense_lu() {
    let mut random = Random(31);
    let (mut unused, mut split, mut worst) = (0, 0, 0.0_f64);
    for seed in 0..300 {
        let mut case = Case::random(seed, 1 + random.below(7), random.below(5));
        let kept: Vec<usize> = case.groups.iter().map(|(rows, _)| 1 + random.below(*rows)).collect();
        let groups: Vec<Group> = case.groups.iter().map(|(rows, bodies)| Group { rows: *rows, bodies }).collect();
        let system = Augmented::leading_splitting(&case.bodies, &groups, &kept, if seed % 3 == 0 { 6 } else { 1000 });
        split += usize::from(system.split.is_some());
        let (n, m) = (system.dofs(), system.rows());
        let is_unused = |row: usize| {
            let group = (0..kept.len()).find(|&g| system.row_range(g).contains(&row)).expect("a group");
            row - system.row_range(group).start >= kept[group]
        };
        // What is not used is no number, and must not show; the dense matrix has 1 in its place.
        let mut jac = case.jac.clone();
        for (g, (rows, bodies)) in case.groups.iter().enumerate() {
            for (k, &b) in bodies.iter().enumerate() {
                let (range, width) = (system.jacobian_range(g, k), case.bodies[b].0);
                assert_eq!(range.len(), rows * width);
                jac[range.start + kept[g] * width..range.end].fill(f64::NAN);
                case.jac[range.start + kept[g] * width..range.end].fill(0.0);
            }
        }
        let off: Vec<usize> = (0..m).filter(|&row| is_unused(row)).collect();
        unused += off.len();
        let mut num = system.numeric();
        system.factor(&case.mass, &jac, &case.diag, Dependent::Refuse, &mut num).expect("regular");
        let (mut force, mut rows) = (vector(&mut random, n), vector(&mut random, m));
        let b = DVector::from_iterator(n + m, force.iter().chain(&rows).copied());
        let mut x = case.dense().lu().solve(&b).expect("a regular matrix");
        off.iter().for_each(|&row| x[n + row] = -rows[row]);
        system.solve(&jac, &mut num, &mut force, &mut rows);
        let ours = DVector::from_iterator(n + m, force.into_iter().chain(rows.into_iter().map(|l| -l)));
        worst = worst.max((ours - &x).amax() / x.amax());
    }
    println!("{unused} rows not used, {split} systems with split bodies: {worst:.1e}");
    assert!(unused > 1000 && split > 20, "moot: {unused} {split}");
    assert!(worst < 1e-9, "{worst:e}");
}
