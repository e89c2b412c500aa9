//! Singular values and vectors, where some vanish as well.

use super::super::svd::Svd;
use super::case::Random;
use nalgebra::{DMatrix, DVector, dmatrix};

/// How far A = U S Vᵀ and VᵀV = 1 are missed.
fn missed(matrix: &DMatrix<f64>) -> f64 {
    let Svd { u, values, v } = Svd::of(matrix.clone());
    let again = &u * DMatrix::from_diagonal(&values) * v.transpose();
    let turned = v.tr_mul(&v) - DMatrix::identity(v.ncols(), v.ncols());
    (again - matrix).amax().max(turned.amax() * matrix.amax())
}

fn random(random: &mut Random, rows: usize, columns: usize) -> DMatrix<f64> {
    DMatrix::from_fn(rows, columns, |_, _| random.next())
}

/// All ones, whose only value is the root of the number of entries, and a full matrix: nalgebra's are wrong by a sixth, and by 4e-2 of the sum of squares.
#[test]
fn analytic_singular_values() {
    for (rows, columns) in [(3, 5), (6, 21), (21, 6), (1, 4), (4, 4)] {
        let ones = DMatrix::from_element(rows, columns, 1.0);
        let svd = Svd::of(ones.clone());
        let rest = svd.values.iter().skip(1).fold(0.0, |most: f64, s| most.max(*s));
        assert!((svd.most() - ((rows * columns) as f64).sqrt()).abs() < 1e-14 && rest < 1e-14, "{}", svd.values);
        assert!(missed(&ones) < 1e-14);
        // The least x for which all lines are one.
        let x = svd.solve(&DVector::from_element(rows, 1.0), 1e-10);
        assert!(x.iter().all(|x| (x - 1.0 / columns as f64).abs() < 1e-15), "{x}");
    }
    let full = dmatrix![1.0, 2.0, 2.0; 2.0, -1.0, -1.0; 2.0, 1.0, -1.0];
    assert!((Svd::of(full.clone()).values.norm_squared() - 21.0).abs() < 1e-13 && missed(&full) < 1e-14);
}

/// Of any shape, and of any rank: products of two thin ones.
#[test]
fn oracle_singular_values() {
    let mut numbers = Random(5);
    let (mut worst, mut deficient) = ([0.0_f64; 2], 0);
    for case in 0..2000 {
        let [rows, columns, rank] = [1 + case % 7, 1 + (case / 7) % 8, 1 + (case / 56) % 6];
        deficient += usize::from(rank < rows.min(columns));
        let matrix = random(&mut numbers, rows, rank) * random(&mut numbers, rank, columns);
        let values = Svd::of(matrix.clone()).values;
        // Roots of the eigenvalues of A Aᵀ, which are right.
        let squares = (&matrix * matrix.transpose()).symmetric_eigenvalues();
        let mut squares: Vec<f64> = squares.iter().copied().collect();
        squares.sort_by(|a, b| b.total_cmp(a));
        let size = 1.0 + squares[0];
        let off = values.iter().zip(&squares).map(|(s, square)| (s * s - square).abs() / size);
        worst = [worst[0].max(missed(&matrix) / size), worst[1].max(off.fold(0.0, f64::max))];
    }
    println!("{deficient} of less than full rank, off by {worst:?}");
    assert!(deficient > 500 && worst[0] < 1e-14 && worst[1] < 1e-14);
}
