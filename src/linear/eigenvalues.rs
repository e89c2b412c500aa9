//! Eigenvalues of small real matrices without symmetry: the QR algorithm in complex arithmetic.
//!
//! A is balanced (rows and columns are scaled by powers of two until their sums are similar) and brought to upper Hessenberg form H. Then, on the part
//! of H that is not yet deflated,
//!
//! ```text
//! (1)  H − σ = Q R,   H ← R Q + σ
//! ```
//!
//! with rotations for Q, and for σ the eigenvalue of the last 2 × 2 block that lies nearer to its last entry (Wilkinson). An entry below the diagonal
//! that is below the rounding of its two neighbors on the diagonal is set to zero, and H splits into two parts there; a part of one row is an
//! eigenvalue. If ten steps make no progress, a symmetry of the matrix may keep them in a cycle; one step with another shift breaks it.

use nalgebra::{Complex, DMatrix};

/// Steps for each eigenvalue at most.
const MOST_STEPS: usize = 100;
/// Steps after which the shift is changed.
const CIRCLE: usize = 10;

/// All eigenvalues, in no order; those of a pair are each other's conjugates up to rounding. `None` if a number is not finite, or the algorithm does not end.
pub fn eigenvalues(matrix: &DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let n = matrix.nrows();
    if !matrix.iter().all(|x| x.is_finite()) {
        return None;
    }
    if n == 0 {
        return Some(Vec::new());
    }
    let mut h = balanced(matrix).hessenberg().unpack_h().map(|x| Complex::new(x, 0.0));
    let size = h.iter().fold(0.0, |most: f64, x| most.max(x.norm()));
    let mut last = n - 1;
    let mut steps = 0;
    while last > 0 {
        let first = (1..=last).rev().find(|&k| is_lost(&mut h, k, size)).unwrap_or(0);
        if first == last {
            (last, steps) = (last - 1, 0);
            continue;
        }
        if steps == MOST_STEPS {
            return None;
        }
        steps += 1;
        let shift = if steps % CIRCLE == 0 {
            h[(last, last)] + Complex::new(0.75, 0.4) * h[(last, last - 1)].norm()
        } else {
            wilkinson(&h, last)
        };
        step(&mut h, first, last, shift);
    }
    // A real eigenvalue has an imaginary part of rounding only.
    let real = 4.0 * n as f64 * f64::EPSILON * size;
    let clean = |x: Complex<f64>| if x.im.abs() <= real { Complex::new(x.re, 0.0) } else { x };
    Some((0..n).map(|k| clean(h[(k, k)])).collect())
}

/// A with D⁻¹ A D for diagonal D of powers of two.
fn balanced(matrix: &DMatrix<f64>) -> DMatrix<f64> {
    let mut a = matrix.clone();
    let n = a.nrows();
    let mut changed = true;
    let mut rounds = 0;
    while changed && rounds < 50 {
        (changed, rounds) = (false, rounds + 1);
        for k in 0..n {
            let others = (0..n).filter(|&i| i != k);
            let (row, column) = others.fold((0.0, 0.0), |(r, c), i| (r + f64::abs(a[(k, i)]), c + f64::abs(a[(i, k)])));
            if row == 0.0 || column == 0.0 {
                continue;
            }
            let factor = (0.5 * (row / column).log2()).round().exp2();
            if column * factor + row / factor < 0.95 * (column + row) {
                a.column_mut(k).scale_mut(factor);
                a.row_mut(k).scale_mut(1.0 / factor);
                changed = true;
            }
        }
    }
    a
}

/// Is the entry before the k-th one of the diagonal lost in rounding? Then it is made zero.
fn is_lost(h: &mut DMatrix<Complex<f64>>, k: usize, size: f64) -> bool {
    let beside = h[(k - 1, k - 1)].norm() + h[(k, k)].norm();
    let beside = if beside > 0.0 { beside } else { size };
    let lost = h[(k, k - 1)].norm() <= f64::EPSILON * beside;
    if lost {
        h[(k, k - 1)] = Complex::new(0.0, 0.0);
    }
    lost
}

fn wilkinson(h: &DMatrix<Complex<f64>>, last: usize) -> Complex<f64> {
    let [a, b, c, d] = [(last - 1, last - 1), (last - 1, last), (last, last - 1), (last, last)].map(|at| h[at]);
    let half = (a - d) * 0.5;
    let root = (half * half + b * c).sqrt();
    let [one, other] = [d + half + root, d + half - root];
    if (one - d).norm() < (other - d).norm() { one } else { other }
}

