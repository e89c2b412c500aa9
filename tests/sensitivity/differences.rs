//! Against differences of tight runs.

use super::common::{apart, difference, ends, followed, slopes};
use chetaev::prelude::*;

fn compare(family: &Family, t_end: f64, steps: f64, what: &str) -> f64 {
    let run = followed(family, 1e-12, t_end);
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let plain = |member: &Family| {
        let tight = Simulation::new(member.model()).tolerance(Tolerance::new(1e-13, 1e-15)).output(Output::Ends);
        ends(&tight.run(member.start().clone(), t_end).unwrap())
    };
    let mut worst = 0.0_f64;
    for (k, name) in family.names().iter().enumerate() {
        let h = steps * family.values()[k].abs();
        let (found, known) = (slopes(&run, name), difference(family, k, h, plain));
        let off = apart(&found, &known);
        println!("{what}, {name}: {off:.1e} ({} transitions, largest {:.3e})", run.transitions().len(), known.iter().fold(0.0, |m: f64, x| m.max(x.abs())));
        worst = worst.max(off);
    }
    worst
}

/// A block that sticks by itself again and again, under a load that is given.
#[test]
fn oracle_block_that_sticks() {
    let family = Family::new([("mass", 1.0), ("spring", 100.0), ("mu", 0.2), ("mu at rest", 0.4)], |p| {
        let mut builder = ModelBuilder::new();
        let block = builder.body("block", Particle::new(p["mass"]).at(0.02, 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, block.origin()));
        builder.force("spring", SpringDamper::guided(guide, block.origin(), p["spring"]));
        builder.force("push", Applied::new(block.origin(), |t: f64, _: &_| ([6.0 * (3.0 * t).sin(), 0.0], 0.0)));
        let law = Coulomb::new(p["mu"]).holding(p["mu at rest"]);
        builder.friction("rub", FrictionPoint::along(Travel::along(guide, block.origin()), 10.0), law);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let run = followed(&family, 1e-12, 6.0);
    assert_eq!(run.end().v, [0.0, 0.0], "moot: it does not stick at the end");
    for name in family.names() {
        assert_eq!(run.sensitivity(name).unwrap().end().v, [0.0, 0.0], "what sticks has no velocity, whatever p is");
    }
    let worst = compare(&family, 6.0, 1e-4, "block");
    assert!(worst < 3e-7, "{worst:e}");
}

/// A pendulum with friction in its pin, whose load has two components, and another hung on it.
#[test]
fn oracle_friction_in_pins() {
    let family = Family::new([("mu", 0.3), ("radius", 0.05), ("length", 1.0), ("gravity", 9.81)], |p| {
        let length = p["length"];
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -p["gravity"]]);
        let first = builder.body("first", RigidBody::rod(1.0, length).at(0.5 * length, 0.0, 0.0));
        let second = builder.body("second", RigidBody::rod(0.5, 0.7).at(length + 0.35, 0.0, 0.0));
        let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), first.point(-0.5 * length, 0.0)));
        builder.constraint("knee", Revolute::new(first.point(0.5 * length, 0.0), second.point(-0.35, 0.0)));
        builder.friction("rub", FrictionPoint::in_pin(pin, p["radius"]), Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.start().hold("first.theta").hold("second.theta").project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let worst = compare(&family, 2.0, 1e-4, "pins");
    assert!(worst < 3e-8, "{worst:e}");
}

/// A top in space: attitudes.
#[test]
fn oracle_heavy_top() {
    use chetaev::nalgebra::{UnitQuaternion, Vector3};
    let family = Family::new([("spin", 60.0), ("height", 0.3), ("moment", 0.02), ("lean", 0.5)], |p| {
        let height = p["height"];
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -9.81]);
        let lean = UnitQuaternion::from_axis_angle(&Vector3::x_axis(), p["lean"]);
        let up = lean * Vector3::new(0.0, 0.0, height);
        let spin = Vector3::new(0.0, 0.0, p["spin"]);
        let inertia = Inertia::diagonal(0.05, 0.05, p["moment"]);
        let solid = Solid::new(1.0, inertia).at(up.x, up.y, up.z).turned(lean).spinning(spin.x, spin.y, spin.z);
        let top = builder.body("top", solid);
        builder.constraint("tip", Joint::spherical(WORLD.origin(), top.point(0.0, 0.0, -height)));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let worst = compare(&family, 2.0, 1e-4, "top");
    assert!(worst < 3e-8, "{worst:e}");
}
