//! Curves that roll on curves, each against something known.
//!
//! | case | known |
//! |---|---|
//! | a disk in a circular bowl | a pendulum with 3/2 of the inertia: T = 2π √(3(R−r)/2g)/agm(1, cos A/2) |
//! | an ellipse on a slope | the energy integral; arc lengths |
//! | an ellipse in a circular bowl | energy, arc lengths |
//! | a disk in a bowl that slides | the momentum along the floor |
//! | an ellipse on a plank that slides and tilts | energy, momentum balance, arc lengths |
//! | two equal ellipses about their foci | tan(θ₂/2) = −(1+e)/(1−e) tan(θ₁/2), foci 2a apart |

mod support;

use chetaev::contact::curve::{Circle, Ellipse};
use chetaev::contact::{Circles, CurvePair, EllipseOnLine, Pair};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::{FRAC_PI_2, PI, TAU};
use std::process::ExitCode;
use support::*;

type Result<T> = std::result::Result<T, Box<dyn Error>>;
const G: f64 = 9.81;

/// Largest difference of the arc lengths of the two traces, and the length of the first.
fn arcs<P: Pair + 'static>(run: &Trajectory, contact: ConstraintId<Contact<P>>) -> Result<[f64; 2]> {
    let trace = run.trace(contact)?;
    let apart = trace.iter().fold(0.0, |most: f64, p| most.max((p.arcs[0] - p.arcs[1]).abs()));
    Ok([apart, trace.iter().fold(0.0, |most: f64, p| most.max(p.arcs[0].abs()))])
}

/// Checks that every case shares.
fn shared<P: Pair + 'static>(
    name: &str,
    args: &Args,
    run: &Trajectory,
    contact: ConstraintId<Contact<P>>,
    verdict: &mut Verdict,
) -> Result<()> {
    let [apart, length] = arcs(run, contact)?;
    verdict.check(&format!("{name}: energy error (J)"), run.energy_error(), "<", bound(args, 1e-9, 1e-2));
    verdict.check(&format!("{name}: arc lengths apart (m)"), apart, "<", bound(args, 1e-10, 1e-3));
    verdict.check(&format!("{name}: it rolled (m)"), length, ">", 0.1);
    Ok(())
}

fn disk_in_bowl(args: &Args, verdict: &mut Verdict) -> Result<()> {
    let (big, small, amplitude) = (1.0, 0.2, 0.5_f64);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let at = (big - small) * amplitude.sin();
    let disk = builder.body("disk", RigidBody::disk(1.0, small).at(at, -(big - small) * amplitude.cos(), 0.0));
    let contact =
        builder.constraint("bowl", Contact::rolling(GROUND, disk, Circles::inside(([0.0; 2], big), ([0.0; 2], small))));
    let model = builder.build()?;
    let lowest = Event::new("lowest", |at: &Snapshot<'_>| at.body(disk).origin.x).falling();
    let run = simulation(&model, args).every(0.05).event(lowest).run(model.start().project()?, 20.0)?;
    let (mut a, mut b) = (1.0, (0.5 * amplitude).cos());
    while f64::abs(a - b) > 1e-15 {
        (a, b) = (0.5 * (a + b), f64::sqrt(a * b));
    }
    let period = TAU * (1.5 * (big - small) / G).sqrt() / a;
    let times: Vec<f64> = run.events().iter().map(|event| event.t).collect();
    let measured = (times[times.len() - 1] - times[0]) / (times.len() - 1) as f64;
    verdict.check(
        "disk in a bowl: period (s), from its closed form",
        (measured - period).abs(),
        "<",
        bound(args, 1e-8, 1e-3),
    );
    shared("disk in a bowl", args, &run, contact, verdict)
}

fn ellipse_on_slope(args: &Args, verdict: &mut Verdict) -> Result<()> {
    let slope = -0.2_f64;
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let (x, y) = (-slope.sin(), slope.cos());
    let body = builder.body("ellipse", RigidBody::ellipse(1.0, 1.5, 1.0).at(x, y, slope).moving(0.0, 0.0, -4.0));
    let line = GROUND.axis([0.0, 0.0], slope);
    let floor = builder.constraint("slope", Contact::rolling(GROUND, body, EllipseOnLine::new(line, 1.5, 1.0)));
    let model = builder.build()?;
    let run = simulation(&model, args).every(0.02).run(model.start().project()?, 4.0)?;
    let last = run.last().ok_or("no sample")?;
    let sunk = run.first().ok_or("no sample")?.body(body).origin.y - last.body(body).origin.y;
    verdict.check("ellipse on a slope: it went down (m)", sunk, ">", 1.0);
    verdict.fact("ellipse on a slope: normal force at the end (N)", last.multipliers(floor)[0]);
    shared("ellipse on a slope", args, &run, floor, verdict)
}

fn ellipse_in_bowl(args: &Args, verdict: &mut Verdict) -> Result<Trajectory> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let body = builder.body("ellipse", RigidBody::ellipse(1.0, 0.5, 0.3).at(0.0, -1.7, 0.0).moving(0.0, 0.0, 4.0));
    let pair = CurvePair::inside(Circle::new([0.0; 2], 2.0), Ellipse::new(0.5, 0.3)).near(-FRAC_PI_2, -FRAC_PI_2);
    let contact = builder.constraint("bowl", Contact::rolling(GROUND, body, pair));
    let model = builder.build()?;
    let run = simulation(&model, args).every(0.02).run(model.start().project()?, 5.0)?;
    shared("ellipse in a bowl", args, &run, contact, verdict)?;
    Ok(run)
}

