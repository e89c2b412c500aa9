//! Tops: the heavy top of the papers on Lie-group integrators (`--case heavy`), and a racket that turns over (`--case racket`).
//!
//! The heavy top stands on its tip and spins at 150 rad/s; the reference gives its center of mass and its angular velocity to
//! twelve digits at five times. The racket is a free body that turns about its middle principal axis, which is unstable: it turns over, and back, for
//! ever. With moments A < B < C, energy T and angular momentum L > √(2TB), half of this takes the time 2 K(m)/n with
//!
//! ```text
//! n² = (C − B)(L² − 2TA)/(ABC)        m = (B − A)(2TC − L²)/((C − B)(L² − 2TA))        K(m) = π/(2 agm(1, √(1 − m)))
//! ```

mod support;

use chetaev::nalgebra::Vector3;
use chetaev::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use support::*;

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("spinning_top", "tops, heavy and free")
        .default("rtol", "1e-13")
        .cases(&["heavy", "racket"])
        .number("tilt", 0.02, "rad/s, of the racket beside its middle axis")
        .parse();
    Ok(if args.case() == "heavy" { heavy(&args)? } else { racket(&args)? })
}

fn heavy(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let (model, top, tip) = known::heavy_top()?;
    save(&model, args)?;
    let run = simulation(&model, args).every(0.0025).run(model.start().project()?, 2.0)?;

    let t = run.times();
    let place = [0, 1, 2].map(|k| run.column(|at| at.body(top).origin[k]));
    let force = run.column(|at| at.reaction(tip).force.norm());
    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let page = run.player().title("A heavy top on its tip").trail(top.origin());
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("spinning_top_sketch.svg")?)?;
    Figure::new("A heavy top on its tip")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(
            Panel::new("x (m)", "y (m)")
                .title("center of mass, from above")
                .equal_aspect()
                .line("", &place[0], &place[1]),
        )
        .panel(Panel::new("time (s)", "force at the tip (N)").line("", &t, &force))
        .save(&args.file("spinning_top.svg")?)?;

    let reference = Table::named("heavy_top")?;
    let mut errors = [0.0_f64; 2];
    for (row, time) in reference.column("t")?.into_iter().enumerate() {
        let index = (time / 0.0025_f64).round() as usize;
        let own = own_spin(&run.sample(index).ok_or("no sample")?, top);
        for (k, (name, rate)) in [("x", "wx"), ("y", "wy"), ("z", "wz")].into_iter().enumerate() {
            errors[0] = errors[0].max((place[k][index] - reference.column(name)?[row]).abs());
            errors[1] = errors[1].max((own[k] - reference.column(rate)?[row]).abs());
        }
    }
    let along = |at: &Snapshot<'_>| own_spin(at, top).y;
    let upright = |at: &Snapshot<'_>| {
        let frame = at.body(top);
        let own = frame.turn(Vector3::new(0.234375, 0.46875, 0.234375).component_mul(&own_spin(at, top)));
        (own + 15.0 * frame.origin.cross(&frame.velocity)).z
    };
    let drift = |value: &dyn Fn(&Snapshot<'_>) -> f64| {
        let values = run.column(value);
        values.iter().fold(0.0, |most: f64, x| most.max((x - values[0]).abs()))
    };
    let mut verdict = Verdict::new("spinning_top");
    verdict.check("center of mass against the reference (m)", errors[0], "<", bound(args, 1e-10, 1e-2));
    verdict.check("angular velocity against the reference (rad/s)", errors[1], "<", bound(args, 1e-8, 1.0));
    verdict.check("change of the spin about its own axis (rad/s)", drift(&along), "<", bound(args, 1e-9, 1e-2));
    verdict.check("change of the momentum about the vertical (N m s)", drift(&upright), "<", bound(args, 1e-9, 1e-2));
    verdict.check("energy error (J)", run.energy_error(), "<", bound(args, 1e-8, 1.0));
    verdict.check("drift of the tip (m)", run.drift_of(tip), "<", 1e-13);
    verdict.fact("steps", run.counters().steps);
    Ok(verdict.finish())
}

/// The angular velocity in the body's own axes.
fn own_spin(at: &Snapshot<'_>, body: BodyId<Spatial>) -> Vector3<f64> {
    let frame = at.body(body);
    frame.turn_back(frame.spin)
}

fn racket(args: &Args) -> Result<ExitCode, Box<dyn Error>> {
    let moments = [1.0, 2.0, 2.7];
    let spin = [args.number("tilt"), 3.0, args.number("tilt")];
    let mut builder = ModelBuilder::new();
    let racket = builder.body("racket", Solid::principal(1.0, moments)?.spinning(spin[0], spin[1], spin[2]));
    let model = builder.build()?;
    // It turns over where it has no spin about its middle axis.
    let over = Event::new("over", move |at| own_spin(at, racket).y);
    let run = simulation(&model, args).event(over).every(0.02).run(model.placed(), 40.0)?;

    let sum = |power: i32| (0..3).map(|k| moments[k].powi(power) * spin[k] * spin[k]).sum::<f64>();
    let [a, b, c] = moments;
    let (twice, square) = (sum(1), sum(2));
    // L² < 2TB: A and C change places.
    let (a, c) = if square > twice * b { (a, c) } else { (c, a) };
    let n = ((c - b) * (square - twice * a) / (a * b * c)).sqrt();
    let m = (b - a) * (twice * c - square) / ((c - b) * (square - twice * a));
    let period = 2.0 * quarter_period(m) / n;
    let times: Vec<f64> = run.events().iter().map(|event| event.t).collect();
    let late = times.windows(2).fold(0.0, |most: f64, w| most.max((w[1] - w[0] - period).abs()));

    let t = run.times();
    run.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.player().title("A racket that turns over").write(args.file("trajectory.html")?)?;
    let mut panel = Panel::new("time (s)", "angular velocity in body axes (rad/s)");
    for (k, name) in ["about the smallest moment", "the middle one", "the largest"].into_iter().enumerate() {
        panel = panel.line(name, &t, &run.column(|at| own_spin(at, racket)[k]));
    }
    Figure::new("A racket that turns over").panel(panel).save(&args.file("racket.svg")?)?;
    let mut verdict = Verdict::new("spinning_top");
    verdict.check("times it turned over", times.len() as f64, ">", 3.0);
    verdict.check("time between, against Jacobi's functions (s)", late, "<", bound(args, 1e-9, 1e-2));
    verdict.check("energy error (J)", run.energy_error(), "<", bound(args, 1e-10, 1e-2));
    verdict.fact("time between (s)", period);
    Ok(verdict.finish())
}

/// K(m).
fn quarter_period(m: f64) -> f64 {
    let (mut a, mut b) = (1.0_f64, (1.0 - m).sqrt());
    while (a - b).abs() > 1e-15 * a {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a
}
