//! Reads the reference tables in `tests/data/`: comma-separated, one line of column names, and
//! above it lines `# key: value` about source, parameters, conventions and digits.
//!
//! The file stands alone, so that a test may include it by its path.

use std::{collections::BTreeMap, fmt, fs, path::Path};

/// A table with named columns.
pub struct Table {
    about: BTreeMap<String, String>,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Why a table, or a part of it, cannot be had.
#[derive(Debug)]
pub struct TableError(String);

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

impl Table {
    /// Reads `tests/data/NAME.csv`, wherever the program was started.
    ///
    /// # Errors
    /// No such file, or a row with too few or too many cells.
    pub fn named(name: &str) -> Result<Self, TableError> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        Self::read(&folder.join(format!("{name}.csv")))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// As [`Table::named`].
    pub fn read(path: &Path) -> Result<Self, TableError> {
        let within = |e: &dyn fmt::Display| TableError(format!("{}: {e}", path.display()));
        let text = fs::read_to_string(path).map_err(|e| within(&e))?;
        Self::parse(&text).map_err(|e| within(&e))
    }

    /// Reads a text.
    ///
    /// # Errors
    /// A row with too few or too many cells.
    pub fn parse(text: &str) -> Result<Self, TableError> {
        let mut table = Self { about: BTreeMap::new(), columns: Vec::new(), rows: Vec::new() };
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            if let Some(comment) = line.strip_prefix('#') {
                if let Some((key, value)) = comment.split_once(':') {
                    table.about.insert(key.trim().to_owned(), value.trim().to_owned());
                }
                continue;
            }
            let cells: Vec<String> = line.split(',').map(|c| c.trim().to_owned()).collect();
            if table.columns.is_empty() {
                table.columns = cells;
            } else if cells.len() == table.columns.len() {
                table.rows.push(cells);
            } else {
                let (found, wanted) = (cells.len(), table.columns.len());
                let reason = format!("line {number} has {found} cells instead of {wanted}");
                return Err(TableError(reason));
            }
        }
        Ok(table)
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The names of the columns, in order.
    pub fn names(&self) -> &[String] {
        &self.columns
    }

    /// A column of numbers; an empty cell (not determined) is NaN.
    ///
    /// # Errors
    /// No such column, or a cell that is no number.
    pub fn column(&self, name: &str) -> Result<Vec<f64>, TableError> {
        let number = |cell: &str| match cell {
            "" => Ok(f64::NAN),
            _ => cell.parse().map_err(|_| TableError(format!("{name}: '{cell}' is no number"))),
        };
        self.text(name)?.into_iter().map(number).collect()
    }

    /// A column of words.
    ///
    /// # Errors
    /// No such column.
    pub fn text(&self, name: &str) -> Result<Vec<&str>, TableError> {
        let Some(k) = self.columns.iter().position(|c| c == name) else {
            let columns = self.columns.join(", ");
            return Err(TableError(format!("no column '{name}'; there are: {columns}")));
        };
        // Every row has as many cells as there are columns.
        Ok(self.rows.iter().filter_map(|row| row.get(k)).map(String::as_str).collect())
    }

    /// What a line `# key: value` says.
    pub fn about(&self, key: &str) -> Option<&str> {
        self.about.get(key).map(String::as_str)
    }

    /// A number among the lines `# key: value`, such as a parameter.
    ///
    /// # Errors
    /// No such line, or its value is no number.
    pub fn parameter(&self, key: &str) -> Result<f64, TableError> {
        let value = self.about(key).ok_or_else(|| TableError(format!("no line '# {key}:'")))?;
        value.parse().map_err(|_| TableError(format!("# {key}: '{value}' is no number")))
    }
}
