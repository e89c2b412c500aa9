//! Corners of a table of friction end steps: a speed in closed form, and what it costs not to. So does the place where the load of a pin nearly vanishes.

use chetaev::friction::{FrictionLaw, SlipCurve};
use chetaev::prelude::*;

/// The same law, which does not say where its corners are.
#[derive(Debug)]
struct Silent(SlipCurve);

impl FrictionLaw for Silent {
    fn sliding(&self, speed: f64) -> f64 {
        FrictionLaw::sliding(&self.0, speed)
    }

    fn holding(&self) -> f64 {
        FrictionLaw::holding(&self.0)
    }

    fn viscous(&self, speed: f64) -> f64 {
        FrictionLaw::viscous(&self.0, speed)
    }
}

/// Slip speeds and coefficients.
const TABLE: [[f64; 2]; 4] = [[0.0, 0.45], [0.5, 0.1], [1.1, 0.3], [3.0, 0.35]];
const LOAD: f64 = 20.0; // N
const MASS: f64 = 2.0; // kg
const START: f64 = 1.7; // m/s, backward

/// A block on a guide under a given load, that slides backward and comes to rest.
fn slides(silent: bool, plan: impl Fn(Simulation<'_>) -> Simulation<'_>) -> Trajectory {
    let mut builder = ModelBuilder::new();
    let block = builder.body("block", Particle::new(MASS).moving(-START, 0.0));
    let guide = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("guide", Slot::new(guide, block.origin()));
    let rubs = FrictionPoint::along(Travel::along(guide, block.origin()), LOAD);
    let law = SlipCurve::table(LookupTable::linear(&TABLE).unwrap(), 0.5);
    if silent {
        builder.friction("rub", rubs, Silent(law))
    } else {
        builder.friction("rub", rubs, law)
    };
    let model = builder.build().unwrap();
    plan(Simulation::new(&model)).run(model.placed(), 1.0).unwrap()
}

/// Where and when it rests. With μ = c + s w between two points of the table, m w' = −N μ(w) gives
///
/// ```text
/// t = m/(N s) ln(μ(w₀)/μ(w₁))        x = m/N ((w₀ − w₁)/s − c/s² ln(μ(w₀)/μ(w₁)))
/// ```
fn rests() -> [f64; 2] {
    let mut sum = [0.0; 2];
    for pair in TABLE.windows(2) {
        let [[a, p], [b, q]] = [pair[0], pair[1]];
        let slope = (q - p) / (b - a);
        let (c, from) = (p - slope * a, START.min(b));
        if from > a {
            let ratio = ((c + slope * from) / p).ln();
            sum[0] += MASS / LOAD * ratio / slope;
            sum[1] += MASS / LOAD * ((from - a) / slope - c / (slope * slope) * ratio);
        }
    }
    sum
}

/// How far a run is off: in time and place of rest.
fn off(run: &Trajectory) -> f64 {
    let [t, x] = rests();
    let stop = run.transitions().last().unwrap();
    assert!(stop.to == Mode::Stick && run.events().is_empty());
    (stop.t - t).abs().max((run.end().q[0] + x).abs())
}

#[test]
fn order_steps_end_at_the_corners_of_a_table_of_friction() {
    let [t, x] = rests();
    println!("it rests at {t:.6} s, {x:.6} m");
    let orders = [false, true].map(|silent| {
        let fixed = |h: f64| off(&slides(silent, |plan| plan.method(Method::Dopri5).fixed_step(h)));
        let offs = [3, 4, 5, 6].map(|k| fixed(0.3 * 0.5_f64.powi(k)));
        let order = (offs[0] / offs[3]).log2() / 3.0;
        println!("of fixed steps, silent: {silent}: {:.1e} to {:.1e}, order {order:.1}", offs[0], offs[3]);
        order
    });
    assert!(orders[0] > 4.0 && orders[1] < 2.5, "{orders:?}");
    for tolerance in [1e-6, 1e-9, 1e-12] {
        let [ours, plain] = [false, true].map(|silent| slides(silent, |plan| plan.tolerance(tolerance)));
        let [a, b] = [&ours, &plain].map(off);
        let steps = [&ours, &plain].map(|run| run.counters().steps + run.counters().rejected);
        println!("tolerance {tolerance:.0e}: {a:.1e} with steps that end, {b:.1e} without; {steps:?} attempts");
        assert!(a < 10.0 * tolerance && 10.0 * a < b, "{a:e} {b:e}");
    }
}

/// A rod of 1 kg and 1 m on a rough pin at its end: moment of inertia about it, weight, distance of its center, and μ r.
const ROD: [f64; 4] = [1.0 / 3.0, 9.81, 0.5, 0.01];
const OVER: f64 = 0.6; // s

/// θ'' at an angle from hanging down and a positive rate, and the load N of the pin. With A = g (1 − d²/J) sin θ, B = d μ r/J and z = ω² d + g cos θ,
///
/// ```text
/// N = √((A − B N)² + z²) = (√(A² + (1 − B²) z²) − A B)/(1 − B²),   θ'' = −(g d sin θ + μ r N)/J
/// ```
fn swings([theta, omega]: [f64; 2]) -> [f64; 2] {
    let [j, g, d, rub] = ROD;
    let (a, b, z) = (g * (1.0 - d * d / j) * theta.sin(), d * rub / j, omega * omega * d + g * theta.cos());
    let n = ((a * a + (1.0 - b * b) * z * z).sqrt() - a * b) / (1.0 - b * b);
    [-(g * d * theta.sin() + rub * n) / j, n]
}

/// Where the rod is at the end, with its rate, and the least load on the way: in steps of the classical method that are short where the load turns, by 11 N/s.
fn reference(start: [f64; 2]) -> ([f64; 2], f64) {
    let (mut y, mut t, mut least) = (start, 0.0, f64::INFINITY);
    while t < OVER {
        let load = swings(y)[1];
        least = load.min(least);
        let h = (2e-3 * load).clamp(1e-8, 1e-4).min(OVER - t);
        let slope = |y: [f64; 2]| [y[1], swings(y)[0]];
        let along = |k: [f64; 2], part: f64| [y[0] + part * h * k[0], y[1] + part * h * k[1]];
        let k1 = slope(y);
        let k2 = slope(along(k1, 0.5));
        let k3 = slope(along(k2, 0.5));
        let k4 = slope(along(k3, 1.0));
        y = along(std::array::from_fn(|i| (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]) / 6.0), 1.0);
        t += h;
    }
    (y, least)
}

