//! Conditions become control flow: comparisons, `&&`, `||` and `!` branch directly, without an `int` between.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::syntax::bridge::names::CONDITION;
use crate::frontend::types::Ty;
use crate::ir::{BlockId, Op, Operand, Terminator, Type};
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    /// Ends the current block: control goes to `yes` if the expression is not zero, else to `no`.
    pub fn branch(&mut self, expression: &Node<Expression>, yes: BlockId, no: BlockId) -> Lowered<()> {
        let span = self.span(expression.span);
        self.context.enter(span)?;
        let result = self.branch_inside(expression, yes, no, span);
        self.context.leave();
        result
    }

    fn branch_inside(
        &mut self,
        expression: &Node<Expression>,
        yes: BlockId,
        no: BlockId,
        span: Span,
    ) -> Lowered<()> {
        match &expression.node {
            Expression::UnaryOperator(node) if node.node.operator.node == UnaryOperator::Negate => {
                return self.branch(&node.node.operand, no, yes);
            }
            Expression::BinaryOperator(node) => {
                let middle = match node.node.operator.node {
                    BinaryOperator::LogicalAnd => {
                        let middle = self.body.block();
                        self.branch(&node.node.lhs, middle, no)?;
                        middle
                    }
                    BinaryOperator::LogicalOr => {
                        let middle = self.body.block();
                        self.branch(&node.node.lhs, yes, middle)?;
                        middle
                    }
                    _ => return self.branch_on_value(expression, yes, no, span),
                };
                self.body.place(middle);
                return self.branch(&node.node.rhs, yes, no);
            }
            Expression::Comma(parts) => {
                if let Some((last, before)) = parts.split_last() {
                    for part in before {
                        self.effect(part)?;
                    }
                    return self.branch(last, yes, no);
                }
            }
            _ => {}
        }
        self.branch_on_value(expression, yes, no, span)
    }

    fn branch_on_value(
        &mut self,
        expression: &Node<Expression>,
        yes: BlockId,
        no: BlockId,
        span: Span,
    ) -> Lowered<()> {
        let value = self.rvalue(expression)?;
        let condition = self.truth(value, span)?;
        self.body.end(branch_or_jump(condition, yes, no), span);
        Ok(())
    }

    /// `a && b` and `a || b` as a value.
    pub fn logical(&mut self, node: &BinaryOperatorExpression, span: Span) -> Lowered<Value> {
        let and = node.operator.node == BinaryOperator::LogicalAnd;
        let left = self.rvalue(&node.lhs)?;
        let left = self.truth(left, span)?;
        if let Operand::Constant { bits, .. } = left {
            if (bits == 0) == and {
                // The right side is not evaluated; its type is still checked.
                self.type_of(&node.rhs)?;
                return Ok(Value::bit(left));
            }
            let right = self.rvalue(&node.rhs)?;
            return Ok(Value::bit(self.truth(right, span)?));
        }
        let result = self.body.register(Type::BOOL, None);
        let (more, done) = (self.body.block(), self.body.block());
        self.body.emit(Op::Copy { dst: result, value: left }, span);
        let (yes, no) = if and { (more, done) } else { (done, more) };
        self.body.end(Terminator::Branch { condition: left, yes, no }, span);
        self.body.place(more);
        let right = self.rvalue(&node.rhs)?;
        let right = self.truth(right, span)?;
        self.body.assign(result, right, span);
        self.body.fall_into(done, span);
        Ok(Value::bit(Operand::Register(result)))
    }

    /// `c ? a : b`. Both arms are lowered before their common type is known; the conversions are added to
    /// the ends of the arms afterwards.
    pub fn conditional(&mut self, node: &ConditionalExpression, span: Span) -> Lowered<Value> {
        if self.assertion_expression(node)? {
            return Ok(Value::void());
        }
        let value = self.rvalue(&node.condition)?;
        // `a ?: b`
        let repeated = match &node.then_expression.node {
            Expression::Identifier(name) if name.node.name == CONDITION => Some(value.clone()),
            _ => None,
        };
        let condition = self.truth(value, span)?;
        if let (Some(value), Operand::Constant { bits, .. }) = (&repeated, condition) {
            let other = match bits {
                0 => self.int_rvalue(&node.else_expression)?,
                _ => self.speculate(|this, _| this.int_rvalue(&node.else_expression))?,
            };
            let value = self.widen(value.clone(), span);
            return match self.conditional_type(&value, &other) {
                Some(ty) => self.convert(if bits == 0 { other } else { value }, &ty, span),
                None => Err(Diagnostic::error(span, "the two values of '?:' do not fit together")),
            };
        }
        if let Operand::Constant { bits, .. } = condition {
            let (chosen, other) = if bits != 0 {
                (&node.then_expression, &node.else_expression)
            } else {
                (&node.else_expression, &node.then_expression)
            };
            let value = self.int_rvalue(chosen)?;
            let other_value = self.speculate(|this, _| this.int_rvalue(other))?;
            let ty = self.conditional_type(&value, &other_value);
            return match ty {
                Some(ty) => self.convert(value, &ty, span),
                None => Err(Diagnostic::error(span, "the two values of '?:' do not fit together")),
            };
        }
        let (yes, no, done) = (self.body.block(), self.body.block(), self.body.block());
        self.body.end(Terminator::Branch { condition, yes, no }, span);
        self.body.place(yes);
        let yes_value = match repeated {
            Some(value) => value,
            None => self.rvalue(&node.then_expression)?,
        };
        let yes_end = self.body.current();
        self.body.place(no);
        let no_value = self.rvalue(&node.else_expression)?;
        let no_end = self.body.current();
        let both_bits = yes_value.bit && no_value.bit;
        let Some(ty) = self.conditional_type(&yes_value, &no_value) else {
            return Err(Diagnostic::error(span, "the two values of '?:' do not fit together"));
        };
        let result = match &ty {
            Ty::Void => None,
            _ if both_bits => Some(self.body.register(Type::BOOL, None)),
            Ty::Record(_) => Some(self.body.register(self.pointer_type(), None)),
            _ => {
                let scalar = self.scalar(&ty, span)?;
                Some(self.body.register(scalar, None))
            }
        };
        let mut check = None;
        for (end, value) in [(yes_end, yes_value), (no_end, no_value)] {
            self.body.resume(end);
            if let Some(dst) = result {
                let value = if both_bits { value } else { self.convert(value, &ty, span)? };
                check = check.or(value.check);
                self.body.emit(Op::Copy { dst, value: value.operand }, span);
            }
            self.body.end(Terminator::Jump(done), span);
        }
        self.body.place(done);
        Ok(match result {
            None => Value::void(),
            Some(register) => Value { bit: both_bits, check, ..Value::new(Operand::Register(register), ty) },
        })
    }
}

/// A constant condition needs no branch.
pub fn branch_or_jump(condition: Operand, yes: BlockId, no: BlockId) -> Terminator {
    match condition {
        Operand::Constant { bits, .. } => Terminator::Jump(if bits != 0 { yes } else { no }),
        _ => Terminator::Branch { condition, yes, no },
    }
}

/// One bit.
pub fn bit(value: bool) -> Operand {
    Builder::constant(value.into(), Type::BOOL)
}
