//! All solutions of the loads' equation where loads of several components are among them, as those of pins.
//!
//! ```text
//! (1)  z = a + C N;    z_j = s_j N_j of one component,    N_j = |z_j| of several;    N ≥ 0
//! ```
//!
//! In homogeneous coordinates X = X₀ (1, N), in which infinity is a place like any other, and for one pattern of signs s, the first are linear, X = V y with as many y as there are lengths, p, and one more. There is left
//!
//! ```text
//! (2)  Q_j(y) = Σ_k (z_jk·y)² − (n_j·y)² = 0,   j = 1 … p        z_jk and n_j the rows (a, C)_jk V and V_j
//! ```
//!
//! p quadrics, which have 2^p solutions in complex numbers, counted as often as they meet (Bézout). One is a quadratic equation. Several are followed from those of quadrics that are solved:
//!
//! ```text
//! (3)  (1 − τ) γ_j (y_j² − y₀²) + τ Q_j(y) = 0,    w·y = 1,    τ from 0 to 1
//! ```
//!
//! For all complex γ and w but those of a set without volume, the paths neither meet nor end before τ = 1, and lead to every solution that stands alone (Sommese and Wampler, The numerical solution of
//! systems of polynomials, 2005, chapter 7). Here γ and w are constants, so that the same question has the same answer. Where a path is left for another two end at one place: then these are followed
//! again in smaller steps, until no others are met.

use super::svd::Svd;
use crate::math::sin_cos;
use nalgebra::{Complex, DMatrix, DVector};

/// Most lengths, and most of them together with loads that have signs: 1024 paths.
const LENGTHS: usize = 6;
const PATTERNS: usize = 10;
/// The largest step of a path, and smaller ones where paths have met.
const STEPS: [f64; 3] = [0.1, 0.02, 0.004];
/// The shortest step: what goes no further ends where solutions meet.
const SHORTEST: f64 = 1e-8;
/// Largest correction of what was predicted, and the last one, as a part of x.
const NEAR: f64 = 0.03;
const STILL: f64 = 1e-11;
const CORRECTIONS: usize = 5;
/// Ends that are closer are one place; parts that are smaller are rounding where two solutions are about to meet.
const SAME: f64 = 1e-7;
/// Imaginary parts of what may be a real solution, for a path ends before solutions that meet.
const NEARLY_REAL: f64 = 1e-2;
/// Rounds of Newton's method where it halves the distance only.
const POLISHINGS: usize = 60;
/// By how much (1) may be missed, as a part of its terms, and a part of the largest load that is none.
const MET: f64 = 1e-10;
const NOTHING: f64 = 1e-10;

/// What a load is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Of one component, of either sign.
    Signed,
    /// Of one component that only pushes.
    Pushing,
    /// The length of several.
    Length,
}

type Vector = DVector<Complex<f64>>;

/// Every N ≥ 0 of (1), with a and C row by row; none if they are too many to try.
pub(crate) fn all(a: &[[f64; 3]], c: &[[f64; 3]], kinds: &[Kind]) -> Option<Vec<Vec<f64>>> {
    let of = |kind: Kind| (0..kinds.len()).filter(|&j| kinds[j] == kind).collect::<Vec<usize>>();
    let (signed, lengths) = (of(Kind::Signed), of(Kind::Length));
    if lengths.len() > LENGTHS || signed.len() + lengths.len() > PATTERNS {
        return None;
    }
    let unit = a.iter().flatten().fold(0.0, |most: f64, a| most.max(a.abs()));
    if unit == 0.0 {
        // Nothing loads them.
        return Some(vec![vec![0.0; kinds.len()]]);
    }
    let by = |l: usize| c.iter().skip(l).step_by(kinds.len()).flatten().fold(1.0, |most: f64, c| most.max(c.abs()));
    let units: Vec<f64> = (0..kinds.len()).map(|l| by(l).recip()).collect();
    let mut found = Vec::new();
    for code in 0..1_usize << signed.len() {
        let mut signs = vec![1.0; kinds.len()];
        (0..signed.len()).filter(|bit| code >> bit & 1 == 1).for_each(|bit| signs[signed[bit]] = -1.0);
        let loads = Loads { a, c, unit, units: &units, signs, lengths: &lengths };
        for n in loads.all() {
            if !found.iter().any(|other| are_same(other, &n)) {
                found.push(n);
            }
        }
    }
    Some(found.iter().map(|n| (n * unit).as_slice().to_vec()).collect())
}

