//! Tops against closed forms: the torque-free body and Lagrange's heavy top in Jacobi's functions, over a hundred turns.
//!
//! Euler angles φ, θ, ψ turn about z, the new x and the new z: R = R_z(φ) R_x(θ) R_z(ψ). Its last row, the world's z in body axes, is
//! (sin θ sin ψ, sin θ cos ψ, cos θ).

use super::jacobi::{integral, jacobi, quarter_period};
use super::joints::solid;
use crate::page::{ACCURACY, claim};
use chetaev::nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use chetaev::prelude::*;

fn euler(phi: f64, theta: f64, psi: f64) -> Rotation3<f64> {
    let (z, x) = (Vector3::z_axis(), Vector3::x_axis());
    Rotation3::from_axis_angle(&z, phi) * Rotation3::from_axis_angle(&x, theta) * Rotation3::from_axis_angle(&z, psi)
}

/// ∫ f from 0 to t, for an f of the given period.
fn periodic_integral(f: impl Fn(f64) -> f64 + Copy, period: f64, t: f64) -> f64 {
    let whole = (t / period).floor();
    whole * integral(f, 0.0, period, 40) + integral(f, 0.0, t - whole * period, 40)
}

/// A < B < C and L² > 2 T B: the body tumbles about its axis of the largest moment. With n = (C − B)(L² − 2 T A)/(A B C), τ = √n t:
///
/// Ω = (√((2TC − L²)/(A (C − A))) cn τ, √((2TC − L²)/(B (C − B))) sn τ, √((L² − 2TA)/(C (C − A))) dn τ),
/// m = (B − A)(2TC − L²)/((C − B)(L² − 2TA)); and with L along the world's z, φ' = L (A Ω₁² + B Ω₂²)/(A² Ω₁² + B² Ω₂²).
#[test]
fn analytic_torque_free_body_over_a_hundred_turns() {
    let [a, b, c] = [1.0, 1.6, 2.1];
    let start = [0.9, 0.0, 1.3];
    let twice = a * start[0] * start[0] + c * start[2] * start[2];
    let square = (a * start[0]).powi(2) + (c * start[2]).powi(2);
    let momentum = square.sqrt();
    assert!(square > twice * b, "the other case");
    let m = (b - a) * (twice * c - square) / ((c - b) * (square - twice * a));
    let n = ((c - b) * (square - twice * a) / (a * b * c)).sqrt();
    assert!(m > 0.2, "moot: hardly elliptic");
    let spin = |t: f64| {
        let [sn, cn, dn] = jacobi(n * t, m);
        let size = |over: f64| ((twice * c - square) / over).sqrt();
        let third = ((square - twice * a) / (c * (c - a))).sqrt();
        [size(a * (c - a)) * cn, size(b * (c - b)) * sn, third * dn]
    };
    let precession = |t: f64| {
        let [x, y, _] = spin(t);
        momentum * (a * x * x + b * y * y) / (a * a * x * x + b * b * y * y)
    };
    let period = 2.0 * quarter_period(m) / n;
    let attitude = |t: f64| {
        let [x, y, z] = spin(t);
        let phi = periodic_integral(precession, period, t);
        euler(phi, (c * z / momentum).acos(), (a * x).atan2(b * y))
    };

    let mut builder = ModelBuilder::new();
    let first = UnitQuaternion::from_rotation_matrix(&attitude(0.0));
    let body = Solid::principal(1.0, [a, b, c]).unwrap().turned(first).spinning(start[0], start[1], start[2]);
    let body = builder.body("body", body);
    let model = builder.build().unwrap();
    let end = 100.0 * std::f64::consts::TAU / (periodic_integral(precession, period, period) / period);
    let run = Simulation::new(&model).tolerance(1e-13).every(end / 200.0).run(model.placed(), end).unwrap();
    let (mut worst, mut turned) = ([0.0_f64; 2], 0.0_f64);
    for at in run.samples() {
        let frame = at.body(body);
        let exact = attitude(at.t()).into_inner();
        let spin_error = (Vector3::from(spin(at.t())) - frame.turn_back(frame.spin)).amax();
        worst = [worst[0].max((exact - frame.rotation).amax()), worst[1].max(spin_error)];
        turned = turned.max((exact - attitude(0.0).into_inner()).amax());
        let q = &at.q()[3..];
        assert!((q.iter().map(|x| x * x).sum::<f64>() - 1.0).abs() < 1e-13);
    }
    println!("attitude {:.1e}, spin {:.1e} after {end:.1} s, {:?}", worst[0], worst[1], run.counters());
    assert!(turned > 1.0, "moot");
    claim(ACCURACY, "| free body, 100 turns", "5.0e-12", worst[0]);
    claim(ACCURACY, "| free body, 100 turns", "5.5e-13", worst[1]);
}

