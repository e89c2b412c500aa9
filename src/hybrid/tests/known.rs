//! Closings whose instants are known, and what the search does at its limits.

use crate::hybrid::Bound;
use crate::hybrid::closing::{Found, Search, first_closing};
use std::convert::Infallible;

fn search(from: f64, to: f64) -> Search {
    Search { window: [from, to], resolution: 1e-12, leaving: false, looks: 8 }
}

fn find(gap: impl Fn(f64) -> [f64; 2], bound: Bound, search: Search) -> Found {
    first_closing(|t| Ok::<_, Infallible>(gap(t)), bound, search).unwrap()
}

/// What falls freely, with the exact bounds: the parabola is the gap itself.
#[test]
fn analytic_a_fall_is_found_at_once() {
    let fall = |t: f64| [1.0 - 0.5 * 9.81 * t * t, -9.81 * t];
    let found = find(fall, Bound::new(20.0, 9.81), search(0.0, 2.0));
    let closing = found.closing.unwrap();
    let exact = (2.0_f64 / 9.81).sqrt();
    println!("{:e} s off after {} values", closing.t - exact, found.evaluations);
    assert!((closing.t - exact).abs() < 1e-15 && closing.gap.abs() < 1e-15 && found.proved);
    assert!(found.evaluations <= 5);
    // A step that ends before is dismissed by one value, by either bound alone.
    for bound in [Bound::new(4.5, f64::NAN), Bound::new(f64::NAN, 9.81)] {
        let found = find(fall, bound, search(0.0, 0.2));
        assert_eq!((found.closing, found.evaluations, found.proved), (None, 1, true));
    }
}

/// A mass that flies at 3 m/s between two stops 1 m apart, with A as rounding leaves it: the other form of the root would cancel.
#[test]
fn analytic_a_mass_between_two_stops_has_no_bend() {
    for bend in [0.0, 1e-300, 1e-20, 1e-14, 1e-8] {
        for start in [1e-9, 1e-3, 0.5, 1.0] {
            let found = find(|t| [start - 3.0 * t, -3.0], Bound::new(3.0, bend), search(0.0, 1.0));
            let closing = found.closing.unwrap();
            assert!(
                (closing.t - start / 3.0).abs() <= 1e-15 * start,
                "{bend:e} {start}: {:e}",
                closing.t - start / 3.0
            );
        }
        let rising = find(|t| [0.5 + 3.0 * t, 3.0], Bound::new(3.0, bend), search(0.0, 1.0));
        assert_eq!((rising.closing, rising.evaluations), (None, 1));
    }
}

/// A gap that dips between two looks: with a bound it is found, without one it is not, and that is told.
#[test]
fn analytic_a_dip_between_looks() {
    // (t − a)² − w², below zero for 2 w.
    let (a, w) = (0.43, 1e-3);
    let dip = |t: f64| [(t - a) * (t - a) - w * w, 2.0 * (t - a)];
    let found = find(dip, Bound::new(2.0, 0.0), search(0.0, 1.0));
    let closing = found.closing.unwrap();
    assert!((closing.t - (a - w)).abs() < 1e-15 / w && found.proved, "{closing:?}");
    let blind = find(dip, Bound::NONE, search(0.0, 1.0));
    assert!(blind.closing.is_none() && !blind.proved && blind.evaluations == 9);
    let fast = Search { looks: 4001, ..search(0.0, 1.0) };
    let seen = find(dip, Bound::NONE, fast).closing.unwrap();
    assert!((seen.t - (a - w)).abs() < 1e-12 && seen.gap <= 0.0);
}

/// A touch without a fall is none: it leaves, and the next fall is a closing.
#[test]
fn analytic_a_graze_is_no_closing() {
    // t (t − 1)² (2 − t)·4 ≥ 0 until 2: it touches zero at 1.
    let graze = |t: f64| {
        let gap = (t - 1.0) * (t - 1.0) * (2.0 - t);
        [gap, 2.0 * (t - 1.0) * (2.0 - t) - (t - 1.0) * (t - 1.0)]
    };
    let found = find(graze, Bound::new(10.0, 10.0), search(0.0, 1.5));
    assert!(found.closing.is_none_or(|c| (c.t - 1.0).abs() < 1e-6 && c.rate > -1e-5), "{found:?}");
    let closing = find(graze, Bound::new(10.0, 10.0), search(1.2, 2.5)).closing.unwrap();
    assert!((closing.t - 2.0).abs() < 1e-14, "{closing:?}");
}

/// A bounce leaves with rounding of either sign in its gap and closes after its hop where it began, also if that is lower than the resolution; what hardly rises sinks no deeper than that.
#[test]
fn analytic_a_hop() {
    for rounding in [-1e-15, 0.0, 1e-15] {
        for rise in [1e-3, 1e-4, 1e-5, 3e-6, 1.0, 5.0] {
            let hop = |t: f64| [rounding + rise * t - 4.905 * t * t, rise - 9.81 * t];
            let search = Search { leaving: true, ..search(0.0, 3.0) };
            let found = find(hop, Bound::new(30.0, 9.81), search);
            let closing = found.closing.unwrap();
            let exact = rise / 9.81 + (rise * rise / 9.81 / 9.81 + rounding / 4.905).sqrt();
            assert!((closing.t - exact).abs() < 2e-15 * (1.0 + 1.0 / rise), "{rise}: {:e}", closing.t - exact);
            // The same with a bound three times too large.
            let loose = find(hop, Bound::new(90.0, 30.0), search).closing.unwrap();
            assert!((loose.t - exact).abs() < 2e-15 * (1.0 + 1.0 / rise));
        }
        let low = |t: f64| [rounding + 1e-7 * t - 4.905 * t * t, 1e-7 - 9.81 * t];
        let found = find(low, Bound::new(30.0, 9.81), Search { leaving: true, ..search(0.0, 3.0) });
        let closing = found.closing.unwrap();
        assert!(closing.gap < 0.0 && closing.gap > -3e-12 && closing.t < 1e-5, "{closing:?}");
    }
    // What leaves and does not come back is armed by then.
    let away = find(|t| [t * t, 2.0 * t], Bound::new(2.0, 0.0), Search { leaving: true, ..search(0.0, 1.0) });
    assert!(away.closing.is_none() && away.proved);
}

/// Two bodies that stay in touch without pressing: the search gives up, looks, and says so.
#[test]
fn analytic_a_gap_along_zero_ends() {
    let found = find(|_| [1e-17, 0.0], Bound::new(1.0, 1.0), Search { leaving: true, ..search(0.0, 1.0) });
    assert!(found.closing.is_none() && !found.proved && found.leaving && found.evaluations < 2000);
}
