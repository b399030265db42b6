//! Preprocessed text as tokens with their places. What is no token of C becomes a punctuator of one character,
//! for the parser to complain about.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A keyword or a name.
    Word,
    Number,
    /// A string or a character constant, with its prefix.
    Literal,
    Punctuator,
}

#[derive(Clone, Copy, Debug)]
pub struct Token<'t> {
    pub text: &'t str,
    pub start: usize,
    pub kind: Kind,
}

impl Token<'_> {
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Those that must not be taken for two; longest first.
const PUNCTUATORS: &[&str] = &[
    "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=", "%=",
    "+=", "-=", "&=", "^=", "|=", "::",
];

pub struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

pub fn tokens(text: &str) -> Tokens<'_> {
    tokens_from(text, 0)
}

/// Only what begins at `at` or later.
pub fn tokens_from(text: &str, at: usize) -> Tokens<'_> {
    Tokens { text, at }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || byte >= 0x80
}

impl Tokens<'_> {
    fn byte(&self, at: usize) -> u8 {
        self.text.as_bytes().get(at).copied().unwrap_or(0)
    }

    fn skip_quoted(&mut self) {
        let (bytes, quote) = (self.text.as_bytes(), self.byte(self.at));
        self.at += 1;
        while self.at < bytes.len() && bytes[self.at] != quote {
            self.at += if bytes[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at = (self.at + 1).min(bytes.len());
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        while self.byte(self.at).is_ascii_whitespace() || self.byte(self.at) == 0x0b {
            self.at += 1;
        }
        let start = self.at;
        let first = *self.text.as_bytes().get(start)?;
        let kind = if first.is_ascii_digit() || (first == b'.' && self.byte(start + 1).is_ascii_digit()) {
            loop {
                let (byte, sign) = (self.byte(self.at), self.byte(self.at + 1));
                if matches!(byte, b'e' | b'E' | b'p' | b'P') && matches!(sign, b'+' | b'-') {
                    self.at += 2;
                } else if is_word(byte) || byte == b'.' || (byte == b'\'' && sign.is_ascii_alphanumeric()) {
                    self.at += 1;
                } else {
                    break Kind::Number;
                }
            }
        } else if is_word(first) {
            while is_word(self.byte(self.at)) {
                self.at += 1;
            }
            let prefix = matches!(&self.text.as_bytes()[start..self.at], b"L" | b"u" | b"U" | b"u8");
            if prefix && matches!(self.byte(self.at), b'"' | b'\'') {
                self.skip_quoted();
                Kind::Literal
            } else {
                Kind::Word
            }
        } else if matches!(first, b'"' | b'\'') {
            self.skip_quoted();
            Kind::Literal
        } else {
            let rest = &self.text.as_bytes()[start..];
            let long = PUNCTUATORS.iter().find(|p| rest.starts_with(p.as_bytes()));
            self.at += long.map_or(1, |p| p.len());
            Kind::Punctuator
        };
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Some(Token { text: &self.text[start..self.at], start, kind })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_those_of_c_and_any_text_ends() {
        let texts = |text| tokens(text).map(|t: Token<'static>| t.text).collect::<Vec<_>>();
        assert_eq!(
            texts("a$1+++b ... 1e+5 L\"x\\\"y\" 'c'"),
            ["a$1", "++", "+", "b", "...", "1e+5", "L\"x\\\"y\"", "'c'"]
        );
        assert_eq!(texts("\"open"), ["\"open"]);
        assert_eq!(texts("'\\"), ["'\\"]);
        assert_eq!(texts("ä§\u{b}x"), ["ä§", "x"]);
    }
}
