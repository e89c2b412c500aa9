//! Loads of joints that pass through infinity: the trammel of Archimedes with rough slots, in closed form.
//!
//! A rod of length L and mass m, at the angle θ, has one end A in a level slot, along which it is driven at the speed u, and its other end B in an upright one. B moves down, and friction acts on it upward.
//! With N the force of the upright slot on it, moments about A give
//!
//! ```text
//! −L (N sin θ + μ |N| cos θ) = m L² θ'² cot θ/3,      θ' = −u/(L sin θ)
//! ```
//!
//! since x'' of A is zero, so that θ'' = −θ'² cot θ. So N is below zero, and |N| = m L θ'² cot θ/(3 (sin θ − μ cos θ)) grows without bound as tan θ falls to μ. Beyond that no N satisfies it.

use chetaev::contact::CornerOnLine;
use chetaev::error::EvalError;
use chetaev::prelude::*;
use chetaev::simulate::{RunError, RunFailure};

const U: f64 = 1.0;
const MU: f64 = 0.8;

/// The trammel, and the friction of its upright slot.
fn trammel(theta: f64) -> (Model, FrictionId) {
    let (builder, _, beside) = building(theta);
    (builder.build().unwrap(), beside)
}

fn building(theta: f64) -> (ModelBuilder, BodyId, FrictionId) {
    let mut builder = ModelBuilder::new();
    let (sin, cos) = theta.sin_cos();
    let spin = -U / sin;
    let rod = RigidBody::rod(1.0, 1.0).at(0.5 * cos, 0.5 * sin, -theta).moving(0.5 * U, 0.5 * spin * cos, -spin);
    let rod = builder.body("rod", rod);
    let level = builder.constraint("level", Slot::new(GROUND.axis([0.0, 0.0], 0.0), rod.point(0.5, 0.0)));
    let upright = GROUND.axis([0.0, 0.0], 0.5 * std::f64::consts::PI);
    let upright = builder.constraint("upright", Slot::new(upright, rod.point(-0.5, 0.0)));
    let travel = Travel::along(GROUND.axis([0.0, 0.0], 0.0), rod.point(0.5, 0.0));
    builder.constraint("motor", Driver::new(travel, move |t| t * U + cos));
    builder.friction("below", FrictionPoint::in_slot(level), Coulomb::new(0.3));
    let beside = builder.friction("beside", FrictionPoint::in_slot(upright), Coulomb::new(MU));
    (builder, rod, beside)
}

/// |N| at an angle.
fn load(theta: f64) -> f64 {
    let (sin, cos) = theta.sin_cos();
    (U / sin).powi(2) * cos / sin / (3.0 * (sin - MU * cos))
}

fn runs(model: &Model) -> Vec<(Method, f64, Result<Trajectory, RunError>)> {
    let mut runs = Vec::new();
    for method in [Method::Dop853, Method::Tsit5, Method::Dopri5, Method::Radau5] {
        for tolerance in [1e-6, 1e-9] {
            let start = model.start().project().unwrap();
            assert!(start.moved < 1e-12, "the closed form is off");
            runs.push((method, tolerance, Simulation::new(model).method(method).tolerance(tolerance).run(start, 1.0)));
        }
    }
    runs
}

/// Until there, the loads are those of the closed form; there the run ends, by name, and nothing of what is beyond is in it.
#[test]
fn analytic_a_trammel_jams_where_its_load_grows_without_bound() {
    let theta = 1.2_f64;
    let (model, beside) = trammel(theta);
    let jams = (MU.atan().cos() - theta.cos()) / U;
    for (method, tolerance, outcome) in runs(&model) {
        let error = outcome.unwrap_err();
        let RunFailure::Jams { points, t } = &error.failure else { panic!("{method:?} {tolerance:e}: {error}") };
        println!(
            "{method:?} {tolerance:e}: jams at {t}, {:.1e} off; the run ends at {}",
            t - jams,
            error.partial.end().t
        );
        assert!((t - jams).abs() < 1e-10, "{method:?}: {t}, and it jams at {jams}");
        assert_eq!(points[..], ["below", "beside"]);
        let run = &error.partial;
        assert!(run.transitions().is_empty(), "{method:?}: {:?}", run.transitions());
        assert!(run.end().t > 0.5 * jams && run.end().t < jams, "moot");
        for at in run.samples() {
            let known = load((theta.cos() + U * at.t()).acos());
            let off = (at.friction(beside).unwrap().load.abs() / known - 1.0).abs();
            assert!(off < 1e-4 + 1e3 * tolerance, "{method:?}: {off:.1e} off at {}", at.t());
        }
    }
}

/// Beyond the pole nothing satisfies the laws, and that is what is told, whatever touches nothing far away: with a contact there the error named no point, and contacts that there are not. Held since c5999263.
#[test]
fn regress_an_open_contact_far_away_takes_no_blame() {
    let told = [false, true].map(|far| {
        let (mut builder, rod, _) = building(0.3);
        if far {
            let tip = CornerOnLine::new(GROUND.axis([0.0, -100.0], 0.0), [0.0, 0.0]);
            builder.contact("floor", Contact::between(GROUND, rod, tip), Rigid::rough(Coulomb::new(0.3)));
        }
        let model = builder.build().unwrap();
        let error = Simulation::new(&model).run(model.start().project().unwrap(), 1.0).unwrap_err();
        let RunFailure::Eval(EvalError::NoSigns { points, norm, .. }) = &error.failure else { panic!("{error}") };
        assert!(*norm > 1.0, "{error}");
        points.clone()
    });
    assert_eq!(told[0], told[1]);
    assert!(told[0].contains(&"beside".to_owned()), "{told:?}");
}
