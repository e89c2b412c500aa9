//! Chapter 15: a windscreen wiper, from a rough idea to a result that one can answer for.

use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::error::Error;

/// Crank, coupler, rocker (m), and the distance of the pins in the ground; friction in the rocker's pin.
fn wiper([a, b, c, d]: [f64; 4], mu: f64) -> Result<(Model, [BodyId; 3]), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    let crank = builder.body("crank", RigidBody::rod(0.2, a).at(0.0, 0.5 * a, 1.5)); // all three roughly
    let coupler = builder.body("coupler", RigidBody::rod(0.3, b).at(0.5 * d, a, 0.2));
    let rocker = builder.body("rocker", RigidBody::rod(0.4, c).at(d, 0.5 * c, 1.5));
    builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.5 * a, 0.0)));
    builder.constraint("A", Revolute::new(crank.point(0.5 * a, 0.0), coupler.point(-0.5 * b, 0.0)));
    builder.constraint("B", Revolute::new(coupler.point(0.5 * b, 0.0), rocker.point(0.5 * c, 0.0)));
    let pin = builder.constraint("C", Revolute::new(GROUND.point(d, 0.0), rocker.point(-0.5 * c, 0.0)));
    let motor = Formula::parse("0.05*(1 - v/20)", ["v"])?; // N m, rad/s
    builder.force("motor", AppliedAlong::formula(Angle::between(GROUND, crank), motor)?);
    if mu > 0.0 {
        builder.friction("rub", FrictionPoint::in_pin(pin, 0.005), Coulomb::new(mu));
    }
    Ok((builder.build()?, [crank, coupler, rocker]))
}

fn main() -> Result<(), Report> {
    let lengths @ [a, b, c, d] = [0.04, 0.2, 0.08, 0.2];
    let (model, [crank, coupler, rocker]) = wiper(lengths, 0.2)?;

    // Does it have the freedoms that you count? Does it close, and how far was the guess?
    let start = model.start().set("crank.theta", 1.0).hold("crank.theta").project()?;
    let count = model.freedoms(&start.state)?;
    println!("1  {} velocities, {} rows, {} freedom", count.velocities, count.rows, count.freedoms);
    println!("2  closed: `{}` moved most, by {:.3}", start.moved_most, start.moved);
    assert!(count.freedoms == 1 && count.dependent.is_empty());
    let pins = [crank.point(-0.5 * a, 0.0), crank.point(0.5 * a, 0.0), coupler.point(0.5 * b, 0.0)];
    let sketch = model.drawing(&start.state).length("b", pins[1], pins[2]).turn("motor", pins[0], 1.0);
    sketch.write("target/examples-out/course_idea/course_idea_sketch.svg")?;

    // Energy, a tenth of the tolerance, another method.
    let run = |tolerance: f64, method: Method| {
        Simulation::new(&model).tolerance(tolerance).method(method).every(0.01).run(start.clone(), 3.0)
    };
    let (first, turned) = (run(1e-9, Method::Dop853)?, |at: &Snapshot<'_>| at.body(crank).angle);
    let off = |other: &Trajectory| {
        first.samples().zip(other.samples()).map(|(x, y)| (turned(&x) - turned(&y)).abs()).fold(0.0, f64::max)
    };
    let (tighter, other) = (off(&run(1e-10, Method::Dop853)?), off(&run(1e-10, Method::Tsit5)?));
    println!("3  energy misses by {:.0e} J", first.energy_error());
    println!("4  a tenth of the tolerance changes the crank by {tighter:.0e} rad");
    println!("5  another method by {other:.0e} rad");
    assert!(first.energy_error() < 1e-8 && tighter < 1e-6 && other < 1e-6);

    // The loop by its angles alone (1); a parallelogram without friction, which is a flywheel (2).
    let loops = first.largest(|at| {
        let (one, other) = (turned(at).sin_cos(), at.body(rocker).angle.sin_cos());
        ((d + c * other.1 - a * one.1).hypot(c * other.0 - a * one.0) - b).abs()
    });
    println!("6  the loop misses (1) by {loops:.12} m");
    let (flat, [wheel, ..]) = wiper([a, d, a, d], 0.0)?;
    let aside = flat.start().set("crank.theta", 0.5).hold("crank.theta").project()?;
    let run = Simulation::new(&flat).tolerance(1e-11).run(aside, 0.2)?;
    let inertia = a * a * (0.2 / 3.0 + 0.3 + 0.4 / 3.0);
    let known = |t: f64| 20.0 * (1.0 - (-0.05 * t / (20.0 * inertia)).exp());
    let limit = run.largest(|at| (at.body(wheel).spin - known(at.t())).abs());
    println!("7  the parallelogram misses (2) by {limit:.9} rad/s");
    assert!(loops < 1e-13 && limit < 1e-9);

    // What the run itself was not sure of.
    let told = first.counters();
    println!("8  uncertain {}, ambiguous {}, unresolved {}", told.uncertain, told.ambiguous, told.unresolved);
    assert!(told.uncertain + told.ambiguous + told.unresolved == 0 && first.largest_coupling() < 1.0);
    let wiped = Panel::history("rocker (°)").curve("", &first, |at| at.body(rocker).angle.to_degrees());
    let speed = Panel::history("speed of the crank (rad/s)").curve("", &first, |at| at.body(crank).spin);
    let figure = Figure::new("A windscreen wiper").columns(2).size(900.0, 400.0).panel(wiped).panel(speed);
    figure.save("target/examples-out/course_idea/course_idea.svg")?;
    first.player().title("A windscreen wiper").write("target/examples-out/course_idea/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
