//! Phases 1 to 3: text becomes preprocessing tokens.
//!
//! Spliced lines and comments are dealt with here and nowhere else. The lexer never fails: what is no token
//! becomes `TokenKind::Other`, which is an error only if it reaches the output, because a skipped `#if` group
//! may hold any text. It can be cloned to look ahead.

use std::sync::Arc;

use super::hide::HideSet;
use super::token::*;
use crate::source::FileId;

#[derive(Clone)]
pub struct Lexer {
    text: Arc<str>,
    at: usize,
    /// Physical line of `at`, from 1, and where it starts.
    line: u32,
    line_start: usize,
    /// What `#line` says of the file and of the distance to the physical line.
    presumed_file: FileId,
    line_shift: i64,
    /// The next token is the first of its logical line.
    pub at_line_start: bool,
    /// A block comment runs to the end of the file; reported once.
    pub unterminated_comment: Option<Place>,
}

/// Longest first among those with a common beginning.
const PUNCTUATORS: &[&str] = &[
    "%:%:", "...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=",
    "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:", "[", "]", "(", ")", "{",
    "}", ".", "&", "*", "+", "-", "~", "!", "/", "%", "<", ">", "^", "|", "?", ":", ";", "=", ",", "#",
];

impl Lexer {
    pub fn new(text: Arc<str>, file: FileId) -> Lexer {
        let mut lexer = Lexer {
            text,
            at: 0,
            line: 1,
            line_start: 0,
            presumed_file: file,
            line_shift: 0,
            at_line_start: true,
            unterminated_comment: None,
        };
        lexer.skip_splices();
        lexer
    }

    pub fn place(&self) -> Place {
        let line = (i64::from(self.line) + self.line_shift).clamp(1, i64::from(u32::MAX)) as u32;
        Place { file: self.presumed_file, line, column: (self.at - self.line_start) as u32 + 1 }
    }

