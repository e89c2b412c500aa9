//! A coin that is set spinning on a rough table: its rim slides, then sticks, and it goes on like an ideal one that rolls without slip (Euler's disk).
//!
//! ```text
//! (1)  while the rim sticks, friction does no work: the energy stays what it is, and the coin never comes to rest
//! (2)  the motion is that of the ideal rolling contact, whatever the coefficient of friction is, as long as |T| ≤ μ N
//! ```
//!
//! What brings a real coin to rest, rolling resistance and air, is not here: of the last part of its motion, ever flatter and faster, this tells nothing.

mod support;

use chetaev::contact::spatial::RimOnPlane;
use chetaev::contact::surface::{Plane, Rim};
use chetaev::nalgebra::{UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;
const RADIUS: f64 = 0.012;
const MASS: f64 = 0.01;

/// The coin on its rim, which leans: with a rough contact, or an ideal one.
fn coin(lean: f64, spin: [f64; 3]) -> Result<(ModelBuilder, BodyId<Spatial>, RimOnPlane), Report> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -G]);
    let disk = Solid::from_inertia(Inertia::disk(MASS, RADIUS)?)?;
    let disk = disk.turned(UnitQuaternion::from_scaled_axis(Vector3::x() * lean)).at(0.0, 0.0, RADIUS * lean.sin());
    let disk = builder.body("coin", disk.spinning(spin[0], spin[1], spin[2]));
    Ok((builder, disk, RimOnPlane::new(Plane::horizontal(), Rim::new(RADIUS))))
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("spinning_coin", "a coin slides on its rim, then rolls")
        .default("rtol", "1e-11")
        .number("friction", 0.5, "coefficient of friction")
        .number("lean", 1.2, "rad, of its axis from the vertical")
        .number("spin", 40.0, "rad/s, about the vertical")
        .parse();
    let [mu, lean, spin] = ["friction", "lean", "spin"].map(|name| args.number(name));
    // About the vertical, in the axes of the coin.
    let spin = [0.0, spin * lean.sin(), spin * lean.cos()];
    let span = 1.0;

    let (mut builder, disk, pair) = coin(lean, spin)?;
    let table = builder.contact("table", Contact::between(WORLD, disk, pair), Rigid::rough(Coulomb::new(mu)));
    let rough = builder.build()?;
    save(&rough, &args)?;
    let run = simulation(&rough, &args).every(span / 1000.0).keep_dense().run(rough.placed(), span)?;
    let sticks = run.transitions().iter().position(|change| change.to == Mode::Stick).ok_or("it never rolls")?;
    let rolls = run.transitions()[sticks].t;
    // Until it slides again, if it does.
    let until = run.transitions().get(sticks + 1).map_or(span, |change| change.t);

    // The ideal one from there.
    let (mut builder, ideal_disk, pair) = coin(lean, spin)?;
    builder.constraint("table", Contact::rolling(WORLD, ideal_disk, pair));
    let ideal = builder.build()?;
    let at = run.state_at(rolls)?;
    let mut start = ideal.placed().at(rolls);
    (start.q, start.v) = (at.q.clone(), at.v.clone());
    let start = ideal.start_from(start).project()?;
    let other = simulation(&ideal, &args).keep_dense().run(start, span)?;
    let (mut apart, mut energy, mut most, mut least) = (0.0_f64, [f64::INFINITY, 0.0_f64], 0.0_f64, f64::INFINITY);
    for now in run.samples().filter(|now| now.t() > rolls && now.t() < until) {
        let state = other.state_at(now.t())?;
        let (here, there) = (now.body(disk), other.read(&state).body(ideal_disk));
        apart = apart.max((here.origin - there.origin).norm() + RADIUS * (here.rotation - there.rotation).norm());
        let reading = now.contact(table);
        most = most.max(reading.tangential / reading.normal);
        least = least.min(reading.normal);
        energy = [energy[0].min(now.energy()), energy[1].max(now.energy())];
    }
    let first = run.first().ok_or("no sample")?.energy();

    let mut verdict = Verdict::new("spinning_coin");
    verdict.fact("its rim sticks from (s)", format!("{rolls:.9}"));
    verdict.fact("until (s)", format!("{until:.9}"));
    verdict.holds("it slides before", run.transitions().iter().any(|change| change.to == Mode::Forward));
    verdict.fact("energy lost until then (J)", format!("{:.3e}", first - energy[1]));
    verdict.check(
        "energy while it rolls, changes (part of it)",
        (energy[1] - energy[0]) / energy[1],
        "<",
        bound(&args, 1e-8, 1e-4),
    );
    verdict.check("off the ideal coin (radii)", apart / RADIUS, "<", bound(&args, 1e-6, 1e-2));
    verdict.check("largest |T|/N while it rolls", most, "<", mu * (1.0 + 1e-6));
    verdict.check("least force of the table (weights)", least / (MASS * G), ">", 0.0);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-10, 1e-6));

    run.times_table()
        .with("height", run.column(|at| at.body(disk).origin.z))
        .with("slip", run.column(|at| at.contact(table).slip))
        .with("N", run.column(|at| at.contact(table).normal))
        .with("T", run.column(|at| at.contact(table).tangential))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.player().title("A coin slides on its rim, then rolls").write(args.file("trajectory.html")?)?;
    Figure::new("A coin slides on its rim, then rolls")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("height of its center (m)").curve("", &run, |at| at.body(disk).origin.z))
        .panel(Panel::history("T/N").mark_x(rolls, "sticks").curve("", &run, |at| {
            let reading = at.contact(table);
            reading.tangential / reading.normal.max(f64::MIN_POSITIVE)
        }))
        .save(&args.file("spinning_coin.svg")?)?;
    Ok(verdict.finish())
}
