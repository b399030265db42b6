//! Assignment, compound assignment and `++`/`--`.

use lang_c::ast::*;
use lang_c::span::Node;
use lang_c::visit::Visit;

use crate::frontend::lower::builder::Builder;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::lower::overflow::Written;
use crate::frontend::lower::unsequenced::Usage;
use crate::frontend::options::EvaluationOrder;
use crate::frontend::types::Ty;
use crate::ir::{Op, Operand};
use crate::source::{Diagnostic, Span};

impl<'a> Lowering<'a> {
    pub fn assign(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>, span: Span) -> Lowered<Value> {
        let written = [Some((lhs, Usage::Place)), Some((rhs, Usage::Value))];
        let sides = self.unsequenced(&written, span, |this, index| {
            if index == 1 {
                return Ok(Side::Right(this.rvalue(rhs)?));
            }
            let target = this.lvalue(lhs)?;
            this.expect_assignable(&target, span)?;
            Ok(Side::Left { target, old: None })
        })?;
        let (mut target, _, value) = both_sides(sides);
        self.check_float_to_bits(&value, &target, span);
        let value = self.convert_assigned(value, &target.ty.ty.clone(), span)?;
        self.write(&mut target, value, span)
    }

    fn expect_assignable(&self, target: &Lvalue, span: Span) -> Lowered<()> {
        match target.ty.ty {
            Ty::Array(..) | Ty::VariableArray(..) => {
                Err(Diagnostic::error(span, "an array cannot be assigned as a whole"))
            }
            Ty::Function(_) => Err(Diagnostic::error(span, "a function cannot be assigned")),
            _ if target.ty.constant => Err(Diagnostic::error(span, "this object is constant")),
            Ty::Record(_) if !self.sizes().constant_bytes(&target.ty).is_empty() => {
                Err(Diagnostic::error(span, "a part of this object is constant"))
            }
            _ => Ok(()),
        }
    }

    /// The old value belongs to the left side, unless the object is atomic, when read and write are one step. From
    /// left to right it is read behind a right side that calls a function, as compilers do.
    pub fn assign_compound(
        &mut self,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        operator: &BinaryOperator,
        span: Span,
    ) -> Lowered<Value> {
        let late = (self.unit.home.is_model || self.context.evaluation_order == EvaluationOrder::Left)
            && contains_call(rhs);
        let sides = [Some((lhs, Usage::Value)), Some((rhs, Usage::Value))];
        let sides = self.unsequenced(&sides, span, |this, index| {
            if index == 1 {
                return Ok(Side::Right(this.rvalue(rhs)?));
            }
            let mut target = this.lvalue(lhs)?;
            this.expect_assignable(&target, span)?;
            let late = late || this.is_atomic_memory(&target);
            let old = if late { None } else { Some(this.read_from(&mut target, span)?) };
            Ok(Side::Left { target, old })
        })?;
        let (mut target, early, right) = both_sides(sides);
        let atomic = self.is_atomic_memory(&target);
        if atomic {
            self.body.emit(Op::AtomicBegin, span);
        }
        let old = match early {
            Some(old) => old,
            None => self.read_from(&mut target, span)?,
        };
        let written = Written { left: lhs, right: Some(rhs) };
        let new = self.compute(operator, old, right, written, span)?;
        self.check_float_to_bits(&new, &target, span);
        let new = self.convert(new, &target.ty.ty.clone(), span)?;
        let result = self.write(&mut target, new, span)?;
        if atomic {
            self.body.emit(Op::AtomicEnd, span);
        }
        Ok(result)
    }

    pub fn increment(
        &mut self,
        operand: &Node<Expression>,
        by: i128,
        postfix: bool,
        wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        let mut target = self.lvalue(operand)?;
        self.expect_assignable(&target, span)?;
        let atomic = self.is_atomic_memory(&target);
        if atomic {
            self.body.emit(Op::AtomicBegin, span);
        }
        let mut old = self.read_from(&mut target, span)?;
        if let (true, true, Place::Register(_)) = (postfix, wanted, &target.place) {
            let ty = self.body.type_of(old.operand);
            let copy = self.body.register(ty, None);
            self.body.emit(Op::Copy { dst: copy, value: old.operand }, span);
            old.operand = Operand::Register(copy);
        }
        let one = Value::new(Builder::constant(by.abs(), crate::ir::Type::signed(32)), Ty::INT);
        let operator = if by > 0 { BinaryOperator::Plus } else { BinaryOperator::Minus };
        let written = Written { left: operand, right: None };
        let new = self.compute(&operator, old.clone(), one, written, span)?;
        let new = self.convert(new, &target.ty.ty.clone(), span)?;
        let new = self.write(&mut target, new, span)?;
        if atomic {
            self.body.emit(Op::AtomicEnd, span);
        }
        Ok(if postfix { old } else { new })
    }

    fn is_atomic_memory(&self, target: &Lvalue) -> bool {
        target.ty.atomic && !matches!(target.place, Place::Register(_))
    }
}

/// One side of an assignment, evaluated.
enum Side {
    Left { target: Lvalue, old: Option<Value> },
    Right(Value),
}

fn both_sides(sides: Vec<Side>) -> (Lvalue, Option<Value>, Value) {
    match <[Side; 2]>::try_from(sides) {
        Ok([Side::Left { target, old }, Side::Right(value)]) => (target, old, value),
        _ => unreachable!("an assignment has a left and a right side"),
    }
}

pub fn contains_call(expression: &Node<Expression>) -> bool {
    struct Calls(bool);
    impl<'t> Visit<'t> for Calls {
        fn visit_call_expression(&mut self, _: &'t CallExpression, _: &'t lang_c::span::Span) {
            self.0 = true;
        }
    }
    let mut calls = Calls(false);
    calls.visit_expression(&expression.node, &expression.span);
    calls.0
}
