//! Equality and order.
//!
//! A comparison with a constant is pushed inwards: inverses are undone on the constant side in a loop (chains
//! of them can be long), concatenations split, trees of constants turn into truth values.

use super::leaves::LeafFunction;
use super::semantics::{mask, signed};
use super::{Op, TermId, Terms};

impl Terms {
    pub fn eq(&mut self, a: TermId, b: TermId) -> TermId {
        self.same_width(a, b);
        let (mut a, mut b) = (a, b);
        loop {
            if a == b {
                return TermId::TRUE;
            }
            let width = self.width(a);
            if width == 1 {
                let differ = self.xor(a, b);
                return self.not(differ);
            }
            (a, b) = self.ordered(a, b);
            let step = match self.as_constant(b) {
                Some(value) => self.eq_constant(width, a, value),
                None => self.eq_terms(width, a, b),
            };
            match step {
                EqStep::Result(t) => return t,
                EqStep::Again(x, y) => (a, b) = (x, y),
            }
        }
    }

    pub fn ne(&mut self, a: TermId, b: TermId) -> TermId {
        let equal = self.eq(a, b);
        self.not(equal)
    }

    fn eq_constant(&mut self, width: u32, t: TermId, value: u128) -> EqStep {
        let (mut t, mut value) = (t, value);
        loop {
            value &= mask(width);
            if let Some(known) = self.as_constant(t) {
                return EqStep::Result(self.boolean(known == value));
            }
            let (a, b) = (self.operand(t, 0), self.operand(t, 1));
            match self.op(t) {
                Op::Not => (t, value) = (a, !value),
                Op::Neg => (t, value) = (a, value.wrapping_neg()),
                Op::Add => match self.as_constant(b) {
                    Some(constant) => (t, value) = (a, value.wrapping_sub(constant)),
                    None if value == 0 => match (self.single(Op::Neg, a), self.single(Op::Neg, b)) {
                        (Some(inner), _) => return EqStep::Again(inner, b),
                        (_, Some(inner)) => return EqStep::Again(a, inner),
                        _ => break,
                    },
                    None => break,
                },
                Op::Xor => match self.as_constant(b) {
                    Some(constant) => (t, value) = (a, value ^ constant),
                    None if value == 0 => return EqStep::Again(a, b),
                    None => break,
                },
                Op::Mul => match self.as_constant(b) {
                    Some(constant) if constant & 1 == 1 => {
                        (t, value) = (a, value.wrapping_mul(inverse(constant)))
                    }
                    _ => break,
                },
                Op::SignExtend => {
                    let narrow = self.width(a);
                    if signed(narrow, value) != signed(width, value) {
                        return EqStep::Result(TermId::FALSE);
                    }
                    let constant = self.constant(narrow, value);
                    return EqStep::Again(a, constant);
                }
                Op::Concat => {
                    let low_width = self.width(b);
                    let high = self.constant(width - low_width, value >> low_width);
                    let low = self.constant(low_width, value);
                    let same_high = self.eq(a, high);
                    if same_high == TermId::FALSE {
                        return EqStep::Result(same_high);
                    }
                    let same_low = self.eq(b, low);
                    return EqStep::Result(self.and(same_high, same_low));
                }
                _ => break,
            }
        }
        let constant = self.constant(width, value);
        match self.map_leaves_of_comparison(LeafFunction::binary(Op::Eq, constant), t) {
            Some(mapped) => EqStep::Result(mapped),
            None => EqStep::Result(self.intern_two(Op::Eq, 1, t, constant)),
        }
    }

