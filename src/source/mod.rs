//! Files, spans and the way back from preprocessed text to the user's lines; the built-in preprocessor and
//! the embedded headers. Knows nothing of types.

mod diagnostic;
mod headers;
mod made_for;
mod map;
mod preprocess;
mod render;

pub use diagnostic::{Diagnostic, Severity};
pub use headers::{EMBEDDED_PREFIX, Header, embedded_headers, embedded_names};
pub use made_for::{PointerSized, pointer_sized};
pub use map::{End, FileId, Location, Mark, SourceFile, SourceMap, Span, Unit};
pub use preprocess::{Input, PreprocessOptions, Preprocessed, preprocess, render_with_line_markers};
pub use render::render;