/// Two that have met are one, and so are those with a load of zero, which has both signs.
fn are_same(a: &DVector<f64>, b: &DVector<f64>) -> bool {
    (a - b).amax() <= SAME * a.amax()
}

/// (1) with one pattern of signs, N in units of the largest a; on paths each in a unit of its own, in which no load does more than one of it.
struct Loads<'a> {
    a: &'a [[f64; 3]],
    c: &'a [[f64; 3]],
    unit: f64,
    units: &'a [f64],
    signs: Vec<f64>,
    lengths: &'a [usize],
}

impl Loads<'_> {
    /// Row k of (a, C) at load j.
    fn row(&self, j: usize, k: usize) -> DVector<f64> {
        let n = self.a.len();
        DVector::from_fn(n + 1, |l, _| if l == 0 { self.a[j][k] / self.unit } else { self.c[j * n + l - 1][k] })
    }

    /// The same, for N in their own units.
    fn own_row(&self, j: usize, k: usize) -> DVector<f64> {
        let mut row = self.row(j, k);
        row.iter_mut().skip(1).zip(self.units).for_each(|(c, unit)| *c *= unit);
        row
    }

    fn all(&self) -> Vec<DVector<f64>> {
        let n = self.a.len();
        let mut linear = DMatrix::zeros(n + 1, n + 1);
        for j in (0..n).filter(|j| !self.lengths.contains(j)) {
            let mut row = self.own_row(j, 0);
            row[j + 1] -= self.signs[j] * self.units[j];
            let most = row.amax();
            if most > 0.0 {
                linear.row_mut(j).copy_from(&(&row / most).transpose());
            }
        }
        // What the linear equations leave free: as many directions as there are lengths, and one.
        let svd = Svd::of(linear);
        let free = svd.v.columns(n - self.lengths.len(), self.lengths.len() + 1).into_owned();
        let quadrics = Quadrics::of(self, &free);
        let free = free.map(Complex::from);
        quadrics.solutions().into_iter().flat_map(|y| self.real(&(&free * y))).collect()
    }

    /// The real N there, if it is one: Newton's method in real numbers has the last word. A length that is nearly nothing has two solutions that nearly meet, of either sign: so it begins from both.
    fn real(&self, x: &Vector) -> Vec<DVector<f64>> {
        if x[0].norm() <= SAME * x.norm() {
            return Vec::new();
        }
        let n = x.rows(1, self.a.len()).zip_map(&DVector::from_column_slice(self.units), |n, unit| n * unit / x[0]);
        if n.iter().any(|each| each.im.abs() > NEARLY_REAL * n.norm()) {
            return Vec::new();
        }
        let n = n.map(|n| n.re);
        let pushing = DVector::from_fn(n.len(), |j, _| if self.lengths.contains(&j) { n[j].abs() } else { n[j] });
        [n, pushing].into_iter().filter_map(|n| self.polished(n)).collect()
    }

    fn polished(&self, mut n: DVector<f64>) -> Option<DVector<f64>> {
        for _ in 0..POLISHINGS {
            let (value, by_n, _) = self.missed(&n);
            let Some(change) = by_n.lu().solve(&value) else { break };
            n -= &change;
            if change.amax() <= f64::EPSILON * n.amax() {
                break;
            }
        }
        let (value, _, terms) = self.missed(&n);
        let most = n.amax();
        let nothing = (NOTHING * most).powi(2);
        let met = value.iter().zip(&terms).all(|(value, terms)| value.abs() <= MET * terms + nothing);
        (met && most.is_finite() && n.iter().all(|n| *n >= -NOTHING * most)).then_some(n)
    }

    /// By how much (1) is missed, with squares of lengths; its slopes, and the sum of its terms' sizes.
    fn missed(&self, n: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>, Vec<f64>) {
        let count = n.len();
        let (mut value, mut by_n, mut terms) = (DVector::zeros(count), DMatrix::zeros(count, count), Vec::new());
        let whole = n.clone().insert_row(0, 1.0);
        for j in 0..count {
            let rows = [0, 1, 2].map(|k| self.row(j, k));
            let z = rows.each_ref().map(|row| row.dot(&whole));
            let sizes = rows.each_ref().map(|row| row.component_mul(&whole).abs().sum());
            if self.lengths.contains(&j) {
                value[j] = z.iter().map(|z| z * z).sum::<f64>() - n[j] * n[j];
                terms.push(sizes.iter().map(|z| z * z).sum::<f64>() + n[j] * n[j]);
                for l in 0..count {
                    by_n[(j, l)] = 2.0 * (0..3).map(|k| z[k] * rows[k][l + 1]).sum::<f64>();
                }
                by_n[(j, j)] -= 2.0 * n[j];
            } else {
                value[j] = z[0] - self.signs[j] * n[j];
                terms.push(sizes[0] + n[j].abs());
                (0..count).for_each(|l| by_n[(j, l)] = rows[0][l + 1]);
                by_n[(j, j)] -= self.signs[j];
            }
        }
        (value, by_n, terms)
    }
}