    fn eq_terms(&mut self, width: u32, a: TermId, b: TermId) -> EqStep {
        if self.complementary(a, b) {
            return EqStep::Result(TermId::FALSE);
        }
        for op in [Op::Not, Op::Neg] {
            if let (Some(x), Some(y)) = (self.single(op, a), self.single(op, b)) {
                return EqStep::Again(x, y);
            }
        }
        if let (Some(x), Some(y)) = (self.single(Op::SignExtend, a), self.single(Op::SignExtend, b))
            && self.width(x) == self.width(y)
        {
            return EqStep::Again(x, y);
        }
        if let (Some((high, low)), Some(_)) = (self.pair(Op::Concat, a), self.pair(Op::Concat, b)) {
            let low_width = self.width(low);
            let other_high = self.extract(b, low_width, width - low_width);
            let same_high = self.eq(high, other_high);
            if same_high == TermId::FALSE {
                return EqStep::Result(same_high);
            }
            let other_low = self.extract(b, 0, low_width);
            let same_low = self.eq(low, other_low);
            return EqStep::Result(self.and(same_high, same_low));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some((p, q)) = self.pair(Op::Add, x) {
                let remaining = if p == y { Some(q) } else { (q == y).then_some(p) };
                if let Some(remaining) = remaining {
                    return EqStep::Again(remaining, self.zero(width));
                }
            }
            if let Some((condition, yes, no)) = self.as_ite(x) {
                if yes == y {
                    let same = self.eq(no, y);
                    return EqStep::Result(self.or(condition, same));
                }
                if no == y {
                    let same = self.eq(yes, y);
                    let otherwise = self.not(condition);
                    return EqStep::Result(self.or(otherwise, same));
                }
            }
        }
        if let (Some((p, q)), Some((r, s))) = (self.pair(Op::Add, a), self.pair(Op::Add, b)) {
            for (x, rest_a) in [(p, q), (q, p)] {
                for (y, rest_b) in [(r, s), (s, r)] {
                    if x == y {
                        return EqStep::Again(rest_a, rest_b);
                    }
                }
            }
            if let (Some(left), Some(right)) = (self.as_constant(q), self.as_constant(s)) {
                let difference = self.constant(width, left.wrapping_sub(right));
                let shifted = self.add(p, difference);
                return EqStep::Result(self.eq_plain(shifted, r));
            }
        }
        if let (Some((c, p, q)), Some((d, r, s))) = (self.as_ite(a), self.as_ite(b))
            && c == d
        {
            if p == r {
                let same = self.eq_plain(q, s);
                return EqStep::Result(self.or(c, same));
            }
            if q == s {
                let same = self.eq_plain(p, r);
                let otherwise = self.not(c);
                return EqStep::Result(self.or(otherwise, same));
            }
        }
        EqStep::Result(self.eq_plain(a, b))
    }

