//! Chapter 7: a ball slides down a dome. Where does it leave it, and where does it land?

use chetaev::contact::curve::Circle;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;

fn main() -> Result<(), Report> {
    let (radius, push, g) = (1.0, 0.5, 9.81); // the dome's center is the origin

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let ball = builder.body("ball", Particle::new(0.1).at(0.0, radius).moving(push, 0.0));
    let circle = Circle::new([0.0, 0.0], radius);
    let dome = builder.constraint("dome", PointOnCurve::new(GROUND, circle, ball.origin()));
    let model = builder.build()?;

    // A dome can only push outward: where its force would turn around, it is let go.
    let outward = move |at: &Snapshot<'_>| at.reaction(dome).force.dot(&at.body(ball).origin) / radius;
    let leaves = Event::new("leaves", outward).falling().change(move |state| state.release(dome));
    let lands = Event::new("lands", |at| at.body(ball).origin.y).falling().stop();
    let start = model.start().project()?;
    let run = Simulation::new(&model).tolerance(1e-12).every(0.002).event(leaves).event(lands).run(start, 5.0)?;

    let place = |state: &State| model.read(state).body(ball).origin.x;
    for event in run.events() {
        println!("t = {:.6} s   it {} at x = {:.6} m", event.t, event.name, place(&event.state));
    }

    // It leaves at the angle (1), and then follows a parabola (2).
    let [left, landed] = run.events() else { return Err("not two events".into()) };
    let cos = (2.0 + push * push / (g * radius)) / 3.0;
    let sin = f64::sqrt(1.0 - cos * cos);
    let speed = (g * radius * cos).sqrt();
    let fall = ((speed * sin).hypot((2.0 * g * radius * cos).sqrt()) - speed * sin) / g;
    assert!((place(&left.state) - radius * sin).abs() < 1e-10);
    assert!((landed.t - left.t - fall).abs() < 1e-10);
    assert!((place(&landed.state) - radius * sin - speed * cos * fall).abs() < 1e-10);
    println!("it leaves {:.4}° from the top", cos.acos().to_degrees());
    let sketch = model.drawing(&left.state).angle("φ", GROUND.origin(), GROUND.point(0.0, 1.0), ball.origin());
    let sketch = sketch.length("R", GROUND.origin(), ball.origin()).arrow("v", ball.origin(), [cos, -sin]);
    sketch.write("target/examples-out/course_events/course_events_sketch.svg")?;

    let [x, y] =
        [f64::sin, f64::cos].map(|f| (0..=90).map(|k| radius * f(f64::from(k).to_radians())).collect::<Vec<_>>());
    let places = Panel::new("x (m)", "y (m)").equal_aspect().dashed("dome", &x, &y);
    let force = Panel::history("force of the dome (N)").mark_x(left.t, "leaves");
    Figure::new("A ball leaves a dome")
        .columns(2)
        .size(900.0, 420.0)
        .panel(places.portrait("ball", &run, |at| at.body(ball).origin.into()))
        .panel(force.curve("", &run, outward))
        .save("target/examples-out/course_events/course_events.svg")?;
    run.player().title("A ball leaves a dome").write("target/examples-out/course_events/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
