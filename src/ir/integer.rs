//! Integers of a width as bits: what the operators of the IR compute on concrete values.
//!
//! A value is a `u128` whose bits above its width are zero; every function here keeps that. The front end folds
//! constants with it, the interpreter runs on it, and the formula has circuits for the same. All must agree, also
//! where C leaves the result open, so the operators are total, as `ir::instruction` says.

use super::{BinaryOp, UnaryOp, exact};

/// The low `bits` bits set.
pub fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

pub fn cut(value: u128, bits: u32) -> u128 {
    value & mask(bits)
}

/// The value read as a two's complement number of `bits` bits.
pub fn as_signed(value: u128, bits: u32) -> i128 {
    if bits == 0 {
        return 0;
    }
    let unused = 128 - bits.min(128);
    ((value << unused) as i128) >> unused
}

/// From `from` bits to `to` bits: cut, or extended with zeros or with the sign.
pub fn convert(value: u128, from: u32, to: u32, signed: bool) -> u128 {
    let wide = if signed { as_signed(value, from) as u128 } else { cut(value, from) };
    cut(wide, to)
}

pub fn unary(op: UnaryOp, bits: u32, value: u128) -> u128 {
    let result = match op {
        UnaryOp::Not => !value,
        UnaryOp::Negate => value.wrapping_neg(),
    };
    cut(result, bits)
}

/// `bits` is the width of the operands; a comparison yields 0 or 1.
pub fn binary(op: BinaryOp, bits: u32, left: u128, right: u128) -> u128 {
    let (signed_left, signed_right) = (as_signed(left, bits), as_signed(right, bits));
    let truth = u128::from;
    let result = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::UDiv => left.checked_div(right).unwrap_or(u128::MAX),
        BinaryOp::URem => left.checked_rem(right).unwrap_or(left),
        BinaryOp::SDiv => {
            let quotient =
                cut(absolute(left, bits).checked_div(absolute(right, bits)).unwrap_or(u128::MAX), bits);
            if (signed_left < 0) != (signed_right < 0) { quotient.wrapping_neg() } else { quotient }
        }
        BinaryOp::SRem => {
            let dividend = absolute(left, bits);
            let remainder = dividend.checked_rem(absolute(right, bits)).unwrap_or(dividend);
            if signed_left < 0 { remainder.wrapping_neg() } else { remainder }
        }
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Shl => shift_amount(right, bits).map_or(0, |amount| left << amount),
        BinaryOp::LShr => shift_amount(right, bits).map_or(0, |amount| left >> amount),
        BinaryOp::AShr => {
            let amount = shift_amount(right, bits).unwrap_or(bits.saturating_sub(1));
            (signed_left >> amount) as u128
        }
        BinaryOp::Eq => truth(left == right),
        BinaryOp::Ne => truth(left != right),
        BinaryOp::ULt => truth(left < right),
        BinaryOp::ULe => truth(left <= right),
        BinaryOp::SLt => truth(signed_left < signed_right),
        BinaryOp::SLe => truth(signed_left <= signed_right),
        BinaryOp::AddFits | BinaryOp::SubFits | BinaryOp::MulFits => {
            truth(exact::fits(op, signed_left, signed_right, bits))
        }
    };
    if op.yields_truth() { result } else { cut(result, bits) }
}

fn absolute(value: u128, bits: u32) -> u128 {
    if as_signed(value, bits) < 0 { cut(value.wrapping_neg(), bits) } else { value }
}

