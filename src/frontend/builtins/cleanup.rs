//! Cleanup handlers as glibc's `pthread_cleanup_push` leaves them in preprocessed text.
//!
//! The macro declares `__cancel_routine`, `__cancel_arg` and a buffer, calls `__sigsetjmp`, whose second return
//! runs the routine, and registers the buffer. There are no jumps here: the `__sigsetjmp` returns once, and
//! registering the buffer pushes a handler of the library's own list, kept in the buffer.

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::Ty;
use crate::ir::{FunctionId, Op, Operand};
use crate::source::Diagnostic;

/// The `__sigsetjmp` of the macro; any other is a jump.
pub fn set_jump(lowering: &mut Lowering, call: &Call) -> Lowered<Option<Value>> {
    let is_of_macro =
        matches!(call.arguments, [buffer, _] if lowering.text(buffer).contains("__cancel_jmp_buf"));
    Ok(is_of_macro.then(|| lowering.integer(0, Ty::INT)))
}

pub fn register(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let mut operands = vec![handler(lowering, call)?];
    for name in ["__cancel_routine", "__cancel_arg"] {
        let place = lowering.variable(name, call.span)?;
        operands.push(lowering.read(place, call.span)?.operand);
    }
    call_model(lowering, "__bmc_cleanup_push", operands, call)
}

pub fn unregister(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let handler = handler(lowering, call)?;
    let never = lowering.integer(0, Ty::INT).operand;
    call_model(lowering, "__bmc_cleanup_pop", vec![handler, never], call)
}

/// The address of the buffer.
fn handler(lowering: &mut Lowering, call: &Call) -> Lowered<Operand> {
    let [buffer] = call.arguments else {
        return Err(Diagnostic::unsupported(call.span, format!("this use of '{}'", call.name)));
    };
    lowering.argument_as(buffer, &Ty::Void.pointer_to())
}

fn call_model(lowering: &mut Lowering, name: &str, arguments: Vec<Operand>, call: &Call) -> Lowered<Value> {
    let Some(index) = lowering.model_function(name) else {
        return Err(Diagnostic::unsupported(call.span, format!("a program without the model of '{name}'"))
            .with_help("leave out the program's own definition of it"));
    };
    let callee = Operand::Function(FunctionId::new(index.0));
    lowering.body.emit(Op::Call { dst: None, callee, arguments, signature: None, check: None }, call.span);
    Ok(Value::void())
}
