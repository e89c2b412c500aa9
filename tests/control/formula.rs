//! Formulas in a model: the same motion as the same functions in Rust, saved and read back to the last bit, and refused by name.

use chetaev::math::FormulaError;
use chetaev::prelude::*;

fn formula<const N: usize>(text: &str, arguments: [&str; N]) -> Formula {
    Formula::parse(text, arguments).unwrap()
}

#[derive(Debug)]
struct Wire;

impl Holonomic<2, 1> for Wire {
    fn phi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let bent = (b.position.x - a.position.x) * (b.position.x - a.position.x) * convert(0.5);
        [b.position.y - a.point(0.3, 0.1).y - bent - (t + t).sin() * convert(0.1)]
    }

    fn depends_on_time(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct Chase;

impl Nonholonomic<1, 1> for Chase {
    fn psi<T: RealField + Copy>(&self, t: T, [at]: [Pose<T>; 1], [moving]: [Twist<T>; 1]) -> [T; 1] {
        // Nonlinear in the velocities: the speed is prescribed.
        let (v, x) = (moving.velocity, at.position.x);
        [v.x * v.x + v.y * v.y + moving.spin * moving.spin * convert(0.3)
            - convert::<f64, T>(4.0)
            - x * x * convert(0.2)
            - t]
    }
}

/// A mechanism with a formula in every place that takes one, or with the same functions in Rust.
fn mechanism(in_rust: bool) -> Model {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let a = builder.body("a", RigidBody::new(1.0, 0.2).at(0.1, 0.2, 0.3).moving(0.5, -0.2, 0.4));
    let b = builder.body("b", RigidBody::new(0.7, 0.1).at(0.6, 0.7, -0.2).moving(0.1, 0.3, -0.5));
    let c = builder.body("c", RigidBody::new(0.7, 0.1).at(0.5, 0.7, -0.2).moving(2.0, 0.3, -0.5));
    let travel = Travel::along(a.axis([0.0, 0.1], 0.4), b.origin());
    if in_rust {
        builder.constraint("wire", Auto::holonomic([a, b], Wire));
        builder.constraint("chase", Auto::nonholonomic([c], Chase));
        builder.force(
            "spring",
            AppliedAlong::new(travel, |t: f64, at: &chetaev::measure::Reading| {
                -3.0 * at.value - 0.1 * (at.value * at.value * at.value) - 0.2 * at.rate + t.sin()
            }),
        );
        builder.force(
            "wind",
            Applied::new(b.point(0.1, 0.2), |t: f64, at: &chetaev::element::PlanarFrame| {
                ([t.cos() - 0.3 * at.velocity.x, 0.2 * at.angle.sin()], -0.1 * at.spin)
            }),
        );
        builder.force(
            "push",
            Applied::new(c.origin(), |t: f64, _: &chetaev::element::PlanarFrame| {
                ([(-t).exp() * (6.0 * t).sin(), 0.0], 0.0)
            }),
        );
    } else {
        let wire = formula(
            "d = x2 - x1; y2 - (y1 + sin(angle1)*0.3 + cos(angle1)*0.1) - 0.5*d*d - 0.1*sin(2*t)",
            ["t", "x1", "y1", "angle1", "x2", "y2"],
        );
        builder.constraint("wire", Equation::holonomic([a, b], [wire]).unwrap());
        let chase = formula("vx^2 + vy^2 + 0.3*spin^2 - 4 - 0.2*x^2 - t", ["t", "x", "vx", "vy", "spin"]);
        builder.constraint("chase", Equation::nonholonomic([c], [chase]).unwrap());
        let spring = formula("-3*x - 0.1*x^3 - 0.2*v + sin(t)", ["x", "v", "t"]);
        builder.force("spring", AppliedAlong::formula(travel, spring).unwrap());
        let [x, y, moment] =
            ["cos(t) - 0.3*vx", "0.2*sin(angle)", "-0.1*spin"].map(|text| formula(text, ["t", "vx", "angle", "spin"]));
        builder.force("wind", Applied::formula(b.point(0.1, 0.2), [x, y], [moment]).unwrap());
        let fading = Signal::formula(formula("exp(-t)*sin(6*t)", ["t"])).unwrap();
        let none = || Signal::constant(0.0);
        builder.force("push", Applied::signal(c.origin(), [fading, none()], none()));
    }
    builder.build().unwrap()
}

fn run(model: &Model, t: f64) -> Trajectory {
    let start = model.start().project().unwrap();
    Simulation::new(model).tolerance(1e-11).run(start, t).unwrap()
}

/// All that a formula can be: the motion, the multipliers and the balance of energy of the same functions in Rust.
#[test]
fn oracle_formulas_move_as_functions_do() {
    let [ours, theirs] = [false, true].map(mechanism);
    let [p, q] = [&ours, &theirs].map(|model| run(model, 2.0));
    let off = p.end().q.iter().zip(&q.end().q).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    let loads = |model: &Model, run: &Trajectory| {
        ["wire", "chase"].map(|name| model.read(run.end()).multipliers(model.constraint(name).unwrap())[0])
    };
    let ([a, b], [c, d]) = (loads(&ours, &p), loads(&theirs, &q));
    println!(
        "{off:.1e} m apart; multipliers {a:.6}, {b:.6}, {:.1e} apart; balance {:.1e} J",
        (a - c).abs() + (b - d).abs(),
        p.energy_error()
    );
    assert!(off < 1e-9 && (a - c).abs() + (b - d).abs() < 1e-7 && p.energy_error() < 1e-9);
    let moved = p.end().q.iter().zip(&ours.placed().q).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(moved > 1.0 && a.abs() > 0.1 && b.abs() > 0.1, "moot: {moved}, {a}, {b}");
}

/// In space: a point of a turning body on a surface, against the same function in Rust, and a velocity row.
#[test]
fn oracle_formulas_in_space() {
    #[derive(Debug)]
    struct Bowl;
    impl Holonomic<1, 1, Spatial> for Bowl {
        fn phi<T: RealField + Copy>(&self, _t: T, [at]: [Pose<T, Spatial>; 1]) -> [T; 1] {
            let p = at.point(0.2, 0.0, -0.1);
            [p.z - (p.x * p.x + p.y * p.y) * convert(0.5)]
        }

        fn depends_on_time(&self) -> bool {
            false
        }
    }
    #[derive(Debug)]
    struct Roll;
    impl Nonholonomic<1, 1, Spatial> for Roll {
        fn psi<T: RealField + Copy>(
            &self,
            _t: T,
            [at]: [Pose<T, Spatial>; 1],
            [moving]: [Twist<T, Spatial>; 1],
        ) -> [T; 1] {
            [moving.velocity.x * at.position.y - moving.spin.z * convert(0.4) - moving.spin.x * moving.velocity.y]
        }
    }
    // The point (0.2, 0, −0.1) of the body, by its quaternion.
    let text = "px = x + 0.2*(1 - 2*(qy^2 + qz^2)) - 0.1*2*(qx*qz + qw*qy);
        py = y + 0.2*2*(qx*qy + qw*qz) - 0.1*2*(qy*qz - qw*qx);
        pz = z + 0.2*2*(qx*qz - qw*qy) - 0.1*(1 - 2*(qx^2 + qy^2));
        pz - 0.5*(px^2 + py^2)";
    let model = |in_rust: bool| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -9.81]);
        let solid = Solid::from_inertia(Inertia::cuboid(1.0, [0.3, 0.2, 0.5]).unwrap()).unwrap();
        let body = builder.body("block", solid.at(0.4, 0.3, 0.2).moving(0.3, -0.2, 0.0).spinning(0.5, 1.0, -0.4));
        if in_rust {
            builder.constraint("bowl", Auto::holonomic([body], Bowl));
            builder.constraint("roll", Auto::nonholonomic([body], Roll));
        } else {
            let bowl = formula(text, ["x", "y", "z", "qw", "qx", "qy", "qz"]);
            builder.constraint("bowl", Equation::holonomic([body], [bowl]).unwrap());
            let roll = formula("vx*y - 0.4*wz - wx*vy", ["vx", "vy", "y", "wz", "wx"]);
            builder.constraint("roll", Equation::nonholonomic([body], [roll]).unwrap());
        }
        let zero = || formula("0", [] as [&str; 0]);
        let drag = ["vx", "vy", "vz"].map(|v| formula(&format!("-0.1*{v}"), [v]));
        builder.force("drag", Applied::formula(body.origin(), drag, [zero(), zero(), zero()]).unwrap());
        builder.build().unwrap()
    };
    let [ours, theirs] = [false, true].map(model);
    let [p, q] = [&ours, &theirs].map(|model| run(model, 1.5));
    let off = p.end().q.iter().zip(&q.end().q).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    println!("{off:.1e} apart, drift {:.1e}", p.drift().largest_phi());
    assert!(off < 1e-9 && p.drift().largest_phi() < 1e-12 && p.end().q != ours.placed().q);
}

