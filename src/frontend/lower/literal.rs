//! The values of integer, character and string literals.

use lang_c::ast::{Integer, IntegerBase, IntegerSize};

use crate::data_model::DataModel;
use crate::frontend::types::IntKind;

/// Value and type of an integer literal: the first type of the standard's list that holds the value.
pub fn integer(literal: &Integer, model: DataModel) -> Option<(u128, IntKind)> {
    use IntKind::*;
    let radix = match literal.base {
        IntegerBase::Decimal => 10,
        IntegerBase::Octal => 8,
        IntegerBase::Hexadecimal => 16,
        IntegerBase::Binary => 2,
    };
    let value = u128::from_str_radix(&literal.number, radix).ok()?;
    let decimal = literal.base == IntegerBase::Decimal;
    let pairs = [(Int, UInt), (Long, ULong), (LongLong, ULongLong)];
    let skip = match literal.suffix.size {
        IntegerSize::Int => 0,
        IntegerSize::Long => 1,
        IntegerSize::LongLong => 2,
    };
    for (signed, unsigned) in pairs.into_iter().skip(skip) {
        let bits = signed.bits(model);
        if !literal.suffix.unsigned && value < 1 << (bits - 1) {
            return Some((value, signed));
        }
        if (literal.suffix.unsigned || !decimal) && value < 1 << bits {
            return Some((value, unsigned));
        }
    }
    // gcc takes such a decimal as unsigned, with a warning.
    (value < 1 << 64).then_some((value, ULongLong))
}

/// The bits of the number of 32 or 64 bits nearest to a literal without suffix, ties to even.
pub fn float(number: &str, hexadecimal: bool, bits: u32) -> Option<u128> {
    if hexadecimal {
        return hexadecimal_float(number, bits);
    }
    match bits {
        32 => number.parse::<f32>().ok().map(|value| value.to_bits().into()),
        _ => number.parse::<f64>().ok().map(|value| value.to_bits().into()),
    }
}

/// `0x1.8p3`: the digits are exact, so what has to be rounded is a binary number.
fn hexadecimal_float(number: &str, bits: u32) -> Option<u128> {
    let digits = number.strip_prefix("0x").or_else(|| number.strip_prefix("0X")).unwrap_or(number);
    let (digits, power) = digits.split_once(['p', 'P'])?;
    // Beyond this every number is zero or infinite; the digits of a literal cannot make up for it.
    let mut exponent =
        power.parse::<i64>().unwrap_or(if power.starts_with('-') { -1 << 40 } else { 1 << 40 });
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut significand = 0u128;
    for (position, digit) in whole.chars().chain(fraction.chars()).enumerate() {
        let digit = u128::from(digit.to_digit(16)?);
        let in_fraction = i64::from(position >= whole.len());
        if significand >> 120 == 0 {
            significand = significand << 4 | digit;
            exponent = exponent.saturating_sub(4 * in_fraction);
        } else {
            significand |= u128::from(digit != 0);
            exponent = exponent.saturating_add(4 * (1 - in_fraction));
        }
    }
    let (fraction_bits, bias) = if bits == 32 { (23, 127) } else { (52, 1023) };
    if significand == 0 {
        return Some(0);
    }
    let highest = i64::from(significand.ilog2());
    // The exponent of the lowest bit that is kept: by precision, or by the smallest number there is.
    let last = (exponent.saturating_add(highest) - fraction_bits).max(1 - bias - fraction_bits);
    let dropped = last.saturating_sub(exponent);
    let kept = match dropped {
        ..=0 => significand << -dropped,
        1..=126 => {
            let (kept, rest, half) =
                (significand >> dropped, significand & ((1 << dropped) - 1), 1u128 << (dropped - 1));
            kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
        }
        _ => 0,
    };
    // A carry out of the significand moves into the exponent by itself.
    let field = (last + fraction_bits + bias - 1).max(0) as u128;
    let infinity = ((1u128 << (bits as i64 - 1 - fraction_bits)) - 1) << fraction_bits;
    Some((field.min(1 << 20) << fraction_bits).saturating_add(kept).min(infinity))
}

/// The element width of a literal by its prefix, and what stands between the quotes.
fn unquote(text: &str) -> Option<(u32, &str)> {
    let quote = text.find(['"', '\''])?;
    let bits = match &text[..quote] {
        "" | "u8" => 8,
        "u" => 16,
        "U" | "L" => 32,
        _ => return None,
    };
    let inner = text.get(quote + 1..text.len().checked_sub(1)?)?;
    Some((bits, inner))
}

/// The code units of a literal's characters, escapes resolved.
fn units(inner: &str, bits: u32, out: &mut Vec<u32>) -> Option<()> {
    let mut characters = inner.chars().peekable();
    while let Some(character) = characters.next() {
        if character != '\\' {
            push_character(character, bits, out);
            continue;
        }
        let escape = characters.next()?;
        let value = match escape {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'a' => 7,
            'b' => 8,
            'f' => 12,
            'v' => 11,
            'e' | 'E' => 27,
            'x' => {
                let mut value = 0u32;
                while let Some(digit) = characters.peek().and_then(|c| c.to_digit(16)) {
                    value = value.wrapping_mul(16).wrapping_add(digit);
                    characters.next();
                }
                value
            }
            '0'..='7' => {
                let mut value = escape.to_digit(8)?;
                for _ in 0..2 {
                    let Some(digit) = characters.peek().and_then(|c| c.to_digit(8)) else { break };
                    value = value * 8 + digit;
                    characters.next();
                }
                value
            }
            'u' | 'U' => {
                let mut value = 0u32;
                for _ in 0..if escape == 'u' { 4 } else { 8 } {
                    value = value.wrapping_mul(16).wrapping_add(characters.next()?.to_digit(16)?);
                }
                push_character(char::from_u32(value)?, bits, out);
                continue;
            }
            '\n' => continue,
            other => other as u32,
        };
        out.push(if bits == 8 { value & 0xff } else { value });
    }
    Some(())
}

