//! Chapter 13: a wheel that spins hangs by one end of its axle. Why does it not fall, and how far does it nod?

use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::player::Shape;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

fn main() -> Result<(), Report> {
    let (radius, arm, spin, g) = (0.25, 0.15, 40.0, 9.81); // m, m, rad/s

    // A hoop of 1.5 kg around its axle, a rod of 0.5 kg. Both are made along z; the wheel's axle is its own x.
    let quarter = UnitQuaternion::from_axis_angle(&Vector3::y_axis(), FRAC_PI_2);
    let parts = [Inertia::ring(1.5, radius, 0.0)?, Inertia::rod(0.5, 2.0 * arm)?];
    let inertia = Inertia::compose(&parts)?.turned(quarter);
    let (mass, along, across) = (inertia.mass(), inertia.tensor()[(0, 0)], inertia.tensor()[(1, 1)]);
    let rate = mass * g * arm / (along * spin); // (1)

    let hung = |turning: f64| -> Result<_, Report> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, 0.0, -g]);
        let wheel = Solid::from_inertia(inertia)?.at(arm, 0.0, 0.0).moving(0.0, turning * arm, 0.0);
        let wheel = builder.body("wheel", wheel.spinning(spin, 0.0, turning));
        let hook = builder.constraint("hook", Joint::spherical(WORLD.origin(), wheel.point(-arm, 0.0, 0.0)));
        let model = builder.build()?;
        let start = model.start().project()?;
        let nods = Event::new("nods", |at| at.body(wheel).velocity.z).rising();
        let run = Simulation::new(&model).tolerance(1e-12).every(0.01).event(nods).run(start, 4.0)?;
        Ok((run, wheel, hook))
    };

    // Pushed on at the rate (1), it goes around level.
    let (steady, wheel, hook) = hung(rate)?;
    println!("freedoms: {}", steady.model().freedoms(steady.end())?.freedoms);
    for at in steady.samples().step_by(100) {
        let (roll, pitch, yaw) = at.body(wheel).attitude.euler_angles();
        println!("t = {:.0} s   roll {roll:7.4}   pitch {:.4}   yaw {yaw:6.4}", at.t(), pitch.abs());
        let off = (yaw - rate * at.t() + PI).rem_euclid(TAU) - PI;
        assert!(off.abs() < 1e-9 && pitch.abs() < 1e-9);
    }
    // The hook carries the weight, and what keeps the center on its circle.
    let force = steady.column(|at| at.reaction(hook).force.norm());
    assert!(force.iter().all(|force| (force - mass * g.hypot(arm * rate * rate)).abs() < 1e-8));
    println!("once around in {:.4} s; the hook bears {:.4} N", TAU / rate, force[0]);

    // Released at rest it nods, down to (2).
    let (dropped, released, other) = hung(0.0)?;
    let pitch = |at: &Snapshot<'_>| at.body(released).attitude.euler_angles().1;
    let a = (along * spin).powi(2) / (2.0 * (across + mass * arm * arm) * mass * g * arm);
    let lowest = (0.5 * ((a * a + 4.0).sqrt() - a)).asin();
    let nods = dropped.events();
    println!("released, it nods {} times, down to {:.6} rad", nods.len(), lowest);
    assert!(nods.len() > 3 && nods.iter().all(|nod| (pitch(&dropped.read(&nod.state)) - lowest).abs() < 1e-9));

    let (o, rod) = (WORLD.origin(), Shape::rod([-arm, 0.0, 0.0], [arm, 0.0, 0.0]));
    let page = steady.player().shape(wheel, Shape::ring(radius).turned(quarter)).shape(wheel, rod);
    let sketch = page.drawing(&steady.model().placed()).seen_from([1.0, -2.0, 0.7]).length("d", o, wheel.origin());
    let sketch = sketch.turn("ω", wheel.origin(), [1.0, 0.0, 0.0]).turn("Ω", o, [0.0, 0.0, 1.0]);
    sketch.write("target/examples-out/course_space/course_space_sketch.svg")?;
    page.write("target/examples-out/course_space/trajectory.html")?;
    let path = |at: &Snapshot<'_>, wheel: BodyId<Spatial>| {
        let (_, pitch, yaw) = at.body(wheel).attitude.euler_angles();
        [yaw.rem_euclid(TAU), -pitch]
    };
    let force =
        Panel::history("force of the hook (N)").curve("pushed on", &steady, |at| at.reaction(hook).force.norm());
    let paths =
        Panel::new("yaw (rad)", "axle above the level (rad)").portrait("pushed on", &steady, |at| path(at, wheel));
    Figure::new("A wheel hangs by one end of its axle")
        .columns(2)
        .size(900.0, 400.0)
        .panel(paths.portrait("released", &dropped, |at| path(at, released)))
        .panel(force.curve("released", &dropped, |at| at.reaction(other).force.norm()))
        .save("target/examples-out/course_space/course_space.svg")?;
    println!("VERDICT: pass");
    Ok(())
}
