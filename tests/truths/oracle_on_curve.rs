//! The point on a curve: against other constraints that mean the same, against generic functions, and where it must refuse.

use crate::common::{Random, STATES, Seen, compare, difference, evaluate};
use crate::curves::{CIRCLE, CUBIC, CYCLOID, ELLIPSE, Own, SUPPORT};
use chetaev::body::{Particle, RigidBody};
use chetaev::constraint::{Auto, Distance, Holonomic, PointOnCurve, Pose, Slot};
use chetaev::contact::curve::{Circle, Curve, Cycloid, Ellipse, Line, PlaneCurve, Polynomial, Smooth, Spline, Support};
use chetaev::contact::foot;
use chetaev::dynamics::Baumgarte;
use chetaev::element::{BodyId, GROUND};
use chetaev::error::{BuildError, ElementError, EvalError};
use chetaev::force::SpringDamper;
use chetaev::model::State;
use chetaev::model::{Model, ModelBuilder};
use chetaev::nalgebra::{RealField, Vector2, convert};
use chetaev::simulate::Simulation;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const POINT: [f64; 2] = [0.3, -0.4];

/// The state without warm starts, for a model that has none.
fn forgetful(mut state: State) -> State {
    state.memory.clear();
    state
}

#[test]
fn oracle_bead_on_a_line_is_a_slot() {
    let seen = compare(
        |[a, b]| PointOnCurve::new(a, Line::new([0.4, -0.3], 0.8), b.point(POINT[0], POINT[1])),
        |[a, b]| Slot::new(a.axis([0.4, -0.3], 0.8), b.point(POINT[0], POINT[1])),
    );
    seen.assert_agrees_and_curves("bead on a line and slot");
}

/// A point of b in the axes of a.
fn seen_from<T: RealField + Copy>(a: &Pose<T>, b: &Pose<T>) -> Vector2<T> {
    let d = b.point(POINT[0], POINT[1]) - a.position;
    let (sin, cos) = a.attitude.sin_cos();
    Vector2::new(cos * d.x + sin * d.y, cos * d.y - sin * d.x)
}