fn push_character(character: char, bits: u32, out: &mut Vec<u32>) {
    match bits {
        8 => {
            let mut buffer = [0; 4];
            out.extend(character.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        16 => {
            let mut buffer = [0; 2];
            out.extend(character.encode_utf16(&mut buffer).iter().map(|&u| u32::from(u)));
        }
        _ => out.push(character as u32),
    }
}

/// `wchar_t`.
fn wide(model: DataModel) -> IntKind {
    if model == DataModel::Lp64 { IntKind::Int } else { IntKind::Long }
}

/// Value and type of a character constant.
pub fn character(text: &str, model: DataModel) -> Option<(i128, IntKind)> {
    let (bits, inner) = unquote(text)?;
    let mut codes = Vec::new();
    units(inner, bits, &mut codes)?;
    match (bits, codes.as_slice()) {
        (_, []) => None,
        (8, [one]) => Some((i128::from(*one as u8 as i8), IntKind::Int)),
        (8, many) => {
            let value = many.iter().fold(0u32, |value, &unit| value << 8 | unit);
            Some((i128::from(value as i32), IntKind::Int))
        }
        (16, [.., last]) => Some((i128::from(*last), IntKind::UShort)),
        (_, [.., last]) if text.starts_with('L') => Some((i128::from(*last as i32), wide(model))),
        (_, [.., last]) => Some((i128::from(*last), IntKind::UInt)),
    }
}

/// The elements of adjacent string literals, with the terminating zero, and their type.
pub fn string(parts: &[String], model: DataModel) -> Option<(Vec<u32>, IntKind)> {
    let mut kind = (8, IntKind::Char);
    for part in parts {
        let (bits, _) = unquote(part)?;
        if bits != 8 {
            let element = match part.chars().next() {
                Some('L') => wide(model),
                Some('u') => IntKind::UShort,
                _ => IntKind::UInt,
            };
            kind = (bits, element);
        }
    }
    let mut elements = Vec::new();
    for part in parts {
        units(unquote(part)?.1, kind.0, &mut elements)?;
    }
    elements.push(0);
    Some((elements, kind.1))
}

/// The text of a string literal, for descriptions.
pub fn string_text(parts: &[String]) -> String {
    // Only the type of the elements would depend on the data model.
    let elements = string(parts, DataModel::Lp64).map_or(Vec::new(), |(units, _)| units);
    elements.iter().filter(|c| **c != 0).filter_map(|&c| char::from_u32(c)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_escapes_have_the_values_of_c() {
        assert_eq!(character("'a'", DataModel::Lp64), Some((97, IntKind::Int)));
        assert_eq!(character(r"'\n'", DataModel::Lp64), Some((10, IntKind::Int)));
        assert_eq!(character(r"'\0'", DataModel::Lp64), Some((0, IntKind::Int)));
        assert_eq!(character(r"'\xff'", DataModel::Lp64), Some((-1, IntKind::Int)));
        assert_eq!(character(r"'\''", DataModel::Lp64), Some((39, IntKind::Int)));
        assert_eq!(character("'ab'", DataModel::Lp64), Some((0x6162, IntKind::Int)));
        assert_eq!(character("L'x'", DataModel::Lp64), Some((120, IntKind::Int)));
    }

    #[test]
    fn hexadecimal_floats_are_rounded_once() {
        let double = |text: &str| f64::from_bits(float(text, true, 64).expect("valid") as u64);
        let single = |text: &str| f32::from_bits(float(text, true, 32).expect("valid") as u32);
        assert_eq!(double("0x1.8p3"), 12.0);
        assert_eq!(double("1.8p-1"), 0.75);
        assert_eq!(double("0x.1p4"), 1.0);
        assert_eq!(double("0x1p1024"), f64::INFINITY);
        assert_eq!(double("0x1.fffffffffffff8p1023"), f64::INFINITY);
        assert_eq!(double("0x1.fffffffffffff7p1023"), f64::MAX);
        assert_eq!(double("0x1p-1074"), 5e-324);
        assert_eq!(double("0x1p-1075"), 0.0);
        assert_eq!(double("0x1.00000000000000000000000000000000001p-1075"), 5e-324);
        assert_eq!(double("0x1p-99999999999999999999"), 0.0);
        assert_eq!(double("0x100000000000000000000000000000000000p-140"), 1.0);
        assert_eq!(single("0x1.000001p0"), 1.0);
        assert_eq!(single("0x1.000003p0"), 1.000_000_2);
        assert_eq!(single("0x1.fffffeP+127"), f32::MAX);
        assert_eq!(float("0xgp1", true, 64), None);
    }

    #[test]
    fn adjacent_strings_are_joined_and_end_with_zero() {
        let parts = [r#""a\101""#.to_owned(), r#""\n""#.to_owned()];
        assert_eq!(string(&parts, DataModel::Lp64), Some((vec![97, 65, 10, 0], IntKind::Char)));
    }
}