/// (1) on the rows and columns from `first` to `last`.
fn step(h: &mut DMatrix<Complex<f64>>, first: usize, last: usize, shift: Complex<f64>) {
    (first..=last).for_each(|k| h[(k, k)] -= shift);
    let mut turns = Vec::with_capacity(last - first);
    for k in first..last {
        let (a, b) = (h[(k, k)], h[(k + 1, k)]);
        let length = a.norm().hypot(b.norm());
        let (c, s) =
            if length > 0.0 { (a / length, b / length) } else { (Complex::new(1.0, 0.0), Complex::new(0.0, 0.0)) };
        for column in k..=last {
            let (x, y) = (h[(k, column)], h[(k + 1, column)]);
            (h[(k, column)], h[(k + 1, column)]) = (c.conj() * x + s.conj() * y, c * y - s * x);
        }
        turns.push((c, s));
    }
    for (k, (c, s)) in (first..last).zip(turns) {
        for row in first..=(k + 1).min(last) {
            let (x, y) = (h[(row, k)], h[(row, k + 1)]);
            (h[(row, k)], h[(row, k + 1)]) = (x * c + y * s, y * c.conj() - x * s.conj());
        }
    }
    (first..=last).for_each(|k| h[(k, k)] += shift);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each expected value the distance to the nearest found one, each found one being used once.
    fn apart(found: &[Complex<f64>], expected: &[Complex<f64>]) -> f64 {
        let mut left = found.to_vec();
        expected.iter().fold(0.0, |most: f64, value| {
            let nearest =
                (0..left.len()).min_by(|&a, &b| (left[a] - value).norm().total_cmp(&(left[b] - value).norm()));
            most.max(nearest.map_or(f64::INFINITY, |k| (left.swap_remove(k) - value).norm()))
        })
    }

    #[test]
    fn analytic_companion_of_known_zeros() {
        // (x² + 1)(x − 2)(x + 3) = x⁴ + x³ − 5 x² + x − 6
        let a = DMatrix::from_row_slice(4, 4, &[-1., 5., -1., 6., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0.]);
        let expected = [(0.0, 1.0), (0.0, -1.0), (2.0, 0.0), (-3.0, 0.0)].map(|(re, im)| Complex::new(re, im));
        assert!(apart(&eigenvalues(&a).unwrap(), &expected) < 1e-13);
    }

    /// Mended by 211a2ae.
    #[test]
    fn regress_cyclic_shifts_do_not_go_round_for_ever() {
        // All zeros lie on a circle: every step without a change of shift leaves such a matrix as it is.
        for n in 2..12 {
            let a = DMatrix::from_fn(n, n, |i, j| if (i + 1) % n == j { 1.0 } else { 0.0 });
            let expected: Vec<Complex<f64>> =
                (0..n).map(|k| Complex::from_polar(1.0, std::f64::consts::TAU * k as f64 / n as f64)).collect();
            assert!(apart(&eigenvalues(&a).unwrap(), &expected) < 1e-12, "{n}");
        }
    }

    #[test]
    fn invariant_double_pairs() {
        // A top that does not spin: two equal pairs ± 3, and a body that is free to turn.
        let mut a = DMatrix::zeros(6, 6);
        (0..3).for_each(|k| a[(k, k + 3)] = 1.0);
        (a[(3, 0)], a[(4, 1)]) = (9.0, 9.0);
        let expected = [3.0, 3.0, -3.0, -3.0, 0.0, 0.0].map(|x| Complex::new(x, 0.0));
        assert!(apart(&eigenvalues(&a).unwrap(), &expected) < 1e-7);
    }

    #[test]
    fn identity_trace_and_scaling() {
        let mut seed = 1_u64;
        let mut random = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as f64 / 2.0_f64.powi(30) - 1.0
        };
        for n in 1..20 {
            let a = DMatrix::from_fn(n, n, |_, _| random());
            let found = eigenvalues(&a).unwrap();
            let sum: Complex<f64> = found.iter().sum();
            let squares: Complex<f64> = found.iter().map(|x| x * x).sum();
            assert!(
                (sum - a.trace()).norm() < 1e-12 * n as f64 && (squares - (&a * &a).trace()).norm() < 1e-11 * n as f64
            );
            // Units of very different size change nothing.
            let scaled = DMatrix::from_fn(n, n, |i, j| a[(i, j)] * 10_f64.powi(i as i32 - j as i32));
            assert!(apart(&eigenvalues(&scaled).unwrap(), &found) < 1e-10);
        }
    }
}
