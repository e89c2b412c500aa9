//! Against references computed by other means (`tests/data/`, sources in the files' heads) and published numbers.

use crate::mechanisms::{apart, double_pendulum};
use crate::reference::Table;
use chetaev::contact::EllipseOnLine;
use chetaev::prelude::*;

fn against_reference(plan: impl Fn(&Model) -> Simulation<'_>) -> [f64; 3] {
    let pendulum = double_pendulum();
    let [one, two] = pendulum.rods;
    let run = plan(&pendulum.model).every(0.02).run(pendulum.model.start().project().unwrap(), 5.0).unwrap();
    let reference = Table::named("double_pendulum_seed").unwrap();
    let theirs = |name: &str| reference.column(name).unwrap();
    let state = |at: &Snapshot<'_>| [at.body(one).angle, at.body(two).angle, at.body(one).spin, at.body(two).spin];
    let names = ["phi1", "phi2", "w1", "w2"];
    let mut end = 0.0_f64;
    let mut forces = 0.0_f64;
    for (k, name) in names.into_iter().enumerate() {
        end = end.max((state(&run.last().unwrap())[k] - theirs(name).last().unwrap()).abs());
    }
    let r1 = |at: &Snapshot<'_>| at.reaction_on(pendulum.hinges[0], GROUND).force;
    let r2 = |at: &Snapshot<'_>| at.reaction_on(pendulum.hinges[1], one).force;
    let columns = [
        (run.column(|at| r1(at).x), "R1x"),
        (run.column(|at| r1(at).y), "R1y"),
        (run.column(|at| r2(at).x), "R2x"),
        (run.column(|at| r2(at).y), "R2y"),
    ];
    for (ours, name) in columns {
        forces = forces.max(apart(&ours, &theirs(name)));
    }
    println!(
        "double pendulum: state at 5 s {end:.1e}, reactions {forces:.1e}, drift {:.1e}",
        run.drift().largest_phi()
    );
    [end, forces, run.drift().largest_phi()]
}

#[test]
fn external_double_pendulum_tight() {
    let [state, forces, drift] = against_reference(|m| Simulation::new(m).tolerance(1e-13));
    assert!(state < 1e-11 && forces < 1e-9 && drift < 1e-15);
}

#[test]
fn external_double_pendulum_auto_gains() {
    let [state, forces, drift] =
        against_reference(|m| Simulation::new(m).tolerance(1e-13).stabilization(Baumgarte::auto()));
    assert!(state < 1e-11 && forces < 1e-9 && drift < 2e-14);
}

#[test]
fn external_double_pendulum_dormand_prince() {
    let loose = against_reference(|m| Simulation::new(m).method(Method::Dopri5).tolerance(1e-6));
    assert!(loose[0] < 1e-3);
    // Not moot: a loose run is far from a tight one.
    assert!(loose[0] > 1e-7);
}

#[test]
fn external_iftomm_simple_pendulum() {
    // IFToMM benchmark A01: state of a point mass on a massless rod at t = 10 s, from elliptic functions.
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let mass = builder.body("mass", Particle::new(1.0).at(-1.0, 0.0));
    builder.constraint("rod", Distance::new(GROUND.origin(), mass.origin(), 1.0));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-13).run(model.start().project().unwrap(), 10.0).unwrap();
    let at = run.last().unwrap().body(mass);
    let error = apart(
        &[at.origin.x, at.origin.y, at.velocity.x, at.velocity.y],
        &[-0.2750874625761169, -0.961419205099125, 4.175598100951729, -1.1947490545604753],
    );
    println!("IFToMM A01: {error:.1e}");
    assert!(error < 1e-10);
}

/// The ellipse of Yang 2019 from the given start, for 20 s.
fn ellipse(a: f64, theta: f64, rate: f64) -> (Trajectory, BodyId, ConstraintRef) {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.8]);
    let h = (a * a * theta.sin().powi(2) + theta.cos().powi(2)).sqrt();
    let body = RigidBody::ellipse(1.0, a, 1.0).at(0.0, h, theta).moving(-h * rate, 0.0, rate);
    let disk = builder.body("disk", body);
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), a, 1.0);
    let contact = builder.constraint("contact", Contact::rolling(GROUND, disk, pair));
    let model = builder.build().unwrap();
    let run = Simulation::new(&model).tolerance(1e-13).every(0.01).run(model.start().project().unwrap(), 20.0).unwrap();
    let trace = run.trace(contact).unwrap();
    let arcs = trace.iter().fold(0.0, |most: f64, p| most.max((p.arcs[0] - p.arcs[1]).abs()));
    assert!(arcs < 1e-10 && trace.last().unwrap().arcs[0].abs() > 1.0);
    // It touches the line y = 0, as far along it as it has rolled.
    let [first, last] = [trace[0].point, trace.last().unwrap().point];
    assert!(first.norm() < 1e-12 && last.y.abs() < 1e-10 && (last.x - trace.last().unwrap().arcs[0]).abs() < 1e-10);
    (run, disk, contact.into())
}

#[test]
fn external_rolling_ellipse() {
    let half = std::f64::consts::FRAC_PI_2;
    for (name, a, theta, rate) in
        [("ellipse_circle", 1.0, half, 0.5), ("ellipse_case1", 1.5, half, 0.5), ("ellipse_case3", 1.5, 0.0, 2.3)]
    {
        let (run, disk, contact) = ellipse(a, theta, rate);
        let reference = Table::named(name).unwrap();
        let end = |column: &str| *reference.column(column).unwrap().last().unwrap();
        let at = run.last().unwrap();
        let motion = apart(&[at.body(disk).origin.x, at.body(disk).angle], &[end("x"), end("theta")]);
        let force = apart(&at.multipliers(contact), &[end("N"), end("T")]);
        println!("{name}: x and θ {motion:.1e}, N and T {force:.1e}, energy {:.1e}", run.energy_error());
        assert!(motion < 4e-12 && force < 1e-11 && run.energy_error() < 2e-12 && run.drift().largest_phi() < 3e-15);
    }
}
