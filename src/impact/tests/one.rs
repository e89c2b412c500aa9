//! One contact in the plane.

use super::super::{Friction, ImpactError, Restitution};
use super::{LAWS, Random, energy, gram, one, rates, struck};

/// The published Painlevé rod: tip at the center + l (cos θ, −sin θ), m = 1, l = 1/2, J = ml²/3, θ = 0.35π, ω = 3, slip 1, on the floor.
struct Rod {
    rows: [[f64; 3]; 2],
    velocity: [f64; 3],
}

const ROD: [f64; 3] = [1.0, 1.0, 12.0];

fn rod() -> Rod {
    let (angle, spin, l) = (1.099_557_428_756_427_6_f64, 3.0, 0.5);
    let (sin, cos) = angle.sin_cos();
    Rod { rows: [[0.0, 1.0, -l * cos], [1.0, 0.0, -l * sin]], velocity: [1.0 + l * sin * spin, l * cos * spin, spin] }
}

fn painleve(e: f64) -> ([f64; 2], [f64; 3], f64, [f64; 2]) {
    let Rod { rows, velocity } = rod();
    let blow = one::<1>(&gram(&rows, &ROD), &[0.0, 1.0], Friction::constant(1.5), Restitution::Energetic, e).unwrap();
    let impulses = [blow.normal, blow.tangential[0]];
    (impulses, struck(&rows, &ROD, &velocity, &impulses), blow.lost, [blow.after.gap, blow.after.slip[0]])
}

#[test]
fn external_impact_without_collision() {
    let (impulses, v, lost, after) = painleve(0.0);
    let wanted = [0.303_381, 1.931_929, 0.984_367, 4.336_510, 3.336_510 - 3.134_220];
    for (got, wanted) in [impulses[0], v[0], v[1], v[2], lost].iter().zip(wanted) {
        assert!((got - wanted).abs() < 1e-6, "{got} for {wanted}");
    }
    assert_eq!(after, [0.0, 0.0], "it sticks and stays on the floor");
    let (kept, start) = (energy(&ROD, &v), energy(&ROD, &rod().velocity));
    assert!((start - kept - lost).abs() < 1e-15, "{start} {kept} {lost}");

    let (_, v, lost, [gap, slip]) = painleve(0.5);
    assert!((gap - 0.068_522).abs() < 1e-6 && slip == 0.0, "{gap} {slip}");
    assert!((start - energy(&ROD, &v) - lost).abs() < 1e-15);
    // In the mirrored state the tip trails: no force is missing, nothing happens.
    let rows = rod().rows;
    let blow =
        one::<1>(&gram(&rows, &ROD), &[0.0, -1.0], Friction::constant(1.5), Restitution::Energetic, 0.5).unwrap();
    assert_eq!((blow.normal, blow.after.slip[0]), (0.0, -1.0));
}

#[test]
fn analytic_the_rod_slides_to_its_stop_before_it_is_compressed() {
    // By hand: slip 1 ends after p₁ = 1/(μ G_TT − G_TN), where γ = ϖ p₁; then the rate rises by G_NN − G_NT²/G_TT.
    let g = gram(&rod().rows, &ROD);
    let (mu, stop) = (1.5, 1.0 / (1.5 * g[3] - g[1]));
    let pole = g[0] - mu * g[1];
    assert!((pole + 0.201_966_115_782_341_36).abs() < 1e-15, "published: {pole}");
    let rest = -pole * stop / (g[0] - g[1] * g[1] / g[3]);
    let ([normal, tangential], ..) = painleve(0.0);
    assert!((normal - stop - rest).abs() < 1e-15 && (tangential + mu * stop + g[1] / g[3] * rest).abs() < 1e-15);
}

/// Random systems with three freedoms: rows, inverse masses, velocity; the contact closes.
fn system(random: &mut Random) -> (Vec<[f64; 3]>, [f64; 3], [f64; 3]) {
    let (rows, mut velocity) = (random.rows::<3>(2), random.rows::<3>(1)[0]);
    let inverse = std::array::from_fn(|_| random.within(0.3, 3.0));
    if rates(&rows, &velocity)[0] > 0.0 {
        velocity = velocity.map(|v| -v);
    }
    (rows, inverse, velocity)
}

