//! The course of a guard between the places at which it is known: polynomials through its values, or fitted to them.
//!
//! Every stage of the method solves the friction of each point. So a guard g that is a polynomial of these solutions
//! (`friction.rs`) is known at the nodes θ_i of the step without an evaluation of its own. Let p be the polynomial of degree d, well below the number of nodes, that
//! fits these values best, and r its largest residual *at the nodes*:
//!
//! ```text
//! min p > κ r   ⇒   g > 0 on the whole step,   for every g with |g − p| ≤ κ r between the nodes             (G3)
//! ```
//!
//! κ is a property of the nodes alone: the largest error, in units of r, that a ripple A sin(Ωθ + φ) on top of any polynomial of degree d can have between
//! the nodes while it shows the residual r at them (G4; the test below computes it). Irregular nodes are better, because a ripple can hide between equidistant ones.
//! Methods of few stages need a few more places, at one evaluation each, for a useful κ.
//!
//! A guard that is zero at the beginning would be in doubt in every first step. For such a guard g/θ is fitted at the nodes θ > 0 (G6).
//!
//! Most guards hardly leave the line l through their values at both ends of the step, and need no fit. With d_i = g_i − l(θ_i), as p = l + (the fit of d), |T_k| ≤ 1 and no fit
//! is farther off than zero,
//!
//! ```text
//! p ≥ min(l(0), l(1)) − K ‖d‖,    r ≤ ‖d‖,    K = Σ_k ‖row k of what makes coefficients of values‖            (G7)
//! ```
//!
//! Where (G3) holds with these bounds, it holds.
//!
//! Where the fit leaves a doubt, g is evaluated at Chebyshev-Lobatto places; their interpolant is evaluated in this file too.

use super::dip::minima;
use crate::math::sin_cos;
use crate::ode::Method;

/// Nodes of a step with the polynomial of best fit, made once.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    nodes: Vec<f64>,
    terms: usize,
    /// From values to coefficients and from these to values: for each node what every coefficient has of it. What is more than `terms` is zero.
    solve: Vec<[f64; MOST_TERMS]>,
    /// Of each coefficient, for four nodes at a time; what is beyond the last node is zero.
    basis: Vec<[[f64; 4]; MOST_TERMS]>,
    /// Which node is the end of the step, and Σ_k ‖row k of `solve`‖: K of (G7).
    end: usize,
    spread: f64,
}

/// A guard's course according to the fit.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Course {
    /// A lower bound of the polynomial on the step, its minimum where that is near zero.
    pub(super) lowest: f64,
    /// The largest residual at the nodes.
    pub(super) residual: f64,
}

/// The largest number of terms of a fit.
const MOST_TERMS: usize = 6;
/// Number of places at which the polynomial's minimum is searched.
const GRID: usize = 64;

/// T_k(2x − 1), k below the length of `out`.
fn chebyshev(x: f64, out: &mut [f64]) {
    let x = 2.0 * x - 1.0;
    for k in 0..out.len() {
        out[k] = match k {
            0 => 1.0,
            1 => x,
            _ => 2.0 * x * out[k - 1] - out[k - 2],
        };
    }
}