    /// The line that begins now is line `line` (of `file`).
    pub fn presume(&mut self, line: u32, file: Option<FileId>) {
        self.line_shift = i64::from(line) - i64::from(self.line);
        if let Some(file) = file {
            self.presumed_file = file;
        }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// The byte `count` logical bytes ahead, splices not counted.
    fn peek(&self, count: usize) -> Option<u8> {
        let bytes = self.text.as_bytes();
        let mut at = self.at;
        for _ in 0..count {
            at += 1;
            while bytes.get(at) == Some(&b'\\') {
                let Some(length) = splice_length(&bytes[at..]) else { break };
                at += length;
            }
        }
        bytes.get(at).copied()
    }

    fn bump(&mut self) {
        if self.byte(0) == Some(b'\n') {
            self.line += 1;
            self.line_start = self.at + 1;
        }
        if self.at < self.text.len() {
            self.at += 1;
        }
        self.skip_splices();
    }

    fn skip_splices(&mut self) {
        while self.byte(0) == Some(b'\\') {
            let Some(length) = splice_length(&self.text.as_bytes()[self.at..]) else { return };
            self.at += length;
            self.line += 1;
            self.line_start = self.at;
        }
    }

    /// White space and comments within the line; true if there was any.
    fn skip_space(&mut self) -> bool {
        let mut any = false;
        loop {
            match self.byte(0) {
                Some(b' ' | b'\t' | b'\r' | 0x0b | 0x0c) => self.bump(),
                Some(b'/') => match self.peek(1) {
                    Some(b'/') => {
                        while !matches!(self.byte(0), None | Some(b'\n')) {
                            self.bump();
                        }
                    }
                    Some(b'*') => self.skip_block_comment(),
                    _ => return any,
                },
                _ => return any,
            }
            any = true;
        }
    }

    fn skip_block_comment(&mut self) {
        let start = self.place();
        self.bump();
        self.bump();
        loop {
            match self.byte(0) {
                None => {
                    self.unterminated_comment = Some(start);
                    return;
                }
                Some(b'*') => {
                    self.bump();
                    if self.byte(0) == Some(b'/') {
                        self.bump();
                        return;
                    }
                }
                Some(_) => self.bump(),
            }
        }
    }

    pub fn next(&mut self, names: &mut Names) -> Token {
        let space_before = self.skip_space();
        let place = self.place();
        let (start, start_line) = (self.at, self.line);
        let make = |kind, text| Token {
            kind,
            text,
            place,
            hidden_from: HideSet::default(),
            space_before,
            from_macro: false,
        };
        let kind = match self.byte(0) {
            None => return make(TokenKind::End, EMPTY),
            Some(b'\n') => {
                self.bump();
                self.at_line_start = true;
                return make(TokenKind::Newline, EMPTY);
            }
            Some(first) => self.scan(first),
        };
        self.at_line_start = false;
        let spelling = &self.text[start..self.at];
        let text = if self.line == start_line {
            names.intern(spelling)
        } else {
            names.intern(&without_splices(spelling))
        };
        make(kind, text)
    }

    fn scan(&mut self, first: u8) -> TokenKind {
        match first {
            b'0'..=b'9' => self.scan_number(),
            b'.' if self.peek(1).is_some_and(|b| b.is_ascii_digit()) => self.scan_number(),
            b'"' => self.scan_quoted(b'"', TokenKind::String),
            b'\'' => self.scan_quoted(b'\'', TokenKind::Character),
            b'L' | b'u' | b'U' => {
                let prefix = if first == b'u' && self.peek(1) == Some(b'8') { 2 } else { 1 };
                match self.peek(prefix) {
                    Some(quote @ (b'"' | b'\'')) => {
                        for _ in 0..prefix {
                            self.bump();
                        }
                        let kind = if quote == b'"' { TokenKind::String } else { TokenKind::Character };
                        self.scan_quoted(quote, kind)
                    }
                    _ => self.scan_identifier(),
                }
            }
            _ if is_identifier_byte(first) => self.scan_identifier(),
            _ => self.scan_punctuator(),
        }
    }

    fn scan_identifier(&mut self) -> TokenKind {
        while self.byte(0).is_some_and(is_identifier_byte) {
            self.bump();
        }
        TokenKind::Identifier
    }

    fn scan_number(&mut self) -> TokenKind {
        while let Some(byte) = self.byte(0) {
            let exponent = matches!(byte, b'e' | b'E' | b'p' | b'P');
            // `1'000`, since C23: between two digits.
            let separator = byte == b'\'' && self.byte(1).is_some_and(|next| next.is_ascii_alphanumeric());
            if !(byte == b'.' || is_identifier_byte(byte) || separator) {
                break;
            }
            self.bump();
            if exponent && matches!(self.byte(0), Some(b'+' | b'-')) {
                self.bump();
            }
        }
        TokenKind::Number
    }

    /// From the opening quote to the closing one; to the end of the line if there is none.
    fn scan_quoted(&mut self, quote: u8, kind: TokenKind) -> TokenKind {
        self.bump();
        loop {
            match self.byte(0) {
                None | Some(b'\n') => return TokenKind::Other,
                Some(b'\\') => {
                    self.bump();
                    if !matches!(self.byte(0), None | Some(b'\n')) {
                        self.bump();
                    }
                }
                Some(byte) => {
                    self.bump();
                    if byte == quote {
                        return kind;
                    }
                }
            }
        }
    }

    fn scan_punctuator(&mut self) -> TokenKind {
        let ahead = [self.byte(0), self.peek(1), self.peek(2), self.peek(3)];
        let matching = |text: &&&str| text.bytes().zip(ahead).all(|(wanted, found)| found == Some(wanted));
        match PUNCTUATORS.iter().find(matching) {
            Some(text) => {
                for _ in 0..text.len() {
                    self.bump();
                }
                TokenKind::Punctuator
            }
            None => {
                self.bump();
                TokenKind::Other
            }
        }
    }

    /// After `#include`: `<name>` with its place, if that is what follows on the line.
    pub fn angled_header_name(&mut self) -> Option<(Place, String)> {
        self.skip_space();
        if self.byte(0) != Some(b'<') {
            return None;
        }
        let place = self.place();
        let rest = &self.text[self.at..];
        let line_end = rest.find('\n').unwrap_or(rest.len());
        let length = rest[..line_end].find('>')? + 1;
        let name = rest[..length].to_string();
        self.at += length;
        self.skip_splices();
        Some((place, name))
    }
}

fn is_identifier_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$' || byte >= 0x80
}

/// The length of a backslash with the end of line it hides; like GCC, blanks between the two do not count.
fn splice_length(bytes: &[u8]) -> Option<usize> {
    let blanks = bytes[1..].iter().take_while(|b| matches!(b, b' ' | b'\t' | b'\r' | 0x0b | 0x0c)).count();
    (bytes.get(1 + blanks) == Some(&b'\n')).then_some(blanks + 2)
}

fn without_splices(spelling: &str) -> String {
    let mut result = String::with_capacity(spelling.len());
    let mut rest = spelling;
    while let Some(backslash) = rest.find('\\') {
        result.push_str(&rest[..backslash]);
        rest = &rest[backslash..];
        match splice_length(rest.as_bytes()) {
            Some(length) => rest = &rest[length..],
            None => {
                result.push('\\');
                rest = &rest[1..];
            }
        }
    }
    result.push_str(rest);
    result
}
