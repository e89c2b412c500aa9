//! Order conditions by rooted trees.
//!
//! With Φ_i(τ) = Π over the children χ of τ of Σ_j a_ij Φ_j(χ), γ(τ) = |τ| Π γ(χ), weights w have order p at θ iff
//!
//! ```text
//! Σ w_i Φ_i(τ) = θ^|τ| / γ(τ)      for all trees τ of up to p nodes
//! ```

use super::*;
use crate::ode::{DenseStep, ErrorEstimate, Tableau};

/// A tree as the list of its root's children, which are earlier entries of the same list.
struct Tree {
    order: usize,
    gamma: f64,
    children: Vec<usize>,
}

fn trees(up_to: usize) -> Vec<Tree> {
    let mut all: Vec<Tree> = Vec::new();
    for order in 1..=up_to {
        let mut found = Vec::new();
        forests(&all, order - 1, all.len(), &mut Vec::new(), &mut found);
        all.extend(found.into_iter().map(|children| Tree { order, gamma: 0.0, children }));
        for i in 0..all.len() {
            let product: f64 = all[i].children.iter().map(|&c| all[c].gamma).product();
            all[i].gamma = all[i].order as f64 * product;
        }
    }
    all
}

/// Every multiset of trees with `nodes` nodes together, each listed with falling indices below `limit`.
fn forests(all: &[Tree], nodes: usize, limit: usize, chosen: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
    if nodes == 0 {
        out.push(chosen.clone());
        return;
    }
    for i in (0..limit).filter(|&i| all[i].order <= nodes) {
        chosen.push(i);
        forests(all, nodes - all[i].order, i + 1, chosen, out);
        chosen.pop();
    }
}

/// The square matrix of all stages: those of the step, the slope at the end, the extra ones.
fn matrix(tableau: &Tableau) -> Vec<Vec<f64>> {
    let rows = tableau.a.iter().chain([&tableau.b]).chain(tableau.extra_a);
    rows.map(|row| row.to_vec()).collect()
}

fn times(tableau: &Tableau) -> Vec<f64> {
    [tableau.c, &[1.0], tableau.extra_c].concat()
}

/// Largest residual of the conditions over the trees of each order.
fn residuals(trees: &[Tree], a: &[Vec<f64>], weights: &[f64], theta: f64) -> Vec<f64> {
    let mut worst = vec![0.0_f64; trees.last().map_or(0, |tree| tree.order) + 1];
    let mut phi: Vec<Vec<f64>> = Vec::new();
    for tree in trees {
        let at_stage = |row: &Vec<f64>| -> f64 {
            let branch = |&c: &usize| -> f64 { row.iter().zip(&phi[c]).map(|(a, p)| a * p).sum() };
            tree.children.iter().map(branch).product()
        };
        let values: Vec<f64> = a.iter().map(at_stage).collect();
        let sum: f64 = weights.iter().zip(&values).map(|(w, p)| w * p).sum();
        let residual = sum - theta.powi(tree.order as i32) / tree.gamma;
        worst[tree.order] = worst[tree.order].max(residual.abs());
        phi.push(values);
    }
    worst
}

/// Passes iff the weights have exactly the given order.
fn check_order(what: &str, tableau: &Tableau, weights: &[f64], theta: f64, order: u32) {
    let residuals = residuals(&trees(order as usize + 1), &matrix(tableau), weights, theta);
    let (last, kept) = residuals.split_last().expect("some order");
    for (n, residual) in kept.iter().enumerate() {
        assert!(*residual < 2e-14, "{what} of {}: {residual:e} at order {n}", tableau.name);
    }
    assert!(*last > 1e-7, "{what} of {}: order above {order}, {last:e}", tableau.name);
}

/// b_i(θ), from the dense output for unit slopes.
fn dense_weights(tableau: &Tableau, theta: f64) -> Vec<f64> {
    let stages = tableau.b.len();
    let weight = |i: usize| {
        let unit = |at: usize| if i == at { 1.0 } else { 0.0 };
        let y1 = tableau.b.get(i).copied().unwrap_or(0.0);
        let r2 = unit(0) - y1;
        let mut r = vec![0.0, y1, r2, y1 - unit(stages) - r2];
        r.extend(tableau.dense.iter().map(|row| row.get(i).copied().unwrap_or(0.0)));
        DenseStep::new(0.0, 1.0, 1, &r[..=tableau.dense_degree]).component(0, theta)
    };
    (0..matrix(tableau).len()).map(weight).collect()
}

#[test]
fn analytic_number_of_rooted_trees() {
    let trees = trees(8);
    let count = |order| trees.iter().filter(|tree| tree.order == order).count();
    let counts: Vec<usize> = (1..=8).map(count).collect();
    assert_eq!(counts, [1, 1, 2, 4, 9, 20, 48, 115]);
    // The tall tree has γ = n!, the bushy one n.
    let gammas = || trees.iter().filter(|tree| tree.order == 8).map(|tree| tree.gamma);
    assert_eq!(gammas().fold(0.0, f64::max), 40320.0);
    assert_eq!(gammas().fold(f64::MAX, f64::min), 8.0);
}

#[test]
fn identity_row_sums() {
    for method in Method::ALL {
        let tableau = method.tableau();
        assert_eq!(tableau.a.len(), tableau.stages());
        for (row, c) in matrix(tableau).iter().zip(times(tableau)) {
            let sum: f64 = row.iter().sum();
            // What rounding the coefficients can explain.
            let size: f64 = row.iter().map(|a| a.abs()).sum();
            assert!((sum - c).abs() <= f64::EPSILON * size, "{method}: {sum} for c = {c}");
        }
    }
}

#[test]
fn order_conditions_of_the_solution() {
    for method in Method::ALL {
        let tableau = method.tableau();
        check_order("solution", tableau, tableau.b, 1.0, tableau.order);
    }
}

#[test]
fn order_conditions_of_the_error_estimate() {
    for method in Method::ALL {
        let tableau = method.tableau();
        let minus = |weights: &[f64]| -> Vec<f64> {
            let b = tableau.b.iter().copied().chain(std::iter::repeat(0.0));
            b.zip(weights).map(|(b, e)| b - e).collect()
        };
        match tableau.error {
            ErrorEstimate::None => assert!(matches!(method, Method::Euler | Method::Rk4)),
            ErrorEstimate::Embedded { order, weights } => {
                check_order("embedded", tableau, &minus(weights), 1.0, order);
            }
            ErrorEstimate::FifthAndThird { fifth, third } => {
                check_order("fifth", tableau, &minus(fifth), 1.0, 5);
                check_order("third", tableau, &minus(third), 1.0, 3);
            }
        }
    }
}

#[test]
fn order_conditions_of_the_dense_output() {
    for method in Method::ALL {
        let tableau = method.tableau();
        for theta in [0.1, 0.37, 0.5, 0.81, 0.95] {
            let weights = dense_weights(tableau, theta);
            check_order("dense output", tableau, &weights, theta, tableau.dense_order);
        }
        // At the end it is the solution.
        for (w, b) in dense_weights(tableau, 1.0).iter().zip(tableau.b) {
            assert!((w - b).abs() < 1e-15);
        }
    }
}
