//! Text into tokens, each with its place.
//!
//! The end of a line is a token: every item and instruction is one line. A name is a word if it looks like one in C,
//! with dots, `$` and `::` inside; any other stands in quotes.

use super::ParseError;

#[derive(Clone, PartialEq, Debug)]
pub enum Token<'t> {
    /// A name, a keyword, a type, or something numbered, with its sign before it: `%3`, `&f0`.
    Word(&'t str),
    /// Perhaps with a sign.
    Number(&'t str),
    /// What stood in quotes.
    Text(String),
    Mark(&'static str),
    LineEnd,
    /// Of the whole text.
    End,
}

#[derive(Clone, Debug)]
pub struct Placed<'t> {
    pub token: Token<'t>,
    pub start: u32,
    pub end: u32,
    pub line: u32,
    pub column: u32,
}

/// Longer ones come before those they begin with.
const MARKS: [&str; 15] = ["...", "..", "->", "(", ")", "{", "}", "[", "]", ",", ":", "=", "@", "*", "/"];

/// The last two tokens are the end of a line and `End`.
pub fn tokens(text: &str) -> Result<Vec<Placed<'_>>, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return Err(ParseError { line: 1, column: 1, message: "the text is longer than 4 GiB".into() });
    }
    let mut lexer = Lexer { text, at: 0, line: 1, column: 1, tokens: Vec::new() };
    while lexer.at < text.len() {
        lexer.next()?;
    }
    for token in [Token::LineEnd, Token::End] {
        lexer.push(token, 0);
    }
    Ok(lexer.tokens)
}

/// Whether a name can stand without quotes.
pub fn is_name(name: &str) -> bool {
    let begins = |first: char| first.is_ascii_alphabetic() || matches!(first, '_' | '$');
    name.starts_with(begins) && word_length(name) == name.len()
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    column: u32,
    tokens: Vec<Placed<'t>>,
}

impl<'t> Lexer<'t> {
    fn next(&mut self) -> Result<(), ParseError> {
        let rest = &self.text[self.at..];
        let mut characters = rest.chars();
        let first = characters.next().expect("there is more text");
        let second = characters.next().unwrap_or(' ');
        match first {
            '\n' => {
                self.push(Token::LineEnd, 1);
                self.line += 1;
                self.column = 1;
            }
            ' ' | '\t' | '\r' => self.skip(1),
            ';' => self.skip(rest.find('\n').unwrap_or(rest.len())),
            '"' => return self.quoted(rest),
            'a'..='z' | 'A'..='Z' | '_' | '$' | '%' | '&' => {
                let length = word_length(rest);
                self.push(Token::Word(&rest[..length]), length);
            }
            '0'..='9' => self.number(rest),
            // The only word with a sign is that for infinity.
            '+' | '-' if second.is_ascii_digit() || second == 'i' => self.number(rest),
            _ => {
                let mut marks = MARKS.into_iter();
                let Some(mark) = marks.find(|mark| rest.starts_with(mark)) else {
                    return Err(self.error(format!("nothing begins with {first:?}")));
                };
                self.push(Token::Mark(mark), mark.len());
            }
        }
        Ok(())
    }

    fn number(&mut self, rest: &'t str) {
        let length = number_length(rest.as_bytes());
        self.push(Token::Number(&rest[..length]), length);
    }

    fn quoted(&mut self, rest: &'t str) -> Result<(), ParseError> {
        let mut content = String::new();
        let mut characters = rest.char_indices().skip(1);
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.push(Token::Text(content), at + 1);
                    return Ok(());
                }
                '\n' => break,
                '\\' => match characters.next().map(|(_, escaped)| escaped) {
                    Some('n') => content.push('\n'),
                    Some('t') => content.push('\t'),
                    Some(same @ ('"' | '\\')) => content.push(same),
                    Some('u') => {
                        let digits = rest[at..].strip_prefix("\\u{").and_then(|more| more.split_once('}'));
                        let digits = digits.map(|(digits, _)| digits).filter(|digits| digits.len() <= 6);
                        let code = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
                        let Some((digits, escaped)) = digits.zip(code.and_then(char::from_u32)) else {
                            return Err(self.error("after '\\u' comes the number of a character: '\\u{1b}'"));
                        };
                        content.push(escaped);
                        characters.nth(digits.len() + 1);
                    }
                    _ => return Err(self.error("a text has '\\' only before '\"', '\\', 'n', 't' and 'u'")),
                },
                other => content.push(other),
            }
        }
        Err(self.error("a text ends with '\"' in the line in which it begins"))
    }

    fn push(&mut self, token: Token<'t>, length: usize) {
        let (start, end) = (self.at as u32, (self.at + length) as u32);
        self.tokens.push(Placed { token, start, end, line: self.line, column: self.column });
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        self.column += self.text[self.at..self.at + length].chars().count() as u32;
        self.at += length;
    }

    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.line, column: self.column, message: message.into() }
    }
}

/// A dot belongs to a word if it goes on behind it; so do two colons.
fn word_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_part =
        |at: usize| bytes.get(at).is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$'));
    let mut at = 1;
    loop {
        match bytes.get(at) {
            _ if is_part(at) => at += 1,
            Some(b'.') if is_part(at + 1) => at += 2,
            Some(b':') if bytes.get(at + 1) == Some(&b':') && is_part(at + 2) => at += 3,
            _ => return at,
        }
    }
}

/// Digits with one dot before further ones, and a signed exponent behind an `e`, unless they are hexadecimal.
fn number_length(text: &[u8]) -> usize {
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let is_hexadecimal = text.starts_with(b"0x");
    let mut at = 1;
    loop {
        match text.get(at) {
            Some(b'e')
                if !is_hexadecimal && matches!(text.get(at + 1), Some(b'-' | b'+')) && is_digit(at + 2) =>
            {
                at += 3;
            }
            Some(byte) if byte.is_ascii_alphanumeric() => at += 1,
            Some(b'.') if is_digit(at + 1) => at += 2,
            _ => return at,
        }
    }
}
