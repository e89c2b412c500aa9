//! A slider-crank whose three pins are bushings: springs of stiffness k and dampers c along two axes each, and what becomes of them as k grows.
//!
//! ```text
//! (1)  the force of a bushing tends to that of the pin: their difference is in proportion to 1/k, once what rang at the start has died as e^(−k t/c)
//! (2)  an explicit method takes steps of a few m/c, however loose its tolerance; the implicit one steps of the motion
//! ```
//!
//! With k = 1e7 N/m and c = 1e4 N s/m the forces of the bushings change within 1e-5 s, the mechanism within 1e-2 s.

mod support;

use chetaev::prelude::*;
use std::process::ExitCode;
use support::bushing_crank::build;
use support::*;

const SPAN: f64 = 1.0;

fn apart(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("bushing_crank", "a slider-crank with bushings for its pins: Radau IIA and DOP853")
        .default("rtol", "1e-9")
        .default("method", "radau5")
        .number("stiffness", 1e7, "N/m, of the bushings")
        .number("damping", 1e4, "N s/m, of the bushings")
        .parse();
    let mut verdict = Verdict::new("bushing_crank");
    let (k, c) = (args.number("stiffness"), args.number("damping"));
    let known = args.fixed_step().is_none() && args.method() == "radau5" && [k, c] == [1e7, 1e4];

    // Work and precision.
    let soft = build(Some([k, c]))?;
    let plan = |method, rtol| Simulation::new(&soft.model).method(method).tolerance(rtol);
    let reference = soft.place(&plan(Method::Radau5, 1e-11).run(soft.model.placed(), SPAN)?)?;
    let (mut steps, mut errors) = (Vec::new(), Vec::new());
    for rtol in [1e-5, 1e-6, 1e-7, 1e-8, 1e-9] {
        let run = plan(Method::Radau5, rtol).run(soft.model.placed(), SPAN)?;
        let error = apart(soft.place(&run)?, reference);
        verdict.fact(&format!("radau5 at {rtol:e}"), format!("{} steps, error {error:.1e}", run.counters().steps));
        steps.push(run.counters().steps as f64);
        errors.push(error);
    }
    let explicit = plan(Method::Dop853, 1e-4).run(soft.model.placed(), 0.1)?;
    let count = explicit.counters().steps as f64 * SPAN / 0.1;
    verdict.fact("dop853 at 1e-4, of a tenth of the time", format!("{} steps", explicit.counters().steps));
    if known {
        verdict.check("steps of radau5 at 1e-7", steps[2], "<=", 800.0);
        verdict.check("its error (rad, m)", errors[2], "<", 2e-7);
        verdict.check("steps of radau5 at 1e-9", steps[4], "<=", 3300.0);
        verdict.check("its error (rad, m)", errors[4], "<", 4e-10);
        verdict.check("steps of dop853 at 1e-4", count, ">", 20_000.0);
        verdict.holds("dop853 tells that it is stiff", explicit.stiffness().is_some());
    }

    // (1)
    let rigid = build(None)?;
    let pins = Simulation::new(&rigid.model).tolerance(1e-11).run(rigid.model.start().project()?, SPAN)?;
    let pin = rigid.force(&pins.last().ok_or("no sample")?)?;
    let stiffnesses = [1e6, 1e7, 1e8, 1e9];
    let mut off = Vec::new();
    for stiffness in stiffnesses {
        let set = build(Some([stiffness, c]))?;
        let run = Simulation::new(&set.model).method(Method::Radau5).tolerance(1e-11).run(set.model.placed(), SPAN)?;
        off.push((set.force(&run.last().ok_or("no sample")?)? / pin - 1.0).abs());
    }
    verdict.fact("force in the main bearing, with pins (N)", format!("{pin:.6}"));
    for (stiffness, off) in stiffnesses.iter().zip(&off) {
        verdict.fact(&format!("with bushings of {stiffness:e} N/m, off by a part of"), format!("{off:.2e}"));
    }
    if known {
        verdict.close("what ten times the stiffness leaves of that", off[2] / off[1], 0.1, 0.03);
        verdict.close("again", off[3] / off[2], 0.1, 0.03);
    }

    let run = simulation(&soft.model, &args).every(0.002).run(soft.model.placed(), SPAN)?;
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-5, 1e-3));
    run.times_table()
        .with("angle", run.column(|at| at.body(soft.crank).angle))
        .with("slider", run.column(|at| at.body(soft.slider).origin.x))
        .with("main", run.column(|at| soft.force(at).unwrap_or(f64::NAN)))
        .write_csv(args.file("trajectory.csv")?)?;
    let page = run.player().title("A slider-crank with bushings");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).size(640.0, 220.0).write(args.file("bushing_crank_sketch.svg")?)?;
    Figure::new("A slider-crank with bushings for its pins")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::new("steps", "error (rad, m)").log_x().log_y().line("radau5", &steps, &errors))
        .panel(Panel::new("stiffness (N/m)", "force: part off").log_x().log_y().line("", &stiffnesses, &off))
        .save(&args.file("bushing_crank.svg")?)?;
    Ok(verdict.finish())
}
