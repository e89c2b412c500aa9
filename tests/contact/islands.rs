//! What does not touch is certified and listed by itself.

use super::common::G;
use chetaev::contact::spatial::{OnPlane, PointOn};
use chetaev::contact::surface::{Ellipsoid, Plane};
use chetaev::contact::{CornerOnLine, EllipseOnLine};
use chetaev::prelude::*;
use chetaev::simulate::RunFailure;

fn rough(mu: f64) -> Rigid {
    Rigid::rough(Coulomb::new(mu))
}

/// A block in the plane on two feet, `half` to both sides and `down` below its center.
fn block(builder: &mut ModelBuilder, name: &str, [x, half, down]: [f64; 3], mu: f64) -> (BodyId, [ContactId; 2]) {
    let body = builder.body(name, RigidBody::new(1.0, 0.1).at(x, down, 0.0));
    let feet = [-half, half].map(|foot| {
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [foot, -down]);
        builder.contact(format!("{name} {foot}"), Contact::between(GROUND, body, pair), rough(mu))
    });
    (body, feet)
}

/// An ellipse that rolls in the plane.
fn roller(builder: &mut ModelBuilder, name: &str, x: f64, mu: f64) -> BodyId {
    let (angle, [a, b]) = (0.2_f64, [0.5, 0.4]);
    let height = (a * angle.sin()).hypot(b * angle.cos());
    let body = builder.body(name, RigidBody::ellipse(1.0, a, b).at(x, height, angle));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), a, b);
    builder.contact(format!("{name} rolls"), Contact::between(GROUND, body, pair), rough(mu));
    body
}

fn ball(builder: &mut ModelBuilder, name: &str, y: f64, spin: f64) -> BodyId<Spatial> {
    let solid = Solid::principal(1.0, [0.064; 3]).unwrap().at(0.0, y, 0.4);
    let body = builder.body(name, solid.moving(1.0, 0.0, 0.0).spinning(0.0, spin, 0.0));
    let pair = OnPlane::new(Plane::horizontal(), Ellipsoid::new(0.4, 0.4, 0.4));
    builder.contact(format!("{name} rolls"), Contact::between(WORLD, body, pair), rough(0.5));
    body
}

/// A table in space that slides on three feet.
fn table(builder: &mut ModelBuilder, name: &str, y: f64) {
    let solid = Solid::principal(2.0, [0.2, 0.3, 0.4]).unwrap().at(0.0, y, 0.2);
    let body = builder.body(name, solid.moving(1.0, 0.1, 0.0).spinning(0.0, 0.0, 0.2));
    for (k, foot) in [[0.3, 0.2, -0.2], [0.3, -0.2, -0.2], [-0.3, 0.0, -0.2]].into_iter().enumerate() {
        let pair = PointOn::new(Plane::horizontal(), foot);
        builder.contact(format!("{name} {k}"), Contact::between(WORLD, body, pair), rough(0.2));
    }
}

/// Adds something to a model that lies in the plane, or in space.
type Add = fn(&mut ModelBuilder, usize);

/// Steps that are not certain, and the number that the others have, of some parts beside each other.
fn judged(gravity: [f64; 3], parts: &[Add]) -> (u64, f64) {
    let mut builder = ModelBuilder::new();
    if gravity[2] == 0.0 {
        builder.gravity([gravity[0], gravity[1]])
    } else {
        builder.gravity(gravity)
    };
    builder.allow_redundant();
    parts.iter().enumerate().for_each(|(k, add)| add(&mut builder, k));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).fixed_step(1e-3).run(model.start().project().unwrap(), 0.02).unwrap();
    assert_eq!(run.counters().ambiguous, 0);
    (run.counters().uncertain, run.largest_coupling())
}

