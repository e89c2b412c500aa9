//! Dense clouds as an embedded picture: a bifurcation diagram has a million points, and a screen has not.
//!
//! Points are counted into cells; the shade of a cell grows with the logarithm of its count. The bytes are stored as they are, for a
//! compression would be more code than the rest of this file: the size of the cells bounds the size of the picture.

use super::simplify::Pixel;
use crate::store::{base64, checksum};

/// Most cells: at two bits each, and in base64, 170 kB.
const MOST: f64 = 500_000.0;
/// Most cells a pixel, in each direction.
const FINEST: f64 = 2.0;
/// Opacity of the four shades.
const SHADES: [u8; 4] = [0, 105, 175, 255];

/// The points as a PNG with `color` in four shades, and as the address of an image: `data:…`.
pub fn cloud(points: &[Pixel], corner: Pixel, size: Pixel, color: &str) -> String {
    let fine = FINEST.min((MOST / (size[0] * size[1])).sqrt());
    let cells = size.map(|x| (x * fine).ceil().max(1.0));
    let [wide, high] = cells.map(|n| n as usize);
    let mut counts = vec![0_u32; wide * high];
    for p in points {
        let [x, y] = [0, 1].map(|k| ((p[k] - corner[k]) / size[k] * cells[k]).floor());
        if x >= 0.0 && y >= 0.0 && (x as usize) < wide && (y as usize) < high {
            counts[y as usize * wide + x as usize] += 1;
        }
    }
    let shade = |count: u32| if count == 0 { 0 } else { (count.ilog2() + 1).min(3) as u8 };
    let rows = counts.chunks(wide).flat_map(|row| {
        // Four cells a byte, the first in the highest bits; each row begins with "no filter".
        let bytes =
            row.chunks(4).map(|four| four.iter().enumerate().fold(0, |byte, (i, c)| byte | shade(*c) << (6 - 2 * i)));
        std::iter::once(0).chain(bytes).collect::<Vec<u8>>()
    });
    let rows: Vec<u8> = rows.collect();
    let channel = |k: usize| color.get(k..k + 2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(0);
    let tint = [1, 3, 5].map(channel);
    let dimensions = [wide as u32, high as u32].map(u32::to_be_bytes).concat();
    let png = [
        b"\x89PNG\r\n\x1a\n".to_vec(),
        // Two bits a cell, by a palette.
        chunk(b"IHDR", &[&dimensions[..], &[2, 3, 0, 0, 0]].concat()),
        chunk(b"PLTE", &tint.repeat(4)),
        chunk(b"tRNS", &SHADES),
        chunk(b"IDAT", &stored(&rows)),
        chunk(b"IEND", &[]),
    ];
    format!("data:image/png;base64,{}", base64(&png.concat()))
}

/// A part of a PNG: length, name, data, checksum of name and data.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&name[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &checksum(&body).to_be_bytes()].concat()
}

/// The bytes in the form of zlib, not compressed: blocks with their length and its complement, then a checksum.
fn stored(data: &[u8]) -> Vec<u8> {
    let blocks = data.chunks(usize::from(u16::MAX));
    let last = blocks.len().saturating_sub(1);
    let mut out = vec![0x78, 0x01];
    for (k, block) in blocks.enumerate() {
        let length = block.len() as u16;
        out.push(u8::from(k == last));
        out.extend([length, !length].map(u16::to_le_bytes).concat());
        out.extend(block);
    }
    out.extend(adler(data).to_be_bytes());
    out
}

/// The checksum of zlib.
fn adler(data: &[u8]) -> u32 {
    let (a, b) = data.iter().fold((1_u32, 0_u32), |(a, b), &byte| {
        let a = (a + u32::from(byte)) % 65521;
        (a, (b + a) % 65521)
    });
    b << 16 | a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_stored_bytes_are_those_of_zlib() {
        // Python: zlib.compress(b"Wikipedia", 0).
        let golden = b"\x78\x01\x01\x09\x00\xf6\xffWikipedia\x11\xe6\x03\x98";
        assert_eq!(stored(b"Wikipedia"), golden);
        // 70 000 bytes are two blocks: zlib.decompress reads them back.
        let long = stored(&[7; 70_000]);
        assert_eq!((long.len(), &long[2..7]), (2 + 5 + 65_535 + 5 + 4_465 + 4, &[0, 255, 255, 0, 0][..]));
        assert_eq!(long[65_542..65_547], [1, 0x71, 0x11, 0x8e, 0xee]);
    }
}
