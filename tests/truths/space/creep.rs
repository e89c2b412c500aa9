//! Forces that read reactions: solved with the motion, against hand-made equations; a wheelset on rails by Kalker's linear theory.

use crate::support::wheelset::{SET, growth};
use chetaev::analysis::Linearization;
use chetaev::contact::surface::Sphere;
use chetaev::element::{BodyRef, ConstraintRef, Ctx, Loads};
use chetaev::error::ElementError;
use chetaev::force::{Creep, EnergyKind, Force, Kalker};
use chetaev::prelude::*;

/// A force −c N(λ) v at a point of a body, along x: with the load as it is, or as it was at the last accepted step.
#[derive(Debug)]
struct Drag {
    body: BodyRef,
    point: [f64; 2],
    load: ConstraintRef,
    c: f64,
    late: bool,
    law: fn(f64) -> f64,
}

impl Force for Drag {
    type Space = Planar;

    fn bodies(&self) -> Vec<BodyRef> {
        vec![self.body]
    }

    fn reactions(&self) -> Vec<(ConstraintRef, usize)> {
        vec![(self.load, 0)]
    }

    fn energy_kind(&self) -> EnergyKind {
        EnergyKind::Working
    }

    fn memory(&self) -> Vec<f64> {
        vec![0.0]
    }

    fn eval(&self, at: Ctx<'_>, out: &mut Loads<'_>) -> Result<(), ElementError> {
        let (frame, load) = (at.body(0), at.reaction(0));
        let place = frame.point(self.point.into());
        let velocity = frame.velocity_at(place - frame.origin);
        let load = if self.late { at.memory()[0] } else { load };
        out.force_at(0, [-self.c * (self.law)(load) * velocity.x, 0.0].into(), place);
        out.memory()[0] = at.reaction(0);
        Ok(())
    }

    fn potential(&self, _at: Ctx<'_>) -> Result<f64, ElementError> {
        Ok(0.0)
    }
}

/// A body with one point in a slot along x, its center above and ahead of it, that swings and is dragged at that point under the slot's reaction.
fn dragged(c: f64, late: bool, law: fn(f64) -> f64) -> (Model, ConstraintRef) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let body = builder.body("body", RigidBody::new(1.0, 0.3).at(0.0, 0.0, 0.4).moving(2.0, 0.0, 0.0));
    let point = [0.5, 0.3];
    let slot = Slot::new(GROUND.axis([0.0, 0.0], 0.0), body.point(point[0], point[1]));
    let load: ConstraintRef = builder.constraint("slot", slot).into();
    builder.force("drag", Drag { body: body.into(), point, load, c, late, law });
    (builder.build().unwrap(), load)
}

#[test]
fn identity_a_force_and_the_reaction_that_it_reads_agree() {
    // Linear in λ the force is a term of the matrix, and the equations of one body are solved by hand; else they are checked at what is found.
    for (law, linear) in [((|n| n) as fn(f64) -> f64, true), (|n: f64| n.abs().cbrt() * n.abs().cbrt(), false)] {
        for c in [0.0, 0.1, 0.5, 2.0] {
            let (model, load) = dragged(c, false, law);
            let state: State = model.start().project().unwrap().into();
            let at = model.read(&state);
            let body = model.body::<Planar>("body").unwrap();
            let frame = at.body(body);
            let arm = frame.turn([0.5, 0.3].into());
            let velocity = frame.velocity_at(arm);
            let lambda = at.multipliers(load)[0];
            let [ax, ay, turn] = at.body_acceleration(body)[..] else { panic!() };
            let drag = -c * law(lambda) * velocity.x;
            let off = [
                ax - drag,
                ay + 9.81 - lambda,
                0.3 * turn - (arm.x * lambda - arm.y * drag),
                ay + turn * arm.x - frame.spin * frame.spin * arm.y,
            ];
            assert!(off.iter().all(|off| off.abs() < 1e-12 * (1.0 + lambda.abs())), "{c} {linear}: {off:?}");
            if linear {
                // λ (1 + a_x²/J) + drag (−a_x a_y/J) = g + ω² a_y, drag = −c v λ.
                let (x, y, j) = (arm.x, arm.y, 0.3);
                let right = 9.81 + frame.spin * frame.spin * y;
                let exact = right / (1.0 + x * x / j + c * velocity.x * x * y / j);
                assert!((lambda - exact).abs() < 1e-12 * exact.abs(), "{c}: {lambda} {exact}");
            }
        }
    }
}