/// `None` if everything is shifted out.
fn shift_amount(value: u128, bits: u32) -> Option<u32> {
    (value < u128::from(bits)).then_some(value as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use BinaryOp::*;

    #[test]
    fn division_by_zero_gives_all_ones_and_the_dividend() {
        assert_eq!(binary(UDiv, 8, 7, 0), 0xff);
        assert_eq!(binary(URem, 8, 7, 0), 7);
        assert_eq!(binary(UDiv, 128, 7, 0), u128::MAX);
    }

    #[test]
    fn signed_division_is_built_from_the_unsigned_one_on_absolute_values() {
        assert_eq!(as_signed(binary(SDiv, 8, 0xf9, 2), 8), -3);
        assert_eq!(as_signed(binary(SRem, 8, 0xf9, 2), 8), -1);
        assert_eq!(as_signed(binary(SDiv, 8, 7, 0xfe), 8), -3);
        assert_eq!(binary(SRem, 8, 7, 0xfe), 1);
        assert_eq!(as_signed(binary(SDiv, 8, 7, 0), 8), -1);
        assert_eq!(binary(SDiv, 8, 0xf9, 0), 1);
        assert_eq!(binary(SRem, 8, 0xf9, 0), 0xf9);
        assert_eq!(binary(SDiv, 8, 0x80, 0xff), 0x80);
        assert_eq!(binary(SRem, 8, 0x80, 0xff), 0);
    }

    #[test]
    fn shifts_by_the_width_or_more_give_zero_or_copies_of_the_sign() {
        assert_eq!(binary(Shl, 32, 1, 31), 0x8000_0000);
        assert_eq!(binary(Shl, 32, 1, 32), 0);
        assert_eq!(binary(LShr, 32, 0x8000_0000, 32), 0);
        assert_eq!(binary(AShr, 32, 0x8000_0000, 200), 0xffff_ffff);
        assert_eq!(binary(AShr, 32, 0x4000_0000, 32), 0);
        assert_eq!(binary(AShr, 32, 0x8000_0000, 1), 0xc000_0000);
    }

    #[test]
    fn every_operator_agrees_with_the_machine_on_all_pairs_of_bytes() {
        for left in 0..=255u8 {
            for right in 0..=255u8 {
                let (l, r) = (u128::from(left), u128::from(right));
                let (sl, sr) = (left as i8, right as i8);
                let byte = |op| binary(op, 8, l, r) as u8;
                assert_eq!(byte(Add), left.wrapping_add(right));
                assert_eq!(byte(Sub), left.wrapping_sub(right));
                assert_eq!(byte(Mul), left.wrapping_mul(right));
                assert_eq!([byte(And), byte(Or), byte(Xor)], [left & right, left | right, left ^ right]);
                assert_eq!([byte(ULt), byte(ULe)], [u8::from(left < right), u8::from(left <= right)]);
                assert_eq!([byte(SLt), byte(SLe)], [u8::from(sl < sr), u8::from(sl <= sr)]);
                assert_eq!([byte(Eq), byte(Ne)], [u8::from(left == right), u8::from(left != right)]);
                let fits = [sl.checked_add(sr), sl.checked_sub(sr), sl.checked_mul(sr)];
                let fits = fits.map(|result| u8::from(result.is_some()));
                assert_eq!([byte(AddFits), byte(SubFits), byte(MulFits)], fits);
                if let Some(quotient) = left.checked_div(right) {
                    assert_eq!([byte(UDiv), byte(URem)], [quotient, left % right]);
                    assert_eq!(byte(SDiv), sl.wrapping_div(sr) as u8);
                    assert_eq!(byte(SRem), sl.wrapping_rem(sr) as u8);
                }
            }
        }
    }

    #[test]
    fn conversions_cut_or_extend() {
        assert_eq!(convert(0x1ff, 16, 8, true), 0xff);
        assert_eq!(convert(0xff, 8, 16, true), 0xffff);
        assert_eq!(convert(0xff, 8, 16, false), 0xff);
        assert_eq!(convert(1, 1, 32, false), 1);
        assert_eq!(convert(1, 1, 32, true), 0xffff_ffff);
        assert_eq!(unary(UnaryOp::Not, 1, 1), 0);
        assert_eq!(unary(UnaryOp::Negate, 8, 1), 0xff);
    }
}
