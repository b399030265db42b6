//! The preprocessed text and its marks.
//!
//! Text the user wrote keeps its lines and columns as long as that costs little, so that one mark serves a
//! long run of it. Every token out of a macro has its own mark, because its place does not move with the text.

use super::token::*;
use crate::source::{Mark, SourceMap};

/// Beyond these, a mark is cheaper than white space.
const MOST_EMPTY_LINES: u32 = 16;
const WIDEST_GAP: u32 = 64;
const WIDEST_INDENTATION: u32 = 120;
/// A mark at least this often, so that finding a place never means counting through a whole file.
const LONGEST_RUN: usize = 4096;

#[derive(Default)]
pub struct Output {
    pub text: String,
    pub marks: Vec<Mark>,
    /// The place that follows from the marks for what is written next; `None` after a token out of a macro.
    expected: Option<Place>,
    last: Option<(Token, u8)>,
}

impl Output {
    pub fn write(&mut self, token: &Token, names: &Names) {
        let text = spelling(names.text(token.text));
        let follows = self.space_to(token, text);
        if !follows {
            self.separate(token, text);
        }
        let run = self.marks.last().map_or(LONGEST_RUN, |mark| self.text.len() - mark.offset as usize);
        if !follows || run >= LONGEST_RUN {
            self.marks.push(Mark {
                offset: self.text.len() as u32,
                file: token.place.file,
                line: token.place.line,
                column: token.place.column,
            });
        }
        self.text.push_str(text);
        self.last = Some((*token, text.bytes().last().unwrap_or(b' ')));
        self.expected = (!token.from_macro)
            .then(|| Place { column: token.place.column + text.len() as u32, ..token.place });
    }

    pub fn finish(mut self, start: Place) -> (String, Vec<Mark>) {
        if self.marks.is_empty() {
            self.marks.push(Mark { offset: 0, file: start.file, line: start.line, column: start.column });
        }
        self.text.push('\n');
        (self.text, self.marks)
    }

    /// Writes white space up to the token's own place if that is near; false if a mark is needed.
    fn space_to(&mut self, token: &Token, text: &str) -> bool {
        let place = token.place;
        let Some(expected) = self.expected.filter(|e| e.file == place.file && !token.from_macro) else {
            return false;
        };
        if place.line == expected.line && place.column >= expected.column {
            let gap = place.column - expected.column;
            // Columns behind a line marker are only about right: they may leave no room between two words.
            if gap > WIDEST_GAP || (gap == 0 && self.must_part(token, text)) {
                return false;
            }
            self.pad(gap);
            return true;
        }
        if place.line > expected.line
            && place.line - expected.line <= MOST_EMPTY_LINES
            && place.column <= WIDEST_INDENTATION
        {
            for _ in expected.line..place.line {
                self.text.push('\n');
            }
            self.pad(place.column - 1);
            return true;
        }
        false
    }

    fn pad(&mut self, columns: u32) {
        self.text.extend(std::iter::repeat_n(' ', columns as usize));
    }

    fn separate(&mut self, token: &Token, text: &str) {
        let Some((last, _)) = self.last else { return };
        if (last.place.file, last.place.line) != (token.place.file, token.place.line) {
            self.text.push('\n');
        } else if self.must_part(token, text) {
            self.text.push(' ');
        }
    }

    /// Something must stand between the token before and this one.
    fn must_part(&self, token: &Token, text: &str) -> bool {
        let joins = |(last, byte): &(Token, u8)| would_join(last, *byte, token, text);
        self.last.as_ref().is_some_and(|last| token.space_before || joins(last))
    }
}

/// Digraphs are spelled out, since the parser does not know them.
fn spelling(text: &str) -> &str {
    match text {
        "<:" => "[",
        ":>" => "]",
        "<%" => "{",
        "%>" => "}",
        text => text,
    }
}

/// Could the two be read as something else if nothing stood between them?
fn would_join(last: &Token, last_byte: u8, token: &Token, text: &str) -> bool {
    use TokenKind::*;
    match (last.kind, token.kind) {
        (Identifier | Number, Identifier | Number | Character | String) => true,
        (Number, Punctuator) => matches!(text.as_bytes()[0], b'.' | b'+' | b'-'),
        (Punctuator, Number) => last_byte == b'.',
        (Punctuator, Punctuator) => {
            let apart = |byte: u8| matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b';' | b',');
            !apart(last_byte) && !apart(text.as_bytes()[0])
        }
        _ => false,
    }
}

/// The text of a unit with `# line "file"` wherever the position does not follow from the text.
pub fn render_with_line_markers(sources: &SourceMap, unit: usize) -> String {
    let unit = &sources.units()[unit];
    let mut result = String::with_capacity(unit.text.len() + 64);
    let mut at = None;
    for (index, mark) in unit.marks.iter().enumerate() {
        let end = unit.marks.get(index + 1).map_or(unit.text.len(), |next| next.offset as usize);
        if at != Some((mark.file, mark.line)) {
            if !result.is_empty() && !result.ends_with('\n') {
                result.push('\n');
            }
            let name = &sources.file(mark.file).name;
            result.push_str(&format!("# {} \"{}\"\n", mark.line, name.escape_debug()));
        }
        let text = &unit.text[mark.offset as usize..end];
        result.push_str(text);
        at = Some((mark.file, mark.line + text.matches('\n').count() as u32));
    }
    result
}
