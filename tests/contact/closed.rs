//! Contacts that are closed: what they carry, when they open, slide and stick.

use super::common::G;
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;

/// A block with feet at `feet`, its center 0.1 above the line, and the law of all of them.
fn sledge(
    feet: &[f64],
    law: impl Fn() -> Rigid,
    change: impl FnOnce(&mut ModelBuilder, BodyId),
) -> (Model, BodyId, Vec<ContactId>) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let block = builder.body("block", RigidBody::new(2.0, 0.3).at(0.0, 0.1, 0.0));
    change(&mut builder, block);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    if feet.len() > 2 {
        builder.allow_redundant();
    }
    let contacts = feet.iter().enumerate().map(|(i, &x)| {
        builder.contact(format!("foot{i}"), Contact::between(GROUND, block, CornerOnLine::new(line, [x, -0.1])), law())
    });
    let contacts = contacts.collect();
    (builder.build().unwrap(), block, contacts)
}

/// Pulled up by k t, a block leaves at t = m g/k, from one, two and three feet.
#[test]
fn analytic_a_growing_pull_lifts_a_block() {
    for feet in [&[-0.3, 0.3][..], &[-0.3, 0.0, 0.3], &[-0.3, -0.1, 0.2, 0.3]] {
        for rough in [false, true] {
            let law = || if rough { Rigid::rough(Coulomb::new(0.5)) } else { Rigid::smooth() };
            let (model, block, contacts) = sledge(feet, law, |builder, block| {
                builder.force("pull", Applied::new(block.origin(), |t, _: &_| ([0.0, 10.0 * t], 0.0)));
            });
            let end = 2.0 * G * 2.0 / 10.0;
            let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), end).unwrap();
            let lifts = 2.0 * G / 10.0;
            let times: Vec<f64> = run.transitions().iter().filter(|c| c.to == Mode::Open).map(|c| c.t).collect();
            println!("{} feet, rough {rough}: {times:?}", feet.len());
            assert!(times.iter().any(|t| (t - lifts).abs() < 1e-9), "{times:?} {lifts}");
            let at = run.last().unwrap();
            assert!(contacts.iter().all(|&foot| at.contact(foot).mode == Mode::Open));
            // y'' = k (t − t₁)/m.
            let rise = 10.0 * (end - lifts).powi(3) / 12.0;
            assert!((at.body(block).origin.y - 0.1 - rise).abs() < 1e-9, "{}", at.body(block).origin.y - 0.1 - rise);
        }
    }
}

/// Three feet in a line share a weight that is theirs together.
#[test]
fn analytic_three_feet_carry_one_weight() {
    let (model, block, feet) = sledge(&[-0.3, 0.1, 0.3], Rigid::smooth, |builder, block| {
        builder.force("push", Applied::force(block.origin(), [1.5, -4.0]));
    });
    let run = Simulation::new(&model).run(model.placed(), 1.0).unwrap();
    for at in run.samples() {
        let forces: Vec<f64> = feet.iter().map(|&foot| at.contact(foot).normal).collect();
        let sum: f64 = forces.iter().sum();
        let moment: f64 = forces.iter().zip([-0.3, 0.1, 0.3]).map(|(n, x)| n * x).sum();
        assert!((sum - 2.0 * G - 4.0).abs() < 1e-11 && moment.abs() < 1e-11, "{forces:?}");
        assert!(forces.iter().all(|&n| n >= -1e-12), "{forces:?}");
    }
    assert!((run.last().unwrap().body(block).origin.x - 0.375).abs() < 1e-12);
}

/// Pushed at height h a block tips about its front foot with (F (h) − m g b)/I, or slides with F/m − μ g, as the inequalities say.
#[test]
fn analytic_a_block_tips_or_slides() {
    for (force, height, mu) in [(10.0, 0.0, 0.9), (30.0, 0.0, 0.9), (16.0, 0.5, 0.9), (9.0, 0.5, 0.3), (60.0, 0.0, 0.5)]
    {
        let law = || Rigid::rough(Coulomb::new(mu));
        let (model, block, feet) = sledge(&[-0.3, 0.3], law, |builder, block| {
            builder.force("push", Applied::force(block.point(0.0, height), [force, 0.0]));
        });
        let run = Simulation::new(&model).run(model.placed(), 1e-3).unwrap();
        let at = run.first().unwrap();
        let a = at.body_acceleration(block);
        let (weight, lever) = (2.0 * G, height + 0.1);
        if force <= mu * weight {
            let moment = force * lever - weight * 0.3;
            let tips = moment > 0.0;
            let inertia = 0.3 + 2.0 * (0.01 + 0.09);
            let expected = if tips { -moment / inertia } else { 0.0 };
            let modes: Vec<Mode> = feet.iter().map(|&foot| at.contact(foot).mode).collect();
            assert!((a[2] - expected).abs() < 1e-11, "{force} {height}: {a:?} {expected} {modes:?}");
            assert_eq!(modes[0] == Mode::Open, tips);
        } else {
            assert!((a[0] - (force / 2.0 - mu * G)).abs() < 1e-11 && a[2].abs() < 1e-11, "{a:?}");
        }
    }
}

