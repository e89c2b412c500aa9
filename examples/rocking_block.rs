//! A block of half width b and half height h on its two corners: it rocks, or its floor is shaken, and it slides or walks.
//!
//! With R² = b² + h², α = atan(b/h), p² = 3 g/(4 R), and θ the lean:
//!
//! ```text
//! (1)  rocking without slip   θ'² = 4 p² sin(α − (θ₁ + θ)/2) sin((θ₁ − θ)/2) from rest at θ₁;   from corner to corner  ω⁺ = (1 − 3/2 sin²α) ω⁻   (Housner 1963)
//! (2)  sliding on a floor A sin ω t, μ < b/h:  it starts where A ω² |sin ω t| = μ g, and stops where the floor is as fast as it is
//! (3)  then the corners carry  ½ m g (1 ± μ h/b)
//! ```
//!
//! `--case free` compares with (1), `slides` with (2) and (3). In `walks` the floor moves to and fro in two harmonics, and the block steps from corner to corner and creeps along it.
//! `overturns` is a study: for each amplitude and frequency of a floor A sin ω t, does the block stand, rock, or overturn within 5 s? What sticks to its floor is lifted when its weight does not
//! hold it, and not before:
//!
//! ```text
//! (4)  A ω² > g b/h
//! ```

mod support;

use chetaev::analysis::{Axis, Study};
use chetaev::contact::CornerOnLine;
use chetaev::error::BuildError;
use chetaev::player::Shape;
use chetaev::prelude::*;
use chetaev::simulate::Cause;
use std::f64::consts::FRAC_PI_2;
use std::process::ExitCode;
use support::integral::{half_sine, integral};
use support::*;

const G: f64 = 9.81;
const B: f64 = 0.1;
const H: f64 = 0.4;

struct Block {
    model: Model,
    block: BodyId,
    floor: BodyId,
    /// Left and right.
    feet: [ContactId; 2],
}

impl Block {
    /// Leaning by `lean` about its left corner, on a floor that moves by harmonics of amplitude, frequency and phase.
    fn build(lean: f64, mu: f64, harmonics: &[[f64; 3]]) -> Result<Self, BuildError> {
        let mut builder = ModelBuilder::new();
        builder.gravity([0.0, -G]);
        let line = GROUND.axis([0.0, 0.0], 0.0);
        let shaken =
            harmonics.iter().fold(Signal::constant(0.0), |sum, &[size, omega, phase]| sum.sine(size, omega, phase));
        let speed: f64 = harmonics.iter().map(|[size, omega, phase]| size * omega * phase.cos()).sum();
        let at = shaken.value(0.0);
        let floor = builder.body("floor", RigidBody::new(1.0, 1.0).at(at, 0.0, 0.0).moving(speed, 0.0, 0.0));
        builder.constraint("guide", Prismatic::new(line, floor.axis([0.0, 0.0], 0.0)));
        builder.constraint("shaker", Driver::signal(Travel::along(line, floor.origin()), shaken));
        // The left corner stays at (−B, 0) of the floor.
        let (sin, cos) = lean.sin_cos();
        let center = [at - B + cos * B - sin * H, sin * B + cos * H];
        let body = RigidBody::new(1.0, (B * B + H * H) / 3.0).at(center[0], center[1], lean).moving(speed, 0.0, 0.0);
        let block = builder.body("block", body);
        let top = floor.axis([0.0, 0.0], 0.0);
        let feet = [("left", -B), ("right", B)].map(|(name, x)| {
            let pair = CornerOnLine::new(top, [x, -H]);
            builder.contact(name, Contact::between(floor, block, pair), Rigid::rough(Coulomb::new(mu)))
        });
        Ok(Self { model: builder.build()?, block, floor, feet })
    }

    /// The smallest gap of a run.
    fn deepest(&self, run: &Trajectory) -> f64 {
        run.samples().flat_map(|at| self.feet.map(|foot| -at.contact(foot).gap)).fold(0.0, f64::max)
    }

    fn write(&self, run: &Trajectory, args: &Args, title: &str) -> Result<(), Report> {
        run.times_table()
            .with("x", run.column(|at| at.body(self.block).origin.x - at.body(self.floor).origin.x))
            .with("lean", run.column(|at| at.body(self.block).angle))
            .with("N_left", run.column(|at| at.contact(self.feet[0]).normal))
            .with("N_right", run.column(|at| at.contact(self.feet[1]).normal))
            .write_csv(args.file("trajectory.csv")?)?;
        run.write_transitions(args.file("events.csv")?)?;
        let player = run.player().title(title).shape(self.block, Shape::rectangle(2.0 * B, 2.0 * H));
        Ok(player.shape(self.floor, Shape::line([[-0.4, 0.0], [0.4, 0.0]])).write(args.file("trajectory.html")?)?)
    }
}

