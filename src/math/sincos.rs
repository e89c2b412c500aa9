//! Sine and cosine of one angle together, for right-hand sides that need both for every body.
//!
//! Why not the standard library's? Its two functions are calls into the platform's C library: they
//! branch on the size of the angle, their last bit differs from platform to platform, and no
//! register survives the call. This function is inlined, without a branch that depends on the
//! quadrant, and uses nothing but additions, multiplications and bit patterns, so that a planar
//! right-hand side, which has no other transcendental function, gives the same bits everywhere.
//! What that buys: a planar run with fixed steps, stick and slip included, is the same to the last
//! bit on every machine with IEEE arithmetic (`tests/truths/same_bits.rs` pins its hash). A run that
//! chooses its steps is not: the step control takes logarithms and powers of the platform's library.
//! Measured figures stand at the end.
//!
//! **Reduction** (Cody and Waite). x = n π/2 + r with n the integer nearest to 2x/π, so that
//! |r| ≤ π/4. Adding 1.5·2⁵² rounds a double to an integer and leaves it in the lowest bits. With
//! π/2 = P1 + P2 + P3, of 35, 35 and 53 bits, and |n| < 2¹⁸, the products n P1 and n P2 are exact:
//!
//! 1. r1 = x − n P1 is exact, for the two are close together;
//! 2. r = r1 − n P2 is rounded, and the rounding error (r1 − r) − n P2 is exact. (If |r1| < |n P2|,
//!    which happens next to a multiple of π/2, the difference itself is exact.)
//! 3. e = ((r1 − r) − n P2) − n P3, so that the reduced angle is r + e, |e| at most about ulp(r),
//!    or r itself nearly cancels and e supplies its digits.
//!
//! **Polynomials** on |r| ≤ π/4 in z = r², degree 5, of least largest relative error (Remez):
//!
//! 4. sin(r + e) = r + (r³ P(z) + e (1 − z/2))
//! 5. cos(r + e) = 1 − z/2 + (z² Q(z) − r e); with w = 1 − z/2 rounded, (1 − w) − z/2 is its
//!    rounding error, exactly, and is added to the small terms.
//!
//! Their own error is 2^−57.9 and 2^−63.9. `docs/scripts/sincos_minimax.py` computes the
//! coefficients, and measures the whole function against arithmetic of 160 bits: largest error
//! 0.82 ulp, at all 250 000 doubles nearest to a multiple of π/2 or between two, and at 800 000
//! random points.
//!
//! **Quadrant**: sine and cosine of r + n π/2 are neighbors in the list s, c, −s, −c, s. Reading
//! them from there is no branch.
//!
//! **Limits.** Beyond |x| = 393 216 (62 500 turns), and for infinities and NaN, the standard
//! library answers. The sign of a zero is not kept: the sine of −0 is +0.
//!
//! **Measured** (`cargo bench --bench sincos`: a loop that adds up the pairs; Xeon, glibc 2.36,
//! which uses fused multiply-add where it finds it; ns per pair, standard library / this): random
//! angles to ±0.7: 6.8 / 7.9; to ±10, few enough for the branch predictor to learn: 10.2 / 7.2, too
//! many for it: 20.7 / 7.6. Instructions per pair to ±10, counted by callgrind: 139 / 75. So the
//! gain is mostly in the branches: 1.4 times for a few bodies, 2.7 times for many, and a small loss
//! where every angle stays small.

/// Up to here the reduction is exact: |x| ≤ 1.5·2¹⁸ keeps n below 2¹⁸.
const LARGEST: f64 = 393_216.0;
/// 1.5·2⁵²: the doubles around it are the integers.
const ROUNDER: f64 = 6_755_399_441_055_744.0;
const TWO_OVER_PI: f64 = std::f64::consts::FRAC_2_PI;
/// π/2 in three parts; the first two have 18 zero bits at the end.
const HALF_PI_1: f64 = 1.5707963267923333;
const HALF_PI_2: f64 = 2.5633441515839558e-12;
const HALF_PI_3: f64 = 1.0562999066987428e-23;

/// P in (4), the lowest power first.
const SIN: [f64; 6] = [
    -0.1666666666666663,
    0.00833333333332184,
    -0.00019841269829358528,
    2.7557313538514717e-06,
    -2.505073438946763e-08,
    1.5895433311760083e-10,
];
/// Q in (5).
const COS: [f64; 6] = [
    0.041666666666666595,
    -0.0013888888888873342,
    2.4801587289002083e-05,
    -2.7557314217041253e-07,
    2.0875705396584732e-09,
    -1.1358749282307161e-11,
];

/// The sine and the cosine of `x` in radians, each within 1 ulp.
///
/// `sin_cos(-x)` is exactly `(-s, c)`. The angle may turn on for 62 500 turns in either sense;
/// farther out, and for what is not finite, this is `f64::sin_cos`.
#[inline]
pub fn sin_cos(x: f64) -> (f64, f64) {
    if x.abs() <= LARGEST { reduced(x) } else { beyond(x) }
}

#[cold]
#[inline(never)]
fn beyond(x: f64) -> (f64, f64) {
    x.sin_cos()
}

