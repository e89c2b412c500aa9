//! A whole trajectory, and a table, as arrays.

use super::{Snapshot, Table, Trajectory};
use crate::dynamics::Mode;
use crate::store::{self, Arrays, records};
use std::io;
use std::path::Path;

/// A mode as a number in a file: 0 holds (sticks), 1 and −1 slide forward and backward, 2 is switched off, 3 is not decided, 4 is open.
fn code(mode: &Mode) -> i8 {
    match mode {
        Mode::Holding | Mode::Stick => 0,
        Mode::Forward => 1,
        Mode::Backward => -1,
        Mode::Released => 2,
        Mode::Undecided => 3,
        Mode::Open => 4,
    }
}

impl Trajectory {
    /// Everything at the samples as arrays.
    ///
    /// | array | shape | what |
    /// |---|---|---|
    /// | `t` | n | times of the samples |
    /// | `q`, `v`, `acceleration` | n × coordinates | names in `q_names`, `v_names` |
    /// | `multipliers`, `phi`, `phi_dot`, `phi_ddot` | n × rows | names in `row_names` |
    /// | `modes` | n × (constraints, then friction points) | 0 holds or sticks, ±1 slides, 2 is switched off, 4 is open; names in `mode_names` |
    /// | `works` | n × works | names in `work_names` |
    /// | `kinetic`, `potential`, `balance` | n | energies |
    /// | `event_t`, `event_names` | events | what happened, and when |
    /// | `transition_t`, `transition_names` | transitions | changes of friction |
    /// | `transition_modes` | transitions × 2 | from, to |
    pub fn arrays(&self) -> Arrays {
        let model = self.model();
        let n = self.len();
        let matrix = |arrays: Arrays, name: &str, row: &dyn Fn(&Snapshot<'_>) -> Vec<f64>| {
            let values: Vec<f64> = self.samples().flat_map(|at| row(&at)).collect();
            let shape = [n, values.len().checked_div(n).unwrap_or(0)];
            arrays.numbers(name, &shape, &values)
        };
        let mut arrays = Arrays::new().numbers("t", &[n], &self.times());
        arrays = matrix(arrays, "q", &|at| at.q().to_vec());
        arrays = matrix(arrays, "v", &|at| at.v().to_vec());
        arrays = matrix(arrays, "acceleration", &|at| at.acceleration());
        let rows = model.rows();
        for (k, name) in ["multipliers", "phi", "phi_dot", "phi_ddot"].into_iter().enumerate() {
            let start = model.velocities() + k * rows;
            arrays = matrix(arrays, name, &|at| at.numbers()[start..start + rows].to_vec());
        }
        let modes: Vec<i8> = self.samples().flat_map(|at| at.modes.iter().map(code).collect::<Vec<i8>>()).collect();
        arrays = arrays.codes("modes", &[n, modes.len().checked_div(n).unwrap_or(0)], &modes);
        arrays = matrix(arrays, "works", &|at| at.works.to_vec());
        arrays = arrays
            .numbers("kinetic", &[n], &self.column(|at| at.kinetic()))
            .numbers("potential", &[n], &self.column(|at| at.potential()))
            .numbers("balance", &[n], &self.column(|at| at.balance()));
        self.names(self.happenings(arrays))
    }

    fn names(&self, arrays: Arrays) -> Arrays {
        let model = self.model();
        let modes: Vec<&str> = model.inner.constraints.iter().map(|c| c.name.as_str()).collect();
        arrays
            .texts("q_names", &model.coordinate_names())
            .texts("v_names", &model.velocity_names())
            .texts("row_names", &model.row_names())
            .texts("mode_names", &modes)
            .texts("work_names", &model.work_names())
    }

    fn happenings(&self, arrays: Arrays) -> Arrays {
        let (events, transitions) = (self.events(), self.transitions());
        let of_events: Vec<f64> = events.iter().map(|event| event.t).collect();
        let of_transitions: Vec<f64> = transitions.iter().map(|change| change.t).collect();
        let modes: Vec<i8> = transitions.iter().flat_map(|change| [code(&change.from), code(&change.to)]).collect();
        arrays
            .numbers("event_t", &[events.len()], &of_events)
            .texts("event_names", &events.iter().map(|event| &event.name).collect::<Vec<_>>())
            .numbers("transition_t", &[transitions.len()], &of_transitions)
            .texts("transition_names", &transitions.iter().map(|change| &change.name).collect::<Vec<_>>())
            .codes("transition_modes", &[transitions.len(), 2], &modes)
    }

    /// Writes [`arrays`](Self::arrays) as an `.npz` file, with its folder if it is not there.
    pub fn write_npz(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.arrays().write(path)
    }
}

impl Table {
    /// The table as an `.npy` file: an array of records, a field a column.
    ///
    /// With more than about 300 columns NumPy needs a larger limit on the header: `numpy.load(path, max_header_size=…)`.
    pub fn to_npy(&self) -> Vec<u8> {
        records(self.names(), self.columns())
    }

    /// Writes [`to_npy`](Self::to_npy), with the folder if it is not there.
    pub fn write_npy(&self, path: impl AsRef<Path>) -> io::Result<()> {
        store::write(path, &self.to_npy())
    }
}
