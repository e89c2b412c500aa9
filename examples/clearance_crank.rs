//! A slider-crank whose slider has play in its guide: it strikes, bounces, rests against one side, lifts off, strikes the other.
//!
//! The slider is a block of four corners between two lines (Flores, Leine, Glocker 2010). Without friction the two corners of a side strike together, the
//! slider does not tilt, and a reference knows every impact, the end of their accumulation, and the lift-off. `--case rough` adds friction, and the slider tilts.

mod support;

use chetaev::contact::CornerOnLine;
use chetaev::player::Shape;
use chetaev::prelude::*;
use chetaev::simulate::{Cause, Impact};
use std::f64::consts::PI;
use std::process::ExitCode;
use support::*;

struct Crank {
    model: Model,
    slider: BodyId,
    /// Upper left and right, lower left and right.
    corners: [ContactId; 4],
}

impl Crank {
    fn build(table: &Table, mu: f64, tilt: f64) -> Result<Self, Report> {
        let given = |name: &str| table.parameter(name);
        let (l1, l2, a, b) = (given("l1")?, given("l2")?, given("a")?, given("b")?);
        let (e, half) = (given("e_N")?, b + given("clearance")?);
        // Both start level; the slider is at rest.
        let omega = [150.0, -75.0];
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -given("g")?]);
        let crank = RigidBody::new(given("m1")?, given("J1")?).at(0.5 * l1, 0.0, 0.0);
        let crank = builder.body("crank", crank.moving(0.0, 0.5 * l1 * omega[0], omega[0]));
        let rod = RigidBody::new(given("m2")?, given("J2")?).at(l1 + 0.5 * l2, 0.0, 0.0);
        let rod = builder.body("rod", rod.moving(0.0, l1 * omega[0] + 0.5 * l2 * omega[1], omega[1]));
        let slider = builder.body("slider", RigidBody::new(given("m3")?, given("J3")?).at(l1 + l2, 0.0, tilt));
        builder.constraint("O", Revolute::new(GROUND.origin(), crank.point(-0.5 * l1, 0.0)));
        builder.constraint("A", Revolute::new(crank.point(0.5 * l1, 0.0), rod.point(-0.5 * l2, 0.0)));
        builder.constraint("B", Revolute::new(rod.point(0.5 * l2, 0.0), slider.origin()));
        // The free side is on the left of a line: below the upper guide, which runs backward.
        let guides = [GROUND.axis([0.0, half], PI), GROUND.axis([0.0, -half], 0.0)];
        let at = [
            ("upper left", 0, [-a, b]),
            ("upper right", 0, [a, b]),
            ("lower left", 1, [-a, -b]),
            ("lower right", 1, [a, -b]),
        ];
        let corners = at.map(|(name, guide, corner)| {
            let law = if mu > 0.0 { Rigid::rough(Coulomb::new(mu)) } else { Rigid::smooth() };
            let pair = CornerOnLine::new(guides[guide], corner);
            builder.contact(name, Contact::between(GROUND, slider, pair), law.bouncing(e))
        });
        Ok(Self { model: builder.build()?, slider, corners })
    }
}

