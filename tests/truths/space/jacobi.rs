//! Closed forms: Jacobi's elliptic functions, and integrals of smooth functions.

use std::f64::consts::FRAC_PI_2;

/// K(m), the quarter period, by the arithmetic-geometric mean: K = π/(2 agm(1, √(1 − m))).
pub fn quarter_period(m: f64) -> f64 {
    let (mut a, mut b) = (1.0_f64, (1.0 - m).sqrt());
    while (a - b).abs() > 1e-15 * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    FRAC_PI_2 / a
}

/// (sn, cn, dn)(u | m) by descending Landen transformations: with a, b, c of the arithmetic-geometric mean and φ_N = 2^N a_N u,
/// sin(2 φ_{n−1} − φ_n) = (c_n/a_n) sin φ_n down to φ_0 = am(u).
pub fn jacobi(u: f64, m: f64) -> [f64; 3] {
    // Whole periods first: rounding grows with u otherwise.
    let period = 4.0 * quarter_period(m);
    let u = u - period * (u / period).round();
    let (mut a, mut b) = (1.0_f64, (1.0 - m).sqrt());
    let mut ratios = Vec::new();
    while (a - b).abs() > 1e-15 * a {
        let c = 0.5 * (a - b);
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
        ratios.push(c / a);
    }
    let mut angle = 2.0_f64.powi(ratios.len() as i32) * a * u;
    for ratio in ratios.iter().rev() {
        angle = 0.5 * (angle + (ratio * angle.sin()).asin());
    }
    let (sn, cn) = angle.sin_cos();
    [sn, cn, (1.0 - m * sn * sn).sqrt()]
}

/// ∫ f over [a, b], for a smooth f: Gauss-Legendre with eight points on each of `pieces` pieces.
pub fn integral(f: impl Fn(f64) -> f64, a: f64, b: f64, pieces: usize) -> f64 {
    const NODES: [[f64; 2]; 4] = [
        [0.183_434_642_495_649_8, 0.362_683_783_378_362],
        [0.525_532_409_916_329, 0.313_706_645_877_887_3],
        [0.796_666_477_413_626_7, 0.222_381_034_453_374_48],
        [0.960_289_856_497_536_3, 0.101_228_536_290_376_26],
    ];
    let h = (b - a) / pieces as f64;
    let piece = |i: usize| {
        let middle = a + (i as f64 + 0.5) * h;
        NODES.iter().map(|[x, w]| w * (f(middle - 0.5 * h * x) + f(middle + 0.5 * h * x))).sum::<f64>()
    };
    0.5 * h * (0..pieces).map(piece).sum::<f64>()
}

/// The functions against their own differential equation and against the pendulum's limits.
#[test]
fn identity_jacobi_functions() {
    let m = 0.73;
    let k = quarter_period(m);
    assert!((k - integral(|x| (1.0 - m * x.sin().powi(2)).sqrt().recip(), 0.0, FRAC_PI_2, 40)).abs() < 1e-14);
    for i in 0..50 {
        let u = -7.0 + 0.6 * f64::from(i);
        let [sn, cn, dn] = jacobi(u, m);
        assert!((sn * sn + cn * cn - 1.0).abs() < 1e-14);
        // sn' = cn dn, as an integral.
        let [far, ..] = jacobi(u + 0.5, m);
        let rise = integral(|x| jacobi(x, m)[1] * jacobi(x, m)[2], u, u + 0.5, 8);
        assert!((far - sn - rise).abs() < 1e-14, "{u}: {:e}", far - sn - rise);
        assert!((jacobi(u + 4.0 * k, m)[1] - cn).abs() < 1e-13);
        assert!((jacobi(u, 0.0)[0] - u.sin()).abs() < 1e-14);
        assert!(dn >= (1.0 - m).sqrt() - 1e-15);
    }
}
