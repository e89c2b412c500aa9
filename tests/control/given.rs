//! Formulas of inputs, of variables and of other signals: in forces, in the laws of drivers and in guards; saved and read back.

use chetaev::element::{BodyRef, Ctx, Loads};
use chetaev::error::{BuildError, ElementError};
use chetaev::force::{EnergyKind, Force};
use chetaev::math::{FormulaError, Given, Signal};
use chetaev::prelude::*;

fn formula<const N: usize>(text: &str, arguments: [&str; N]) -> Formula {
    Formula::parse(text, arguments).unwrap()
}

/// The same force in Rust.
#[derive(Debug)]
struct Torque(BodyRef, VariableId, VariableId);

impl Torque {
    fn size(t: f64, spin: f64, i: f64, brake: f64) -> f64 {
        0.3 * i * (1.0 - 0.002 * i * i) - brake * spin + 0.1 * (3.0 * t).sin()
    }
}

impl Force for Torque {
    type Space = Planar;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.0]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        let moment = Self::size(at.t, at.body(0).spin, at.variable(self.1), at.variable(self.2));
        out.wrench(0, [0.0, 0.0].into(), moment);
        Ok(())
    }

    fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}

/// 0.3 times the current, of which no more than 2 counts.
#[derive(Debug)]
struct Saturated(BodyRef, VariableId);

impl Force for Saturated {
    type Space = Planar;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.0]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        out.wrench(0, [0.0, 0.0].into(), 0.3 * at.variable(self.1).min(2.0));
        Ok(())
    }

    fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}

struct Motor {
    model: Model,
    wheel: BodyId,
    current: VariableId,
    brake: VariableId,
}

#[derive(Copy, Clone, PartialEq)]
enum By {
    Rust,
    Along,
    Wrench,
    Signals,
}

/// A wheel with a current, which lags behind its voltage, and a brake, which is an input.
fn motor(by: By) -> Motor {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, 0.02));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    let brake = builder.input("brake", 0.01);
    let current = builder.variable("current", 0.0, move |at, i| (12.0 - 0.5 * i - 0.3 * at.body(wheel).spin) / 0.01);
    let angle = Angle::between(GROUND, wheel);
    let size = |spin: &str| formula(&format!("0.3*i*(1 - 0.002*i*i) - b*{spin} + 0.1*sin(3*t)"), ["i", "b", "t", spin]);
    let [i, b] = [current, brake].map(Signal::input);
    match by {
        By::Rust => builder.force("motor", Torque(wheel.into(), current, brake)),
        By::Along => {
            let law = size("v").given("i", i).given("b", b);
            builder.force("motor", AppliedAlong::formula(angle, law).unwrap())
        }
        By::Wrench => {
            let none = || Given::from(formula("0", [] as [&str; 0]));
            let law = size("spin").given("b", b).given("i", i);
            builder.force("motor", Applied::formula(wheel.origin(), [none(), none()], [law]).unwrap())
        }
        By::Signals => {
            // Within a signal within a formula.
            let drive = formula("0.3*i*(1 - 0.002*i*i) + 0.1*sin(3*t)", ["i", "t"]).given("i", i);
            let drive = Signal::formula(drive).unwrap();
            let law = formula("drive - b*v", ["v", "b", "drive"]).given("drive", drive).given("b", b);
            builder.force("motor", AppliedAlong::formula(angle, law).unwrap())
        }
    };
    Motor { model: builder.build().unwrap(), wheel, current, brake }
}

fn run(motor: &Motor, from: State, t: f64) -> Trajectory {
    let brake = motor.brake;
    let harder = Event::at("harder", [0.4]).change(move |state| state.set_variable(brake, 0.05));
    Simulation::new(&motor.model).tolerance(1e-11).event(harder).run(from, t).unwrap()
}

