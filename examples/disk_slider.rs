//! Peng et al. 2009: a disk drives two sliders in rough slots. What the paper plots, and its comparison of the searches.
//!
//! ```text
//!                                                       /
//!       \                                             //
//!        \\                                         //
//!          \\                                     [B]
//!            \\                                 ==
//!              \\                             /=
//!             [D]\                          //=
//!                = \\                     //==
//!                =   \\    ........     // =
//!                 =    \....       ...//  =
//!                  =  ...\\         //..==
//!                  = ..    \\     //   A.
//!                   =.       \\ //      .
//!                    =         O        .
//!                    =.                ..
//!                     C.              ..
//!                      ...           ..
//!                        .....  ......
//!                            ....
//! ```
//!
//! A at the angle θ₁ on the rim of the disk, C opposite; the disk turns on the pin O, on it acts the torque M sin ωt. AB and CD are rods. B and D slide in rough
//! slots through O at 45° and 135°: s₁, s₂ are counted along the slots from O, N₁, N₂ act across and F₁, F₂ along them, a spring along each (not drawn) is
//! undeformed at s = 0.2 m.
//!
//! | case | drive | friction | what happens |
//! |---|---|---|---|
//! | smooth | none | none | it swings, damped a little |
//! | 1 | none | 0.2, at rest 0.3 | it comes to rest, by friction alone |
//! | 2 | 1 N m · sin ωt | 0.2, at rest 0.3 | periodic |
//! | 3a | the same | 0.0112, at rest 0.014 | chaotic without sticking |
//! | 3b | the same | 0.3056, at rest 0.382 | chaotic with sticking |
//! | table | as 2 | none, and as 2 | cost of 100 s for each search |
//!
//! With `--omega 0.5236` (the printed π/6) cases 2, 3a and 3b are all periodic.

mod support;

use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::{FRAC_1_SQRT_2, TAU};
use std::process::ExitCode;
use std::time::Instant;
use support::disk_slider::{DiskSlider, DiskSliderCase, disk_slider};
use support::instants::Instants;
use support::*;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const SEARCHES: [(&str, Search); 4] = [
    ("reduced", Search::Reduced),
    ("direct", Search::Direct),
    ("warm_started", Search::WarmStarted),
    ("exhaustive", Search::Exhaustive),
];

fn case_of(name: &str) -> (DiskSliderCase, f64) {
    match name {
        "smooth" => (DiskSliderCase::SMOOTH, 10.0),
        "2" | "table" => (DiskSliderCase::CASE_2, if name == "2" { 20.0 } else { 100.0 }),
        "3a" => (DiskSliderCase::CASE_3A, 60.0),
        "3b" => (DiskSliderCase::CASE_3B, 60.0),
        _ => (DiskSliderCase::CASE_1, 10.0),
    }
}

/// Speed and acceleration of slider k along its slot.
fn slide(m: &DiskSlider, at: &Snapshot<'_>, k: usize) -> [f64; 3] {
    let travel = at.measure(&m.travels[k]).map_or([f64::NAN; 2], |u| [u.value, u.rate]);
    let [ax, ay, _] = at.body_acceleration(m.sliders[k]);
    [travel[0], travel[1], FRAC_1_SQRT_2 * (if k == 0 { ax } else { -ax } + ay)]
}

fn friction(m: &DiskSlider, at: &Snapshot<'_>, k: usize) -> f64 {
    m.rubs.and_then(|rubs| at.friction(rubs[k]).ok()).map_or(0.0, |rub| rub.force)
}

