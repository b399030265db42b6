//! `not`, `and`, `xor` and what is built from them. Truth values are the case of width 1.
//!
//! The rules for `and` are those of two-level and-inverter graphs; since they hold bit by bit they serve words
//! and truth values alike.

use super::semantics::mask;
use super::{Op, TermId, Terms};

impl Terms {
    pub fn not(&mut self, t: TermId) -> TermId {
        let width = self.width(t);
        match self.op(t) {
            Op::Constant => {
                let value = self.as_constant(t).unwrap_or_default();
                self.constant(width, !value)
            }
            Op::Not => self.operand(t, 0),
            // -x - 1 complemented is x - 1.
            Op::Neg => {
                let minus_one = self.ones(width);
                self.add(self.operand(t, 0), minus_one)
            }
            Op::Concat if self.is_constant(self.operand(t, 0)) || self.is_constant(self.operand(t, 1)) => {
                let (high, low) = (self.operand(t, 0), self.operand(t, 1));
                let high = self.not(high);
                let low = self.not(low);
                self.concat(high, low)
            }
            _ => self.intern_one(Op::Not, width, t),
        }
    }

    pub fn and(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let (mut a, mut b) = (a, b);
        loop {
            (a, b) = self.ordered(a, b);
            if a == b {
                return a;
            }
            if let Some(value) = self.as_constant(b) {
                return self.and_constant(width, a, b, value);
            }
            if self.complementary(a, b) {
                return self.zero(width);
            }
            match self.and_rule(width, a, b) {
                AndRule::Result(t) => return t,
                AndRule::Retry(x, y) => (a, b) = (x, y),
                AndRule::None => break,
            }
        }
        if let Some(split) = self.split_bitwise(Op::And, a, b) {
            return split;
        }
        self.intern_two(Op::And, width, a, b)
    }

    pub fn or(&mut self, a: TermId, b: TermId) -> TermId {
        let (a, b) = (self.not(a), self.not(b));
        let both = self.and(a, b);
        self.not(both)
    }

    pub fn xor(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let (mut a, mut b) = (a, b);
        // Negations move outside, where they cost nothing.
        let mut negated = false;
        for side in [&mut a, &mut b] {
            if let Some(inner) = self.single(Op::Not, *side) {
                *side = inner;
                negated = !negated;
            }
        }
        let result = self.xor_positive(width, a, b);
        if negated { self.not(result) } else { result }
    }

    pub fn implies(&mut self, a: TermId, b: TermId) -> TermId {
        let not_b = self.not(b);
        let broken = self.and(a, not_b);
        self.not(broken)
    }