#[test]
fn order_is_kept_where_the_reaction_is_solved_and_lost_where_it_is_late() {
    let end = |late: bool, n: usize| {
        let (model, _) = dragged(0.3, late, |n| n);
        let plan = Simulation::new(&model).method(Method::Rk4).fixed_step(1.0 / n as f64);
        let run = plan.run(model.start().project().unwrap(), 1.0).unwrap();
        assert!(run.counters().uncertain > 0 && run.largest_coupling().is_infinite());
        [&run.end().q[..], &run.end().v].concat()
    };
    let apart = |a: &[f64], b: &[f64]| a.iter().zip(b).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
    let exact = end(false, 4000);
    let order = |late: bool| {
        let errors = [100, 200, 400].map(|n| apart(&end(late, n), &exact));
        println!("late {late}: errors {:.1e} {:.1e} {:.1e}", errors[0], errors[1], errors[2]);
        [(errors[0] / errors[1]).log2(), (errors[1] / errors[2]).log2()]
    };
    let ([solved, also], [late, too]) = (order(false), order(true));
    println!("orders: solved {solved:.2} {also:.2}, late {late:.2} {too:.2}");
    assert!((3.7..4.5).contains(&solved) && (3.7..4.5).contains(&also), "{solved} {also}");
    assert!((0.8..1.3).contains(&late) && (0.8..1.3).contains(&too), "{late} {too}");
}

#[test]
fn property_a_reaction_without_a_solution_is_an_error_that_names_the_force() {
    // 1 − λ has grown to a force that more than answers it: λ = a + 5 (1 + λ²) has none.
    let (model, _) = dragged(50.0, false, |n| 1.0 + n * n);
    let state: State = model.start().project().unwrap().into();
    let error = model.evaluate(&mut model.workspace(), &state, Baumgarte::OFF).unwrap_err().to_string();
    assert!(error.contains("`drag`") && error.contains("reaction"), "{error}");
    assert!(!model.certificate(&state).unwrap().is_certain());
}

#[test]
fn analytic_hunting_of_a_wheelset() {
    let model = SET.model(SET.law()).unwrap();
    let mut worst = 0.0_f64;
    for speed in [10.0, 40.0, 80.0] {
        let small = Linearization::about(&model, &SET.rolling(&model, speed).unwrap()).unwrap();
        assert!(small.residual() < 1e-9, "it rolls on without slip: {}", small.residual());
        let found = small.eigenvalues().unwrap();
        for exact in SET.small(speed).matrix().complex_eigenvalues().iter() {
            let off = found.iter().fold(f64::INFINITY, |least, value| least.min((value - exact).norm()));
            worst = worst.max(off / exact.norm());
        }
    }
    println!("eigenvalues of hunting: {worst:.1e} off, relatively");
    assert!(worst < 1e-6, "{worst:e}");
    // The speed at which it begins to hunt.
    let (mut low, mut high) = (5.0, 200.0);
    let grows = |speed: f64| {
        let small = Linearization::about(&model, &SET.rolling(&model, speed).unwrap()).unwrap();
        growth(&small.eigenvalues().unwrap()) > 0.0
    };
    assert!(!grows(low) && grows(high), "moot");
    while high - low > 1e-9 * high {
        let middle = 0.5 * (low + high);
        if grows(middle) { high = middle } else { low = middle }
    }
    let [exact, _] = SET.hunting().unwrap();
    println!("hunting speed: {low:.7} m/s for {exact:.7}, {:.1e} off", (low - exact).abs());
    assert!((low - exact).abs() < 1e-5 * exact, "{low} {exact}");
}

