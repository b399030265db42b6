//! Walking over the tokens: what is next, what must be next, and what is said if it is not.

use super::ParseError;
use super::lexer::{Placed, Token};
use crate::ir::LARGEST_OBJECT_BYTES;
use crate::source::Span;

pub type Parsed<T> = Result<T, ParseError>;

pub struct Cursor<'t> {
    tokens: Vec<Placed<'t>>,
    at: usize,
}

impl<'t> Cursor<'t> {
    /// The last of the tokens is `End`, which stays ahead for ever.
    pub fn new(tokens: Vec<Placed<'t>>) -> Cursor<'t> {
        Cursor { tokens, at: 0 }
    }

    pub fn ahead(&self) -> &Placed<'t> {
        &self.tokens[self.at]
    }

    pub fn token(&self) -> &Token<'t> {
        &self.ahead().token
    }

    pub fn word(&self) -> Option<&'t str> {
        match self.token() {
            Token::Word(word) => Some(word),
            _ => None,
        }
    }

    pub fn advance(&mut self) {
        self.at = (self.at + 1).min(self.tokens.len() - 1);
    }

    /// What is ahead is not what must be there.
    pub fn expected<T>(&self, what: &str) -> Parsed<T> {
        let found = match self.token() {
            Token::Word(word) => format!("'{word}'"),
            Token::Number(number) => format!("'{number}'"),
            Token::Text(_) => "a text in quotes".to_string(),
            Token::Mark(mark) => format!("'{mark}'"),
            Token::LineEnd => "the end of the line".to_string(),
            Token::End => "the end of the text".to_string(),
        };
        self.wrong(format!("expected {what}, found {found}"))
    }

    /// Something is wrong with what is ahead.
    pub fn wrong<T>(&self, message: impl Into<String>) -> Parsed<T> {
        self.wrong_at(self.at, message)
    }

    /// Something is wrong with what stood at a position.
    pub fn wrong_at<T>(&self, position: usize, message: impl Into<String>) -> Parsed<T> {
        let Placed { line, column, .. } = self.tokens[position];
        Err(ParseError { line, column, message: message.into() })
    }

    pub fn takes_word(&mut self, word: &str) -> bool {
        let is_there = self.word() == Some(word);
        if is_there {
            self.advance();
        }
        is_there
    }

    pub fn takes_mark(&mut self, mark: &str) -> bool {
        let is_there = matches!(self.token(), Token::Mark(found) if *found == mark);
        if is_there {
            self.advance();
        }
        is_there
    }

    pub fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.takes_word(word) { Ok(()) } else { self.expected(&format!("'{word}'")) }
    }

    pub fn expect_mark(&mut self, mark: &str) -> Parsed<()> {
        if self.takes_mark(mark) { Ok(()) } else { self.expected(&format!("'{mark}'")) }
    }

    /// In a list, behind one of its things: whether another follows, or the mark that ends it.
    pub fn goes_on_before(&mut self, end: &str) -> Parsed<bool> {
        match self.takes_mark(",") {
            true => Ok(true),
            false if self.takes_mark(end) => Ok(false),
            false => self.expected(&format!("',' or '{end}'")),
        }
    }

    pub fn expect_line_end(&mut self) -> Parsed<()> {
        match self.token() {
            Token::LineEnd => {
                self.skip_line_ends();
                Ok(())
            }
            _ => self.expected("the end of the line"),
        }
    }

    pub fn skip_line_ends(&mut self) {
        while *self.token() == Token::LineEnd {
            self.advance();
        }
    }

    /// Something from a table, by its word.
    pub fn named<T>(&mut self, what: &str, find: impl Fn(&str) -> Option<T>) -> Parsed<T> {
        match self.word().and_then(find) {
            Some(value) => {
                self.advance();
                Ok(value)
            }
            None => self.expected(what),
        }
    }

    /// Something numbered: `b3`, with `b` as its prefix.
    pub fn entity<T>(&mut self, prefix: &str, what: &str, make: impl Fn(u32) -> T) -> Parsed<T> {
        self.named(&format!("{what} such as '{prefix}0'"), |word| numbered(word, prefix).map(&make))
    }

    /// The next thing of its kind: they come in the order of their numbers.
    pub fn entity_in_order(&mut self, prefix: &str, count: usize) -> Parsed<()> {
        self.expect_word(&format!("{prefix}{count}"))
    }

    pub fn number<T: std::str::FromStr>(&mut self, what: &str) -> Parsed<T> {
        let Token::Number(text) = self.token() else { return self.expected(what) };
        match text.parse() {
            Ok(number) => {
                self.advance();
                Ok(number)
            }
            Err(_) => self.expected(what),
        }
    }

    /// A number of bytes in an object, so small that nobody who adds two of them need fear for the sum.
    pub fn bytes(&mut self) -> Parsed<u64> {
        let position = self.at;
        let bytes = self.number("a number of bytes")?;
        if bytes <= LARGEST_OBJECT_BYTES {
            return Ok(bytes);
        }
        self.wrong_at(position, format!("objects have at most {LARGEST_OBJECT_BYTES} bytes"))
    }

    /// A name, in quotes or not.
    pub fn name(&mut self) -> Parsed<String> {
        match self.token() {
            Token::Word(word) if super::is_name(word) => {
                let name = word.to_string();
                self.advance();
                Ok(name)
            }
            Token::Text(_) => self.text("a name"),
            _ => self.expected("a name"),
        }
    }

    pub fn text(&mut self, what: &str) -> Parsed<String> {
        let Token::Text(text) = self.token() else { return self.expected(&format!("{what} in quotes")) };
        let text = text.clone();
        self.advance();
        Ok(text)
    }

    /// For `wrong_at` and `go_back_to`, if something turns out to be wrong later.
    pub fn position(&self) -> usize {
        self.at
    }

    pub fn go_back_to(&mut self, position: usize) {
        self.at = position;
    }

    pub fn start(&self) -> u32 {
        self.ahead().start
    }

    /// From there up to what has been read last.
    pub fn span_from(&self, start: u32) -> Span {
        Span { start, end: self.tokens[self.at.saturating_sub(1)].end.max(start) }
    }
}

/// The number of a word such as `b3`.
pub fn numbered(word: &str, prefix: &str) -> Option<u32> {
    let digits = word.strip_prefix(prefix)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}
