//! What each operator computes, on plain integers. Used to fold constants and to evaluate terms.

use super::Op;

/// The lowest `width` bits set.
#[inline]
pub(crate) fn mask(width: u32) -> u128 {
    if width >= 128 { u128::MAX } else { (1u128 << width) - 1 }
}

/// The value of the low `width` bits read as a signed number.
#[inline]
pub(crate) fn signed(width: u32, value: u128) -> i128 {
    let shift = 128 - width;
    ((value << shift) as i128) >> shift
}

/// The result of a binary operator, cut to the width of its operands (1 for comparisons).
pub(crate) fn binary(op: Op, width: u32, a: u128, b: u128) -> u128 {
    let full = match op {
        Op::And => a & b,
        Op::Xor => a ^ b,
        Op::Add => a.wrapping_add(b),
        Op::Mul => a.wrapping_mul(b),
        Op::Udiv => a.checked_div(b).unwrap_or(u128::MAX),
        Op::Urem => a.checked_rem(b).unwrap_or(a),
        Op::Shl if b >= u128::from(width) => 0,
        Op::Shl => a << b,
        Op::Lshr if b >= u128::from(width) => 0,
        Op::Lshr => a >> b,
        Op::Ashr => (signed(width, a) >> b.min(u128::from(width - 1))) as u128,
        Op::Eq => u128::from(a == b),
        Op::Ult => u128::from(a < b),
        Op::Slt => u128::from(signed(width, a) < signed(width, b)),
        _ => unreachable!("{op:?} is not a binary operator on equal widths"),
    };
    full & mask(width)
}
