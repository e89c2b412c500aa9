//! Two rods hang on a cart. It swings them up, and holds them upright, by its own force alone, which a controller chooses a thousand times a second.
//!
//! ```text
//!                  o  tip
//!                  #
//!                  #      upper rod, b from the upright
//!                  o  knee
//!                 #
//!                #        lower rod, a from the upright
//!          +----o----+  hip
//!   u  →   |  cart   |
//!   ---------+-----+--------------------------→ x      rail
//! ```
//!
//! The way up is a force found beforehand (`on_cart/swing.rs`). The machine is linearized along it, and at its end by [`Linearization::system`]; from these the gains of a linear
//! quadratic regulator follow, for a force that is held over each interval (`on_cart/regulator.rs`). The run begins beside the place that the force was
//! made for, and a gust strikes the tip while the rods stand. Three things are held against another way to them: the whole run against Lagrange's equations in x, a, b with
//! the same controller (`on_cart/mod.rs`); the step of the closed loop from one instant to the next, as the machine takes it, against Φ − Γ K; its numbers Φ, Γ against the
//! linear system in outputs.

mod on_cart;
mod support;

use chetaev::analysis::Linearization;
use chetaev::nalgebra::{Complex, DMatrix, Matrix6, Vector6};
use chetaev::prelude::*;
use on_cart::regulator::Sampled;
use on_cart::swing::{Plan, UPRIGHT, linear, number};
use on_cart::{INTERVAL, LENGTH, MOST, Machine, Outputs, minimal};
use std::error::Error;
use std::process::ExitCode;
use support::*;

/// How far from hanging at rest the run begins (m, rad).
const BESIDE: Outputs = [0.02, -0.03, 0.04, 0.0, 0.0, 0.0];
/// When the gust begins and ends, and its force (N).
const GUST: [f64; 2] = [5.0, 5.1];
const BLOWS: f64 = 0.3;
const END: f64 = 13.0;

/// The force of the wind in an interval.
fn wind(k: usize) -> f64 {
    if (number(GUST[0])..number(GUST[1])).contains(&k) { BLOWS } else { 0.0 }
}

/// What the controller and the wind do at each instant.
fn control<'a>(machine: &'a Machine, force: impl Fn(usize, &Outputs) -> f64 + 'a) -> Event<'a> {
    Event::every("control", INTERVAL).change_with(move |at, state| {
        let k = number(at.t());
        state.set_variable(machine.push, force(k, &machine.outputs(at)));
        state.set_variable(machine.gust, wind(k));
        Ok(())
    })
}

/// The step of the closed loop about the upright, by differences of fourth order of what the machine does in one interval.
fn stepped(args: &Args, machine: &Machine, plan: &Plan) -> Result<Matrix6<f64>, Box<dyn Error>> {
    let after = |off: Vector6<f64>| -> Result<Vector6<f64>, Box<dyn Error>> {
        let start = machine.state((Vector6::from(UPRIGHT) + off).into())?;
        let hold = |_: usize, outputs: &Outputs| plan.force(usize::MAX, outputs);
        let run = simulation(&machine.model, args).event(control(machine, hold)).run(start, INTERVAL)?;
        Ok(Vector6::from(machine.outputs(&run.last().ok_or("no sample")?)))
    };
    let mut step = Matrix6::zeros();
    for i in 0..6 {
        let size = 1e-3;
        let off = |x: f64| Vector6::from_fn(|row, _| if row == i { x } else { 0.0 });
        let slope =
            |x: f64| -> Result<Vector6<f64>, Box<dyn Error>> { Ok((after(off(x))? - after(off(-x))?) / (2.0 * x)) };
        step.set_column(i, &((4.0 * slope(size)? - slope(2.0 * size)?) / 3.0));
    }
    Ok(step)
}

/// Eigenvalues of the step as rates, ln z/h (1/s), the slowest first.
fn rates(step: &Matrix6<f64>) -> Vec<Complex<f64>> {
    let mut rates: Vec<_> = step.complex_eigenvalues().iter().map(|z| z.ln() / INTERVAL).collect();
    rates.sort_by(|a, b| b.re.total_cmp(&a.re).then(a.im.total_cmp(&b.im)));
    rates
}

