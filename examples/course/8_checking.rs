//! Chapter 8: two rods fall, and nobody knows the answer. How many digits of it are right?

use chetaev::analysis::Convergence;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use chetaev::simulate::RunError;

fn main() -> Result<(), Report> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let upper = builder.body("upper", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let lower = builder.body("lower", RigidBody::rod(1.0, 1.0).at(1.5, 0.0, 0.0));
    builder.constraint("pin", Revolute::new(GROUND.origin(), upper.point(-0.5, 0.0)));
    builder.constraint("knee", Revolute::new(upper.point(0.5, 0.0), lower.point(-0.5, 0.0)));
    let model = builder.build()?;
    let start = model.start().project()?;
    let sketch = model.drawing(&start.state).length("1 m", upper.point(-0.5, 0.0), upper.point(0.5, 0.0));
    sketch.write("target/examples-out/course_checking/course_checking_sketch.svg")?;
    let run = |tolerance: f64| Simulation::new(&model).tolerance(tolerance).run(start.clone(), 3.0);
    let angle = |run: &Trajectory| model.read(run.end()).body(lower).angle; // at the end

    // The same motion at tighter and tighter tolerances: digits that no longer change are right.
    let finest = angle(&run(1e-13)?);
    println!("tolerance   steps   error of the angle   error of the energy");
    let tolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
    let (mut errors, mut energies) = (Vec::new(), Vec::new());
    for tolerance in tolerances {
        let run = run(tolerance)?;
        let (steps, error, energy) = (run.counters().steps, (angle(&run) - finest).abs(), run.energy_error());
        println!("  {tolerance:5.0e}   {steps:5}   {error:14.0e} rad   {energy:17.0e} J");
        errors.push(error);
        energies.push(energy);
        assert!(run.drift().largest_phi() < 1e-13, "the joints hold at any tolerance");
    }
    println!("angle of the lower rod after 3 s: {finest:.8} rad");
    assert!(errors[7] < 1e-9 && energies[7] < 1e-8);

    // Fixed steps, each half the one before: a method of order p must change by 2^p times less each time.
    let halved = |method: Method| {
        Convergence::of_itself(&[0.02, 0.01, 0.005, 0.0025, 0.00125], |step| {
            let run = Simulation::new(&model).method(method).fixed_step(step).run(start.clone(), 1.5)?;
            Ok::<_, RunError>([&run.end().q[..], &run.end().v].concat())
        })
    };
    let (third, fifth) = (halved(Method::Bs23)?, halved(Method::Dopri5)?);
    println!("order of bs23 {:.2}, of dopri5 {:.2}", third.order(), fifth.order());
    assert!((third.order() - 3.0).abs() < 0.1 && (fifth.order() - 5.0).abs() < 0.2);

    let tight = Panel::new("tolerance", "error").log_x().log_y();
    let order = Panel::new("step (s)", "change when it is halved").log_x().log_y();
    Figure::new("Two falling rods: how right is the result?")
        .columns(2)
        .size(900.0, 420.0)
        .panel(tight.line("angle (rad)", &tolerances, &errors).line("energy (J)", &tolerances, &energies))
        .panel(order.line("bs23", &third.steps, &third.errors).line("dopri5", &fifth.steps, &fifth.errors))
        .save("target/examples-out/course_checking/course_checking.svg")?;
    println!("VERDICT: pass");
    Ok(())
}
