//! The certificate of a whole decision, against the list of all motions: on random rough mechanisms with points in slots, pins and guides, points
//! under given loads, clusters, several bodies, at rest and sliding.

use crate::common::Random;
use crate::support::star::{Arm, Star};
use chetaev::dynamics::{Certificate, Theorem};
use chetaev::prelude::*;
use chetaev::simulate::{RunError, RunFailure};

fn law(random: &mut Random, most: f64, equal: bool) -> Coulomb {
    let mu = most * 10_f64.powf(0.6 * random.unit() - 0.6);
    Coulomb::new(mu).holding(if equal { mu } else { mu * (1.3 + 0.3 * random.unit()) })
}

/// A mechanism with up to six rough points at a state, some of which slide; or nothing where it cannot be put together.
fn rough(random: &mut Random) -> Option<(Model, State)> {
    let below = |random: &mut Random, n: usize| (0.5 * (random.unit() + 1.0) * n as f64) as usize;
    let most = [0.3, 1.0, 3.0][below(random, 3)];
    let equal = random.unit() < 0.2;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let moving = if random.unit() < 0.0 { 0.0 } else { 2.0 };
    let mut bodies: Vec<(BodyId, [f64; 2])> = Vec::new();
    let mut rubs = Vec::new();
    for k in 0..1 + below(random, 3) {
        let place = [3.0 * random.unit(), 3.0 * random.unit()];
        let [vx, vy, spin]: [f64; 3] = random.numbers();
        let shape = RigidBody::new(1.0 + 0.7 * random.unit(), 0.1 + 0.09 * random.unit());
        let shape = shape.at(place[0], place[1], 0.0).moving(moving * vx, moving * vy, moving * spin);
        let body = builder.body(format!("body {k}"), shape);
        for _ in 0..1 + below(random, 2) {
            if rubs.len() > 4 {
                break;
            }
            let parent = if random.unit() < 0.4 { bodies.last().copied() } else { None };
            let (x, y, angle) = (0.7 * random.unit(), 0.7 * random.unit(), 3.0 * random.unit());
            let there = [place[0] + x, place[1] + y];
            let name = format!("c{k}.{}", rubs.len());
            let line = match parent {
                Some((body, origin)) => body.axis([there[0] - origin[0], there[1] - origin[1]], angle),
                None => GROUND.axis(there, angle),
            };
            match below(random, 10) {
                0 => {
                    let pivot = match parent {
                        Some((body, origin)) => body.point(there[0] - origin[0], there[1] - origin[1]),
                        None => GROUND.point(there[0], there[1]),
                    };
                    let pin = Revolute::new(pivot, body.point(x, y));
                    let id = builder.constraint(name, pin);
                    let radius = 0.05 + 0.1 * (1.0 + random.unit());
                    let (rub, law) = (FrictionPoint::in_pin(id, radius), law(random, most, equal));
                    rubs.push(builder.friction(format!("pin {}", rubs.len()), rub, law));
                }
                1 => {
                    let guide = Prismatic::new(line, body.axis([x, y], angle));
                    let id = builder.constraint(name, guide);
                    for rub in FrictionPoint::in_guide(id, [-0.2, 0.3]) {
                        let law = law(random, most, equal);
                        rubs.push(builder.friction(format!("guide {}", rubs.len()), rub, law));
                    }
                }
                2 => {
                    let travel = Travel::along(line, body.point(x, y));
                    let rub = FrictionPoint::along(travel, 5.0 * (1.0 + random.unit()));
                    let law = law(random, most, equal);
                    rubs.push(builder.friction(format!("given {}", rubs.len()), rub, law));
                }
                _ => {
                    let slot = Slot::new(line, body.point(x, y));
                    let id = builder.constraint(name, slot);
                    let (rub, law) = (FrictionPoint::in_slot(id), law(random, most, equal));
                    rubs.push(builder.friction(format!("slot {}", rubs.len()), rub, law));
                }
            }
        }
        builder.force(
            format!("push {k}"),
            Applied::force(body.point(random.unit(), 0.3), [20.0 * random.unit(), 20.0 * random.unit()]),
        );
        bodies.push((body, place));
    }
    let model = builder.build().ok()?;
    let mut state = model.start().project().ok()?.state;
    if moving == 0.0 {
        for rub in rubs {
            let modes = [Mode::Undecided, Mode::Undecided, Mode::Stick, Mode::Stick, Mode::Forward, Mode::Backward];
            state.set_friction(rub, modes[below(random, 6)]);
        }
    }
    Some((model, state))
}

fn distinct<'a>(list: impl Iterator<Item = &'a Branch>) -> usize {
    let mut found: Vec<&Branch> = Vec::new();
    for branch in list {
        let same = |other: &&Branch| {
            let most = branch.acceleration.iter().fold(1.0, |most: f64, a| most.max(a.abs()));
            other.acceleration.iter().zip(&branch.acceleration).all(|(a, b)| (a - b).abs() <= 1e-5 * most)
        };
        if !found.iter().any(same) {
            found.push(branch);
        }
    }
    found.len()
}