impl Fit {
    /// The fit of degree `degree` at most, at these nodes in [0, 1].
    pub(super) fn new(nodes: Vec<f64>, degree: usize) -> Self {
        let terms = (degree + 1).min(MOST_TERMS).min(nodes.len().saturating_sub(1)).max(1);
        let n = nodes.len();
        let mut basis = vec![0.0; n * terms];
        for (row, &x) in basis.chunks_exact_mut(terms).zip(&nodes) {
            chebyshev(x, row);
        }
        // Columns made orthonormal, twice; R is undone from behind.
        let mut q = basis.clone();
        let mut r = vec![0.0; terms * terms];
        let dot = |q: &[f64], i: usize, j: usize| (0..n).map(|k| q[k * terms + i] * q[k * terms + j]).sum::<f64>();
        for j in 0..terms {
            for _ in 0..2 {
                for i in 0..j {
                    let part = dot(&q, i, j);
                    r[i * terms + j] += part;
                    (0..n).for_each(|k| q[k * terms + j] -= part * q[k * terms + i]);
                }
            }
            let length = dot(&q, j, j).sqrt();
            r[j * terms + j] = length;
            (0..n).for_each(|k| q[k * terms + j] /= length);
        }
        let mut solve = vec![0.0; terms * n];
        for node in 0..n {
            for i in (0..terms).rev() {
                let later: f64 = (i + 1..terms).map(|j| r[i * terms + j] * solve[j * n + node]).sum();
                solve[i * n + node] = (q[node * terms + i] - later) / r[i * terms + i];
            }
        }
        let padded = |values: &mut dyn Iterator<Item = f64>| {
            let mut row = [0.0; MOST_TERMS];
            row.iter_mut().zip(values).for_each(|(to, from)| *to = from);
            row
        };
        let norm = |row: &[f64]| row.iter().map(|x| x * x).sum::<f64>().sqrt();
        let spread = if terms > 1 { solve.chunks_exact(n).map(norm).sum() } else { f64::INFINITY };
        let end = nodes.iter().position(|x| *x == 1.0).unwrap_or(0);
        let solve = (0..n).map(|node| padded(&mut (0..terms).map(|i| solve[i * n + node]))).collect();
        let rows: Vec<[f64; MOST_TERMS]> =
            basis.chunks_exact(terms).map(|row| padded(&mut row.iter().copied())).collect();
        let of_four = |four: &[[f64; MOST_TERMS]]| {
            std::array::from_fn(|k| std::array::from_fn(|node| four.get(node).map_or(0.0, |row| row[k])))
        };
        let basis = rows.chunks(4).map(of_four).collect();
        Self { nodes, terms, solve, basis, end, spread }
    }

    pub(super) fn nodes(&self) -> &[f64] {
        &self.nodes
    }

    /// Number of coefficients, one more than the degree.
    pub(super) fn terms(&self) -> usize {
        self.terms
    }

    /// Bounds of the course of a guard with these values at the nodes, the first of which is the beginning: (G7).
    pub(super) fn roughly(&self, values: &[f64]) -> Course {
        let [first, last] = self.ends(values);
        self.below(Course { lowest: first.min(last), residual: self.off_line(values) })
    }

    /// The values at both ends of the step.
    pub(super) fn ends(&self, values: &[f64]) -> [f64; 2] {
        [values[0], values[self.end]]
    }

    /// ‖d‖ of (G7).
    pub(super) fn off_line(&self, values: &[f64]) -> f64 {
        let [first, last] = self.ends(values);
        let off = |(g, x): (&f64, &f64)| g - first - (last - first) * x;
        values.iter().zip(&self.nodes).map(off).fold(0.0, |sum, d| sum + d * d).sqrt()
    }

    /// The values at both ends, and ‖d‖ of (G7), of several guards that are read at the nodes where they stand.
    pub(super) fn lines<N, const K: usize>(&self, nodes: &[N], values: impl Fn(&N) -> [f64; K]) -> [[f64; 3]; K] {
        let [first, last] = [0, self.end].map(|node| values(&nodes[node]));
        let mut squares = [0.0; K];
        for (node, x) in nodes.iter().zip(&self.nodes) {
            let values = values(node);
            for k in 0..K {
                let off = values[k] - first[k] - (last[k] - first[k]) * x;
                squares[k] += off * off;
            }
        }
        std::array::from_fn(|k| [first[k], last[k], squares[k].sqrt()])
    }

    /// (G7) from the lowest place of a line and how far the values are from it.
    pub(super) fn below(&self, line: Course) -> Course {
        Course { lowest: line.lowest - self.spread * line.residual, ..line }
    }

    /// The course of a guard with these values at the nodes.
    pub(super) fn course(&self, values: &[f64]) -> Course {
        let mut c = [0.0; MOST_TERMS];
        for (row, g) in self.solve.iter().zip(values) {
            for k in 0..MOST_TERMS {
                c[k] += row[k] * g;
            }
        }
        let at = |row: &[f64; MOST_TERMS]| {
            let mut sum = row[0] * c[0];
            for k in 1..MOST_TERMS {
                sum += row[k] * c[k];
            }
            sum
        };
        let mut residual = 0.0;
        for (rows, values) in self.basis.iter().zip(values.chunks(4)) {
            let mut p = rows[0].map(|b| b * c[0]);
            for k in 1..MOST_TERMS {
                for node in 0..4 {
                    p[node] += rows[k][node] * c[k];
                }
            }
            for (p, g) in p.iter().zip(values) {
                let r = (p - g).abs();
                residual = if r > residual { r } else { residual };
            }
        }
        // Because |T_k| ≤ 1; in most cases this bound is enough.
        let bound = c[0] - c[1..].iter().map(|c| c.abs()).sum::<f64>();
        if bound > 0.5 * c[0] {
            return Course { lowest: bound, residual };
        }
        let mut row = [0.0; MOST_TERMS];
        let mut p = |x: f64| {
            chebyshev(x, &mut row[..self.terms]);
            at(&row)
        };
        let curve: [f64; GRID + 1] = std::array::from_fn(|k| p(k as f64 / GRID as f64));
        let mut lowest = curve.iter().fold(f64::INFINITY, |lowest, p| lowest.min(*p));
        if lowest > 0.0 {
            // It may be lower between two places.
            lowest = minima(&curve, 1.0, p).fold(lowest, |lowest, (_, p)| lowest.min(p));
        }
        Course { lowest, residual }
    }
}

