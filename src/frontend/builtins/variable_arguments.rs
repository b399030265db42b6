//! `va_start` and `va_copy`. What a list of variable arguments is, is said in `lower::variadic`.

use super::Call;
use crate::frontend::lower::convert::Value;
use crate::frontend::lower::lowering::{Lowered, Lowering};
use crate::frontend::types::Ty;

/// `va_start(list, last)`
pub fn start(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let Some(first) = lowering.frame.variable_arguments else {
        return Err(call.wrong("'va_start' is for functions with variable arguments"));
    };
    let Some(list) = call.arguments.first() else {
        return Err(call.wrong("'va_start' needs a list"));
    };
    let mut list = lowering.lvalue(list)?;
    lowering.write(&mut list, Value::new(first, Ty::VariableArguments), call.span)?;
    Ok(Value::void())
}

/// `va_copy(to, from)`
pub fn copy(lowering: &mut Lowering, call: &Call) -> Lowered<Value> {
    let [to, from] = call.arguments else {
        return Err(call.wrong("'va_copy' takes two lists"));
    };
    let mut to = lowering.lvalue(to)?;
    let from = lowering.rvalue(from)?;
    lowering.write(&mut to, from, call.span)?;
    Ok(Value::void())
}
