//! Numbers that look random, the same ones on every machine (splitmix64).

pub struct Dice(u64);

impl Dice {
    /// The dice of one case: of a seed, a kind and an index.
    pub fn of(seed: u64, kind: &str, index: u64) -> Self {
        let word = kind.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let mut dice = Self(word ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.next();
        dice
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Between 0 and 1.
    pub fn part(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.part()
    }

    /// Between −`most` and `most`.
    pub fn about(&mut self, most: f64) -> f64 {
        self.between(-most, most)
    }

    /// Below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.part() * n as f64) as usize % n.max(1)
    }

    /// Yes in so many of a hundred.
    pub fn chance(&mut self, percent: f64) -> bool {
        self.part() * 100.0 < percent
    }

    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }
}
