//! Numbers that a seed determines, and the values that go wrong most often: those around powers of two.

pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        // Neighbouring seeds begin alike.
        for _ in 0..4 {
            random.bits();
        }
        random
    }

    /// xorshift64*.
    pub fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        (self.bits() >> 16) % limit
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len() as u64) as usize]
    }

    pub fn of<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    /// Small, around a power of two, or anything.
    pub fn value(&mut self) -> u64 {
        match self.below(4) {
            0 => self.below(10),
            1 => self.below(70_000),
            2 => (1u64 << self.below(64)).wrapping_add(self.below(3)).wrapping_sub(1),
            _ => self.bits() >> self.below(64),
        }
    }
}
