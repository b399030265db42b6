//! A thread that asks for asynchronous cancellation can be cancelled between any two of its steps, which the
//! models do not follow: they cancel it at cancellation points only. The outcome names the call that asks for it.

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::ir::{Limit, Operand};
use crate::source::Span;

impl Lowering<'_> {
    /// To be called for `pthread_setcanceltype`, which has a model besides.
    pub fn note_cancel_type(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<()> {
        let Some(kind) = arguments.first() else { return Ok(()) };
        let is_deferred = match self.constant(kind) {
            Ok(value) => matches!(value.operand, Operand::Constant { bits: 0, .. }),
            Err(_) => false,
        };
        if !is_deferred && self.mentioned.contains("pthread_cancel") {
            let description = "asynchronous cancellation between two cancellation points".to_string();
            self.limits.push(Limit { description, span });
        }
        Ok(())
    }
}
