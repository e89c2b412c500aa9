//! Closing a bracket around a sign change.
//!
//! The method is ITP (interpolate, truncate, project): I. F. D. Oliveira, R. H. C. Takahashi, ACM Trans. Math. Softw. 47 (2021), article 5.
//! In the bracket (a, b) with midpoint m and the allowed half-width ε:
//!
//! ```text
//! (1)  x_f = (f_b a − f_a b) / (f_b − f_a)                      interpolate (regula falsi)
//! (2)  x_t = x_f + σ δ,  σ = sgn(m − x_f),  δ = 0.2 (b − a)²/L  truncate: towards the middle, so that both ends close in;
//!                                                               L is the first length (m if that passes it)
//! (3)  x   = x_t, or m − σ r if |x_t − m| > r                   project: r = ε 2^(n − j) − (b − a)/2 in the j-th evaluation
//! (4)  n   = ⌈log2(L / 2ε)⌉ + 1                                 never more than n evaluations: bisection's count and one
//! ```
//!
//! It converges superlinearly on smooth functions and, unlike methods that only bound the best point, it ends with a *narrow bracket*.

/// A closed bracket.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Root {
    /// The function still has its sign at the beginning here.
    pub lo: f64,
    /// The function has changed its sign here, or is zero.
    pub hi: f64,
    /// Value at `lo`.
    pub f_lo: f64,
    /// Value at `hi`.
    pub f_hi: f64,
    /// Number of evaluations.
    pub evaluations: u32,
}

impl Root {
    /// The end with the smaller value.
    pub fn nearest(&self) -> f64 {
        if self.f_lo.abs() < self.f_hi.abs() { self.lo } else { self.hi }
    }
}

/// Where f changes sign in [a, b], a < b, given fa = f(a) and fb = f(b) of opposite signs.
///
/// The bracket that comes back is not wider than `x_tol`, or than four units in the last place of the larger end if that is more, so `x_tol = 0`
/// asks for full precision. Zero counts as *changed*: `fb` may be zero, and `hi` is the side just after the crossing, `lo` the side
/// just before it. With values of the same sign the bracket closes at `a` or `b` and means nothing.
///
/// An error of f is passed on at once. The number of evaluations is that of bisection plus one, at most.
pub fn find_root<E>(
    mut f: impl FnMut(f64) -> Result<f64, E>,
    a: f64,
    fa: f64,
    b: f64,
    fb: f64,
    x_tol: f64,
) -> Result<Root, E> {
    let mut root = Root { lo: a, hi: b, f_lo: fa, f_hi: fb, evaluations: 0 };
    let resolution = 4.0 * f64::EPSILON * a.abs().max(b.abs());
    let tolerance = x_tol.max(resolution).max(f64::MIN_POSITIVE);
    let length = b - a;
    // ε 2^(n − j), halved with every evaluation; 2 ε is the tolerance.
    let mut budget = tolerance * (length / tolerance).log2().ceil().exp2();
    while root.hi - root.lo > tolerance {
        let x = next_point(&root, length, budget, tolerance);
        budget *= 0.5;
        let fx = f(x)?;
        root.evaluations += 1;
        // A NaN counts as not changed.
        if fx == 0.0 || (fx > 0.0) != (fa > 0.0) && !fx.is_nan() {
            (root.hi, root.f_hi) = (x, fx);
        } else {
            (root.lo, root.f_lo) = (x, fx);
        }
    }
    Ok(root)
}

/// Equations (1) to (3), and half a tolerance away from both ends: a root close to an end is then bracketed by the next evaluation.
fn next_point(root: &Root, length: f64, budget: f64, tolerance: f64) -> f64 {
    let Root { lo, hi, f_lo, f_hi, .. } = *root;
    let width = hi - lo;
    let middle = lo + 0.5 * width;
    let falsi = lo - f_lo * (width / (f_hi - f_lo));
    if !falsi.is_finite() || width <= 2.0 * tolerance {
        return middle;
    }
    let shift = 0.2 * width * (width / length);
    let to_middle = middle - falsi;
    let truncated = if shift <= to_middle.abs() { falsi + shift.copysign(to_middle) } else { middle };
    let radius = (budget - 0.5 * width).max(0.0);
    let projected = truncated.clamp(middle - radius, middle + radius);
    projected.clamp(lo + 0.5 * tolerance, hi - 0.5 * tolerance)
}