/// The largest size of a value among the samples.
fn most(run: &Trajectory, value: impl Fn(&Snapshot<'_>) -> f64) -> f64 {
    run.column(value).into_iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// Instants of the impacts of a block let go at a lean, and its rates after them, by (1).
fn housner(lean: f64, count: usize) -> Vec<[f64; 2]> {
    let (alpha, square) = ((B / H).atan(), 0.75 * G / B.hypot(H));
    let kept = 1.0 - 1.5 * alpha.sin().powi(2);
    let quarter = |top: f64| {
        integral(|s| {
            let rest = (alpha - top * (1.0 - 0.5 * s * s)).sin() * half_sine(top * s * s);
            (top / (square * rest)).sqrt()
        })
    };
    let (mut top, mut t, mut known) = (lean, quarter(lean), Vec::new());
    for _ in 0..count {
        let rate = kept * (2.0 * square * ((alpha - top).cos() - alpha.cos())).sqrt();
        known.push([t, rate]);
        top = alpha - (alpha.cos() + rate * rate / (2.0 * square)).acos();
        t += 2.0 * quarter(top);
    }
    known
}

fn free(args: &Args, verdict: &mut Verdict) -> Result<(), Report> {
    let lean = args.number("lean");
    let set = Block::build(lean, args.number_or("friction", 2.0), &[])?;
    let run = simulation(&set.model, args).every(0.01).run(set.model.start().project()?, 8.0)?;
    let mut off = [0.0_f64; 2];
    let known = housner(lean, 10);
    for (impact, [t, rate]) in run.impacts().iter().zip(&known) {
        off[0] = off[0].max((impact.t - t).abs());
        // The corner that was closed parts with 2 b ω⁺.
        let parts = impact.blows.iter().map(|blow| blow.closing[1]).fold(0.0, f64::max);
        off[1] = off[1].max((parts / (2.0 * B) - rate).abs());
    }
    verdict.check("impacts, of which the first ten are compared", run.impacts().len() as f64, ">=", 10.0);
    verdict.check("instants, from (1) (s)", off[0], "<", bound(args, 1e-10, 1e-4));
    verdict.check("rates after, from (1) (rad/s)", off[1], "<", bound(args, 1e-10, 1e-4));
    let rests = run.transitions().iter().find_map(|change| match change.cause {
        Cause::Rested { impacts, at, error } => Some((impacts, at, error)),
        _ => None,
    });
    let (impacts, at, error) = rests.ok_or("it never came to rest")?;
    verdict.fact("it rests at (s)", format!("{at:.7} ± {error:.0e}"));
    verdict.fact("after impacts", impacts);
    let last = run.last().ok_or("no sample")?.body(set.block);
    verdict.check("speed at rest (m/s, rad/s)", last.velocity.norm() + last.spin.abs(), "<", 1e-20);
    verdict.check("through the floor (m)", set.deepest(&run), "<", 1e-10);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(args, 1e-11, 1e-6));
    set.write(&run, args, "A block rocks")?;
    Figure::new("A block rocks from corner to corner")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("lean (rad)").mark_x(at, "rests").curve("", &run, |at| at.body(set.block).angle))
        .panel(Panel::history("rate (rad/s)").mark_x(at, "rests").curve("", &run, |at| at.body(set.block).spin))
        .save(&args.file("rocking_block.svg")?)?;
    Ok(())
}

/// Instants at which a mass on a floor A sin ω t starts and stops in turn, by (2), in radians ω t, and in units in which A ω² is 1.
fn starts_and_stops(limit: f64, until: f64) -> Vec<f64> {
    let (mut known, mut at) = (Vec::new(), 0.0_f64);
    loop {
        // The first place after `at` where |sin τ| rises through the limit.
        let half_turns = ((at - limit.asin()) / (2.0 * FRAC_PI_2)).ceil().max(0.0);
        let start = limit.asin() + half_turns * 2.0 * FRAC_PI_2;
        let sign = if half_turns % 2.0 == 0.0 { 1.0 } else { -1.0 };
        // Speed of the mass less that of the floor.
        let ahead = |tau: f64| sign * (start.cos() - tau.cos()) - limit * (tau - start);
        let (mut low, mut high) = (start + 2.0 * FRAC_PI_2 - 2.0 * limit.asin(), start + 8.0 * FRAC_PI_2);
        while high - low > 1e-15 * high {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if ahead(middle) > 0.0 { low = middle } else { high = middle }
        }
        known.extend([start, low]);
        at = low;
        if at > until {
            return known;
        }
    }
}

