//! Studies: many runs of one kind, each of which gives a row of named numbers.
//!
//! A bifurcation diagram, a basin map, a map of a parameter plane: point i of n is computed by a function of i alone, so that rows depend
//! neither on the number of threads nor on their order, bit for bit. A row that fails is a row with its error.
//!
//! On file a study is a CSV to which each row is appended when it is done. A study that was killed reads what is there, drops a line that
//! was cut short, computes the first and the last row that are there again and some between them, for they must come out the same, and then the rest; when the last row is there, the file is written anew in the order of the index. So the file
//! of a study that was killed and resumed is the file of one that was not. Several machines take a [`Shard`] each, and
//! [`Results::merge`] joins their files.

mod axis;
mod error;
mod lock;
mod results;

use crate::store::{Terminal, named};
pub use axis::{Axis, Shard};
pub use error::StudyError;
use lock::Lock;
use results::one_line;
pub use results::{Results, Row};

use std::fmt::{self, Debug, Display};
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

type Compute<'a> = Box<dyn Fn(usize) -> Result<Vec<f64>, String> + Sync + 'a>;
type Watch<'a> = Box<dyn FnMut(&StudyProgress) -> ControlFlow<()> + 'a>;

/// Many runs of one kind.
///
/// ```
/// use chetaev::analysis::{Axis, Study};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mu = Axis::new(0.0, 1.0, 5);
/// let study = Study::new(mu.points(), ["mu", "square"], |i| Ok::<_, String>(vec![mu.at(i), mu.at(i).powi(2)]));
/// assert_eq!(study.threads(2).run()?.column("square"), Some(vec![0.0, 0.0625, 0.25, 0.5625, 1.0]));
/// # Ok(())
/// # }
/// ```
#[must_use = "a study does nothing until it is run"]
pub struct Study<'a> {
    points: usize,
    columns: Vec<String>,
    compute: Compute<'a>,
    settings: String,
    threads: usize,
    shard: Shard,
    watch: Option<Watch<'a>>,
    terminal: bool,
    checked: bool,
}

/// The argument of a progress callback, after each row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StudyProgress {
    /// Index of the point that is done.
    pub index: usize,
    /// Rows that are there, those of an earlier run included.
    pub done: usize,
    /// Rows that this shard will have.
    pub total: usize,
    /// Rows with an error.
    pub failed: usize,
}

impl Display for StudyProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} rows", self.done, self.total)?;
        if self.failed > 0 { write!(f, ", {} failed", self.failed) } else { Ok(()) }
    }
}

impl Debug for Study<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Study").field("points", &self.points).field("columns", &self.columns).finish_non_exhaustive()
    }
}

impl<'a> Study<'a> {
    /// A study of `points` rows with these columns; `row` computes one of them from its index.
    pub fn new<N: Into<String>, E: Display>(
        points: usize,
        columns: impl IntoIterator<Item = N>,
        row: impl Fn(usize) -> Result<Vec<f64>, E> + Sync + 'a,
    ) -> Self {
        let compute = move |index: usize| row(index).map_err(|error| error.to_string());
        Self {
            points,
            columns: columns.into_iter().map(|name| one_line(&name.into())).collect(),
            compute: Box::new(compute),
            settings: String::new(),
            threads: 1,
            shard: Shard::WHOLE,
            watch: None,
            terminal: false,
            checked: true,
        }
    }

    /// What the rows depend on besides their index, in one line. It is kept in the file: a study is resumed only with the same settings.
    pub fn settings(self, settings: impl Display) -> Self {
        Self { settings: one_line(&settings.to_string()), ..self }
    }

    /// How many threads compute; 0 for as many as the machine has.
    pub fn threads(self, threads: usize) -> Self {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        Self { threads: if threads == 0 { all() } else { threads }, ..self }
    }

