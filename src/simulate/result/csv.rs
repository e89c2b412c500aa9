//! Tables and transitions as CSV.

use super::{Table, Trajectory, Transition};
use crate::store::{cell, write};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

impl Trajectory {
    /// Writes [`table`](Self::table) as CSV.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.table().write_csv(path)
    }

    /// Writes every change of every friction point as CSV: `t,point,from,to,slip,load`.
    pub fn write_transitions(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let mut csv = String::from("t,point,from,to,slip,load\n");
        for change in self.transitions() {
            let Transition { t, name, from, to, slip, load, .. } = change;
            // Writing into a string cannot fail.
            let _ = writeln!(csv, "{t},{},{from:?},{to:?},{slip},{load}", cell(name));
        }
        write(path, csv.as_bytes())
    }
}

impl Table {
    /// The table as CSV: a line of names, then a line per row. Numbers are written so that they read back exactly; names with commas,
    /// quotes or ends of lines stand in quotes.
    pub fn to_csv(&self) -> String {
        let names: Vec<_> = self.names().iter().map(|name| cell(name)).collect();
        let mut text = names.join(",");
        text.push('\n');
        let rows = self.columns().iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..rows {
            for (i, column) in self.columns().iter().enumerate() {
                let separator = if i == 0 { "" } else { "," };
                let value = column.get(row).copied().unwrap_or(f64::NAN);
                // Writing to a String cannot fail.
                let _ = if value.is_nan() { write!(text, "{separator}") } else { write!(text, "{separator}{value:?}") };
            }
            text.push('\n');
        }
        text
    }

    /// Writes the table as CSV, with the folder if it is not there.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> io::Result<()> {
        write(path, self.to_csv().as_bytes())
    }
}
