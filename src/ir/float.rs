//! IEEE 754 numbers as bits: what the floating-point operators of the IR compute on concrete values.
//!
//! The front end folds constants with it and the interpreter runs on it; the formula has circuits for the same
//! in the solver crate. All must agree bit for bit, so what the standards leave open is fixed here: an operation
//! whose result is not a number gives the positive quiet NaN without payload, and a number that does not fit an
//! integer becomes the highest bit alone, which is what x86 does for signed integers. Rounding is to nearest,
//! ties to even; the arithmetic itself is that of the machine, which Rust guarantees to be IEEE 754.

use super::{FloatBinaryOp, FloatUnaryOp, integer};

const NAN_32: u128 = 0x7fc0_0000;
const NAN_64: u128 = 0x7ff8_0000_0000_0000;

/// `bits` is the width of the operands, 32 or 64; a comparison yields 0 or 1.
pub fn binary(op: FloatBinaryOp, bits: u32, left: u128, right: u128) -> u128 {
    use FloatBinaryOp::*;
    if bits == 32 {
        let (l, r) = (f32::from_bits(left as u32), f32::from_bits(right as u32));
        match op {
            Add => single(l + r),
            Sub => single(l - r),
            Mul => single(l * r),
            Div => single(l / r),
            Eq => (l == r).into(),
            Lt => (l < r).into(),
            Le => (l <= r).into(),
        }
    } else {
        let (l, r) = (f64::from_bits(left as u64), f64::from_bits(right as u64));
        match op {
            Add => double(l + r),
            Sub => double(l - r),
            Mul => double(l * r),
            Div => double(l / r),
            Eq => (l == r).into(),
            Lt => (l < r).into(),
            Le => (l <= r).into(),
        }
    }
}

/// From a value of `from` bits to one of `to` bits.
pub fn unary(op: FloatUnaryOp, from: u32, to: u32, value: u128) -> u128 {
    match op {
        FloatUnaryOp::SquareRoot if from == 32 => single(f32::from_bits(value as u32).sqrt()),
        FloatUnaryOp::SquareRoot => double(f64::from_bits(value as u64).sqrt()),
        FloatUnaryOp::Resize => match (from, to) {
            (32, 64) => double(f64::from(f32::from_bits(value as u32))),
            (64, 32) => single(f64::from_bits(value as u64) as f32),
            _ => value,
        },
        FloatUnaryOp::FromSigned => {
            let number = integer::as_signed(value, from);
            if to == 32 { single(number as f32) } else { double(number as f64) }
        }
        FloatUnaryOp::FromUnsigned if to == 32 => single(value as f32),
        FloatUnaryOp::FromUnsigned => double(value as f64),
        FloatUnaryOp::ToSigned | FloatUnaryOp::ToUnsigned => {
            let number = if from == 32 {
                f64::from(f32::from_bits(value as u32))
            } else {
                f64::from_bits(value as u64)
            };
            to_integer(number, to, op == FloatUnaryOp::ToSigned)
        }
    }
}

fn to_integer(number: f64, bits: u32, signed: bool) -> u128 {
    let whole = number.trunc();
    let limit = 2f64.powi(if signed { bits as i32 - 1 } else { bits as i32 });
    let lowest = if signed { -limit } else { 0.0 };
    match whole >= lowest && whole < limit {
        true if whole < 0.0 => integer::cut(whole as i128 as u128, bits),
        true => whole as u128,
        false => 1 << (bits - 1),
    }
}

/// What an operation yields whose result is not a number.
pub fn nan(bits: u32) -> u128 {
    if bits == 32 { NAN_32 } else { NAN_64 }
}

/// The shortest text that is read back as the same number; `nan`, `inf`.
pub fn text(value: u128, bits: u32) -> String {
    let nan = if bits == 32 {
        f32::from_bits(value as u32).is_nan()
    } else {
        f64::from_bits(value as u64).is_nan()
    };
    match bits {
        _ if nan => "nan".into(),
        32 => format!("{:?}", f32::from_bits(value as u32)),
        64 => format!("{:?}", f64::from_bits(value as u64)),
        _ => format!("{value:#x}"),
    }
}

fn single(value: f32) -> u128 {
    if value.is_nan() { NAN_32 } else { value.to_bits().into() }
}

fn double(value: f64) -> u128 {
    if value.is_nan() { NAN_64 } else { value.to_bits().into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_result_that_is_no_number_is_the_same() {
        let (zero, payload) = (0u128, 0xffff_ffff_0000_1234u128);
        assert_eq!(binary(FloatBinaryOp::Div, 64, zero, zero), NAN_64);
        assert_eq!(binary(FloatBinaryOp::Add, 64, payload, zero), NAN_64);
        assert_eq!(unary(FloatUnaryOp::Resize, 64, 32, payload), NAN_32);
        assert_eq!(unary(FloatUnaryOp::SquareRoot, 32, 32, (-1f32).to_bits().into()), NAN_32);
        assert_eq!(binary(FloatBinaryOp::Eq, 64, NAN_64, NAN_64), 0);
        assert_eq!(binary(FloatBinaryOp::Le, 64, NAN_64, NAN_64), 0);
    }

    #[test]
    fn numbers_that_do_not_fit_become_the_highest_bit() {
        let convert = |op, number: f64, to| unary(op, 64, to, number.to_bits().into());
        assert_eq!(convert(FloatUnaryOp::ToSigned, 2147483648.0, 32), 0x8000_0000);
        assert_eq!(convert(FloatUnaryOp::ToSigned, -2147483648.9, 32), 0x8000_0000);
        assert_eq!(convert(FloatUnaryOp::ToSigned, -1.9, 32), 0xffff_ffff);
        assert_eq!(convert(FloatUnaryOp::ToUnsigned, -0.9, 32), 0);
        assert_eq!(convert(FloatUnaryOp::ToUnsigned, -1.0, 32), 0x8000_0000);
        assert_eq!(convert(FloatUnaryOp::ToUnsigned, 4294967295.5, 32), 0xffff_ffff);
        assert_eq!(convert(FloatUnaryOp::ToUnsigned, f64::NAN, 64), 1 << 63);
        assert_eq!(convert(FloatUnaryOp::ToSigned, -1e30, 128) as i128, -1e30f64 as i128);
    }

    #[test]
    fn the_text_is_the_shortest_that_reads_back() {
        assert_eq!(text(0.1f64.to_bits().into(), 64), "0.1");
        assert_eq!(text(0.1f32.to_bits().into(), 32), "0.1");
        assert_eq!(text((-0.0f64).to_bits().into(), 64), "-0.0");
        assert_eq!(text(NAN_32 | 1 << 31, 32), "nan");
        assert_eq!(text((-f64::INFINITY).to_bits().into(), 64), "-inf");
    }
}
