//! Constant expressions and types of expressions: lowered like any other, then taken back.

use lang_c::ast::Expression;
use lang_c::span::Node;

use crate::frontend::lower::builder::Checkpoint;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::options::EvaluationOrder;
use crate::frontend::types::{Qual, Ty};
use crate::ir::{Operand, integer};
use crate::source::Diagnostic;

impl Lowering<'_> {
    /// The value of an expression that needs no code: a number, or the address of a global or a function.
    pub fn constant(&mut self, expression: &Node<Expression>) -> Lowered<Value> {
        let span = self.span(expression.span);
        self.before_the_run(|this, checkpoint| {
            let value = this.rvalue(expression)?;
            let value = this.widen(value, span);
            let fixed = !matches!(value.operand, Operand::Register(_) | Operand::Local { .. });
            if fixed && this.body.is_untouched_since(checkpoint) {
                Ok(value)
            } else {
                Err(Diagnostic::error(span, "this must be a constant expression"))
            }
        })
    }

    /// Like `constant`, converted to `ty`.
    pub fn constant_of_type(&mut self, expression: &Node<Expression>, ty: &Ty) -> Lowered<Value> {
        let span = self.span(expression.span);
        self.before_the_run(|this, checkpoint| {
            let value = this.rvalue(expression)?;
            let value = this.convert_assigned(value, ty, span)?;
            let fixed = !matches!(value.operand, Operand::Register(_) | Operand::Local { .. });
            if fixed && this.body.is_untouched_since(checkpoint) {
                Ok(value)
            } else {
                Err(Diagnostic::error(span, "the initial value of a static variable must be constant"))
            }
        })
    }

    /// Takes everything back that `work` emits, which must be nothing for a constant: no checks and no choices either.
    fn before_the_run<T>(&mut self, work: impl FnOnce(&mut Self, &Checkpoint) -> Lowered<T>) -> Lowered<T> {
        let outer = std::mem::replace(&mut self.context.scrutiny.suspended, true);
        let order = std::mem::replace(&mut self.context.evaluation_order, EvaluationOrder::Left);
        let result = self.speculate(work);
        self.context.evaluation_order = order;
        self.context.scrutiny.suspended = outer;
        result
    }

    pub fn constant_integer(&mut self, expression: &Node<Expression>) -> Lowered<i128> {
        let span = self.span(expression.span);
        let value = self.constant(expression)?;
        match value.operand {
            Operand::Constant { bits, ty } if value.ty.is_integer() => {
                Ok(if value.ty.is_signed() { integer::as_signed(bits, ty.bits) } else { bits as i128 })
            }
            _ => Err(Diagnostic::error(span, "this must be a constant integer")),
        }
    }

    /// The type of an expression, not decayed; nothing is evaluated.
    pub fn type_of(&mut self, expression: &Node<Expression>) -> Lowered<Qual> {
        self.speculate(|this, _| {
            if this.denotes_object(expression) {
                Ok(this.lvalue(expression)?.ty)
            } else {
                Ok(this.rvalue(expression)?.ty.plain())
            }
        })
    }
}
