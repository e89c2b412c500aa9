//! Branches of periodic orbits against closed forms.

use chetaev::analysis::{Branch, BranchEnd, BranchPoint, Continuation, Shooting, TurnKind};
use chetaev::contact::EllipseOnLine;
use chetaev::measure::Reading;
use chetaev::prelude::*;
use std::f64::consts::TAU;

const G: f64 = 9.81;
const E: f64 = 0.5;
const OMEGA: f64 = 20.0;
/// Of the drive at t = 0, so that no impact is there.
const PHASE: f64 = 1.0;
const RADIUS: f64 = 0.05;

/// A ball on a table that shakes with z = A sin(ωt + phase), in the frame of the table. With u = gT/2 it bounces once a period where
///
/// ```text
/// (1)  A ω cos φ = w = u (1 − e)/(1 + e)                      φ: the phase of the impact
/// (2)  M = ( 1   κ ; −(1 + e) q   e² − (1 + e)² q/g ),  q = A ω² sin φ,  κ = (1 + e)/g       of (δt, δv) from one impact to the next
/// ```
///
/// so that it begins in a fold at A ω = w, and doubles its period where 1 + tr M + e² = 0: q = 2 g (1 + e²)/(1 + e)².
fn shaken(amplitude: f64) -> Family {
    Family::new([("amplitude", amplitude)], |p| {
        let mut builder = ModelBuilder::new();
        let body = RigidBody::disk(1.0, RADIUS).at(0.0, RADIUS + 0.1, 0.0);
        let ball = builder.body("ball", body);
        builder
            .constraint("guide", Prismatic::new(GROUND.axis([0.0, 0.0], TAU / 4.0), ball.axis([0.0, 0.0], TAU / 4.0)));
        let shake = Signal::constant(-G).sine(p["amplitude"] * OMEGA * OMEGA, OMEGA, PHASE);
        builder.force("weight", Applied::signal(ball.origin(), [Signal::default(), shake], Signal::default()));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), RADIUS, RADIUS);
        builder.contact("table", Contact::between(GROUND, ball, pair), Rigid::smooth().bouncing(E));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap()
}

#[test]
fn analytic_a_ball_on_a_shaking_table() {
    let period = TAU / OMEGA;
    let up = 0.5 * G * period;
    let table = up * (1.0 - E) / (1.0 + E);
    let doubling = 2.0 * G * (1.0 + E * E) / (1.0 + E).powi(2);
    let fold = table / OMEGA;
    let known = [fold, f64::hypot(table / OMEGA, doubling / OMEGA.powi(2))];
    let amplitude = 0.5 * (known[0] + known[1]);
    // The impact of (1), from where it flies back to t = 0.
    let phase = (table / (amplitude * OMEGA)).acos();
    let since = period - (phase - PHASE).rem_euclid(TAU) / OMEGA;
    let [z, v] = [amplitude * phase.sin() + (up * since - 0.5 * G * since * since), up - G * since];
    let [z, v] = [z - amplitude * PHASE.sin(), v - amplitude * OMEGA * PHASE.cos()];
    let family = shaken(amplitude);
    let start = family.model().start().set("ball.y", RADIUS + z).set_velocity("ball.vy", v).project().unwrap().state;

    let orbits = |end: f64| {
        Continuation::new(&family, "amplitude", |model| Simulation::new(model).tolerance(1e-12))
            .shooting(Shooting::driven(period).tolerance(1e-11))
            .within(0.5 * known[0]..=1.5 * known[1])
            .to(end)
    };
    let [mut worst, mut saddles] = [0.0_f64; 2];
    let mut check = |branch: &Branch| {
        for BranchPoint { value, orbit, unstable, changes, .. } in &branch.points {
            assert_eq!(changes, &["table: blow"]);
            let sine = (1.0 - (table / (value * OMEGA)).powi(2)).max(0.0).sqrt();
            let trace = |side: f64| 1.0 + E * E - (1.0 + E).powi(2) * side * value * OMEGA * OMEGA * sine / G;
            let found: f64 = orbit.multipliers.iter().map(|m| m.re).sum();
            let off = [1.0, -1.0].map(|side| (found - trace(side)).abs());
            worst = worst.max(off[0].min(off[1]));
            let product = orbit.multipliers[0] * orbit.multipliers[1];
            worst = worst.max((product.re - E * E).abs());
            let saddle = off[1] < off[0];
            saddles += f64::from(u8::from(saddle));
            assert_eq!(*unstable, usize::from(saddle || *value > known[1]), "at {value}");
        }
        println!("{} orbits, {:?}", branch.points.len(), branch.end);
        for turn in &branch.turns {
            println!("{:?} at {}, unstable {:?}", turn.kind, turn.value, turn.unstable);
        }
    };
    // On through the doubling, and past the instant of the impact at t = 0.
    let up = orbits(1.5 * known[1]).run(&start).unwrap();
    check(&up);
    assert_eq!(up.end, BranchEnd::Range);
    assert!((up.points[up.points.len() - 1].value - 1.5 * known[1]).abs() < 1e-12);
    let [turn] = &up.turns[..] else { panic!("{:?}", up.turns) };
    assert_eq!((&turn.kind, turn.unstable), (&TurnKind::Doubling, [0, 1]));
    let off = turn.value - known[1];
    println!("doubling off by {off:e}");
    assert!(off.abs() < 1e-11);
    // Back to the fold, and on along the saddles.
    let down = orbits(0.5 * known[0]).run(&start).unwrap();
    check(&down);
    assert_eq!(down.end, BranchEnd::Range);
    let [fold] = &down.turns[..] else { panic!("{:?}", down.turns) };
    assert_eq!((&fold.kind, fold.unstable), (&TurnKind::Fold, [0, 1]));
    let off = fold.value - known[0];
    println!("fold off by {off:e}; multipliers by {worst:e}, {saddles} saddles");
    assert!(off.abs() < 1e-11 && worst < 1e-8 && saddles > 3.0);
    // Twice the period: stable beyond the doubling, at which it meets the other.
    let double = orbits(1.5 * known[1]).most(12).doubled(turn).unwrap();
    let [first, rest @ ..] = &double.points[..] else { panic!("no orbit") };
    assert!(first.orbit.multipliers[0].norm() - 1.0 < 1e-6 && rest.len() == 11);
    let (mut last, mut least) = (first.value, 1.0_f64);
    for point in rest {
        assert!(point.value > last && point.changes == ["table: blow"; 2], "{}", point.value);
        last = point.value;
        least = least.min(point.orbit.multipliers[0].norm());
        let product = point.orbit.multipliers[0] * point.orbit.multipliers[1];
        assert!((product.re - E.powi(4)).abs() < 1e-8);
    }
    assert!(least < 0.9, "{least}");
}