/// The symmetric top on its tip, let go: with I₁ about the tip, a = C Ω₃/I₁, b = (a + ...)cos θ₀ and β = 2 m g l/I₁, u = cos θ obeys
/// u'² = (1 − u²)(α − β u) − (b − a u)², a cubic with roots u₁ < u₂ < u₃ and u = u₁ + (u₂ − u₁) sn²(p t + K); φ' = (b − a u)/(1 − u²).
#[test]
fn analytic_heavy_top_over_a_hundred_nutations() {
    let (mass, arm, g) = (0.7, 0.3, 9.81);
    let (aside, along) = (0.012, 0.008);
    let (theta, spin, swing) = (0.9_f64, 90.0, 0.4);
    let about_tip = aside + mass * arm * arm;
    let beta = 2.0 * mass * g * arm / about_tip;
    let a = along * spin / about_tip;
    let first = theta.cos();
    let b = swing * theta.sin().powi(2) + a * first;
    let alpha = swing * swing * theta.sin().powi(2) + beta * first;
    // The other two roots of β u³ − (α + a²) u² + (2ab − β) u + (α − b²).
    let (sum, product) = ((alpha + a * a) / beta - first, (b * b - alpha) / (beta * first));
    let split = (0.25 * sum * sum - product).sqrt();
    let (low, third) = (0.5 * sum - split, 0.5 * sum + split);
    assert!(low < first && first < 1.0 && third > 1.0, "it does not fall at first: {low} {first} {third}");
    let m = (first - low) / (third - low);
    let p = 0.5 * (beta * (third - low)).sqrt();
    let quarter = quarter_period(m);
    let height = |t: f64| low + (first - low) * jacobi(p * t + quarter, m)[0].powi(2);
    let precession = |t: f64| (b - a * height(t)) / (1.0 - height(t).powi(2));
    let period = 2.0 * quarter / p;

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -g]);
    let attitude = euler(0.0, theta, 0.0);
    let center = attitude * Vector3::new(0.0, 0.0, arm);
    // ω = φ' z + ψ' z_body, in body axes at ψ = 0: φ' (0, sin θ, cos θ) + ψ' (0, 0, 1).
    let top = Solid::principal(mass, [aside, aside, along])
        .unwrap()
        .at(center.x, center.y, center.z)
        .turned(UnitQuaternion::from_rotation_matrix(&attitude))
        .spinning(0.0, swing * theta.sin(), spin);
    let top = builder.body("top", top);
    let tip = builder.constraint("tip", Joint::spherical(WORLD.origin(), top.point(0.0, 0.0, -arm)));
    let model = builder.build().unwrap();
    let start = model.start().hold("top.qw").project().unwrap();
    let run = Simulation::new(&model).tolerance(1e-13).every(period / 3.0).run(start, 100.0 * period).unwrap();
    let (mut worst, mut lowest) = (0.0_f64, 1.0_f64);
    for at in run.samples() {
        let u = height(at.t());
        let phi = periodic_integral(precession, period, at.t());
        let side = (1.0 - u * u).sqrt();
        let exact = Vector3::new(side * phi.sin(), -side * phi.cos(), u);
        let axis = at.position(top.origin()) / arm;
        worst = worst.max((exact - axis).amax());
        lowest = lowest.min(u);
    }
    println!("axis {worst:.1e} after {:.2} s, energy {:.1e}, {:?}", 100.0 * period, run.energy_error(), run.counters());
    assert!(first - lowest > 0.05, "moot: it hardly nutates");
    claim(ACCURACY, "| heavy symmetric top, 100 nutations", "1.3e-11", worst);
    assert!(run.energy_error() < 1e-10);
    // The tip carries the weight and what accelerates the center of mass.
    let last = run.last().unwrap();
    let [ax, ay, az, ..] = last.body_acceleration(top);
    let force = last.reaction(tip).force;
    assert!((force - mass * Vector3::new(ax, ay, az + g)).amax() < 1e-9);
    assert!(last.reaction(tip).moment.amax() < 1e-9);
}

/// A body whose principal axes are not its own tumbles freely: its angular momentum in world axes stays what it is.
#[test]
fn invariant_angular_momentum_of_a_tilted_body() {
    let body = solid(2.0);
    let tensor: Matrix3<f64> = body.inertia();
    assert!(tensor[(0, 1)].abs() > 0.01 && tensor[(1, 2)].abs() > 0.01, "moot: principal axes");
    let mut builder = ModelBuilder::new();
    let body = builder.body("body", body.moving(0.3, -0.2, 0.1).spinning(2.0, -1.5, 3.0));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-13).every(0.5).run(model.placed(), 100.0).unwrap();
    let momentum = |at: &chetaev::simulate::Snapshot<'_>| {
        let frame = at.body(body);
        frame.turn(tensor * frame.turn_back(frame.spin))
    };
    let first = momentum(&run.first().unwrap());
    let error = run.samples().fold(0.0_f64, |most, at| most.max((momentum(&at) - first).amax() / first.norm()));
    let (spin, last) = (run.first().unwrap().body(body).spin, run.last().unwrap().body(body).spin);
    println!("angular momentum {error:.1e}, energy {:.1e}", run.energy_error());
    assert!((spin - last).norm() > 0.1, "moot: it does not tumble");
    claim(ACCURACY, "| tilted body, 100 s", "2.1e-13", error);
    assert!(run.energy_error() < 1e-11 * run.first().unwrap().kinetic());
}