/// How far the rod is off at the end of a run, and the attempts that it took.
fn over(start: [f64; 2], exact: [f64; 2], tolerance: f64) -> (f64, u64) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -ROD[1]]);
    let ([theta, omega], d) = (start, ROD[2]);
    let angle = theta - 0.5 * std::f64::consts::PI;
    let (sin, cos) = angle.sin_cos();
    let rod = RigidBody::rod(1.0, 1.0).at(d * cos, d * sin, angle).moving(-d * sin * omega, d * cos * omega, omega);
    let rod = builder.body("rod", rod);
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-d, 0.0)));
    builder.friction("rub", FrictionPoint::in_pin(pin, 0.05), Coulomb::new(ROD[3] / 0.05));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(tolerance).run(model.placed(), OVER).unwrap();
    assert!(run.transitions().is_empty() && run.events().is_empty());
    let end = run.last().unwrap().body(rod);
    let off = (end.angle - angle + theta - exact[0]).abs().max((end.spin - exact[1]).abs());
    (off, run.counters().steps + run.counters().rejected)
}

/// Steps that extended across the place where the load is least left 21 tolerances at 1e-6. Held since 5b52a1c.
#[test]
fn regress_accuracy_of_a_pin_whose_load_nearly_vanishes() {
    // The rate at the start with which the least load is nothing: it passes the top with ω² d = g.
    let from = std::f64::consts::PI - 1.2;
    let (mut low, mut high) = (4.5, 6.5);
    let pulls = |omega: f64| {
        let mut y = [from, omega];
        while y[0] < std::f64::consts::PI {
            let h = 1e-5;
            let middle = [y[0] + 0.5 * h * y[1], y[1] + 0.5 * h * swings(y)[0]];
            y = [y[0] + h * middle[1], y[1] + h * swings(middle)[0]];
        }
        y[1] * y[1] * ROD[2] > ROD[1]
    };
    assert!(!pulls(low) && pulls(high), "moot");
    while high - low > 1e-13 {
        let middle = 0.5 * (low + high);
        if pulls(middle) { high = middle } else { low = middle }
    }
    for beside in [0.0, 1e-8, 1e-6, 1e-4, 1e-3] {
        let start = [from, low + beside];
        let (exact, least) = reference(start);
        for tolerance in [1e-6, 1e-9, 1e-11] {
            let (off, attempts) = over(start, exact, tolerance);
            println!("least load {least:.1e} N, tolerance {tolerance:.0e}: {off:.1e} off, {attempts} attempts");
            assert!(off < 5.0 * tolerance, "{off:e}");
        }
    }
}
