//! From a place in the preprocessed text back to the user's own file and line.
//!
//! All preprocessed text of a run lies in one space of offsets: a `Span` is a range in it, so spans of
//! different translation units never mix. Marks say from which file, line and column the text that follows
//! comes; between two marks, position advances with the text. Text that a macro produced is marked with the
//! place of the macro's use.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// A range of the preprocessed text of all translation units.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FileId(pub u32);

#[derive(Clone, Debug)]
pub struct SourceFile {
    /// As the user wrote it, or as a line marker names it.
    pub name: Arc<str>,
    /// `None` for a file that is known only from line markers and cannot be read.
    pub text: Option<Arc<str>>,
    /// Part of bmc-conc (embedded header or model), not of the user's program.
    pub embedded: bool,
}

/// A place a person can look up; line and column count from 1.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    #[serde(with = "file_name")]
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
    /// `None` if all that is known is where it begins.
    #[serde(flatten)]
    pub end: Option<End>,
}

/// Where a place ends: behind its last character, in the file it begins in. Counts from 1, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize, Deserialize)]
pub struct End {
    #[serde(rename = "end_line")]
    pub line: u32,
    #[serde(rename = "end_column")]
    pub column: u32,
}

/// A shared text is written and read like any other.
mod file_name {
    use super::{Arc, Deserialize};

    pub fn serialize<S: serde::Serializer>(name: &Arc<str>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(name)
    }

    pub fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Arc<str>, D::Error> {
        String::deserialize(deserializer).map(Arc::from)
    }
}

impl std::fmt::Display for Location {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// From `offset` (relative to its unit) on, the text comes from here.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub offset: u32,
    pub file: FileId,
    pub line: u32,
    pub column: u32,
}

/// The preprocessed text of one translation unit.
#[derive(Debug)]
pub struct Unit {
    /// Where the unit begins in the space of spans.
    pub base: u32,
    pub text: String,
    /// Ascending by offset; the first is at 0.
    pub marks: Vec<Mark>,
}

#[derive(Debug, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
    units: Vec<Unit>,
}

impl SourceMap {
    pub fn add_file(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId(self.files.len() as u32 - 1)
    }

    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The file last added under this name.
    pub fn find_file(&self, name: &str) -> Option<FileId> {
        self.files.iter().rposition(|file| *file.name == *name).map(|index| FileId(index as u32))
    }

    /// Adds a unit of preprocessed text; returns its number.
    pub fn add_unit(&mut self, text: String, marks: Vec<Mark>) -> usize {
        assert!(marks.first().is_some_and(|m| m.offset == 0), "a unit starts with a mark");
        let base = self.units.last().map_or(0, |u| u.base + u.text.len() as u32 + 1);
        self.units.push(Unit { base, text, marks });
        self.units.len() - 1
    }

    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Whether the text there came out of a preprocessor: its file is known by a line marker only, or is called so.
    pub fn was_preprocessed(&self, span: Span) -> bool {
        let file = self.file(self.position(span).0);
        file.text.is_none() || file.name.ends_with(".i")
    }

    /// Where the span begins and ends.
    pub fn locate(&self, span: Span) -> Location {
        let (file, line, column) = self.position(span);
        Location { file: self.file(file).name.clone(), line, column, end: self.end(span) }
    }

    /// Where the span ends, if it does so in the file it begins in. What a macro produced stands at the macro's use,
    /// and ends where that ends.
    fn end(&self, span: Span) -> Option<End> {
        let (file, line, column) = self.position(span);
        let last = Span { start: span.end.checked_sub(1).filter(|last| *last >= span.start)?, end: span.end };
        let (last_file, last_line, last_column) = self.position(last);
        let mut end = End { line: last_line, column: last_column + 1 };
        if let Some(text) = &self.file(last_file).text {
            let unit = self.unit_of(last);
            let mark = unit.mark_of(last);
            let run = unit.text.as_bytes().get(mark.offset as usize..(span.end - unit.base) as usize)?;
            let begin = offset_in(text, mark.line, mark.column);
            // Every token out of a macro has a mark of its own, at which the text has the macro's name instead.
            let ends = [(begin, run.first()), (offset_in(text, last_line, last_column), run.last())];
            let is_own = ends.iter().all(|(at, byte)| at.and_then(|at| text.as_bytes().get(at)) == *byte);
            if !is_own {
                end = end_of_use(text, begin?, End { line: mark.line, column: mark.column });
            }
        }
        let is_behind = last_file == file && (end.line, end.column) > (line, column);
        is_behind.then_some(end)
    }

    pub fn is_embedded(&self, span: Span) -> bool {
        self.file(self.position(span).0).embedded
    }

    /// The source line on which the span begins, as it stands in the user's file (not macro-expanded).
    /// Falls back to the preprocessed text if the file cannot be read.
    pub fn line_text(&self, span: Span) -> &str {
        let (file, line, _) = self.position(span);
        if let Some(text) = &self.file(file).text {
            return text.lines().nth(line as usize - 1).unwrap_or("");
        }
        let unit = self.unit_of(span);
        let at = ((span.start - unit.base) as usize).min(unit.text.len());
        let begin = unit.text[..at].rfind('\n').map_or(0, |n| n + 1);
        let end = unit.text[at..].find('\n').map_or(unit.text.len(), |n| at + n);
        &unit.text[begin..end]
    }

