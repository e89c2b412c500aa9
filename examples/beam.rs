//! A beam as a chain of rods with torsional springs: its frequencies against Euler and Bernoulli, and a blade that turns and stiffens.
//!
//! N rods of length l = L/N are tied by pins, with springs EI/l between them and 2 EI/l at the clamp.
//!
//! ```text
//! (1)  ω_i = β_i² √(EI/(ϱA L⁴)),  cos β cosh β = −1           of the beam; those of the chain are off by O(1/N²)
//! (2)  φ(x) = cosh βx − cos βx − σ (sinh βx − sin βx),  σ = (cosh β + cos β)/(sinh β + sin β)
//! (3)  on a hub that turns at Ω, to the first order in Ω²:   ω² = ω₁² + (K − 1) Ω²,   K = ∫ ½ (1 − x²) φ'² dx / ∫ φ² dx
//! ```
//!
//! (3) is a bound from above for all Ω (Rayleigh): the pull of the blade's outer part stiffens it, and motion in the plane of the turning loses 1.
//!
//! The springs are stiff beside the first mode: `(β_N/β_1)²` is about 10³ for 20 rods. The implicit method follows what moves, and lets die what does not.

mod support;

use chetaev::analysis::Linearization;
use chetaev::constraint::Driver;
use chetaev::prelude::*;
use std::f64::consts::TAU;
use std::process::ExitCode;
use support::integral::integral;
use support::*;

/// EI, ϱA and L are 1, so that times are those of √(ϱA L⁴/EI).
const BETAS: [f64; 3] = [1.875_104_068_711_961, 4.694_091_132_974_175, 7.854_757_438_237_613];

struct Beam {
    model: Model,
    hub: Option<BodyId>,
    rods: Vec<BodyId>,
}

/// Rods along x, on the ground or on a hub that turns at a rate; the dampers have this part of the springs' stiffness.
fn beam(n: usize, damping: f64, rate: Option<f64>) -> Result<Beam, Report> {
    let l = 1.0 / n as f64;
    let mut builder = ModelBuilder::new();
    let spin = rate.unwrap_or(0.0);
    let hub = rate.map(|rate| {
        let hub = builder.body("hub", RigidBody::new(1.0, 1.0).moving(0.0, 0.0, rate));
        builder.constraint("bearing", Revolute::new(GROUND.origin(), hub.origin()));
        builder.constraint("motor", Driver::new(Angle::between(GROUND, hub), move |t| rate * t));
        hub
    });
    let (root, mut rods) = (hub.unwrap_or(GROUND), Vec::<BodyId>::new());
    for i in 0..n {
        let center = (i as f64 + 0.5) * l;
        let rod = RigidBody::rod(l, l).at(center, 0.0, 0.0).moving(0.0, spin * center, spin);
        let rod = builder.body(format!("rod {i}"), rod);
        let before = rods.last().copied();
        let pin = before.map_or(root.origin(), |before| before.point(0.5 * l, 0.0));
        builder.constraint(format!("pin {i}"), Revolute::new(pin, rod.point(-0.5 * l, 0.0)));
        // Half of a piece bends between the clamp and the middle of the first rod.
        let stiffness = if before.is_some() { 1.0 / l } else { 2.0 / l };
        let spring = SpringDamper::torsional(before.unwrap_or(root), rod, stiffness).damping(damping * stiffness);
        builder.force(format!("spring {i}"), spring);
        rods.push(rod);
    }
    Ok(Beam { model: builder.build()?, hub, rods })
}

/// (2) and its slope for the first mode.
fn shape(x: f64) -> [f64; 2] {
    let b = BETAS[0];
    let sigma = (b.cosh() + b.cos()) / (b.sinh() + b.sin());
    let (u, value) = (b * x, |c: f64, s: f64| c - sigma * s);
    let phi = value(u.cosh() - u.cos(), u.sinh() - u.sin());
    [phi, b * value(u.sinh() + u.sin(), u.cosh() - u.cos())]
}

/// The first frequencies of a chain of n rods.
fn frequencies(n: usize) -> Result<Vec<f64>, Report> {
    let set = beam(n, 0.0, None)?;
    let state: State = set.model.start().project()?.into();
    let modes = Linearization::about(&set.model, &state)?.modes()?;
    let mut found: Vec<f64> = modes.iter().map(|mode| mode.angular_frequency()).collect();
    found.sort_by(f64::total_cmp);
    found.dedup_by(|a, b| (*a - *b).abs() < 1e-6 * *b);
    found.truncate(3);
    Ok(found)
}

