//! Eigenvalues of a small symmetric matrix, in place.
//!
//! ```text
//! A ← Rᵀ A R,  R a rotation in the plane of i and j by the angle that makes A_ij zero          (D2: Jacobi 1846)
//! ```
//!
//! for all pairs, again and again: Σ_(i≠j) A_ij² falls with each rotation by 2 A_ij², in the end quadratically with each round.

/// Rounds at most; five are the rule.
const ROUNDS: usize = 30;

/// The least eigenvalue of the n × n matrix `a`, row-major; what is left there is nearly diagonal. Of no unknowns it is infinite, of numbers that are none NaN.
pub fn least_eigenvalue(a: &mut [f64], n: usize) -> f64 {
    if n == 2 {
        let (mean, half) = (0.5 * (a[0] + a[3]), 0.5 * (a[0] - a[3]));
        return mean - half.hypot(a[1]);
    }
    diagonalize(a, n, &mut []);
    (0..n).map(|i| a[i * n + i]).fold(f64::INFINITY, |least, x| if x.is_nan() { x } else { least.min(x) })
}

/// Leaves the eigenvalues of the n × n matrix `a` on its diagonal. Rows of `rows`, if there are any, are turned with it: those of the unit matrix into the eigenvectors.
pub fn diagonalize(a: &mut [f64], n: usize, rows: &mut [f64]) {
    for _ in 0..ROUNDS {
        let size = |a: &[f64], diagonal: bool| {
            let counted = a.iter().enumerate().filter(|(k, _)| (k / n == k % n) == diagonal);
            counted.map(|(_, x)| x * x).sum::<f64>()
        };
        if size(a, false) <= f64::EPSILON * f64::EPSILON * size(a, true) {
            break;
        }
        for i in 0..n {
            for j in i + 1..n {
                rotate(a, rows, n, [i, j]);
            }
        }
    }
}

/// (D2): t = tan of the angle, the smaller root of t² + 2 θ t = 1 with θ = (A_jj − A_ii)/(2 A_ij).
fn rotate(a: &mut [f64], rows: &mut [f64], n: usize, [i, j]: [usize; 2]) {
    let off = a[i * n + j];
    if off == 0.0 {
        return;
    }
    let theta = 0.5 * (a[j * n + j] - a[i * n + i]) / off;
    let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
    let c = 1.0 / t.hypot(1.0);
    let s = t * c;
    for k in 0..n {
        let (x, y) = (a[k * n + i], a[k * n + j]);
        (a[k * n + i], a[k * n + j]) = (c * x - s * y, s * x + c * y);
    }
    turn(a, n, [i, j], [c, s]);
    if !rows.is_empty() {
        turn(rows, n, [i, j], [c, s]);
    }
}

/// Turns two rows.
fn turn(rows: &mut [f64], n: usize, [i, j]: [usize; 2], [c, s]: [f64; 2]) {
    for k in 0..n {
        let (x, y) = (rows[i * n + k], rows[j * n + k]);
        (rows[i * n + k], rows[j * n + k]) = (c * x - s * y, s * x + c * y);
    }
}

#[cfg(test)]
mod tests {
    use super::{diagonalize, least_eigenvalue};
    use crate::linear::tests::case::Random;
    use nalgebra::DMatrix;

    #[test]
    fn oracle_the_least_eigenvalue_is_that_of_nalgebra() {
        let mut random = Random(5);
        let (mut worst, mut missed) = (0.0_f64, 0.0_f64);
        for case in 0..400 {
            let n = 1 + case % 9;
            let mut a = DMatrix::from_fn(n, n, |_, _| random.next());
            a = if case % 3 == 0 { &a * a.transpose() } else { &a + a.transpose() };
            let expected = a.symmetric_eigenvalues().min();
            let found = least_eigenvalue(a.clone().as_mut_slice(), n);
            worst = worst.max((found - expected).abs() / a.norm());
            let (mut diagonal, mut vectors) = (a.clone(), DMatrix::identity(n, n));
            diagonalize(diagonal.as_mut_slice(), n, vectors.as_mut_slice());
            // A row there is a column here.
            let left = &a * &vectors - &vectors * DMatrix::from_diagonal(&diagonal.diagonal());
            missed = missed.max(left.norm() / a.norm());
        }
        println!("400 matrices: {worst:.1e}; A V − V Λ: {missed:.1e}");
        assert!(worst < 1e-14 && missed < 1e-14, "{worst:e} {missed:e}");
        assert_eq!(least_eigenvalue(&mut [3.0, 0.0, 0.0, 0.0, -2.0, 0.0, 0.0, 0.0, 5.0], 3), -2.0);
        assert!(least_eigenvalue(&mut [f64::NAN; 9], 3).is_nan());
    }
}
