//! Files, spans and the way back from preprocessed text to the user's lines; the built-in preprocessor and
//! the embedded headers. Knows nothing of types.

mod diagnostic;
mod map;

pub use diagnostic::{Diagnostic, Severity};
pub use map::{FileId, Location, Mark, SourceFile, SourceMap, Span, Unit};
