//! Chapter 16: a block stops on a slope and breaks loose. How much do its friction and its speed matter, and what do measurements tell about them?

use chetaev::analysis::Identification;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;

const G: f64 = 9.81;
const MASS: f64 = 2.0;
const GROWTH: f64 = 2.5; // N/s, of a push down the slope
const END: f64 = 2.0;

/// The block of chapter 4 as a function of three numbers.
fn blocks(slope: f64) -> Result<Family, Report> {
    Ok(Family::new([("mu", 0.3), ("mu at rest", 0.5), ("speed", 2.0)], move |p| {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let up = [p["speed"] * slope.cos(), p["speed"] * slope.sin()];
        let block = builder.body("block", Particle::new(MASS).moving(up[0], up[1]));
        let line = GROUND.axis([0.0, 0.0], slope);
        let track = builder.constraint("track", Slot::new(line, block.origin()));
        builder.force("push", AppliedAlong::new(Travel::along(line, block.origin()), move |t, _| -GROWTH * t));
        builder.friction("rub", FrictionPoint::in_slot(track), Coulomb::new(p["mu"]).holding(p["mu at rest"]));
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    })?)
}

fn main() -> Result<(), Report> {
    let slope = 20_f64.to_radians();
    let family = blocks(slope)?;
    let block = family.model().body::<Planar>("block").ok_or("no block")?;
    let place = move |at: &Snapshot<'_>| at.body(block).origin.x * slope.cos() + at.body(block).origin.y * slope.sin();
    let sketch = family.model().drawing(family.start()).arrow("push", block.origin(), [-slope.cos(), -slope.sin()]);
    sketch.write("target/examples-out/course_derivatives/course_derivatives_sketch.svg")?;

    let plan = |family: &Family| -> Result<Trajectory, Report> {
        let plan = Simulation::new(family.model()).tolerance(1e-11).every(0.05);
        Ok(plan.sensitivities(Sensitivities::to(family)).run(family.start().clone(), END)?)
    };
    let run = plan(&family)?;
    let [stops, loose] = run.transitions() else { return Err("it does not stop and break loose".into()) };
    let by = |name: &str, t: f64| -> Result<f64, Report> { Ok(run.sensitivity(name)?.instant(t).unwrap_or(f64::NAN)) };
    for (what, t) in [("stops", stops.t), ("breaks loose", loose.t)] {
        let (mu, rest, speed) = (by("mu", t)?, by("mu at rest", t)?, by("speed", t)?);
        println!("{what:>12} at {t:.4} s; by mu {mu:.4} s, at rest {rest:.4} s, by speed {speed:.4} s/(m/s)");
    }
    let (normal, pull) = (MASS * G * slope.cos(), MASS * G * slope.sin());
    let brake = 0.3 * normal + pull + GROWTH * stops.t; // (2) and (3)
    assert!((by("mu", stops.t)? + normal * stops.t / brake).abs() < 1e-9);
    assert!((by("speed", stops.t)? - MASS / brake).abs() < 1e-9 && by("mu", loose.t)?.abs() < 1e-9);
    assert!((by("mu at rest", loose.t)? - normal / GROWTH).abs() < 1e-9);

    // What somebody has measured, of another block: to a tenth of a millimeter.
    let other = plan(&family.at(&[0.33, 0.47, 2.1])?)?;
    let data: Vec<f64> =
        other.column(place).iter().enumerate().map(|(k, s)| s + 1e-4 * (7.0 * k as f64).sin()).collect();
    let fit = Identification::new(&family, |model| Simulation::new(model).tolerance(1e-10).every(0.05)).until(END);
    let fit = fit.measured(place, &data, 1e-4).run()?;
    for (fitted, known) in fit.fitted.iter().zip([0.33, 0.47, 2.1]) {
        println!("{:>12} {:.5} ± {:.5}, and was {known}", fitted.name, fitted.value, fitted.deviation);
        assert!((fitted.value - known).abs() < 3.0 * fitted.deviation);
    }

    let mut slopes = Panel::history("derivatives of the place (m)");
    for name in family.names() {
        slopes = slopes.line(name, &run.times(), &run.sensitivity(name)?.column(place));
    }
    Figure::new("A block on a slope: what matters when")
        .columns(2)
        .size(900.0, 400.0)
        .panel(
            Panel::history("place on the slope (m)").curve("as guessed", &run, place).curve("another", &other, place),
        )
        .panel(slopes)
        .save("target/examples-out/course_derivatives/course_derivatives.svg")?;
    println!("VERDICT: pass");
    Ok(())
}
