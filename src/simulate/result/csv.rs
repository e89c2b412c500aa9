//! Tables, transitions and impacts as CSV.

use super::{Blow, Table, Trajectory, Transition};
use crate::store::{cell, write};
use std::fmt::Write as _;
use std::io;
use std::path::Path;

impl Trajectory {
    /// Writes [`table`](Self::table) as CSV.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> io::Result<()> {
        self.table().write_csv(path)
    }

    /// Writes every impact as CSV, a line for each contact that took part:
    /// `t,contact,closing_before,closing_after,slip_before,slip_after,normal,tangential,lost`. What the impact lost stands on its first line alone, so that the
    /// column adds up.
    pub fn write_impacts(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let head = "t,contact,closing_before,closing_after,slip_before,slip_after,normal,tangential,lost\n";
        let mut csv = String::from(head);
        for impact in self.impacts() {
            let t = impact.t;
            for (i, Blow { name, closing, slip, normal, tangential }) in impact.blows.iter().enumerate() {
                let ([before, after], [from, to]) = (closing, slip);
                let lost = if i == 0 { impact.lost.to_string() } else { String::new() };
                let name = cell(name);
                // Writing into a string cannot fail.
                let _ = writeln!(csv, "{t},{name},{before},{after},{from},{to},{normal},{tangential},{lost}");
            }
        }
        write(path, csv.as_bytes())
    }

    /// Writes every change of every friction point and of every contact as CSV: `t,point,from,to,slip,load`.
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
