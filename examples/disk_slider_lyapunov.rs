//! Largest Lyapunov exponents of the disk with two sliders (Peng et al. 2009): periodic, chaotic without sticking, chaotic with sticking.
//!
//! One freedom and a drive: the phase space are (θ₁, θ₁') and the exponents are two. The reference values are means of two estimates in
//! minimal coordinates; agreement means within three times both errors together. With the frequency that the paper prints, π/6, all three cases
//! are periodic; its statements come true at 2π.

mod support;

use chetaev::analysis::{Exponents, Lyapunov, Mechanism};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::{PI, TAU};
use std::process::ExitCode;
use support::disk_slider::{DiskSliderCase, disk_slider};
use support::*;

/// Name, case, and reference exponent with its uncertainty at ω = 2π.
const CASES: [(&str, DiskSliderCase, f64, f64); 3] = [
    ("2", DiskSliderCase::CASE_2, -0.615, 0.001),
    ("3a", DiskSliderCase::CASE_3A, 1.13, 0.02),
    ("3b", DiskSliderCase::CASE_3B, 0.85, 0.02),
];

/// Periods of the drive after which a motion of period 1, 2, 3, 4 or 6 repeats itself, and how often they are waited for.
const REPEATS: f64 = 12.0;
const PATIENCE: usize = 60;

/// The estimate from a start after 50 s, or, for a motion that becomes periodic, from where it does: with little friction it is chaotic
/// for some hundred seconds before, for how long is chance.
fn estimate(case: DiskSliderCase, periodic: bool, stretches: usize, args: &Args) -> Result<Exponents, Box<dyn Error>> {
    let mechanism = disk_slider(&case)?;
    let plan = || simulation(&mechanism.model, args);
    let mut flow = Mechanism::new(&mechanism.model, plan);
    // Stretches of one period of the drive, or of a second where that is long.
    let period = (TAU / case.omega).min(1.0);
    let later = |state: State, span: f64| -> Result<State, Box<dyn Error>> {
        let end = state.t + span;
        Ok(plan().output(Output::Ends).run(state, end)?.end().clone())
    };
    let mut start = later(mechanism.start()?, 50.0)?;
    for _ in 0..if periodic { PATIENCE } else { 0 } {
        let next = later(start.clone(), REPEATS * TAU / case.omega)?;
        let repeats = next.v.iter().zip(&start.v).all(|(a, b)| (a - b).abs() < 1e-6);
        start = next;
        if repeats {
            break;
        }
    }
    Ok(Lyapunov::new(period, stretches).transient(20).run(&mut flow, &start)?)
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("disk_slider_lyapunov", "largest Lyapunov exponents of the disk with two sliders")
        .default("rtol", "1e-9")
        .count("stretches", 400, "seconds that are counted in each case")
        .parse();
    let mut verdict = Verdict::new("disk_slider_lyapunov");
    let mut panel = Panel::new("time (s)", "estimate of the largest exponent (1/s)").y_range(-1.0, 2.0);
    for (name, case, reference, uncertainty) in CASES {
        let found = estimate(case, false, args.count("stretches"), &args)?;
        let (value, error) = found.largest();
        let (times, trace) = found.trace(0);
        panel = panel.line(&format!("case {name}"), &times, &trace).mark_y(reference, "");
        verdict.fact(&format!("case {name} (1/s)"), format!("{value:.4} ± {error:.4}"));
        verdict.close(&format!("case {name}"), value, reference, 3.0 * error.hypot(uncertainty));
    }
    for (name, case, ..) in CASES {
        let slow = DiskSliderCase { omega: PI / 6.0, ..case };
        let (value, error) = estimate(slow, true, args.count("stretches") / 2, &args)?.largest();
        verdict.fact(&format!("case {name} at π/6 (1/s)"), format!("{value:.4} ± {error:.4}"));
        verdict.check(&format!("case {name} at π/6 (1/s)"), value, "<", 0.0);
    }
    Figure::new("Disk-slider: largest Lyapunov exponents, and (dotted) references")
        .panel(panel)
        .save(&args.file("disk_slider_lyapunov.svg")?)?;
    Ok(verdict.finish())
}
