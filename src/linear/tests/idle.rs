//! Rows that are switched off, (A17): against dense matrices, and one factorization after another in the same buffers.

use super::case::{Case, Random, vector};
use crate::linear::{Dependent, Numeric, Sides};
use nalgebra::DVector;

/// A case of which some groups hold nothing: how many rows those have.
fn some_off(random: &mut Random, seed: u64, heavy: bool) -> (Case, usize) {
    let bodies = 1 + random.below(7);
    let mut case = Case::random(seed, bodies, random.below(5));
    if heavy {
        case.split(6);
    }
    let off = switch_off(&mut case, random);
    (case, off)
}

fn switch_off(case: &mut Case, random: &mut Random) -> usize {
    let mut off = 0;
    for group in 0..case.groups.len() {
        if random.next() < 0.2 {
            continue;
        }
        for k in 0..case.groups[group].1.len() {
            case.jac[case.system.jacobian_range(group, k)].fill(0.0);
        }
        off += case.groups[group].0;
    }
    off
}

#[test]
fn oracle_rows_that_are_switched_off_match_dense_lu() {
    let mut random = Random(17);
    let (mut off, mut idle, mut split, mut worst) = (0, 0, 0, 0.0_f64);
    for seed in 0..300 {
        let (case, none) = some_off(&mut random, seed, seed % 3 == 0);
        off += none;
        split += usize::from(case.system.split.is_some());
        let (n, m) = (case.system.dofs(), case.system.rows());
        // First with all rows on: what was there must not show.
        let mut num = case.system.numeric();
        let full = vec![1.0; case.jac.len()];
        case.system.factor(&case.mass, &full, &case.diag, Dependent::Refuse, &mut num).expect("regular");
        assert_eq!(num.idle(), 0);
        for again in 0..3 {
            if again == 2 {
                // All rows at work in between: what they left must not show either.
                case.system.factor(&case.mass, &full, &case.diag, Dependent::Refuse, &mut num).expect("regular");
            }
            case.system.factor(&case.mass, &case.jac, &case.diag, Dependent::Refuse, &mut num).expect("regular");
            let (mut force, mut rows) = (vector(&mut random, n), vector(&mut random, m));
            let b = DVector::from_iterator(n + m, force.iter().chain(&rows).copied());
            let x = case.dense().lu().solve(&b).expect("a regular matrix");
            case.system.solve(&case.jac, &mut num, &mut force, &mut rows);
            let ours = DVector::from_iterator(n + m, force.into_iter().chain(rows.into_iter().map(|l| -l)));
            worst = worst.max((ours - &x).amax() / x.amax());
        }
        idle += num.idle();
    }
    println!("{off} rows off, {idle} of them passed by, {split} systems with split bodies: {worst:.1e}");
    assert!(off > 1000 && idle > off / 2 && split > 20, "moot: {off} {idle} {split}");
    assert!(worst < 1e-9, "{worst:e}");
}

#[test]
fn identity_a_known_choice_of_rows_gives_the_same_bits() {
    let mut random = Random(29);
    let (mut known, mut refused) = (0, 0);
    for seed in 0..300 {
        let mut num: Option<Numeric> = None;
        // Two choices in turn, each with its number; other masses and blocks each time, once with blocks that cannot be factored.
        for round in 0..8 {
            let choice = round / 3 % 2;
            let mut case = Case::random(seed, 4, 3);
            if seed % 3 == 0 {
                case.split(6);
            }
            let none = switch_off(&mut case, &mut Random(seed + 1000 * choice));
            let scale = if round == 4 { f64::NAN } else { 1.0 + random.next().abs() };
            case.jac.iter_mut().filter(|j| **j != 0.0).for_each(|j| *j *= scale);
            let num = num.get_or_insert_with(|| case.system.numeric());
            let sides = Sides::symmetric(&case.mass, &case.jac, &case.diag);
            let ours = case.system.factor_sides(Sides { switched: choice + 1, ..sides }, Dependent::Refuse, num);
            let mut fresh = case.system.numeric();
            let plain = case.system.factor_sides(sides, Dependent::Refuse, &mut fresh);
            assert_eq!(ours.is_ok(), plain.is_ok());
            if ours.is_err() {
                refused += 1;
                continue;
            }
            assert_eq!(num.idle(), fresh.idle());
            known += usize::from(none > 0 && num.idle() > 0);
            let right = [vector(&mut random, case.system.dofs()), vector(&mut random, case.system.rows())];
            let [mut a, mut b] = [right.clone(), right];
            let ([f, r], [g, s]) = (&mut a, &mut b);
            case.system.solve(&case.jac, num, f, r);
            case.system.solve(&case.jac, &mut fresh, g, s);
            assert_eq!(a, b, "seed {seed}, round {round}");
        }
    }
    println!("{known} with rows passed by, {refused} refused");
    assert!(known > 500 && refused > 100, "moot: {known} {refused}");
}
