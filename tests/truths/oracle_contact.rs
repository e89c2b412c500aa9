//! The contact's two formulations against each other and against the paper's rows, differentiated automatically.

use crate::mechanisms::apart;
use chetaev::contact::curve::{Circle, Ellipse, Line};
use chetaev::contact::{Circles, CurvePair, EllipseOnLine, Pair};
use chetaev::dynamics::Baumgarte as Gains;
use chetaev::prelude::*;

const A: f64 = 1.5;

fn height<T: RealField + Copy>(theta: T) -> T {
    let (sin, cos) = theta.sin_cos();
    (sin * sin * convert(A * A) + cos * cos).sqrt()
}

/// φ = y − h(θ).
#[derive(Debug)]
struct Touching;

impl Holonomic<1, 1> for Touching {
    fn phi<T: RealField + Copy>(&self, _t: T, [body]: [Pose<T>; 1]) -> [T; 1] {
        [body.position.y - height(body.attitude)]
    }
    fn depends_on_time(&self) -> bool {
        false
    }
}

/// ψ = x' + h(θ) θ'.
#[derive(Debug)]
struct NoSlip;

impl Nonholonomic<1, 1> for NoSlip {
    fn psi<T: RealField + Copy>(&self, _t: T, [body]: [Pose<T>; 1], [twist]: [Twist<T>; 1]) -> [T; 1] {
        [twist.velocity.x + height(body.attitude) * twist.spin]
    }
}

/// φ, φ', γ and J of a model with one elliptic body at a state, as one row of numbers.
fn rows(hold: impl FnOnce(&mut ModelBuilder, BodyId), q: [f64; 3], v: [f64; 3]) -> Vec<f64> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let body = builder.body("body", RigidBody::ellipse(1.0, A, 1.0));
    hold(&mut builder, body);
    let model = builder.build().unwrap();
    let mut state = model.placed();
    (state.q, state.v) = (q.to_vec(), v.to_vec());
    let mut ws = model.workspace();
    model.evaluate(&mut ws, &state, Gains::OFF).unwrap();
    [ws.phi(), ws.rate(), ws.gamma(), ws.jacobian(&model).as_slice(), ws.acceleration(), ws.multipliers()].concat()
}

fn contact(pair: impl Pair + 'static) -> impl FnOnce(&mut ModelBuilder, BodyId) {
    move |builder, body| {
        builder.constraint("contact", Contact::rolling(GROUND, body, pair));
    }
}

#[test]
fn oracle_both_formulations_are_the_papers_rows() {
    let mut worst = 0.0_f64;
    for i in 0..200 {
        let s = f64::from(i);
        // Every fifth state has θ = kπ, where a formula with tan θ has its pole.
        let theta = if i % 5 == 0 { std::f64::consts::PI * (s / 5.0 - 20.0) } else { 7.0 * (1.3 * s).sin() };
        let q = [2.0 * s.sin(), height(theta) + 0.01 * (2.1 * s).cos(), theta];
        let v = [s.cos(), 0.5 * (0.7 * s).sin(), 3.0 * (0.4 * s).cos()];
        let paper = rows(
            |builder, body| {
                builder.constraint("touching", Auto::holonomic([body], Touching));
                builder.constraint("no slip", Auto::nonholonomic([body], NoSlip));
            },
            q,
            v,
        );
        let closed = rows(contact(EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), A, 1.0)), q, v);
        let (sin, cos) = theta.sin_cos();
        let beta = (-cos).atan2(-A * sin);
        let newton = CurvePair::inside(Line::new([0.0, 0.0], 0.0), Ellipse::new(A, 1.0)).near(q[0], beta);
        let newton = rows(contact(newton), q, v);
        let scale = 1.0 + paper.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        worst = worst.max(apart(&paper, &closed) / scale).max(apart(&closed, &newton) / scale);
    }
    println!("rows, accelerations and forces of both formulations and of the paper: {worst:.1e}");
    assert!(worst < 1e-12);
}

#[test]
fn oracle_circles_are_curves() {
    for i in 0..50 {
        let s = f64::from(i);
        let v = [s.cos(), 0.3, 2.0 * s.sin()];
        let (x, y) = (0.7 * (0.5 * s).sin(), -0.6 + 0.1 * s.cos());
        let q = [x, y, s];
        let direction = y.atan2(x);
        let inside = rows(contact(Circles::inside(([0.0; 2], 2.0), ([0.0; 2], 1.0))), q, v);
        let pair =
            CurvePair::inside(Circle::new([0.0; 2], 2.0), Circle::new([0.0; 2], 1.0)).near(direction, direction - s);
        assert!(apart(&inside, &rows(contact(pair), q, v)) < 1e-11);
        let (x, y) = (3.1 * s.cos(), 3.1 * s.sin());
        let q = [x, y, 2.0 * s];
        let direction = y.atan2(x);
        let outside = rows(contact(Circles::outside(([0.0; 2], 2.0), ([0.0; 2], 1.0))), q, v);
        let pair = CurvePair::outside(Circle::new([0.0; 2], 2.0), Circle::new([0.0; 2], 1.0));
        let pair = pair.near(direction, direction + std::f64::consts::PI - 2.0 * s);
        assert!(apart(&outside, &rows(contact(pair), q, v)) < 1e-11);
    }
}

#[test]
fn property_equal_curvatures_and_lost_contacts_are_refused() {
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", RigidBody::disk(1.0, 1.0));
    builder.constraint("bearing", Contact::rolling(GROUND, body, Circles::inside(([0.0; 2], 1.0), ([0.0; 2], 1.0))));
    let model = builder.build().unwrap();
    let refused = model.evaluate(&mut model.workspace(), &model.placed(), Gains::OFF).unwrap_err().to_string();
    println!("{refused}");
    assert!(refused.contains("bearing") && refused.contains("ambiguous"));
}

#[test]
fn analytic_released_contact_lets_the_body_fly() {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -10.0]);
    let disk = builder.body("disk", RigidBody::disk(1.0, 1.0).at(0.0, 1.0, 0.0).moving(0.0, 5.0, 0.0));
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), 1.0, 1.0);
    let contact = builder.constraint("contact", Contact::rolling(GROUND, disk, pair));
    let model = builder.build().unwrap();
    let mut state = model.placed();
    state.release(contact);
    let gap = Event::new("landing", |at: &Snapshot<'_>| at.phi(contact)[0]).falling().stop();
    let run = Simulation::new(&model).event(gap).run(state, 5.0).unwrap();
    // 5 t − 5 t² = 0.
    assert!((run.end().t - 1.0).abs() < 1e-12);
    assert!(run.samples().all(|at| at.multipliers(contact) == [0.0, 0.0]));
    assert!(run.drift().largest_phi() == 0.0, "a released row does not count as drift");
    assert_eq!(model.freedoms(run.end()).unwrap().freedoms, 3);
}