#[test]
fn property_no_impact_gains_energy() {
    let (mut gained, mut most, mut kinds) = ([0; 3], 0.0_f64, [0; 4]);
    let mut random = Random(1);
    for _ in 0..3000 {
        let (rows, inverse, velocity) = system(&mut random);
        let (mu, e) = (random.within(0.0, 2.0), random.within(0.0, 1.0));
        let (g, before) = (gram(&rows, &inverse), rates(&rows, &velocity));
        for (law, gained) in LAWS.into_iter().zip(&mut gained) {
            let blow = one::<1>(&g, &before, Friction::constant(mu), law, e).unwrap();
            let v = struck(&rows, &inverse, &velocity, &[blow.normal, blow.tangential[0]]);
            let after = rates(&rows, &v);
            let [start, end] = [energy(&inverse, &velocity), energy(&inverse, &v)];
            assert!((start - end - blow.lost).abs() < 1e-12 * start.max(end), "{law:?}: {start} {end} {}", blow.lost);
            assert!((after[0] - blow.after.gap).abs() < 1e-12 && (after[1] - blow.after.slip[0]).abs() < 1e-12);
            assert!(blow.tangential[0].abs() <= mu * blow.normal * (1.0 + 1e-14) && blow.after.gap >= 0.0);
            *gained += usize::from(end > start * (1.0 + 1e-12));
            if law == Restitution::Newton {
                most = most.max(end / start - 1.0);
                assert!((blow.after.gap + e * before[0]).abs() < 1e-14);
            }
            kinds[blow.pieces] += 1;
        }
    }
    println!("gained by energetic, Poisson's, Newton's law: {gained:?}, at most {most:.0} times; pieces {kinds:?}");
    assert_eq!(gained[..2], [0, 0]);
    assert!(gained[2] > 100 && most > 1.0, "Newton's law gains: {gained:?} {most}");
    assert!(kinds[2..].iter().all(|n| *n > 300), "processes of two and three pieces: {kinds:?}");
}

#[test]
fn analytic_the_laws_agree_without_friction() {
    let mut random = Random(2);
    for _ in 0..100 {
        let (rows, inverse, velocity) = system(&mut random);
        let (g, before, e) = (gram(&rows, &inverse), rates(&rows, &velocity), random.within(0.0, 1.0));
        for law in LAWS {
            let blow = one::<1>(&g, &before, Friction::SMOOTH, law, e).unwrap();
            let wanted = -(1.0 + e) * before[0] / g[0];
            assert!((blow.normal / wanted - 1.0).abs() < 4e-15, "{law:?}: {} {wanted}", blow.normal);
            assert!((blow.after.gap + e * before[0]).abs() < 1e-15 && blow.tangential == [0.0]);
            assert!((blow.lost - 0.5 * (1.0 - e * e) * before[0] * before[0] / g[0]).abs() < 1e-15);
            assert!((blow.after.slip[0] - before[1] - g[1] * wanted).abs() < 1e-14);
        }
    }
}

#[test]
fn analytic_a_ball_with_spin() {
    // m = 1, J = κ r²: G = diag(1, 1 + 1/κ). Slip falls by μ(1 + e)(1 + 1/κ)|γ| and no further than to zero.
    for (kappa, mu, ends) in [(0.4, 0.05, false), (0.4, 0.5, true), (1.0, 0.2, false)] {
        let blow = one::<1>(
            &[1.0, 0.0, 0.0, 1.0 + 1.0 / kappa],
            &[-2.0, -1.5],
            Friction::constant(mu),
            Restitution::Energetic,
            0.6,
        )
        .unwrap();
        let left: f64 = 1.5 - mu * 1.6 * 2.0 * (1.0 + 1.0 / kappa);
        assert_eq!(left <= 0.0, ends, "moot");
        assert!((blow.after.slip[0] + left.max(0.0)).abs() < 2e-15 && (blow.after.gap - 1.2).abs() < 1e-15);
        assert_eq!(blow.after.slip[0] == 0.0, ends);
    }
}

#[test]
fn analytic_a_pendulum_strikes_a_wall() {
    // One freedom: (γ, s) = r ω. It jams where μ ≥ |r_N/r_T|, and springs back with less than e elsewhere.
    let (r, spin, e) = ([0.8, -0.6], -1.5, 0.5);
    let g = [r[0] * r[0], r[0] * r[1], r[0] * r[1], r[1] * r[1]];
    let before = [r[0] * spin, r[1] * spin];
    for law in [Restitution::Energetic, Restitution::Poisson] {
        let held = one::<1>(&g, &before, Friction::constant(1.4), law, e).unwrap();
        assert_eq!((held.after.gap, held.after.slip[0]), (0.0, 0.0), "it jams");
        assert!((held.lost - 0.5 * spin * spin).abs() < 1e-15);
        let blow = one::<1>(&g, &before, Friction::constant(0.5), law, e).unwrap();
        // In compression rω falls by (0.8 + 0.5·0.6) p r, in expansion it grows by (0.8 − 0.5·0.6) p r.
        let ratio = if law == Restitution::Poisson { e * 0.5 / 1.1 } else { e * (0.5_f64 / 1.1).sqrt() };
        assert!((blow.after.gap + ratio * before[0]).abs() < 1e-14, "{law:?} {}", blow.after.gap);
        assert!((blow.after.slip[0] + ratio * before[1]).abs() < 1e-14);
    }
}

