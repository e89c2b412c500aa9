//! A whole trajectory, and a table, as arrays.

use super::contacts::CONTACT;
use super::{Blow, ContactReading, Snapshot, Table, Trajectory};
use crate::store::{self, Arrays, records};
use std::io;
use std::path::Path;

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
    /// | `contact_gap`, `contact_rate`, `contact_slip`, `contact_normal`, `contact_tangential` | n × contacts | names in `contact_names` |
    /// | `contact_modes` | n × contacts | as in `modes` |
    /// | `event_t`, `event_names` | events | what happened, and when |
    /// | `transition_t`, `transition_names` | transitions | changes of friction |
    /// | `transition_modes` | transitions × 2 | from, to |
    /// | `impact_t`, `impact_lost` | impacts | when, and the energy that it took |
    /// | `blow_impact`, `blow_names` | blows | which impact, counted from 0, and which contact felt it |
    /// | `blow_closing`, `blow_slip` | blows × 2 | rates of gap and slip, before and after |
    /// | `blow_normal`, `blow_tangential` | blows | impulses |
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
        let modes: Vec<i8> =
            self.samples().flat_map(|at| at.modes.iter().map(|mode| mode.code()).collect::<Vec<i8>>()).collect();
        arrays = arrays.codes("modes", &[n, modes.len().checked_div(n).unwrap_or(0)], &modes);
        arrays = matrix(arrays, "works", &|at| at.works.to_vec());
        arrays = matrix(arrays, "variables", &|at| at.variables.to_vec());
        let readings: Vec<ContactReading> = self.samples().flat_map(|at| at.contacts().collect::<Vec<_>>()).collect();
        let contacts = [n, model.contact_names().len()];
        for (name, of) in CONTACT {
            arrays =
                arrays.numbers(&format!("contact_{name}"), &contacts, &readings.iter().map(of).collect::<Vec<_>>());
        }
        let modes: Vec<i8> = readings.iter().map(|reading| reading.mode.code()).collect();
        arrays = arrays.codes("contact_modes", &contacts, &modes);
        arrays = arrays
            .numbers("kinetic", &[n], &self.column(|at| at.kinetic()))
            .numbers("potential", &[n], &self.column(|at| at.potential()))
            .numbers("balance", &[n], &self.column(|at| at.balance()));
        self.names(self.blows(self.happenings(arrays)))
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
            .texts("contact_names", &model.contact_names().collect::<Vec<_>>())
    }

    fn happenings(&self, arrays: Arrays) -> Arrays {
        let (events, transitions) = (self.events(), self.transitions());
        let of_events: Vec<f64> = events.iter().map(|event| event.t).collect();
        let of_transitions: Vec<f64> = transitions.iter().map(|change| change.t).collect();
        let modes: Vec<i8> = transitions.iter().flat_map(|change| [change.from.code(), change.to.code()]).collect();
        arrays
            .numbers("event_t", &[events.len()], &of_events)
            .texts("event_names", &events.iter().map(|event| &event.name).collect::<Vec<_>>())
            .numbers("transition_t", &[transitions.len()], &of_transitions)
            .texts("transition_names", &transitions.iter().map(|change| &change.name).collect::<Vec<_>>())
            .codes("transition_modes", &[transitions.len(), 2], &modes)
    }

    fn blows(&self, arrays: Arrays) -> Arrays {
        let impacts = self.impacts();
        let all: Vec<(usize, &Blow)> =
            impacts.iter().enumerate().flat_map(|(i, impact)| impact.blows.iter().map(move |blow| (i, blow))).collect();
        let one = |of: fn(&Blow) -> f64| all.iter().map(|(_, blow)| of(blow)).collect::<Vec<f64>>();
        let two = |of: fn(&Blow) -> [f64; 2]| all.iter().flat_map(|(_, blow)| of(blow)).collect::<Vec<f64>>();
        arrays
            .numbers("impact_t", &[impacts.len()], &impacts.iter().map(|impact| impact.t).collect::<Vec<_>>())
            .numbers("impact_lost", &[impacts.len()], &impacts.iter().map(|impact| impact.lost).collect::<Vec<_>>())
            .numbers("blow_impact", &[all.len()], &all.iter().map(|(i, _)| *i as f64).collect::<Vec<_>>())
            .texts("blow_names", &all.iter().map(|(_, blow)| &blow.name).collect::<Vec<_>>())
            .numbers("blow_closing", &[all.len(), 2], &two(|blow| blow.closing))
            .numbers("blow_slip", &[all.len(), 2], &two(|blow| blow.slip))
            .numbers("blow_normal", &[all.len()], &one(|blow| blow.normal))
            .numbers("blow_tangential", &[all.len()], &one(|blow| blow.tangential))
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

    /// The table as arrays of an `.npz` file, one a column, by its name: `numpy.load(path)["reaction.pin.fx"]`.
    ///
    /// ```
    /// use chetaev::prelude::*;
    /// let mut builder = ModelBuilder::new();
    /// let rod = builder.body("rod", RigidBody::rod(1.0, 2.0).at(1.0, 0.0, 0.0));
    /// builder.constraint("pin", Revolute::new(GROUND.origin(), rod.point(-1.0, 0.0)));
    /// let model = builder.build()?;
    /// let run = Simulation::new(&model).every(0.1).run(model.placed(), 1.0)?;
    /// let archive = run.columns(&["t", "reaction.pin.fx"])?.arrays().to_bytes()?;
    /// let named = |name: &str| archive.windows(name.len()).any(|part| part == name.as_bytes());
    /// assert!(named("t.npy") && named("reaction.pin.fx.npy"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn arrays(&self) -> Arrays {
        let columns = self.names().iter().zip(self.columns());
        columns.fold(Arrays::new(), |arrays, (name, values)| arrays.numbers(name, &[values.len()], values))
    }

    /// Writes [`arrays`](Self::arrays) as an `.npz` file, with the folder if it is not there.
    pub fn write_npz(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.arrays().write(path)
    }

    /// Writes [`to_npy`](Self::to_npy), with the folder if it is not there.
    pub fn write_npy(&self, path: impl AsRef<Path>) -> io::Result<()> {
        store::write(path, &self.to_npy())
    }
}
