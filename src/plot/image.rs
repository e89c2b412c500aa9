//! Dense clouds as an embedded picture: a bifurcation diagram has a million points, and a screen has not.
//!
//! Points are counted into cells of half a pixel; the shade of a cell grows with the logarithm of its count.

use super::deflate::compress;
use super::thin::Pixel;
use crate::store::{base64, checksum};

/// Cells a pixel, in each direction.
const FINE: f64 = 2.0;
/// Opacity of the four shades.
const SHADES: [u8; 4] = [0, 105, 175, 255];

/// The points as a PNG with `color` in four shades, and as the address of an image: `data:…`.
pub fn cloud(points: &[Pixel], corner: Pixel, size: Pixel, color: &str) -> String {
    let [wide, high] = size.map(|x| (x * FINE).ceil().max(1.0) as usize);
    let mut counts = vec![0_u32; wide * high];
    for p in points {
        let [x, y] = [0, 1].map(|k| ((p[k] - corner[k]) * FINE).floor());
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
        chunk(b"IDAT", &compress(&rows)),
        chunk(b"IEND", &[]),
    ];
    format!("data:image/png;base64,{}", base64(&png.concat()))
}

/// A part of a PNG: length, name, data, checksum of name and data.
fn chunk(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [&name[..], data].concat();
    [&(data.len() as u32).to_be_bytes()[..], &body, &checksum(&body).to_be_bytes()].concat()
}
