//! Cones with a common place: closed forms, and polygons on both sides.

use crate::linear::cones::{Cones, Room};
use crate::linear::polytope::Polytope;

/// Numbers that look random, in (−1, 1).
fn random(seed: &mut u64) -> f64 {
    *seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}

/// Two feet that carry 2 and a pull p along x and q along y: T₁ + T₂ = (p, q), N = 1 ± c: the most room is μ − ‖(p, q)‖/2.
#[test]
fn analytic_two_feet_share_a_pull() {
    // One set after another in the same buffers.
    let (mut cones, mut room) = (Cones::default(), Room::default());
    for (mu, pull) in [(0.5, [0.3, 0.4]), (0.5, [0.9, 0.2]), (0.2, [0.24, -0.32]), (0.7, [0.0, 0.0])] {
        cones.reset(3);
        cones.within([[mu, mu, 0.0, 0.0], [0.5 * pull[0], 0.0, 1.0, 0.0], [0.5 * pull[1], 0.0, 0.0, 1.0]]);
        cones.within([[mu, -mu, 0.0, 0.0], [0.5 * pull[0], 0.0, -1.0, 0.0], [0.5 * pull[1], 0.0, 0.0, -1.0]]);
        cones.room(1.0, &mut room).unwrap();
        let exact = mu - 0.5 * pull[0].hypot(pull[1]);
        println!("{:.1e} {:.1e}, {:?}", room.size - exact, room.at_most - exact, room.point);
        assert!((room.size - exact).abs() < 1e-13 && (room.at_most - exact).abs() < 1e-11, "{room:?} {exact}");
        if exact > 0.01 {
            let least = cones.least(1.0, &room);
            assert!(least.iter().all(|c| c.abs() < 1e-9), "{least:?}");
        }
    }
}

/// Random cones against polygons within and around their circles, whose rooms are below and above.
#[test]
fn oracle_polygons_within_and_around() {
    const SIDES: usize = 64;
    let (mut worst, mut seed, mut signs) = ([0.0_f64; 2], 7, [0; 2]);
    let (mut cones, mut room) = (Cones::default(), Room::default());
    for case in 0..200 {
        let (unknowns, count) = (1 + case % 4, 3 + case % 4);
        cones.reset(unknowns);
        let mut polygons = [0, 1].map(|_| Polytope::new(unknowns));
        for _ in 0..count {
            let mut row = |first: f64| -> Vec<f64> {
                std::iter::once(first).chain((0..unknowns).map(|_| random(&mut seed))).collect()
            };
            let (bound, parts) = (row(0.3), [row(0.2), row(-0.3)]);
            cones.within([&bound, &parts[0], &parts[1]].map(|function| function.iter().copied()));
            for (polygon, reach) in polygons.iter_mut().zip([(std::f64::consts::PI / SIDES as f64).cos(), 1.0]) {
                for side in 0..SIDES {
                    let (sin, cos) = (std::f64::consts::TAU * side as f64 / SIDES as f64).sin_cos();
                    let of = |k: usize| cos * parts[0][k] + sin * parts[1][k] - reach * bound[k];
                    let slopes: Vec<f64> = (1..=unknowns).map(of).collect();
                    polygon.below(&slopes, -of(0));
                }
            }
        }
        cones.room(1.0, &mut room).unwrap();
        let [low, high] = polygons.map(|polygon| -polygon.violation(1.0).unwrap().size);
        // ‖T‖ cos ≤ N cos − t for the one within.
        let low = (low / (std::f64::consts::PI / SIDES as f64).cos()).min(1.0);
        worst[0] = worst[0].max(room.at_most - room.size);
        worst[1] = worst[1].max(low - room.at_most).max(room.size - high);
        signs[usize::from(room.size > 0.0)] += 1;
        assert!(room.at_most - room.size < 1e-10, "{case}: {room:?} {low} {high}");
    }
    println!("gap {:.1e}, beyond the polygons {:.1e}, {signs:?}", worst[0], worst[1]);
    assert!(signs.iter().all(|n| *n > 20), "moot: {signs:?}");
    assert!(worst[1] < 1e-11, "{worst:?}");
}
