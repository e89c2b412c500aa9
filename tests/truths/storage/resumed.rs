//! A run that was stopped, written, read and gone on with is the run that just goes on.

use super::again;
use crate::support::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::prelude::*;
use chetaev::simulate::Record;

/// A run stopped at `split`, its state and its model read back, and gone on with, against one that just goes on.
fn resumed(model: &Model, start: State, split: f64, end: f64) -> Trajectory {
    let stop = || Event::new("middle", move |at| at.t() - split).rising();
    let half = Simulation::new(model).event(stop().stop()).run(start, end).unwrap();
    assert!((half.end().t - split).abs() < 1e-9, "moot: it ended at {}", half.end().t);
    let back = again(&model.saved().unwrap()).build().unwrap();
    let on = Simulation::new(model).event(stop()).every(0.01).run(half.end().clone(), end).unwrap();
    let read = Simulation::new(&back).event(stop()).every(0.01).run(again(half.end()), end).unwrap();
    let bits = |run: &Trajectory| -> Vec<u64> {
        run.samples().flat_map(|at| [at.q(), at.v()].concat()).map(f64::to_bits).collect()
    };
    assert_eq!(bits(&on), bits(&read));
    assert_eq!((on.transitions(), on.events(), on.counters()), (read.transitions(), read.events(), read.counters()));
    let record: Record = again(&read.record());
    assert_eq!(bits(&on), bits(&record.of(&back).unwrap()));
    on
}

#[test]
fn identity_a_run_goes_on_in_the_middle_of_sticking_and_of_chaos() {
    let mechanism = disk_slider(&DiskSliderCase::CASE_3B).unwrap();
    let model = &mechanism.model;
    let whole = Simulation::new(model).run(mechanism.start().unwrap(), 12.0).unwrap();
    let rub = mechanism.rubs.unwrap()[0];
    let sticks: Vec<(f64, bool)> =
        whole.samples().map(|at| (at.t(), at.friction(rub).unwrap().mode == Mode::Stick)).collect();
    let within = sticks.windows(2).find(|w| w[0].0 > 5.0 && w[0].1 && w[1].1).expect("moot: it never sticks");
    let middle = 0.5 * (within[0].0 + within[1].0);
    let on = resumed(model, mechanism.start().unwrap(), middle, middle + 3.0);
    assert!(on.first().unwrap().friction(rub).unwrap().mode == Mode::Stick, "moot");
    assert!(on.transitions().len() > 10, "moot");
    // While it slides, in chaos without sticking.
    let chaos = disk_slider(&DiskSliderCase::CASE_3A).unwrap();
    let on = resumed(&chaos.model, chaos.start().unwrap(), 7.3, 10.0);
    assert!(on.transitions().len() > 4, "moot");
}
