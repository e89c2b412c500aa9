//! A brake pad on a running disk: it goes with it, slips, lifts, lands, overtakes it, and goes with it again.
//!
//! Model and closed forms are in `support/brake.rs`. The springs stand askew, so that the pad's way along the disk changes how hard it is pressed on. A pad that
//! slips back far enough is not pressed any more, and lifts. What feeds the motion is the static limit, which is above the friction of sliding; what takes from it is the
//! landing. Every cycle breaks loose at the same place and with the speed of the disk, so that all neighbors come together: of its multipliers
//! one is 1, the others are 0.

mod support;

use chetaev::analysis::Shooting;
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::process::ExitCode;
use support::brake::{Brake, First};
use support::*;

fn main() -> Result<ExitCode, Report> {
    let usual = Brake::CHATTERS;
    let args = Cli::new("chattering_brake", "a brake pad that lifts and lands")
        .default("rtol", "1e-13")
        .number("speed", usual.speed, "m/s, of the disk")
        .number("e", usual.e, "coefficient of restitution")
        .parse();
    let brake = Brake { speed: args.number("speed"), e: args.number("e"), ..usual };
    let (model, pad, disk) = brake.build()?;
    let plan = || simulation(&model, &args);
    let run = plan().every(0.005).keep_dense().run(model.placed(), 30.0)?;
    let First { slips, lifts, lands, speeds } =
        brake.first().ok_or("this pad does not lift: let the disk run faster")?;
    let changes = run.transitions();
    let when = |wanted: fn(&Transition) -> bool| -> Vec<f64> {
        changes.iter().filter(|change| wanted(change)).map(|change| change.t).collect()
    };
    let opened = when(|change| change.cause == Cause::Opened);
    let first = |times: Vec<f64>| times.first().copied().unwrap_or(f64::NAN);

    let mut verdict = Verdict::new("chattering_brake");
    let started = first(when(|change| change.cause == Cause::Started));
    verdict.check("first slip, from its closed form (s)", (started - slips).abs(), "<", bound(&args, 1e-12, 1e-4));
    verdict.check(
        "first lift, from its closed form (s)",
        (first(opened.clone()) - lifts).abs(),
        "<",
        bound(&args, 1e-11, 1e-4),
    );
    let blow = run.impacts().first().ok_or("it does not land")?;
    verdict.check("first landing, from its closed form (s)", (blow.t - lands).abs(), "<", bound(&args, 1e-10, 1e-3));
    let closing = (blow.blows[0].closing[0] - speeds[1]).abs();
    verdict.check("its closing speed (m/s)", closing, "<", bound(&args, 1e-10, 1e-3));
    verdict.fact("lifts, impacts in 30 s", format!("{}, {}", opened.len(), run.impacts().len()));
    let again = when(|change| change.to == Mode::Stick && change.t > 0.0).len();
    verdict.fact("times that it goes with the disk again", again);
    verdict.check("deepest gap (m)", -run.smallest(|at| at.contact(disk).gap), "<", 1e-11);
    verdict.check("balance of energy, impacts included (J)", run.energy_error(), "<", bound(&args, 1e-11, 1e-4));

    // The cycle, from the middle of the last flight but one.
    let [before, last] = opened[opened.len() - 2..] else { return Err("it does not chatter".into()) };
    let down = run.impacts().iter().find(|impact| impact.t > before).ok_or("it does not land")?;
    let mut guess = run.state_at(0.5 * (before + down.t))?;
    guess.t = 0.0;
    let orbit = Shooting::free(last - before).step(1e-7).tolerance(1e-11).run(&model, &plan, &guess)?;
    verdict.fact("period of the cycle (s)", format!("{:.12}", orbit.period));
    verdict.check("end and beginning differ by", orbit.residual, "<", 1e-9);
    let apart = (last - before - orbit.period).abs();
    verdict.check("the last two lifts are apart by that, but for (s)", apart, "<", bound(&args, 1e-8, 1e-3));
    let sizes: Vec<f64> = orbit.multipliers.iter().map(|m| m.norm()).collect();
    verdict.check("the largest multiplier, from 1", (sizes[0] - 1.0).abs(), "<", 1e-4);
    verdict.check("the next one: the pad sticks in every cycle", sizes[1], "<", 1e-4);

    let cycle = plan().every(1e-3 * orbit.period).run(orbit.state.clone(), orbit.period)?;
    let (t, x) = (run.times(), |run: &Trajectory| run.column(|at| at.body(pad).origin.x));
    let v = |run: &Trajectory| run.column(|at| at.body(pad).velocity.x);
    let normal = run.column(|at| at.contact(disk).normal);
    run.times_table()
        .with("x", x(&run))
        .with("gap", run.column(|at| at.contact(disk).gap))
        .with("slip", run.column(|at| at.contact(disk).slip))
        .with("N", normal.clone())
        .with("T", run.column(|at| at.contact(disk).tangential))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.player().title("A brake chatters").write(args.file("trajectory.html")?)?;
    let shown = t.iter().take_while(|&&t| t <= 4.0).count();
    let gap: Vec<f64> = run.column(|at| 1e3 * at.contact(disk).gap);
    Figure::new("A brake chatters")
        .columns(2)
        .size(1000.0, 760.0)
        .panel(Panel::history("gap (mm)").line("", &t[..shown], &gap[..shown]))
        .panel(Panel::history("normal force (N)").line("", &t[..shown], &normal[..shown]))
        .panel(
            Panel::new("place (m)", "speed (m/s)")
                .title("the first 4 s, and the cycle")
                .mark_y(brake.speed, "disk")
                .line("", &x(&run)[..shown], &v(&run)[..shown])
                .line("cycle", &x(&cycle), &v(&cycle)),
        )
        .panel(Panel::new("place (m)", "height (m)").title("cycle").line(
            "",
            &x(&cycle),
            &cycle.column(|at| at.body(pad).origin.y),
        ))
        .save(&args.file("chattering_brake.svg")?)?;
    Ok(verdict.finish())
}