/// Largest differences from the table: instants of impacts (s), speeds (m/s), impulses (N s), their number.
fn against(table: &Table, run: &Trajectory) -> Result<([f64; 3], usize), Report> {
    let (events, sides) = (table.text("event")?, table.text("side")?);
    let [times, speeds, impulses] = ["t", "normal_speed_before", "impulse"].map(|name| table.column(name));
    let (times, speeds, impulses) = (times?, speeds?, impulses?);
    let (mut off, mut compared) = ([0.0_f64; 3], 0);
    for side in ["upper", "lower"] {
        let known = (0..events.len()).filter(|&row| events[row] == "impact" && sides[row] == side);
        let found = run.impacts().iter().filter(|impact| impact.names().all(|name| name.starts_with(side)));
        for (row, impact) in known.zip(found) {
            let sum: f64 = impact.blows.iter().map(|blow| blow.normal).sum();
            off[0] = off[0].max((impact.t - times[row]).abs());
            for blow in &impact.blows {
                off[1] = off[1].max((blow.closing[0].abs() - speeds[row].abs()).abs());
            }
            off[2] = off[2].max((sum - impulses[row].abs()).abs());
            compared += 1;
        }
    }
    Ok((off, compared))
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("clearance_crank", "a slider-crank with play in its guide")
        .default("rtol", "1e-12")
        .cases(&["smooth", "rough"])
        .number("friction", 0.1, "coefficient of friction, case rough")
        .number("tilt", 0.005, "rad, of the slider at first, case rough; at most 0.02 fit between the guides")
        .parse();
    let table = Table::named("crank_clearance")?;
    let rough = args.case() == "rough";
    let [mu, tilt] = ["friction", "tilt"].map(|name| if rough { args.number(name) } else { 0.0 });
    let crank = Crank::build(&table, mu, tilt)?;
    let (model, clearance) = (&crank.model, table.parameter("clearance")?);
    // The last impact of the reference is at 0.03023154 s.
    let run = simulation(model, &args)
        .every(2e-5)
        .rest(1e-12)
        .run(model.start().hold("slider.theta").project()?, 0.0302316)?;

    let mut verdict = Verdict::new("clearance_crank");
    let height = |at: &Snapshot<'_>| at.body(crank.slider).origin.y;
    let tilt = run.column(|at| at.body(crank.slider).angle);
    let most = |values: &[f64]| values.iter().fold(0.0_f64, |most, value| most.max(value.abs()));
    let far = run.impacts().iter().find(|impact| impact.names().all(|name| name.starts_with("lower")));
    if rough {
        let one = |impact: &&Impact| impact.blows.iter().filter(|blow| blow.normal > 0.0).count() == 1;
        verdict.check("impacts", run.impacts().len() as f64, ">", 20.0);
        verdict.check("of these, at one corner alone", run.impacts().iter().filter(one).count() as f64, ">", 10.0);
        verdict.check("tilt (rad)", most(&tilt), ">", 1e-3);
        verdict.check("its center above or below the middle (m)", most(&run.column(height)), "<", clearance + 1e-10);
    } else {
        let ([times, speeds, impulses], compared) = against(&table, &run)?;
        verdict.check("impacts compared with the reference", compared as f64, ">=", 12.0);
        verdict.check("their instants (s)", times, "<", bound(&args, 1e-10, 1e-6));
        verdict.check("their speeds (m/s)", speeds, "<", bound(&args, 1e-8, 1e-3));
        verdict.check("their impulses (N s)", impulses, "<", bound(&args, 1e-9, 1e-4));
        let known = |event: &str| -> Result<f64, Report> {
            let row = table.text("event")?.iter().position(|found| *found == event).ok_or("not in the table")?;
            Ok(table.column("t")?[row])
        };
        let rests = run.transitions().iter().find_map(|change| match change.cause {
            Cause::Rested { at, error, .. } => Some([at, error]),
            _ => None,
        });
        let [rests, error] = rests.unwrap_or([f64::NAN; 2]);
        let opens = run.transitions().iter().find(|change| change.cause == Cause::Opened).map_or(f64::NAN, |it| it.t);
        verdict.check(
            "at rest against the upper guide (s)",
            (rests - known("rests")?).abs(),
            "<",
            bound(&args, 2e-9, 1e-6),
        );
        verdict.fact("that error, as the run estimates it (s)", format!("{error:.1e}"));
        verdict.check("it lifts off (s)", (opens - known("opens")?).abs(), "<", bound(&args, 1e-10, 1e-6));
        verdict.check("tilt (rad)", most(&tilt), "<", 1e-9);
    }
    verdict
        .fact("first impact at the far side (s)", far.map_or("none".to_owned(), |impact| format!("{:.9}", impact.t)));
    verdict.check(
        "inside the guides (m)",
        run.samples().flat_map(|at| crank.corners.map(|c| -at.contact(c).gap)).fold(0.0, f64::max),
        "<",
        1e-10,
    );
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-9, 1e-4));
    verdict.fact("lost in impacts (J)", format!("{:.6}", run.impacts().iter().map(|impact| impact.lost).sum::<f64>()));

    let millimetres: Vec<f64> = run.column(height).iter().map(|y| 1e3 * y).collect();
    let forces = crank.corners.map(|corner| run.column(|at| at.contact(corner).normal));
    let upper: Vec<f64> = forces[0].iter().zip(&forces[1]).map(|(left, right)| left + right).collect();
    run.times_table()
        .with("y", run.column(height))
        .with("tilt", tilt.clone())
        .with("N_upper", upper.clone())
        .write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    let block = Shape::rectangle(2.0 * table.parameter("a")?, 2.0 * table.parameter("b")?);
    run.player().title("A slider with play").shape(crank.slider, block).write(args.file("trajectory.html")?)?;
    let place = Panel::history("height of the slider (mm)").mark_y(1.0, "upper guide").mark_y(-1.0, "lower guide");
    let second = if rough {
        Panel::history("tilt (rad)").line("", &run.times(), &tilt)
    } else {
        Panel::history("force of the upper guide (N)").line("", &run.times(), &upper)
    };
    Figure::new("A slider-crank with play in its guide")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(place.line("", &run.times(), &millimetres))
        .panel(second)
        .save(&args.file("clearance_crank.svg")?)?;
    Ok(verdict.finish())
}
