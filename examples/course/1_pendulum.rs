//! Chapter 1: a rod on a pin swings from the horizontal. How long does one swing take?

use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, TAU};

fn main() -> Result<(), Report> {
    let (mass, length, g) = (1.0, 1.0, 9.81);

    // The model: bodies, and what holds them.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let rod = builder.body("rod", RigidBody::rod(mass, length).at(0.5 * length, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5 * length, 0.0)));
    let model = builder.build()?;

    // The period in closed form (2).
    let rate = (1.5 * g / length).sqrt();
    let period = TAU / (rate * mean(1.0, FRAC_PI_4.cos()));

    // The motion over one period.
    let start = model.start().project()?;
    let end = rod.point(0.5 * length, 0.0);
    let sketch = model.drawing(&start.state).length("l", GROUND.origin(), end);
    let sketch = sketch.angle("θ", GROUND.origin(), GROUND.point(0.0, -1.0), end);
    sketch.write("target/examples-out/course_pendulum/course_pendulum_sketch.svg")?;
    let run = Simulation::new(&model).tolerance(1e-12).every(period / 200.0).run(start, period)?;

    let swing = |at: &Snapshot<'_>| at.body(rod).angle + FRAC_PI_2;
    let spin = |at: &Snapshot<'_>| at.body(rod).spin;
    for at in run.samples().step_by(20) {
        println!("t = {:.3} s   {:6.2}° from the vertical", at.t(), swing(&at).to_degrees());
    }
    println!("largest spin {:.4} rad/s, period {period:.6} s", run.largest(spin));

    // After this time it is back, and at rest; in between it was as fast as its energy says (1).
    let end = run.last().ok_or("no sample")?;
    assert!((swing(&end) - FRAC_PI_2).abs() < 1e-9 && spin(&end).abs() < 1e-9);
    assert!(run.largest(|at| (spin(at).powi(2) - 2.0 * rate.powi(2) * swing(at).cos()).abs()) < 1e-9);

    let times = run.times();
    let small: Vec<f64> = times.iter().map(|t| FRAC_PI_2 * (rate * t).cos()).collect();
    let history = Panel::history("angle from the vertical (rad)").curve("the rod", &run, swing);
    let portrait = Panel::new("angle from the vertical (rad)", "spin (rad/s)");
    Figure::new("A rod on a pin, let go from the horizontal")
        .columns(2)
        .size(900.0, 360.0)
        .panel(history.dashed("if the swing were small", &times, &small))
        .panel(portrait.portrait("", &run, |at| [swing(at), spin(at)]))
        .save("target/examples-out/course_pendulum/course_pendulum.svg")?;
    run.player().title("A rod on a pin").write("target/examples-out/course_pendulum/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}

/// The arithmetic-geometric mean: both means of two numbers, again and again, until they agree.
fn mean(a: f64, b: f64) -> f64 {
    if (a - b).abs() < 1e-15 { a } else { mean(0.5 * (a + b), (a * b).sqrt()) }
}