fn slides(args: &Args, verdict: &mut Verdict) -> Result<(), Report> {
    let (mu, omega) = (args.number_or("friction", 0.15), 12.0);
    let amplitude = 1.5 * mu * G / (omega * omega);
    let set = Block::build(0.0, mu, &[[amplitude, omega, 0.0]])?;
    let run = simulation(&set.model, args).every(0.002).run(set.model.start().project()?, 2.0)?;
    let known = starts_and_stops(1.0 / 1.5, omega * 2.0);
    let [mut starts, mut stops] = [Vec::new(), Vec::new()];
    for change in run.transitions().iter().filter(|change| change.name == "left" && change.from != Mode::Open) {
        if change.from == Mode::Stick { &mut starts } else { &mut stops }.push(change.t);
    }
    let off = |found: &[f64], first: usize| {
        let pairs = found.iter().zip(known.iter().skip(first).step_by(2));
        pairs.map(|(t, known)| (t - known / omega).abs()).fold(0.0, f64::max)
    };
    verdict.check("times that it starts", starts.len() as f64, ">=", 5.0);
    verdict.check("it starts, from (2) (s)", off(&starts, 0), "<", bound(args, 1e-10, 1e-5));
    verdict.check("it stops, from (2) (s)", off(&stops, 1), "<", bound(args, 1e-10, 1e-5));
    let loads = |at: &Snapshot<'_>| {
        let found = set.feet.map(|foot| at.contact(foot));
        // The floor drags along T; the corner ahead of the drag, seen from the block, is unloaded.
        let lever = -(found[0].tangential + found[1].tangential).signum() * mu * H / B;
        let known = [1.0 - lever, 1.0 + lever].map(|part| 0.5 * G * part);
        let slides = found[0].mode != Mode::Stick;
        if slides { (found[0].normal - known[0]).abs().max((found[1].normal - known[1]).abs()) } else { 0.0 }
    };
    verdict.check("forces of the corners, from (3) (N)", most(&run, loads), "<", 1e-10);
    verdict.check(
        "lean (rad)",
        run.column(|at| at.body(set.block).angle.abs()).into_iter().fold(0.0, f64::max),
        "<",
        1e-12,
    );
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(args, 1e-10, 1e-5));
    set.write(&run, args, "A block slides")?;
    let speed = |body: BodyId| move |at: &Snapshot<'_>| at.body(body).velocity.x;
    Figure::new("A block slides on a shaking floor")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("speed (m/s)").curve("block", &run, speed(set.block)).curve(
            "floor",
            &run,
            speed(set.floor),
        ))
        .panel(Panel::history("force of a corner (N)").curve("left", &run, |at| at.contact(set.feet[0]).normal).curve(
            "right",
            &run,
            |at| at.contact(set.feet[1]).normal,
        ))
        .save(&args.file("sliding_block.svg")?)?;
    Ok(())
}

fn walks(args: &Args, verdict: &mut Verdict) -> Result<(), Report> {
    let (mu, omega, push) = (args.number_or("friction", 0.26), 20.0, args.number("push"));
    let amplitude = push / (omega * omega);
    let set = Block::build(0.0, mu, &[[amplitude, omega, 0.0], [0.125 * amplitude, 2.0 * omega, FRAC_PI_2]])?;
    let start: State = set.model.start().project()?.into();
    let place = |at: &Snapshot<'_>| at.body(set.block).origin.x - at.body(set.floor).origin.x;
    save(&set.model, args)?;
    let run = simulation(&set.model, args).every(0.005).run(start.clone(), 6.0)?;
    let other = simulation(&set.model, args).tolerance(100.0 * args.rtol()).run(start, 6.0)?;
    let [walked, again] = [&run, &other].map(|run| run.last().map_or(f64::NAN, |at| place(&at)));
    verdict.fact("it walked (m)", format!("{walked:.9}"));
    verdict.check("that, at least (m)", walked.abs(), ">", 0.01);
    verdict.check(
        "the same at a tolerance a hundred times as large (m)",
        (walked - again).abs(),
        "<",
        bound(args, 1e-7, 1e-3),
    );
    verdict.check(
        "lean, of that at which it falls",
        most(&run, |at| at.body(set.block).angle) / (B / H).atan(),
        "<",
        1.0,
    );
    verdict.check("impacts", run.impacts().len() as f64, ">=", 20.0);
    let slips = |change: &&Transition| matches!(change.to, Mode::Forward | Mode::Backward);
    let slipped = run.transitions().iter().filter(slips).count();
    verdict.check("times that a corner begins to slip", slipped as f64, ">=", 10.0);
    verdict.check("through the floor (m)", set.deepest(&run), "<", 1e-10);
    verdict.check("balance of energy (J)", run.energy_error(), "<", bound(args, 1e-9, 1e-4));
    set.write(&run, args, "A block walks")?;
    Figure::new("A block walks on a shaking floor")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(Panel::history("lean (rad)").curve("", &run, |at| at.body(set.block).angle))
        .panel(Panel::history("place on the floor (m)").curve("", &run, place))
        .save(&args.file("walking_block.svg")?)?;
    Ok(())
}

