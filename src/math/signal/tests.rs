use super::*;

fn close(found: Jet, expected: [f64; 3], within: f64) {
    for (found, expected) in [found.value, found.first, found.second].into_iter().zip(expected) {
        assert!((found - expected).abs() <= within, "{found} {expected}");
    }
}

#[test]
fn analytic_values_and_derivatives() {
    let signal = Signal::polynomial([1.0, -2.0, 0.5]).sine(3.0, 2.0, 0.25);
    let t = 0.7_f64;
    let (sin, cos) = (2.0 * t + 0.25).sin_cos();
    let expected = [1.0 - 2.0 * t + 0.5 * t * t + 3.0 * sin, -2.0 + t + 6.0 * cos, 1.0 - 12.0 * sin];
    close(signal.at(Now::at(t)), expected, 1e-14);
    assert_eq!(signal.value(t), signal.at(Now::at(t)).value);
    assert_eq!(Signal::constant(0.3).value(1e9), 0.3);
}

/// f' and f'' of every shape against differences of f, away from its kinks; `now` and `at` are the same number.
#[test]
fn identity_derivatives_of_shapes_are_those_of_their_values() -> Result<(), LookupError> {
    let points = [[0.0, 0.3], [0.4, 1.0], [1.0, -0.5], [1.7, 0.3]];
    let wave = Signal::constant(0.5).sine(2.0, 3.0, 0.1);
    let shapes = [
        Signal::ramp([0.0, 2.0], [1.0, -3.0]),
        Signal::smooth_step([0.1, 1.9], [2.0, 0.5]),
        Signal::trapezoid([0.0, 0.5, 1.0, 2.0], 4.0),
        Signal::table(LookupTable::linear(&points)?),
        Signal::table(LookupTable::linear_periodic(&points)?),
        Signal::table(LookupTable::cubic(&points)?),
        Signal::table(LookupTable::clamped(&points, [0.3, -1.0])?),
        Signal::table(LookupTable::periodic(&points)?),
        wave.clone() * Signal::smooth_step([0.1, 1.9], [2.0, 0.5]),
        -(wave.clone() - Signal::ramp([0.0, 2.0], [1.0, -3.0])) * 2.0,
    ];
    for signal in &shapes {
        for t in [-0.33, 0.21, 0.77, 1.31, 1.83, 5.03] {
            let (at, d) = (signal.at(Now::at(t)), 1e-4);
            let [before, here, after] = [t - d, t, t + d].map(|t| signal.value(t));
            assert_eq!(at.value, here);
            close(at, [here, (after - before) / (2.0 * d), (after - 2.0 * here + before) / (d * d)], 1e-6);
        }
    }
    Ok(())
}

/// What is said to have no jumps has none, and what has one says where.
#[test]
fn identity_jumps_are_at_the_kinks_that_are_told() -> Result<(), LookupError> {
    let points = [[0.0, 0.3], [0.4, 1.0], [1.0, -0.5], [1.7, 0.3]];
    let tables = [
        LookupTable::linear(&points)?,
        LookupTable::linear_periodic(&points)?,
        LookupTable::cubic(&points)?,
        LookupTable::clamped(&points, [0.0, 0.0])?,
        LookupTable::clamped(&points, [0.5, 0.0])?,
        LookupTable::periodic(&points)?,
    ];
    let steps = [Signal::ramp([0.2, 0.9], [1.0, 2.0]), Signal::smooth_step([0.2, 0.9], [1.0, 2.0])];
    let mut told = Vec::new();
    for signal in tables.into_iter().map(Signal::table).chain(steps) {
        let (mut t, mut kinks, mut least) = (-1.0, 0, SMOOTH);
        while let Some(kink) = signal.next_kink(t).filter(|kink| *kink < 4.0) {
            assert!(kink > t);
            (t, kinks) = (kink, kinks + 1);
            let sides = [-1e-9, 1e-9].map(|d| signal.at(Now::at(kink + d)));
            let jumps =
                [sides[0].value - sides[1].value, sides[0].first - sides[1].first, sides[0].second - sides[1].second];
            let first = jumps.iter().position(|jump| jump.abs() > 1e-6).map_or(3, |i| i as u8);
            least = least.min(first);
        }
        assert_eq!(signal.continuity(), least, "{signal:?}");
        told.push((least, kinks));
    }
    // The periods of 1.7 from −1.7 on have three points each.
    assert_eq!(told, [(1, 4), (1, 9), (1, 4), (2, 4), (1, 4), (3, 9), (1, 2), (3, 2)]);
    Ok(())
}

/// A spline through points of a smooth function is off by some h⁴: 16 times less with twice as many.
#[test]
fn order_of_splines_is_four() -> Result<(), LookupError> {
    let error = |n: usize| {
        let x = |i: usize| std::f64::consts::TAU * i as f64 / n as f64;
        let points: Vec<[f64; 2]> = (0..=n).map(|i| [x(i), if i == n { 0.0 } else { x(i).sin() }]).collect();
        let tables = [LookupTable::periodic(&points)?, LookupTable::clamped(&points, [1.0, 1.0])?];
        let worst = |table: &LookupTable| {
            (0..1000).map(|k| 0.00628 * f64::from(k)).map(|x| (table.value(x) - x.sin()).abs()).fold(0.0, f64::max)
        };
        Ok::<_, LookupError>(tables.each_ref().map(worst))
    };
    let [coarse, fine] = [error(20)?, error(40)?];
    for (coarse, fine) in coarse.into_iter().zip(fine) {
        let order = (coarse / fine).log2();
        println!("order {order:.3}, error {fine:.2e}");
        assert!((order - 4.0).abs() < 0.1 && fine < 3e-6);
    }
    Ok(())
}

#[test]
fn hostile_tables_are_refused() {
    let refused = |points: &[[f64; 2]]| LookupTable::linear(points).unwrap_err().to_string();
    assert!(refused(&[[0.0, 1.0]]).contains("at least 2 points"));
    assert!(refused(&[[0.0, 1.0], [0.0, 2.0]]).contains("must rise"));
    assert!(refused(&[[0.0, 1.0], [f64::NAN, 2.0]]).contains("point 1"));
    let open = LookupTable::periodic(&[[0.0, 1.0], [1.0, 2.0], [2.0, 3.0]]).unwrap_err();
    assert!(open.to_string().contains("must end with the value"));
    assert!(LookupTable::clamped(&[[0.0, 1.0], [1.0, 2.0]], [f64::INFINITY, 0.0]).is_err());
}
