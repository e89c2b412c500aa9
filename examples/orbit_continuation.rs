//! The periodic orbits behind the bifurcation diagram of the disk with two sliders (Peng et al. 2009): followed over friction, μ = 0.8 μ', stable or not.
//!
//! A diagram shows where motions settle. Orbits that nothing settles on join its pieces: a branch turns back at a fold, where a stable and an unstable orbit meet; it goes on, unstable, where its period doubles. Here they are followed
//! by their arc, with multipliers that the run itself carries along:
//!
//! ```text
//! (1)  F₁(x; μ') = x,    M = ∂F₁/∂x,    det(M − 1) = 0 at a fold,    det(M + 1) = 0 at a doubling
//! ```
//!
//! One branch is found from where motions settle at μ' = 0.28, and another, of orbits that stick, at 0.495. From where its period doubles a third one goes off, and from there a fourth. All are followed to 0.02 and 0.499 (at 0.5 the disk stands).
//! Where the study of many motions finds one point, or two, it must be a stable orbit of a branch.

mod support;

use chetaev::analysis::{Axis, Branch, BranchEnd, BranchPoint, Continuation, Shooting, Study, Turn, TurnKind, period};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::{PI, TAU};
use std::process::ExitCode;
use support::disk_slider::{DiskSlider, DiskSliderCase, disk_slider};
use support::*;

const LEAST: f64 = 0.02;
const MOST: f64 = 0.499;
/// Where motions begin, those of the study too.
const START: [f64; 2] = [1.7946, 5.1834];
/// Points of a section.
const POINTS: usize = 12;

fn mechanism(mu_static: f64) -> Result<DiskSlider, Box<dyn Error + Send + Sync>> {
    Ok(disk_slider(&DiskSliderCase { mu: 0.8 * mu_static, mu_static, ..DiskSliderCase::CASE_2 })?)
}

fn family(mu_static: f64) -> Result<Family, Report> {
    Ok(Family::new([("mu_static", mu_static)], |p| {
        let mechanism = mechanism(p["mu_static"])?;
        let start = mechanism.start_at(START[0], START[1])?;
        Ok((mechanism.model, start))
    })?)
}

fn shooting(period: f64) -> Shooting {
    Shooting::driven(period).turning(["disk.theta"]).tolerance(1e-8)
}

/// What a branch is like in the section: μ', angle, largest multiplier, and whether it is stable.
struct Curve {
    values: Vec<f64>,
    angles: Vec<f64>,
    sizes: Vec<f64>,
    stable: Vec<bool>,
}

impl Curve {
    fn of(points: &[BranchPoint], family: &Family) -> Result<Self, Report> {
        let disk = family.model().body::<Planar>("disk").ok_or("no disk")?;
        let angle = |point: &BranchPoint| family.model().read(&point.orbit.state).body(disk).angle.rem_euclid(TAU);
        Ok(Self {
            values: points.iter().map(|point| point.value).collect(),
            angles: points.iter().map(angle).collect(),
            sizes: points.iter().map(|point| point.orbit.multipliers[0].norm()).collect(),
            stable: points.iter().map(|point| point.unstable == 0).collect(),
        })
    }

    /// Its stable pieces and the others, drawn as lines and dashed.
    fn draw(&self, mut panel: Panel, y: &[f64], label: &str, color: usize) -> Panel {
        let (mut from, mut label) = (0, label);
        for end in 1..=self.stable.len() {
            if end < self.stable.len() && self.stable[end] == self.stable[from] {
                continue;
            }
            // A piece goes on to where the next one begins.
            let to = (end + 1).min(self.stable.len());
            let [x, y] = [&self.values[from..to], &y[from..to]];
            panel = if self.stable[from] { panel.line(label, x, y) } else { panel.dashed(label, x, y) }.color(color);
            (from, label) = (end, "");
        }
        panel
    }
}

fn told(turn: &Turn, verdict: &mut Verdict) {
    let [from, to] = turn.unstable;
    verdict.fact(&format!("  {:.8}: {} (unstable: {from}, {to})", turn.value, turn.kind), "");
}

