//! Comparisons: a NaN is neither equal to, less than nor greater than anything; both zeros are equal.

use super::Format;
use super::unpack::{Unpacked, unpack};
use crate::term::{TermId, Terms};

pub fn eq(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (left, right) = (unpack(terms, format, a), unpack(terms, format, b));
    let same = terms.eq(a, b);
    let zeros = terms.and(left.zero, right.zero);
    let equal = terms.or(same, zeros);
    ordered(terms, &left, &right, equal)
}

pub fn lt(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (left, right) = (unpack(terms, format, a), unpack(terms, format, b));
    let below = below(terms, &left, &right, a, b);
    ordered(terms, &left, &right, below)
}

pub fn le(terms: &mut Terms, format: Format, a: TermId, b: TermId) -> TermId {
    let (left, right) = (unpack(terms, format, a), unpack(terms, format, b));
    let above = below(terms, &right, &left, b, a);
    let not_above = terms.not(above);
    ordered(terms, &left, &right, not_above)
}

/// The patterns of numbers of one sign are in the order of their magnitudes.
fn below(terms: &mut Terms, left: &Unpacked, right: &Unpacked, a: TermId, b: TermId) -> TermId {
    let forward = terms.ult(a, b);
    let backward = terms.ult(b, a);
    let same_sign = terms.ite(left.sign, backward, forward);
    let zeros = terms.and(left.zero, right.zero);
    let not_zeros = terms.not(zeros);
    let negative = terms.and(left.sign, not_zeros);
    let differ = terms.xor(left.sign, right.sign);
    terms.ite(differ, negative, same_sign)
}

fn ordered(terms: &mut Terms, left: &Unpacked, right: &Unpacked, truth: TermId) -> TermId {
    let unordered = terms.or(left.nan, right.nan);
    let ordered = terms.not(unordered);
    terms.and(ordered, truth)
}
