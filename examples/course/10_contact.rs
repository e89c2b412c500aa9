//! Chapter 10: a ball that spins is dropped. When does it stop bouncing, and when does it roll?

use chetaev::contact::EllipseOnLine;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use chetaev::simulate::Cause;

fn main() -> Result<(), Report> {
    let (radius, height, spin, e, mu, g) = (0.1, 0.6, 20.0, 0.5, 0.03, 9.81);

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let ball = builder.body("ball", RigidBody::disk(0.5, radius).at(0.0, radius + height, 0.0).moving(0.5, 0.0, spin));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let pair = Contact::between(GROUND, ball, EllipseOnLine::new(line, radius, radius));
    let floor = builder.contact("floor", pair, Rigid::rough(Coulomb::new(mu)).bouncing(e));
    let model = builder.build()?;
    let sketch = model.drawing(&model.placed()).length("h", GROUND.origin(), ball.point(0.0, -radius));
    sketch.turn("ω", ball.origin(), 1.0).write("target/examples-out/course_contact/course_contact_sketch.svg")?;
    let run = Simulation::new(&model).tolerance(1e-12).every(0.005).run(model.start().project()?, 3.5)?;

    for impact in run.impacts().iter().take(3) {
        println!("t = {:.6} s   it strikes with {:.4} m/s", impact.t, -impact.blows[0].closing[0]);
    }
    let (mut rests, mut rolls) = (f64::NAN, f64::NAN);
    for change in run.transitions() {
        if let Cause::Rested { impacts, at, .. } = change.cause {
            println!("t = {at:.6} s   it rests, after {impacts} impacts of infinitely many");
            rests = at;
        } else if change.to == Mode::Stick {
            println!("t = {:.6} s   it rolls", change.t);
            rolls = change.t;
        }
    }

    // (1) and (2), with κ = 1/2 of a disk.
    let (first, slip) = ((2.0 * height / g).sqrt(), 0.5 + radius * spin);
    assert!((rests - first * (1.0 + e) / (1.0 - e)).abs() < 1e-10);
    assert!((rolls - slip * 0.5 / (1.5 * mu * g)).abs() < 1e-10);
    let last = run.last().ok_or("no sample")?;
    let (at, touch) = (last.body(ball), last.contact(floor));
    assert!(at.velocity.y.abs() < 1e-15 && (at.velocity.x + radius * at.spin).abs() < 1e-12);
    println!("now: {:?}, N = {:.4} N, T = {:.4} N", touch.mode, touch.normal, touch.tangential.abs());
    let lost: f64 = run.impacts().iter().map(|impact| impact.lost).sum();
    assert!(run.energy_error() < 1e-12);
    println!("lost in impacts: {lost:.4} J");

    let height = Panel::history("height of the center (m)").mark_x(rests, "rests").mark_x(rolls, "rolls");
    let slip = Panel::history("slip (m/s)").mark_x(rests, "rests").mark_x(rolls, "rolls");
    Figure::new("A ball bounces, slides, rolls")
        .columns(2)
        .size(900.0, 420.0)
        .panel(height.curve("", &run, |at| at.body(ball).origin.y))
        .panel(slip.curve("", &run, |at| at.body(ball).velocity.x + radius * at.body(ball).spin))
        .save("target/examples-out/course_contact/course_contact.svg")?;
    run.player().title("A ball bounces").write("target/examples-out/course_contact/trajectory.html")?;
    println!("VERDICT: pass");
    Ok(())
}