/// (2): the rows of z_j, then n_j, each over the largest of them; γ and w.
struct Quadrics {
    rows: Vec<[DVector<f64>; 4]>,
    turns: Vec<Complex<f64>>,
    patch: Vector,
}

/// What each of them counts with.
const WEIGHTS: [f64; 4] = [1.0, 1.0, 1.0, -1.0];

impl Quadrics {
    fn of(loads: &Loads<'_>, free: &DMatrix<f64>) -> Self {
        let of_length = |&j: &usize| {
            let own = free.row(j + 1).transpose() * loads.units[j];
            let z = |k: usize| free.tr_mul(&loads.own_row(j, k));
            let rows = [z(0), z(1), z(2), own];
            let most = rows.iter().map(|row| row.amax()).fold(f64::MIN_POSITIVE, f64::max);
            rows.map(|row| row / most)
        };
        // Of size one, at angles that nothing has to do with.
        let turns = (0..loads.lengths.len()).map(|j| at_angle(0.912_734_5 + 2.399_963_2 * j as f64)).collect();
        let patch = Vector::from_fn(free.ncols(), |j, _| at_angle(0.371_946_1 + 1.618_033_9 * (j * j) as f64));
        Self { rows: loads.lengths.iter().map(of_length).collect(), turns, patch }
    }

    /// All solutions, of any length.
    fn solutions(&self) -> Vec<Vector> {
        match &self.rows[..] {
            [] => vec![Vector::from_element(1, Complex::from(1.0))],
            [one] => of_one(one),
            _ => self.of_several(),
        }
    }

    fn of_several(&self) -> Vec<Vector> {
        let mut ends = vec![Vector::zeros(0); 1 << self.rows.len()];
        let mut again: Vec<usize> = (0..ends.len()).collect();
        for largest in STEPS {
            again.iter().for_each(|&code| ends[code] = self.follow(self.start(code), largest));
            let meet = |i: usize, k: usize| i != k && (&ends[k] - &ends[i]).norm() <= SAME * ends[i].norm();
            again = (0..ends.len()).filter(|&i| (0..ends.len()).any(|k| meet(i, k))).collect();
            if again.is_empty() {
                break;
            }
        }
        ends
    }

