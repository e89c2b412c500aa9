//! Chapter 14: a mass on a belt sticks and slips. How do its numbers get into other programs, and the model into a file and back?

use chetaev::analysis::{Axis, Study, StudyProgress};
use chetaev::model::SavedModel;
use chetaev::plot::{Figure, Panel};
use chetaev::prelude::*;
use std::{error::Error, f64::consts::PI, fs, ops::ControlFlow};

const FOLDER: &str = "target/examples-out/course_files";

/// 1 kg on a belt, held by a spring of 100 N/m. All of it is data: a model with a closure could not be saved.
fn belt(speed: f64) -> Result<Model, Box<dyn Error>> {
    let mut builder = ModelBuilder::new();
    builder.gravity([0.0, -9.81]);
    let (mass, line) = (builder.body("mass", Particle::new(1.0).moving(speed, 0.0)), GROUND.axis([0.0, 0.0], 0.0));
    let slot = builder.constraint("line", Slot::new(line, mass.origin()));
    builder.force("spring", SpringDamper::along(Travel::along(line, mass.origin()), 100.0));
    let rub = FrictionPoint::in_slot(slot).on_belt_signal(Signal::constant(speed));
    builder.friction("belt", rub, Coulomb::new(0.2).holding(0.4));
    Ok(builder.build()?)
}

/// Its period: from one breaking loose to the next.
fn period(speed: f64) -> Result<Vec<f64>, Box<dyn Error>> {
    let model = belt(speed)?;
    let run = Simulation::new(&model).tolerance(1e-12).run(model.start().project()?, 6.0)?;
    let loose: Vec<f64> = run.transitions().iter().filter(|c| c.from == Mode::Stick).map(|c| c.t).collect();
    let [.., before, last] = loose[..] else { return Err("it breaks loose once".into()) };
    Ok(vec![last - before])
}

fn main() -> Result<(), Report> {
    // Half a run; model and state written, and read back.
    let model = belt(0.1)?;
    let half = Simulation::new(&model).every(0.005).run(model.start().project()?, 2.0)?;
    fs::create_dir_all(FOLDER)?;
    fs::write(format!("{FOLDER}/model.json"), serde_json::to_string(&model.saved()?)?)?;
    fs::write(format!("{FOLDER}/state.json"), serde_json::to_string(half.end())?)?;
    let read: SavedModel = serde_json::from_str(&fs::read_to_string(format!("{FOLDER}/model.json"))?)?;
    let state: State = serde_json::from_str(&fs::read_to_string(format!("{FOLDER}/state.json"))?)?;
    let read = read.build()?;

    // Both go on, and agree to the last bit.
    let [one, other] = [Simulation::new(&model).run(half.end().clone(), 4.0)?, Simulation::new(&read).run(state, 4.0)?];
    let bits = |run: &Trajectory| run.column(|at| at.q()[0]).into_iter().map(f64::to_bits).collect::<Vec<_>>();
    assert!(bits(&one) == bits(&other) && one.transitions() == other.transitions() && one.end() == other.end());
    println!("read back, it goes on: {} samples, {} changes, the same bits", other.len(), other.transitions().len());

    // For other programs.
    half.write_csv(format!("{FOLDER}/run.csv"))?;
    half.write_npz(format!("{FOLDER}/run.npz"))?;

    // A study that is interrupted after five rows, and resumed.
    let (file, speeds) = (format!("{FOLDER}/periods.csv"), Axis::new(0.05, 0.6, 12));
    let _ = fs::remove_file(&file);
    let study = || Study::new(speeds.points(), ["period"], |i| period(speeds.at(i)));
    let stop = |now: &StudyProgress| if now.done < 5 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    assert!(study().progress(stop).run_in(&file).is_err(), "it was not interrupted");
    let periods = study().run_in(&file)?;
    assert!((5..12).contains(&periods.on_file()));
    println!("interrupted and resumed, the study has {} rows", periods.rows().len());
    let (found, lag) = (periods.column("period").ok_or("no such column")?, 0.2 * 9.81 / 100.0);
    let form = |v: f64| 2.0 * lag / v + (PI + 2.0 * (v / (10.0 * lag)).atan()) / 10.0; // (1)
    let known: Vec<f64> = speeds.values().into_iter().map(form).collect();
    assert!(found.iter().zip(&known).all(|(found, known)| (found - known).abs() < 1e-10));
    println!("periods from {:.6} s to {:.6} s", found[0], found[11]);

    let mass: BodyId = model.body("mass").ok_or("no such body")?;
    let sketch = model.drawing(half.end()).length("x", GROUND.origin(), mass.origin());
    sketch.arrow("v", mass.origin(), [1.0, 0.0]).write(format!("{FOLDER}/course_files_sketch.svg"))?;
    let swept = Panel::new("speed of the belt (m/s)", "period (s)").line("closed form", &speeds.values(), &known);
    let figure = Figure::new("A mass on a belt").columns(2).size(900.0, 400.0);
    figure
        .panel(Panel::history("place of the mass (m)").curve("", &half, |at| at.body(mass).origin.x))
        .panel(swept.points("study", &speeds.values(), &found))
        .save(format!("{FOLDER}/course_files.svg"))?;
    println!("VERDICT: pass");
    Ok(())
}
