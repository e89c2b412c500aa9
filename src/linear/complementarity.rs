//! Linear complementarity: impulses that only push, rates that only open.
//!
//! ```text
//! (1)  0 ≤ N ⟂ r = G N + c ≥ 0                 for each i, N_i or r_i is zero
//! ```
//!
//! As an absolute value equation, with any diagonal Ω > 0, here Ω = diag(|G_ii|),
//!
//! ```text
//! N = |x| + x,  r = Ω (|x| − x):     (Ω + G) x = −c + (Ω − G) |x|                                    (H6)
//! ```
//!
//! which is (V1) with C = (Ω + G)⁻¹(Ω − G).
//!
//! **One solution, whatever c is**, if and only if all principal minors of G are positive. To test them all takes 2ⁿ determinants. Each of these is enough:
//!
//! ```text
//! the symmetric part of D G D is positive definite, D = Ω^(−1/2);    or the bound (V4) of C is below 1   (H7)
//! ```
//!
//! the first because xᵀGx > 0 leaves no x that G turns against itself in every component, the second because the map of (H6) then contracts. The first holds more often for many
//! contacts, the second for few with much friction.
//!
//! **One motion, whatever c is**, can be left where G is singular: four feet on a floor. With the rows J of the rates and W of the pushes, G = J M̂⁻¹ Wᵀ, it is so if
//!
//! ```text
//! the symmetric part S of D G D is positive semidefinite, and Wᵀ D x moves nothing for any x with S x = 0                        (H7b)
//! ```
//!
//! because of two solutions Δᵀ G Δ = Σ Δ_i (G Δ)_i ≤ 0, Δ the difference of N, by (1); so that S takes D⁻¹ Δ to zero.
//!
//! [`pivots`] finds a solution of (1): Lemke's path (Lemke 1965). With w = c + G N + e t, it begins at a large t, where w > 0
//! and N = 0, and lets t fall; whenever a variable of w or N becomes zero its partner enters. It ends at t = 0 with a solution, or on a ray. For a copositive G, xᵀGx ≥ 0
//! for all x ≥ 0, a ray means that some x ≥ 0 has Gx ≥ 0, xᵀGx = 0 and cᵀx < 0 (Cottle, Pang and Stone 1992, section 4.4). Ties are broken by the lexicographic order of the rows of
//! the inverse, so that no basis comes back.

use super::absolute;
use super::dense::Lu;
use super::symmetric::{diagonalize, least_eigenvalue};

/// What a pivot or a bound must keep from zero or one.
const ROUNDING: f64 = 1e-12;

/// What is told where the other half of (H7) certifies.
const BY_BOUND: f64 = 1.0 - 1e-9;
/// An eigenvalue between this and rounding is neither zero nor positive.
const POSITIVE: f64 = 1e-9;

/// (H7), with buffers that grow to the largest size.
#[derive(Clone, Debug, Default)]
pub struct Certificate {
    roots: Vec<f64>,
    form: Vec<f64>,
    vectors: Vec<f64>,
    lu: Lu,
    map: Vec<f64>,
    x: Vec<f64>,
    y: Vec<f64>,
}

impl Certificate {
    /// Below 1 if (1) leaves one motion whatever c is: 1 − λ, λ the least eigenvalue of the scaled form, where that is positive; by (H7b) the least of those that are not zero. None may be
    /// wrong, what is told is not.
    ///
    /// `moves` says whether a change of N moves anything.
    pub fn number(&mut self, g: &[f64], size: usize, moves: impl FnMut(&[f64]) -> bool) -> Option<f64> {
        let Self { roots, form, vectors, lu, map, x, y } = self;
        roots.clear();
        roots.extend((0..size).map(|i| g[i * size + i].sqrt()));
        if roots.iter().any(|root| !(*root > 0.0 && root.is_finite())) {
            return None;
        }
        let scaled = |i: usize, j: usize| g[i * size + j] / (roots[i] * roots[j]);
        let unit = |i: usize, j: usize| f64::from(u8::from(i == j));
        let half = |k: usize| 0.5 * (scaled(k / size, k % size) + scaled(k % size, k / size));
        form.clear();
        form.extend((0..size * size).map(half));
        let least = least_eigenvalue(form, size);
        if least > ROUNDING {
            return Some(1.0 - least);
        }
        if least > -ROUNDING {
            form.clear();
            form.extend((0..size * size).map(half));
            if let Some(least) = least_that_moves(form, vectors, roots, moves) {
                return Some(1.0 - least);
            }
        }
        form.clear();
        form.extend((0..size * size).map(|k| (k / size, k % size)).map(|(i, j)| scaled(i, j) + unit(i, j)));
        lu.resize(size);
        lu.factor(form).ok()?;
        map.clear();
        for j in 0..size {
            x.clear();
            x.extend((0..size).map(|i| unit(i, j) - scaled(i, j)));
            lu.solve(x);
            map.extend_from_slice(x);
        }
        let bound = absolute::bound(|i, j| map[j * size + i].abs(), size, x, y);
        (bound < 1.0 - ROUNDING).then_some(BY_BOUND)
    }
}

