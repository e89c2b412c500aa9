//! Variables with rates: a motor against its closed form, wear against the work of friction, small motions with a current.

use chetaev::analysis::{Linearization, Rest, Shooting, equilibrium};
use chetaev::math::Signal;
use chetaev::ode::Method;
use chetaev::prelude::*;

const L: f64 = 0.01;
const R: f64 = 0.5;
const K: f64 = 0.3;
const INERTIA: f64 = 0.02;
const VOLTAGE: f64 = 12.0;

/// L i' = U − R i − k ω, J ω' = k i.
fn motor() -> (Model, BodyId, VariableId, VariableId) {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, INERTIA));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    let voltage = builder.input("voltage", VOLTAGE);
    let current =
        builder.variable("current", 0.0, move |at, i| (at.variable(voltage) - R * i - K * at.body(wheel).spin) / L);
    builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, wheel), Signal::input(current) * K));
    (builder.build().unwrap(), wheel, current, voltage)
}

/// λ of λ² + (R/L) λ + k²/(J L) = 0.
fn roots() -> [f64; 2] {
    let (half, product) = (0.5 * R / L, K * K / (INERTIA * L));
    let root = (half * half - product).sqrt();
    [-half - root, -half + root]
}

/// From rest: i = U/L (e^{λ₂t} − e^{λ₁t})/(λ₂ − λ₁), ω = k/J ∫ i.
#[test]
fn analytic_a_motor_runs_up() {
    let (model, wheel, current, _) = motor();
    let [a, b] = roots();
    for method in [Method::Dop853, Method::Tsit5] {
        let run = Simulation::new(&model).method(method).tolerance(1e-11).run(model.placed(), 0.5).unwrap();
        let mut worst = [0.0_f64; 2];
        for at in run.samples() {
            let t = at.t();
            let i = VOLTAGE / L * ((b * t).exp() - (a * t).exp()) / (b - a);
            let spin = K / INERTIA * VOLTAGE / L * ((b * t).exp_m1() / b - (a * t).exp_m1() / a) / (b - a);
            worst[0] = worst[0].max((at.variable(current) - i).abs());
            worst[1] = worst[1].max((at.body(wheel).spin - spin).abs());
        }
        println!("{method:?}: {:.1e} A, {:.1e} rad/s in {} steps", worst[0], worst[1], run.counters().steps);
        assert!(worst[0] < 1e-8 && worst[1] < 1e-8 && run.counters().steps > 20);
        // What the current does is the work of the motor.
        assert!(run.energy_error() < 1e-8);
    }
}

/// The order of a method holds for the whole system: halving the step divides the error by 2^p.
#[test]
fn order_of_variables_is_that_of_the_method() {
    let (model, _, current, _) = motor();
    let [a, b] = roots();
    let t: f64 = 0.1;
    let exact = VOLTAGE / L * ((b * t).exp() - (a * t).exp()) / (b - a);
    let error = |step: f64| {
        let plan = Simulation::new(&model).method(Method::Dopri5).fixed_step(step);
        (plan.run(model.placed(), t).unwrap().end().variable(current) - exact).abs()
    };
    let order = (error(1e-3) / error(5e-4)).log2();
    println!("order {order:.2}");
    assert!((order - 5.0).abs() < 0.2);
}

/// The depth of wear, w' = c |F s'|, of a block that slides on a slot, stops, and sticks: c times the work of friction.
#[test]
fn identity_wear_is_the_work_of_friction() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", RigidBody::new(1.5, 0.1).moving(3.0, 0.0, 0.0));
    let slot = builder.constraint("slot", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
    builder.force("spring", SpringDamper::between(GROUND.point(0.0, 1.0), block.origin(), 30.0).rest(1.0));
    let rub = builder.friction("rub", FrictionPoint::in_slot(slot), Coulomb::new(0.05));
    let wear = builder.variable("wear", 0.0, move |at, _| {
        let rubs = at.friction(rub).expect("it is there");
        (rubs.force * rubs.slip).abs()
    });
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 6.0).unwrap();
    let (worn, work) = (run.end().variable(wear), -run.last().unwrap().work_of_friction(rub));
    println!("{worn} J worn, {:.1e} off, {} changes", worn - work, run.transitions().len());
    assert!(run.transitions().len() >= 4 && worn > 1.0 && (worn - work).abs() < 1e-9);
}

