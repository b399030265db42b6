//! Conversions between formats, and to and from integers.
//!
//! C leaves open what becomes of a number that does not fit an integer. Here it is what x86 gives for signed
//! ones: the highest bit set and all others zero, whatever the number was.

use super::round::{Exact, round};
use super::unpack::unpack;
use super::{Format, highest, signed_constant, unless, with_sign};
use crate::term::{TermId, Terms};

/// The nearest number to an integer of any width.
pub fn from_integer(terms: &mut Terms, format: Format, value: TermId, signed: bool) -> TermId {
    let width = terms.width(value);
    let sign = if signed { highest(terms, value) } else { TermId::FALSE };
    let opposite = terms.neg(value);
    let magnitude = terms.ite(sign, opposite, value);
    // Exponents up to 127 and the room above the smallest one.
    let exponent_width = format.exponent_width().max(9);
    let exponent = signed_constant(terms, exponent_width, i128::from(width) - 1);
    let exact =
        Exact { sign, exponent, significand: magnitude, leading_zeros: width - 1, may_underflow: false };
    round(terms, format, exact)
}

/// The integer of `width` bits that is left when the fraction is dropped.
pub fn to_integer(terms: &mut Terms, format: Format, number: TermId, width: u32, signed: bool) -> TermId {
    let a = unpack(terms, format, number);
    let precision = format.precision();
    let exponent_width = format.exponent_width().max(9);
    let exponent = terms.sign_extend(a.exponent, exponent_width);
    let fraction_bits = signed_constant(terms, exponent_width, i128::from(format.fraction_bits));

    // Large: the whole significand, shifted left. Small: its upper part, shifted right.
    let small = terms.slt(exponent, fraction_bits);
    let left = terms.sub(exponent, fraction_bits);
    let right = terms.sub(fraction_bits, exponent);
    let word = width.max(precision).max(exponent_width);
    let wide = terms.zero_extend(a.significand, word);
    let left = terms.zero_extend(left, word);
    let right = terms.zero_extend(right, word);
    let shifted_left = terms.shl(wide, left);
    let shifted_right = terms.lshr(wide, right);
    let magnitude = terms.ite(small, shifted_right, shifted_left);
    let magnitude = terms.extract(magnitude, 0, width);
    // Subnormal numbers are below one in every format.
    let normal = highest(terms, a.significand);
    let subnormal = terms.not(normal);
    let below_one = highest(terms, exponent);
    let fraction_only = terms.or(subnormal, below_one);
    let zero = terms.constant(width, 0);
    let magnitude = terms.ite(fraction_only, zero, magnitude);
    let negated = terms.neg(magnitude);
    let result = terms.ite(a.sign, negated, magnitude);

    let most = i128::from(if signed { width - 1 } else { width });
    let most = signed_constant(terms, exponent_width, most);
    let whole = terms.not(fraction_only);
    let beyond = terms.sle(most, exponent);
    let too_large = terms.and(whole, beyond);
    let negative = if signed { TermId::FALSE } else { terms.and(a.sign, whole) };
    let outside = terms.or_all([too_large, negative, a.nan, a.infinite]);
    unless(terms, outside, 1 << (width - 1), result)
}

/// The nearest number in another format.
pub fn resize(terms: &mut Terms, from: Format, to: Format, number: TermId) -> TermId {
    if from == to {
        return number;
    }
    let a = unpack(terms, from, number);
    let exponent = terms.sign_extend(a.exponent, from.exponent_width().max(to.exponent_width()));
    let exact = Exact {
        sign: a.sign,
        exponent,
        significand: a.significand,
        leading_zeros: from.fraction_bits,
        may_underflow: from.smallest_exponent() < to.smallest_exponent(),
    };
    let rounded = round(terms, to, exact);
    let infinity = with_sign(terms, to, a.sign, to.infinity());
    let result = terms.ite(a.infinite, infinity, rounded);
    unless(terms, a.nan, to.quiet_nan(), result)
}