    /// The preprocessed text of a span.
    pub fn text(&self, span: Span) -> &str {
        let unit = self.unit_of(span);
        let clamp = |offset: u32| (offset.saturating_sub(unit.base) as usize).min(unit.text.len());
        unit.text.get(clamp(span.start)..clamp(span.end)).unwrap_or("")
    }

    fn unit_of(&self, span: Span) -> &Unit {
        let index = self.units.partition_point(|u| u.base <= span.start);
        &self.units[index.checked_sub(1).expect("a span lies in a unit")]
    }

    pub fn position(&self, span: Span) -> (FileId, u32, u32) {
        let unit = self.unit_of(span);
        let offset = (span.start - unit.base).min(unit.text.len() as u32);
        let mark = unit.mark_of(span);
        let between = &unit.text.as_bytes()[mark.offset as usize..offset as usize];
        let lines = between.iter().filter(|&&b| b == b'\n').count() as u32;
        match between.iter().rposition(|&b| b == b'\n') {
            None => (mark.file, mark.line, mark.column + between.len() as u32),
            Some(last) => (mark.file, mark.line + lines, (between.len() - last) as u32),
        }
    }
}

impl Unit {
    /// The mark that the beginning of a span stands under.
    fn mark_of(&self, span: Span) -> Mark {
        let offset = (span.start - self.base).min(self.text.len() as u32);
        self.marks[self.marks.partition_point(|mark| mark.offset <= offset) - 1]
    }
}

fn offset_in(text: &str, line: u32, column: u32) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)? as usize).map(str::len).sum();
    Some(before + column.checked_sub(1)? as usize).filter(|offset| *offset < text.len())
}

/// Behind the use of a macro that begins at the offset: its name, and its arguments if there are any.
fn end_of_use(text: &str, begin: usize, at: End) -> End {
    let bytes = text.as_bytes();
    let is_word = |offset: &usize| bytes[*offset].is_ascii_alphanumeric() || bytes[*offset] == b'_';
    let name_end = (begin..bytes.len()).find(|offset| !is_word(offset)).unwrap_or(bytes.len());
    let next = (name_end..bytes.len()).find(|offset| !bytes[*offset].is_ascii_whitespace());
    let end = next.filter(|open| bytes[*open] == b'(').and_then(|open| closing(bytes, open));
    let between = &bytes[begin..end.map_or(name_end, |closing| closing + 1)];
    let lines = between.iter().filter(|byte| **byte == b'\n').count() as u32;
    match between.iter().rposition(|byte| *byte == b'\n') {
        None => End { line: at.line, column: at.column + between.len() as u32 },
        Some(last) => End { line: at.line + lines, column: (between.len() - last) as u32 },
    }
}

/// The parenthesis that closes the one at `open`; those inside quotes do not count.
fn closing(bytes: &[u8], open: usize) -> Option<usize> {
    let (mut depth, mut quote, mut offset) = (0, None, open);
    while offset < bytes.len() {
        match (bytes[offset], quote) {
            (b'\\', Some(_)) => offset += 1,
            (byte, Some(mark)) => quote = Some(mark).filter(|mark| *mark != byte),
            (mark @ (b'"' | b'\''), None) => quote = Some(mark),
            (b'(', None) => depth += 1,
            (b')', None) if depth == 1 => return Some(offset),
            (b')', None) => depth -= 1,
            _ => {}
        }
        offset += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The end of the first `shown` of a text, whose tokens a macro has produced if `token` is something else.
    fn end_of(text: &str, shown: &str, token: &str) -> Option<(u32, u32)> {
        let begin = text.find(shown).expect("the text is there");
        let before = &text[..begin];
        let line = before.matches('\n').count() as u32 + 1;
        let column = (begin - before.rfind('\n').map_or(0, |newline| newline + 1)) as u32 + 1;
        let mut sources = SourceMap::default();
        let file = SourceFile { name: "a.c".into(), text: Some(text.into()), embedded: false };
        let file = sources.add_file(file);
        sources.add_unit(token.to_string(), vec![Mark { offset: 0, file, line, column }]);
        let location = sources.locate(Span { start: 0, end: token.len() as u32 });
        assert_eq!((location.line, location.column), (line, column));
        location.end.map(|end| (end.line, end.column))
    }

    #[test]
    fn a_place_ends_behind_its_last_character() {
        assert_eq!(end_of("int x;\n  x = 12;\n", "x = 12", "x = 12"), Some((2, 9)));
        assert_eq!(end_of("f(a,\n  b);\n", "f(a", "f(a,\n  b)"), Some((2, 5)));
        assert_eq!(end_of("x", "x", ""), None);
    }

    #[test]
    fn what_a_macro_produced_ends_where_its_use_ends() {
        assert_eq!(end_of("y = LIMIT + 1;", "LIMIT", "128"), Some((1, 10)));
        assert_eq!(end_of(" assert(f(')') == 1);", "assert", "__fail"), Some((1, 21)));
        assert_eq!(end_of(" MAX(a,\n (b));", "MAX", "a"), Some((2, 6)));
        assert_eq!(end_of("NEVER(closed", "NEVER", "0"), Some((1, 6)));
    }

    #[test]
    fn a_location_without_end_is_read_as_well_as_one_with_it() {
        let end = Some(End { line: 2, column: 3 });
        for location in [end, None].map(|end| Location { file: "a.c".into(), line: 1, column: 5, end }) {
            let text = serde_json::to_string(&location).expect("a location can be written");
            assert_eq!(serde_json::from_str::<Location>(&text).expect("and read"), location);
            assert_eq!(text.contains("end_line"), location.end.is_some());
        }
    }
}