#[test]
fn what_has_no_answer_is_an_error() {
    let law = Restitution::Energetic;
    let nothing = one::<1>(&[0.0, 0.0, 0.0, 1.0], &[-1.0, 0.0], Friction::constant(0.3), law, 0.5);
    assert_eq!(nothing, Err(ImpactError::NoResponse { contact: 0 }));
    let unknown = one::<1>(&[1.0, 0.0, 0.0, 1.0], &[f64::NAN, 0.0], Friction::constant(0.3), law, 0.5);
    assert_eq!(unknown, Err(ImpactError::NoResponse { contact: 0 }));
    // A belt: the slip s = r_T ω − w is zero while the gap still closes, in a wedge.
    let jammed = one::<1>(&[1.0, 1.0, 1.0, 1.0], &[-1.0, 0.0], Friction::constant(1.5), law, 0.5);
    assert_eq!(jammed, Err(ImpactError::Jammed { contact: 0 }));
    let opens = one::<1>(&[1.0, 0.5, 0.5, 1.0], &[0.1, 3.0], Friction::constant(1.5), law, 0.5).unwrap();
    assert_eq!((opens.normal, opens.after.gap, opens.pieces), (0.0, 0.1, 0));
}

#[test]
fn property_units_do_not_matter() {
    let mut random = Random(3);
    for _ in 0..50 {
        let (rows, inverse, velocity) = system(&mut random);
        let (g, before) = (gram(&rows, &inverse), rates(&rows, &velocity));
        let small = one::<1>(&g, &before, Friction::constant(0.7), Restitution::Energetic, 0.4).unwrap();
        let (heavy, fast): (Vec<f64>, Vec<f64>) =
            (g.iter().map(|g| g * 1e-9).collect(), before.iter().map(|v| v * 1e12).collect());
        let large = one::<1>(&heavy, &fast, Friction::constant(0.7), Restitution::Energetic, 0.4).unwrap();
        assert!((large.normal / small.normal * 1e-21 - 1.0).abs() < 1e-13);
        assert!((large.after.gap / small.after.gap * 1e-12 - 1.0).abs() < 1e-12 && large.pieces == small.pieces);
    }
}

/// What turns about a pin has one freedom, and jams where |r_N| ≤ μ|r_T|: N = J ω/(|r_N| + μ|r_T|), and it stops, whatever the law and e, and whatever the last bits of its response and its rates. Held since c5999263.
#[test]
fn regress_what_turns_about_a_pin_jams_in_spite_of_rounding() {
    jam::<1>(1);
    jam::<2>(2);
}

fn jam<const K: usize>(seed: u64) {
    let mut random = Random(seed);
    for case in 0..4000 {
        let turned: [f64; K] = std::array::from_fn(|_| random.within(-1.0, 1.0));
        let size = crate::math::small::norm(&turned);
        let (mu, e, spin) = (random.within(0.05, 1.0), random.within(0.0, 1.0), random.within(0.1, 10.0));
        let normal = -mu * size * random.within(-6.0, 0.0).exp2().powi(2) * 0.99;
        let arms: Vec<f64> = std::iter::once(normal).chain(turned).collect();
        let most = arms.iter().fold(0.0_f64, |most, arm| most.max(arm.abs()));
        let mut last = |x: f64, power: i32| x + most.powi(power) * random.within(-4e-16, 4e-16);
        let mut response = vec![0.0; (K + 1) * (K + 1)];
        for i in 0..=K {
            for j in 0..=i {
                let entry = last(arms[i] * arms[j], 2);
                (response[i * (K + 1) + j], response[j * (K + 1) + i]) = (entry, entry);
            }
        }
        let mut before: Vec<f64> = arms.iter().map(|arm| spin * last(*arm, 1)).collect();
        if K == 2 {
            // What joints leave, across what it can do.
            before[1] -= 1e-11 * spin * turned[1];
            before[2] += 1e-11 * spin * turned[0];
        }
        let want = spin / (mu * size - normal);
        for law in LAWS {
            let blow = one::<K>(&response, &before, Friction::constant(mu), law, e);
            let blow = blow.unwrap_or_else(|error| panic!("case {case}, {law:?}: {error}"));
            assert!((blow.normal / want - 1.0).abs() < 1e-9, "case {case}, {law:?}: {blow:?} for {want}");
            assert!((blow.lost / (0.5 * spin * spin) - 1.0).abs() < 1e-9, "case {case}, {law:?}: {blow:?}");
            let left = blow.after.gap.abs().max(crate::math::small::norm(&blow.after.slip));
            assert!(left < 1e-11 * spin, "case {case}, {law:?}: {blow:?}");
        }
    }
}

/// What turns very easily answers as little as what jams, and rebounds: N = (1 + e)/(1 + x²/(1 + J)) at a height of 1 and x beside a center of mass 1.
#[test]
fn analytic_what_turns_easily_does_not_jam() {
    for inertia in [1e-9, 2e-13, 5e-14, 2e-14] {
        let (x, e) = (1e-3, 0.5);
        let response = gram(&[[0.0, 1.0, x], [1.0, 0.0, 1.0]], &[1.0, 1.0, 1.0 / inertia]);
        for law in LAWS {
            let blow = one::<1>(&response, &[-1.0, 0.0], Friction::constant(0.5), law, e).unwrap();
            let want = (1.0 + e) / (1.0 + x * x / (1.0 + inertia));
            assert!((blow.normal / want - 1.0).abs() < 1e-7, "{inertia:e}, {law:?}: {blow:?} for {want}");
        }
    }
}
