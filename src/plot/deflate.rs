//! The compression of PNG (deflate), as far as a picture with large empty areas needs it.
//!
//! One block with the fixed code: a byte, or "the last byte again, n times", n from 3 to 258. In the fixed code the symbols 0 … 143 have 8
//! bits from 00110000 on, 144 … 255 have 9 from 110010000 on, 256 … 279 have 7 from 0 on and 280 … 287 have 8 from 11000000 on; a distance
//! of 1 is five zeros.

/// Bits, the lowest of a byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    waiting: u32,
    count: u32,
}

impl Bits {
    /// Adds a number, its lowest bit first.
    fn number(&mut self, value: u32, bits: u32) {
        self.waiting |= value << self.count;
        self.count += bits;
        while self.count >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    /// Adds a code, its highest bit first.
    fn code(&mut self, code: u32, bits: u32) {
        self.number(code.reverse_bits() >> (32 - bits), bits);
    }

    fn symbol(&mut self, symbol: u32) {
        match symbol {
            0..144 => self.code(0x30 + symbol, 8),
            144..256 => self.code(0x190 + symbol - 144, 9),
            256..280 => self.code(symbol - 256, 7),
            _ => self.code(0xC0 + symbol - 280, 8),
        }
    }

    /// The last byte again, `n` times.
    fn repeat(&mut self, n: u32) {
        // Lengths from 3 on: eight symbols without extra bits, then four with one, four with two, and so on; 258 has its own.
        match n {
            258 => self.symbol(285),
            _ => {
                let n = n - 3;
                let extra = if n < 8 { 0 } else { n.ilog2() - 2 };
                let symbol = if n < 8 { 257 + n } else { 257 + 4 * extra + (n >> extra) };
                self.symbol(symbol);
                self.number(n & ((1 << extra) - 1), extra);
            }
        }
        self.code(0, 5);
    }
}

/// The bytes compressed, with the header and the checksum of zlib.
pub(super) fn compress(data: &[u8]) -> Vec<u8> {
    let mut bits = Bits { bytes: vec![0x78, 0x01], ..Bits::default() };
    bits.number(0b011, 3); // the last block, with the fixed code
    for run in data.chunk_by(|a, b| a == b) {
        bits.symbol(u32::from(run[0]));
        let mut left = run.len() as u32 - 1;
        while left >= 3 {
            let n = left.min(258);
            bits.repeat(n);
            left -= n;
        }
        (0..left).for_each(|_| bits.symbol(u32::from(run[0])));
    }
    bits.symbol(256);
    bits.number(0, 7); // to a whole byte
    [bits.bytes, adler(data).to_be_bytes().to_vec()].concat()
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

    /// Reads what `compress` writes: the fixed code, with distances of 1.
    fn inflate(data: &[u8]) -> Vec<u8> {
        assert_eq!((data[0], u32::from(data[0]) * 256 + u32::from(data[1])), (0x78, 0x7801));
        let mut at = 16;
        let mut bit = || {
            at += 1;
            u32::from(data[(at - 1) / 8] >> ((at - 1) % 8) & 1)
        };
        assert_eq!([bit(), bit(), bit()], [1, 1, 0]);
        // Base and number of extra bits of the lengths 257 … 285, as the format's table has them.
        const BASE: [usize; 29] = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227, 258,
        ];
        const EXTRA: [u32; 29] =
            [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
        let mut out: Vec<u8> = Vec::new();
        loop {
            let seven = (0..7).fold(0, |code, _| code << 1 | bit());
            let symbol = if seven < 24 {
                256 + seven
            } else {
                let eight = seven << 1 | bit();
                match eight {
                    0x30..=0xBF => eight - 0x30,
                    0xC0..=0xC7 => eight - 0xC0 + 280,
                    _ => (eight << 1 | bit()) - 0x190 + 144,
                }
            };
            match symbol {
                0..256 => out.push(symbol as u8),
                256 => break,
                _ => {
                    let k = symbol as usize - 257;
                    let n = BASE[k] + (0..EXTRA[k]).fold(0, |sum, i| sum | (bit() as usize) << i);
                    assert_eq!((0..5).fold(0, |code, _| code << 1 | bit()), 0, "the distance is 1");
                    let last = out[out.len() - 1];
                    out.extend(std::iter::repeat_n(last, n));
                }
            }
        }
        assert_eq!(data.len(), at.div_ceil(8) + 4);
        assert_eq!(data[data.len() - 4..], adler(&out).to_be_bytes());
        out
    }

    #[test]
    fn identity_what_was_compressed_reads_back() {
        let mut data: Vec<u8> = (0..=255).collect();
        for n in 1..600 {
            data.extend(std::iter::repeat_n((n % 251) as u8, n));
        }
        let packed = compress(&data);
        assert!(packed.len() < data.len() / 20, "moot: {} of {}", packed.len(), data.len());
        assert_eq!(inflate(&packed), data);
        assert!(inflate(&compress(&[])).is_empty());
    }

    #[test]
    fn golden_checksum() {
        // The example in the article on Adler-32 that everyone quotes.
        assert_eq!(adler(b"Wikipedia"), 0x11E6_0398);
    }
}
