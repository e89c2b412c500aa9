//! Against differences of tight runs.

use super::common::{apart, block, cart_in_its_guide, difference, ends, followed, slopes, thrown_disk};
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
        println!(
            "{what}, {name}: {off:.1e} ({} transitions, largest {:.3e})",
            run.transitions().len(),
            known.iter().fold(0.0, |m: f64, x| m.max(x.abs()))
        );
        worst = worst.max(off);
    }
    worst
}

#[test]
fn oracle_block_that_sticks() {
    let family = block();
    let run = followed(&family, 1e-12, 6.0);
    assert_eq!(run.end().v, [0.0, 0.0], "moot: it does not stick at the end");
    for name in family.names() {
        assert_eq!(run.sensitivity(name).unwrap().end().v, [0.0, 0.0], "what sticks has no velocity, whatever p is");
    }
    let worst = compare(&family, 6.0, 1e-6, "block");
    assert!(worst < 2.7e-8, "{worst:e}");
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
    assert!(worst < 1.1e-9, "{worst:e}");
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
        let solid = Solid::principal(1.0, [0.05, 0.05, p["moment"]])?.at(up.x, up.y, up.z).turned(lean);
        let solid = solid.spinning(spin.x, spin.y, spin.z);
        let top = builder.body("top", solid);
        builder.constraint("tip", Joint::spherical(WORLD.origin(), top.point(0.0, 0.0, -height)));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap();
    let worst = compare(&family, 2.0, 1e-4, "top");
    assert!(worst < 1.6e-9, "{worst:e}");
}

#[path = "../../examples/support/woodpecker.rs"]
#[allow(dead_code)]
mod toy;

/// The woodpecker toy: its beak strikes, its sleeve sticks, slips, opens and strikes.
#[test]
fn oracle_woodpecker() {
    use chetaev::impact::Restitution;
    use chetaev::simulate::Impacts;
    let family = Family::new([("e", 0.5), ("speed", -0.3411), ("rate", -7.4583)], |p| {
        let places = [0.0, -toy::PLAY, -0.2788];
        let toy = toy::Woodpecker::build(places, [p["speed"], 0.0, p["rate"]], [p["e"], 0.0])?;
        let start = toy.model.placed();
        Ok((toy.model, start))
    })
    .unwrap();
    fn plan(model: &Model) -> Simulation<'_> {
        let law = Impacts::at_once().law(Restitution::Newton).whole();
        Simulation::new(model).tolerance(1e-13).output(Output::Ends).impacts(law)
    }
    let t_end = 0.2;
    let run =
        plan(family.model()).sensitivities(Sensitivities::to(&family)).run(family.start().clone(), t_end).unwrap();
    println!("woodpecker: {} transitions, {} impacts, {:?}", run.transitions().len(), run.impacts().len(), run.flags());
    assert!(run.impacts().len() >= 3 && run.transitions().len() >= 6, "moot");
    let read = |run: &Trajectory| -> Vec<f64> {
        let instants = run.impacts().iter().map(|impact| impact.t);
        run.end().q.iter().chain(&run.end().v).copied().chain(instants).collect()
    };
    let mut worst = 0.0_f64;
    for (k, name) in family.names().iter().enumerate() {
        let slope = run.sensitivity(name).unwrap();
        let instants = run.impacts().iter().map(|impact| slope.instant(impact.t).unwrap());
        let found: Vec<f64> = slope.end().q.iter().chain(slope.end().v).copied().chain(instants).collect();
        let known = difference(&family, k, 1e-4 * family.values()[k].abs(), |member| {
            read(&plan(member.model()).run(member.start().clone(), t_end).unwrap())
        });
        let off = apart(&found, &known);
        println!("woodpecker, {name}: {off:.1e}");
        worst = worst.max(off);
    }
    assert!(worst < 2.3e-10, "{worst:e}");
}

