//! Moving bodies that strike each other, against closed forms.

use super::common::{Random, check_impacts};
use chetaev::contact::{Circles, CornerOnLine};
use chetaev::hybrid::Stop;
use chetaev::prelude::*;
use chetaev::simulate::Impacts;

/// Balls on a line, without anything else: radii 0, masses, places, speeds.
fn row(balls: &[[f64; 3]], wall: bool, e: f64) -> (Model, Vec<BodyId>) {
    let mut builder = ModelBuilder::new();
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let ids: Vec<BodyId> = (balls.iter().enumerate())
        .map(|(i, &[m, x, v])| builder.body(format!("b{i}"), Particle::new(m).at(x, 0.0).moving(v, 0.0)))
        .collect();
    for i in 1..ids.len() {
        let gap = Stop::above(Travel::along(ids[i - 1].axis([0.0, 0.0], 0.0), ids[i].origin()), 0.0);
        builder.contact(format!("gap{i}"), gap, Rigid::smooth().bouncing(e));
    }
    if wall {
        let gap = Stop::above(Travel::along(line, ids[0].origin()), 0.0);
        builder.contact("wall", gap, Rigid::smooth().bouncing(1.0));
    }
    (builder.build().unwrap(), ids)
}

/// The number of collisions of two balls and a wall, their masses as 1 to 100ⁿ, has the digits of π (Galperin).
#[test]
fn external_collisions_count_pi() {
    for (ratio, count) in [(1.0, 3), (100.0, 31), (1e4, 314), (1e6, 3141)] {
        let (model, _) = row(&[[1.0, 1.0, 0.0], [ratio, 2.0, -1.0]], true, 1.0);
        let run =
            Simulation::new(&model).zeno(10_000, 1e-9).impacts(Impacts::in_turn()).run(model.placed(), 10.0).unwrap();
        println!("mass ratio {ratio}: {} collisions, {:?}", run.impacts().len(), run.counters().steps);
        assert_eq!(run.impacts().len(), count);
    }
}

/// Equal particles on a line exchange their speeds: together they move as if they passed through each other.
#[test]
fn analytic_equal_particles_pass_through_each_other() {
    let mut random = Random::new(3);
    let balls: Vec<[f64; 3]> = (0..8).map(|i| [1.0, i as f64 + 0.3 * random.unit(), random.unit()]).collect();
    let (model, ids) = row(&balls, false, 1.0);
    let run = Simulation::new(&model).run(model.placed(), 9.0).unwrap();
    let mut free: Vec<f64> = balls.iter().map(|[_, x, v]| x + 9.0 * v).collect();
    free.sort_by(f64::total_cmp);
    let crossings = (0..8).flat_map(|i| (0..i).map(move |j| (i, j)));
    let crossings =
        crossings.filter(|&(i, j)| balls[i][1] + 9.0 * balls[i][2] < balls[j][1] + 9.0 * balls[j][2]).count();
    assert_eq!(run.impacts().len(), crossings);
    let at = run.last().unwrap();
    for (id, x) in ids.iter().zip(&free) {
        assert!((at.body(*id).origin.x - x).abs() < 1e-13 * 50.0);
    }
    println!("{crossings} collisions");
}

/// Two rough disks at an angle: momentum, and angular momentum about a point, stay; the slip falls as far as the cone lets it.
#[test]
fn analytic_two_rough_disks_collide() {
    let mut random = Random::new(5);
    for case in 0..200 {
        let radii = [random.between(0.1, 0.5), random.between(0.1, 0.5)];
        let masses = [random.between(0.1, 3.0), random.between(0.1, 3.0)];
        let (e, mu) = (random.between(0.0, 1.0), random.between(0.0, 1.0));
        let y = 0.9 * (radii[0] + radii[1]) * random.unit();
        let mut builder = ModelBuilder::new();
        let a = RigidBody::disk(masses[0], radii[0]).at(-1.5, y, 0.0).moving(3.0, 0.0, 20.0 * random.unit());
        let b = RigidBody::disk(masses[1], radii[1]).moving(0.0, 0.1 * random.unit(), 20.0 * random.unit());
        let (a, b) = (builder.body("a", a), builder.body("b", b));
        let pair = Circles::outside(([0.0, 0.0], radii[0]), ([0.0, 0.0], radii[1]));
        builder.contact("hit", Contact::between(a, b, pair), Rigid::rough(Coulomb::new(mu)).bouncing(e));
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.placed(), 0.6).unwrap();
        if check_impacts(&run, mu) == 0 {
            continue;
        }
        let sums = |at: Snapshot<'_>| {
            let mut sums = [0.0; 3];
            for (k, id) in [a, b].into_iter().enumerate() {
                let (body, m) = (at.body(id), masses[k]);
                sums[0] += m * body.velocity.x;
                sums[1] += m * body.velocity.y;
                sums[2] += m * (body.origin.perp(&body.velocity) + 0.5 * radii[k] * radii[k] * body.spin);
            }
            sums
        };
        let (before, after) = (sums(run.first().unwrap()), sums(run.last().unwrap()));
        for (p, q) in before.iter().zip(after) {
            assert!((p - q).abs() < 1e-12 * 10.0, "{case}: {before:?} {after:?}");
        }
        // A circle is struck through its center: the normal and the tangent do not reach each other.
        let blow = &run.impacts()[0].blows[0];
        let per = 1.0 / masses[0] + 1.0 / masses[1];
        assert!((blow.normal + (1.0 + e) * blow.closing[0] / per).abs() < 1e-12);
        let left = (blow.slip[0].abs() - 3.0 * per * mu * blow.normal).max(0.0);
        assert!((blow.slip[1] - left * blow.slip[0].signum()).abs() < 1e-11, "{blow:?} {left}");
    }
}

