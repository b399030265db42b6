//! A thread that asks for asynchronous cancellation can be cancelled between any two of its steps, which the
//! models do not follow: they cancel it at cancellation points only. The outcome names the call that asks for it.

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::ir::Operand;

/// `pthread_setcanceltype(type, old)` has a model besides.
pub fn set_type(lowering: &mut Lowering, call: &Call) -> Lowered<Option<Value>> {
    let Some(kind) = call.arguments.first() else { return Ok(None) };
    let is_deferred = match lowering.constant(kind) {
        Ok(value) => matches!(value.operand, Operand::Constant { bits: 0, .. }),
        Err(_) => false,
    };
    if !is_deferred && lowering.library.mentions("pthread_cancel") {
        let description = "asynchronous cancellation between two cancellation points".to_string();
        lowering.entities.add_limit(description, call.span);
    }
    Ok(None)
}
