//! The `__sync_*` and `__atomic_*` builtins of gcc, which work on any integer or pointer type.
//!
//! Each becomes an atomic section around one load and one store. Memory orders are evaluated and ignored:
//! all are sequentially consistent.

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::convert::Value;
use crate::frontend::lowering::{Lowered, Lowering};
use crate::frontend::lvalue::{Check, Lvalue, Place};
use crate::frontend::types::{Qual, Ty};
use crate::ir::{BinaryOp, Op, Terminator, Type, UnaryOp};
use crate::source::{Diagnostic, Span};

/// What is done to the old value.
#[derive(Clone, Copy, PartialEq)]
enum Update {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    Exchange,
}

impl<'a> Lowering<'a> {
    /// `None` if the name is no such builtin.
    pub fn atomic_builtin(
        &mut self,
        name: &str,
        arguments: &[Node<Expression>],
        span: Span,
    ) -> Lowered<Option<Value>> {
        if let Some((update, new_wanted)) = read_modify_write(name) {
            return self.update(arguments, update, new_wanted, span).map(Some);
        }
        match name {
            "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence" => {
                for argument in arguments {
                    self.effect(argument)?;
                }
                Ok(Some(Value::void()))
            }
            "__atomic_load_n" => {
                let mut target = self.atomic_target(arguments, span)?;
                self.read_from(&mut target, span).map(Some)
            }
            "__atomic_store_n" | "__sync_lock_release" | "__atomic_clear" => {
                let mut target = self.atomic_target(arguments, span)?;
                let ty = target.ty.ty.clone();
                let value = match arguments.get(1) {
                    Some(value) if name == "__atomic_store_n" => self.rvalue(value)?,
                    _ => self.integer(0, Ty::INT),
                };
                let value = self.convert(value, &ty, span)?;
                self.write(&mut target, value, span)?;
                Ok(Some(Value::void()))
            }
            "__sync_bool_compare_and_swap" => self.compare_and_swap(arguments, true, span).map(Some),
            "__sync_val_compare_and_swap" => self.compare_and_swap(arguments, false, span).map(Some),
            "__atomic_compare_exchange_n" => self.compare_exchange(arguments, span).map(Some),
            _ => Ok(None),
        }
    }

