//! Chapter 5: an ellipse rolls along the floor. How rough must the floor be?

use chetaev::contact::EllipseOnLine;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;

fn main() -> Result<(), Report> {
    let (mass, g, a, b, spin) = (1.0, 9.81, 0.3, 0.2, -6.0); // it lies flat, and rolls to the right

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let disk = builder.body("disk", RigidBody::ellipse(mass, a, b).at(0.0, b, 0.0).moving(-b * spin, 0.0, spin));
    let floor = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), a, b);
    let contact = builder.constraint("floor", Contact::rolling(GROUND, disk, floor));
    let model = builder.build()?;
    let sketch = model.drawing(&model.placed()).turn("ω", disk.origin(), -1.0);
    let sketch = sketch.length("a", disk.origin(), disk.point(a, 0.0)).length("b", disk.origin(), disk.point(0.0, b));
    sketch.write("target/examples-out/course_rolling/course_rolling_sketch.svg")?;
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.start().project()?, 1.5)?;

    let normal = |at: &Snapshot<'_>| at.multipliers(contact)[0];
    let tangential = |at: &Snapshot<'_>| at.multipliers(contact)[1];
    let needed = |at: &Snapshot<'_>| (tangential(at) / normal(at)).abs();
    for at in run.samples().skip(15).step_by(15).take(6) {
        let (n, t, part) = (normal(&at), tangential(&at), needed(&at));
        println!("t = {:.2} s   N {n:6.3} N   T {t:6.3} N   |T|/N {part:.3}", at.t());
    }
    println!("it never lifts off: {}", run.smallest(normal) > 0.0);
    println!("a floor below {:.4} would let it slip", run.largest(needed));

    // The spin from the energy alone (2), with the height h of the center.
    let inertia = 0.25 * mass * (a * a + b * b);
    let energy = 0.5 * (inertia + mass * b * b) * spin * spin + mass * g * b;
    for at in run.samples() {
        let (sin, cos) = at.body(disk).angle.sin_cos();
        let h = (a * a * sin * sin + b * b * cos * cos).sqrt();
        let reach = h * h + ((a * a - b * b) * sin * cos / h).powi(2);
        let known = (2.0 * (energy - mass * g * h) / (inertia + mass * reach)).sqrt();
        assert!((at.body(disk).spin + known).abs() < 1e-9);
    }
    // And it rolls: its trace on the floor is as long as the one on its rim.
    assert!(run.trace(contact)?.iter().all(|point| (point.arcs[0] - point.arcs[1]).abs() < 1e-10));

    let rim = (0..=63).map(|k| f64::from(k) / 10.0).map(|s| disk.point(a * s.cos(), b * s.sin()));
    let outline = |at: Snapshot<'_>| rim.clone().map(|p| at.position(p).into()).collect();
    let poses: Vec<Vec<[f64; 2]>> = run.samples().step_by(15).map(outline).collect();
    let forces = Panel::history("force on the disk (N)").curve("normal", &run, normal);
    Figure::new("An ellipse rolls without slip")
        .size(860.0, 560.0)
        .panel(Panel::new("x (m)", "y (m)").equal_aspect().overlay("", &poses))
        .panel(forces.curve("tangential", &run, tangential))
        .save("target/examples-out/course_rolling/course_rolling.svg")?;
    run.player().title("An ellipse rolls").write("target/examples-out/course_rolling/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
