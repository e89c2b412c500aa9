//! Influence of forces on multipliers (A9), against dense solutions.

use nalgebra::DVector;
use proptest::prelude::*;

use super::case::{Case, Random, vector};
use crate::linear::{Dependent, Probe};

/// Random probes on one or two bodies, with one or two loads of one or two rows.
fn probes(case: &Case, count: usize, random: &mut Random) -> Vec<Probe> {
    let (bodies, rows) = (case.bodies.len(), case.system.rows());
    let probe = |_| {
        let loads = (0..1 + random.below(2))
            .map(|_| (0..1 + random.below(2)).map(|_| (random.below(rows), random.next())).collect())
            .collect();
        let mut held: Vec<usize> = (0..1 + random.below(2)).map(|_| random.below(bodies)).collect();
        held.dedup();
        Probe { loads, bodies: held }
    };
    (0..count).map(probe).collect()
}

/// A probe's force per unit, over all velocities.
fn direction(case: &Case, probe: &Probe, d: &[f64]) -> DVector<f64> {
    let mut force = DVector::zeros(case.system.dofs());
    let mut d = d.iter();
    for &body in &probe.bodies {
        case.system.dof_range(body).for_each(|dof| force[dof] += d.next().expect("an entry for each coordinate"));
    }
    force
}

fn load(entries: &[(usize, f64)], lambda: &DVector<f64>) -> f64 {
    entries.iter().map(|&(row, factor)| factor * lambda[row]).sum()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, rng_seed: proptest::test_runner::RngSeed::Fixed(1), ..ProptestConfig::default() })]

    #[test]
    fn oracle_influence_matches_dense_solutions(
        seed in 0u64..1 << 40, bodies in 1usize..9, loops in 0usize..6, count in 1usize..6, split in any::<bool>(),
    ) {
        let mut case = Case::random(seed, bodies, loops);
        if split {
            case.split(4);
        }
        let mut random = Random(seed ^ 5);
        let (n, m) = (case.system.dofs(), case.system.rows());
        let mut num = case.factor(Dependent::Refuse).expect("independent rows");
        let (h, gamma) = (vector(&mut random, n), vector(&mut random, m));
        let probes = probes(&case, count, &mut random);
        let sizes = |probe: &Probe| probe.bodies.iter().map(|&b| case.bodies[b].0).sum::<usize>();
        let d: Vec<Vec<f64>> = probes.iter().map(|probe| vector(&mut random, sizes(probe))).collect();
        let s = vector(&mut random, count);
        let lu = case.dense().lu();
        let solved = |h: &DVector<f64>, gamma: &DVector<f64>| {
            let b = DVector::from_iterator(n + m, h.iter().chain(gamma).copied());
            let x = lu.solve(&b).expect("a regular matrix");
            (x.rows(0, n).into_owned(), -x.rows(n, m).into_owned())
        };
        let (dense_h, dense_gamma) = (DVector::from_column_slice(&h), DVector::from_column_slice(&gamma));
        let forces: Vec<_> = probes.iter().zip(&d).map(|(probe, d)| direction(&case, probe, d)).collect();
        let smooth = solved(&dense_h, &dense_gamma).1;
        let alone: Vec<_> = forces.iter().map(|f| solved(f, &DVector::zeros(m)).1).collect();

        let plan = case.system.influence(&probes);
        let mut reached = plan.reached();
        let (mut force, mut rows) = (h.clone(), gamma.clone());
        case.system.forward(&case.jac, &mut num, &mut force, &mut rows);
        let half = case.system.halfway(&case.jac, &num, &rows);
        // Twice: nothing may be left from the first time.
        (0..count).for_each(|i| assert!(plan.reach(&half, i, &d[i], &mut reached).own[0].is_finite()));
        let responses: Vec<_> = (0..count).map(|i| plan.reach(&half, i, &d[i], &mut reached)).collect();
        let scale = 1.0 + smooth.amax() + alone.iter().map(|l| l.amax()).fold(0.0, f64::max);
        for (i, probe) in probes.iter().enumerate() {
            for (k, entries) in probe.loads.iter().enumerate() {
                prop_assert!((responses[i].smooth[k] - load(entries, &smooth)).abs() < 1e-11 * scale);
                for (j, alone) in alone.iter().enumerate() {
                    let c = if i == j { responses[i].own } else { plan.mutual(i, j, &reached).0 };
                    let truth = load(entries, alone);
                    prop_assert!((c[k] - truth).abs() < 1e-11 * scale, "{i} {j} {k}: {} {truth}", c[k]);
                }
            }
        }
        // All forces at once, put in between the halves.
        let mut between = num.between(&mut force, &mut rows);
        s.iter().enumerate().for_each(|(i, &s)| plan.push(&reached, i, s, &mut between));
        case.system.backward(&case.jac, &mut num, &mut force, &mut rows);
        let all = forces.iter().zip(&s).fold(dense_h, |h, (f, s)| h + f * *s);
        let (v, lambda) = solved(&all, &dense_gamma);
        let scale = 1.0 + v.amax() + lambda.amax();
        prop_assert!((DVector::from_vec(force) - v).amax() < 1e-11 * scale);
        prop_assert!((DVector::from_vec(rows) - lambda).amax() < 1e-11 * scale);
    }
}

#[test]
fn identity_reach_on_a_tree_is_a_path() {
    // A binary tree of 127 bodies; a probe at each leaf.
    let groups: Vec<_> = (0..127).map(|b: usize| (2, if b == 0 { vec![0] } else { vec![(b - 1) / 2, b] })).collect();
    let case = Case::new(vec![(3, super::DIAGONAL); 127], groups, &mut Random(5));
    let probes: Vec<_> = (63..127)
        .map(|b| Probe { loads: vec![vec![(case.system.row_range(b).start, 1.0)]], bodies: vec![b] })
        .collect();
    let plan = case.system.influence(&probes);
    let longest = (0..64).map(|i| plan.probes[i].rows.len()).max();
    // Depth 6, and on the way up at most both groups below each body.
    assert!(longest <= Some(2 * 13), "{longest:?} of {}", case.system.rows());
}
