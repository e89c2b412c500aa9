//! When does a disk that rolls straight on fall over? The critical speed from eigenvalues of the full equations, against its closed form.
//!
//! Mass m, radius r, moments A about a diameter and C about the axis. For a small lean θ of a disk that rolls at speed u = ω r
//!
//! ```text
//! (1)  A (A + m r²) θ'' + (C (C + m r²) ω² − m g r A) θ = 0           (2)  u² = m g r³ A/(C (C + m r²)):  g r/3 (disk), g r/4 (hoop)
//! ```
//!
//! after the turn of its heading is eliminated. The model knows nothing of this: six velocities, a contact and two rows of rolling leave five
//! displacements and three velocities. Six of the eight eigenvalues are zero (where it is, where it heads, how far it has turned, how fast it rolls, on how
//! wide a circle), so that λ² = tr A²/2, which unlike the eigenvalues themselves stays exact where all eight meet.

mod support;

use chetaev::analysis::{Linearization, Shooting};
use chetaev::contact::spatial::RimOnPlane;
use chetaev::contact::surface::{Plane, Rim};
use chetaev::nalgebra::{Matrix3, Rotation3, UnitQuaternion, Vector3};
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::TAU;
use std::process::ExitCode;
use support::*;

const MASS: f64 = 1.3;
const GRAVITY: f64 = 9.81;
const RADIUS: f64 = 0.35;

/// Moments about a diameter and about the axis, as parts of m r².
const KINDS: [(&str, f64, f64); 2] = [("disk", 0.25, 0.5), ("hoop", 0.5, 1.0)];

/// A body that rolls along x, upright but for a lean.
fn build([a, c]: [f64; 2], speed: f64, lean: f64) -> Result<(Model, BodyId<Spatial>), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, 0.0, -GRAVITY]);
    // Body axes: x ahead, z along the axis.
    let upright = Rotation3::from_matrix_unchecked(Matrix3::from_columns(&[Vector3::x(), -Vector3::z(), Vector3::y()]));
    let attitude =
        UnitQuaternion::from_scaled_axis(Vector3::x() * lean) * UnitQuaternion::from_rotation_matrix(&upright);
    let center = UnitQuaternion::from_scaled_axis(Vector3::x() * lean) * (Vector3::z() * RADIUS);
    let disk = Solid::principal(MASS, [a, a, c])?.at(center.x, center.y, center.z).turned(attitude);
    let disk = builder.body("disk", disk.moving(speed, 0.0, 0.0).spinning(0.0, 0.0, speed / RADIUS));
    builder.constraint("floor", Contact::rolling(WORLD, disk, RimOnPlane::new(Plane::horizontal(), Rim::new(RADIUS))));
    Ok((builder.build()?, disk))
}

/// λ² of the full equations.
fn square(moments: [f64; 2], speed: f64) -> Result<f64, Box<dyn Error>> {
    let (model, _) = build(moments, speed, 0.0)?;
    let linear = Linearization::about(&model, &model.start().project()?.state)?;
    let matrix = linear.matrix();
    Ok(0.5 * (matrix * matrix).trace())
}

fn main() -> Result<ExitCode, Report> {
    let args =
        Cli::new("rolling_disk_stability", "the critical speed of a rolling disk").default("rtol", "1e-12").parse();
    let mut verdict = Verdict::new("rolling_disk_stability");
    let mut panel = Panel::new("speed (m/s)", "λ² (1/s²)");
    let weight = MASS * RADIUS * RADIUS;
    for (name, a, c) in KINDS {
        let [a, c] = [a * weight, c * weight];
        let closed = |speed: f64| {
            let rate = speed / RADIUS;
            -(c * (c + weight) * rate * rate - MASS * GRAVITY * RADIUS * a) / (a * (a + weight))
        };
        let expected = RADIUS * (MASS * GRAVITY * RADIUS * a / (c * (c + weight))).sqrt();

        let speeds: Vec<f64> = (0..=20).map(|k| 0.1 * f64::from(k)).collect();
        let squares = speeds.iter().map(|&speed| square([a, c], speed)).collect::<Result<Vec<f64>, _>>()?;
        let off = speeds.iter().zip(&squares).map(|(&u, s)| (s - closed(u)).abs()).fold(0.0, f64::max);
        verdict.check(&format!("{name}: λ² against (1), all speeds (1/s²)"), off, "<", 1e-8);
        panel = panel.line(name, &speeds, &squares).mark_x(expected, name);

        // The zero of λ² over the speed, by secants.
        let (mut before, mut speed) = (0.8 * expected, 1.3 * expected);
        let mut last = square([a, c], before)?;
        for _ in 0..8 {
            let now = square([a, c], speed)?;
            if now == last {
                break;
            }
            (before, speed, last) = (speed, speed - now * (speed - before) / (now - last), now);
        }
        verdict.fact(&format!("{name}: critical speed (m/s)"), format!("{speed:.12}"));
        verdict.check("  against (2) (m/s)", (speed - expected).abs(), "<", 1e-10);

        // The same growth by another way: what a whole turn makes of small differences.
        let slow = 0.97 * expected;
        let (model, _) = build([a, c], slow, 0.0)?;
        let plan = || simulation(&model, &args);
        let turn = TAU * RADIUS / slow;
        let start = model.start().project()?.state;
        let orbit = Shooting::driven(turn).step(1e-5).advancing(["disk.x"]).run(&model, &plan, &start)?;
        let growth = orbit.multipliers.first().map_or(f64::NAN, |m| m.norm());
        verdict.check(
            "  largest multiplier against exp(λT), relative",
            (growth / (closed(slow).sqrt() * turn).exp() - 1.0).abs(),
            "<",
            1e-6,
        );

        // And what happens: just below it falls, just above it does not.
        for (part, falls) in [(0.9, true), (1.1, false)] {
            let (model, disk) = build([a, c], part * expected, 1e-3)?;
            let run = simulation(&model, &args).every(0.05).run(model.start().project()?, 6.0)?;
            let lean = run.column(|at| at.body(disk).turn(Vector3::z()).z.abs()).into_iter().fold(0.0, f64::max);
            verdict.holds(&format!("  falls at {part} of it"), (lean > 0.05) == falls);
        }
    }
    Figure::new("A disk that rolls straight on: upright where λ² < 0, above the critical speeds that are marked")
        .panel(panel)
        .save(&args.file("rolling_disk_stability.svg")?)?;
    Ok(verdict.finish())
}
