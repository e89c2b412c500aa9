//! Peng and Wang: one friction point in a slot. The direct formula against trial and against iteration.
//!
//! At a given state the load is N = N₀ + κ F, and F = −μ σ |N|. With p = μ σ κ and ε = sgn N:
//!
//! ```text
//! N = N₀/(1 + ε p)
//! ```
//!
//! While |p| < 1 there is one solution and its sign is that of N₀: nothing has to be tried. Iteration, N ← N₀ − p |N|, needs
//! ln(tolerance)/ln|p| rounds, and none of them helps for |p| ≥ 1.
//!
//! | case | mechanism | what happens |
//! |---|---|---|
//! | crank_rundown | crank, rod and slider, started at 22 rad/s | runs down through 22 dead centers |
//! | crank_stickslip | the same on a spring, with a torque | sticks and slips regularly |
//! | rod_stickslip | slider on a spring with a hinged rod, pushed | sticks and slips, two freedoms |
//! | rod_whirl | the same, the rod whirling | the load changes its sign |

mod support;

use chetaev::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use support::instants::Instants;
use support::single_point::{Crank, Rod, SinglePoint};
use support::*;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn mechanism(case: &str) -> Result<(SinglePoint, f64)> {
    Ok(match case {
        "crank_rundown" => (Crank::RUNDOWN.build()?, 6.0),
        "rod_stickslip" => (Rod::STICKSLIP.build()?, 10.0),
        "rod_whirl" => (Rod::WHIRL.build()?, 10.0),
        _ => (Crank::STICKSLIP.build()?, 10.0),
    })
}

fn run_with(args: &Args, m: &SinglePoint, t_end: f64, search: Search) -> Result<(Trajectory, f64)> {
    let start = m.start()?;
    let begun = Instant::now();
    let run = simulation(&m.model, args).search(search).every(0.01).run(start, t_end)?;
    Ok((run, begun.elapsed().as_secs_f64()))
}

/// The columns of the references.
fn columns(m: &SinglePoint, run: &Trajectory, crank: bool) -> chetaev::simulate::Table {
    let angle = |i: usize| run.column(|at| m.angle(at)[i]);
    let slide = |i: usize| run.column(|at| m.slide(at)[i]);
    let mut table = run.times_table();
    for (i, suffix) in ["", "dot", "ddot"].into_iter().enumerate() {
        let (first, second) =
            if crank { (("theta", angle(i)), ("s", slide(i))) } else { (("x", slide(i)), ("phi", angle(i))) };
        table = table.with(format!("{}{suffix}", first.0), first.1).with(format!("{}{suffix}", second.0), second.1);
    }
    let rub = |at: &Snapshot<'_>| at.friction(m.rub).map_or([f64::NAN; 2], |rub| [rub.load, rub.force]);
    table
        .with("N", run.column(|at| rub(at)[0]))
        .with("F", run.column(|at| rub(at)[1]))
        .with("stuck", run.column(|at| f64::from(u8::from(at.sticks()))))
}

/// Rounds that iteration needs for N to 1e-12; none if it does not get there.
fn iterate(n0: f64, p: f64) -> Option<usize> {
    let mut n = n0;
    for round in 1..=100_000 {
        let next = n0 - p * n.abs();
        if (next - n).abs() <= 1e-12 * n0.abs() {
            return Some(round);
        }
        if !next.is_finite() || next.abs() > 1e12 * n0.abs() {
            return None;
        }
        n = next;
    }
    None
}

/// The three methods at one state of a crank, while the coefficient of friction grows towards and beyond the critical one.
fn compare(verdict: &mut Verdict) -> Result<()> {
    println!("  {:>7} {:>8} {:>10} {:>16} {:>12}", "mu", "p", "N direct", "rounds iterating", "solutions");
    let (mut agree, mut alone) = (0.0_f64, 0);
    for mu in [0.1, 0.5, 0.9, 1.1, 1.16, 1.17, 1.3] {
        let crank = Crank {
            lengths: [0.1, 0.12],
            inertia: 2e-4,
            masses: [0.8, 0.02],
            stiffness: 0.0,
            damping: 0.0,
            torque: [0.0, 1.0],
            mu,
            mu_static: mu,
            start: [4.417345172586294, 3.0],
        };
        let m = crank.build()?;
        let smooth = Crank { mu: 0.0, ..crank }.build()?;
        let n0 = smooth.model.branches(&smooth.start()?)?[0].load(smooth.rub);
        let solutions: Vec<f64> = m.model.branches(&m.start()?)?.iter().map(|b| b.load(m.rub)).collect();
        let mut state = m.start()?;
        let mut direct = m.model.workspace().searching(Search::Direct);
        m.model.decide_friction(&mut state)?;
        m.model.evaluate(&mut direct, &state, Baumgarte::OFF)?;
        let n = direct.normal_loads()[0] * solutions[0].signum();
        let p = n.signum() * (n0 / n - 1.0);
        let rounds = iterate(n0, p);
        alone += usize::from(rounds.is_none());
        // The coupling that the library reports is |p|.
        agree = agree.max((direct.coupling().norm - p.abs()).abs());
        let shown = rounds.map_or("never".to_owned(), |rounds| rounds.to_string());
        println!("  {mu:>7} {p:>8.4} {n:>10.5} {shown:>16} {:>12}", solutions.len());
    }
    verdict.check("states where iteration fails and the formula does not", alone as f64, ">", 0.0);
    verdict.check("the coupling that is reported, from |p|", agree, "<", 1e-12);
    Ok(())
}

