//! Blocks of memory as models of the library ask for them, and `alloca`.

use lang_c::ast::Expression;
use lang_c::span::Node;

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::Ty;
use crate::ir::{Contents, Op, Operand, PropertyKind};

/// `__bmc_allocate(size, contents)`
pub fn allocate(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [size, zeroed] = call.exactly()?;
    let contents = match lowering.constant_integer(zeroed)? {
        0 => Contents::Arbitrary,
        1 => Contents::Zeroed,
        _ => Contents::Internal,
    };
    new_block(lowering, size, contents, call)
}

pub fn automatic(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [size] = call.exactly()?;
    new_block(lowering, size, Contents::Automatic, call)
}

/// `__builtin_alloca_with_align(size, align)`: every block is aligned to any power of two.
pub fn automatic_aligned(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [size, _] = call.arguments else { return Err(call.needs_more()) };
    new_block(lowering, size, Contents::Automatic, call)
}

fn new_block(
    lowering: &mut Lowering,
    size: &Node<Expression>,
    contents: Contents,
    call: &Call,
) -> Lowered<Value> {
    let size = lowering.argument_as(size, &Ty::size(lowering.options.data_model))?;
    let dst = lowering.body.register(lowering.pointer_type(), None);
    lowering.body.emit(Op::Allocate { dst, size, contents }, call.span);
    Ok(Value::new(Operand::Register(dst), Ty::Void.pointer_to()))
}

/// `__bmc_block_size(pointer)`
pub fn block_size(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [pointer] = call.exactly()?;
    let address = lowering.argument_as(pointer, &Ty::Void.pointer_to())?;
    let ty = Ty::size(lowering.options.data_model);
    let dst = lowering.body.register(lowering.scalar(&ty, call.span)?, None);
    lowering.body.emit(Op::BlockSize { dst, address }, call.span);
    Ok(Value::new(Operand::Register(dst), ty))
}

/// `__bmc_free(pointer)`
pub fn free(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [pointer] = call.exactly()?;
    let address = lowering.argument_as(pointer, &Ty::Void.pointer_to())?;
    let description = format!("{} is null or a live block of malloc", lowering.text(pointer));
    let check = lowering.new_property(PropertyKind::Free, description, call.span);
    lowering.body.emit(Op::Free { address, check }, call.span);
    Ok(Value::void())
}
