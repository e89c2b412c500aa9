//! The rows of a study, in memory and on file.
//!
//! ```text
//! # settings: periods=300 rtol=1e-9
//! # points: 600
//! index,mu,exponent,error
//! 0,0.01,1.1268,
//! 1,,,"no step was possible ..."
//! ```
//!
//! Numbers are written with as many digits as it takes to read the same number back. Cells with commas or quotes stand in quotes.

use super::axis::Shard;
use super::error::StudyError;
use crate::store::cell;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// One point of a study.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// Its index.
    pub index: usize,
    /// A number for each column, or why there are none.
    pub values: Result<Vec<f64>, String>,
}

impl Row {
    /// A line of the file; the cells of its numbers are empty if it failed.
    pub(super) fn line(&self, columns: usize) -> String {
        let mut line = self.index.to_string();
        match &self.values {
            Ok(values) => values.iter().for_each(|value| {
                // Writing to a String cannot fail.
                let _ = write!(line, ",{value:?}");
            }),
            Err(_) => line.extend(std::iter::repeat_n(',', columns)),
        }
        let error = self.values.as_ref().err().map(|error| one_line(error).replace('"', "\"\""));
        line.push(',');
        line += &error.map_or(String::new(), |error| format!("\"{error}\""));
        line.push('\n');
        line
    }

    /// The first column in which another row with the same index is not the same to the bit, and both entries. What is not a number is equal to itself.
    pub(super) fn differs(&self, other: &Self, columns: &[String]) -> Option<(String, String, String)> {
        let said = |row: &Self| row.values.as_ref().map_or_else(|why| format!("\"{why}\""), |v| format!("{v:?}"));
        let (Ok(mine), Ok(others)) = (&self.values, &other.values) else {
            let same = self.values.as_ref().err() == other.values.as_ref().err();
            return (!same).then(|| ("error".to_owned(), said(self), said(other)));
        };
        let same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let k = mine.iter().zip(others).position(|pair| !same(pair))?;
        Some((columns[k].clone(), format!("{:?}", mine[k]), format!("{:?}", others[k])))
    }

    fn read(line: &str, columns: usize) -> Result<Self, String> {
        let cells = cells(line);
        let [index, numbers @ .., error] = &cells[..] else {
            return Err("no comma".to_owned());
        };
        let index = index.parse().map_err(|_| format!("`{index}` is not an index"))?;
        if numbers.len() != columns {
            return Err(format!("{} cells for {columns} columns", cells.len() - 1));
        }
        if !error.is_empty() || (columns > 0 && numbers.iter().all(String::is_empty)) {
            return Ok(Self { index, values: Err(error.clone()) });
        }
        let numbers: Result<Vec<f64>, _> = numbers.iter().map(|cell| cell.parse::<f64>()).collect();
        Ok(Self { index, values: Ok(numbers.map_err(|e| e.to_string())?) })
    }
}

/// Without ends of lines, by which a file is read.
pub(super) fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The cells of a line, out of their quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let (mut within, mut letters) = (false, line.chars().peekable());
    while let Some(letter) = letters.next() {
        let doubled = within && letter == '"' && letters.next_if_eq(&'"').is_some();
        match letter {
            '"' if !doubled => within = !within,
            ',' if !within => cells.push(String::new()),
            other => cells.last_mut().into_iter().for_each(|cell| cell.push(other)),
        }
    }
    cells
}

/// The rows of a study, in the order of their index.
#[derive(Clone, Debug, Default)]
pub struct Results {
    columns: Vec<String>,
    settings: String,
    /// Rows that the whole study has.
    points: usize,
    rows: Vec<Row>,
    /// Rows that a study did not compute.
    on_file: usize,
}

/// Rows are equal wherever they come from.
impl PartialEq for Results {
    fn eq(&self, other: &Self) -> bool {
        (&self.columns, &self.settings, self.points) == (&other.columns, &other.settings, other.points)
            && self.rows == other.rows
    }
}