#[inline]
fn reduced(x: f64) -> (f64, f64) {
    let shifted = x * TWO_OVER_PI + ROUNDER;
    let n = shifted - ROUNDER;
    let r1 = x - n * HALF_PI_1;
    let second = n * HALF_PI_2;
    let r = r1 - second;
    let e = ((r1 - r) - second) - n * HALF_PI_3;

    let z = r * r;
    let z2 = z * z;
    let half = 0.5 * z;
    let w = 1.0 - half;
    let s = r + (r * z * polynomial(&SIN, z, z2) + e * w);
    let c = w + (((1.0 - w) - half) + (z2 * polynomial(&COS, z, z2) - r * e));

    let turned = [s, c, -s, -c, s];
    let quadrant = (shifted.to_bits() & 3) as usize;
    (turned[quadrant], turned[quadrant + 1])
}

/// Grouped in pairs, so that the processor need not wait for one product after the other.
#[inline]
fn polynomial(c: &[f64; 6], z: f64, z2: f64) -> f64 {
    (c[0] + z * c[1]) + z2 * ((c[2] + z * c[3]) + z2 * (c[4] + z * c[5]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::{FRAC_PI_2, PI};

    /// A million angles: of every size up to the bound, most of them small.
    fn angles() -> impl Iterator<Item = f64> {
        let mut seed = 1_u64;
        let mut uniform = move || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            2.0 * (seed >> 11) as f64 / (1_u64 << 53) as f64 - 1.0
        };
        let bounds = [0.8, 3.2, 100.0, LARGEST];
        (0..1_000_000).map(move |k| bounds[k % bounds.len()] * uniform())
    }

    /// The doubles nearest to n π/2 and their neighbors, for every n within the bound.
    fn near_quarter_turns() -> impl Iterator<Item = f64> {
        (1..250_329).flat_map(|n| {
            let x = n as f64 * FRAC_PI_2;
            [x.next_down(), x, x.next_up()]
        })
    }

    /// How many doubles apart; two zeros of unlike sign are far apart.
    fn ulps(a: f64, b: f64) -> u64 {
        a.to_bits().abs_diff(b.to_bits())
    }

    #[test]
    fn oracle_standard_library_within_one_ulp() {
        let mut differing = 0;
        for x in angles().chain(near_quarter_turns()) {
            let ((s, c), (s_std, c_std)) = (sin_cos(x), x.sin_cos());
            let apart = ulps(s, s_std).max(ulps(c, c_std));
            assert!(apart <= 1, "{apart} ulp at {x:e}: {s:e} {s_std:e}, {c:e} {c_std:e}");
            differing += apart;
        }
        assert!(differing > 0, "this compares the standard library with itself");
    }

    #[test]
    fn oracle_quarter_turns_need_the_three_parts() {
        // π/2 rounded to a double, the obvious reduction, loses nearly all digits at these points.
        let lost = near_quarter_turns()
            .filter(|x| {
                let naive = x - (x / FRAC_PI_2).round() * FRAC_PI_2;
                let (s, c) = sin_cos(*x);
                let small = if s.abs() < c.abs() { s } else { c };
                ulps(naive.abs(), small.abs()) > 1 << 40
            })
            .count();
        assert!(lost > 250_000, "only at {lost} points");
    }

    #[test]
    fn identity_symmetry_and_unit_circle() {
        for x in angles().chain(near_quarter_turns()) {
            let (s, c) = sin_cos(x);
            assert_eq!(sin_cos(-x), (-s, c));
            assert!((s * s + c * c - 1.0).abs() <= 2.0 * f64::EPSILON, "at {x:e}");
        }
    }

    #[test]
    fn identity_special_angles() {
        assert_eq!(sin_cos(0.0), (0.0, 1.0));
        assert_eq!(sin_cos(-0.0), (0.0, 1.0));
        assert_eq!(sin_cos(f64::MIN_POSITIVE), (f64::MIN_POSITIVE, 1.0));
        assert_eq!(sin_cos(5e-324), (5e-324, 1.0));
        // The rest of π beyond its double, and a cosine that rounds to −1.
        assert_eq!(sin_cos(PI), (1.2246467991473532e-16, -1.0));
        for x in [LARGEST.next_up(), -1e9, 1e300, f64::MAX] {
            assert_eq!(sin_cos(x), x.sin_cos());
        }
        for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let (s, c) = sin_cos(x);
            assert!(s.is_nan() && c.is_nan());
        }
    }

    #[test]
    fn golden_bits_are_the_same_everywhere() {
        // Printed by docs/scripts/sincos_minimax.py, which repeats the operations in Python.
        let table = [
            (0.001, 0x3f50624da5218a62, 0x3feffffef390876c),
            (0.5, 0x3fdeaee8744b05f0, 0x3fec1528065b7d50),
            (0.786, 0x3fe6a41a99fd55b2, 0x3fe69d21a9805fb3),
            (1.0, 0x3feaed548f090cee, 0x3fe14a280fb5068c),
            (1.5, 0x3fefeb7a9b2c6d8b, 0x3fb21bd54fc5f9a7),
            (-2.5, 0xbfe326af0dcfcab0, 0xbfe9a2f7ef858b7d),
            (11.0, 0xbfefffeb762e93eb, 0x3f7220ae41ee2fdf),
            (22.0, 0xbf8220a29f6eb9f4, 0xbfefffadd8d4acda),
            (355.0, 0xbeff9bd0307d1de3, 0xbfefffffffc18e4c),
            (100000.0, 0x3fa24daa9c527e96, 0xbfeffac3841b3da7),
            (300000.0, 0x3fbb6885f8d1df45, 0xbfefd0e9ec921065),
        ];
        for (x, s, c) in table {
            let found = sin_cos(x);
            assert_eq!((found.0.to_bits(), found.1.to_bits()), (s, c), "at {x}");
        }
    }
}
