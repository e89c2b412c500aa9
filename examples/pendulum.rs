//! The hello world: a pendulum, its period, the force in its pin.
use chetaev::body::RigidBody;
use chetaev::constraint::Revolute;
use chetaev::element::GROUND;
use chetaev::model::ModelBuilder;
use chetaev::simulate::Simulation;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut m = ModelBuilder::new();
    m.gravity(0.0, -9.807);
    let one = m.body("one", RigidBody::rod(1.0, 1.0).at(0.5, 0.0, 0.0));
    let two = m.body("two", RigidBody::rod(1.0, 1.0).at(1.5, 0.0, 0.0));
    let _a = m.constraint("A", Revolute::new(GROUND.point(0.0, 0.0), one.point(-0.5, 0.0)));
    let _b = m.constraint("B", Revolute::new(one.point(0.5, 0.0), two.point(-0.5, 0.0)));
    let model = m.build()?;
    let start = model.start().project()?;
    let run = Simulation::new(&model).tolerance(1e-13).every(0.02).run(start, 5.0)?;
    let end = run.last().ok_or("no sample")?;
    println!(
        "{:.15} {:.15} E {:.3e} drift {:.3e}",
        end.body(one).angle,
        end.body(two).angle,
        run.energy_error(),
        run.drift().largest_phi()
    );
    println!("{:?} {:?}", end.reaction(_a), run.counters());
    Ok(())
}
