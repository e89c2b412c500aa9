//! A run as the common options ask for it.

use super::Args;
use chetaev::prelude::*;
use std::error::Error;
use std::fs;

/// A simulation of `model` with the method, the tolerance and the fixed step of the command line.
pub fn simulation<'a>(model: &'a Model, args: &Args) -> Simulation<'a> {
    let method: Method = args.method().parse().unwrap_or(Method::Dop853);
    let run = Simulation::new(model).method(method).tolerance(args.rtol());
    match args.fixed_step() {
        Some(step) => run.fixed_step(step),
        None => run,
    }
}

/// Writes the model as a file beside the results, of which a live page is made (`web/`).
pub fn save(model: &Model, args: &Args) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(args.file("model.json")?, serde_json::to_string(&model.saved()?)?)?)
}

/// Can this run be held to the figures of the default one?
pub fn is_tight(args: &Args) -> bool {
    args.method() == "dop853" && args.rtol() <= 1e-12
}

/// The bound of an error that grows with the tolerance: `tight` at the default setting, otherwise in proportion to the
/// tolerance, `loose` at 1e-6.
///
/// Fixed steps promise nothing: their errors are shown, not judged.
pub fn bound(args: &Args, tight: f64, loose: f64) -> f64 {
    match args.fixed_step() {
        Some(_) => f64::INFINITY,
        None if is_tight(args) => tight,
        None => (loose * args.rtol() / 1e-6).max(tight),
    }
}
