//! The `__sync_*` and `__atomic_*` builtins of gcc, which work on any integer or pointer type.
//!
//! Each becomes an atomic section around one load and one store, which carry the memory order that the program gives;
//! fences are instructions. The generic functions of `stdatomic.h` are macros over atomic sections that say in which
//! order they are meant (`__bmc_atomic_begin_ordered`). Exchanges that depend on a comparison are in `exchange`.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::bounds::Belonging;
use crate::frontend::lower::builder::Orders;
use crate::frontend::lower::check::Check;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::lower::lvalue::{Lvalue, Place};
use crate::frontend::types::Ty;
use crate::ir::{BinaryOp, FenceScope, MemoryOrder, Op, UnaryOp};
use crate::source::{Diagnostic, Span};

/// What is done to the old value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Update {
    Add,
    Sub,
    And,
    Or,
    Xor,
    Nand,
    Exchange,
}

/// `__bmc_atomic_begin_ordered(success, failure)` begins an atomic section that is one operation of these orders.
pub fn begin_ordered(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.orders(call.arguments.first(), call.arguments.last());
    lowering.body.emit(Op::AtomicBegin, call.span);
    lowering.body.orders = Some(orders);
    Ok(Value::void())
}

/// `__bmc_thread_fence(order)`: a fence whose order has been evaluated before.
pub fn evaluated_fence(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.orders(call.arguments.first(), call.arguments.last());
    let scope = FenceScope::AllThreads;
    lowering.body.emit(Op::Fence { order: orders.success, scope }, call.span);
    Ok(Value::void())
}

/// `__atomic_thread_fence(order)`, and `__sync_synchronize()`, whose order is the strongest.
pub fn fence(lowering: &mut Lowering, call: &Call, scope: FenceScope) -> Lowered<Value> {
    let orders = lowering.orders(call.arguments.last().filter(|_| !is_sync(call.name)), None);
    for argument in call.arguments {
        lowering.effect(argument)?;
    }
    lowering.body.emit(Op::Fence { order: orders.success, scope }, call.span);
    Ok(Value::void())
}

/// `__atomic_load_n(pointer, order)`
pub fn load(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.access_orders(call);
    let mut target = lowering.atomic_target(call.arguments, call.span)?;
    lowering.ordered(orders, |this| this.read_from(&mut target, call.span))
}

/// `__atomic_load(pointer, into, order)`
pub fn load_into(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let value = load(lowering, call)?;
    let mut into = lowering.pointed(call.arguments, 1, call.span)?;
    lowering.write(&mut into, value, call.span)?;
    Ok(Value::void())
}

/// `__atomic_store_n(pointer, value, order)`
pub fn store(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.access_orders(call);
    let target = lowering.atomic_target(call.arguments, call.span)?;
    let value = match call.arguments.get(1) {
        Some(value) => lowering.rvalue(value)?,
        None => lowering.integer(0, Ty::INT),
    };
    lowering.store_ordered(target, value, orders, call.span)
}

/// `__atomic_store(pointer, from, order)`
pub fn store_from(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.access_orders(call);
    let target = lowering.atomic_target(call.arguments, call.span)?;
    let value = match call.arguments.get(1) {
        Some(_) => {
            let from = lowering.pointed(call.arguments, 1, call.span)?;
            lowering.read(from, call.span)?
        }
        None => lowering.integer(0, Ty::INT),
    };
    lowering.store_ordered(target, value, orders, call.span)
}

/// `__sync_lock_release(pointer)`
pub fn release(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let target = lowering.atomic_target(call.arguments, call.span)?;
    let zero = lowering.integer(0, Ty::INT);
    lowering.store_ordered(target, zero, Orders::of(MemoryOrder::Release), call.span)
}

/// `__atomic_clear(flag, order)`
pub fn clear(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.access_orders(call);
    let target = lowering.flag_target(call.arguments, call.span)?;
    let zero = lowering.integer(0, Ty::INT);
    lowering.store_ordered(target, zero, orders, call.span)
}

/// `__atomic_test_and_set(flag, order)`
pub fn test_and_set(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.access_orders(call);
    let mut target = lowering.flag_target(call.arguments, call.span)?;
    let one = lowering.integer(1, Ty::INT);
    let one = lowering.convert(one, &target.ty.ty.clone(), call.span)?;
    let old = lowering.exchange_ordered(&mut target, one, orders, call.span)?;
    lowering.convert(old, &Ty::Bool, call.span)
}

/// `__atomic_exchange_n(pointer, value, order)`
pub fn exchange(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.access_orders(call);
    lowering.update(call, Update::Exchange, false, orders)
}

/// `__sync_lock_test_and_set(pointer, value)`
pub fn acquire(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    lowering.update(call, Update::Exchange, false, Orders::of(MemoryOrder::Acquire))
}

