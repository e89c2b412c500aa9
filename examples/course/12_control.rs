//! Chapter 12: a motor in its pin holds a rod upright, and looks a hundred times a second. From how far does it bring it back?

use chetaev::analysis::Linearization;
use chetaev::nalgebra::{Matrix3, RowVector3, Vector3};
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::{error::Error, f64::consts::FRAC_PI_2};

fn main() -> Result<(), Report> {
    let (mass, length, g, most, interval) = (1.0, 1.0, 9.81, 2.0, 0.01); // SI; most: N m
    let [p, i, d] = [30.0, 40.0, 5.0]; // N m/rad, N m/(rad s), N m s/rad

    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -g]);
    let rod = builder.body("rod", RigidBody::rod(mass, length).at(0.0, 0.5 * length, FRAC_PI_2));
    builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-0.5 * length, 0.0)));
    let (torque, sum) = (builder.input("torque", 0.0), builder.input("sum", 0.0));
    builder.force("motor", AppliedAlong::signal(Angle::between(GROUND, rod), Signal::input(torque)));
    let model = builder.build()?;
    let lean = |at: &Snapshot<'_>| at.body(rod).angle - FRAC_PI_2;
    let spin = |at: &Snapshot<'_>| at.body(rod).spin;

    // About the upright: A and B, in closed form (1). One interval with the controller: a matrix (2).
    let upright = model.start().project()?.state;
    let system = Linearization::about(&model, &upright)?.system(&[torque], &[&lean, &spin])?.in_outputs()?;
    let (a, b) = (system.a, system.b);
    assert!((a[(1, 0)] - 1.5 * g / length).abs() < 1e-8 && (b[1] - 3.0 / (mass * length.powi(2))).abs() < 1e-8);
    let alone = Matrix3::new(a[(0, 0)], a[(0, 1)], b[0], a[(1, 0)], a[(1, 1)], b[1], 0.0, 0.0, 0.0);
    let mut step = (alone * interval).exp() * Matrix3::new(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, -p, -d, -1.0);
    step.set_row(2, &RowVector3::new(i * interval, 0.0, 1.0));
    println!("alone it falls like exp({:.3} t)", a[(1, 0)].sqrt());
    for z in step.complex_eigenvalues().iter() {
        println!("controlled: |z| = {:.4} in each interval, {:+.3} 1/s", z.norm(), z.norm().ln() / interval);
    }

    let run = |degrees: f64, end: f64| -> Result<Trajectory, Box<dyn Error>> {
        let start = model.start().set("rod.theta", FRAC_PI_2 + degrees.to_radians()).hold("rod.theta").project()?;
        let control = Event::every("control", interval).quiet().change_with(|at, state| {
            let asked = -p * lean(at) - d * spin(at) - at.variable(sum);
            let given = asked.clamp(-most, most);
            // The sum waits while the motor is at its limit.
            let more = if given == asked { i * interval * lean(at) } else { 0.0 };
            state.set_variable(torque, given);
            state.set_variable(sum, at.variable(sum) + more);
            Ok(())
        });
        let falls = Event::new("falls", |at| lean(at).abs() - FRAC_PI_2).rising().stop();
        Ok(Simulation::new(&model).tolerance(1e-12).every(0.0025).event(control).event(falls).run(start, end)?)
    };
    // So near to the upright everything is linear: a hundred intervals are the hundredth power of the matrix.
    let (near, s) = (run(1e-3, 1.0)?, step.pow(100) * Vector3::new(1e-3_f64.to_radians(), 0.0, 0.0));
    let end = near.last().ok_or("no sample")?;
    assert!((lean(&end) - s[0]).abs() < 1e-13 && (spin(&end) - s[1]).abs() < 1e-12);

    // From rest the whole torque brings it back up to (3), not farther.
    let critical = (2.0 * most / (mass * g * length)).asin().to_degrees();
    let runs = [10.0, critical - 0.05, critical + 0.05].map(|degrees| run(degrees, 4.0));
    let [mut leans, mut torques] = ["lean (°)", "torque of the motor (N m)"].map(Panel::history);
    for (run, returns) in runs.into_iter().zip([true, true, false]) {
        let run = run?;
        let [from, to] = [run.first(), run.last()].map(|at| at.map_or(f64::NAN, |at| lean(&at).to_degrees()));
        println!("from {from:7.4}°: at {:.2} s it leans by {to:8.4}°", run.end().t);
        assert!((to.abs() < 0.05) == returns && (run.end().t < 4.0) != returns);
        let label = format!("from {from:.2}°");
        if returns {
            run.player().title(&label).write("target/examples-out/course_control/trajectory.html")?;
        }
        leans = leans.curve(&label, &run, |at| lean(at).to_degrees());
        torques = torques.curve(&label, &run, |at| at.variable(torque));
    }
    println!("the limit is at {critical:.4}°");
    let aside = model.start().set("rod.theta", 1.2).hold("rod.theta").project()?.state;
    let sketch = model.drawing(&aside).angle("φ", GROUND.origin(), GROUND.point(0.0, 1.0), rod.point(0.5, 0.0));
    sketch.write("target/examples-out/course_control/course_control_sketch.svg")?;
    let figure = Figure::new("A rod is held upright by a motor with a limit").columns(2).size(900.0, 400.0);
    figure.panel(leans).panel(torques).save("target/examples-out/course_control/course_control.svg")?;
    println!("VERDICT: pass");
    Ok(())
}
