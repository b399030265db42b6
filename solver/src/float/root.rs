//! The square root, one bit at a time.

use super::round::{Exact, round};
use super::unpack::unpack;
use super::{Format, any, unless, with_sign};
use crate::congruence::{Costly, CostlyKind};
use crate::term::{TermId, Terms};

pub fn sqrt(terms: &mut Terms, format: Format, number: TermId) -> TermId {
    let a = unpack(terms, format, number).normalised(terms);
    let precision = format.precision();
    let exponent_width = format.exponent_width();
    // With an even exponent the radicand is in [1, 4) and its root in [1, 2).
    let odd = terms.extract(a.exponent, 0, 1);
    let half = terms.extract(a.exponent, 1, exponent_width - 1);
    let exponent = terms.sign_extend(half, exponent_width);
    let plain = terms.zero_extend(a.significand, precision + 1);
    let doubled = terms.concat(a.significand, TermId::FALSE);
    let radicand = terms.ite(odd, doubled, plain);
    // Two bits of the radicand (then zeros) come down for each bit of the root, beginning with those in front
    // of the point.
    let bits = precision + 2;
    let radicand = if precision.is_multiple_of(2) { super::pad_low(terms, radicand, 1) } else { radicand };
    let available = terms.width(radicand);
    let width = bits + 2;
    let mut remainder = terms.constant(width, 0);
    let mut root = terms.constant(width, 0);
    let mut part = radicand;
    for step in 0..bits {
        let pair = match available.checked_sub(2 * step + 2) {
            Some(low) => terms.extract(radicand, low, 2),
            None => terms.constant(2, 0),
        };
        let low = terms.extract(remainder, 0, width - 2);
        remainder = terms.concat(low, pair);
        // The candidate is 4·root + 1.
        let low = terms.extract(root, 0, width - 2);
        let one = terms.constant(2, 1);
        let candidate = terms.concat(low, one);
        let below = terms.ult(remainder, candidate);
        let bit = terms.not(below);
        let difference = terms.sub(remainder, candidate);
        part = difference;
        remainder = terms.ite(bit, difference, remainder);
        let low = terms.extract(root, 0, width - 1);
        root = terms.concat(low, bit);
    }
    let root = terms.extract(root, 0, bits);
    let sticky = any(terms, remainder);
    let significand = terms.concat(root, sticky);
    terms.add_costly(Costly {
        kind: CostlyKind::RootOfFloat,
        operands: [radicand, radicand],
        result: significand,
        part,
    });
    // Only in formats with more fraction than exponent is the root of a subnormal number subnormal.
    let lowest = (format.smallest_exponent() - i128::from(format.fraction_bits)).div_euclid(2);
    let may_underflow = lowest < format.smallest_exponent();
    let exact = Exact { sign: TermId::FALSE, exponent, significand, leading_zeros: 0, may_underflow };
    let rounded = round(terms, format, exact);

    // The root of a zero is that zero; of anything else that is negative there is none.
    let zero = with_sign(terms, format, a.sign, 0);
    let result = terms.ite(a.zero, zero, rounded);
    let infinity = with_sign(terms, format, TermId::FALSE, format.infinity());
    let result = terms.ite(a.infinite, infinity, result);
    let not_zero = terms.not(a.zero);
    let undefined = terms.and(a.sign, not_zero);
    let nan = terms.or(a.nan, undefined);
    unless(terms, nan, format.quiet_nan(), result)
}