/// `__atomic_exchange(pointer, from, into, order)`
pub fn exchange_into(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let orders = lowering.access_orders(call);
    let from = lowering.pointed(call.arguments, 1, call.span)?;
    let value = lowering.read(from, call.span)?;
    let mut target = lowering.atomic_target(call.arguments, call.span)?;
    let old = lowering.exchange_ordered(&mut target, value, orders, call.span)?;
    let mut into = lowering.pointed(call.arguments, 2, call.span)?;
    lowering.write(&mut into, old, call.span)?;
    Ok(Value::void())
}

/// Of the sizes that one instruction reaches, on every processor of both data models.
pub fn is_lock_free(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [size, object] = call.arguments else {
        return Err(call.wrong("two arguments are expected"));
    };
    let size = lowering.constant_integer(size)?;
    lowering.effect(object)?;
    Ok(lowering.integer(matches!(size, 1 | 2 | 4 | 8).into(), Ty::INT))
}

pub fn is_sync(name: &str) -> bool {
    name.starts_with("__sync_")
}

pub fn is_atomic(name: &str) -> bool {
    name.starts_with("__atomic_")
}

/// `__sync_fetch_and_add(pointer, operand)` and its like.
pub fn sync_update(lowering: &mut Lowering, call: &Call) -> Lowered<Option<Value>> {
    let Some((update, new_wanted)) = read_modify_write(call.name) else { return Ok(None) };
    let orders = Orders::of(MemoryOrder::SequentiallyConsistent);
    lowering.update(call, update, new_wanted, orders).map(Some)
}

/// `__atomic_fetch_add(pointer, operand, order)` and its like. What has no meaning here may be relaxed all the same.
pub fn atomic_update(lowering: &mut Lowering, call: &Call) -> Lowered<Option<Value>> {
    let orders = lowering.access_orders(call);
    let Some((update, new_wanted)) = read_modify_write(call.name) else { return Ok(None) };
    lowering.update(call, update, new_wanted, orders).map(Some)
}

impl Lowering<'_> {
    /// Those of an access to an atomic object, which are its last argument.
    fn access_orders(&mut self, call: &Call) -> Orders {
        let orders = self.orders(call.arguments.last(), None);
        self.note_relaxed(orders);
        orders
    }

    /// A relaxed access orders nothing, so races may exist that are not looked for.
    pub(super) fn note_relaxed(&mut self, orders: Orders) {
        self.entities.uses_relaxed_atomics |= orders.success == MemoryOrder::Relaxed;
    }

    pub(super) fn orders(
        &mut self,
        success: Option<&Node<Expression>>,
        failure: Option<&Node<Expression>>,
    ) -> Orders {
        let success = self.memory_order(success);
        let failure = failure.map_or(success, |order| self.memory_order(Some(order)));
        Orders { success, failure }
    }

    /// One that is not known counts as the strongest.
    fn memory_order(&mut self, order: Option<&Node<Expression>>) -> MemoryOrder {
        let number = order.and_then(|order| self.constant_integer(order).ok());
        number.and_then(MemoryOrder::numbered).unwrap_or_default()
    }

    /// The accesses to atomic objects that are made there have these orders.
    pub(super) fn ordered<T>(&mut self, orders: Orders, access: impl FnOnce(&mut Self) -> T) -> T {
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
    pub(super) fn atomic_target(&mut self, arguments: &[Node<Expression>], span: Span) -> Lowered<Lvalue> {
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

    fn store_ordered(
        &mut self,
        mut target: Lvalue,
        value: Value,
        orders: Orders,
        span: Span,
    ) -> Lowered<Value> {
        let value = self.convert(value, &target.ty.ty.clone(), span)?;
        self.ordered(orders, |this| this.write(&mut target, value, span))?;
        Ok(Value::void())
    }

    /// Yields the old value.
    fn exchange_ordered(
        &mut self,
        target: &mut Lvalue,
        value: Value,
        orders: Orders,
        span: Span,
    ) -> Lowered<Value> {
        self.body.emit(Op::AtomicBegin, span);
        let old = self.ordered(orders, |this| this.read_from(target, span))?;
        self.ordered(orders, |this| this.write(target, value, span))?;
        self.body.emit(Op::AtomicEnd, span);
        Ok(old)
    }

    fn update(&mut self, call: &Call, update: Update, new_wanted: bool, orders: Orders) -> Lowered<Value> {
        let (arguments, span) = (call.arguments, call.span);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_operation_and_which_value_they_yield() {
        assert_eq!(read_modify_write("__sync_fetch_and_add"), Some((Update::Add, false)));
        assert_eq!(read_modify_write("__sync_nand_and_fetch"), Some((Update::Nand, true)));
        assert_eq!(read_modify_write("__atomic_fetch_xor"), Some((Update::Xor, false)));
        assert_eq!(read_modify_write("__atomic_or_fetch"), Some((Update::Or, true)));
        for other in ["__atomic_fetch_max", "__sync_add_fetch", "__atomic_load_8", "fetch_add"] {
            assert_eq!(read_modify_write(other), None, "{other}");
        }
    }
}