/// The beam bent to its first shape, and let go: the frequency from its crossings, and the steps that it took.
fn swings(set: &Beam, method: Method, rtol: f64, periods: f64) -> Result<(f64, Trajectory), Report> {
    let n = set.rods.len();
    let mut start = set.model.start();
    let tip = shape(1.0)[0];
    let (l, mut end) = (1.0 / n as f64, [0.0; 2]);
    for i in 0..n {
        let angle = 0.01 * shape((i as f64 + 0.5) * l)[1] / tip;
        let half = [0.5 * l * angle.cos(), 0.5 * l * angle.sin()];
        for (name, value) in [("x", end[0] + half[0]), ("y", end[1] + half[1]), ("theta", angle)] {
            start = start.set(&format!("rod {i}.{name}"), value);
        }
        end = [end[0] + 2.0 * half[0], end[1] + 2.0 * half[1]];
    }
    let first = BETAS[0] * BETAS[0];
    let last = *set.rods.last().ok_or("no rods")?;
    let end = periods * TAU / first;
    let plan = Simulation::new(&set.model).method(method).tolerance(rtol).every(end / 400.0);
    let run = plan.run(start.project()?, end)?;
    let bent = |at: &Snapshot<'_>| at.body(last).angle - set.hub.map_or(0.0, |hub| at.body(hub).angle);
    // Crossings of the tip's angle, between the samples by straight lines.
    let (times, values) = (run.times(), run.column(bent));
    let mut crossings = Vec::new();
    for k in 1..values.len() {
        if values[k - 1] * values[k] < 0.0 {
            let part = values[k - 1] / (values[k - 1] - values[k]);
            crossings.push(times[k - 1] + part * (times[k] - times[k - 1]));
        }
    }
    let [Some(a), Some(b)] = [crossings.first(), crossings.last()] else { return Err("it does not swing".into()) };
    Ok((TAU * 0.5 * (crossings.len() - 1) as f64 / (b - a), run))
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("beam", "a chain of rods with torsional springs, at rest and on a hub that turns")
        .default("rtol", "1e-6")
        .default("method", "radau5")
        .count("rods", 20, "rods")
        .number("rate", 2.0, "rate of the hub, in units of √(EI/(ϱA L⁴))")
        .parse();
    let mut verdict = Verdict::new("beam");
    let n = args.count("rods");
    let known = args.fixed_step().is_none() && args.method() == "radau5" && n == 20 && args.rtol() <= 1e-6;

    // (1)
    let errors = |n: usize| -> Result<Vec<f64>, Report> {
        let known = BETAS.map(|b| b * b);
        Ok(frequencies(n)?.iter().zip(known).map(|(found, known)| found / known - 1.0).collect())
    };
    let (coarse, fine) = (errors(10)?, errors(20)?);
    for (mode, (coarse, fine)) in coarse.iter().zip(&fine).enumerate() {
        let mode = mode + 1;
        verdict
            .fact(&format!("frequency {mode} of 10 and 20 rods, off by a part of"), format!("{coarse:.2e} {fine:.2e}"));
        verdict.close(&format!("order of that, mode {mode}"), (coarse / fine).abs().log2(), 2.0, 0.15);
    }

    // Let go.
    let still = beam(n, 1e-3, None)?;
    let (frequency, run) = swings(&still, args.method().parse()?, args.rtol(), 6.0)?;
    let of_chain = frequencies(n)?.first().copied().ok_or("no frequency")?;
    verdict.close("frequency of the swinging beam, part of (1)", frequency / of_chain, 1.0, 1e-3);
    verdict.fact("steps", run.counters().steps);
    verdict.fact("linearizations", run.counters().jacobians);
    let (_, explicit) = swings(&still, Method::Dop853, args.rtol(), 0.5)?;
    verdict.fact("steps of dop853 for a twelfth of the time", explicit.counters().steps);
    if known {
        verdict.check("steps of radau5", run.counters().steps as f64, "<", 700.0);
        verdict.check("steps of dop853 in that time", 12.0 * explicit.counters().steps as f64, ">", 8000.0);
    }

    // (3)
    let rate = args.number("rate");
    let above = |x: f64| 0.5 * (1.0 - x * x) * shape(x)[1].powi(2);
    let k = integral(above) / integral(|x| shape(x)[0].powi(2));
    verdict.fact("K of (3)", format!("{k:.6}"));
    let mut turning = (Vec::new(), Vec::new());
    let rates: Vec<f64> = (0..=40).map(|i| 0.05 * f64::from(i) * rate).collect();
    let bound: Vec<f64> = rates.iter().map(|rate| (of_chain * of_chain + (k - 1.0) * rate * rate).sqrt()).collect();
    for part in [0.5, 1.0, 2.0] {
        let blade = beam(n, 1e-4, Some(part * rate))?;
        let (omega, _) = swings(&blade, args.method().parse()?, args.rtol(), 6.0)?;
        let square = (part * rate).powi(2);
        let gained = (omega * omega - of_chain * of_chain) / square;
        verdict.close(&format!("(ω² − ω₁²)/Ω² at Ω = {}", part * rate), gained, k - 1.0, 0.03);
        turning.0.push(part * rate);
        turning.1.push(omega);
    }

    let tip = *still.rods.last().ok_or("no rods")?;
    let end = |at: &Snapshot<'_>| at.position(tip.point(0.5 / n as f64, 0.0)).y;
    run.times_table().with("tip", run.column(end)).write_csv(args.file("trajectory.csv")?)?;
    run.player().title("A beam of rods").write(args.file("trajectory.html")?)?;
    Figure::new("A beam as a chain of rods with torsional springs")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("tip (m)").curve("", &run, end))
        .panel(
            Panel::new("rate of the hub", "first frequency")
                .dashed("(3)", &rates, &bound)
                .points("chain", &turning.0, &turning.1),
        )
        .save(&args.file("beam.svg")?)?;
    Ok(verdict.finish())
}
