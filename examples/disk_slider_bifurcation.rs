//! Bifurcation diagram of the disk with two sliders (Peng et al. 2009): the section over the coefficient of friction, μ = 0.8 μ'.
//!
//! A study with a row for each μ: angles of the section's last points, period, part of the time stuck. Chaos without sticking at small friction
//! goes over into one point, and from there into chaos with sticking, with windows. Every motion starts at the point of case 2. Between
//! 0.11 and 0.2 some need a thousand chaotic periods until they find their point: `--skip 1500` shows one point there too.
//!
//! The long study, as the paper has it, on all cores and resumed if it was interrupted; and a share of it for one of eight machines:
//!
//! ```text
//! cargo run --release --example disk_slider_bifurcation -- --points 600 --skip 200 --take 100 --threads 0
//! cargo run --release --example disk_slider_bifurcation -- --points 600 --skip 200 --take 100 --shard 2/8
//! ```
//!
//! Whoever finds the files of all shards in the folder joins them. A study that is complete is made anew when it is asked for again.

mod support;

use chetaev::analysis::{Axis, Results, Shard, Study, period};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::TAU;
use std::process::ExitCode;
use support::disk_slider::{DiskSliderCase, disk_slider};
use support::*;

/// Settings of the study: what a row depends on besides its index.
struct Diagram {
    axis: Axis,
    skip: usize,
    take: usize,
    rtol: f64,
    /// Angle and angular velocity of the disk.
    start: [f64; 2],
}

impl Diagram {
    fn columns(&self) -> Vec<String> {
        let head = ["mu_static", "period", "stuck"].map(str::to_owned);
        head.into_iter().chain((1..=self.take).map(|k| format!("theta_{k}"))).collect()
    }

    fn row(&self, index: usize) -> Result<Vec<f64>, Box<dyn Error>> {
        let mu_static = self.axis.at(index);
        let case = DiskSliderCase { mu: 0.8 * mu_static, mu_static, ..DiskSliderCase::CASE_2 };
        let mechanism = disk_slider(&case)?;
        let model = &mechanism.model;
        let plan = || Simulation::new(model).tolerance(self.rtol);
        let mut state = plan()
            .output(Output::Ends)
            .run(mechanism.start_at(self.start[0], self.start[1])?, self.skip as f64)?
            .end()
            .clone();
        let (mut points, mut stuck) = (Vec::with_capacity(self.take), 0.0);
        for k in 1..=self.take {
            let run = plan().output(Output::Ends).run(state, (self.skip + k) as f64)?;
            stuck += mechanism.rubs.map_or(0.0, |[rub, _]| run.friction_summary(rub).stuck) / self.take as f64;
            state = run.end().clone();
            points.push(state.clone());
        }
        let disk: Vec<_> = points.iter().map(|state| model.read(state).body(mechanism.disk)).collect();
        let readings: Vec<Vec<f64>> = disk.iter().map(|d| vec![d.angle - disk[0].angle, d.spin]).collect();
        let repeats = period(&readings, 1e-5).unwrap_or(0);
        let angles = disk.iter().map(|disk| disk.angle.rem_euclid(TAU));
        Ok([mu_static, repeats as f64, stuck].into_iter().chain(angles).collect())
    }
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("disk_slider_bifurcation", "sections of the disk with two sliders over friction")
        .default("rtol", "1e-8")
        .count("points", 24, "values of the static coefficient")
        .number("from", 0.02, "first of them")
        .number("to", 0.48, "last of them")
        .count("skip", 60, "periods before the section")
        .number("theta", 1.7946, "rad, of the disk at the start")
        .number("speed", 5.1834, "rad/s, of the disk at the start")
        .count("take", 20, "points of each section")
        .count("threads", 2, "threads; 0 for all")
        .text("shard", "1/1", "which share of the study: 2/8 is the second of eight")
        .parse();
    let diagram = Diagram {
        axis: Axis::new(args.number("from"), args.number("to"), args.count("points")),
        skip: args.count("skip"),
        take: args.count("take"),
        rtol: args.rtol(),
        start: [args.number("theta"), args.number("speed")],
    };
    let shard = args.choice("shard").parse::<Shard>()?;
    let Diagram { axis, skip, take, rtol, start } = &diagram;
    let (from, to) = (args.number("from"), args.number("to"));
    let file = format!("diagram-{}-{skip}-{take}.csv", axis.points());
    let study = Study::new(axis.points(), diagram.columns(), |index| diagram.row(index))
        .settings(format!("mu_static={from}..{to} skip={skip} take={take} rtol={rtol:e} start={start:?}"))
        .threads(args.count("threads"))
        .shard(shard)
        .on_terminal();
    let own = args.file(&shard.file_name(&file))?;
    let mine = study.run_in(own)?;
    let mut verdict = Verdict::new("disk_slider_bifurcation");
    let parts: Vec<_> = shard.file_names(&file).iter().map(|name| args.file(name)).collect::<Result<_, _>>()?;
    let read = parts.iter().map(Results::read_csv).collect::<Result<Vec<_>, _>>();
    let Ok(whole) = read.and_then(Results::merge) else {
        verdict.fact("rows of this shard", mine.rows().len());
        verdict.check("rows that failed", mine.failed().count() as f64, "==", 0.0);
        return Ok(verdict.finish());
    };
    whole.write_csv(args.file(&file)?)?;
    figure(&whole, &diagram, &args)?;
    judge(&whole, &mut verdict);
    Ok(verdict.finish())
}

