//! NumPy's file formats: `.npy`, one array, and `.npz`, an archive of them.
//!
//! An `.npy` file is the magic word, the version 1.0, the length of the header, a header that is a Python dictionary padded so that the data
//! begin at a multiple of 64, and the data by rows, little-endian.

use super::zip::Zip;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Arrays by name, to be written as one `.npz` file: `numpy.load("run.npz")["q"]`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arrays {
    members: Vec<(String, Vec<u8>)>,
}

impl Arrays {
    /// An empty archive.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an array of numbers, by rows.
    ///
    /// # Panics
    /// If there are not as many numbers as the shape says.
    pub fn numbers(self, name: &str, shape: &[usize], values: &[f64]) -> Self {
        assert_eq!(shape.iter().product::<usize>(), values.len(), "array `{name}`: its shape does not fit its numbers");
        self.with(name, array("'<f8'", shape, values.iter().flat_map(|x| x.to_le_bytes()).collect()))
    }

    /// Adds an array of small whole numbers, by rows.
    ///
    /// # Panics
    /// If there are not as many numbers as the shape says.
    pub fn codes(self, name: &str, shape: &[usize], values: &[i8]) -> Self {
        assert_eq!(shape.iter().product::<usize>(), values.len(), "array `{name}`: its shape does not fit its numbers");
        self.with(name, array("'|i1'", shape, values.iter().flat_map(|x| x.to_le_bytes()).collect()))
    }

    /// Adds an array of texts.
    pub fn texts<T: AsRef<str>>(self, name: &str, values: &[T]) -> Self {
        let long = values.iter().map(|text| text.as_ref().chars().count()).max().unwrap_or(0).max(1);
        let padded = |text: &T| {
            let letters = text.as_ref().chars().map(u32::from).chain(std::iter::repeat(0));
            letters.take(long).flat_map(u32::to_le_bytes).collect::<Vec<u8>>()
        };
        self.with(name, array(&format!("'<U{long}'"), &[values.len()], values.iter().flat_map(padded).collect()))
    }

    fn with(mut self, name: &str, array: Vec<u8>) -> Self {
        self.members.push((format!("{name}.npy"), array));
        self
    }

    /// The bytes of the `.npz` file. An archive of 4 GiB or more is an error.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut zip = Zip::new();
        for (name, array) in &self.members {
            zip.add(name, array)?;
        }
        zip.to_bytes()
    }

    /// Writes the `.npz` file, with its folder if it is not there.
    pub fn write(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        super::write(path, &self.to_bytes().map_err(|error| super::named(path, "written", error))?)
    }
}

/// Columns of equal length as one `.npy` array of records: `a["disk.x"]` is a column, `a[7]` a row.
pub(crate) fn records(names: &[String], columns: &[Vec<f64>]) -> Vec<u8> {
    let mut fields = String::from("[");
    let mut known: Vec<Cow<'_, str>> = Vec::with_capacity(names.len());
    for name in names {
        let name = distinct(name, &known);
        // Writing to a String cannot fail.
        let _ = write!(fields, "('{}', '<f8'), ", python(&name));
        known.push(name);
    }
    fields.push(']');
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let row = |k: usize| columns.iter().map(move |column| column.get(k).copied().unwrap_or(f64::NAN));
    array(&fields, &[rows], (0..rows).flat_map(row).flat_map(f64::to_le_bytes).collect())
}

/// NumPy refuses a name that is there already: it gets a number.
fn distinct<'a>(name: &'a str, known: &[Cow<'a, str>]) -> Cow<'a, str> {
    // What has no name it calls f0, f1, and so on by its place.
    let free = |name: &str| !name.is_empty() && known.iter().all(|known| known != name);
    if free(name) {
        return Cow::Borrowed(name);
    }
    (2..).map(|k| format!("{name}_{k}")).find(|name| free(name)).map_or(Cow::Borrowed(name), Cow::Owned)
}

/// The text between the quotes of a Python string.
fn python(text: &str) -> String {
    let letter = |c: char| match c {
        '\\' | '\'' => format!("\\{c}"),
        c if c.is_control() => format!("\\x{:02x}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(letter).collect()
}

/// The bytes of an `.npy` file.
fn array(kind: &str, shape: &[usize], data: Vec<u8>) -> Vec<u8> {
    let sizes: String = shape.iter().map(|n| format!("{n}, ")).collect();
    let mut header = format!("{{'descr': {kind}, 'fortran_order': False, 'shape': ({}), }}", sizes.trim_end());
    // Version 1 has two bytes for the header's length, version 2 four; names beyond ASCII need version 3.
    let version: u8 = match (header.is_ascii(), header.len() < 60_000) {
        (false, _) => 3,
        (true, false) => 2,
        (true, true) => 1,
    };
    let before = if version == 1 { 10 } else { 12 };
    while !(before + header.len() + 1).is_multiple_of(64) {
        header.push(' ');
    }
    header.push('\n');
    let length = (header.len() as u32).to_le_bytes();
    let length = if version == 1 { &length[..2] } else { &length[..] };
    [b"\x93NUMPY", &[version, 0][..], length, header.as_bytes(), &data].concat()
}
