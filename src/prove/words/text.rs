//! Pieces of text that know how tightly they hold together.

use std::fmt;

/// How an expression of C is put together at the top.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Choice,
    Or,
    And,
    /// Everything else with an operator between its operands.
    Operator,
    Whole,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    pub text: String,
    pub level: Level,
}

impl Text {
    pub fn new(level: Level, text: impl Into<String>) -> Text {
        Text { text: text.into(), level }
    }

    /// As an operand of something that holds together at least as tightly as that.
    pub fn inside(&self, level: Level) -> String {
        if self.level < level { format!("({})", self.text) } else { self.text.clone() }
    }

    pub fn any(parts: &[Text]) -> Text {
        Text::joined(parts, Level::Or, " || ", "0")
    }

    pub fn all(parts: &[Text]) -> Text {
        Text::joined(parts, Level::And, " && ", "1")
    }

    fn joined(parts: &[Text], level: Level, operator: &str, nothing: &str) -> Text {
        match parts {
            [] => Text::new(Level::Whole, nothing),
            [only] => only.clone(),
            // gcc warns of `a || b && c`, because people misread it.
            _ => {
                let inside = |part: &Text| match part.level {
                    Level::And | Level::Or if part.level == level => part.text.clone(),
                    _ => part.inside(Level::Operator),
                };
                let texts: Vec<String> = parts.iter().map(inside).collect();
                Text::new(level, texts.join(operator))
            }
        }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
