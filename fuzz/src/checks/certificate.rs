//! The certificate: a run that says that its motion was the only one is held against the list of all motions.

use crate::recipe::Recipe;
use crate::report::Report;
use chetaev::prelude::*;

/// Most samples of a run at which all motions are listed.
const LOOKS: usize = 12;
/// Accelerations that differ by less than this part of themselves are the same.
const SAME: f64 = 1e-6;

/// The state that a snapshot shows, with friction to be decided.
pub fn state(run: &Trajectory, at: &Snapshot<'_>) -> State {
    let end = run.end();
    let mut state = end.clone().at(at.t());
    (state.q, state.v) = (at.q().to_vec(), at.v().to_vec());
    undecide(&mut state);
    state
}

/// Friction is to be decided anew.
pub fn undecide(state: &mut State) {
    let first = state.modes.len() - state.signs.len();
    let decided = |mode: &&mut Mode| matches!(**mode, Mode::Stick | Mode::Forward | Mode::Backward);
    state.modes[first..].iter_mut().filter(decided).for_each(|mode| *mode = Mode::Undecided);
    state.signs.fill(1.0);
}

/// The motions in a list that differ from each other.
pub fn different(list: &[Branch]) -> Vec<&Branch> {
    let mut kept: Vec<&Branch> = Vec::new();
    for branch in list {
        let same = |other: &&Branch| {
            let pairs = || branch.acceleration.iter().zip(&other.acceleration);
            let size = pairs().fold(1.0_f64, |most, (a, b)| most.max(a.abs()).max(b.abs()));
            pairs().all(|(a, b)| (a - b).abs() <= SAME * size)
        };
        if !kept.iter().any(same) {
            kept.push(branch);
        }
    }
    kept
}

/// Holds a run's certificate against the lists of motions at some of its samples.
pub fn certificate(recipe: &Recipe, run: &Trajectory, report: &mut Report) {
    // Between the two coefficients a point may go on sticking or go on sliding: that is memory, not a second motion.
    let laws = recipe.links.iter().filter_map(|link| link.rough.as_ref());
    let laws = laws.chain(recipe.closers.iter().filter_map(|closer| closer.rough.as_ref()));
    if laws.chain(recipe.brakes.iter().map(|brake| &brake.rough)).any(|rough| rough.more > 0.0) {
        return;
    }
    let counters = run.counters();
    let certain = run.largest_coupling() < 1.0 && counters.uncertain == 0 && counters.ambiguous == 0;
    report.count(if certain { "certified" } else { "not certified" });
    if !certain {
        return;
    }
    let every = run.len().div_ceil(LOOKS).max(1);
    for at in run.samples().step_by(every) {
        let Ok(list) = run.model().branches(&state(run, &at)) else { continue };
        report.count("states listed");
        let several = different(&list);
        if several.len() > 1 {
            let bound = run.largest_coupling();
            report.fault(format!("certified ({bound:.3}) at t = {}, where {} motions fit", at.t(), several.len()));
            return;
        }
    }
}