fn main() -> std::result::Result<ExitCode, Report> {
    let args = Cli::new("single_friction", "one friction point in a slot (Peng and Wang)")
        .default("rtol", "1e-12")
        .cases(&["crank_stickslip", "crank_rundown", "rod_stickslip", "rod_whirl"])
        .parse();
    let case = args.case();
    let (m, t_end) = mechanism(case)?;
    let mut verdict = Verdict::new(&format!("single_friction, {case}"));
    compare(&mut verdict)?;

    let (run, _) = run_with(&args, &m, t_end, Search::Direct)?;
    let crank = case.starts_with("crank");
    let angle_at_end = |run: &Trajectory| run.last().map_or(f64::NAN, |at| m.angle(&at)[0]);
    println!("  {:<12} {:>9} {:>12} {:>16}", "search", "time (s)", "evaluations", "trials per search");
    for (name, search) in [
        ("direct", Search::Direct),
        ("reduced", Search::Reduced),
        ("warm_started", Search::WarmStarted),
        ("exhaustive", Search::Exhaustive),
    ] {
        let (other, seconds) = run_with(&args, &m, t_end, search)?;
        let counters = other.counters();
        let trials = counters.trials.trials as f64 / counters.trials.searches.max(1) as f64;
        println!("  {name:<12} {seconds:>9.4} {:>12} {trials:>16.4}", counters.evaluations);
        let apart = (angle_at_end(&other) - angle_at_end(&run)).abs();
        verdict.check(&format!("{name}: angle at the end, from direct (rad)"), apart, "<", bound(&args, 1e-9, 1e-2));
    }

    let table = columns(&m, &run, crank);
    table.write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.player().title("One rough slot").write(args.file("trajectory.html")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    verdict.fact("changes of friction", run.transitions().len());
    verdict.fact("part of the time stuck", format!("{:.4}", run.friction_summary(m.rub).stuck_fraction));
    verdict.check("largest |p| met, below 1: one motion", run.largest_coupling(), "<", 1.0);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-9, 1e-3));
    if case == "rod_whirl" {
        verdict.check("changes of the load's sign", run.friction_summary(m.rub).load_reversals as f64, ">", 0.0);
    } else {
        let reference = Table::named(case)?;
        let name = if crank { "theta" } else { "phi" };
        let (times, theirs) = (reference.column("t")?, reference.column(name)?);
        let ours = table.column(name).ok_or("no such column")?;
        let apart = |(t, theirs): (&f64, &f64)| (ours[(t * 100.0).round() as usize] - theirs).abs();
        let worst = times.iter().zip(&theirs).map(apart).fold(0.0, f64::max);
        verdict.check("angle from the reference (rad)", worst, "<", bound(&args, 1e-8, 1e-2));
        let theirs = Instants::of_reference(&Table::named(&format!("{case}_events"))?)?;
        let apart = Instants::of_run(&run).apart(&theirs, f64::INFINITY);
        verdict.check("instants of reversal, stick, release (s)", apart, "<", bound(&args, 1e-9, 1e-3));
    }

    let t = run.times();
    let column = |name: &str| table.column(name).unwrap_or_default().to_vec();
    Figure::new(&format!("One rough slot, case {case}"))
        .size(760.0, 620.0)
        .panel(Panel::new("", if crank { "angle of the crank (rad)" } else { "angle of the rod (rad)" }).line(
            "",
            &t,
            &column(if crank { "theta" } else { "phi" }),
        ))
        .panel(Panel::new("", "speed of the slider (m/s)").mark_y(0.0, "").line(
            "",
            &t,
            &column(if crank { "sdot" } else { "xdot" }),
        ))
        .panel(Panel::new("time (s)", "force (N)").line("load", &t, &column("N")).line("friction", &t, &column("F")))
        .save(&args.file("single_friction.svg")?)?;
    Ok(verdict.finish())
}
