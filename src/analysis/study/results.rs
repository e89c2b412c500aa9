//! The rows of a study, in memory and on file.
//!
//! ```text
//! # settings: periods=300 rtol=1e-9
//! index,mu,exponent,error
//! 0,0.01,1.1268,
//! 1,,,"no step was possible ..."
//! ```
//!
//! Numbers are written with as many digits as it takes to read the same number back.

use super::StudyError;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// One point of a study.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its index.
    pub index: usize,
    /// A number for each column, or why there are none.
    pub values: Result<Vec<f64>, String>,
}

impl Row {
    /// A line of the file, without the cells of its numbers if it failed.
    pub(super) fn line(&self) -> String {
        let mut line = self.index.to_string();
        match &self.values {
            Ok(values) => values.iter().for_each(|value| {
                let _ = write!(line, ",{value:?}");
            }),
            Err(_) => line.push(','),
        }
        let error = self.values.as_ref().err().map(|error| error.replace('\n', " ").replace('"', "\"\""));
        line.push(',');
        line += &error.map_or(String::new(), |error| format!("\"{error}\""));
        line.push('\n');
        line
    }

    fn read(line: &str, columns: usize) -> Result<Self, String> {
        let (index, rest) = line.split_once(',').ok_or("no comma")?;
        let index = index.parse().map_err(|_| format!("`{index}` is no index"))?;
        if let Some(error) = rest.strip_prefix(",\"").and_then(|e| e.strip_suffix('"')) {
            return Ok(Self { index, values: Err(error.replace("\"\"", "\"")) });
        }
        let cells: Vec<&str> = rest.split(',').collect();
        match cells.split_last() {
            Some((&"", numbers)) if numbers.len() == columns => {
                let numbers: Result<Vec<f64>, _> = numbers.iter().map(|cell| cell.parse::<f64>()).collect();
                Ok(Self { index, values: Ok(numbers.map_err(|e| e.to_string())?) })
            }
            _ => Err(format!("{} cells for {columns} columns", cells.len())),
        }
    }
}

/// The rows of a study, in the order of their index.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Results {
    columns: Vec<String>,
    settings: String,
    rows: Vec<Row>,
}

impl Results {
    pub(super) fn new(columns: Vec<String>, settings: String) -> Self {
        Self { columns, settings, rows: Vec::new() }
    }

    fn place(&self, index: usize) -> Result<usize, usize> {
        self.rows.binary_search_by_key(&index, |row| row.index)
    }

    pub(super) fn has(&self, index: usize) -> bool {
        self.place(index).is_ok()
    }

    /// Adds a row; one that is there already stays.
    pub(super) fn insert(&mut self, row: Row) {
        if let Err(at) = self.place(row.index) {
            self.rows.insert(at, row);
        }
    }

    /// Names of the columns.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// What the rows depend on besides their index.
    pub fn settings(&self) -> &str {
        &self.settings
    }

    /// All rows, in the order of their index.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// One column by name, NaN where a row failed.
    pub fn column(&self, name: &str) -> Option<Vec<f64>> {
        let k = self.columns.iter().position(|column| column == name)?;
        let cell = |row: &Row| row.values.as_ref().map_or(f64::NAN, |values| values[k]);
        Some(self.rows.iter().map(cell).collect())
    }

    /// Index and error of the rows that failed.
    pub fn failed(&self) -> impl Iterator<Item = (usize, &str)> {
        self.rows.iter().filter_map(|row| Some((row.index, row.values.as_ref().err()?.as_str())))
    }

    fn head(&self) -> String {
        let names: String = self.columns.iter().map(|name| format!("{name},")).collect();
        format!("# settings: {}\nindex,{names}error\n", self.settings)
    }

    /// Writes all rows, first beside the file and then in its place, so that there is a whole file at any time.
    pub fn write_csv(&self, file: impl AsRef<Path>) -> io::Result<()> {
        let file = file.as_ref();
        let lines: String = self.rows.iter().map(Row::line).collect();
        let beside = file.with_extension("part");
        std::fs::write(&beside, self.head() + &lines)?;
        std::fs::rename(&beside, file)
    }

    /// Reads a file; a last line that was cut short does not count.
    pub fn read_csv(file: impl AsRef<Path>) -> Result<Self, StudyError> {
        let text = std::fs::read_to_string(file)?;
        let bad = |line: usize, why: &str| StudyError::Line { line, why: why.to_owned() };
        let mut lines = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        let settings = lines.next().and_then(|line| line.strip_prefix("# settings: "));
        let settings = settings.ok_or_else(|| bad(1, "it should say `# settings:`"))?.to_owned();
        let names = lines.next().and_then(|line| line.strip_prefix("index,")?.strip_suffix("error"));
        let names = names.ok_or_else(|| bad(2, "it should name the columns, from `index` to `error`"))?;
        let columns = names.split_terminator(',').map(str::to_owned).collect();
        let mut results = Self::new(columns, settings);
        for (k, line) in lines.enumerate() {
            let row = Row::read(line, results.columns.len()).map_err(|why| StudyError::Line { line: k + 3, why })?;
            results.insert(row);
        }
        Ok(results)
    }

    /// The rows that the file has of this very study.
    pub(super) fn resumed(&self, file: &Path) -> Result<Self, StudyError> {
        let found = Self::read_csv(file)?;
        self.agrees(&found, file)?;
        Ok(found)
    }

    fn agrees(&self, found: &Self, file: &Path) -> Result<(), StudyError> {
        let pairs = [
            ("line of columns", found.columns.join(","), self.columns.join(",")),
            ("line of settings", found.settings.clone(), self.settings.clone()),
        ];
        match pairs.into_iter().find(|(_, found, expected)| found != expected) {
            Some((what, found, expected)) => {
                Err(StudyError::Other { file: file.display().to_string(), what, found, expected })
            }
            None => Ok(()),
        }
    }

    /// Joins the results of shards. They must be of one study, and no row may be missing.
    pub fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, StudyError> {
        let mut parts = parts.into_iter();
        let refuse = |why: String| Err(StudyError::Parts { why });
        let Some(mut whole) = parts.next() else {
            return refuse("there are none".to_owned());
        };
        for part in parts {
            if (&part.columns, &part.settings) != (&whole.columns, &whole.settings) {
                return refuse(format!("`{}` and `{}` are two studies", whole.settings, part.settings));
            }
            part.rows.into_iter().for_each(|row| whole.insert(row));
        }
        match whole.rows.iter().enumerate().find(|(k, row)| *k != row.index) {
            Some((missing, _)) => refuse(format!("row {missing} is missing")),
            None => Ok(whole),
        }
    }
}
