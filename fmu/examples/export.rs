//! Two mechanisms become FMI units, of version 3.0 and of 2.0: a slider-crank with a motor, and a drawer that sticks and slips. Beside each stands what the library says of the same motion, for
//! `fmu/test.py` to compare: with constant inputs, and with a parameter that differs from the model's.

#[path = "support/models.rs"]
mod models;

use chetaev::prelude::*;
use models::{STEP, TOLERANCE, crank, crank_unit, drawer, drawer_unit};
use std::error::Error;
use std::fs;

const FOLDER: &str = "target/examples-out/fmu";

/// What the library says at every communication step.
fn table(model: &Model, start: State, t_end: f64, columns: &[&str]) -> Result<String, Box<dyn Error>> {
    let run = Simulation::new(model).tolerance(TOLERANCE).every(STEP).run(start, t_end)?;
    Ok(run.columns(columns)?.to_csv())
}

fn main() -> Result<(), Report> {
    fs::create_dir_all(FOLDER)?;
    let (model, start) = crank(0.1, 0.0)?;
    let unit = crank_unit(&model, start);
    unit.write(format!("{FOLDER}/crank.fmu"))?;
    unit.fmi2().write(format!("{FOLDER}/crank2.fmu"))?;
    let (model, start) = crank(0.15, 0.8)?;
    let columns = ["t", "crank.theta", "crank.omega", "slider.x", "reaction.O.fx", "friction.rub.force", "kinetic"];
    fs::write(format!("{FOLDER}/crank.csv"), table(&model, start, 2.0, &columns)?)?;

    let (model, start) = drawer(0.1, 0.0)?;
    let unit = drawer_unit(&model, start);
    unit.write(format!("{FOLDER}/drawer.fmu"))?;
    unit.fmi2().write(format!("{FOLDER}/drawer2.fmu"))?;
    let (model, start) = drawer(0.08, 0.01)?;
    let columns = ["t", "drawer.x", "drawer.vx", "friction.front.load", "friction.front.force", "friction.rear.force"];
    fs::write(format!("{FOLDER}/drawer.csv"), table(&model, start, 3.0, &columns)?)?;
    for unit in ["crank", "crank2", "drawer", "drawer2"] {
        println!("{FOLDER}/{unit}.fmu: {} bytes", fs::metadata(format!("{FOLDER}/{unit}.fmu"))?.len());
    }
    println!("VERDICT: pass");
    Ok(())
}