fn only(branch: &Branch, kind: &TurnKind) -> Vec<f64> {
    branch.turns.iter().filter(|turn| turn.kind == *kind).map(|turn| turn.value).collect()
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("orbit_continuation", "periodic orbits followed over friction")
        .default("rtol", "1e-9")
        .number("arc", 0.7, "longest step along a branch")
        .count("points", 60, "values of the study")
        .count("skip", 200, "periods before a section of it")
        .count("threads", 2, "threads; 0 for all")
        .parse();
    let mut verdict = Verdict::new("orbit_continuation");
    let rtol = args.rtol();
    let settled = |family: &Family, periods: f64| -> Result<State, Report> {
        let plan = simulation(family.model(), &args).output(Output::Ends);
        Ok(plan.run(family.start().clone(), periods)?.end().clone())
    };
    let sliding = family(0.28)?;
    let sticking = family(0.495)?;
    let orbits = |family, period: f64| {
        let orbits = Continuation::new(family, "mu_static", |model| Simulation::new(model).tolerance(rtol))
            .shooting(shooting(period));
        orbits.within(LEAST..=MOST).step(args.number("arc"))
    };

    // From the orbit at 0.28 both ways: one branch, from 0.02 round three folds to 0.02.
    let begin = settled(&sliding, 60.0)?;
    let [up, down] = [MOST, LEAST].map(|end| orbits(&sliding, 1.0).to(end).run(&begin));
    let [up, down] = [up?, down?];
    let mut first = down.points.clone();
    first.reverse();
    first.extend_from_slice(&up.points[1..]);
    verdict.fact("branch of one period: orbits", first.len());
    for turn in down.turns.iter().rev().chain(&up.turns) {
        told(turn, &mut verdict);
    }
    let ends = [&up, &down].iter().filter(|branch| branch.end == BranchEnd::Range).count();
    let folds = [only(&down, &TurnKind::Fold), only(&up, &TurnKind::Fold)].concat();
    verdict.check("its ends at 0.02", ends as f64, "==", 2.0);
    verdict.check("folds", folds.len() as f64, "==", 3.0);

    // Orbits that stick, from 0.495 both ways; and those of two and four periods.
    let begin = settled(&sticking, 200.0)?;
    let [high, low] = [MOST, LEAST].map(|end| orbits(&sticking, 1.0).to(end).run(&begin));
    let [high, low] = [high?, low?];
    let mut second = high.points.clone();
    second.reverse();
    second.extend_from_slice(&low.points[1..]);
    verdict.fact("branch of orbits that stick: orbits", second.len());
    for turn in &low.turns {
        told(turn, &mut verdict);
    }
    let ends = [&high, &low].iter().filter(|branch| branch.end == BranchEnd::Range).count();
    verdict.check("its ends at 0.02 and 0.499", ends as f64, "==", 2.0);
    let swallowed = second.iter().filter(|point| point.changes.iter().any(|change| change.ends_with("Stick")));
    let left = swallowed.clone().fold(0.0, |most: f64, point| most.max(point.orbit.multipliers[1].norm()));
    verdict.fact("  of them stick", swallowed.count());
    verdict.check("  multiplier that sticking makes zero", left, "<", 1e-9);
    let mut branches = vec![(first, "one period"), (second, "one period, with stick")];
    let (mut of, mut times) = (low, 1.0);
    for (label, most) in [("two periods", 30), ("four periods", 10)] {
        let Some(doubling) = of.turns.iter().find(|turn| turn.kind == TurnKind::Doubling) else { break };
        let next = orbits(&sticking, times).most(most).doubled(doubling)?;
        times *= 2.0;
        verdict.fact(&format!("branch of {label}: orbits"), next.points.len());
        for turn in &next.turns {
            told(turn, &mut verdict);
        }
        branches.push((next.points.clone(), label));
        of = next;
    }
    verdict.check("branches of doubled periods", (branches.len() - 2) as f64, "==", 2.0);

    // Where motions settle.
    let axis = Axis::new(LEAST, MOST, args.count("points"));
    let columns =
        ["mu_static", "fastest"].map(str::to_owned).into_iter().chain((0..POINTS).map(|k| format!("theta_{k}")));
    let skip = args.count("skip") as f64;
    let study = Study::new(axis.points(), columns.collect::<Vec<_>>(), |index| {
        let mechanism = mechanism(axis.at(index))?;
        let plan = || Simulation::new(&mechanism.model).tolerance(rtol).several(Several::Keep).output(Output::Ends);
        let mut state = plan().run(mechanism.start_at(START[0], START[1])?, skip)?.end().clone();
        let mut row = vec![axis.at(index), 0.0];
        for _ in 0..POINTS {
            let t = state.t + 1.0;
            state = plan().run(state, t)?.end().clone();
            let disk = mechanism.model.read(&state).body(mechanism.disk);
            row[1] = row[1].max(disk.spin.abs());
            row.push(disk.angle.rem_euclid(TAU));
        }
        Ok::<_, Box<dyn Error + Send + Sync>>(row)
    });
    let found = study.threads(args.count("threads")).run()?;
    verdict.check("rows of the study that failed", found.failed().count() as f64, "==", 0.0);
    let (mut worst, mut compared, mut stand) = (0.0_f64, 0, 0);
    let (mut x, mut y) = (Vec::new(), Vec::new());
    for row in found.rows() {
        let Ok([value, fastest, angles @ ..]) = row.values.as_deref() else { continue };
        x.extend(angles.iter().map(|_| *value));
        y.extend_from_slice(angles);
        if *fastest == 0.0 {
            stand += 1;
            continue;
        }
        let readings: Vec<Vec<f64>> = angles.iter().map(|angle| vec![*angle]).collect();
        let Some(length @ 1..=2) = period(&readings, 1e-6) else { continue };
        compared += 1;
        let off = nearest(&branches, length, *value, angles[0], rtol)?;
        worst = worst.max(off);
    }
    verdict.check("values at which motions settle on one or two points", f64::from(compared), ">=", 25.0);
    verdict.fact("and at which the disk stands", stand);
    verdict.check("farthest of them from a stable orbit of a branch (rad)", worst, "<", 1e-7);

    let curves = branches.iter().map(|(points, _)| Curve::of(points, &sliding)).collect::<Result<Vec<_>, _>>()?;
    let panel = |label: &str| Panel::new("static coefficient", label).x_range(LEAST - 0.01, MOST + 0.01);
    let mut section = panel("angle of the disk (rad)").points("where motions settle", &x, &y).color(6);
    let mut sizes = panel("largest multiplier").log_y().mark_y(1.0, "");
    for (k, (curve, (_, label))) in curves.iter().zip(&branches).enumerate() {
        section = curve.draw(section, &curve.angles, label, k);
        sizes = curve.draw(sizes, &curve.sizes, "", k);
    }
    Figure::new("Disk-slider: periodic orbits over friction, stable (lines) and unstable (dashed)")
        .size(900.0, 720.0)
        .panel(section)
        .panel(sizes)
        .save(&args.file("orbit_continuation.svg")?)?;
    Ok(verdict.finish())
}