/// (H7b) of a form that is positive semidefinite: the least of its eigenvalues that are not zero. None where a vector that it takes to zero moves something.
fn least_that_moves(
    form: &mut [f64],
    vectors: &mut Vec<f64>,
    roots: &[f64],
    mut moves: impl FnMut(&[f64]) -> bool,
) -> Option<f64> {
    let size = roots.len();
    vectors.clear();
    vectors.extend((0..size * size).map(|k| f64::from(u8::from(k / size == k % size))));
    diagonalize(form, size, vectors);
    let mut least = f64::INFINITY;
    for (i, vector) in vectors.chunks_exact_mut(size).enumerate() {
        let value = form[i * size + i];
        if value > POSITIVE {
            least = least.min(value);
            continue;
        }
        vector.iter_mut().zip(roots).for_each(|(x, root)| *x /= root);
        if value > ROUNDING || moves(vector) {
            return None;
        }
    }
    least.is_finite().then_some(least)
}

/// A solution of (1) by Lemke's path; None if it ends on a ray. G and c should be scaled to order one.
pub fn pivots(g: &[f64], c: &[f64]) -> Option<Vec<f64>> {
    let mut path = Path::new(g, c);
    let most = 50 * (c.len() + 10);
    let mut entering = path.artificial();
    let mut row = (0..c.len()).filter(|&i| c[i] < 0.0).min_by(|&a, &b| c[a].total_cmp(&c[b]));
    for _ in 0..most {
        let leaving = match row {
            Some(row) => path.exchange(row, entering),
            None if entering == path.artificial() => return Some(path.solution()),
            None => return None,
        };
        if leaving == path.artificial() {
            return Some(path.solution());
        }
        entering = (leaving + path.size) % (2 * path.size);
        row = path.first(entering);
    }
    None
}

/// The tableau of Lemke's path: unknowns w, N, t, each with its column.
struct Path {
    size: usize,
    /// Rows: coefficients of w, N and t, and the constant.
    rows: Vec<f64>,
    basic: Vec<usize>,
}

impl Path {
    fn new(g: &[f64], c: &[f64]) -> Self {
        let size = c.len();
        let row = |i: usize| {
            let unit = (0..size).map(move |j| f64::from(u8::from(i == j)));
            unit.chain(g[i * size..][..size].iter().map(|g| -g)).chain([-1.0, c[i]])
        };
        Self { size, rows: (0..size).flat_map(row).collect(), basic: (0..size).collect() }
    }

    fn artificial(&self) -> usize {
        2 * self.size
    }

    fn row(&self, i: usize) -> &[f64] {
        let width = 2 * self.size + 2;
        &self.rows[i * width..][..width]
    }

    /// The row in which an entering unknown first drives one to zero; t, if it can.
    fn first(&self, entering: usize) -> Option<usize> {
        let constant = 2 * self.size + 1;
        let limits = (0..self.size).filter(|&i| self.row(i)[entering] > ROUNDING);
        let first = limits.min_by(|&a, &b| {
            let part = |i: usize, k: usize| self.row(i)[k] / self.row(i)[entering];
            let order = std::iter::once(constant).chain(0..self.size);
            let mut compared = order.map(|k| part(a, k).total_cmp(&part(b, k)));
            compared.find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
        })?;
        let reach = |i: usize| self.row(i)[constant] / self.row(i)[entering];
        let t = self.basic.iter().position(|&x| x == self.artificial());
        let t = t.filter(|&t| self.row(t)[entering] > ROUNDING && reach(t) <= reach(first) + ROUNDING);
        t.or(Some(first))
    }

    /// Exchanges what is basic in a row for another unknown; what was.
    fn exchange(&mut self, row: usize, entering: usize) -> usize {
        let width = 2 * self.size + 2;
        let pivot = self.row(row)[entering];
        let solved: Vec<f64> = self.row(row).iter().map(|x| x / pivot).collect();
        for (i, other) in self.rows.chunks_exact_mut(width).enumerate() {
            if i == row {
                other.copy_from_slice(&solved);
            } else if other[entering] != 0.0 {
                let factor = other[entering];
                other.iter_mut().zip(&solved).for_each(|(x, s)| *x -= factor * s);
                other[entering] = 0.0;
            }
        }
        std::mem::replace(&mut self.basic[row], entering)
    }

