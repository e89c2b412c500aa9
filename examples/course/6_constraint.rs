//! Chapter 6: one cord over two small pulleys, a mass at each end; one of them swings. The cord is a constraint of our own.

use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;

/// A cord of this length from one body over two pulleys at these x, at height zero, to the other body.
#[derive(Debug)]
struct Cord(f64, [f64; 2]);

impl Holonomic<2, 1> for Cord {
    fn phi<T: RealField + Copy>(&self, _t: T, ends: [Pose<T>; 2]) -> [T; 1] {
        let part = |k: usize| ((ends[k].position.x - convert(self.1[k])).powi(2) + ends[k].position.y.powi(2)).sqrt();
        [part(0) + part(1) - convert(self.0)]
    }

    fn depends_on_time(&self) -> bool {
        false
    }
}

fn main() -> Result<(), Report> {
    let (g, mut builder) = (9.81, ModelBuilder::new());
    builder.gravity([0.0, -g]);
    let swing = builder.body("swing", Particle::new(1.0).at(0.8, -0.6));
    let counter = builder.body("counter", Particle::new(3.0).at(-1.0, -1.0));
    let cord = builder.constraint("cord", Auto::holonomic([swing, counter], Cord(2.0, [0.0, -1.0])));
    builder.constraint("shaft", Slot::new(GROUND.axis([-1.0, 0.0], 90_f64.to_radians()), counter.origin()));
    let model = builder.build()?;
    let (o, p) = (GROUND.origin(), GROUND.point(-1.0, 0.0));
    let sketch = model.drawing(&model.placed()).line("cord", [swing.origin(), o, p, counter.origin()]);
    let sketch = sketch.point("O", o).point("P", p);
    sketch.write("target/examples-out/course_constraint/course_constraint_sketch.svg")?;
    let run = Simulation::new(&model).tolerance(1e-12).every(0.01).run(model.start().project()?, 10.0)?;

    let tension = |at: &Snapshot<'_>| -at.multipliers(cord)[0];
    for at in run.samples().step_by(200) {
        let distance = at.body(swing).origin.norm();
        println!("t = {:2.0} s   swing {distance:.3} m from its pulley   tension {:6.3} N", at.t(), tension(&at));
    }
    println!("tension {:.2} to {:.2} N: the cord is never slack", run.smallest(tension), run.largest(tension));

    // With three times the mass at the other end there is a law besides the energy (2).
    let second = |at: &Snapshot<'_>| {
        let (p, v) = (at.body(swing).origin, at.body(swing).velocity);
        let (r, area, (sin, cos)) = (p.norm(), p.perp(&v), (0.5 * p.x.atan2(-p.y)).sin_cos());
        (area * (p.dot(&v) * cos - 0.5 * area * sin) / r + g * r * r * sin * cos * cos).abs()
    };
    assert!(run.largest(|at| (second(at) - 0.8 * g / 5_f64.sqrt()).abs()) < 1e-8);

    Figure::new("A swinging mass and its counterweight")
        .columns(2)
        .size(900.0, 420.0)
        .panel(Panel::new("x (m)", "y (m)").equal_aspect().portrait("", &run, |at| at.body(swing).origin.into()))
        .panel(Panel::history("tension of the cord (N)").curve("", &run, tension))
        .save("target/examples-out/course_constraint/course_constraint.svg")?;
    run.player().trail(swing.origin()).write("target/examples-out/course_constraint/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
