//! `__CPROVER_ASYNC_1: f(x);` of CBMC: the call runs in a thread of its own, which nobody joins.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{IntKind, Ty};
use crate::ir::{Op, Operand};
use crate::source::{Diagnostic, Span};

pub fn is_asynchronous(label: &Label) -> bool {
    matches!(label, Label::Identifier(name) if name.node.name.starts_with("__CPROVER_ASYNC_"))
}

impl Lowering<'_> {
    pub fn asynchronous(&mut self, statement: &Node<Statement>, span: Span) -> Lowered<()> {
        let refuse = |what: &str| {
            let what = format!("'__CPROVER_ASYNC_…' before {what}");
            Err(Diagnostic::unsupported(span, what)
                .with_help("let it stand before the call of a function with at most one argument"))
        };
        let Statement::Expression(Some(expression)) = &statement.node else {
            return refuse("a statement that is not a call");
        };
        let Expression::Call(call) = &expression.node else {
            return refuse("a statement that is not a call");
        };
        let function = self.rvalue(&call.node.callee)?;
        let pointer = Ty::Void.pointer_to();
        let argument = match call.node.arguments.as_slice() {
            [] => {
                let null = self.integer(0, Ty::INT);
                self.convert(null, &pointer, span)?.operand
            }
            [argument] => {
                let value = self.int_rvalue(argument)?;
                if !value.ty.is_pointer() && !value.ty.is_integer() {
                    return refuse("a call whose argument is neither a pointer nor an integer");
                }
                self.convert(value, &pointer, span)?.operand
            }
            _ => return refuse("a call with more than one argument"),
        };
        let scalar = self.scalar(&Ty::Int(IntKind::ULong), span)?;
        let dst = self.body.register(scalar, None);
        let function: Operand = function.operand;
        let signature = Some(self.signature_of_start());
        self.body.emit(Op::CreateThread { dst, function, argument, signature, check: None }, span);
        Ok(())
    }
}