/// A formula of a current and of an input that is changed in the run moves the wheel as the same force in Rust.
#[test]
fn oracle_formulas_of_variables_move_as_functions_do() {
    let theirs = motor(By::Rust);
    let q = run(&theirs, theirs.model.placed(), 1.0);
    for by in [By::Along, By::Wrench, By::Signals] {
        let ours = motor(by);
        let p = run(&ours, ours.model.placed(), 1.0);
        let read = |motor: &Motor, run: &Trajectory| {
            let end = run.last().unwrap();
            [end.body(motor.wheel).angle, end.body(motor.wheel).spin, end.variable(motor.current)]
        };
        let (a, b) = (read(&ours, &p), read(&theirs, &q));
        let off = a.iter().zip(&b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        println!("{a:?}: {off:.1e} apart, balance {:.1e} J", p.energy_error());
        assert!(off < 1e-9 && p.energy_error() < 1e-9, "{off:e}");
        // Both matter: without them the wheel turns otherwise.
        assert!(a[1] > 5.0 && a[2] > 1.0 && p.end().variable(ours.brake) == 0.05, "moot: {a:?}");
    }
}

/// A model with such formulas is written, read, and moves on from a saved state to the last bit. Rates are functions of the user's own: the current is an input here.
#[cfg(feature = "serde")]
#[test]
fn identity_formulas_of_inputs_saved_and_resumed() {
    use chetaev::model::SavedModel;
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, 0.02));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    let spare = builder.input("spare", 7.0);
    let current = builder.input("current", 3.0);
    let ramp = Signal::ramp([0.2, 0.9], [1.0, 2.0]);
    let law = formula("0.3*tanh(i)*r - 0.01*v", ["v", "i", "r"]).given("i", Signal::input(current)).given("r", ramp);
    builder.force("motor", AppliedAlong::formula(Angle::between(GROUND, wheel), law).unwrap());
    let gusts = formula("0.1*s*sin(t)", ["t", "s"]).given("s", Signal::input(spare));
    let none = || Signal::constant(0.0);
    builder.force("wind", Applied::signal(wheel.origin(), [none(), none()], Signal::formula(gusts).unwrap() * 0.5));
    let push = formula("0.01*i*cos(angle)", ["i", "angle"]).given("i", Signal::input(current));
    let zero = || Given::from(formula("0", [] as [&str; 0]));
    builder.force("push", Applied::formula(wheel.point(0.1, 0.0), [zero(), zero()], [push]).unwrap());
    let model = builder.build().unwrap();
    let text = serde_json::to_string(&model.saved().unwrap()).unwrap();
    assert_eq!(text.matches(r#""given":[["#).count(), 3, "moot: {text}");
    let again = serde_json::from_str::<SavedModel>(&text).unwrap().build().unwrap();
    let on = |model: &Model, from: State, t: f64| {
        let current = model.variable("current").unwrap();
        let less = Event::at("less", [0.3]).change(move |state| state.set_variable(current, 1.0));
        Simulation::new(model).tolerance(1e-10).event(less).run(from, t).unwrap()
    };
    let whole = on(&model, model.placed(), 1.5);
    assert_eq!(whole.end(), on(&again, again.placed(), 1.5).end());
    let half = on(&model, model.placed(), 0.7);
    let kept: State = serde_json::from_str(&serde_json::to_string(half.end()).unwrap()).unwrap();
    assert_eq!(on(&model, half.end().clone(), 1.5).end(), on(&again, kept, 1.5).end());
    // What is given counts: another first value, another motion.
    let other = text.replace(r#""name":"current","element":3.0"#, r#""name":"current","element":2.0"#);
    assert!(other != text, "moot: {text}");
    let other = serde_json::from_str::<SavedModel>(&other).unwrap().build().unwrap();
    assert_ne!(whole.end().q, on(&other, other.placed(), 1.5).end().q);
    let broken = text.replace("tanh(i)", "tanh(v)").replace(r#""arguments":["v","i","r"]"#, r#""arguments":["v","r"]"#);
    let error = serde_json::from_str::<SavedModel>(&broken).unwrap_err().to_string();
    assert!(broken != text && error.contains("no argument of this name"), "{error}");
}

/// i = U/R (1 − e^{−Rt/L}) of a current that saturates the iron at c: ω' = k min(i, c)/J, in closed form; where it saturates, and where a guard's formula vanishes.
#[test]
fn analytic_kinks_and_guards_in_a_variable() {
    let (rate, most, k, inertia) = (5.0_f64, 2.0_f64, 0.3, 0.02);
    let model = |by_formula: bool| {
        let mut builder = ModelBuilder::new();
        let wheel = builder.body("wheel", RigidBody::new(1.0, inertia));
        builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
        let current = builder.variable("current", 0.0, move |_, i| rate * (3.0 - i));
        let law = formula("0.3*min(i, 2)", ["i"]).given("i", Signal::input(current));
        if by_formula {
            builder.force("motor", AppliedAlong::formula(Angle::between(GROUND, wheel), law).unwrap());
        } else {
            builder.force("motor", Saturated(wheel.into(), current));
        }
        (builder.build().unwrap(), current)
    };
    let saturated = -(1.0 - most / 3.0).ln() / rate;
    let spin = |t: f64| {
        let free = |t: f64| 3.0 * (t - (1.0 - (-rate * t).exp()) / rate);
        k / inertia * (free(saturated) + most * (t - saturated))
    };
    for tolerance in [1e-6, 1e-8, 1e-10] {
        let [ours, plain] = [true, false].map(|by_formula| {
            let (model, current) = model(by_formula);
            let guard = formula("i^2 - 1 - t", ["i", "t"]).given("i", Signal::input(current));
            let guard = Signal::formula(guard).unwrap();
            let hot = Event::new("hot", |at| at.signal(&guard)).rising();
            Simulation::new(&model).tolerance(tolerance).event(hot).run(model.placed(), 1.0).unwrap()
        });
        let [off, without] = [&ours, &plain].map(|run| (run.end().v[2] - spin(1.0)).abs());
        let at = ours.events()[0].t;
        let left = (3.0 * (1.0 - (-rate * at).exp())).powi(2) - 1.0 - at;
        let [steps, more] = [&ours, &plain].map(|run| run.counters().steps);
        println!(
            "tolerance {tolerance:.0e}: {off:.1e} rad/s in {steps} steps, {without:.1e} in {more} without the kink; guard {left:.1e} at {at:.6} s"
        );
        assert!(off < 30.0 * tolerance && left.abs() < 100.0 * tolerance, "{off:e} {left:e}");
        assert!(10.0 * off < without && steps <= more, "moot: {off:e} {without:e}");
        assert!(saturated > 0.1 && saturated < 0.9 && ours.events().len() == 1, "moot");
    }
}

/// A driver whose law is a formula of another signal: u = sin(p(t)), with p' and p'' by hand.
#[test]
fn analytic_a_driver_by_a_formula_of_a_signal() {
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, 0.02));
    builder.constraint("axle", Revolute::new(GROUND.origin(), wheel.origin()));
    let path = Signal::polynomial([0.1, 0.4, 0.3]);
    let law = Signal::formula(formula("sin(p)", ["p"]).given("p", path)).unwrap() * 2.0;
    let drive = builder.constraint("drive", Driver::signal(Angle::between(GROUND, wheel), law));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-11).run(model.start().project().unwrap(), 1.0).unwrap();
    for at in run.samples() {
        let t = at.t();
        let [p, first, second] = [0.1 + 0.4 * t + 0.3 * t * t, 0.4 + 0.6 * t, 0.6];
        let [angle, bend] = [2.0 * p.sin(), 2.0 * (second * p.cos() - first * first * p.sin())];
        assert!((at.body(wheel).angle - angle).abs() < 1e-12 && (at.multipliers(drive)[0] - 0.02 * bend).abs() < 1e-11);
    }
    assert!(run.samples().count() > 3, "moot");
}

