//! What a number is made of.

use super::{Format, any, shift_left_by, signed_constant};
use crate::term::{TermId, Terms};

pub(super) struct Unpacked {
    pub sign: TermId,
    /// Exponent of the highest bit of the significand; for subnormals that of the smallest normal number.
    /// Signed, `exponent_width` bits wide. Without meaning for infinities and NaN.
    pub exponent: TermId,
    /// The hidden bit and the fraction.
    pub significand: TermId,
    pub nan: TermId,
    pub infinite: TermId,
    pub zero: TermId,
}

pub(super) fn unpack(terms: &mut Terms, format: Format, number: TermId) -> Unpacked {
    assert!(terms.width(number) == format.width(), "{number} does not have the width of {format:?}");
    let Format { exponent_bits, fraction_bits } = format;
    let sign = terms.extract(number, format.width() - 1, 1);
    let field = terms.extract(number, fraction_bits, exponent_bits);
    let fraction = terms.extract(number, 0, fraction_bits);
    let all_ones = terms.constant(exponent_bits, u128::MAX);
    let special = terms.eq(field, all_ones);
    let inexact = any(terms, fraction);
    let exact = terms.not(inexact);
    let normal = any(terms, field);
    let subnormal = terms.not(normal);
    let significand = terms.concat(normal, fraction);
    // A subnormal number has the exponent field 0 and the meaning of 1.
    let lowest = terms.zero_extend(subnormal, exponent_bits);
    let effective = terms.or(field, lowest);
    let width = format.exponent_width();
    let wide = terms.zero_extend(effective, width);
    let bias = signed_constant(terms, width, -format.bias());
    Unpacked {
        sign,
        exponent: terms.add(wide, bias),
        significand,
        nan: terms.and(special, inexact),
        infinite: terms.and(special, exact),
        zero: terms.and(subnormal, exact),
    }
}

impl Unpacked {
    /// With the highest bit of the significand set, unless the number is zero.
    pub fn normalised(mut self, terms: &mut Terms) -> Unpacked {
        let width = terms.width(self.significand);
        let exponent_width = terms.width(self.exponent);
        for step in (0..=(width - 1).ilog2()).rev() {
            let distance = 1 << step;
            let high = terms.extract(self.significand, width - distance, distance);
            let some = any(terms, high);
            let shifted = shift_left_by(terms, self.significand, distance);
            self.significand = terms.ite(some, self.significand, shifted);
            let minus = signed_constant(terms, exponent_width, -i128::from(distance));
            let lower = terms.add(self.exponent, minus);
            self.exponent = terms.ite(some, self.exponent, lower);
        }
        self
    }
}
