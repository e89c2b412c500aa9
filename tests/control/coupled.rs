//! Couplers whose ratio varies: elliptic gears in closed form, by a formula, by a table, and by hand-written functions.

use chetaev::math::LookupError;
use chetaev::prelude::*;
use std::f64::consts::{PI, TAU};

/// Eccentricity, moments of inertia (kg m²) of the wheel that follows and of the other one, and rate of that at the start (rad/s).
const E: f64 = 0.5;
const J: [f64; 2] = [0.02, 0.03];
const RATE: f64 = 4.0;

/// Two equal ellipses that turn about their foci roll on each other: tan(u₁/2) = −(1 + e)/(1 − e) tan(u₂/2), so that
///
/// ```text
/// u₁ = −u₂ + f(u₂),   f = −2 atan(e sin u₂/(1 − e cos u₂)),   f' = −2 e (cos u₂ − e)/(1 + e² − 2 e cos u₂)
/// ```
fn f(u: f64) -> f64 {
    -2.0 * (E * u.sin()).atan2(1.0 - E * u.cos())
}

fn slope(u: f64) -> f64 {
    -1.0 - 2.0 * E * (u.cos() - E) / (1.0 + E * E - 2.0 * E * u.cos())
}

/// Rate of the second wheel without a motor, from its energy ½ (J₂ + J₁ s²) u₂'².
fn rate(u: f64) -> f64 {
    let inertia = |u: f64| J[1] + J[0] * slope(u).powi(2);
    RATE * (inertia(0.0) / inertia(u)).sqrt()
}

/// The second wheel at an angle; both move as they do without a motor.
fn wheels(angle: f64, coupler: impl FnOnce(Coupler<Angle, Angle>) -> Coupler<Angle, Angle>) -> (Model, [BodyId; 2]) {
    let mut builder = ModelBuilder::new();
    let (angles, rates) = ([f(angle) - angle, angle], [slope(angle) * rate(angle), rate(angle)]);
    let wheels = [0, 1].map(|k| {
        let (x, name) = (k as f64, ["first", "second"][k]);
        let wheel = builder.body(name, RigidBody::new(1.0, J[k]).at(x, 0.0, angles[k]).moving(0.0, 0.0, rates[k]));
        builder.constraint(format!("axle {name}"), Revolute::new(GROUND.point(x, 0.0), wheel.origin()));
        wheel
    });
    let [u, w] = wheels.map(|wheel| Angle::between(GROUND, wheel));
    builder.constraint("teeth", coupler(Coupler::new(u, -1.0, w)));
    (builder.build().unwrap(), wheels)
}

fn formula() -> Formula {
    Formula::parse(&format!("-2*atan({E}*sin(x)/(1 - {E}*cos(x)))"), ["x"]).unwrap()
}

fn table(points: usize) -> LookupTable {
    let point = |k: usize| {
        let u = TAU * (k % points) as f64 / points as f64;
        [TAU * k as f64 / points as f64, f(u)]
    };
    LookupTable::periodic(&(0..=points).map(point).collect::<Vec<_>>()).unwrap()
}

#[test]
fn analytic_elliptic_gears_by_a_formula() {
    let (model, wheels) = wheels(0.0, |it| it.formula(formula()).unwrap());
    let run = Simulation::new(&model).tolerance(1e-11).every(0.05).run(model.start().project().unwrap(), 4.0).unwrap();
    let mut off = [0.0_f64; 2];
    for at in run.samples() {
        let [u, w] = wheels.map(|wheel| at.body(wheel));
        off[0] = off[0].max((w.spin - rate(w.angle)).abs()).max((u.spin - slope(w.angle) * w.spin).abs());
        off[1] = off[1].max((u.angle + w.angle - f(w.angle)).abs());
    }
    let turned = run.last().unwrap().body(wheels[1]).angle;
    println!("elliptic gears: rates {:.1e} rad/s off, angles {:.1e} rad, over {turned:.1} rad", off[0], off[1]);
    assert!(off[0] < 1e-9 && off[1] < 1e-12 && turned > 2.0 * TAU, "{off:?} {turned}");
    assert!(run.energy_error() < 1e-9 && run.drift().largest_phi() < 1e-12);
}

