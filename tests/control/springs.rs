//! Springs, dampers and friction from tables and formulas.

use chetaev::force::NonlinearSpring;
use chetaev::friction::SlipCurve;
use chetaev::math::LookupTable;
use chetaev::prelude::*;

fn on_a_line(spring: impl FnOnce(Travel) -> NonlinearSpring<Travel>, x: f64, v: f64) -> Model {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(2.0).at(x, 0.0).moving(v, 0.0));
    builder.force("spring", spring(Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin())));
    builder.build().unwrap()
}

fn wave() -> Vec<[f64; 2]> {
    vec![[-1.0, -30.0], [-0.3, -4.0], [0.1, 1.0], [0.4, 7.0], [1.2, 55.0]]
}

/// The integral of every kind of table: its slope is the table, in each piece and beyond.
#[test]
fn identity_the_integral_of_a_table() {
    let closed = [[-1.0, 2.0], [-0.2, 3.0], [0.5, -1.0], [1.0, 2.0]];
    let tables = [
        LookupTable::linear(&wave()).unwrap(),
        LookupTable::cubic(&wave()).unwrap(),
        LookupTable::clamped(&wave(), [3.0, -5.0]).unwrap(),
        LookupTable::periodic(&closed).unwrap(),
        LookupTable::linear_periodic(&closed).unwrap(),
    ];
    // Simpson's rule is exact for the cubics between two points.
    for table in &tables {
        let mut most = 0.0_f64;
        for i in -40..60 {
            let (a, b) = (0.1 * f64::from(i), 0.1 * f64::from(i + 1));
            let simpson = (b - a) / 6.0 * (table.value(a) + 4.0 * table.value(0.5 * (a + b)) + table.value(b));
            most = most.max((table.integral(b) - table.integral(a) - simpson).abs());
        }
        println!("{most:.1e}");
        assert!(most < 2e-13, "{most:e}");
    }
    assert!(tables[0].integral(f64::NAN).is_nan() && tables[0].value(f64::NAN).is_nan());
}

/// The balance of energy knows a table exactly: between its points the force is linear, and the motion in closed form.
#[test]
fn analytic_the_energy_of_a_table() {
    for table in [LookupTable::linear(&wave()), LookupTable::cubic(&wave())] {
        let model = on_a_line(|u| NonlinearSpring::table(u, table.unwrap()), 0.9, 0.0);
        let run = Simulation::new(&model).tolerance(1e-11).run(model.placed(), 20.0).unwrap();
        println!(
            "{:.1e} J of {:.3} J, {} steps",
            run.energy_error(),
            model.read(&model.placed()).potential(),
            run.counters().steps
        );
        assert!(run.energy_error() < 1e-9 && run.end().q[0] != 0.9);
        assert!(run.samples().map(|at| at.q()[0]).fold(0.0, f64::min) < -0.3, "moot");
    }
}

