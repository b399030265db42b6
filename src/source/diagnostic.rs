//! What is wrong with the user's input, where, and what to do about it.

use serde::{Deserialize, Serialize};

use super::map::Span;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    Error,
    Warning,
}

/// One message to the user. `source` renders it with the line underlined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    pub severity: Severity,
    /// One sentence, lower case, no full stop: `unknown type name 'foo'`.
    pub message: String,
    /// `None` when no source text is concerned: a missing file, for instance.
    pub span: Option<Span>,
    /// What to do next, if there is something: `add -I DIR with the directory of the header`.
    pub help: Option<String>,
}

impl Diagnostic {
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message: message.into(), span: Some(span), help: None }
    }
    /// Something that is valid and beyond us.
    pub fn unsupported(span: Span, what: impl std::fmt::Display) -> Diagnostic {
        Diagnostic::error(span, format!("unsupported: {what}"))
    }
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }
    pub fn error_without_place(message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, message: message.into(), span: None, help: None }
    }
    pub fn with_help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }
}
