//! Chapter 3: a motor turns a crank, and the crank moves a piston. What torque does the motor need?

use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::f64::consts::TAU;

fn main() -> Result<(), Report> {
    let (crank, rod, speed) = (0.1, 0.25, 20.0); // m, m, rad/s

    let mut builder = ModelBuilder::new();
    let a = builder.body("crank", RigidBody::rod(1.0, crank).at(0.5 * crank, 0.0, 0.0));
    let b = builder.body("rod", RigidBody::rod(0.5, rod).at(0.2, 0.05, -0.2)); // roughly
    let c = builder.body("piston", Particle::new(2.0).at(0.3, 0.0)); // roughly
    builder.constraint("O", Revolute::new(GROUND.origin(), a.point(-0.5 * crank, 0.0)));
    builder.constraint("A", Revolute::new(a.point(0.5 * crank, 0.0), b.point(-0.5 * rod, 0.0)));
    builder.constraint("B", Revolute::new(b.point(0.5 * rod, 0.0), c.origin()));
    let guide = builder.constraint("guide", Slot::new(GROUND.axis([0.0, 0.0], 0.0), c.origin()));
    let motor = builder.constraint("motor", Driver::new(Angle::between(GROUND, a), move |t| speed * t));
    let model = builder.build()?;

    // The start closes the loop: from rough places to exact ones, and to the velocities that the motor asks for.
    let start = model.start().project()?;
    println!(
        "`{}` moved most, by {:.3}; `{}` was set to {:.1}",
        start.moved_most, start.moved, start.sped_most, start.sped
    );
    println!("freedoms beside the motor: {}", model.freedoms(&start.state)?.freedoms);
    let joints = [a.point(-0.5 * crank, 0.0), a.point(0.5 * crank, 0.0), c.origin()];
    let turned = model.start().time(0.05).project()?.state;
    let sketch = model.drawing(&turned).length("r", joints[0], joints[1]).length("l", joints[1], joints[2]);
    sketch.write("target/examples-out/course_loop/course_loop_sketch.svg")?;

    let run = Simulation::new(&model).tolerance(1e-11).every(TAU / speed / 200.0).run(start, TAU / speed)?;
    let angle = |at: &Snapshot<'_>| at.body(a).angle.to_degrees();
    let torque = |at: &Snapshot<'_>| at.multipliers(motor)[0];
    let side = |at: &Snapshot<'_>| at.reaction(guide).force.y;
    for at in run.samples().skip(20).step_by(50) {
        println!("crank at {:3.0}°   torque {:6.3} N m   side force {:7.3} N", angle(&at), torque(&at), side(&at));
    }

    let energy = run.first().ok_or("no sample")?.energy();
    for at in run.samples() {
        // The piston is where geometry has it (1), and the motor's work has gone into the moving parts (2).
        let (sin, cos) = at.body(a).angle.sin_cos();
        assert!((at.body(c).origin.x - crank * cos - (rod.powi(2) - (crank * sin).powi(2)).sqrt()).abs() < 1e-12);
        assert!((at.work_of_constraint(motor).ok_or("no work")? - at.energy() + energy).abs() < 1e-9);
    }

    let poses: Vec<_> = run.samples().step_by(10).map(|at| joints.map(|p| at.position(p).into()).to_vec()).collect();
    let torques = Panel::new("angle of the crank (°)", "torque of the motor (N m)").mark_y(0.0, "");
    Figure::new("A crank at constant speed moves a piston")
        .size(820.0, 640.0)
        .panel(Panel::new("x (m)", "y (m)").equal_aspect().overlay("", &poses))
        .panel(torques.portrait("", &run, |at| [angle(at), torque(at)]))
        .save("target/examples-out/course_loop/course_loop.svg")?;
    run.player().title("A crank and a piston").write("target/examples-out/course_loop/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