    fn solution(&self) -> Vec<f64> {
        let mut n = vec![0.0; self.size];
        for (i, &name) in self.basic.iter().enumerate() {
            if (self.size..2 * self.size).contains(&name) {
                n[name - self.size] = self.row(i)[2 * self.size + 1].max(0.0);
            }
        }
        n
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linear::tests::case::Random;
    use nalgebra::{DMatrix, DVector};

    /// Planar bodies with levers, as contacts have: G = J M⁻¹ Pᵀ, rows J, pushes P = n − μ d t.
    fn contacts(random: &mut Random, size: usize, mu: f64) -> Vec<f64> {
        let freedoms = size + 1;
        let rows = |random: &mut Random| DMatrix::from_fn(size, freedoms, |_, _| random.next());
        let (normal, tangent) = (rows(random), rows(random));
        let push = DMatrix::from_fn(size, freedoms, |i, j| normal[(i, j)] + mu * tangent[(i, j)]);
        (normal * push.transpose()).transpose().as_slice().to_vec()
    }

    /// The smallest principal minor, in proportion to the product of its diagonal.
    fn least_minor(g: &[f64], size: usize) -> f64 {
        (1..1_usize << size)
            .map(|set| {
                let of: Vec<usize> = (0..size).filter(|i| set >> i & 1 == 1).collect();
                let minor = DMatrix::from_fn(of.len(), of.len(), |i, j| g[of[i] * size + of[j]]);
                let scale: f64 = of.iter().map(|i| g[i * size + i].abs()).product();
                minor.determinant() / scale
            })
            .fold(f64::INFINITY, f64::min)
    }

    fn missed(g: &[f64], c: &[f64], n: &[f64]) -> f64 {
        let (mut missed, mut most) = (0.0_f64, 1.0_f64);
        for (row, (c, own)) in g.chunks_exact(c.len()).zip(c.iter().zip(n)) {
            let rate: f64 = c + row.iter().zip(n).map(|(g, n)| g * n).sum::<f64>();
            missed = missed.max((-rate).max(-own).max(rate.min(*own)));
            most = most.max(own.abs());
        }
        missed / most
    }

    fn certified(g: &[f64], size: usize) -> bool {
        Certificate::default().number(g, size, |_| true).is_some()
    }

    /// More contacts than they hold freedoms: J = B P and W = B Q share the dependence B of what they do, as feet of one body that slide alike do, or W is changed. In other units the path ends at
    /// another solution.
    #[test]
    fn property_dependent_contacts_leave_one_motion() {
        let mut random = Random(11);
        let (mut certain, mut shared, mut other) = (0, 0, 0);
        for case in 0..600 {
            let (held, size) = (1 + random.below(3), 4 + random.below(3));
            let mut matrix = |rows, columns| DMatrix::from_fn(rows, columns, |_, _| random.next());
            let [mut dependence, rates, tangents] =
                [(size, held), (held, held + 2), (held, held + 2)].map(|(rows, columns)| matrix(rows, columns));
            // All push in one direction, among others.
            dependence.column_mut(0).fill(1.0);
            let change = matrix(size, held + 2) * [0.0, 0.2][case % 2];
            let (rates, pushes) = (&dependence * &rates, &dependence * (&rates + 0.2 * tangents) + change);
            let g = |i: usize, j: usize| rates.row(i).dot(&pushes.row(j));
            let c = &dependence * matrix(held, 1);
            let motion = |n: &[f64]| pushes.transpose() * DVector::from_row_slice(n);
            let moves = |n: &[f64]| motion(n).norm() > 1e-9 * DVector::from_row_slice(n).norm();
            let in_units = |units: &[f64]| {
                let of = (0..size * size)
                    .map(|k| units[k / size] * g(k / size, k % size) * units[k % size])
                    .collect::<Vec<f64>>();
                let found = pivots(&of, &(0..size).map(|i| units[i] * c[i]).collect::<Vec<f64>>())?;
                Some(found.iter().zip(units).map(|(n, unit)| n * unit).collect::<Vec<f64>>())
            };
            let g: Vec<f64> = (0..size * size).map(|k| g(k / size, k % size)).collect();
            let number = Certificate::default().number(&g, size, moves);
            certain += usize::from(number.is_some());
            let [one, two] = [(); 2].map(|()| in_units(&(0..size).map(|_| 1.5 + random.next()).collect::<Vec<f64>>()));
            let (Some(one), Some(two)) = (one, two) else { continue };
            if missed(&g, c.as_slice(), &one).max(missed(&g, c.as_slice(), &two)) > 1e-9 {
                continue;
            }
            let apart = (motion(&one) - motion(&two)).norm() / (1.0 + motion(&one).norm());
            let differ = one.iter().zip(&two).any(|(a, b)| (a - b).abs() > 1e-3);
            if let Some(number) = number {
                assert!(number < 1.0 && apart < 1e-9, "{case}: {number}, {apart:e}");
                shared += usize::from(differ);
            } else {
                other += usize::from(apart > 1e-3);
            }
        }
        println!(
            "600 problems: certain of {certain}; {shared} of them have several solutions, which are one motion; {other} others have several motions"
        );
        assert!(shared > 50 && other > 20, "moot: {shared} {other}");
    }

    /// Every solution of (1): each pattern of those that push is solved.
    fn solutions(g: &[f64], c: &[f64]) -> Vec<Vec<f64>> {
        let size = c.len();
        let solved = (0..1_usize << size).filter_map(|pattern| {
            let pushes = |i: usize| pattern >> i & 1 == 1;
            let matrix = DMatrix::from_fn(size, size, |i, j| match pushes(j) {
                true => g[i * size + j],
                false => -f64::from(u8::from(i == j)),
            });
            let x = matrix.lu().solve(&DVector::from_fn(size, |i, _| -c[i]))?;
            let fits = x.iter().all(|x| *x > 0.0);
            fits.then(|| (0..size).map(|i| if pushes(i) { x[i] } else { 0.0 }).collect())
        });
        solved.collect()
    }

    #[test]
    fn property_a_yes_is_right_and_its_one_solution_is_found() {
        let mut random = Random(3);
        let (mut yes, mut positive, mut other, mut found, mut path) = (0, 0, 0, 0, 0);
        for case in 0..1200 {
            let size = 1 + random.below(8);
            let g = contacts(&mut random, size, [0.0, 0.1, 0.3, 0.8][case % 4]);
            let c: Vec<f64> = (0..size).map(|_| random.next()).collect();
            let (certain, minor) = (certified(&g, size), least_minor(&g, size));
            assert!(!certain || minor > 0.0, "{case}: yes, and a minor is {minor:e}");
            yes += usize::from(certain);
            positive += usize::from(minor > 0.0);
            other += usize::from(minor < 0.0);
            let all = solutions(&g, &c);
            found += usize::from(!all.is_empty());
            assert!(!certain || all.len() == 1, "{case}: certain of one of {}", all.len());
            let Some(by_pivots) = pivots(&g, &c) else {
                assert!(!certain, "{case}: a ray");
                continue;
            };
            path += 1;
            assert!(missed(&g, &c, &by_pivots) < 1e-8, "{case}: {}", missed(&g, &c, &by_pivots));
            if certain {
                let n = &all[0];
                let apart = n.iter().zip(&by_pivots).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
                let largest = n.iter().fold(1.0, |most: f64, n| most.max(*n));
                assert!(apart < 1e-7 * largest, "{case}: {n:?} {by_pivots:?}");
            }
        }
        println!(
            "1200 problems: {positive} with one solution for every c, {yes} certain of it; {other} not; found {found}, by pivots {path}"
        );
        assert!(yes > 300 && other > 100 && yes < positive, "{yes} of {positive}, {other}");
    }

    #[test]
    fn what_has_no_solution_has_none() {
        // G = −1: sliding that jams. c = −1 has no solution, c = 1 has two.
        assert!(!certified(&[-1.0], 1));
        assert_eq!(pivots(&[-1.0], &[-1.0]), None);
        assert_eq!([-1.0, 1.0].map(|c| solutions(&[-1.0], &[c]).len()), [0, 2]);
        assert_eq!(pivots(&[0.0, 1.0, -1.0, 0.0], &[-1.0, 2.0]), Some(vec![2.0, 1.0]));
        assert!(!certified(&[1.0, -2.0, -2.0, 1.0], 2), "not positive");
        assert!(certified(&[1.0, 4.0, 0.0, 1.0], 2), "by the bound, which is 0; x = (1, -1) makes the form negative");
        let alike: Vec<f64> = (0..64).map(|k| if k % 9 == 0 { 1.0 } else { 0.95 }).collect();
        assert!(certified(&alike, 8), "by the form; the bound is 2.2");
    }
}
