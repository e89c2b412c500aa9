//! Chapter 4: a block slides up a slope, stops, holds, and is pushed until it breaks loose. When?

use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;

fn main() -> Result<(), Report> {
    let (mass, g, slope, mu, mu_rest) = (2.0, 9.81, 20_f64.to_radians(), 0.3, 0.5);
    let (speed, growth) = (2.0, 2.5); // m/s at the start; N/s, of a push down the slope

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let block = builder.body("block", Particle::new(mass).moving(speed * slope.cos(), speed * slope.sin()));
    let line = GROUND.axis([0.0, 0.0], slope);
    let track = builder.constraint("track", Slot::new(line, block.origin()));
    builder.force("push", AppliedAlong::new(Travel::along(line, block.origin()), move |t, _| -growth * t));
    let rub = builder.friction("rub", FrictionPoint::in_slot(track), Coulomb::new(mu).holding(mu_rest));
    let model = builder.build()?;
    let sketch = model.drawing(&model.placed()).angle(
        "20°",
        block.origin(),
        GROUND.point(1.0, 0.0),
        GROUND.point(slope.cos(), slope.sin()),
    );
    let sketch = sketch.arrow("push", block.origin(), [-slope.cos(), -slope.sin()]);
    sketch.write("target/examples-out/course_friction/course_friction_sketch.svg")?;
    let run = Simulation::new(&model).tolerance(1e-12).every(0.001).run(model.start().project()?, 2.0)?;

    for change in run.transitions() {
        println!("t = {:.6} s   {}: {:?} -> {:?}", change.t, change.name, change.from, change.to);
    }
    println!("stuck for {:.6} s", run.friction_summary(rub).stuck);

    // It stops where its speed is zero (1), and breaks loose where weight and push reach the limit (2).
    let (normal, pull) = (mass * g * slope.cos(), mass * g * slope.sin());
    let (brake, limit) = (mu * normal + pull, mu_rest * normal);
    let stop = ((brake * brake + 2.0 * growth * mass * speed).sqrt() - brake) / growth;
    let times: Vec<f64> = run.transitions().iter().map(|change| change.t).collect();
    assert!(times.len() == 2 && (times[0] - stop).abs() < 1e-11);
    assert!((times[1] - (limit - pull) / growth).abs() < 1e-11);

    // In between it rests exactly, and friction is what the balance asks for.
    for at in run.samples().filter(Snapshot::sticks) {
        assert_eq!(at.body(block).velocity.norm(), 0.0);
        assert!((at.friction(rub)?.force - pull - growth * at.t()).abs() < 1e-12);
    }

    let speed = |at: &Snapshot<'_>| at.friction(rub).map_or(f64::NAN, |rub| rub.slip);
    let force = |at: &Snapshot<'_>| at.friction(rub).map_or(f64::NAN, |rub| rub.force);
    let forces = Panel::history("friction up the slope (N)").mark_y(limit, "limit at rest");
    Figure::new("A block on a rough slope")
        .size(820.0, 560.0)
        .panel(Panel::history("speed up the slope (m/s)").mark_y(0.0, "").curve("", &run, speed))
        .panel(forces.mark_y(-limit, "").curve("", &run, force))
        .save("target/examples-out/course_friction/course_friction.svg")?;
    run.player().title("A block on a rough slope").write("target/examples-out/course_friction/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