fn figure(whole: &Results, diagram: &Diagram, args: &Args) -> Result<(), Box<dyn Error>> {
    let column = |name: &str| whole.column(name).unwrap_or_default();
    let mu = column("mu_static");
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for k in 1..=diagram.take {
        x.extend_from_slice(&mu);
        y.extend(column(&format!("theta_{k}")));
    }
    // The same room on both sides, so that the panels stand in line.
    let (first, last) = (diagram.axis.at(0), diagram.axis.at(diagram.axis.points() - 1));
    let aside = 0.02 * (last - first);
    let panel = |label: &str| Panel::new("static coefficient", label).x_range(first - aside, last + aside);
    Figure::new("Disk-slider: section of the disk's angle, once a period, over friction")
        .size(900.0, 620.0)
        .panel(panel("angle of the disk (rad)").points("", &x, &y))
        .panel(panel("part of the time stuck").line("", &mu, &column("stuck")))
        .save(&args.file("disk_slider_bifurcation.svg")?)?;
    Ok(())
}

/// What an independent program found: chaos without sticking up to 0.10, mostly period 1 from 0.11 to 0.33, stick-slip chaos from 0.34 to 0.46.
fn judge(whole: &Results, verdict: &mut Verdict) {
    let column = |name: &str| whole.column(name).unwrap_or_default();
    let (mu, periods, stuck) = (column("mu_static"), column("period"), column("stuck"));
    let share = |from: f64, to: f64, fits: &dyn Fn(usize) -> bool| {
        let inside: Vec<usize> = (0..mu.len()).filter(|&k| (from..=to).contains(&mu[k])).collect();
        inside.iter().filter(|&&k| fits(k)).count() as f64 / inside.len() as f64
    };
    verdict.check("rows that failed", whole.failed().count() as f64, "==", 0.0);
    let chaotic = share(0.0, 0.10, &|k| periods[k] != 1.0 && stuck[k] < 0.01);
    verdict.check("up to 0.10: part chaotic, stuck below 1 % of the time", chaotic, ">=", 0.8);
    // Below that, chaos can last longer than the transient that is given here.
    verdict.check("0.22 to 0.32: part with one point", share(0.22, 0.325, &|k| periods[k] == 1.0), ">=", 0.9);
    verdict.check("0.35 to 0.45: part that sticks", share(0.35, 0.45, &|k| stuck[k] > 0.005), ">=", 0.7);
}
