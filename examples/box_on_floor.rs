//! A box on its four corners, rough as they are: it rests, slides, tips; thrown it slides and turns until all four stick at one instant.
//!
//! With the half sides a, b, h, the coefficient μ and the angle α of the floor:
//!
//! ```text
//! (1)  rests while tan α ≤ μ and tan α ≤ a/h;  slides with g (sin α − μ cos α);  tips with g (h sin α − a cos α)/(4/3 (a² + h²))
//! (2)  thrown without spin it slides v²/(2 μ g);  spun about its vertical it stops after a² + b² = r²,  t = r ω/(3 μ g)
//! (3)  thrown with spin v and ω come to an end together: the feet stick at one instant
//! ```
//!
//! What each foot carries is not determined by rigid bodies. The forces that are told are within all cones and balance.

mod support;

use chetaev::contact::spatial::PointOn;
use chetaev::contact::surface::Plane;
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::process::ExitCode;
use support::*;

const G: f64 = 9.81;
const MASS: f64 = 2.0;

/// The angle about the vertical.
fn turned(rotation: &chetaev::nalgebra::Matrix3<f64>) -> f64 {
    rotation[(1, 0)].atan2(rotation[(0, 0)])
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("box_on_floor", "a box on its four corners rests, slides, tips, spins")
        .default("rtol", "1e-12")
        .cases(&["thrown", "slope", "tall"])
        .number("friction", 0.3, "coefficient of friction (case tall: 0.9)")
        .number("angle", 0.4, "rad, of the floor (case thrown: 0)")
        .number("spin", 4.0, "rad/s, case thrown")
        .parse();
    let case = args.case();
    let (thrown, tall) = (case == "thrown", case == "tall");
    let half = if tall { [0.1, 0.15, 0.4] } else { [0.2, 0.3, 0.1] };
    let mu = args.number_or("friction", if tall { 0.9 } else { 0.3 });
    let alpha = if thrown { 0.0 } else { args.number("angle") };
    let (v, omega) = if thrown { ([1.2, 0.3], args.number("spin")) } else { ([0.0; 2], 0.0) };
    let span = if thrown { 1.0 } else { 0.2 };

    let mut builder = ModelBuilder::new();
    builder.gravity([G * alpha.sin(), 0.0, -G * alpha.cos()]);
    // Of four normal forces in one plane one is not determined.
    builder.allow_redundant();
    let [a, b, h] = half;
    let solid = Solid::from_inertia(Inertia::cuboid(MASS, half.map(|half| 2.0 * half))?)?.at(0.0, 0.0, h);
    let body = builder.body("box", solid.moving(v[0], v[1], 0.0).spinning(0.0, 0.0, omega));
    let corners = [[a, b, -h], [-a, b, -h], [-a, -b, -h], [a, -b, -h]];
    let mut feet = Vec::new();
    for (k, pair) in PointOn::each(&Plane::horizontal(), corners).into_iter().enumerate() {
        let law = Rigid::rough(Coulomb::new(mu));
        feet.push(builder.contact(format!("foot {k}"), Contact::between(WORLD, body, pair), law));
    }
    let model = builder.build()?;
    save(&model, &args)?;
    let run = simulation(&model, &args).every(span / 200.0).run(model.placed(), span)?;

    let mut verdict = Verdict::new("box_on_floor");
    // Forces at the feet: within the cones, and in balance with weight and motion.
    let beyond = run.column(|at| {
        let feet = feet.iter().map(|&foot| at.contact(foot)).filter(|foot| foot.mode != Mode::Open);
        feet.map(|foot| (foot.tangential - mu * foot.normal).max(-foot.normal)).fold(f64::NEG_INFINITY, f64::max)
    });
    let beyond = beyond.into_iter().fold(f64::NEG_INFINITY, f64::max);
    verdict.check("forces beyond their cones (N)", beyond, "<", bound(&args, 1e-9, 1e-5));
    let modes = |at: &Snapshot<'_>| feet.iter().map(|&foot| at.contact(foot).mode).collect::<Vec<_>>();
    let (first, last) = (run.first().ok_or("no sample")?, run.last().ok_or("no sample")?);
    let stops: Vec<f64> =
        run.transitions().iter().filter(|change| change.t > 0.0 && change.to == Mode::Stick).map(|c| c.t).collect();
    if thrown {
        let stopped = stops.first().copied().unwrap_or(f64::NAN);
        verdict.fact("stops at (s)", format!("{stopped:.12}"));
        verdict.holds("all four at one instant", stops.len() == 4 && stops.iter().all(|t| *t == stopped));
        verdict.holds("by its friction", run.transitions().iter().any(|change| change.cause == Cause::Stopped));
        verdict.holds("it rests", modes(&last) == [Mode::Stick; 4] && last.body(body).velocity.norm() == 0.0);
        if omega == 0.0 {
            let (speed, far) = (v[0].hypot(v[1]), last.body(body).origin.xy().norm());
            let off = (far - speed * speed / (2.0 * mu * G)).abs();
            verdict.check("way against v²/(2 μ g), (2) (m)", off, "<", bound(&args, 1e-11, 1e-6));
        }
        verdict.fact("turned by (rad)", format!("{:.6}", turned(&last.body(body).rotation)));
    } else {
        let (tan, edge) = (alpha.tan(), a / h);
        let gained = last.body(body).velocity.norm();
        if tan <= mu && tan <= edge {
            verdict.holds("it rests, (1)", modes(&first) == [Mode::Stick; 4] && gained == 0.0);
        } else if tan > mu && mu <= edge {
            let slides = G * (alpha.sin() - mu * alpha.cos()) * span;
            verdict.holds("it slides, (1)", modes(&last) == [Mode::Forward; 4]);
            verdict.check("speed against (1) (m/s)", (gained - slides).abs(), "<", bound(&args, 1e-12, 1e-7));
        } else {
            let sticks = [Mode::Stick, Mode::Open, Mode::Open, Mode::Stick];
            verdict.holds("it tips about the edge below, (1)", modes(&first) == sticks);
            let tips = G * (h * alpha.sin() - a * alpha.cos()) / (4.0 / 3.0 * (a * a + h * h));
            let early = run.samples().nth(1).ok_or("no sample")?;
            verdict.check(
                "its angular acceleration against (1), at first",
                (early.body(body).spin.y / early.t() - tips).abs() / tips,
                "<",
                1e-4,
            );
        }
    }
    verdict.holds("what a foot carries is told not to be determined", tall || !first.is_determined(feet[0])?);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(&args, 1e-10, 1e-6));

    let mut table = run.times_table().with("x", run.column(|at| at.body(body).origin.x));
    table = table.with("y", run.column(|at| at.body(body).origin.y));
    for (k, &foot) in feet.iter().enumerate() {
        table = table.with(format!("normal {k}"), run.column(|at| at.contact(foot).normal));
    }
    table.write_csv(args.file("trajectory.csv")?)?;
    run.write_transitions(args.file("events.csv")?)?;
    run.player().title("A box on four feet").write(args.file("trajectory.html")?)?;
    let corner = |k: usize| {
        let along = |axis: usize| {
            run.column(|at| {
                let body = at.body(body);
                let arm = body.rotation * chetaev::nalgebra::Vector3::from(corners[k]);
                body.origin[axis] + arm[axis]
            })
        };
        (along(0), along(1))
    };
    let mut paths = Panel::new("x (m)", "y (m)");
    let mut slips = Panel::history("slip (m/s)");
    for (k, &foot) in feet.iter().enumerate() {
        let (xs, ys) = corner(k);
        paths = paths.line(&format!("foot {k}"), &xs, &ys);
        slips = slips.line(&format!("foot {k}"), &run.times(), &run.column(|at| at.contact(foot).slip));
    }
    Figure::new("A box slides and turns on its four corners")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(paths)
        .panel(slips)
        .save(&args.file("box_on_floor.svg")?)?;
    Ok(verdict.finish())
}
