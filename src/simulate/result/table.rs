//! Tables with named columns.

use super::contacts::CONTACT;
use super::{ContactReading, Trajectory};

/// Columns by name, one row per time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    names: Vec<String>,
    columns: Vec<Vec<f64>>,
}

impl Trajectory {
    /// A table of everything, at the samples.
    ///
    /// | columns | what |
    /// |---|---|
    /// | `t` | time |
    /// | `body.x`, `body.vx`, `acc.body.vx` | coordinates, velocities, accelerations |
    /// | `lambda.row` | multipliers |
    /// | `phi.row`, `phi_dot.row`, `phi_ddot.row` | residuals (of a velocity row: zero, ψ, ψ') |
    /// | `kinetic`, `potential`, `balance` | energies, and what stays the same whatever acts |
    /// | `work.name` | integrated works |
    /// | `contact.gap`, `contact.rate`, `contact.slip` | where a contact stands: φ, φ', slip speed |
    /// | `contact.normal`, `contact.tangential` | its forces on the second body |
    /// | `contact.mode` | what it does, as [`Mode::code`](crate::model::Mode::code) says |
    pub fn table(&self) -> Table {
        let model = self.model();
        let names = model.table_names();
        let mut columns = vec![Vec::with_capacity(self.len()); names.len()];
        for at in self.samples() {
            let head = [&[at.t()], at.q(), at.v()].concat();
            let energies = [at.kinetic(), at.potential(), at.balance()];
            let contact =
                |it: ContactReading| CONTACT.map(|(_, of)| of(&it)).into_iter().chain([it.mode.code().into()]);
            let contacts = at.contacts().flat_map(contact).collect();
            let row =
                [head, at.numbers(), energies.to_vec(), at.works.to_vec(), at.variables.to_vec(), contacts].concat();
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
        Table { names, columns }
    }

    /// A table that begins with the time; add columns of your own with [`Table::with`].
    pub fn times_table(&self) -> Table {
        Table { names: vec!["t".into()], columns: vec![self.times()] }
    }
}

impl Table {
    /// A table with one column; add others with [`with`](Self::with).
    pub fn of(name: impl Into<String>, values: Vec<f64>) -> Self {
        Self::default().with(name, values)
    }

    /// This table with one more column, as long as those that are there.
    ///
    /// # Panics
    /// If it has another length.
    #[track_caller]
    pub fn with(mut self, name: impl Into<String>, values: Vec<f64>) -> Self {
        let name = name.into();
        if let Some(first) = self.columns.first() {
            let (rows, given) = (first.len(), values.len());
            assert!(
                given == rows,
                "column `{name}` has {given} numbers, and the table has {rows} rows: give one for each"
            );
        }
        self.names.push(name);
        self.columns.push(values);
        self
    }

    /// Names of the columns.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All columns, in the order of their names.
    pub fn columns(&self) -> &[Vec<f64>] {
        &self.columns
    }

    /// A column by name.
    pub fn column(&self, name: &str) -> Option<&[f64]> {
        let index = self.names.iter().position(|n| n == name)?;
        Some(&self.columns[index])
    }
}