/// How the guards are fitted to the stages of a method.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Nodes {
    /// Degree of the fit.
    pub(super) degree: usize,
    /// κ of the stages alone.
    pub(super) stages: f64,
    /// Further places to evaluate where the stages alone leave a doubt.
    pub(super) more: &'static [f64],
    /// κ with the further places.
    pub(super) all: f64,
}

impl Nodes {
    /// Of a method (the numbers are those of G4, for ripples of up to 40 radians a step; of up to 100 for DOP853).
    pub(super) fn of(method: Method) -> Self {
        match method {
            Method::Dop853 => Self { degree: 5, stages: 8.0, more: &[], all: 8.0 },
            Method::Dopri5 => Self { degree: 3, stages: 120.0, more: &[0.55, 0.69], all: 8.0 },
            Method::Tsit5 => Self { degree: 3, stages: 350.0, more: &[0.59, 0.68, 0.78], all: 8.0 },
            Method::Rk4 => Self { degree: 2, stages: f64::INFINITY, more: &[0.22, 0.42, 0.58, 0.74], all: 8.0 },
            Method::Bs23 => Self { degree: 2, stages: f64::INFINITY, more: &[0.23, 0.34, 0.43], all: 8.0 },
            Method::Radau5 => Self { degree: 2, stages: f64::INFINITY, more: &[0.3, 0.4, 0.5, 0.8], all: 8.0 },
            // κ is not known for the stages of a user's own method, so that they are not used: the nodes are those of Euler's method.
            Method::Euler | Method::Own(_) => {
                Self { degree: 2, stages: f64::INFINITY, more: &[0.14, 0.23, 0.43, 0.58, 0.79], all: 30.0 }
            }
        }
    }

    /// The nodes themselves, in order: the beginning, the stages between, the end, and the further places if they are asked for.
    pub(super) fn places(&self, method: Method, more: bool) -> Vec<f64> {
        let inner = inner_stages(method).flatten();
        let more = if more { self.more } else { &[] };
        [0.0].into_iter().chain(inner).chain([1.0]).chain(more.iter().copied()).collect()
    }
}

/// The stages after the first, as parts of the step: `None` for those at its ends, and for all those of which no κ is known.
pub(in crate::simulate) fn inner_stages(method: Method) -> impl Iterator<Item = Option<f64>> {
    let known = !matches!(method, Method::Own(_));
    method.times().iter().skip(1).map(move |c| (known && *c > 0.0 && *c < 1.0).then_some(*c))
}

/// x_k = (1 − cos πk/n)/2.
pub(super) fn lobatto(k: usize, n: usize) -> f64 {
    // Exactly symmetric, and exact at both ends and in the middle.
    match 2 * k {
        twice if twice == n => 0.5,
        twice if twice < n => {
            // The crate's own sine: the places are the same bits on every machine.
            let (sin, _) = sin_cos(0.5 * std::f64::consts::PI * k as f64 / n as f64);
            sin * sin
        }
        _ => 1.0 - lobatto(n - k, n),
    }
}