/// Force and accelerations against a difference of the closed form's rates.
#[test]
fn oracle_forces_of_elliptic_gears() {
    for angle in [0.0, 0.7, 2.0, PI, 5.5] {
        let (model, wheels) = wheels(angle, |it| it.formula(formula()).unwrap());
        let state: State = model.start().project().unwrap().into();
        let at = model.read(&state);
        let (h, w) = (1e-4, rate(angle));
        let bend = (rate(angle + h) - rate(angle - h)) / (2.0 * h) * w;
        let found = at.body_acceleration(wheels[1])[2];
        assert!((found - bend).abs() < 1e-5 * (1.0 + bend.abs()), "{angle}: {found} {bend}");
        let teeth = model.constraint("teeth").unwrap();
        let force = at.multipliers(teeth)[0];
        let [first, second] = [at.body_acceleration(wheels[0])[2] * J[0], found * J[1]];
        assert!((force - first).abs() < 1e-12 && (second + slope(angle) * force).abs() < 1e-12, "{angle}: {force}");
    }
}

#[test]
fn order_of_gears_by_a_table() {
    let off = [24, 48, 96].map(|points| {
        let (model, wheels) = wheels(0.0, |it| it.table(table(points)).unwrap());
        let start = model.start().project().unwrap();
        let run = Simulation::new(&model).tolerance(1e-10).every(0.05).run(start, 4.0).unwrap();
        // Whatever the table is, position, rate and force belong to each other.
        assert!(run.energy_error() < 1e-8, "{}", run.energy_error());
        let end = run.samples().map(|at| {
            let w = at.body(wheels[1]);
            (w.spin - rate(w.angle)).abs()
        });
        end.fold(0.0, f64::max)
    });
    println!("rates by tables of 24, 48, 96 points: {:.1e} {:.1e} {:.1e} rad/s off", off[0], off[1], off[2]);
    // Of the slope of a cubic spline the error goes with the third power.
    assert!(off[0] / off[1] > 5.0 && off[1] / off[2] > 5.0 && off[2] < 1e-3, "{off:?}");
    let linear = LookupTable::linear(&[[0.0, 0.0], [1.0, 1.0]]).unwrap();
    let angle = Angle::between(GROUND, GROUND);
    assert!(matches!(Coupler::new(angle, 1.0, angle).table(linear), Err(LookupError::Jumps)));
}

#[cfg(feature = "serde")]
#[test]
fn identity_gears_saved_and_resumed() {
    use chetaev::model::SavedModel;
    for by_table in [false, true] {
        let (model, _) =
            wheels(0.0, |it| if by_table { it.table(table(36)).unwrap() } else { it.formula(formula()).unwrap() });
        let text = serde_json::to_string(&model.saved().unwrap()).unwrap();
        let again = serde_json::from_str::<SavedModel>(&text).unwrap().build().unwrap();
        let start: State = model.start().project().unwrap().into();
        let whole = Simulation::new(&model).run(start.clone(), 2.0).unwrap();
        let half = Simulation::new(&model).run(start, 1.0).unwrap();
        let kept: State = serde_json::from_str(&serde_json::to_string(half.end()).unwrap()).unwrap();
        let ours = Simulation::new(&model).run(half.end().clone(), 2.0).unwrap();
        let theirs = Simulation::new(&again).run(kept, 2.0).unwrap();
        assert_eq!(ours.end(), theirs.end());
        let off = whole.end().q.iter().zip(&theirs.end().q).fold(0.0, |most: f64, (a, b)| most.max((a - b).abs()));
        assert!(off < 1e-8, "{off:e}");
        let straight = text.replace("\"Periodic\"", "\"StraightAgain\"");
        if by_table {
            let error = serde_json::from_str::<SavedModel>(&straight).unwrap_err().to_string();
            assert!(straight != text && error.contains("slope or bend jumps"), "{error}");
        }
    }
}
