//! The order conditions of every method, of its estimate and of its dense output.

use super::*;
use crate::ode::conditions::{embedded, matrix, residuals, trees};
use crate::ode::{DenseStep, ErrorEstimate, Tableau};

fn times(tableau: &Tableau) -> Vec<f64> {
    [tableau.c, &[1.0], tableau.extra_c].concat()
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

fn explicit() -> impl Iterator<Item = (Method, &'static Tableau)> {
    Method::ALL.into_iter().filter_map(|method| Some((method, method.tableau()?)))
}

#[test]
fn identity_row_sums() {
    for (method, tableau) in explicit() {
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
    for (_, tableau) in explicit() {
        check_order("solution", tableau, tableau.b, 1.0, tableau.order);
    }
}

#[test]
fn order_conditions_of_the_error_estimate() {
    for (method, tableau) in explicit() {
        match tableau.error {
            ErrorEstimate::None => assert!(matches!(method, Method::Euler | Method::Rk4)),
            ErrorEstimate::Embedded { order, weights } => {
                check_order("embedded", tableau, &embedded(tableau, weights), 1.0, order);
            }
            ErrorEstimate::FifthAndThird { fifth, third } => {
                check_order("fifth", tableau, &embedded(tableau, fifth), 1.0, 5);
                check_order("third", tableau, &embedded(tableau, third), 1.0, 3);
            }
        }
    }
}

#[test]
fn order_conditions_of_the_dense_output() {
    for (_, tableau) in explicit() {
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
