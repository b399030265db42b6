//! The text as the sources of the program it says: one file, and a twin of it for what is of the library.

use std::sync::Arc;

use super::lexer::Placed;
use crate::source::{EMBEDDED_PREFIX, FileId, Mark, SourceFile, SourceMap};

const NAME: &str = "program.ir";

pub struct Origin {
    sources: SourceMap,
    own: FileId,
    library: FileId,
    marks: Vec<Mark>,
}

impl Origin {
    pub fn new(text: &str) -> Origin {
        let text: Arc<str> = text.into();
        let mut sources = SourceMap::default();
        let mut add = |name: String, embedded| {
            sources.add_file(SourceFile { name: name.into(), text: Some(text.clone()), embedded })
        };
        let (own, library) = (add(NAME.into(), false), add(format!("{EMBEDDED_PREFIX}{NAME}"), true));
        let marks = vec![Mark { offset: 0, file: own, line: 1, column: 1 }];
        Origin { sources, own, library, marks }
    }

    /// An item begins at the token.
    pub fn begin(&mut self, first: &Placed<'_>, is_library: bool) {
        let file = if is_library { self.library } else { self.own };
        if self.marks.last().is_none_or(|mark| mark.file != file) {
            self.marks.push(Mark { offset: first.start, file, line: first.line, column: first.column });
        }
    }

    pub fn finish(self, text: &str) -> SourceMap {
        let Origin { mut sources, marks, .. } = self;
        sources.add_unit(text.to_string(), marks);
        sources
    }
}
