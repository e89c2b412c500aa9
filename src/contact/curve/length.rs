//! Arc length by the Gauss-Legendre rule with five nodes, which is exact for polynomials of degree 9.
//!
//! ```text
//! ∫₋₁¹ f dx ≈ 128/225 f(0) + Σ w_i (f(x_i) + f(−x_i))
//! x = ⅓ √(5 ∓ 2 √(10/7))        w = (322 ± 13 √70)/900
//! ```
//!
//! An interval is halved until its two halves agree with the whole to round-off of the total.

/// Halving ends here even if the integrand is not smooth: 2⁻⁴⁰ of the interval.
const DEEPEST: u32 = 40;
const ROUND_OFF: f64 = 1e-15;

/// ∫ `speed` ds.
pub(super) fn by_quadrature(speed: impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let whole = panel(&speed, from, to);
    refine(&speed, [from, to], whole, ROUND_OFF * whole.abs(), DEEPEST)
}

fn refine(speed: &impl Fn(f64) -> f64, [from, to]: [f64; 2], whole: f64, tolerance: f64, depth: u32) -> f64 {
    let middle = 0.5 * (from + to);
    let halves = [panel(speed, from, middle), panel(speed, middle, to)];
    let sum = halves[0] + halves[1];
    // A half's error is 2⁻¹⁰ of the whole's: when the two agree to round-off, the sum has it all.
    if (sum - whole).abs() <= tolerance || depth == 0 || !sum.is_finite() {
        return sum;
    }
    let part = |ends, value| refine(speed, ends, value, tolerance, depth - 1);
    part([from, middle], halves[0]) + part([middle, to], halves[1])
}

fn panel(speed: &impl Fn(f64) -> f64, from: f64, to: f64) -> f64 {
    let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
    let root = 2.0 * (10.0_f64 / 7.0).sqrt();
    let both = |x: f64| speed(middle - half * x) + speed(middle + half * x);
    let inner = (322.0 + 13.0 * 70.0_f64.sqrt()) / 900.0 * both((5.0 - root).sqrt() / 3.0);
    let outer = (322.0 - 13.0 * 70.0_f64.sqrt()) / 900.0 * both((5.0 + root).sqrt() / 3.0);
    half * (128.0 / 225.0 * speed(middle) + inner + outer)
}
