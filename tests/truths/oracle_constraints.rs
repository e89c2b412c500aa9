//! Every built-in constraint against the same constraint as a generic function, differentiated automatically: φ, φ', γ
//! and J at random states, between moving bodies, with the ground on either side, and with particles.

use crate::common::{Random, STATES, compare, difference, evaluate};
use chetaev::body::RigidBody;
use chetaev::constraint::{
    Auto, Holonomic, KnifeEdge, LinearVelocity, Nonholonomic, PointDriver, Pose, Prismatic, Revolute, Slot, Twist, Weld,
};
use chetaev::math::Jet;
use chetaev::model::ModelBuilder;
use chetaev::nalgebra::{RealField, Vector2, convert};

const P: [f64; 2] = [0.3, -0.7];
const Q: [f64; 2] = [-0.4, 0.9];
const DELTA: f64 = 0.4;
const EPSILON: f64 = -0.3;

/// Unit vector at the angle `angle` in a body.
fn direction<T: RealField + Copy>(body: &Pose<T>, angle: f64) -> Vector2<T> {
    body.turn(angle.cos(), angle.sin())
}

#[derive(Debug)]
struct Pin;
impl Holonomic<2, 2> for Pin {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 2] {
        (b.point(Q[0], Q[1]) - a.point(P[0], P[1])).into()
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_revolute() {
    let seen = compare(
        |[a, b]| Revolute::new(a.point(P[0], P[1]), b.point(Q[0], Q[1])),
        |bodies| Auto::holonomic(bodies, Pin),
    );
    seen.assert_agrees_and_curves("revolute");
}

#[derive(Debug)]
struct PointOnLine;
impl Holonomic<2, 1> for PointOnLine {
    fn phi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2]) -> [T; 1] {
        let from_line = b.point(Q[0], Q[1]) - a.point(P[0], P[1]);
        [direction(&a, DELTA).perp(&from_line)]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_slot() {
    let seen = compare(
        |[a, b]| Slot::new(a.axis(P, DELTA), b.point(Q[0], Q[1])),
        |bodies| Auto::holonomic(bodies, PointOnLine),
    );
    seen.assert_agrees_and_curves("slot");
}

#[derive(Debug)]
struct LineOnLine;
impl Holonomic<2, 2> for LineOnLine {
    fn phi<T: RealField + Copy>(&self, t: T, [a, b]: [Pose<T>; 2]) -> [T; 2] {
        let turn = b.attitude - a.attitude + convert(EPSILON - DELTA);
        [PointOnLine.phi(t, [a, b])[0], turn]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_prismatic() {
    let seen = compare(
        |[a, b]| Prismatic::new(a.axis(P, DELTA), b.axis(Q, EPSILON)),
        |bodies| Auto::holonomic(bodies, LineOnLine),
    );
    seen.assert_agrees_and_curves("prismatic");
}

#[derive(Debug)]
struct FrameOnFrame;
impl Holonomic<2, 3> for FrameOnFrame {
    fn phi<T: RealField + Copy>(&self, t: T, at: [Pose<T>; 2]) -> [T; 3] {
        let [x, y] = Pin.phi(t, at);
        [x, y, LineOnLine.phi(t, at)[1]]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

#[test]
fn oracle_weld() {
    let seen = compare(
        |[a, b]| Weld::new(a.axis(P, DELTA), b.axis(Q, EPSILON)),
        |bodies| Auto::holonomic(bodies, FrameOnFrame),
    );
    seen.assert_agrees_and_curves("weld");
}

/// Whole turns of either body leave the rows of a weld and of a prismatic joint as they were.
#[test]
fn invariant_whole_turns() {
    let mut builder = ModelBuilder::new();
    let [a, b] = ["a", "b"].map(|name| builder.body(name, RigidBody::new(1.0, 1.0)));
    builder.constraint("weld", Weld::new(a.axis(P, DELTA), b.axis(Q, EPSILON)));
    builder.constraint("guide", Prismatic::new(a.axis(P, DELTA), b.axis(Q, EPSILON)));
    let model = builder.build().unwrap();
    let mut ws = model.workspace();
    let mut random = Random::new(5);
    for _ in 0..STATES {
        let mut state = random.state(&model);
        evaluate(&model, &mut ws, &state);
        let before = ws.phi().to_vec();
        let angle = model.read(&state).body(b).angle;
        state.set_angle(&model, b, angle + 3.0 * std::f64::consts::TAU);
        evaluate(&model, &mut ws, &state);
        assert!(difference(&before, ws.phi()) < 1e-14);
    }
}

/// A path that is not a polynomial, in any number type.
fn path<T: RealField + Copy>(t: T) -> [T; 2] {
    [(t * convert(2.0)).sin() * convert(0.3) + t, (t * t).cos()]
}

/// The same path in the numbers of drivers.
fn led(t: Jet) -> [Jet; 2] {
    [0.3 * (2.0 * t).sin() + t, (t * t).cos()]
}

#[derive(Debug)]
struct Led;
impl Holonomic<1, 2> for Led {
    fn phi<T: RealField + Copy>(&self, t: T, [b]: [Pose<T>; 1]) -> [T; 2] {
        let [x, y] = path(t);
        (b.point(Q[0], Q[1]) - Vector2::new(x, y)).into()
    }
    fn depends_on_time(&self) -> bool {
        true
    }
}

#[test]
fn oracle_point_driver() {
    let seen = compare(|[b]| PointDriver::new(b.point(Q[0], Q[1]), led), |bodies| Auto::holonomic(bodies, Led));
    seen.assert_agrees_and_curves("point driver");
}

/// Its path is differentiated rightly: γ of a point at rest is the path's second derivative.
#[test]
fn analytic_point_driver_path() {
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", RigidBody::new(1.0, 1.0));
    builder.constraint("lead", PointDriver::new(body.origin(), led));
    let model = builder.build().unwrap();
    let mut ws = model.workspace();
    let mut state = model.placed();
    state.t = 0.8;
    evaluate(&model, &mut ws, &state);
    let t = state.t;
    let second = [-1.2 * (2.0 * t).sin(), -2.0 * (t * t).sin() - 4.0 * t * t * (t * t).cos()];
    let first = [0.6 * (2.0 * t).cos() + 1.0, -2.0 * t * (t * t).sin()];
    assert!(difference(ws.gamma(), &second) < 1e-14, "{:?} {second:?}", ws.gamma());
    assert!(difference(ws.rate(), &first.map(|x| -x)) < 1e-14);
}

#[derive(Debug)]
struct Skate;
impl Nonholonomic<2, 1> for Skate {
    fn psi<T: RealField + Copy>(&self, _t: T, [a, b]: [Pose<T>; 2], [va, vb]: [Twist<T>; 2]) -> [T; 1] {
        let point = b.point(Q[0], Q[1]);
        // Velocity of the material point of each body that is at the edge: v + ω k×arm.
        let velocity = |pose: &Pose<T>, twist: &Twist<T>| {
            let arm = point - pose.position;
            Vector2::new(twist.velocity.x - twist.spin * arm.y, twist.velocity.y + twist.spin * arm.x)
        };
        [direction(&b, EPSILON).perp(&(velocity(&b, &vb) - velocity(&a, &va)))]
    }
}

/// On moving bodies, and (among the variants) on the ground.
#[test]
fn oracle_knife_edge() {
    let seen = compare(|[a, b]| KnifeEdge::new(a, b.axis(Q, EPSILON)), |bodies| Auto::nonholonomic(bodies, Skate));
    seen.assert_agrees_and_curves("knife edge");
}

/// Coefficients of time of the first body, and the right side.
fn coefficients<T: RealField + Copy>(t: T) -> [T; 3] {
    [t.sin(), t * t * convert(0.5), (t * convert(0.7)).exp()]
}

fn right<T: RealField + Copy>(t: T) -> T {
    (t * convert(1.5)).cos()
}

const CONSTANT: [f64; 3] = [0.2, -1.1, 0.7];

#[derive(Debug)]
struct Mixed;
impl Nonholonomic<2, 1> for Mixed {
    fn psi<T: RealField + Copy>(&self, t: T, _at: [Pose<T>; 2], [a, b]: [Twist<T>; 2]) -> [T; 1] {
        let [cx, cy, cw] = coefficients(t);
        let [kx, ky, kw] = CONSTANT.map(convert::<f64, T>);
        [cx * a.velocity.x + cy * a.velocity.y + cw * a.spin + kx * b.velocity.x + ky * b.velocity.y + kw * b.spin
            - right(t)]
    }
}

#[test]
fn oracle_linear_velocity() {
    let seen = compare(
        |[a, b]| {
            let coefficients = |t: Jet| [t.sin(), 0.5 * t.powi(2), (0.7 * t).exp()];
            LinearVelocity::equal_to(|t| (1.5 * t).cos()).term_of_time(a, coefficients).term(b, CONSTANT)
        },
        |bodies| Auto::nonholonomic(bodies, Mixed),
    );
    seen.assert_agrees_and_curves("linear velocity");
}

/// The oracle itself, on a velocity constraint that is not linear: ψ = v² − c(t) has J = 2v and γ = c'.
#[derive(Debug)]
struct Speed;
impl Nonholonomic<1, 1> for Speed {
    fn psi<T: RealField + Copy>(&self, t: T, _at: [Pose<T>; 1], [b]: [Twist<T>; 1]) -> [T; 1] {
        [b.velocity.x * b.velocity.x + b.velocity.y * b.velocity.y - t * t]
    }
}

#[test]
fn analytic_nonlinear_velocity_row() {
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", RigidBody::new(1.0, 1.0));
    builder.constraint("speed", Auto::nonholonomic([body], Speed));
    let model = builder.build().unwrap();
    let mut ws = model.workspace();
    let mut random = Random::new(9);
    for _ in 0..STATES {
        let state = random.state(&model);
        evaluate(&model, &mut ws, &state);
        let [vx, vy]: [f64; 2] = model.read(&state).body(body).velocity.into();
        assert!(difference(ws.rate(), &[vx * vx + vy * vy - state.t * state.t]) < 1e-14);
        assert!(difference(ws.gamma(), &[2.0 * state.t]) < 1e-14);
        assert!(difference(ws.jacobian(&model).as_slice(), &[2.0 * vx, 2.0 * vy, 0.0]) < 1e-14);
    }
}
