//! Where the points of a study lie, and which of them a machine takes.

use std::fmt::{self, Display};
use std::str::FromStr;

/// Evenly spaced values, both ends included.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Axis {
    from: f64,
    to: f64,
    points: usize,
}

impl Axis {
    /// `points` values from `from` to `to`.
    pub fn new(from: f64, to: f64, points: usize) -> Self {
        Self { from, to, points }
    }

    /// How many values there are.
    pub fn points(&self) -> usize {
        self.points
    }

    /// The value with the given index.
    pub fn at(&self, index: usize) -> f64 {
        if index + 1 == self.points && index > 0 {
            return self.to;
        }
        self.from + (self.to - self.from) * index as f64 / self.points.saturating_sub(1).max(1) as f64
    }

    /// All values.
    pub fn values(&self) -> Vec<f64> {
        (0..self.points).map(|index| self.at(index)).collect()
    }

    /// Both values of a point of the plane that this axis and another one span: this one runs first.
    pub fn with(&self, other: &Self, index: usize) -> [f64; 2] {
        let row = self.points.max(1);
        [self.at(index % row), other.at(index / row)]
    }
}

/// Every n-th point of a study: what one of n machines computes. Written as `2/8`, the second of eight.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    number: usize,
    count: usize,
}

impl Shard {
    /// All points.
    pub const WHOLE: Self = Self { number: 1, count: 1 };

    /// The shard with this number, counted from 1, out of `count`; `None` if there is no such shard.
    pub fn new(number: usize, count: usize) -> Option<Self> {
        (1..=count).contains(&number).then_some(Self { number, count })
    }

    /// Is this point one of the shard's?
    pub fn has(&self, index: usize) -> bool {
        index % self.count == self.number - 1
    }

    /// The name of this shard's file, made from that of the whole: `diagram.csv` gives `diagram-2-of-8.csv`.
    pub fn file_name(&self, whole: &str) -> String {
        if self.count == 1 {
            return whole.to_owned();
        }
        // A dot in the name of a folder ends nothing.
        let name = whole.rfind(std::path::is_separator).map_or(0, |at| at + 1);
        let (stem, ending) = whole.split_at(whole[name..].rfind('.').map_or(whole.len(), |at| name + at));
        format!("{stem}-{}-of-{}{ending}", self.number, self.count)
    }

    /// The files of all shards of as many as this one.
    pub fn file_names(&self, whole: &str) -> Vec<String> {
        (1..=self.count).map(|number| Self { number, ..*self }.file_name(whole)).collect()
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.trim().parse().ok()?, n.trim().parse().ok()?)));
        parts
            .and_then(|(i, n)| Self::new(i, n))
            .ok_or_else(|| format!("`{text}` is no shard: write 2/8 for the second of eight"))
    }
}
