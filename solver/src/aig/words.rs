//! Circuits on words, lowest bit first.
//!
//! Adders are ripple-carry and comparisons are their borrow chain: both fold well when bits are constant and
//! propagate well in a SAT solver. Multiplication adds shifted copies; a constant factor is recoded to signed
//! digits when that needs fewer additions. Division is the restoring circuit. Shifts are barrels.

use super::{Aig, AigLit};

pub(crate) type Word = Vec<AigLit>;

impl Aig {
    /// `a + b + carry`, cut to the width of `a`.
    pub fn add_words(&mut self, a: &[AigLit], b: &[AigLit], carry: AigLit) -> Word {
        let mut carry = carry;
        let last = a.len() - 1;
        let mut sum = Word::with_capacity(a.len());
        for (i, (&x, &y)) in a.iter().zip(b).enumerate() {
            let half = self.xor(x, y);
            sum.push(self.xor(half, carry));
            if i < last {
                carry = self.majority(x, y, carry);
            }
        }
        sum
    }

    pub fn subtract_words(&mut self, a: &[AigLit], b: &[AigLit]) -> Word {
        let inverted: Word = b.iter().map(|&bit| !bit).collect();
        self.add_words(a, &inverted, AigLit::TRUE)
    }

    pub fn negate_word(&mut self, a: &[AigLit]) -> Word {
        let zero = vec![AigLit::FALSE; a.len()];
        self.subtract_words(&zero, a)
    }

    pub fn equal_words(&mut self, a: &[AigLit], b: &[AigLit]) -> AigLit {
        let mut all = AigLit::TRUE;
        for (&x, &y) in a.iter().zip(b) {
            let differ = self.xor(x, y);
            all = self.and(all, !differ);
        }
        all
    }

    /// Unsigned `a < b`: the borrow of `a - b`.
    pub fn less_words(&mut self, a: &[AigLit], b: &[AigLit]) -> AigLit {
        let mut less = AigLit::FALSE;
        for (&x, &y) in a.iter().zip(b) {
            less = self.majority(!x, y, less);
        }
        less
    }

    /// Signed order is unsigned order with inverted sign bits.
    pub fn less_words_signed(&mut self, a: &[AigLit], b: &[AigLit]) -> AigLit {
        let (mut a, mut b) = (a.to_vec(), b.to_vec());
        for word in [&mut a, &mut b] {
            if let Some(sign) = word.last_mut() {
                *sign = !*sign;
            }
        }
        self.less_words(&a, &b)
    }

    pub fn choose_words(&mut self, condition: AigLit, yes: &[AigLit], no: &[AigLit]) -> Word {
        yes.iter().zip(no).map(|(&x, &y)| self.ite(condition, x, y)).collect()
    }

    pub fn multiply_words(&mut self, a: &[AigLit], b: &[AigLit]) -> Word {
        if let Some(factor) = constant_value(b) {
            return self.multiply_by_constant(a, factor);
        }
        let width = a.len();
        let mut sum: Word = a.iter().map(|&bit| self.and(bit, b[0])).collect();
        for shift in 1..width {
            let partial: Word = a[..width - shift].iter().map(|&bit| self.and(bit, b[shift])).collect();
            let upper = self.add_words(&sum[shift..], &partial, AigLit::FALSE);
            sum[shift..].copy_from_slice(&upper);
        }
        sum
    }

    fn multiply_by_constant(&mut self, a: &[AigLit], factor: u128) -> Word {
        let width = a.len();
        let mut sum = vec![AigLit::FALSE; width];
        for (shift, subtract) in digits(factor, width) {
            let partial = &a[..width - shift];
            let upper = if subtract {
                self.subtract_words(&sum[shift..], partial)
            } else {
                self.add_words(&sum[shift..], partial, AigLit::FALSE)
            };
            sum[shift..].copy_from_slice(&upper);
        }
        sum
    }

    /// Quotient and remainder; by zero all ones and the dividend, which the restoring circuit gives by itself.
    pub fn divide_words(&mut self, a: &[AigLit], b: &[AigLit]) -> (Word, Word) {
        let width = a.len();
        let mut quotient = vec![AigLit::FALSE; width];
        let mut remainder = vec![AigLit::FALSE; width];
        for position in (0..width).rev() {
            // The shifted remainder has one bit more than the divisor.
            let overflow = remainder[width - 1];
            remainder.rotate_right(1);
            remainder[0] = a[position];
            let too_small = self.less_words(&remainder, b);
            let fits = self.or(overflow, !too_small);
            let reduced = self.subtract_words(&remainder, b);
            remainder = self.choose_words(fits, &reduced, &remainder);
            quotient[position] = fits;
        }
        (quotient, remainder)
    }

    /// Towards the high end, filling with zeros.
    pub fn shift_left(&mut self, a: &[AigLit], distance: &[AigLit]) -> Word {
        let mut reversed: Word = a.iter().rev().copied().collect();
        reversed = self.shift_right(&reversed, distance, AigLit::FALSE);
        reversed.reverse();
        reversed
    }

    /// Towards the low end, filling with `fill`.
    pub fn shift_right(&mut self, a: &[AigLit], distance: &[AigLit], fill: AigLit) -> Word {
        let width = a.len();
        let mut word = a.to_vec();
        let mut too_far = AigLit::FALSE;
        for (stage, &selected) in distance.iter().enumerate() {
            match 1usize.checked_shl(stage as u32).filter(|&step| step < width) {
                Some(step) => {
                    word = (0..width)
                        .map(|i| {
                            let moved = word.get(i + step).copied().unwrap_or(fill);
                            self.ite(selected, moved, word[i])
                        })
                        .collect();
                }
                None => too_far = self.or(too_far, selected),
            }
        }
        word.into_iter().map(|bit| self.ite(too_far, fill, bit)).collect()
    }
}

fn constant_value(word: &[AigLit]) -> Option<u128> {
    let mut value = 0;
    for (i, &bit) in word.iter().enumerate() {
        match bit {
            AigLit::TRUE => value |= 1 << i,
            AigLit::FALSE => {}
            _ => return None,
        }
    }
    Some(value)
}

/// The factor as a sum of powers of two, some of them negative (second component true). The plain binary
/// digits if they are not more than the non-adjacent form has.
fn digits(factor: u128, width: usize) -> Vec<(usize, bool)> {
    let bit = |i: usize| i < width && factor >> i & 1 == 1;
    let plain: Vec<_> = (0..width).filter(|&i| bit(i)).map(|i| (i, false)).collect();
    let mut recoded = Vec::new();
    let mut carry = false;
    for i in 0..width {
        // Two ones in a row (counting the carry) become a subtraction here and a carry to the next digit.
        match (bit(i), carry) {
            (true, true) | (false, false) => {}
            _ => {
                let subtract = bit(i + 1);
                recoded.push((i, subtract));
                carry = subtract;
            }
        }
    }
    if recoded.len() < plain.len() { recoded } else { plain }
}
