//! Patterns of signs, group by group, against a factorization of each of them.

use super::case::Random;
use crate::linear::absolute::{Absolute, exhaust, write_pattern};
use crate::linear::patterns::Patterns;

/// An equation of groups of these sizes, mixed, with entries up to `size`; some with c_ii = ±1, at which an unknown cannot be taken out, and some unknowns with one sign.
fn equation(random: &mut Random, sizes: &[usize], size: f64) -> (Vec<f64>, Vec<f64>, Vec<bool>) {
    let n: usize = sizes.iter().sum();
    let groups: Vec<usize> = sizes.iter().enumerate().flat_map(|(k, &size)| vec![k; size]).collect();
    // The order in which groups are mixed.
    let place = |i: usize| (i * 7 + 3) % n;
    let (mut a, mut c) = (vec![0.0; n], vec![0.0; n * n]);
    for i in 0..n {
        a[place(i)] = random.next();
        for j in (0..n).filter(|&j| groups[j] == groups[i]) {
            let is = i == j || random.next() > -0.4;
            c[place(i) * n + place(j)] = if is { size * random.next() } else { 0.0 };
        }
        if random.next() > 0.7 {
            c[place(i) * (n + 1)] = random.next().signum();
        }
    }
    (a, c, (0..n).map(|_| random.next() > 0.7).collect())
}

/// Patterns that fit by a factorization of each; the z of those with one sign must push, or may be anything.
fn one_by_one(a: &[f64], c: &[f64], fixed: &[bool], free: bool) -> Vec<Vec<f64>> {
    let (mut system, mut signs, mut z) = (Absolute::new(a.len()), vec![1.0; a.len()], vec![0.0; a.len()]);
    let mut list = Vec::new();
    for pattern in 0..1 << a.len() {
        write_pattern(&mut signs, pattern);
        let own = signs.iter().zip(fixed).all(|(s, fixed)| !fixed || *s > 0.0);
        let fits = |(i, z): (usize, &f64)| (free && fixed[i]) || signs[i] * z >= 0.0;
        if own && system.trial(a, c, &signs, &mut z) && z.iter().enumerate().all(fits) {
            list.push(signs.clone());
        }
    }
    list
}

#[test]
fn oracle_patterns_are_those_that_fit_one_by_one() {
    let mut random = Random(5);
    let (mut none, mut several) = (0, 0);
    for case in 0..400 {
        let sizes: &[usize] = [&[5][..], &[1, 1, 3], &[2, 4], &[1], &[8], &[3, 3, 1, 1]][case % 6];
        let (a, c, fixed) = equation(&mut random, sizes, [0.5, 1.0, 2.0][case % 3]);
        let n = a.len();
        let mut system = Absolute::new(n);
        let mut all = Patterns::default().all(&mut system, &a, &c, &fixed);
        let mut expected = one_by_one(&a, &c, &fixed, false);
        let sort = |list: &mut Vec<Vec<f64>>| list.sort_by(|a, b| a.partial_cmp(b).unwrap());
        sort(&mut all);
        sort(&mut expected);
        assert_eq!(all, expected, "case {case}");
        let free = one_by_one(&a, &c, &fixed, true);
        none += usize::from(free.is_empty());
        several += usize::from(free.len() > 1);
        // What fits already stays; else something is found if and only if there is something.
        let mut signs: Vec<f64> =
            fixed.iter().map(|fixed| if *fixed || random.next() > 0.0 { 1.0 } else { -1.0 }).collect();
        let begun = signs.clone();
        let (found, trials) = Patterns::default().enumerate(&mut system, &a, &c, &fixed, &mut signs);
        assert!(found != free.is_empty() && (!found || free.contains(&signs)), "case {case}");
        assert!(!free.contains(&begun) || (signs == begun && trials == 0), "case {case}");
        let most: u64 = sizes.iter().map(|&k| 1 << k).sum();
        assert!(trials <= most, "case {case}: {trials}");
    }
    println!("none {none}, several {several}");
    assert!(none > 20 && several > 20);
}

/// z_i = 1 + 2 |z_i| and a little of the others has no solution: every pattern is tried, once.
#[test]
fn oracle_where_nothing_fits_all_patterns_were_tried() {
    let n = 12;
    let c: Vec<f64> = (0..n * n).map(|k| if k % (n + 1) == 0 { 2.0 } else { 0.01 }).collect();
    let (mut system, mut signs, mut z) = (Absolute::new(n), vec![1.0; n], vec![0.0; n]);
    let one_by_one = exhaust(&mut signs, &mut z, |signs, z| system.trial(&vec![1.0; n], &c, signs, z));
    signs.fill(1.0);
    let (found, trials) = Patterns::default().enumerate(&mut system, &vec![1.0; n], &c, &vec![false; n], &mut signs);
    assert!(!found && one_by_one.stage.is_none());
    assert_eq!((trials, one_by_one.trials), (1 << n, 1 << n));
}
