//! Which tolerance gives which error, which drift, and at what cost: five bundled problems against their references.
//!
//! The references were computed by other means in at least 13 digits; an error is the largest difference over all of their times. Drift is the
//! largest violation of a constraint's position row at any step, cost the number of evaluations of the right-hand side. The table is written as
//! `tolerances.md`; `docs/scripts/tolerances.sh` takes it over into docs/tolerances.md.

mod bundled;
mod support;

use bundled::Problem;
use chetaev::dynamics::Stabilization;
use chetaev::prelude::*;
use std::error::Error;
use std::fmt::Write;
use std::process::ExitCode;
use support::*;

const HEAD: &str = "\
# Tolerance, error and cost

Five of the bundled problems against references that were computed by other means in at least 13 digits. Written by the example
`tolerances` (`bash docs/scripts/tolerances.sh` makes this page anew); the error is the largest difference from the reference over all of its times,
drift the largest violation of a position constraint at any step, cost the number of evaluations of the right-hand side.

- `Simulation::tolerance(r)` bounds the error of each *step*; how these add up depends on the mechanism: a double pendulum magnifies them, a disk that
  comes to rest loses them. In these problems a tolerance ten times smaller makes the error about ten times smaller.
- Projection, the default, leaves drift at rounding at every tolerance. Gains by rule leave a drift that decreases with the tolerance, at about the same
  cost and error.
- DOP853, the default, is the cheaper method for errors below about 1e-5 (for the fast top, for all errors); above that Dormand-Prince 5(4) can be cheaper.
- To know the error of a run of your own, run it again with a tolerance ten times smaller and compare ([course, chapter 8](course/8-checking.md)).

![Error against tolerance, and against cost](figures/tolerances.svg)
";

/// One run: what it missed, by how much it drifted, what it cost.
struct Outcome {
    error: f64,
    drift: f64,
    evaluations: u64,
}

/// A method and how it holds the constraints.
type Way = (&'static str, Method, fn() -> Stabilization);

const WAYS: [Way; 3] = [
    ("DOP853, projection", Method::Dop853, || Stabilization::Projection),
    ("DOP853, gains by rule", Method::Dop853, Baumgarte::auto),
    ("Dormand-Prince 5(4), projection", Method::Dopri5, || Stabilization::Projection),
];

/// From 1e-3 to 1e-13.
fn tolerances() -> impl Iterator<Item = f64> {
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].into_iter().map(|digits| 10.0_f64.powi(-digits))
}

fn go(problem: &Problem, (_, method, hold): Way, tolerance: f64) -> Result<Outcome, Box<dyn Error>> {
    let run = Simulation::new(&problem.model)
        .method(method)
        .tolerance(tolerance)
        .stabilization(hold())
        .output(Output::Times(problem.times.clone()))
        .run(problem.start.clone(), problem.end())?;
    let (error, drift) = (problem.error(&run)?, run.drift().largest_phi());
    Ok(Outcome { error, drift, evaluations: run.counters().evaluations })
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("tolerances", "which tolerance gives which error, drift and cost").parse();
    let problems = bundled::all()?;
    let mut page = HEAD.to_owned();
    let mut panels = ["tolerance", "evaluations of the right-hand side"]
        .map(|label| Panel::new(label, "error (rad or m)").log_x().log_y());
    let mut verdict = Verdict::new("tolerances");
    for problem in &problems {
        writeln!(page, "\n## {}\n\nError: {}.\n", problem.name, problem.compared)?;
        let heads = WAYS.map(|(name, ..)| format!("{name}: error | drift (m) | evaluations"));
        writeln!(page, "| tolerance | {} |\n|---|{}", heads.join(" | "), "---|".repeat(3 * WAYS.len()))?;
        let mut best = Vec::new();
        for tolerance in tolerances() {
            let mut line = format!("| {tolerance:.0e} |");
            for (k, way) in WAYS.into_iter().enumerate() {
                let Outcome { error, drift, evaluations } = go(problem, way, tolerance)?;
                write!(line, " {error:.1e} | {drift:.0e} | {evaluations} |")?;
                if k == 0 {
                    best.push([tolerance, error, evaluations as f64]);
                }
            }
            writeln!(page, "{line}")?;
        }
        let [tolerance, error, cost] = [0, 1, 2].map(|k| best.iter().map(|row| row[k]).collect::<Vec<f64>>());
        for (panel, x) in panels.iter_mut().zip([&tolerance, &cost]) {
            *panel = panel.clone().line(problem.name, x, &error);
        }
        // From 1e-4 to 1e-10 the error must follow the tolerance, by at least 0.7 powers of ten for one.
        let powers = (error[1] / error[7]).log10() / 6.0;
        verdict.check(&format!("{}: powers of ten for one of the tolerance", problem.name), powers, ">", 0.7);
        verdict.check(&format!("{}: error at 1e-13", problem.name), error[10], "<", problem.reach);
    }
    print!("{}", page.trim_start_matches(HEAD));
    std::fs::write(args.file("tolerances.md")?, page)?;
    let figure = Figure::new("What a tolerance buys (DOP853, projection)").columns(2).size(1000.0, 420.0);
    panels.into_iter().fold(figure, Figure::panel).save(&args.file("tolerances.svg")?)?;
    Ok(verdict.finish())
}
