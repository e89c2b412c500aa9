//! Times by quadrature, for the closed forms of motions with one freedom.

/// ∫ f from 0 to 1, by Gauss's rule of five places on 64 pieces.
pub fn integral(f: impl Fn(f64) -> f64) -> f64 {
    const PLACES: [(f64, f64); 3] = [
        (0.0, 128.0 / 225.0),
        (0.538_469_310_105_683_1, 0.478_628_670_499_366_47),
        (0.906_179_845_938_664, 0.236_926_885_056_189_08),
    ];
    let h = 1.0 / 64.0;
    let piece = |k: i32| {
        let middle = (f64::from(k) + 0.5) * h;
        let pair = |(x, w): (f64, f64)| match x {
            0.0 => w * f(middle),
            _ => w * (f(middle - 0.5 * h * x) + f(middle + 0.5 * h * x)),
        };
        0.5 * h * PLACES.into_iter().map(pair).sum::<f64>()
    };
    (0..64).map(piece).sum()
}

/// sin(x/2)/x: what is left of the root at a turning point.
pub fn half_sine(x: f64) -> f64 {
    if x == 0.0 { 0.5 } else { (0.5 * x).sin() / x }
}
