//! The estimator of Lyapunov exponents against published ones: the Lorenz system, which is no mechanism.
//!
//! ```text
//! x' = σ (y − x),   y' = x (ρ − z) − y,   z' = x y − β z,      σ = 10, ρ = 28, β = 8/3
//! ```
//!
//! Published: 0.9056, 0, −14.5723 (J. C. Sprott, Chaos and Time-Series Analysis, 2003). One exponent is zero, along the motion; their sum
//! is the divergence −(σ + 1 + β) exactly.

mod support;

use chetaev::analysis::{Equations, Lyapunov};
use chetaev::ode::{Control, Rhs};
use chetaev::prelude::*;
use std::convert::Infallible;
use std::process::ExitCode;
use support::*;

const SIGMA: f64 = 10.0;
const RHO: f64 = 28.0;
const BETA: f64 = 8.0 / 3.0;

struct Lorenz;

impl Rhs for Lorenz {
    type Error = Infallible;

    fn rhs(&mut self, _t: f64, y: &[f64], dy: &mut [f64]) -> Result<(), Infallible> {
        let [x, y, z] = [y[0], y[1], y[2]];
        dy.copy_from_slice(&[SIGMA * (y - x), x * (RHO - z) - y, x * y - BETA * z]);
        Ok(())
    }
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("lorenz_check", "Lyapunov exponents of the Lorenz system against published ones")
        .count("stretches", 100_000, "stretches of 0.1 s that are counted")
        .parse();
    let method: Method = args.method().parse()?;
    let mut control = Control::adaptive(args.rtol(), 0.01 * args.rtol());
    control.fixed_step = args.fixed_step();
    let mut flow = Equations::new(Lorenz, 3, method, control)?;
    let found =
        Lyapunov::new(0.1, args.count("stretches")).exponents(3).run(&mut flow, &(0.0, vec![1.0, 1.0, 20.0]))?;

    let mut panel = Panel::new("time (s)", "estimate of the largest exponent (1/s)").y_range(0.85, 0.96);
    let (times, trace) = found.trace(0);
    let ends = [0.0, times.last().copied().unwrap_or(1.0)];
    panel = panel.line("estimate so far", &times, &trace).dashed("published", &ends, &[0.9056; 2]);
    Figure::new("The Lorenz system: largest Lyapunov exponent").panel(panel).save(&args.file("lorenz_check.svg")?)?;

    let mut verdict = Verdict::new("lorenz_check");
    let [first, second, third] = [0, 1, 2].map(|k| found.values[k]);
    for (k, (value, error)) in found.values.iter().zip(&found.errors).enumerate() {
        verdict.fact(&format!("exponent {} (1/s)", k + 1), format!("{value:.5} ± {error:.5}"));
    }
    verdict.close("largest exponent", first, 0.9056, 3.0 * found.errors[0]);
    verdict.check("its standard error", found.errors[0], "<", 0.005);
    verdict.close("second exponent", second, 0.0, 1e-3);
    verdict.close("sum of all", first + second + third, -(SIGMA + 1.0 + BETA), 2e-4);
    verdict.fact("Kaplan-Yorke dimension", format!("{:.4}", found.kaplan_yorke().unwrap_or(f64::NAN)));
    Ok(verdict.finish())
}