/// Put on a belt a block slides for v/(μ g), then rides; braked harder than μ g, the belt leaves it sliding forward.
#[test]
fn analytic_a_block_on_a_belt() {
    let (mu, v) = (0.4, 1.5);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let block = builder.body("block", RigidBody::new(2.0, 0.3).at(0.0, 0.1, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    for (name, x) in [("back", -0.3), ("front", 0.3)] {
        let pair = CornerOnLine::new(line, [x, -0.1]);
        let contact = Contact::between(GROUND, block, pair).on_belt(move |_| v.into());
        builder.contact(name, contact, Rigid::rough(Coulomb::new(mu)));
    }
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 1.0).unwrap();
    let rides = v / (mu * G);
    let stuck: Vec<f64> = run.transitions().iter().filter(|c| c.to == Mode::Stick).map(|c| c.t).collect();
    assert!(stuck.len() == 2 && stuck.iter().all(|t| (t - rides).abs() < 1e-12), "{stuck:?} {rides}");
    let at = run.last().unwrap();
    assert!(
        (at.body(block).origin.x - (v - 0.5 * v * rides)).abs() < 1e-12
            && (at.body(block).velocity.x - v).abs() < 1e-14
    );
    println!("the belt did {:?}, balance {:.1e}", at.balance(), at.balance() - run.first().unwrap().balance());
    let drift = (at.balance() - run.first().unwrap().balance()).abs();
    assert!(drift < 1e-11, "{drift:e}");
}

/// A wheel on a slope rolls below tan α = 3 μ (a disk), slides and turns beyond.
#[test]
fn analytic_a_wheel_on_a_slope() {
    let (r, mu) = (0.2, 0.25);
    for slope in [0.3_f64, 0.749, 0.751, 2.0] {
        let alpha = slope.atan();
        let mut builder = ModelBuilder::new();
        builder.gravity([G * alpha.sin(), -G * alpha.cos()]);
        let wheel = builder.body("wheel", RigidBody::disk(3.0, r).at(0.0, r, 0.0));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), r, r);
        let floor = builder.contact("floor", Contact::between(GROUND, wheel, pair), Rigid::rough(Coulomb::new(mu)));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 1.0).unwrap();
        let at = run.last().unwrap();
        let rolls = slope < 3.0 * mu;
        let a = if rolls { 2.0 / 3.0 * G * alpha.sin() } else { G * (alpha.sin() - mu * alpha.cos()) };
        let turn = if rolls { a / r } else { 2.0 * mu * G * alpha.cos() / r };
        assert!((at.body(wheel).origin.x - 0.5 * a).abs() < 1e-10, "{slope}");
        assert!((at.body(wheel).spin + turn).abs() < 1e-10, "{slope}");
        assert_eq!(at.contact(floor).mode == Mode::Stick, rolls);
    }
}

/// A disk in a groove: m g/(2 cos β) on both sides; plucked out, it falls back and rests.
#[test]
fn analytic_a_disk_in_a_groove() {
    let (r, beta, m) = (0.1, 0.6_f64, 2.0);
    for (e, mu) in [(0.0, 0.0), (0.4, 0.0), (0.3, 0.2)] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let depth = r / beta.cos();
        let disk = builder.body("disk", RigidBody::disk(m, r).at(0.0, depth + 0.3, 0.0));
        let sides = [("left", -beta), ("right", beta)].map(|(name, angle)| {
            let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], angle), r, r);
            let law = if mu > 0.0 { Rigid::rough(Coulomb::new(mu)) } else { Rigid::smooth() };
            builder.contact(name, Contact::between(GROUND, disk, pair), law.bouncing(e))
        });
        let model = builder.build().unwrap();
        let run =
            Simulation::new(&model).run(model.placed(), 4.0).unwrap_or_else(|failed| panic!("{e} {mu}: {failed}"));
        let at = run.last().unwrap();
        println!("e = {e}: {} impacts", run.impacts().len());
        assert!((at.body(disk).origin.y - depth).abs() < 1e-9, "{e}: {}", at.body(disk).origin.y - depth);
        // A smooth disk may still spin: what it does not do is rounding of nothing.
        assert!(at.body(disk).velocity.norm() < 1e-100);
        for side in sides {
            // What sticks may share it in another way.
            assert!(mu > 0.0 || (at.contact(side).normal - 0.5 * m * G / beta.cos()).abs() < 1e-11);
        }
    }
}

