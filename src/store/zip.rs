//! A ZIP archive whose members are stored, not compressed: what NumPy's `.npz` is.
//!
//! ```text
//! member:    local header (30 bytes), name, data          one after another
//! directory: one entry a member (46 bytes), name          where each member begins
//! end:       22 bytes                                     where the directory begins, and how many entries it has
//! ```
//!
//! All numbers are little-endian. Sizes and places have four bytes: an archive of 4 GiB or more is refused. Dates are those of the
//! format's epoch, so that the same contents always give the same bytes.

use super::file::{named, write};
use std::io::{self, ErrorKind};
use std::path::Path;

const LOCAL: u32 = 0x0403_4b50;
const ENTRY: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// Version 2.0 of the format; names are UTF-8; stored; time 0 on 1 January 1980.
const COMMON: [u16; 5] = [20, 0x0800, 0, 0, 0x0021];

/// A ZIP archive in the making: files by name, stored as they are. The same files always give the same bytes.
///
/// ```
/// use chetaev::store::Zip;
/// let mut archive = Zip::new();
/// archive.add("notes/first.txt", b"a disk, two sliders")?;
/// // archive.write("notes.zip")?
/// let bytes = archive.to_bytes()?;
/// assert!(bytes.starts_with(b"PK") && bytes.windows(6).any(|part| part == b"a disk"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl Zip {
    /// An empty archive.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file; folders in its name are parted by `/`.
    pub fn add(&mut self, name: &str, data: &[u8]) -> io::Result<()> {
        let (start, size) = (small(self.bytes.len())?, small(data.len())?);
        let length =
            u16::try_from(name.len()).map_err(|_| io::Error::new(ErrorKind::InvalidInput, "a name is too long"))?;
        let sums = [checksum(data), size, size].map(u32::to_le_bytes).concat();
        let common = [COMMON.map(u16::to_le_bytes).concat(), sums].concat();
        self.bytes.extend(LOCAL.to_le_bytes());
        self.bytes.extend(&common);
        self.bytes.extend([length, 0].map(u16::to_le_bytes).concat());
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(data);
        // The version that made it; no extra field, no comment, first disk, no attributes.
        self.directory.extend([&ENTRY.to_le_bytes()[..], &20_u16.to_le_bytes(), &common].concat());
        self.directory.extend([length, 0, 0, 0, 0, 0, 0].map(u16::to_le_bytes).concat());
        self.directory.extend(start.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count = self.count.checked_add(1).ok_or_else(too_large)?;
        Ok(())
    }

    /// Writes the archive, whole or not at all.
    pub fn write(&self, path: impl AsRef<Path>) -> io::Result<()> {
        let path = path.as_ref();
        write(path, &self.to_bytes().map_err(|error| named(path, "written", error))?)
    }

    /// The bytes of the archive.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let (start, size) = (small(self.bytes.len())?, small(self.directory.len())?);
        let end = [
            &END.to_le_bytes()[..],
            &[0, 0, self.count, self.count].map(u16::to_le_bytes).concat(),
            &[size, start].map(u32::to_le_bytes).concat(),
            &[0, 0],
        ];
        Ok([&self.bytes[..], &self.directory, &end.concat()].concat())
    }
}

fn small(size: usize) -> io::Result<u32> {
    u32::try_from(size).ok().filter(|&size| size < u32::MAX).ok_or_else(too_large)
}

fn too_large() -> io::Error {
    io::Error::new(
        ErrorKind::InvalidInput,
        "an archive of 4 GiB or 65536 files is too large: write fewer samples, or a table",
    )
}

/// The cyclic redundancy check of ZIP and PNG: the remainder of the bits, lowest first, by the polynomial 0xEDB88320 (reversed).
pub(crate) fn checksum(data: &[u8]) -> u32 {
    let mut table = [0_u32; 256];
    for (byte, entry) in table.iter_mut().enumerate() {
        *entry = (0..8).fold(byte as u32, |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xEDB8_8320 } else { sum >> 1 });
    }
    let step = |sum: u32, byte: &u8| sum >> 8 ^ table[((sum ^ u32::from(*byte)) & 0xff) as usize];
    !data.iter().fold(u32::MAX, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_checksum() {
        // The check value that catalogs of CRCs give for CRC-32/ISO-HDLC.
        assert_eq!(checksum(b"123456789"), 0xCBF4_3926);
        assert_eq!(checksum(b""), 0);
    }
}