fn sliding_bowl(args: &Args, verdict: &mut Verdict) -> Result<()> {
    let (big, small) = (1.0, 0.2);
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    let bowl = builder.body("bowl", RigidBody::new(3.0, 1.0));
    let at = (big - small) * 0.8_f64.sin();
    let disk = builder.body("disk", RigidBody::disk(1.0, small).at(at, -(big - small) * 0.8_f64.cos(), 0.0));
    builder.constraint("floor", Prismatic::new(GROUND.axis([0.0, 0.0], 0.0), bowl.axis([0.0, 0.0], 0.0)));
    let contact =
        builder.constraint("bowl", Contact::rolling(bowl, disk, Circles::inside(([0.0; 2], big), ([0.0; 2], small))));
    let model = builder.build()?;
    let run = simulation(&model, args).every(0.02).run(model.start().project()?, 5.0)?;
    let momentum = |at: Snapshot<'_>| (3.0 * at.body(bowl).velocity.x + at.body(disk).velocity.x).abs();
    verdict.check(
        "bowl that slides: momentum (kg m/s)",
        run.samples().map(momentum).fold(0.0, f64::max),
        "<",
        bound(args, 1e-11, 1e-3),
    );
    let moved = run.column(|at| at.body(bowl).origin.x).into_iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    verdict.check("bowl that slides: it slid (m)", moved, ">", 0.1);
    shared("bowl that slides", args, &run, contact, verdict)
}

fn ellipse_on_plank(args: &Args, verdict: &mut Verdict) -> Result<Trajectory> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -G]);
    // The plank tilts about a pin on a slide, held up by a torsional spring.
    let slide = builder.body("slide", Particle::new(1.0));
    let plank = builder.body("plank", RigidBody::rectangle(2.0, 4.0, 0.1));
    let cam = builder.body("cam", RigidBody::ellipse(1.0, 0.4, 0.25).at(0.3, 0.3, 0.0).moving(0.0, 0.0, -3.0));
    builder.constraint("rail", Slot::new(GROUND.axis([0.0, 0.0], 0.0), slide.origin()));
    builder.constraint("pin", Revolute::new(slide.origin(), plank.origin()));
    builder.force("spring", SpringDamper::torsional(GROUND, plank, 60.0));
    let contact = builder
        .constraint("top", Contact::rolling(plank, cam, EllipseOnLine::new(plank.axis([0.0, 0.05], 0.0), 0.4, 0.25)));
    let model = builder.build()?;
    let run = simulation(&model, args).every(0.02).run(model.start().project()?, 1.5)?;
    let momentum =
        |at: &Snapshot<'_>| at.body(slide).velocity.x + 2.0 * at.body(plank).velocity.x + at.body(cam).velocity.x;
    let first = run.first().map_or(f64::NAN, |at| momentum(&at));
    let change = run.samples().map(|at| (momentum(&at) - first).abs()).fold(0.0, f64::max);
    verdict.check("plank that slides and tilts: momentum (kg m/s)", change, "<", bound(args, 1e-10, 1e-3));
    let tilt = run.column(|at| at.body(plank).angle).into_iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    verdict.check("plank that slides and tilts: it tilted (rad)", tilt, ">", 0.01);
    shared("plank that slides and tilts", args, &run, contact, verdict)?;
    Ok(run)
}

