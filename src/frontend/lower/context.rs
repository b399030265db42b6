//! What surrounds the part of the program that is being lowered.

use crate::frontend::lower::lowering::Lowered;
use crate::frontend::lower::overflow::Scrutiny;
use crate::frontend::options::EvaluationOrder;
use crate::source::{Diagnostic, Span};

/// Deeper trees are refused; the stack holds this many levels of lowering.
const DEEPEST_NESTING: u32 = 20_000;

pub struct Context {
    pub depth: u32,
    pub scrutiny: Scrutiny,
    /// Constants are evaluated from left to right.
    pub evaluation_order: EvaluationOrder,
    /// Inside the condition of a loop that only tries an exchange again.
    pub is_retried: bool,
    /// Sizes of arrays may depend on what is not known here: in the parameters of a prototype.
    pub in_prototype: bool,
}

impl Context {
    pub fn new(evaluation_order: EvaluationOrder) -> Context {
        let scrutiny = Scrutiny::default();
        Context { depth: 0, scrutiny, evaluation_order, is_retried: false, in_prototype: false }
    }

    /// Counts a level of nesting; to be matched by `leave`.
    pub fn enter(&mut self, span: Span) -> Lowered<()> {
        self.depth += 1;
        if self.depth > DEEPEST_NESTING {
            self.depth -= 1;
            return Err(Diagnostic::error(span, "this is nested too deeply")
                .with_help("split the expression or the statement into several"));
        }
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_nested_too_deeply_is_refused_and_does_not_count() {
        let mut context = Context::new(EvaluationOrder::Left);
        for _ in 0..DEEPEST_NESTING {
            assert!(context.enter(Span::default()).is_ok());
        }
        assert!(context.enter(Span::default()).is_err());
        context.leave();
        assert!(context.enter(Span::default()).is_ok());
    }
}
