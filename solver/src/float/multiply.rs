//! Multiplication: the product of the significands is exact in twice the precision.

use super::round::{Exact, round};
use super::unpack::unpack;
use super::{Format, signed_constant, unless, with_sign};
use crate::term::{TermId, Terms};

pub fn mul(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let a = unpack(terms, format, a);
    let b = unpack(terms, format, b);
    let sign = terms.xor(a.sign, b.sign);
    let width = 2 * format.precision();
    let left = terms.zero_extend(a.significand, width);
    let right = terms.zero_extend(b.significand, width);
    let product = terms.mul(left, right);
    let sum = terms.add(a.exponent, b.exponent);
    let one = signed_constant(terms, format.exponent_width(), 1);
    let exponent = terms.add(sum, one);
    // Of two subnormal numbers the product is far below the smallest one, so only one of them has to be
    // normalised by the rounding.
    let exact = Exact {
        sign,
        exponent,
        significand: product,
        leading_zeros: format.precision(),
        may_underflow: true,
    };
    let rounded = round(terms, format, exact);
    let infinity = with_sign(terms, format, sign, format.infinity());
    let infinite = terms.or(a.infinite, b.infinite);
    let result = terms.ite(infinite, infinity, rounded);
    let zero = terms.or(a.zero, b.zero);
    let undefined = terms.and(infinite, zero);
    let nan = terms.or_all([a.nan, b.nan, undefined]);
    unless(terms, nan, format.quiet_nan(), result)
}
