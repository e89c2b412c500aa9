//! Chapter 9: a block on a rough floor, a spring, a force that shakes it. How far does it swing, at each frequency?

use chetaev::analysis::{Axis, Study};
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::{error::Error, f64::consts::PI};

/// Amplitude of the settled motion in static deflections, and the part of the time for which the block sticks.
fn settled(ratio: f64, mu: f64) -> Result<[f64; 2], Box<dyn Error>> {
    let (force, stiffness, period) = (5.0, 100.0, 0.2 * PI / ratio); // N, N/m, s; the mass is 1 kg
    let mut builder = ModelBuilder::new();
    builder.gravity(0.0, -9.81);
    let block = builder.body("block", Particle::new(1.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let (slot, travel) = (Slot::new(line, block.origin()), Travel::along(line, block.origin()));
    let floor = builder.constraint("floor", slot);
    builder.force("spring", SpringDamper::along(travel, stiffness));
    builder.force("shaker", AppliedAlong::new(travel, move |t, _| force * (10.0 * ratio * t).cos()));
    let rub = builder.friction("rub", Rub::in_slot(floor, &slot), Coulomb::new(mu));
    let model = builder.build()?;

    let before = Simulation::new(&model).output(Output::Ends).run(model.start().project()?, 100.0 * period)?;
    let run = Simulation::new(&model).every(0.001 * period).run(before.end().clone(), 101.0 * period)?;
    Ok([run.largest(|at| at.body(block).origin.x.abs()) * stiffness / force, run.rubbed(rub).stuck_fraction])
}

fn main() -> Result<(), Box<dyn Error>> {
    let (ratios, mus) = (Axis::new(0.3, 1.7, 48), Axis::new(0.2, 0.4, 3));
    let study = Study::new(3 * 48, ["ratio", "mu", "amplitude", "stuck"], |i| {
        let [ratio, mu] = ratios.with(&mus, i);
        settled(ratio, mu).map(|[amplitude, stuck]| vec![ratio, mu, amplitude, stuck])
    });
    let results = study.threads(0).run()?;
    let [ratio, mu, amplitude, stuck] =
        ["ratio", "mu", "amplitude", "stuck"].map(|name| results.column(name).unwrap_or_default());

    // The closed form (1), where the block never sticks and is not too near to resonance to have settled.
    let form = |ratio: f64, mu: f64| {
        let friction = mu * 9.81 / 5.0 * (PI / ratio).sin() / (ratio * (1.0 + (PI / ratio).cos()));
        (1.0 / (1.0 - ratio * ratio).powi(2) - friction * friction).sqrt()
    };
    let known: Vec<f64> = ratio.iter().zip(&mu).map(|(ratio, mu)| form(*ratio, *mu)).collect();
    let smooth: Vec<usize> = (0..ratio.len()).filter(|&i| stuck[i] == 0.0 && (ratio[i] - 1.0).abs() > 0.1).collect();
    println!("{:?} {} {:?}", results.failed().next(), smooth.len(), stuck);
    assert!(results.failed().count() == 0 && smooth.len() > 70);
    assert!(smooth.iter().all(|&i| (amplitude[i] / known[i] - 1.0).abs() < 1e-4));
    println!("{} runs, {} of them compared with the closed form", ratio.len(), smooth.len());

    let mut swings = Panel::new("frequency / natural frequency", "amplitude / static deflection").y_range(0.0, 8.0);
    let mut rests = Panel::new("frequency / natural frequency", "part of the time stuck");
    for (k, mu) in mus.values().iter().enumerate() {
        let (rows, name) = (48 * k..48 * (k + 1), format!("μ = {mu:.1}"));
        let x = &ratio[rows.clone()];
        swings = swings.line("", x, &known[rows.clone()]).color(k).points(&name, x, &amplitude[rows.clone()]).color(k);
        rests = rests.line(&name, x, &stuck[rows.clone()]).color(k);
        println!(
            "{name}: amplitude {:.4} at {:.3}, stuck {:.0} % of the time at {:.3}",
            amplitude[48 * k + 12],
            x[12],
            100.0 * stuck[48 * k],
            x[0]
        );
    }
    Figure::new("A shaken block on a rough floor: points computed, lines in closed form")
        .columns(2)
        .size(900.0, 420.0)
        .panel(swings)
        .panel(rests)
        .save("target/examples-out/course_sweeps/course_sweeps.svg")?;
    println!("VERDICT: pass");
    Ok(())
}
