//! A slider-crank on a spring: where it rests with and without friction, how it swings there, and how it answers a torque.
//!
//! One freedom, the crank's angle θ. With s(θ) = r cos θ + √(l² − r² sin²θ), the rod's center (x, y) and its angle β, sin β = −(r/l) sin θ,
//!
//! ```text
//! (1)  I(θ) = J + m_r (x'² + y'²) + J_r β'² + m_s s'²        V(θ) = ½ k (s − l)² + m_r g y
//! (2)  I λ² + c s'² λ + V'' = 0                              answer to a torque M e^{iωt}: M/(V'' − I ω² + i ω c s'²)
//! ```
//!
//! at rest, V' = 0; primes are derivatives by θ, taken on numbers that carry them. The model itself has Cartesian coordinates, pins and a slot.

mod support;

use chetaev::analysis::{Axis, Linearization, Rest, Shooting, Study, equilibrium};
use chetaev::nalgebra::Complex;
use chetaev::prelude::*;
use std::error::Error;
use std::f64::consts::TAU;
use std::process::ExitCode;
use support::single_point::Crank;
use support::*;

const ROUGH: Crank = Crank { torque: [0.0, 1.0], damping: 2.0, ..Crank::STICKSLIP };
const SMOOTH: Crank = Crank { mu: 0.0, mu_static: 0.0, ..ROUGH };
const G: f64 = 9.8;

/// I, V', V'' and c s'² at θ.
fn in_the_angle(theta: f64) -> [f64; 4] {
    let ([r, l], [m_rod, m_slider]) = (ROUGH.lengths, ROUGH.masses);
    let theta = Jet::time(theta); // its derivatives by θ itself
    let (sin, cos) = (theta.sin(), theta.cos());
    let s = r * cos + (l * l - (r * sin).powi(2)).sqrt();
    let (x, y, beta) = (0.5 * (r * cos + s), 0.5 * r * sin, -(r / l * sin).asin());
    let rod = m_rod * (x.first.powi(2) + y.first.powi(2) + l * l / 12.0 * beta.first.powi(2));
    let potential = 0.5 * ROUGH.stiffness * (s - l).powi(2) + m_rod * G * y;
    let square = s.first.powi(2);
    [ROUGH.inertia + rod + m_slider * square, potential.first, potential.second, ROUGH.damping * square]
}

/// The crank carried to an angle in small turns, at rest.
fn turned(model: &Model, angle: f64) -> Result<State, Box<dyn Error>> {
    let from = ROUGH.start[0];
    let turns = 1 + ((angle - from).abs() / 0.1) as u32;
    let mut state = model.placed();
    for k in 1..=turns {
        let theta = from + (angle - from) * f64::from(k) / f64::from(turns);
        state = model.start_from(state).set("crank.theta", theta).hold("crank.theta").project()?.into();
    }
    Ok(state)
}

