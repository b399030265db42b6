//! Sums, products, quotients and shifts.
//!
//! Sums keep their constant outermost, `(x + y) + 3`, so that constants meet. Differences are sums with a
//! negated term. Multiplication, division and shifts by powers of two become slices.

use super::leaves::LeafFunction;
use super::semantics::{self, mask};
use super::{Op, TermId, Terms};

impl Terms {
    pub fn neg(&mut self, t: TermId) -> TermId {
        let width = self.width(t);
        if width == 1 {
            return t;
        }
        if let Some(value) = self.as_constant(t) {
            return self.constant(width, value.wrapping_neg());
        }
        match self.op(t) {
            Op::Neg => return self.operand(t, 0),
            Op::Not => {
                let one = self.constant(width, 1);
                return self.add(self.operand(t, 0), one);
            }
            Op::Add => {
                let (a, b) = (self.operand(t, 0), self.operand(t, 1));
                if let Some(value) = self.as_constant(b)
                    && self.op(a) != Op::Add
                {
                    let negated = self.neg(a);
                    let constant = self.constant(width, value.wrapping_neg());
                    return self.add(negated, constant);
                }
                // -(a - b) is b - a; not along chains of differences, which may be long.
                for (x, y) in [(a, b), (b, a)] {
                    if let Some(inner) = self.single(Op::Neg, y)
                        && self.op(x) != Op::Add
                    {
                        return self.sub(inner, x);
                    }
                }
            }
            Op::Ite => {
                let function = LeafFunction::slice(Op::Neg, 0, width);
                if let Some(mapped) = self.map_leaves_of_word(function, t) {
                    return mapped;
                }
            }
            _ => {}
        }
        self.intern_one(Op::Neg, width, t)
    }

    pub fn add(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.as_constant(b) {
            return self.add_constant(width, a, b, value);
        }
        if a == b {
            let one = self.constant(width, 1);
            return self.shl(a, one);
        }
        if self.complementary(a, b) {
            return self.ones(width);
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(inner) = self.single(Op::Neg, x) {
                if inner == y {
                    return self.zero(width);
                }
                if let Some((p, q)) = self.pair(Op::Add, y) {
                    if p == inner {
                        return q;
                    }
                    if q == inner {
                        return p;
                    }
                }
            }
            // The constant moves outside; what remains has no constant outside.
            if let Some((inner, value)) = self.with_constant(Op::Add, x) {
                let constant = self.constant(width, value);
                let sum = self.add(inner, y);
                return self.add(sum, constant);
            }
        }
        self.intern_two(Op::Add, width, a, b)
    }

    fn add_constant(&mut self, width: u32, a: TermId, b: TermId, value: u128) -> TermId {
        if value == 0 {
            return a;
        }
        if let Some(left) = self.as_constant(a) {
            return self.constant(width, left.wrapping_add(value));
        }
        if let Some((inner, other)) = self.with_constant(Op::Add, a) {
            let both = self.constant(width, other.wrapping_add(value));
            return self.add(inner, both);
        }
        // ~x + c is -x + (c - 1), which meets other sums.
        if let Some(inner) = self.single(Op::Not, a) {
            let negated = self.neg(inner);
            let constant = self.constant(width, value.wrapping_sub(1));
            return if self.as_constant(constant) == Some(0) {
                negated
            } else if self.op(negated) == Op::Neg {
                self.intern_two(Op::Add, width, negated, constant)
            } else {
                self.intern_two(Op::Add, width, a, b)
            };
        }
        match self.map_leaves_of_word(LeafFunction::binary(Op::Add, b), a) {
            Some(mapped) => mapped,
            None => self.intern_two(Op::Add, width, a, b),
        }
    }

    pub fn sub(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if a == b {
            return self.zero(width);
        }
        let negated = self.neg(b);
        self.add(a, negated)
    }