fn write(args: &Args, m: &DiskSlider, run: &Trajectory) -> Result<()> {
    let mut table = run
        .times_table()
        .with("theta1", run.column(|at| at.body(m.disk).angle))
        .with("theta1dot", run.column(|at| at.body(m.disk).spin))
        .with("theta1ddot", run.column(|at| at.body_acceleration(m.disk)[2]));
    for (k, name) in [(0, "s1"), (1, "s2")] {
        for (i, suffix) in ["", "dot", "ddot"].into_iter().enumerate() {
            table = table.with(format!("{name}{suffix}"), run.column(|at| slide(m, at, k)[i]));
        }
    }
    table
        .with("N1", run.column(|at| m.slot_force(at, 0)))
        .with("N2", run.column(|at| m.slot_force(at, 1)))
        .with("F1", run.column(|at| friction(m, at, 0)))
        .with("F2", run.column(|at| friction(m, at, 1)))
        .with("stuck", run.column(|at| f64::from(u8::from(at.sticks()))))
        .with("energy", run.column(|at| at.energy()))
        .with("work_friction", run.column(|at| m.rubs.iter().flatten().map(|rub| at.work_of_friction(*rub)).sum()))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    let page = run.player().title("A disk drives two sliders in rough slots");
    page.write(args.file("trajectory.html")?)?;
    page.drawing(run.end()).write(args.file("disk_slider_sketch.svg")?)?;
    Ok(run.write_transitions(args.file("events.csv")?)?)
}

/// The paper's figures: 2 to 4 as histories, 5 after the transients, 7 and 8 in the phase plane.
fn draw(args: &Args, m: &DiskSlider, run: &Trajectory) -> Result<()> {
    let (t, case) = (run.times(), args.case());
    let theta = run.column(|at| at.body(m.disk).angle);
    let spin = run.column(|at| at.body(m.disk).spin);
    let [speed, acceleration] = [1, 2].map(|i| run.column(|at| slide(m, at, 0)[i]));
    let end = run.end().t;
    let figure = match case {
        "3a" | "3b" => {
            let settled = t.partition_point(|t| *t < 0.2 * end);
            Figure::new(&format!("Disk-slider, case {case}: after {:.0} s", 0.2 * end)).size(760.0, 560.0).panel(
                Panel::new("angle of the disk (rad)", "angular velocity (rad/s)").line(
                    "",
                    &theta[settled..],
                    &spin[settled..],
                ),
            )
        }
        "2" => {
            let from = (end - 4.0).max(0.0);
            Figure::new("Disk-slider, case 2: slider B, periodic")
                .panel(Panel::new("", "speed (m/s)").x_range(from, end).line("", &t, &speed))
                .panel(Panel::new("time (s)", "acceleration (m/s²)").x_range(from, end).line("", &t, &acceleration))
        }
        _ => Figure::new(&format!("Disk-slider, case {case}"))
            .columns(2)
            .size(1000.0, 720.0)
            .panel(Panel::new("", "angle of the disk (rad)").line("", &t, &theta))
            .panel(Panel::new("", "speed of slider B (m/s)").line("", &t, &speed))
            .panel(Panel::new("", "angular velocity (rad/s)").line("", &t, &spin))
            .panel(Panel::new("", "acceleration of slider B (m/s²)").line("", &t, &acceleration))
            .panel(Panel::new("time (s)", "angular acceleration (rad/s²)").line(
                "",
                &t,
                &run.column(|at| at.body_acceleration(m.disk)[2]),
            ))
            .panel(Panel::new("time (s)", "slot on slider B (N)").mark_y(0.0, "").line(
                "",
                &t,
                &run.column(|at| m.slot_force(at, 0)),
            )),
    };
    Ok(figure.save(&args.file("disk_slider.svg")?)?)
}

/// The README's picture: case 2 driven slowly (12 s a period), so that it sticks long enough to be seen. Its fourth period, and how far the
/// mechanism is then from where it was a period before.
fn moving_picture(args: &Args) -> Result<f64> {
    let m = disk_slider(&DiskSliderCase { omega: TAU / 12.0, ..DiskSliderCase::CASE_2 })?;
    let run = simulation(&m.model, args).every(0.01).run(m.start()?, 48.0)?;
    let player = run.player().title("A disk drives two sliders in rough slots");
    player.animation().between(36.0, 48.0).write(args.file("disk_slider_moving.svg")?)?;
    let angle = |sample: usize| run.sample(sample).map_or(f64::NAN, |at| at.body(m.disk).angle);
    Ok((angle(4800) - angle(3600)).abs())
}