    /// y at τ = 0, with one of the patterns of signs.
    fn start(&self, code: usize) -> Vector {
        let sign = |j: usize| if j > 0 && code >> (j - 1) & 1 == 1 { -1.0 } else { 1.0 };
        let y = Vector::from_fn(self.rows.len() + 1, |j, _| Complex::from(sign(j)));
        let on = self.patch.dot(&y);
        y / on
    }

    /// (3), and what it changes by with y and with τ.
    fn at(&self, y: &Vector, tau: f64) -> (Vector, DMatrix<Complex<f64>>, Vector) {
        let p = self.rows.len();
        let (mut value, mut by_tau) = (Vector::zeros(p + 1), Vector::zeros(p + 1));
        let mut by_y = DMatrix::zeros(p + 1, p + 1);
        for (j, rows) in self.rows.iter().enumerate() {
            let (turn, own) = (self.turns[j], y[j + 1]);
            let start = turn * (own * own - y[0] * y[0]);
            let mut end = Complex::from(0.0);
            for (row, weight) in rows.iter().zip(WEIGHTS) {
                let z: Complex<f64> = row.iter().zip(y).map(|(r, y)| y * *r).sum();
                end += z * z * weight;
                row.iter().enumerate().for_each(|(l, r)| by_y[(j, l)] += z * (2.0 * tau * weight * r));
            }
            (value[j], by_tau[j]) = (start * (1.0 - tau) + end * tau, end - start);
            by_y[(j, j + 1)] += turn * own * (2.0 * (1.0 - tau));
            by_y[(j, 0)] -= turn * y[0] * (2.0 * (1.0 - tau));
        }
        value[p] = self.patch.dot(y) - 1.0;
        by_y.row_mut(p).tr_copy_from(&self.patch);
        (value, by_y, by_tau)
    }

    /// The end of a path: of one that goes no further, where it stands.
    fn follow(&self, mut y: Vector, largest: f64) -> Vector {
        let (mut tau, mut step) = (0.0, largest);
        while tau < 1.0 && step > SHORTEST {
            let to = f64::min(tau + step, 1.0);
            match self.advance(&y, tau, to) {
                Some(next) => (y, tau, step) = (next, to, f64::min(2.0 * step, largest)),
                None => step /= 2.0,
            }
        }
        y
    }

    /// One step: along the tangent, and back onto the path.
    fn advance(&self, y: &Vector, tau: f64, to: f64) -> Option<Vector> {
        let (_, by_y, by_tau) = self.at(y, tau);
        let mut next = y - by_y.lu().solve(&by_tau)? * Complex::from(to - tau);
        for _ in 0..CORRECTIONS {
            let (value, by_y, _) = self.at(&next, to);
            let change = by_y.lu().solve(&value)?;
            let size = change.norm() / next.norm();
            next -= change;
            if size <= STILL {
                return Some(next);
            }
            if size > NEAR || size.is_nan() {
                return None;
            }
        }
        None
    }
}

/// A quadratic equation α y₀² + 2β y₀ y₁ + γ y₁² = 0, its solutions without loss of digits.
fn of_one(rows: &[DVector<f64>; 4]) -> Vec<Vector> {
    let sum = |i: usize, k: usize| rows.iter().zip(WEIGHTS).map(|(row, weight)| weight * row[i] * row[k]).sum::<f64>();
    let (first, half, last) = (sum(0, 0), sum(0, 1), sum(1, 1));
    let under = Complex::from(half * half - first * last).sqrt();
    let all = -(Complex::from(half) + if half < 0.0 { -under } else { under });
    let two = [[all, Complex::from(first)], [Complex::from(last), all]];
    two.into_iter().map(|y| Vector::from_column_slice(&y)).filter(|y| y.norm() > 0.0).collect()
}

fn at_angle(angle: f64) -> Complex<f64> {
    let (sin, cos) = sin_cos(angle);
    Complex::new(cos, sin)
}