fn compare(seed: u64, states: usize) {
    let mut random = Random::new(seed);
    let [mut listed, mut one, mut several, mut bounded, mut certain, mut resting] = [0; 6];
    let mut by = [0; 4];
    for case in 0..states {
        let Some((model, state)) = rough(&mut random) else { continue };
        let (Ok(list), Ok(certificate)) = (model.branches(&state), model.certificate(&state)) else { continue };
        let Certificate { bound, components, .. } = &certificate;
        listed += 1;
        let lasting = list.iter().filter(|branch| !branch.starts_below_limit());
        let (all, lasting) = (distinct(list.iter()), distinct(lasting));
        one += usize::from(lasting == 1);
        several += usize::from(lasting > 1);
        let modes = &state.modes[state.modes.len() - state.signs.len()..];
        let knows = modes.contains(&Mode::Stick);
        if *bound < 1.0 {
            bounded += 1;
            assert!(lasting <= 1, "case {case}: {lasting} motions\n{certificate}{list:?}");
            resting += usize::from(list.iter().any(|_| modes.contains(&Mode::Undecided) || knows));
        }
        if certificate.is_certain() && !knows {
            certain += 1;
            assert_eq!(all, 1, "case {case}\n{certificate}{list:?}");
        }
        for component in components {
            by[match component.theorem {
                Some(Theorem::Scaling) => 0,
                Some(Theorem::OneFreedom) => 1,
                Some(Theorem::Determinants) => 2,
                _ => 3,
            }] += 1;
        }
    }
    println!(
        "{listed} states of {states}: one motion {one}, several {several}; bound below 1 in {bounded} ({resting} with points that may rest), certain without history {certain}; components by scaling, one freedom, determinants, not: {by:?}"
    );
    assert!(several > listed / 100 && bounded > one / 3 && by.iter().all(|&count| count > listed / 200));
}

#[test]
fn oracle_certified_states_have_one_motion() {
    compare(3, 4_000);
}

/// The same with more states: minutes.
#[test]
#[ignore = "long: run by docs/scripts/studies.sh"]
fn oracle_certified_states_have_one_motion_long() {
    compare(5, 130_000);
}

/// A body at rest, its point (0.7, 0.65) in a slot along x with μ = 2, pushed at its center: it may stick, or slide in two ways, because
/// μ A = μ m x y/(I + m x²) = 1.685.
fn jammed(mu: f64) -> (Model, State) {
    all_jammed(1, mu)
}

/// Several such bodies that have nothing to do with each other.
fn all_jammed(count: usize, mu: f64) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    for k in 0..count {
        let body = builder.body(format!("body {k}"), RigidBody::new(1.0, 0.05));
        let id =
            builder.constraint(format!("slot {k}"), Slot::new(GROUND.axis([0.7, 0.65], 0.0), body.point(0.7, 0.65)));
        builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(mu));
        builder.force(format!("push {k}"), Applied::force(body.origin(), [18.0, 0.0]));
    }
    let model = builder.build().unwrap();
    let state = model.placed();
    (model, state)
}

/// Mended by 47aa212.
#[test]
fn regress_no_certificate_at_rest_where_three_motions_fit() {
    let (model, state) = jammed(2.0);
    assert_eq!(model.branches(&state).unwrap().len(), 3);
    let certificate = model.certificate(&state).unwrap();
    assert!(!certificate.is_certain() && certificate.bound.is_infinite(), "{certificate}");
    let Err(RunError { failure: RunFailure::Several { motions, .. }, .. }) =
        Simulation::new(&model).run(state.clone(), 0.01)
    else {
        panic!("a choice of three motions was made without a word")
    };
    assert_eq!(motions.len(), 3);
    let run = Simulation::new(&model).several(Several::Keep).run(state, 0.01).unwrap();
    assert!(run.largest_coupling() >= 1.0 && run.counters().ambiguous > 0);
}

/// 3⁸ motions are not listed at a start: that there is no certificate is counted, and the run goes on.
#[test]
fn property_motions_that_are_too_many_to_list_are_counted_as_uncertain() {
    let (model, state) = all_jammed(8, 2.0);
    let run = Simulation::new(&model).run(state, 0.0).unwrap();
    assert!(run.counters().uncertain > 0 && run.counters().ambiguous == 0 && run.largest_coupling().is_infinite());
}

#[test]
fn analytic_bound_of_one_point_at_rest() {
    // The bound is μ |A|, and the certificate ends where it is 1.
    let a = 0.7 * 0.65 / (0.05 + 0.7 * 0.7);
    for mu in [0.1, 0.5, 0.999 / a, 1.001 / a] {
        let (model, state) = jammed(mu);
        let certificate = model.certificate(&state).unwrap();
        assert_eq!(certificate.is_certain(), mu * a < 1.0, "{certificate}");
        assert!(mu * a > 1.0 || (certificate.bound - mu * a).abs() < 1e-12);
    }
}

