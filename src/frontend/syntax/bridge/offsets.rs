//! Edits of a text, and the way back from the edited text to the original.
//!
//! Text that an edit put in has the place of what it replaced, or of the token before which it stands: a span
//! of the parser's always leads to something the user wrote.

use std::borrow::Cow;

#[derive(Debug)]
struct Edit {
    start: usize,
    end: usize,
    text: Cow<'static, str>,
}

/// What shall be changed, in any order.
#[derive(Default, Debug)]
pub struct Edits {
    list: Vec<Edit>,
    /// Declarations before the first line, each once.
    prelude: Vec<Cow<'static, str>>,
}

impl Edits {
    pub fn replace(&mut self, start: usize, end: usize, text: impl Into<Cow<'static, str>>) {
        self.list.push(Edit { start, end, text: text.into() });
    }

    pub fn insert(&mut self, at: usize, text: impl Into<Cow<'static, str>>) {
        self.replace(at, at, text);
    }

    pub fn remove(&mut self, start: usize, end: usize) {
        self.replace(start, end, " ");
    }

    pub fn declare(&mut self, declaration: impl Into<Cow<'static, str>>) {
        let declaration = declaration.into();
        if !self.prelude.contains(&declaration) {
            self.prelude.push(declaration);
        }
    }

    /// The edited text. Of edits that overlap, the one that begins first wins; insertions at the same place
    /// stay in the order in which they were made.
    pub fn apply(mut self, original: &str) -> (String, Offsets) {
        self.list.sort_by_key(|edit| (edit.start, edit.end));
        let mut text = String::with_capacity(original.len() + 64 * self.list.len());
        let mut pieces = Vec::with_capacity(2 * self.list.len() + 2);
        for declaration in &self.prelude {
            pieces.push(Piece { edited: text.len(), original: 0, original_end: 0, copied: false });
            text.push_str(declaration);
        }
        let mut done = 0;
        let copy = |text: &mut String, pieces: &mut Vec<Piece>, from: usize, to: usize| {
            pieces.push(Piece { edited: text.len(), original: from, original_end: to, copied: true });
            text.push_str(&original[from..to]);
        };
        for edit in &self.list {
            if edit.start < done {
                continue;
            }
            copy(&mut text, &mut pieces, done, edit.start);
            pieces.push(Piece {
                edited: text.len(),
                original: edit.start,
                original_end: edit.end,
                copied: false,
            });
            text.push_str(&edit.text);
            done = edit.end;
        }
        copy(&mut text, &mut pieces, done, original.len());
        (text, Offsets { pieces })
    }
}

#[derive(Clone, Copy, Debug)]
struct Piece {
    edited: usize,
    original: usize,
    original_end: usize,
    /// The text was taken over as it is.
    copied: bool,
}

/// From offsets in the edited text to offsets in the original.
#[derive(Default, Debug)]
pub struct Offsets {
    /// Ascending; the first is at 0, unless there is none and both texts are the same.
    pieces: Vec<Piece>,
}

impl Offsets {
    /// Where the text at `offset` begins in the original.
    pub fn start(&self, offset: usize) -> usize {
        match self.pieces.partition_point(|p| p.edited <= offset).checked_sub(1) {
            None => offset,
            Some(index) => {
                let piece = self.pieces[index];
                let inside = if piece.copied { offset - piece.edited } else { 0 };
                (piece.original + inside).min(piece.original_end)
            }
        }
    }

    /// Where the text before `offset` ends in the original.
    pub fn end(&self, offset: usize) -> usize {
        let Some(last) = offset.checked_sub(1) else { return self.start(0) };
        match self.pieces.partition_point(|p| p.edited <= last).checked_sub(1) {
            None => offset,
            Some(index) => {
                let piece = self.pieces[index];
                match piece.copied {
                    true => (piece.original + (offset - piece.edited)).min(piece.original_end),
                    false => piece.original_end,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_lead_back_through_insertions_and_replacements() {
        let mut edits = Edits::default();
        edits.replace(4, 7, "longer");
        edits.insert(8, "new ");
        edits.remove(12, 14);
        edits.declare("typedef int t;");
        let (text, offsets) = edits.apply("abc def ghi jk lm");
        assert_eq!(text, "typedef int t;abc longer new ghi   lm");
        let at = |word: &str| text.find(word).unwrap();
        assert_eq!(offsets.start(at("abc")), 0);
        assert_eq!((offsets.start(at("longer")), offsets.end(at("longer") + 6)), (4, 7));
        assert_eq!(offsets.start(at("new")), 8);
        assert_eq!((offsets.start(at("ghi")), offsets.end(at("ghi") + 3)), (8, 11));
        assert_eq!((offsets.start(at("lm")), offsets.end(text.len())), (15, 17));
        assert_eq!(offsets.start(0), 0);
    }

    #[test]
    fn of_overlapping_edits_the_first_wins() {
        let mut edits = Edits::default();
        edits.replace(2, 3, "Y");
        edits.replace(0, 4, "X");
        assert_eq!(edits.apply("abcdef").0, "Xef");
    }
}
