//! Atomic exchanges that depend on a comparison, and the failures of those that are weak.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::ir::{BinaryOp, Leeway, Op, Operand, Terminator, Type};
use crate::source::Span;

/// `__sync_*_compare_and_swap(p, old, new)`, which yields the old value or whether that was the expected one.
pub fn compare_and_swap(lowering: &mut Lowering, call: &Call, truth: bool) -> Lowered<Value> {
    let [_, expected, desired, ..] = call.arguments else {
        return Err(call.wrong("three arguments are expected"));
    };
    let span = call.span;
    let mut target = lowering.atomic_target(call.arguments, span)?;
    let ty = target.ty.ty.clone();
    let expected = lowering.argument_as(expected, &ty)?;
    let desired = lowering.argument_as(desired, &ty)?;
    lowering.body.emit(Op::AtomicBegin, span);
    let old = lowering.read_from(&mut target, span)?;
    let equal = lowering.body.binary(BinaryOp::Eq, old.operand, expected, Type::BOOL, span);
    let (swap, done) = (lowering.body.block(), lowering.body.block());
    lowering.body.end(Terminator::Branch { condition: equal, yes: swap, no: done }, span);
    lowering.body.place(swap);
    lowering.write(&mut target, Value::new(desired, ty), span)?;
    lowering.body.fall_into(done, span);
    lowering.body.emit(Op::AtomicEnd, span);
    Ok(if truth { Value::bit(equal) } else { old })
}

/// `__atomic_compare_exchange_n(p, &expected, new, weak, order, order)`, or with `&new`. One that is weak may
/// fail though the values are equal; then nothing is written but the same value to `expected`.
pub fn compare_exchange(lowering: &mut Lowering, call: &Call, indirect: bool) -> Lowered<Value> {
    let (arguments, span) = (call.arguments, call.span);
    let orders = lowering.orders(arguments.get(4), arguments.get(5));
    lowering.note_relaxed(orders);
    let [_, _, desired, ..] = arguments else {
        return Err(call.wrong("six arguments are expected"));
    };
    let mut target = lowering.atomic_target(arguments, span)?;
    let ty = target.ty.ty.clone();
    let mut expected = lowering.pointed(arguments, 1, span)?;
    let desired = if indirect {
        let from = lowering.pointed(arguments, 2, span)?;
        let value = lowering.read(from, span)?;
        lowering.convert(value, &ty, span)?.operand
    } else {
        lowering.argument_as(desired, &ty)?
    };
    let wanted = lowering.read_from(&mut expected, span)?;
    let wanted = lowering.convert(wanted, &ty, span)?;
    lowering.body.emit(Op::AtomicBegin, span);
    let old = lowering.ordered(orders, |this| this.read_from(&mut target, span))?;
    let mut equal = lowering.body.binary(BinaryOp::Eq, old.operand, wanted.operand, Type::BOOL, span);
    let (swap, keep, done) = (lowering.body.block(), lowering.body.block(), lowering.body.block());
    if lowering.may_fail_spuriously(arguments) {
        let result = lowering.body.register(Type::BOOL, None);
        let may_fail = lowering.body.block();
        lowering.body.emit(Op::Copy { dst: result, value: equal }, span);
        lowering.body.end(Terminator::Branch { condition: equal, yes: may_fail, no: keep }, span);
        lowering.body.place(may_fail);
        let fails = lowering.spurious_failure(span);
        let succeeds = lowering.negate(fails, span);
        lowering.body.emit(Op::Copy { dst: result, value: succeeds }, span);
        equal = Operand::Register(result);
    }
    lowering.body.end(Terminator::Branch { condition: equal, yes: swap, no: keep }, span);
    lowering.body.place(swap);
    lowering.ordered(orders, |this| this.write(&mut target, Value::new(desired, ty), span))?;
    lowering.body.emit(Op::AtomicEnd, span);
    lowering.body.end(Terminator::Jump(done), span);
    lowering.body.place(keep);
    lowering.body.emit(Op::AtomicEnd, span);
    lowering.write(&mut expected, old, span)?;
    lowering.body.fall_into(done, span);
    Ok(Value::bit(equal))
}

impl Lowering<'_> {
    /// A weak exchange is one whose fourth argument is not known to be zero.
    fn may_fail_spuriously(&mut self, arguments: &[Node<Expression>]) -> bool {
        self.has_spurious_failures()
            && arguments.get(3).is_some_and(|weak| !matches!(self.constant_integer(weak), Ok(0)))
    }

    pub fn has_spurious_failures(&self) -> bool {
        self.options.spurious_failures && !self.context.is_retried && !self.unit.home.is_model
    }

    /// Whether a weak exchange fails although it could succeed.
    pub fn spurious_failure(&mut self, span: Span) -> Operand {
        let fails = self.body.register(Type::BOOL, None);
        self.body.emit(Op::Choose { dst: fails, leeway: Leeway::WeakExchange }, span);
        Operand::Register(fails)
    }
}
