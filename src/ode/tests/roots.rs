//! Root finding.

use crate::ode::{Root, find_root};
use std::convert::Infallible;

fn solve(f: impl Fn(f64) -> f64, a: f64, b: f64, x_tol: f64) -> Root {
    let (fa, fb) = (f(a), f(b));
    assert!(fa * fb <= 0.0, "moot");
    let root = find_root(|x| Ok::<_, Infallible>(f(x)), a, fa, b, fb, x_tol).unwrap();
    assert!(root.lo < root.hi && a <= root.lo && root.hi <= b);
    assert_eq!((root.f_lo, root.f_hi), (f(root.lo), f(root.hi)));
    assert!(root.f_lo != 0.0 && (root.f_lo > 0.0) == (fa > 0.0));
    assert!(root.f_hi == 0.0 || (root.f_hi > 0.0) != (fa > 0.0));
    let allowed = x_tol.max(4.0 * f64::EPSILON * a.abs().max(b.abs()));
    assert!(root.hi - root.lo <= allowed, "{root:?}");
    let bisection = ((b - a) / allowed).log2().ceil() as u32;
    assert!(root.evaluations <= 3 * bisection, "{root:?}");
    root
}

#[test]
fn analytic_roots() {
    type Case = (fn(f64) -> f64, f64, f64, f64, u32);
    let cases: [Case; 8] = [
        (|x| x - 0.3, 0.0, 1.0, 0.3, 3),
        (|x| x * x - 2.0, 0.0, 2.0, 2.0_f64.sqrt(), 8),
        (|x| 2.0 - x * x, 1.0, 1.5, 2.0_f64.sqrt(), 8),
        (f64::cos, 1.0, 2.0, std::f64::consts::FRAC_PI_2, 8),
        (|x| (20.0 * x).exp() - 1e3, 0.0, 1.0, 1e3_f64.ln() / 20.0, 13),
        (|x| (x - 0.7).powi(9), 0.0, 1.0, 0.7, 60),
        (|x| if x < 0.123 { -1e-9 } else { 1e9 }, 0.0, 1.0, 0.123, 60),
        (|x| (x - 0.5).cbrt(), 0.0, 0.9, 0.5, 60),
    ];
    for (i, (f, a, b, exact, most)) in cases.into_iter().enumerate() {
        let root = solve(f, a, b, 0.0);
        println!("{i}: {root:?}");
        assert!(root.lo - 2e-16 <= exact && exact <= root.hi + 2e-16, "{i}: {root:?}");
        assert!(root.evaluations <= most, "{i}: {root:?}");
        solve(f, a, b, 1e-6);
    }
}

#[test]
fn analytic_zero_at_the_ends_and_inside() {
    let just_before = solve(|x| x - 1.0, 0.0, 1.0, 0.0);
    assert_eq!(just_before.hi, 1.0);
    assert_eq!(just_before.nearest(), 1.0);
    // A guard that is zero for a while changes where it first is zero.
    let flat = solve(|x: f64| (0.25 - x).max(0.0), 0.0, 1.0, 0.0);
    assert_eq!(flat.f_hi, 0.0);
    assert!((flat.hi - 0.25).abs() < 1e-15);
    let hit = solve(|x| x - 0.5, 0.0, 1.0, 1e-9);
    assert!(hit.hi >= 0.5 && hit.lo < 0.5);
}

#[test]
fn refusal_error_is_passed_on() {
    let mut calls = 0;
    let f = |_| {
        calls += 1;
        if calls == 3 { Err("no") } else { Ok(-1.0) }
    };
    assert_eq!(find_root(f, 0.0, -1.0, 1.0, 1.0, 0.0), Err("no"));
}

#[test]
fn refusal_nonsense_ends() {
    for (fa, fb) in [(1.0, 1.0), (f64::NAN, 1.0), (-1.0, f64::INFINITY)] {
        let root = find_root(|_| Ok::<_, Infallible>(f64::NAN), 0.0, fa, 1.0, fb, 0.0).unwrap();
        assert!(root.evaluations < 60 && root.hi - root.lo < 1e-12);
    }
}