    /// The node itself: for operands that have been looked into already.
    fn eq_plain(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return TermId::TRUE;
        }
        let (a, b) = self.ordered(a, b);
        if let (Some(x), Some(y)) = (self.as_constant(a), self.as_constant(b)) {
            return self.boolean(x == y);
        }
        self.intern_two(Op::Eq, 1, a, b)
    }

    pub fn ult(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if a == b {
            return TermId::FALSE;
        }
        if width == 1 {
            let not_a = self.not(a);
            return self.and(not_a, b);
        }
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(x), Some(y)) => return self.boolean(x < y),
            (None, Some(bound)) => return self.ult_bound(width, a, b, bound),
            (Some(bound), None) => return self.ult_above(width, a, b, bound),
            (None, None) => {}
        }
        if let (Some(x), Some(y)) = (self.single(Op::Not, a), self.single(Op::Not, b)) {
            return self.ult(y, x);
        }
        if let Some(result) = self.order_parts(Op::Ult, a, b) {
            return result;
        }
        self.intern_two(Op::Ult, 1, a, b)
    }

    /// `t < bound`.
    fn ult_bound(&mut self, width: u32, t: TermId, constant: TermId, bound: u128) -> TermId {
        if bound == 0 {
            return TermId::FALSE;
        }
        if bound == mask(width) {
            let equal = self.eq(t, constant);
            return self.not(equal);
        }
        if bound.is_power_of_two() {
            let low = bound.trailing_zeros();
            let high = self.extract(t, low, width - low);
            let zero = self.zero(width - low);
            return self.eq(high, zero);
        }
        if let Some(inner) = self.single(Op::Not, t) {
            let flipped = self.constant(width, !bound);
            return self.ult(flipped, inner);
        }
        if let Some((high, low)) = self.pair(Op::Concat, t)
            && let Some(known) = self.as_constant(high)
        {
            let low_width = self.width(low);
            let bound_high = bound >> low_width;
            if known != bound_high {
                return self.boolean(known < bound_high);
            }
            let bound_low = self.constant(low_width, bound);
            return self.ult(low, bound_low);
        }
        match self.map_leaves_of_comparison(LeafFunction::binary(Op::Ult, constant), t) {
            Some(mapped) => mapped,
            None => self.intern_two(Op::Ult, 1, t, constant),
        }
    }

    /// `bound < t`.
    fn ult_above(&mut self, width: u32, constant: TermId, t: TermId, bound: u128) -> TermId {
        if bound == mask(width) {
            return TermId::FALSE;
        }
        if bound == mask(width) - 1 {
            let largest = self.ones(width);
            return self.eq(t, largest);
        }
        if (bound + 1).is_power_of_two() {
            let low = (bound + 1).trailing_zeros();
            let high = self.extract(t, low, width - low);
            let zero = self.zero(width - low);
            return self.ne(high, zero);
        }
        if let Some(inner) = self.single(Op::Not, t) {
            let flipped = self.constant(width, !bound);
            return self.ult(inner, flipped);
        }
        if let Some((high, low)) = self.pair(Op::Concat, t)
            && let Some(known) = self.as_constant(high)
        {
            let low_width = self.width(low);
            let bound_high = bound >> low_width;
            if known != bound_high {
                return self.boolean(bound_high < known);
            }
            let bound_low = self.constant(low_width, bound);
            return self.ult(bound_low, low);
        }
        match self.map_leaves_of_comparison(LeafFunction::binary_flipped(Op::Ult, constant), t) {
            Some(mapped) => mapped,
            None => self.intern_two(Op::Ult, 1, constant, t),
        }
    }

    pub fn ule(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn slt(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        if a == b {
            return TermId::FALSE;
        }
        if width == 1 {
            let not_b = self.not(b);
            return self.and(a, not_b);
        }
        match (self.sign(a), self.sign(b)) {
            (Some(x), Some(y)) if x == y => return self.ult(a, b),
            (Some(x), Some(_)) => return self.boolean(x),
            _ => {}
        }
        let smallest = 1u128 << (width - 1);
        if let Some(bound) = self.as_constant(b) {
            if bound == 0 {
                return self.extract(a, width - 1, 1);
            }
            if bound == smallest {
                return TermId::FALSE;
            }
            if let Some(mapped) = self.map_leaves_of_comparison(LeafFunction::binary(Op::Slt, b), a) {
                return mapped;
            }
        }
        if let Some(bound) = self.as_constant(a) {
            if bound == mask(width) {
                let negative = self.extract(b, width - 1, 1);
                return self.not(negative);
            }
            if bound == smallest - 1 {
                return TermId::FALSE;
            }
            if let Some(mapped) = self.map_leaves_of_comparison(LeafFunction::binary_flipped(Op::Slt, a), b) {
                return mapped;
            }
        }
        if let Some(result) = self.order_parts(Op::Slt, a, b) {
            return result;
        }
        self.intern_two(Op::Slt, 1, a, b)
    }

    pub fn sle(&mut self, a: TermId, b: TermId) -> TermId {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    /// Order of two terms that are extended the same way or share their high part.
    fn order_parts(&mut self, op: Op, a: TermId, b: TermId) -> Option<TermId> {
        if let (Some(x), Some(y)) = (self.single(Op::SignExtend, a), self.single(Op::SignExtend, b))
            && self.width(x) == self.width(y)
        {
            return Some(if op == Op::Ult { self.ult(x, y) } else { self.slt(x, y) });
        }
        let ((high_a, low_a), (high_b, low_b)) = (self.pair(Op::Concat, a)?, self.pair(Op::Concat, b)?);
        (high_a == high_b && self.width(low_a) == self.width(low_b)).then(|| self.ult(low_a, low_b))
    }

    /// The sign bit, if it is known.
    pub(super) fn sign(&self, t: TermId) -> Option<bool> {
        let mut t = t;
        // Ends within the width: every step leads to a narrower term.
        loop {
            match self.op(t) {
                Op::Concat | Op::SignExtend => t = self.operand(t, 0),
                _ => return self.as_constant(t).map(|value| value >> (self.width(t) - 1) & 1 == 1),
            }
        }
    }
}

enum EqStep {
    Result(TermId),
    /// The same question about two other terms. A loop instead of a call, because sums can be long.
    Again(TermId, TermId),
}

/// The inverse of an odd number modulo any power of two up to 2^128. Every step doubles the number of right
/// bits, and the number itself is right in three.
fn inverse(odd: u128) -> u128 {
    let mut result = odd;
    for _ in 0..6 {
        result = result.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(result)));
    }
    result
}