/// In another inertial system all is the same.
#[test]
fn property_a_boost_changes_nothing() {
    let run_in = |boost: [f64; 2]| {
        let mut builder = ModelBuilder::new();
        let floor = builder.body("floor", RigidBody::new(5.0, 3.0).moving(boost[0], boost[1] + 0.5, 0.2));
        let rod = RigidBody::new(1.0, 0.1).at(0.3, 0.8, 0.4).moving(0.3 + boost[0], boost[1] - 1.0, 3.0);
        let rod = builder.body("rod", rod);
        for (name, x) in [("left", -0.5), ("right", 0.5)] {
            let pair = CornerOnLine::new(floor.axis([0.0, 0.1], 0.0), [x, 0.0]);
            builder.contact(name, Contact::between(floor, rod, pair), Rigid::rough(Coulomb::new(0.4)).bouncing(0.6));
        }
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).tolerance(1e-12).run(model.placed(), 1.5).unwrap();
        let at = run.last().unwrap();
        let (rod, floor) = (at.body(rod), at.body(floor));
        let d = rod.origin - floor.origin;
        (run.impacts().len(), [d.x, d.y, rod.spin, floor.spin, rod.velocity.x - boost[0]])
    };
    let (count, here) = run_in([0.0, 0.0]);
    assert!(count >= 1, "{count}");
    for boost in [[10.0, 0.0], [0.0, -7.0], [100.0, 30.0]] {
        let (hits, there) = run_in(boost);
        let worst = here.iter().zip(there).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("{boost:?}: {hits} impacts, {worst:.1e}");
        assert!(hits == count && worst < 1e-9, "{worst:e}");
    }
}

/// Without friction and with e = 1 time can be turned round.
#[test]
fn property_elastic_impacts_turn_back_in_time() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let rod = builder.body("rod", RigidBody::new(1.0, 0.2).at(0.0, 1.2, 0.7).moving(0.1, 0.0, 2.0));
    let ball = builder.body("ball", RigidBody::disk(0.7, 0.2).at(0.1, 3.0, 0.0));
    for (name, x) in [("left", -0.6), ("right", 0.6)] {
        let law = Rigid::smooth().bouncing(1.0);
        builder.contact(name, Contact::between(GROUND, rod, CornerOnLine::new(line, [x, 0.0])), law);
    }
    for (name, x) in [("near", -0.3), ("far", 0.3)] {
        let pair = Circles::outside(([x, 0.0], 0.25), ([0.0, 0.0], 0.2));
        builder.contact(name, Contact::between(rod, ball, pair), Rigid::smooth().bouncing(1.0));
    }
    let model = builder.build().unwrap();
    let start = model.placed();
    let simulation = || Simulation::new(&model).tolerance(1e-12);
    let there = simulation().run(start.clone(), 1.0).unwrap();
    let mut turned = there.end().clone();
    turned.v.iter_mut().for_each(|v| *v = -*v);
    let back = simulation().run(turned, 2.0).unwrap();
    let worst = back.end().q.iter().zip(&start.q).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("{} impacts there, {} back: {worst:.1e}", there.impacts().len(), back.impacts().len());
    assert!(there.impacts().len() > 2 && there.impacts().len() == back.impacts().len() && worst < 1e-7);
}

/// A light ball on a heavy one, dropped: it flies at up to three times the speed.
#[test]
fn analytic_a_ball_on_a_ball() {
    let (m, big, v, e) = (0.1, 2.0, 1.0, 1.0);
    let (model, ids) = row(&[[big, 0.5, -v], [m, 0.6, -v]], true, e);
    let run = Simulation::new(&model).run(model.placed(), 2.0).unwrap();
    // The big one turns round, then both meet with 2 v.
    let light = v * (3.0 * big - m) / (big + m);
    assert!((run.last().unwrap().body(ids[1]).velocity.x - light).abs() < 1e-14);
    assert_eq!(run.impacts().len(), 2);
}
