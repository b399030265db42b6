//! What ends a path or the process.

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::ir::Terminator;

pub fn check_leaks(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    lowering.check_leaks(call.span);
    Ok(Value::void())
}

pub fn exit_process(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    lowering.body.end(Terminator::ExitProcess, call.span);
    Ok(Value::void())
}

pub fn unreachable(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    lowering.body.end(Terminator::Unreachable, call.span);
    Ok(Value::void())
}