/// The distance inward from a circle, by Pythagoras.
#[derive(Debug)]
struct InsideCircle;
impl Holonomic<2, 1> for InsideCircle {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let center = Vector2::new(convert(0.2), convert(-0.5));
        [convert::<f64, T>(1.7) - (seen_from(&a, &b) - center).norm()]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

/// Far from the circle too: all random states.
#[test]
fn oracle_bead_on_a_circle() {
    let seen = compare(
        |[a, b]| PointOnCurve::new(a, Circle::new([0.2, -0.5], 1.7), b.point(POINT[0], POINT[1])),
        |bodies| Auto::holonomic(bodies, InsideCircle),
    );
    seen.assert_agrees_and_curves("bead on a circle");
}

/// φ of a generic curve: the foot by Gauss and Newton's method in the number type itself, so that it is differentiated with it.
#[derive(Debug)]
struct Generic(Own);
impl Holonomic<2, 1> for Generic {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let p = seen_from(&a, &b);
        let distance = |s: T| (p - self.0.at(s)).norm_squared();
        let mut s: T = convert(0.0);
        for i in -26..27 {
            let sample = convert(0.1 * f64::from(i));
            if distance(sample) < distance(s) {
                s = sample;
            }
        }
        for _ in 0..100 {
            let [c, slope] = self.0.with_slope(s);
            s += (p - c).dot(&slope) / slope.norm_squared();
        }
        let [c, slope] = self.0.with_slope(s);
        [slope.perp(&(p - c)) / slope.norm()]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

/// Two bodies, the first of which may be the ground, and one constraint.
fn pair(on_ground: bool, add: impl FnOnce(&mut ModelBuilder, [BodyId; 2])) -> Model {
    let mut builder = ModelBuilder::new();
    let a = if on_ground { GROUND } else { builder.body("a", RigidBody::new(1.0, 1.0)) };
    let b = builder.body("b", RigidBody::new(1.0, 1.0).at(1.0, 0.5, 0.0));
    add(&mut builder, [a, b]);
    builder.build().unwrap()
}

/// A random state with the point of b near the curve on a, and the curve's parameter there.
fn near_curve(model: &Model, curve: &dyn Curve, random: &mut Random) -> (State, f64) {
    let mut state = random.state(model);
    let s = 2.5 * random.unit();
    let jet = curve.jet(s);
    let place = jet.position + 0.2 * random.unit() * jet.normal();
    let n = state.q.len();
    let pose = |q: &[f64]| -> Pose<f64> { Pose { position: Vector2::new(q[0], q[1]), attitude: q[2] } };
    let a = if n == 3 { pose(&[0.0; 3]) } else { pose(&state.q[..3]) };
    let arm = pose(&[0.0, 0.0, state.q[n - 1]]).point(POINT[0], POINT[1]);
    let origin = a.point(place.x, place.y) - arm;
    state.q[n - 3..n - 1].copy_from_slice(origin.as_slice());
    (state, s)
}

#[test]
fn oracle_beads_near_curves() {
    for own in [CIRCLE, ELLIPSE, CYCLOID, CUBIC, SUPPORT] {
        let mut seen = Seen::default();
        for on_ground in [false, true] {
            let point = |b: BodyId| b.point(POINT[0], POINT[1]);
            let built = pair(on_ground, |model, [a, b]| {
                model.constraint("bead", PointOnCurve::new(a, Smooth(own), point(b)));
            });
            let generic = pair(on_ground, |model, bodies| {
                model.constraint("bead", Auto::holonomic(bodies, Generic(own)));
            });
            let (mut a, mut b) = (built.workspace(), generic.workspace());
            let mut random = Random::new(12);
            for i in 0..STATES {
                let (mut state, s) = near_curve(&built, &Smooth(own), &mut random);
                // Half of them from a warm start, the other half by searching.
                if i % 2 == 0 {
                    state.memory[0] = s + 0.1 * random.unit();
                }
                evaluate(&built, &mut a, &state);
                evaluate(&generic, &mut b, &forgetful(state));
                seen.note((&a, &built), (&b, &generic));
            }
        }
        seen.assert_agrees_and_curves(&format!("bead near {own:?}"));
    }
}

/// φ' = J v and φ'' = J v' − γ by differences along a motion, near a curve that is not one generic function. `smooth_at` tells
/// where the differences do not reach over a jump of the third derivative, which would spoil them.
fn check_rates(curve: impl Curve + Clone + 'static, smooth_at: impl Fn(f64) -> bool) {
    let bead = curve.clone();
    let model = pair(false, |model, [a, b]| {
        model.constraint("bead", PointOnCurve::new(a, bead, b.point(POINT[0], POINT[1])));
    });
    let mut ws = model.workspace();
    let mut random = Random::new(8);
    let (mut first, mut second, mut most, mut count): (f64, f64, f64, usize) = (0.0, 0.0, 0.0, 0);
    for _ in 0..STATES {
        let (state, s) = near_curve(&model, &curve, &mut random);
        let acceleration: [f64; 6] = random.numbers();
        if !smooth_at(s) {
            continue;
        }
        let mut phi = |t: f64| {
            let mut moved = state.clone();
            for ((q, v), a) in moved.q.iter_mut().zip(&state.v).zip(acceleration) {
                *q += t * v + 0.5 * t * t * a;
            }
            evaluate(&model, &mut ws, &moved);
            ws.phi()[0]
        };
        let h = 1e-3;
        let [c, d, e, f, g] = [-2.0, -1.0, 0.0, 1.0, 2.0].map(|k| phi(k * h));
        let rate = (c - 8.0 * d + 8.0 * f - g) / (12.0 * h);
        let bending = (-c + 16.0 * d - 30.0 * e + 16.0 * f - g) / (12.0 * h * h);
        evaluate(&model, &mut ws, &state);
        let j = ws.jacobian(&model);
        let along = |x: &[f64]| j.iter().zip(x).map(|(j, x)| j * x).sum::<f64>();
        assert!((along(&state.v) - ws.rate()[0]).abs() < 1e-13 * (1.0 + rate.abs()));
        first = first.max((rate - ws.rate()[0]).abs());
        second = second.max((bending - along(&acceleration) + ws.gamma()[0]).abs());
        most = most.max(ws.gamma()[0].abs());
        count += 1;
    }
    println!("{count} states: φ' missed by {first:.1e}, φ'' by {second:.1e}; γ up to {most:.1}");
    assert!(most > 1.0 && count > STATES / 2, "moot");
    assert!(first < 1e-8 && second < 1e-6);
}

#[test]
fn identity_rates_of_the_bead() {
    check_rates(Support::of(|s| 1.6 + 0.1 * (s.sin() + 0.3).cos(), 40).unwrap(), |_| true);
    let points = [[1.5, 0.0], [0.9, 0.9], [-0.2, 1.1], [-1.2, 0.5], [-1.0, -0.7], [0.4, -1.0]];
    let spline = Spline::closed(&points).unwrap();
    let jumps = spline.clone();
    let reach = 0.05;
    check_rates(spline, move |s| jumps.jet(s - reach).third == jumps.jet(s + reach).third);
}

/// A bead on a rail with two ends keeps its energy while it is on it, and leaves it with an error that names the rail and its ends.
#[test]
fn property_the_end_of_an_open_rail_is_named() {
    let points = [[-2.0, 1.0], [-1.0, 0.2], [0.0, 0.0], [1.0, 0.3], [2.0, 0.9]];
    let rail = Spline::open(&points).unwrap();
    let run = |x: f64, t: f64| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -9.81]);
        let bead = builder.body("bead", Particle::new(0.5).at(x, 0.4));
        builder.constraint("rail", PointOnCurve::new(GROUND, rail.clone(), bead.origin()));
        let model = builder.build().unwrap();
        let start = model.start().hold("bead.x").project().unwrap();
        Simulation::new(&model).tolerance(1e-10).run(start, t)
    };
    let kept = run(-1.2, 5.0).unwrap();
    println!("energy {:.1e} J, drift {:.1e} m", kept.energy_error(), kept.drift().largest_phi());
    assert!(kept.energy_error() < 1e-8 && kept.drift().largest_phi() < 1e-12);
    let error = run(-1.9, 5.0).unwrap_err();
    let words = error.to_string();
    println!("{words}");
    assert!(words.contains("`rail`") && words.contains("past the end of its curve, which runs from s = 0"), "{words}");
    assert!(error.partial.end().q[0] > 1.9, "{}", error.partial.end().q[0]);
}