    pub fn mul(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        let (a, b) = self.ordered(a, b);
        if let Some(value) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(width, left.wrapping_mul(value));
            }
            if value == 0 {
                return b;
            }
            if value == mask(width) {
                return self.neg(a);
            }
            if value.is_power_of_two() {
                let distance = self.constant(width, value.trailing_zeros().into());
                return self.shl(a, distance);
            }
            if let Some((inner, other)) = self.with_constant(Op::Mul, a) {
                let both = self.constant(width, other.wrapping_mul(value));
                return self.mul(inner, both);
            }
            if let Some(inner) = self.single(Op::Neg, a) {
                let negated = self.constant(width, value.wrapping_neg());
                return self.mul(inner, negated);
            }
            if let Some(mapped) = self.map_leaves_of_word(LeafFunction::binary(Op::Mul, b), a) {
                return mapped;
            }
        }
        self.intern_two(Op::Mul, width, a, b)
    }

    pub fn udiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(value) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(width, semantics::binary(Op::Udiv, width, left, value));
            }
            if value == 0 {
                return self.ones(width);
            }
            if value.is_power_of_two() {
                let distance = value.trailing_zeros();
                let high = self.extract(a, distance, width - distance);
                return self.zero_extend(high, width);
            }
            if let Some(narrow) = self.zero_extended(a) {
                let narrow_width = self.width(narrow);
                if value > mask(narrow_width) {
                    return self.zero(width);
                }
                let divisor = self.constant(narrow_width, value);
                let quotient = self.udiv(narrow, divisor);
                return self.zero_extend(quotient, width);
            }
        }
        if a == b || self.as_constant(a) == Some(0) {
            let zero = self.zero(width);
            let by_zero = self.eq(b, zero);
            let all_ones = self.ones(width);
            let otherwise = self.constant(width, u128::from(a == b));
            return self.ite(by_zero, all_ones, otherwise);
        }
        self.intern_two(Op::Udiv, width, a, b)
    }

    pub fn urem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if let Some(value) = self.as_constant(b) {
            if let Some(left) = self.as_constant(a) {
                return self.constant(width, semantics::binary(Op::Urem, width, left, value));
            }
            if value == 0 {
                return a;
            }
            if value.is_power_of_two() {
                let low_bits = self.constant(width, value - 1);
                return self.and(a, low_bits);
            }
        }
        if a == b || self.as_constant(a) == Some(0) {
            return self.zero(width);
        }
        if let Some(narrow) = self.zero_extended(a) {
            let narrow_width = self.width(narrow);
            let divisor = match (self.as_constant(b), self.zero_extended(b)) {
                (Some(value), _) if value > mask(narrow_width) => return a,
                (Some(value), _) => Some(self.constant(narrow_width, value)),
                (None, Some(other)) if self.width(other) == narrow_width => Some(other),
                _ => None,
            };
            if let Some(divisor) = divisor {
                let remainder = self.urem(narrow, divisor);
                return self.zero_extend(remainder, width);
            }
        }
        self.intern_two(Op::Urem, width, a, b)
    }

    pub fn sdiv(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let (negative_a, negative_b) = (self.extract(a, width - 1, 1), self.extract(b, width - 1, 1));
        let (size_a, size_b) = (self.absolute(a), self.absolute(b));
        let quotient = self.udiv(size_a, size_b);
        let negated = self.neg(quotient);
        let negative = self.xor(negative_a, negative_b);
        self.ite(negative, negated, quotient)
    }

    /// Has the sign of the dividend.
    pub fn srem(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let negative = self.extract(a, width - 1, 1);
        let (size_a, size_b) = (self.absolute(a), self.absolute(b));
        let remainder = self.urem(size_a, size_b);
        let negated = self.neg(remainder);
        self.ite(negative, negated, remainder)
    }

    fn absolute(&mut self, t: TermId) -> TermId {
        let width = self.width(t);
        let negative = self.extract(t, width - 1, 1);
        let negated = self.neg(t);
        self.ite(negative, negated, t)
    }

    pub fn shl(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if self.as_constant(a) == Some(0) {
            return a;
        }
        let Some(distance) = self.as_constant(b) else {
            return self.intern_two(Op::Shl, width, a, b);
        };
        if distance >= width.into() {
            return self.zero(width);
        }
        let distance = distance as u32;
        let kept = self.extract(a, 0, width - distance);
        self.place(kept, distance, width)
    }

    pub fn lshr(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if self.as_constant(a) == Some(0) {
            return a;
        }
        let Some(distance) = self.as_constant(b) else {
            return self.intern_two(Op::Lshr, width, a, b);
        };
        if distance >= width.into() {
            return self.zero(width);
        }
        let distance = distance as u32;
        let kept = self.extract(a, distance, width - distance);
        self.zero_extend(kept, width)
    }

    pub fn ashr(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        match self.sign(a) {
            Some(false) => return self.lshr(a, b),
            Some(true) if self.as_constant(a) == Some(mask(width)) => return a,
            _ => {}
        }
        let Some(distance) = self.as_constant(b) else {
            return self.intern_two(Op::Ashr, width, a, b);
        };
        let distance = distance.min(u128::from(width - 1)) as u32;
        let kept = self.extract(a, distance, width - distance);
        self.sign_extend(kept, width)
    }
}
