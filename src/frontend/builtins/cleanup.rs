//! Cleanup handlers as glibc's `pthread_cleanup_push` leaves them in preprocessed text.
//!
//! The macro declares `__cancel_routine`, `__cancel_arg` and a buffer, calls `__sigsetjmp`, whose second return
//! runs the routine, and registers the buffer. There are no jumps here: the `__sigsetjmp` returns once, and
//! registering the buffer pushes a handler of the library's own list, kept in the buffer.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering, unsupported};
use crate::frontend::types::Ty;
use crate::ir::*;
use crate::source::Span;

impl Lowering<'_> {
    pub fn register_cleanup(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Value> {
        let pointer = Ty::Void.pointer_to();
        let [buffer] = arguments else {
            return Err(unsupported(span, "this use of '__pthread_register_cancel'"));
        };
        let handler = self.argument_as(buffer, &pointer)?;
        let mut operands = vec![handler];
        for name in ["__cancel_routine", "__cancel_arg"] {
            let place = self.variable(name, span)?;
            operands.push(self.read(place, span)?.operand);
        }
        self.call_model("__bmc_cleanup_push", operands, span)
    }

    pub fn unregister_cleanup(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Value> {
        let pointer = Ty::Void.pointer_to();
        let [buffer] = arguments else {
            return Err(unsupported(span, "this use of '__pthread_unregister_cancel'"));
        };
        let handler = self.argument_as(buffer, &pointer)?;
        let never = self.integer(0, Ty::INT).operand;
        self.call_model("__bmc_cleanup_pop", vec![handler, never], span)
    }

    fn call_model(&mut self, name: &str, arguments: Vec<Operand>, span: Span) -> Lowered<Value> {
        let Some(index) = self.model_function(name) else {
            return Err(unsupported(span, format!("a program without the model of '{name}'"))
                .with_help("leave out the program's own definition of it"));
        };
        let callee = Operand::Function(FunctionId::new(index.0));
        self.body.emit(Op::Call { dst: None, callee, arguments, signature: None, check: None }, span);
        Ok(Value::void())
    }
}