/// Small motions with a current have the roots of the motor, and B is that of the voltage; what has no room for variables says so.
#[test]
fn analytic_small_motions_of_a_motor() {
    let (model, wheel, current, voltage) = motor();
    let mut state = model.placed();
    state.set_spin(&model, wheel, VOLTAGE / K);
    let mut small = Linearization::about(&model, &state).unwrap();
    assert!(small.residual() < 1e-12);
    let mut values: Vec<f64> = small.eigenvalues().unwrap().iter().map(|value| value.re).collect();
    values.sort_by(f64::total_cmp);
    let [a, b] = roots();
    let worst = values.iter().zip([a, b, 0.0]).map(|(found, root)| (found - root).abs()).fold(0.0, f64::max);
    println!("{values:?}, {worst:.1e} off");
    assert!(values.len() == 3 && worst < 1e-9);
    let outputs: [&dyn Fn(&Snapshot<'_>) -> f64; 3] =
        [&|at| at.body(wheel).angle, &|at| at.body(wheel).spin, &|at| at.variable(current)];
    let system = small.system(&[voltage], &outputs).unwrap().in_outputs().unwrap();
    let expected = [[0.0, 1.0, 0.0], [0.0, 0.0, K / INERTIA], [0.0, -K / L, -R / L]];
    for (row, numbers) in expected.iter().enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            assert!((system.a[(row, column)] - number).abs() < 1e-9, "{}", system.a);
        }
    }
    assert!((system.b[2] - 1.0 / L).abs() < 1e-9 && system.b[0].abs() + system.b[1].abs() < 1e-9);
    let few = small.system(&[voltage], &outputs[..2]).unwrap().in_outputs().unwrap_err().to_string();
    assert!(few.contains("3 are needed, and 2 given"), "{few}");

    let refused = equilibrium(&model, &state, &Rest::Nearest).unwrap_err().to_string();
    assert!(refused.contains("`current`"), "{refused}");
    let orbit = Shooting::free(1.0).run(&model, &|| Simulation::new(&model), &state).unwrap_err().to_string();
    assert!(orbit.contains("`current`"), "{orbit}");
}

/// A rate that is no number is named; one that depends on another model's handle panics as all reading does.
#[test]
fn refusal_a_bad_rate_is_named() {
    let mut builder = ModelBuilder::new();
    builder.body("stone", Particle::new(1.0));
    builder.variable("heat", 1.0, |_, heat| (0.5 - heat).sqrt());
    let model = builder.build().unwrap();
    let error = Simulation::new(&model).run(model.placed(), 1.0).unwrap_err().to_string();
    assert!(error.contains("variable `heat`") && error.contains("its rate"), "{error}");
    let mut builder = ModelBuilder::new();
    builder.body("stone", Particle::new(1.0));
    builder.input("u", f64::NAN);
    assert!(builder.build().unwrap_err().to_string().contains("variable `u`"));
    let mut builder = ModelBuilder::new();
    builder.body("stone", Particle::new(1.0));
    builder.input("u", 0.0);
    builder.input("u", 0.0);
    assert!(builder.build().unwrap_err().to_string().contains("`u`"));
}

/// Samples, columns, arrays and the record have them.
#[cfg(feature = "serde")]
#[test]
fn identity_variables_are_in_columns_and_records() {
    let (model, _, current, _) = motor();
    let run = Simulation::new(&model).every(0.05).keep_dense().run(model.placed(), 0.5).unwrap();
    let table = run.table();
    let column = table.column("current").expect("a column of its name");
    assert_eq!(column, run.column(|at| at.variable(current)));
    let text = serde_json::to_string(&run.record()).unwrap();
    let again = serde_json::from_str::<chetaev::simulate::Record>(&text).unwrap().of(&model).unwrap();
    assert_eq!(again.end(), run.end());
    // Between samples too.
    let [before, at, after] = [0.10, 0.12, 0.15].map(|t| run.state_at(t).unwrap().variable(current));
    assert!(before > at && at > after, "{before} {at} {after}");
    assert!(matches!(model.saved(), Err(error) if error.to_string().contains("`current`")));
}
