//! How should a crank be turned so that its motor is as small as possible? The profile of its angle over a turn, of least peak torque.
//!
//! A crank of length r turns once in T, its slider rubs in its guide with a force F in either direction. The angle may run ahead and fall behind,
//!
//! ```text
//! (1)  φ(t) = φ₀ + ω t + Σ_k a_k sin k ω t + b_k (cos k ω t − 1),     ω = 2π/T,  k = 1 … K
//! (2)  ∮ τ dφ = 4 r F         a slider goes 2 r forth and back:   no profile has a peak below  2 r F/π
//! (3)  F = 0:  τ = 0  where the kinetic energy ½ J(φ) φ'² is constant, as when nobody drives it
//! ```
//!
//! The torque is the reaction of the row that prescribes φ; its derivatives by a_k and b_k come along with the run, through the instants at which friction turns. A peak has no derivative, so the squares are weighted (Lawson): a sample
//! that is large gets more weight, w ← w |τ|/Σ w |τ|, until many of them are as large as the largest.

mod support;

use chetaev::analysis::Identification;
use chetaev::prelude::*;
use std::f64::consts::{PI, TAU};
use std::process::ExitCode;
use support::*;

/// Crank and rod (m), and a turn (s).
const R: f64 = 0.15;
const L: f64 = 0.4;
const TURN: f64 = 0.5;
/// kg m², of crank and flywheel.
const FLYWHEEL: f64 = 0.1;
/// φ₀: not at a dead center, where friction would have no direction.
const BEGIN: f64 = 0.7;
const SAMPLES: usize = 80;
const ROUNDS: usize = 10;

/// The slider-crank, driven by (1) with so many harmonics, and with a friction force (N).
fn crank(harmonics: usize, force: f64) -> Result<Family, Report> {
    let names = (1..=harmonics).flat_map(|k| [format!("a{k}"), format!("b{k}")]);
    let family = Family::new(names.map(|name| (name, 0.0)), move |p| {
        let of = |letter: char, k: usize| p[format!("{letter}{k}").as_str()];
        let waves: Vec<[f64; 2]> = (1..=harmonics).map(|k| [of('a', k), of('b', k)]).collect();
        let mut builder = ModelBuilder::new();
        let pin = [R * BEGIN.cos(), R * BEGIN.sin()];
        let lean = -(pin[1] / L).asin();
        let crank = builder.body("crank", RigidBody::new(1.0, FLYWHEEL).at(0.0, 0.0, BEGIN));
        let rod = RigidBody::rod(0.4, L).at(pin[0] + 0.5 * L * lean.cos(), pin[1] + 0.5 * L * lean.sin(), lean);
        let rod = builder.body("rod", rod);
        let slider = builder.body("slider", Particle::new(2.0).at(pin[0] + L * lean.cos(), 0.0));
        let guide = GROUND.axis([0.0, 0.0], 0.0);
        builder.constraint("guide", Slot::new(guide, slider.origin()));
        builder.constraint("bearing", Revolute::new(GROUND.origin(), crank.origin()));
        builder.constraint("crank pin", Revolute::new(crank.point(R, 0.0), rod.point(-0.5 * L, 0.0)));
        builder.constraint("piston pin", Revolute::new(rod.point(0.5 * L, 0.0), slider.origin()));
        let law = move |t: Jet| {
            let turned = t * (TAU / TURN);
            let wave = |k: usize, [a, b]: [f64; 2]| {
                let phase = turned * k as f64;
                phase.sin() * a + (phase.cos() - 1.0) * b
            };
            waves.iter().enumerate().fold(turned + BEGIN, |sum, (k, &amplitudes)| sum + wave(k + 1, amplitudes))
        };
        builder.constraint("motor", Driver::new(Angle::between(GROUND, crank), law));
        if force > 0.0 {
            let rub = FrictionPoint::along(Travel::along(guide, slider.origin()), force);
            builder.friction("rub", rub, Coulomb::new(1.0));
        }
        let model = builder.build()?;
        let start = model.start().project()?.into();
        Ok((model, start))
    });
    Ok(family?)
}

