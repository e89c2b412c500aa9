//! Where something breaks loose it can still stick, exactly at its limit, and it slides: that is one motion, and no choice.

use crate::common::Random;
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;

const G: f64 = 9.81;

/// A block in a guide with two rough ends, on a sled in another one; the block is pulled by p t. The model and the instant at which the block tears
/// loose of the sled, which slides.
fn block_on_sled(random: &mut Random) -> (Model, f64) {
    let [m, sled_mass, mu, pull] = [(0.3, 3.0), (1.0, 5.0), (0.1, 0.4), (0.5, 5.0)]
        .map(|(a, b): (f64, f64)| a + (b - a) * 0.5 * (random.unit() + 1.0));
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let sled = builder.body("sled", RigidBody::rectangle(sled_mass, 1.0, 0.1).moving(20.0, 0.0, 0.0));
    let block = builder.body("block", RigidBody::rectangle(m, 0.4, 0.1).moving(20.0, 0.0, 0.0));
    let (ground, top, line) = (GROUND.axis([0.0, 0.0], 0.0), sled.axis([0.0, 0.0], 0.0), block.axis([0.0, 0.0], 0.0));
    let lower = builder.constraint("lower", Prismatic::new(ground, top));
    let upper = builder.constraint("upper", Prismatic::new(top, line));
    let law = Coulomb::new(mu).holding(1.5 * mu);
    for (name, point) in ["left", "right"].into_iter().zip(FrictionPoint::in_guide(lower, [-0.5, 0.5])) {
        builder.friction(format!("sled {name}"), point, Coulomb::new(0.05));
    }
    for (name, point) in ["left", "right"].into_iter().zip(FrictionPoint::in_guide(upper, [-0.2, 0.2])) {
        builder.friction(format!("block {name}"), point, law);
    }
    let travel = Travel::along(ground, block.origin());
    builder.force("pull", AppliedAlong::new(travel, move |t, _| pull * t));
    let (holds, drag) = (1.5 * mu * m * G, 0.05 * (m + sled_mass) * G);
    (builder.build().unwrap(), (holds + m * (holds - drag) / sled_mass) / pull)
}

/// Held since 218ad27.
#[test]
fn regress_a_guide_that_tears_loose_has_one_motion() {
    let mut random = Random::new(17);
    for case in 0..120 {
        let (model, tears) = block_on_sled(&mut random);
        let run = Simulation::new(&model).output(Output::Ends).run(model.start().project().unwrap(), tears + 0.1);
        let run = run.unwrap_or_else(|error| panic!("{case}: {error}"));
        let first = &run.transitions()[0];
        assert!((first.t - tears).abs() < 1e-8 * tears, "{case}: {first:?} for {tears}");
        assert!(run.largest_coupling() < 1.0 && run.counters().uncertain == 0, "{case}: {}", run.largest_coupling());
    }
}

/// The same of one point and of two that hold it together, where nothing is certified, because another block has slots that are redundant.
/// Held since 218ad27.
#[test]
fn regress_what_tears_loose_has_one_motion_without_a_certificate() {
    let mut random = Random::new(18);
    for case in 0..100 {
        let (pull, mu) = (1.0 + random.unit().abs(), 0.2 + 0.1 * random.unit());
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]).allow_redundant();
        let (line, law) = (GROUND.axis([0.0, 0.0], 0.0), Coulomb::new(mu).holding(1.5 * mu));
        let held = builder.body("held", RigidBody::new(1.0, 1.0));
        for (k, x) in [-0.5, 0.5, 0.1].into_iter().enumerate() {
            let id = builder.constraint(format!("slot {k}"), Slot::new(line, held.point(x, 0.0)));
            builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(0.1));
        }
        let block = builder.body("block", RigidBody::new(1.0, 1.0));
        if case % 2 == 0 {
            let id = builder.constraint("rail", Slot::new(line, block.origin()));
            builder.friction("block", FrictionPoint::in_slot(id), law);
        } else {
            let id = builder.constraint("rail", Prismatic::new(line, block.axis([0.0, 0.0], 0.0)));
            for (k, point) in FrictionPoint::in_guide(id, [-0.2, 0.2]).into_iter().enumerate() {
                builder.friction(format!("block {k}"), point, law);
            }
        }
        builder.force("pull", AppliedAlong::new(Travel::along(line, block.origin()), move |t, _| pull * t));
        let model = builder.build().unwrap();
        let tears = 1.5 * mu * G / pull;
        let run = Simulation::new(&model).run(model.placed(), tears + 0.1);
        let run = run.unwrap_or_else(|error| panic!("{case}: {error}"));
        assert!(run.largest_coupling().is_infinite() && run.counters().ambiguous == 0, "{case}");
        assert!((run.transitions()[0].t - tears).abs() < 1e-8 * tears, "{case}: {:?}", run.transitions());
    }
}

/// Three blocks in a row, linked, of which the last is pulled by p t, and a body that may stick or slide in two ways, in units of l and t.
/// Held since 05deb45.
#[test]
fn regress_choices_and_starts_are_the_same_in_all_units() {
    for l in [1e-6, 1.0, 1e6] {
        for t in [1e-3, 1.0, 1e3] {
            let unit = l / t / t;
            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -G * unit]);
            let line = GROUND.axis([0.0, 0.0], 0.0);
            let blocks: Vec<BodyId> = (0..3)
                .map(|k| builder.body(format!("block {k}"), Particle::new(1.0).at(f64::from(k) * l, 0.0)))
                .collect();
            for (k, block) in blocks.iter().enumerate() {
                let rail = builder.constraint(format!("rail {k}"), Slot::new(line, block.origin()));
                builder.friction(format!("rub {k}"), FrictionPoint::in_slot(rail), Coulomb::new(0.3).holding(0.45));
            }
            for (k, pair) in blocks.windows(2).enumerate() {
                let [a, b] = [pair[0], pair[1]].map(|block| Travel::along(line, block.origin()));
                builder.constraint(format!("link {k}"), Coupler::new(a, 1.0, b).offset(-l));
            }
            let pull = AppliedAlong::new(Travel::along(line, blocks[2].origin()), move |at, _| 6.0 * unit * at / t);
            builder.force("pull", pull);
            let model = builder.build().unwrap();
            let run = Simulation::new(&model).run(model.start().project().unwrap(), 3.0 * t).unwrap();
            let tears = 0.225 * G * t;
            let first = run.transitions()[0].t;
            assert!((first - tears).abs() < 1e-12 * tears, "{l:e} m, {t:e} s: {first:e} for {tears:e}");

            let mut builder = ModelBuilder::new();
            builder.gravity([0.0, -G * unit]);
            let body = builder.body("body", RigidBody::new(1.0, 0.05 * l * l));
            let corner = body.point(0.7 * l, 0.65 * l);
            let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.7 * l, 0.65 * l], 0.0), corner));
            builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(2.0));
            builder.force("push", Applied::force(body.origin(), [18.0 * unit, 0.0]));
            let model = builder.build().unwrap();
            let outcome = Simulation::new(&model).run(model.placed(), 0.01 * t);
            let failure = outcome.err().map(|error| error.failure);
            assert!(matches!(failure, Some(RunFailure::Several { .. })), "{l:e} m, {t:e} s: {failure:?}");
        }
    }
}
