//! Order conditions by rooted trees (Butcher; Hairer, Nørsett and Wanner, Solving ODEs I, section II.2).
//!
//! With Φ_i(τ) = Π over the children χ of τ of Σ_j a_ij Φ_j(χ), γ(τ) = |τ| Π γ(χ), weights w have order p at θ iff
//!
//! ```text
//! (1)  Σ w_i Φ_i(τ) = θ^|τ| / γ(τ)      for all trees τ of up to p nodes
//! ```

use super::tableau::Tableau;

/// A tree as the list of its root's children, which are earlier entries of the same list.
pub(super) struct Tree {
    pub(super) order: usize,
    pub(super) gamma: f64,
    children: Vec<usize>,
}

/// Every tree of up to so many nodes, by rising order.
pub(super) fn trees(up_to: usize) -> Vec<Tree> {
    let mut all: Vec<Tree> = Vec::new();
    for order in 1..=up_to {
        let mut found = Vec::new();
        forests(&all, order - 1, all.len(), &mut Vec::new(), &mut found);
        for children in found {
            let product: f64 = children.iter().map(|&c| all[c].gamma).product();
            all.push(Tree { order, gamma: order as f64 * product, children });
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

/// The rows of all stages: those of the step, the slope at the end, the extra ones.
pub(super) fn matrix(tableau: &Tableau) -> Vec<&'static [f64]> {
    tableau.a.iter().chain([&tableau.b]).chain(tableau.extra_a).copied().collect()
}

/// The largest residual of (1) over the trees of each order.
pub(super) fn residuals(trees: &[Tree], a: &[&[f64]], weights: &[f64], theta: f64) -> Vec<f64> {
    let mut worst = vec![0.0_f64; trees.last().map_or(0, |tree| tree.order) + 1];
    let mut phi: Vec<Vec<f64>> = Vec::new();
    for tree in trees {
        let at_stage = |row: &&[f64]| -> f64 {
            let branch = |&c: &usize| -> f64 { row.iter().zip(&phi[c]).map(|(a, p)| a * p).sum() };
            tree.children.iter().map(branch).product()
        };
        let values: Vec<f64> = a.iter().map(at_stage).collect();
        let sum: f64 = weights.iter().zip(&values).map(|(w, p)| w * p).sum();
        let residual = (sum - theta.powi(tree.order as i32) / tree.gamma).abs();
        // Not f64::max, which would lose a NaN.
        worst[tree.order] = if residual <= worst[tree.order] { worst[tree.order] } else { residual };
        phi.push(values);
    }
    worst
}

/// The weights b̂ of the embedded solution, from those of the estimate, b − b̂.
pub(super) fn embedded(tableau: &Tableau, estimate: &[f64]) -> Vec<f64> {
    let b = tableau.b.iter().copied().chain(std::iter::repeat(0.0));
    b.zip(estimate).map(|(b, e)| b - e).collect()
}
