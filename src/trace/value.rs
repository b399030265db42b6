//! Values of variables: numbers with their type, and pointers by what they point to.

use serde::{Deserialize, Serialize};

use super::place::Place;
use crate::ir::integer;
use crate::ir::word;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Value {
    Integer(Integer),
    /// By its bits, since not every number of this kind can be written in JSON.
    Float {
        #[serde(with = "word")]
        word: u128,
        bits: u32,
    },
    Pointer {
        to: Address,
    },
}

/// An integer of a type with up to 128 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "WrittenInteger", try_from = "WrittenInteger")]
pub struct Integer {
    /// Without the bits beyond its type.
    pub word: u128,
    pub bits: u32,
    pub signed: bool,
}

/// What a pointer points to, as far as the run knows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Address {
    Null,
    Function {
        name: String,
    },
    /// A number that was cast to a pointer, such as the argument of a thread.
    Number {
        number: i64,
    },
    /// No object is there.
    Unknown {
        #[serde(with = "word")]
        word: u128,
    },
    /// The text from there on, its characters escaped as in C, and whether there is more of it.
    Literal {
        text: String,
        is_cut: bool,
    },
    /// Arithmetic has led so far away from the object that it does not lead back.
    Lost {
        from: Place,
    },
    Object {
        place: Place,
    },
}

impl Integer {
    /// The number, if it is not beyond the range of signed numbers.
    pub fn number(self) -> Option<i128> {
        match self.signed {
            true => Some(integer::as_signed(self.word, self.bits)),
            false => i128::try_from(self.word).ok(),
        }
    }
}

impl Value {
    /// Whether it is this number, whatever its type.
    pub fn is_number(&self, number: u128) -> bool {
        let own = match self {
            Value::Integer(integer) => integer.number(),
            Value::Pointer { to: Address::Number { number } } => Some((*number).into()),
            Value::Pointer { .. } | Value::Float { .. } => None,
        };
        own.is_some_and(|own| u128::try_from(own) == Ok(number))
    }
}

#[derive(Serialize, Deserialize)]
struct WrittenInteger {
    number: WrittenNumber,
    bits: u32,
    signed: bool,
}

/// JSON's numbers are not read reliably beyond 64 bits: a larger one is a text.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum WrittenNumber {
    Signed(i64),
    Unsigned(u64),
    Larger(String),
}

impl From<Integer> for WrittenInteger {
    fn from(integer: Integer) -> WrittenInteger {
        let small = integer.number().and_then(|number| i64::try_from(number).ok());
        let number = match (small, u64::try_from(integer.word)) {
            (Some(number), _) => WrittenNumber::Signed(number),
            (None, Ok(number)) if !integer.signed => WrittenNumber::Unsigned(number),
            _ => WrittenNumber::Larger(integer.to_string()),
        };
        WrittenInteger { number, bits: integer.bits, signed: integer.signed }
    }
}

impl TryFrom<WrittenInteger> for Integer {
    type Error = String;

    fn try_from(written: WrittenInteger) -> Result<Integer, String> {
        let WrittenInteger { number, bits, signed } = written;
        let word = match &number {
            WrittenNumber::Signed(number) => Some(i128::from(*number) as u128),
            WrittenNumber::Unsigned(number) => Some(u128::from(*number)),
            WrittenNumber::Larger(text) if signed => text.parse::<i128>().ok().map(|number| number as u128),
            WrittenNumber::Larger(text) => text.parse::<u128>().ok(),
        };
        let word = word.ok_or("'number' is no number")?;
        Ok(Integer { word: word & integer::mask(bits), bits, signed })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_value_comes_back_as_it_was() {
        let integer = |word, bits, signed| Value::Integer(Integer { word, bits, signed });
        let values = [
            (integer(0xff, 8, true), json!(-1)),
            (integer(0xff, 8, false), json!(255)),
            (integer(u64::MAX.into(), 64, true), json!(-1)),
            (integer(u64::MAX.into(), 64, false), json!(u64::MAX)),
            (integer(1 << 127, 128, true), json!("-170141183460469231731687303715884105728")),
            (integer(u128::MAX, 128, false), json!("340282366920938463463374607431768211455")),
        ];
        for (value, number) in values {
            let written = serde_json::to_value(&value).expect("a value can be written");
            assert_eq!((&written["kind"], &written["number"]), (&json!("integer"), &number));
            assert_eq!(Value::deserialize(&written).expect("and read"), value);
        }
        for value in [
            Value::Float { word: f64::NAN.to_bits().into(), bits: 64 },
            Value::Pointer { to: Address::Null },
            Value::Pointer { to: Address::Unknown { word: 0x1f } },
        ] {
            let written = serde_json::to_value(&value).expect("a value can be written");
            assert_eq!(Value::deserialize(&written).expect("and read"), value);
        }
    }

    #[test]
    fn a_number_is_compared_by_what_it_means() {
        let integer = |word, signed| Value::Integer(Integer { word, bits: 8, signed });
        assert!(integer(255, false).is_number(255) && !integer(255, true).is_number(255));
        assert!(Value::Pointer { to: Address::Number { number: 4 } }.is_number(4));
        assert!(!Value::Pointer { to: Address::Null }.is_number(0));
    }
}