/// Order of a method across the points of a table, with steps that end there.
#[test]
fn order_is_kept_across_the_points_of_a_table() {
    let model = on_a_line(|u| NonlinearSpring::table(u, LookupTable::linear(&wave()).unwrap()), 0.9, 0.0);
    // The same spring as a closure: nobody knows where it has corners.
    let table = LookupTable::linear(&wave()).unwrap();
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(2.0).at(0.9, 0.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
    builder.force("spring", AppliedAlong::new(travel, move |_, at: &chetaev::measure::Reading| -table.value(at.value)));
    let plain = builder.build().unwrap();
    let end = |model: &Model, steps: f64| {
        Simulation::new(model).method(Method::Dopri5).fixed_step(3.0 / steps).run(model.placed(), 3.0).unwrap().end().q
            [0]
    };
    let exact = Simulation::new(&model).tolerance(1e-14).run(model.placed(), 3.0).unwrap().end().q[0];
    let errors = |model: &Model| [100.0, 200.0, 400.0].map(|steps| (end(model, steps) - exact).abs());
    let (ours, theirs) = (errors(&model), errors(&plain));
    let order = (ours[0] / ours[2]).log2() / 2.0;
    println!(
        "errors {ours:?}, order {order:.1}; as a closure {theirs:?}, order {:.1}",
        (theirs[0] / theirs[2]).log2() / 2.0
    );
    assert!(order > 4.5 && ours[2] < 1e-3 * theirs[2], "{ours:?} {theirs:?}");
}

/// A spring by its energy is the spring by its force; a damper takes what it takes.
#[test]
fn identity_energies_and_forces() {
    let quartic = || Formula::parse("200*x^2 + 75*x^4", ["x"]).unwrap();
    let resistance = || Formula::parse("3*v + 0.5*v*abs(v)", ["v"]).unwrap();
    let model =
        on_a_line(|u| NonlinearSpring::energy(u, quartic()).unwrap().damper_formula(resistance()).unwrap(), 0.4, 1.0);
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(2.0).at(0.4, 0.0).moving(1.0, 0.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
    builder.force(
        "spring",
        AppliedAlong::formula(travel, Formula::parse("-(400*x + 300*x^3) - 3*v - 0.5*v*abs(v)", ["x", "v"]).unwrap())
            .unwrap(),
    );
    let other = builder.build().unwrap();
    let [ours, theirs] =
        [&model, &other].map(|model| Simulation::new(model).tolerance(1e-12).run(model.placed(), 2.0).unwrap());
    let off = (ours.end().q[0] - theirs.end().q[0]).abs();
    println!("{off:.1e} m, balance {:.1e} J", ours.energy_error());
    assert!(off < 1e-11 && ours.energy_error() < 1e-10);
    let before = model.read(&model.placed()).energy();
    assert!(model.read(ours.end()).energy() < 0.1 * before, "moot");
}

/// Friction from a formula is Stribeck's to the last bit; from a table that goes through it, close; both are saved.
#[test]
fn oracle_friction_over_the_slip_speed() {
    fn model(law: impl FrictionLaw + 'static) -> Model {
        let mut builder = ModelBuilder::new();
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let block = builder.body("block", Particle::new(2.0).at(0.02, 0.0).moving(0.3, 0.0));
        builder.constraint("line", Slot::new(line, block.origin()));
        let travel = Travel::along(line, block.origin());
        builder.force("spring", SpringDamper::along(travel, 80.0));
        builder.friction("belt", FrictionPoint::along(travel, 20.0).on_belt_signal(Signal::constant(0.1)), law);
        builder.build().unwrap()
    }
    let end = |model: &Model| {
        let run = Simulation::new(model).tolerance(1e-10).run(model.placed(), 5.0).unwrap();
        (run.end().q[0], run.transitions().len())
    };
    let stribeck = Stribeck::new(0.1, 0.3, 0.05);
    let points: Vec<[f64; 2]> = (0..=200).map(|i| 0.0025 * f64::from(i)).map(|u| [u, stribeck.sliding(u)]).collect();
    let formula = Formula::parse("0.1 + (0.3 - 0.1)*exp(-(v/0.05)^2)", ["v"]).unwrap();
    let by_formula = model(SlipCurve::formula(formula, 0.3).unwrap());
    let by_table = model(SlipCurve::table(LookupTable::clamped(&points, [0.0, 0.0]).unwrap(), 0.3));
    let [a, b, c] = [&model(stribeck), &by_formula, &by_table].map(end);
    println!("{a:?} {b:?} {c:?}");
    assert!(a.1 > 4, "moot");
    assert!((a.0 - b.0).abs() < 1e-9 && (a.0 - c.0).abs() < 1e-5 && a.1 == b.1 && a.1 == c.1);
    #[cfg(feature = "serde")]
    for model in [by_formula, by_table] {
        let text = serde_json::to_string(&model.saved().unwrap()).unwrap();
        let again = serde_json::from_str::<chetaev::model::SavedModel>(&text).unwrap().build().unwrap();
        assert_eq!(end(&model), end(&again));
    }
}

/// A model of tabled springs is saved, its angle counted over whole turns.
#[cfg(feature = "serde")]
#[test]
fn identity_a_tabled_spring_about_a_pin() {
    let mut builder = ModelBuilder::new();
    let arm = builder.body("arm", RigidBody::new(1.0, 0.2).moving(0.0, 0.0, 9.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), arm.origin()));
    let cogs = LookupTable::periodic(&[[0.0, 0.0], [0.3, 0.8], [0.7, -0.8], [1.0, 0.0]]).unwrap();
    let drag = LookupTable::linear(&[[-10.0, -0.3], [-1.0, -0.1], [1.0, 0.1], [10.0, 0.3]]).unwrap();
    builder.force("cogging", NonlinearSpring::table(Angle::between(GROUND, arm), cogs).damper(drag));
    let model = builder.build().unwrap();
    let run = |model: &Model| Simulation::new(model).tolerance(1e-10).run(model.placed(), 4.0).unwrap();
    let text = serde_json::to_string(&model.saved().unwrap()).unwrap();
    let again = serde_json::from_str::<chetaev::model::SavedModel>(&text).unwrap().build().unwrap();
    let (ours, theirs) = (run(&model), run(&again));
    println!("{:.1} rad, balance {:.1e} J, {} steps", ours.end().q[2], ours.energy_error(), ours.counters().steps);
    assert_eq!(ours.end(), theirs.end());
    assert!(ours.end().q[2] > 6.3 && ours.energy_error() < 1e-8);
}

/// A driver that stands still beside a damper with a kink at rest: the speed is zero but for rounding, and no step has to end wherever that changes its sign. (A run ended with
/// `RunFailure::Zeno` at the end of the way.)
/// Held since c8b3f71.
#[test]
fn regress_a_kink_at_rest_is_no_event() {
    for method in [Method::Dop853, Method::Dopri5] {
        let mut builder = ModelBuilder::new();
        let (carriage, rail) = (builder.body("carriage", Particle::new(2.0)), GROUND.axis([0.0, 0.0], 0.0));
        builder.constraint("rail", Slot::new(rail, carriage.origin()));
        let travel = Travel::along(rail, carriage.origin());
        let there = Signal::smooth_step([0.2, 1.0], [0.0, 0.25]);
        let back = Signal::smooth_step([1.5, 2.0], [0.0, -0.25]);
        let motor = builder.constraint("motor", Driver::signal(travel, there + back));
        let oil = Formula::parse("3*v + 2*v*abs(v)", ["v"]).unwrap();
        builder.force("oil", NonlinearSpring::none(travel).damper_formula(oil).unwrap());
        let model = builder.build().unwrap();
        let run = Simulation::new(&model).method(method).every(0.01).run(model.placed(), 3.0).unwrap();
        // What the motor pushes is the balance of forces, on both ways.
        let off = run.largest(|at| {
            let (v, a) = (at.body(carriage).velocity.x, at.acceleration()[0]);
            (at.multipliers(motor)[0] - 2.0 * a - 3.0 * v - 2.0 * v * v.abs()).abs()
        });
        let back = run.smallest(|at| at.body(carriage).velocity.x);
        println!("{method:?}: {off:.1e} N, {} steps", run.counters().steps);
        assert!(back < -0.5, "moot");
        assert!(off < 1e-12 && run.counters().steps < 500);
    }
}
