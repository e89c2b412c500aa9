//! The elliptic disk on a line that only pushes and rubs with a coefficient of friction: where ideal rolling ends.
//!
//! Two facts, both checked:
//!
//! - A rolling contact does not lift. As N falls to zero with T ≠ 0, |T| = μ N is passed first, however large μ is. The disk slides, and only what slides lifts.
//! - Where the ideal contact first pulls is not where the real one lifts: once it slides, T = ∓μ N is small with N, and the motion is another one.

use super::support::*;
use super::{Disk, Result};
use chetaev::contact::EllipseOnLine;
use chetaev::ode::{Control, Stepper};
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::process::ExitCode;

const T_END: f64 = 6.0;

/// N and T of ideal rolling after a time, by the equation in θ alone.
fn ideal(disk: &Disk, t: f64) -> Result<[f64; 2]> {
    let mut equation = disk.clone();
    let mut stepper = Stepper::new(Method::Dop853, 3, Control::adaptive(1e-14, 1e-14))?;
    stepper.start(&mut equation, 0.0, &[0.0, disk.start[0], disk.start[1]])?;
    while stepper.t() < t {
        stepper.step(&mut equation, t)?;
    }
    Ok(disk.forces(stepper.y()[1], stepper.y()[2]))
}

/// The first instant at which a function of N and T is negative; nothing if there is none.
fn first_negative(disk: &Disk, margin: impl Fn([f64; 2]) -> f64) -> Result<Option<f64>> {
    let value = |t: f64| -> Result<f64> { Ok(margin(ideal(disk, t)?)) };
    let step = 0.01;
    let mut b = 0.0;
    while value(b)? > 0.0 {
        b += step;
        if b > T_END {
            return Ok(None);
        }
    }
    let mut a = b - step;
    for _ in 0..45 {
        let middle = 0.5 * (a + b);
        if value(middle)? > 0.0 { a = middle } else { b = middle }
    }
    Ok(Some(b))
}

pub fn run(args: &Args, disk: &Disk) -> Result<ExitCode> {
    let (mu, e) = (args.number("mu"), args.number("e"));
    let mut builder = ModelBuilder::new();
    let body = disk.place(&mut builder);
    let pair = EllipseOnLine::new(GROUND.axis([0.0, 0.0], 0.0), disk.a, disk.b);
    let law = Rigid::rough(Coulomb::new(mu)).bouncing(e);
    let floor = builder.contact("floor", Contact::between(GROUND, body, pair), law);
    let model = builder.build()?;
    let run = simulation(&model, args).every(0.01).run(model.placed(), T_END)?;

    println!("{:>12}  {:<8} -> {:<8}  because", "t (s)", "was", "is");
    for change in run.transitions() {
        let was_is = [change.from, change.to].map(|mode| format!("{mode:?}"));
        println!("{:12.6}  {:<8} -> {:<8}  {:?}", change.t, was_is[0], was_is[1], change.cause);
    }
    let mut verdict = Verdict::new(&format!("ellipse_rolling, case {}, on a line that only pushes", args.case()));
    let slips = first_negative(disk, |[n, t]| mu * n - t.abs())?;
    let pulls = first_negative(disk, |[n, _]| n)?;
    let found = |wanted: Cause| run.transitions().iter().find(|change| change.cause == wanted).map(|change| change.t);
    let (slipped, lifted) = (found(Cause::Started), found(Cause::Opened));
    match (slips, slipped) {
        (Some(known), Some(t)) => {
            verdict.fact("it first slips at (s)", format!("{t:.12}"));
            verdict.check("that, from the equation in θ (s)", (t - known).abs(), "<", bound(args, 1e-11, 1e-4));
        }
        (known, t) => {
            verdict.holds("it never slips, as the equation in θ says", known.is_none() && t.is_none());
        }
    }
    let lifts = || run.transitions().iter().filter(|change| change.cause == Cause::Opened);
    verdict.fact("lifts, impacts", format!("{}, {}", lifts().count(), run.impacts().len()));
    let rolling = lifts().filter(|change| change.from == Mode::Stick).count();
    verdict.check("lifts from rolling", rolling as f64, "==", 0.0);
    if let (Some(pulls), Some(slipped), Some(lifted)) = (pulls, slipped, lifted) {
        verdict.fact("the ideal contact would first pull at (s)", format!("{pulls:.12}"));
        verdict.fact("the real one first lifts at (s)", format!("{lifted:.12}"));
        verdict.check("it slips before that pull, by (s)", pulls - slipped, ">", 0.0);
        verdict.check("between that pull and the lift (s)", (lifted - pulls).abs(), ">", 1e-3);
    }
    verdict.check("deepest gap (m)", -run.smallest(|at| at.contact(floor).gap), "<", 1e-11);
    let over = |at: &Snapshot<'_>| at.contact(floor).tangential.abs() - mu * at.contact(floor).normal;
    verdict.check("|T| beyond μ N (N)", run.largest(over), "<", 1e-9);
    verdict.check("balance of energy, impacts included (J)", run.energy_error(), "<", bound(args, 1e-10, 1e-3));

    run.times_table()
        .with("x", run.column(|at| at.body(body).origin.x))
        .with("theta", run.column(|at| at.body(body).angle))
        .with("gap", run.column(|at| at.contact(floor).gap))
        .with("slip", run.column(|at| at.contact(floor).slip))
        .with("N", run.column(|at| at.contact(floor).normal))
        .with("T", run.column(|at| at.contact(floor).tangential))
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.write_npz(args.file("trajectory.npz")?)?;
    run.player()
        .title("An ellipse on a line that only pushes")
        .trail(body.origin())
        .write(args.file("trajectory.html")?)?;
    let t = run.times();
    let forces: Vec<[f64; 2]> = t.iter().map(|&t| ideal(disk, t)).collect::<Result<_>>()?;
    let of = |k: usize| -> Vec<f64> { forces.iter().map(|f| f[k]).collect() };
    let real = |read: fn(&Snapshot<'_>, ContactId) -> f64| run.column(move |at| read(at, floor));
    Figure::new(&format!("An ellipse on a line that only pushes, case {}, μ = {mu}", args.case()))
        .columns(2)
        .size(1000.0, 760.0)
        .panel(Panel::history("gap (m)").line("", &t, &real(|at, floor| at.contact(floor).gap)))
        .panel(Panel::history("slip (m/s)").line("", &t, &real(|at, floor| at.contact(floor).slip)))
        .panel(
            Panel::history("force of the line (N)")
                .mark_y(0.0, "")
                .line("N", &t, &real(|at, floor| at.contact(floor).normal))
                .dashed("N of ideal rolling", &t, &of(0)),
        )
        .panel(
            Panel::history("force of the line (N)")
                .line("T", &t, &real(|at, floor| at.contact(floor).tangential))
                .dashed("T of ideal rolling", &t, &of(1)),
        )
        .save(&args.file("ellipse_pushing.svg")?)?;
    Ok(verdict.finish())
}
