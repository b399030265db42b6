//! Bits as JSON has them: a text with a hexadecimal number, `"0x1f"`. Larger than any number that JSON can be trusted
//! with, and without a sign.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serializer};

pub fn serialize<S: Serializer>(word: &u128, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{word:#x}"))
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u128, D::Error> {
    let text = String::deserialize(deserializer)?;
    let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
    let word = digits.and_then(|digits| u128::from_str_radix(digits, 16).ok());
    word.ok_or_else(|| D::Error::custom(format!("'{text}' is not a number such as 0x1f")))
}