/// What cannot be given, and an input in the law of a driver, whose position would jump.
#[test]
fn refusal_what_cannot_be_given() {
    let one = || Signal::constant(1.0);
    let along = |law: Given<Signal>| {
        let body = ModelBuilder::new().body("wheel", RigidBody::new(1.0, 0.02));
        AppliedAlong::formula(Angle::between(GROUND, body), law).map(drop).unwrap_err()
    };
    let errors: [(FormulaError, &str); 4] = [
        (along(formula("2*x", ["x"]).given("k", one())), "`k` cannot be given to the formula `2.0*x` of a force along"),
        (along(formula("2*x", ["x"]).given("x", one())), "gives it itself"),
        (along(formula("k*x", ["x", "k"]).given("k", one()).given("k", one())), "it was given before"),
        (along(formula("k*x*c", ["x", "k", "c"]).given("k", one())), "an argument `c`"),
    ];
    for (error, words) in errors {
        assert!(error.to_string().contains(words), "{error}");
    }
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, 0.02));
    let angle = Angle::between(GROUND, wheel);
    let input = builder.input("where", 0.0);
    let law = Signal::formula(formula("sin(p)", ["p"]).given("p", Signal::input(input))).unwrap();
    builder.constraint("drive", Driver::signal(angle, law.clone()));
    assert!(matches!(builder.build().unwrap_err(), BuildError::Jumps { .. }));
    // A variable of another model.
    let mut builder = ModelBuilder::new();
    let wheel = builder.body("wheel", RigidBody::new(1.0, 0.02));
    builder.input("where", 0.0);
    builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, wheel), law));
    assert!(matches!(builder.build().unwrap_err(), BuildError::ForeignHandle { .. }));
}
