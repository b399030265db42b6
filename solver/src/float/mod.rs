//! IEEE 754 binary floating point as circuits over bit-vector terms.
//!
//! A float is a term that holds its bits: sign, biased exponent, fraction. Every function takes such terms and
//! builds the term of the result, so constants fold by themselves and a loaded or stored float is no different
//! from an integer. Rounding is to nearest, ties to even. An operation whose result is not a number gives one
//! fixed pattern, the positive quiet NaN, because the interpreter must agree bit for bit with the formula.
//! Sign, absolute value and negation are operations on bits and need nothing from here.
//!
//! The pipeline is the usual one: `unpack` classifies the operands and shows the hidden bit; an operation
//! computes a longer significand whose last bit is *sticky* (it stands for everything below it that is not
//! zero); `round` normalises, shifts into the subnormal range, rounds and packs.
//!
//! Sizes in and-gates, for the price of one operation on symbols (printed by `tests::gates`):
//!
//! | format | add | mul | div | sqrt | less than | to int32 | from int32 |
//! | --- | --- | --- | --- | --- | --- | --- | --- |
//! | float | 2130 | 7522 | 9800 | 6919 | 272 | 1154 | 791 |
//! | double | 4600 | 32221 | 39969 | 29683 | 534 | 2306 | 683 |
//!
//! A multiplication of doubles is as hard for a SAT engine as one of 53-bit integers: it can be decided when
//! one side is nearly constant, and hardly otherwise.

mod add;
mod compare;
mod convert;
mod divide;
mod multiply;
mod root;
mod round;
#[cfg(test)]
mod tests;
mod unpack;

pub use add::{add, sub};
pub use compare::{eq, le, lt};
pub use convert::{from_integer, resize, to_integer};
pub use divide::div;
pub use multiply::mul;
pub use root::sqrt;

use crate::term::{TermId, Terms};

/// The widths of the parts of a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    /// At least 2.
    pub exponent_bits: u32,
    /// Without the hidden bit; at least 1.
    pub fraction_bits: u32,
}

impl Format {
    pub const FLOAT: Format = Format { exponent_bits: 8, fraction_bits: 23 };
    pub const DOUBLE: Format = Format { exponent_bits: 11, fraction_bits: 52 };

    /// The format that has this many bits in C, if there is one.
    pub fn of_width(bits: u32) -> Option<Format> {
        match bits {
            32 => Some(Format::FLOAT),
            64 => Some(Format::DOUBLE),
            _ => None,
        }
    }

    /// All bits of a number.
    pub fn width(self) -> u32 {
        1 + self.exponent_bits + self.fraction_bits
    }

    /// Bits of a significand, with the hidden bit.
    fn precision(self) -> u32 {
        self.fraction_bits + 1
    }

    fn bias(self) -> i128 {
        (1 << (self.exponent_bits - 1)) - 1
    }

    /// The exponent of the smallest normal number, which is also that of the subnormal ones.
    fn smallest_exponent(self) -> i128 {
        1 - self.bias()
    }

    /// Width of a signed number that holds sums and differences of exponents, subnormals normalised.
    fn exponent_width(self) -> u32 {
        self.exponent_bits.max(self.fraction_bits.ilog2() + 2) + 3
    }

    fn infinity(self) -> u128 {
        ((1 << self.exponent_bits) - 1) << self.fraction_bits
    }

    fn quiet_nan(self) -> u128 {
        self.infinity() | 1 << (self.fraction_bits - 1)
    }
}

/// The constant `value` as a signed number of that width.
fn signed_constant(terms: &mut Terms, width: u32, value: i128) -> TermId {
    terms.constant(width, value as u128)
}

/// Whether any bit is set.
fn any(terms: &mut Terms, word: TermId) -> TermId {
    let zero = terms.constant(terms.width(word), 0);
    terms.ne(word, zero)
}

/// The highest bit.
fn highest(terms: &mut Terms, word: TermId) -> TermId {
    let width = terms.width(word);
    terms.extract(word, width - 1, 1)
}

/// Zeros added below.
fn pad_low(terms: &mut Terms, word: TermId, zeros: u32) -> TermId {
    if zeros == 0 {
        return word;
    }
    let zero = terms.constant(zeros, 0);
    terms.concat(word, zero)
}

/// Shifted left by a fixed distance, keeping the width.
fn shift_left_by(terms: &mut Terms, word: TermId, distance: u32) -> TermId {
    let width = terms.width(word);
    if distance >= width {
        return terms.constant(width, 0);
    }
    let low = terms.extract(word, 0, width - distance);
    pad_low(terms, low, distance)
}

/// `special` where the condition holds: the last step of every operation.
fn unless(terms: &mut Terms, condition: TermId, special: u128, result: TermId) -> TermId {
    let special = terms.constant(terms.width(result), special);
    terms.ite(condition, special, result)
}

/// An infinity or a zero of that sign: `pattern` with the sign put in front.
fn with_sign(terms: &mut Terms, format: Format, sign: TermId, pattern: u128) -> TermId {
    let magnitude = terms.constant(format.width() - 1, pattern);
    terms.concat(sign, magnitude)
}