    pub fn and_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut all = TermId::TRUE;
        for t in terms {
            all = self.and(all, t);
        }
        all
    }

    pub fn or_all(&mut self, terms: impl IntoIterator<Item = TermId>) -> TermId {
        let mut any = TermId::FALSE;
        for t in terms {
            any = self.or(any, t);
        }
        any
    }

    fn and_constant(&mut self, width: u32, a: TermId, b: TermId, value: u128) -> TermId {
        if value == 0 {
            return b;
        }
        if value == mask(width) {
            return a;
        }
        if let Some(left) = self.as_constant(a) {
            return self.constant(width, left & value);
        }
        // One run of ones selects a slice.
        let low = value.trailing_zeros();
        let length = (value >> low).trailing_ones();
        if value == mask(length) << low {
            let slice = self.extract(a, low, length);
            return self.place(slice, low, width);
        }
        if let Some((inner, other)) = self.with_constant(Op::And, a) {
            let both = self.constant(width, other & value);
            return self.and(inner, both);
        }
        if let Some(split) = self.split_bitwise(Op::And, a, b) {
            return split;
        }
        match self.map_leaves_of_word(super::LeafFunction::binary(Op::And, b), a) {
            Some(mapped) => mapped,
            None => self.intern_two(Op::And, width, a, b),
        }
    }

    /// The rules that look through one or both operands.
    fn and_rule(&mut self, width: u32, a: TermId, b: TermId) -> AndRule {
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.pair(Op::And, x) {
                if y == p || y == q {
                    return AndRule::Result(x);
                }
                if self.complementary(y, p) || self.complementary(y, q) {
                    return AndRule::Result(self.zero(width));
                }
            }
            if let Some((p, q)) = self.negated_and(x) {
                if self.complementary(y, p) || self.complementary(y, q) {
                    return AndRule::Result(y);
                }
                if y == p {
                    return AndRule::Retry(y, self.not(q));
                }
                if y == q {
                    return AndRule::Retry(y, self.not(p));
                }
            }
        }
        if let (Some((p, q)), Some((r, s))) = (self.pair(Op::And, a), self.pair(Op::And, b)) {
            if [p, q].iter().any(|&x| self.complementary(x, r) || self.complementary(x, s)) {
                return AndRule::Result(self.zero(width));
            }
            if p == r || q == r {
                return AndRule::Retry(a, s);
            }
            if p == s || q == s {
                return AndRule::Retry(a, r);
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            if let (Some((p, q)), Some((r, s))) = (self.negated_and(x), self.pair(Op::And, y)) {
                if [p, q].iter().any(|&z| self.complementary(z, r) || self.complementary(z, s)) {
                    return AndRule::Result(y);
                }
                if p == r || p == s {
                    return AndRule::Retry(y, self.not(q));
                }
                if q == r || q == s {
                    return AndRule::Retry(y, self.not(p));
                }
            }
        }
        if let (Some((p, q)), Some((r, s))) = (self.negated_and(a), self.negated_and(b)) {
            if (p == r && self.complementary(q, s)) || (p == s && self.complementary(q, r)) {
                return AndRule::Result(self.not(p));
            }
            if (q == s && self.complementary(p, r)) || (q == r && self.complementary(p, s)) {
                return AndRule::Result(self.not(q));
            }
        }
        self.different_constants(a, b)
    }

    /// `x = 1` excludes `x = 2` and implies `x ≠ 2`.
    fn different_constants(&self, a: TermId, b: TermId) -> AndRule {
        let compared = |t: TermId| self.with_constant(Op::Eq, t);
        let excluded = |t: TermId| self.single(Op::Not, t).and_then(compared);
        match (compared(a), compared(b)) {
            (Some((x, _)), Some((y, _))) if x == y => AndRule::Result(TermId::FALSE),
            (Some((x, _)), None) if excluded(b).is_some_and(|(y, _)| x == y) => AndRule::Result(a),
            (None, Some((y, _))) if excluded(a).is_some_and(|(x, _)| x == y) => AndRule::Result(b),
            _ => AndRule::None,
        }
    }

    fn negated_and(&self, t: TermId) -> Option<(TermId, TermId)> {
        self.single(Op::Not, t).and_then(|inner| self.pair(Op::And, inner))
    }

    fn xor_positive(&mut self, width: u32, a: TermId, b: TermId) -> TermId {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.zero(width);
        }
        if let Some(value) = self.as_constant(b) {
            if value == 0 {
                return a;
            }
            if value == mask(width) {
                return self.not(a);
            }
            if let Some(left) = self.as_constant(a) {
                return self.constant(width, left ^ value);
            }
            if let Some((inner, other)) = self.with_constant(Op::Xor, a) {
                let both = self.constant(width, other ^ value);
                return self.xor(inner, both);
            }
            if let Some(mapped) = self.map_leaves_of_word(super::LeafFunction::binary(Op::Xor, b), a) {
                return mapped;
            }
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.pair(Op::Xor, x) {
                if p == y {
                    return q;
                }
                if q == y {
                    return p;
                }
            }
        }
        if let Some(split) = self.split_bitwise(Op::Xor, a, b) {
            return split;
        }
        self.intern_two(Op::Xor, width, a, b)
    }

    /// Works part by part where a concatenation meets a constant, or two concatenations have their constants
    /// at the same place. The depth is bounded by the width: every step halves a concatenation.
    fn split_bitwise(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        let (high, low) = self.pair(Op::Concat, a).or_else(|| self.pair(Op::Concat, b))?;
        let (high_width, low_width) = (self.width(high), self.width(low));
        let known = |terms: &Terms, t: TermId| match terms.pair(Op::Concat, t) {
            Some((h, l)) => terms.width(l) == low_width && (terms.is_constant(h) || terms.is_constant(l)),
            None => terms.is_constant(t),
        };
        if !known(self, a) || !known(self, b) {
            return None;
        }
        let high_a = self.extract(a, low_width, high_width);
        let high_b = self.extract(b, low_width, high_width);
        let low_a = self.extract(a, 0, low_width);
        let low_b = self.extract(b, 0, low_width);
        let (high, low) = if op == Op::And {
            (self.and(high_a, high_b), self.and(low_a, low_b))
        } else {
            (self.xor(high_a, high_b), self.xor(low_a, low_b))
        };
        Some(self.concat(high, low))
    }
}

enum AndRule {
    Result(TermId),
    Retry(TermId, TermId),
    None,
}
