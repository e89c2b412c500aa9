//! The spring that balances a mechanism: the motor that turns it slowly should have nothing to do.
//!
//! An arm of mass m with its center of mass at a distance l from its pin, and a spring of no free length from a point h above the pin to a point of the arm at r: its energy is ½ k (h² + r² − 2 h r sin φ), and
//!
//! ```text
//! (1)  τ(φ) = (m g l − k h r) cos φ            nothing at all with  k = m g l/(h r)
//! ```
//!
//! That is found by least squares from k = 20 N/m: the motor's torque over a turn is what should be "measured" as zero, and its derivatives come along with the run. Asked for k and h together, the fit says that only their product is determined.
//! A four-bar linkage has no spring that balances it entirely; of one on its rocker that place is found with which the torque's square is least over a turn.

mod support;

use chetaev::analysis::{Identification, IdentifyError};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;
/// rad/s: so slow that what the masses resist does not count.
const SLOW: f64 = 1e-3;
const SAMPLES: usize = 60;
/// N/m, of the linkage's spring: its energy is that of a weight on the rocker, in a direction and of a size that k (S − C) tells, so that k is as good as another.
const STIFFNESS: f64 = 50.0;

/// The arm of (1), with k and h.
fn arm(names: &[&'static str]) -> Result<Family, Report> {
    let known = [("stiffness", 20.0), ("height", 0.5)];
    let asked: Vec<(&'static str, f64)> = known.into_iter().filter(|(name, _)| names.contains(name)).collect();
    let names: Vec<String> = asked.iter().map(|(name, _)| (*name).to_owned()).collect();
    Ok(Family::new(asked, move |p| {
        let of = |name: &str, usual: f64| if names.iter().any(|own| own == name) { p[name] } else { usual };
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let arm = builder.body("arm", RigidBody::rod(2.0, 1.0).at(0.5, 0.0, 0.0));
        builder.constraint("pin", Revolute::new(GROUND.origin(), arm.point(-0.5, 0.0)));
        let (above, on) = (GROUND.point(0.0, of("height", 0.5)), arm.point(-0.1, 0.0));
        builder.force("spring", SpringDamper::between(above, on, of("stiffness", 20.0)).rest(0.0));
        builder.constraint("motor", Driver::new(Angle::between(GROUND, arm), |t: Jet| t * SLOW));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })?)
}

/// A crank of 0.3 m, a coupler of 0.9 m, a rocker of 0.7 m, 1 m between the fixed pins; a spring from the ground to the rocker.
fn linkage(stiffness: f64) -> Result<Family, Report> {
    Ok(Family::new([("x", 1.0), ("y", 0.6)], move |p| {
        let (crank, coupler, rocker) = (0.3, 0.9, 0.7);
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let bar = |length: f64| RigidBody::rod(2.0 * length, length);
        let a = builder.body("crank", bar(crank).at(0.5 * crank, 0.0, 0.0));
        let b = builder.body("coupler", bar(coupler).at(0.6, 0.3, 0.6));
        let c = builder.body("rocker", bar(rocker).at(0.9, 0.3, 1.8));
        builder.constraint("O", Revolute::new(GROUND.origin(), a.point(-0.5 * crank, 0.0)));
        builder.constraint("A", Revolute::new(a.point(0.5 * crank, 0.0), b.point(-0.5 * coupler, 0.0)));
        builder.constraint("B", Revolute::new(b.point(0.5 * coupler, 0.0), c.point(0.5 * rocker, 0.0)));
        builder.constraint("C", Revolute::new(GROUND.point(1.0, 0.0), c.point(-0.5 * rocker, 0.0)));
        builder.constraint("motor", Driver::new(Angle::between(GROUND, a), |t: Jet| t * SLOW));
        let spring = SpringDamper::between(GROUND.point(p["x"], p["y"]), c.point(0.0, 0.0), stiffness);
        builder.force("spring", spring.rest(0.0));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })?)
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("balance_spring", "the spring that balances a mechanism").default("rtol", "1e-10").parse();
    let mut verdict = Verdict::new("balance_spring");
    let turn = TAU / SLOW;
    let step = turn / SAMPLES as f64;
    let balanced = |family: &Family| {
        let motor = family.model().constraint("motor").ok_or("no motor")?;
        let readings = Identification::new(family, |model| simulation(model, &args).every(step)).until(turn);
        let readings = readings.measured(move |at| at.multipliers(motor)[0], &[0.0; SAMPLES + 1], 1.0);
        Ok::<_, Report>(readings.run())
    };
    let torque = |family: &Family| -> Result<Vec<f64>, Report> {
        let motor = family.model().constraint("motor").ok_or("no motor")?;
        let run = simulation(family.model(), &args).every(step).run(family.start().clone(), turn)?;
        Ok(run.column(|at| at.multipliers(motor)[0]))
    };
    let most = |torque: &[f64]| torque.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let mean = |torque: &[f64]| (torque.iter().map(|x| x * x).sum::<f64>() / torque.len() as f64).sqrt();

    let before = torque(&arm(&["stiffness"])?)?;
    let fit = balanced(&arm(&["stiffness"])?)??;
    let after = torque(&fit.family)?;
    let known = 2.0 * G * 0.5 / (0.5 * 0.4);
    verdict.check("arm: stiffness, off by (N/m)", (fit.value("stiffness")? - known).abs(), "<", 1e-12);
    verdict.check("arm: torque before, off by (N m)", (most(&before) - (2.0 * G * 0.5 - 20.0 * 0.2)).abs(), "<", 1e-12);
    verdict.check("arm: torque that is left (N m)", most(&after), "<", 2e-13);
    let both = balanced(&arm(&["stiffness", "height"])?)?;
    let told = matches!(&both, Err(IdentifyError::Undetermined { .. }));
    verdict.check(
        "stiffness and height together: told that they are not determined",
        f64::from(u8::from(told)),
        "==",
        1.0,
    );

    let plain = torque(&linkage(0.0)?)?;
    let fit = balanced(&linkage(STIFFNESS)?)??;
    let left = torque(&fit.family)?;
    for name in ["x", "y"] {
        verdict.fact(&format!("linkage: {name}"), format!("{:.5}", fit.value(name)?));
    }
    verdict.fact("linkage: torque without a spring, root of the mean square (N m)", format!("{:.4}", mean(&plain)));
    verdict.check("linkage: that part of it is left", mean(&left) / mean(&plain), "<", 0.5);
    // No spring beside it is better.
    let best = mean(&left);
    let mut least = f64::INFINITY;
    for k in 0..2 {
        for side in [-0.01, 0.01] {
            let mut values = fit.family.values().to_vec();
            values[k] *= 1.0 + side;
            least = least.min(mean(&torque(&fit.family.at(&values)?)?) - best);
        }
    }
    verdict.check("linkage: the best of springs a hundredth beside it is worse by (N m)", least, ">", 0.0);

    let angles: Vec<f64> = (0..=SAMPLES).map(|k| TAU * k as f64 / SAMPLES as f64).collect();
    let panel =
        || Panel::new("angle of the driven part (rad)", "torque of the motor (N m)").x_range(0.0, 4.0 * FRAC_PI_2);
    Figure::new("A spring that balances")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(panel().title("arm").line("20 N/m", &angles, &before).line("fitted", &angles, &after))
        .panel(panel().title("four-bar linkage").line("no spring", &angles, &plain).line("fitted", &angles, &left))
        .save(&args.file("balance_spring.svg")?)?;
    Ok(verdict.finish())
}
