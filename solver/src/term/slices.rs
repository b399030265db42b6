//! Concatenation, extraction and extension.
//!
//! Concatenations lean to the right, `(a, (b, c))`, and neighbours that belong together are joined, so that a
//! word taken apart and put together again is the same term.

use super::leaves::LeafFunction;
use super::semantics::{mask, signed};
use super::{Op, TermId, Terms};

impl Terms {
    pub fn concat(&mut self, high: TermId, low: TermId) -> TermId {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        assert!(width <= 128, "a concatenation of {high_width} and {low_width} bits is too wide");
        if let Some(joined) = self.join(high, low) {
            return joined;
        }
        if let Some((first, second)) = self.pair(Op::Concat, high) {
            let rest = self.concat(second, low);
            return self.concat(first, rest);
        }
        if let Some((first, second)) = self.pair(Op::Concat, low)
            && let Some(joined) = self.join(high, first)
        {
            return self.concat(joined, second);
        }
        if self.is_constant(high)
            && let Some(mapped) = self.map_leaves_of_word(LeafFunction::binary_flipped(Op::Concat, high), low)
        {
            return mapped;
        }
        if self.is_constant(low)
            && let Some(mapped) = self.map_leaves_of_word(LeafFunction::binary(Op::Concat, low), high)
        {
            return mapped;
        }
        self.intern_two(Op::Concat, width, high, low)
    }

    /// The word with the bits of a mask set to those of a constant.
    pub fn with_bits(&mut self, t: TermId, which: u128, bits: u128) -> TermId {
        let width = self.width(t);
        let mut word: Option<TermId> = None;
        let mut low = 0;
        while low < width {
            let is_set = |bit: u32| which >> bit & 1 == 1;
            let end = (low..width).find(|&bit| is_set(bit) != is_set(low)).unwrap_or(width);
            let part = match is_set(low) {
                true => self.constant(end - low, bits >> low),
                false => self.extract(t, low, end - low),
            };
            word = Some(word.map_or(part, |below| self.concat(part, below)));
            low = end;
        }
        word.expect("a word has at least one bit")
    }

    /// Neighbours that are one term: two constants, or two adjacent slices of the same word.
    fn join(&mut self, high: TermId, low: TermId) -> Option<TermId> {
        let (high_width, low_width) = (self.width(high), self.width(low));
        let width = high_width + low_width;
        if let (Some(h), Some(l)) = (self.as_constant(high), self.as_constant(low)) {
            return Some(self.constant(width, (h << low_width) | l));
        }
        let (term, start) = self.as_slice(high)?;
        let (other, low_start) = self.as_slice(low)?;
        (term == other && start == low_start + low_width).then(|| self.extract(term, low_start, width))
    }

    fn as_slice(&self, t: TermId) -> Option<(TermId, u32)> {
        self.pair(Op::Extract, t).map(|(term, low)| (term, low.0))
    }