fn elliptic_gears(args: &Args, verdict: &mut Verdict) -> Result<Trajectory> {
    let (a, e) = (0.5, 0.4_f64);
    let (b, c) = (a * (1.0 - e * e).sqrt(), a * e);
    let mut builder = ModelBuilder::new();
    // The second focus may slide along the line of the foci: that it does not is part of the closed form.
    let one = builder.body("one", RigidBody::ellipse(1.0, a, b).at(c, 0.0, 0.0).moving(0.0, 3.0 * c, 3.0));
    let two = builder.body("two", RigidBody::ellipse(1.0, a, b).at(2.0 * a + c, 0.0, 0.0));
    builder.constraint("focus 1", Revolute::new(GROUND.origin(), one.point(-c, 0.0)));
    builder.constraint("focus 2", Slot::new(GROUND.axis([0.0, 0.0], 0.0), two.point(-c, 0.0)));
    let pair = CurvePair::outside(Ellipse::new(a, b), Ellipse::new(a, b)).near(0.0, PI);
    let contact = builder.constraint("teeth", Contact::rolling(one, two, pair));
    let model = builder.build()?;
    let start = model.start().hold("one.theta").project()?;
    let run = simulation(&model, args).every(0.01).run(start, 6.0)?;
    let ratio = (1.0 + e) / (1.0 - e);
    let off = |at: Snapshot<'_>| {
        let [p, q] = [one, two].map(|body| at.body(body).angle);
        let expected = -2.0 * (ratio * (0.5 * p).sin()).atan2((0.5 * p).cos());
        let difference = q - expected;
        (difference - TAU * (difference / TAU).round()).abs()
    };
    verdict.check(
        "elliptic gears: angle from its closed form (rad)",
        run.samples().map(off).fold(0.0, f64::max),
        "<",
        bound(args, 1e-9, 1e-3),
    );
    let focus = |at: Snapshot<'_>| (at.position(two.point(-c, 0.0)).x - 2.0 * a).abs();
    let strayed = run.samples().map(focus).fold(0.0, f64::max);
    verdict.check("elliptic gears: second focus off its place (m)", strayed, "<", bound(args, 1e-10, 1e-3));
    verdict.check("elliptic gears: turns", run.last().map_or(0.0, |at| at.body(one).angle / TAU), ">", 2.0);
    shared("elliptic gears", args, &run, contact, verdict)?;
    Ok(run)
}

fn main() -> std::result::Result<ExitCode, Report> {
    let args = Cli::new("rolling_curves", "curves that roll on curves").default("rtol", "1e-12").parse();
    let mut verdict = Verdict::new("rolling_curves");
    disk_in_bowl(&args, &mut verdict)?;
    ellipse_on_slope(&args, &mut verdict)?;
    let bowl = ellipse_in_bowl(&args, &mut verdict)?;
    sliding_bowl(&args, &mut verdict)?;
    let plank = ellipse_on_plank(&args, &mut verdict)?;
    let gears = elliptic_gears(&args, &mut verdict)?;

    bowl.write_csv(args.file("trajectory.csv")?)?;
    bowl.write_npz(args.file("trajectory.npz")?)?;
    bowl.player().title("An ellipse in a bowl").write(args.file("trajectory.html")?)?;
    plank.player().title("An ellipse on a plank").write(args.file("plank.html")?)?;
    gears.player().title("Elliptic gears").write(args.file("gears.html")?)?;
    let outline = |run: &Trajectory, name: &str, axes: [f64; 2], step: usize| -> Vec<Vec<[f64; 2]>> {
        let Some(body) = run.model().body::<Planar>(name) else { return Vec::new() };
        let rim = |at: &Snapshot<'_>| -> Vec<[f64; 2]> {
            let angles = (0..=48).map(|i| TAU * f64::from(i) / 48.0);
            angles.map(|s| at.position(body.point(axes[0] * s.cos(), axes[1] * s.sin())).into()).collect()
        };
        run.samples().step_by(step).take(12).map(|at| rim(&at)).collect()
    };
    let circle: Vec<f64> = (0..=90).map(|i| PI + PI * f64::from(i) / 90.0).collect();
    let (x, y): (Vec<f64>, Vec<f64>) = circle.iter().map(|s| (2.0 * s.cos(), 2.0 * s.sin())).unzip();
    let angle = |name: &str| {
        let body = gears.model().body::<Planar>(name);
        gears.column(|at| body.map_or(f64::NAN, |b| at.body(b).spin))
    };
    Figure::new("Curves that roll on curves")
        .columns(2)
        .size(1000.0, 760.0)
        .panel(
            Panel::new("x (m)", "y (m)")
                .title("an ellipse in a bowl")
                .equal_aspect()
                .overlay("", &outline(&bowl, "ellipse", [0.5, 0.3], 5))
                .line("", &x, &y),
        )
        .panel(
            Panel::new("x (m)", "y (m)")
                .title("a cam on a plank that slides and tilts")
                .equal_aspect()
                .overlay("", &outline(&plank, "cam", [0.4, 0.25], 6)),
        )
        .panel(
            Panel::new("time (s)", "angular velocity (rad/s)")
                .title("elliptic gears")
                .line("gear 1", &gears.times(), &angle("one"))
                .line("gear 2", &gears.times(), &angle("two")),
        )
        .panel(
            Panel::new("x (m)", "y (m)")
                .title("elliptic gears")
                .equal_aspect()
                .overlay("", &outline(&gears, "one", [0.5, 0.458], 15))
                .overlay("", &outline(&gears, "two", [0.5, 0.458], 15)),
        )
        .save(&args.file("rolling_curves.svg")?)?;
    Ok(verdict.finish())
}