fn most(torque: &[f64]) -> f64 {
    torque.iter().fold(0.0, |most: f64, x| most.max(x.abs()))
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("crank_profile", "a crank's angle over a turn, of least peak torque")
        .default("rtol", "1e-9")
        .number("force", 20.0, "N, of the slider's friction")
        .parse();
    let mut verdict = Verdict::new("crank_profile");
    let force = args.number("force");
    let known = force == 20.0;
    let step = TURN / SAMPLES as f64;
    let column = |family: &Family, read: &dyn Fn(&Snapshot<'_>) -> f64| -> Result<Vec<f64>, Report> {
        let run = simulation(family.model(), &args).every(step).run(family.start().clone(), TURN)?;
        Ok(run.column(|at| read(at)))
    };
    let torque = |family: &Family| -> Result<Vec<f64>, Report> {
        let motor = family.model().constraint("motor").ok_or("no motor")?;
        column(family, &|at| at.multipliers(motor)[0])
    };
    let speed = |family: &Family| -> Result<Vec<f64>, Report> {
        let crank = family.model().body::<Planar>("crank").ok_or("no crank")?;
        column(family, &|at| at.body(crank).spin)
    };
    // Least squares of the torque, each sample with its weight.
    let least = |family: &Family, weights: &[f64]| -> Result<Family, Report> {
        let motor = family.model().constraint("motor").ok_or("no motor")?;
        let readings = Identification::new(family, |model| simulation(model, &args).every(step)).until(TURN);
        let weighted = |at: &Snapshot<'_>| {
            let k = (at.t() / step).round() as usize;
            weights[k.min(SAMPLES)].sqrt() * at.multipliers(motor)[0]
        };
        Ok(readings.measured(weighted, &[0.0; SAMPLES + 1], 1.0).run()?.family)
    };
    let even = vec![1.0; SAMPLES + 1];

    // (3): without friction there need be no torque.
    let steady = most(&torque(&crank(1, 0.0)?)?);
    verdict.fact("no friction, turned steadily: peak torque (N m)", format!("{steady:.4}"));
    let mut left = Vec::new();
    for harmonics in [2, 4, 6] {
        let peak = most(&torque(&least(&crank(harmonics, 0.0)?, &even)?)?);
        verdict.fact(&format!("with {harmonics} harmonics (N m)"), format!("{peak:.1e}"));
        left.push(peak);
    }
    verdict.check("six harmonics leave of the torque", left[2] / steady, "<", 0.2);

    // (2)
    let begin = crank(6, force)?;
    let bound = 2.0 * R * force / PI;
    let constant = torque(&begin)?;
    let squares = least(&begin, &even)?;
    let mean = torque(&squares)?;
    let (mut weights, mut family, mut best) = (even, squares.clone(), (most(&mean), squares));
    for _ in 0..ROUNDS {
        let torque = torque(&family)?;
        let peak = most(&torque);
        if peak < best.0 {
            best = (peak, family.clone());
        }
        weights.iter_mut().zip(&torque).for_each(|(weight, torque)| *weight *= torque.abs() / peak);
        let sum = weights.iter().sum::<f64>() / weights.len() as f64;
        weights.iter_mut().for_each(|weight| *weight /= sum);
        family = least(&family, &weights)?;
    }
    let (peak, family) = best;
    let flat = torque(&family)?;
    verdict.fact("peak torque, turned steadily (N m)", format!("{:.4}", most(&constant)));
    verdict.fact("of least squares (N m)", format!("{:.4}", most(&mean)));
    verdict.fact("of least peak (N m)", format!("{peak:.4}"));
    verdict.fact("no profile has less than (N m)", format!("{bound:.4}"));
    verdict.check("peak, of the least that there is", peak / bound, ">", 1.0);
    if known {
        verdict.check("peak, of the least that there is", peak / bound, "<", 1.2);
    }
    // (2) of the profile that was found: τ φ' over a turn.
    let spins = speed(&family)?;
    let work: f64 = flat[1..].iter().zip(&spins[1..]).map(|(torque, spin)| torque * spin * step).sum();
    verdict.close("work of a turn (J)", work.abs(), 4.0 * R * force, 1e-2);

    let angles: Vec<f64> = (0..=SAMPLES).map(|k| k as f64 * step).collect();
    Figure::new("A crank turned for the least peak torque")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(
            Panel::new("time (s)", "torque of the motor (N m)")
                .line("steadily", &angles, &constant)
                .line("least squares", &angles, &mean)
                .line("least peak", &angles, &flat),
        )
        .panel(Panel::new("time (s)", "speed of the crank (rad/s)").line("steadily", &angles, &speed(&begin)?).line(
            "least peak",
            &angles,
            &spins,
        ))
        .save(&args.file("crank_profile.svg")?)?;
    Ok(verdict.finish())
}