    /// The object the first argument points to; accesses to it are atomic.
    fn atomic_target(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Lvalue> {
        let Some(pointer) = arguments.first() else {
            return Err(Diagnostic::error(span, "a pointer to the object is missing"));
        };
        let value = self.rvalue(pointer)?;
        let Some(target) = value.ty.pointee().filter(|t| t.ty.is_scalar()) else {
            return Err(Diagnostic::error(
                span,
                "an atomic operation needs a pointer to an integer or a pointer",
            ));
        };
        let ty = Qual { atomic: true, constant: false, ty: target.ty.clone() };
        let description = format!("*({}) is a valid object", self.text(pointer));
        Ok(Lvalue { place: Place::Memory(value.operand), ty, check: Check::Needed { description, span } })
    }

    fn update(
        &mut self,
        arguments: &[Node<Expression>],
        update: Update,
        new_wanted: bool,
        span: Span,
    ) -> Lowered<Value> {
        let mut target = self.atomic_target(arguments, span)?;
        let ty = target.ty.ty.clone();
        let scalar = self.scalar(&ty, span)?;
        let operand = match arguments.get(1) {
            Some(operand) => self.argument_as(operand, &ty)?,
            None => return Err(Diagnostic::error(span, "the operand is missing")),
        };
        self.body.emit(Op::AtomicBegin, span);
        let old = self.read_from(&mut target, span)?;
        let op = match update {
            Update::Add => BinaryOp::Add,
            Update::Sub => BinaryOp::Sub,
            Update::And | Update::Nand => BinaryOp::And,
            Update::Or => BinaryOp::Or,
            Update::Xor => BinaryOp::Xor,
            Update::Exchange => BinaryOp::Eq,
        };
        let mut new = match update {
            Update::Exchange => operand,
            _ => self.body.binary(op, old.operand, operand, scalar, span),
        };
        if update == Update::Nand {
            new = self.body.unary(UnaryOp::Not, new, span);
        }
        let new = self.write(&mut target, Value::new(new, ty), span)?;
        self.body.emit(Op::AtomicEnd, span);
        Ok(if new_wanted { new } else { old })
    }

    /// `__sync_*_compare_and_swap(p, old, new)`
    fn compare_and_swap(
        &mut self,
        arguments: &[Node<Expression>],
        truth: bool,
        span: Span,
    ) -> Lowered<Value> {
        let [_, expected, desired, ..] = arguments else {
            return Err(Diagnostic::error(span, "three arguments are expected"));
        };
        let mut target = self.atomic_target(arguments, span)?;
        let ty = target.ty.ty.clone();
        let expected = self.argument_as(expected, &ty)?;
        let desired = self.argument_as(desired, &ty)?;
        self.body.emit(Op::AtomicBegin, span);
        let old = self.read_from(&mut target, span)?;
        let equal = self.body.binary(BinaryOp::Eq, old.operand, expected, Type::BOOL, span);
        let (swap, done) = (self.body.block(), self.body.block());
        self.body.end(Terminator::Branch { condition: equal, yes: swap, no: done }, span);
        self.body.place(swap);
        self.write(&mut target, Value::new(desired, ty), span)?;
        self.body.fall_into(done, span);
        self.body.emit(Op::AtomicEnd, span);
        Ok(if truth { Value::bit(equal) } else { old })
    }

    /// `__atomic_compare_exchange_n(p, &expected, new, weak, order, order)`; never fails spuriously.
    fn compare_exchange(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Value> {
        let [_, expected, desired, ..] = arguments else {
            return Err(Diagnostic::error(span, "six arguments are expected"));
        };
        let mut target = self.atomic_target(arguments, span)?;
        let ty = target.ty.ty.clone();
        let pointer = self.rvalue(expected)?;
        let description = format!("*({}) is a valid object", self.text(expected));
        let check = Check::Needed { description, span };
        let mut expected = Lvalue { place: Place::Memory(pointer.operand), ty: ty.clone().plain(), check };
        let desired = self.argument_as(desired, &ty)?;
        let wanted = self.read_from(&mut expected, span)?;
        self.body.emit(Op::AtomicBegin, span);
        let old = self.read_from(&mut target, span)?;
        let equal = self.body.binary(BinaryOp::Eq, old.operand, wanted.operand, Type::BOOL, span);
        let (swap, keep, done) = (self.body.block(), self.body.block(), self.body.block());
        self.body.end(Terminator::Branch { condition: equal, yes: swap, no: keep }, span);
        self.body.place(swap);
        self.write(&mut target, Value::new(desired, ty), span)?;
        self.body.emit(Op::AtomicEnd, span);
        self.body.end(Terminator::Jump(done), span);
        self.body.place(keep);
        self.body.emit(Op::AtomicEnd, span);
        self.write(&mut expected, old, span)?;
        self.body.fall_into(done, span);
        Ok(Value::bit(equal))
    }
}

/// The operation of a builtin that reads and writes, and whether it yields the new value.
fn read_modify_write(name: &str) -> Option<(Update, bool)> {
    let update = |word: &str| {
        Some(match word {
            "add" => Update::Add,
            "sub" => Update::Sub,
            "and" => Update::And,
            "or" => Update::Or,
            "xor" => Update::Xor,
            "nand" => Update::Nand,
            _ => return None,
        })
    };
    match name {
        "__atomic_exchange_n" | "__sync_lock_test_and_set" => return Some((Update::Exchange, false)),
        _ => {}
    }
    if let Some(word) =
        name.strip_prefix("__sync_fetch_and_").or_else(|| name.strip_prefix("__atomic_fetch_"))
    {
        return update(word).map(|u| (u, false));
    }
    let word = match name.strip_prefix("__sync_") {
        Some(rest) => rest.strip_suffix("_and_fetch")?,
        None => name.strip_prefix("__atomic_")?.strip_suffix("_fetch")?,
    };
    update(word).map(|u| (u, true))
}