    pub fn extract(&mut self, t: TermId, low: u32, width: u32) -> TermId {
        let full = self.width(t);
        assert!(
            width >= 1 && low.checked_add(width).is_some_and(|end| end <= full),
            "bits {low}..{low}+{width} are not inside {t}, which is {full} bits wide"
        );
        if width == full {
            return t;
        }
        match self.op(t) {
            Op::Constant => {
                let value = self.as_constant(t).unwrap_or_default();
                return self.constant(width, value >> low);
            }
            Op::Extract => return self.extract(self.operand(t, 0), self.operand(t, 1).0 + low, width),
            Op::Concat => {
                let (high_part, low_part) = (self.operand(t, 0), self.operand(t, 1));
                let split = self.width(low_part);
                if low >= split {
                    return self.extract(high_part, low - split, width);
                }
                if low + width <= split {
                    return self.extract(low_part, low, width);
                }
                let high_slice = self.extract(high_part, 0, low + width - split);
                let low_slice = self.extract(low_part, low, split - low);
                return self.concat(high_slice, low_slice);
            }
            Op::SignExtend => {
                let inner = self.operand(t, 0);
                let inner_width = self.width(inner);
                if low + width <= inner_width {
                    return self.extract(inner, low, width);
                }
                let start = low.min(inner_width - 1);
                let kept = self.extract(inner, start, inner_width - start);
                return self.sign_extend(kept, width);
            }
            Op::Not => {
                let slice = self.extract(self.operand(t, 0), low, width);
                return self.not(slice);
            }
            // The low bits of a sum depend on the low bits only: the arithmetic of C on narrow types, which
            // are extended first and cut afterwards, becomes narrow again.
            op @ (Op::Add | Op::Mul) if low == 0 => {
                let (a, b) = (self.operand(t, 0), self.operand(t, 1));
                if self.is_extended(a) && (self.is_extended(b) || self.is_constant(b)) {
                    let (a, b) = (self.extract(a, 0, width), self.extract(b, 0, width));
                    return if op == Op::Add { self.add(a, b) } else { self.mul(a, b) };
                }
            }
            Op::Neg if low == 0 && self.is_extended(self.operand(t, 0)) => {
                let slice = self.extract(self.operand(t, 0), 0, width);
                return self.neg(slice);
            }
            Op::Ite => {
                let function = LeafFunction::slice(Op::Extract, low, width);
                if let Some(mapped) = self.map_leaves_of_word(function, t) {
                    return mapped;
                }
            }
            _ => {}
        }
        self.intern(Op::Extract, width, [t.0, low, 0])
    }

    /// A word that was put together from narrower ones, or the negation of one.
    fn is_extended(&self, t: TermId) -> bool {
        match self.op(t) {
            Op::Concat | Op::SignExtend => true,
            Op::Neg => matches!(self.op(self.operand(t, 0)), Op::Concat | Op::SignExtend),
            _ => false,
        }
    }

    /// To `width` bits; the same width gives the term itself.
    pub fn zero_extend(&mut self, t: TermId, width: u32) -> TermId {
        let narrow = self.width(t);
        assert!(narrow <= width, "cannot extend {narrow} bits to {width}");
        if narrow == width {
            return t;
        }
        let zeros = self.zero(width - narrow);
        self.concat(zeros, t)
    }

    /// To `width` bits; the same width gives the term itself.
    pub fn sign_extend(&mut self, t: TermId, width: u32) -> TermId {
        let narrow = self.width(t);
        assert!(narrow <= width, "cannot extend {narrow} bits to {width}");
        if narrow == width {
            return t;
        }
        if let Some(value) = self.as_constant(t) {
            return self.constant(width, signed(narrow, value) as u128);
        }
        match self.sign(t) {
            Some(false) => return self.zero_extend(t, width),
            Some(true) => {
                let ones = self.constant(width - narrow, mask(width - narrow));
                return self.concat(ones, t);
            }
            None => {}
        }
        if let Some(inner) = self.single(Op::SignExtend, t) {
            return self.sign_extend(inner, width);
        }
        let function = LeafFunction::slice(Op::SignExtend, 0, width);
        match self.map_leaves_of_word(function, t) {
            Some(mapped) => mapped,
            None => self.intern_one(Op::SignExtend, width, t),
        }
    }

    /// The term with zeros below and above it, so that its lowest bit lands at `low`.
    pub(super) fn place(&mut self, t: TermId, low: u32, width: u32) -> TermId {
        let extended = self.zero_extend(t, width - low);
        if low == 0 {
            return extended;
        }
        let zeros = self.zero(low);
        self.concat(extended, zeros)
    }

    /// What was extended with zeros to make this term, if it was.
    pub(super) fn zero_extended(&self, t: TermId) -> Option<TermId> {
        let (high, low) = self.pair(Op::Concat, t)?;
        (self.as_constant(high) == Some(0)).then_some(low)
    }
}