/// An ellipse by its implicit form, whose multiplier is not a force: F = ½ (x²/a² + y²/b² − 1).
#[derive(Debug)]
struct Implicit;
impl Holonomic<2, 1> for Implicit {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let p = seen_from(&a, &b);
        let n = convert::<f64, T>;
        [(p.x * p.x * n(1.0 / 2.25) + p.y * p.y - n(1.0)) * n(0.5)]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

/// Two bodies in motion, one sliding on the other's rim: accelerations and the force are those of the implicit form.
#[test]
fn oracle_same_motion_as_an_implicit_curve() {
    let scene = |rim: &dyn Fn(&mut ModelBuilder, [BodyId; 2])| {
        pair(false, |model, [a, b]| {
            model.gravity([0.4, -9.8]);
            model.constraint("rod", Distance::new(GROUND.point(0.0, 2.0), a.point(0.3, 0.1), 1.5));
            rim(model, [a, b]);
            model.force("spring", SpringDamper::between(a.point(0.5, 0.0), b.point(-1.0, 0.3), 4.0).damping(0.2));
        })
    };
    let built = scene(&|model, [a, b]| {
        model.constraint("rim", PointOnCurve::new(a, Ellipse::new(1.5, 1.0), b.point(POINT[0], POINT[1])));
    });
    let own = scene(&|model, bodies| {
        model.constraint("rim", Auto::holonomic(bodies, Implicit));
    });
    let (mut ws, mut oracle) = (built.workspace(), own.workspace());
    let mut random = Random::new(31);
    let (mut worst, mut pressing): (f64, f64) = (0.0, 0.0);
    for _ in 0..STATES {
        let (guess, _) = near_curve(&built, &Ellipse::new(1.5, 1.0), &mut random);
        let state = built.start_from(guess).project().unwrap().state;
        built.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
        let normal = ws.jacobian(&built).row(1).fixed_columns::<2>(3).norm();
        let force = ws.multipliers()[1] * ws.jacobian(&built).row(1);
        own.evaluate(&mut oracle, &forgetful(state), Baumgarte::OFF).unwrap();
        let same_force = oracle.multipliers()[1] * oracle.jacobian(&own).row(1);
        worst = worst.max(difference(ws.acceleration(), oracle.acceleration()));
        worst = worst.max(difference(force.as_slice(), same_force.as_slice()));
        pressing = pressing.max(ws.multipliers()[1].abs());
        assert!((normal - 1.0).abs() < 1e-14, "λ is not a force");
        assert!(ws.phi()[1].abs() < 1e-12);
    }
    println!("implicit ellipse: accelerations and forces differ by {worst:.1e}; force up to {pressing:.1}");
    assert!(pressing > 10.0, "moot: nothing presses");
    assert!(worst < 1e-12, "{worst:e}");
}

fn bead(curve: impl Curve + 'static, start: Particle) -> (Model, State) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let bead = builder.body("bead", start);
    builder.constraint("wire", PointOnCurve::new(GROUND, curve, bead.origin()));
    let model = builder.build().unwrap();
    let state = model.start().project().unwrap().state;
    (model, state)
}

/// On a cycloid the pull along the wire is proportional to the way along it: l'' = −g l/(4 r).
#[test]
fn analytic_tautochrone() {
    for s in [0.3, -1.2, 2.6] {
        let cycloid = Cycloid::new(0.8);
        let jet = cycloid.jet(s);
        let (model, state) = bead(cycloid, Particle::new(2.0).at(jet.position.x, jet.position.y));
        let mut ws = model.workspace();
        model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
        let along = jet.tangent().dot(&Vector2::new(ws.acceleration()[0], ws.acceleration()[1]));
        assert!((along + 9.8 * cycloid.arc_length(0.0, s) / 3.2).abs() < 1e-13, "{along}");
        assert!((state.memory[0] - s).abs() < 1e-13);
    }
}

/// In a circular bowl the wire presses inward with m (g cos θ + v²/R).
#[test]
fn analytic_force_in_a_bowl() {
    let (radius, speed) = (1.3, 2.1);
    for theta in [0.0_f64, 0.7, -1.2] {
        let at = radius * Vector2::new(theta.sin(), -theta.cos());
        let v = speed * Vector2::new(theta.cos(), theta.sin());
        let (model, state) = bead(Circle::new([0.0, 0.0], radius), Particle::new(2.0).at(at.x, at.y).moving(v.x, v.y));
        let mut ws = model.workspace();
        model.evaluate(&mut ws, &state, Baumgarte::OFF).unwrap();
        let expected = 2.0 * (9.8 * theta.cos() + speed * speed / radius);
        assert!((ws.multipliers()[0] - expected).abs() < 1e-12 * expected);
    }
}

/// Which side of the curve is meant: the nearest, or the one that is asked for; a warm start keeps to its side.
#[test]
fn property_near_chooses_the_branch() {
    let ellipse = Ellipse::new(1.5, 1.0);
    let p = Vector2::new(0.01, 0.1);
    let nearest = foot(&ellipse, p, f64::NAN).unwrap();
    let bottom = foot(&ellipse, p, -FRAC_PI_2 + 0.3).unwrap();
    assert!(nearest.jet.position.y > 0.99 && bottom.jet.position.y < -0.99);
    // Ten turns on, the parameter has counted them.
    assert!((foot(&ellipse, p, FRAC_PI_2 + 10.0 * TAU).unwrap().s - nearest.s - 10.0 * TAU).abs() < 1e-13);
    let mut builder = ModelBuilder::new();
    let body = builder.body("bead", Particle::new(1.0).at(p.x, p.y));
    builder.constraint("wire", PointOnCurve::new(GROUND, ellipse, body.origin()).near(-FRAC_PI_2));
    let model = builder.build().unwrap();
    let place = model.read(&model.start().project().unwrap().state).body(body).origin;
    assert!(place.y < -0.99, "{place}");
}

/// The search, from anywhere, against a fine sampling of the curve.
#[test]
fn oracle_foot_is_the_nearest_point() {
    let mut random = Random::new(3);
    for own in [CIRCLE, ELLIPSE, CUBIC, SUPPORT] {
        for _ in 0..STATES {
            let [x, y] = random.numbers();
            let p = Vector2::new(3.0 * x, 3.0 * y);
            let found = match foot(&Smooth(own), p, f64::NAN) {
                Ok(found) => found,
                Err(error) => panic!("{own:?} {p:?}: {error}"),
            };
            let distance = (p - found.jet.position).norm();
            assert!((p - found.jet.position).dot(&found.jet.tangent()).abs() < 1e-13 * (1.0 + distance));
            let sampled = (-4000..4000).map(|i| (p - own.at(1e-3 * f64::from(i))).norm()).fold(f64::INFINITY, f64::min);
            assert!(distance < sampled + 1e-6, "{own:?} {p:?}: {distance} {sampled}");
        }
    }
}

fn refusal(curve: impl Curve, p: [f64; 2], guess: f64) -> ElementError {
    foot(&curve, p.into(), guess).unwrap_err()
}

#[test]
fn property_singular_feet_are_refused() {
    let singular = |error: ElementError, word: &str| {
        assert!(matches!(error, ElementError::Singular { what } if what.contains(word)), "{error}");
    };
    singular(refusal(Circle::new([1.0, 2.0], 0.5), [1.0, 2.0], 0.3), "center of curvature");
    singular(refusal(Cycloid::new(1.0), [PI, 2.0], PI), "cusp");
    singular(refusal(Circle::new([1.0, 2.0], 0.0), [0.0, 0.0], 0.3), "cusp");
    let parabola = || Polynomial::new([0.0, 0.0, 0.5]).between(-1.0, 2.0);
    assert!(foot(&parabola(), Vector2::new(1.9, 1.9), f64::NAN).is_ok());
    let past = ElementError::EndOfCurve { from: -1.0, to: 2.0 };
    assert_eq!(refusal(parabola(), [2.5, 3.2], 1.0), past);
    assert_eq!(refusal(parabola(), [2.5, 3.2], f64::NAN), past);
    assert_eq!(refusal(parabola(), [-3.0, 0.0], 0.0), past);
    // The same curve without an end has a foot there.
    assert!(foot(&Polynomial::new([0.0, 0.0, 0.5]), Vector2::new(2.5, 3.2), 1.0).unwrap().s > 2.0);
}

#[test]
fn property_a_bead_past_the_end_is_named() {
    let (model, mut state) = bead(Polynomial::new([0.0, 0.0, 0.5]).between(-1.0, 1.0), Particle::new(1.0).at(0.9, 0.4));
    state.q.copy_from_slice(&[1.4, 0.7]);
    match model.evaluate(&mut model.workspace(), &state, Baumgarte::OFF) {
        Err(EvalError::Element { name, source: ElementError::EndOfCurve { .. }, .. }) => assert_eq!(name, "wire"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn property_a_nan_in_a_curve_is_named_at_build() {
    for radius in [f64::NAN, f64::INFINITY] {
        let mut builder = ModelBuilder::new();
        let body = builder.body("bead", Particle::new(1.0).at(1.0, 0.0));
        builder.constraint("wire", PointOnCurve::new(GROUND, Ellipse::new(radius, 1.0), body.origin()));
        match builder.build() {
            Err(BuildError::NotFinite { name, .. }) => assert_eq!(name, "wire"),
            other => panic!("{other:?}"),
        }
    }
}
