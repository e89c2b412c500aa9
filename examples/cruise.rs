//! A car with an electric motor, two gears and a cruise control at 50 Hz, on a road that rises for a while.
//!
//! With the speed v, the current i, the ratio n of the gear, the radius r of the wheels and the force f of the slope:
//!
//! ```text
//! (1)  M v' = k i n/r − c v − f          L i' = u − R i − k n v/r
//! ```
//!
//! The voltage u is held between two instants of the controller, which reads v and sets it: a first-order filter of the speed, a PID of what it shows, and a limit of the voltage and of how fast that
//! may change, three functions of a few lines. The controller shifts the gear where the motor turns too fast or too slowly. Speed and current are integrated with the mechanism. Between two instants (1) is
//! linear with constant coefficients, so that the whole run is known:
//!
//! ```text
//! (2)  z(t + h) = e^{A h} z(t),   z = (v, i, u, f, 1…)            e^{A h} of the linear system, for each gear
//! ```

mod support;

use chetaev::prelude::*;
use nalgebra::{Matrix4, Vector4};
use std::process::ExitCode;
use support::*;

const MASS: f64 = 900.0;
const RADIUS: f64 = 0.3;
const DRAG: f64 = 25.0;
const K: f64 = 0.5;
const RESISTANCE: f64 = 0.4;
const INDUCTANCE: f64 = 2e-3;
/// Ratios of the gears.
const GEARS: [f64; 2] = [7.0, 4.0];
/// Speeds of the motor at which the gear is shifted up and down (rad/s).
const SHIFT: [f64; 2] = [300.0, 160.0];
/// Gains of the controller, V s/m, V/m and V s²/m; its voltage, and how fast that may change (V/s).
const GAINS: [f64; 3] = [60.0, 25.0, 3.0];
const MOST: f64 = 200.0;
const FASTEST: f64 = 500.0;
/// Time constant of the filter (s).
const LAG: f64 = 0.05;
/// The slope: when it begins and ends, and its force (N).
const HILL: [f64; 2] = [30.0, 45.0];
const SLOPE: f64 = 2000.0;

/// What the controller keeps.
#[derive(Copy, Clone)]
struct Held {
    /// The speed as the filter shows it.
    seen: f64,
    voltage: f64,
    integral: f64,
    gear: f64,
}

/// A first-order filter: of the way to its input, which is held over an interval, e^(−h/τ) is left.
fn filtered(before: f64, input: f64, interval: f64, constant: f64) -> f64 {
    input + (before - input) * (-interval / constant).exp()
}

/// What is wanted, as far as a value can come in an interval.
fn within_reach(before: f64, wanted: f64, fastest: f64, interval: f64) -> f64 {
    wanted.clamp(before - fastest * interval, before + fastest * interval)
}

/// A PID: what it asks for, and its integral.
fn pid([p, i, d]: [f64; 3], integral: f64, error: f64, slope: f64, interval: f64) -> [f64; 2] {
    let integral = integral + i * error * interval;
    [p * error + integral + d * slope, integral]
}

/// The controller: from the speed to what is held until the next instant.
fn control(held: Held, speed: f64, wanted: f64, interval: f64) -> Held {
    let turning = held.gear * speed / RADIUS;
    let gear = match turning {
        fast if fast > SHIFT[0] => GEARS[1],
        slow if slow < SHIFT[1] => GEARS[0],
        _ => held.gear,
    };
    let seen = filtered(held.seen, speed, interval, LAG);
    let slope = (held.seen - seen) / interval;
    let [asked, integral] = pid(GAINS, held.integral, wanted - seen, slope, interval);
    let voltage = within_reach(held.voltage, asked.clamp(0.0, MOST), FASTEST, interval);
    // The integral stands still while the voltage is at a limit.
    let integral = if voltage == asked { integral } else { held.integral };
    Held { seen, voltage, integral, gear }
}