/// Below that speed a displaced wheelset comes back, above it it does not; and friction limits how far it is thrown.
#[test]
fn invariant_a_wheelset_hunts_above_its_speed_only() {
    let [critical, _] = SET.hunting().unwrap();
    let thrown = |part: f64, law: Kalker| {
        let model = SET.model(law).unwrap();
        let state = SET.pushed(&model, part * critical, 0.01).unwrap();
        let run = Simulation::new(&model).tolerance(1e-8).every(0.01).run(state, 3.0).unwrap();
        assert!(run.energy_error() < 1e-6 * run.last().unwrap().kinetic(), "{}", run.energy_error());
        let set = model.body::<Spatial>("set").unwrap();
        let side = run.column(|at| at.body(set).origin.y.abs());
        let most = |part: &[f64]| part.iter().fold(0.0, |most: f64, y| most.max(*y));
        most(&side[200..]) / most(&side[..100])
    };
    let parts =
        [(0.9, SET.law()), (1.1, SET.law()), (0.9, SET.law().limited(0.3))].map(|(part, law)| thrown(part, law));
    println!("critical {critical:.3} m/s; of the first second is left in the third: {parts:?}");
    assert!(parts[0] < 0.8 && parts[1] > 1.2 && parts[2] < 0.9, "{parts:?}");
}

#[test]
fn analytic_laws_of_creep() {
    let at = |load: f64, slip: [f64; 2], spin: f64| Probe { load, slip, spin };
    // The law is asked through a model: a ball on a plane, with slip, spin and load as they are given.
    for (probe, law, exact) in [
        (at(100.0, [0.02, 0.0], 0.0), Kalker::new(5e3, 4e3, 20.0, 3.0), [-5e3 * 0.01, 0.0, 0.0]),
        (
            at(100.0, [0.0, 0.03], 0.5),
            Kalker::new(5e3, 4e3, 20.0, 3.0),
            [0.0, -4e3 * 0.015 - 20.0 * 0.25, 20.0 * 0.015 - 3.0 * 0.25],
        ),
        (at(800.0, [0.02, 0.0], 0.0), Kalker::new(5e3, 4e3, 20.0, 3.0).at_load(100.0), [-4.0 * 5e3 * 0.01, 0.0, 0.0]),
        (
            at(800.0, [0.0, 0.0], 0.5),
            Kalker::new(5e3, 4e3, 20.0, 3.0).at_load(100.0),
            [0.0, -8.0 * 20.0 * 0.25, -16.0 * 3.0 * 0.25],
        ),
        (
            at(100.0, [0.02, 0.0], 0.0),
            Kalker::new(5e3, 4e3, 0.0, 0.0).limited(0.5),
            [-50.0 * (1.0 - 1.0 / 3.0 + 1.0 / 27.0), 0.0, 0.0],
        ),
        (at(100.0, [0.8, 0.0], 0.0), Kalker::new(5e3, 4e3, 0.0, 0.0).limited(0.5), [-50.0, 0.0, 0.0]),
    ] {
        let found = probe.force(law);
        for (found, exact) in found.into_iter().zip(exact) {
            assert!((found - exact).abs() < 1e-9 * (1.0 + exact.abs()), "{found} {exact}");
        }
    }
}

/// A ball on a plane that slips and spins like this, at 2 m/s.
struct Probe {
    load: f64,
    slip: [f64; 2],
    spin: f64,
}

impl Probe {
    fn force(&self, law: Kalker) -> [f64; 3] {
        use chetaev::contact::spatial::OnPlane;
        use chetaev::contact::surface::Plane;
        let (radius, mass, moment, speed) = (0.5, 2.0, 0.2, 2.0);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -self.load / mass]);
        let ball = Solid::principal(mass, [moment; 3]).unwrap().at(0.0, 0.0, radius).moving(speed, 0.0, 0.0);
        // v + Ω × (0, 0, −r)
        let ball = ball.spinning(self.slip[1] / radius, (speed - self.slip[0]) / radius, self.spin);
        let ball = builder.body("ball", ball);
        let pair = OnPlane::new(Plane::horizontal(), Sphere::new([0.0; 3], radius));
        let floor = builder.constraint("floor", Contact::sliding(WORLD, ball, pair.clone()));
        builder.force("creep", Creep::new(WORLD, ball, pair, floor, law));
        let model = builder.build().unwrap();
        let state = model.placed();
        let at = model.read(&state);
        let a = at.body_acceleration(ball);
        [mass * a[0], mass * a[1], moment * a[5]]
    }
}
