//! What is said to the user: errors and warnings.

use crate::frontend::syntax::spelling;
use crate::source::Diagnostic;

/// After so many errors the rest would only be noise.
const MOST_ERRORS: usize = 25;

#[derive(Default)]
pub struct Messages {
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl Messages {
    pub fn report(&mut self, error: Diagnostic) {
        if !self.is_full() && !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }

    pub fn warn(&mut self, warning: Diagnostic) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    pub fn error_count(&self) -> usize {
        self.errors.len()
    }

    /// There are so many errors that nobody wants more.
    pub fn is_full(&self) -> bool {
        self.errors.len() >= MOST_ERRORS
    }

    /// The errors in the order of the text, as the user spelt the names, if there are any.
    pub fn refuse_errors(&mut self) -> Result<(), Vec<Diagnostic>> {
        if self.errors.is_empty() {
            return Ok(());
        }
        let mut errors = std::mem::take(&mut self.errors);
        errors.sort_by_key(|error| error.span);
        spelling::restore_in_messages(&mut errors);
        Err(errors)
    }

    /// The errors as they were found, and behind them the one that ends the compilation.
    pub fn into_errors_with(mut self, last: Diagnostic) -> Vec<Diagnostic> {
        self.errors.push(last);
        self.errors
    }

    pub fn has_warning(&self, message: &str) -> bool {
        self.warnings.iter().any(|warning| warning.message == message)
    }

    /// The warnings in the same order and spelling.
    pub fn into_warnings(mut self) -> Vec<Diagnostic> {
        self.warnings.sort_by_key(|warning| warning.span);
        spelling::restore_in_messages(&mut self.warnings);
        self.warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn at(start: u32) -> Span {
        Span { start, end: start + 1 }
    }

    #[test]
    fn errors_come_once_and_in_the_order_of_the_text() {
        let mut messages = Messages::default();
        for start in [7, 3, 7] {
            messages.report(Diagnostic::error(at(start), "wrong"));
        }
        assert_eq!(messages.error_count(), 2);
        let errors = messages.refuse_errors().expect_err("there are errors");
        let spans: Vec<Option<Span>> = errors.iter().map(|error| error.span).collect();
        assert_eq!(spans, [Some(at(3)), Some(at(7))]);
    }

    #[test]
    fn after_many_errors_no_more_are_kept() {
        let mut messages = Messages::default();
        for start in 0..100 {
            messages.report(Diagnostic::error(at(start), "wrong"));
        }
        assert!(messages.is_full());
        assert_eq!(messages.error_count(), MOST_ERRORS);
    }

    #[test]
    fn warnings_are_no_errors() {
        let mut messages = Messages::default();
        messages.warn(Diagnostic::warning(at(5), "odd"));
        assert!(messages.has_warning("odd") && messages.refuse_errors().is_ok());
        assert_eq!(messages.into_warnings().len(), 1);
    }
}