fn main() -> Result<ExitCode, Report> {
    let args = Cli::new("slider_crank_modes", "equilibria, modes and frequency response of a slider-crank")
        .default("rtol", "1e-11")
        .count("points", 121, "angles at which the margin to slip is looked at")
        .parse();
    let mut verdict = Verdict::new("slider_crank_modes");

    // Without friction: rest, eigenvalues, answer.
    let smooth = SMOOTH.build()?;
    let (model, crank) = (&smooth.model, smooth.turning);
    let theta = model.velocity_range(crank).end - 1; // where its turning stands among the answers
    let mut rest = equilibrium(model, &turned(model, 1.2)?, &Rest::Center)?;
    let angle = model.read(&rest.state).body(crank).angle;
    let [inertia, slope, stiffness, damping] = in_the_angle(angle);
    verdict.fact("rest without friction (rad)", format!("{angle:.12}"));
    verdict.check("V' there (N m)", slope.abs(), "<", 1e-11);
    rest.state.set_friction(smooth.rub, Mode::Forward);
    let mut linear = Linearization::about(model, &rest.state)?;
    let mode = linear.modes()?.into_iter().next().ok_or("no mode")?;
    let decay = -0.5 * damping / inertia;
    let expected = Complex::new(decay, (stiffness / inertia - decay * decay).sqrt());
    verdict.fact("eigenvalue (1/s)", format!("{:.9}", mode.eigenvalue));
    verdict.check("  against (2) (1/s)", (mode.eigenvalue - expected).norm(), "<", 1e-10);
    verdict.fact("  damping ratio", format!("{:.6}", mode.damping_ratio()));
    let omegas: Vec<f64> = (0..=400).map(|k| 0.05 * f64::from(k)).collect();
    let mut answers = Vec::with_capacity(omegas.len());
    let mut off: f64 = 0.0;
    for &omega in &omegas {
        let answer = linear.response(omega, crank, &[0.0, 0.0, 1.0])?[theta];
        let expected = 1.0 / Complex::new(stiffness - inertia * omega * omega, omega * damping);
        off = off.max((answer - expected).norm() / expected.norm());
        answers.push(answer);
    }
    verdict.check("answer to a torque against (2), relative", off, "<", 1e-10);

    // The same answer from the whole equations: a periodic orbit under a small torque.
    let (torque, omega) = (1e-4, 8.0);
    let driven = Crank { torque: [torque, omega], start: [angle, 0.0], ..SMOOTH }.build()?;
    let plan = || simulation(&driven.model, &args);
    let orbit = Shooting::driven(TAU / omega).step(1e-3).run(&driven.model, &plan, &driven.start()?)?;
    let answer = linear.response(omega, crank, &[0.0, 0.0, 1.0])?[theta];
    // The torque is Im(M e^{iωt}), and so is the answer.
    let apart = (driven.model.read(&orbit.state).body(driven.turning).angle - angle - torque * answer.im).abs();
    verdict.check("a small periodic orbit against the answer, relative", apart / (torque * answer.norm()), "<", 1e-3);

    // With friction: the set of angles at which it rests, and its edges.
    let rough = ROUGH.build()?;
    let axis = Axis::new(0.2, 2.2, args.count("points"));
    let row = |index: usize| -> Result<Vec<f64>, Box<dyn Error>> {
        let asked = axis.at(index);
        let found = equilibrium(&rough.model, &turned(&rough.model, asked)?, &Rest::Nearest)?;
        let stays = (rough.model.read(&found.state).body(rough.turning).angle - asked).abs() < 1e-9;
        Ok(vec![if stays { found.margin.unwrap_or(f64::NAN) } else { f64::NAN }])
    };
    let margins = Study::new(axis.points(), ["margin"], row).run()?;
    verdict.check("angles that failed", margins.failed().count() as f64, "==", 0.0);
    let mut panel = Panel::new("crank's angle (rad)", "margin to slip").title("set of rest under friction");
    panel = panel.line("", &axis.values(), &margins.column("margin").unwrap_or_default());
    for direction in [1.0, -1.0] {
        // The slider is about to slide outward or inward.
        let edge = Rest::Edge(vec![(rough.rub, direction)]);
        let found = equilibrium(&rough.model, &turned(&rough.model, angle)?, &edge)?;
        let edge = rough.model.read(&found.state).body(rough.turning).angle;
        let word = if direction > 0.0 { "outward" } else { "inward" };
        verdict.fact(&format!("about to slide {word} (rad)"), format!("{edge:.9}"));
        let inside = turned(&rough.model, edge + (angle - edge).signum() * 1e-6)?;
        let margin = equilibrium(&rough.model, &inside, &Rest::Nearest)?.margin.unwrap_or(f64::NAN);
        verdict.check("  margin 1e-6 rad inside", margin, "<", 1e-4);
        panel = panel.mark_x(edge, word);
    }
    let magnitude: Vec<f64> = answers.iter().map(|answer| answer.norm()).collect();
    Figure::new("Slider-crank on a spring")
        .columns(2)
        .size(1000.0, 420.0)
        .panel(
            Panel::new("frequency (rad/s)", "angle per torque (rad/N m)")
                .title("without friction")
                .log_y()
                .line("", &omegas, &magnitude),
        )
        .panel(panel)
        .save(&args.file("slider_crank_modes.svg")?)?;
    Ok(verdict.finish())
}
