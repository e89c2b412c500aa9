//! Variables with rates of their own.

use super::common::{apart, difference, followed, slopes};
use chetaev::math::Signal;
use chetaev::prelude::*;
use chetaev::simulate::{Flag, RunFailure};

const M: f64 = 2.0;
const V0: f64 = 3.0;
const MU: f64 = 0.4;

/// A block in a slot that slides until friction holds it; its rub warms by the power of friction and wears by load and slip.
fn rubbed(by_mode: bool) -> Family {
    Family::new([("mu", MU), ("mass", M), ("speed", V0)], move |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let block = builder.body("block", Particle::new(p["mass"]).moving(p["speed"], 0.0));
        let slot = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        let rub = builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(p["mu"]));
        builder.variable("heat", 0.0, move |at, _| -at.friction(rub).unwrap().force * at.friction(rub).unwrap().slip);
        builder.variable("wear", 0.0, move |at, _| {
            let rub = at.friction(rub).unwrap();
            rub.load.abs() * if by_mode { rub.slip * rub.mode.direction() } else { rub.slip.abs() }
        });
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })
    .unwrap()
}

#[test]
fn analytic_heat_and_wear_of_a_block_that_stops() {
    let (m, v0, g, mu) = (M, V0, 9.81, MU);
    let run = followed(&rubbed(true), 1e-11, 2.0);
    assert_eq!(run.transitions().len(), 1, "moot: it does not stop");
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    // It warms by m v0²/2 whatever μ is, and wears by m g of its way v0²/(2 μ g).
    let (heat, wear) = (0.5 * m * v0 * v0, 0.5 * m * v0 * v0 / mu);
    let end = &run.end().variables;
    println!("heat {}, wear {}", end[0] - heat, end[1] - wear);
    let known = [("mu", [0.0, -wear / mu]), ("mass", [heat / m, wear / m]), ("speed", [m * v0, m * v0 / mu])];
    for (name, known) in known {
        let found = run.sensitivity(name).unwrap();
        let found = found.end().variables;
        println!("by {name}: {found:?}, off by {:.1e}", apart(found, &known));
        assert!(apart(found, &known) < 2.4e-13, "{name}: {found:?} {known:?}");
    }
    let instant = run.sensitivity("mu").unwrap().instant(run.transitions()[0].t).unwrap();
    assert!((instant + v0 / (mu * mu * g)).abs() < 1e-9);
    // The absolute value has a corner where the slip ends.
    let run = followed(&rubbed(false), 1e-11, 2.0);
    let t = v0 / (mu * g);
    assert!(
        matches!(run.flags(), [Flag::Corner { name, t: at }] if name == "wear" && (at - t).abs() < 1e-3),
        "{:?}",
        run.flags()
    );
}

/// A cart on a spring that a motor drives, whose controller integrates; its current has a rate as well, and clocks set what it is to follow.
#[test]
fn oracle_a_motor_with_its_controller() {
    let family = Family::new([("gain", 2.0), ("inductance", 0.05), ("resistance", 1.0), ("mass", 1.5)], |p| {
        let (gain, inductance, resistance) = (p["gain"], p["inductance"], p["resistance"]);
        let mut builder = ModelBuilder::new();
        let cart = builder.body("cart", Particle::new(p["mass"]).at(0.1, 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, cart.origin()));
        let wanted = builder.input("wanted", 0.3);
        let missed = builder.variable("missed", 0.0, move |at, _| at.variable(wanted) - at.body(cart).origin.x);
        let current = builder.variable("current", 0.0, move |at, i| {
            let voltage = 5.0 * (at.variable(wanted) - at.body(cart).origin.x) + gain * at.variable(missed);
            (voltage - resistance * i - 0.5 * at.body(cart).velocity.x) / inductance
        });
        builder.force("spring", SpringDamper::guided(guide, cart.origin(), 20.0).damping(0.4));
        builder.force("motor", AppliedAlong::signal(Travel::along(guide, cart.origin()), Signal::input(current) * 0.5));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    fn plan(model: &Model) -> Simulation<'_> {
        let step = Event::every("step", 0.7).change_with(|at, state| {
            state.variables[0] = if at.t() > 1.0 { 0.1 } else { 0.5 };
            Ok(())
        });
        Simulation::new(model).tolerance(1e-12).output(Output::Ends).event(step)
    }
    let all = |end: &State| [&end.q[..], &end.v, &end.variables].concat();
    let run = plan(family.model()).sensitivities(Sensitivities::to(&family)).run(family.start().clone(), 2.0).unwrap();
    assert!(run.flags().is_empty(), "{:?}", run.flags());
    let plain = plan(family.model()).run(family.start().clone(), 2.0).unwrap();
    assert!(all(plain.end()) == all(run.end()), "derivatives change the run");
    for (k, name) in family.names().iter().enumerate() {
        let known = difference(&family, k, 1e-3 * family.values()[k], |member| {
            all(plan(member.model()).run(member.start().clone(), 2.0).unwrap().end())
        });
        let slope = run.sensitivity(name).unwrap();
        let end = slope.end();
        let found = [end.q, end.v, end.variables].concat();
        println!("motor by {name}: off by {:.1e}", apart(&found, &known));
        assert!(apart(&found, &known) < 2.8e-9, "{name}");
    }
    let implicit = plan(family.model()).method(Method::Radau5).sensitivities(Sensitivities::to(&family));
    let refused = implicit.run(family.start().clone(), 2.0).unwrap_err().failure.to_string();
    assert!(
        refused.starts_with("variable `missed` has a rate of its own, in a run by an implicit method"),
        "{refused}"
    );
}

/// Works have no derivative, and what reads them says so.
#[test]
fn refusal_a_rate_that_reads_a_work() {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(1.0).moving(1.0, 0.0));
    let drag = builder.force("drag", Applied::new(block.origin(), |_: f64, _: &_| ([-1.0, 0.0], 0.0)));
    builder.variable("lost", 0.0, move |at, _| at.work(drag).unwrap_or(0.0));
    let model = builder.build().unwrap();
    let asked = Sensitivities::to_start("block.vx");
    let failure = Simulation::new(&model).sensitivities(asked).run(model.placed(), 1.0).unwrap_err().failure;
    assert!(matches!(failure, RunFailure::Step(_)), "{failure:?}");
    assert!(failure.to_string().contains("variable `lost`: its rate is not finite"), "{failure}");
}

