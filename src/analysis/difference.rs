//! Derivatives by central differences of order 8.
//!
//! ```text
//! (1)  f'(0) ≈ Σ_k w_k (f(kh) − f(−kh))/h,   w = 4/5, −1/5, 4/105, −1/280
//! (2)  error = h⁸ f⁽⁹⁾/630, and rounding: about 1e-16 |f|/h
//! ```
//!
//! With h = 2e-3 of the length over which f changes, (2) is some 1e-14 of truncation and as much of rounding: as good as derivatives by formula.
//! The formula without its last pair, of order 6 (3/4, −3/20, 1/60), tells how good. Where each value is a whole run, order 4 (2/3, −1/12) does.

use nalgebra::DVector;

const ORDER_8: [f64; 4] = [4.0 / 5.0, -1.0 / 5.0, 4.0 / 105.0, -1.0 / 280.0];
const ORDER_6: [f64; 4] = [3.0 / 4.0, -3.0 / 20.0, 1.0 / 60.0, 0.0];

/// f'(0), and by how much the formula of lower order differs.
pub(super) fn derivative<E>(f: impl FnMut(f64) -> Result<Vec<f64>, E>, h: f64) -> Result<(Vec<f64>, f64), E> {
    let (fine, coarse) = both(f, h)?;
    let error = fine.iter().zip(&coarse).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    Ok((fine, error))
}

/// f'(0) by either formula.
pub(super) fn both<E>(mut f: impl FnMut(f64) -> Result<Vec<f64>, E>, h: f64) -> Result<(Vec<f64>, Vec<f64>), E> {
    let (mut fine, mut coarse) = (Vec::new(), Vec::new());
    for (k, (w8, w6)) in ORDER_8.into_iter().zip(ORDER_6).enumerate() {
        let x = h * (k + 1) as f64;
        let (ahead, behind) = (f(x)?, f(-x)?);
        fine.resize(ahead.len(), 0.0);
        coarse.resize(ahead.len(), 0.0);
        for (i, (a, b)) in ahead.iter().zip(&behind).enumerate() {
            let rise = (a - b) / h;
            fine[i] += w8 * rise;
            coarse[i] += w6 * rise;
        }
    }
    Ok((fine, coarse))
}

/// Of two derivatives the one whose formulas differ less.
pub(super) fn better<E>(
    best: Result<(Vec<f64>, f64), E>,
    next: Result<(Vec<f64>, f64), E>,
) -> Result<(Vec<f64>, f64), E> {
    match (best, next) {
        (Ok(best), Ok(next)) => Ok(if next.1 < best.1 { next } else { best }),
        (Ok(best), Err(_)) => Ok(best),
        (Err(_), next) => next,
    }
}

const ORDER_4: [f64; 2] = [2.0 / 3.0, -1.0 / 12.0];

/// f'(0) from four values.
pub(super) fn derivative_of_runs<E>(
    mut f: impl FnMut(f64) -> Result<DVector<f64>, E>,
    h: f64,
) -> Result<DVector<f64>, E> {
    let [near, far] = ORDER_4;
    let near = (f(h)? - f(-h)?) * (near / h);
    Ok(near + (f(2.0 * h)? - f(-2.0 * h)?) * (far / h))
}
