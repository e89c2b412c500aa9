//! Chapter 9: a block on a rough floor, a spring, a force that shakes it. How far does it swing, at each frequency?

use chetaev::analysis::{Axis, Study};
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::{error::Error, f64::consts::PI};

/// The block with its 1 kg, a spring with 100 N/m, a force of 5 N.
fn shaken(ratio: f64, mu: f64) -> Result<(Model, BodyId, FrictionId), Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let block = builder.body("block", Particle::new(1.0));
    let line = GROUND.axis([0.0, 0.0], 0.0);
    let (slot, travel) = (Slot::new(line, block.origin()), Travel::along(line, block.origin()));
    let floor = builder.constraint("floor", slot);
    builder.force("spring", SpringDamper::along(travel, 100.0));
    builder.force("shaker", AppliedAlong::new(travel, move |t, _| 5.0 * (10.0 * ratio * t).cos()));
    let rub = builder.friction("rub", FrictionPoint::in_slot(floor), Coulomb::new(mu));
    Ok((builder.build()?, block, rub))
}

/// Amplitude of the settled motion in static deflections, and the part of the time for which the block sticks.
fn settled(ratio: f64, mu: f64) -> Result<Vec<f64>, Box<dyn Error>> {
    let ((model, block, rub), period) = (shaken(ratio, mu)?, 0.2 * PI / ratio);
    let before = Simulation::new(&model).output(Output::Ends).run(model.start().project()?, 100.0 * period)?;
    let run = Simulation::new(&model).every(0.001 * period).run(before.end().clone(), 101.0 * period)?;
    let amplitude = run.largest(|at| at.body(block).origin.x.abs()) * 100.0 / 5.0;
    Ok(vec![amplitude, run.friction_summary(rub).stuck_fraction])
}

fn main() -> Result<(), Report> {
    let (model, block, _) = shaken(1.0, 0.3)?;
    let aside = model.start().set("block.x", 0.3).project()?.state;
    let sketch = model.drawing(&aside).arrow("shaker", block.origin(), [1.0, 0.0]);
    sketch.write("target/examples-out/course_sweeps/course_sweeps_sketch.svg")?;
    let ratios = Axis::new(0.3, 1.7, 48);
    let x = ratios.values();
    let mut panel = Panel::new("frequency / natural frequency", "amplitude / static deflection").y_range(0.0, 8.0);
    for (k, mu) in [0.2, 0.3, 0.4].into_iter().enumerate() {
        let rows =
            Study::new(ratios.points(), ["amplitude", "stuck"], |i| settled(ratios.at(i), mu)).threads(0).run()?;
        let [amplitude, stuck] = ["amplitude", "stuck"].map(|name| rows.column(name).unwrap_or_default());
        // The closed form (1) where the block never sticks; very near to resonance it has not settled yet.
        let form = |ratio: f64| {
            let friction = mu * 9.81 / 5.0 * (PI / ratio).sin() / (ratio * (1.0 + (PI / ratio).cos()));
            ((1.0 - ratio * ratio).powi(-2) - friction * friction).sqrt()
        };
        let known: Vec<f64> = (0..48).map(|i| if stuck[i] == 0.0 { form(x[i]) } else { f64::NAN }).collect();
        let near = |i: usize| (x[i] - 1.0).abs() < 0.1 || (amplitude[i] / known[i] - 1.0).abs() < 1e-4;
        assert!((0..48).all(|i| stuck[i] > 0.0 || near(i)));
        let sticks = stuck.iter().filter(|part| **part > 0.0).count();
        println!("μ = {mu}: sticks at {sticks} of 48 frequencies; amplitude {:.4} at {:.3}", amplitude[14], x[14]);
        panel = panel.line("", &x, &known).color(k).points(&format!("μ = {mu}"), &x, &amplitude).color(k);
    }
    let figure = Figure::new("A shaken block on a rough floor: points computed, lines in closed form").panel(panel);
    figure.save("target/examples-out/course_sweeps/course_sweeps.svg")?;
    println!("VERDICT: pass");
    Ok(())
}
