//! The `__sync_*` and `__atomic_*` builtins of gcc, which work on any integer or pointer type.
//!
//! Each becomes an atomic section around one load and one store, which carry the memory order that the program gives;
//! fences are instructions. The generic functions of `stdatomic.h` are macros over atomic sections that say in which
//! order they are meant (`__bmc_atomic_begin_ordered`).

use lang_c::ast::*;
use lang_c::span::Node;

use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::Orders;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Check, Lvalue, Place};
use crate::frontend::types::Ty;
use crate::ir::{BinaryOp, FenceScope, Leeway, MemoryOrder, Op, Operand, Terminator, Type, UnaryOp};
use crate::source::{Diagnostic, Span};

/// `__bmc_atomic_begin_ordered(success, failure)` begins an atomic section that is one operation of these orders.
const BEGIN_ORDERED: &str = "__bmc_atomic_begin_ordered";
/// A fence whose order has been evaluated before.
const THREAD_FENCE: &str = "__bmc_thread_fence";

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
        if !["__sync_", "__atomic_", BEGIN_ORDERED, THREAD_FENCE]
            .iter()
            .any(|family| name.starts_with(family))
        {
            return Ok(None);
        }
        let orders = self.orders(name, arguments);
        if let Some((update, new_wanted)) = read_modify_write(name) {
            return self.update(arguments, update, new_wanted, orders, span).map(Some);
        }
        match name {
            BEGIN_ORDERED => {
                self.body.emit(Op::AtomicBegin, span);
                self.body.orders = Some(orders);
                Ok(Some(Value::void()))
            }
            "__sync_synchronize" | "__atomic_thread_fence" | "__atomic_signal_fence" | THREAD_FENCE => {
                for argument in arguments.iter().filter(|_| name != THREAD_FENCE) {
                    self.effect(argument)?;
                }
                let is_own = name == "__atomic_signal_fence";
                let scope = if is_own { FenceScope::OwnThread } else { FenceScope::AllThreads };
                self.body.emit(Op::Fence { order: orders.success, scope }, span);
                Ok(Some(Value::void()))
            }
            "__atomic_load_n" | "__atomic_load" => {
                let mut target = self.atomic_target(arguments, span)?;
                let value = self.ordered(orders, |this| this.read_from(&mut target, span))?;
                if name == "__atomic_load_n" {
                    return Ok(Some(value));
                }
                let mut into = self.pointed(arguments, 1, span)?;
                self.write(&mut into, value, span)?;
                Ok(Some(Value::void()))
            }
            "__atomic_store_n" | "__atomic_store" | "__sync_lock_release" | "__atomic_clear" => {
                let mut target = match name {
                    "__atomic_clear" => self.flag_target(arguments, span)?,
                    _ => self.atomic_target(arguments, span)?,
                };
                let ty = target.ty.ty.clone();
                let value = match arguments.get(1) {
                    Some(value) if name == "__atomic_store_n" => self.rvalue(value)?,
                    Some(_) if name == "__atomic_store" => {
                        let from = self.pointed(arguments, 1, span)?;
                        self.read(from, span)?
                    }
                    _ => self.integer(0, Ty::INT),
                };
                let value = self.convert(value, &ty, span)?;
                self.ordered(orders, |this| this.write(&mut target, value, span))?;
                Ok(Some(Value::void()))
            }
            "__atomic_test_and_set" => {
                let mut target = self.flag_target(arguments, span)?;
                let one = self.integer(1, Ty::INT);
                let one = self.convert(one, &target.ty.ty.clone(), span)?;
                self.body.emit(Op::AtomicBegin, span);
                let old = self.ordered(orders, |this| this.read_from(&mut target, span))?;
                self.ordered(orders, |this| this.write(&mut target, one, span))?;
                self.body.emit(Op::AtomicEnd, span);
                self.convert(old, &Ty::Bool, span).map(Some)
            }
            "__atomic_exchange" => {
                let from = self.pointed(arguments, 1, span)?;
                let value = self.read(from, span)?;
                let mut target = self.atomic_target(arguments, span)?;
                self.body.emit(Op::AtomicBegin, span);
                let old = self.ordered(orders, |this| this.read_from(&mut target, span))?;
                self.ordered(orders, |this| this.write(&mut target, value, span))?;
                self.body.emit(Op::AtomicEnd, span);
                let mut into = self.pointed(arguments, 2, span)?;
                self.write(&mut into, old, span)?;
                Ok(Some(Value::void()))
            }
            // Of the sizes that one instruction reaches, on every processor of both data models.
            "__atomic_always_lock_free" | "__atomic_is_lock_free" => {
                let [size, object] = arguments else {
                    return Err(Diagnostic::error(span, "two arguments are expected"));
                };
                let size = self.constant_integer(size)?;
                self.effect(object)?;
                Ok(Some(self.integer(matches!(size, 1 | 2 | 4 | 8).into(), Ty::INT)))
            }
            "__sync_bool_compare_and_swap" => self.compare_and_swap(arguments, true, span).map(Some),
            "__sync_val_compare_and_swap" => self.compare_and_swap(arguments, false, span).map(Some),
            "__atomic_compare_exchange_n" => self.compare_exchange(arguments, false, orders, span).map(Some),
            "__atomic_compare_exchange" => self.compare_exchange(arguments, true, orders, span).map(Some),
            _ => Ok(None),
        }
    }

    /// The memory orders that a builtin is called with. A relaxed access orders nothing, so races may exist that are
    /// not looked for.
    fn orders(&mut self, name: &str, arguments: &[Node<Expression>]) -> Orders {
        let (success, failure) = match name {
            "__sync_lock_test_and_set" => return Orders::of(MemoryOrder::Acquire),
            "__sync_lock_release" => return Orders::of(MemoryOrder::Release),
            "__atomic_compare_exchange" | "__atomic_compare_exchange_n" => {
                (arguments.get(4), arguments.get(5))
            }
            "__atomic_always_lock_free" | "__atomic_is_lock_free" => (None, None),
            BEGIN_ORDERED | THREAD_FENCE => (arguments.first(), arguments.last()),
            name if name.starts_with("__atomic_") => (arguments.last(), None),
            _ => (None, None),
        };
        let success = self.memory_order(success);
        let failure = failure.map_or(success, |order| self.memory_order(Some(order)));
        let is_access = name.starts_with("__atomic_") && !name.ends_with("_fence");
        self.uses_relaxed_atomics |= is_access && success == MemoryOrder::Relaxed;
        Orders { success, failure }
    }

    /// One that is not known counts as the strongest.
    fn memory_order(&mut self, order: Option<&Node<Expression>>) -> MemoryOrder {
        let number = order.and_then(|order| self.constant_integer(order).ok());
        number.and_then(MemoryOrder::numbered).unwrap_or_default()
    }

    /// The accesses to atomic objects that are made there have these orders.
    fn ordered<T>(&mut self, orders: Orders, access: impl FnOnce(&mut Self) -> T) -> T {
        let around = self.body.orders.replace(orders);
        let result = access(self);
        self.body.orders = around;
        result
    }

    /// Whatever the pointer points to, such as glibc's `atomic_flag`: its first byte is the flag.
    fn flag_target(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Lvalue> {
        let mut target = self.pointed(arguments, 0, span)?;
        if !target.ty.ty.is_integer() {
            target.ty.ty = Ty::Bool;
        }
        target.ty.atomic = true;
        Ok(target)
    }

    /// The object the first argument points to; accesses to it are atomic. An object of unknown type, as
    /// `__atomic_test_and_set` takes it, is one byte.
    fn atomic_target(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Lvalue> {
        let mut target = self.pointed(arguments, 0, span)?;
        if target.ty.ty == Ty::Void {
            target.ty.ty = Ty::Bool;
        }
        if !target.ty.ty.is_scalar() {
            return Err(Diagnostic::error(
                span,
                "an atomic operation needs a pointer to an integer or a pointer",
            ));
        }
        target.ty.atomic = true;
        Ok(target)
    }

    /// The object argument number `index` points to.
    pub fn pointed(&mut self, arguments: &[Node<Expression>], index: usize, span: Span) -> Lowered<Lvalue> {
        let Some(pointer) = arguments.get(index) else {
            return Err(Diagnostic::error(span, "an argument is missing"));
        };
        let value = self.rvalue(pointer)?;
        let Some(target) = value.ty.pointee() else {
            return Err(Diagnostic::error(span, "an atomic operation needs a pointer"));
        };
        let ty = target.ty.clone().plain();
        let check = Check::of_object(format!("*({})", self.text(pointer)), span, Vec::new());
        Ok(Lvalue { place: Place::Memory(value.operand), ty, check, belongs: Belonging::Pointed })
    }

    fn update(
        &mut self,
        arguments: &[Node<Expression>],
        update: Update,
        new_wanted: bool,
        orders: Orders,
        span: Span,
    ) -> Lowered<Value> {
        let mut target = self.atomic_target(arguments, span)?;
        let ty = target.ty.ty.clone();
        let scalar = self.scalar(&ty, span)?;
        if ty.is_float() && update != Update::Exchange {
            let message = "an atomic update needs an integer or a pointer, not a floating-point number";
            return Err(Diagnostic::error(span, message).with_help("use a loop with compare and exchange"));
        }
        let operand = match arguments.get(1) {
            Some(operand) => self.argument_as(operand, &ty)?,
            None => return Err(Diagnostic::error(span, "the operand is missing")),
        };
        self.body.emit(Op::AtomicBegin, span);
        let old = self.ordered(orders, |this| this.read_from(&mut target, span))?;
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
            Update::Add if ty.is_pointer() => self.displace_by(old.operand, operand, span),
            Update::Sub if ty.is_pointer() => {
                let back = self.body.unary(UnaryOp::Negate, operand, span);
                self.displace_by(old.operand, back, span)
            }
            _ => self.body.binary(op, old.operand, operand, scalar, span),
        };
        if update == Update::Nand {
            new = self.body.unary(UnaryOp::Not, new, span);
        }
        let new = self.ordered(orders, |this| this.write(&mut target, Value::new(new, ty), span))?;
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

    /// `__atomic_compare_exchange_n(p, &expected, new, weak, order, order)`, or with `&new`. One that is weak may
    /// fail though the values are equal; then nothing is written but the same value to `expected`.
    fn compare_exchange(
        &mut self,
        arguments: &[Node<Expression>],
        indirect: bool,
        orders: Orders,
        span: Span,
    ) -> Lowered<Value> {
        let [_, _, desired, ..] = arguments else {
            return Err(Diagnostic::error(span, "six arguments are expected"));
        };
        let mut target = self.atomic_target(arguments, span)?;
        let ty = target.ty.ty.clone();
        let mut expected = self.pointed(arguments, 1, span)?;
        let desired = if indirect {
            let from = self.pointed(arguments, 2, span)?;
            let value = self.read(from, span)?;
            self.convert(value, &ty, span)?.operand
        } else {
            self.argument_as(desired, &ty)?
        };
        let wanted = self.read_from(&mut expected, span)?;
        let wanted = self.convert(wanted, &ty, span)?;
        self.body.emit(Op::AtomicBegin, span);
        let old = self.ordered(orders, |this| this.read_from(&mut target, span))?;
        let mut equal = self.body.binary(BinaryOp::Eq, old.operand, wanted.operand, Type::BOOL, span);
        let (swap, keep, done) = (self.body.block(), self.body.block(), self.body.block());
        if self.may_fail_spuriously(arguments) {
            let result = self.body.register(Type::BOOL, None);
            let may_fail = self.body.block();
            self.body.emit(Op::Copy { dst: result, value: equal }, span);
            self.body.end(Terminator::Branch { condition: equal, yes: may_fail, no: keep }, span);
            self.body.place(may_fail);
            let fails = self.spurious_failure(span);
            let succeeds = self.negate(fails, span);
            self.body.emit(Op::Copy { dst: result, value: succeeds }, span);
            equal = Operand::Register(result);
        }
        self.body.end(Terminator::Branch { condition: equal, yes: swap, no: keep }, span);
        self.body.place(swap);
        self.ordered(orders, |this| this.write(&mut target, Value::new(desired, ty), span))?;
        self.body.emit(Op::AtomicEnd, span);
        self.body.end(Terminator::Jump(done), span);
        self.body.place(keep);
        self.body.emit(Op::AtomicEnd, span);
        self.write(&mut expected, old, span)?;
        self.body.fall_into(done, span);
        Ok(Value::bit(equal))
    }
}

impl<'a> Lowering<'a> {
    /// A weak exchange is one whose fourth argument is not known to be zero.
    fn may_fail_spuriously(&mut self, arguments: &[Node<Expression>]) -> bool {
        self.has_spurious_failures()
            && arguments.get(3).is_some_and(|weak| !matches!(self.constant_integer(weak), Ok(0)))
    }

    pub fn has_spurious_failures(&self) -> bool {
        self.spurious_failures && !self.is_retried && !self.in_model
    }

    /// Whether a weak exchange fails although it could succeed.
    pub fn spurious_failure(&mut self, span: Span) -> Operand {
        let fails = self.body.register(Type::BOOL, None);
        self.body.emit(Op::Choose { dst: fails, leeway: Leeway::WeakExchange }, span);
        Operand::Register(fails)
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
