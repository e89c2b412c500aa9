//! The factorization against a dense one, at random patterns and numbers.

use super::{Coupled, Factor};
use nalgebra::{Complex, DMatrix, DVector};
use proptest::prelude::*;

/// Nodes of 1 to 4 unknowns; each third one waits for those of its clique, and its own block is zero.
fn system() -> impl Strategy<Value = (Vec<usize>, Vec<Vec<usize>>, u64)> {
    (2..9_usize).prop_flat_map(|n| {
        let sizes = prop::collection::vec(1..5_usize, n);
        let cliques = prop::collection::vec(prop::collection::btree_set(0..n, 1..4), 1..9);
        let cliques = cliques.prop_map(|all| all.into_iter().map(|c| c.into_iter().collect()).collect());
        (sizes, cliques, any::<u64>())
    })
}

fn number(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 53) as f64 - 0.5
}

proptest! {
    #[test]
    fn property_solves_as_a_dense_factorization_does((sizes, cliques, mut seed) in system()) {
        let none: [usize; 0] = [];
        let pattern = Coupled::new(&sizes, cliques.iter().map(|c: &Vec<usize>| &c[..]), |_| &none);
        let [values, n] = pattern.sizes();
        let mut planes = [vec![0.0; values], vec![0.0; values], vec![0.0; values]];
        let inverse = Complex::new(0.3, -0.7);
        let mut dense = DMatrix::<Complex<f64>>::zeros(n, n);
        for i in 0..sizes.len() {
            for j in 0..sizes.len() {
                let Some(at) = pattern.block(i, j) else { continue };
                for r in 0..sizes[i] {
                    for c in 0..sizes[j] {
                        let [a, b, d] = std::array::from_fn(|_| number(&mut seed));
                        let a = a + if i == j && r == c { 6.0 } else { 0.0 };
                        for (plane, x) in planes.iter_mut().zip([a, b, d]) {
                            plane[at + r * sizes[j] + c] = x;
                        }
                        dense[(pattern.first(i) + r, pattern.first(j) + c)] =
                            Complex::from(a) - inverse * b - inverse * inverse * d;
                    }
                }
            }
        }
        let mut factor = Factor::new(&pattern);
        let parts = planes.each_ref().map(|plane| &plane[..]);
        prop_assert!(factor.factor(&pattern, parts, inverse));
        let right: Vec<Complex<f64>> = (0..n).map(|_| Complex::new(number(&mut seed), number(&mut seed))).collect();
        let mut x = right.clone();
        factor.solve(&pattern, &mut x);
        let left = dense * DVector::from_vec(x) - DVector::from_vec(right);
        prop_assert!(left.norm() < 1e-12, "{}", left.norm());
    }
}

/// A hanging chain: bodies of three unknowns, rows of two between them whose own blocks are zero, which wait. Of each node there are no more than two later ones.
#[test]
fn identity_a_chain_is_factored_at_a_cost_in_proportion_to_its_length() {
    let values = |links: usize| {
        let sizes: Vec<usize> = (0..2 * links).map(|i| if i < links { 3 } else { 2 }).collect();
        let held: Vec<Vec<usize>> = (0..links).map(|k| if k == 0 { vec![0] } else { vec![k - 1, k] }).collect();
        let with_rows = |k: usize| [&held[k][..], &[links + k]].concat();
        let cliques: Vec<Vec<usize>> = (0..links).map(with_rows).collect();
        let waits = |node: usize| if node < links { &[][..] } else { &held[node - links][..] };
        let pattern = Coupled::new(&sizes, cliques.iter().map(|c| &c[..]), waits);
        pattern.sizes()[0]
    };
    let [short, long] = [values(50), values(100)];
    assert!(long - short == values(150) - long, "{short} {long} {}", values(150));
    // A link: its body with two pins and a body beside it, its pin with a pin and a body.
    println!("{} numbers a link", (long - short) / 50);
    assert!((long - short) / 50 <= 80, "{} numbers a link", (long - short) / 50);
}