/// Against the reference of the case, as far as both go.
fn against_reference(args: &Args, m: &DiskSlider, run: &Trajectory, verdict: &mut Verdict) -> Result<()> {
    let (name, tight) = match args.case() {
        "smooth" => ("disk_slider_smooth", 1e-8),
        "2" => ("disk_slider_case2", 1e-7),
        _ => ("disk_slider_case1", 1e-8),
    };
    let table = Table::named(name)?;
    let mut worst = 0.0_f64;
    for (t, theta) in table.column("t")?.into_iter().zip(table.column("theta1")?) {
        if let Some(at) = run.sample((t * 100.0).round() as usize).filter(|at| (at.t() - t).abs() < 1e-9) {
            worst = worst.max((at.body(m.disk).angle - theta).abs());
        }
    }
    verdict.check("angle of the disk from the reference (rad)", worst, "<", bound(args, tight, 1e-2));
    if m.rubs.is_some() {
        let theirs = Instants::of_reference(&Table::named(&format!("{name}_events"))?)?;
        let apart = Instants::of_run(run).apart(&theirs, run.end().t);
        verdict.check("instants of reversal, stick, load reversal (s)", apart, "<", bound(args, 0.1 * tight, 1e-2));
    }
    Ok(())
}

fn one_case(args: &Args, search: Search) -> Result<ExitCode> {
    let (mut case, default_end) = case_of(args.case());
    case.omega = args.number("omega");
    let t_end = args.number_or("t-end", default_end);
    let m = disk_slider(&case)?;
    save(&m.model, args)?;
    let begun = Instant::now();
    let run = simulation(&m.model, args).search(search).every(0.01).run(m.start()?, t_end)?;
    let seconds = begun.elapsed().as_secs_f64();
    write(args, &m, &run)?;
    draw(args, &m, &run)?;

    let mut verdict = Verdict::new(&format!("disk_slider, case {}", args.case()));
    if args.case() == "1" {
        verdict.check("the moving picture ends where it began (rad)", moving_picture(args)?, "<", 1e-3);
    }
    let counters = run.counters();
    verdict.fact("CPU time (s)", format!("{seconds:.3}"));
    verdict.fact("steps, evaluations", format!("{}, {}", counters.steps, counters.evaluations));
    if let (Some([b, d]), Some(last)) = (m.rubs, run.last()) {
        let trials = counters.trials.trials as f64 / counters.trials.searches.max(1) as f64;
        let [rub_b, rub_d] = [run.friction_summary(b), run.friction_summary(d)];
        verdict.fact("changes of friction", run.transitions().len());
        verdict.fact("load reversals at B, D", format!("{}, {}", rub_b.load_reversals, rub_d.load_reversals));
        verdict.fact("part of the time stuck", format!("{:.4}", rub_b.stuck_fraction));
        let work = last.work_of_friction(b) + last.work_of_friction(d);
        verdict.fact("work of friction (J)", format!("{work:.9}"));
        verdict.check("largest coupling of the loads, below 1: one motion", run.largest_coupling(), "<", 1.0);
        verdict.check("trials per search", trials, "<=", 1.05);
    }
    if case.omega == TAU || case.torque == 0.0 {
        match args.case() {
            "3a" | "3b" => {
                let largest = run.column(|at| at.body(m.disk).spin.abs()).into_iter().fold(0.0, f64::max);
                verdict.check("largest angular velocity (rad/s)", largest, "<", 100.0);
                if let ("3b", Some([b, _])) = (args.case(), m.rubs) {
                    verdict.check("times that it stuck", run.friction_summary(b).sticks as f64, ">", 0.0);
                }
            }
            _ => against_reference(args, &m, &run, &mut verdict)?,
        }
    }
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(args, 1e-9, 1e-3));
    Ok(verdict.finish())
}