/// How long the floor is shaken (s), and the lean from which no block of this shape comes back (rad).
const SHAKEN: [f64; 2] = [5.0, 1.0];
/// What becomes of a block.
const FATES: [&str; 3] = ["stands", "rocks", "overturns"];

/// What becomes of the block on a floor whose acceleration is so many times (4), and its largest lean, as a part of that at which it falls by itself.
fn fate(times: f64, omega: f64, args: &Args, rtol: f64) -> Result<Vec<f64>, Report> {
    let amplitude = times * G * B / (H * omega * omega);
    let set = Block::build(0.0, 2.0, &[[amplitude, omega, 0.0]])?;
    let over = move |at: &Snapshot<'_>| at.body(set.block).angle.abs() - SHAKEN[1];
    let simulation = simulation(&set.model, args).tolerance(rtol).every(0.01).event(Event::new("over", over).stop());
    let run = simulation.run(set.model.start().project()?, SHAKEN[0])?;
    let lean = most(&run, |at| at.body(set.block).angle) / (B / H).atan();
    let moved = run.transitions().iter().any(|change| change.to == Mode::Open);
    let fate = if !run.events().is_empty() { 2.0 } else { f64::from(u8::from(moved)) };
    Ok(vec![times, omega, fate, lean])
}

fn overturns(args: &Args, verdict: &mut Verdict) -> Result<(), Report> {
    let points = args.count("points");
    let (times, omegas) = (Axis::new(0.6, 8.0, points), Axis::new(3.0, 30.0, points));
    let all = points * points;
    let rows = |rtol: f64, threads: usize| {
        let row = |index: usize| {
            let [omega, times] = [omegas.at(index % points), times.at(index / points)];
            fate(times, omega, args, rtol).map_err(|error| format!("{times} times, {omega} rad/s: {error:?}"))
        };
        Study::new(all, ["times", "omega", "fate", "lean"], row).threads(threads).run()
    };
    let (found, again) = (rows(1e-9, 0)?, rows(1e-7, 1)?);
    for (_, why) in found.failed().chain(again.failed()) {
        verdict.fact("failed", why);
    }
    verdict.check("runs that failed", (found.failed().count() + again.failed().count()) as f64, "==", 0.0);
    let column = |name: &str| found.column(name).unwrap_or_default();
    let fates = column("fate");
    let counts = [0, 1, 2].map(|fate| fates.iter().filter(|found| **found == f64::from(fate)).count());
    for (name, count) in FATES.into_iter().zip(counts) {
        verdict.check(&format!("blocks: {name}"), count as f64, ">=", 1.0);
    }
    let wrong = column("times").into_iter().zip(&fates).filter(|(times, fate)| (*times > 1.0) != (**fate > 0.0));
    verdict.check("blocks that are lifted otherwise than by (4)", wrong.count() as f64, "==", 0.0);
    let differ = fates.iter().zip(again.column("fate").unwrap_or_default()).filter(|(a, b)| **a != *b).count();
    verdict.check("other fates at a tolerance a hundred times as large", differ as f64, "<=", 0.02 * all as f64);
    found.write_csv(args.file("overturning.csv")?)?;
    let classes: Vec<usize> = fates.iter().map(|fate| *fate as usize).collect();
    Figure::new("A block on a shaking floor")
        .size(700.0, 520.0)
        .panel(Panel::new("frequency (rad/s)", "acceleration of the floor, in g b/h").map(
            &FATES,
            &omegas.values(),
            &times.values(),
            &classes,
        ))
        .save(&args.file("overturning_block.svg")?)?;
    Ok(())
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("rocking_block", "a block rocks, slides, walks, overturns")
        .default("rtol", "1e-12")
        .cases(&["free", "slides", "walks", "overturns"])
        .number("lean", 0.1, "rad, from which it is let go, case free")
        .number("friction", 2.0, "coefficient of friction (slides: 0.15, walks: 0.26)")
        .number("push", 8.0, "m/s^2, largest acceleration of the floor in the first harmonic, case walks")
        .count("points", 10, "amplitudes, and as many frequencies, case overturns")
        .parse();
    let mut verdict = Verdict::new("rocking_block");
    match args.case() {
        "slides" => slides(&args, &mut verdict)?,
        "walks" => walks(&args, &mut verdict)?,
        "overturns" => overturns(&args, &mut verdict)?,
        _ => free(&args, &mut verdict)?,
    }
    Ok(verdict.finish())
}
