//! What models of thread libraries are made of: threads, waiting, sections that no other thread interrupts, locks that
//! are held.

use super::{Call, conditions};
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::{IntKind, Ty};
use crate::ir::{FenceScope, MemoryOrder, Op, Operand, PropertyKind, RegisterId, Terminator};

/// `__bmc_create_thread(function, argument)`
pub fn create(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [function, argument] = call.exactly()?;
    let function = lowering.argument_as(function, &Ty::Void.pointer_to())?;
    let argument = lowering.argument_as(argument, &Ty::Void.pointer_to())?;
    let (dst, value) = thread_register(lowering, call)?;
    let description = "the thread starts with a function that takes one pointer".to_string();
    let check = lowering.new_property(PropertyKind::Pointer, description, call.span);
    let signature = Some(lowering.signature_of_start());
    lowering.body.emit(Op::CreateThread { dst, function, argument, signature, check }, call.span);
    Ok(value)
}

/// `__bmc_join_thread(thread)`
pub fn join(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [thread] = call.exactly()?;
    let thread = lowering.argument_as(thread, &Ty::Int(IntKind::ULong))?;
    let dst = lowering.body.register(lowering.pointer_type(), None);
    lowering.body.emit(Op::JoinThread { dst, thread }, call.span);
    Ok(Value::new(Operand::Register(dst), Ty::Void.pointer_to()))
}

pub fn current(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let (dst, value) = thread_register(lowering, call)?;
    lowering.body.emit(Op::CurrentThread { dst }, call.span);
    Ok(value)
}

/// `__bmc_exit_thread(result)`
pub fn exit(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [result] = call.exactly()?;
    let result = lowering.argument_as(result, &Ty::Void.pointer_to())?;
    lowering.body.emit(Op::EndLife { local: None }, call.span);
    lowering.body.end(Terminator::ExitThread(result), call.span);
    Ok(Value::void())
}

/// `__bmc_wait(condition, object)`
pub fn wait(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [condition, object] = call.exactly()?;
    let condition = conditions::condition(lowering, std::slice::from_ref(condition), call)?;
    let object = lowering.argument_as(object, &Ty::Void.pointer_to())?;
    lowering.body.emit(Op::Wait { condition, object }, call.span);
    Ok(Value::void())
}

pub fn begin_section(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    lowering.body.emit(Op::AtomicBegin, call.span);
    Ok(Value::void())
}

pub fn end_section(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    lowering.body.emit(Op::AtomicEnd, call.span);
    Ok(Value::void())
}

/// `__bmc_hold(lock)`, and `__bmc_release(lock)`, after which it is not `held`.
pub fn hold(lowering: &mut Lowering, call: &Call, held: bool) -> Lowered<Value> {
    let [lock] = call.exactly()?;
    let address = lowering.argument_as(lock, &Ty::Void.pointer_to())?;
    lowering.body.emit(Op::Hold { address, held }, call.span);
    Ok(Value::void())
}

/// A fence whose arguments say nothing to us.
pub fn full_fence(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let (order, scope) = (MemoryOrder::SequentiallyConsistent, FenceScope::AllThreads);
    lowering.body.emit(Op::Fence { order, scope }, call.span);
    Ok(Value::void())
}

/// A register for a thread, of the declared type if there is a declaration.
fn thread_register(lowering: &mut Lowering, call: &Call) -> Lowered<(RegisterId, Value)> {
    let otherwise = Ty::Int(IntKind::ULong);
    let ty = call.declared.map_or(otherwise, |index| lowering.entities.functions[index.0].ty.result.clone());
    let scalar = lowering.scalar(&ty, call.span)?;
    let register = lowering.body.register(scalar, None);
    Ok((register, Value::new(Operand::Register(register), ty)))
}
