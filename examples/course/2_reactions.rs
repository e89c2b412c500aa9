//! Chapter 2: the same rod falls from the horizontal. What must its pin bear?

use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;

fn main() -> Result<(), Report> {
    let (mass, length, g) = (1.0, 1.0, 9.81);
    let weight = mass * g;

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let rod = builder.body("rod", RigidBody::rod(mass, length).at(0.5 * length, 0.0, 0.0));
    let pin = builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5 * length, 0.0)));
    let model = builder.build()?;
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.start().project()?, 1.2)?;

    let [hinge, end] = [-0.5, 0.5].map(|part| rod.point(part * length, 0.0));
    let fallen = model.start().set("rod.theta", -0.6).hold("rod.theta").project()?.state;
    let (sin, cos) = 0.6_f64.sin_cos();
    let sketch = model.drawing(&fallen).length("l", hinge, end).angle("φ", hinge, GROUND.point(1.0, 0.0), end);
    let sketch = sketch.arrow("along", hinge, [-cos, sin]).arrow("across", hinge, [sin, cos]);
    sketch.write("target/examples-out/course_reactions/course_reactions_sketch.svg")?;

    // The force of the pin on the rod, in axes of the rod, in weights of the rod.
    let fallen = |at: &Snapshot<'_>| at.body(rod).angle.abs();
    let force = |at: &Snapshot<'_>| at.body(rod).turn_back(at.reaction(pin).force) / weight;
    println!("fallen by   along   across");
    for at in run.samples().step_by(10).take(7) {
        println!("{:8.2}°  {:6.3}   {:6.3}", fallen(&at).to_degrees(), force(&at).x.abs(), force(&at).y);
    }
    println!("largest force: {:.3} weights", run.largest(|at| force(at).norm()));

    for at in run.samples() {
        // The closed forms (1).
        let (sin, cos) = fallen(&at).sin_cos();
        assert!((force(&at).x + 2.5 * sin).abs() < 1e-9 && (force(&at).y - 0.25 * cos).abs() < 1e-9);
        // What the pin does to the rod, the rod does to the ground, the other way.
        assert!((at.reaction(pin).force + at.reaction_on(pin, GROUND).force).norm() < 1e-12);
    }

    let history = Panel::history("force on the rod / its weight");
    let path = Panel::new("horizontal force (N)", "vertical force (N)").equal_aspect();
    Figure::new("The force of the pin on a falling rod")
        .columns(2)
        .size(900.0, 400.0)
        .panel(history.curve("along the rod", &run, |at| force(at).x).curve("across it", &run, |at| force(at).y))
        .panel(path.portrait("", &run, |at| at.reaction(pin).force.into()))
        .save("target/examples-out/course_reactions/course_reactions.svg")?;
    run.player().title("The pin of a falling rod").write("target/examples-out/course_reactions/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
