//! Corners of a table of friction end steps: a speed in closed form, and what it costs not to.

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