/// On a shaken table a block leaves at A ω² sin ωt = g, not at all below.
#[test]
fn analytic_a_shaken_table() {
    for part in [0.5, 0.999, 1.001, 1.5] {
        let omega = 30.0;
        let size = part * G / (omega * omega);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let table = builder.body("table", RigidBody::new(1.0, 1.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint(
            "guide",
            Prismatic::new(GROUND.axis([0.0, 0.0], 1.0_f64.atan() * 2.0), table.axis([0.0, 0.0], 1.0_f64.atan() * 2.0)),
        );
        builder.constraint(
            "shaker",
            Driver::new(Travel::across(line, table.origin()), move |t: Jet| (t * omega).sin() * size),
        );
        let ball = builder.body("ball", RigidBody::disk(0.5, 0.1).at(0.0, 0.1, 0.0).moving(0.0, size * omega, 0.0));
        let pair = EllipseOnLine::new(table.axis([0.0, 0.0], 0.0), 0.1, 0.1);
        let contact = builder.contact("top", Contact::between(table, ball, pair), Rigid::smooth());
        let model = builder.build().unwrap();
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).every(1e-3).run(start, 0.2).unwrap();
        let left = run.transitions().iter().find(|change| change.contact == Some(contact) && change.to == Mode::Open);
        if part < 1.0 {
            assert!(left.is_none());
            for at in run.samples() {
                let n = 0.5 * G * (1.0 - part * (omega * at.t()).sin());
                assert!((at.contact(contact).normal - n).abs() < 1e-9);
            }
        } else {
            let t = f64::asin(1.0 / part) / omega;
            println!("{part}: {:.1e} s", left.unwrap().t - t);
            assert!((left.unwrap().t - t).abs() < 1e-9);
            assert!(!run.impacts().is_empty());
        }
        assert!(run.samples().all(|at| at.contact(contact).gap > -1e-11));
    }
}

/// The bouncing ball in step with its table: A ω² cos φ = π g (1 − e)/(1 + e) lands in every period, for as long as it is asked.
#[test]
fn analytic_a_ball_in_step_with_its_table() {
    let (e, omega, n) = (0.5_f64, 20.0, 1.0);
    let period = 2.0 * std::f64::consts::PI * n / omega;
    // Takes off with w after the impact, lands with −w relative to the ground: w = g T/2; e (w + V) = w − V, V the table's speed.
    let w = 0.5 * G * period;
    let v = w * (1.0 - e) / (1.0 + e);
    let size = 1.1 * v / omega;
    let phase = f64::acos(v / (size * omega));
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let table = builder.body("table", RigidBody::new(1.0, 1.0));
    let up = GROUND.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2);
    builder.constraint("guide", Prismatic::new(up, table.axis([0.0, 0.0], std::f64::consts::FRAC_PI_2)));
    builder.constraint(
        "shaker",
        Driver::new(Travel::along(up, table.origin()), move |t: Jet| (t * omega + phase).sin() * size),
    );
    let y = size * phase.sin();
    let ball = builder.body("ball", Particle::new(0.5).at(0.0, y).moving(0.0, w));
    let pair = CornerOnLine::new(table.axis([0.0, 0.0], 0.0), [0.0, 0.0]);
    builder.contact("top", Contact::between(table, ball, pair), Rigid::smooth().bouncing(e));
    let model = builder.build().unwrap();
    let start = model.start().project().unwrap();
    let run = Simulation::new(&model).tolerance(1e-12).run(start, 20.5 * period).unwrap();
    let worst = run
        .impacts()
        .iter()
        .enumerate()
        .map(|(k, impact)| (impact.t - (k + 1) as f64 * period).abs())
        .fold(0.0, f64::max);
    println!("{} impacts, {worst:.1e} s", run.impacts().len());
    assert!(run.impacts().len() == 20 && worst < 1e-9, "{worst:e}");
}

