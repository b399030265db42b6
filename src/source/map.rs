//! From a place in the preprocessed text back to the user's own file and line.
//!
//! All preprocessed text of a run lies in one space of offsets: a `Span` is a range in it, so spans of
//! different translation units never mix. Marks say from which file, line and column the text that follows
//! comes; between two marks, position advances with the text. Text that a macro produced is marked with the
//! place of the macro's use.

use std::sync::Arc;

use serde::Serialize;

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
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Serialize)]
pub struct Location {
    pub file: Arc<str>,
    pub line: u32,
    pub column: u32,
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

    /// Where the span begins.
    pub fn locate(&self, span: Span) -> Location {
        let (file, line, column) = self.position(span);
        Location { file: self.file(file).name.clone(), line, column }
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
        let mark = unit.marks[unit.marks.partition_point(|m| m.offset <= offset) - 1];
        let between = &unit.text.as_bytes()[mark.offset as usize..offset as usize];
        let lines = between.iter().filter(|&&b| b == b'\n').count() as u32;
        match between.iter().rposition(|&b| b == b'\n') {
            None => (mark.file, mark.line, mark.column + between.len() as u32),
            Some(last) => (mark.file, mark.line + lines, (between.len() - last) as u32),
        }
    }
}