/// Van der Pol's equation x'' − μ (1 − x²) x' + x = 0, whose period nothing drives: 6.663286859323130 s at μ = 1, and of μ → 0 it is 2π (1 + μ²/16 − 5 μ⁴/3072 + …).
#[test]
fn external_periods_of_van_der_pol() {
    let family = Family::new([("mu", 0.2)], |p| {
        let mut builder = ModelBuilder::new();
        let mass = builder.body("mass", Particle::new(1.0).at(2.0, 0.0));
        let rail = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("rail", Slot::new(rail, mass.origin()));
        let mu = p["mu"];
        let way = Travel::along(rail, mass.origin());
        let push = AppliedAlong::new(way, move |_, u| mu * (1.0 - u.value * u.value) * u.rate - u.value);
        builder.force("push", push);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let orbits = Continuation::new(&family, "mu", |model| Simulation::new(model).tolerance(1e-12))
        .shooting(Shooting::free(6.3).tolerance(1e-11))
        .to(1.0);
    let branch = orbits.run(family.start()).unwrap();
    assert_eq!((&branch.end, branch.turns.len()), (&BranchEnd::Range, 0));
    let [first, .., last] = &branch.points[..] else { panic!("{} orbits", branch.points.len()) };
    let small = TAU * (1.0 + 0.04 / 16.0 - 5.0 * 0.0016 / 3072.0);
    println!("off by {:e} at 0.2, {:e} at 1", first.orbit.period - small, last.orbit.period - 6.663_286_859_323_13);
    // What the series leaves out is of the order μ⁶.
    assert!((first.orbit.period - small).abs() < 1e-6);
    assert!((last.value - 1.0).abs() < 1e-12 && (last.orbit.period - 6.663_286_859_323_13).abs() < 1e-9);
    for point in &branch.points {
        let one = point.orbit.multipliers[0];
        assert!(point.unstable == 0 && (one - 1.0).norm() < 1e-7, "{one} at {}", point.value);
    }
}

/// Orbits that close but for a coordinate on which nothing depends: 2 v' = 1 + F sin 2t − c v − d v³, which for d = 0 begins at v = 1/c − 4 F/(c² + 16) with the multiplier exp(−π c/2), and 1 along the way. Mended by 6d53bc32.
#[test]
fn regress_a_branch_of_orbits_that_advance() {
    let (drag, period) = (0.7_f64, std::f64::consts::PI);
    for cubic in [0.0, 0.1] {
        let of = |force: f64| {
            Family::new([("force", force)], move |p| {
                let mut builder = ModelBuilder::new();
                let base = builder.body("base", Particle::new(2.0));
                let guide = GROUND.axis([0.0, 0.0], 0.0);
                builder.constraint("guide", Slot::new(guide, base.origin()));
                let force = p["force"];
                let push = AppliedAlong::new(Travel::along(guide, base.origin()), move |t: f64, u: &Reading| {
                    1.0 + force * (2.0 * t).sin() - drag * u.rate - cubic * u.rate.powi(3)
                });
                builder.force("push", push);
                let model = builder.build()?;
                let start = model.placed();
                Ok((model, start))
            })
            .unwrap()
        };
        let family = of(0.2);
        let plan: for<'m> fn(&'m Model) -> Simulation<'m> = |model| Simulation::new(model).tolerance(1e-12);
        let shooting = Shooting::driven(period).advancing(["base.x"]).tolerance(1e-11);
        let branch = Continuation::new(&family, "force", plan).shooting(shooting.clone()).to(2.0).run(family.start());
        let branch = branch.unwrap();
        assert_eq!((&branch.end, branch.turns.len()), (&BranchEnd::Range, 0));
        let last = &branch.points[branch.points.len() - 1];
        assert!((last.value - 2.0).abs() < 1e-12 && last.orbit.state.q[0].abs() < 1e-12);
        let other = of(2.0);
        let alone = shooting.run(other.model(), &|| plan(other.model()), other.start()).unwrap();
        let mut worst = (last.orbit.state.v[0] - alone.state.v[0]).abs();
        for BranchPoint { value, orbit, unstable, .. } in &branch.points {
            assert!(*unstable == 0 && (orbit.multipliers[0] - 1.0).norm() < 1e-9);
            if cubic == 0.0 {
                let known = 1.0 / drag - 4.0 * value / (drag * drag + 16.0);
                worst = worst.max((orbit.state.v[0] - known).abs());
                worst = worst.max((orbit.multipliers[1].re - (-0.5 * drag * period).exp()).abs());
            }
        }
        println!("{} orbits, off by {worst:e}", branch.points.len());
        assert!(worst < 1e-8);
    }
}
