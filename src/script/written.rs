//! Choices as they are written: objects with one field that says which kind of choice it is.

use serde::{Deserialize, Serialize};

use super::Choice;
use crate::ir::{ObjectId, ThreadId, word};

/// A choice by the field that it has.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, expecting = "an object with 'value', 'object' or 'thread'")]
pub(super) struct WrittenChoice {
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Input>,
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<ObjectId>,
    /// Hexadecimal digits, zeros at the end left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    contents: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    thread: Option<ThreadId>,
}

#[derive(Serialize, Deserialize)]
struct Input(#[serde(with = "word")] u128);

impl From<Choice> for WrittenChoice {
    fn from(choice: Choice) -> WrittenChoice {
        let nothing = WrittenChoice::default();
        match choice {
            Choice::Value(value) => WrittenChoice { value: Some(Input(value)), ..nothing },
            Choice::Object { object, contents } => {
                let used = contents.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                let digits = contents[..used].iter().map(|byte| format!("{byte:02x}")).collect();
                WrittenChoice { object: Some(object), contents: Some(digits), ..nothing }
            }
            Choice::Thread(thread) => WrittenChoice { thread: Some(thread), ..nothing },
        }
    }
}

impl TryFrom<WrittenChoice> for Choice {
    type Error = &'static str;

    fn try_from(written: WrittenChoice) -> Result<Choice, &'static str> {
        match written {
            WrittenChoice { value: Some(Input(value)), .. } => Ok(Choice::Value(value)),
            WrittenChoice { object: Some(object), contents, .. } => {
                let digits = contents.ok_or("it has no text 'contents'")?;
                let contents = bytes(&digits).ok_or("'contents' is not a sequence of hexadecimal bytes")?;
                Ok(Choice::Object { object, contents })
            }
            WrittenChoice { thread: Some(thread), .. } => Ok(Choice::Thread(thread)),
            _ => Err("it has none of 'value', 'object' and 'thread'"),
        }
    }
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| Some((digit(pair[0])? << 4 | digit(*pair.get(1)?)?) as u8)).collect()
}