/// A disk that slides as it bounces to rest in the plane, and the works of its blows.
#[test]
fn oracle_a_disk_that_bounces_to_rest() {
    let family = Family::new([("mu", 0.06), ("e", 0.3), ("height", 0.4), ("speed", 2.0)], |p| {
        thrown_disk(9.81, p["height"], [p["speed"], 10.0], [p["mu"], p["e"]])
    })
    .unwrap();
    let rested =
        |change: &chetaev::simulate::Transition| matches!(change.cause, chetaev::simulate::Cause::Rested { .. });
    assert!(followed(&family, 1e-11, 1.5).transitions().iter().any(rested), "moot");
    let plan = Simulation::new(family.model()).tolerance(1e-11).output(Output::Ends);
    let run = plan.sensitivities(Sensitivities::to(&family).and_works()).run(family.start().clone(), 1.5).unwrap();
    // What blows take is booked: m g h and m v² / 2 of the start are all that is left.
    for ((k, name), start) in family.names().iter().enumerate().zip([0.0, 0.0, 9.81, 2.0]) {
        let expected = difference(&family, k, 1e-5 * family.values()[k], |family| {
            ends(&Simulation::new(family.model()).tolerance(1e-13).run(family.start().clone(), 1.5).unwrap())
        });
        let off = apart(&slopes(&run, name), &expected);
        let booked = run.sensitivity(name).unwrap().at_end(|at| at.balance());
        println!("resting disk by {name}: {off:.1e}, balance {booked}");
        assert!(off < 8e-8 && (booked - start).abs() < 1e-10, "{name}: {off:e} {booked}");
    }
}

/// The ends of a guide say how much of force and moment each carries.
///
/// Held since 6f9db57b: a load's factors were taken for constants, so that the ends of a guide had the derivative zero, without a word.
#[test]
fn regress_loads_whose_factors_are_parameters() {
    let family = cart_in_its_guide();
    let run = followed(&family, 1e-12, 3.0);
    let sticks = run.transitions().iter().filter(|change| change.to == Mode::Stick).count();
    assert!(sticks > 1, "moot: {:?}", run.transitions());
    let worst = compare(&family, 3.0, 1e-4, "guide");
    assert!(worst < 7e-11, "{worst:e}");
}

/// Steps of one size of every kind of method: the derivative of the computed numbers, whatever the steps leave of the motion. Nothing settles the end of such a step before it is projected.
#[test]
fn oracle_steps_of_one_size() {
    let family = Family::new([("mu", 0.3), ("length", 1.0), ("mass", 0.8)], |p| {
        let length = p["length"];
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let crank = builder.body("crank", RigidBody::rod(1.0, 0.3).at(0.15, 0.0, 0.0));
        let rod = builder.body("rod", RigidBody::rod(p["mass"], length).at(0.3 + 0.5 * length, 0.0, 0.0));
        let slider = builder.body("slider", Particle::new(1.0).at(0.3 + length, 0.0));
        builder.constraint("shaft", Revolute::new(GROUND.origin(), crank.point(-0.15, 0.0)));
        builder.constraint("knee", Revolute::new(crank.point(0.15, 0.0), rod.point(-0.5 * length, 0.0)));
        builder.constraint("wrist", Revolute::new(rod.point(0.5 * length, 0.0), slider.origin()));
        let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slider.origin()));
        builder.friction("rub", FrictionPoint::in_slot(guide), Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.start().set("crank.theta", 1.0).hold("crank.theta").set_velocity("crank.omega", 6.0);
        let start = start.keep("crank.omega").project()?.into();
        Ok((model, start))
    })
    .unwrap();
    for method in [Method::Rk4, Method::Dopri5, Method::Dop853] {
        let plan = |member: &Family| {
            ends(&{
                let plan = Simulation::new(member.model()).method(method).fixed_step(2e-3).output(Output::Ends);
                plan.stabilization(Stabilization::Projection).run(member.start().clone(), 0.2).unwrap()
            })
        };
        let with = Simulation::new(family.model()).method(method).fixed_step(2e-3).output(Output::Ends);
        let with = with.stabilization(Stabilization::Projection).sensitivities(Sensitivities::to(&family));
        let run = with.run(family.start().clone(), 0.2).unwrap();
        assert_eq!(ends(&run), plan(&family), "{method:?}: not the same run");
        for (k, name) in family.names().iter().enumerate() {
            let off = apart(&slopes(&run, name), &difference(&family, k, 1e-4, plan));
            println!("{method:?}, {name}: {off:.1e}");
            assert!(off < 5e-9, "{method:?}, {name}: {off:e}");
        }
    }
}