/// How far an angle of the section is from the stable orbits of so many periods.
fn nearest(
    branches: &[(Vec<BranchPoint>, &str)],
    length: usize,
    value: f64,
    angle: f64,
    rtol: f64,
) -> Result<f64, Report> {
    let mechanism = mechanism(value).map_err(|error| error.to_string())?;
    let plan = || Simulation::new(&mechanism.model).tolerance(rtol);
    let mut least = f64::INFINITY;
    for (points, _) in branches {
        for pair in points.windows(2) {
            let [a, b] = [&pair[0], &pair[1]];
            let inside = (a.value - value) * (b.value - value) <= 0.0 && a.unstable.min(b.unstable) == 0;
            if !inside || (a.orbit.period - length as f64).abs() > 1e-9 {
                continue;
            }
            let guess = if (a.value - value).abs() < (b.value - value).abs() { a } else { b };
            let near = mechanism.model.start_from(guess.orbit.state.clone()).project()?.state;
            // Beside a fold it may go to the other orbit, or to none.
            let Ok(orbit) = shooting(a.orbit.period).run(&mechanism.model, &plan, &near) else { continue };
            if orbit.multipliers[0].norm() > 1.0 {
                continue;
            }
            let mut state = orbit.state;
            for _ in 0..length {
                let at = mechanism.model.read(&state).body(mechanism.disk).angle;
                least = least.min(((at - angle + PI).rem_euclid(TAU) - PI).abs());
                let t = state.t + 1.0;
                state = plan().output(Output::Ends).run(state, t)?.end().clone();
            }
        }
    }
    Ok(least)
}
