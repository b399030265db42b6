//! Division, one bit of the quotient at a time.
//!
//! Both significands are normalised, so the quotient lies between a half and two and has its first bit in one of
//! two places. A general divider of twice the width would be four times as large.

use super::round::{Exact, round};
use super::unpack::unpack;
use super::{Format, any, highest, unless, with_sign};
use crate::congruence::{Costly, CostlyKind};
use crate::term::{TermId, Terms};

pub fn div(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let a = unpack(terms, format, a).normalised(terms);
    let b = unpack(terms, format, b).normalised(terms);
    let sign = terms.xor(a.sign, b.sign);
    let precision = format.precision();
    let width = precision + 2;
    let divisor = terms.zero_extend(b.significand, width);
    let mut remainder = terms.zero_extend(a.significand, width);
    let mut quotient: Option<TermId> = None;
    let mut part = divisor;
    for _ in 0..precision + 2 {
        // The remainder is below twice the divisor here.
        let difference = terms.sub(remainder, divisor);
        part = difference;
        let borrowed = highest(terms, difference);
        let bit = terms.not(borrowed);
        quotient = Some(quotient.map_or(bit, |higher| terms.concat(higher, bit)));
        let rest = terms.ite(bit, difference, remainder);
        let low = terms.extract(rest, 0, width - 1);
        remainder = terms.concat(low, TermId::FALSE);
    }
    let quotient = quotient.expect("there is at least one bit");
    let sticky = any(terms, remainder);
    let significand = terms.concat(quotient, sticky);
    let operands = [a.significand, b.significand];
    terms.add_costly(Costly { kind: CostlyKind::QuotientOfFloats, operands, result: significand, part });
    let exponent = terms.sub(a.exponent, b.exponent);
    let exact = Exact { sign, exponent, significand, leading_zeros: 1, may_underflow: true };
    let rounded = round(terms, format, exact);

    let zero = with_sign(terms, format, sign, 0);
    let vanishes = terms.or(a.zero, b.infinite);
    let result = terms.ite(vanishes, zero, rounded);
    let infinity = with_sign(terms, format, sign, format.infinity());
    let explodes = terms.or(a.infinite, b.zero);
    let result = terms.ite(explodes, infinity, result);
    let undefined = terms.and(vanishes, explodes);
    let nan = terms.or_all([a.nan, b.nan, undefined]);
    unless(terms, nan, format.quiet_nan(), result)
}
