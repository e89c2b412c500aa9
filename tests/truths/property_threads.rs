//! Models, states and results may be shared among threads and handed from one to another.

use super::support::disk_slider::{DiskSliderCase, disk_slider};
use chetaev::analysis::{EquilibriumError, LinearError, OrbitError, SectionError, StudyError};
use chetaev::dynamics::{Started, Workspace};
use chetaev::error::{BuildError, EvalError, StartError};
use chetaev::model::SavedModel;
use chetaev::prelude::*;
use chetaev::simulate::{Record, RunError, Table};
use chetaev::store::StoreError;

/// Checked when this is compiled.
fn shared<T: Send + Sync + 'static>() {}

#[test]
fn property_models_and_results_may_be_shared_among_threads() {
    shared::<(Model, SavedModel, State, Started, Workspace)>();
    shared::<(Trajectory, Record, Table, Transition)>();
    shared::<(BuildError, EvalError, StartError, RunError, StoreError)>();
    shared::<(EquilibriumError, LinearError, OrbitError, SectionError, StudyError)>();
    let mechanism = disk_slider(&DiskSliderCase::CASE_3B).unwrap();
    let start = mechanism.start().unwrap();
    let run = || Simulation::new(&mechanism.model).run(start.clone(), 3.0).unwrap();
    let runs = std::thread::scope(|scope| [scope.spawn(run), scope.spawn(run)].map(|thread| thread.join().unwrap()));
    let alone = run();
    assert!(alone.transitions().len() > 2, "moot: only {} transitions", alone.transitions().len());
    for run in &runs {
        assert_eq!(
            (run.end(), run.transitions(), run.counters()),
            (alone.end(), alone.transitions(), alone.counters())
        );
    }
}
