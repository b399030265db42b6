//! Whether the exact result of signed arithmetic fits the width of its operands.
//!
//! Nothing here is a node of its own: the questions are put in terms of the wrapped result, which the program
//! computes anyway, so that only a few gates come on top of it. A sum or a difference has overflowed if its sign
//! is not what the signs of the operands demand.
//!
//! A product of `w` bits would be exact in `2w` bits, at four times the price. Instead (after Schulte, Gok,
//! Balzola and Brocato, "Combined unsigned and two's complement saturating multipliers", 2000): if the highest
//! bits of the two magnitudes are so high that their places add up to `w - 1`, the product is too large. If they
//! are not, the product is at most `2^w` in magnitude, and the product of `w + 1` bits, whose circuit shares all
//! columns but one with that of `w` bits, shows by its two highest bits whether it fits.

use super::semantics::{mask, signed};
use super::{TermId, Terms};

impl Terms {
    pub fn add_fits(&mut self, a: TermId, b: TermId) -> TermId {
        let sum = self.add(a, b);
        let (a, b, sum) = (self.sign_bit(a), self.sign_bit(b), self.sign_bit(sum));
        self.sign_is_right(a, b, sum)
    }

    pub fn sub_fits(&mut self, a: TermId, b: TermId) -> TermId {
        let difference = self.sub(a, b);
        let (a, b, difference) = (self.sign_bit(a), self.sign_bit(b), self.sign_bit(difference));
        let not_b = self.not(b);
        self.sign_is_right(a, not_b, difference)
    }

    /// Signs of two summands and of their sum: not the same twice and then another.
    fn sign_is_right(&mut self, a: TermId, b: TermId, sum: TermId) -> TermId {
        let (differs_from_a, differs_from_b) = (self.xor(a, sum), self.xor(b, sum));
        let wrong = self.and(differs_from_a, differs_from_b);
        self.not(wrong)
    }

    pub fn mul_fits(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.same_width(a, b);
        let (a, b) = self.ordered(a, b);
        if let Some(factor) = self.as_constant(b) {
            return self.mul_constant_fits(a, signed(width, factor));
        }
        match width {
            // Only -1 * -1 does not fit into one bit.
            1 => {
                let both = self.and(a, b);
                self.not(both)
            }
            128 => self.mul_fits_by_division(a, b),
            _ => {
                let large = self.magnitudes_are_large(a, b);
                let (wide_a, wide_b) = (self.sign_extend(a, width + 1), self.sign_extend(b, width + 1));
                let product = self.mul(wide_a, wide_b);
                let (high, low) = (self.extract(product, width, 1), self.extract(product, width - 1, 1));
                let same = self.eq(high, low);
                let not_large = self.not(large);
                self.and(same, not_large)
            }
        }
    }

    /// With a constant factor the other one has limits.
    fn mul_constant_fits(&mut self, a: TermId, factor: i128) -> TermId {
        let width = self.width(a);
        let greatest = (mask(width) >> 1) as i128;
        let least = -greatest - 1;
        // For a negative factor the limits change sides. Division rounds them to the inside.
        let (low, high) = match factor {
            0 | 1 => return TermId::TRUE,
            -1 => (-greatest, greatest),
            2.. => (least / factor, greatest / factor),
            _ => (greatest / factor, least / factor),
        };
        let (low, high) = (self.constant(width, low as u128), self.constant(width, high as u128));
        let (above, below) = (self.sle(low, a), self.sle(a, high));
        self.and(above, below)
    }

    /// Whether bit `i` of one magnitude and bit `j` of the other are set with `i + j >= width - 1`. The magnitude
    /// of a negative number is taken to be one less, which does not matter here and needs no adder.
    fn magnitudes_are_large(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let (sign_a, sign_b) = (self.sign_bit(a), self.sign_bit(b));
        let mut large = TermId::FALSE;
        // Whether a bit of the second magnitude at this place or higher is set.
        let mut high_enough = TermId::FALSE;
        for place in 1..width - 1 {
            let bit_b = self.extract(b, width - 1 - place, 1);
            let bit_b = self.xor(bit_b, sign_b);
            high_enough = self.or(high_enough, bit_b);
            let bit_a = self.extract(a, place, 1);
            let bit_a = self.xor(bit_a, sign_a);
            let both = self.and(bit_a, high_enough);
            large = self.or(large, both);
        }
        large
    }

    /// There is no term of 129 bits. The wrapped product divided by one factor gives the other one exactly if
    /// nothing was lost.
    fn mul_fits_by_division(&mut self, a: TermId, b: TermId) -> TermId {
        let width = self.width(a);
        let product = self.mul(a, b);
        let quotient = self.sdiv(product, a);
        let undone = self.eq(quotient, b);
        let (zero, minus_one) = (self.constant(width, 0), self.constant(width, mask(width)));
        let least = self.constant(width, 1 << (width - 1));
        let (is_minus_one, is_least) = (self.eq(a, minus_one), self.eq(b, least));
        let negates_least = self.and(is_minus_one, is_least);
        let not_negated = self.not(negates_least);
        let exact = self.and(undone, not_negated);
        let is_zero = self.eq(a, zero);
        self.or(is_zero, exact)
    }

    fn sign_bit(&mut self, t: TermId) -> TermId {
        let width = self.width(t);
        self.extract(t, width - 1, 1)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Assignment, Evaluator, Terms};

    #[test]
    fn products_of_the_widest_words_fit_exactly_if_they_can_be_computed() {
        let mut numbers = vec![0, 1, -1, 2, -2, 3, 1 << 63, 1 << 64, -(1 << 63), -(1 << 64), (1 << 64) - 1];
        numbers.extend([
            i128::MAX,
            i128::MIN,
            i128::MIN + 1,
            i128::MAX / 2,
            i128::MAX / 2 + 1,
            i128::MIN / 2,
        ]);
        numbers.extend([
            i128::MAX / 3,
            i128::MAX / 3 + 1,
            13_043_817_825_332_782_212,
            13_043_817_825_332_782_213,
        ]);
        let mut terms = Terms::new();
        let (a, b) = (terms.variable(128), terms.variable(128));
        let fits = terms.mul_fits(a, b);
        for &left in &numbers {
            for &right in &numbers {
                let mut assignment = Assignment::new();
                assignment.set(a, left as u128, 128);
                assignment.set(b, right as u128, 128);
                let expected = left.checked_mul(right).is_some();
                assert_eq!(Evaluator::new(&terms, &assignment).holds(fits), expected, "{left} * {right}");
            }
        }
    }
}
