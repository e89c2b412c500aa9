//! A wheelset that hunts: Kalker's linear creep on round rails, the sine on which it rolls, and the speed above which its swings grow.
//!
//! The treads are spheres, the rails cylinders, the suspension two springs; the equations (1) to (4) of small motions stand in `support/wheelset.rs`. The model is in space, with two contacts whose
//! normal forces are found together with the creep that depends on them.
//!
//! ```text
//! (5)  a swing at the speed V grows by exp(σ t),   σ the largest real part of the roots of (2)
//! ```

mod support;

use chetaev::analysis::Linearization;
use chetaev::nalgebra::Complex;
use chetaev::prelude::*;
use std::f64::consts::TAU;
use std::process::ExitCode;
use support::wheelset::{SET, Wheelset, growth};
use support::*;

/// Swings of the model as it rolls on at a speed.
fn swings(set: &Wheelset, model: &Model, speed: f64) -> Result<Vec<Complex<f64>>, Report> {
    Ok(Linearization::about(model, &set.rolling(model, speed)?)?.eigenvalues()?)
}

/// Peaks of a column: where the parabola through three samples has its top.
fn peaks(times: &[f64], values: &[f64]) -> Vec<[f64; 2]> {
    let tops = times.windows(3).zip(values.windows(3)).filter(|(_, y)| y[1] > y[0] && y[1] >= y[2] && y[1] > 0.0);
    tops.map(|(t, y)| {
        let (slope, bend) = (0.5 * (y[2] - y[0]), y[2] - 2.0 * y[1] + y[0]);
        [t[1] - slope / bend * (t[2] - t[1]), y[1] - 0.5 * slope * slope / bend]
    })
    .collect()
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("wheelset", "a wheelset on round rails, by Kalker's linear theory of creep")
        .default("rtol", "1e-8")
        .number("from", 0.95, "of the hunting speed, of the run that calms down")
        .number("to", 1.05, "of the hunting speed, of the run that hunts")
        .parse();
    let mut verdict = Verdict::new("wheelset");
    let model = SET.model(SET.law())?;

    // (4): slowly, on springs that balance the weight.
    let free = SET.balanced();
    let slow = free.model(free.law())?;
    let speed = 1.0;
    // That it rolls on, and where along the track it is, are zeros but for rounding.
    let swing = swings(&free, &slow, speed)?.into_iter().filter(|value| value.im > 0.01);
    let slowest = swing.map(|value| value.im).fold(f64::INFINITY, f64::min);
    verdict.fact("length of the sine, (4) (m)", format!("{:.6}", free.wavelength()));
    verdict.check(
        "  of the model, off by a part of",
        (TAU * speed / slowest / free.wavelength() - 1.0).abs(),
        "<",
        2e-9,
    );

    // (3).
    let [critical, omega] = SET.hunting()?;
    let (mut low, mut high) = (0.5 * critical, 2.0 * critical);
    while high - low > 1e-9 * high {
        let middle = 0.5 * (low + high);
        *if growth(&swings(&SET, &model, middle)?) > 0.0 { &mut high } else { &mut low } = middle;
    }
    verdict.fact("hunting speed, (3) (m/s)", format!("{critical:.6}"));
    verdict.fact("  its frequency (Hz)", format!("{:.6}", omega / TAU));
    verdict.check("  of the model, off by a part of", (low / critical - 1.0).abs(), "<", 1e-9);

    // Roots over the speed.
    let speeds: Vec<f64> = (1..=60).map(|k| f64::from(k) * critical / 40.0).collect();
    let (mut off, mut found, mut exact) = (0.0_f64, Vec::new(), Vec::new());
    for &speed in &speeds {
        let values = swings(&SET, &model, speed)?;
        let roots = SET.small(speed).matrix().complex_eigenvalues();
        for root in roots.iter() {
            let nearest = values.iter().map(|value| (value - root).norm()).fold(f64::INFINITY, f64::min);
            off = off.max(nearest / root.norm());
        }
        found.push(growth(&values));
        exact.push(growth(roots.as_slice()));
    }
    verdict.check("roots of (2) at sixty speeds, off by a part of", off, "<", 3e-9);

    // (5): pushed, below and above.
    let mut panel = Panel::history("y (mm)").title("pushed to one side");
    let mut tables = Vec::new();
    for (name, part) in [("below", args.number("from")), ("above", args.number("to"))] {
        let speed = part * critical;
        let run = simulation(&model, &args).every(0.005).run(SET.pushed(&model, speed, 0.002)?, 4.0)?;
        let body = model.body::<Spatial>("set").ok_or("no wheelset")?;
        let y = move |at: &Snapshot<'_>| 1e3 * at.body(body).origin.y;
        let tops = peaks(&run.times(), &run.column(y));
        let [first, last] = [tops.get(1), tops.last()].map(|top| top.copied().unwrap_or([f64::NAN; 2]));
        let rate = (last[1] / first[1]).ln() / (last[0] - first[0]);
        let sigma = growth(SET.small(speed).matrix().complex_eigenvalues().as_slice());
        verdict.fact(&format!("{name}, at {speed:.3} m/s: σ of (5) (1/s)"), format!("{sigma:.6}"));
        verdict.check("  of the run's peaks, off by a part of", (rate / sigma - 1.0).abs(), "<", 2e-5);
        verdict.holds(
            &format!("  {name} it {}", if sigma > 0.0 { "hunts" } else { "calms down" }),
            rate * (part - 1.0) > 0.0,
        );
        let energy = run.energy_error() / run.last().ok_or("no sample")?.kinetic();
        verdict.check("  balance of energy, a part of", energy, "<", bound(&args, 1e-9, 1e-6));
        panel = panel.curve(&format!("{part} of the hunting speed"), &run, y);
        tables.push((name, run));
    }
    for (name, run) in &tables {
        let body = model.body::<Spatial>("set").ok_or("no wheelset")?;
        let file = if *name == "above" { "trajectory".to_owned() } else { name.to_string() };
        run.times_table()
            .with("y", run.column(|at| at.body(body).origin.y))
            .write_csv(args.file(&format!("{file}.csv"))?)?;
        run.player().title("A wheelset that hunts").write(args.file(&format!("{file}.html"))?)?;
    }
    Figure::new("A wheelset on round rails")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(
            Panel::new("speed (m/s)", "growth σ (1/s)")
                .title("the least damped swing")
                .dashed("(2)", &speeds, &exact)
                .points("model", &speeds, &found)
                .mark_x(critical, "(3)"),
        )
        .panel(panel)
        .save(&args.file("wheelset.svg")?)?;
    Ok(verdict.finish())
}
