//! Addition and subtraction.
//!
//! The operand with the smaller magnitude is aligned to the other one. Three more bits below, the last one
//! sticky, are enough to round correctly: a subtraction that cancels more than one bit had operands at most one
//! position apart, so nothing was lost.

use super::round::{Exact, round, shift_right_sticky};
use super::unpack::unpack;
use super::{Format, any, pad_low, signed_constant, unless, with_sign};
use crate::term::{TermId, Terms};

pub fn add(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let magnitude_width = format.width() - 1;
    let (magnitude_a, magnitude_b) =
        (terms.extract(a, 0, magnitude_width), terms.extract(b, 0, magnitude_width));
    let swap = terms.ult(magnitude_a, magnitude_b);
    let (large, small) = (terms.ite(swap, b, a), terms.ite(swap, a, b));
    let large = unpack(terms, format, large);
    let small = unpack(terms, format, small);

    let precision = format.precision();
    let width = precision + 4;
    let distance = terms.sub(large.exponent, small.exponent);
    let significand = pad_low(terms, small.significand, 3);
    let aligned = shift_right_sticky(terms, significand, distance);
    let aligned = terms.zero_extend(aligned, width);
    let significand = pad_low(terms, large.significand, 3);
    let significand = terms.zero_extend(significand, width);
    let opposite = terms.xor(large.sign, small.sign);
    let all = terms.sign_extend(opposite, width);
    let addend = terms.xor(aligned, all);
    let carry = terms.zero_extend(opposite, width);
    let sum = terms.add(significand, addend);
    let sum = terms.add(sum, carry);

    // A zero is negative only if both operands are.
    let some = any(terms, sum);
    let both = terms.and(large.sign, small.sign);
    let sign = terms.ite(some, large.sign, both);
    let one = signed_constant(terms, format.exponent_width(), 1);
    let exponent = terms.add(large.exponent, one);
    let exact =
        Exact { sign, exponent, significand: sum, leading_zeros: precision + 1, may_underflow: false };
    let rounded = round(terms, format, exact);

    // The larger magnitude is infinite if one is; NaN comes from either or from opposite infinities.
    let infinity = with_sign(terms, format, large.sign, format.infinity());
    let result = terms.ite(large.infinite, infinity, rounded);
    let annihilated = terms.and_all([large.infinite, small.infinite, opposite]);
    let nan = terms.or_all([large.nan, small.nan, annihilated]);
    unless(terms, nan, format.quiet_nan(), result)
}

/// `a + (-b)`; a NaN stays one whatever its sign.
pub fn sub(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let sign = terms.constant(format.width(), 1 << (format.width() - 1));
    let negated = terms.xor(b, sign);
    add(terms, format, a, negated)
}