/// A model of formulas is written, read, and moves on from a saved state to the last bit.
#[cfg(feature = "serde")]
#[test]
fn identity_saved_and_resumed() {
    use chetaev::model::SavedModel;
    let model = mechanism(false);
    let text = serde_json::to_string(&model.saved().unwrap()).unwrap();
    assert!(text.contains("0.1*x^3") && text.contains("_1 ="), "moot: {text}");
    let again = serde_json::from_str::<SavedModel>(&text).unwrap().build().unwrap();
    let whole = run(&model, 2.0);
    assert_eq!(whole.end(), run(&again, 2.0).end());
    let half = run(&model, 1.0);
    let kept: State = serde_json::from_str(&serde_json::to_string(half.end()).unwrap()).unwrap();
    let on = |model: &Model, from: State| Simulation::new(model).tolerance(1e-11).run(from, 2.0).unwrap().end().clone();
    assert_eq!(on(&model, half.end().clone()), on(&again, kept));
    let broken = text.replace("0.1*x^3", "0.1*u^3");
    let error = serde_json::from_str::<SavedModel>(&broken).unwrap_err().to_string();
    assert!(error.contains("`u` is unknown"), "{error}");
    let bent = text.replace("exp(-t)", "abs(t)");
    assert!(bent != text && serde_json::from_str::<SavedModel>(&bent).unwrap_err().to_string().contains("kink"));
}