/// What moves with a parameter that only rates know.
#[test]
fn analytic_decay() {
    let family = Family::new([("rate", 0.7)], |p| {
        let rate = p["rate"];
        let mut builder = ModelBuilder::new();
        builder.body("stone", Particle::new(1.0));
        builder.variable("left", 2.0, move |_, w| -rate * w);
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })
    .unwrap();
    let run = followed(&family, 1e-12, 3.0);
    let found = run.sensitivity("rate").unwrap().end().variables[0];
    let known = -3.0 * 2.0 * (-0.7 * 3.0_f64).exp();
    println!("decay off by {:.1e}", found / known - 1.0);
    assert!((found / known - 1.0).abs() < 6e-13 && slopes(&run, "rate")[..4] == [0.0; 4]);
}

/// A rate that an event changes, whose instant moves: a before the gate at 1 m and b behind it: w(T) = a/v + b (T − 1/v), and ∂w/∂v = (b − a)/v².
#[test]
fn analytic_a_rate_that_changes_at_an_instant_that_moves() {
    let (v, a, b) = (0.8, 1.5, 4.0);
    let mut builder = ModelBuilder::new();
    let stone = builder.body("stone", Particle::new(1.0).moving(v, 0.0));
    let flow = builder.input("flow", a);
    builder.variable("filled", 0.0, move |at, _| at.variable(flow));
    let model = builder.build().unwrap();
    let gate = Event::new("gate", move |at| at.body(stone).origin.x - 1.0).change(move |state| state.variables[0] = b);
    let asked = Sensitivities::to_start("stone.vx");
    let run =
        Simulation::new(&model).tolerance(1e-11).event(gate).sensitivities(asked).run(model.placed(), 3.0).unwrap();
    let found = run.sensitivity("stone.vx").unwrap().end().variables[1];
    println!("filled by the speed: off by {:.1e}", found - (b - a) / (v * v));
    assert!((found - (b - a) / (v * v)).abs() < 4.5e-13, "{found}");
}

/// A force that follows the size of a speed has a power with a corner where that turns, and steps end.
#[test]
fn property_a_corner_of_a_power_is_flagged() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let stone = builder.body("stone", Particle::new(1.0).moving(0.0, 4.905));
    let lift = Applied::new(stone.origin(), |_: f64, at: &chetaev::element::PlanarFrame| sail(at));
    builder.force("sail", lift);
    let model = builder.build().unwrap();
    let asked = Sensitivities::to_start("stone.vy").and_works();
    let run = Simulation::new(&model).tolerance(1e-10).sensitivities(asked).run(model.placed(), 1.0).unwrap();
    let told = |flag: &Flag| matches!(flag, Flag::Corner { name, t } if name == "sail" && (t - 0.4).abs() < 0.1);
    assert!(run.flags().iter().any(told), "{:?}", run.flags());
}

fn sail(at: &chetaev::element::PlanarFrame) -> ([f64; 2], f64) {
    ([0.0, 0.5 * (at.velocity.y - 1.0).abs()], 0.0)
}