/// The interpolant through values at x_0 … x_n (every `stride`-th of `values`), at x.
pub(super) fn through(values: &[f64], stride: usize, x: f64) -> f64 {
    let n = (values.len() - 1) / stride;
    let (mut above, mut below) = (0.0, 0.0);
    for (k, &value) in values.iter().step_by(stride).enumerate() {
        let d = x - lobatto(k, n);
        if d == 0.0 {
            return value;
        }
        let weight = if k % 2 == 0 { 1.0 } else { -1.0 } * if k == 0 || k == n { 0.5 } else { 1.0 };
        above += weight * value / d;
        below += weight / d;
    }
    above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identity_polynomials_are_fitted_exactly() {
        for method in Method::ALL {
            let nodes = Nodes::of(method);
            let fit = Fit::new(nodes.places(method, true), nodes.degree);
            let g = |x: f64| (x - 0.3) * (x - 0.3) - 0.01 + if nodes.degree > 2 { 0.1 * x.powi(3) } else { 0.0 };
            let values: Vec<f64> = fit.nodes().iter().map(|x| g(*x)).collect();
            let course = fit.course(&values);
            let lowest = (0..=1000).map(|k| g(f64::from(k) / 1000.0)).fold(f64::INFINITY, f64::min);
            assert!(course.residual < 1e-14, "{method} {course:?}");
            assert!((course.lowest - lowest).abs() < 1e-3, "{method} {course:?} {lowest}");
        }
    }

    #[test]
    fn property_the_bounds_without_a_fit_hold() {
        let mut seed = 3_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
        };
        for method in Method::ALL {
            let nodes = Nodes::of(method);
            for case in 0..2000 {
                // Stages without a κ are not fitted alone.
                let fit = Fit::new(nodes.places(method, case % 2 == 0 || nodes.stages.is_infinite()), nodes.degree);
                let [rise, off] = [random(), 10.0_f64.powf(-3.0 * random().abs())];
                let values: Vec<f64> = fit.nodes().iter().map(|x| 1.0 + rise * x + off * random()).collect();
                let (bound, course) = (fit.roughly(&values), fit.course(&values));
                let [low, far] = [course.lowest - bound.lowest, bound.residual - course.residual];
                assert!(low > -1e-14 && far > -1e-14, "{method}: {bound:?} {course:?}");
            }
        }
    }

    #[test]
    fn oracle_no_ripple_hides_more_between_the_nodes_than_kappa_says() {
        // G4: ripples of all phases on a grid of frequencies, against the residual that they show at the nodes.
        let hidden = |nodes: Vec<f64>, degree: usize, most: f64| {
            let fit = Fit::new(nodes, degree);
            let mut worst: f64 = 0.0;
            for step in 1..=(4.0 * most) as usize {
                for phase in 0..30 {
                    let g = |x: f64| (0.25 * step as f64 * x + f64::from(phase) * std::f64::consts::PI / 30.0).sin();
                    let values: Vec<f64> = fit.nodes().iter().map(|x| g(*x)).collect();
                    let residual = fit.course(&values).residual;
                    let part = |k: usize| fit.solve.iter().zip(&values).map(|(s, g)| s[k] * g).sum();
                    let c: Vec<f64> = (0..fit.terms).map(part).collect();
                    let mut row = vec![0.0; fit.terms];
                    for k in 0..=400 {
                        let x = f64::from(k) / 400.0;
                        chebyshev(x, &mut row);
                        let p: f64 = row.iter().zip(&c).map(|(b, c)| b * c).sum();
                        worst = worst.max((p - g(x)).abs() / residual);
                    }
                }
            }
            worst
        };
        for method in Method::ALL {
            let nodes = Nodes::of(method);
            let most = if method == Method::Dop853 { 100.0 } else { 40.0 };
            let all = hidden(nodes.places(method, true), nodes.degree, most);
            println!("{method}: κ = {all:.2} with {} more places", nodes.more.len());
            assert!(all < nodes.all && nodes.all < 5.0 * all, "{method}: {all}");
            if nodes.stages.is_finite() && !nodes.more.is_empty() {
                let alone = hidden(
                    nodes.places(method, false),
                    nodes.degree,
                    if method == Method::Tsit5 { 12.0 } else { 30.0 },
                );
                println!("{method}: κ = {alone:.1} of the stages alone");
                assert!(alone < nodes.stages && nodes.stages < 5.0 * alone, "{method}: {alone}");
            }
        }
    }

    #[test]
    fn identity_the_interpolant_goes_through_its_values() {
        let values: Vec<f64> = (0..=8).map(|k| (3.0 * lobatto(k, 8)).sin()).collect();
        for k in 0..=50 {
            let x = f64::from(k) / 50.0;
            assert!((through(&values, 1, x) - (3.0 * x).sin()).abs() < 2e-7);
        }
        assert_eq!(through(&values, 2, lobatto(1, 4)), values[2]);
    }
}
