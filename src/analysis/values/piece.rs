//! A strided range of numbers: `low, low+step, …, high`; a constant if there is only one.

#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub struct Piece {
    pub low: u128,
    pub high: u128,
    /// 0 exactly when `low == high`.
    pub step: u128,
}

impl Piece {
    pub(super) fn constant(value: u128) -> Piece {
        Piece { low: value, high: value, step: 0 }
    }
    pub(super) fn new(low: u128, high: u128, step: u128) -> Piece {
        if low == high { Piece::constant(low) } else { Piece { low, high, step: step.max(1) } }
    }
    pub fn contains(self, value: u128) -> bool {
        self.low <= value
            && value <= self.high
            && (self.step == 0 || (value - self.low).is_multiple_of(self.step))
    }
    pub(super) fn includes(self, other: Piece) -> bool {
        self.contains(other.low)
            && self.contains(other.high)
            && (other.step == 0 || (self.step != 0 && other.step.is_multiple_of(self.step)))
    }
    pub(super) fn hull(self, other: Piece) -> Piece {
        let low = self.low.min(other.low);
        let step = gcd(gcd(self.step, other.step), self.low.abs_diff(other.low));
        Piece::new(low, self.high.max(other.high), step)
    }
    /// Together with a piece that does not begin before it, it is a range without gaps.
    pub(super) fn continues_with(self, next: Piece) -> bool {
        self.step <= 1 && next.step <= 1 && next.low <= self.high.saturating_add(1)
    }
    /// Its values from `low` to `high`.
    pub fn within(self, low: u128, high: u128) -> Option<Piece> {
        if self.high < low || high < self.low {
            return None;
        }
        if self.is_constant() {
            return Some(self);
        }
        let first = self.low + low.saturating_sub(self.low).div_ceil(self.step) * self.step;
        let last = self.low + (self.high.min(high) - self.low) / self.step * self.step;
        (first <= last).then(|| Piece::new(first, last, self.step))
    }
    pub fn is_constant(self) -> bool {
        self.step == 0
    }
    pub fn count(self) -> u128 {
        (self.high - self.low).checked_div(self.step).map_or(1, |steps| steps.saturating_add(1))
    }
}

pub(super) fn gcd(a: u128, b: u128) -> u128 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

pub(super) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}
