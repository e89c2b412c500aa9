//! The inner loops. Sizes are constants wherever they can be, so that small blocks live in registers.

/// T += A W Bᵀ with A of R rows, B of C rows, both N wide and row-major.
#[inline(always)]
pub(super) fn add<const R: usize, const C: usize, const N: usize>(
    t: &mut [[f64; C]; R],
    a: &[f64],
    b: &[f64],
    w: &[f64],
) {
    let (Some(a), Some(b), Some(w)) = (rows::<R, N>(a), rows::<C, N>(b), w.first_chunk::<N>()) else {
        return;
    };
    for r in 0..R {
        let mut aw = a[r];
        for n in 0..N {
            aw[n] *= w[n];
        }
        for c in 0..C {
            let mut sum = aw[0] * b[c][0];
            for n in 1..N {
                sum += aw[n] * b[c][n];
            }
            t[r][c] += sum;
        }
    }
}

/// T += A W Aᵀ, lower triangle, and g −= A x.
#[inline(always)]
pub(super) fn begin<const M: usize, const N: usize>(
    t: &mut [[f64; M]; M],
    g: &mut [f64; M],
    a: &[f64],
    w: &[f64],
    x: &[f64],
) {
    let (Some(a), Some(w), Some(x)) = (rows::<M, N>(a), w.first_chunk::<N>(), x.first_chunk::<N>()) else {
        return;
    };
    for r in 0..M {
        let mut aw = a[r];
        for n in 0..N {
            aw[n] *= w[n];
        }
        for c in 0..=r {
            let mut sum = aw[0] * a[c][0];
            for n in 1..N {
                sum += aw[n] * a[c][n];
            }
            t[r][c] += sum;
        }
    }
    subtract_product(g, a, x);
}

/// g −= A x.
#[inline(always)]
pub(super) fn subtract_product<const M: usize, const N: usize>(g: &mut [f64; M], a: &[[f64; N]; M], x: &[f64; N]) {
    for r in 0..M {
        let mut sum = a[r][0] * x[0];
        for n in 1..N {
            sum += a[r][n] * x[n];
        }
        g[r] -= sum;
    }
}

/// g −= A x for a width known only at run time. By value, so that `g` never needs an address.
#[inline(never)]
pub(super) fn subtract_wide<const M: usize>(mut g: [f64; M], a: &[f64], x: &[f64]) -> [f64; M] {
    for (g, a) in g.iter_mut().zip(a.chunks_exact(x.len().max(1))) {
        *g -= dot(a, x);
    }
    g
}

/// g = W L⁻¹ g.
#[inline(always)]
pub(super) fn forward<const M: usize>(g: &mut [f64; M], l: &[[f64; M]; M], w: &[f64; M]) {
    for r in 1..M {
        for c in 0..r {
            g[r] -= l[r][c] * g[c];
        }
    }
    for r in 0..M {
        g[r] *= w[r];
    }
}

/// [`add`] for a width known only at run time. By value, so that `t` never needs an address.
#[inline(never)]
pub(super) fn add_wide<const R: usize, const C: usize>(
    mut t: [[f64; C]; R],
    a: &[f64],
    b: &[f64],
    w: &[f64],
) -> [[f64; C]; R] {
    let n = w.len().max(1);
    for (t, a) in t.iter_mut().zip(a.chunks_exact(n)) {
        for (t, b) in t.iter_mut().zip(b.chunks_exact(n)) {
            *t += a.iter().zip(b).zip(w).fold(0.0, |sum, ((a, b), w)| sum + a * w * b);
        }
    }
    t
}

/// The first R rows of a row-major matrix N wide.
#[inline(always)]
pub(super) fn rows<const R: usize, const N: usize>(a: &[f64]) -> Option<&[[f64; N]; R]> {
    a.get(..R * N)?.as_chunks::<N>().0.first_chunk::<R>()
}

/// L W⁻¹ Lᵀ of a small block from its lower triangle: L below the diagonal, and W.
/// `None` if a pivot does not exceed its threshold (or is not a number).
#[inline(always)]
pub(super) fn pivots<const M: usize>(mut t: [[f64; M]; M], least: &[f64; M]) -> Option<([[f64; M]; M], [f64; M])> {
    let mut w = [0.0; M];
    let mut good = true;
    if M == 2 {
        // By the determinant both divisions start at once.
        let [a, b, d] = [t[0][0], t[1][0], t[1][1]];
        let det = a * d - b * b;
        w[0] = 1.0 / a;
        w[1] = a / det;
        good &= a > least[0] && det > least[1] * a && w[1] > 0.0;
        t[1][0] = b * w[0];
        return good.then_some((t, w));
    }
    for r in 0..M {
        for c in 0..r {
            // Row r holds L W⁻¹ until it is done.
            for k in 0..c {
                t[r][c] -= t[r][k] * t[c][k];
            }
        }
        for c in 0..r {
            let y = t[r][c];
            t[r][c] = y * w[c];
            t[r][r] -= t[r][c] * y;
        }
        good &= t[r][r] > least[r];
        w[r] = 1.0 / t[r][r];
    }
    good.then_some((t, w))
}

/// Y = T L⁻ᵀ for one row.
#[inline(always)]
pub(super) fn divide<const M: usize>(row: &mut [f64; M], l: &[[f64; M]; M]) {
    for c in 1..M {
        for k in 0..c {
            row[c] -= l[c][k] * row[k];
        }
    }
}

/// The inverse of a small block, and its pivots: by Gauss and Jordan, rows exchanged.
#[inline(always)]
pub(super) fn invert<const M: usize>(mut t: [[f64; M]; M]) -> ([[f64; M]; M], [f64; M]) {
    let mut inverse = [[0.0; M]; M];
    (0..M).for_each(|r| inverse[r][r] = 1.0);
    let mut pivots = [0.0; M];
    for k in 0..M {
        let mut p = k;
        for r in k + 1..M {
            if t[r][k].abs() > t[p][k].abs() {
                p = r;
            }
        }
        t.swap(k, p);
        inverse.swap(k, p);
        pivots[k] = t[k][k].abs();
        let w = 1.0 / t[k][k];
        for c in 0..M {
            t[k][c] *= w;
            inverse[k][c] *= w;
        }
        for r in 0..M {
            let l = t[r][k];
            for c in 0..M {
                if r != k {
                    t[r][c] -= l * t[k][c];
                    inverse[r][c] -= l * inverse[k][c];
                }
            }
        }
    }
    (inverse, pivots)
}

/// So many values.
#[inline(always)]
pub(super) fn part(values: &[f64], at: u32, len: usize) -> &[f64] {
    &values[at as usize..at as usize + len]
}

#[inline]
pub(super) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a * b)
}

/// x += c a.
#[inline]
pub(super) fn axpy(x: &mut [f64], c: f64, a: &[f64]) {
    x.iter_mut().zip(a).for_each(|(x, a)| *x += c * a);
}

/// x = W x.
#[inline]
pub(super) fn scale(x: &mut [f64], w: &[f64]) {
    x.iter_mut().zip(w).for_each(|(x, w)| *x *= w);
}
