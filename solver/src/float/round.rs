//! From an exact result to the nearest number: normalise, denormalise, round, pack.

use super::{Format, any, highest, pad_low, shift_left_by, signed_constant, with_sign};
use crate::term::{TermId, Terms};

/// A finite result before rounding: `significand · 2^(exponent - width + 1)`, so that the exponent is that of
/// the highest bit. The lowest bit of the significand may be sticky.
pub(super) struct Exact {
    pub sign: TermId,
    /// Signed, and wide enough that subtracting the smallest exponent does not overflow.
    pub exponent: TermId,
    pub significand: TermId,
    /// At most this many bits above the highest one that is set; a significand of zero may have more.
    pub leading_zeros: u32,
    /// Whether the exponent can be below that of the smallest normal number.
    pub may_underflow: bool,
}

/// The nearest number, ties to even; infinity beyond the largest one; a zero of the same sign for zero.
pub(super) fn round(terms: &mut Terms, format: Format, exact: Exact) -> TermId {
    let precision = format.precision();
    // Room for at least the bit that decides and a sticky one.
    let missing = (precision + 2).saturating_sub(terms.width(exact.significand));
    let mut significand = pad_low(terms, exact.significand, missing);
    let width = terms.width(significand);

    // How far the number is above the smallest exponent: as far it may be shifted left. Steps of powers of two,
    // the longest first, find the smaller one of the leading zeros and this room.
    let exponent_width = terms.width(exact.exponent);
    let smallest = signed_constant(terms, exponent_width, -format.smallest_exponent());
    let mut room = terms.add(exact.exponent, smallest);
    let negative = if exact.may_underflow { highest(terms, room) } else { TermId::FALSE };
    let steps = (exact.leading_zeros + 1).next_power_of_two().ilog2();
    let initial = room;
    for step in (0..steps).rev() {
        let distance = 1u32 << step;
        if distance >= width || step >= exponent_width - 1 {
            continue;
        }
        let high = terms.extract(significand, width - distance, distance);
        let occupied = any(terms, high);
        let above = terms.extract(room, step, exponent_width - 1 - step);
        let far = any(terms, above);
        let free = terms.not(occupied);
        let positive = terms.not(negative);
        let shifts = terms.and_all([free, far, positive]);
        let shifted = shift_left_by(terms, significand, distance);
        significand = terms.ite(shifts, shifted, significand);
        let minus = signed_constant(terms, exponent_width, -i128::from(distance));
        let lower = terms.add(room, minus);
        room = terms.ite(shifts, lower, room);
    }
    if exact.may_underflow {
        let distance = terms.neg(initial);
        let zero = terms.constant(exponent_width, 0);
        let distance = terms.ite(negative, distance, zero);
        significand = shift_right_sticky(terms, significand, distance);
        room = terms.ite(negative, zero, room);
    }

    let hidden = highest(terms, significand);
    let kept_fraction = terms.extract(significand, width - precision, precision - 1);
    let last = terms.extract(significand, width - precision, 1);
    let guard = terms.extract(significand, width - precision - 1, 1);
    let below = terms.extract(significand, 0, width - precision - 1);
    let sticky = any(terms, below);
    let odd_or_more = terms.or(last, sticky);
    let up = terms.and(guard, odd_or_more);

    // The field is one more than the room for a normal number, and 0 for a subnormal one or zero, which stand at
    // room 0. Rounding up may carry from the fraction into the field, which is right in every case.
    let one = terms.constant(exponent_width, 1);
    let field = terms.add(room, one);
    let zero = terms.constant(exponent_width, 0);
    let field = terms.ite(hidden, field, zero);
    let largest = terms.constant(exponent_width, (1 << format.exponent_bits) - 1);
    let overflow = terms.ule(largest, field);
    let field = terms.extract(field, 0, format.exponent_bits);
    let packed = terms.concat(field, kept_fraction);
    let increment = terms.zero_extend(up, terms.width(packed));
    let rounded = terms.add(packed, increment);
    let finite = terms.concat(exact.sign, rounded);
    let infinity = with_sign(terms, format, exact.sign, format.infinity());
    terms.ite(overflow, infinity, finite)
}

/// Shifted right by `distance` (not negative); what falls out is kept in the lowest bit.
pub(super) fn shift_right_sticky(terms: &mut Terms, word: TermId, distance: TermId) -> TermId {
    let width = terms.width(word);
    let distance_width = terms.width(distance);
    let mut result = word;
    let steps = width.next_power_of_two().ilog2().min(distance_width);
    for step in 0..steps {
        let bit = terms.extract(distance, step, 1);
        let by = (1u32 << step).min(width - 1);
        let lost = terms.extract(result, 0, by + 1);
        let lost = any(terms, lost);
        let shifted = if by + 1 < width {
            let kept = terms.extract(result, by + 1, width - by - 1);
            let low = terms.concat(kept, lost);
            terms.zero_extend(low, width)
        } else {
            terms.zero_extend(lost, width)
        };
        result = terms.ite(bit, shifted, result);
    }
    if distance_width > steps {
        let far = terms.extract(distance, steps, distance_width - steps);
        let far = any(terms, far);
        let lost = any(terms, word);
        let lost = terms.zero_extend(lost, width);
        result = terms.ite(far, lost, result);
    }
    result
}