/// A kink of a formula in a force ends a step: a mass that leaves a one-sided spring, in closed form, and what it costs not to.
#[test]
fn analytic_steps_end_at_the_kinks_of_a_formula() {
    let (m, k) = (2.0, 300.0);
    let (start, speed) = (0.5, -1.3);
    let run = |tolerance: f64, by_formula: bool| {
        let mut builder = ModelBuilder::new();
        let mass = builder.body("mass", Particle::new(m).at(start, 0.0).moving(speed, 0.0));
        let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
        if by_formula {
            let spring = formula("if(x < 0, -300*x, 0)", ["x"]);
            builder.force("buffer", AppliedAlong::formula(travel, spring).unwrap());
        } else {
            builder.force(
                "buffer",
                AppliedAlong::new(
                    travel,
                    move |_, at: &chetaev::measure::Reading| if at.value < 0.0 { -k * at.value } else { 0.0 },
                ),
            );
        }
        let model = builder.build().unwrap();
        Simulation::new(&model).tolerance(tolerance).run(model.placed(), 2.0).unwrap()
    };
    // It returns with the speed with which it came, after half a period in the spring.
    let [meets, leaves] = [0.0, std::f64::consts::PI * (m / k).sqrt()].map(|dt| start / -speed + dt);
    let expected = -speed * (2.0 - leaves);
    assert!(meets < leaves && leaves < 2.0);
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let [ours, plain] = [true, false].map(|by_formula| run(tolerance, by_formula));
        let [a, b] = [&ours, &plain].map(|run| (run.end().q[0] - expected).abs());
        println!(
            "tolerance {tolerance:.0e}: {a:.1e} m with steps that end, {b:.1e} m without; {} and {} steps",
            ours.counters().steps,
            plain.counters().steps
        );
        assert!(a < 20.0 * tolerance, "{a:e}");
        assert!(10.0 * a < b && ours.counters().steps <= plain.counters().steps, "{a:e} {b:e}");
        assert!(ours.events().is_empty());
    }
}

/// What a formula cannot be in its place, by name.
#[test]
fn refusal_formulas_are_refused_where_they_cannot_be() {
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", RigidBody::new(1.0, 0.1));
    let errors: [(FormulaError, &str); 5] = [
        (Signal::formula(formula("abs(t - 1)", ["t"])).unwrap_err(), "kink where `t - 1.0` is zero, but a signal"),
        (Signal::formula(formula("2*x", ["x"])).unwrap_err(), "`x`, but a signal provides only t"),
        (
            Equation::holonomic([body], [formula("vx", ["vx"])]).unwrap_err(),
            "but a constraint of positions provides only t, x, y, angle",
        ),
        (Equation::holonomic([body, body], [formula("x", ["x"])]).unwrap_err(), "x1, y1, angle1, x2"),
        (Equation::nonholonomic([body], [formula("max(vx, 0)", ["vx"])]).unwrap_err(), "kink where `vx` is zero"),
    ];
    for (error, words) in errors {
        assert!(error.to_string().contains(words), "{error}");
    }
}

/// A value that is none ends a run with the name of the force, as that of a closure does.
#[test]
fn refusal_what_is_no_number_names_its_force() {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0).at(0.5, 0.0).moving(-1.0, 0.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
    builder.force("root", AppliedAlong::formula(travel, formula("sqrt(x)", ["x"])).unwrap());
    let model = builder.build().unwrap();
    let error = Simulation::new(&model).run(model.placed(), 5.0).unwrap_err();
    assert!(error.to_string().contains("`root`"), "{error}");
}

/// A force that jumps with the velocity is no friction: where the mass would stick the run does not go on for ever, and says where.
#[test]
fn refusal_a_jump_in_the_velocity_ends_the_run() {
    let mut builder = ModelBuilder::new();
    let mass = builder.body("mass", Particle::new(1.0).moving(1.0, 0.0));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), mass.origin());
    builder.force("rub", AppliedAlong::formula(travel, formula("-2*sign(v)", ["v"])).unwrap());
    let model = builder.build().unwrap();
    let error = Simulation::new(&model).run(model.placed(), 5.0).unwrap_err();
    let (t, steps) = (error.partial.end().t, error.partial.counters().steps);
    println!("{error}; {t} s, {steps} steps");
    assert!((t - 0.5).abs() < 1e-3 && steps < 10_000);
}