/// A block on a rough slot at rest, pushed between μ N and μ' N.
#[test]
fn analytic_hysteresis_is_no_ambiguity() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let block = builder.body("block", Particle::new(1.0));
    let id = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(id), Coulomb::new(0.2).holding(0.4));
    builder.force("push", Applied::force(block.origin(), [3.0, 0.0]));
    let model = builder.build().unwrap();
    let mut state = model.placed();
    let list = model.branches(&state).unwrap();
    let below: Vec<_> = list.iter().map(|branch| (branch.mode(rub), branch.starts_below_limit())).collect();
    assert_eq!(below, [(Mode::Stick, false), (Mode::Forward, true)]);
    // Nobody says whether it stuck before.
    let certificate = model.certificate(&state).unwrap();
    assert!(!certificate.is_certain() && certificate.bound < 1.0 && certificate.history == ["rub"], "{certificate}");
    state.set_friction(rub, Mode::Stick);
    let certificate = model.certificate(&state).unwrap();
    assert!(certificate.is_certain() && certificate.history.is_empty(), "{certificate}");
    let run = Simulation::new(&model).run(state, 1.0).unwrap();
    assert!(
        run.largest_coupling() < 1.0
            && run.counters().uncertain == 0
            && run.last().unwrap().body(block).origin.x == 0.0
    );
}

/// Thirty rough blocks, each of its own: thirty problems of one point.
#[test]
fn analytic_many_points_at_rest_are_certified_one_by_one() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    for k in 0..30 {
        let block = builder.body(format!("block {k}"), Particle::new(1.0).at(k as f64, 0.0));
        let id = builder.constraint(format!("slot {k}"), Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(3.0));
    }
    let model = builder.build().unwrap();
    let certificate = model.certificate(&model.placed()).unwrap();
    assert!(certificate.is_certain() && certificate.bound == 0.0 && certificate.components.len() == 30);
    let run = Simulation::new(&model).run(model.placed(), 1.0).unwrap();
    assert!(run.largest_coupling() == 0.0 && run.counters().uncertain == 0);
}

/// One disk drives twenty sliders in rough slots: one freedom, loads that all depend on each other, at rest or sliding.
fn star(mu: f64, spin: f64) -> (Model, State) {
    let arm = |k: usize| Arm { hinge: 0.3 + 0.31 * k as f64, slot: 0.1 + 0.157 * k as f64, mu };
    let star = Star::build(&(0..20).map(arm).collect::<Vec<_>>(), 0.2, spin).unwrap();
    let state = star.start().unwrap();
    (star.model, state)
}

/// Mended by 5e00d0b.
#[test]
fn regress_more_than_sixteen_loads_are_certified() {
    for spin in [0.0, 1.0] {
        let (model, state) = star(0.01, spin);
        let certificate = model.certificate(&state).unwrap();
        assert!(certificate.is_certain(), "{certificate}");
        assert!(certificate.components.iter().any(|part| part.points.len() > 16), "{certificate}");
        let run = Simulation::new(&model).run(state, 0.01).unwrap();
        assert!(run.largest_coupling() > 0.0 && run.largest_coupling() < 1.0, "{}", run.largest_coupling());
        assert_eq!(run.counters().uncertain, 0);
    }
    // With coefficients that are absurd nothing is proved.
    let (model, state) = star(50.0, 1.0);
    let Certificate { bound, components, .. } = model.certificate(&state).unwrap();
    assert!(bound.is_infinite() && components.iter().any(|c| c.theorem.is_none() && c.bound.is_infinite()));
    assert!(components.iter().all(|c| c.theorem.is_some() == c.bound.is_finite()), "{components:?}");
}

/// A load that redundant constraints share is nobody's while the point sticks: nothing is proved of it.
#[test]
fn property_a_load_that_is_shared_proves_nothing() {
    for redundant in [false, true] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        builder.allow_redundant();
        let block = builder.body("block", RigidBody::new(1.0, 1.0));
        let line = GROUND.axis([0.0, 0.0], 0.0);
        for (k, x) in [-0.5, 0.5, 0.1].into_iter().enumerate().take(if redundant { 3 } else { 2 }) {
            let id = builder.constraint(format!("slot {k}"), Slot::new(line, block.point(x, 0.0)));
            builder.friction(format!("rub {k}"), FrictionPoint::in_slot(id), Coulomb::new(0.1));
        }
        let model = builder.build().unwrap();
        let Certificate { bound, components, .. } = model.certificate(&model.placed()).unwrap();
        assert_eq!(bound.is_infinite(), redundant, "{bound}");
        assert!(components.iter().all(|part| part.theorem.is_none() == redundant), "{components:?}");
    }
}