/// Speed and current after `count` intervals, from (2).
fn known(wanted: f64, interval: f64, count: usize) -> [f64; 2] {
    let step = |gear: f64| {
        #[rustfmt::skip]
        let a = Matrix4::new(
            -DRAG / MASS, K * gear / (RADIUS * MASS), 0.0, -1.0 / MASS,
            -K * gear / (RADIUS * INDUCTANCE), -RESISTANCE / INDUCTANCE, 1.0 / INDUCTANCE, 0.0,
            0.0, 0.0, 0.0, 0.0,
            0.0, 0.0, 0.0, 0.0,
        );
        (a * interval).exp()
    };
    let steps = GEARS.map(step);
    let (mut z, mut held) = (Vector4::zeros(), Held { seen: 0.0, voltage: 0.0, integral: 0.0, gear: GEARS[0] });
    for k in 0..count {
        let t = k as f64 * interval;
        held = control(held, z[0], wanted, interval);
        (z[2], z[3]) = (held.voltage, if (HILL[0]..HILL[1]).contains(&t) { SLOPE } else { 0.0 });
        z = steps[usize::from(held.gear != GEARS[0])] * z;
    }
    [z[0], z[1]]
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("cruise", "a car with a motor, two gears and a cruise control")
        .default("rtol", "1e-12")
        .number("speed", 20.0, "m/s, that it is to keep")
        .parse();
    let (wanted, interval, end) = (args.number("speed"), 0.02, 80.0);

    let mut builder = ModelBuilder::new();
    let car = builder.body("car", Particle::new(MASS));
    let road = GROUND.axis([0.0, 0.0], 0.0);
    builder.constraint("road", Slot::new(road, car.origin()));
    let along = || Travel::along(road, car.origin());
    let [seen, voltage, integral] = ["seen", "voltage", "integral"].map(|name| builder.input(name, 0.0));
    let gear = builder.input("gear", GEARS[0]);
    let slope = builder.input("slope", 0.0);
    let current = builder.variable("current", 0.0, move |at, i| {
        let turning = at.variable(gear) * at.body(car).velocity.x / RADIUS;
        (at.variable(voltage) - RESISTANCE * i - K * turning) / INDUCTANCE
    });
    let drive = Signal::input(current) * Signal::input(gear) * (K / RADIUS);
    let motor = builder.force("motor", AppliedAlong::signal(along(), drive));
    builder.force("drag", SpringDamper::along(along(), 0.0).damping(DRAG));
    builder.force("hill", AppliedAlong::signal(along(), -Signal::input(slope)));
    let model = builder.build()?;

    let controller = Event::every("control", interval).quiet().change_with(|at, state| {
        let kept = [seen, voltage, integral, gear];
        let [seen, voltage, integral, gear] = kept.map(|input| at.variable(input));
        let held = control(Held { seen, voltage, integral, gear }, at.body(car).velocity.x, wanted, interval);
        for (input, value) in kept.into_iter().zip([held.seen, held.voltage, held.integral, held.gear]) {
            state.set_variable(input, value);
        }
        Ok(())
    });
    let hill = Event::at("hill", HILL).change_with(|at, state| {
        state.set_variable(slope, if at.t() < HILL[1] { SLOPE } else { 0.0 });
        Ok(())
    });
    let speed = |at: &Snapshot<'_>| at.body(car).velocity.x;
    let run = simulation(&model, &args).every(0.1).event(controller).event(hill).run(model.placed(), end)?;

    let last = run.last().ok_or("no sample")?;
    let [v, i] = known(wanted, interval, (end / interval).round() as usize);
    let mut verdict = Verdict::new("cruise");
    verdict.fact("gear at the end", last.variable(gear));
    verdict.check("speed, from (2) (m/s)", (speed(&last) - v).abs(), "<", bound(&args, 1e-13, 1e-4));
    verdict.check("current, from (2) (A)", (last.variable(current) - i).abs(), "<", bound(&args, 2e-10, 1e-2));
    verdict.check("speed less the one that is wanted (m/s)", (speed(&last) - wanted).abs(), "<", 0.05);
    let lowest = run.samples().filter(|at| at.t() > HILL[0]).map(|at| speed(&at)).fold(f64::INFINITY, f64::min);
    verdict.fact("lowest speed on the hill (m/s)", lowest);
    verdict.fact("work of the motor (J)", last.work(motor).ok_or("it works")?);
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 2e-8, 10.0));
    let steps = run.counters().steps as f64;
    verdict.check("steps for each instant of the controller", steps * interval / end, "<", 5.0);

    run.write_csv(args.file("trajectory.csv")?)?;
    run.player().title("A car with a cruise control").write(args.file("trajectory.html")?)?;
    Figure::new("Cruise control at 50 Hz: two gears, a hill from 30 s to 45 s")
        .columns(3)
        .size(1200.0, 340.0)
        .panel(Panel::history("speed (m/s)").mark_y(wanted, "wanted").curve("", &run, speed))
        .panel(Panel::history("current (A)").curve("", &run, |at| at.variable(current)))
        .panel(Panel::history("voltage (V), gear × 10").curve("voltage", &run, |at| at.variable(voltage)).curve(
            "gear",
            &run,
            |at| 10.0 * at.variable(gear),
        ))
        .save(&args.file("cruise.svg")?)?;
    Ok(verdict.finish())
}
