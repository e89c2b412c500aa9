//! Poincaré section of the disk with two sliders (Peng et al. 2009), once a period of the drive: one point in case 2, a set that fills an area in the chaotic cases.
//!
//! One freedom and a drive: a point of the section is (θ₁, θ₁'). In case 2 it comes back after one period. The project's problem statement gives
//! that point as (1.7945732, 5.1834360), from an independent program; here it is (1.794573356354, 5.183438265691), the same to twelve digits
//! by two methods and at three tolerances, so that the statement is right to six.

mod support;

use chetaev::analysis::{Section, period};
use chetaev::error::Report;
use std::error::Error;
use std::f64::consts::TAU;
use std::process::ExitCode;
use support::disk_slider::{DiskSliderCase, disk_slider};
use support::*;

/// θ₁ between 0 and 2π, and θ₁', of the section's points.
fn section(case: DiskSliderCase, skip: usize, take: usize, args: &Args) -> Result<Vec<Vec<f64>>, Box<dyn Error>> {
    let mechanism = disk_slider(&case)?;
    let plan = || simulation(&mechanism.model, args);
    let points = Section::strobed(TAU / case.omega).skip(skip).take(take).run(&plan, mechanism.start()?)?;
    let disk = points.iter().map(|state| mechanism.model.read(state).body(mechanism.disk));
    Ok(disk.map(|disk| vec![disk.angle.rem_euclid(TAU), disk.spin]).collect())
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("disk_slider_poincare", "Poincaré sections of the disk with two sliders")
        .default("rtol", "1e-11")
        .count("skip", 60, "periods before the first point")
        .count("take", 300, "points of each section")
        .number("omega", TAU, "rad/s, of the drive")
        .parse();
    let (skip, take) = (args.count("skip"), args.count("take"));
    let mut verdict = Verdict::new("disk_slider_poincare");
    let mut figure =
        Figure::new("Disk-slider: Poincaré sections, once a period of the drive").columns(2).size(1000.0, 420.0);
    let cases = [("3a", DiskSliderCase::CASE_3A), ("3b", DiskSliderCase::CASE_3B), ("2", DiskSliderCase::CASE_2)];
    for (name, case) in cases {
        let case = DiskSliderCase { omega: args.number("omega"), ..case };
        let take = if name == "2" { 20 } else { take };
        let points = section(case, skip, take, &args)?;
        let repeats = period(&points, 1e-7);
        verdict.fact(&format!("case {name}: period"), repeats.map_or("none".to_owned(), |k| k.to_string()));
        if args.given("omega") {
            continue;
        }
        if let ("2", Some(last)) = (name, points.last()) {
            let apart = |k: usize| points.iter().map(|p| (p[k] - last[k]).abs()).fold(0.0, f64::max);
            verdict.fact("case 2: point", format!("({:.12}, {:.12})", last[0], last[1]));
            verdict.check("case 2: period, in periods of the drive", repeats.unwrap_or(0) as f64, "==", 1.0);
            verdict.check("case 2: points repeat to (rad)", apart(0), "<", 1e-7);
            verdict.check("case 2: points repeat to (rad/s)", apart(1), "<", 1e-7);
            verdict.close("case 2: angle", last[0], 1.794_573_2, bound(&args, 1e-6, 1e-2));
            verdict.close("case 2: angular velocity", last[1], 5.183_436_0, bound(&args, 1e-5, 1e-2));
        } else {
            verdict.holds(&format!("case {name}: not periodic"), repeats.is_none());
            let [x, y] = [0, 1].map(|k| points.iter().map(|p| p[k]).collect::<Vec<f64>>());
            let panel =
                Panel::new("angle of the disk (rad)", "angular velocity (rad/s)").title(&format!("case {name}"));
            figure = figure.panel(panel.points("", &x, &y));
        }
    }
    figure.save(&args.file("disk_slider_poincare.svg")?)?;
    Ok(verdict.finish())
}
