//! Chapter 11: a carriage is pushed against a spring. Which force takes it where it should go, and where does this force take it?

use chetaev::force::NonlinearSpring;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::error::Error;

/// The carriage on its rail, with its spring and its damper.
fn carriage(mass: f64) -> Result<(ModelBuilder, BodyId, Travel), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    let (body, rail) = (builder.body("carriage", Particle::new(mass)), GROUND.axis([0.0, 0.0], 0.0));
    builder.constraint("rail", Slot::new(rail, body.origin()));
    let travel = Travel::along(rail, body.origin());
    let pull = LookupTable::linear(&[[-0.1, -4.0], [0.1, 4.0], [0.3, 36.0]])?; // measured (m, N)
    let oil = Formula::parse("3*v + 4*v^3", ["v"])?;
    builder.force("spring", NonlinearSpring::table(travel, pull).damper_formula(oil)?);
    Ok((builder, body, travel))
}

fn main() -> Result<(), Report> {
    let (way, begins, takes) = (0.25, 0.2, 0.8); // m, s, s
    let (builder, body, _) = carriage(2.0)?;
    let alone = builder.build()?;
    let aside = alone.start().set("carriage.x", 0.2).project()?.state;
    let sketch = alone.drawing(&aside).length("x", GROUND.origin(), body.origin());
    let sketch = sketch.arrow("motor", body.origin(), [1.0, 0.0]);
    sketch.write("target/examples-out/course_forces/course_forces_sketch.svg")?;

    // A driver: the motion is given, and the force is found.
    let (mut builder, _, travel) = carriage(2.0)?;
    let law = Signal::smooth_step([begins, begins + takes], [0.0, way]);
    let motor = builder.constraint("motor", Driver::signal(travel, law));
    let model = builder.build()?;
    let driven = Simulation::new(&model).tolerance(1e-11).every(0.01).run(model.start().project()?, 3.0)?;
    for at in driven.samples().skip(20).step_by(20).take(5) {
        let now = at.along(motor)?;
        println!(
            "t = {:.1} s   {:.4} m   {:.4} m/s   the motor pushes {:6.3} N",
            at.t(),
            now.value,
            now.rate,
            now.force
        );
    }
    let force = driven.column(|at| at.multipliers(motor)[0]);
    for (t, force) in driven.times().iter().zip(&force) {
        let s = ((t - begins) / takes).clamp(0.0, 1.0); // the balance of forces (1) along the smooth step (2)
        let (x, v) = (way * s.powi(3) * (10.0 - 15.0 * s + 6.0 * s * s), way / takes * 30.0 * (s - s * s).powi(2));
        let a = way / takes.powi(2) * 60.0 * s * (1.0 - s) * (1.0 - 2.0 * s);
        let spring = if x < 0.1 { 40.0 * x } else { 4.0 + 160.0 * (x - 0.1) };
        assert!((force - (2.0 * a + 3.0 * v + 4.0 * v.powi(3) + spring)).abs() < 1e-9);
    }
    // A force: the numbers just found, as a table over time. Now the motion is found.
    let points: Vec<[f64; 2]> = driven.times().into_iter().zip(force.iter().copied()).map(<[f64; 2]>::from).collect();
    let pushed = |mass: f64| -> Result<Trajectory, Box<dyn Error>> {
        let (mut builder, _, travel) = carriage(mass)?;
        builder.force("motor", AppliedAlong::signal(travel, Signal::table(LookupTable::cubic(&points)?)));
        let model = builder.build()?;
        Ok(Simulation::new(&model).tolerance(1e-11).every(0.01).run(model.placed(), 3.0)?)
    };
    let mut panel = Panel::history("place of the carriage (m)").curve("driven", &driven, |at| at.q()[0]);
    for (mass, least, most) in [(2.0, 0.0, 1e-4), (2.4, 1e-2, 1.0)] {
        let run = pushed(mass)?;
        let off: Vec<f64> = run.samples().zip(driven.samples()).map(|(a, b)| (a.q()[0] - b.q()[0]).abs()).collect();
        let off = off.into_iter().fold(0.0, f64::max);
        println!("the same force on {mass} kg: off by at most {off:.1e} m");
        assert!((least..most).contains(&off) && run.energy_error() < 1e-9);
        panel = panel.curve(&format!("pushed, {mass} kg"), &run, |at| at.q()[0]);
    }
    let figure = Figure::new("A carriage is driven, and pushed").columns(2).size(900.0, 400.0).panel(panel);
    figure
        .panel(Panel::history("force of the motor (N)").line("", &driven.times(), &force))
        .save("target/examples-out/course_forces/course_forces.svg")?;
    driven.player().title("A carriage is driven").write("target/examples-out/course_forces/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