impl Results {
    pub(super) fn new(columns: Vec<String>, settings: String, points: usize) -> Self {
        Self { columns, settings, points, rows: Vec::new(), on_file: 0 }
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

    /// Adds a row of another part: a good one takes the place of a failed one, and must be that which is there already, of the same program.
    fn join(&mut self, row: Row) -> Result<(), String> {
        let Ok(at) = self.place(row.index) else {
            self.insert(row);
            return Ok(());
        };
        let here = &self.rows[at];
        match (&here.values, &row.values) {
            (Err(_), Ok(_)) => self.rows[at] = row,
            (Ok(_), Ok(_)) => {
                if let Some((column, one, other)) = here.differs(&row, &self.columns) {
                    return Err(format!("in row {}, `{column}` is {one} in one and {other} in another", row.index));
                }
            }
            (_, Err(_)) => {}
        }
        Ok(())
    }

    /// Rows of a shard that failed are to be computed again.
    pub(super) fn forget_failed(&mut self, shard: Shard) {
        self.rows.retain(|row| row.values.is_ok() || !shard.has(row.index));
        self.on_file = self.on_file.min(self.rows.len());
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

    /// How many of them [`Study::run_in`](super::Study::run_in) has read from its file instead of computing them.
    pub fn on_file(&self) -> usize {
        self.on_file
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
        let names: String = self.columns.iter().map(|name| format!("{},", cell(name))).collect();
        format!("# settings: {}\n# points: {}\nindex,{names}error\n", self.settings, self.points)
    }

    /// Writes all rows, with the folder if it is not there; what stood in the file stays until all of the new is written.
    pub fn write_csv(&self, file: impl AsRef<Path>) -> io::Result<()> {
        let lines: String = self.rows.iter().map(|row| row.line(self.columns.len())).collect();
        crate::store::write(file, (self.head() + &lines).as_bytes())
    }

    /// Reads a file; a last line that was cut short does not count.
    pub fn read_csv(file: impl AsRef<Path>) -> Result<Self, StudyError> {
        let file = file.as_ref();
        let text = std::fs::read_to_string(file).map_err(|error| crate::store::named(file, "read", error))?;
        let bad = |line: usize, why: &str| StudyError::Line { line, why: why.to_owned() };
        let whole = text.split_inclusive('\n').filter_map(|line| line.strip_suffix('\n'));
        // Other programs may have ended the lines in their way.
        let mut lines = whole.map(|line| line.strip_suffix('\r').unwrap_or(line));
        let settings = lines.next().and_then(|line| line.strip_prefix("# settings: "));
        let settings = settings.ok_or_else(|| bad(1, "it should say `# settings:`"))?.to_owned();
        let points = lines.next().and_then(|line| line.strip_prefix("# points: ")?.parse().ok());
        let points = points.ok_or_else(|| bad(2, "it should say `# points:` and their number"))?;
        let names = lines.next().map(cells).unwrap_or_default();
        let [first, columns @ .., last] = &names[..] else {
            return Err(bad(3, "it should name the columns, from `index` to `error`"));
        };
        if (first.as_str(), last.as_str()) != ("index", "error") {
            return Err(bad(3, "it should name the columns, from `index` to `error`"));
        }
        let mut results = Self::new(columns.to_vec(), settings, points);
        for (k, line) in lines.enumerate() {
            let row = Row::read(line, results.columns.len()).and_then(|row| match row.index < points {
                true => Ok(row),
                false => Err(format!("index {} of {points} points", row.index)),
            });
            results.insert(row.map_err(|why| StudyError::Line { line: k + 4, why })?);
        }
        Ok(results)
    }

    /// The rows that the file has of this very study.
    pub(super) fn resumed(&self, file: &Path) -> Result<Self, StudyError> {
        let found = Self::read_csv(file)?;
        self.agrees(&found, file)?;
        Ok(Self { on_file: found.rows.len(), ..found })
    }

    fn agrees(&self, found: &Self, file: &Path) -> Result<(), StudyError> {
        let pairs = [
            ("line of columns", found.columns.join(","), self.columns.join(",")),
            ("line of settings", found.settings.clone(), self.settings.clone()),
            ("number of points", found.points.to_string(), self.points.to_string()),
        ];
        match pairs.into_iter().find(|(_, found, expected)| found != expected) {
            Some((what, found, expected)) => {
                Err(StudyError::Other { file: file.display().to_string(), what, found, expected })
            }
            None => Ok(()),
        }
    }

    /// Joins the results of shards. They must be of one study, and no row may be missing. Of a row that several have a good one counts before one that failed; good ones must be the same.
    pub fn merge(parts: impl IntoIterator<Item = Self>) -> Result<Self, StudyError> {
        let mut parts = parts.into_iter();
        let refuse = |why: String| Err(StudyError::Parts { why });
        let Some(mut whole) = parts.next() else {
            return refuse("none is given".to_owned());
        };
        for part in parts {
            if (&part.columns, &part.settings) != (&whole.columns, &whole.settings) {
                return refuse(format!("`{}` and `{}` are settings of two studies", whole.settings, part.settings));
            }
            if part.points != whole.points {
                return refuse(format!("one has {} points, another {}", whole.points, part.points));
            }
            for row in part.rows {
                whole.join(row).map_err(|why| StudyError::Parts { why })?;
            }
        }
        match (0..whole.points).find(|&k| whole.rows.get(k).is_none_or(|row| row.index != k)) {
            Some(missing) => refuse(format!("row {missing} is missing")),
            None => Ok(whole),
        }
    }
}
