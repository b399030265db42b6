//! What is said about programs that are beyond us.

use crate::source::{Diagnostic, Span};

pub fn unsupported(span: Span, what: impl std::fmt::Display) -> Diagnostic {
    Diagnostic::error(span, format!("unsupported: {what}"))
}

pub fn unsupported_complex(span: Span) -> Diagnostic {
    unsupported(span, "complex numbers").with_help("compute with the two parts, as numbers of their own")
}
