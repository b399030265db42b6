//! Arithmetic on constants, with the meaning the IR gives its operators.

use crate::ir::{BinaryOp, UnaryOp, exact};

pub fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

/// The value of the low `width` bits as a signed number.
pub fn as_signed(value: u128, width: u32) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// Cuts or extends from one width to another.
pub fn convert(value: u128, from: u32, to: u32, signed: bool) -> u128 {
    if signed && to > from { as_signed(value, from) as u128 & mask(to) } else { value & mask(to) }
}

pub fn unary(op: UnaryOp, value: u128, width: u32) -> u128 {
    match op {
        UnaryOp::Not => !value & mask(width),
        UnaryOp::Negate => value.wrapping_neg() & mask(width),
    }
}

pub fn binary(op: BinaryOp, left: u128, right: u128, width: u32) -> u128 {
    let signed = |v| as_signed(v, width);
    let truth = |b: bool| u128::from(b);
    let result = match op {
        BinaryOp::Add => left.wrapping_add(right),
        BinaryOp::Sub => left.wrapping_sub(right),
        BinaryOp::Mul => left.wrapping_mul(right),
        BinaryOp::UDiv => left.checked_div(right).unwrap_or(u128::MAX),
        BinaryOp::URem => left.checked_rem(right).unwrap_or(left),
        BinaryOp::SDiv => {
            let magnitude =
                signed(left).unsigned_abs().checked_div(signed(right).unsigned_abs()).unwrap_or(mask(width));
            if (signed(left) < 0) != (signed(right) < 0) { magnitude.wrapping_neg() } else { magnitude }
        }
        BinaryOp::SRem => {
            let (dividend, divisor) = (signed(left).unsigned_abs(), signed(right).unsigned_abs());
            let magnitude = dividend.checked_rem(divisor).unwrap_or(dividend);
            if signed(left) < 0 { magnitude.wrapping_neg() } else { magnitude }
        }
        BinaryOp::And => left & right,
        BinaryOp::Or => left | right,
        BinaryOp::Xor => left ^ right,
        BinaryOp::Shl if right >= u128::from(width) => 0,
        BinaryOp::Shl => left << right,
        BinaryOp::LShr if right >= u128::from(width) => 0,
        BinaryOp::LShr => left >> right,
        BinaryOp::AShr => (signed(left) >> right.min(u128::from(width - 1))) as u128,
        BinaryOp::Eq => return truth(left == right),
        BinaryOp::Ne => return truth(left != right),
        BinaryOp::ULt => return truth(left < right),
        BinaryOp::ULe => return truth(left <= right),
        BinaryOp::SLt => return truth(signed(left) < signed(right)),
        BinaryOp::SLe => return truth(signed(left) <= signed(right)),
        BinaryOp::AddFits | BinaryOp::SubFits | BinaryOp::MulFits => {
            return truth(exact::fits(op, signed(left), signed(right), width));
        }
    };
    result & mask(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_by_zero_is_total_as_the_ir_says() {
        assert_eq!(binary(BinaryOp::UDiv, 5, 0, 8), 0xff);
        assert_eq!(binary(BinaryOp::URem, 5, 0, 8), 5);
        assert_eq!(binary(BinaryOp::SDiv, 5, 0, 8), 0xff);
        assert_eq!(binary(BinaryOp::SDiv, 0xfb, 0, 8), 1);
        assert_eq!(binary(BinaryOp::SRem, 0xfb, 0, 8), 0xfb);
    }

    #[test]
    fn signed_division_truncates() {
        assert_eq!(as_signed(binary(BinaryOp::SDiv, (-7i8 as u8).into(), 2, 8), 8), -3);
        assert_eq!(as_signed(binary(BinaryOp::SRem, (-7i8 as u8).into(), 2, 8), 8), -1);
        assert_eq!(binary(BinaryOp::SDiv, 0x80, 0xff, 8), 0x80);
    }

    #[test]
    fn shifts_by_the_width_or_more_give_zero_or_the_sign() {
        assert_eq!(binary(BinaryOp::Shl, 1, 8, 8), 0);
        assert_eq!(binary(BinaryOp::LShr, 0x80, 200, 8), 0);
        assert_eq!(binary(BinaryOp::AShr, 0x80, 200, 8), 0xff);
    }
}