/// The certificate of the whole is the worst of the parts, and there are as many parts as one likes: each of them has fewer rows than are certified in one island.
#[test]
fn identity_the_certificate_of_the_whole_is_that_of_its_islands() {
    let plane: [Add; 4] = [
        |builder, k| _ = block(builder, &format!("block {k}"), [3.0 * k as f64, 0.4, 0.3], 0.6),
        |builder, k| _ = block(builder, &format!("tall {k}"), [3.0 * k as f64, 0.3, 0.5], 0.35),
        |builder, k| _ = roller(builder, &format!("roller {k}"), 3.0 * k as f64, 0.9),
        |builder, k| {
            let (body, _) = block(builder, &format!("pushed {k}"), [3.0 * k as f64, 0.4, 0.3], 0.3);
            builder.force(format!("push {k}"), Applied::force(body.origin(), [4.0, 0.0]));
        },
    ];
    let space: [Add; 3] = [
        |builder, k| _ = ball(builder, &format!("ball {k}"), k as f64, 2.5),
        |builder, k| _ = ball(builder, &format!("slipping {k}"), k as f64, 0.0),
        |builder, k| table(builder, &format!("table {k}"), k as f64),
    ];
    for (gravity, parts) in [([0.0, -G, 0.0], &plane[..]), ([0.0, 0.0, -G], &space[..])] {
        let alone: Vec<(u64, f64)> = parts.iter().map(|part| judged(gravity, &[*part])).collect();
        let worst = alone.iter().fold(0.0, |most: f64, (_, number)| most.max(*number));
        let many: Vec<Add> = (0..7).flat_map(|_| parts.iter().copied()).collect();
        let (uncertain, number) = judged(gravity, &many);
        println!("{alone:?}; {} together: {uncertain} uncertain, {number}", many.len());
        assert!(alone.iter().all(|(uncertain, number)| *uncertain == 0 && *number < 1.0), "moot: {alone:?}");
        assert!(worst > 0.2 && alone.iter().any(|(_, number)| *number < 0.5 * worst), "moot: {alone:?}");
        assert!(uncertain == 0 && (number - worst).abs() < 1e-9, "{uncertain} {number} {worst}");
    }
}

/// Joints that rub are certified by their own theorems where contacts are elsewhere, and not where they move the same bodies.
#[test]
fn property_rough_joints_beside_contacts_are_certain() {
    for joined in [false, true] {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let wheel = roller(&mut builder, "wheel", 0.0, 0.9);
        let bead = builder.body("bead", Particle::new(0.5).at(3.0, 1.0).moving(1.0, 0.0));
        let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 1.0], 0.0), bead.origin()));
        builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.2));
        if joined {
            let height = (0.5 * 0.2_f64.sin()).hypot(0.4 * 0.2_f64.cos());
            builder.constraint("rod", Distance::new(wheel.origin(), bead.origin(), 3.0_f64.hypot(1.0 - height)));
        }
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).run(model.start().project().unwrap(), 0.05).unwrap();
        println!("joined {joined}: {} uncertain, {}", run.counters().uncertain, run.largest_coupling());
        assert_eq!(run.counters().uncertain > 0, joined);
        assert_eq!(run.largest_coupling() < 1.0, !joined);
    }
}

/// A rod of Painlevé's with two motions beside so many blocks at rest that their patterns are not to be counted: its motions are listed all the same, and with them what the others do.
#[test]
fn property_motions_are_listed_island_by_island() {
    let (theta, omega, mu) = (1.1_f64, 8.0, 1.8);
    let (l, (sin, cos)) = (0.5, theta.sin_cos());
    let several = |blocks: usize| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        builder.allow_redundant();
        let rod = RigidBody::rod(1.0, 2.0 * l).at(0.0, l * sin, -theta);
        let rod = builder.body("rod", rod.moving(1.0 + l * sin * omega, l * cos * omega, -omega));
        let pair = CornerOnLine::new(GROUND.axis([0.0, 0.0], 0.0), [l, 0.0]);
        let floor = builder.contact("floor", Contact::between(GROUND, rod, pair), rough(mu));
        let stand =
            (0..blocks).map(|k| block(&mut builder, &format!("block {k}"), [2.0 * k as f64 + 3.0, 0.4, 0.2], 0.3));
        let feet: Vec<ContactId> = stand.flat_map(|(_, feet)| feet).collect();
        builder.body("stone", Particle::new(1.0).at(-3.0, 5.0));
        let model = builder.build().unwrap();
        let mut state = model.placed();
        feet.iter().chain([&floor]).for_each(|&contact| state.close(contact));
        let failed = Simulation::new(&model).run(state, 0.1).map(|run| run.end().t).unwrap_err();
        let RunFailure::Several { motions, .. } = failed.failure else { panic!("{failed}") };
        for motion in &motions {
            assert!(feet.iter().all(|&foot| motion.contact(foot) == Mode::Holding));
            let (stone, others) =
                motion.acceleration.split_last_chunk::<2>().map(|(a, b)| (*b, a[3..].to_vec())).unwrap();
            assert_eq!(stone, [0.0, -G]);
            assert!(others.iter().all(|a| a.abs() < 1e-12), "{others:?}");
        }
        let rods = motions.iter().map(|motion| (motion.contact(floor), motion.acceleration[..3].to_vec()));
        rods.collect::<Vec<_>>()
    };
    let [alone, beside] = [0, 12].map(several);
    println!("{alone:?}\n{beside:?}");
    assert_eq!(alone.len(), 2);
    assert_eq!(alone.len(), beside.len());
    for ((mode, a), (other, b)) in alone.iter().zip(&beside) {
        assert!(mode == other && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * (1.0 + a.abs())), "{a:?} {b:?}");
    }
}