    /// Computes only the rows of a shard.
    pub fn shard(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// Calls back after every row; `Break` ends the study with what is done.
    pub fn progress(self, watch: impl FnMut(&StudyProgress) -> ControlFlow<()> + 'a) -> Self {
        Self { watch: Some(Box::new(watch)), ..self }
    }

    /// Tells on the terminal how many rows are done, how many of them were on file, and how long the rest will take. Quiet where the standard error is no terminal.
    pub fn on_terminal(self) -> Self {
        Self { terminal: true, ..self }
    }

    /// Takes the rows on file as they are: none of them is computed again, neither to see whether the model is still the same, nor because it failed.
    pub fn unchecked(self) -> Self {
        Self { checked: false, ..self }
    }

    /// Computes all rows in memory.
    pub fn run(self) -> Result<Results, StudyError> {
        let rows = Results::new(self.columns.clone(), self.settings.clone(), self.points);
        self.complete(rows, |_| Ok(()))
    }

    /// Computes what is not yet in the file, and completes it.
    ///
    /// What the rows depend on is not on file, but for the [`settings`](Self::settings). So of n rows that are there the first, the last and √n between them are computed again, and must come out the
    /// same to the bit: rows of an older model are refused ([`StudyError::Changed`]), unless the change spares all of these. Rows that failed are computed again. What was read is counted:
    /// [`Results::on_file`].
    ///
    /// Two studies cannot write one file at the same time: the second one is an error that names the first. That is kept by a file beside,
    /// `name.lock`, as long as the study runs.
    pub fn run_in(self, file: impl AsRef<Path>) -> Result<Results, StudyError> {
        let file = file.as_ref();
        let unreadable = |error| named(file, "read", error);
        if let Some(folder) = file.parent() {
            std::fs::create_dir_all(folder).map_err(|error| named(file, "written", error))?;
        }
        let is_there = file.try_exists().map_err(unreadable)?;
        if is_there && !std::fs::metadata(file).map_err(unreadable)?.is_file() {
            let what = "a study is resumed from its file, and this is a folder, a device or a pipe";
            return Err(unreadable(io::Error::new(io::ErrorKind::InvalidInput, what)).into());
        }
        let _lock = Lock::of(file)?;
        let results = Results::new(self.columns.clone(), self.settings.clone(), self.points);
        let mut found = if file.try_exists().map_err(unreadable)? { results.resumed(file)? } else { results };
        if self.checked {
            found.forget_failed(self.shard);
        }
        if self.checked {
            self.check(&found, file)?;
        }
        // Without a line that was cut short, so that the next one begins where a line begins.
        found.write_csv(file)?;
        let unwritable = |error| named(file, "written", error);
        let mut journal = std::fs::OpenOptions::new().append(true).open(file).map_err(unwritable)?;
        let columns = self.columns.len();
        let complete = self.complete(found, |row| {
            let line = row.line(columns);
            io::Write::write_all(&mut journal, line.as_bytes()).map_err(unwritable)
        })?;
        complete.write_csv(file)?;
        Ok(complete)
    }

    /// Are the rows on file those that this program computes?
    fn check(&self, found: &Results, file: &Path) -> Result<(), StudyError> {
        let (rows, parts) = (found.rows(), found.rows().len().isqrt() + 1);
        let mut looked_at: Vec<usize> = (0..=parts).map(|k| k * rows.len().saturating_sub(1) / parts).collect();
        looked_at.dedup();
        for row in looked_at.into_iter().filter_map(|place| rows.get(place)) {
            let now = one(&*self.compute, self.columns.len(), row.index);
            let Some((column, found, computed)) = row.differs(&now, &self.columns) else { continue };
            let file = file.display().to_string();
            return Err(StudyError::Changed { file, row: row.index, column, found, computed });
        }
        Ok(())
    }

    fn complete(
        mut self,
        mut results: Results,
        mut keep: impl FnMut(&Row) -> io::Result<()>,
    ) -> Result<Results, StudyError> {
        let mut watch = self.watch.take();
        let (compute, columns) = (&*self.compute, self.columns.len());
        let mine: Vec<usize> = (0..self.points).filter(|&index| self.shard.has(index)).collect();
        let todo: Vec<usize> = mine.iter().copied().filter(|&index| !results.has(index)).collect();
        // Rows of other shards may be in the file, and do not count.
        let mut told = StudyProgress { index: 0, done: mine.len() - todo.len(), total: mine.len(), failed: 0 };
        told.failed = results.failed().filter(|&(index, _)| self.shard.has(index)).count();
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let mut outcome = Ok(());
        let mut cancelled = false;
        let mut line = self.terminal.then(Terminal::new);
        if let (Some(line), 1..) = (&line, results.on_file()) {
            line.say(&format!("{} of {} rows read from file", results.on_file(), self.points));
        }
        thread::scope(|scope| {
            // Without a buffer: nobody computes far ahead of what is on file.
            let (done, rows) = mpsc::sync_channel(0);
            for _ in 0..self.threads.min(todo.len()) {
                let (done, next, stop, todo) = (done.clone(), &next, &stop, &todo);
                scope.spawn(move || {
                    while !stop.load(Ordering::Relaxed)
                        && let Some(&index) = todo.get(next.fetch_add(1, Ordering::Relaxed))
                        && done.send(one(compute, columns, index)).is_ok()
                    {}
                });
            }
            drop(done);
            for row in rows {
                if outcome.is_ok() {
                    outcome = keep(&row);
                }
                (told.index, told.done) = (row.index, told.done + 1);
                told.failed += usize::from(row.values.is_err());
                results.insert(row);
                if let Some(line) = &mut line {
                    let part = (told.done + todo.len()).saturating_sub(told.total) as f64 / todo.len() as f64;
                    line.tell(part, &told.to_string());
                }
                cancelled |= watch.as_mut().is_some_and(|watch| watch(&told).is_break());
                if cancelled || outcome.is_err() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
        outcome?;
        if told.done < told.total {
            return Err(StudyError::Cancelled { done: told.done, total: told.total });
        }
        Ok(results)
    }
}

/// One row; a panic is an error like any other.
fn one(compute: &(dyn Fn(usize) -> Result<Vec<f64>, String> + Sync), columns: usize, index: usize) -> Row {
    let outcome = catch_unwind(AssertUnwindSafe(|| compute(index))).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Err(format!("panicked: {}", said.unwrap_or("without a word")))
    });
    let fits = |values: Vec<f64>| match values.len() == columns {
        true => Ok(values),
        false => Err(format!("{} values for {columns} columns", values.len())),
    };
    // As it will be read from a file, where a row without columns and without a word would be a good one.
    let said = |error: String| match columns == 0 && error.is_empty() {
        true => "failed without a word".to_owned(),
        false => one_line(&error),
    };
    Row { index, values: outcome.and_then(fits).map_err(said) }
}
