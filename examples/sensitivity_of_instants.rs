//! When does friction change, and how does a coefficient move that instant?
//!
//! The disk with two sliders of Peng et al. 2009 (case 2) reverses, sticks and tears loose 27 times in 5 s. One run tells the derivative of each of these instants with respect to the coefficient of friction:
//!
//! ```text
//! (1)  dτ/dμ = −(g_z S⁻ + g_μ)/ġ          g: what passes zero there (a slip speed, a load, what a stick may still bear)
//! ```
//!
//! Beside it stand instants of runs with other coefficients, to which the derivatives are tangents, and differences of order 4 of such runs. A block that slides to rest after v/(μ g), and at −v/(μ² g) per unit of μ, is the closed form.

mod support;

use chetaev::prelude::*;
use std::process::ExitCode;
use support::disk_slider::{DiskSliderCase, disk_slider};
use support::*;

const MU: f64 = 0.2;
const UNTIL: f64 = 2.5;
const G: f64 = 9.81;

fn sliders() -> Result<Family, Report> {
    Ok(Family::new([("mu", MU)], |p| {
        let mechanism = disk_slider(&DiskSliderCase { mu: p["mu"], ..DiskSliderCase::CASE_2 })?;
        let start = mechanism.model.start().hold("disk.theta").project()?.into();
        Ok((mechanism.model, start))
    })?)
}

/// A block on a table with 2 m/s.
fn block() -> Result<Family, Report> {
    Ok(Family::new([("mu", MU)], |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let block = builder.body("block", Particle::new(3.0).moving(2.0, 0.0));
        let table = builder.constraint("table", Slot::new(GROUND.axis([0.0, 0.0], 0.0), block.origin()));
        builder.friction("rub", FrictionPoint::in_slot(table), Coulomb::new(p["mu"]));
        let model = builder.build()?;
        let start = model.placed();
        Ok((model, start))
    })?)
}

/// The instants at which friction changes.
fn instants(run: &Trajectory) -> Vec<f64> {
    run.transitions().iter().map(|change| change.t).collect()
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("sensitivity_of_instants", "how a coefficient moves the instants at which friction changes")
        .default("rtol", "1e-12")
        .parse();
    let mut verdict = Verdict::new("sensitivity_of_instants");
    let carried = |family: &Family, until: f64| {
        let plan = simulation(family.model(), &args).sensitivities(Sensitivities::to(family));
        plan.run(family.start().clone(), until)
    };

    let family = block()?;
    let run = carried(&family, 2.0)?;
    let stop = instants(&run)[0];
    let slope = run.sensitivity("mu")?.instant(stop).ok_or("no instant")?;
    verdict.check("block: stops at (s)", (stop - 2.0 / (MU * G)).abs(), "<", 1e-13);
    verdict.check("block: that instant per unit of mu (s)", (slope + 2.0 / (MU * MU * G)).abs(), "<", 1e-11);

    let family = sliders()?;
    let run = carried(&family, UNTIL)?;
    let mu = run.sensitivity("mu")?;
    let at = instants(&run);
    let slopes = at.iter().map(|&t| mu.instant(t).ok_or("no instant")).collect::<Result<Vec<f64>, _>>()?;
    let other = |value: f64| -> Result<Vec<f64>, Report> {
        let other = family.at(&[value])?;
        Ok(instants(&simulation(other.model(), &args).run(other.start().clone(), UNTIL)?))
    };
    verdict.check("changes of friction", at.len() as f64, ">=", 10.0);
    verdict.check("places without a derivative", run.flags().len() as f64, "==", 0.0);
    // Where they are as many, they are the same ones.
    let h = 2e-4;
    let near = [-2.0, -1.0, 1.0, 2.0].map(|k| other(MU + k * h));
    let [far_down, down, up, far_up] = near;
    let (far_down, down, up, far_up) = (far_down?, down?, up?, far_up?);
    let same = [&far_down, &down, &up, &far_up].iter().all(|list| list.len() == at.len());
    verdict.check("runs beside it with the same changes", f64::from(u8::from(same)), "==", 1.0);
    let mut worst = 0.0_f64;
    for (k, slope) in slopes.iter().enumerate() {
        let difference = (2.0 / 3.0 * (up[k] - down[k]) - 1.0 / 12.0 * (far_up[k] - far_down[k])) / h;
        worst = worst.max((slope - difference).abs() / slope.abs().max(1.0));
    }
    verdict.check("from differences of runs, largest part", worst, "<", 2.4e-8);
    let largest = slopes.iter().fold(0.0, |most: f64, slope| most.max(slope.abs()));
    verdict.fact("largest of the derivatives (s)", format!("{largest:.3}"));

    let (mut x, mut y) = (Vec::new(), Vec::new());
    for k in -20..=20 {
        let value = MU + 0.004 * f64::from(k);
        let list = other(value)?;
        x.extend(list.iter().map(|_| value));
        y.extend(list);
    }
    let mut panel = Panel::new("coefficient of friction", "instants of changes (s)").points("runs", &x, &y);
    for (k, (t, slope)) in at.iter().zip(&slopes).enumerate() {
        let ends = [MU - 0.08, MU + 0.08];
        let tangent = ends.map(|value| t + slope * (value - MU));
        panel = panel.line(if k == 0 { "derivatives at 0.2" } else { "" }, &ends, &tangent).color(1);
    }
    Figure::new("When friction changes, over its coefficient")
        .size(800.0, 560.0)
        .panel(panel.y_range(0.0, UNTIL))
        .save(&args.file("sensitivity_of_instants.svg")?)?;
    Ok(verdict.finish())
}