/// States at which each search is timed, and how often.
const STATES: usize = 1000;
const ROUNDS: usize = 20;

/// The paper's table 1: cost of 100 s without friction, and with it for each search; a run holds the signs within its steps, so what a search takes
/// is measured where signs are to be found: at states along the run.
fn table(args: &Args) -> Result<ExitCode> {
    let t_end = args.number_or("t-end", 100.0);
    let mut verdict = Verdict::new(&format!("disk_slider: cost of {t_end} s of case 2"));
    println!(
        "{:<14} {:>9} {:>12} {:>9} {:>12} {:>8}",
        "search", "time (s)", "evaluations", "trials", "per search", "µs/search"
    );
    let mut ends = Vec::new();
    for (name, search) in [("smooth", Search::Reduced)].into_iter().chain(SEARCHES) {
        let (mut case, _) = case_of("table");
        case.omega = args.number("omega");
        if name == "smooth" {
            (case.mu, case.mu_static) = (0.0, 0.0);
        }
        let m = disk_slider(&case)?;
        let begun = Instant::now();
        let run = simulation(&m.model, args).search(search).output(Output::Ends).run(m.start()?, t_end)?;
        let seconds = begun.elapsed().as_secs_f64();
        let counters = run.counters();
        let dense = simulation(&m.model, args).keep_dense().output(Output::Ends).run(m.start()?, t_end)?;
        let (trials, each) = searched(&dense, search)?;
        println!(
            "{name:<14} {seconds:>9.3} {:>12} {:>9} {trials:>12.4} {each:>8.3}",
            counters.evaluations, counters.trials.trials
        );
        if name != "smooth" {
            ends.push(run.last().map_or(f64::NAN, |at| at.body(m.disk).angle));
            let (relation, bound) = if search == Search::Exhaustive { (">", 1.5) } else { ("<=", 1.05) };
            verdict.check(&format!("{name}: trials per search"), trials, relation, bound);
        }
    }
    let apart = ends.iter().map(|end| (end - ends[0]).abs()).fold(0.0, f64::max);
    verdict.check("the searches differ at the end by (rad)", apart, "<", bound(args, 1e-6, 1.0));
    Ok(verdict.finish())
}

/// Trials and time (µs) of an evaluation that has to find the signs, from those of the step before.
fn searched(run: &Trajectory, search: Search) -> Result<(f64, f64)> {
    let (model, t_end) = (run.model(), run.end().t);
    let mut ws = model.workspace().searching(search);
    let at = |k: usize| run.state_at(t_end * k as f64 / STATES as f64);
    let states: Vec<State> = (1..STATES).map(at).collect::<std::result::Result<_, _>>()?;
    let begun = Instant::now();
    for state in (0..ROUNDS).flat_map(|_| &states) {
        model.evaluate(&mut ws, state, Baumgarte::OFF)?;
    }
    let each = 1e6 * begun.elapsed().as_secs_f64() / (ROUNDS * states.len()) as f64;
    Ok((ws.trials().trials as f64 / ws.trials().searches.max(1) as f64, each))
}

fn main() -> std::result::Result<ExitCode, Report> {
    let args = Cli::new("disk_slider", "a disk drives two sliders in rough slots (Peng et al. 2009)")
        .default("rtol", "1e-12")
        .cases(&["1", "smooth", "2", "3a", "3b", "table"])
        .number("omega", TAU, "rad/s, of the drive")
        .choice("search", &SEARCHES.map(|s| s.0), "how the signs of the loads are searched")
        .number("t-end", 0.0, "s, end of the run (by default as the case needs)")
        .parse();
    let search = SEARCHES.iter().find(|s| s.0 == args.choice("search")).map_or(Search::Reduced, |s| s.1);
    Ok(if args.case() == "table" { table(&args)? } else { one_case(&args, search)? })
}