fn most(numbers: impl IntoIterator<Item = f64>) -> f64 {
    numbers.into_iter().fold(0.0, |most, x| if x.is_nan() { x } else { most.max(x.abs()) })
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("double_pendulum_on_cart", "two rods on a cart swing up and are held upright")
        .default("rtol", "1e-12")
        .parse();
    let machine = Machine::build()?;
    let upright = machine.state(UPRIGHT)?;
    let outputs: Vec<_> = (0..6)
        .map(|i| {
            let machine = &machine;
            move |at: &Snapshot<'_>| machine.outputs(at)[i]
        })
        .collect();
    let read: Vec<&dyn Fn(&Snapshot<'_>) -> f64> = outputs.iter().map(|read| read as _).collect();
    let system = Linearization::about(&machine.model, &upright)?.system(&[machine.push], &read)?.in_outputs()?;
    let standing = Sampled::new(&system.a, &system.b);
    let plan = Plan::new(&machine, &args, &standing)?;

    let hanging = Vector6::from(machine.outputs(&machine.model.read(&machine.model.placed())));
    let beside: Outputs = (hanging + Vector6::from(BESIDE)).into();
    let mut whole = simulation(&machine.model, &args).every(0.01);
    let clock = whole.watch(control(&machine, |k, outputs| plan.force(k, outputs)));
    let run = whole.run(machine.state(beside)?, END)?;

    let instants: Vec<_> = run.events_of(clock).collect();
    let count = number(END);
    let seen: Vec<Outputs> = instants.iter().map(|at| machine.outputs(&machine.model.read(&at.state))).collect();
    let other = minimal(beside, count, |k, outputs| [plan.force(k, outputs), wind(k)])?;
    let apart = |k: usize| most((Vector6::from(seen[k]) - Vector6::from(other[k])).iter().copied());
    let last = run.last().ok_or("no sample")?;
    let end = Vector6::from(machine.outputs(&last)) - Vector6::from(UPRIGHT);
    let force = |at: &Snapshot<'_>| at.variable(machine.push);
    let forces = run.events_of(clock).map(|at| at.state.variable(machine.push));

    let mut verdict = Verdict::new("double_pendulum_on_cart");
    verdict.check("angles from the upright at the end (rad)", most([end[1], end[2]]), "<", 1e-6);
    verdict.check("largest force (N)", most(forces), "<", MOST);
    verdict.fact("of the rail it uses (m)", format!("{:.3}", run.largest(|at| machine.outputs(at)[0].abs())));
    let exact = instants.iter().enumerate().filter(|(k, at)| at.t == *k as f64 / 1000.0).count();
    verdict.check("instants of the clock at k/1000 s, to the bit", exact as f64, "==", count as f64);
    let up = number(3.0);
    verdict.check(
        "on the way up, from Lagrange's equations (m, rad, 1/s)",
        most((0..up).map(apart)),
        "<",
        bound(&args, 1e-11, 1.0),
    );
    verdict.check("from then on (m, rad, 1/s)", most((up..count).map(apart)), "<", bound(&args, 1e-11, 1.0));
    let (along_a, along_b) = linear(&machine, &upright)?;
    let same = |a: &DMatrix<f64>, b: &DMatrix<f64>| (a - b).amax() / b.amax();
    verdict.check(
        "A, B by rates as outputs, relative",
        same(&along_a, &system.a).max(same(&along_b, &system.b)),
        "<",
        1e-9,
    );
    let closed = standing.phi - standing.gamma * plan.hold;
    let (found, expected) = (rates(&stepped(&args, &machine, &plan)?), rates(&closed));
    let off = most(found.iter().zip(&expected).map(|(a, b)| (a - b).norm()));
    verdict.check("eigenvalues of the closed loop, from those of Φ − Γ K (1/s)", off, "<", bound(&args, 1e-6, 1e-2));
    verdict.check("the slowest of them (1/s)", expected[0].re, "<", -1.0);
    let alone = rates(&standing.phi).into_iter().map(|z| z.re).fold(0.0, f64::max);
    verdict.check("left alone it falls (1/s)", alone, ">", 1.0);
    verdict.check("energy error (J)", run.energy_error(), "<", bound(&args, 1e-9, 1.0));
    verdict.fact("steps", run.counters().steps);

    run.write_csv(args.file("trajectory.csv")?)?;
    run.player().title("A double pendulum on a cart").write(args.file("trajectory.html")?)?;
    let poses: Vec<Vec<[f64; 2]>> =
        run.samples().filter(|at| at.t() < 3.2).step_by(5).map(|at| pose(&machine, &at)).collect();
    let angle = |i: usize| {
        let machine = &machine;
        move |at: &Snapshot<'_>| (machine.outputs(at)[i] - UPRIGHT[i]).to_degrees()
    };
    Figure::new("A double pendulum on a cart swings up, stands, and is struck by a gust at 5 s")
        .columns(2)
        .size(1100.0, 760.0)
        .panel(Panel::new("x (m)", "y (m)").title("the first 3.2 s").equal_aspect().overlay("", &poses))
        .panel(Panel::history("angle from the upright (°)").curve("lower rod", &run, angle(1)).curve(
            "upper rod",
            &run,
            angle(2),
        ))
        .panel(Panel::history("cart (m)").curve("", &run, |at| machine.outputs(at)[0]))
        .panel(Panel::history("force (N)").curve("", &run, force))
        .save(&args.file("double_pendulum_on_cart.svg")?)?;
    Ok(verdict.finish())
}

/// Hip, knee and tip.
fn pose(machine: &Machine, at: &Snapshot<'_>) -> Vec<[f64; 2]> {
    let upper = machine.rods[1];
    let points = [machine.cart.origin(), upper.point(-0.5 * LENGTH, 0.0), upper.point(0.5 * LENGTH, 0.0)];
    points.map(|point| at.position(point).into()).to_vec()
}