/// A slider that rubs in its guide, between stops: decelerated by μ g, thrown back with e.
#[test]
fn analytic_a_rubbing_slider_hits_a_stop() {
    let (mu, v, e, gap) = (0.2, 2.0, 0.6, 0.5);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let slider = builder.body("slider", Particle::new(1.5).moving(v, 0.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let slot = builder.constraint("slot", Slot::new(line, slider.origin()));
    builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(mu));
    builder.contact("stop", Stop::below(Travel::along(line, slider.origin()), gap), Rigid::smooth().bouncing(e));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).run(model.placed(), 3.0).unwrap();
    let hits = (v * v - 2.0 * mu * G * gap).sqrt();
    let blow = &run.impacts()[0];
    assert!((blow.blows[0].closing[0] + hits).abs() < 1e-12 && (blow.t - (v - hits) / (mu * G)).abs() < 1e-12);
    let stands = gap - (e * hits).powi(2) / (2.0 * mu * G);
    let at = run.last().unwrap();
    assert!((at.velocity(slider.origin()).x == 0.0) && (at.body(slider).origin.x - stands).abs() < 1e-12);
}

/// Two links that lean on a rough floor, their pin at the wall: with a foot that sticks they are a closed loop; the forces are those of statics.
#[test]
fn analytic_an_arch_of_two_links() {
    let (m, l) = (1.2, 0.5);
    for (mu, stands) in [(0.6, true), (0.2, false)] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let h = l * std::f64::consts::FRAC_1_SQRT_2;
        let a = builder.body("a", RigidBody::rod(m, l).at(0.5 * h, 0.5 * h, std::f64::consts::FRAC_PI_4));
        let b = builder.body("b", RigidBody::rod(m, l).at(1.5 * h, 0.5 * h, -std::f64::consts::FRAC_PI_4));
        builder.constraint("base", Revolute::new(GROUND.origin(), a.point(-0.5 * l, 0.0)));
        builder.constraint("knee", Revolute::new(a.point(0.5 * l, 0.0), b.point(-0.5 * l, 0.0)));
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [0.5 * l, 0.0]);
        let foot = builder.contact("foot", Contact::between(GROUND, b, pair), Rigid::rough(Coulomb::new(mu)));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 0.05).unwrap();
        let at = run.first().unwrap().contact(foot);
        if stands {
            // By symmetry N = m g; about the knee T h = (N − m g/2) h.
            assert_eq!(at.mode, Mode::Stick);
            assert!((at.normal - m * G).abs() < 1e-11 && (at.tangential.abs() - 0.5 * m * G).abs() < 1e-11, "{at:?}");
            assert_eq!(run.end().q, model.placed().q);
        } else {
            assert_eq!(at.mode, Mode::Forward);
            assert!((at.tangential + mu * at.normal).abs() < 1e-12, "{at:?}");
        }
    }
}

/// Pressed by nothing: at N = 0 exactly a contact keeps still, and the run ends.
#[test]
fn analytic_nothing_presses() {
    for rough in [false, true] {
        let mut builder = ModelBuilder::new();
        let disk = builder.body("disk", RigidBody::disk(1.0, 0.1).at(0.0, 0.1, 0.0).moving(0.3, 0.0, 2.0));
        let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 0.1, 0.1);
        let law = if rough { Rigid::rough(Coulomb::new(0.5)) } else { Rigid::smooth() };
        let floor = builder.contact("floor", Contact::between(GROUND, disk, pair), law.bouncing(0.5));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 10.0).unwrap();
        let at = run.last().unwrap();
        assert!((at.body(disk).velocity.x - 0.3).abs() < 1e-14 && (at.body(disk).spin - 2.0).abs() < 1e-14);
        assert!((at.body(disk).origin.y - 0.1).abs() < 1e-15 && at.contact(floor).normal.abs() < 1e-15);
    }
}

/// A decision asked for by hand closes what touches, as a run does when it starts.
/// Held since 249b667.
#[test]
fn regress_a_decision_by_hand_knows_what_touches() {
    for (pull, modes) in
        [([0.0, 0.0], [Mode::Stick; 2]), ([0.0, 30.0], [Mode::Open; 2]), ([25.0, 0.0], [Mode::Forward; 2])]
    {
        let (model, _, feet) = sledge(
            &[-0.3, 0.3],
            || Rigid::rough(Coulomb::new(0.5)),
            |builder, block| {
                builder.force("pull", Applied::force(block.origin(), pull));
            },
        );
        let mut state = model.placed();
        feet.iter().for_each(|&foot| state.open(foot));
        model.decide_friction(&mut state).unwrap();
        let now = model.read(&state);
        assert_eq!([0, 1].map(|i| now.contact(feet[i]).mode), modes);
        let run = Simulation::new(&model).run(model.placed(), 1e-3).unwrap();
        assert_eq!([0, 1].map(|i| run.first().unwrap().contact(feet[i]).mode), modes);
        let weight: f64 = feet.iter().map(|&foot| now.contact(foot).normal).sum();
        assert!((weight - (2.0 * G - pull[1]).max(0.0)).abs() < 1e-12, "{weight}");
    }
}
