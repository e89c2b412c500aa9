//! Where rigid bodies with Coulomb friction have no motion, or more than one.
//!
//! A rod hinged to a light slider in a rough slot is Painlevé's sliding rod with a bilateral guide. At rest, leaning by φ from the
//! downward vertical, it has exactly one motion while |p| < 1, otherwise none or two:
//!
//! ```text
//! |p| = μ |s c| / (M/k − s²)   with M = m₁ + m₂, k = ¾ m₂, s = sin φ, c = cos φ;     smallest critical μ = 2 √(M (M − k))/k,   4/3 for m₁ = 0
//! ```
//!
//! A ladder whose ends slide in two rough slots has two friction points (Klepp's problem): 0 to 4 motions.

mod support;

use chetaev::prelude::*;
use std::error::Error;
use std::process::ExitCode;
use support::ladder::Ladder;
use support::single_point::Rod;
use support::*;

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The number of motions of the rod, and its coupling |p|.
fn rod(slider: f64, phi: f64, mu: f64, speed: f64) -> Result<(usize, f64)> {
    let start = [0.0, phi, speed, 0.0];
    let rod = Rod {
        masses: [slider, 1.0],
        stiffness: 0.0,
        damping: 0.0,
        force: [0.0, 3.0],
        mu,
        mu_static: mu,
        start,
        ..Rod::STICKSLIP
    };
    let m = rod.build()?;
    let mut state = m.start()?;
    // Where there is no motion this is an error, and the directions are known all the same.
    let _ = m.model.decide_friction(&mut state);
    let mut ws = m.model.workspace();
    let _ = m.model.evaluate(&mut ws, &state, Baumgarte::OFF);
    Ok((m.model.branches(&state)?.len(), ws.coupling().norm))
}

/// The smallest coefficient at which the rod can jam, over all leanings: golden section outside, bisection inside.
fn critical(slider: f64) -> Result<f64> {
    let at = |phi: f64| -> Result<f64> {
        // |p| is proportional to μ.
        Ok(1.0 / rod(slider, phi, 1.0, 1.0)?.1)
    };
    let ratio = 0.5 * (5_f64.sqrt() - 1.0);
    let (mut a, mut b) = (0.1, 1.4);
    let (mut c, mut d) = (b - ratio * (b - a), a + ratio * (b - a));
    let (mut at_c, mut at_d) = (at(c)?, at(d)?);
    while b - a > 1e-9 {
        if at_c < at_d {
            (b, d, at_d) = (d, c, at_c);
            c = b - ratio * (b - a);
            at_c = at(c)?;
        } else {
            (a, c, at_c) = (c, d, at_d);
            d = a + ratio * (b - a);
            at_d = at(d)?;
        }
    }
    Ok(at_c.min(at_d))
}

/// The number of motions of the ladder over two parameters.
struct Map {
    x: Vec<f64>,
    y: Vec<f64>,
    count: Vec<usize>,
}

fn map(x: [f64; 2], y: [f64; 2], points: usize, count: impl Fn(f64, f64) -> Result<usize>) -> Result<Map> {
    let axis = |[from, to]: [f64; 2]| -> Vec<f64> {
        (0..points).map(|k| from + (to - from) * (k as f64 + 0.5) / points as f64).collect()
    };
    let (x, y) = (axis(x), axis(y));
    let mut counts = Vec::with_capacity(points * points);
    for &y in &y {
        for &x in &x {
            counts.push(count(x, y)?);
        }
    }
    Ok(Map { x, y, count: counts })
}

fn main() -> std::result::Result<ExitCode, Report> {
    let args = Cli::new("painleve", "no motion, or several")
        .count("points", 90, "of each map, along each side")
        .number("rate", 2.0, "rad/s, of the ladder")
        .parse();
    let (points, rate) = (args.count("points"), args.number("rate"));
    let mut verdict = Verdict::new("painleve");

    let formula = |slider: f64| {
        let (mass, k) = (slider + 1.0, 0.75);
        2.0 * (mass * (mass - k)).sqrt() / k
    };
    for slider in [1e-6, 0.1, 1.0] {
        let name = format!("critical coefficient, slider of {slider} kg");
        verdict.close(&name, critical(slider)?, formula(slider), 1e-8);
    }
    verdict.close("critical coefficient without slider", critical(1e-9)?, 4.0 / 3.0, 1e-6);
    let [with, against] = [rod(0.1, 2.6, 2.0, 1.0)?.0, rod(0.1, 2.6, 2.0, -1.0)?.0];
    verdict.check("motions of the rod, dragged", with as f64, "==", 2.0);
    verdict.check("motions of the rod, pushed", against as f64, "==", 0.0);

    // A run that comes to such a state stops with an error that says so, and keeps what it had.
    let jam = Rod::JAM.build()?;
    match simulation(&jam.model, &args).run(jam.start()?, 2.0) {
        Ok(_) => verdict.holds("a run into a jam stops with an error", false),
        Err(error) => {
            println!("a run into a jam: {error}");
            verdict.fact("the run came to (s)", format!("{:.4}", error.partial.end().t));
            verdict.holds("a run into a jam stops with an error", true)
        }
    };

    let ladder = |theta: f64, rate: f64, mu: [f64; 2]| -> Result<usize> {
        let ladder = Ladder::build(theta, rate, mu)?;
        Ok(ladder.model.branches(&ladder.start()?)?.len())
    };
    let coefficients = map([0.05, 4.0], [0.05, 4.0], points, |a, b| ladder(0.3, rate, [a, b]))?;
    let angles = map([0.05, 1.52], [0.05, 4.0], points, |theta, mu| ladder(theta, rate, [mu, 0.5]))?;
    let number = |map: &Map, n: usize| map.count.iter().filter(|c| **c == n).count();
    for n in 0..5 {
        verdict.fact(&format!("points of the maps with {n} motions"), number(&coefficients, n) + number(&angles, n));
    }
    verdict.check(
        "mild friction: points with another number than one",
        {
            let mild = coefficients.y.iter().enumerate().flat_map(|(j, y)| {
                let row = coefficients.x.iter().enumerate();
                row.filter(move |(_, x)| x.max(*y) < 0.4).map(move |(i, _)| j * points + i)
            });
            mild.filter(|k| coefficients.count[*k] != 1).count() as f64
        },
        "==",
        0.0,
    );
    verdict.check("points with three motions", number(&angles, 3) as f64 + number(&coefficients, 3) as f64, ">", 0.0);

    let names = ["none", "one", "two", "three", "four"];
    Figure::new("How many motions friction leaves to a ladder in two slots")
        .columns(2)
        .size(1000.0, 480.0)
        .panel(Panel::new("coefficient at the wall", "coefficient at the floor").title("leaning at 0.3 rad").map(
            &names,
            &coefficients.x,
            &coefficients.y,
            &coefficients.count,
        ))
        .panel(
            Panel::new("angle of the ladder (rad)", "coefficient at the wall")
                .title("coefficient at the floor 0.5")
                .map(&names, &angles.x, &angles.y, &angles.count),
        )
        .save(&args.file("painleve.svg")?)?;
    Ok(verdict.finish())
}
